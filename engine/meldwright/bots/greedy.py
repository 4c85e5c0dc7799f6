"""A player who always takes what leaves the least deadwood now.

He takes discards only if they complete a meld or can be laid off, lays down and lays off what he can, calls as soon
as he may with little deadwood, leaves the deal only with a hopeless hand in his first turn, and throws the card that
leaves the least; of several, the one with the fewest melds still to be hoped for. He looks at his own hand and at
what everybody can see, never at hidden hands or the stock.
"""

import numpy as np

from . import contract
from .seen import copies, look_around
from ..core import arrange
from ..core._jit import bit_count, lowest_bit, njit
from ..core.call import limit_of
from ..core.candidates import pool_limit
from ..core.codes import a_of, b_of, c_of, d_of, kind_of, meld_move, move
from ..core.expression import cards_dealt, evaluate
from ..core.hands import ONE, bit, give, lift
from ..core.lay import may_lay_off
from ..core.constants import (
    BUY_BACK, CALL_DISCARD, CLAIM, CUT, DRAW, END_CALL_ONLY, LINE, MAY_I, M_BUY_BACK, M_CALL, M_CLAIM, M_CUT,
    M_DECLINE, M_DISCARD, M_DONE, M_DRAW_DISCARD, M_LAY_OFF, M_MAY_I, M_MELD, M_PASS, M_SWAP, M_TAKE, OFFER, PLAY,
    SHOW,
)  # fmt: skip
from ..core.table import fits_any

NONE = np.uint64(0)
MOST_TAKEN = 3  # deeper blocks of discards are not considered
LOW_ENOUGH = 15  # least deadwood to call with where the rules ask for less or nothing
HOPELESS = 8  # points of each card, on the average, of a hand that is not worth playing
FAR = 1 << 30
CLOSE, DISTANT = 8, 1  # worth of a possible meld that lacks one card, or two, for each copy not yet seen


@njit
def choose(r, g, w, n):
    """Index of the chosen move among the first n of w.moves, the legal moves of player g.current."""
    if n == 1:
        return 0
    phase = g.phase
    chosen = -1
    if contract.applies(r, g, np.int64(g.current)) and (phase == DRAW or phase == PLAY or phase == MAY_I):
        return max(0, _toward_contract(r, g, w, n))
    if phase == DRAW or phase == OFFER:
        chosen = _draw(r, g, w, n)
    elif phase == PLAY:
        chosen = _play(r, g, w, n)
    elif phase == CALL_DISCARD:
        chosen = _discard(r, g, w, n)
    elif phase == SHOW:
        chosen = _show(r, g, w, n)
    elif phase == CLAIM:
        chosen = _first(w, n, M_CLAIM)
    elif phase == MAY_I or phase == BUY_BACK or phase == CUT:
        chosen = _aside(r, g, w, n)
    return max(0, chosen)


@njit
def _toward_contract(r, g, w, n):
    """The move where a contract rules."""
    p = np.int64(g.current)
    if g.phase == DRAW:
        return contract.draw(r, g, w, n, p)
    if g.phase == MAY_I:
        return contract.claim(r, g, w, n, p)
    return contract.play(r, g, w, n, p)


@njit
def _first(w, n, kind):
    """Index of the first move of a kind, -1 if there is none."""
    for i in range(n):
        if kind_of(w.moves[i]) == kind:
            return i
    return -1


# --- out of turn, and between deals ----------------------------------------------------------------------------------
@njit
def _aside(r, g, w, n):
    """May I, if the card saves more than the penalty may cost; buy back, if there are chips for it; cut exactly."""
    p = np.int64(g.current)
    if g.phase == CUT:
        return _find(w, n, move(M_CUT, cards_dealt(r, g)))
    if g.phase == BUY_BACK:
        spare = r.stake == 0 or g.chips[p] >= evaluate(r, g, w, r.buy_price, p, -1)
        return _first(w, n, M_BUY_BACK if spare else M_PASS)
    saved = _saved_by(r, g, w, p, np.int64(g.discard[g.discard_n - 1]))
    return _first(w, n, M_MAY_I if saved > _mean_points(r) * np.int64(r.may_penalty) else M_PASS)


