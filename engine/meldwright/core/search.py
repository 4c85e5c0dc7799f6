"""The general search for the best arrangement of a hand: any templates, equal cards, wilds.

A depth-first search over single choices (which meld takes the lowest card not yet decided on, which card stands in its
next slot), cut off as soon as the cards given up cost as much as the best arrangement known. Its stack is `w.a_frame`;
its budget is `w.node_budget` choices, and every search that hits it is counted in `w.budget_hits`.
"""

import numpy as np

from . import parts
from ._jit import bit_count, lowest_bit, njit
from .constants import LINE
from .fill import NONE, ONE, has, wilds_ok
from .fill import fillable as _fillable
from .fill import wilds_possible as _wilds_possible

EASY = 300  # choices before it is worth noting where the search has been
MIX_1, MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
MIX_3, MIX_4 = np.uint64(0x165667B19E3779F9), np.uint64(0x27D4EB2F165667C5)
FAR = 1 << 60  # more than any cost


@njit
def list_templates(r, w, hand, mask, merged):
    """Prepare the search: counts in w.a_count, the templates the hand may fill in w.cand_template[:w.cand_n].

    Without `merged`, lines that can be cut in two are left out of hands without wilds.
    """
    for k in range(w.a_count.shape[0]):
        w.a_count[k] = hand[k]
    wilds = np.int64(0)
    m = mask & r.wild_mask
    while m != NONE:
        wilds += np.int64(hand[lowest_bit(m)])
        m &= m - ONE
    w.cand_n = 0
    w.a_possible = NONE
    w.a_wild_only = 0
    if wilds == 0 and r.lines_plain:
        _list_natural(r, w, mask, merged)
        return
    for t in range(r.templates_n):
        there = mask & r.t_mask[t]
        if not r.t_offered[t] or (wilds == 0 and (there == NONE or (not merged and not _is_short(r, t)))):
            continue
        if w.p_only and not parts.wanted(r, w, t):
            continue
        have = _fillable(r, w, t, there)
        if have + wilds < r.t_n[t] or not _wilds_possible(r, t, have, wilds):
            continue
        w.a_possible |= there & ~r.never_natural
        w.cand_template[w.cand_n] = t
        w.cand_n += 1
        if _wild_only(r, t, wilds):
            w.a_wild_only = 1
    if wilds > 1:
        _find_equals(r, w, mask)


@njit
def _list_natural(r, w, mask, merged):
    """List the templates for a hand without wilds, where every place of a line has one kind: by their first cards."""
    m = mask & r.meld_mask
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        for i in range(r.line_start[k], r.line_start[k + 1]):
            t = np.int64(r.line_list[i])
            while t >= 0 and (mask & r.t_mask[t]) == r.t_mask[t]:
                if r.t_offered[t] and (merged or r.t_short[t]) and wilds_ok(r, t, np.int64(r.t_n[t]), 0):
                    _list_one(r, w, t, r.t_mask[t])
                t = np.int64(r.t_up[t])
    for i in range(r.pools_n):
        t = np.int64(r.pool_list[i])
        there = mask & r.t_mask[t]
        if there != NONE and r.t_offered[t]:
            have = _fillable(r, w, t, there)
            if have >= r.t_n[t] and _wilds_possible(r, t, have, 0):
                _list_one(r, w, t, there)


@njit
def _list_one(r, w, t, there):
    """List template t in its place among those listed, which ascend."""
    if w.p_only and not parts.wanted(r, w, t):
        return
    w.a_possible |= there
    at = np.int64(w.cand_n)
    while at > 0 and w.cand_template[at - 1] > t:
        w.cand_template[at] = w.cand_template[at - 1]
        at -= 1
    w.cand_template[at] = t
    w.cand_n += 1


@njit
def _find_equals(r, w, mask):
    """Set w.a_equal: wild kinds of the hand of which it does not matter which one is used as a wild.

    They stand in the same sets, in which there is room for all of them, and in no sequence that another card of the
    hand stands in.
    """
    w.a_equal = mask & r.wild_mask & w.a_possible
    for i in range(w.cand_n):
        t = np.int64(w.cand_template[i])
        own = r.t_mask[t] & w.a_equal
        if own == NONE:
            continue
        if r.t_kind[t] == LINE:
            if mask & r.t_mask[t] & ~r.wild_mask != NONE or bit_count(own) > 1:
                w.a_equal &= ~own
            continue
        m = own
        fits = own == w.a_equal
        while m != NONE:
            k = lowest_bit(m)
            m &= m - ONE
            fits = fits and w.a_count[k] <= r.t_dup[t]
        if not fits:
            w.a_equal &= ~own


