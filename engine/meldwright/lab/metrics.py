"""What `compare` compares: each metric is a ratio of two sums over games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..core.constants import E_LIMIT, E_NONE, ENDINGS
from . import columns as c
from .totals import Rows

Column = NDArray[np.int64]


@dataclass(frozen=True)
class Metric:
    """A figure of a ruleset. `share`: it is a part of a whole, shown in percent. `columns` gives (numerator,
    denominator) of every game."""

    name: str
    label: str
    share: bool
    columns: Callable[[Rows], tuple[Column, Column]]


def metrics(players: int, matches: bool, bots: tuple[str, ...], calls: tuple[str, ...]) -> tuple[Metric, ...]:
    """The metrics of games with so many players; `calls` are the calls that both rulesets know."""
    game = "match" if matches else "deal"
    out = [
        Metric("turns_per_deal", "turns per deal", False, lambda r: (r[:, c.TURNS], r[:, c.DEALS])),
        Metric("decisions_per_deal", "decisions per deal", False, lambda r: (r[:, c.DECISIONS], r[:, c.DEALS])),
        Metric("moves_per_decision", "moves to choose from", False, lambda r: (r[:, c.OFFERED], r[:, c.DECISIONS])),
        Metric("claims_per_deal", "claims per deal", False, lambda r: (r[:, c.CLAIMED], r[:, c.DEALS])),
        Metric("starter_win_rate", f"{game}es won by the first player" if matches else "deals won by the first player",
               True, lambda r: per_game(r[:, c.WINNER] == r[:, c.STARTER])),
        Metric("draw_rate", "matches without a single winner" if matches else "deals without a winner", True,
               lambda r: per_game(r[:, c.WINNER] < 0)),
        Metric("winner_score", "points of the winner", False, lambda r: _winner_score(r, players)),
        Metric("score_spread", "points between best and worst", False, lambda r: _spread(r, players)),
    ]  # fmt: skip
    if matches:
        out.append(Metric("deals_per_match", "deals per match", False, lambda r: (r[:, c.DEALS], ones(r))))
    for bot in dict.fromkeys(bots) if len(set(bots)) > 1 else ():
        seats = np.array([p for p, name in enumerate(bots) if name == bot])
        out.append(Metric(f"win_rate_{bot}", f"{game}es won by {bot}" if matches else f"deals won by {bot}", True,
                          lambda r, seats=seats: per_game(np.isin(r[:, c.WINNER], seats))))  # type: ignore[misc]  # fmt: skip
    for i, name in enumerate(ENDINGS):
        if i != E_NONE:
            out.append(_ending(i, name))
    return tuple(out + [_called(i, name) for i, name in enumerate(calls) if len(calls) > 1])


def ones(rows: Rows) -> Column:
    """A denominator of one for every game."""
    return np.ones(len(rows), np.int64)


def per_game(happened: NDArray[np.bool_]) -> tuple[Column, Column]:
    """A share of the games."""
    return happened.astype(np.int64), np.ones(len(happened), np.int64)


def _ending(number: int, name: str) -> Metric:
    label = "stalemates" if number == E_LIMIT else f"deals ended: {name}"
    key = "stalemate_rate" if number == E_LIMIT else f"ended_{name.replace(' ', '_')}"
    return Metric(key, label, True, lambda r: (r[:, c.ENDED + number], r[:, c.DEALS]))


def _called(number: int, name: str) -> Metric:
    label = f"deals ended: {name.replace('_', ' ')} (call)"
    return Metric(f"called_{name}", label, True, lambda r: (r[:, c.CALLED + number], r[:, c.DEALS]))


def _winner_score(rows: Rows, players: int) -> tuple[Column, Column]:
    winner = rows[:, c.WINNER]
    won = winner >= 0
    score = rows[np.arange(len(rows)), c.SCORE + np.maximum(winner, 0)]
    return np.where(won, score, 0), won.astype(np.int64)


def _spread(rows: Rows, players: int) -> tuple[Column, Column]:
    scores = rows[:, c.SCORE : c.SCORE + players]
    return scores.max(axis=1) - scores.min(axis=1), ones(rows)
