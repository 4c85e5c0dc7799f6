"""Can the melds that are owed be laid from a hand? An exact search over templates and the cards in their places.

What is owed is a list of parts, each with the types of meld that will do and a span of sizes, or a number of points to
be made with any melds. The parts are taken in order; equal parts take templates in ascending order. A part takes its
shortest melds only, where every longer one holds a shorter one (`RULES.shrinks`) and no card need go.
"""

import numpy as np

from ._jit import lowest_bit, njit
from .constants import AFTER_OWN_EARLIER, FOUND, LINE, NOBODY, OWN, PARTS
from .hands import ONE, barred
from .fill import fillable, has, wilds_ok
from .table import fits, fits_any

NONE = np.uint64(0)
NO_ROOM = 1 << 20


@njit
def same_part(c, b, i, j):
    """Do parts i and j of alternative b of a contract ask for the same?"""
    return c.types[b, i] == c.types[b, j] and c.least[b, i] == c.least[b, j] and c.most[b, i] == c.most[b, j]


@njit
def owe(r, w, b, served):
    """Owe the parts of alternative b that are not in the set `served`."""
    w.owed_n = 0
    w.owed_points = 0
    c = r.opening
    for i in range(c.parts_n[b]):
        if (served >> i) & 1 == 0:
            w.owed_types[w.owed_n] = c.types[b, i]
            w.owed_least[w.owed_n] = c.least[b, i]
            w.owed_most[w.owed_n] = c.most[b, i]
            w.owed_part[w.owed_n] = b * PARTS + i
            w.owed_n += 1
    w.owed_all = r.whole_hand


@njit
def owe_points(r, w, points):
    """Owe so many points, to be made with at most PARTS melds of any type."""
    w.owed_n = PARTS if points > 0 else 0
    w.owed_points = max(np.int64(0), points)
    for i in range(w.owed_n):
        w.owed_types[i] = np.uint32(0xFFFFFFFF)
        w.owed_least[i] = 1
        w.owed_most[i] = 127
        w.owed_part[i] = -1
    w.owed_all = r.whole_hand


@njit
def complete(r, g, w, p):
    """Can what is owed be laid from the hand of player p, so that his turn can still end?"""
    wilds = np.int64(0)
    for k in range(r.kinds_n):
        w.a_count[k] = g.hand[p, k]
        if has(r.wild_mask, k):
            wilds += np.int64(g.hand[p, k])
    if w.owed_n == 0:
        return ends_well(r, g, w, p, np.int64(g.hand_n[p]), g.mask[p], 0)
    if w.owed_points > 0 and r.exempt_out and g.hand_n[p] <= r.discard_on:
        return ends_well(r, g, w, p, np.int64(g.hand_n[p]), g.mask[p], 0)
    if not list_candidates(r, w, g.mask[p], wilds):
        return False
    cards = np.int64(0)
    most = np.int64(0)
    if w.owed_points == 0:
        for i in range(w.owed_n):
            cards += np.int64(w.owed_least[i])
            most += np.int64(w.owed_most[i])
        if w.owed_all and np.int64(g.hand_n[p]) > most:
            return False
    if np.int64(g.hand_n[p]) < cards:
        return False
    if w.owed_all and g.mask[p] & ~w.a_possible & ~r.wild_mask != NONE:
        return False  # a card that must go down stands in no meld
    return search_parts(r, g, w, p, wilds)


@njit
def ends_well(r, g, w, p, left, mask, d):
    """Can the turn end with these cards left (counts in w.a_count)? d: frames of the melds chosen, 0 for none."""
    if w.owed_all:
        return left == 0
    if left == 0:
        return not r.discard_on or not r.final_discard
    if not r.discard_on:
        return True
    free = mask
    stop = barred(r, g, p)
    while stop != NONE:  # a card just taken may go once another copy of it was laid
        k = lowest_bit(stop)
        stop &= stop - ONE
        if w.a_count[k] == g.hand[p, k]:
            free &= ~(ONE << np.uint64(k))
    if left > 1:
        return free != NONE
    k = lowest_bit(mask)
    if free != NONE and not (r.unplayable_last and (fits_any(r, g, k) or fits_new(r, w, k, d))):
        return True
    return not r.final_discard and goes_on_table(r, g, p, k)


