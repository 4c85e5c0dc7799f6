"""`simulate`: play many deals or matches of a ruleset and measure them."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._version import __version__
from ..core.constants import E_LIMIT, E_NONE, ENDINGS
from .runner import DEFAULT_BOT, DEFAULT_SEED, Plan, Played, Progress, Tables, in_chunks, loaded, plan
from .statistics import mean_interval, wilson
from .totals import Totals, quantile, summarize

if TYPE_CHECKING:
    from ..ruleset.model import Ruleset


@dataclass(frozen=True)
class Seat:
    """How one seat, or whoever played first, fared: wins, their share with a 95 % interval, mean points a game."""

    seat: int | None  # from 0; None: the player who played first, whichever seat that was
    bot: str | None
    wins: int
    win_rate: float
    win_rate_ci95: tuple[float, float]
    mean_score: float
    score_sd: float | None = None  # standard deviation of the points a game


@dataclass(frozen=True)
class Result:
    """What was played and what came of it.

    A *game* is a deal, or a match when whole matches were played. `seconds` is wall-clock time without compiling.
    The dealer moves on by one seat per game, so every seat plays first equally often.
    """

    ruleset: str
    name: str
    overrides: str  # the overlays and settings, as the command line takes them
    version: str
    behavior: int
    players: int
    deals: int
    matches: int  # 0 when single deals were played
    seed: int
    bots: tuple[str, ...]
    threads: int
    decisions: int
    turns: int
    seconds: float
    deals_per_second: float
    decisions_per_second: float
    endings: dict[str, int]  # deals by how they ended
    calls: dict[str, int]  # deals ended by each call of the ruleset
    stalemates: int  # deals stopped by the bound on turns, and matches by the bound on deals
    stopped_matches: int  # of these, the matches
    draws: int  # games nobody won, or several shared
    turns_per_deal: float
    turns_per_deal_ci95: tuple[float, float] | None  # for single deals
    turns_quantiles: dict[str, int] | None  # for single deals: 10, 50 and 90 % of the deals are no longer than this
    longest_deal: int
    claims_per_deal: float  # discards taken out of turn (May I)
    deals_per_match: float | None
    moves_per_decision: float  # mean number of moves to choose from
    score_spread: float  # mean distance between the best and the worst score of a game
    winner_score: float | None  # mean points of the winner; None if nobody ever won
    seats: tuple[Seat, ...]
    starter: Seat
    budget_hits: int  # searches for the best arrangement cut short
    overflowed: int  # lists of moves cut short
    first_deals_only: bool  # single deals of a match whose deals differ: only its first deal was played
    hardest_search: int  # choices tried in the longest search; one with 300,000 is cut short

    def to_dict(self) -> dict[str, Any]:
        """Plain data, in the order of the fields."""
        return asdict(self)

    def to_json(self, indent: int | None = 2) -> str:
        """The result as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)


def simulate(
    ruleset: Ruleset | str | Path,
    *,
    players: int | None = None,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = DEFAULT_SEED,
    bots: Sequence[str] | str = DEFAULT_BOT,
    threads: int | None = None,
    overlays: Sequence[str | Path] = (),
    sets: Sequence[str] = (),
    progress: Progress | None = None,
) -> Result:
    """Play `deals` single deals (1000 unless told) or `matches` whole matches.

    `bots` is one name for every seat or one per seat ("random", "greedy"). The same ruleset, players, seed and bots
    give the same result, but for the times, on any number of threads.

    Raises:
        RulesetError: the ruleset has errors.
        ValueError: an argument makes no sense; the text says which and why.
    """
    rules = loaded(ruleset, overlays, sets)
    order = plan(rules, players=players, deals=deals, matches=matches, seed=seed, bots=bots, threads=threads)
    tables = Tables(rules, order)
    pace = tables.warm_up()

    def work(first: int, count: int) -> Totals:
        return summed(tables.play(first, count), order)

    totals = Totals(order.players)
    began = time.perf_counter()
    for part in in_chunks(work, order, pace, progress):
        totals.add(part)
    seconds = time.perf_counter() - began
    return result(rules, order, totals, seconds)


def summed(played: Played, order: Plan) -> Totals:
    """Totals of a chunk."""
    totals = summarize(played.rows, order.players, order.matches)
    totals.budget_hits = played.budget_hits
    totals.hardest = played.hardest
    totals.overflowed = played.overflowed
    return totals


def result(rules: Ruleset, order: Plan, totals: Totals, seconds: float) -> Result:
    """The result that the totals amount to."""
    n = totals.games
    single = not order.matches
    endings = {name: totals.endings[i] for i, name in enumerate(ENDINGS) if i != E_NONE}
    interval = mean_interval(totals.turns, totals.turns_squared, n) if single and n > 1 else None
    wins = sum(totals.wins)
    return Result(
        ruleset=rules.id,
        name=rules.name,
        overrides=rules.described.removeprefix(rules.id).strip(),
        version=__version__,
        behavior=rules.behavior,
        players=order.players,
        deals=totals.deals,
        matches=0 if single else n,
        seed=order.seed,
        bots=order.bots,
        threads=order.threads,
        decisions=totals.decisions,
        turns=totals.turns,
        seconds=seconds,
        deals_per_second=totals.deals / seconds,
        decisions_per_second=totals.decisions / seconds,
        endings=endings,
        calls={call.name: totals.calls[i] for i, call in enumerate(rules.turn.call)},
        stalemates=totals.endings[E_LIMIT] + totals.stopped,
        stopped_matches=totals.stopped,
        draws=totals.draws,
        turns_per_deal=totals.turns / totals.deals,
        turns_per_deal_ci95=interval,
        turns_quantiles={str(q): quantile(totals.histogram, q / 100) for q in (10, 50, 90)} if single else None,
        longest_deal=totals.longest,
        claims_per_deal=totals.claimed / totals.deals,
        deals_per_match=None if single else totals.deals / n,
        moves_per_decision=totals.offered / max(1, totals.decisions),
        score_spread=totals.spread / n,
        winner_score=totals.winner_scores / wins if wins else None,
        seats=tuple(_seat(totals, order, p) for p in range(order.players)),
        starter=Seat(
            None, None, totals.starter_wins, totals.starter_wins / n, wilson(totals.starter_wins, n),
            totals.starter_scores / n,
        ),
        budget_hits=totals.budget_hits,
        first_deals_only=single and bool(rules.deals),
        hardest_search=totals.hardest,
        overflowed=totals.overflowed,
    )  # fmt: skip


def _seat(totals: Totals, order: Plan, p: int) -> Seat:
    n, wins, total = totals.games, totals.wins[p], totals.scores[p]
    deviation = math.sqrt(max(0, n * totals.scores_squared[p] - total * total)) / n
    return Seat(p, order.bots[p], wins, wins / n, wilson(wins, n), total / n, deviation)
