"""Lint rules about conditions and amounts: what they speak of, and rows of a scoring table that do nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from meldwright.core.constants import PROGRAMS
from meldwright.patterns.names import Context, Type
from meldwright.patterns.programs import compile_call, compile_expression, split_limit
from meldwright.patterns.tree import Binary, Expr, Name, Number, Unary
from meldwright.patterns.tree import Call as Function

from .lint_calls import never_called
from .linter import Linter, Path
from .rules import Call, Expression, Row

DEAL_WIDE = ("caller", "winner", "lowest", "highest")
CODE_WORDS = 4000  # the engine has room for 4,096 words of compiled expressions, some of them its own


def lint_scoring(lint: Linter) -> None:
    """All rules about expressions and rows."""
    rules = lint.ruleset
    plain = Context(suits=rules.deck.suits, ranks=rules.deck.ranks, calls=_call_names(lint), expected="condition")
    words = 0
    for call in rules.turn.call:
        words += _call(lint, call, plain)
    own = _context(plain, scopes=("self",))
    may_i, buy = rules.claim.may_i, rules.match.buy_back
    for when in (rules.deal.void_when, rules.turn.draw.discard_when, None if may_i is None else may_i.when):
        words += _checked(lint, when, own)
    words += _checked(lint, None if buy is None else buy.chips, own.expecting("number"))
    for path, rows in ((("scoring",), rules.scoring), (("match", "final"), rules.match.final)):
        for row in rows:
            words += _row(lint, row, plain)
            if lint.sound("scoring", "match", "turn"):
                _idle_keys(lint, row, (*path, row.name), rows)
    if words > CODE_WORDS:
        lint.error("too-many-rows", "the conditions and amounts are too long for the engine", ("scoring",))
    if len(lint.programs) >= PROGRAMS:
        message = f"the conditions and amounts are too many for the engine: {len(lint.programs)}, of {PROGRAMS - 1}"
        lint.error("too-many-rows", message, ("scoring",), ("match", "final"))
    if not lint.faulty and not any(d.severity == "error" for d in lint.findings.found):
        never_called(lint, plain)
        _never_fires(lint)
        _upcard(lint)
        _unscored(lint)
        _boxes(lint)


def _call_names(lint: Linter) -> tuple[str, ...]:
    """The calls of the ruleset, those that cannot be read too; in a part of a ruleset whatever is spoken of."""
    calls = lint.written.get("turn", "call")
    named = tuple(calls.value) if calls is not None and isinstance(calls.value, dict) else ()
    if not lint.sound():  # the parent or the game is not known
        text = json.dumps(lint.written.plain())
        named += tuple(re.findall(r"\bcalled\.(\w+)", text, re.IGNORECASE))
    return tuple(dict.fromkeys((*lint.ruleset.calls, *named)))


def _context(
    base: Context,
    expected: Type = "condition",
    player: bool = True,
    payer: bool = False,
    scopes: tuple[str, ...] | None = None,
) -> Context:
    return Context(base.suits, base.ranks, base.calls, payer, expected, player, scopes)


def _checked(lint: Linter, expression: Expression | None, context: Context) -> int:
    """Check an expression against what it may speak of; returns the words of its program."""
    if expression is None or _about_a_lost_deck(lint, expression):
        return 0
    program = lint.findings.attempt(
        "bad-expression", lambda: compile_expression(expression.tree, context), expression.at
    )
    lint.programs.add(tuple(program or ()))
    return len(program or ())


def _about_a_lost_deck(lint: Linter, expression: Expression) -> bool:
    """Does it compare with ranks or suits that are not known, because the deck has errors?"""
    words = ("upcard_suit", "upcard_rank")
    return not lint.sound("deck") and any(name.parts[-1].lower() in words for name in _names(expression.tree))


def _call(lint: Linter, call: Call, plain: Context) -> int:
    words = 0
    if call.when is not None:
        when = call.when
        own = _context(plain, scopes=("self",))
        found = lint.findings.attempt("bad-expression", lambda: compile_call(when.tree, own), when.at)
        programs = () if found is None else (found.limit, found.rest, found.after)
        words += sum(len(program or ()) for program in programs)
        lint.programs.update(tuple(program) for program in programs if program)
        rest = split_limit(when.tree)[1] if found is not None else None
        for name in _names(rest):
            if name.parts[-1].lower() == "deadwood" and call.discard and not call.leaves:
                message = "the deadwood left after a call can only be limited: `deadwood <= ...`, joined by `and`"
                lint.findings.error("bad-expression", message, when.at(name.start, name.end))
    if isinstance(call.lay_off, Expression):
        words += _checked(lint, call.lay_off, _context(plain, scopes=("self", "caller")))
    return words


def _row(lint: Linter, row: Row, plain: Context) -> int:
    """The expressions of a row. A condition and a factor hold for the deal, an amount is for one recipient."""
    deal = _context(plain, player=False, scopes=DEAL_WIDE)
    words = _checked(lint, row.when, deal)
    if row.to is None or row.gives.startswith("multiply"):
        return words + _checked(lint, row.amount, deal.expecting("number"))
    if row.to.group == "pot" and row.payers is None:  # out of nothing: it is nobody's
        return words + _checked(lint, row.amount, deal.expecting("number"))
    words += _checked(lint, row.amount, _context(plain, "number", payer=row.payers not in (None, "pot")))
    words += _checked(lint, row.to.measure, _context(plain, "number"))
    return words + _checked(lint, row.leaves_out, _context(plain))


def _idle_keys(lint: Linter, row: Row, path: Path, rows: tuple[Row, ...]) -> None:
    """Keys of a row that change nothing."""
    if row.gives.startswith("multiply"):
        for key in ("to", "from", "except", "shared", "multiplied"):
            lint.no_effect((*path, key), "a factor counts for the whole table of rows")
        return
    group = row.to.group if row.to is not None else "winner"
    if group not in ("lowest", "highest"):
        lint.no_effect((*path, "except"), "it settles ties among the lowest or highest")
    if group in ("winner", "caller"):
        lint.no_effect((*path, "shared"), "only one player gets it")
    if not lint.ruleset.turn.call:
        for key, word in (("to", group), ("from", row.payers)):
            if word == "caller":
                message = f'the row "{row.name}" is about a caller, but there is no call (turn.call)'
                lint.warning("never-fires", message, (*path, key))
    factor = "multiply_boxes" if row.gives == "boxes" else "multiply"
    if row.gives != "chips" and not any(other.gives == factor for other in rows):
        lint.no_effect((*path, "multiplied"), f"no row has the key {factor}")


# --- conditions that cannot hold --------------------------------------------------------------------------------------
def _never_fires(lint: Linter) -> None:
    """Rows whose condition cannot hold in this game."""
    known = _impossible(lint)
    for row in lint.ruleset.scoring:
        if row.when is not None and _truth(row.when.tree, known) is False:
            message = f'the row "{row.name}" never counts: its condition cannot hold in this game'
            lint.findings.add("warning", "never-fires", message, row.when.at(0, len(row.when.text)))


def _upcard(lint: Linter) -> None:
    """A limit that speaks of an upcard that is never there."""
    deal = lint.ruleset.deal
    if deal.upcard or deal.second_pack_upcard:
        return
    for call in lint.ruleset.turn.call:
        for name in _names(call.when.tree if call.when else None):
            if name.parts[-1].lower() == "upcard_value" and call.when is not None:
                message = "there is no upcard (deal.upcard, deal.second_pack_upcard), so its value is 0"
                lint.findings.add("warning", "no-upcard", message, call.when.at(name.start, name.end))


def _impossible(lint: Linter) -> dict[str, bool]:
    """What can be told of a deal of this game before it is played."""
    turn, deal = lint.ruleset.turn, lint.ruleset.deal
    known: dict[str, bool] = {}
    if turn.meld is None:
        known |= {"went_out": False, "one_turn_out": False}
    if not turn.call:
        known["called"] = False
    if not deal.upcard and not deal.second_pack_upcard:
        known |= {"upcard_suit": False, "upcard_rank": False}
    return known


def _unscored(lint: Linter) -> None:
    """Ways to win a deal for which no row counts."""
    turn = lint.ruleset.turn
    endings = ["went_out"] if turn.meld is not None else []
    endings += [f"called.{call.name}" for call in turn.call]
    for ending in endings:
        known = {"went_out": False, "called": False, "stock_out": False, "stalemate": False}
        known |= {f"called.{call.name}": False for call in turn.call}
        known[ending] = True
        if ending != "went_out":
            known |= {"called": True, "one_turn_out": False}
        if not any(_may_count(row, known) for row in lint.ruleset.scoring if row.gives in ("points", "boxes", "chips")):
            said = "a player goes out" if ending == "went_out" else f"the call {ending.partition('.')[2]} is made"
            lint.warning("unscored-end", f"no row of the scoring counts when {said}", ("scoring",))


def _may_count(row: Row, known: dict[str, bool]) -> bool:
    return row.when is None or _truth(row.when.tree, known) is not False


def _truth(tree: Expr, known: dict[str, bool]) -> bool | None:
    """Whether a condition holds as far as `known` tells; None where it does not."""
    if isinstance(tree, Name):
        name = ".".join(tree.parts).lower()
        if name.startswith("called.") and known.get("called") is False:
            return False
        return known.get(name)
    if isinstance(tree, Unary) and tree.op == "not":
        inner = _truth(tree.operand, known)
        return None if inner is None else not inner
    if not isinstance(tree, Binary):
        return None
    if tree.op in ("and", "or"):
        sides = (_truth(tree.left, known), _truth(tree.right, known))
        decisive = tree.op == "or"
        if decisive in sides:
            return decisive
        return None if None in sides else not decisive
    return _compared(tree, known)


def _compared(tree: Binary, known: dict[str, bool]) -> bool | None:
    """Comparisons of fixed numbers, and of an upcard that is never there."""
    if isinstance(tree.left, Number) and isinstance(tree.right, Number):
        a, b = tree.left.value, tree.right.value
        return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}.get(tree.op)
    for side in (tree.left, tree.right):
        if tree.op == "=" and isinstance(side, Name) and known.get(side.parts[-1].lower()) is False:
            return False
    return None


def _boxes(lint: Linter) -> None:
    """Boxes count only when the final reckoning speaks of them."""
    rules = lint.ruleset
    used = any(
        name.parts[-1].lower() == "boxes"
        for row in (*rules.match.final, *rules.scoring)
        for expression in (row.when, row.amount, row.to.measure if row.to else None)
        for name in _names(expression.tree if expression else None)
    )
    given = [row for row in rules.scoring if row.gives == "boxes"]
    for row in given:
        if not used:
            lint.no_effect(("scoring", row.name, "boxes"), "no row of match.final speaks of boxes")
    for row in rules.match.final:
        for key in ("boxes", "multiply_boxes"):
            if row.gives == key:
                lint.no_effect(("match", "final", row.name, key), "the match is over: a final row gives points")
    for row in rules.scoring:
        if row.gives == "multiply_boxes" and not given:
            lint.no_effect(("scoring", row.name, "multiply_boxes"), "no row gives boxes")


def _names(tree: Expr | None) -> Iterator[Name]:
    """All names in an expression."""
    if isinstance(tree, Name):
        yield tree
    elif isinstance(tree, Unary):
        yield from _names(tree.operand)
    elif isinstance(tree, Function):
        for argument in tree.arguments:
            yield from _names(argument)
    elif isinstance(tree, Binary):
        yield from _names(tree.left)
        yield from _names(tree.right)
