"""A situation at the table, as it is described by a player or by a position: seats, cards, and answers to facts.

docs/irregularities.md lists the keys. Players are numbered from 1, as at the table, or have names.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from meldwright.cards import Deck
from meldwright.ruleset.diagnostics import any_of, suggest
from meldwright.ruleset.expected import said
from meldwright.ruleset.rules import Irregularity, Ruleset

from . import reading
from .conditions import read_answer
from .facts import FACTS, LISTED, Value
from .reading import Source, fail, fail_at_key
from .seats import OUT_OF_TURN, Seats, read_seats

DETAILS = (
    "irregularity", "players", "turn", "offender", "owner", "dealer", "deal", "hand", "right_size", "may_i", "laid",
    "missing", "extra", "meld", "laid_now", "drawn_card", "discards", "hands", "scores", "position",
)  # fmt: skip
#: Facts about a turn.
IN_TURN = frozenset({"discarded", "in_hand", "seen", "thrown"})
HELD = 300  # more cards than any hand holds
POINTS = 10**7


@dataclass
class Situation:
    """What is known of a situation.

    answers: facts by name. listed: the cards of facts that were told as cards. hand: the offender's cards; held: how
    many; right: how many he should hold; surplus: cards too many (above 0) or too few (below). sizes: cards in hand by
    player. discards: from the bottom to the top. laid_now: cards he put on the table in this turn. scores: scores or
    totals of the others, by player.
    """

    irregularity: Irregularity
    seats: Seats
    deck: Deck
    points: dict[str, int]
    node: Any
    answers: dict[str, Value] = field(default_factory=dict)
    listed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    hand: tuple[str, ...] | None = None
    held: int | None = None
    right: int | None = None
    surplus: int | None = None
    sizes: dict[int, int] = field(default_factory=dict)
    discards: tuple[str, ...] | None = None
    drawn_card: str | None = None
    laid_now: int | None = None
    scores: dict[int, int] = field(default_factory=dict)


def read_situation(ruleset: Ruleset, source: Source) -> Situation:
    """Read a situation. Raises InputError at what cannot be, TypeError for an argument of another type."""
    root = reading.read(source, "situation")
    reading.known_keys(root, (*DETAILS, *FACTS), "in a situation")
    irregularity = _irregularity(ruleset, root)
    seats = read_seats(ruleset, root)
    players = len(seats.players) or ruleset.players.most
    points = reading.card_values(ruleset, players, _number_of_deal(root))
    s = Situation(irregularity, seats, ruleset.for_players(players).deck, points, root)
    _cards(s, root)
    _facts(s, root)
    _meld(s, ruleset, root)
    _whose_turn(s)
    _hand_size(s, ruleset, root)
    _scores(s, root)
    return s


def _irregularity(ruleset: Ruleset, root: Any) -> Irregularity:
    known = {i.name: i for i in ruleset.rulings}
    node = root.get("irregularity")
    if not known:
        fail_at_key(root, f"{ruleset.name} has no rulings on irregularities", code="no-rulings")
    if node is None:
        message = f"say which `irregularity` it is: {any_of(list(known), 20)}"
        fail_at_key(root, message, code="missing-key")
    if not isinstance(node.value, str) or node.value not in known:
        near = suggest(str(node.value), known)
        fail(node, f"{ruleset.name} has no rulings on {said(node.value)}; it has {any_of(list(known), 20)}", near)
    return known[node.value]


def _cards(s: Situation, root: Any) -> None:
    """The hand, the discards, and a single card that was drawn."""
    hand = root.get("hand")
    if s.seats.position is not None:
        s.sizes = {p: len(held) for p, held in enumerate(s.seats.position.hands)}
        s.discards = s.seats.position.discards
        if s.seats.offender is not None and hand is None:
            s.hand = s.seats.position.hands[s.seats.offender]
            s.held = len(s.hand)
    if hand is not None and isinstance(hand.value, int) and not isinstance(hand.value, bool):
        s.held = reading.whole("hand", hand, 0, HELD)
    elif hand is not None:
        s.hand = reading.cards("hand", hand, s.deck)
        s.held = len(s.hand)
    hands = root.get("hands")
    if hands is not None:
        s.sizes |= _sizes(s, hands)
    if s.held is None and s.seats.offender is not None:
        s.held = s.sizes.get(s.seats.offender)
    elif s.held is not None and s.seats.offender is not None:
        s.sizes[s.seats.offender] = s.held
    discards, drawn, laid = root.get("discards"), root.get("drawn_card"), root.get("laid_now")
    if discards is not None:
        s.discards = reading.cards("discards", discards, s.deck)
    if drawn is not None:
        named = reading.cards("drawn_card", drawn, s.deck)
        if len(named) != 1:
            fail(drawn, "`drawn_card` takes one card")
        s.drawn_card = named[0]
    if laid is not None:
        s.laid_now = reading.whole("laid_now", laid, 0, HELD)


def _sizes(s: Situation, node: Any) -> dict[int, int]:
    """How many cards each player holds: a list in the order of the seats."""
    if not s.seats.players:
        fail_at_key(node, "`hands` needs `players`: how many play, or their names", code="missing-key")
    if not isinstance(node.value, list) or len(node.value) != len(s.seats.players):
        fail(node, f"`hands` takes a list with a number of cards for each of the {len(s.seats.players)} players")
    return {p: reading.whole("hands", item, 0, HELD) for p, item in enumerate(node.value)}


def _facts(s: Situation, root: Any) -> None:
    """The answers to facts; numbers of cards may be told as the cards."""
    for name, fact in FACTS.items():
        node = root.get(name)
        if node is None:
            continue
        value = node.value
        if name in LISTED and (isinstance(value, list) or (isinstance(value, str) and value.strip())):
            s.listed[name] = reading.cards(name, node, s.deck)
            value = len(s.listed[name])
        try:
            s.answers[name] = read_answer(fact, value)
        except ValueError:
            near = suggest(value, [w for w, _ in fact.words]) if isinstance(value, str) else None
            fail(node, f"`{name}` ({fact.asks}) takes {fact.takes()}, not {said(value)}", near)


def _meld(s: Situation, ruleset: Ruleset, root: Any) -> None:
    """Which cards of a meld do not belong to it, where only the meld is told."""
    node = root.get("meld")
    if node is None:
        return
    from .melds import stray_cards

    meld = reading.cards("meld", node, s.deck)
    ways = stray_cards(ruleset, len(s.seats.players) or ruleset.players.most, meld)
    if not ways:
        fail(node, "there is no meld of the game in these cards, and the rulings are on melds with cards too many")
    told = s.listed.get("superfluous")
    if told is None and len(ways) > 1:
        shown = any_of([" ".join(way) for way in ways])
        fail(node, f"cards can be taken away in more than one way to leave a meld: say `superfluous`, {shown}")
    if told is not None and Counter(told) not in map(Counter, ways):
        fail(root.get("superfluous"), f"without {' '.join(told)} the rest is no meld, or more is taken than is needed")
    s.listed["superfluous"] = told or ways[0]
    s.answers["superfluous"] = len(s.listed["superfluous"])


def _whose_turn(s: Situation) -> None:
    """What goes wrong in a turn goes wrong in the offender's own, unless somebody else is said to be in turn."""
    seats = s.seats
    in_turn = not IN_TURN.isdisjoint(s.answers) or s.answers.get("moment") in ("turn", "laid")
    if in_turn and seats.turn is None and s.irregularity.name != OUT_OF_TURN:
        s.seats = replace(seats, turn=seats.offender)


