"""Can one hand hold more melds than the engine lists? Then some legal moves could never be made."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod

from meldwright.cards import Deck
from meldwright.core.constants import MOVES
from meldwright.patterns.templates import LINE, Template, bits

ROOM = MOVES // 2  # the rest is for lay-offs and discards, and for hands that grow a little


def most_melds(templates: Sequence[Template], deck: Deck, hand: int) -> int:
    """A rough count of the melds of naturals that the luckiest hand of so many cards could lay."""
    pools = max((_pool(t, deck, hand) for t in templates if t.kind != LINE), default=0)
    lines = _lines([t for t in templates if t.kind == LINE and t.offered], hand)
    return max(pools, lines)


def _pool(t: Template, deck: Deck, hand: int) -> int:
    """Choices of cards, equal ones told apart only by their number, out of a hand that is all in one pool."""
    kinds = list(bits(t.mask))
    held = min(hand, sum(min(t.dup, deck.copies[k]) for k in kinds))
    different = min(held, len(kinds))
    if held > different:  # equal cards: every kind is there in none, one, ... copies
        each = held // len(kinds) + 1
        return prod(each for _ in kinds)
    return sum(comb(different, n) for n in range(t.n, min(t.max, different) + 1))


def _lines(templates: list[Template], hand: int) -> int:
    """Ways to fill lines whose slots take several kinds, with the hand spread evenly over their slots."""
    total = 0
    for t in templates:
        if t.n <= hand:
            depth = hand // t.n
            total += prod(min(slot.bit_count(), depth) for slot in t.slots)
    return total