@njit
def goes_on_table(r, g, p, k):
    """May player p lay card k off on the table as it is, once his opening lies?"""
    if r.lay_off_on == NOBODY or r.lay_off_after == AFTER_OWN_EARLIER:
        return False
    for i in range(g.melds_n):
        if (r.lay_off_on != OWN or g.melds[i].owner == p) and fits(r, g.melds[i], k):
            return True
    return False


@njit
def fits_new(r, w, k, d):
    """May card k fit a meld of the opening: one laid already, or one chosen above depth d? A wild always may."""
    for j in range(w.laid_n):
        if may_grow(r, np.int64(w.laid[j]), k):
            return True
    for j in range(d):
        if w.a_frame[j].pick == 1 and may_grow(r, np.int64(w.a_frame[j + 1].template), k):
            return True
    return False


@njit
def may_grow(r, t, k):
    """Could a meld of template t take card k?"""
    if has(r.wild_mask, k):
        return True
    if r.t_kind[t] != LINE:
        return has(r.t_mask[t], k)
    up = np.int64(r.t_up[t])
    down = np.int64(r.t_down[t])
    return (up >= 0 and has(r.t_slot[up, r.t_n[t]], k)) or (down >= 0 and has(r.t_slot[down, 0], k))


@njit
def room(r, w, i, t):
    """Fewest cards with which template t does for the owed part i; NO_ROOM if it does not."""
    if (w.owed_types[i] >> np.uint32(r.t_type[t])) & np.uint32(1) == np.uint32(0):
        return NO_ROOM
    least = max(np.int64(w.owed_least[i]), np.int64(r.t_n[t]))
    if least > min(np.int64(w.owed_most[i]), np.int64(r.t_max[t])):
        return NO_ROOM
    return least


@njit
def alike(w, i, j):
    """Do the owed parts i and j ask for the same?"""
    return (
        w.owed_types[i] == w.owed_types[j] and w.owed_least[i] == w.owed_least[j] and w.owed_most[i] == w.owed_most[j]
    )


@njit
def list_candidates(r, w, mask, wilds):
    """List in w.cand_* the templates that the hand may fill, part by part; False: some part has none.

    Part i has those from w.owed_from[i] to w.owed_to[i]; w.owed_need[i]: the fewest wilds that one of them lacks.
    """
    w.cand_n = 0
    w.a_possible = NONE
    total = np.int64(0)
    for i in range(w.owed_n):
        if i > 0 and alike(w, i, i - 1):
            w.owed_from[i] = w.owed_from[i - 1]
            w.owed_to[i] = w.owed_to[i - 1]
            w.owed_need[i] = w.owed_need[i - 1]
        else:
            w.owed_from[i] = w.cand_n
            w.owed_need[i] = NO_ROOM
            list_part(r, w, i, mask, wilds)
            w.owed_to[i] = w.cand_n
        total += np.int64(w.owed_need[i])
        if w.owed_points == 0 and total > wilds:
            return False
    return w.cand_n > 0


@njit
def list_part(r, w, i, mask, wilds):
    """List the templates for part i: the shortest of each place, or all where longer ones matter."""
    part = np.int64(w.owed_part[i])
    if part < 0 or w.owed_all or not r.shrinks:
        for t in range(r.templates_n):
            if r.t_offered[t] and room(r, w, i, t) != NO_ROOM:
                list_template(r, w, i, t, mask, wilds)
        return
    for at in range(r.opening_start[part], r.opening_start[part + 1]):
        list_template(r, w, i, np.int64(r.opening_list[at]), mask, wilds)


