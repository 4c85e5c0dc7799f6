"""Least deadwood of gin hands beside OpenSpiel's `min_deadwood`, random hands and hands clustered in a few ranks."""

from __future__ import annotations

import random

import arranging as arrange
import numpy as np
import pytest
import tables_builder as tb

from meldwright.core import state

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

pytestmark = pytest.mark.peer

HANDS = 10_000  # of each size; half of them clustered
SPEC = tb.GIN
UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
THEIRS = [UTILS.card_int(name.replace("10", "T")[0] + name[-1].lower()) for name in SPEC.names]

# Hands of eleven that OpenSpiel misjudges: it first picks the melds with the most points and only then drops the
# dearest card left, where a tied or poorer split leaves a dearer card to drop. (cards, ours, theirs)
AGREED_DIFFERENCES = [("3S 4S 5S 6S 4C 5C 6C 2D 3D 5D 6H", 10, 12)]


@pytest.fixture(scope="module")
def work() -> np.record:
    return state.empty_work()


def _theirs(cards: list[int]) -> int:
    return int(UTILS.min_deadwood([THEIRS[k] for k in cards]))


def _ours_after_discard(work: np.record, cards: list[int]) -> int:
    hand, mask = SPEC.hand(cards)
    arrange.deadwood_by_discard(tb.build(SPEC), work, hand, mask)
    return min(int(work.deadwood_after[k]) for k in cards)


def test_ten_cards_agree(work: np.record) -> None:
    rng = random.Random(20)
    r = tb.build(SPEC)
    for i in range(HANDS):
        cards = tb.random_hand(SPEC, rng, 10, i % 2 > 0)
        assert arrange.least_deadwood(r, work, *SPEC.hand(cards)) == _theirs(cards), [SPEC.names[k] for k in cards]


def test_eleven_cards_agree_but_for_its_mistake(work: np.record) -> None:
    rng = random.Random(21)
    r = tb.build(SPEC)
    differences = 0
    for i in range(HANDS):
        cards = tb.random_hand(SPEC, rng, 11, i % 2 > 0)
        ours, theirs = _ours_after_discard(work, cards), _theirs(cards)
        if ours != theirs:
            differences += 1
            kept = min(_theirs([k for k in cards if k != thrown]) for thrown in cards)  # its own judgement of ten cards
            assert ours == kept < theirs, [SPEC.names[k] for k in cards]
            whole = arrange.least_deadwood(r, work, *SPEC.hand(cards))
            assert theirs > whole - max(SPEC.points(k) for k in cards)
    assert differences <= HANDS // 100


@pytest.mark.parametrize(("cards", "ours", "theirs"), AGREED_DIFFERENCES)
def test_the_agreed_differences_are_still_there(work: np.record, cards: str, ours: int, theirs: int) -> None:
    kinds = SPEC.parse(cards)
    assert _ours_after_discard(work, kinds) == ours
    assert _theirs(kinds) == theirs
