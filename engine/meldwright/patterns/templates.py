"""Meld templates: what the core knows of a pattern.

Masks are bit sets of card kinds. A template lists the *natural* kinds; wilds may stand for any of them as far as
`allowed` says so. A kind that is wild may also stand as a natural where a mask holds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from meldwright.cards import Deck

LINE = 0  # an ordered list of slots
POOL = 1  # n to max cards out of one mask
SLOTS = 16  # cards in one meld, at most
CODE_BITS = 42  # room for a realisation (which card is where) in a move


@dataclass(frozen=True, slots=True)
class Template:
    """One template. `key` tells templates of one type apart.

    kind: LINE or POOL. type: the number of the meld pattern. slots: LINE, the natural kinds of each slot, low to high.
    mask: all natural kinds. n, max: least and most cards (LINE: both its length). dup: POOL, most cards of one kind
    (the deck's copies bound it too). allowed: for each size 0..SLOTS a bit set of the numbers of wilds it may have.
    apart: no two wilds are neighbours. up, down: LINE, index in the same list of the line grown by one card at the
    high or low end, -1 if none. offered: False for a line with the same cards as an earlier one, which is only reached
    by growth. short: cannot be cut into two melds of the same type.
    """

    kind: int
    type: int
    slots: tuple[int, ...]
    mask: int
    n: int
    max: int
    dup: int
    allowed: tuple[int, ...]
    apart: bool = False
    up: int = -1
    down: int = -1
    offered: bool = True
    short: bool = True

    @property
    def key(self) -> tuple[int, int, tuple[int, ...], int, int, int, int]:
        """What makes it this template, without links and limits."""
        return (self.kind, self.type, self.slots, self.mask, self.n, self.max, self.dup)


def bits(mask: int) -> Iterator[int]:
    """The kinds of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def realisations(template: Template, deck: Deck, wild_mask: int) -> int:
    """How many codes the realisations of a template need; must stay below 2**CODE_BITS.

    LINE: one digit for each slot over its naturals and all wild kinds. POOL: a digit for each natural kind (0 to
    min(dup, copies) cards of it), then one for each wild kind (0 to its copies).
    """
    wilds = list(bits(wild_mask))
    if template.kind == LINE:
        return prod(slot.bit_count() + len(wilds) for slot in template.slots)
    naturals = prod(min(template.dup, deck.copies[kind]) + 1 for kind in bits(template.mask))
    return naturals * prod(deck.copies[kind] + 1 for kind in wilds)


def distinct_melds(templates: Iterable[Template], deck: Deck) -> int:
    """How many different melds of naturals (as collections of kinds) the offered templates make in one deck."""
    found: set[tuple[int, ...]] = set()
    for template in templates:
        if template.offered:
            found.update(natural_melds(template, deck))
    return len(found)


def natural_melds(template: Template, deck: Deck) -> Iterator[tuple[int, ...]]:
    """The melds of naturals of a template, each a sorted tuple of kinds."""
    if template.kind == LINE:
        if template.allowed[template.n] & 1:
            for cards in product(*(tuple(bits(slot)) for slot in template.slots)):
                if all(n <= deck.copies[kind] for kind, n in Counter(cards).items()):
                    yield tuple(sorted(cards))
        return
    kinds = list(bits(template.mask))
    yield from _pools(template, deck, kinds, ())


def _pools(template: Template, deck: Deck, kinds: list[int], taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not kinds:
        if template.n <= len(taken) <= template.max and template.allowed[len(taken)] & 1:
            yield taken
        return
    kind, rest = kinds[0], kinds[1:]
    for n in range(min(template.dup, deck.copies[kind], template.max - len(taken)) + 1):
        yield from _pools(template, deck, rest, taken + (kind,) * n)
