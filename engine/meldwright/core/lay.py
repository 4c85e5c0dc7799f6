"""Cards on the table: laying melds, laying off, exchanging a melded wild, and what a turn must leave in the hand."""

import numpy as np

from . import opening
from ._jit import lowest_bit, njit
from .candidates import list_melds, realise
from .codes import a_of, b_of, c_of, code_of, d_of, kind_of, move, offer
from .hands import ONE, barred, bit, give, played, take
from .constants import (
    AFTER_ANY, AFTER_OWN, AFTER_OWN_EARLIER, HIGH, LINE, LOW, M_LAY_OFF, M_MELD, M_SWAP, MELDS, NOBODY, OWN, POOL,
    POOL_TEMPLATE, RETURN_BLOCK, SLOTS, SWAP_TO_HAND, SWAP_TO_OTHER, SWAP_TO_SAME,
)  # fmt: skip
from .table import accepts, add_card, fits, in_mask, natural_count


@njit
def may_meld(r, g, p):
    """May player p lay a new meld now, by the limits on melds a turn?"""
    if not r.meld_on or g.melds_n >= MELDS - 1:
        return False
    if g.opened[p] > 0 and not r.new_melds:
        return False
    if r.melds_per_turn == 0 or g.melds_this_turn < r.melds_per_turn:
        return True
    if r.all_at_once_from > 0 and g.deal >= r.all_at_once_from:
        return True  # the whole hand goes down, in as many melds as it makes
    # who goes out from nothing may lay more: `finish` then keeps only the plays that do go out
    return r.more_if_out and (g.played[p] == 0 or g.played[p] == g.turn)


@njit
def may_lay_off(r, g, p):
    """May player p lay off at all this turn?"""
    if r.lay_off_on == NOBODY:
        return False
    if r.lay_off_after == AFTER_OWN:
        return g.opened[p] > 0
    if r.lay_off_after == AFTER_OWN_EARLIER:
        return g.opened[p] > 0 and g.opened[p] < g.turn
    return True


@njit
def table_moves(r, g, w):
    """The melds, lay-offs and exchanges of the player in turn, without those after which his turn could not end."""
    p = np.int64(g.current)
    free = g.freed_from < 0  # else a wild card taken off the table is laid off first
    if opening.pending(r, g, p):
        if free and may_meld(r, g, p):
            opening.opening_moves(r, g, w, p)
        if g.opening_n > 0 or r.lay_off_after != AFTER_ANY:
            return
    elif free and may_meld(r, g, p):
        list_melds(r, w, g.hand[p], g.mask[p])
        keep_finishable(r, g, w, p)
    if may_lay_off(r, g, p):
        at = w.moves_n
        lay_off_moves(r, g, w, -1)
        if g.hand_n[p] <= 2 or (r.return_taken == RETURN_BLOCK and g.taken_mask != np.uint64(0)):
            keep_lay_offs(r, g, w, p, at)
    if r.swap and free and (r.lay_off_on == NOBODY or may_lay_off(r, g, p)):
        swap_moves(r, g, w, p)


@njit
def last_card_leaves(r, g, p, left, added_t, added_n, added_wilds, on):
    """Can a turn end after a play that leaves the cards in `left` (kinds and counts as in the hand, less the play)?

    added_t, added_n, added_wilds: the meld laid or grown by the play; on: the table meld it replaces, or -1.
    """
    stop = barred(r, g, p)
    free = left & ~stop
    single = g.hand_n[p] == 1
    if not single:
        return free != np.uint64(0)
    k = lowest_bit(left)
    if free != np.uint64(0) and not r.unplayable_last:
        return True
    m = g.melds[MELDS - 1]
    m.template = added_t
    m.n = added_n
    m.wilds = added_wilds
    on_new = fits(r, m, k)
    on_any = on_new
    on_allowed = on_new and (on < 0 or r.lay_off_on != OWN or g.melds[on].owner == p)
    for i in range(g.melds_n):
        if i != on and fits(r, g.melds[i], k):
            on_any = True
            if r.lay_off_on != OWN or g.melds[i].owner == p:
                on_allowed = True
    if free != np.uint64(0):
        return not on_any  # the last card thrown may not be playable
    return on_allowed and not r.final_discard and may_lay_off(r, g, p)


