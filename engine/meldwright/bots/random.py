"""A player who picks any legal move with equal chance."""

import numpy as np

from ..core._jit import njit


@njit
def choose(n, dice):
    """Index of one of n moves. `dice`: one 64-bit number, the state of a generator that is not the game's own."""
    dice[0] += np.uint64(0x9E3779B97F4A7C15)
    x = dice[0]
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return np.int64(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))