@njit
def list_template(r, w, i, t, mask, wilds):
    """List template t for part i, if the cards at hand may fill it."""
    there = mask & r.t_mask[t]
    if there == NONE and wilds == 0:
        return
    n = max(np.int64(w.owed_least[i]), np.int64(r.t_n[t]))
    lacks = max(np.int64(0), n - np.int64(fillable(r, w, t, there)))
    if lacks > wilds or not wilds_may_be(r, t, n, lacks, wilds) or w.cand_n == w.cand_template.shape[0]:
        return
    w.cand_template[w.cand_n] = t
    if r.t_mask[t] & ~r.wild_mask != NONE:  # in melds of wilds alone any wild is as good as another
        w.a_possible |= there & ~r.never_natural
    w.cand_n += 1
    w.owed_need[i] = min(np.int64(w.owed_need[i]), lacks)


@njit
def wilds_may_be(r, t, n, lacks, wilds):
    """May a meld of template t with n cards hold at least `lacks` wilds, of so many?"""
    allowed = np.int64(r.profiles[r.t_profile[t]].allowed[n])
    return (allowed >> lacks) & ((2 << (wilds - lacks)) - 1) != 0


@njit
def search_parts(r, g, w, p, wilds):
    """Depth-first over the parts, their templates and the cards in the places of each. Stack: w.a_frame."""
    f = w.a_frame[0]
    f.pick = 1
    f.n = 0  # the part
    f.pos = w.owed_from[0]
    f.have = g.mask[p]
    f.wilds_left = wilds
    f.rest = g.hand_n[p]
    f.loose = 0  # points so far
    f.card = -1
    if w.owed_points > 0 and not r.exempt_out and worth(r, w, g.mask[p]) < w.owed_points:
        return False
    nodes = 1
    found = False
    d = 0
    while d >= 0:
        f = w.a_frame[d]
        if f.card >= 0:  # take the card of this choice back before the next
            w.a_count[f.card] += 1
            f.card = -1
        if not next_choice(r, w, d):
            d -= 1
            continue
        nodes += 1
        if nodes > w.node_budget or d + 3 > w.a_frame.shape[0]:
            w.budget_hits += 1
            break
        e = w.a_frame[d + 1]
        d += 1
        if e.pick == 0:
            continue
        if w.owed_points > 0:
            enough = e.loose >= w.owed_points or (r.exempt_out != 0 and e.rest <= r.discard_on)
            if enough and ends_well(r, g, w, p, np.int64(e.rest), e.have, d):
                found = True
                break
            if e.n == w.owed_n or (not r.exempt_out and e.loose + worth(r, w, e.have) < w.owed_points):
                e.pos = FOUND
        elif e.n == w.owed_n:
            if ends_well(r, g, w, p, np.int64(e.rest), e.have, d):
                found = True
                break
            e.pos = FOUND
    while d >= 0:
        if w.a_frame[d].card >= 0:
            w.a_count[w.a_frame[d].card] += 1
        d -= 1
    w.nodes += nodes
    w.nodes_worst = max(w.nodes_worst, nodes)
    return found


@njit
def worth(r, w, mask):
    """No more points than these can be made of the cards of the mask that stand in some candidate."""
    total = np.int64(0)
    most = np.int64(0)
    for k in range(r.kinds_n):
        most = max(most, np.int64(r.points[k]))
    for k in range(r.kinds_n):
        if not has(mask, k):
            continue
        if has(r.wild_mask, k):
            total += most * np.int64(w.a_count[k])
        elif has(w.a_possible, k):
            total += np.int64(r.points[k]) * np.int64(w.a_count[k])
    return total


@njit
def next_choice(r, w, d):
    """Make the next choice of frame d: fills frame d + 1; False when there is none left."""
    f = w.a_frame[d]
    if f.pick:
        return pick_template(r, w, d)
    return place_card(r, w, d)


@njit
def lacking(w, i):
    """Wilds that the parts after part i need at least."""
    total = np.int64(0)
    if w.owed_points == 0:
        for j in range(i + 1, w.owed_n):
            total += np.int64(w.owed_need[j])
    return total


