"""Lint rules about calls: what cannot be played, what has no effect, calls that can never be made."""

from __future__ import annotations

import re
from collections.abc import Iterator

from meldwright.patterns.names import Context
from meldwright.patterns.programs import compile_call, evaluate
from meldwright.patterns.tree import Binary, Expr

from .linter import Linter, Path
from .rules import Call, Expression


def lint_calls(lint: Linter) -> None:
    """Contradictions within a call, and between calls and the rest of the turn."""
    for call in lint.ruleset.turn.call:
        _showing(lint, call)
        _leaving(lint, call)
        _last_turn(lint, call)
    _needs(lint)


def _key(call: Call, key: str) -> Path:
    return ("turn", "call", call.name, key)


def _showing(lint: Linter, call: Call) -> None:
    if call.show == "best" and not call.leaves:
        reason = "hands are arranged at once (show: best); use show: moves"
        lint.no_effect(_key(call, "lay_off"), reason, _key(call, "show"))
    if call.when is None and call.melds is None and call.first_turn and not call.leaves:
        lint.no_effect(_key(call, "wrong"), "the call has no condition (when, melds), so it is never wrong")


def _leaving(lint: Linter, call: Call) -> None:
    if not call.leaves:
        lint.no_effect(_key(call, "cards"), "nobody leaves the deal by this call (leaves)")
        return
    for key in ("show", "lay_off", "last_turn", "melds", "wrong"):
        reason = "who leaves the deal shows nothing" if key != "wrong" else "who leaves the deal is never wrong"
        lint.no_effect(_key(call, key), reason, _key(call, "leaves"))
    written = lint.ruleset.node.get(*_key(call, "discard"))
    if written is not None and written.plain() is True:
        message = f"`turn.call.{call.name}.discard` has no effect: who leaves the deal throws no card"
        lint.warning("no-effect", message, _key(call, "discard"), _key(call, "leaves"))


def _last_turn(lint: Linter, call: Call) -> None:
    turn = lint.ruleset.turn
    if call.last_turn != "none" and turn.meld is not None and not call.leaves:
        message = "nobody can go out in the last turn after a call, but melds are laid on the table (turn.meld)"
        lint.error("contradiction", message, _key(call, "last_turn"), ("turn", "meld"))


def _needs(lint: Linter) -> None:
    """Deadwood that counts only with certain melds."""
    rules, path = lint.ruleset, ("deadwood", "needs")
    if rules.deadwood.needs is None:
        return
    if rules.turn.meld is not None:
        message = "the needed melds are looked for in the hand, but melds are laid on the table (turn.meld)"
        lint.error("contradiction", message, path, ("turn", "meld"))
    for call in rules.turn.call:
        if call.show == "moves" and not call.leaves:
            message = "where certain melds are needed, hands are arranged at once (show: best)"
            lint.error("contradiction", message, path, _key(call, "show"))
    texts = [call.when for call in rules.turn.call]
    for row in (*rules.scoring, *rules.match.final):
        texts += [row.when, row.amount, row.leaves_out, None if row.to is None else row.to.measure]
    if not any(text is not None and _counts_deadwood(text) for text in texts):
        lint.no_effect(path, "no call and no row of the scoring speaks of deadwood or loose_cards")


def _counts_deadwood(expression: Expression) -> bool:
    return any(word in ("deadwood", "loose_cards") for word in re.findall(r"\w+", expression.text.lower()))


def never_called(lint: Linter, context: Context) -> None:
    """Warn of calls whose condition fails whatever happens. The expressions must be free of errors."""
    negative = any((v.points or 0) < 0 for v in lint.ruleset.values)  # then deadwood itself can be below 0
    for call in lint.ruleset.turn.call:
        if call.when is None:
            continue
        for part in _conjuncts(call.when.tree):
            found = compile_call(part, context)
            limit, rest = (None if p is None else _fixed(p) for p in (found.limit, found.rest))
            if limit is not None and limit < 0 and not negative:
                _warn(
                    lint, call, call.when, part, f"it asks for deadwood of at most {limit}, and that is never below 0"
                )
            elif rest == 0:
                _warn(lint, call, call.when, part, "this never holds")


def _warn(lint: Linter, call: Call, when: Expression, part: Expr, why: str) -> None:
    message = f'the call "{call.name}" can never be made: {why}'
    lint.findings.add("warning", "never-called", message, when.at(part.start, part.end))


def _conjuncts(tree: Expr) -> Iterator[Expr]:
    if isinstance(tree, Binary) and tree.op == "and":
        yield from _conjuncts(tree.left)
        yield from _conjuncts(tree.right)
    else:
        yield tree


def _fixed(program: list[int]) -> int | None:
    """The value of a program that asks nothing of the game; None for the others."""

    def unknown(scope: int, number: int, argument: int) -> int:
        raise LookupError

    try:
        return evaluate(program, unknown)
    except LookupError:
        return None
