"""Looking ahead within a turn: can the whole hand still go down, can the card that must be used be used?

Only rules that few games have ask for this, so it may copy whole games; everything else never comes here.
"""

import numpy as np

from . import discard, draw, lay
from ._jit import njit
from .candidates import realise
from .codes import a_of, c_of, code_of, kind_of, move, offer
from .constants import AHEAD, LINE, M_DECLINE, M_DISCARD, M_DONE, M_DRAW_DISCARD, M_LAY_OFF, M_MELD, M_SWAP, SAVED
from .table import in_mask

LOOK_AHEAD = 4000  # plays tried for all the moves of a state before the rest counts as not going out
FREE = -100  # melds_this_turn of a copy in which the limit on new melds does not bind


@njit
def exempt(r, g, p):
    """May player p, by going out this turn from nothing, lay more melds than the limit?"""
    if r.more_if_out == 0 or r.melds_per_turn == 0 or g.melds_this_turn < r.melds_per_turn:
        return False
    return g.played[p] == 0 or g.played[p] == g.turn


@njit
def all_or_nothing(r, g):
    """Do melds in this deal go down only with the whole hand?"""
    return r.all_at_once_from > 0 and g.deal >= r.all_at_once_from


@njit
def save(w):
    """Put the moves found so far aside; returns how many."""
    n = min(np.int64(w.moves_n), SAVED)
    w.overflow += np.int64(w.moves_n) - n
    for i in range(n):
        w.saved[i] = w.moves[i]
    return n


@njit
def keep_going_out(r, g, w, p):
    """Of the moves found, drop the plays after which player p could not get rid of his whole hand this turn."""
    w.tried = 0
    committed = all_or_nothing(r, g) or g.melds_this_turn > r.melds_per_turn
    begun = g.played[p] > 0
    n = save(w)
    kept = 0
    for i in range(n):
        m = w.saved[i]
        kind = kind_of(m)
        good = True
        if kind == M_MELD or ((kind == M_LAY_OFF or kind == M_SWAP) and committed):
            w.scratch[0] = g
            x = w.scratch[0]
            x.melds_this_turn = FREE
            lay.table_apply(r, x, w, m)
            good = goes_out(r, w, p)
        elif kind == M_DONE and committed and begun and g.played[p] == g.turn:
            good = False
        elif kind == M_DISCARD and committed and begun and g.played[p] == g.turn:
            good = g.hand_n[p] == 1
        if good:
            w.saved[kept] = m
            kept += 1
    w.moves_n = kept
    for i in range(kept):
        w.moves[i] = w.saved[i]


@njit
def goes_out(r, w, p):
    """Can player p, in the game w.scratch[0], get rid of all his cards this turn? A search over his plays."""
    depth = 0
    w.at[0] = 0
    while depth >= 0:
        x = w.scratch[depth]
        if w.at[depth] == 0:
            if x.hand_n[p] == 0:
                return True
            if x.hand_n[p] == 1:
                w.moves_n = 0
                discard.discard_moves(r, x, w)
                if w.moves_n > 0:
                    return True
        w.moves_n = 0
        lay.table_moves(r, x, w)
        if w.at[depth] == 0 and hopeless(r, x, w, p) > 1:
            depth -= 1
            continue
        if w.at[depth] >= w.moves_n or depth + 1 >= AHEAD or w.tried >= LOOK_AHEAD:
            depth -= 1
            continue
        m = w.moves[w.at[depth]]
        w.at[depth] += 1
        w.tried += 1
        w.scratch[depth + 1] = x
        lay.table_apply(r, w.scratch[depth + 1], w, m)
        depth += 1
        w.at[depth] = 0
    if w.tried >= LOOK_AHEAD:
        w.budget_hits += 1
    return False


@njit
def hopeless(r, g, w, p):
    """How many cards of player p stand in no meld found and could be laid off on nothing, whatever is played first."""
    hand = g.mask[p]
    if hand & r.wild_mask != np.uint64(0):
        return 0
    hope = np.uint64(0)
    for i in range(w.moves_n):
        if kind_of(w.moves[i]) == M_MELD:
            hope |= r.t_mask[a_of(w.moves[i])]
    for i in range(g.melds_n):
        m = g.melds[i]
        t = np.int64(m.template)
        if r.t_kind[t] != LINE:
            hope |= r.t_mask[t]
            continue
        u = np.int64(r.t_up[t])
        while u >= 0 and r.t_slot[u, r.t_n[u] - 1] & hand != np.uint64(0):
            hope |= r.t_slot[u, r.t_n[u] - 1]
            u = np.int64(r.t_up[u])
        u = np.int64(r.t_down[t])
        while u >= 0 and r.t_slot[u, 0] & hand != np.uint64(0):
            hope |= r.t_slot[u, 0]
            u = np.int64(r.t_down[u])
    count = 0
    for k in range(r.kinds_n):
        if not in_mask(hope, k):
            count += np.int64(g.hand[p, k])
    return count


@njit
def uses(r, w, m, k):
    """Does a play put a card of kind k on the table?"""
    kind = kind_of(m)
    if kind == M_LAY_OFF or kind == M_SWAP:
        return c_of(m) == k
    if kind != M_MELD:
        return False
    n, wilds, ok = realise(r, w, a_of(m), code_of(m))
    for i in range(n):
        if w.card[i] == k:
            return True
    return False


@njit
def keep_using(r, w, k):
    """Of the moves found, keep those that use a card of kind k."""
    kept = 0
    for i in range(w.moves_n):
        if uses(r, w, w.moves[i], k):
            w.moves[kept] = w.moves[i]
            kept += 1
    w.moves_n = kept


@njit
def keep_usable_draws(r, g, w, p):
    """Of the draws found, drop those after which the deepest card taken could not be used at once, as it must."""
    n = save(w)
    kept = 0
    for i in range(n):
        m = w.saved[i]
        good = True
        if kind_of(m) == M_DRAW_DISCARD and a_of(m) >= r.must_use:
            w.scratch[0] = g
            x = w.scratch[0]
            draw.take_discards(r, x, a_of(m))
            w.moves_n = 0
            lay.table_moves(r, x, w)
            keep_using(r, w, np.int64(x.taken_kind))
            good = w.moves_n > 0
        if good:
            w.saved[kept] = m
            kept += 1
    w.moves_n = kept
    for i in range(kept):
        w.moves[i] = w.saved[i]
    if kept == 0:  # nothing to draw but cards of no use
        offer(w, move(M_DECLINE))