@njit
def keep_finishable(r, g, w, p):
    """Drop the melds after which the turn could not end."""
    kept = 0
    for i in range(w.moves_n):
        m = w.moves[i]
        t = a_of(m)
        if g.hand_n[p] - r.t_max[t] > 2 and g.taken_mask == np.uint64(0):
            w.moves[kept] = m
            kept += 1
            continue
        n, wilds, ok = realise(r, w, t, code_of(m))
        left = np.int64(g.hand_n[p]) - n
        good = left > 0 or not r.final_discard
        if left > 0 and (g.taken_mask != np.uint64(0) or left == 1):
            good = try_meld(r, g, w, p, t, n, wilds)
        if good:
            w.moves[kept] = m
            kept += 1
    w.moves_n = kept


@njit
def try_meld(r, g, w, p, t, n, wilds):
    """Would the turn still be able to end after this meld? The hand is put back as it was."""
    mask = g.mask[p]
    taken = g.taken_mask
    opened = g.opened[p]
    for j in range(n):
        k = np.int64(w.card[j])
        g.hand[p, k] -= 1
        if g.hand[p, k] == 0:
            g.mask[p] &= ~bit(k)
        g.taken_mask &= ~bit(k)
    g.hand_n[p] -= n
    if opened == 0:
        g.opened[p] = g.turn
    spread(g, n, w)
    good = last_card_leaves(r, g, p, g.mask[p], t, n, wilds, -1)
    clear_spare(g)
    g.opened[p] = opened
    g.hand_n[p] += n
    for j in range(n):
        g.hand[p, w.card[j]] += 1
    g.mask[p] = mask
    g.taken_mask = taken
    return good


@njit
def spread(g, n, w):
    """Put the cards of a meld in question into the spare meld record, whose limits on duplicates need them."""
    m = g.melds[MELDS - 1]
    for j in range(n):
        m.card[j] = w.card[j]


@njit
def clear_spare(g):
    """Leave no trace in the spare meld record: asking for moves must not change the bytes of a game."""
    m = g.melds[MELDS - 1]
    m.template = 0
    m.n = 0
    m.wilds = 0
    for j in range(SLOTS):
        m.card[j] = 0


@njit
def keep_lay_offs(r, g, w, p, at):
    """Drop the lay-offs (from position `at` of the list) after which the turn could not end."""
    kept = at
    for i in range(at, w.moves_n):
        m = w.moves[i]
        if g.hand_n[p] == 1:
            good = not r.final_discard
        else:  # try_lay_off looks at the last card, or at whether any card is left that may be thrown
            good = try_lay_off(r, g, p, a_of(m), b_of(m), c_of(m), d_of(m) == 1)
        if good:
            w.moves[kept] = m
            kept += 1
    w.moves_n = kept


@njit
def try_lay_off(r, g, p, at, end, k, as_wild):
    """Would the turn still be able to end after this lay-off, which leaves one card?"""
    taken = g.taken_mask
    u = accepts(r, g.melds[at], end, k, as_wild)
    src = g.melds[at]
    m = g.melds[MELDS - 1]
    for s in range(src.n):
        m.card[s] = src.card[s]
    m.n = src.n
    m.wilds = src.wilds
    add_card(m, u, end, k, as_wild)
    g.hand[p, k] -= 1
    g.hand_n[p] -= 1
    left = g.mask[p]
    if g.hand[p, k] == 0:
        left &= ~bit(k)
    mask = g.mask[p]
    g.mask[p] = left
    g.taken_mask &= ~bit(k)
    good = last_card_leaves(r, g, p, left, m.template, m.n, m.wilds, at)
    clear_spare(g)
    g.mask[p] = mask
    g.hand[p, k] += 1
    g.hand_n[p] += 1
    g.taken_mask = taken
    return good


