"""What a meld on the table accepts: growth at an end, limits on wilds, swaps."""

import numpy as np

from ._jit import bit_count, njit
from .hands import ONE
from .constants import HIGH, LINE, LOW, POOL


@njit
def wilds_allowed(r, t, n, wilds):
    """May a meld of template t with n cards hold so many wilds?"""
    return (r.profiles[r.t_profile[t]].allowed[n] >> np.uint32(wilds)) & np.uint32(1)


@njit
def in_mask(mask, k):
    """Is kind k in the mask?"""
    return (mask >> np.uint64(k)) & ONE != np.uint64(0)


@njit
def natural_count(m, k):
    """How many cards of kind k stand in the meld as natural cards."""
    count = 0
    for s in range(m.n):
        if m.card[s] == k and (m.wilds >> np.uint32(s)) & np.uint32(1) == np.uint32(0):
            count += 1
    return count


@njit
def grown(r, t, n, end):
    """The template that a meld (template t, n cards) becomes by one more card at that end; -1 if it cannot grow."""
    if r.t_kind[t] == LINE:
        if end == HIGH:
            return r.t_up[t]
        if end == LOW:
            down = r.t_down[t]
            up = r.t_up[t]
            # a circle closed from below or above is the same meld: offered once, at the high end
            if down >= 0 and up >= 0 and r.t_slot[down, 0] == r.t_slot[up, n] and r.t_down[up] < 0 and r.t_up[down] < 0:
                return -1
            return down
        return -1
    if end == POOL and n < r.t_max[t]:
        return t
    return -1


@njit
def accepts(r, m, end, k, as_wild):
    """The template that table meld m becomes when a card of kind k is added at that end; -1 if it does not fit."""
    t = np.int64(m.template)
    n = np.int64(m.n)
    u = grown(r, t, n, end)
    if u < 0:
        return -1
    wilds = bit_count(np.uint64(m.wilds))
    if as_wild:
        if not in_mask(r.wild_mask, k) or not wilds_allowed(r, u, n + 1, wilds + 1):
            return -1
        if r.profiles[r.t_profile[u]].apart and end != POOL:
            edge = n - 1 if end == HIGH else 0
            if (m.wilds >> np.uint32(edge)) & np.uint32(1) != np.uint32(0):
                return -1
        return u
    if not wilds_allowed(r, u, n + 1, wilds):
        return -1
    if end == POOL:
        if not in_mask(r.t_mask[u], k) or natural_count(m, k) >= r.t_dup[u]:
            return -1
        return u
    slot = r.t_slot[u, n] if end == HIGH else r.t_slot[u, 0]
    if in_mask(slot & ~r.never_natural, k):
        return u
    return -1


@njit
def fits(r, m, k):
    """Does a card of kind k fit table meld m anywhere, as itself or as a wild?"""
    for end in range(3):
        if accepts(r, m, end, k, False) >= 0 or accepts(r, m, end, k, True) >= 0:
            return True
    return False


@njit
def fits_any(r, g, k):
    """Does a card of kind k fit any meld on the table?"""
    for i in range(g.melds_n):
        if fits(r, g.melds[i], k):
            return True
    return False


@njit
def add_card(m, u, end, k, as_wild):
    """Put a card on table meld m, which becomes template u."""
    n = np.int64(m.n)
    if end == LOW:
        for s in range(n, 0, -1):
            m.card[s] = m.card[s - 1]
        m.wilds = m.wilds << np.uint32(1)
        at = 0
    else:
        at = n
    m.card[at] = k
    if as_wild:
        m.wilds |= np.uint32(1) << np.uint32(at)
    m.n = n + 1
    m.template = u