@njit
def _saved_by(r, g, w, p, k):
    """How much less deadwood player p would have with one more card, of kind k."""
    least = np.int64(arrange.least_deadwood(r, w, g.hand[p], g.mask[p]))
    give(r, g, p, k)
    after = np.int64(arrange.least_deadwood(r, w, g.hand[p], g.mask[p]))
    lift(r, g, p, k)
    return least - after


@njit
def _mean_points(r):
    """What a card of the deck is worth on average, rounded down."""
    total = np.int64(0)
    for k in range(r.kinds_n):
        total += np.int64(r.copies[k]) * np.int64(r.points[k])
    return total // np.int64(r.cards_n)


# --- the draw ------------------------------------------------------------------------------------------------------
@njit
def _draw(r, g, w, n):
    """Call or leave; else take discards if that completes a meld or they can be laid off; else the stock; else decline.

    One more turn after a call is always taken: what it brings can be thrown again.
    """
    p = np.int64(g.current)
    call = _call(r, g, w, n, p)
    if call < 0:
        call = _leave(r, g, w, n, p)
    if call >= 0:
        return call
    least = arrange.least_deadwood(r, w, g.hand[p], g.mask[p])
    best = -1
    decline = -1
    other = -1
    low = least
    for i in range(n):
        kind = kind_of(w.moves[i])
        if kind == M_DECLINE:
            decline = i
        elif kind == M_CALL:
            continue
        elif kind != M_TAKE and kind != M_DRAW_DISCARD:
            if other < 0:
                other = i
        elif _only_to_call(r, g, w, n):
            return i
        else:
            cards = 1 if kind == M_TAKE else a_of(w.moves[i])
            if cards <= MOST_TAKEN:
                after = _after_taking(r, g, w, p, cards, least)
                if after < low:
                    low = after
                    best = i
    if best >= 0:
        return best
    return other if other >= 0 else decline


@njit
def _only_to_call(r, g, w, n):
    """Is the discard offered only because a call can be made with it?"""
    if g.returned >= 0 and g.discard[g.discard_n - 1] == g.returned:
        return True
    return r.stock_end == END_CALL_ONLY and g.last_turns == 0 and _first(w, n, M_DECLINE) >= 0


@njit
def _leave(r, g, w, n, p):
    """The call to leave, in the first turn and with a hopeless hand: dear cards, no meld, no wild; -1 if not."""
    if g.turns[p] != 1 or g.mask[p] & r.wild_mask != NONE or g.hand_points[p] < HOPELESS * g.hand_n[p]:
        return -1
    for i in range(n):
        m = w.moves[i]
        if kind_of(m) == M_CALL and b_of(m) == 0 and r.calls[a_of(m)].leaves:
            whole = arrange.least_deadwood(r, w, g.hand[p], g.mask[p]) == g.hand_points[p]
            return i if whole else -1
    return -1


@njit
def _after_taking(r, g, w, p, cards, least):
    """Deadwood after taking so many discards and throwing another card; FAR if they complete no meld.

    least: deadwood of the hand as it is. A single card that can be laid off counts as gone.
    """
    top = np.int64(g.discard[g.discard_n - 1])
    mask = g.mask[p]
    taken = NONE
    added = np.int64(0)
    for i in range(cards):
        k = np.int64(g.discard[g.discard_n - 1 - i])
        g.hand[p, k] += 1
        g.mask[p] |= bit(k)
        taken |= bit(k)
        added += np.int64(r.points[k])
    after = np.int64(FAR)
    if arrange.least_deadwood(r, w, g.hand[p], g.mask[p]) < least + added:
        after = _least_after(r, g, w, p, mask & ~taken)
    for i in range(cards):
        g.hand[p, g.discard[g.discard_n - 1 - i]] -= 1
    g.mask[p] = mask
    if after >= least and cards == 1 and r.meld_on and may_lay_off(r, g, p) and fits_any(r, g, top):
        after = _least_after(r, g, w, p, mask)
    return after


@njit
def _least_after(r, g, w, p, choices):
    """Least deadwood that a discard out of `choices` leaves; FAR if there is none."""
    arrange.deadwood_by_discard(r, w, g.hand[p], g.mask[p])
    low = np.int64(FAR)
    while choices != NONE:
        k = lowest_bit(choices)
        choices &= choices - ONE
        low = min(low, np.int64(w.deadwood_after[k]))
    return low


