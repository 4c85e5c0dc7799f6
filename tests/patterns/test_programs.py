"""Expressions: types, names, compilation, the reference interpreter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwright.cards import Deck
from meldwright.core import state
from meldwright.patterns import quantities
from meldwright.patterns.parser import parse_expression
from meldwright.patterns.programs import Context, compile_call, compile_expression, evaluate, split_limit
from meldwright.patterns.quantities import QUANTITIES
from meldwright.patterns.tree import Binary, Call, DslError, Name, Number, Unary

DECK = Deck.build()
CONDITION = Context(DECK.suits, DECK.ranks, ("knock", "big_gin"), payer=True, expected="condition")
AMOUNT = CONDITION.expecting("number")


def number_of(name):
    return quantities.NUMBER_OF[name]


def looked_up(**values):
    """A lookup by name or `scope.name`, 0 for the rest."""

    def lookup(scope, number, arg):
        name = QUANTITIES[number].name
        key = name if scope == state.S_SELF else f"{state.SCOPES[scope]}_{name}"
        return values.get(key, 0)

    return lookup


def test_the_order_of_the_registry_is_kept():
    assert [q.name for q in QUANTITIES[:8]] == [
        "deadwood", "hand_points", "hand_cards", "melded_points", "score", "deal_score", "boxes", "wins",
    ]  # fmt: skip
    assert [QUANTITIES[n].name for n in (14, 18, 21, 24, 28)] == [
        "is_caller", "went_out", "called", "upcard_value", "target",
    ]  # fmt: skip
    assert len(quantities.NUMBER_OF) == len(QUANTITIES)
    assert set(quantities.PLAYER_SCOPES) == set(state.SCOPES)


def test_words_of_a_program():
    words = compile_expression("deadwood <= 10", CONDITION)
    assert words == [
        state.OP_QUANTITY, state.S_SELF, number_of("deadwood"), 0, state.OP_CONST, 10, state.OP_LE, state.OP_END,
    ]  # fmt: skip


def test_scopes_and_calls_in_the_words():
    assert compile_expression("opponents.score", AMOUNT)[:4] == [state.OP_QUANTITY, state.S_OTHERS, 4, 0]
    assert compile_expression("payer.is_caller", CONDITION)[1] == state.S_PAYER
    assert compile_expression("called.big_gin", CONDITION)[:4] == [state.OP_QUANTITY, 0, number_of("called"), 1]
    assert compile_expression("called", CONDITION)[3] == -1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("10 - 2 - 3", 5),
        ("7 / 2", 3),
        ("-7 / 2", -4),
        ("12 / 3 / 2", 2),
        ("min(80, deadwood)", 12),
        ("min(80, deadwood, 5)", 5),
        ("max(1, 2, 3)", 3),
        ("abs(3 - deadwood)", 9),
        ("others.deadwood - deadwood + 25", 43),
        ("if(opened, 1, if(stock = 0, 2, 3))", 2),
        ("2 * -deadwood", -24),
        ("(1 + 2) * (3 + 4)", 21),
    ],
)
def test_amounts(text, value):
    lookup = looked_up(deadwood=12, others_deadwood=30)
    assert evaluate(compile_expression(text, AMOUNT), lookup) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("deadwood <= 12", 1),
        ("deadwood < 12", 0),
        ("deadwood > 3 and turn > 1", 0),
        ("deadwood > 3 or turn > 1", 1),
        ("not opened", 1),
        ("not not opened", 0),
        ("not opened and not stock_out = went_out", 0),
        ("upcard_suit = spades", 1),
        ("upcard_suit = S", 1),
        ("hearts = upcard_suit", 0),
        ("upcard_suit != upcard_suit", 0),
        ("upcard_rank = K", 1),
        ("upcard_rank >= 10", 1),
        ("upcard_rank = t", 0),
        ("if(opened, stock_out, deadwood = 12)", 1),
    ],
)
def test_conditions(text, value):
    lookup = looked_up(deadwood=12, turn=1, upcard_rank=12)
    assert evaluate(compile_expression(text, CONDITION), lookup) == value


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "part"),
    [
        ("deadwood", (0, 8), None, "a condition is needed"),
        ("deadwod <= 3", (0, 7), "deadwood", "not a quantity"),
        ("1 < payr.deadwood", (4, 8), "payer", "does not say whose"),
        ("payer.deadwod > 1", (6, 13), "deadwood", "not a quantity"),
        ("others > 1", (0, 6), "others.deadwood", "says whose"),
        ("stock / (1 - 1) = 2", (9, 14), None, "division by zero"),
        ("stock / deal = 2", (8, 12), None, "fixed number"),
        ("others.is_caller", (0, 16), None, "yes or no"),
        ("lowest.opened", (0, 13), None, "yes or no"),
        ("canastas >= 2", (0, 8), None, "not available yet"),
        ("team.score >= 2", (0, 4), None, "not available yet"),
        ("points >= 30", (0, 6), "melded_points", "belongs to a meld"),
        ("upcard_suit = spaeds", (14, 20), "spades", "not a suit"),
        ("upcard_rank = 14", (14, 16), None, "not a rank"),
        ("upcard_suit < hearts", (0, 20), None, "= and !="),
        ("opened < went_out", (0, 17), None, "= and !="),
        ("upcard_suit = 3 + 4", (0, 19), None, "cannot be compared"),
        ("deadwood = hearts", (11, 17), None, "suit or rank"),
        ("hearts", (0, 6), None, "suit or rank"),
        ("deadwood = opened", (0, 17), None, "cannot be compared"),
        ("min(3) = 3", (0, 6), None, "takes 2 to 8 values, not 1"),
        ("abs(3, 4) = 3", (0, 9), None, "takes 1 value, not 2"),
        ("minn(3, 4) = 3", (0, 4), "min", "no function"),
        ("if(deadwood, 1, 2) = 3", (3, 11), None, "not a condition"),
        ("if(opened, 1, opened) = 3", (14, 20), None, "not a number"),
        ("called.knok", (7, 11), "knock", "no call named"),
        ("knock", (0, 5), "called.knock", "is a call"),
        ("1000000000 * 1000000000 * 1000000000 > 1", (0, 36), None, "too large"),
        ("score * score * score > 1", (0, 21), None, "too large"),
        ("others.turn > 1", (0, 11), "turn", "same for everybody"),
        ("not 3", (4, 5), None, "not a condition"),
        ("-opened = 3", (1, 7), None, "not a number"),
        ("deadwood and opened", (0, 8), None, "not a condition"),
        ("a.b.c = 1", (0, 5), None, "one word before the dot"),
    ],
)
def test_errors_have_their_place(text, span, suggestion, part):
    with pytest.raises(DslError) as caught:
        compile_expression(text, CONDITION)
    error = caught.value
    assert part in error.message
    assert (error.start, error.end) == span, error
    if suggestion is not None:
        assert error.suggestion == suggestion


def test_scopes_depend_on_the_place():
    with pytest.raises(DslError, match="no payer"):
        compile_expression("payer.deadwood", Context())
    with pytest.raises(DslError, match="whose deadwood"):
        compile_expression("deadwood", Context(player=False))
    assert compile_expression("winner.deadwood", Context(player=False))
    with pytest.raises(DslError, match="cannot be used here"):
        compile_expression("caller.deadwood", Context(scopes=("winner",)))


def test_what_is_not_available_is_never_compiled():
    for quantity in QUANTITIES:
        if not quantity.available or quantity.scopes == ("meld",):
            with pytest.raises(DslError):
                compile_expression(f"{quantity.name} = 0", CONDITION)
        elif quantity.kind == "bool":
            assert compile_expression(quantity.name, CONDITION)
        else:
            assert compile_expression(f"{quantity.name} = {quantity.name}", CONDITION)


def test_a_stack_too_deep_is_refused():
    deep = "1 - (" * 20 + "deadwood" + ")" * 20
    assert compile_expression(deep, AMOUNT)
    nested = "if(opened, 1, " * 20 + "deadwood" + ")" * 20
    with pytest.raises(DslError, match="too deep"):
        compile_expression(nested, AMOUNT)


# --- calls ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "limit", "rest"),
    [
        ("deadwood <= 10", "10", None),
        ("deadwood < 5", "5 - 1", None),
        ("deadwood = 0", "0", None),
        ("10 >= deadwood", "10", None),
        ("10 > deadwood", "10 - 1", None),
        ("0 = deadwood", "0", None),
        ("deadwood < 5 and turn > 1", "5 - 1", "turn > 1"),
        ("turn > 1 and deadwood <= upcard_value and opened", "upcard_value", "turn > 1 and opened"),
        ("deadwood <= 10 and deadwood <= upcard_value", "min(10, upcard_value)", None),
        ("deadwood <= 10 or turn > 3", None, "deadwood <= 10 or turn > 3"),
        ("deadwood <= others.deadwood", "others.deadwood", None),
        ("deadwood <= 2 * deadwood", None, "deadwood <= 2 * deadwood"),
        ("deadwood = 5", None, "deadwood = 5"),
        ("deadwood >= 5", None, "deadwood >= 5"),
        ("not deadwood <= 5", None, "not deadwood <= 5"),
        ("stock > 3", None, "stock > 3"),
    ],
)
def test_limits_are_split_off(text, limit, rest):
    found_limit, found_rest = split_limit(parse_expression(text))
    assert found_limit == (None if limit is None else parse_expression(limit))
    assert found_rest == (None if rest is None else parse_expression(rest))


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 3))
def test_a_split_condition_means_the_same(deadwood, value, turn):
    text = "turn > 1 and deadwood <= upcard_value and 20 > deadwood"
    lookup = looked_up(deadwood=deadwood, upcard_value=value, turn=turn)
    found = compile_call(text, CONDITION)
    limit, rest = found.limit, found.rest
    assert limit is not None and rest is not None and found.after is None
    whole = evaluate(compile_expression(text, CONDITION), lookup)
    assert whole == int(deadwood <= evaluate(limit, lookup) and bool(evaluate(rest, lookup)))


def test_cards_in_no_meld_are_counted_after_the_discard():
    found = compile_call("turn > 1 and loose_cards <= 1 and deadwood < 5", CONDITION)
    assert found.rest == compile_expression("turn > 1", CONDITION)
    assert found.after == compile_expression("loose_cards <= 1", CONDITION)
    assert not found.all_melded
    assert compile_call("loose_cards = 0", CONDITION).all_melded
    assert compile_call("deadwood = 0 and loose_cards < 1", CONDITION).all_melded


def test_a_call_is_checked_as_a_whole():
    with pytest.raises(DslError, match="fixed number"):
        compile_call("deadwood <= 10 / turn", CONDITION)
    with pytest.raises(DslError, match="condition is needed"):
        compile_call("deadwood", CONDITION)


# --- a program means what its tree means -----------------------------------------------------------------------------
def trees():
    atoms = st.one_of(
        st.integers(0, 50).map(str), st.sampled_from(["deadwood", "score", "others.score", "stock", "payer.boxes"])
    )
    facts = st.sampled_from(["opened", "went_out", "payer.is_caller", "called", "called.big_gin"])

    def numbers(inner, conditions):
        return st.one_of(
            st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
            st.tuples(inner, st.integers(1, 9)).map(lambda t: f"{t[0]} / {t[1]}").map(lambda t: f"({t})"),
            inner.map(lambda t: f"(-{t})"),
            inner.map(lambda t: f"abs({t})"),
            st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
            st.tuples(conditions, inner, inner).map(lambda t: f"if({t[0]}, {t[1]}, {t[2]})"),
        )

    def comparisons(inner):
        pair = st.tuples(inner, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), inner)
        return pair.map(lambda t: f"({t[0]} {t[1]} {t[2]})")

    level = atoms
    conditions = st.one_of(facts, comparisons(atoms))
    for _ in range(3):
        level = st.one_of(atoms, numbers(level, conditions))
        joined = st.tuples(conditions, st.sampled_from(["and", "or"]), conditions)
        conditions = st.one_of(
            comparisons(level),
            joined.map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
            conditions.map(lambda t: f"(not {t})"),
        )
    return level, conditions


NUMBERS, CONDITIONS = trees()
LOOKUPS = st.dictionaries(st.tuples(st.integers(0, 6), st.integers(0, 30), st.integers(-1, 1)), st.integers(-99, 99))


def direct(tree, lookup):
    """The value of a tree, worked out without a program."""
    if isinstance(tree, Number):
        return tree.value
    if isinstance(tree, Name):
        scope = state.SCOPES.index(tree.parts[0]) if tree.parts[0] in state.SCOPES else state.S_SELF
        name = "called" if tree.parts[0] == "called" else tree.parts[-1]
        arg = 0 if name != "called" else -1 if len(tree.parts) == 1 else CONDITION.calls.index(tree.parts[1])
        return lookup(scope, number_of(name), arg)
    if isinstance(tree, Unary):
        value = direct(tree.operand, lookup)
        return -value if tree.op == "-" else int(not value)
    if isinstance(tree, Call):
        values = [direct(argument, lookup) for argument in tree.arguments]
        if tree.function == "if":
            return values[1] if values[0] else values[2]
        return {"min": min, "max": max, "abs": lambda items: abs(items[0])}[tree.function](values)
    assert isinstance(tree, Binary)
    a, b = direct(tree.left, lookup), direct(tree.right, lookup)
    results = {"+": a + b, "-": a - b, "*": a * b, "/": a // b if b else 0, "and": int(bool(a) and bool(b))}
    results |= {"or": int(bool(a) or bool(b)), "=": int(a == b), "!=": int(a != b), "<": int(a < b)}
    results |= {"<=": int(a <= b), ">": int(a > b), ">=": int(a >= b)}
    return results[tree.op]


@given(st.one_of(NUMBERS.map(lambda t: (t, AMOUNT)), CONDITIONS.map(lambda t: (t, CONDITION))), LOOKUPS)
def test_programs_mean_what_their_trees_mean(case, values):
    text, context = case

    def lookup(scope, number, arg):
        value = values.get((scope, number, arg), number)
        return value & 1 if QUANTITIES[number].kind == "bool" else value

    try:
        words = compile_expression(text, context)
    except DslError as error:
        assert "too large" in error.message or "levels" in error.message or "longer" in error.message
        return
    assert evaluate(words, lookup) == direct(parse_expression(text), lookup)
    assert all(-(2**63) <= word < 2**63 for word in words)
