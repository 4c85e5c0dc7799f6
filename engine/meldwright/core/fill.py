"""What the cards at hand can fill: the places of a template, and its limits on wilds."""

import numpy as np

from ._jit import bit_count, lowest_bit, njit
from .constants import LINE

NONE = np.uint64(0)
ONE = np.uint64(1)


@njit
def has(mask, k):
    """Is kind k in the mask?"""
    return (mask >> np.uint64(k)) & ONE != NONE


@njit
def wilds_ok(r, t, n, wilds):
    """May a meld of template t with n cards hold so many wilds?"""
    return (r.profiles[r.t_profile[t]].allowed[n] >> np.uint32(wilds)) & np.uint32(1) != np.uint32(0)


@njit
def fillable(r, w, t, there):
    """At least as many as the places of template t that the kinds in `there` can fill as naturals."""
    have = 0
    if r.t_kind[t] == LINE:
        if r.t_plain[t] and bit_count(r.t_mask[t]) == r.t_n[t]:
            return bit_count(there)
        for s in range(r.t_n[t]):
            if there & r.t_slot[t, s] != NONE:
                have += 1
        return have
    if r.t_dup[t] == 1:
        return bit_count(there)
    while there != NONE:
        have += min(np.int64(r.t_dup[t]), np.int64(w.a_count[lowest_bit(there)]))
        there &= there - ONE
    return have


@njit
def wilds_possible(r, t, naturals, wilds):
    """Is there a size of template t with an allowed number of wilds, given at most so many naturals and wilds?"""
    for n in range(r.t_n[t], min(np.int64(r.t_max[t]), naturals + wilds) + 1):
        allowed = np.int64(r.profiles[r.t_profile[t]].allowed[n])
        need = max(0, n - naturals)
        if (allowed >> need) & ((2 << (wilds - need)) - 1) != 0:
            return True
    return False
