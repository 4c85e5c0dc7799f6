"""The searches of `core.arrange`, callable from tests: one compiled function for all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from meldwright.core import arrange, needed, state
from meldwright.core._jit import entry

LEAST, BY_DISCARD, REACH, BEST, MELDS = range(5)
GAME = state.empty_games(1)[0]  # an empty table


@entry
def search(which, r, g, w, hand, mask, limit, barred):  # type: ignore[no-untyped-def]
    """One of the searches; the number it returns, or 0."""
    if which == LEAST:
        return np.int64(arrange.least_deadwood(r, w, hand, mask))
    if which == REACH:
        return np.int64(arrange.can_reach(r, w, hand, mask, limit, barred))
    if which == MELDS:
        return np.int64(needed.has_melds(r, g, w, r.calls[0].melds, 0, hand, mask, limit))
    if which == BY_DISCARD:
        arrange.deadwood_by_discard(r, w, hand, mask)
    else:
        arrange.best_arrangement(r, w, hand, mask)
    return np.int64(0)


def least_deadwood(r: Any, w: Any, hand: np.ndarray, mask: np.uint64) -> int:
    return int(search(LEAST, r, GAME, w, hand, mask, 0, np.uint64(0)))


def deadwood_by_discard(r: Any, w: Any, hand: np.ndarray, mask: np.uint64) -> None:
    search(BY_DISCARD, r, GAME, w, hand, mask, 0, np.uint64(0))


def can_reach(r: Any, w: Any, hand: np.ndarray, mask: np.uint64, limit: int, barred: np.uint64) -> bool:
    return bool(search(REACH, r, GAME, w, hand, mask, limit, barred))


def best_arrangement(r: Any, w: Any, hand: np.ndarray, mask: np.uint64) -> None:
    search(BEST, r, GAME, w, hand, mask, 0, np.uint64(0))


def has_melds(r: Any, w: Any, hand: np.ndarray, mask: np.uint64, limit: int) -> bool:
    return bool(search(MELDS, r, GAME, w, hand, mask, limit, np.uint64(0)))