@njit
def _is_short(r, t):
    """Is template t needed where it holds no wild?"""
    return r.t_kind[t] != LINE or r.t_short[t] != 0


@njit
def _wild_only(r, t, wilds):
    """May wilds alone fill template t?"""
    for n in range(r.t_n[t], min(np.int64(r.t_max[t]), wilds) + 1):
        if wilds_ok(r, t, n, n):
            return True
    return False


@njit
def search_without(r, w, mask, k, best, target):
    """The search for the hand without one card of kind k."""
    w.a_count[k] -= 1
    if w.a_count[k] == 0:
        mask &= ~(ONE << np.uint64(k))
    found = search(r, w, mask, 1, 0, 0, best, target, False)
    w.a_count[k] += 1
    return found


@njit
def search(r, w, mask, per_point, per_card, per_meld, best, target, keep):
    """Least cost below `best` of an arrangement of w.a_count; `best` itself if there is none.

    Stops as soon as the cost is at most `target`. w.a_left: kinds left over by the best; `keep`: note it in w.arr_*.
    Where melds are asked for (w.p_n, see `parts`), only arrangements with all of them count.
    """
    f = w.a_frame[0]
    f.melds = w.m_start
    f.rest = 0
    f.loose = 0
    f.wilds_left = 0
    m = mask
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        w.a_cost[k] = np.int64(r.points[k]) * per_point + per_card
        cost = w.a_cost[k] * np.int64(w.a_count[k])
        f.rest += cost
        if has(r.wild_mask, k):
            f.wilds_left += w.a_count[k]
        elif not has(w.a_possible, k):
            f.loose += cost
    f.have = mask
    f.open = w.a_possible
    f.template = -1
    _open_pick(w, f, -1)
    w.searches += 1
    nodes = 1
    d = 0
    if _has_parts(w, f):
        if f.rest < best:
            best = np.int64(f.rest)
            w.a_left = mask
            if keep:
                _keep(w, 0)
    elif not parts.possible(r, w, f):
        d = -1
    while d >= 0 and best > target:
        if not _advance(r, w, d, per_meld):
            d -= 1
            continue
        g = w.a_frame[d + 1]
        if g.loose >= best:
            continue
        nodes += 1
        if nodes > w.node_budget or d + 3 > w.a_frame.shape[0]:
            w.budget_hits += 1
            break
        d += 1
        if g.template >= 0:
            _open_slot(r, w, d)
            continue
        _open_pick(w, g, d)
        if not _has_parts(w, g):
            if _given_up(r, w, g):
                d -= 1
            continue
        if g.rest < best:
            best = np.int64(g.rest)
            w.a_left = g.have
            if keep:
                _keep(w, d)
        if w.p_only:  # another meld would be one too many
            d -= 1
        elif nodes > EASY and _seen(r, w, g):
            d -= 1
    while d >= 0:  # give the cards back
        if w.a_frame[d].card >= 0:
            w.a_count[w.a_frame[d].card] += 1
        d -= 1
    w.nodes += nodes
    w.nodes_worst = max(w.nodes_worst, nodes)
    return best


@njit
def _seen(r, w, g):
    """Was the same choice come to before, in this search, at no more cost? Else it is noted.

    What can still happen hangs on the cards still to be decided on, how many of each there are, the wild cards left and
    the melds that count for what is asked. The table forgets: a choice that is not found is only looked at again.
    """
    live = g.have & (g.open | r.wild_mask)
    two = NONE
    three = NONE
    four = NONE
    many = 0
    m = live
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        n = w.a_count[k]
        if n > 1:
            two |= ONE << np.uint64(k)
            if n > 2:
                three |= ONE << np.uint64(k)
                if n > 3:
                    four |= ONE << np.uint64(k)
                    many += n > 4
    if many > 1 or w.p_n > 2:
        return False
    rest = np.uint64(g.wilds_left) | np.uint64(g.pos) << np.uint64(8) | np.uint64(g.kind + 1) << np.uint64(24)
    for j in range(g.melds if w.p_n > 0 else 0):
        rest += ONE << np.uint64(32 + 8 * w.m_serves[j])
    open_ = g.open & g.have & r.wild_mask
    h = (live ^ three * MIX_3) * MIX_1 ^ (two ^ four * MIX_4) * MIX_2 ^ (rest ^ open_ * MIX_1) * MIX_3
    h ^= h >> np.uint64(29)
    e = w.memo[np.int64((h * MIX_1) >> np.uint64(52))]
    same = e.live == live and e.two == two and e.three == three and e.four == four and e.open == open_
    if e.search == w.searches and same and e.rest == rest:
        if e.loose <= g.loose:
            return True
        e.loose = g.loose
        return False
    e.search = w.searches
    e.live = live
    e.two = two
    e.three = three
    e.four = four
    e.open = open_
    e.rest = rest
    e.loose = g.loose
    return False


