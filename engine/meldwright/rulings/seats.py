"""Who sits where: the players of a situation, and what a position says of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from meldwright.cards import Deck
from meldwright.ruleset.rules import PLAYERS, Ruleset

from . import reading
from .reading import fail, fail_at_key

#: The irregularity in which the player in turn and the offender are two.
OUT_OF_TURN = "out_of_turn"


@dataclass(frozen=True)
class Placed:
    """What a position says: hands and the cards of the melds each player owns, by seat; the discards; whether the
    player in turn has drawn."""

    hands: tuple[tuple[str, ...], ...]
    owned: tuple[int, ...]
    discards: tuple[str, ...] | None
    turn: int | None
    drawn: bool


@dataclass(frozen=True)
class Seats:
    """The players by name, in the order of the turns; the others are indexes among them, None for nobody known.

    turn: whose turn it is by right. owner: who laid the cards of a wrong meld.
    """

    players: tuple[str, ...]
    turn: int | None = None
    offender: int | None = None
    owner: int | None = None
    dealer: int | None = None
    position: Placed | None = None

    @property
    def next(self) -> int | None:
        """Who draws next once it is settled: the player in turn by right, else the one at the offender's left."""
        if self.offender is None:
            return None
        return self.left_of(self.offender) if self.turn in (None, self.offender) else self.turn

    def left_of(self, seat: int) -> int:
        """The player at the left, who is next in turn."""
        return (seat + 1) % len(self.players)

    def skipped(self) -> tuple[int, ...]:
        """Those who lose their turn when the offender plays out of his: from the player in turn up to the offender."""
        if self.turn is None or self.offender is None:
            return ()
        seats, seat = [], self.turn
        while seat != self.offender:
            seats.append(seat)
            seat = self.left_of(seat)
        return tuple(seats)

    def owned(self) -> int | None:
        """Cards in the melds that the offender owns, by the position; None without one."""
        if self.position is None or self.offender is None:
            return None
        return self.position.owned[self.offender]

    def drawn_in_hand(self) -> int:
        """1 when the offender, in the middle of his turn, holds the card he has drawn; the position says so."""
        return int(self.position is not None and self.position.drawn and self.turn == self.offender)


def read_seats(ruleset: Ruleset, root: Any) -> Seats:
    """The players of a situation. Raises InputError."""
    node, place = root.get("players"), root.get("position")
    players: tuple[str, ...] = ()
    if node is not None:
        players = reading.names(node, PLAYERS)
        reading.table_size(ruleset, node, players)
    placed = None
    if place is not None:
        placed = _position(ruleset, place)
        if players and len(players) != len(placed.hands):
            fail(node, f"`players` says {len(players)}, and the position has {len(placed.hands)} hands")
        players = players or tuple(f"player {n + 1}" for n in range(len(placed.hands)))
    found: dict[str, int] = {}
    for key in ("turn", "offender", "owner", "dealer"):
        below = root.get(key)
        if below is None:
            continue
        if not players:
            fail_at_key(below, f"`{key}` needs `players`: how many play, or their names", code="missing-key")
        found[key] = reading.player(key, below, players)
    if placed is not None and placed.turn is not None and found.setdefault("turn", placed.turn) != placed.turn:
        fail(root.get("turn"), f"`turn` is not the player in turn of the position, {players[placed.turn]}")
    return _settled(root, players, found, placed)


def _settled(root: Any, players: tuple[str, ...], found: dict[str, int], placed: Placed | None) -> Seats:
    """Who plays out of turn is not the player in turn; cards lie in a meld by the offender unless somebody is named."""
    node = root.get("irregularity")
    out_of_turn = node is not None and node.value == OUT_OF_TURN
    if out_of_turn and "offender" in found and found.get("turn") == found["offender"]:
        fail(root.get("offender"), f"it is the turn of {players[found['offender']]}, so he does not play out of turn")
    if "offender" in found:
        found.setdefault("owner", found["offender"])
    return Seats(players, position=placed, **found)


def _position(ruleset: Ruleset, node: Any) -> Placed:
    """What matters of a position as docs/positions.md describes it: seats are numbered from 0 there."""
    from meldwright.position import KEYS

    if not isinstance(node.value, dict):
        fail(node, "`position` takes a mapping as in docs/positions.md: hands, table, discards, turn")
    reading.known_keys(node, KEYS, "in a position")
    hands = node.get("hands")
    if hands is None or not isinstance(hands.value, list) or not hands.value:
        fail_at_key(hands or node, "a position needs `hands`, a list with the cards of each seat", code="missing-key")
    seats = len(hands.value)
    if not ruleset.players.least <= seats <= ruleset.players.most:
        fail(hands, f"{ruleset.name} is for {ruleset.players} players, not {seats}")
    deck = ruleset.for_players(seats).deck
    held = tuple(reading.cards("hands", item, deck) if item.value is not None else () for item in hands.value)
    discards, turn, step = node.get("discards"), node.get("turn"), node.get("step")
    return Placed(
        hands=held,
        owned=_owned(node.get("table"), deck, seats),
        discards=None if discards is None else reading.cards("discards", discards, deck),
        turn=None if turn is None else reading.whole("turn", turn, 0, seats - 1),
        drawn=step is not None and step.value == "play",
    )


def _owned(table: Any, deck: Deck, seats: int) -> tuple[int, ...]:
    """Cards in the melds of each seat."""
    counts = [0] * seats
    if table is None:
        return tuple(counts)
    if not isinstance(table.value, list):
        fail(table, "`table` takes a list of melds")
    for item in table.value:
        meld = item if isinstance(item.value, str) else item.get("meld") if isinstance(item.value, dict) else None
        if meld is None or not isinstance(meld.value, str):
            fail(item, "a meld of `table` is a text of cards, or a mapping with meld and owner")
        owner = item.get("owner") if isinstance(item.value, dict) else None
        words = " ".join(word.partition("=")[0] for word in meld.value.replace(",", " ").split())
        try:
            found = deck.parse_cards(words)
        except ValueError as error:
            fail(meld, f"`table`: {error}")
        counts[0 if owner is None else reading.whole("owner", owner, 0, seats - 1)] += len(found)
    return tuple(counts)
