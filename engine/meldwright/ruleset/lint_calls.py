"""Lint rule about calls that can never be made."""

from __future__ import annotations

from collections.abc import Iterator

from meldwright.patterns.names import Context
from meldwright.patterns.programs import compile_call, evaluate
from meldwright.patterns.tree import Binary, Expr

from .linter import Linter
from .rules import Call, Expression


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