@njit
def _has_parts(w, f):
    """Are the melds that are asked for among those made?"""
    return w.p_n == 0 or (f.melds > 0 and parts.matched(w, np.int64(f.melds)) == w.p_n)


@njit
def _given_up(r, w, f):
    """Can the melds that are asked for no more be had from here?"""
    if w.p_only and parts.matched(w, np.int64(f.melds)) < f.melds:
        return True
    return not parts.possible(r, w, f)


@njit
def _open_pick(w, f, d):
    """Make f (at depth d) the choice of the meld that takes the lowest kind not decided on."""
    live = f.have & f.open
    f.pick = 1
    f.card = -1
    f.more = 1
    f.kind = -1
    f.pos = 0
    if live != NONE:
        f.kind = lowest_bit(live)
    while d > 0:  # equal cards: the melds that take them in the order of their templates
        d -= 1
        if w.a_frame[d].pick == 1:
            if w.a_frame[d].kind == f.kind:
                f.pos = w.a_frame[d].pos - 1
            break


@njit
def _advance(r, w, d, per_meld):
    """Take the next option at depth d and leave the state after it at depth d + 1; False if there is none."""
    f = w.a_frame[d]
    g = w.a_frame[d + 1]
    if f.card >= 0:
        w.a_count[f.card] += 1
        f.card = -1
    g.rest = f.rest
    g.loose = f.loose
    g.have = f.have
    g.open = f.open
    g.template = f.template
    g.wilds_left = f.wilds_left
    g.melds = f.melds
    g.n = f.n
    g.wilds = f.wilds
    g.used = f.used
    if f.pick:
        return _advance_pick(r, w, f, g)
    if f.natural == NONE and f.wild == NONE:
        if not f.more:
            return False
        f.more = 0
        return _close(r, w, g, per_meld)
    g.last = f.last
    g.same = f.same
    if f.natural != NONE:
        k = lowest_bit(f.natural)
        f.natural &= f.natural - ONE
        f.as_wild = 0
        g.same = f.same + 1 if f.last == k else 1
        if k == w.a_frame[d - np.int64(f.n) - 1].kind:
            g.used = 1
    else:
        k = lowest_bit(f.wild)
        f.wild &= f.wild - ONE
        f.as_wild = 1
        g.wilds += 1
    f.card = k
    g.last = k
    g.n += 1
    g.rest -= w.a_cost[k]
    w.a_count[k] -= 1
    if w.a_count[k] == 0:
        g.have &= ~(ONE << np.uint64(k))
    if has(r.wild_mask, k):
        g.wilds_left -= 1
    if r.t_kind[g.template] == LINE and g.n == r.t_n[g.template]:
        if g.used and wilds_ok(r, g.template, np.int64(g.n), np.int64(g.wilds)):
            return _close(r, w, g, per_meld)
        g.loose = FAR  # not a meld: cut off
    return True


@njit
def _close(r, w, g, per_meld):
    """The meld under way is complete."""
    if w.p_n > 0:
        w.m_serves[g.melds] = parts.serves(r, w, np.int64(g.template), np.int64(g.n))
        g.melds += 1
    g.template = -1
    g.rest += per_meld
    g.loose += per_meld
    return True


@njit
def _advance_pick(r, w, f, g):
    """Take the next template for kind f.kind, or at last leave all its cards loose."""
    t = _next_template(r, w, f)
    if t >= 0:
        g.template = t
        g.n = 0
        g.wilds = 0
        g.last = -1
        g.same = 0
        g.used = 1 if f.kind < 0 else 0
        return True
    if f.kind < 0 or not f.more:
        return False
    f.more = 0
    g.open &= ~(ONE << np.uint64(f.kind))
    if not has(r.wild_mask, f.kind):
        g.loose += w.a_cost[f.kind] * np.int64(w.a_count[f.kind])
    return True


@njit
def _next_template(r, w, f):
    """The next template that can take a card of kind f.kind (-1: wilds alone) from the cards still there; -1: none."""
    if f.kind < 0 and (not w.a_wild_only or f.wilds_left == 0):
        return -1
    live = f.have & f.open
    while f.pos < w.cand_n:
        t = np.int64(w.cand_template[f.pos])
        f.pos += 1
        if f.kind < 0:
            if _wild_only(r, t, np.int64(f.wilds_left)):
                return t
        elif has(r.t_mask[t], f.kind) and _fillable(r, w, t, live & r.t_mask[t]) + f.wilds_left >= r.t_n[t]:
            return t
    return -1


