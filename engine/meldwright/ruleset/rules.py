"""A checked ruleset as plain data: every default filled in, every text of the rule language parsed.

The classes mirror the sections of the format, with the same names. `Ruleset.for_players` settles what depends on the
number of players. Positions stay at hand: `Ruleset.node` is the merged tree, and every text knows its place in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

from meldwright.cards import KINDS, STANDARD_RANKS, STANDARD_SUITS, Deck
from meldwright.patterns.tree import Contract, Expr, Pattern
from meldwright.rulings.verbs import Order

from .diagnostics import Position
from .source import Node

PLAYERS = 16  # most players at one table
WILD = "wild"  # selects the cards that are wild in the deal


@dataclass(frozen=True)
class Expression:
    """A condition or an amount. `offset` is where `text` begins in the value of `node`."""

    text: str
    tree: Expr
    node: Node = field(compare=False, repr=False)
    offset: int = field(default=0, compare=False, repr=False)

    def at(self, start: int, end: int) -> Position:
        """The place of text[start:end] in the file it was written in."""
        return self.node.inner(self.offset + start, self.offset + end)


@dataclass(frozen=True)
class PatternText:
    """A text of the pattern language: a meld, or the limit on wild cards."""

    text: str
    tree: Pattern
    node: Node = field(compare=False, repr=False)

    def at(self, start: int, end: int) -> Position:
        """The place of text[start:end] in the file it was written in."""
        return self.node.inner(start, end)


@dataclass(frozen=True)
class ContractText:
    """A text of the contract language: melds that must be there together."""

    text: str
    tree: Contract
    node: Node = field(compare=False, repr=False)

    def at(self, start: int, end: int) -> Position:
        """The place of text[start:end] in the file it was written in."""
        return self.node.inner(start, end)


@dataclass(frozen=True)
class Meld:
    """One kind of meld."""

    name: str
    pattern: PatternText


@dataclass(frozen=True)
class ByPlayers:
    """A number that may depend on the number of players: rows (least, most, number), of which a later one wins."""

    rows: tuple[tuple[int, int, int], ...]

    def at(self, players: int) -> int | None:
        """The number for so many players, None when no row is about them."""
        for least, most, number in reversed(self.rows):
            if least <= players <= most:
                return number
        return None

    @classmethod
    def always(cls, number: int) -> ByPlayers:
        """The same number for any number of players."""
        return cls(((1, PLAYERS, number),))


@dataclass(frozen=True)
class Players:
    """The range of numbers of players."""

    least: int
    most: int

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.least, self.most + 1))

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"


@dataclass(frozen=True)
class DeckRules:
    """Which cards there are. `jokers` counts all of them, or where `jokers_per_pack` is not 0 those of one pack."""

    packs: ByPlayers = ByPlayers(((1, PLAYERS, 1),))
    jokers: ByPlayers = ByPlayers(((1, PLAYERS, 0),))
    jokers_per_pack: ByPlayers = ByPlayers(((1, PLAYERS, 0),))
    suits: tuple[str, ...] = STANDARD_SUITS
    ranks: tuple[str, ...] = STANDARD_RANKS
    strip: tuple[str, ...] = ()

    def build(self, players: int) -> Deck:
        """The deck for so many players. Raises CardError."""
        packs = self.packs.at(players) or 1
        jokers = self.jokers_at(players)
        return _deck(self.suits, self.ranks, packs, jokers, self.strip)

    def jokers_at(self, players: int) -> int:
        """How many jokers there are for so many players."""
        each = self.jokers_per_pack.at(players) or 0
        return each * (self.packs.at(players) or 1) if each else self.jokers.at(players) or 0


@lru_cache(maxsize=64)
def _deck(suits: tuple[str, ...], ranks: tuple[str, ...], packs: int, jokers: int, strip: tuple[str, ...]) -> Deck:
    """Decks are asked for again and again, and never change."""
    return Deck.build(suits, ranks, packs, jokers, strip)


@dataclass(frozen=True)
class Value:
    """Points for the cards a selector names; None is the number on the card."""

    selector: str
    points: int | None
    node: Node = field(compare=False, repr=False)


@dataclass(frozen=True)
class Wilds:
    """Wild cards; `limit` is added to every meld. `swap_cards` empty: any of them may be exchanged."""

    cards: tuple[str, ...]
    limit: PatternText
    apart: bool
    natural: bool
    cut: Literal["none", "rank"]
    cut_joker: Literal["nothing", "aces"]
    cut_next: bool
    swap: Literal["none", "own_turn"]
    swap_cards: tuple[str, ...]
    swap_from: Literal["runs", "any"]
    swap_to: Literal["hand", "table", "other_meld", "same_meld"]


@dataclass(frozen=True)
class Deal:
    """How a deal begins."""

    cards: ByPlayers
    upcard: bool
    second_pack_upcard: bool
    offer: bool
    starter: Literal["left_of_dealer", "dealer", "last_winner"]
    starter_extra: int
    dealer_extra: int
    cut: Literal["none", "drawn", "chosen"]
    sit_out: Literal["nobody", "dealer"]
    next_dealer: Literal["left", "winner", "loser", "same"]
    no_winner_dealer: Literal["left", "same"]
    void_when: Expression | None


@dataclass(frozen=True)
class SomeDeals:
    """What differs in the deals from `first` to `last` (None: to the end). None: as in every deal."""

    first: int
    last: int | None
    contract: ContractText | None
    cards: ByPlayers | None
    wilds: tuple[str, ...]
    whole_hand: bool | None
    node: Node = field(compare=False, repr=False)

    @property
    def key(self) -> str:
        """The key of the row: "3", "2-4" or "5+"."""
        if self.last is None:
            return f"{self.first}+"
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    def holds(self, deal: int) -> bool:
        """Is this about the deal with this number?"""
        return self.first <= deal and (self.last is None or deal <= self.last)


@dataclass(frozen=True)
class Deadwood:
    """Which cards are deadwood; `needs` None: those in no meld."""

    needs: ContractText | None


@dataclass(frozen=True)
class Opening:
    """What the first melds of a player in a deal must be. `ace_low` None: an ace always has its value."""

    contract: ContractText | None
    points: int
    ace_low: int | None
    exempt_going_out: bool
    new_melds: bool
    same_rank: Literal["allowed", "forbidden"]
    touching_runs: Literal["allowed", "forbidden"]
    whole_hand: bool


@dataclass(frozen=True)
class Draw:
    """How a turn begins. `discards` None: any number at once; 0: none, they are no source."""

    stock: bool
    discards: int | None
    discard_when: Expression | None
    must_use: Literal["none", "deepest", "always"]


@dataclass(frozen=True)
class TableMelds:
    """Melding on the table. `per_turn` None: any number; `all_at_once_from_deal` None: never."""

    per_turn: int | None
    more_when_going_out: bool
    all_at_once_from_deal: int | None


@dataclass(frozen=True)
class LayOff:
    """Adding cards to melds on the table."""

    on: Literal["anyone", "own"]
    after: Literal["nothing", "own_meld", "own_meld_earlier_turn"]


@dataclass(frozen=True)
class Discard:
    """The card thrown at the end of a turn."""

    taken: Literal["forbidden_single", "forbidden_block", "allowed", "to_call"]
    final: Literal["optional", "required"]
    unplayable_last: Literal["allowed", "forbidden"]


@dataclass(frozen=True)
class Call:
    """A call that ends the deal. `when` None: always; `lay_off` None: never, True: always."""

    name: str
    when: Expression | None
    at: Literal["play", "draw"]
    melds: ContractText | None
    discard: bool
    show: Literal["best", "moves"]
    lay_off: Expression | Literal[True] | None
    last_turn: Literal["none", "optional", "forced"]
    leaves: bool
    cards: Literal["aside", "under_stock"]
    first_turn: bool
    wrong: Literal["refused", "exposed", "leaves"]
    node: Node = field(compare=False, repr=False)


@dataclass(frozen=True)
class Turn:
    """The steps of a turn; None: there is no such step."""

    draw: Draw
    meld: TableMelds | None
    opening: Opening
    lay_off: LayOff | None
    discard: Discard | None
    take_back: Literal["none", "opening", "turn"]
    call: tuple[Call, ...]


@dataclass(frozen=True)
class MayI:
    """Discards taken out of turn, with cards from the stock. `limit` None: as often as wanted."""

    penalty: int
    then: Literal["nothing", "dead", "offered"]
    limit: int | None
    when: Expression | None


@dataclass(frozen=True)
class Claim:
    """Cards taken out of turn; `may_i` None: none into the hand."""

    playable_discard: bool
    may_i: MayI | None


@dataclass(frozen=True)
class StockOut:
    """What happens when the stock runs out. `times` None: any number."""

    recycle: Literal["none", "turn_over", "shuffle"]
    turn_over_when: Literal["needed", "at_once"]
    upcard: bool
    keep_top: bool
    times: int | None
    take_new_upcard: bool
    floor: int
    ends: Literal["after_turn", "when_declined", "last_discard_to_call"]
    last_discard_same: bool


Group = Literal["winner", "caller", "others", "each", "pot", "lowest", "highest"]
Gives = Literal["points", "boxes", "chips", "multiply", "multiply_boxes"]


@dataclass(frozen=True)
class Recipients:
    """Who gets a row; `measure` is what lowest and highest compare."""

    group: Group
    measure: Expression | None


@dataclass(frozen=True)
class Row:
    """A line of a scoring table. Factors (multiply, multiply_boxes) have no recipients: `to` is None."""

    name: str
    when: Expression | None
    to: Recipients | None
    payers: Literal["others", "caller", "pot"] | None
    gives: Gives
    amount: Expression
    leaves_out: Expression | None  # the key `except`
    shared: bool
    multiplied: bool
    node: Node = field(compare=False, repr=False)


@dataclass(frozen=True)
class Elimination:
    """The total at which a player is out of the match, and the chips he then pays into the pot."""

    at: int
    chips: int


@dataclass(frozen=True)
class BuyBack:
    """When a player may pay chips to lower his total. `least` and `most` None: no such bound on his total."""

    least: int | None
    most: int | None
    who: Literal["in", "out"]
    chips: Expression
    times: int


@dataclass(frozen=True)
class Match:
    """How deals add up. `target` and `deals` None: no such bound."""

    target: int | None
    deals: int | None
    winner: Literal["highest", "lowest", "chips"]
    ante: int
    stake: int
    eliminate: Elimination | None
    buy_back: BuyBack | None
    tie: Literal["play_on", "shared"]
    columns: int
    rolling: bool
    final: tuple[Row, ...]
    wins_needed: int


@dataclass(frozen=True)
class Limits:
    """Bounds that end every deal and every match."""

    turns: int
    deals: int


@dataclass(frozen=True)
class Ruling:
    """What follows in one situation. `when` None: always. The texts may hold placeholders such as {offender}."""

    id: str
    situation: str
    when: Expression | None
    detected: str
    remedy: tuple[Order, ...]
    cost: str
    after: str
    source: str
    ours: bool
    node: Node = field(compare=False, repr=False)


@dataclass(frozen=True)
class Irregularity:
    """One kind of thing that goes wrong, and the rulings on it. `when` None: it covers all facts."""

    name: str
    title: str
    when: Expression | None
    rulings: tuple[Ruling, ...]
    node: Node = field(compare=False, repr=False)


@dataclass(frozen=True)
class Seated:
    """What depends on the number of players. Tuples are indexed by kind of card; masks are bit sets of kinds."""

    players: int
    deck: Deck
    hand_size: int
    points: tuple[int, ...]
    limit_points: tuple[int, ...]
    wild_mask: int

    @property
    def wild_kinds(self) -> tuple[int, ...]:
        """The wild kinds, ascending."""
        return tuple(kind for kind in range(len(self.deck.kinds)) if self.wild_mask >> kind & 1)


@dataclass(frozen=True)
class Ruleset:
    """A checked ruleset. `described` is its id with the overlays and settings that changed it."""

    id: str
    described: str
    node: Node = field(compare=False, repr=False)
    files: tuple[str, ...]
    name: str
    aliases: tuple[str, ...]
    family: str
    status: str
    status_reason: str
    summary: str
    sources: tuple[str, ...]
    variant: str
    omitted: tuple[str, ...]
    behavior: int
    players: Players
    deck: DeckRules
    values: tuple[Value, ...]
    limit_values: tuple[Value, ...]
    wilds: Wilds
    deal: Deal
    deals: tuple[SomeDeals, ...]
    melds: tuple[Meld, ...]
    deadwood: Deadwood
    turn: Turn
    claim: Claim
    stock_out: StockOut
    scoring: tuple[Row, ...]
    match: Match
    limits: Limits
    rulings: tuple[Irregularity, ...]

    @cached_property
    def calls(self) -> tuple[str, ...]:
        """The names of the calls, in order: `called.NAME` counts them from 0."""
        return tuple(call.name for call in self.turn.call)

    @cached_property
    def patterns(self) -> dict[str, Pattern]:
        """The meld patterns by name, in order."""
        return {meld.name: meld.pattern.tree for meld in self.melds}

    def kinds_of(self, deck: Deck, selector: str) -> int:
        """The kinds a selector names; `joker` names none where only other numbers of players have jokers.

        Raises CardError.
        """
        jokers = str(selector).strip().lower() in ("joker", "jokers")
        if jokers and deck.joker is None and any(self.deck.jokers_at(players) for players in self.players):
            return 0
        return deck.select(selector)

    def points_of(self, deck: Deck, wild_mask: int) -> tuple[int, ...]:
        """Points of every kind of the deck when these kinds are wild. Raises CardError."""
        return card_points(deck, self.deck, self.values, wild_mask=wild_mask)

    def for_players(self, players: int) -> Seated:
        """What depends on the number of players, settled.

        Raises ValueError for a number outside `self.players`, CardError for cards that the deck does not have (a
        ruleset from `load_ruleset` has none).
        """
        if not self.players.least <= players <= self.players.most:
            raise ValueError(f"{self.name} is for {self.players} players, not {players}")
        deck = self.deck.build(players)
        wilds = 0
        for selector in self.wilds.cards:
            wilds |= self.kinds_of(deck, selector)
        points = self.points_of(deck, wilds)
        return Seated(
            players=players,
            deck=deck,
            hand_size=self.deal.cards.at(players) or 0,
            points=points,
            limit_points=card_points(deck, self.deck, self.limit_values, points),
            wild_mask=wilds,
        )


def card_points(
    deck: Deck,
    rules: DeckRules,
    values: tuple[Value, ...],
    base: tuple[int, ...] | None = None,
    wild_mask: int = 0,
) -> tuple[int, ...]:
    """Points of every kind of the deck; later values win. Raises CardError for what is no card of the full pack.

    Selectors are read against the pack before cards are stripped, with a joker, so that `2-10` means the same in a
    pack without eights; `wild` means the kinds of wild_mask. Cards that no value names count their
    number, an ace 1, a joker 0, any other card 10.
    """
    full = _deck(rules.suits, rules.ranks, 1, 1 if len(rules.suits) * len(rules.ranks) < KINDS else 0, ())
    names = {card.name: kind for kind, card in enumerate(deck.kinds)}
    points = list(base) if base is not None else [_plain_points(deck, kind) for kind in range(len(deck.kinds))]
    for value in values:
        if value.selector.lower() == WILD:
            for kind in range(len(deck.kinds)):
                if wild_mask >> kind & 1:
                    points[kind] = (deck.face(kind) or 0) if value.points is None else value.points
            continue
        for kind in full.select_kinds(value.selector):
            own = names.get(full.kinds[kind].name)
            if own is not None:
                points[own] = (deck.face(own) or 0) if value.points is None else value.points
    return tuple(points)


def _plain_points(deck: Deck, kind: int) -> int:
    """The default value of a card: ace 1, numbers as they are, joker 0, everything else 10."""
    card = deck.kinds[kind]
    if card.is_joker:
        return 0
    face = deck.face(kind)
    if face is not None:
        return face
    return 1 if card.rank.upper() == "A" else 10
