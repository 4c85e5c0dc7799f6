"""Every way to lay a meld from a hand: the realisations of all templates that the cards at hand can fill.

A realisation is a mixed-radix number, least digit first. A line has a digit per slot: the position of the card in
the list of the slot's natural kinds, then of all wild kinds. A pool has a digit per natural kind and then per wild
kind: how many cards of it.
"""

import numpy as np

from ._jit import bit_count, lowest_bit, njit
from .codes import meld_move, offer
from .hands import ONE, bit
from .constants import M_MELD, MOVES
from .table import in_mask, wilds_allowed


@njit
def nth_kind(mask, n):
    """The n-th kind (from 0) of a mask."""
    while n > 0:
        mask &= mask - ONE
        n -= 1
    return lowest_bit(mask)


@njit
def slot_card(r, slot, digit):
    """The kind that a slot's digit stands for, and whether it stands as a wild."""
    naturals = bit_count(slot)
    if digit < naturals:
        return nth_kind(slot, digit), False
    return np.int64(r.wild_kind[digit - naturals]), True


@njit
def pool_limit(r, t, k, as_wild):
    """Most cards of kind k that a pool's realisation may name."""
    if as_wild:
        return np.int64(r.copies[k])
    return min(np.int64(r.t_dup[t]), np.int64(r.copies[k]))


@njit
def plain_lines(r, w, mask):
    """Offer the lines that the kinds in mask fill without wilds; every slot has one natural kind."""
    m = mask & r.meld_mask
    while m != np.uint64(0):
        k = lowest_bit(m)
        m &= m - ONE
        for i in range(r.line_start[k], r.line_start[k + 1]):
            t = np.int64(r.line_list[i])
            if (mask & r.t_mask[t]) != r.t_mask[t]:
                continue
            while t >= 0 and (mask & r.t_mask[t]) == r.t_mask[t]:
                if r.t_offered[t] and wilds_allowed(r, t, np.int64(r.t_n[t]), 0):
                    offer(w, meld_move(M_MELD, t, 0))
                t = np.int64(r.t_up[t])


@njit
def line_from(r, w, base):
    """Offer every line that starts where template `base` starts, of any length, with the cards in w.count."""
    n0 = np.int64(r.t_n[base])
    t = np.int64(base)
    d = 0
    wilds = 0
    code = np.int64(0)
    # per depth: w.choice the digit, w.card the kind, s_value 1 if wild, s_pos the template from there, s_code the radix
    w.choice[0] = -1
    w.s_pos[0] = base
    w.s_code[0] = 1
    while d >= 0 and w.moves_n < MOVES:
        t = np.int64(w.s_pos[d])
        slot = r.t_slot[t, d]
        if w.choice[d] >= 0:  # take the present card of this slot back
            w.count[w.card[d]] += 1
            wilds -= w.s_value[d]
            code -= w.choice[d] * w.s_code[d]
        digit = np.int64(w.choice[d]) + 1
        radix = bit_count(slot) + np.int64(r.wild_n)
        found = False
        while digit < radix:
            k, wild = slot_card(r, slot, digit)
            # a wild card in its own place is a natural one
            own = in_mask(slot & ~r.never_natural, k)
            after_wild = r.profiles[r.t_profile[t]].apart and d > 0 and w.s_value[d - 1] == 1
            if w.count[k] > 0 and (not (own or after_wild) if wild else own):
                found = True
                break
            digit += 1
        if not found:
            w.choice[d] = -1
            d -= 1
            continue
        w.choice[d] = digit
        w.card[d] = k
        w.s_value[d] = 1 if wild else 0
        wilds += w.s_value[d]
        w.count[k] -= 1
        code += digit * w.s_code[d]
        if d + 1 >= n0 and r.t_offered[t] and wilds_allowed(r, t, d + 1, wilds):
            offer(w, meld_move(M_MELD, t, code))
        nxt = t
        if d + 1 >= n0:
            nxt = np.int64(r.t_up[t])
        if nxt >= 0:
            w.s_pos[d + 1] = nxt
            w.s_code[d + 1] = w.s_code[d] * radix
            w.choice[d + 1] = -1
            d += 1


