"""The names in an expression: quantities with their scopes, calls, suits and ranks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from meldwright.patterns.messages import suggest
from meldwright.patterns.quantities import QUANTITIES, SCOPE_ALIASES, Quantity, find
from meldwright.patterns.tree import DslError, Expr, Name, Number

__all__ = ["Context", "Found", "Type", "literal", "literal_type", "resolve", "suggest"]

Type = Literal["number", "condition", "suit", "rank"]
SCOPE_WORDS = ("self", "others", "opponents", "caller", "winner", "payer", "lowest", "highest")
LATER_SCOPES = ("team", "partner")
SUIT_NAMES = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}


@dataclass(frozen=True)
class Context:
    """What an expression may speak of.

    suits, ranks: of the deck, in its order. calls: names of the calls, in their order. payer: whether there is one
    (a scoring row with `from`). player: whether the expression is about one player; if not, the quantities of a
    player need a scope. expected: the type the whole must have. scopes: the scope words allowed, None for all.
    """

    suits: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    payer: bool = False
    expected: Type = "number"
    player: bool = True
    scopes: tuple[str, ...] | None = None

    def expecting(self, expected: Type) -> Context:
        """The same context for an expression of another type."""
        return replace(self, expected=expected)


@dataclass(frozen=True)
class Found:
    """A name resolved: the quantity, whose it is, the extra word of the program, its type."""

    quantity: Quantity
    scope: str
    arg: int
    type: Type


def resolve(name: Name, context: Context) -> Found:
    """The quantity a name stands for. Raises DslError: unknown, out of scope, not available."""
    parts = tuple(part.lower() for part in name.parts)
    if parts[0] == "called" and len(parts) > 1:
        return _called(name, parts, context)
    if len(parts) > 2:
        raise DslError("a name has at most one word before the dot", name.start, name.end)
    word = parts[-1]
    quantity = find(word)
    if quantity is None:
        raise _unknown(name, word, context)
    if not quantity.available:
        raise DslError(f'"{word}" is not available yet in this version', name.start, name.end)
    if quantity.scopes == ("meld",):
        message = f'"{word}" belongs to a meld: it can be used in patterns and contracts only'
        raise DslError(message, name.start, name.end, "melded_points" if word == "points" else None)
    scope = _scope(name, quantity, parts, context)
    return Found(quantity, scope, -1 if word == "called" else 0, _type(quantity))


def _type(quantity: Quantity) -> Type:
    return "condition" if quantity.kind == "bool" else quantity.kind


def _called(name: Name, parts: tuple[str, ...], context: Context) -> Found:
    """`called.NAME`."""
    quantity = find("called")
    assert quantity is not None
    word = ".".join(parts[1:])
    lowered = [call.lower() for call in context.calls]
    if word not in lowered:
        known = f" (there are {', '.join(context.calls)})" if context.calls else ""
        at = name.end - len(word)
        raise DslError(f'there is no call named "{word}"{known}', at, name.end, suggest(word, lowered))
    return Found(quantity, "self", lowered.index(word), "condition")


def _unknown(name: Name, word: str, context: Context) -> DslError:
    at = name.end - len(word) if len(name.parts) > 1 else name.start
    if word in SUIT_NAMES or word.upper() in (*context.suits, *context.ranks):
        return DslError(
            f'"{name.parts[-1]}" is a suit or rank: compare it with upcard_suit or upcard_rank', at, name.end
        )
    if word in context.calls:
        return DslError(f'"{word}" is a call', at, name.end, f"called.{word}")
    usable = [q.name for q in QUANTITIES if q.available and q.scopes != ("meld",)]
    near = suggest(word, usable) or suggest(word, SCOPE_WORDS)
    if word in SCOPE_WORDS:
        near = f"{word}.deadwood"
        return DslError(f'"{word}" says whose; add a dot and what is counted', at, name.end, near)
    return DslError(f'"{word}" is not a quantity that can be counted', at, name.end, near)


def _scope(name: Name, quantity: Quantity, parts: tuple[str, ...], context: Context) -> str:
    """Whose quantity it is, checked."""
    if len(parts) == 1:
        if quantity.scopes and not context.player:
            message = f"whose {quantity.name}? Nobody is being looked at here: put a word and a dot before it"
            raise DslError(message, name.start, name.end, f"winner.{quantity.name}")
        return "self"
    word = parts[0]
    end = name.start + len(word)
    if word in LATER_SCOPES:
        raise DslError(f'"{word}" is not available yet in this version', name.start, end)
    scope = SCOPE_ALIASES.get(word, word)
    if scope not in SCOPE_WORDS:
        message = f'"{word}" does not say whose: use others, caller, winner, payer, lowest or highest'
        raise DslError(message, name.start, end, suggest(word, SCOPE_WORDS))
    if not quantity.scopes:
        message = f'"{quantity.name}" is the same for everybody'
        raise DslError(message, name.start, name.end, quantity.name)
    if scope not in quantity.scopes:
        message = f'"{quantity.name}" is yes or no for one player: it cannot be asked of {word}'
        raise DslError(message, name.start, name.end)
    if scope == "payer" and not context.payer:
        raise DslError("there is no payer here: a payer needs a row with `from`", name.start, end)
    if scope == "self" and not context.player:
        raise DslError("no single player is being looked at here", name.start, end)
    if context.scopes is not None and scope not in context.scopes:
        raise DslError(f'"{word}" cannot be used here', name.start, end)
    return scope


def literal_type(tree: Expr, context: Context) -> Literal["suit", "rank"] | None:
    """`suit` or `rank` if this side of a comparison is such a quantity."""
    if not isinstance(tree, Name):
        return None
    quantity = find(tree.parts[-1].lower())
    if quantity is None or quantity.kind not in ("suit", "rank"):
        return None
    return "suit" if quantity.kind == "suit" else "rank"


def literal(tree: Expr, kind: Literal["suit", "rank"], context: Context) -> int | None:
    """The index of a suit or rank written as a word or number; None if it is something else. Raises DslError."""
    if isinstance(tree, Number):
        word = str(tree.value)
    elif isinstance(tree, Name) and len(tree.parts) == 1:
        word = tree.parts[0]
    else:
        return None
    if find(word.lower()) is not None:
        return None
    values = [value.upper() for value in (context.suits if kind == "suit" else context.ranks)]
    upper = word.upper()
    if kind == "suit":
        upper = upper if upper in values else SUIT_NAMES.get(word.lower(), upper)
    elif upper == "T" and upper not in values:
        upper = "10"
    if upper in values:
        return values.index(upper)
    known = [value.lower() for value in values] + (list(SUIT_NAMES) if kind == "suit" else [])
    raise DslError(f'"{word}" is not a {kind} of this deck', tree.start, tree.end, suggest(word, known))
