"""How long it takes to arrange a hand: microseconds per hand, beside OpenSpiel's `min_deadwood` where installed.

    python bench/arrange.py

Gin hands of ten and eleven cards, random and clustered in a few neighbouring ranks, and hands of two packs with
jokers. Our times are of a compiled loop; OpenSpiel's include its call from Python, about one microsecond.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "engine"), str(ROOT / "tests" / "core")]

import numpy as np  # noqa: E402
import tables_builder as tb  # noqa: E402

from meldwright.core import arrange, state  # noqa: E402
from meldwright.core._jit import entry  # noqa: E402

HANDS = 4000
CASES = (("gin", 10, False), ("gin", 11, False), ("gin", 11, True), ("viennese", 11, False), ("viennese", 11, True))


@entry
def least(r, w, hands, masks):  # type: ignore[no-untyped-def]
    total = 0
    for i in range(hands.shape[0]):
        total += arrange.least_deadwood(r, w, hands[i], masks[i])
    return total


@entry
def by_discard(r, w, hands, masks):  # type: ignore[no-untyped-def]
    for i in range(hands.shape[0]):
        arrange.deadwood_by_discard(r, w, hands[i], masks[i])


@entry
def reach(r, w, hands, masks):  # type: ignore[no-untyped-def]
    total = 0
    for i in range(hands.shape[0]):
        total += arrange.can_reach(r, w, hands[i], masks[i], 10, np.uint64(0))
    return total


@entry
def best(r, w, hands, masks):  # type: ignore[no-untyped-def]
    for i in range(hands.shape[0]):
        arrange.best_arrangement(r, w, hands[i], masks[i])


def microseconds(work: Callable[[], Any], hands: int) -> float:
    """Best of several runs, per hand."""
    work()
    times = []
    for _ in range(10):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times) / hands * 1e6


def openspiel() -> Callable[[list[list[int]]], float] | None:
    """A function that times OpenSpiel's `min_deadwood` on hands of kinds, or None."""
    try:
        import pyspiel
    except ImportError:
        return None
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    cards = [utils.card_int(name.replace("10", "T")[0] + name[-1].lower()) for name in tb.GIN.names]

    def timed(hands: list[list[int]]) -> float:
        theirs = [[cards[k] for k in hand] for hand in hands]
        return microseconds(lambda: [utils.min_deadwood(hand) for hand in theirs], len(theirs))

    return timed


def main() -> None:
    """Print a table."""
    peer = openspiel()
    work = state.empty_work()
    print("microseconds a hand              least  by discard  can reach 10  to show   OpenSpiel")
    for name, size, clustered in CASES:
        spec = tb.SPECS[name]
        r = tb.build(spec)
        rng = random.Random(1)
        cards = [tb.random_hand(spec, rng, size, clustered) for _ in range(HANDS)]
        hands = np.array([spec.hand(hand)[0] for hand in cards])
        masks = np.array([spec.hand(hand)[1] for hand in cards])
        ours = [microseconds(partial(f, r, work, hands, masks), HANDS) for f in (least, by_discard, reach, best)]
        theirs = f"{peer(cards[:500]):11.1f}" if peer and name == "gin" else f"{'-':>11}"
        text = f"{name}, {size} cards{', clustered' if clustered else ''}"
        print(f"{text:32s} {ours[0]:5.2f} {ours[1]:11.2f} {ours[2]:13.2f} {ours[3]:8.2f} {theirs}")


if __name__ == "__main__":
    main()
