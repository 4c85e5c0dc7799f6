"""Which melds may begin an opening, against brute force that shares nothing with the engine's search.

The oracle splits the hand into melds in every way by the text of the rules: trios are three or more of a rank or of
wilds, straights four or more of a suit in sequence with the ace high or low, wilds never outnumber naturals.
"""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations

import pytest

from meldwright import Game, load_ruleset

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
WILD = {"JOKER", "AH", "AD"}
CONTRACTS = {1: (2, 0), 2: (1, 1), 3: (0, 2), 4: (3, 0), 5: (2, 1), 6: (1, 2), 7: (0, 3)}  # trios, straights


def rank(card: str) -> str:
    return card[:-1]


def trio(cards: tuple[str, ...]) -> bool:
    """Is this a trio, by the rules as written?"""
    if len(cards) < 3:
        return False
    wilds = [card for card in cards if card in WILD]
    if len(wilds) == len(cards):
        return True
    for which in {rank(card) for card in cards if card != "JOKER"}:
        naturals = [card for card in cards if card != "JOKER" and rank(card) == which]
        others = [card for card in cards if card not in naturals]
        if all(card in WILD for card in others) and len(others) <= len(naturals):
            return True
    return False


def straight(cards: tuple[str, ...]) -> bool:
    """Is this a straight, by the rules as written?"""
    n = len(cards)
    if not 4 <= n <= 13:
        return False
    order = [*RANKS, "A"]
    for suit in "SHDC":
        for start in range(len(order) - n + 1):
            places = [order[start + i] + suit for i in range(n)]
            left = list(cards)
            naturals = 0
            for place in places:
                if place in left:
                    left.remove(place)
                    naturals += 1
            if all(card in WILD for card in left) and len(left) <= naturals:
                return True
    return False


@lru_cache(maxsize=200_000)
def kinds_of(cards: tuple[str, ...]) -> tuple[bool, bool]:
    """Trio, straight."""
    return trio(cards), straight(cards)


class Splits:
    """The melds of a hand as bit sets of its cards."""

    def __init__(self, hand: list[str]) -> None:
        self.hand = sorted(hand)
        self.trios: list[int] = []
        self.straights: list[int] = []
        n = len(hand)
        for size in range(3, n):
            for chosen in combinations(range(n), size):
                is_trio, is_straight = kinds_of(tuple(self.hand[i] for i in chosen))
                part = sum(1 << i for i in chosen)
                if is_trio:
                    self.trios.append(part)
                if is_straight:
                    self.straights.append(part)

    def lays(self, trios: int, straights: int, used: int = 0) -> bool:
        """Can so many trios and straights be laid from the cards not used, with a card left to throw?"""
        if trios == straights == 0:
            return used.bit_count() < len(self.hand)
        pool = self.trios if trios else self.straights
        rest = (trios - 1, straights) if trios else (0, straights - 1)
        return any(not used & part and self.lays(*rest, used | part) for part in pool)

    def first(self, trios: int, straights: int) -> set[tuple[str, ...]]:
        """The cards of every meld that may be laid first."""
        found = set()
        for pool, rest in ((self.trios, (trios - 1, straights)), (self.straights, (trios, straights - 1))):
            if min(rest) < 0:
                continue
            for part in pool:
                cards = tuple(card for i, card in enumerate(self.hand) if part >> i & 1)
                if cards not in found and self.lays(*rest, part):
                    found.add(cards)
        return found


def some_hand(rng: random.Random, deal: int) -> list[str]:
    """Cards out of two packs, one or more than the contract takes, near enough to it that it can often be laid."""
    deck = [r + s for r in RANKS for s in "SHDC"] * 2 + ["JOKER"] * 4
    hand: list[str] = []
    trios, straights = CONTRACTS[deal]
    for _ in range(trios):
        which = rng.choice(RANKS)
        hand += [which + rng.choice("SHDC") for _ in range(rng.randint(2, 3) if deal < 6 else 3)]
    for _ in range(straights):
        suit, start = rng.choice("SHDC"), rng.randrange(len(RANKS) - 4)
        hand += [r + suit for r in RANKS[start : start + (rng.randint(3, 5) if deal < 6 else 4)]]
    hand += rng.sample(["JOKER", "AH", "AD", "JOKER"], rng.randint(0, 3))
    hand += rng.sample(deck, 3)
    hand = hand[: max(11, 3 * trios + 4 * straights + 1)]
    if deal >= 6:
        hand[rng.randrange(len(hand))] = rng.choice(["JOKER", "AH", "AD"])
    return hand if all(hand.count(card) <= deck.count(card) for card in hand) else some_hand(rng, deal)


@pytest.fixture(scope="module")
def continental():
    return load_ruleset("continental-rummy")