def _hand_size(s: Situation, ruleset: Ruleset, root: Any) -> None:
    """Is the hand right? Worked out from what is told of it, and compared with the answer where there is one."""
    s.right = _right_size(s, ruleset, root)
    if s.held is not None and s.right is not None:
        s.surplus = s.held - s.right
    for key, sign in (("missing", -1), ("extra", 1)):
        node = root.get(key)
        if node is None:
            continue
        n = sign * reading.whole(key, node, 1, HELD)
        if s.surplus not in (None, n):
            what = "" if s.held is None or s.right is None else f": he holds {s.held} cards and should hold {s.right}"
            fail(node, f"`{key}` does not fit{what}")
        s.surplus = n
        if s.held is not None and s.held >= n:
            s.right = s.held - n
    if s.surplus is not None:
        size = "too_many" if s.surplus > 0 else "too_few" if s.surplus < 0 else "right"
        _settle(s, root.get("hand_is") or root, size)


def _settle(s: Situation, node: Any, size: str) -> None:
    told = s.answers.setdefault("hand_is", size)
    if told != size:
        shown = "" if s.held is None or s.right is None else f": he holds {s.held} cards and should hold {s.right}"
        fail(node, f"`hand_is` says {told}, but the rest says {size}{shown}")


def _right_size(s: Situation, ruleset: Ruleset, root: Any) -> int | None:
    """How many cards the offender should hold between turns: dealt, more for each May I, less what he laid."""
    given = root.get("right_size")
    if given is not None:
        return reading.whole("right_size", given, 0, HELD)
    asked, laid = root.get("may_i"), root.get("laid")
    owned = s.seats.owned()
    if asked is None and laid is None and (owned is None or ruleset.claim.may_i is not None):
        return None
    if not s.seats.players:
        fail_at_key(asked or laid, "the right size of a hand needs `players`: how many play", code="missing-key")
    may_i = ruleset.claim.may_i
    times = 0 if asked is None else reading.whole("may_i", asked, 0, 100)
    if times and may_i is None:
        fail(asked, f"in {ruleset.name} nobody takes a discard out of turn")
    dealt = _dealt(ruleset, len(s.seats.players), root)
    each = 1 + (may_i.penalty if may_i is not None else 0)
    gone = reading.whole("laid", laid, 0, HELD) if laid is not None else (owned or 0)
    size = dealt + each * times - gone + s.seats.drawn_in_hand()
    if size < 0:
        fail(laid or root, f"{gone} cards cannot have been laid: only {dealt + each * times} came into the hand")
    return size