@njit
def lay_off_moves(r, g, w, owner):
    """Every card of the player in turn on every meld he may use: of one owner, or as the rules say (-1)."""
    p = np.int64(g.current)
    for i in range(g.melds_n):
        m = g.melds[i]
        if owner >= 0 and m.owner != owner:
            continue
        if owner < 0 and r.lay_off_on == OWN and m.owner != p:
            continue
        t = np.int64(m.template)
        if m.n >= SLOTS or not may_house(r, g, i):
            continue
        if r.t_kind[t] == LINE:
            card_moves(r, g, w, p, i, LOW)
            card_moves(r, g, w, p, i, HIGH)
        else:
            card_moves(r, g, w, p, i, POOL)


@njit
def card_moves(r, g, w, p, i, end):
    """Every card of player p that fits table meld i at one end."""
    m = g.melds[i]
    t = np.int64(m.template)
    n = np.int64(m.n)
    if end == POOL:
        wanted = r.t_mask[t]
    else:
        u = np.int64(r.t_up[t]) if end == HIGH else np.int64(r.t_down[t])
        if u < 0:
            return
        wanted = r.t_slot[u, n] if end == HIGH else r.t_slot[u, 0]
    have = g.mask[p] & (wanted | r.wild_mask)
    while have != np.uint64(0):
        k = lowest_bit(have)
        have &= have - ONE
        if in_mask(wanted, k) and accepts(r, m, end, k, False) >= 0:
            offer(w, move(M_LAY_OFF, i, end, k, 0))  # a wild card in its own place is a natural one
        elif in_mask(r.wild_mask, k) and accepts(r, m, end, k, True) >= 0:
            offer(w, move(M_LAY_OFF, i, end, k, 1))


@njit
def swap_moves(r, g, w, p):
    """Every card of player p that may be exchanged for a wild on the table."""
    for i in range(g.melds_n):
        m = g.melds[i]
        t = np.int64(m.template)
        if m.wilds == np.uint32(0) or (r.t_kind[t] == POOL_TEMPLATE and not r.swap_any):
            continue
        for s in range(m.n):
            if (m.wilds >> np.uint32(s)) & np.uint32(1) == np.uint32(0) or repeated(r, m, t, s):
                continue
            if not in_mask(r.swap_mask, np.int64(m.card[s])):
                continue
            have = g.mask[p] & (r.t_slot[t, s] & ~r.never_natural if r.t_kind[t] == LINE else r.t_mask[t])
            while have != np.uint64(0):
                k = lowest_bit(have)
                have &= have - ONE
                if r.t_kind[t] == POOL_TEMPLATE and natural_count(m, k) >= r.t_dup[t]:
                    continue
                if r.swap_to == SWAP_TO_HAND or has_home(r, g, p, i, s, k):
                    offer(w, move(M_SWAP, i, s, k))


@njit
def repeated(r, m, t, s):
    """In a set, does an earlier place hold the same wild as place s? To take either is the same."""
    if r.t_kind[t] == LINE:
        return False
    for i in range(s):
        if m.card[i] == m.card[s] and (m.wilds >> np.uint32(i)) & np.uint32(1) != np.uint32(0):
            return True
    return False


@njit
def may_house(r, g, i):
    """May the wild just taken out of meld g.freed_from be laid off on meld i?"""
    if g.freed_from < 0 or r.swap_to == SWAP_TO_HAND:
        return True
    if r.swap_to == SWAP_TO_OTHER:
        return i != g.freed_from
    return r.swap_to != SWAP_TO_SAME or i == g.freed_from


