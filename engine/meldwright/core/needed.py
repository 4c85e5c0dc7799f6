"""Deadwood where a hand must have certain melds before others count, and hands that must show certain melds.

`R.needs` is a contract: alternatives, each a list of parts in order. With the first k parts of one only the cards of
those k melds are not deadwood, with all of them every meld counts; the player has the best of all these ways.
"""

import numpy as np

from . import parts
from ._jit import lowest_bit, njit
from .fill import NONE, ONE, has
from .search import FAR, list_templates, search

UNKNOWN = 1 << 29  # deadwood after a discard that the search had no time for
# cost of an arrangement that is to be shown: deadwood, then cards left, then melds
PER_POINT, PER_CARD, PER_MELD = 1 << 16, 1 << 8, 1


@njit
def _search(r, w, hand, mask, per_point, per_card, per_meld, best, target, keep):
    """Least cost below `best`, as `search.search` counts it, by all the ways of R.needs; see there."""
    total = np.int64(0)
    m = mask
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        total += (np.int64(r.points[k]) * per_point + per_card) * np.int64(hand[k])
    if total < best:
        best = total
        w.a_left = mask
        if keep:
            w.arr_n = 0
            for k in range(w.arr_left.shape[0]):
                w.arr_left[k] = hand[k]
    for b in range(r.needs.bundles_n):
        for k in range(1, r.needs.parts_n[b] + 1):
            if best <= target:
                break
            parts.use_parts(w, r.needs, b, k, k < r.needs.parts_n[b])
            list_templates(r, w, hand, mask, True)
            best = search(r, w, mask, per_point, per_card, per_meld, best, target, keep)
    parts.no_parts(w)
    return best


@njit
def _without(r, w, hand, mask, k, best, target):
    """Least deadwood of the hand without one card of kind k."""
    hand[k] -= 1
    found = _search(r, w, hand, mask if hand[k] else mask & ~(ONE << np.uint64(k)), 1, 0, 0, best, target, False)
    hand[k] += 1
    return found


@njit
def least_deadwood(r, w, hand, mask):
    """See `arrange.least_deadwood`."""
    return _search(r, w, hand, mask, 1, 0, 0, FAR, -1, False)


@njit
def deadwood_by_discard(r, w, hand, mask):
    """See `arrange.deadwood_by_discard`."""
    hits = w.budget_hits
    least = _search(r, w, hand, mask, 1, 0, 0, FAR, -1, False)
    left = w.a_left
    m = mask
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        w.deadwood_after[k] = least - r.points[k]  # as in `arrange`: it holds whatever melds a hand must have
        if not has(left, k):
            given_up = w.budget_hits > hits
            w.deadwood_after[k] = UNKNOWN if given_up else _without(r, w, hand, mask, k, FAR, least - r.points[k])


@njit
def can_reach(r, w, hand, mask, limit, barred):
    """See `arrange.can_reach`."""
    hits = w.budget_hits
    m = mask & ~barred
    while m != NONE and w.budget_hits == hits:
        k = lowest_bit(m)
        m &= m - ONE
        if _without(r, w, hand, mask, k, limit + 1, limit) <= limit:
            return True
    return False


@njit
def best_arrangement(r, w, hand, mask):
    """See `arrange.best_arrangement`."""
    least = _search(r, w, hand, mask, PER_POINT, 0, 0, FAR, -1, True)
    _search(r, w, hand, mask, PER_POINT, PER_CARD, PER_MELD, least + PER_POINT, -1, True)


@njit
def has_melds(r, g, w, contract, p, hand, mask, limit):
    """Can a hand be arranged with all the melds of a contract and at most `limit` points left over?

    The melds of player p on the table count among them.
    """
    for b in range(contract.bundles_n):
        parts.use_parts(w, contract, b, contract.parts_n[b], False)
        for i in range(g.melds_n):
            if g.melds[i].owner == p:
                w.m_serves[w.m_start] = parts.serves(r, w, np.int64(g.melds[i].template), np.int64(g.melds[i].n))
                w.m_start += 1
        list_templates(r, w, hand, mask, True)
        found = search(r, w, mask, 1, 0, 0, limit + 1, limit, False)
        parts.no_parts(w)
        if found <= limit:
            return True
    return False
