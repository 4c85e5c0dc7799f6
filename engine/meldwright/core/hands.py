"""Cards in hand, the random numbers of a game, and who sits next."""

import numpy as np

from ._jit import lowest_bit, njit
from .constants import RETURN_BLOCK, RETURN_SINGLE

ONE = np.uint64(1)


@njit
def bit(kind):
    """Mask of one kind."""
    return ONE << np.uint64(kind)


@njit
def advance(x):
    """Next state of the xorshift generator."""
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    return x


@njit
def below(x, n):
    """A number below n (at most 2**31) from the generator state x."""
    return np.int64(((x >> np.uint64(33)) * np.uint64(n)) >> np.uint64(31))


@njit
def rnd(g, n):
    """A random number below n; the game's own generator moves on."""
    x = advance(g.rng)
    g.rng = x
    return below(x, n)


@njit
def give(r, g, p, k):
    """Put a card of kind k into the hand of player p."""
    g.hand[p, k] += 1
    g.hand_n[p] += 1
    g.hand_points[p] += r.points[k]
    g.mask[p] |= bit(k)


@njit
def lift(r, g, p, k):
    """Take a card of kind k out of the hand of player p for a moment: `give` puts it back. Nobody learns anything."""
    g.hand[p, k] -= 1
    g.hand_n[p] -= 1
    g.hand_points[p] -= r.points[k]
    if g.hand[p, k] == 0:
        g.mask[p] &= ~bit(k)


@njit
def take(r, g, p, k):
    """Remove a card of kind k from the hand of player p."""
    lift(r, g, p, k)
    if g.known[p, k] > 0:
        g.known[p, k] -= 1


@njit
def next_seated(g, p):
    """The next player to the left of p who takes part in the deal, also one who has left it by a call."""
    for _ in range(g.players):
        p += 1
        if p >= g.players:
            p = 0
        if not g.sits[p]:
            break
    return p


@njit
def next_seat(g, p):
    """The next player to the left of p who is still in the deal."""
    for _ in range(g.players):
        p = next_seated(g, p)
        if not g.dropped[p]:
            break
    return p


@njit
def still_in(g):
    """How many players are still in the deal."""
    n = 0
    for p in range(g.players):
        if not g.sits[p] and not g.dropped[p]:
            n += 1
    return n


@njit
def cutter(g):
    """Who cuts the pack: the next player at the dealer's right who is in the match."""
    p = np.int64(g.dealer)
    for _ in range(g.players):
        p -= 1
        if p < 0:
            p = np.int64(g.players) - 1
        if not g.out[p]:
            break
    return p


@njit
def barred(r, g, p):
    """Mask of the kinds that player p may not throw this turn, because he just took them from the discards."""
    none = np.uint64(0)
    if g.taken_mask == none:
        return none
    if r.return_taken == RETURN_SINGLE:
        if g.taken_n != 1:
            return none
    elif r.return_taken != RETURN_BLOCK:
        return none
    out = none
    m = g.taken_mask & g.mask[p]
    while m != none:
        k = lowest_bit(m)
        if g.hand[p, k] == 1:
            out |= bit(k)
        m &= m - ONE
    return out


@njit
def played(g, p, k):
    """Note that player p has put a card of kind k on the table: if he just took one, it may be that one."""
    g.taken_mask &= ~bit(k)
    if g.must_use == k:
        g.must_use = -1
