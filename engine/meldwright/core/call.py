"""Calls that end a deal (knock, gin, ...): when they may be made, the card thrown with them, the showing of hands."""

import numpy as np

from . import arrange
from ._jit import lowest_bit, njit
from .candidates import list_melds, realise
from .codes import a_of, b_of, code_of, move, offer
from .deal import begin_turn
from .expression import evaluate, holds
from .hands import ONE, barred, bit, give, lift, next_seat, rnd, still_in, take
from .lay import lay_off_moves
from .needed import has_melds
from .constants import (
    CALL_DISCARD, LAST_NONE, LAST_OPTIONAL, M_CALL, M_DECLINE, M_DISCARD, M_DONE, PLAY, SHOW, SHOW_BEST,
    WRONG_EXPOSED, WRONG_LEAVES,
)  # fmt: skip

NO_LIMIT = 1 << 30


@njit
def limit_of(r, g, w, call, p):
    """Most deadwood the caller may be left with."""
    if r.calls[call].limit < 0:
        return np.int64(NO_LIMIT)
    return evaluate(r, g, w, r.calls[call].limit, p, -1)


@njit
def throwable(r, g, p):
    """Mask of the kinds that may not be thrown with a call."""
    if g.call_only and r.call_same:
        return np.uint64(0)
    return barred(r, g, p)


@njit
def will_do(r, g, w, call, p, limit):
    """Do the cards player p holds now, after the discard if there is one, meet what the call asks of them?"""
    c = r.calls[call]
    if limit < NO_LIMIT and arrange.least_deadwood(r, w, g.hand[p], g.mask[p]) > limit:
        return False
    if not holds(r, g, w, c.after, p):
        return False
    return c.melds.bundles_n == 0 or has_melds(r, g, w, c.melds, p, g.hand[p], g.mask[p], limit)


@njit
def is_plain(r, call):
    """Does the call ask for no more than a limit of deadwood, so that one search tells for all discards?"""
    return r.calls[call].after < 0 and r.calls[call].melds.bundles_n == 0


@njit
def to_throw(r, g, w, call, p, limit, stop, first):
    """The kinds player p may throw with a call that asks for more than a limit; `first`: the first one is enough."""
    found = np.uint64(0)
    most = min(limit, np.int64(0)) if r.calls[call].all_melded else limit
    if most < NO_LIMIT:
        if not arrange.can_reach(r, w, g.hand[p], g.mask[p], most, stop):
            return found
        arrange.deadwood_by_discard(r, w, g.hand[p], g.mask[p])
    m = g.mask[p] & ~stop
    while m != np.uint64(0) and not (first and found != np.uint64(0)):
        k = lowest_bit(m)
        m &= m - ONE
        if most < NO_LIMIT and w.deadwood_after[k] > most:
            continue
        lift(r, g, p, k)
        if will_do(r, g, w, call, p, limit):
            found |= bit(k)
        give(r, g, p, k)
    return found


@njit
def may_call(r, g, w, call, p):
    """May player p make this call with the hand he holds now?"""
    c = r.calls[call]
    if c.first_turn == 0 and g.turns[p] < 2:
        return False
    if not holds(r, g, w, c.when, p):
        return False
    limit = limit_of(r, g, w, call, p)
    if limit < 0:
        return False
    if c.discards == 0:
        return will_do(r, g, w, call, p, limit)
    stop = throwable(r, g, p)
    if not is_plain(r, call):
        return to_throw(r, g, w, call, p, limit, stop, True) != np.uint64(0)
    if limit >= NO_LIMIT:
        return (g.mask[p] & ~stop) != np.uint64(0)
    return arrange.can_reach(r, w, g.hand[p], g.mask[p], limit, stop)


@njit
def is_time(g, c, drawing):
    """Is this the point of the turn for a call? Who begins without a draw says then what others say instead of it."""
    if drawing:
        return c.at_draw != 0
    return c.at_draw == 0 or begins_without_draw(g)


@njit
def begins_without_draw(g):
    """Is this the first turn of a player who was dealt more cards, and so did not draw?"""
    p = np.int64(g.current)
    return g.extra[p] > 0 and g.turns[p] == 1 and g.melds_this_turn == 0


@njit
def call_moves(r, g, w, drawing):
    """The calls the player in turn may make; `drawing`: instead of a draw. None in the last turn after a call."""
    p = np.int64(g.current)
    if g.last_turns > 0:
        return
    for i in range(r.calls_n):
        c = r.calls[i]
        if not is_time(g, c, drawing) or (g.call_only and c.leaves):
            continue
        if may_call(r, g, w, i, p):
            offer(w, move(M_CALL, i))
        elif c.leaves or g.call_only:
            continue
        elif (c.wrong == WRONG_EXPOSED and not g.exposed[p]) or c.wrong == WRONG_LEAVES:
            offer(w, move(M_CALL, i, 1))


