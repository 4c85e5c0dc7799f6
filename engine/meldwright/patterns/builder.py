"""From Lark's trees to the syntax trees of `tree.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from meldwright.patterns.messages import suggest
from meldwright.patterns.tree import (
    Alike,
    AllWild,
    Alternative,
    AnySuit,
    Apart,
    Binary,
    Bundle,
    Call,
    CardWord,
    Condition,
    Contract,
    Different,
    DslError,
    Expr,
    Group,
    Limit,
    Name,
    Number,
    Only,
    Part,
    Pattern,
    Refer,
    Same,
    Sequence,
    Size,
    Sized,
    Unary,
    Without,
)

DEPTH = 60  # levels of an expression
BIGGEST = 1_000_000_000  # the largest number that may be written


def pattern(tree: Any, text: str) -> Pattern:
    """The pattern of a tree of the rule `pattern`."""
    return Pattern(tuple(_alternative(child, text) for child in _trees(tree)), start=0, end=len(text))


def contract(tree: Any, text: str) -> Contract:
    """The contract of a tree of the rule `contract`."""
    return Contract(tuple(_bundle(child, text) for child in _trees(tree)), start=0, end=len(text))


def expression(tree: Any, text: str, depth: int = 0) -> Expr:
    """The expression of a tree of any expression rule. Raises DslError when it is nested too deep."""
    start, end = _span(tree)
    if depth > DEPTH:
        raise DslError(f"the expression has more than {DEPTH} levels", start, end)
    kind, children = tree.data, tree.children
    if kind == "number":
        return Number(_integer(children[0]), start=start, end=end)
    if kind == "quantity":
        return Name(tuple(_words(children, text)), start=start, end=end)
    if kind == "call":
        arguments = tuple(expression(child, text, depth + 1) for child in _trees(tree))
        return Call(str(children[0]), arguments, start=start, end=end)
    if kind == "brackets":
        return expression(children[1], text, depth + 1)
    if kind == "prefix":
        op = "not" if children[0].type == "NOT" else "-"
        return Unary(op, expression(children[1], text, depth + 1), start=start, end=end)
    left, op, right = children
    return Binary(str(op), expression(left, text, depth + 1), expression(right, text, depth + 1), start=start, end=end)


def _alternative(tree: Any, text: str) -> Alternative:
    start, end = _span(tree)
    if tree.data == "named":
        named = _cards(tree.children[0], text)
        conditions = tuple(_condition(child, text) for child in _trees(tree))
        return Alternative(None, named, conditions, start=start, end=end)
    size: Size | None = None
    conditions = ()
    for child in _trees(tree):
        if child.data == "conditions":
            conditions = tuple(_condition(item, text) for item in _trees(child))
        else:
            size = _size(child)
    return Alternative(size, None, conditions, start=start, end=end)


def _size(tree: Any) -> Size:
    start, end = _span(tree)
    numbers = [_integer(child) for child in tree.children if child.type == "INT"]
    least: int = numbers[0]
    most: int | None = numbers[-1]
    if tree.data == "at_least":
        most = None
    elif tree.data == "at_most":
        least = 1
    elif tree.data == "either" and numbers[1] != numbers[0] + 1:
        raise DslError("name a span of sizes", start, end, f"{numbers[0]}..{numbers[1]}")
    if most is not None and most < least:
        raise DslError(f"{least} is more than {most}", start, end, f"{most}..{least}")
    if least < 1:
        raise DslError("a meld has at least one card", start, end)
    return Size(least, most, start=start, end=end)


def _condition(tree: Any, text: str) -> Condition:
    start, end = _span(tree)
    at = {"start": start, "end": end}
    kind, children = tree.data, tree.children
    if kind in ("same", "different", "any_of"):
        return _attribute(kind, children[-1], start, end)
    if kind == "sequence":
        return _sequence(tree)
    if kind in ("only", "without"):
        cards = _cards(children[1], text)
        return Only(cards, **at) if kind == "only" else Without(cards, **at)
    if kind == "none_of":
        return _none_of(children[1], text, start, end)
    if kind == "all_wild":
        return AllWild(**at)
    if kind == "alike":
        return Alike(**at)
    if kind == "apart":
        _expect_wilds(children[0], text, "only wilds can be said to stand apart")
        return Apart(**at)
    if kind == "refer":
        return Refer(_words(children, text)[0], **at)
    if kind == "sized":
        return Sized(_size(children[0]), **at)
    if kind == "group":
        return Group(tuple(_alternative(child, text) for child in _trees(tree)), **at)
    left, op, right = children
    comparison = Binary(str(op), expression(left, text), expression(right, text), **at)
    return Limit(comparison, **at)


def _attribute(kind: str, token: Any, start: int, end: int) -> Same | Different | AnySuit:
    attribute = str(token).rstrip("s").replace("colour", "color")
    if kind == "same":
        return Same(attribute, start=start, end=end)
    if kind == "different":
        return Different(attribute, start=start, end=end)
    return AnySuit(start=start, end=end)


def _sequence(tree: Any) -> Sequence:
    start, end = _span(tree)
    orders = list(_trees(tree))
    if not orders:
        return Sequence("plain", start=start, end=end)
    mode = {"low": "low", "high": "high", "high_or_low": "either", "round": "round"}[orders[0].data]
    ace = any(token.type == "ACE" for token in orders[0].children)
    return Sequence(mode, ace, start=start, end=end)


def _none_of(token: Any, text: str, start: int, end: int) -> Limit:
    """`no wilds` says `wilds = 0`."""
    _expect_wilds(token, text, 'after "no" come cards in brackets or the word "wilds"')
    wilds = Name(("wilds",), start=token.start_pos, end=token.end_pos)
    return Limit(Binary("=", wilds, Number(0, start=end, end=end), start=start, end=end), start=start, end=end)


def _expect_wilds(token: Any, text: str, message: str) -> None:
    if str(token) not in ("wilds", "wild"):
        raise DslError(message, token.start_pos, token.end_pos, suggest(str(token), ["wilds"]))


def _cards(token: Any, text: str) -> tuple[CardWord, ...]:
    """The words between brackets, with their places."""
    first = token.start_pos
    inside = text[first + 1 : token.end_pos - 1]
    words = tuple(
        CardWord(match.group(), start=first + 1 + match.start(), end=first + 1 + match.end())
        for match in re.finditer(r"[^\s,]+", inside)
    )
    if not words:
        raise DslError("no card is named between the brackets", first, token.end_pos, "[K Q]")
    return words


def _bundle(tree: Any, text: str) -> Bundle:
    start, end = _span(tree)
    parts, conditions = [], []
    for child in _trees(tree):
        if child.data == "part":
            parts.append(_part(child, text))
        else:
            conditions.append(_condition(child, text))
    return Bundle(tuple(parts), tuple(conditions), start=start, end=end)


def _part(tree: Any, text: str) -> Part:
    start, end = _span(tree)
    count = 1
    for child in tree.children:
        if getattr(child, "type", "") == "INT":
            count = _integer(child)
            if not 1 <= count <= 32:
                raise DslError("a contract asks for 1 to 32 melds", child.start_pos, child.end_pos)
    sizes = [_size(child) for child in _trees(tree)]
    return Part(count, tuple(_words(tree.children, text)), sizes[0] if sizes else None, start=start, end=end)


def _trees(tree: Any) -> Iterable[Any]:
    """The children that are trees."""
    return (child for child in tree.children if hasattr(child, "data"))


def _words(children: Iterable[Any], text: str) -> list[str]:
    """The names among the children, as the author wrote them."""
    return [text[child.start_pos : child.end_pos] for child in children if getattr(child, "type", "") == "NAME"]


def _span(tree: Any) -> tuple[int, int]:
    return tree.meta.start_pos, tree.meta.end_pos


def _integer(token: Any) -> int:
    digits = str(token).lstrip("0") or "0"
    if len(digits) > 10 or int(digits) > BIGGEST:
        raise DslError(f"numbers go up to {BIGGEST}", token.start_pos, token.end_pos)
    return int(digits)