# --- the play ------------------------------------------------------------------------------------------------------
@njit
def _play(r, g, w, n):
    """Call, else lay a meld, else lay off, else throw a card."""
    p = np.int64(g.current)
    chosen = _call(r, g, w, n, p)
    if chosen < 0:
        chosen = _meld(r, g, w, n, p)
    if chosen < 0:
        chosen = _lay_off(r, g, w, n, p)
    if chosen < 0:
        chosen = _discard(r, g, w, n)
    if chosen < 0:
        chosen = _first(w, n, M_DONE)
    return chosen


@njit
def _call(r, g, w, n, p):
    """The call with the strictest limit, if the deadwood is low enough for it; -1 for none."""
    best = -1
    strictest = np.int64(FAR) * FAR
    for i in range(n):
        m = w.moves[i]
        if kind_of(m) != M_CALL or b_of(m) == 1 or r.calls[a_of(m)].leaves:  # never a wrong call
            continue
        limit = limit_of(r, g, w, a_of(m), p)
        if limit >= strictest:
            continue
        if limit > LOW_ENOUGH:
            if r.calls[a_of(m)].discards:
                left = _least_after(r, g, w, p, g.mask[p])
            else:
                left = np.int64(arrange.least_deadwood(r, w, g.hand[p], g.mask[p]))
            if left > LOW_ENOUGH:
                continue
        strictest = limit
        best = i
    return best


@njit
def _meld(r, g, w, n, p):
    """The dearest offered meld of the best arrangement of the hand; -1 for none."""
    if _first(w, n, M_MELD) < 0:
        return -1
    arrange.best_arrangement(r, w, g.hand[p], g.mask[p])
    best = -1
    most = np.int64(-1)
    for j in range(w.arr_n):
        points = np.int64(0)
        for s in range(w.arr_len[j]):
            points += np.int64(r.points[w.arr_card[j, s]])
        if points > most:
            i = _find(w, n, meld_move(M_MELD, np.int64(w.arr_template[j]), arranged_code(r, w, j)))
            if i >= 0:
                best = i
                most = points
    return best


@njit
def _find(w, n, m):
    """Index of a move among the legal ones, -1 if it is not there."""
    for i in range(n):
        if w.moves[i] == m:
            return i
    return -1


@njit
def arranged_code(r, w, j):
    """Realisation code of meld j of the arrangement in w.arr_* (see `core.candidates`)."""
    t = np.int64(w.arr_template[j])
    code = np.int64(0)
    radix = np.int64(1)
    if r.t_kind[t] == LINE:
        for s in range(w.arr_len[j]):
            k = np.int64(w.arr_card[j, s])
            slot = r.t_slot[t, s]
            digit = bit_count(slot & (bit(k) - ONE))
            if _stands_wild(w, j, s):
                digit = bit_count(slot) + bit_count(r.wild_mask & (bit(k) - ONE))
            code += digit * radix
            radix *= bit_count(slot) + np.int64(r.wild_n)
        return code
    for turn in range(2):  # the natural kinds, then the wild ones
        mask = r.wild_mask if turn == 1 else r.t_mask[t]
        while mask != NONE:
            k = lowest_bit(mask)
            mask &= mask - ONE
            count = 0
            for s in range(w.arr_len[j]):
                if w.arr_card[j, s] == k and _stands_wild(w, j, s) == (turn == 1):
                    count += 1
            code += count * radix
            radix *= pool_limit(r, t, k, turn == 1) + 1
    return code


@njit
def _stands_wild(w, j, s):
    """Does card s of meld j of the arrangement stand as a wild?"""
    return (w.arr_wilds[j] >> np.uint32(s)) & np.uint32(1) != np.uint32(0)