@njit
def decline_moves(r, g, w):
    """Who has one more turn after a call may be free to decline it, before he does anything."""
    if g.last_turns == 0 or r.calls[g.call].last_turn != LAST_OPTIONAL:
        return
    if g.phase == PLAY and not begins_without_draw(g):
        return
    for i in range(w.moves_n):
        if w.moves[i] == M_DECLINE:  # offered already, since the stock is out
            return
    offer(w, move(M_DECLINE))


@njit
def can_call_with(r, g, w, p, k):
    """Could player p make some call this turn if he took a card of kind k?"""
    if g.last_turns > 0:
        return False
    give_back = g.taken_n
    mask = g.taken_mask
    only = g.call_only
    give(r, g, p, k)
    g.discard_n -= 1
    g.taken_n = 1
    g.taken_mask = bit(k)
    g.call_only = 1
    can = False
    for i in range(r.calls_n):
        if not r.calls[i].at_draw and not r.calls[i].leaves and may_call(r, g, w, i, p):
            can = True
    lift(r, g, p, k)
    g.discard_n += 1
    g.taken_n = give_back
    g.taken_mask = mask
    g.call_only = only
    return can


@njit
def is_leaving(r, m):
    """Does a player leave the deal by this call, because it says so or because it is a wrong one?"""
    c = r.calls[a_of(m)]
    return c.leaves != 0 or (b_of(m) == 1 and c.wrong == WRONG_LEAVES)


@njit
def leave(r, g, m):
    """The player in turn leaves the deal: his cards stay with him, set aside, or go shuffled under the stock."""
    p = np.int64(g.current)
    g.dropped[p] = 1
    g.wrong_call[p] = b_of(m)
    if b_of(m) == 1 or not r.calls[a_of(m)].under_stock:
        return
    n = np.int64(g.hand_n[p])
    for i in range(g.stock_n - 1, -1, -1):
        g.stock[i + n] = g.stock[i]
    at = 0
    for k in range(r.kinds_n):
        for _ in range(g.hand[p, k]):
            g.stock[at] = k
            at += 1
        g.hand[p, k] = 0
        g.known[p, k] = 0
    for i in range(n - 1, 0, -1):
        j = rnd(g, i + 1)
        k = g.stock[i]
        g.stock[i] = g.stock[j]
        g.stock[j] = k
    g.stock_n += n
    g.hand_n[p] = 0
    g.hand_points[p] = 0
    g.mask[p] = np.uint64(0)


@njit
def call_apply(r, g, w, m):
    """Make a call; returns True when the deal ends at once. A wrong one leaves the hand face up and play goes on."""
    if b_of(m) == 1:
        expose(r, g, np.int64(g.current))
        return False
    g.call = a_of(m)
    g.caller = g.current
    # what the limit is made of may change while cards are thrown and laid: it stays what it was at the call
    g.limit = min(limit_of(r, g, w, np.int64(g.call), np.int64(g.caller)), NO_LIMIT)
    if r.calls[g.call].all_melded:
        g.limit = min(np.int64(g.limit), np.int64(0))
    if r.calls[g.call].discards:
        g.phase = CALL_DISCARD
        return False
    return after_call(r, g)


@njit
def expose(r, g, p):
    """Lay the hand of player p face up."""
    g.exposed[p] = 1
    for k in range(r.kinds_n):
        g.known[p, k] = g.hand[p, k]


@njit
def call_discard_moves(r, g, w):
    """The cards a caller may throw: those after which his hand is what the call asks for."""
    p = np.int64(g.current)
    limit = np.int64(g.limit)
    stop = throwable(r, g, p)
    m = g.mask[p] & ~stop
    if not is_plain(r, np.int64(g.call)):
        m = to_throw(r, g, w, np.int64(g.call), p, limit, stop, False)
        limit = np.int64(NO_LIMIT)
    elif limit < NO_LIMIT:
        arrange.deadwood_by_discard(r, w, g.hand[p], g.mask[p])
    while m != np.uint64(0):
        k = lowest_bit(m)
        m &= m - ONE
        if limit >= NO_LIMIT or w.deadwood_after[k] <= limit:
            offer(w, move(M_DISCARD, k))
    if w.moves_n == 0:  # a search gave up that had found a card before: any card, rather than none
        m = g.mask[p] & ~throwable(r, g, p)
        while m != np.uint64(0):
            offer(w, move(M_DISCARD, lowest_bit(m)))
            m &= m - ONE


