"""Contracts as numbers, and lines that hold shorter ones, against brute force over lines of naturals and wilds."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from support.games import ruleset

from meldwright.patterns.contracts import MeldShape, PartShape, compile_contract, shapes, shrinks
from meldwright.patterns.parser import parse_contract
from meldwright.patterns.templates import SLOTS
from meldwright.patterns.tree import DslError
from meldwright.variants import templates_of

MELDS = ("set", "run", "pair")
KNOWN = {"set": MeldShape(3, 4, False), "run": MeldShape(3, 13, True), "pair": MeldShape(2, 2, False)}
SET, RUN, PAIR = 1, 2, 4


def parts(text: str, in_order: bool = False) -> list[list[tuple[int, int, int]]]:
    """The parts of each alternative: types, least, most."""
    compiled = compile_contract(parse_contract(text), MELDS, KNOWN, in_order)
    return [[(part.types, part.least, part.most) for part in bundle] for bundle in compiled]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set", [[(SET, 3, 4)]]),
        ("2 set", [[(SET, 3, 4), (SET, 3, 4)]]),
        ("set(3)", [[(SET, 3, 3)]]),
        ("set(3+)", [[(SET, 3, 4)]]),
        ("run(4+)", [[(RUN, 4, 13)]]),
        ("run(4 to 5)", [[(RUN, 4, 5)]]),
        ("2 run(7) or set", [[(RUN, 7, 7), (RUN, 7, 7)], [(SET, 3, 4)]]),
        ("(set or run)", [[(SET | RUN, 3, 13)]]),
        ("2 (set or pair)", [[(SET | PAIR, 2, 4), (SET | PAIR, 2, 4)]]),
        ("SET + Run", [[(RUN, 3, 13), (SET, 3, 4)]]),  # lines come first
        ("pair + set(4) + run + run(5+)", [[(RUN, 5, 13), (RUN, 3, 13), (SET, 4, 4), (PAIR, 2, 2)]]),
    ],
)
def test_the_parts_of_a_contract(text: str, expected: list[list[tuple[int, int, int]]]) -> None:
    assert parts(text) == expected


def test_parts_as_they_are_written() -> None:
    assert parts("pair + set + run", in_order=True) == [[(PAIR, 2, 2), (SET, 3, 4), (RUN, 3, 13)]]


@pytest.mark.parametrize(
    ("text", "message", "fault", "meant"),
    [
        ("set + runn", 'no meld is called "runn"', "runn", "run"),
        ("2 tunnel", 'no meld is called "tunnel"', "2 tunnel", None),
        ("set(5)", "a set has 3 to 4 cards, never 5", "5", None),
        ("run + pair(3+)", "a pair has 2 cards, never 3", "3+", None),
        ("set + run, no two alike", "a contract is made of melds only", "no two alike", None),
        ("5 set + 4 run", "a contract has at most 8 melds", "5 set + 4 run", None),
        (" or ".join(["set"] * 9), "a contract has at most 8 alternatives", " or ".join(["set"] * 9), None),
    ],
)
def test_what_no_contract_can_ask(text: str, message: str, fault: str, meant: str | None) -> None:
    with pytest.raises(DslError) as error:
        parts(text)
    assert error.value.message.startswith(message)
    assert text[error.value.start : error.value.end] == fault
    assert error.value.suggestion == meant


def test_eight_melds_and_eight_alternatives_are_not_too_many() -> None:
    assert [len(bundle) for bundle in parts("8 set")] == [8]
    assert len(parts(" or ".join(["set"] * 8))) == 8


def test_a_meld_that_is_not_known_may_have_any_size() -> None:
    assert compile_contract(parse_contract("set"), ("set",), {}) == [[PartShape(1, 1, SLOTS)]]


def test_shapes_come_from_the_templates() -> None:
    rules = ruleset("contract-rummy")
    known = shapes([meld.name for meld in rules.melds], templates_of(rules, rules.for_players(4)))
    assert known["sequence"] == MeldShape(4, 14, True)
    assert known["group"].least == 3 and not known["group"].lines


# --- lines that hold shorter ones ---------------------------------------------------------------------------------


def lies(line: tuple[bool, ...], allowed: tuple[int, ...], apart: bool) -> bool:
    """May a line stand, True being a wild? allowed[n]: the bit set of the numbers of wilds in n cards."""
    wilds = sum(line)
    if apart and any(a and b for a, b in pairwise(line)):
        return False
    return bool(allowed[len(line)] >> wilds & 1)


def holds_shorter(line: tuple[bool, ...], least: int, allowed: tuple[int, ...], apart: bool) -> bool:
    return any(
        lies(line[at : at + size], allowed, apart)
        for size in range(least, len(line))
        for at in range(len(line) - size + 1)
    )


LIMITS = {
    "any number": lambda wilds, n: True,
    "a natural at least": lambda wilds, n: n - wilds >= 1,
    "two naturals": lambda wilds, n: n - wilds >= 2,
    "no more than naturals": lambda wilds, n: wilds <= n - wilds,
    "fewer than naturals": lambda wilds, n: wilds < n - wilds,
    "one": lambda wilds, n: wilds <= 1,
    "none": lambda wilds, n: wilds == 0,
    "just one": lambda wilds, n: wilds == 1,
    "two at least": lambda wilds, n: wilds >= 2,
    "an even number": lambda wilds, n: wilds % 2 == 0,
    "one in lines of five": lambda wilds, n: wilds <= (1 if n == 5 else 0),
}


@pytest.mark.parametrize("apart", [False, True], ids=["", "apart"])
@pytest.mark.parametrize("limit", LIMITS)
def test_lines_that_hold_shorter_ones(limit: str, apart: bool) -> None:
    allowed = tuple(sum(1 << w for w in range(n + 1) if LIMITS[limit](w, n)) for n in range(10))
    for least in (2, 3, 4):
        for n in range(least + 1, 9):
            lines = [line for line in product((False, True), repeat=n) if lies(line, allowed, apart)]
            expected = all(holds_shorter(line, least, allowed, apart) for line in lines)
            assert shrinks(n, least, allowed, apart) == expected, (n, least)
