"""What the verbs of a remedy do to the table, as far as it is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .situation import Situation
from .verbs import Order


@dataclass
class Board:
    """A table that a remedy works on. turn: whose turn it is then. exposed: cards face up on the stock, from the top.
    choices: what the next player may draw."""

    situation: Situation
    next: int | None
    turn: int | None
    sizes: dict[int, int]
    discards: list[str] | None
    exposed: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, s: Situation) -> Board:
        """The table before the remedy."""
        return cls(s, s.seats.next, s.seats.turn, dict(s.sizes), None if s.discards is None else list(s.discards))

    def carry_out(self, order: Order) -> None:
        """One step of a remedy."""
        if order.player:
            self.turn = self._seat(order.player)
        elif order.verb.name in EFFECTS:
            EFFECTS[order.verb.name](self)

    def grow(self, seat: int | None, cards: int) -> None:
        """Cards into a hand, or out of it."""
        if seat is not None and seat in self.sizes:
            self.sizes[seat] = max(0, self.sizes[seat] + cards)

    def _seat(self, who: str) -> int | None:
        seats = self.situation.seats
        if who == "left":
            return None if seats.offender is None else seats.left_of(seats.offender)
        return seats.turn if who == "right" else self.next


def _hand(cards: int) -> Callable[[Board], None]:
    """Cards into the offender's hand, or out of it."""
    return lambda board: board.grow(board.situation.seats.offender, cards)


def _return_card(board: Board) -> None:
    s = board.situation
    board.grow(s.seats.offender, -1)
    if board.discards is not None and s.drawn_card is not None:
        board.discards.append(s.drawn_card)
    elif board.discards is not None:
        board.discards = None  # the pile has a card more, and nobody said which


def _take_up(board: Board) -> None:
    if board.situation.laid_now:
        board.grow(board.situation.seats.offender, board.situation.laid_now)


def _expose(board: Board) -> None:
    seen = board.situation.listed.get("seen")
    count = board.situation.answers.get("seen", 1)
    board.exposed = list(seen) if seen else ["a card"] * int(count)


def _offer(board: Board) -> None:
    card = board.exposed[0] if board.exposed else "the card"
    board.choices = [f"{card}, face up on the stock", "as usual, once it is buried in the middle of the stock"]


def _three_sources(board: Board) -> None:
    card = board.exposed[0] if board.exposed else "the top exposed card"
    board.choices = [
        f"{card}, face up on the stock",
        "the top card of the stock that lies face down",
        "the previous discard",
    ]


def _retract(board: Board) -> None:
    board.grow(board.situation.seats.offender, int(board.situation.answers.get("thrown", 1)) - 1)


def _give_back(board: Board) -> None:
    cards = board.situation.answers.get("superfluous", 0)
    board.grow(board.situation.seats.owner, int(cards))


EFFECTS: dict[str, Callable[[Board], None]] = {
    "return_card": _return_card,
    "take_up": _take_up,
    "expose": _expose,
    "offer": _offer,
    "three_sources": _three_sources,
    "discard": _hand(-1),
    "discard_only": _hand(-1),
    "draw_only": _hand(1),
    "may_draw": _hand(1),
    "retract": _retract,
    "give_back": _give_back,
}
