"""A fixed batch of arrangements as a list of numbers: run compiled and interpreted, the lists must be equal."""

from __future__ import annotations

import random

import arranging as arrange
import numpy as np
import tables_builder as tb

from meldwright.core import state


def numbers() -> list[int]:
    """Results of every search, and the nodes they took, for a few hands of every spec."""
    work = state.empty_work()
    out: list[int] = []
    for spec in tb.SPECS.values():
        r = tb.build(spec)
        rng = random.Random(4)
        for i in range(2):
            cards = tb.random_hand(spec, rng, 8, i % 2 > 0)
            hand, mask = spec.hand(cards)
            out.append(int(arrange.least_deadwood(r, work, hand, mask)))
            arrange.deadwood_by_discard(r, work, hand, mask)
            out += [int(work.deadwood_after[kind]) for kind in cards]
            out.append(int(arrange.can_reach(r, work, hand, mask, 15, np.uint64(1 << cards[0]))))
            arrange.best_arrangement(r, work, hand, mask)
            out += [int(work.arr_template[m]) for m in range(work.arr_n)]
            out.append(int(work.nodes))
    return out


def main() -> None:
    """Print the numbers."""
    print(*numbers())
