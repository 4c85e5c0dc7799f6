"""Two slow, obvious ways to find the least deadwood, which share nothing with the engine's search.

Both start from one question, `is_meld`: are these cards together a meld? Brute force then tries every split of the
hand; integer programming chooses among all melds that the hand contains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from tables_builder import Pool, Run, Spec, pool_groups, run_slots


def is_meld(spec: Spec, cards: tuple[int, ...]) -> bool:
    """Are these cards (sorted kinds) one meld of any type?"""
    return any(
        _is_run(spec, meld, cards) if isinstance(meld, Run) else _is_pool(spec, meld, cards) for meld in spec.melds
    )


@lru_cache
def _lines_of(spec: Spec, meld: Run) -> dict[int, list[list[list[int]]]]:
    lines: dict[int, list[list[list[int]]]] = {}
    for line in run_slots(spec, meld):
        lines.setdefault(len(line), []).append(line)
    return lines


@lru_cache
def _groups_of(spec: Spec, meld: Pool) -> list[list[int]]:
    return pool_groups(spec, meld)


def _is_run(spec: Spec, meld: Run, cards: tuple[int, ...]) -> bool:
    naturals = {card for card in cards if not spec.is_wild(card)}
    for line in _lines_of(spec, meld).get(len(cards), []):
        if naturals <= {kind for slot in line for kind in slot} and _place(
            spec, meld, line, 0, Counter(cards), 0, False
        ):
            return True
    return False


def _place(
    spec: Spec, meld: Run, line: list[list[int]], slot: int, left: Counter[int], wilds: int, after_wild: bool
) -> bool:
    """Can the cards left fill the line from this slot on?"""
    if slot == len(line):
        return meld.limit(len(line), wilds)
    for card in [card for card, n in left.items() if n]:
        natural = card in line[slot]
        if not natural and (not spec.is_wild(card) or (meld.apart and after_wild)):
            continue
        left[card] -= 1
        found = _place(spec, meld, line, slot + 1, left, wilds + (not natural), not natural)
        left[card] += 1
        if found:
            return True
    return False


def _is_pool(spec: Spec, meld: Pool, cards: tuple[int, ...]) -> bool:
    if not meld.least <= len(cards) <= meld.most:
        return False
    for group in _groups_of(spec, meld):
        inside = Counter(card for card in cards if card in group)
        outside = [card for card in cards if card not in group]
        if (
            all(spec.is_wild(card) for card in outside)
            and all(n <= meld.dup for n in inside.values())
            and meld.limit(len(cards), len(outside))
        ):
            return True
    return False


_known: dict[tuple[Spec, tuple[int, ...]], bool] = {}


def melds_of(spec: Spec, hand: Sequence[int]) -> set[tuple[int, ...]]:
    """Every meld that the hand contains, as sorted kinds."""
    found = set()
    for size in range(3, len(hand) + 1):
        for cards in set(combinations(sorted(hand), size)):
            key = (spec, cards)
            if key not in _known:
                _known[key] = is_meld(spec, cards)
            if _known[key]:
                found.add(cards)
    return found


def brute_force(spec: Spec, hand: Sequence[int]) -> int:
    """Least deadwood by trying every split."""
    cards = sorted(hand)
    melds = melds_of(spec, cards)
    points = [spec.points(card) for card in cards]
    parts = []
    for part in range(1, 1 << len(cards)):
        chosen = tuple(card for i, card in enumerate(cards) if part >> i & 1)
        if chosen in melds:
            parts.append((part, sum(p for i, p in enumerate(points) if part >> i & 1)))
    best = {0: 0}  # cards used -> points melded
    for part, value in parts:
        for used, melded in list(best.items()):
            if not used & part:
                best[used | part] = max(best.get(used | part, 0), melded + value)
    return sum(points) - max(best.values())


def types_of(spec: Spec, cards: tuple[int, ...]) -> frozenset[int]:
    """The types of meld that these cards are together."""
    return frozenset(
        number
        for number, meld in enumerate(spec.melds)
        if (_is_run(spec, meld, cards) if isinstance(meld, Run) else _is_pool(spec, meld, cards))
    )


Part = tuple[frozenset[int], int, int]
"""A meld that is asked for: types that will do, least and most cards."""


class Split:
    """A hand as a list of cards, its melds as bit sets of them, and what each is worth and may be."""

    def __init__(self, spec: Spec, hand: Sequence[int]) -> None:
        cards = sorted(hand)
        self.n = len(cards)
        self.points = [spec.points(card) for card in cards]
        self.melds: dict[int, frozenset[int]] = {}
        known: dict[tuple[int, ...], frozenset[int]] = {}
        for part in range(1, 1 << self.n):
            chosen = tuple(card for i, card in enumerate(cards) if part >> i & 1)
            if chosen not in known:
                known[chosen] = types_of(spec, chosen)
            if known[chosen]:
                self.melds[part] = known[chosen]
        self.total = sum(self.points)
        self.rest: dict[int, int] = {}

    def value(self, part: int) -> int:
        return sum(p for i, p in enumerate(self.points) if part >> i & 1)

    def melded(self, free: int) -> int:
        """Most points in disjoint melds out of these cards."""
        if free not in self.rest:
            best = 0
            for part in self.melds:
                if part & free == part:
                    best = max(best, self.value(part) + self.melded(free & ~part))
            self.rest[free] = best
        return self.rest[free]

    def with_parts(self, parts: Sequence[Part], free: int) -> Iterator[int]:
        """The cards left over by every way to take a meld for each part out of the free cards."""
        if not parts:
            yield free
            return
        (types, least, most), *others = parts
        for part, may_be in self.melds.items():
            if part & free == part and may_be & types and least <= part.bit_count() <= most:
                yield from self.with_parts(others, free & ~part)


def with_needs(spec: Spec, hand: Sequence[int], bundles: Sequence[Sequence[Part]]) -> int:
    """Least deadwood when, in order, the parts of one of the bundles must be there before other melds count."""
    split = Split(spec, hand)
    everything = (1 << split.n) - 1
    best = split.total
    for parts in bundles:
        for n in range(1, len(parts) + 1):
            for free in set(split.with_parts(parts[:n], everything)):
                more = split.melded(free) if n == len(parts) else 0
                best = min(best, split.value(free) - more)
    return best


def with_all(spec: Spec, hand: Sequence[int], bundles: Sequence[Sequence[Part]]) -> int | None:
    """Least deadwood of the arrangements that have all parts of one of the bundles; None if there is none."""
    split = Split(spec, hand)
    everything = (1 << split.n) - 1
    left = [split.value(free) - split.melded(free) for parts in bundles for free in split.with_parts(parts, everything)]
    return min(left, default=None)


def best_shown(spec: Spec, hand: Sequence[int]) -> tuple[int, int, int]:
    """Least (deadwood, cards left, melds) over every split, in this order of importance."""
    cards = sorted(hand)
    melds = melds_of(spec, cards)
    everything = (1 << len(cards)) - 1
    parts = [p for p in range(1, everything + 1) if tuple(c for i, c in enumerate(cards) if p >> i & 1) in melds]
    fewest = {0: 0}  # cards used -> melds
    for part in parts:
        for used, n in list(fewest.items()):
            if not used & part:
                fewest[used | part] = min(fewest.get(used | part, n + 1), n + 1)
    return min(
        (sum(spec.points(c) for i, c in enumerate(cards) if not used >> i & 1), len(cards) - used.bit_count(), n)
        for used, n in fewest.items()
    )


def by_integer_programming(spec: Spec, hand: Sequence[int]) -> int:
    """Least deadwood by choosing melds with scipy's integer programming."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    total = sum(spec.points(card) for card in hand)
    melds = sorted(melds_of(spec, hand))
    if not melds:
        return total
    held = Counter(hand)
    kinds = sorted(held)
    counts = np.array([[Counter(meld)[kind] for meld in melds] for kind in kinds], float)
    worth = np.array([sum(spec.points(card) for card in meld) for meld in melds], float)
    solved = milp(
        -worth,
        constraints=LinearConstraint(counts, ub=[held[kind] for kind in kinds]),
        integrality=np.ones(len(melds)),
        bounds=Bounds(0, len(hand) // 3),
    )
    assert solved.success
    return total - round(-solved.fun)
