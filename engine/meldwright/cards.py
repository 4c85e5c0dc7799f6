"""Decks, card kinds and card notation.

A *kind* is a card as far as the rules can tell: the two sevens of hearts of a double pack are one kind with two
copies. Kinds are numbered from 0, suit by suit, each suit from its lowest rank up; the joker, if any, comes last.

Cards are written rank first, then suit: `7H`, `10H` or `TH`, `JOKER`, in any case. A *selector* names several kinds
at once: `A` (all aces), `2-10`, `J Q K`, `AH`, `joker`, `red A`, `spades`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property

KINDS = 64  # kinds fit one 64-bit mask
CARDS = 352  # cards of one deck: the record of a game has room for so many
STANDARD_SUITS = ("S", "H", "D", "C")
STANDARD_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER = "JOKER"
SUIT_WORDS = {"SPADES": "S", "HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C"}
STANDARD_COLORS = {"S": "black", "C": "black", "H": "red", "D": "red"}
_NAME = re.compile(r"[^\W_][\w]*", re.UNICODE)
_WORD = re.compile(r"[^\s,]+")


class CardError(ValueError):
    """A deck, card or selector that cannot be read.

    `text` is the input, `start` and `end` the part of it at fault, `suggestion` what was probably meant or None.
    """

    def __init__(
        self, message: str, text: str = "", span: tuple[int, int] | None = None, suggestion: str | None = None
    ) -> None:
        self.message = message
        self.text = text
        self.start, self.end = span if span is not None else (0, len(text))
        self.suggestion = suggestion
        super().__init__(message if suggestion is None else f'{message} (did you mean "{suggestion}"?)')


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card. A joker has neither rank nor suit: both are empty."""

    rank: str
    suit: str
    name: str

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return not self.rank

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Deck:
    """The cards a game is played with. Make one with `Deck.build`.

    `suits` and `ranks` are those that are left after stripping, ranks from low to high; `copies[k]` is how many cards
    of kind k there are; `colors` are the colour names, numbered as `color_of` counts them.
    """

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    packs: int
    jokers: int
    kinds: tuple[Card, ...]
    copies: tuple[int, ...]
    colors: tuple[str, ...]
    _numbers: dict[str, int] = field(repr=False, compare=False)

    @classmethod
    def build(
        cls,
        suits: Sequence[str] = STANDARD_SUITS,
        ranks: Sequence[object] = STANDARD_RANKS,
        packs: int = 1,
        jokers: int = 0,
        strip: Iterable[object] | str = (),
    ) -> Deck:
        """A deck of `packs` packs of `suits` by `ranks`, less the `strip` selectors, plus `jokers` jokers in total.

        Raises CardError for names that cannot be told apart, too many kinds (64) or too many cards (352).
        """
        suits, ranks = _names(suits, "suit"), _names(ranks, "rank")
        if packs < 1:
            raise CardError(f"a deck needs at least one pack, not {packs}", str(packs), suggestion="1")
        if jokers < 0:
            raise CardError(f"a deck cannot have {jokers} jokers", str(jokers), suggestion="0")
        if len(suits) * len(ranks) > 16 * KINDS:
            count = len(suits) * len(ranks)
            raise CardError(f"{count} kinds of card are too many; at most {KINDS} are possible", str(count))
        cards = [Card(rank, suit, rank + suit) for suit in suits for rank in ranks]
        cards = _stripped(cards, suits, ranks, strip)
        counted = [(card, packs) for card in cards] + ([(Card("", "", JOKER), jokers)] if jokers else [])
        _check_size(counted)
        left_suits = tuple(suit for suit in suits if any(card.suit == suit for card in cards))
        return cls(
            suits=left_suits,
            ranks=tuple(rank for rank in ranks if any(card.rank == rank for card in cards)),
            packs=packs,
            jokers=jokers,
            kinds=tuple(card for card, _ in counted),
            copies=tuple(n for _, n in counted),
            colors=tuple(dict.fromkeys(_color(suit) for suit in left_suits)),
            _numbers=_numbered([card for card, _ in counted]),
        )

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.copies)

    @property
    def joker(self) -> int | None:
        """The kind of the joker, None when there is none."""
        return len(self.kinds) - 1 if self.jokers else None

    @cached_property
    def all_mask(self) -> int:
        """The bit set of all kinds."""
        return (1 << len(self.kinds)) - 1

    def name(self, kind: int) -> str:
        """The notation of a kind: `10H`, `JOKER`."""
        return self.kinds[kind].name

    def names(self, kinds: Iterable[int]) -> str:
        """The notation of several kinds, parted by blanks; `parse_cards` reads it back."""
        return " ".join(self.kinds[kind].name for kind in kinds)

    def rank_of(self, kind: int) -> int:
        """The number of a kind's rank in `ranks`, -1 for the joker."""
        return self._ranks_of[kind]

    def suit_of(self, kind: int) -> int:
        """The number of a kind's suit in `suits`, -1 for the joker."""
        return self._suits_of[kind]

    def color_of(self, kind: int) -> int:
        """The number of a kind's colour in `colors`, -1 for the joker."""
        suit = self._suits_of[kind]
        return -1 if suit < 0 else self.colors.index(_color(self.suits[suit]))

    def face(self, kind: int) -> int | None:
        """The number printed on a card, None where the rank is not a number."""
        rank = self.kinds[kind].rank
        return int(rank) if rank.isdecimal() else None

    def kind_at(self, rank: int, suit: int) -> int | None:
        """The kind of a rank and a suit by their numbers, None when that card was stripped."""
        return self._numbers.get((self.ranks[rank] + self.suits[suit]).upper())

    def index(self, text: str) -> int:
        """The kind a single card's notation names. Raises CardError."""
        word = text.strip()
        kind = self._lookup(word)
        if kind is None:
            near = self._near(word, ranks=False)
            raise CardError(f'"{_short(word)}" is not a card of this deck', text, suggestion=near)
        return kind

    def parse_cards(self, text: str) -> list[int]:
        """The kinds of a list of cards parted by blanks or commas, in order. Raises CardError."""
        kinds = []
        for match in _WORD.finditer(text):
            kind = self._lookup(match.group())
            if kind is None:
                near = self._near(match.group(), ranks=False)
                raise CardError(f'"{_short(match.group())}" is not a card of this deck', text, match.span(), near)
            kinds.append(kind)
        return kinds

    def select(self, selector: object) -> int:
        """The bit set of the kinds a selector names. Raises CardError, also when it names no card at all.

        A colour or suit word limits the ranks after it up to the next comma: `red A K`, `black 2-10`, `hearts`.
        """
        text = str(selector)
        mask, offset = 0, 0
        if not text.strip():
            raise CardError("a card selector is empty", text, suggestion="A")
        for clause in text.split(","):
            mask |= self._clause(text, clause, offset)
            offset += len(clause) + 1
        return mask

    def select_kinds(self, selector: object) -> list[int]:
        """The kinds a selector names, ascending. Raises CardError."""
        mask = self.select(selector)
        return [kind for kind in range(len(self.kinds)) if mask >> kind & 1]

    def _clause(self, text: str, clause: str, offset: int) -> int:
        """The kinds of one comma-free part of a selector."""
        mask, among, pending = 0, self.all_mask, False
        for match in _WORD.finditer(clause):
            span = (offset + match.start(), offset + match.end())
            word = match.group()
            limit = None if self._rank(word) is not None else self._group(word)
            if limit is not None:
                mask |= among if pending else 0
                among, pending = limit, True
                continue
            found = self._selected(text, word, span) & among
            if not found:
                raise CardError(f'"{word}" names no card here', text, span)
            mask |= found
            pending = False
        return mask | (among if pending else 0)

    def _selected(self, text: str, word: str, span: tuple[int, int]) -> int:
        """The kinds of one word: a card, a rank, a range of ranks, `joker`."""
        rank = self._rank(word)
        if rank is not None:
            return self._of_ranks(rank, rank)
        kind = self._lookup(word)
        if kind is None and word.upper() == "JOKERS":
            kind = self._lookup(JOKER)
        if kind is not None:
            return 1 << kind
        low_text, dash, high_text = word.partition("-")
        low, high = self._rank(low_text), self._rank(high_text)
        if dash and low is not None and high is not None:
            if low > high:
                message = f'the range "{word}" runs from high to low'
                raise CardError(message, text, span, f"{high_text}-{low_text}")
            return self._of_ranks(low, high)
        if word.upper() in (JOKER, "JOKERS"):
            raise CardError("this deck has no jokers", text, span)
        raise CardError(f'"{word}" is neither a card nor a rank of this deck', text, span, self._near(word))

    def _of_ranks(self, low: int, high: int) -> int:
        return sum(1 << kind for kind, rank in enumerate(self._ranks_of) if low <= rank <= high)

    def _group(self, word: str) -> int | None:
        """The kinds of a colour or suit word."""
        upper = word.upper()
        for number, color in enumerate(self.colors):
            if color.upper() == upper:
                return sum(1 << kind for kind in range(len(self.kinds)) if self.color_of(kind) == number)
        upper = SUIT_WORDS.get(upper, upper)
        for number, suit in enumerate(self.suits):
            if suit.upper() == upper:
                return sum(1 << kind for kind in range(len(self.kinds)) if self.suit_of(kind) == number)
        return None

    def _rank(self, word: str) -> int | None:
        upper = word.upper()
        found = self._rank_numbers.get(upper)
        return self._rank_numbers.get("10") if found is None and upper == "T" else found

    def _lookup(self, word: str) -> int | None:
        upper = word.upper()
        kind = self._numbers.get(upper)
        return self._numbers.get("10" + upper[1:]) if kind is None and upper[:1] == "T" else kind

    def _near(self, word: str, ranks: bool = True) -> str | None:
        """What was probably meant; `ranks`: a rank or a color will do too, else a card is needed."""
        upper = word.upper()
        turned = upper[-1:] + upper[:-1], upper[1:] + upper[:1]
        for text in turned:
            if len(upper) > 1 and self._lookup(text) is not None:
                return self.name(self._numbers[text]) if text in self._numbers else text
        names = [card.name.upper() for card in self.kinds]
        if ranks:
            names += [rank.upper() for rank in self.ranks] + [color.upper() for color in self.colors]
        close = get_close_matches(upper[:40], names, 1, 0.5)
        return close[0] if close else None

    @cached_property
    def _rank_numbers(self) -> dict[str, int]:
        return {rank.upper(): number for number, rank in enumerate(self.ranks)}

    @cached_property
    def _ranks_of(self) -> tuple[int, ...]:
        return tuple(-1 if card.is_joker else self.ranks.index(card.rank) for card in self.kinds)

    @cached_property
    def _suits_of(self) -> tuple[int, ...]:
        return tuple(-1 if card.is_joker else self.suits.index(card.suit) for card in self.kinds)


