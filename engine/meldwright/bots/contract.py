"""How the greedy player plays where a contract must be laid first: toward it, then out.

Before he has laid it he takes what brings him nearer, keeps wild cards and the cards of his plan, and lays the contract
as soon as he can, with as many natural and as few wild cards as may be. After that he lays off what he can, takes only
what he can lay off, and throws the dearest card that fits nowhere.
"""

import numpy as np

from ..core._jit import njit
from ..core.candidates import realise
from ..core.codes import a_of, c_of, code_of, d_of, kind_of
from ..core.constants import (
    M_DECLINE, M_DISCARD, M_DONE, M_DRAW_DISCARD, M_LAY_OFF, M_MAY_I, M_MELD, M_SWAP, M_TAKE,
)  # fmt: skip
from ..core.fill import has
from ..core.hands import give, lift
from ..core.opening import pending, possible
from ..core.table import fits_any
from .plan import HOPELESS, lacks_with, natural_cards, plan, promise, spare
from .seen import look_around

NEARLY_OUT = 3  # no more claims once an opponent who is down has no more cards than this


@njit
def applies(r, g, p):
    """Is this a deal with a contract, after which no other melds are laid, or is it still to be laid?"""
    return r.opening.bundles_n > 0 and (pending(r, g, p) or not r.new_melds)


@njit
def draw(r, g, w, n, p):
    """Take the discard if it brings the contract nearer or can be laid off; else the stock."""
    take = -1
    other = -1
    decline = -1
    for i in range(n):
        kind = kind_of(w.moves[i])
        if kind == M_DECLINE:
            decline = i
        elif kind == M_TAKE or (kind == M_DRAW_DISCARD and a_of(w.moves[i]) == 1):
            take = i
        elif kind != M_DRAW_DISCARD and other < 0:
            other = i
    if take >= 0 and helps(r, g, w, p, np.int64(g.discard[g.discard_n - 1])):
        return take
    if other >= 0:
        return other
    return take if take >= 0 else decline


@njit
def helps(r, g, w, p, k):
    """Is a card of kind k worth having?"""
    if not pending(r, g, p):
        return fits_any(r, g, k) and g.hand_n[p] > 0
    if has(r.wild_mask, k):
        return True
    look_around(r, g, w, p)
    now = plan(r, g, w, p)
    if now == 0 and r.whole_hand:
        return fits_whole(r, g, w, p, k)
    return lacks_with(r, g, w, p, k) < now


@njit
def fits_whole(r, g, w, p, k):
    """Could the whole hand go down with a card of kind k?"""
    give(r, g, p, k)
    can = possible(r, g, w, p)
    lift(r, g, p, k)
    return can


@njit
def claim(r, g, w, n, p):
    """Say May I for a card that brings the contract nearer, unless somebody is about to go out."""
    yes = -1
    no = 0
    for i in range(n):
        if kind_of(w.moves[i]) == M_MAY_I:
            yes = i
        else:
            no = i
    if yes < 0 or not pending(r, g, p) or r.whole_hand:  # more cards make it harder to lay all of them
        return no
    for q in range(g.players):
        if q != p and g.opened[q] > 0 and g.hand_n[q] <= NEARLY_OUT:
            return no
    return yes if helps(r, g, w, p, np.int64(g.discard[g.discard_n - 1])) else no


@njit
def play(r, g, w, n, p):
    """Lay melds, then lay off, then throw a card."""
    chosen = -1
    most = np.int64(-1)
    for i in range(n):
        kind = kind_of(w.moves[i])
        worth = np.int64(-1)
        if kind == M_MELD:
            cards, wilds, ok = realise(r, w, a_of(w.moves[i]), code_of(w.moves[i]))
            worth = 1000 + 20 * natural_cards(wilds, cards) - 15 * (cards - natural_cards(wilds, cards))
        elif kind == M_LAY_OFF:
            worth = 500 + min(np.int64(r.points[c_of(w.moves[i])]), 400) - 450 * (d_of(w.moves[i]) == 1)
        elif kind == M_SWAP:
            worth = np.int64(20)
        if worth > most:
            most = worth
            chosen = i
    if chosen >= 0:
        return chosen
    chosen = throw(r, g, w, n, p)
    if chosen < 0:
        for i in range(n):
            if kind_of(w.moves[i]) == M_DONE or kind_of(w.moves[i]) == M_DECLINE:
                return i
    return chosen


@njit
def throw(r, g, w, n, p):
    """Throw a card the plan does not need: of little promise first, then the dearest; a wild only if it must be."""
    planned = pending(r, g, p)
    if planned:
        look_around(r, g, w, p)
        planned = plan(r, g, w, p) < HOPELESS
    best = -1
    least = np.int64(1) << 40
    for i in range(n):
        if kind_of(w.moves[i]) != M_DISCARD:
            continue
        k = a_of(w.moves[i])
        cost = -np.int64(r.points[k])
        if has(r.wild_mask, k):
            cost += 1 << 30
        elif planned:
            cost += (promise(r, w, k) << 10) if spare(r, g, w, p, k) > 0 else 1 << 20
        elif fits_any(r, g, k):
            cost += 1 << 20
        if cost < least:
            least = cost
            best = i
    return best
