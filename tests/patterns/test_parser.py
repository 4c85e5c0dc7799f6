"""The grammar: every phrase of the design table is read, and what cannot be read is explained."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwright.cards import Deck
from meldwright.patterns import describe, messages, parser
from meldwright.patterns.expand import expand
from meldwright.patterns.parser import parse_contract, parse_expression, parse_pattern
from meldwright.patterns.programs import Context, compile_expression
from meldwright.patterns.tree import (
    Binary,
    Bundle,
    Contract,
    Different,
    DslError,
    Limit,
    Name,
    Number,
    Part,
    Refer,
    Same,
    Sequence,
    Size,
)

PATTERNS = [
    "3..4 cards, same rank",
    "3+ cards, same suit, in sequence",
    "3..4 cards, same rank, different suits",
    "3+ cards, same suit, in sequence (ace low)",
    "3+ cards, same suit, in sequence (ace high)",
    "3+ cards, same suit, in sequence (ace high or low)",
    "3+ cards, same suit, in sequence (ace low or high)",
    "3+ cards, same suit, in sequence (ace round the corner)",
    "3+ cards, same suit, in sequence (round the corner)",
    "4..13 cards, same suit, in sequence, wilds <= naturals",
    "3+ cards, all wild",
    "3+ cards, same suit, in sequence, wilds = 0",
    "3+ cards, same suit, in sequence, no wilds",
    "7 cards, same color",
    "7 cards, same colour",
    "3+ cards, in sequence",
    "3+ cards, any suits, in sequence",
    "3 cards, same rank, same suit",
    "[K Q], same suit",
    "3+ cards, same rank, different suits or 3+ cards, same rank, same suit",
    "3+ cards, same rank, (all different suits or all same suit)",
    "3+ cards, same rank, only [A K]",
    "3+ cards, same rank, no [A K], different suits",
    "7+ cards, same rank, wilds = 0",
    "7+ cards, same rank, wilds <= 3",
    "exactly 7 cards, same suit, in sequence",
    "run, 7 cards",
    "7 cards, run, wilds >= 1",
    "3..4 cards, same rank, different colors",
    "3 cards, same suit, in sequence",
    "2 cards, same card",
    "[7S 7H QD]",
    "[KH QH]",
    "3 or 4 cards, same rank",
    "3 or more cards, same rank",
    "at least 3 cards, same rank",
    "at most 4 cards, same rank",
    "3 to 5 cards, same rank",
    "3-5 cards, same rank",
    "3+ cards, same rank, different cards, wilds apart",
    "3+ cards, same suit, in sequence, 2 * wilds <= size",
    "5+ cards, same suit, points >= 30",
]
CONTRACTS = [
    "2 trio + straight",
    "2 set(3) + run(7)",
    "set(3) + set(3)",
    "run(4) + set(4)",
    "set(3) + set(3) or run(7)",
    "4 (chow or pung or kong) + pair",
    "7 pair",
    "7 pair, no two alike",
    "points >= 30",
    "set or run, points >= 51",
    "2 set(3+) + run(3..5 cards), different ranks",
]
EXPRESSIONS = [
    "deadwood <= 10",
    "deadwood < 5 and turn > 1",
    "opponents.deadwood - deadwood + 25",
    "2 * others.hand_points",
    "canastas >= 2",
    "min(80, deadwood)",
    "not opened or hand_points >= 30",
    "if(payer.is_caller, 10, 0)",
    "called.knock",
    "upcard_suit = spades",
]


@pytest.mark.parametrize("text", PATTERNS)
def test_patterns_of_the_table(text):
    words = describe.describe_pattern(parse_pattern(text))
    assert words
    assert describe.describe_pattern(parse_pattern(text.upper())).lower() == words.lower()


@pytest.mark.parametrize("text", CONTRACTS)
def test_contracts_of_the_table(text):
    assert describe.describe_contract(parse_contract(text))


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_of_the_table(text):
    assert describe.describe_expression(parse_expression(text))


def test_pattern_tree():
    (alternative,) = parse_pattern("3..4 cards, same rank, different suits").alternatives
    assert alternative.size == Size(3, 4)
    assert alternative.conditions == (Same("rank"), Different("suit"))
    assert [(c.start, c.end) for c in alternative.conditions] == [(12, 21), (23, 38)]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("3 cards", Size(3, 3)),
        ("exactly 3 cards", Size(3, 3)),
        ("3+ cards", Size(3, None)),
        ("3 or more cards, same rank", Size(3, None)),
        ("at least 3 cards", Size(3, None)),
        ("3 or 4 cards", Size(3, 4)),
        ("at most 4 cards", Size(1, 4)),
        ("3 to 4, same rank", Size(3, 4)),
        ("3..4 same rank", Size(3, 4)),
    ],
)
def test_sizes(text, size):
    assert parse_pattern(text).alternatives[0].size == size


def test_sequence_modes():
    modes = {}
    for text in ("", " (ace low)", " (ace high)", " (ace low or high)", " (ace round the corner)"):
        (condition,) = parse_pattern("3 cards, in sequence" + text).alternatives[0].conditions
        assert isinstance(condition, Sequence)
        modes[text] = (condition.mode, condition.ace)
    assert list(modes.values()) == [("plain", False), ("low", True), ("high", True), ("either", True), ("round", True)]


def test_reference_keeps_the_case_and_takes_a_limit():
    (alternative,) = parse_pattern("Pure_Run, wilds = 0").alternatives
    assert alternative.conditions == (Refer("Pure_Run"), Limit(Binary("=", Name(("wilds",)), Number(0))))


def test_contract_tree():
    tree = parse_contract("2 set(3) + run or 4 (chow or pung)")
    assert tree == Contract(
        (
            Bundle((Part(2, ("set",), Size(3, 3)), Part(1, ("run",), None)), ()),
            Bundle((Part(4, ("chow", "pung"), None),), ()),
        )
    )


def test_operators_bind_as_usual():
    assert parse_expression("1 + 2 * 3 - 4") == parse_expression("(1 + (2 * 3)) - 4")
    assert parse_expression("a = 1 or b = 2 and not c = 3") == parse_expression(
        "(a = 1) or ((b = 2) and (not (c = 3)))"
    )


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "part"),
    [
        ("3..4 cards, same rnak", (17, 21), "rank", 'expected "rank"'),
        ("3+ cards, in sequense", (13, 21), "sequence", "sequence"),
        ("smae rank", (0, 4), "same", "not known"),
        ("three cards, same rank", (0, 5), "3", "three"),
        ("3..4 cards same", (15, 15), None, "stops short"),
        ("3 cards, same rank,", (19, 19), None, "a condition such as"),
        ("3 cards, same rank [K Q]", (19, 24), ", [K Q]", "a comma is missing"),
        ("in sequence (ace hihg)", (17, 21), "high", "hihg"),
        ("3 cards; same rank", (7, 8), None, "no meaning"),
        ("4..3 cards, same rank", (0, 4), "3..4", "4 is more than 3"),
        ("3 or 7 cards, same rank", (0, 6), "3..7", "span"),
        ("0 cards, same rank", (0, 1), None, "at least one card"),
        ("[K Q", (0, 1), None, "never closed"),
        ("K Q]", (3, 4), None, "closes nothing"),
        ("3 cards, (same rank", (9, 10), None, "never closed"),
        ("[ ]", (0, 3), "[K Q]", "no card is named"),
        ("no jokers", (3, 9), None, "wilds"),
        ("3 cards, same rank, wilds =< 3", (26, 28), "<=", "is written"),
        ("", (0, 0), "3..4 cards, same rank", "empty"),
        ("   ", (0, 3), None, "empty"),
        ("99999999999 cards, same rank", (0, 11), None, "numbers go up to"),
    ],
)
def test_pattern_errors(text, span, suggestion, part):
    check_error(parse_pattern, text, span, suggestion, part)


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "part"),
    [
        ("2 trio + ", (8, 8), None, "the name of a meld"),
        ("2 trio straight", (7, 15), "+ straight", "is missing"),
        ("0 set", (0, 1), None, "1 to 32"),
        ("set(x)", (4, 5), None, "a number"),
    ],
)
def test_contract_errors(text, span, suggestion, part):
    check_error(parse_contract, text, span, suggestion, part)


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "part"),
    [
        ("deadwood <= ", (11, 11), None, "a number or a quantity"),
        ("3 < turn < 5", (9, 10), None, "only two things"),
        ("deadwood == 3", (9, 11), "=", "is written"),
        ("deadwood <= 10 adn turn > 1", (15, 18), "and", "adn"),
        ("1.5 * turn", (0, 3), None, "whole numbers"),
        ("turn turn", (5, 9), None, "an operator"),
        (")", (0, 1), None, "closes nothing"),
        ("deadwood <= 5 && opened", (14, 16), "and", "is written"),
        ("x" * 1001, (1000, 1001), None, "longer than"),
        ("(" * 30 + "1" + ")" * 30, (24, 25), None, "nested"),
    ],
)
def test_expression_errors(text, span, suggestion, part):
    check_error(parse_expression, text, span, suggestion, part)


def test_deep_expressions_are_refused():
    for text in ("-" * 900 + "1", "+".join("1" * 400), "not " * 200 + "opened"):
        with pytest.raises(DslError, match="levels"):
            parse_expression(text)


def check_error(parse, text, span, suggestion, part):
    with pytest.raises(DslError) as caught:
        parse(text)
    error = caught.value
    assert (error.start, error.end) == span, error
    assert part in error.message
    if suggestion is not None:
        assert error.suggestion == suggestion
    assert not re.search(r"\b[A-Z]{2,}_?[A-Z]*\b|ANON", error.message.replace("[K Q]", "")), error.message


def test_every_terminal_has_a_name_in_words():
    grammar = Path(parser.__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    terminals = set(re.findall(r"^([A-Z_]+)(?:\.\d)?\s*:", grammar, re.M)) - {"SPACE"}
    assert terminals | {"$END"} == set(messages.TERMINALS)
    assert set(messages.WORDS) <= terminals


VOCABULARY = [
    "3", "3..4", "+", "cards", "same", "rank", "suits", "in", "sequence", "(", ")", "ace", "low", "or", "and", "not",
    "[K Q]", "[joker]", "[", "only", "no", "wilds", "<=", "=", "0", "points", "run", ",", "*", "/", "-", "deadwood",
    "others.score", "if", "min(", "called.knock", "all", "wild", "different", "apart", "round", "the", "corner", "ß",
    "size", "naturals", "upcard_suit", "hearts", "9999999999", ".", "card", "any", "at", "least",
]  # fmt: skip
WORDS = st.lists(st.sampled_from(VOCABULARY), max_size=14).map(" ".join)
DECK = Deck.build(jokers=2)
CONTEXT = Context(DECK.suits, DECK.ranks, ("knock",), True, "condition")
MELDS = {"run": parse_pattern("3+ cards, same suit, in sequence")}


def only_dsl_errors(action, text):
    try:
        action(text)
    except DslError as error:
        assert 0 <= error.start <= error.end <= len(text)
        assert error.message


@given(st.one_of(WORDS, st.text(max_size=30)))
def test_any_pattern_is_expanded_or_refused(text):
    only_dsl_errors(lambda t: describe.describe_pattern(parse_pattern(t)), text)
    only_dsl_errors(lambda t: expand(parse_pattern(t), DECK, None, 1 << 52, 0, melds=MELDS), text)


@given(st.one_of(WORDS, st.text(max_size=30)))
def test_any_contract_is_read_or_refused(text):
    only_dsl_errors(lambda t: describe.describe_contract(parse_contract(t)), text)


@given(st.one_of(WORDS, st.text(max_size=30)))
def test_any_expression_is_compiled_or_refused(text):
    only_dsl_errors(lambda t: describe.describe_expression(parse_expression(t)), text)
    only_dsl_errors(lambda t: compile_expression(t, CONTEXT), text)


def test_ill_typed_expressions_still_read_as_prose():
    for text in ("3 + turn and not 4", "if(opened) or 2", "not if(opened, 1)", "(1 = 2) + 3 = opened"):
        assert describe.describe_expression(parse_expression(text))