def melds_offered(game: Game) -> set[tuple[str, ...]]:
    """The cards of the melds among the legal moves."""
    found = set()
    for move in game.legal_moves():
        if move.text.startswith("meld "):
            words = move.text.removeprefix("meld ").split(" ")
            cards = [word.split("=")[0] for word in words if not word.startswith("#") and not word.islower()]
            found.add(tuple(sorted(cards)))
    return found


@pytest.mark.parametrize("deal", CONTRACTS)
def test_the_melds_that_may_begin_the_contract(continental, deal):
    rng = random.Random(deal)
    able = 0
    for _ in range(4 if deal < 6 else 1):
        hand = some_hand(rng, deal)
        position = {"hands": [" ".join(hand), "", "", ""], "deal": deal, "step": "play", "discards": "", "stock": 20}
        game = Game.from_position(continental, position)
        splits = Splits(hand)
        expected = splits.first(*CONTRACTS[deal])
        assert melds_offered(game) == expected, hand
        able += bool(expected)
    assert able  # some hands can lay it


@pytest.mark.parametrize("deal", CONTRACTS)
def test_no_choice_of_melds_leads_nowhere(continental, deal):
    """Whatever meld is laid first and next, the contract is complete in the end and a card is left to throw."""
    rng = random.Random(100 + deal)
    laid = 0
    for _ in range(12):
        hand = [*some_hand(rng, deal), *rng.sample([r + s for r in RANKS[1:] for s in "SC"], 3)]
        if any(hand.count(card) > (4 if card == "JOKER" else 2) for card in hand):
            continue
        position = {"hands": [" ".join(hand), "", "", ""], "deal": deal, "step": "play", "discards": "", "stock": 20}
        game = Game.from_position(continental, position)
        melds = sum(CONTRACTS[deal])
        for number in range(melds):
            moves = [m for m in game.legal_moves() if m.text.startswith("meld ")]
            if not moves and number == 0:
                break
            others = [m for m in game.legal_moves() if not m.text.startswith("meld ")]
            assert number == 0 or not others  # an opening under way comes first
            game.push(rng.choice(moves))
        else:
            laid += 1
            assert len(game.table) == melds
            assert any(m.text.startswith("discard ") for m in game.legal_moves())
            assert not any(m.text.startswith("meld ") for m in game.legal_moves())
    assert laid


def run_with_jokers(cards: tuple[str, ...]) -> bool:
    """Is this a sequence of four or more of a suit, at most fourteen, with at least one natural card?"""
    n = len(cards)
    if not 4 <= n <= 14 or all(card == "JOKER" for card in cards):
        return False
    order = [*RANKS, "A"]
    naturals = [card for card in cards if card != "JOKER"]
    for suit in {card[-1] for card in naturals}:
        for start in range(len(order) - n + 1):
            places = [order[start + i] + suit for i in range(n)]
            left = list(places)
            if all(card in left and not left.remove(card) for card in naturals):
                return True
    return False


def covers(hand: list[str], parts: int, left: int, melds: list[int]) -> bool:
    """Can the cards of `left` be split into so many of these melds, with nothing left?"""
    if parts == 0:
        return left == 0
    lowest = left & -left
    return any(part & lowest and part & left == part and covers(hand, parts - 1, left & ~part, melds) for part in melds)


@pytest.mark.parametrize("seed", range(6))
def test_the_whole_hand_in_three_sequences(seed):
    """The seventh deal: three sequences and nothing left."""
    rules = load_ruleset("contract-rummy", sets=["turn.opening.touching_runs=allowed"])
    rng = random.Random(seed)
    hand: list[str] = []
    for size in (4, 4, 5):
        suit, start = rng.choice("SHDC"), rng.randrange(len(RANKS) - 5)
        hand += [r + suit for r in RANKS[start : start + size]]
    for _ in range(rng.randint(0, 2)):
        hand[rng.randrange(13)] = "JOKER"
    if seed % 3 == 2:
        hand[rng.randrange(13)] = rng.choice(RANKS) + rng.choice("SHDC")
    if any(hand.count(card) > 2 for card in hand):
        pytest.skip("more copies than the deck has")
    hand.sort()
    melds = [
        part
        for part in range(1 << 13)
        if 4 <= part.bit_count() <= 5 and run_with_jokers(tuple(c for i, c in enumerate(hand) if part >> i & 1))
    ]
    position = {"hands": [" ".join(hand), "", "", ""], "deal": 7, "step": "play", "discards": "", "stock": 20}
    game = Game.from_position(rules, position)
    assert bool(melds_offered(game)) == covers(hand, 3, (1 << 13) - 1, melds), hand
    while melds_offered(game):
        game.push(rng.choice([m for m in game.legal_moves() if m.text.startswith("meld ")]))
    assert not game.table or game.ending == "went out"
