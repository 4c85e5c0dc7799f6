"""Melds that an arrangement must have: which of them the melds made so far can be, and whether the rest still can.

A part is a set of types of meld and a range of sizes; every part needs a meld of its own. Who may be what is a
matching of melds and parts, and its size is told by Hall's condition over the sets of parts, of which there are few.
"""

import numpy as np

from ._jit import bit_count, njit
from .fill import NONE, fillable, wilds_possible


@njit
def use_parts(w, contract, b, k, only):
    """From now on searches are for arrangements with the first k parts of alternative b; `only`: and no other meld."""
    w.p_n = k
    w.p_only = only
    w.m_start = 0
    for i in range(k):
        w.p_types[i] = contract.types[b, i]
        w.p_least[i] = contract.least[b, i]
        w.p_most[i] = contract.most[b, i]


@njit
def no_parts(w):
    """From now on any arrangement will do."""
    w.p_n = 0
    w.p_only = 0
    w.m_start = 0


@njit
def is_type(r, w, i, t):
    """Is template t of a type that part i asks for?"""
    return (w.p_types[i] >> np.uint32(r.t_type[t])) & np.uint32(1) != np.uint32(0)


@njit
def serves(r, w, t, n):
    """The parts that a meld of n cards of template t may be, as bits."""
    out = 0
    for i in range(w.p_n):
        if is_type(r, w, i, t) and w.p_least[i] <= n <= w.p_most[i]:
            out |= 1 << i
    return out


@njit
def wanted(r, w, t):
    """Is there a part that a meld of template t could be?"""
    for i in range(w.p_n):
        if is_type(r, w, i, t):
            return True
    return False


@njit
def _serving(w, melds, parts):
    """How many of the melds made so far may be one of these parts."""
    n = 0
    for j in range(melds):
        if w.m_serves[j] & parts:
            n += 1
    return n


@njit
def matched(w, melds):
    """Most parts that the melds made so far can be at once."""
    everything = (1 << np.int64(w.p_n)) - 1
    best = np.int64(w.p_n)
    for some in range(1, everything + 1):
        have = np.int64(w.p_n) - bit_count(np.uint64(some)) + _serving(w, melds, some)
        best = min(best, have)
    return best


@njit
def possible(r, w, g):
    """Can the parts still be had, by the melds made so far and what the cards not decided on could become?"""
    melds = np.int64(g.melds)
    live = g.have & g.open
    lacking = (1 << np.int64(w.p_n)) - 1
    for c in range(w.cand_n):
        t = np.int64(w.cand_template[c])
        now = serves_any_size(r, w, t, lacking)
        if now and _may_become(r, w, g, t, live):
            lacking &= ~now
            if lacking == 0:
                return True
    some = lacking  # the parts that no meld still to come can be: each needs one of its own that is there
    while some > 0:
        if _serving(w, melds, some) < bit_count(np.uint64(some)):
            return False
        some = (some - 1) & lacking
    return True


@njit
def serves_any_size(r, w, t, parts):
    """Which of these parts a meld of template t may be, whatever sizes it takes."""
    out = 0
    for i in range(w.p_n):
        if (parts >> i) & 1 and is_type(r, w, i, t) and w.p_least[i] <= r.t_max[t] and w.p_most[i] >= r.t_n[t]:
            out |= 1 << i
    return out


@njit
def _may_become(r, w, g, t, live):
    """Could the cards left still make a meld of template t?"""
    there = live & r.t_mask[t]
    wilds = np.int64(g.wilds_left)
    if there == NONE and wilds == 0:
        return False
    naturals = fillable(r, w, t, there)
    return naturals + wilds >= r.t_n[t] and wilds_possible(r, t, naturals, wilds)
