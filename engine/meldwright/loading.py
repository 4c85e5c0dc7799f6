"""Lazy bridges of the façade: a ruleset by name, its tables, and the compiled core (which imports numba)."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from .tables import Names

if TYPE_CHECKING:
    from .ruleset.model import Ruleset


def ruleset_of(ruleset: Ruleset | str) -> Ruleset:
    """The ruleset itself, or the one of that name or path. Raises RulesetError."""
    if isinstance(ruleset, str):
        from .ruleset.model import load_ruleset

        return load_ruleset(ruleset)
    return ruleset


def names_for(ruleset: Ruleset, players: int | None) -> Names:
    """The tables of a ruleset for a number of players (by default the fewest), compiled once. Raises ValueError."""
    from .compile import compile_tables

    number = ruleset.players.least if players is None else players
    kept: dict[int, Names] = ruleset.__dict__.setdefault("_tables", {})  # beside the fields: a ruleset never changes
    if number not in kept:
        kept[number] = compile_tables(ruleset, number)
    return kept[number]


@lru_cache(maxsize=1)
def core_step() -> Any:
    """The functions of the core that the façade calls; the first call may compile the engine."""
    from .lab import cache

    cache.announce("core")

    from .core import arrange, call, candidates, deal, hands, step, table
    from .core._jit import as_entry

    functions = {
        "start": deal.start,
        "hand_out": deal.hand_out,
        "clear": deal.clear,
        "seat_players": deal.seat_players,
        "legal_moves": step.legal_moves,
        "apply_move": step.apply_move,
        "list_melds": candidates.list_melds,
        "realise": candidates.realise,
        "accepts": table.accepts,
        "barred": hands.barred,
        "may_lay_off_now": call.may_lay_off,
        "least_deadwood": arrange.least_deadwood,
        "deadwood_by_discard": arrange.deadwood_by_discard,
        "best_arrangement": arrange.best_arrangement,
    }
    return SimpleNamespace(**{name: as_entry(function) for name, function in functions.items()})
