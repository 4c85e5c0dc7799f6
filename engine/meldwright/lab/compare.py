"""`compare`: two rulesets on the same shuffles, and what can be said about the difference."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._version import __version__
from .metrics import Metric, metrics
from .runner import DEFAULT_BOT, DEFAULT_SEED, Plan, Progress, Tables, in_chunks, loaded, plan
from .statistics import Difference, holm, paired_ratio
from .totals import Rows

if TYPE_CHECKING:
    from ..ruleset.model import Ruleset

# figures that follow from others and are not worth a place in the sentence
MINOR = {"decisions_per_deal", "moves_per_decision", "score_spread"}
SAID_MOST = 4  # differences named in the sentence

# keys that describe a ruleset, and keys that only count from one deal to the next
DESCRIPTIVE = {"meldwright", "name", "aliases", "family", "status", "status_reason", "summary", "sources", "variant",
               "omitted", "behavior", "extends", "overlay", "applies_to", "id"}  # fmt: skip
BETWEEN_DEALS = ("match", "deal.next_dealer", "deal.no_winner_dealer", "limits.deals")

ENOUGH_GAMES = 30  # fewer pairs than this decide nothing: the intervals lean on the normal distribution


@dataclass(frozen=True)
class Row:
    """One metric under both rulesets. Shares are parts of one; `saved` is the part of the variance that playing the
    same shuffles took away; `decided` allows for how many metrics are looked at. None: it never came up."""

    name: str
    label: str
    share: bool
    a: float | None
    b: float | None
    difference: float | None
    ci95: tuple[float, float] | None
    saved: float | None
    decided: bool


@dataclass(frozen=True)
class Comparison:
    """What was played and how the rulesets differ: every difference is b's figure minus a's, with a 95 % interval."""

    a: str
    b: str
    version: str
    players: int
    games: int
    matches: bool  # whole matches were played, not single deals
    seed: int
    bots: tuple[str, ...]
    threads: int
    seconds: float
    different_games: int  # games that did not go the same way under both
    metrics: tuple[Row, ...]
    budget_hits: int
    overflowed: int
    first_deals_only: bool  # single deals of matches whose deals differ: only the first deal was played
    verdict: str

    def to_dict(self) -> dict[str, Any]:
        """Plain data, in the order of the fields."""
        return asdict(self)

    def to_json(self, indent: int | None = 2) -> str:
        """The comparison as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)


@dataclass
class _Sums:
    """Of every metric the sums of (numerator a, denominator a, numerator b, denominator b) and of their products."""

    sums: list[list[int]]
    products: list[list[list[int]]]
    different: int = 0
    budget_hits: int = 0
    overflowed: int = 0

    def add(self, other: _Sums) -> None:
        for m, sums in enumerate(other.sums):
            for i in range(4):
                self.sums[m][i] += sums[i]
                for j in range(4):
                    self.products[m][i][j] += other.products[m][i][j]
        self.different += other.different
        self.budget_hits += other.budget_hits
        self.overflowed += other.overflowed


def compare(
    a: Ruleset | str | Path,
    b: Ruleset | str | Path,
    *,
    players: int | None = None,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = DEFAULT_SEED,
    bots: Sequence[str] | str = DEFAULT_BOT,
    threads: int | None = None,
    overlays: tuple[Sequence[str | Path], Sequence[str | Path]] = ((), ()),
    sets: tuple[Sequence[str], Sequence[str]] = ((), ()),
    progress: Progress | None = None,
) -> Comparison:
    """Play the same games (seeds, seats, bots) under both rulesets; `overlays` and `sets` are a pair, for a and for b.

    Raises:
        RulesetError: a ruleset has errors.
        ValueError: an argument makes no sense, or no number of players suits both.
    """
    rules = (loaded(a, overlays[0], sets[0]), loaded(b, overlays[1], sets[1]))
    if players is None:
        both = [n for n in rules[0].players if n in rules[1].players]
        if not both:
            raise ValueError(f"no number of players suits both: {rules[0].players} and {rules[1].players}")
        players = both[0]
    orders = [
        plan(r, players=players, deals=deals, matches=matches, seed=seed, bots=bots, threads=threads) for r in rules
    ]
    order = orders[0]
    tables = (Tables(rules[0], order), Tables(rules[1], order))
    pace = tables[0].warm_up() + tables[1].warm_up()
    calls = rules[0].calls if rules[0].calls == rules[1].calls else ()
    chosen = metrics(players, order.matches, order.bots, calls)

    def work(first: int, count: int) -> _Sums:
        played = (tables[0].play(first, count), tables[1].play(first, count))
        sums = _summed(chosen, played[0].rows, played[1].rows)
        sums.budget_hits = played[0].budget_hits + played[1].budget_hits
        sums.overflowed = played[0].overflowed + played[1].overflowed
        return sums

    total = _Sums([[0] * 4 for _ in chosen], [[[0] * 4 for _ in range(4)] for _ in chosen])
    began = time.perf_counter()
    for part in in_chunks(work, order, pace, progress):
        total.add(part)
    seconds = time.perf_counter() - began
    return _comparison(rules, order, chosen, total, seconds)