def _dealt(ruleset: Ruleset, players: int, root: Any) -> int:
    """Cards of a hand as dealt; in some games that depends on the deal."""
    deal = _number_of_deal(root)
    for row in reversed(ruleset.deals):
        if row.holds(deal) and row.cards is not None and row.cards.at(players) is not None:
            return row.cards.at(players) or 0
    return ruleset.deal.cards.at(players) or 0


def _number_of_deal(root: Any) -> int:
    node = root.get("deal")
    return 1 if node is None else reading.whole("deal", node, 1, 1000)


def _scores(s: Situation, root: Any) -> None:
    """The scores of a deal, or the totals of a match, that other players have; their number answers `others`."""
    node = root.get("scores")
    if node is None:
        return
    if not s.seats.players:
        fail_at_key(node, "`scores` needs `players`: how many play, or their names", code="missing-key")
    if not isinstance(node.value, dict):
        fail(node, "`scores` takes `player: points` lines")
    for key, child in node.value.items():
        who = reading.players_number(key, s.seats.players)
        if who is None:
            fail_at_key(child, f'nobody is called "{key}"', suggest(key, s.seats.players))
        s.scores[who] = reading.whole(key, child, -POINTS, POINTS)
    if s.seats.offender is not None and s.seats.offender in s.scores:
        fail(node, f"`scores` are those of the others, without {s.seats.players[s.seats.offender]}")
    told = s.answers.setdefault("others", len(s.scores))
    if told != len(s.scores):
        fail(root.get("others") or node, f"`others` says {told}, but there are {len(s.scores)} scores")
