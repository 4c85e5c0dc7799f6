"""The upcard offered round, and the draw: from the stock, or one or more discards; the stock used up."""

import numpy as np

from ._jit import njit
from .call import can_call_with
from .codes import a_of, kind_of, move, offer
from .deal import begin_turn
from .expression import holds
from .hands import bit, give, next_seat, rnd
from .constants import (
    END_CALL_ONLY, M_DECLINE, M_DRAW_DISCARD, M_DRAW_STOCK, M_PASS, M_TAKE, M_TURN_OVER, PLAY,
    RECYCLE_NONE, RECYCLE_SHUFFLE, RECYCLE_TURN_OVER,
)  # fmt: skip


@njit
def offer_moves(r, g, w):
    """The first upcard is offered: take it or pass."""
    if holds(r, g, w, r.discard_when, np.int64(g.current)):
        offer(w, move(M_TAKE))
    offer(w, move(M_PASS))


@njit
def offer_apply(r, g, m):
    """Take the offered upcard as the draw of a turn, or pass it on; after a round of passes the starter draws."""
    if kind_of(m) == M_TAKE:
        begin_turn(g, np.int64(g.current))
        take_discards(r, g, 1)
        return
    g.offers += 1
    if g.offers < g.seated:
        g.current = next_seat(g, np.int64(g.current))
        return
    begin_turn(g, np.int64(g.starter))
    g.stock_only = 1


@njit
def can_recycle(r, g):
    """May the discards become the stock now?"""
    least = 1 if r.recycle == RECYCLE_TURN_OVER and not r.recycle_upcard else 2  # one stays, or is turned up
    if r.recycle == RECYCLE_NONE or g.discard_n < least:
        return False
    return r.recycle_times < 0 or g.recycled < r.recycle_times


@njit
def stock_out(r, g):
    """Is there nothing more to draw from the stock, not even by recycling the discards?"""
    return g.stock_n <= r.stock_floor and not can_recycle(r, g)


@njit
def may_take(r, g, w, n):
    """May the player in turn take the n top discards? Only a card thrown straight back or the last one is special."""
    top = np.int64(g.discard[g.discard_n - 1])
    if g.returned >= 0 and top == g.returned:
        return n == 1 and can_call_with(r, g, w, np.int64(g.current), top)
    if r.stock_end == END_CALL_ONLY and stock_out(r, g):
        return n == 1 and can_call_with(r, g, w, np.int64(g.current), top)
    return True


@njit
def draw_moves(r, g, w):
    """From the stock (recycled first if need be), from the discards, or decline when the stock is out."""
    if r.draw_stock:
        if g.stock_n > r.stock_floor:
            offer(w, move(M_DRAW_STOCK))
        elif can_recycle(r, g):
            offer(w, move(M_TURN_OVER) if r.recycle_step else move(M_DRAW_STOCK))
    if g.stock_only == 0 and holds(r, g, w, r.discard_when, np.int64(g.current)):
        for n in range(1, min(np.int64(r.draw_depth), np.int64(g.discard_n) - np.int64(g.dead_n)) + 1):
            if may_take(r, g, w, n):
                offer(w, move(M_DRAW_DISCARD, n))
    if stock_out(r, g) or w.moves_n == 0:  # who cannot draw at all may only let the deal end
        offer(w, move(M_DECLINE))


@njit
def draw_apply(r, g, m):
    """Carry out a draw. Declining is the affair of `step`, since it ends the deal."""
    kind = kind_of(m)
    if kind == M_TURN_OVER:
        recycle(r, g)
        return
    if kind == M_DRAW_DISCARD:
        if (g.returned >= 0 and g.discard[g.discard_n - 1] == g.returned) or (
            r.stock_end == END_CALL_ONLY and stock_out(r, g)
        ):
            g.call_only = 1
        take_discards(r, g, a_of(m))
    else:
        take_stock(r, g, np.int64(g.current))
    g.returned = -1
    g.stock_only = 0
    g.phase = PLAY


@njit
def take_stock(r, g, p):
    """Player p takes the top card of the stock; the discards become the stock before it if need be, or at once."""
    if g.stock_n <= r.stock_floor:
        recycle(r, g)
    g.stock_n -= 1
    k = np.int64(g.stock[g.stock_n])
    give(r, g, p, k)
    if g.exposed[p]:
        g.known[p, k] += 1
    if r.recycle_at_once and g.stock_n <= r.stock_floor and can_recycle(r, g):
        recycle(r, g)


@njit
def take_discards(r, g, n):
    """The player in turn takes the n top discards into his hand, as everybody sees."""
    p = np.int64(g.current)
    for _ in range(n):
        g.discard_n -= 1
        k = np.int64(g.discard[g.discard_n])
        give(r, g, p, k)
        g.known[p, k] += 1
        g.taken_mask |= bit(k)
        g.taken_kind = k
    g.taken_n = n
    if n >= r.must_use:
        g.must_use = g.taken_kind
    g.phase = PLAY


@njit
def recycle(r, g):
    """Make the discards, dead ones too, the new stock: shuffled below the kept top card, or turned over as they lie."""
    n = np.int64(g.discard_n)
    left = np.int64(g.stock_n)  # cards below the floor stay at the bottom
    top_dead = g.dead_n >= n
    g.dead_n = 0
    g.recycled = min(np.int64(g.recycled) + 1, 30000)
    if r.recycle == RECYCLE_SHUFFLE:
        keep = 1 if r.recycle_keep_top else 0
        top = g.discard[n - 1]
        for i in range(n - keep):
            g.stock[left + i] = g.discard[i]
        n -= keep
        for i in range(n - 1, 0, -1):
            j = rnd(g, i + 1)
            k = g.stock[left + i]
            g.stock[left + i] = g.stock[left + j]
            g.stock[left + j] = k
        g.stock_n = left + n
        g.discard_n = 0
        if keep:
            g.discard[0] = top
            g.discard_n = 1
            g.dead_n = 1 if top_dead else 0
            return
    else:
        for i in range(n):  # the oldest discard becomes the top of the stock
            g.stock[left + i] = g.discard[n - 1 - i]
        g.stock_n = left + n
        g.discard_n = 0
        if not r.recycle_upcard:
            return
    g.stock_n -= 1
    g.discard[0] = g.stock[g.stock_n]
    g.discard_n = 1
