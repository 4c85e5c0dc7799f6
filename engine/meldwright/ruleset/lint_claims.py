"""Lint rules about discards taken out of turn or under a condition, and about when they become the stock."""

from __future__ import annotations

from .linter import Linter


def lint_claims(lint: Linter) -> None:
    """All rules about who may take discards when, and what becomes of the pile."""
    _may_i(lint)
    turn = lint.ruleset.turn
    if turn.draw.discards == 0:
        reason = "turn.draw.from does not name the discards"
        lint.no_effect(("turn", "draw", "discard_when"), reason, ("turn", "draw", "from"))
    _new_stock(lint)


def _may_i(lint: Linter) -> None:
    turn, path = lint.ruleset.turn, ("claim", "may_i")
    if not turn.draw.stock:
        lint.no_effect(path, "nobody draws from the stock, so nobody else is asked", ("turn", "draw", "from"))
    elif turn.discard is None:
        lint.no_effect(path, "nobody discards (turn.discard is false)", ("turn", "discard"))


def _new_stock(lint: Linter) -> None:
    """Keys about the discards that become the stock."""
    stock = lint.ruleset.stock_out
    path = ("stock_out",)
    if stock.recycle == "none":
        for key in ("turn_over_when", "upcard"):
            lint.no_effect((*path, key), "the discards are not used again (recycle is none)", (*path, "recycle"))
        return
    if stock.recycle == "shuffle":
        lint.no_effect((*path, "upcard"), "it goes with turn_over; see keep_top", (*path, "recycle"))
        return
    if stock.turn_over_when == "at_once":
        reason = "the pile is turned over at once, not by a player who wants to draw"
        lint.no_effect((*path, "take_new_upcard"), reason, (*path, "turn_over_when"))
    if not stock.upcard:
        lint.no_effect((*path, "take_new_upcard"), "no new upcard is turned up", (*path, "upcard"))
