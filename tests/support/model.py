"""Where every card is, kept from the texts of the moves alone: an engine without rules, to compare with."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

from meldwright.game import Game


class Places:
    """The cards of each place: hands by seat, stock and discards in order (the last is the top), melds on the table."""

    def __init__(self, game: Game) -> None:
        self.recycle = game.ruleset.stock_out.recycle
        self.floor = game.ruleset.stock_out.floor
        self.step = game.ruleset.stock_out.take_new_upcard
        self.dealt(game)

    def dealt(self, game: Game) -> None:
        """Take the places of a new deal from the game."""
        self.hands = [Counter(game.hand(p)) for p in range(game.players)]
        self.stock = game.stock[::-1]
        self.discards = game.discards
        self.table: list[Counter[str]] = []

    def copy(self) -> Places:
        """The same cards in the same places."""
        return deepcopy(self)

    def move(self, game: Game, seat: int, text: str) -> None:
        """What a move does to the cards. `game` has made it: it is asked only for what chance has decided."""
        words = text.partition(" as ")[0].partition(" #")[0].split()
        hand = self.hands[seat]
        if text == "deal":
            self.dealt(game)
        elif text == "turn over":
            self._renew(game)
        elif text == "draw stock":
            if len(self.stock) <= self.floor:
                self._renew(game, drawn=1)
            hand[self.stock.pop()] += 1
        elif text == "take upcard" or words[0] == "draw":
            for _ in range(int(words[1]) if words[-1] == "discards" else 1):
                hand[self.discards.pop()] += 1
        elif words[0] == "meld":
            cards = Counter(word.partition("=")[0] for word in words[1:])
            hand -= cards
            self.hands[seat] = hand
            self.table.append(cards)
        elif words[0] == "discard":
            self._out(hand, words[1])
            self.discards.append(words[1])
        elif words[0] == "lay":
            card = words[2].partition("=")[0]
            self._out(hand, card)
            self.table[int(words[4]) - 1][card] += 1
        elif words[0] == "claim":
            self.table[int(words[2]) - 1][self.discards.pop()] += 1

    @staticmethod
    def _out(hand: Counter[str], card: str) -> None:
        assert hand[card] > 0, f"{card} was not in the hand"
        hand[card] -= 1

    def _renew(self, game: Game, drawn: int = 0) -> None:
        """The discards become the stock: turned over as they lie with a new one turned up, or shuffled."""
        if self.recycle == "turn_over":
            self.stock += self.discards[::-1]
            self.discards = [self.stock.pop()]
            return
        top = self.discards[-1]
        cards = Counter(self.stock + self.discards[:-1])
        self.stock, self.discards = game.stock[::-1], [top]
        if drawn:  # the card already drawn was the top of the new stock
            last = cards - Counter(self.stock)
            assert sum(last.values()) == 1
            self.stock += last.elements()
        assert Counter(self.stock) == cards

    def compare(self, game: Game) -> None:
        """Is every card where the game has it?"""
        assert [+hand for hand in self.hands] == [Counter(game.hand(p)) for p in range(game.players)]
        assert self.stock == game.stock[::-1]
        assert self.discards == game.discards
        table: list[Any] = [Counter(w.partition("=")[0] for w in m["meld"].split()) for m in game.table]
        assert [+meld for meld in self.table] == table
