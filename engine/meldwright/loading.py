"""Lazy bridges of the façade: a ruleset by name, its tables, and the compiled core (which imports numba)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from .arguments import shown
from .tables import Names

if TYPE_CHECKING:
    from .ruleset.model import Ruleset


def ruleset_of(ruleset: Ruleset | str | Path) -> Ruleset:
    """The ruleset itself, or the one of that name or path. Raises RulesetError, TypeError."""
    from .ruleset.model import Ruleset, load_ruleset

    if isinstance(ruleset, Ruleset):
        return ruleset
    if not isinstance(ruleset, str | Path):
        raise TypeError(f"ruleset: expected a Ruleset or the name or path of one, not {shown(ruleset)}")
    return load_ruleset(ruleset)


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
    from .core import arrange, call, candidates, deal, expression, hands, step, table
    from .core._jit import as_entry
    from .lab import cache

    functions = {
        "start": deal.start,
        "begin_deal": deal.begin_deal,
        "clear": deal.clear,
        "seat_players": deal.seat_players,
        "shuffle": deal.shuffle,
        "legal_moves": step.legal_moves,
        "apply_move": step.apply_move,
        "list_melds": candidates.list_melds,
        "realise": candidates.realise,
        "accepts": table.accepts,
        "barred": hands.barred,
        "may_lay_off_now": call.may_lay_off,
        "holds": expression.holds,
        "least_deadwood": arrange.least_deadwood,
        "deadwood_by_discard": arrange.deadwood_by_discard,
        "best_arrangement": arrange.best_arrangement,
    }
    core = SimpleNamespace(**{name: as_entry(function) for name, function in functions.items()})
    if not cache.is_compiled():
        cache.first_run(lambda: compile_all(core))
    return core


def compile_all(core: Any) -> None:
    """Call every function that Python calls once, on a small game: what is compiled together is compiled once.

    The inner functions are not kept between processes, only what the entries made of them; compiled one by one, in
    several processes, they would be worked out anew each time.
    """
    import numpy as np

    from .core import state as s
    from .lab.columns import WIDTH
    from .lab.kernel import play_chunk

    names = names_for(ruleset_of("gin-rummy"), None)
    r, tables = names.rules, names.tables
    game, work = s.empty_games(1)[0], s.empty_work()
    core.start(tables, game, work, s.u8(1), 0)
    core.legal_moves(tables, game, work)
    core.apply_move(tables, game, work, int(work.moves[0]))
    hand, mask = game.hand[0], game.mask[0]
    core.list_melds(r, work, hand, mask)
    core.realise(r, work, 0, 0)
    core.barred(r, game, 0)
    core.least_deadwood(r, work, hand, mask)
    core.deadwood_by_discard(r, work, hand, mask)
    core.best_arrangement(r, work, hand, mask)
    core.accepts(r, game.melds[0], s.LOW, 0, False)
    game.call = 0
    core.may_lay_off_now(r, game, work, 0)
    core.holds(r, game, work, r.discard_when, 0)
    core.clear(r, game)
    core.seat_players(r, game)
    core.shuffle(r, game)
    core.begin_deal(tables, game, work)
    rows = np.zeros((1, WIDTH), np.int64)
    play_chunk(tables, game, work, s.u8(1), 0, np.zeros(2, np.int64), 0, np.zeros(1, np.uint64), rows)
