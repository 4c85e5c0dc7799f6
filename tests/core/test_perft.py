"""Counts of move sequences, pinned; and for gin the same counts and moves from a second engine."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from gin_reference import Deal
from support.games import ruleset
from support.perft import divide, explain, perft

from meldwright.game import Game

CASES = yaml.safe_load((Path(__file__).parent.parent / "golden" / "perft.yaml").read_text(encoding="utf-8"))
GIN = [case for case in CASES if case["game"] == "gin-rummy"]


def game_of(case):
    rules = ruleset(case["game"], tuple(case.get("with", ())))
    if "position" in case:
        return Game.from_position(rules, case["position"])
    return Game(rules, case["players"], seed=case["seed"])


def reference_of(game: Game) -> Deal:
    """The same state in the second engine."""
    hands = (frozenset(game.hand(0)), frozenset(game.hand(1)))
    return Deal(hands, tuple(game.stock), tuple(game.discards), game.current, game.phase)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["id"])
def test_counts_are_as_pinned(case):
    game = game_of(case)
    before = game.record
    assert case["counts"] and len(case["counts"]) >= 4
    for depth, wanted in enumerate(case["counts"], 1):
        found = perft(game, depth)
        assert found == wanted, f"depth {depth}: {found} and not {wanted}\n{explain(divide(game, depth))}"
    assert game.record == before


@pytest.mark.parametrize("case", GIN, ids=lambda c: c["id"])
def test_gin_counts_agree_with_a_second_engine(case):
    game = game_of(case)
    other = reference_of(game)
    for depth, wanted in enumerate(case["counts"], 1):
        if other.perft(depth) != wanted:
            pytest.fail(first_difference(game, other, depth))


@pytest.mark.parametrize("case", GIN, ids=lambda c: c["id"])
def test_gin_moves_agree_with_a_second_engine(case):
    """Not only as many: the same texts in every state of the first moves."""
    assert first_difference(game_of(case), reference_of(game_of(case)), 4) == ""


def first_difference(game: Game, other: Deal, depth: int) -> str:
    """Where two engines first differ: the moves made and what only one of them offers; "" if nowhere."""
    ours = set() if game.deal_over else {m.text for m in game.legal_moves()}
    theirs = set(other.moves())
    if ours != theirs:
        made = ", ".join(m.text for m in game.history) or "at the start"
        return f"{made}: only here {sorted(ours - theirs)}, only there {sorted(theirs - ours)}"
    if depth > 1:
        for text in sorted(ours):
            game.push(text)
            found = first_difference(game, other.after(text), depth - 1)
            game.pop()
            if found:
                return found
    return ""
