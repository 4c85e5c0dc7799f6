"""May I: when the player in turn draws from the stock, the others may first take the top discard, nearest first."""

import numpy as np

from ._jit import njit
from .codes import kind_of, move, offer
from .draw import stock_out, take_stock
from .expression import holds
from .hands import give, next_seat
from .constants import M_MAY_I, M_PASS, MAY_I, THEN_DEAD, THEN_OFFERED


@njit
def may_claim(r, g, w, p):
    """May player p be asked for the top discard?"""
    if p == g.taker or g.dropped[p]:
        return False
    if r.may_limit >= 0 and g.claims_made[p] >= r.may_limit:
        return False
    return holds(r, g, w, r.may_when, p)


@njit
def ask(r, g, w, p):
    """Let the next player after p who may have the top discard decide; False when nobody is left to be asked."""
    if g.discard_n <= g.dead_n:
        return False
    for _ in range(g.players):
        p = next_seat(g, p)
        if p == g.turn_player:
            return False
        if may_claim(r, g, w, p):
            g.current = p
            g.phase = MAY_I
            return True
    return False


@njit
def opens(r, g, w):
    """The player in turn has chosen the stock: is anybody to be asked first?"""
    if not r.may_i or g.stock_only:  # a card that was offered round has been declined by all
        return False
    if g.last_turns > 0:  # after a call everybody has his one turn and no more
        return False
    if g.returned >= 0:  # thrown straight back: it is only taken to call
        return False
    g.taker = -1
    return ask(r, g, w, np.int64(g.turn_player))


@njit
def moves(w):
    """Take the discard and what comes with it, or pass."""
    offer(w, move(M_MAY_I))
    offer(w, move(M_PASS))


@njit
def apply(r, g, w, m):
    """Answer for the discard on offer; returns True when everybody has, and the player in turn is to draw."""
    p = np.int64(g.current)
    if kind_of(m) == M_PASS:
        settled = not ask(r, g, w, p)
    else:
        claim(r, g, p)
        settled = r.may_then != THEN_OFFERED or not ask(r, g, w, np.int64(g.turn_player))
    if settled:
        g.current = g.turn_player
    return settled


@njit
def claim(r, g, p):
    """Player p takes the top discard, as everybody sees, and the penalty from the stock, as far as there is one."""
    g.discard_n -= 1
    k = np.int64(g.discard[g.discard_n])
    give(r, g, p, k)
    g.known[p, k] += 1
    g.claims_made[p] += 1
    g.taker = p
    if r.may_then == THEN_DEAD:
        g.dead_n = g.discard_n
    for _ in range(r.may_penalty):
        if not stock_out(r, g):
            take_stock(r, g, p)