@njit
def call_discard_apply(r, g, m):
    """Throw the caller's card: face down, or as an ordinary discard if the others have one more turn.

    Returns True when the deal ends at once.
    """
    k = a_of(m)
    p = np.int64(g.current)
    take(r, g, p, k)
    g.discard[g.discard_n] = k
    g.discard_n += 1
    if r.calls[g.call].last_turn == LAST_NONE:
        if not g.exposed[p]:
            for j in range(r.kinds_n):  # to go on counting the cards seen taken would tell which one it is
                g.known[p, j] = 0
        g.face_down = 1
    return after_call(r, g)


@njit
def after_call(r, g):
    """The others have one more turn each, or hands are shown; True when nothing is decided by moves."""
    p = np.int64(g.caller)
    if r.calls[g.call].last_turn == LAST_NONE or still_in(g) < 2:
        return begin_show(r, g)
    expose(r, g, p)
    g.last_turns = still_in(g) - 1
    begin_turn(g, next_seat(g, p))
    return False


@njit
def last_turn_over(r, g, cut_off):
    """One of the others has had his last turn; `cut_off`: nobody can have one any more.

    Returns True when the deal ends at once, and not before hands are shown.
    """
    g.last_turns -= 1
    if g.last_turns > 0 and not cut_off:
        begin_turn(g, next_seat(g, np.int64(g.turn_player)))
        return False
    g.last_turns = 0
    return begin_show(r, g)


@njit
def begin_show(r, g):
    """The caller shows first; True when nothing is decided by moves."""
    if r.calls[g.call].show == SHOW_BEST:
        return True
    g.phase = SHOW
    g.showing = 0
    g.current = g.caller
    return False


@njit
def may_lay_off(r, g, w, p):
    """May player p lay off on the caller's melds?"""
    if p == g.caller or r.calls[g.call].lay_off < 0:
        return False
    return holds(r, g, w, r.calls[g.call].lay_off, p)


@njit
def show_moves(r, g, w):
    """Lay a meld from the hand, lay off on the caller's melds, or be done."""
    p = np.int64(g.current)
    list_melds(r, w, g.hand[p], g.mask[p])
    if p == g.caller:
        limit = np.int64(g.limit)
        if limit < NO_LIMIT or r.calls[g.call].melds.bundles_n > 0:
            keep_within(r, g, w, p, limit)
            if (g.hand_points[p] <= limit and shows_melds(r, g, w, p)) or w.moves_n == 0:  # none: a search gave up
                offer(w, move(M_DONE))
            return
    elif may_lay_off(r, g, w, p):
        lay_off_moves(r, g, w, np.int64(g.caller))
    offer(w, move(M_DONE))


@njit
def keep_within(r, g, w, p, limit):
    """Keep only the melds that still let the caller get down to his limit, with the melds that the call asks for."""
    kept = 0
    for i in range(w.moves_n):
        m = w.moves[i]
        n, wilds, ok = realise(r, w, a_of(m), code_of(m))
        left = g.mask[p]
        for j in range(n):
            w.held[j] = w.card[j]
            k = np.int64(w.card[j])
            g.hand[p, k] -= 1
            if g.hand[p, k] == 0:
                left &= ~bit(k)
        good = limit >= NO_LIMIT or arrange.least_deadwood(r, w, g.hand[p], left) <= limit
        if good and r.calls[g.call].melds.bundles_n > 0:
            meld = g.melds[g.melds_n]  # on the table for a moment: only its template, size and owner are asked for
            meld.template = a_of(m)
            meld.owner = p
            meld.n = n
            g.melds_n += 1
            good = has_melds(r, g, w, r.calls[g.call].melds, p, g.hand[p], left, limit)
            g.melds_n -= 1
            meld.template = 0
            meld.owner = 0
            meld.n = 0
        for j in range(n):
            g.hand[p, w.held[j]] += 1
        if good:
            w.moves[kept] = m
            kept += 1
    w.moves_n = kept


@njit
def shows_melds(r, g, w, p):
    """Has player p laid the melds that the call asks for?"""
    contract = r.calls[g.call].melds
    return contract.bundles_n == 0 or has_melds(r, g, w, contract, p, w.no_hand, np.uint64(0), np.int64(0))


@njit
def show_apply(r, g, w, m):
    """Be done with showing (melds and lay-offs are laid by `lay`); returns True when everybody has shown."""
    p = np.int64(g.current)
    g.shown[p] = 1
    g.showing += 1
    if g.showing >= still_in(g):
        return True
    g.current = next_seat(g, p)
    return False
