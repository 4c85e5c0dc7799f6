"""Gin played by a second, slow and obvious engine that shares nothing with the first: sets of card names, brute force.

It knows one deal: the offer of the upcard, draws, discards, the knock and the showing. Moves are the same texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
FLOOR, LIMIT = 2, 10

Cards = frozenset[str]


def number(card: str) -> int:
    """Rank of a card, 1 to 13."""
    return RANKS.index(card[:-1]) + 1


def points(cards: Cards) -> int:
    """Points of some cards: ace 1, court cards 10."""
    return sum(min(10, number(c)) for c in cards)


def every_meld() -> Iterator[Cards]:
    """The 329 melds of gin."""
    for rank in RANKS:
        four = [rank + suit for suit in SUITS]
        for n in (3, 4):
            yield from map(frozenset, combinations(four, n))
    for suit in SUITS:
        for low in range(13):
            for high in range(low + 2, 13):
                yield frozenset(RANKS[i] + suit for i in range(low, high + 1))


MELDS = tuple(every_meld())


@cache
def melds_in(cards: Cards) -> tuple[Cards, ...]:
    """The melds that some cards contain."""
    return tuple(m for m in MELDS if m <= cards)


@cache
def deadwood(cards: Cards) -> int:
    """Least points outside disjoint melds: the first card is in no meld, or in one of those that contain it."""
    inside = sorted(set().union(*melds_in(cards)))
    if not inside:
        return points(cards)
    first = inside[0]
    best = min(10, number(first)) + deadwood(cards - {first})
    for meld in melds_in(cards):
        if first in meld:
            best = min(best, deadwood(cards - meld))
    return best


def grows(meld: Cards, card: str) -> bool:
    """Does the card go on that meld?"""
    return meld | {card} in MELDS and card not in meld


@dataclass(frozen=True)
class Deal:
    """A deal of gin in progress. `step`: offer, draw, play, knocked (a card is thrown with the knock), show, over."""

    hands: tuple[Cards, Cards]
    stock: tuple[str, ...]  # the next card first
    discards: tuple[str, ...]  # the top card last
    turn: int
    step: str = "offer"
    offers: int = 0
    stock_only: bool = False
    taken: str = ""
    knocker: int = -1
    table: tuple[tuple[int, Cards], ...] = ()

    def moves(self) -> list[str]:
        """Every legal move."""
        return list(getattr(self, f"_{self.step}"))

    @property
    def _offer(self) -> list[str]:
        return ["take upcard", "pass"]

    @property
    def _draw(self) -> list[str]:
        return ["draw stock"] + ["draw discard"] * bool(self.discards and not self.stock_only)

    @property
    def _play(self) -> list[str]:
        free = self.hands[self.turn] - {self.taken}
        knock = any(deadwood(self.hands[self.turn] - {c}) <= LIMIT for c in free)
        return [f"discard {c}" for c in free] + ["knock"] * knock

    @property
    def _knocked(self) -> list[str]:
        hand = self.hands[self.turn]
        return [f"discard {c}" for c in hand - {self.taken} if deadwood(hand - {c}) <= LIMIT]

    @property
    def _show(self) -> list[str]:
        hand = self.hands[self.turn]
        if self.turn == self.knocker:
            out = [m for m in melds_in(hand) if deadwood(hand - m) <= LIMIT]
            return [meld_text(m) for m in out] + ["done"] * (points(hand) <= LIMIT)
        out = [meld_text(m) for m in melds_in(hand)] + ["done"]
        if points(self.hands[self.knocker]) > 0:
            for i, (owner, meld) in enumerate(self.table):
                if owner == self.knocker:
                    out += [f"lay off {c} on {i + 1}" for c in hand if grows(meld, c)]
        return out

    @property
    def _over(self) -> list[str]:
        return []

    def after(self, move: str) -> Deal:
        """The deal after a legal move."""
        other = 1 - self.turn
        if move == "take upcard":
            return self._gets(self.discards[-1], replace(self, discards=self.discards[:-1]), taken=True)
        if move == "pass":
            if self.offers == 0:
                return replace(self, turn=other, offers=1)
            return replace(self, turn=other, step="draw", stock_only=True)
        if move == "draw stock":
            return self._gets(self.stock[0], replace(self, stock=self.stock[1:]), taken=False)
        if move == "draw discard":
            return self._gets(self.discards[-1], replace(self, discards=self.discards[:-1]), taken=True)
        if move == "knock":
            return replace(self, step="knocked", knocker=self.turn)
        if move == "done":
            return replace(self, turn=other, step="show" if self.turn == self.knocker else "over")
        return self._without(move)

    def _gets(self, card: str, rest: Deal, taken: bool) -> Deal:
        hands = [*self.hands]
        hands[self.turn] |= {card}
        return replace(rest, hands=(hands[0], hands[1]), step="play", taken=card if taken else "", stock_only=False)

    def _without(self, move: str) -> Deal:
        """A discard, a meld or a lay-off: cards leave the hand."""
        words = move.split()
        cards = frozenset(words[1:]) if words[0] in ("discard", "meld") else frozenset(words[2:3])
        hands = [*self.hands]
        hands[self.turn] -= cards
        rest = replace(self, hands=(hands[0], hands[1]))
        if words[0] == "meld":
            return replace(rest, table=(*self.table, (self.turn, cards)))
        if words[0] == "lay":
            i = int(words[-1]) - 1
            owner, meld = self.table[i]
            return replace(rest, table=(*self.table[:i], (owner, meld | cards), *self.table[i + 1 :]))
        rest = replace(rest, discards=(*self.discards, words[1]), taken="")
        if self.step == "knocked":
            return replace(rest, step="show")
        return replace(rest, turn=1 - self.turn, step="over" if len(self.stock) <= FLOOR else "draw")

    def perft(self, depth: int) -> int:
        """Number of sequences of `depth` moves that stay within the deal."""
        moves = self.moves()
        return len(moves) if depth == 1 else sum(self.after(m).perft(depth - 1) for m in moves)


def meld_text(meld: Cards) -> str:
    """The text of a meld, cards in order: a run by rank, a set by suit as in the deck."""
    return "meld " + " ".join(sorted(meld, key=lambda c: (number(c), SUITS.index(c[-1]))))
