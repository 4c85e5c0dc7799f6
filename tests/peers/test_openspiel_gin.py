"""OpenSpiel's gin rummy as an oracle: whole deals played on both sides, and every agreed difference as a test.

A test of a difference fails when the peer changes its ways: then the difference leaves the list in
`docs/openspiel-differences.md` and the comparison below becomes stricter.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import replay
from replay import SPIEL, UTILS, Twin, numbers

from meldwright import IllegalMoveError

pytestmark = pytest.mark.peer

Policy = Callable[[random.Random, Twin, list[int]], int]


def anything(rng: random.Random, twin: Twin, actions: list[int]) -> int:
    """Any action."""
    return rng.choice(actions)


def keen(rng: random.Random, twin: Twin, actions: list[int]) -> int:
    """Collect melds, knock when possible, show and lay off in ever new ways."""
    phase = twin.phase
    if phase in (SPIEL.Phase.DISCARD, SPIEL.Phase.WALL) and SPIEL.KNOCK_ACTION in actions and rng.random() < 0.8:
        return SPIEL.KNOCK_ACTION
    if phase in (SPIEL.Phase.KNOCK, SPIEL.Phase.LAYOFF) and len(twin.hand()) != 11:
        others = [action for action in actions if action != SPIEL.PASS_ACTION]
        return rng.choice(others) if others and rng.random() < 0.9 else rng.choice(actions)
    if phase in (SPIEL.Phase.FIRST_UPCARD, SPIEL.Phase.DRAW) and SPIEL.DRAW_UPCARD_ACTION in actions:
        hand = twin.hand()
        if UTILS.min_deadwood([*hand, twin.upcard()]) + 5 < UTILS.min_deadwood(hand):
            return SPIEL.DRAW_UPCARD_ACTION
    if phase == SPIEL.Phase.DISCARD:
        hand = twin.hand()
        cards = [action for action in actions if action < replay.CARDS]
        return min(cards, key=lambda card: (UTILS.min_deadwood([k for k in hand if k != card]), rng.random()))
    return rng.choice(actions)


def shuffled(rng: random.Random) -> list[int]:
    """Any deck."""
    deck = list(range(replay.CARDS))
    rng.shuffle(deck)
    return deck


def clustered(rng: random.Random) -> list[int]:
    """A deck whose hands come from a few neighbouring ranks: full of melds that compete for cards."""
    low = rng.randrange(0, 8)
    near = [card for card in shuffled(rng) if low <= card % 13 < low + 6]
    far = [card for card in shuffled(rng) if not low <= card % 13 < low + 6]
    return near[:20] + sorted(near[20:] + far, key=lambda _: rng.random())


def play(rng: random.Random, deck: list[int], policy: Policy) -> Twin:
    """One deal on both sides, compared in every state and at its end."""
    twin = Twin(deck)
    draws = 0
    while not twin.over():
        actions, wrong = twin.shared()
        assert not wrong, report(twin, wrong)
        action = policy(rng, twin, actions)
        draws += action == SPIEL.DRAW_UPCARD_ACTION and twin.phase == SPIEL.Phase.DRAW
        twin.play(action)
    if draws >= SPIEL.MAX_NUM_DRAW_UPCARD_ACTIONS:
        twin.met[replay.DRAW_CAP] += 1
        return twin
    assert twin.ours.deal_over, report(twin, ["only OpenSpiel's game is over"])
    returned, difference = twin.spiel.returns()[0], twin.difference()
    if any(twin.spiel.knocked()) and twin.spiel.deadwood()[0] == twin.spiel.deadwood()[1] > 0:
        twin.met[replay.TIE] += 1
        assert (returned, abs(difference)) == (0, 25)
    else:
        assert returned == difference, report(twin, [f"OpenSpiel scores {returned}, Meldwright {difference}"])
    return twin


def report(twin: Twin, wrong: list[str]) -> str:
    """A disagreement that can be played again: the deck in OpenSpiel's order, and our moves so far."""
    return "\n".join([*wrong, "deck: " + " ".join(map(replay.name, twin.deck)), "moves: " + "; ".join(twin.history)])


@pytest.mark.parametrize(
    ("policy", "deal", "deals"),
    [
        pytest.param(anything, shuffled, 30, id="random play"),
        pytest.param(keen, shuffled, 80, id="keen play"),
        pytest.param(keen, clustered, 120, id="keen play, clustered hands"),
        pytest.param(anything, clustered, 30, id="random play, clustered hands"),
    ],
)
def test_whole_deals_agree(policy: Policy, deal: Callable[[random.Random], list[int]], deals: int) -> None:
    met: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    rng = random.Random(f"{policy.__name__} {deal.__name__}")
    for _ in range(deals):
        twin = play(rng, deal(rng), policy)
        met += twin.met
        endings["knock" if any(twin.spiel.knocked()) else "wall"] += 1
    assert set(met) <= set(replay.DIFFERENCES)
    if policy is keen:
        assert endings["knock"] > deals / 3  # otherwise the comparison would say nothing about knocks


# --- the agreed differences, one test each ------------------------------------------------------------------------

JUNK = "KS 8C 7D JH 7S QC 10D 8H QD 10C"
GIN_HAND = "AS 2S 3S 4S 5H 6H 7H 9D 9C 9H"