def _color(suit: str) -> str:
    return STANDARD_COLORS.get(suit.upper(), suit.lower())


def _short(word: str) -> str:
    """A word for a message: a very long one is cut."""
    return word if len(word) <= 40 else f"{word[:39]}…"


def _names(values: Sequence[object], what: str) -> tuple[str, ...]:
    """Suits or ranks as texts: short, made of letters and digits, no two alike in any case."""
    names = tuple(str(value).strip() for value in values)
    if not names:
        raise CardError(f"a deck needs at least one {what}", "")
    seen: set[str] = set()
    for name in names:
        if not _NAME.fullmatch(name) or len(name) > 12 or len(name.upper()) != len(name):
            raise CardError(f'"{name}" cannot be the name of a {what}: up to 12 letters and digits', name)
        if name.upper() in seen:
            raise CardError(f'the {what} "{name}" is there twice', name)
        seen.add(name.upper())
    return names


def _stripped(
    cards: list[Card], suits: tuple[str, ...], ranks: tuple[str, ...], strip: Iterable[object] | str
) -> list[Card]:
    """The cards less those the selectors name."""
    selectors = [strip] if isinstance(strip, str) else [str(selector) for selector in strip]
    if not selectors:
        return cards
    colors = tuple(dict.fromkeys(_color(suit) for suit in suits))
    whole = Deck(suits, ranks, 1, 0, tuple(cards), (1,) * len(cards), colors, _numbered(cards))
    gone = 0
    for selector in selectors:
        gone |= whole.select(selector)
    left = [card for number, card in enumerate(cards) if not gone >> number & 1]
    if not left:
        raise CardError("no card is left after stripping", ", ".join(selectors))
    return left


def _numbered(cards: Sequence[Card]) -> dict[str, int]:
    """Kinds by their notation in capitals."""
    numbers: dict[str, int] = {}
    for number, card in enumerate(cards):
        if card.name.upper() in numbers:
            raise CardError(f'two cards would both be written "{card.name}"', card.name)
        numbers[card.name.upper()] = number
    return numbers


def _check_size(counted: Sequence[tuple[Card, int]]) -> None:
    total = sum(n for _, n in counted)
    if len(counted) > KINDS:
        raise CardError(f"the deck has {len(counted)} kinds of card; at most {KINDS} are possible", str(len(counted)))
    if total > CARDS or max(n for _, n in counted) > 127:
        raise CardError(f"the deck has {total} cards; at most {CARDS} are possible (127 of a kind)", str(total))