@njit
def pick_template(r, w, d):
    """Take the next template for part f.n, with the cards that are still there."""
    f = w.a_frame[d]
    i = np.int64(f.n)
    if f.pos == FOUND:
        return False
    while f.pos < w.owed_to[i]:
        c = np.int64(f.pos)
        f.pos += 1
        t = np.int64(w.cand_template[c])
        n = room(r, w, i, t)
        there = f.have & r.t_mask[t]
        if w.owed_all and not leaves_none(r, w, i, t, np.int64(f.rest)):
            continue
        lacks = max(np.int64(0), n - np.int64(fillable(r, w, t, there)))
        if lacks + lacking(w, i) > f.wilds_left or not wilds_may_be(r, t, n, lacks, np.int64(f.wilds_left)):
            continue
        if w.owed_points == 0 and not stands_with(r, w, d, t):
            continue
        e = w.a_frame[d + 1]
        e.pick = 0
        e.kind = i
        e.template = t
        e.pos = c
        e.n = 0  # cards placed
        e.wilds = 0
        e.last = -1
        e.same = 0
        e.have = f.have
        e.wilds_left = f.wilds_left
        e.rest = f.rest
        e.loose = f.loose
        e.card = -1
        open_place(r, w, d + 1)
        return True
    return False


@njit
def leaves_none(r, w, i, t, rest):
    """Where every card must go down: can the parts after part i take just what template t leaves of the cards?"""
    least = rest - min(np.int64(r.t_max[t]), np.int64(w.owed_most[i]))
    most = rest - max(np.int64(r.t_n[t]), np.int64(w.owed_least[i]))
    fewest = np.int64(0)
    for j in range(i + 1, w.owed_n):
        fewest += np.int64(w.owed_least[j])
    return most >= fewest and (i + 1 < w.owed_n or least <= 0)


@njit
def stands_with(r, w, d, t):
    """May template t stand beside the melds laid and those chosen above depth d?"""
    if not r.one_per_rank and not r.no_touching:
        return True
    for j in range(w.laid_n):
        if clash(r, np.int64(w.laid[j]), t):
            return False
    for j in range(d):
        if w.a_frame[j].pick == 1 and clash(r, np.int64(w.a_frame[j + 1].template), t):
            return False
    return True


@njit
def clash(r, a, b):
    """May templates a and b not stand in one contract: two sets of a rank, or sequences that touch?"""
    if r.t_kind[a] != r.t_kind[b]:
        return False
    if r.t_kind[a] != LINE:
        return r.one_per_rank != 0 and rank_of(r, a) >= 0 and rank_of(r, a) == rank_of(r, b)
    return r.no_touching != 0 and (follows(r, a, b) or follows(r, b, a))


@njit
def rank_of(r, t):
    """The rank of all cards of a set; -1 where they are of several."""
    mask = r.t_mask[t]
    rank = np.int64(r.rank[lowest_bit(mask)])
    while mask != NONE:
        if r.rank[lowest_bit(mask)] != rank:
            return np.int64(-1)
        mask &= mask - ONE
    return rank


@njit
def follows(r, a, b):
    """Does sequence b begin right where sequence a of the same suit ends?"""
    last = lowest_bit(r.t_slot[a, r.t_n[a] - 1])
    first = lowest_bit(r.t_slot[b, 0])
    high_ace = r.rank[last] == r.ace_rank and r.t_n[a] > 1
    return r.suit[last] == r.suit[first] and r.rank[first] == r.rank[last] + 1 and not high_ace


@njit
def open_place(r, w, d):
    """What may stand in the next place of the meld under way at frame d."""
    f = w.a_frame[d]
    t = np.int64(f.template)
    f.more = 0
    f.natural = NONE
    f.wild = NONE
    before = f.n > 0 and w.a_frame[d - 1].as_wild == 1
    if r.t_kind[t] == LINE:
        if f.n == r.t_n[t]:
            f.more = 1
            return
        own = r.t_slot[t, f.n] & ~r.never_natural
        f.natural = f.have & own
        if not (before and r.profiles[r.t_profile[t]].apart):
            f.wild = wild_choices(r, w, f.have & ~own)
        return
    n = room(r, w, np.int64(f.kind), t)
    fixed = not (w.owed_all or w.owed_points > 0)
    if f.n >= n and wilds_ok(r, t, np.int64(f.n), np.int64(f.wilds)):
        f.more = 1
        if fixed:
            return
    if f.n >= min(np.int64(r.t_max[t]), np.int64(w.owed_most[f.kind])) or (fixed and f.n >= n):
        return
    f.wild = wild_choices(r, w, f.have)
    if before:  # wilds come last, those that are never natural before the others, which come in ascending order
        if has(w.a_possible, f.last):
            f.wild &= ~((ONE << np.uint64(f.last)) - ONE)
        return
    f.natural = f.have & r.t_mask[t]
    if f.last >= 0:
        f.natural &= ~((ONE << np.uint64(f.last)) - ONE)
        if f.same >= r.t_dup[t]:
            f.natural &= ~(ONE << np.uint64(f.last))


