"""Deadwood where a hand must have certain melds before others count, and hands that must show certain melds.

`R.needs` is a contract: alternatives, each a list of parts in order. With the first k parts of one only the cards of
those k melds are not deadwood, with all of them every meld counts; the player has the best of all these ways.
"""

import numpy as np

from . import parts
from ._jit import lowest_bit, njit
from .fill import NONE, ONE, has
from .search import FAR, list_templates, search, search_without

UNKNOWN = 1 << 29  # deadwood after a discard that the search had no time for
# cost of an arrangement that is to be shown: deadwood, then cards left, then melds
BY_CARD = 1 << 20  # cost of a card left over where cards count before points
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
            if best <= target or not _list_way(r, w, hand, mask, b, k):
                break
            best = search(r, w, mask, per_point, per_card, per_meld, best, target, keep)
    parts.no_parts(w)
    return best


@njit
def _list_way(r, w, hand, mask, b, k):
    """Prepare the search for arrangements with the first k parts of alternative b; False if there can be none."""
    parts.use_parts(w, r.needs, b, k, k < r.needs.parts_n[b])
    list_templates(r, w, hand, mask, True)
    return w.cand_n > 0


@njit
def least_deadwood(r, w, hand, mask):
    """See `arrange.least_deadwood`."""
    return _search(r, w, hand, mask, 1, 0, 0, FAR, -1, False)


@njit
def fewest_left(r, w, hand, mask):
    """The cost of `arrange.fewest_left`: cards before points."""
    return _search(r, w, hand, mask, 1, BY_CARD, 0, FAR, -1, False)


@njit
def deadwood_by_discard(r, w, hand, mask):
    """See `arrange.deadwood_by_discard`."""
    hits = w.budget_hits
    least = _search(r, w, hand, mask, 1, 0, 0, FAR, -1, False)
    open_kinds = mask & ~w.a_left  # a card loose in a best arrangement leaves so much less, whatever melds are needed
    total = np.int64(0)
    m = mask
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        total += np.int64(r.points[k]) * np.int64(hand[k])
        w.deadwood_after[k] = least - r.points[k]
    m = open_kinds
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        w.deadwood_after[k] = total - r.points[k]
    for b in range(r.needs.bundles_n):
        for way in range(1, r.needs.parts_n[b] + 1):
            if open_kinds == NONE or not _list_way(r, w, hand, mask, b, way):
                break
            m = open_kinds
            while m != NONE:
                k = lowest_bit(m)
                m &= m - ONE
                goal = least - np.int64(r.points[k])
                if w.budget_hits > hits:  # as in `arrange`: one search that gives up is enough
                    w.deadwood_after[k] = UNKNOWN
                elif w.deadwood_after[k] > goal:
                    w.deadwood_after[k] = search_without(r, w, mask, k, np.int64(w.deadwood_after[k]), goal)
    parts.no_parts(w)


@njit
def can_reach(r, w, hand, mask, limit, barred):
    """See `arrange.can_reach`."""
    hits = w.budget_hits
    total = np.int64(0)
    dearest = np.int64(0)
    m = mask
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        total += np.int64(r.points[k]) * np.int64(hand[k])
        if not has(barred, k):
            dearest = max(dearest, np.int64(r.points[k]))
    if mask & ~barred == NONE:
        return False
    found = total - dearest <= limit
    for b in range(r.needs.bundles_n):
        for way in range(1, r.needs.parts_n[b] + 1):
            if found or not _list_way(r, w, hand, mask, b, way):
                break
            m = mask & ~barred
            while m != NONE and not found and w.budget_hits == hits:
                k = lowest_bit(m)
                m &= m - ONE
                found = search_without(r, w, mask, k, limit + 1, limit) <= limit
    parts.no_parts(w)
    return found


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