@njit
def pool_from(r, w, t):
    """Offer every realisation of pool t with the cards in w.count."""
    naturals = bit_count(r.t_mask[t])
    digits = naturals + np.int64(r.wild_n)
    most = np.int64(r.t_max[t])
    d = 0
    total = 0
    wilds = 0
    code = np.int64(0)
    mask = r.t_mask[t]
    for i in range(naturals):
        w.s_pos[i] = lowest_bit(mask)
        mask &= mask - ONE
    for i in range(naturals, digits):
        w.s_pos[i] = r.wild_kind[i - naturals]
    w.choice[0] = -1
    w.s_code[0] = 1
    while d >= 0 and w.moves_n < MOVES:
        k = np.int64(w.s_pos[d])
        wild = d >= naturals
        if w.choice[d] < 0:
            w.choice[d] = 0
        else:
            own = wild and in_mask(r.t_mask[t], k) and r.t_dup[t] >= r.copies[k]
            if own or w.count[k] == 0 or total >= most or w.choice[d] >= pool_limit(r, t, k, wild):
                w.count[k] += w.choice[d]  # give all of this kind back
                total -= w.choice[d]
                if wild:
                    wilds -= w.choice[d]
                code -= w.choice[d] * w.s_code[d]
                d -= 1
                continue
            w.choice[d] += 1
            w.count[k] -= 1
            total += 1
            if wild:
                wilds += 1
            code += w.s_code[d]
        if d == digits - 1:
            if total >= r.t_n[t] and r.t_offered[t] and wilds_allowed(r, t, total, wilds):
                offer(w, meld_move(M_MELD, t, code))
        else:
            w.s_code[d + 1] = w.s_code[d] * (pool_limit(r, t, k, wild) + 1)
            w.choice[d + 1] = -1
            d += 1


@njit
def list_melds(r, w, hand, mask):
    """Append every meld that can be laid from a hand (counts per kind, mask of kinds) to the moves."""
    # a full list ends the search with cards of w.count still taken: nothing more could be listed anyway
    wild = (mask & r.wild_mask) != np.uint64(0)
    for k in range(r.kinds_n):
        w.count[k] = hand[k]
    if r.lines_plain and not wild:
        plain_lines(r, w, mask)
    else:
        for k in range(r.kinds_n):
            for i in range(r.line_start[k], r.line_start[k + 1]):
                t = np.int64(r.line_list[i])
                if enough(r, t, mask, w.count):
                    line_from(r, w, t)
    for i in range(r.pools_n):
        if w.moves_n >= MOVES:
            w.overflow += 1
            return
        t = np.int64(r.pool_list[i])
        if enough(r, t, mask, w.count):
            pool_from(r, w, t)


@njit
def enough(r, t, mask, count):
    """A quick bound: can the cards possibly fill template t?"""
    have = 0
    m = mask & r.t_mask[t]
    while m != np.uint64(0):
        k = lowest_bit(m)
        have += min(np.int64(count[k]), max(1, np.int64(r.t_dup[t])))
        m &= m - ONE
    m = mask & r.wild_mask
    while m != np.uint64(0):
        k = lowest_bit(m)
        if not in_mask(r.t_mask[t], k) or r.t_dup[t] < count[k]:
            have += np.int64(count[k])
        m &= m - ONE
    return have >= r.t_n[t]


@njit
def realise(r, w, t, code):
    """Spell out a realisation: the cards in w.card, whether they are wild as bits; returns (cards, wild bits, ok)."""
    n = 0
    wilds = np.uint32(0)
    if r.t_kind[t] == 0:
        for s in range(r.t_n[t]):
            slot = r.t_slot[t, s]
            radix = bit_count(slot) + np.int64(r.wild_n)
            k, wild = slot_card(r, slot, code % radix)
            code //= radix
            w.card[n] = k
            if wild:
                wilds |= np.uint32(1) << np.uint32(n)
            n += 1
        return n, wilds, code == 0
    mask = r.t_mask[t]
    digits = bit_count(mask) + np.int64(r.wild_n)
    naturals = bit_count(mask)
    for i in range(digits):
        wild = i >= naturals
        if wild:
            k = np.int64(r.wild_kind[i - naturals])
        else:
            k = lowest_bit(mask)
            mask &= mask - ONE
        radix = pool_limit(r, t, k, wild) + 1
        for _ in range(code % radix):
            if n >= w.card.shape[0]:
                return n, wilds, False
            w.card[n] = k
            if wild:
                wilds |= np.uint32(1) << np.uint32(n)
            n += 1
        code //= radix
    return n, wilds, code == 0


@njit
def cards_of(r, w, t, code):
    """Mask of the kinds and number of the cards of a realisation."""
    n, wilds, ok = realise(r, w, t, code)
    mask = np.uint64(0)
    for i in range(n):
        mask |= bit(w.card[i])
    return mask, n
