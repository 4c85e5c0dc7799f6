"""The syntax trees of the rule language, and the one error it raises.

Every node knows where it stands: `start` and `end` are offsets in the text that was parsed, `end` exclusive.
Positions do not take part in comparisons, so that two texts that say the same give equal trees.
"""

from __future__ import annotations

from dataclasses import dataclass, field


class DslError(ValueError):
    """A text of the rule language that cannot be used.

    `message` is a sentence for the author of the rules; `start` and `end` are the offsets of the part at fault;
    `suggestion` is what was probably meant, or None.
    """

    def __init__(self, message: str, start: int, end: int, suggestion: str | None = None) -> None:
        self.message = message
        self.start = start
        self.end = max(start, end)
        self.suggestion = suggestion
        super().__init__(message if suggestion is None else f'{message} (did you mean "{suggestion}"?)')


@dataclass(frozen=True)
class Node:
    """Anything with a place in the text."""

    start: int = field(default=0, compare=False, kw_only=True)
    end: int = field(default=0, compare=False, kw_only=True)


# --- expressions ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Number(Node):
    """A whole number."""

    value: int


@dataclass(frozen=True)
class Name(Node):
    """A quantity, a suit or a rank: `deadwood`, `caller.deadwood`, `called.knock`, `hearts`."""

    parts: tuple[str, ...]


@dataclass(frozen=True)
class Unary(Node):
    """`-x` or `not x`."""

    op: str
    operand: Expr


@dataclass(frozen=True)
class Binary(Node):
    """Two operands: `+ - * /`, `= != < <= > >=`, `and`, `or`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Call(Node):
    """A function: `min(a, b)`, `max(a, b)`, `abs(a)`, `if(condition, a, b)`."""

    function: str
    arguments: tuple[Expr, ...]


Expr = Number | Name | Unary | Binary | Call


# --- patterns ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Size(Node):
    """How many cards: at least `least`, at most `most` (None: as many as there are)."""

    least: int
    most: int | None


@dataclass(frozen=True)
class Sized(Node):
    """A size that is said after other conditions: `run, 7 cards`."""

    size: Size


@dataclass(frozen=True)
class CardWord(Node):
    """One word between brackets: a card, a rank, a range, several parted by `|`."""

    text: str


@dataclass(frozen=True)
class Same(Node):
    """All cards share their rank, suit, color or are the same card."""

    attribute: str


@dataclass(frozen=True)
class Different(Node):
    """No two cards share their rank, suit, color or are the same card."""

    attribute: str


@dataclass(frozen=True)
class Sequence(Node):
    """The ranks follow each other. `mode`: plain (as the deck lists them), low, high, either, round."""

    mode: str
    ace: bool = False


@dataclass(frozen=True)
class Only(Node):
    """Naturals are taken from these cards only."""

    cards: tuple[CardWord, ...]


@dataclass(frozen=True)
class Without(Node):
    """Naturals are not taken from these cards."""

    cards: tuple[CardWord, ...]


@dataclass(frozen=True)
class AllWild(Node):
    """Wild cards and nothing else."""


@dataclass(frozen=True)
class AnySuit(Node):
    """Said for the reader: suits do not matter."""


@dataclass(frozen=True)
class Apart(Node):
    """No two wilds are neighbours."""


@dataclass(frozen=True)
class Refer(Node):
    """The conditions of another meld, by name."""

    name: str


@dataclass(frozen=True)
class Limit(Node):
    """A comparison over wilds, naturals, size, points of the meld."""

    condition: Binary


@dataclass(frozen=True)
class Alike(Node):
    """`no two alike`: of a contract's melds no two are the same."""


@dataclass(frozen=True)
class Group(Node):
    """Alternatives in brackets that stand as one condition."""

    alternatives: tuple[Alternative, ...]


Condition = (
    Same | Different | Sequence | Only | Without | AllWild | AnySuit | Apart | Refer | Limit | Sized | Group | Alike
)


@dataclass(frozen=True)
class Alternative(Node):
    """A size or a list of named cards, and conditions that all hold."""

    size: Size | None
    named: tuple[CardWord, ...] | None
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Pattern(Node):
    """What a meld is: any of the alternatives."""

    alternatives: tuple[Alternative, ...]


# --- contracts -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Part(Node):
    """`count` melds, each of one of the named types, of a size if given: `2 set(3)`, `4 (chow or pung)`."""

    count: int
    names: tuple[str, ...]
    size: Size | None


@dataclass(frozen=True)
class Bundle(Node):
    """Parts that must all be there, and conditions on them together."""

    parts: tuple[Part, ...]
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Contract(Node):
    """What must be laid: any of the bundles."""

    bundles: tuple[Bundle, ...]
