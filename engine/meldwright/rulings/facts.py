"""The facts a ruling may ask for: what can be said of an irregularity, and what may be answered.

A fact is yes or no, one of some words, or a number; every one of them has finitely many answers, so that `check` can
try them all. The engine knows the facts, the ruleset says what follows from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from meldwright.ruleset.diagnostics import any_of

Value = bool | int | str


@dataclass(frozen=True)
class Fact:
    """Something that can be said of an irregularity.

    asks: what it answers, as part of a sentence. words: the answers of a fact of kind "word", each with
    its meaning. least, most: the bounds of a number, which may also be given as a list of so many cards.
    """

    name: str
    kind: Literal["bool", "word", "number"]
    asks: str
    words: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0

    @property
    def answers(self) -> tuple[Value, ...]:
        """Every possible answer, in order."""
        if self.kind == "bool":
            return (False, True)
        if self.kind == "word":
            return tuple(word for word, _ in self.words)
        return tuple(range(self.least, self.most + 1))

    def question(self) -> str:
        """What it asks, as a question of its own."""
        return self.asks[:1].upper() + self.asks[1:] + ("?" if self.kind == "bool" else ":")

    def takes(self) -> str:
        """What a situation may say: "true or false", "stock or discard", "a number from 1 to 20 or a list of cards"."""
        return self.range() + (" or a list of cards" if self.name in LISTED else "")

    def range(self) -> str:
        """The possible answers in words."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "word":
            return any_of([word for word, _ in self.words])
        return f"a number from {self.least} to {self.most}"


def _yes_no(name: str, asks: str) -> Fact:
    return Fact(name, "bool", asks)


def _word(name: str, asks: str, **words: str) -> Fact:
    return Fact(name, "word", asks, tuple(words.items()))


def _number(name: str, asks: str, least: int, most: int) -> Fact:
    return Fact(name, "number", asks, (), least, most)


#: Numbers of cards, which may be given as the cards themselves.
LISTED = frozenset({"seen", "thrown", "superfluous", "exposed_cards"})

FACTS: dict[str, Fact] = {
    fact.name: fact
    for fact in (
        # --- the turn ---
        _yes_no("discarded", "has the offender ended his turn with a discard"),
        _yes_no("drawn", "has the offender drawn in this turn (after a faulty deal: in his first turn)"),
        _word("drew", "what the offender drew", stock="a card of the stock", discard="the top discard"),
        _yes_no("in_hand", "is the card from the stock in his hand already"),
        _number("seen", "how many cards of the stock were seen without right", 1, 20),
        _number("thrown", "how many cards the offender has discarded in this turn", 1, 20),
        _word(
            "next",
            "how far the next player is",
            waiting="he has not drawn",
            drew="he has drawn, but no card that was thrown wrongly",
            took="he has drawn a card that was thrown wrongly",
            ended="he has ended his turn",
        ),
        # --- the hand ---
        _word(
            "hand_is",
            "what the number of cards in the offender's hand is",
            right="right",
            too_many="too large",
            too_few="too small",
        ),
        _word(
            "moment",
            "when the wrong hand comes to light",
            turn="at the beginning of the offender's turn",
            laid="after he has laid cards in a turn that began with a wrong hand",
            out="when he goes out",
            count="when the deal has ended and the hands are counted",
        ),
        _yes_no("mixed", "is the hand mixed with other cards already"),
        # --- the deal and the table ---
        _word(
            "found",
            "what is wrong with the deal",
            exposed="cards were exposed in dealing",
            face_up="cards lay face up in the pack",
            hand_size="a player was dealt a wrong number of cards",
            pack="a card of the pack is missing, or there is one too many",
        ),
        _number("exposed_cards", "how many cards were exposed or face up", 1, 20),
        _number("superfluous", "how many cards of the meld do not belong to it", 0, 20),
        # --- the score ---
        _word("error", "where the mistake is", count="in counting a hand", sheet="on the score sheet"),
        _yes_no("disputed", "was the score disputed before"),
        _yes_no("agreed", "do all players agree"),
        # --- the match ---
        _word("asks", "what is wished", stop="to stop the match", resume="to take it up again"),
        _yes_no("between_deals", "is it between two deals"),
        _yes_no("all_there", "are all players of the match there"),
        _yes_no("same_seats", "do they sit in the same order"),
        _yes_no("same_year", "is it still the calendar year in which the match began"),
        _number("others", "how many other players have a score for the deal, or a complete total for the match", 0, 16),
    )
}
