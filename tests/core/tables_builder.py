"""Rule tables for tests of the core, built straight from a naive description of a game.

A `Spec` says what the deck is and what the melds are, in the plainest terms; `build` turns it into a `RULES` record
without the package's own compiler, so that the two can be checked against each other. Kinds are numbered suit by
suit from the lowest rank; the joker is last.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from meldwright.core import state

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
Limit = Callable[[int, int], bool]  # (cards, wilds) -> allowed


def no_wilds(n: int, wilds: int) -> bool:
    return wilds == 0


@dataclass(frozen=True)
class Run:
    """Consecutive ranks: of one suit, or of any suits. ace: low, high, either or round."""

    least: int = 3
    most: int = 13
    ace: str = "low"
    any_suit: bool = False
    limit: Limit = no_wilds
    apart: bool = False


@dataclass(frozen=True)
class Pool:
    """Cards out of a group. by: rank, suit, color (first two suits against the rest), kind, or none (wilds alone)."""

    by: str = "rank"
    least: int = 3
    most: int = 4
    dup: int = 1
    limit: Limit = no_wilds


@dataclass(frozen=True)
class Spec:
    """A deck and its melds. `wild`: names of wild cards; `joker`: points of a joker in hand."""

    melds: tuple[Run | Pool, ...]
    packs: int = 1
    jokers: int = 0
    ranks: tuple[str, ...] = RANKS
    suits: str = SUITS
    ace: int = 1
    joker: int = 20
    wild: tuple[str, ...] = ()
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        names = tuple(rank + suit for suit in self.suits for rank in self.ranks)
        object.__setattr__(self, "names", names + (("JOKER",) if self.jokers else ()))

    @property
    def plain_n(self) -> int:
        return len(self.ranks) * len(self.suits)

    def points(self, kind: int) -> int:
        if kind == self.plain_n:
            return self.joker
        rank = self.ranks[kind % len(self.ranks)]
        return self.ace if rank == "A" else int(rank) if rank.isdigit() else 10

    def copies(self, kind: int) -> int:
        return self.jokers if kind == self.plain_n else self.packs

    def is_wild(self, kind: int) -> bool:
        return self.names[kind] in self.wild

    def parse(self, text: str) -> list[int]:
        return [self.names.index(word) for word in text.split()]

    def hand(self, kinds: Sequence[int]) -> tuple[np.ndarray, np.uint64]:
        """Counts per kind and mask of a list of kinds."""
        counts = np.zeros(state.KINDS, np.int8)
        for kind in kinds:
            counts[kind] += 1
        return counts, np.uint64(sum(1 << kind for kind in set(kinds)))


def run_slots(spec: Spec, meld: Run) -> list[list[list[int]]]:
    """The lines of a run pattern as lists of slots, each slot a list of kinds."""
    n = len(spec.ranks)
    order = list(range(n))
    if meld.ace == "high":
        order = [*order[1:], 0]
    elif meld.ace == "either":
        order = [*order, 0]
    elif meld.ace == "round":
        order = order + order
    starts = n if meld.ace == "round" else len(order)
    suits = [list(range(len(spec.suits)))] if meld.any_suit else [[s] for s in range(len(spec.suits))]
    lines = []
    for group in suits:
        for start in range(starts):
            for length in range(meld.least, min(meld.most, n) + 1):
                if start + length <= len(order):
                    lines.append([[s * n + rank for s in group] for rank in order[start : start + length]])
    return lines


def pool_groups(spec: Spec, meld: Pool) -> list[list[int]]:
    """The groups of kinds a pool pattern draws from."""
    n = len(spec.ranks)
    plain = range(spec.plain_n)
    if meld.by == "rank":
        return [[k for k in plain if k % n == rank] for rank in range(n)]
    if meld.by == "suit":
        return [[k for k in plain if k // n == suit] for suit in range(len(spec.suits))]
    if meld.by == "color":
        return [[k for k in plain if (k // n < 2) == first] for first in (True, False)]
    if meld.by == "kind":
        return [[k] for k in plain]
    return [[]]


def _mask(kinds: Sequence[int]) -> int:
    return sum(1 << kind for kind in kinds)


@lru_cache
def build(spec: Spec) -> np.record:
    """The `RULES` record of a spec: deck, points, wilds and templates."""
    r = state.empty_rules()
    _fill_deck(spec, r)
    starts: dict[int, list[int]] = {}
    pools: list[int] = []
    t = 0
    for number, meld in enumerate(spec.melds):
        profile = r.profiles[number]
        for n in range(1, state.SLOTS + 1):
            profile.allowed[n] = sum(1 << w for w in range(n + 1) if meld.limit(n, w))
        if isinstance(meld, Run):
            profile.apart = meld.apart
            t = _fill_lines(spec, r, t, number, meld, starts)
        else:
            for group in pool_groups(spec, meld):
                _fill_common(r, t, number, state.POOL_TEMPLATE, meld.least, meld.most, _mask(group))
                r.t_dup[t] = meld.dup
                r.t_offered[t] = 1
                r.t_short[t] = 1
                pools.append(t)
                t += 1
    r.templates_n = t
    r.types_n = r.profiles_n = len(spec.melds)
    r.meld_mask = np.uint64(_mask([k for k in range(64) if any(int(r.t_mask[i]) >> k & 1 for i in range(t))]))
    r.pools_n = len(pools)
    r.pool_list[: len(pools)] = pools
    _fill_index(r, starts)
    r.lines_plain = all(r.t_plain[i] for i in range(t) if r.t_kind[i] == state.LINE)
    return r


def _fill_deck(spec: Spec, r: np.record) -> None:
    r.players = 2
    r.kinds_n = len(spec.names)
    r.single = spec.packs == 1 and spec.jokers < 2
    deck = []
    wild = []
    for kind in range(len(spec.names)):
        r.copies[kind] = spec.copies(kind)
        r.points[kind] = r.limit_value[kind] = spec.points(kind)
        r.rank[kind] = kind % len(spec.ranks) if kind < spec.plain_n else -1
        r.suit[kind] = kind // len(spec.ranks) if kind < spec.plain_n else -1
        deck += [kind] * spec.copies(kind)
        if spec.is_wild(kind):
            wild.append(kind)
    r.cards_n = len(deck)
    r.deck[: len(deck)] = deck
    r.wild_mask = np.uint64(_mask(wild))
    r.wild_n = len(wild)
    r.wild_index[:] = -1
    for index, kind in enumerate(wild):
        r.wild_kind[index] = kind
        r.wild_index[kind] = index


def _fill_common(r: np.record, t: int, number: int, kind: int, least: int, most: int, mask: int) -> None:
    r.t_kind[t] = kind
    r.t_type[t] = r.t_profile[t] = number
    r.t_n[t] = least
    r.t_max[t] = most
    r.t_mask[t] = np.uint64(mask)
    r.t_up[t] = r.t_down[t] = -1


def _fill_lines(spec: Spec, r: np.record, t: int, number: int, meld: Run, starts: dict[int, list[int]]) -> int:
    lines = [tuple(tuple(sorted(slot)) for slot in line) for line in run_slots(spec, meld)]
    numbers = {line: t + i for i, line in enumerate(lines)}
    assert len(numbers) == len(lines)
    circles = set()
    for line in lines:
        t = numbers[line]
        everything = _mask(sorted({kind for slot in line for kind in slot}))
        _fill_common(r, t, number, state.LINE, len(line), len(line), everything)
        r.t_plain[t] = all(len(slot) == 1 for slot in line)
        r.t_dup[t] = 1
        r.t_offered[t] = everything not in circles
        if len(line) == len(spec.ranks):
            circles.add(everything)  # the whole suit, wherever it begins
        for s, slot in enumerate(line):
            r.t_slot[t, s] = np.uint64(_mask(slot))
        r.t_points[t] = sum(spec.points(slot[0]) for slot in line)
        r.t_short[t] = not any(line[:cut] in numbers and line[cut:] in numbers for cut in range(1, len(line)))
        if line[:-1] in numbers:
            r.t_up[numbers[line[:-1]]] = t
        else:
            starts.setdefault(min(line[0]), []).append(t)
        if line[1:] in numbers:
            r.t_down[numbers[line[1:]]] = t
    return max(numbers.values()) + 1


def _fill_index(r: np.record, starts: dict[int, list[int]]) -> None:
    at = 0
    for kind in range(state.KINDS):
        r.line_start[kind] = at
        for t in starts.get(kind, []):
            r.line_list[at] = t
            at += 1
    r.line_start[state.KINDS] = at
    at = 0
    for kind in range(state.KINDS):
        r.cover_start[kind] = at
        for t in range(r.templates_n):
            if int(r.t_mask[t]) >> kind & 1:
                r.cover[at] = t
                at += 1
    r.cover_start[state.KINDS] = at


def random_hand(spec: Spec, rng: random.Random, size: int, clustered: bool) -> list[int]:
    """Random cards of the deck; clustered: out of a few ranks and with more wilds than chance gives."""
    deck = [kind for kind in range(len(spec.names)) for _ in range(spec.copies(kind))]
    if clustered:
        n = len(spec.ranks)
        low = rng.randrange(n)
        near = {(low + i) % n for i in range(rng.choice((3, 4, 5)))}
        kept = [k for k in deck if k >= spec.plain_n or k % n in near or (spec.is_wild(k) and rng.random() < 0.5)]
        if len(kept) >= size:
            deck = kept
    return sorted(rng.sample(deck, size))


def wilds_up_to(most: int) -> Limit:
    return lambda n, wilds: wilds <= most and wilds < n


def half(n: int, wilds: int) -> bool:
    return 2 * wilds <= n


def one_natural(n: int, wilds: int) -> bool:
    return wilds < n


def one_wild(n: int, wilds: int) -> bool:
    return wilds == 1


def only_wilds(n: int, wilds: int) -> bool:
    return wilds == n


def some_wilds(n: int, wilds: int) -> bool:
    return wilds > 0


def any_wilds(n: int, wilds: int) -> bool:
    return True


ONE_AT_MOST = wilds_up_to(1)
GIN = Spec((Pool(), Run()))
GIN_EITHER = Spec((Pool(), Run(ace="either")), ace=11)
GIN_ROUND = Spec((Pool(), Run(ace="round")), ace=15)
TWO_PACKS = Spec((Pool(most=8, dup=2), Run(ace="either")), packs=2, ace=11)
_JOKERS = {"packs": 2, "jokers": 2, "ace": 11, "wild": ("JOKER",)}
VIENNESE = Spec((Pool(limit=half), Run(ace="either", limit=half)), **_JOKERS)
VIENNESE_ONE = Spec((Pool(limit=ONE_AT_MOST), Run(ace="either", limit=ONE_AT_MOST)), **_JOKERS)
VIENNESE_APART = Spec((Pool(limit=half), Run(ace="either", limit=half, apart=True)), **_JOKERS)
FREE_JOKERS = Spec((Pool(limit=one_natural), Run(limit=one_natural)), jokers=4, joker=0, wild=("JOKER",))
RED_ACES = Spec(
    (Pool(most=8, dup=2, limit=half), Run(4, 13, "either", limit=half), Pool("none", 3, 8, limit=only_wilds)),
    packs=2, jokers=4, ace=15, joker=25, wild=("JOKER", "AH", "AD"),
)  # fmt: skip
DEUCES = Spec(
    (Run(ace="high"), Run(ace="high", limit=one_wild), Run(ace="low", limit=one_wild), Pool(most=6, dup=2, limit=half)),
    packs=2, jokers=2, wild=("JOKER", "2S", "2H", "2D", "2C"),
)  # fmt: skip
DEUCE_SETS = Spec((Pool(limit=half), Run(limit=half)), packs=2, wild=("2S", "2H", "2D", "2C"))
MIXED = Spec(
    (Run(4, 8, any_suit=True), Pool(most=9, dup=3), Pool("suit", 5, 7, dup=1), Pool("kind", 3, 3, dup=3)),
    packs=3, suits="SHD", ranks=RANKS[:8],
)  # fmt: skip
ANY_SUITS = Spec(
    (Run(4, 9, any_suit=True, limit=wilds_up_to(2)), Pool(most=8, dup=2, limit=wilds_up_to(2))),
    packs=2, jokers=4, ranks=RANKS[:9], wild=("JOKER",),
)  # fmt: skip
COLORS = Spec(
    (Pool("color", 7, 7, dup=2, limit=one_natural), Pool()), packs=2, jokers=4, ranks=RANKS[:6], wild=("JOKER",)
)
_EIGHTS = ("JOKER", "8S", "8H", "8D", "8C")
_LIVES = (Run(ace="either"), Run(ace="either", limit=some_wilds), Pool(limit=any_wilds))
LIVES = Spec(_LIVES, packs=2, jokers=2, ace=10, joker=0, wild=_EIGHTS)
LIVES_THREE = Spec((*_LIVES, Pool("kind", 3, 3, dup=3)), packs=3, jokers=3, ace=10, joker=0, wild=_EIGHTS)
SPECS = {
    "gin": GIN, "gin either": GIN_EITHER, "gin round": GIN_ROUND, "two packs": TWO_PACKS, "viennese": VIENNESE,
    "one joker a meld": VIENNESE_ONE, "jokers apart": VIENNESE_APART, "free jokers": FREE_JOKERS,
    "red aces wild": RED_ACES, "deuces wild, dirty runs": DEUCES, "deuces wild in sets": DEUCE_SETS, "mixed": MIXED,
    "runs of any suits": ANY_SUITS, "seven of a color": COLORS,
}  # fmt: skip
