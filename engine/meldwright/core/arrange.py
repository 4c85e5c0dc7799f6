"""Arranging a hand: the split into disjoint melds that leaves the least deadwood.

Two searches, both exact. Hands without wilds and without equal cards, in games whose lines have one kind per slot,
are masks: the melds they hold are listed and disjoint ones combined. Everything else goes through the general search
of `search.py`.

A hand is a row of counts per kind and the mask of the kinds in it. Deadwood is in points.
"""

import numpy as np

from . import needed
from ._jit import bit_count, lowest_bit, njit
from .fill import NONE, ONE, has, wilds_ok
from .needed import BY_CARD, PER_CARD, PER_MELD, PER_POINT, UNKNOWN
from .search import FAR, list_templates, search, search_without

SMALL_POOL = 8  # with more cards of a pool at hand the general search is used: the subsets are too many to list
MOST_LISTED = 48  # the same with more melds at hand: a random hand of 28 cards holds about 19
FEW_LISTED = 20  # the same in a large hand, where more of them could stand side by side: 2**20 ways at most
LARGE = 16  # cards of a large hand


@njit
def least_deadwood(r, w, hand, mask):
    """Least sum of points of the cards left over, over all ways to split the hand into melds."""
    if r.needs.bundles_n:
        return needed.least_deadwood(r, w, hand, mask)
    if _is_plain(r, hand, mask):
        n, _ = _list_plain(r, w, mask)
        if n >= 0:
            return _points(r, mask) - _most_melded(w, mask, n)
    list_templates(r, w, hand, mask, False)
    return search(r, w, mask, 1, 0, 0, FAR, -1, False)


