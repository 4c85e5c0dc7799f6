"""Reading a score sheet: who played which deal, and what each player wrote down or held.

docs/irregularities.md describes the format. `reckoning` adds it up.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from meldwright.cards import Deck
from meldwright.ruleset.diagnostics import suggest
from meldwright.ruleset.expected import said
from meldwright.ruleset.rules import PLAYERS, Ruleset

from . import reading
from .reading import Source, fail, fail_at_key

KEYS = ("players", "deals", "left", "finished")
ENTRY = ("hand", "points", "missing", "extra", "out", "bonus")
MOST_DEALS = 500
POINTS = 10**7
CARDS = 300

Kind = Literal["points", "hand", "out", "none", "absent"]


@dataclass(frozen=True)
class Line:
    """What one player has on the sheet for one deal.

    kind: points written down; a hand to be counted; out, he has nothing left; none, he played and gave no score;
    absent, he did not play. missing, extra: cards too few or too many in the hand. bonus: points besides those of the
    cards left.
    """

    kind: Kind
    points: int = 0
    hand: tuple[str, ...] = ()
    missing: int = 0
    extra: int = 0
    bonus: int = 0


@dataclass(frozen=True)
class Sheet:
    """players: their names. deals: for each deal played, in order, the line of each player. left: after which deal a
    player left, by player; None when he stayed. finished: is the match over? None: the ruleset says when."""

    players: tuple[str, ...]
    deals: tuple[tuple[Line, ...], ...]
    left: tuple[int | None, ...]
    finished: bool | None


def read_sheet(ruleset: Ruleset, source: Source) -> Sheet:
    """Read a score sheet. Raises InputError at what cannot be, TypeError for an argument of another type."""
    root = reading.read(source, "score sheet")
    reading.known_keys(root, KEYS, "in a score sheet")
    players = _players(ruleset, root)
    deals = root.get("deals")
    if deals is None or not isinstance(deals.value, list) or not deals.value:
        what = "a score sheet needs `deals`: a list with the scores of each deal"
        fail_at_key(deals or root, what, code="missing-key")
    if len(deals.value) > MOST_DEALS:
        fail_at_key(deals, f"more than {MOST_DEALS} deals", code="too-large")
    left = _left(root.get("left"), players, len(deals.value))
    deck = ruleset.for_players(len(players)).deck
    lines = tuple(_deal(n, node, players, left, deck) for n, node in enumerate(deals.value, 1))
    finished = root.get("finished")
    if finished is not None and not isinstance(finished.value, bool):
        fail(finished, f"`finished` takes true or false, not {said(finished.value)}")
    return Sheet(players, lines, left, None if finished is None else finished.value)


def _players(ruleset: Ruleset, root: Any) -> tuple[str, ...]:
    node = root.get("players")
    if node is None:
        fail_at_key(root, "a score sheet needs `players`: their names, in the order of the seats", code="missing-key")
    players = reading.names(node, PLAYERS)
    reading.table_size(ruleset, node, players)
    return players


def _left(node: Any, players: tuple[str, ...], deals: int) -> tuple[int | None, ...]:
    """`left: {Dora: 5}`: Dora left after the fifth deal."""
    left: list[int | None] = [None] * len(players)
    if node is None:
        return tuple(left)
    if not isinstance(node.value, dict):
        fail(node, "`left` takes `player: the last deal he played` lines")
    for key, child in node.value.items():
        left[_who(key, child, players)] = reading.whole(key, child, 0, deals)
    return tuple(left)


def _who(key: str, node: Any, players: tuple[str, ...]) -> int:
    who = reading.players_number(key, players)
    if who is None:
        fail_at_key(node, f'nobody is called "{key}"', suggest(key, players))
    return who


def _deal(
    number: int, node: Any, players: tuple[str, ...], left: tuple[int | None, ...], deck: Deck
) -> tuple[Line, ...]:
    """The lines of one deal. Who has left needs none."""
    if not isinstance(node.value, dict):
        fail(node, f"deal {number} takes `player: score` lines, not {said(node.value)}")
    lines: dict[int, Line] = {}
    for key, child in node.value.items():
        who = _who(key, child, players)
        if who in lines:
            fail_at_key(child, f"{players[who]} has two lines in deal {number}", code="duplicate-key")
        lines[who] = _line(key, child, deck)
        after = left[who]
        if after is not None and number > after and lines[who].kind != "absent":
            fail_at_key(child, f"{players[who]} left after deal {after}, and has a score for deal {number}")
    for who, name in enumerate(players):
        after = left[who]
        if who in lines:
            continue
        if after is None or number <= after:
            message = f"deal {number} says nothing of {name}; write `none` for no score, `absent` for not playing"
            fail_at_key(node, message, code="missing-key")
        lines[who] = Line("absent")
    _possible(number, node, lines, deck)
    return tuple(lines[who] for who in range(len(players)))


def _possible(number: int, node: Any, lines: dict[int, Line], deck: Deck) -> None:
    """Hands of one deal come from one deck, one player goes out, and somebody must have played."""
    if all(line.kind == "absent" for line in lines.values()):
        fail_at_key(node, f"nobody played deal {number}", code="bad-value")
    if sum(line.kind == "out" for line in lines.values()) > 1:
        fail_at_key(node, f"in deal {number} more than one player went out", code="bad-value")
    held = Counter(card for line in lines.values() for card in line.hand)
    for card, count in held.items():
        copies = deck.copies[deck.index(card)]
        if count > copies:
            message = f"the hands of deal {number} hold {card} {count} times; the deck has {copies}"
            fail_at_key(node, message, code="bad-card")


def _line(key: str, node: Any, deck: Deck) -> Line:
    """A score, cards, `out`, `none`, `absent`, or a mapping with the hand."""
    value = node.value
    if value is None or value == "none":
        return Line("none")
    if value == "out":
        return Line("out")
    if value == "absent":
        return Line("absent")
    if isinstance(value, int) and not isinstance(value, bool):
        return Line("points", reading.whole(key, node, -POINTS, POINTS))
    near = suggest(value, ("out", "none", "absent")) if isinstance(value, str) else None
    if isinstance(value, list | str) and near is None:
        return Line("hand", hand=reading.cards(key, node, deck))
    if not isinstance(value, dict):
        takes = "a number of points, cards, out, none, absent, or a mapping with hand"
        fail(node, f"`{key}` takes {takes}, not {said(value)}", near)
    reading.known_keys(node, ENTRY, f"for {key}")
    return _held(key, node, deck)


def _held(key: str, node: Any, deck: Deck) -> Line:
    """A mapping: the hand, or the points of it, and what is wrong with its size."""
    hand, points, out, bonus = (node.get(name) for name in ("hand", "points", "out", "bonus"))
    more = 0 if bonus is None else reading.whole("bonus", bonus, -POINTS, POINTS)
    counts = {name: node.get(name) for name in ("missing", "extra")}
    sizes = {name: 0 if below is None else reading.whole(name, below, 0, CARDS) for name, below in counts.items()}
    if sizes["missing"] and sizes["extra"]:
        fail_at_key(counts["extra"], "a hand has cards missing or cards too many, not both", code="bad-value")
    if out is not None and not isinstance(out.value, bool):
        fail(out, f"`out` takes true or false, not {said(out.value)}")
    if out is not None and out.value:
        for name in ("hand", "points", "missing", "extra"):
            below = node.get(name)
            if below is not None:
                fail_at_key(below, f"who went out has no `{name}`", code="bad-value")
        return Line("out", bonus=more)
    if (hand is None) == (points is None):
        fail_at_key(node, f"the line of {key} needs `hand` or `points`, one of the two", code="missing-key")
    if hand is not None:
        cards = reading.cards("hand", hand, deck)
        if sizes["extra"] > len(cards):
            fail(counts["extra"], f"{sizes['extra']} cards too many in a hand of {len(cards)}")
        return Line("hand", hand=cards, missing=sizes["missing"], extra=sizes["extra"], bonus=more)
    told = reading.whole("points", points, -POINTS, POINTS)
    return Line("points", told, missing=sizes["missing"], extra=sizes["extra"], bonus=more)
