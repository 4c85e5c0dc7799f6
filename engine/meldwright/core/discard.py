"""The discard that ends a turn, the "Rummy!" claim on a playable one, and what follows."""

import numpy as np

from ._jit import lowest_bit, njit
from .codes import a_of, b_of, kind_of, move, offer
from .hands import ONE, barred, next_seat, still_in, take
from .constants import CLAIM, HIGH, LOW, M_CLAIM, M_DISCARD, M_PASS, POOL, RETURN_TO_CALL
from .table import accepts, add_card, fits_any


@njit
def discard_moves(r, g, w):
    """The cards the player in turn may throw."""
    if not r.discard_on or g.call_only:
        return
    p = np.int64(g.current)
    m = g.mask[p] & ~barred(r, g, p)
    last = r.unplayable_last and g.hand_n[p] == 1
    while m != np.uint64(0):
        k = lowest_bit(m)
        m &= m - ONE
        if last and fits_any(r, g, k):
            continue
        offer(w, move(M_DISCARD, k))


@njit
def discard_apply(r, g, m):
    """Throw a card face up."""
    p = np.int64(g.current)
    k = a_of(m)
    if r.return_taken == RETURN_TO_CALL and g.taken_n == 1 and g.taken_kind == k:
        g.returned = k
    take(r, g, p, k)
    g.discard[g.discard_n] = k
    g.discard_n += 1


@njit
def claim_opens(r, g):
    """May the discard just thrown be claimed? If so the first to be asked is to decide."""
    if not r.claim_playable or still_in(g) < 2 or not fits_any(r, g, np.int64(g.discard[g.discard_n - 1])):
        return False
    g.claims = 0
    g.current = next_seat(g, np.int64(g.turn_player))
    g.phase = CLAIM
    return True


@njit
def claim_moves(r, g, w):
    """Lay the discard where it fits, or pass."""
    k = np.int64(g.discard[g.discard_n - 1])
    for i in range(g.melds_n):
        for end in (LOW, HIGH, POOL):
            if accepts(r, g.melds[i], end, k, False) >= 0:
                offer(w, move(M_CLAIM, i, end, k, 0))
            elif accepts(r, g.melds[i], end, k, True) >= 0:
                offer(w, move(M_CLAIM, i, end, k, 1))
    offer(w, move(M_PASS))


@njit
def claim_apply(r, g, m):
    """Claim the discard or pass; returns True when the claim is settled."""
    if kind_of(m) == M_PASS:
        g.claims += 1
        g.current = next_seat(g, np.int64(g.current))
        return g.current == g.turn_player
    g.discard_n -= 1
    k = np.int64(g.discard[g.discard_n])
    meld = g.melds[a_of(m)]
    wild = ((m >> 28) & 15) == 1
    add_card(meld, accepts(r, meld, b_of(m), k, wild), b_of(m), k, wild)
    p = np.int64(g.current)
    g.melded_points[p] += r.points[k]
    if g.played[p] == 0:
        g.played[p] = g.turn
    return True
