"""What a player has not seen of the cards: the copies that may still come."""

import numpy as np

from ..core._jit import lowest_bit, njit
from ..core.hands import ONE

NONE = np.uint64(0)


@njit
def look_around(r, g, w, p):
    """Set w.unseen: for each kind the copies that player p has not seen in his hand, on the table or with others."""
    for k in range(r.kinds_n):
        w.unseen[k] = r.copies[k] - g.hand[p, k]
        for q in range(g.players):
            if q != p:
                w.unseen[k] -= g.hand[q, k] if g.exposed[q] or g.shown[q] else g.known[q, k]
    for i in range(g.discard_n):
        w.unseen[g.discard[i]] -= 1
    for i in range(g.melds_n):
        for s in range(g.melds[i].n):
            w.unseen[g.melds[i].card[s]] -= 1


@njit
def copies(w, mask):
    """Unseen copies of the kinds in the mask."""
    total = np.int64(0)
    while mask != NONE:
        total += max(np.int64(0), np.int64(w.unseen[lowest_bit(mask)]))
        mask &= mask - ONE
    return total
