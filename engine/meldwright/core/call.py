"""Calls that end a deal (knock, gin, ...): when they may be made, the card thrown with them, the showing of hands."""

import numpy as np

from . import arrange
from ._jit import lowest_bit, njit
from .candidates import list_melds, realise
from .codes import a_of, b_of, code_of, move, offer
from .expression import evaluate, holds
from .hands import ONE, barred, bit, next_seat, take
from .lay import lay_off_moves
from .constants import (
    CALL_DISCARD, M_CALL, M_DISCARD, M_DONE, SHOW, SHOW_BEST, WRONG_EXPOSED,
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
def may_call(r, g, w, call, p):
    """May player p make this call with the hand he holds after drawing?"""
    c = r.calls[call]
    if c.first_turn == 0 and g.turns[p] < 2:
        return False
    if not holds(r, g, w, c.when, p):
        return False
    limit = limit_of(r, g, w, call, p)
    if limit < 0:
        return False
    if c.discards == 0:
        return limit >= NO_LIMIT or arrange.least_deadwood(r, w, g.hand[p], g.mask[p]) <= limit
    stop = throwable(r, g, p)
    if limit >= NO_LIMIT:
        return (g.mask[p] & ~stop) != np.uint64(0)
    return arrange.can_reach(r, w, g.hand[p], g.mask[p], limit, stop)


@njit
def call_moves(r, g, w):
    """The calls the player in turn may make."""
    p = np.int64(g.current)
    for i in range(r.calls_n):
        if may_call(r, g, w, i, p):
            offer(w, move(M_CALL, i))
        elif r.calls[i].wrong == WRONG_EXPOSED and not g.exposed[p] and not g.call_only:
            offer(w, move(M_CALL, i, 1))


@njit
def can_call_with(r, g, w, p, k):
    """Could player p make some call this turn if he took a card of kind k?"""
    give_back = g.taken_n
    mask = g.taken_mask
    only = g.call_only
    g.hand[p, k] += 1
    g.hand_n[p] += 1
    g.hand_points[p] += r.points[k]
    g.mask[p] |= bit(k)
    g.discard_n -= 1
    g.taken_n = 1
    g.taken_mask = bit(k)
    g.call_only = 1
    can = False
    for i in range(r.calls_n):
        if may_call(r, g, w, i, p):
            can = True
    g.hand[p, k] -= 1
    g.hand_n[p] -= 1
    g.hand_points[p] -= r.points[k]
    if g.hand[p, k] == 0:
        g.mask[p] &= ~bit(k)
    g.discard_n += 1
    g.taken_n = give_back
    g.taken_mask = mask
    g.call_only = only
    return can


@njit
def call_apply(r, g, w, m):
    """Make a call; returns True when the deal ends at once. A wrong one leaves the hand face up and play goes on."""
    if b_of(m) == 1:
        p = np.int64(g.current)
        g.exposed[p] = 1
        for k in range(r.kinds_n):
            g.known[p, k] = g.hand[p, k]
        return False
    g.call = a_of(m)
    g.caller = g.current
    # what the limit is made of may change while cards are thrown and laid: it stays what it was at the call
    g.limit = min(limit_of(r, g, w, np.int64(g.call), np.int64(g.caller)), NO_LIMIT)
    if r.calls[g.call].discards:
        g.phase = CALL_DISCARD
        return False
    return begin_show(r, g)


@njit
def call_discard_moves(r, g, w):
    """The cards a caller may throw: those that leave no more deadwood than the call allows."""
    p = np.int64(g.current)
    limit = np.int64(g.limit)
    if limit < NO_LIMIT:
        arrange.deadwood_by_discard(r, w, g.hand[p], g.mask[p])
    m = g.mask[p] & ~throwable(r, g, p)
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
    """Throw the caller's card face down; returns True when the deal ends at once."""
    k = a_of(m)
    p = np.int64(g.current)
    take(r, g, p, k)
    if not g.exposed[p]:
        for j in range(r.kinds_n):  # to go on counting the cards seen taken would tell which one it is
            g.known[p, j] = 0
    g.discard[g.discard_n] = k
    g.discard_n += 1
    g.face_down = 1
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
        if limit < NO_LIMIT:
            keep_within(r, g, w, p, limit)
            if g.hand_points[p] <= limit or w.moves_n == 0:  # none left only where a search gave up
                offer(w, move(M_DONE))
            return
    elif may_lay_off(r, g, w, p):
        lay_off_moves(r, g, w, np.int64(g.caller))
    offer(w, move(M_DONE))


@njit
def keep_within(r, g, w, p, limit):
    """Keep only the melds that still let the caller get down to his limit."""
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
        dead = arrange.least_deadwood(r, w, g.hand[p], left)
        for j in range(n):
            g.hand[p, w.held[j]] += 1
        if dead <= limit:
            w.moves[kept] = m
            kept += 1
    w.moves_n = kept


@njit
def show_apply(r, g, w, m):
    """Be done with showing (melds and lay-offs are laid by `lay`); returns True when everybody has shown."""
    p = np.int64(g.current)
    g.shown[p] = 1
    g.showing += 1
    if g.showing >= g.seated:
        return True
    g.current = next_seat(g, p)
    return False
