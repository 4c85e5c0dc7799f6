"""Adding results up: whole numbers only, so that the order of adding can never change a sum."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..core.constants import CALLS, ENDINGS
from . import columns as c

Rows = NDArray[np.int64]


@dataclass
class Totals:
    """What is kept of any number of games; its size does not grow with them."""

    players: int
    games: int = 0
    decisions: int = 0
    turns: int = 0
    turns_squared: int = 0
    deals: int = 0
    offered: int = 0
    stuck: int = 0
    longest: int = 0
    stopped: int = 0
    claimed: int = 0
    draws: int = 0
    endings: list[int] = field(default_factory=lambda: [0] * len(ENDINGS))
    calls: list[int] = field(default_factory=lambda: [0] * CALLS)
    wins: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    scores_squared: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    starter_wins: int = 0
    starter_scores: int = 0
    winner_scores: int = 0
    spread: int = 0
    spread_squared: int = 0
    histogram: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    budget_hits: int = 0
    overflowed: int = 0
    hardest: int = 0

    def __post_init__(self) -> None:
        for name in ("wins", "scores", "scores_squared", "starts"):
            if not getattr(self, name):
                setattr(self, name, [0] * self.players)

    def add(self, other: Totals) -> None:
        """Add the totals of other games of the same kind."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if name in ("players", "longest", "hardest"):
                setattr(self, name, max(mine, value))
            elif isinstance(value, list):
                setattr(self, name, [x + y for x, y in zip(mine, value, strict=True)])
            elif isinstance(value, np.ndarray):
                setattr(self, name, add_padded(mine, value))
            else:
                setattr(self, name, mine + value)


def add_padded(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sum of two histograms of any lengths."""
    if len(a) < len(b):
        a, b = b, a
    total = a.copy()
    total[: len(b)] += b
    return total


def summarize(rows: Rows, players: int, matches: bool) -> Totals:
    """Totals of the games in `rows`; the histogram counts turns per deal, or deals per match."""
    scores = rows[:, c.SCORE : c.SCORE + players]
    winner = rows[:, c.WINNER]
    starter = rows[:, c.STARTER]
    won = winner >= 0
    index = np.arange(len(rows))
    spread = scores.max(axis=1) - scores.min(axis=1)
    turns = rows[:, c.TURNS]
    return Totals(
        players=players,
        games=len(rows),
        decisions=int(rows[:, c.DECISIONS].sum()),
        turns=int(turns.sum()),
        turns_squared=int((turns * turns).sum()),
        deals=int(rows[:, c.DEALS].sum()),
        offered=int(rows[:, c.OFFERED].sum()),
        stuck=int(rows[:, c.STUCK].sum()),
        longest=int(rows[:, c.LONGEST].max()),
        stopped=int(rows[:, c.STOPPED].sum()),
        claimed=int(rows[:, c.CLAIMED].sum()),
        draws=int((~won).sum()),
        endings=[int(x) for x in rows[:, c.ENDED : c.CALLED].sum(axis=0)],
        calls=[int(x) for x in rows[:, c.CALLED : c.SCORE].sum(axis=0)],
        wins=[int(x) for x in np.bincount(winner[won], minlength=players)[:players]],
        scores=[int(x) for x in scores.sum(axis=0)],
        scores_squared=[int(x) for x in (scores * scores).sum(axis=0)],
        starts=[int(x) for x in np.bincount(starter, minlength=players)[:players]],
        starter_wins=int((winner == starter).sum()),
        starter_scores=int(scores[index, starter].sum()),
        winner_scores=int(scores[index[won], winner[won]].sum()),
        spread=int(spread.sum()),
        spread_squared=int((spread * spread).sum()),
        histogram=np.bincount(rows[:, c.DEALS] if matches else turns).astype(np.int64),
    )


def quantile(histogram: NDArray[np.int64], share: float) -> int:
    """Least value that at least this share of the counted observations do not exceed; 0 of nothing."""
    total = int(histogram.sum())
    if total == 0:
        return 0
    return int(np.searchsorted(np.cumsum(histogram), share * total, side="left"))
