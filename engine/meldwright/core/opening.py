"""The first melds of a player in a deal: a contract, or so many points, laid in one turn.

They are laid one by one, as moves. Each is offered only if what is still owed can be laid from the rest of the hand, so
that the choice of melds is the player's and no choice leads nowhere.
"""

import numpy as np

from ._jit import njit
from .candidates import list_melds, realise
from .codes import a_of, code_of
from .contract import clash, complete, owe, owe_points, place_value, same_part
from .hands import bit


@njit
def asked(r):
    """Is there anything the first melds must be?"""
    return r.opening.bundles_n > 0 or r.opening_points > 0


@njit
def pending(r, g, p):
    """Must player p lay his first melds before anything else, and what they must be?"""
    return g.opened[p] == 0 and asked(r)


@njit
def meld_value(r, w, t, n, wilds):
    """Points of the meld spelt out in w.card."""
    total = np.int64(0)
    for s in range(n):
        as_wild = (wilds >> np.uint32(s)) & np.uint32(1) != np.uint32(0)
        total += place_value(r, t, s, np.int64(w.card[s]), as_wild)
    return total


@njit
def fits_part(r, b, i, t, n):
    """Will a meld of template t with n cards do for part i of alternative b?"""
    c = r.opening
    return (c.types[b, i] >> np.uint32(r.t_type[t])) & np.uint32(1) != np.uint32(0) and c.least[b, i] <= n <= c.most[
        b, i
    ]


@njit
def first_of_its_kind(r, b, i, mask):
    """Of equal parts still owed, is part i the first? They are served in order, so that none is tried twice."""
    c = r.opening
    for j in range(i):
        if same_part(c, b, i, j) and (mask >> j) & 1 == 0:
            return False
    return True


@njit
def served(r, g, w, b):
    """Set w.reach: which sets of parts of alternative b the melds laid so far can have served."""
    size = 1 << np.int64(r.opening.parts_n[b])
    for mask in range(size):
        w.reach[mask] = 0
    w.reach[0] = 1
    for m in range(g.opening_n):
        meld = g.melds[g.melds_n - g.opening_n + m]
        for mask in range(size):
            w.reach_next[mask] = 0
        for mask in range(size):
            if w.reach[mask] == 0:
                continue
            for i in range(r.opening.parts_n[b]):
                if (mask >> i) & 1 == 0 and fits_part(r, b, i, np.int64(meld.template), np.int64(meld.n)):
                    w.reach_next[mask | (1 << i)] = 1
        for mask in range(size):
            w.reach[mask] = w.reach_next[mask]


@njit
def done(r, g, w, p):
    """Do the melds laid so far make the whole opening?"""
    if r.opening_points > 0:
        if g.opening_points >= r.opening_points:
            return True
        return r.exempt_out != 0 and g.hand_n[p] <= r.discard_on
    for b in range(r.opening.bundles_n):
        if g.opening_n != r.opening.parts_n[b]:
            continue
        served(r, g, w, b)
        if w.reach[(1 << np.int64(r.opening.parts_n[b])) - 1]:
            return True
    return False


@njit
def note_laid(g, w):
    """Set w.laid to the templates of the opening's melds on the table."""
    w.laid_n = g.opening_n
    for m in range(g.opening_n):
        w.laid[m] = g.melds[g.melds_n - g.opening_n + m].template


@njit
def possible(r, g, w, p):
    """Can player p lay what he still owes from his whole hand?"""
    note_laid(g, w)
    if r.opening_points > 0:
        owe_points(r, w, np.int64(r.opening_points) - np.int64(g.opening_points))
        return complete(r, g, w, p)
    for b in range(r.opening.bundles_n):
        served(r, g, w, b)
        for mask in range(1 << np.int64(r.opening.parts_n[b])):
            if w.reach[mask]:
                owe(r, w, b, mask)
                if complete(r, g, w, p):
                    return True
    return False


@njit
def opening_moves(r, g, w, p):
    """The melds with which player p may begin, or go on with, his opening."""
    if not possible(r, g, w, p):
        return
    before = w.moves_n
    list_melds(r, w, g.hand[p], g.mask[p])
    kept = before
    for i in range(before, w.moves_n):
        if leaves_rest(r, g, w, p, w.moves[i]):
            w.moves[kept] = w.moves[i]
            kept += 1
    w.moves_n = kept


@njit
def leaves_rest(r, g, w, p, m):
    """Can the rest of what player p owes still be laid after meld m?"""
    t = a_of(m)
    n, wilds, ok = realise(r, w, t, code_of(m))
    note_laid(g, w)
    for i in range(w.laid_n):
        if r.opening_points == 0 and clash(r, np.int64(w.laid[i]), t):
            return False
    w.laid[w.laid_n] = t
    w.laid_n += 1
    if r.opening_points == 0 and not serves_any(r, t, n):
        return False
    value = meld_value(r, w, t, n, wilds)
    mask = g.mask[p]
    for j in range(n):
        k = np.int64(w.card[j])
        w.spare[j] = k
        g.hand[p, k] -= 1
        if g.hand[p, k] == 0:
            g.mask[p] &= ~bit(k)
    g.hand_n[p] -= n
    good = rest_possible(r, g, w, p, t, n, value)
    for j in range(n):
        g.hand[p, w.spare[j]] += 1
    g.hand_n[p] += n
    g.mask[p] = mask
    return good


@njit
def serves_any(r, t, n):
    """Will a meld do for any part of any alternative?"""
    for b in range(r.opening.bundles_n):
        for i in range(r.opening.parts_n[b]):
            if fits_part(r, b, i, t, n):
                return True
    return False


@njit
def rest_possible(r, g, w, p, t, n, value):
    """Can the rest be laid from the hand as it is, after a meld of template t with n cards?"""
    if r.opening_points > 0:
        owe_points(r, w, np.int64(r.opening_points) - np.int64(g.opening_points) - value)
        return complete(r, g, w, p)
    for b in range(r.opening.bundles_n):
        served(r, g, w, b)
        for mask in range(1 << np.int64(r.opening.parts_n[b])):
            if w.reach[mask] == 0:
                continue
            for i in range(r.opening.parts_n[b]):
                if (mask >> i) & 1 == 0 and fits_part(r, b, i, t, n) and first_of_its_kind(r, b, i, mask):
                    owe(r, w, b, mask | (1 << i))
                    if complete(r, g, w, p):
                        return True
    return False


@njit
def note_meld(r, g, w, p, t, n, wilds):
    """Player p has laid a meld (spelt out in w.card): is his opening done with it?"""
    if g.opened[p] > 0:
        return
    if not asked(r):
        g.opened[p] = g.turn
        return
    g.opening_n += 1
    g.opening_points += meld_value(r, w, t, n, wilds)
    if done(r, g, w, p):
        g.opened[p] = g.turn
        g.opening_n = 0
        g.opening_points = 0