@njit
def fewest_left(r, w, hand, mask):
    """Fewest cards left over, over all ways to split the hand into melds, and the least points of so few."""
    if r.needs.bundles_n > 0:
        cost = needed.fewest_left(r, w, hand, mask)
    else:
        list_templates(r, w, hand, mask, True)
        cost = search(r, w, mask, 1, BY_CARD, 0, FAR, -1, False)
    cards = (cost + BY_CARD // 2) // BY_CARD
    return cards, cost - cards * BY_CARD


@njit
def deadwood_by_discard(r, w, hand, mask):
    """For each kind k of the hand set w.deadwood_after[k]: the least deadwood of the hand without one card of it."""
    if r.needs.bundles_n:
        needed.deadwood_by_discard(r, w, hand, mask)
        return
    if _is_plain(r, hand, mask):
        n, _ = _list_plain(r, w, mask)
        if n >= 0:
            _after_each(r, w, mask, n)
            return
    list_templates(r, w, hand, mask, False)
    hits = w.budget_hits
    least = search(r, w, mask, 1, 0, 0, FAR, -1, False)
    left = w.a_left
    m = mask
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        w.deadwood_after[k] = least - r.points[k]  # no discard leaves less, and one loose in a best arrangement just so
        if not has(left, k):
            # one search that gives up is enough: the cards still to be looked at count as not worth throwing
            given_up = w.budget_hits > hits
            w.deadwood_after[k] = UNKNOWN if given_up else search_without(r, w, mask, k, FAR, least - r.points[k])


@njit
def can_reach(r, w, hand, mask, limit, barred):
    """Is there a kind outside `barred` whose discard leaves at most `limit` points of deadwood?"""
    if not _can_reach(r, w, hand, mask, limit, barred):
        return False
    return r.needs.bundles_n == 0 or needed.can_reach(r, w, hand, mask, limit, barred)


@njit
def _can_reach(r, w, hand, mask, limit, barred):
    """The same when every meld counts."""
    if _is_plain(r, hand, mask):
        n, possible = _list_plain(r, w, mask)
        if n >= 0:
            # cards that stand in no possible meld stay loose, all but the one thrown
            loose, most = _sums(r, hand, mask & ~possible)
            if loose - most > limit:
                return False
            _after_each(r, w, mask, n)
            m = mask & ~barred
            while m != NONE:
                if w.deadwood_after[lowest_bit(m)] <= limit:
                    return True
                m &= m - ONE
            return False
    list_templates(r, w, hand, mask, False)
    stuck = mask & ~w.a_possible
    if w.cand_n > 0:
        stuck &= ~r.wild_mask
    loose, most = _sums(r, hand, stuck)
    if loose - most > limit:
        return False
    _, dearest = _sums(r, hand, mask)
    hits = w.budget_hits
    least = search(r, w, mask, 1, 0, 0, limit + dearest + 1, -1, False)
    if least > limit + dearest:
        return False
    left = w.a_left
    m = mask & ~barred
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        if has(left, k):
            if least - r.points[k] <= limit:
                return True
        elif w.budget_hits == hits and search_without(r, w, mask, k, limit + 1, limit) <= limit:
            return True
    return False


@njit
def best_arrangement(r, w, hand, mask):
    """Fill w.arr_* with the arrangement to show: least deadwood, then fewest cards left, then fewest melds."""
    if r.needs.bundles_n:
        needed.best_arrangement(r, w, hand, mask)
    else:
        list_templates(r, w, hand, mask, True)
        least = search(r, w, mask, PER_POINT, 0, 0, FAR, -1, True)
        search(r, w, mask, PER_POINT, PER_CARD, PER_MELD, least + PER_POINT, -1, True)
    total = np.int64(0)
    for k in range(r.kinds_n):
        total += np.int64(r.points[k]) * np.int64(w.arr_left[k])
    w.arr_deadwood = total


# --- hands that are masks ----------------------------------------------------------------------------------------
@njit
def _sums(r, hand, mask):
    """Points of the cards in the mask, and of the dearest of them."""
    total = np.int64(0)
    dearest = np.int64(0)
    while mask != NONE:
        k = lowest_bit(mask)
        mask &= mask - ONE
        points = np.int64(r.points[k])
        dearest = max(dearest, points)
        total += points * np.int64(hand[k])
    return total, dearest


@njit
def _is_plain(r, hand, mask):
    """Is the mask all there is to the hand: no equal cards, no wilds, lines of single kinds?"""
    if not r.lines_plain or (mask & r.wild_mask) != NONE:
        return False
    if r.single:
        return True
    while mask != NONE:
        if hand[lowest_bit(mask)] != 1:
            return False
        mask &= mask - ONE
    return True


@njit
def _list_plain(r, w, mask):
    """List the melds of single naturals in w.cand_*; their number (-1: too many) and the kinds they touch.

    Lines that can be cut in two are left out: the pieces are listed.
    """
    n = 0
    possible = NONE
    m = mask & r.meld_mask
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        for i in range(r.line_start[k], r.line_start[k + 1]):
            t = np.int64(r.line_list[i])
            while t >= 0 and (mask & r.t_mask[t]) == r.t_mask[t]:
                if r.t_short[t] and r.t_offered[t] and wilds_ok(r, t, np.int64(r.t_n[t]), 0):
                    w.cand_mask[n] = r.t_mask[t]
                    w.cand_points[n] = r.t_points[t]
                    possible |= r.t_mask[t]
                    n += 1
                t = np.int64(r.t_up[t])
    for i in range(r.pools_n):
        t = np.int64(r.pool_list[i])
        there = mask & r.t_mask[t]
        if bit_count(there) < r.t_n[t] or not r.t_offered[t]:
            continue
        if bit_count(there) > SMALL_POOL or n > MOST_LISTED:
            return -1, possible
        part = there
        while part != NONE:
            size = bit_count(part)
            if r.t_n[t] <= size <= r.t_max[t] and wilds_ok(r, t, size, 0):
                w.cand_mask[n] = part
                w.cand_points[n] = _points(r, part)
                possible |= part
                n += 1
            part = (part - ONE) & there
    most = MOST_LISTED if bit_count(mask) <= LARGE else FEW_LISTED
    return (n if n <= most else -1), possible


@njit
def _points(r, mask):
    """Points of one card of each kind in the mask."""
    total = np.int64(0)
    while mask != NONE:
        total += np.int64(r.points[lowest_bit(mask)])
        mask &= mask - ONE
    return total


@njit
def _most_melded(w, mask, n):
    """Most points in disjoint melds out of w.cand_*[:n]."""
    best = np.int64(0)
    value = np.int64(0)
    d = 0
    i = 0
    while True:
        if i == n:
            if d == 0:
                return best
            d -= 1
            i = np.int64(w.a_frame[d].pos)
            mask |= w.cand_mask[i]
            value -= w.cand_points[i]
        elif (mask & w.cand_mask[i]) == w.cand_mask[i]:
            mask &= ~w.cand_mask[i]
            value += w.cand_points[i]
            best = max(best, value)
            w.a_frame[d].pos = i
            d += 1
        i += 1


@njit
def _after_each(r, w, mask, n):
    """Set w.deadwood_after from all combinations of disjoint melds: every card loose in one may be the one thrown."""
    total = _points(r, mask)
    _lower(r, w, mask, total, True)
    d = 0
    i = 0
    while True:
        if i == n:
            if d == 0:
                return
            d -= 1
            i = np.int64(w.a_frame[d].pos)
            mask |= w.cand_mask[i]
            total += w.cand_points[i]
        elif (mask & w.cand_mask[i]) == w.cand_mask[i]:
            mask &= ~w.cand_mask[i]
            total -= w.cand_points[i]
            _lower(r, w, mask, total, False)
            w.a_frame[d].pos = i
            d += 1
        i += 1


@njit
def _lower(r, w, loose, total, first):
    """Note what throwing each loose card leaves."""
    while loose != NONE:
        k = lowest_bit(loose)
        loose &= loose - ONE
        after = total - r.points[k]
        if first or after < w.deadwood_after[k]:
            w.deadwood_after[k] = after
