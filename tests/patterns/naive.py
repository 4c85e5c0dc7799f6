"""An enumerator of melds that knows nothing of templates: it tries every collection of cards.

Wilds are tried as every natural card of the deck. Used to check `expand` on small decks.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from meldwright.cards import Deck
from meldwright.patterns.templates import LINE, Template, bits

Meld = tuple[int, ...]
Test = Callable[[Deck, Meld], bool]


def collections(deck: Deck, size: int) -> Iterator[Meld]:
    """Every collection of `size` cards the deck holds, kinds ascending."""
    for cards in combinations_with_replacement(range(len(deck.kinds)), size):
        if all(n <= deck.copies[kind] for kind, n in Counter(cards).items()):
            yield cards


def melds(deck: Deck, wild_kinds: int, sizes: range, fits: Test, limit: Callable[[int, int], bool]) -> set[Meld]:
    """Every collection of cards that is a meld when some of its wilds stand for other cards.

    `fits(deck, cards)` judges cards that all stand for themselves; `limit(size, wilds)` what is allowed.
    """
    naturals = [kind for kind in range(len(deck.kinds)) if kind != deck.joker]
    found = set()
    for size in sizes:
        valid = fitting(deck, size, fits)
        for cards in collections(deck, size):
            if is_meld(cards, wild_kinds, valid, naturals, limit):
                found.add(cards)
    return found


@lru_cache(maxsize=256)
def fitting(deck: Deck, size: int, fits: Test) -> frozenset[Meld]:
    """The collections of naturals that fit, however many copies the deck has."""
    naturals = [kind for kind in range(len(deck.kinds)) if kind != deck.joker]
    return frozenset(cards for cards in combinations_with_replacement(naturals, size) if fits(deck, cards))


def is_meld(
    cards: Meld, wild_kinds: int, valid: frozenset[Meld], naturals: list[int], limit: Callable[[int, int], bool]
) -> bool:
    """Whether some of the cards, all wild, can be replaced by others so that the rest makes a valid meld."""
    wild = [kind for kind in cards if wild_kinds >> kind & 1]
    plain = [kind for kind in cards if not wild_kinds >> kind & 1]
    for count in range(len(wild) + 1):
        if not limit(len(cards), count):
            continue
        for kept in set(combinations_of(wild, len(wild) - count)):
            for stand_ins in combinations_with_replacement(naturals, count):
                if tuple(sorted([*plain, *kept, *stand_ins])) in valid:
                    return True
    return False


def combinations_of(items: list[int], n: int) -> Iterator[Meld]:
    """The ways to keep `n` of the items."""
    if n == 0:
        yield ()
        return
    for at in range(len(items) - n + 1):
        for rest in combinations_of(items[at + 1 :], n - 1):
            yield (items[at], *rest)


def made_by(template: Template, deck: Deck, wild_kinds: int, sizes: range) -> set[Meld]:
    """Every collection of cards a template makes: naturals in its places, wilds in the others."""
    wild = list(bits(wild_kinds))
    found = set()
    for size in sizes:
        if not template.n <= size <= template.max:
            continue
        for count in bits(template.allowed[size]):
            for naturals in natural_parts(template, deck, size - count):
                for wilds in combinations_with_replacement(wild, count):
                    cards = tuple(sorted([*naturals, *wilds]))
                    if all(n <= deck.copies[kind] for kind, n in Counter(cards).items()):
                        found.add(cards)
    return found


def natural_parts(template: Template, deck: Deck, count: int) -> set[Meld]:
    """The naturals of a meld of the template that has `count` of them."""
    if template.kind != LINE:
        pool = combinations_with_replacement(tuple(bits(template.mask)), count)
        return {cards for cards in pool if all(n <= template.dup for n in Counter(cards).values())}
    parts: set[tuple[int, Meld]] = {(0, ())}
    for slot in template.slots:
        parts |= {(n + 1, (*cards, kind)) for n, cards in parts if n < count for kind in bits(slot)}
    return {tuple(sorted(cards)) for n, cards in parts if n == count}
