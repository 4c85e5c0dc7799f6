"""What a hand lacks for the contract of the deal, and with which melds: the plan of a bot that works toward it.

For every part of the contract the few templates that lack least are weighed together, a card counting once; wild cards
fill places as far as their limits allow. Only cards the player can know of count as still to be had.
"""

import numpy as np

from ..core._jit import bit_count, lowest_bit, njit
from ..core.constants import LINE, PARTS, TOP
from ..core.contract import clash, same_part
from ..core.fill import has
from ..core.hands import ONE, give, lift
from .seen import copies

NONE = np.uint64(0)
HOPELESS = 1 << 20
LACK = 256  # weight of a card that is lacking against the copies of it still to be had
MOST_OUTS = 15  # of those, for each part
ROUNDED = 127  # what the copies of all parts never reach


@njit
def plan(r, g, w, p):
    """Plan for player p: the cards used go to w.plan_use, the parts to w.plan_n; returns how many cards are lacking.

    w.unseen must be set (`greedy.look_around`).
    """
    best = np.int64(HOPELESS)
    for b in range(r.opening.bundles_n):
        best = plan_alternative(r, g, w, p, b, best)
    return (best + ROUNDED) // LACK if best < HOPELESS else np.int64(HOPELESS)


@njit
def plan_alternative(r, g, w, p, b, best):
    """The same for one alternative of the contract; `best`: the cost of the best plan so far."""
    parts = np.int64(r.opening.parts_n[b])
    wilds = np.int64(0)
    for k in range(r.kinds_n):
        w.try_use[0, k] = 0
        if has(r.wild_mask, k):
            wilds += np.int64(g.hand[p, k])
    for i in range(parts):
        if i > 0 and same_part(r.opening, b, i, i - 1):
            copy_top(w, i)
        else:
            list_top(r, g, w, p, b, i)
        if w.top_n[i] == 0:
            return best
    w.try_lacks[0] = 0
    w.try_wilds[0] = wilds
    d = 0
    w.try_at[0] = 0
    while d >= 0:
        if w.try_at[d] >= w.top_n[d]:
            d -= 1
            continue
        at = np.int64(w.try_at[d])
        w.try_at[d] += 1
        cost = fill(r, g, w, p, b, d, np.int64(w.top_t[d, at]))
        if cost >= best:
            continue
        if d + 1 < parts:
            d += 1
            w.try_at[d] = w.try_at[d - 1] - 1 if same_part(r.opening, b, d, d - 1) else 0
            continue
        best = cost
        w.plan_n = parts
        for k in range(r.kinds_n):
            w.plan_use[k] = w.try_use[parts, k]
    return best


@njit
def copy_top(w, i):
    """The best templates of the part before are those of part i."""
    w.top_n[i] = w.top_n[i - 1]
    for j in range(w.top_n[i]):
        w.top_t[i, j] = w.top_t[i - 1, j]
        w.top_cost[i, j] = w.top_cost[i - 1, j]


@njit
def list_top(r, g, w, p, b, i):
    """Keep the TOP cheapest templates of part i in w.top_*, the cheapest first."""
    w.top_n[i] = 0
    part = b * PARTS + i
    for at in range(r.opening_start[part], r.opening_start[part + 1]):
        t = np.int64(r.opening_list[at])
        cost = cost_alone(r, g, w, p, t, max(np.int64(r.opening.least[b, i]), np.int64(r.t_n[t])))
        n = np.int64(w.top_n[i])
        if n == TOP and cost >= w.top_cost[i, n - 1]:
            continue
        if n < TOP:
            n += 1
            w.top_n[i] = n
        j = n - 1
        while j > 0 and w.top_cost[i, j - 1] > cost:
            w.top_cost[i, j] = w.top_cost[i, j - 1]
            w.top_t[i, j] = w.top_t[i, j - 1]
            j -= 1
        w.top_cost[i, j] = cost
        w.top_t[i, j] = t