def _summed(chosen: tuple[Metric, ...], a: Rows, b: Rows) -> _Sums:
    sums, products = [], []
    for metric in chosen:
        columns = np.stack([*metric.columns(a), *metric.columns(b)])
        sums.append([int(x) for x in columns.sum(axis=1)])
        products.append([[int(x) for x in line] for line in columns @ columns.T])
    return _Sums(sums, products, int((a != b).any(axis=1).sum()))


def _comparison(
    rules: tuple[Ruleset, Ruleset], order: Plan, chosen: tuple[Metric, ...], total: _Sums, seconds: float
) -> Comparison:
    found = [
        paired_ratio(order.games, tuple(sums), tuple(tuple(line) for line in products))
        for sums, products in zip(total.sums, total.products, strict=True)
    ]
    enough = order.games >= ENOUGH_GAMES
    decided = holm([d.p if d and enough and not _never(d) else math.nan for d in found])
    rows = tuple(
        _row(metric, difference, sure and difference is not None and difference.difference != 0)
        for metric, difference, sure in zip(chosen, found, decided, strict=True)
        if difference is None or not _never(difference)
    )
    draft = Comparison(
        a=rules[0].described, b=rules[1].described, version=__version__, players=order.players, games=order.games,
        matches=order.matches, seed=order.seed, bots=order.bots, threads=order.threads, seconds=seconds,
        different_games=total.different, metrics=rows, budget_hits=total.budget_hits, overflowed=total.overflowed,
        first_deals_only=not order.matches and any(bool(r.deals) for r in rules), verdict="",
    )  # fmt: skip
    return replace(draft, verdict=verdict(draft, differing(rules[0].node.plain(), rules[1].node.plain())))


def differing(a: Any, b: Any, path: str = "") -> list[str]:
    """Dotted paths of the keys that two rulesets say differently, without those that only describe them."""
    a, b = ({} if x is None and isinstance(y, dict) else x for x, y in ((a, b), (b, a)))
    if not isinstance(a, dict) or not isinstance(b, dict):
        return [] if a == b else [path]
    keys = [key for key in dict.fromkeys((*a, *b)) if path or key not in DESCRIPTIVE]
    return [p for key in keys for p in differing(a.get(key), b.get(key), f"{path}.{key}" if path else key)]


def _unseen(path: str) -> bool:
    """Can single deals not show a difference here?"""
    return any(path == key or path.startswith(f"{key}.") for key in BETWEEN_DEALS)


def _never(difference: Difference) -> bool:
    """Is it a share that is 0 under both, such as an ending the games do not have?"""
    return difference.a == 0 and difference.b == 0


def _row(metric: Metric, d: Difference | None, decided: bool) -> Row:
    if d is None:
        return Row(metric.name, metric.label, metric.share, None, None, None, None, None, False)
    known = not math.isnan(d.error)
    return Row(
        metric.name, metric.label, metric.share, d.a, d.b, d.difference, d.interval if known else None,
        d.saved if known else None, decided,
    )  # fmt: skip


def verdict(c: Comparison, differences: Sequence[str] = ()) -> str:
    """In a sentence or two: what changed, by how much, and what cannot be told yet.

    `differences` are the paths at which the rulesets differ; they tell why nothing may have changed.
    """
    games = f"{c.games} {'match' if c.matches else 'deal'}" + ("" if c.games == 1 else "es" if c.matches else "s")
    if c.different_games == 0:
        text = f"Nothing changed: all {games} went the same way under both rulesets."
        if differences and not c.matches and all(map(_unseen, differences)):
            text += f" They differ only in {_listed(differences)}, which single deals cannot show; try --matches."
        return text
    said = [row for row in c.metrics if row.decided and row.name not in MINOR] or [r for r in c.metrics if r.decided]
    more = sum(row.decided for row in c.metrics) - len(said[:SAID_MOST])
    unsure = [row.label for row in c.metrics if not row.decided and row.difference != 0]
    if said:
        text = f"Under {c.b}: " + "; ".join(change(row) for row in said[:SAID_MOST])
        text += f"; {more} more in the table." if more else "."
    else:
        text = f"{c.different_games} of {games} went differently, but no difference is certain yet."
    if unsure:
        text += f" Cannot be told yet after {games}: " + ", ".join(unsure) + "."
    return text


def _listed(paths: Sequence[str]) -> str:
    return ", ".join(paths[:SAID_MOST]) + (f" and {len(paths) - SAID_MOST} more" if len(paths) > SAID_MOST else "")


def change(row: Row) -> str:
    """The difference of a metric in words: `turns per deal fall by 3.2 ± 0.4 (from 58.0 to 54.8)`."""
    assert row.difference is not None and row.ci95 is not None and row.a is not None and row.b is not None
    scale = 100 if row.share else 1
    half = (row.ci95[1] - row.ci95[0]) / 2 * scale
    size = abs(row.difference) * scale
    digits = _digits(half or size)
    unit = " points" if row.share else ""
    percent = " %" if row.share else ""
    way = "up" if row.difference > 0 else "down"
    return (
        f"{row.label} {way} by {size:.{digits}f} ± {half:.{digits}f}{unit}"
        f" (from {row.a * scale:.{digits}f} to {row.b * scale:.{digits}f}{percent})"
    )


def _digits(half: float) -> int:
    """Digits after the point that are worth showing for a number known to within `half`."""
    return max(0, min(6, 1 - math.floor(math.log10(half)))) if half > 0 else 2