@njit
def _lay_off(r, g, w, n, p):
    """The lay-off or exchange of a wild that leaves the least deadwood, if it does not add any; -1 for none."""
    if _first(w, n, M_LAY_OFF) < 0 and _first(w, n, M_SWAP) < 0:
        return -1
    low = 2 * np.int64(arrange.least_deadwood(r, w, g.hand[p], g.mask[p]))
    arrange.deadwood_by_discard(r, w, g.hand[p], g.mask[p])
    best = -1
    for i in range(n):
        m = w.moves[i]
        after = np.int64(FAR)
        if kind_of(m) == M_LAY_OFF:
            after = 2 * np.int64(w.deadwood_after[c_of(m)]) + d_of(m)  # of two ways rather the natural one
        if after < low or (after == low and best < 0):
            low = after
            best = i
    if best >= 0:
        return best
    for i in range(n):
        m = w.moves[i]
        if kind_of(m) == M_SWAP and 2 * _after_swap(r, g, w, p, a_of(m), b_of(m), c_of(m)) <= low:
            return i
    return -1


@njit
def _after_swap(r, g, w, p, at, s, k):
    """Deadwood after exchanging card k for the wild in slot s of table meld `at`."""
    mask = g.mask[p]
    wild = np.int64(g.melds[at].card[s])
    g.hand[p, k] -= 1
    if g.hand[p, k] == 0:
        g.mask[p] &= ~bit(k)
    g.hand[p, wild] += 1
    g.mask[p] |= bit(wild)
    after = np.int64(arrange.least_deadwood(r, w, g.hand[p], g.mask[p]))
    g.hand[p, wild] -= 1
    g.hand[p, k] += 1
    g.mask[p] = mask
    return after


@njit
def _show(r, g, w, n):
    """Lay off what costs nothing, then the melds of the best arrangement, then be done."""
    p = np.int64(g.current)
    chosen = _lay_off(r, g, w, n, p)
    if chosen < 0:
        chosen = _meld(r, g, w, n, p)
    if chosen < 0:
        chosen = _first(w, n, M_DONE)
    return chosen


# --- the discard ---------------------------------------------------------------------------------------------------
@njit
def _discard(r, g, w, n):
    """Throw what leaves the least deadwood, then has the least hope, then the most points; -1 if nothing may go."""
    p = np.int64(g.current)
    if _first(w, n, M_DISCARD) < 0:
        return -1
    arrange.deadwood_by_discard(r, w, g.hand[p], g.mask[p])
    low = np.int64(FAR)
    ties = 0
    best = -1
    for i in range(n):
        if kind_of(w.moves[i]) == M_DISCARD:
            after = np.int64(w.deadwood_after[a_of(w.moves[i])])
            if after < low:
                low = after
                best = i
                ties = 0
            ties += after == low
    if ties == 1:
        return best
    look_around(r, g, w, p)
    least = np.int64(FAR) * FAR
    for i in range(n):
        if kind_of(w.moves[i]) == M_DISCARD:
            k = a_of(w.moves[i])
            if w.deadwood_after[k] == low:
                worth = (hope(r, w, g.mask[p], k) << 16) - np.int64(r.points[k])
                if worth < least:
                    least = worth
                    best = i
    return best


@njit
def hope(r, w, mask, k):
    """What a card of kind k may still become: the melds it lacks one or two unseen cards for, weighted."""
    total = np.int64(0)
    for i in range(r.cover_start[k], r.cover_start[k + 1]):
        t = np.int64(r.cover[i])
        if r.t_kind[t] == LINE:
            if r.t_short[t] and r.t_offered[t]:
                total += _line_hope(r, w, mask, t)
        else:
            need = np.int64(r.t_n[t]) - bit_count(mask & r.t_mask[t])
            if need == 1 or need == 2:
                total += copies(w, r.t_mask[t] & ~mask) * (CLOSE if need == 1 else DISTANT)
    return total


@njit
def _line_hope(r, w, mask, t):
    """The same for one line: the scarcest of the cards it lacks counts."""
    lacks = 0
    scarcest = np.int64(FAR)
    for s in range(r.t_n[t]):
        if mask & r.t_slot[t, s] == NONE:
            lacks += 1
            if lacks > 2:
                return np.int64(0)
            scarcest = min(scarcest, copies(w, r.t_slot[t, s]))
    if lacks == 0:
        return np.int64(0)
    return scarcest * (CLOSE if lacks == 1 else DISTANT)