@njit
def _open_slot(r, w, d):
    """Make the frame at depth d the choice of the next card of the meld under way."""
    f = w.a_frame[d]
    f.pick = 0
    f.card = -1
    f.more = 0
    f.natural = NONE
    f.wild = NONE
    t = np.int64(f.template)
    kind = np.int64(w.a_frame[d - np.int64(f.n) - 1].kind)
    live = f.have & f.open
    before = f.n > 0 and w.a_frame[d - 1].as_wild == 1
    if r.t_kind[t] == LINE:
        slot = r.t_slot[t, f.n] & ~r.never_natural
        f.natural = slot & live
        if not f.used and has(slot, kind) and not _comes_later(r, t, np.int64(f.n), kind):
            f.natural = live & (ONE << np.uint64(kind))  # none if it was used as a wild before
        elif not (before and r.profiles[r.t_profile[t]].apart):
            f.wild = _wild_options(r, w, f.have & ~slot)
        return
    if f.n == 0 and kind >= 0:
        f.natural = ONE << np.uint64(kind)
        return
    if f.n >= r.t_n[t] and wilds_ok(r, t, np.int64(f.n), np.int64(f.wilds)):
        f.more = 1  # may be closed
    if f.n == r.t_max[t]:
        return
    f.wild = _wild_options(r, w, f.have & ~r.t_mask[t])
    if before:  # wilds come last, those that are never natural before the others, which come in ascending order
        if has(w.a_possible, f.last):
            f.wild &= w.a_possible & ~((ONE << np.uint64(f.last)) - ONE)
        return
    f.natural = live & r.t_mask[t]
    if f.last >= 0:
        f.natural &= ~((ONE << np.uint64(f.last)) - ONE)
        if f.same >= r.t_dup[t]:
            f.natural &= ~(ONE << np.uint64(f.last))
    if f.n + bit_count(f.natural) * np.int64(r.t_dup[t]) + f.wilds_left < r.t_n[t]:
        f.natural = NONE
        f.wild = NONE


@njit
def _comes_later(r, t, s, k):
    """May kind k stand in a slot of line t after slot s?"""
    for i in range(s + 1, r.t_n[t]):
        if has(r.t_slot[t, i], k):
            return True
    return False


@njit
def _wild_options(r, w, have):
    """Wild kinds worth trying: those that may also be natural, and of the others only the dearest at hand.

    The dearest is enough where no other is dearer, as the others can do all that it can; of equals one is enough.
    """
    have &= r.wild_mask
    if have & (have - ONE) == NONE:
        return have
    natural = _one_of_equals(w, have & w.a_possible)
    pure = have & ~w.a_possible
    if pure == NONE:
        return natural
    best = lowest_bit(pure)
    m = pure
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        if w.a_cost[k] > w.a_cost[best]:
            best = k
    out = ONE << np.uint64(best)
    while natural != NONE:
        k = lowest_bit(natural)
        natural &= natural - ONE
        if w.a_cost[k] > w.a_cost[best]:
            out |= ONE << np.uint64(k)
    return out


@njit
def _one_of_equals(w, have):
    """The wild kinds of a mask, without those that are equal to a lower one of the same cost."""
    equal = have & w.a_equal
    out = have & ~w.a_equal
    while equal != NONE:
        k = lowest_bit(equal)
        out |= ONE << np.uint64(k)
        m = equal
        while m != NONE:
            j = lowest_bit(m)
            m &= m - ONE
            if w.a_cost[j] == w.a_cost[k]:
                equal &= ~(ONE << np.uint64(j))
    return out


@njit
def _keep(w, d):
    """Note the arrangement made by the choices above depth d in w.arr_*."""
    n = -1
    for i in range(d):
        f = w.a_frame[i]
        if f.pick == 1 and w.a_frame[i + 1].pick == 0:
            n += 1
            if n == w.arr_template.shape[0]:  # more melds than the record holds: like a search cut short
                w.budget_hits += 1
                return
            w.arr_template[n] = w.a_frame[i + 1].template
            w.arr_len[n] = 0
            w.arr_wilds[n] = 0
        elif f.pick == 0 and f.card >= 0:
            at = np.int64(w.arr_len[n])
            w.arr_card[n, at] = f.card
            if f.as_wild:
                w.arr_wilds[n] |= np.uint32(1) << np.uint32(at)
            w.arr_len[n] = at + 1
    w.arr_n = n + 1
    for k in range(w.a_count.shape[0]):
        w.arr_left[k] = w.a_count[k]
