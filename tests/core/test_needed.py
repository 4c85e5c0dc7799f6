"""Melds that must be there: deadwood that counts only with them, and hands that must show them, against brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import arranging as arrange
import numpy as np
import oracle
import pytest
import tables_builder as tb

from meldwright.core import state

PURE, RUN, SET, SAME = range(4)
TWO_LIVES = [[((PURE,), 3, 13), ((PURE, RUN), 3, 13)]]
THREE_PACK_LIVES = [[((PURE, SAME), 3, 13), ((PURE, RUN, SAME), 3, 13)]]
CONTRACTS = {
    "pure + (pure or run)": (tb.LIVES, TWO_LIVES),
    "(pure or same) + (pure or same or run)": (tb.LIVES_THREE, THREE_PACK_LIVES),
    "set + run": (tb.LIVES, [[((SET,), 3, 4), ((RUN,), 3, 13)]]),
    "run(4+)": (tb.LIVES, [[((RUN,), 4, 13)]]),
    "2 set": (tb.LIVES_THREE, [[((SET,), 3, 4)] * 2]),
    "set(4) or pure + run": (tb.LIVES, [[((SET,), 4, 4)], [((PURE,), 3, 13), ((RUN,), 3, 13)]]),
    "(pure or run or set) + pure + set": (tb.LIVES, [[((PURE, RUN, SET), 3, 13), ((PURE,), 3, 13), ((SET,), 3, 4)]]),
    "set + run with plain melds": (tb.TWO_PACKS, [[((0,), 3, 8), ((1,), 3, 13)]]),
    "run(6+) in one pack": (tb.GIN, [[((1,), 6, 13)]]),
}  # fmt: skip
NOTHING = np.uint64(0)

Bundles = list[list[tuple[tuple[int, ...], int, int]]]


def _fill(record: np.record, bundles: Bundles) -> None:
    record.bundles_n = len(bundles)
    for b, parts in enumerate(bundles):
        record.parts_n[b] = len(parts)
        for i, (types, least, most) in enumerate(parts):
            record.types[b, i] = sum(1 << t for t in types)
            record.least[b, i], record.most[b, i] = least, most


def _tables(spec: tb.Spec, bundles: Bundles) -> np.record:
    r = tb.build(spec).copy()
    _fill(r.needs, bundles)
    return r


def _parts(bundles: Bundles) -> list[list[oracle.Part]]:
    return [[(frozenset(types), least, most) for types, least, most in parts] for parts in bundles]


@pytest.fixture(scope="module")
def work() -> np.record:
    return state.empty_work()


def _hands(spec: tb.Spec, seed: int, n: int, sizes: Sequence[int]) -> list[list[int]]:
    """Random hands, most of them near to melds: a few ranks, few suits, or runs with gaps."""
    rng = random.Random(seed)
    deck = [kind for kind in range(len(spec.names)) for _ in range(spec.copies(kind))]
    hands = []
    for i in range(n):
        size = rng.choice(list(sizes))
        if i % 4 == 0:
            suit = rng.randrange(4)
            near = [k for k in deck if k // 13 == suit or spec.is_wild(k) or rng.random() < 0.15]
            hands.append(sorted(rng.sample(near, min(size, len(near)))))
        else:
            hands.append(tb.random_hand(spec, rng, size, i % 4 > 1))
    return hands


@pytest.mark.parametrize("name", CONTRACTS)
def test_needed_melds_agree_with_brute_force(work: np.record, name: str) -> None:
    spec, bundles = CONTRACTS[name]
    r = _tables(spec, bundles)
    for cards in _hands(spec, 21, 60, (6, 7, 8, 9)):
        hand, mask = spec.hand(cards)
        found = arrange.least_deadwood(r, work, hand, mask)
        assert found == oracle.with_needs(spec, cards, _parts(bundles)), [spec.names[k] for k in cards]
    assert work.budget_hits == 0


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_discard_is_the_hand_without_it(work: np.record, name: str) -> None:
    spec, bundles = CONTRACTS[name]
    r = _tables(spec, bundles)
    rng = random.Random(5)
    for cards in _hands(spec, 22, 30, (7, 9, 11)):
        hand, mask = spec.hand(cards)
        arrange.deadwood_by_discard(r, work, hand, mask)
        after = {kind: int(work.deadwood_after[kind]) for kind in cards}
        for kind in cards:
            rest = list(cards)
            rest.remove(kind)
            assert after[kind] == arrange.least_deadwood(r, work, *spec.hand(rest)), [spec.names[k] for k in cards]
        for limit in (min(after.values()) - 1, min(after.values()), rng.randrange(80)):
            free = {kind for kind in cards if rng.random() < 0.8}
            barred = np.uint64(sum(1 << kind for kind in set(cards) - free))
            want = any(after[kind] <= limit for kind in free)
            assert arrange.can_reach(r, work, hand, mask, limit, barred) == want


@pytest.mark.parametrize("name", CONTRACTS)
def test_the_arrangement_shown_counts_as_told(work: np.record, name: str) -> None:
    """What is shown is melds, with at least the deadwood that brute force finds and the cards that it leaves."""
    spec, bundles = CONTRACTS[name]
    r = _tables(spec, bundles)
    for cards in _hands(spec, 23, 30, (6, 8, 9)):
        hand, mask = spec.hand(cards)
        arrange.best_arrangement(r, work, hand, mask)
        melds = [tuple(sorted(int(k) for k in work.arr_card[i][: work.arr_len[i]])) for i in range(work.arr_n)]
        left = [k for k in range(state.KINDS) for _ in range(work.arr_left[k])]
        assert Counter(cards) == Counter(left) + Counter(k for meld in melds for k in meld)
        assert work.arr_deadwood == sum(spec.points(k) for k in left)
        assert work.arr_deadwood == oracle.with_needs(spec, cards, _parts(bundles))
        for i, meld in enumerate(melds):
            assert int(r.t_type[work.arr_template[i]]) in oracle.types_of(spec, meld)


@pytest.mark.parametrize("name", CONTRACTS)
def test_melds_to_be_shown_agree_with_brute_force(work: np.record, name: str) -> None:
    spec, bundles = CONTRACTS[name]
    r = tb.build(spec).copy()
    contract = r.calls[0].melds
    _fill(contract, bundles)
    for cards in _hands(spec, 24, 40, (6, 8, 9)):
        hand, mask = spec.hand(cards)
        least = oracle.with_all(spec, cards, _parts(bundles))
        for limit in (0, 10, 40) if least is None else (least - 1, least, least + 7):
            found = arrange.has_melds(r, work, hand, mask, limit)
            assert found == (least is not None and least <= limit), [spec.names[k] for k in cards]