@njit
def has_home(r, g, p, at, s, k):
    """Once card k is exchanged for the wild in place s of meld `at`, can the wild be laid off and the turn end?"""
    m = g.melds[at]
    wild = np.int64(m.card[s])
    wilds = np.uint32(m.wilds)
    mask = g.mask[p]
    taken = g.taken_mask
    m.card[s] = k
    m.wilds = wilds & ~(np.uint32(1) << np.uint32(s))
    g.hand[p, k] -= 1
    if g.hand[p, k] == 0:
        g.mask[p] &= ~bit(k)
    g.hand[p, wild] += 1
    g.mask[p] |= bit(wild)
    g.taken_mask &= ~bit(k)
    g.freed_from = at
    home = False
    for i in range(g.melds_n):
        if may_house(r, g, i) and (r.lay_off_on != OWN or g.melds[i].owner == p) and g.melds[i].n < SLOTS:
            home = home or housed(r, g, p, i, wild)
    g.freed_from = -1
    g.taken_mask = taken
    g.hand[p, wild] -= 1
    g.hand[p, k] += 1
    g.mask[p] = mask
    m.card[s] = wild
    m.wilds = wilds
    return home


@njit
def housed(r, g, p, i, wild):
    """Can player p lay the wild off on meld i so that his turn can still end?"""
    for end in (LOW, HIGH, POOL):
        for as_wild in (False, True):
            if accepts(r, g.melds[i], end, wild, as_wild) < 0:
                continue
            if not r.final_discard if g.hand_n[p] == 1 else try_lay_off(r, g, p, i, end, wild, as_wild):
                return True
    return False


@njit
def lay_meld(r, g, w, m):
    """Lay a meld from the hand of the player whose decision it is."""
    p = np.int64(g.current)
    t = a_of(m)
    n, wilds, ok = realise(r, w, t, code_of(m))
    meld = g.melds[g.melds_n]
    meld.template = t
    meld.owner = p
    meld.n = n
    meld.turn = g.turn
    meld.wilds = wilds
    for j in range(n):
        k = np.int64(w.card[j])
        meld.card[j] = k
        take(r, g, p, k)
        played(g, p, k)
        g.melded_points[p] += r.points[k]
    g.melds_n += 1
    g.melds_this_turn += 1
    opening.note_meld(r, g, w, p, t, n, wilds)
    if g.must_use < 0:
        g.freed_from = -1
    if g.played[p] == 0:
        g.played[p] = g.turn


@njit
def lay_off(r, g, m):
    """Lay a card off on a table meld."""
    p = np.int64(g.current)
    i = a_of(m)
    k = c_of(m)
    wild = d_of(m) == 1
    meld = g.melds[i]
    u = accepts(r, meld, b_of(m), k, wild)
    add_card(meld, u, b_of(m), k, wild)
    take(r, g, p, k)
    played(g, p, k)
    if g.must_use < 0:
        g.freed_from = -1
    g.melded_points[p] += r.points[k]
    if g.played[p] == 0:
        g.played[p] = g.turn


@njit
def swap(r, g, m):
    """Exchange a melded wild for the card it stands for; the wild goes into the hand, and perhaps must leave it."""
    p = np.int64(g.current)
    meld = g.melds[a_of(m)]
    s = b_of(m)
    wild = np.int64(meld.card[s])
    take(r, g, p, c_of(m))
    played(g, p, c_of(m))
    meld.card[s] = c_of(m)
    meld.wilds &= ~(np.uint32(1) << np.uint32(s))
    give(r, g, p, wild)
    g.known[p, wild] += 1
    if r.swap_to != SWAP_TO_HAND:
        g.must_use = wild
        g.freed_from = a_of(m)
    if g.played[p] == 0:
        g.played[p] = g.turn


@njit
def table_apply(r, g, w, m):
    """Carry out a play onto the table."""
    kind = kind_of(m)
    if kind == M_MELD:
        lay_meld(r, g, w, m)
    elif kind == M_LAY_OFF:
        lay_off(r, g, m)
    else:
        swap(r, g, m)