@njit
def cost_alone(r, g, w, p, t, size):
    """What template t lacks when it has the naturals of the hand to itself, less the copies that would help."""
    lacks = np.int64(0)
    outs = np.int64(0)
    if r.t_kind[t] == LINE:
        for s in range(size):
            slot = r.t_slot[t, s]
            if g.mask[p] & slot == NONE:
                lacks += 1
                outs += copies(w, slot)
    else:
        have = np.int64(0)
        m = g.mask[p] & r.t_mask[t]
        while m != NONE:
            k = lowest_bit(m)
            m &= m - ONE
            have += min(np.int64(g.hand[p, k]), np.int64(r.t_dup[t]))
        lacks = max(np.int64(0), size - have)
        outs = copies(w, r.t_mask[t])
    return lacks * LACK - min(outs, MOST_OUTS)


@njit
def fill(r, g, w, p, b, d, t):
    """Give template t to part d, after the parts before it: sets row d + 1 of w.try_*; returns the cost so far."""
    for i in range(d):
        if (r.one_per_rank or r.no_touching) and clash(r, np.int64(w.top_t[i, w.try_at[i] - 1]), t):
            return np.int64(HOPELESS)
    e = d + 1
    for k in range(r.kinds_n):
        w.try_use[e, k] = w.try_use[d, k]
    size = max(np.int64(r.opening.least[b, d]), np.int64(r.t_n[t]))
    lacks = np.int64(0)
    outs = np.int64(0)
    wild = np.int64(w.try_wilds[d])
    if r.t_kind[t] == LINE:
        for s in range(size):
            k = free_card(r, g, w, p, e, r.t_slot[t, s])
            if k < 0:
                lacks += 1
                outs += copies(w, r.t_slot[t, s])
            else:
                w.try_use[e, k] += 1
                wild -= has(r.wild_mask, k)
    else:
        have = np.int64(0)
        m = g.mask[p] & r.t_mask[t]
        while m != NONE and have < size:
            k = lowest_bit(m)
            m &= m - ONE
            n = min(min(np.int64(g.hand[p, k]) - np.int64(w.try_use[e, k]), np.int64(r.t_dup[t])), size - have)
            if n > 0:
                w.try_use[e, k] += n
                have += n
                if has(r.wild_mask, k):
                    wild -= n
        lacks = size - have
        outs = copies(w, r.t_mask[t])
    used = min(min(lacks, wild), most_wilds(r, t, size))
    w.try_wilds[e] = wild - used
    w.try_lacks[e] = w.try_lacks[d] + (lacks - used) * LACK - (min(outs, MOST_OUTS) if lacks > used else 0) + used
    return np.int64(w.try_lacks[e]) if w.try_lacks[e] > 0 else np.int64(0)


@njit
def free_card(r, g, w, p, e, slot):
    """A card of the hand for a place that no part has used yet, rather one that is not wild; -1: none."""
    found = -1
    m = g.mask[p] & slot
    while m != NONE:
        k = lowest_bit(m)
        m &= m - ONE
        if g.hand[p, k] > w.try_use[e, k]:
            if not has(r.wild_mask, k):
                return k
            found = k
    return found


@njit
def most_wilds(r, t, size):
    """Most wilds that a meld of template t with so many cards may hold."""
    allowed = np.uint64(r.profiles[r.t_profile[t]].allowed[size])
    most = np.int64(0)
    for n in range(1, size + 1):
        if (allowed >> np.uint64(n)) & ONE != NONE:
            most = n
    return most


@njit
def spare(r, g, w, p, k):
    """How many cards of kind k in hand the plan does not use; wild cards are always of use."""
    if has(r.wild_mask, k):
        return np.int64(0)
    return np.int64(g.hand[p, k]) - np.int64(w.plan_use[k])


@njit
def promise(r, w, k):
    """In how many of the templates weighed card k may stand: what it may be good for in another plan."""
    count = 0
    for i in range(w.plan_n):
        for j in range(w.top_n[i]):
            t = np.int64(w.top_t[i, j])
            if has(r.t_mask[t], k):
                count += 1
    return np.int64(count)


@njit
def lacks_with(r, g, w, p, k):
    """What player p would lack if he had one more card of kind k; his hand is left as it was."""
    give(r, g, p, k)
    lacks = plan(r, g, w, p)
    lift(r, g, p, k)
    return lacks


@njit
def natural_cards(wilds, n):
    """How many of n cards are not marked as wild."""
    return n - bit_count(np.uint64(wilds))
