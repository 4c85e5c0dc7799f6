"""The search for the best arrangement of a hand: against sheets, brute force, integer programming and statistics."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import arrange_batch
import arranging as arrange
import numpy as np
import oracle
import pytest
import tables_builder as tb

from meldwright.core import state
from meldwright.core._jit import entry
from meldwright.core.arrange import least_deadwood

HERE = Path(__file__).parent
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"
NOTHING = np.uint64(0)
EITHER_TWO = tb.Spec((tb.Pool(), tb.Run(ace="either")), packs=2, ace=11)
TUNNELS = tb.Spec((tb.Pool("kind", 3, 3, dup=3), tb.Run()), packs=3, suits="SH", ranks=tb.RANKS[:5])

SHEETS = [
    # gin
    (tb.GIN, "7S 7H 7D 7C 8C 9C 2H 3H 4H KD", 10),
    (tb.GIN, "4S 5S 6S 6H 6D 10C 10D 10H 2C AD", 12),
    (tb.GIN, "3C 4C 5C 5D 5H 5S 6S 7S QH QD", 27),
    (tb.GIN, "3H 4H 5H 6H 7H 8S 9S 10S JS QS", 0),
    (tb.GIN, "7D 7S 7H 8H 9H", 14),
    (tb.GIN, "7D 7S 7H 8H 9H 10H", 0),
    (tb.GIN, "AS 2S 3S 4S 4H 4D 4C 9C 10C JC QC", 0),
    (tb.GIN, "QS KS AS 2H 3H 4H", 21),
    # basic rummy, ace high or low and ace low
    (EITHER_TWO, "4H 5H 6H 6S 6D 9C 9D KH AS 2S", 50),
    (tb.GIN, "4H 5H 6H 6S 6D 9C 9D KH AS 2S", 40),
    (tb.TWO_PACKS, "7S 7H 7D 7C 7S", 0),
    (EITHER_TWO, "7S 7S 7H", 21),
    (tb.GIN_EITHER, "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", 0),
    (tb.GIN_EITHER, "KS AS 2S", 23),
    (tb.GIN_ROUND, "KS AS 2S AC", 15),
    # viennese
    (tb.VIENNESE, "4H 5H 6H 9S 9D 9C QC KC AC 2D", 2),
    (tb.VIENNESE, "QH KH AH 2H 6C 6D 6S 8C 9C 10C", 2),
    (tb.VIENNESE, "7S 8S JOKER 10S 3C 3D 3H KC KD 4H", 24),
    (tb.VIENNESE, "2H 3H JOKER KC QD 9S 9H 4C 5C 6C", 25),
    (tb.VIENNESE, "3D KH 6D 10H 8C 9S QD AS 4H JOKER", 91),
    (tb.VIENNESE, "JOKER AS KD 7C", 48),
    (tb.VIENNESE, "7H 7H 7D 9S 9D 9C 3C 4C 5C 6S", 27),
    (tb.VIENNESE, "8S 8H 8D 8C 8S 3C 4C 5C KD QS", 28),
    (tb.VIENNESE, "7H 8H 9H 9S 9D 5C 5D 5S KC 2D", 27),
    (tb.VIENNESE, "7H 8H 9H 9S 9D 5C 5D 5S KC 6H", 10),
    (tb.VIENNESE, "JC QC KC 2C 2S 2D 6C 9C JOKER JOKER", 0),
    (tb.VIENNESE_ONE, "JC QC KC 2C 2S 2D 6C 9C JOKER JOKER", 6),
    (tb.VIENNESE_APART, "JC QC KC 2C 2S 2D 6C 9C JOKER JOKER", 6),
    (tb.VIENNESE, "KS KD JOKER JOKER", 0),
    (tb.VIENNESE, "KS JOKER JOKER", 50),
    (tb.VIENNESE, "JOKER JOKER 7H 7H", 54),
    (TUNNELS, "2S 2S 2S 2H 2H 3S 4S", 8),
    (TUNNELS, "2S 2S 2S 2S 3S 4S 5S", 0),
]


@pytest.fixture(scope="module")
def work() -> np.record:
    return state.empty_work()


@pytest.mark.parametrize(("spec", "cards", "deadwood"), SHEETS, ids=lambda x: x if isinstance(x, str) else "")
def test_sheets(work: np.record, spec: tb.Spec, cards: str, deadwood: int) -> None:
    hand, mask = spec.hand(spec.parse(cards))
    assert arrange.least_deadwood(tb.build(spec), work, hand, mask) == deadwood
    arrange.best_arrangement(tb.build(spec), work, hand, mask)
    assert work.arr_deadwood == deadwood


@pytest.mark.parametrize(
    ("spec", "cards", "best", "thrown"),
    [
        (tb.GIN, "3S 4S 5S 6S 4C 5C 6C 2D 3D 5D 6H", 10, "6H"),
        (tb.VIENNESE, "AS 2S 3S 4S 5S 2C 3C 5C 2D 3D 5D", 4, "AS"),
        (tb.VIENNESE, "2S 3S 4S 5S 7D 7C 7H 10C JC QC KH", 0, "KH"),
        (tb.VIENNESE, "2S 3S 4S 5S 7D 7C 7H 10C JC QC KC", 0, "2S 5S 10C KC"),
        (tb.VIENNESE, "4H 5H 6H 9S 9D 9C QC KC AC 10H KS", 10, "10H KS"),
    ],
)
def test_sheets_with_a_discard(work: np.record, spec: tb.Spec, cards: str, best: int, thrown: str) -> None:
    hand, mask = spec.hand(spec.parse(cards))
    arrange.deadwood_by_discard(tb.build(spec), work, hand, mask)
    after = {name: int(work.deadwood_after[spec.parse(name)[0]]) for name in cards.split()}
    assert min(after.values()) == best
    assert {name for name, value in after.items() if value == best} == set(thrown.split())
    barred = np.uint64(sum(1 << kind for kind in spec.parse(thrown)))
    r = tb.build(spec)
    assert arrange.can_reach(r, work, hand, mask, best, NOTHING)
    assert not arrange.can_reach(r, work, hand, mask, best - 1, NOTHING)
    assert not arrange.can_reach(r, work, hand, mask, best, barred)


def _hands(spec: tb.Spec, seed: int, n: int, sizes: tuple[int, ...]) -> list[list[int]]:
    rng = random.Random(seed)
    return [tb.random_hand(spec, rng, rng.choice(sizes), i % 3 > 0) for i in range(n)]


@pytest.mark.parametrize("name", tb.SPECS)
def test_agrees_with_brute_force(work: np.record, name: str) -> None:
    spec = tb.SPECS[name]
    for cards in _hands(spec, 11, 80, (5, 6, 7, 8, 9)):
        hand, mask = spec.hand(cards)
        found = arrange.least_deadwood(tb.build(spec), work, hand, mask)
        assert found == oracle.brute_force(spec, cards), [spec.names[k] for k in cards]


@pytest.mark.parametrize("name", tb.SPECS)
def test_agrees_with_integer_programming(work: np.record, name: str) -> None:
    spec = tb.SPECS[name]
    for cards in _hands(spec, 12, 16, (10, 11)):
        hand, mask = spec.hand(cards)
        found = arrange.least_deadwood(tb.build(spec), work, hand, mask)
        assert found == oracle.by_integer_programming(spec, cards), [spec.names[k] for k in cards]


@pytest.mark.parametrize("name", tb.SPECS)
def test_every_discard_is_the_hand_without_it(work: np.record, name: str) -> None:
    spec = tb.SPECS[name]
    r = tb.build(spec)
    rng = random.Random(3)
    for cards in _hands(spec, 13, 80, (8, 10, 11)):
        hand, mask = spec.hand(cards)
        arrange.deadwood_by_discard(r, work, hand, mask)
        after = {kind: int(work.deadwood_after[kind]) for kind in cards}
        for kind in cards:
            rest = list(cards)
            rest.remove(kind)
            assert after[kind] == arrange.least_deadwood(r, work, *spec.hand(rest)), [spec.names[k] for k in cards]
        for limit in (min(after.values()) - 1, min(after.values()), 10, rng.randrange(80)):
            free = {kind for kind in cards if rng.random() < 0.8}
            barred = np.uint64(sum(1 << kind for kind in set(cards) - free))
            want = any(after[kind] <= limit for kind in free)
            assert arrange.can_reach(r, work, hand, mask, limit, barred) == want


def _shown(work: np.record) -> list[tuple[int, ...]]:
    return [tuple(int(k) for k in work.arr_card[i][: work.arr_len[i]]) for i in range(work.arr_n)]


@pytest.mark.parametrize("name", tb.SPECS)
def test_the_arrangement_shown_is_one(work: np.record, name: str) -> None:
    spec = tb.SPECS[name]
    r = tb.build(spec)
    for cards in _hands(spec, 14, 40, (6, 7, 8, 10)):
        hand, mask = spec.hand(cards)
        arrange.best_arrangement(r, work, hand, mask)
        melds = _shown(work)
        left = [k for k in range(state.KINDS) for _ in range(work.arr_left[k])]
        assert Counter(cards) == Counter(left) + Counter(k for meld in melds for k in meld)
        assert work.arr_deadwood == sum(spec.points(k) for k in left)
        for i, meld in enumerate(melds):
            assert oracle.is_meld(spec, tuple(sorted(meld)))
            wilds = [k for s, k in enumerate(meld) if int(work.arr_wilds[i]) >> s & 1]
            assert all(spec.is_wild(k) for k in wilds)
            profile = r.profiles[r.t_profile[work.arr_template[i]]]
            assert int(profile.allowed[len(meld)]) >> len(wilds) & 1
        if len(cards) < 9:
            want = oracle.best_shown(spec, cards)
            assert (work.arr_deadwood, len(left), len(melds)) == want, [spec.names[k] for k in cards]


def test_melds_are_shown_whole(work: np.record) -> None:
    hand, mask = tb.GIN.hand(tb.GIN.parse("7H 8H 9H 10H JH QH KH 2S 2D 2C"))
    arrange.best_arrangement(tb.build(tb.GIN), work, hand, mask)
    shown = sorted(sorted(tb.GIN.names[k] for k in meld) for meld in _shown(work))
    assert shown == [["10H", "7H", "8H", "9H", "JH", "KH", "QH"], ["2C", "2D", "2S"]]


def test_searches_cut_short_are_counted() -> None:
    work = state.empty_work()
    work.node_budget = 5
    spec = tb.RED_ACES
    cards = spec.parse("3S 4S 5S 6S 7S 3H 4H 5H 6H AH JOKER JOKER")
    found = arrange.least_deadwood(tb.build(spec), work, *spec.hand(cards))
    assert work.budget_hits == 1
    assert found >= 0
    work.node_budget = 2_000_000
    assert arrange.least_deadwood(tb.build(spec), work, *spec.hand(cards)) == 0
    assert work.budget_hits == 1
    assert work.nodes_worst > 5


@entry
def _statistics(r, w, n, size, seed):  # type: ignore[no-untyped-def]
    """Sum of the least deadwood, hands without a meld, hands of ten or less, of n random hands of a 52-card pack."""
    x = np.uint64(seed)
    deck = np.arange(52)
    hand = np.zeros(64, np.int8)
    total, bare, low = 0, 0, 0
    for _ in range(n):
        mask = np.uint64(0)
        hand[:] = 0
        points = 0
        for i in range(size):
            x ^= x << np.uint64(13)
            x ^= x >> np.uint64(7)
            x ^= x << np.uint64(17)
            j = i + np.int64((x >> np.uint64(33)) % np.uint64(52 - i))
            deck[i], deck[j] = deck[j], deck[i]
            hand[deck[i]] = 1
            mask |= np.uint64(1) << np.uint64(deck[i])
            points += r.points[deck[i]]
        least = least_deadwood(r, w, hand, mask)
        total += least
        bare += least == points
        low += least <= 10
    return total, bare, low


def _share_without_meld() -> float:
    """Exact share of the ten-card hands of one pack that hold no meld, ace low: rank by rank, suits as bit sets."""
    states = {(0, 0, 0): 1}  # suits held of the last two ranks, cards so far -> hands
    for _ in range(13):
        after: Counter[tuple[int, int, int]] = Counter()
        for (older, last, cards), ways in states.items():
            for suits in range(16):
                if suits.bit_count() < 3 and not older & last & suits and cards + suits.bit_count() <= 10:
                    after[last, suits, cards + suits.bit_count()] += ways
        states = after
    return sum(ways for (_, _, cards), ways in states.items() if cards == 10) / math.comb(52, 10)


@pytest.mark.skipif(INTERPRETED, reason="takes too many hands to be interpreted")
def test_random_hands_of_ten(work: np.record) -> None:
    n = 400_000
    total, bare, low = _statistics(tb.build(tb.GIN), work, n, 10, 88172645463325252)
    assert total / n == pytest.approx(56.6, abs=0.15)
    assert _share_without_meld() == pytest.approx(0.60209, abs=0.00001)
    assert bare / n == pytest.approx(_share_without_meld(), abs=0.003)
    assert low / n == pytest.approx(0.00065, abs=0.00015)


def test_interpreted_is_compiled() -> None:
    """The same source without the compiler gives the same numbers, move for move of the search."""
    script = "import arrange_batch; arrange_batch.main()"
    path = os.pathsep.join([str(HERE), str(HERE.parent.parent / "engine"), os.environ.get("PYTHONPATH", "")])
    env = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    out = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True).stdout
    assert out.split() == [str(number) for number in arrange_batch.numbers()]
