"""Playing chunks of games on all cores: what `simulate` and `compare` have in common."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ..loading import core_step
from . import cache
from .columns import BOTS, STUCK, WIDTH
from .totals import Rows

if TYPE_CHECKING:
    from ..ruleset.model import Ruleset

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Called now and then with (games finished, games in all)."""

CHUNK_SECONDS = 0.1  # how long a chunk should take: short enough for a smooth progress bar and a prompt Ctrl-C
CHUNK_MOST = 4096
SEEDS = 2**64
DEFAULT_DEALS = 1000
DEFAULT_SEED = 1
DEFAULT_BOT = "greedy"


@dataclass(frozen=True)
class Plan:
    """What is to be played, checked: everything but the ruleset itself."""

    players: int
    games: int
    matches: bool
    seed: int
    bots: tuple[str, ...]  # one per seat
    threads: int


def plan(
    ruleset: Ruleset,
    *,
    players: int | None,
    deals: int | None,
    matches: int | None,
    seed: int,
    bots: Sequence[str] | str,
    threads: int | None,
) -> Plan:
    """Check what the caller asked for and fill in the defaults.

    Raises:
        ValueError: a number or a name that makes no sense, said in a sentence.
    """
    allowed = ruleset.players
    if players is None:
        players = allowed.least
    if players not in allowed:
        raise ValueError(f"{ruleset.name} is for {allowed} players, not {players}")
    if deals is not None and matches is not None:
        raise ValueError("give deals or matches, not both")
    games = matches if matches is not None else DEFAULT_DEALS if deals is None else deals
    if games < 1:
        raise ValueError(f"at least one {'deal' if matches is None else 'match'} must be played, not {games}")
    if not 0 <= seed < SEEDS:
        raise ValueError(f"the seed must be a whole number from 0 to 2^64 - 1, not {seed}")
    if threads is None:
        threads = available_cores()
    if threads < 1:
        raise ValueError(f"at least one thread is needed, not {threads}")
    threads = min(threads, games, available_cores())  # more would only wait
    return Plan(players, games, matches is not None, seed, seat_bots(bots, players), threads)


def seat_bots(bots: Sequence[str] | str, players: int) -> tuple[str, ...]:
    """The bot of each seat: one name stands for every seat, otherwise one name per seat is needed."""
    names = tuple(name.strip() for name in (bots.split(",") if isinstance(bots, str) else bots))
    for name in names:
        if name not in BOTS:
            raise ValueError(f"there is no bot {name!r}; known are {', '.join(BOTS)}")
    if len(names) == 1:
        return names * players
    if len(names) != players:
        raise ValueError(f"{len(names)} bots for {players} players: name one for all seats, or one per seat")
    return names


def available_cores() -> int:
    """Cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass
class Played:
    """The rows of a chunk, and what the searches had to give up while playing it."""

    rows: Rows
    budget_hits: int
    overflowed: int
    hardest: int  # choices of the longest search


class Tables:
    """A compiled ruleset, ready to be played in chunks from any number of threads."""

    def __init__(self, ruleset: Ruleset, plan: Plan) -> None:
        cache.prepare()
        from ..compile import compile_tables

        self.plan = plan
        self._rules = compile_tables(ruleset, plan.players).tables
        self._bots = np.array([BOTS.index(name) for name in plan.bots], np.int64)
        self._own = threading.local()

    def play(self, first: int, count: int) -> Played:
        """Play `count` games from number `first` on."""
        from .kernel import play_chunk

        game, work, dice = self._scratch()
        rows = np.zeros((count, WIDTH), np.int64)
        hits, overflow = int(work.budget_hits), int(work.overflow)
        work.nodes_worst = 0
        seed = np.uint64(self.plan.seed)
        with np.errstate(over="ignore"):  # for interpreted runs: 64-bit arithmetic wraps around
            play_chunk(self._rules, game, work, seed, first, self._bots, int(self.plan.matches), dice, rows)
        if rows[:, STUCK].any():
            number = first + int(np.flatnonzero(rows[:, STUCK])[0])
            raise RuntimeError(f"no legal move in game {number} (seed {self.plan.seed}): a bug of the engine")
        return Played(rows, int(work.budget_hits) - hits, int(work.overflow) - overflow, int(work.nodes_worst))

    def warm_up(self) -> float:
        """Compile, or load, the kernel; seconds that one game takes, roughly."""
        core_step()  # compiles what is not compiled yet, and says so
        cache.first_run(lambda: self.play(0, 1))
        count = min(4, self.plan.games)
        began = time.perf_counter()
        self.play(0, count)
        return max(1e-7, (time.perf_counter() - began) / count)

    def _scratch(self) -> tuple[Any, Any, Any]:
        """This thread's records: a game, working space and the bots' generator."""
        if not hasattr(self._own, "records"):
            from ..core.state import empty_games, empty_work

            self._own.records = (empty_games(1)[0], empty_work(), np.zeros(1, np.uint64))
        records: tuple[Any, Any, Any] = self._own.records
        return records


def in_chunks(
    work: Callable[[int, int], T], plan: Plan, seconds_per_game: float, progress: Progress | None = None
) -> Iterator[T]:
    """The results of `work(first, count)` over all games of the plan, in the order of the games.

    The size of a chunk follows the speed of the game. That may differ from run to run and changes no result, because
    everything kept of a chunk is a sum of whole numbers.
    """
    size = max(1, min(CHUNK_MOST, int(CHUNK_SECONDS / seconds_per_game), -(-plan.games // plan.threads)))
    chunks = ((first, min(size, plan.games - first)) for first in range(0, plan.games, size))
    pool = ThreadPoolExecutor(plan.threads, thread_name_prefix="meldwright")
    waiting: deque[tuple[int, Future[T]]] = deque()
    done = 0
    try:
        for first, count in chunks:
            waiting.append((count, pool.submit(work, first, count)))
            if len(waiting) >= 3 * plan.threads:
                count, future = waiting.popleft()
                yield future.result()
                done += count
                if progress:
                    progress(done, plan.games)
        while waiting:
            count, future = waiting.popleft()
            yield future.result()
            done += count
            if progress:
                progress(done, plan.games)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def loaded(ruleset: Ruleset | str | Path, overlays: Sequence[str | Path], sets: Sequence[str]) -> Ruleset:
    """The ruleset itself, or the one of this name or file with the overlays and settings applied.

    Raises:
        RulesetError: the ruleset has errors.
        ValueError: overlays or settings for a ruleset that is loaded already.
    """
    if isinstance(ruleset, str | Path):
        from ..ruleset.model import load_ruleset

        return load_ruleset(ruleset, overlays=tuple(overlays), sets=tuple(sets))
    if overlays or sets:
        raise ValueError("overlays and settings are applied when a ruleset is loaded: give its name or file")
    return ruleset