def deal(first: str, second: str, upcard: str, stock: str = "") -> Twin:
    """The twin of a deal with these hands."""
    (card,) = numbers(upcard)
    return Twin(replay.stacked([numbers(first), numbers(second)], card, numbers(stock)))


def act(twin: Twin, *actions: int | str) -> None:
    """Make actions, given as numbers or as our names of cards."""
    for action in actions:
        twin.play(replay.number(action) if isinstance(action, str) else action)


UPCARD, STOCK, PASS, KNOCK = (
    SPIEL.DRAW_UPCARD_ACTION,
    SPIEL.DRAW_STOCK_ACTION,
    SPIEL.PASS_ACTION,
    SPIEL.KNOCK_ACTION,
)


def meld(cards: str) -> int:
    """OpenSpiel's action that lays this meld."""
    return int(UTILS.meld_to_int(numbers(cards))) + int(SPIEL.MELD_ACTION_BASE)


def test_their_search_of_eleven_cards_misses_a_knock() -> None:
    twin = deal("3S 4S 5S 6S 4C 5C 6C 2D 3D 6H", JUNK, "KC", stock="5D")
    act(twin, PASS, PASS, STOCK)
    assert UTILS.min_deadwood(twin.hand()) == 12
    assert UTILS.legal_discards(twin.hand(), 10) == numbers("6H")
    assert KNOCK not in twin.actions()
    assert "knock" in twin.our_texts()
    twin.ours.push("knock")
    assert twin.our_texts() == ["discard 6H"]


def test_a_taken_card_may_be_returned_there() -> None:
    twin = deal(JUNK, GIN_HAND, "AC")
    act(twin, UPCARD)
    assert replay.number("AC") in twin.actions()
    assert "discard AC" not in twin.our_texts()
    with pytest.raises(IllegalMoveError):
        twin.ours.push("discard AC")


def test_a_card_returned_twice_running_ends_their_deal() -> None:
    state = deal(JUNK, GIN_HAND, "AC").spiel
    for _ in range(2):
        state.apply_action(UPCARD)
        state.apply_action(replay.number("AC"))
    assert state.is_terminal()


def test_runs_of_six_are_not_melds_there() -> None:
    twin = deal("AS 2S 3S 4S 5S 6S KH KD KC 9D", JUNK, "QH", stock="JS")
    act(twin, PASS, PASS, STOCK, KNOCK, "JS")
    long_run = "meld AS 2S 3S 4S 5S 6S"
    assert long_run in {replay.canonical(text) for text in twin.our_texts()}
    assert all(len(replay.meld_of(a)) <= 5 for a in twin.actions() if a >= SPIEL.MELD_ACTION_BASE)


def test_a_third_card_at_one_end_is_not_laid_off_there() -> None:
    twin = deal("3S 4S 5S KH KD KC 9D 9C 9H AC", "6S 7S 8S 2D 4H JC QD 10H AD 5C", "QH", stock="JS")
    act(twin, PASS, PASS, STOCK, KNOCK, "JS", meld("3S 4S 5S"), meld("KC KD KH"), meld("9C 9D 9H"), PASS)
    act(twin, "6S", "7S")
    assert replay.number("8S") not in twin.actions()
    assert any(text.startswith("lay off 8S on") for text in twin.our_texts())


def test_a_tie_after_a_knock_scores_nothing_there() -> None:
    twin = deal("3S 4S 5S KH KD KC 9D 9C 9H AC", "6C 7C 8C QC QD QH 10H 10D 10S AH", "7H", stock="JS")
    act(twin, PASS, PASS, STOCK, KNOCK, "JS", meld("3S 4S 5S"), meld("KC KD KH"), meld("9C 9D 9H"), PASS)
    act(twin, PASS, meld("6C 7C 8C"), meld("QC QD QH"), meld("10S 10D 10H"), PASS)
    assert twin.over()
    assert twin.spiel.returns() == [0, 0]
    assert twin.difference() == -25


def test_fifty_upcards_end_their_deal() -> None:
    twin = Twin(shuffled(random.Random(3)))
    act(twin, PASS, PASS, STOCK)
    draws = 0
    while not twin.over():
        actions, wrong = twin.shared()
        assert not wrong
        if twin.phase == SPIEL.Phase.DRAW:
            act(twin, UPCARD)
            draws += 1
        else:
            act(twin, next(a for a in actions if a < replay.CARDS))
    assert draws == SPIEL.MAX_NUM_DRAW_UPCARD_ACTIONS == 50
    assert not twin.ours.deal_over


def test_defenders_lay_off_before_they_meld_there() -> None:
    twin = deal("3S 4S 5S KH KD KC 9D 9C 9H AC", "6S 7C 8C 9S QD QC QS 10H AD 5C", "QH", stock="JS")
    act(twin, PASS, PASS, STOCK, KNOCK, "JS", meld("3S 4S 5S"), meld("KC KD KH"), meld("9C 9D 9H"), PASS)
    assert all(a < replay.CARDS or a == PASS for a in twin.actions())
    assert any(text.startswith("meld ") for text in twin.our_texts())
    assert any(text.startswith("lay off 6S") for text in twin.our_texts())