@njit
def wild_choices(r, w, have):
    """The wild kinds worth trying: one that is never natural here, if there is one, else all."""
    have &= r.wild_mask
    pure = have & ~w.a_possible
    if pure != NONE:
        return ONE << np.uint64(lowest_bit(pure))
    return have


@njit
def place_card(r, w, d):
    """Put the next card into the meld under way, or close it when it may be closed."""
    f = w.a_frame[d]
    t = np.int64(f.template)
    e = w.a_frame[d + 1]
    line = r.t_kind[t] == LINE
    if f.more:
        f.more = 0
        if not line or wilds_ok(r, t, np.int64(f.n), np.int64(f.wilds)):
            return close(w, d)
        return False
    if f.natural == NONE and f.wild == NONE:
        return False
    if f.natural != NONE:
        k = lowest_bit(f.natural)
        f.natural &= f.natural - ONE
        as_wild = 0
    else:
        k = lowest_bit(f.wild)
        f.wild &= f.wild - ONE
        as_wild = 1
    e.pick = 0
    e.kind = f.kind
    e.template = f.template
    e.pos = f.pos
    e.n = f.n + 1
    e.wilds = f.wilds + as_wild
    e.last = k
    e.same = f.same + 1 if f.last == k else 1
    e.card = -1
    f.card = k
    f.as_wild = as_wild
    w.a_count[k] -= 1
    e.have = f.have
    if w.a_count[k] == 0:
        e.have &= ~(ONE << np.uint64(k))
    e.wilds_left = f.wilds_left
    if has(r.wild_mask, k):
        e.wilds_left -= 1
    e.rest = f.rest - 1
    e.loose = f.loose
    if w.owed_points > 0:
        e.loose += place_value(r, t, np.int64(f.n), k, as_wild)
    open_place(r, w, d + 1)
    return True


@njit
def close(w, d):
    """The meld under way at frame d is complete: the next part begins."""
    f = w.a_frame[d]
    e = w.a_frame[d + 1]
    e.pick = 1
    e.n = f.kind + 1
    e.pos = FOUND
    if e.n < w.owed_n:
        e.pos = f.pos if alike(w, np.int64(e.n), np.int64(f.kind)) else np.int64(w.owed_from[e.n])
    e.have = f.have
    e.wilds_left = f.wilds_left
    e.rest = f.rest
    e.loose = f.loose
    e.card = -1
    e.as_wild = 0
    return True


@njit
def place_value(r, t, s, k, as_wild):
    """Points of a card in place s of a meld; a wild counts as what it stands for."""
    if r.t_kind[t] == LINE:
        n = lowest_bit(r.t_slot[t, s])
        low = s == 0 and r.ace_low >= 0 and r.rank[n] == r.ace_rank and r.t_n[t] > 1
        if low and r.rank[lowest_bit(r.t_slot[t, 1])] == r.ace_rank + 1:
            return np.int64(r.ace_low)
        return np.int64(r.points[n])
    if as_wild:
        return pool_value(r, t)
    return np.int64(r.points[k])


@njit
def pool_value(r, t):
    """What a wild counts in a pool: the dearest card it may stand for."""
    most = np.int64(0)
    mask = r.t_mask[t] & ~r.wild_mask
    if mask == NONE:
        mask = r.t_mask[t]
    while mask != NONE:
        most = max(most, np.int64(r.points[lowest_bit(mask)]))
        mask &= mask - ONE
    return most
