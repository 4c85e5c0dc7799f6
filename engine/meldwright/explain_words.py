"""Small phrases of the explainer: numbers, lists, cards, tables by the number of players."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from .cards import Deck
from .patterns.describe import count_word, describe_expression
from .patterns.tree import Binary, Expr, Name, Unary
from .ruleset.rules import ByPlayers, Expression, Players, Ruleset

RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def number(n: int) -> str:
    """A number as a word where it is small."""
    return count_word(n) if n > 0 else str(n)


def times(n: int, what: str) -> str:
    """So many of something: "one card", "ten cards"."""
    return f"{number(n)} {what}{'' if n == 1 else 's'}"


def joined(words: Iterable[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + f" {last} " + items[-1]


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def condition(expression: Expression) -> str:
    """A condition in words."""
    return describe_expression(expression.tree)


def only_two(r: Ruleset) -> bool:
    """Do exactly two players hold cards, however many sit at the table?"""
    return r.players.most == 2 and r.deal.sit_out == "nobody"


def between_two(expression: Expression) -> str:
    """A condition or an amount in words where only two play: "the other player" is one."""
    text = describe_expression(_against_the_other(expression.tree))
    return re.sub(r"the ([a-z ]+?) of all others together", r"the other player's \1", text)


def _against_the_other(tree: Expr) -> Expr:
    """What one of two players has, compared with the highest or lowest of both, is compared with the other's."""
    if isinstance(tree, Unary):
        return replace(tree, operand=_against_the_other(tree.operand))
    if not isinstance(tree, Binary):
        return tree
    left, right = tree.left, tree.right
    if isinstance(left, Name) and isinstance(right, Name) and left.parts[1:] == right.parts[1:]:
        if left.parts[0] in ("highest", "lowest"):
            left, right = right, left
            op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(tree.op, tree.op)
        else:
            op = tree.op
        means = _OF_TWO.get((right.parts[0], op))
        if left.parts[0] in ("caller", "winner") and means:
            return replace(tree, op=means, left=left, right=replace(right, parts=("others", *right.parts[1:])))
    return replace(tree, left=_against_the_other(tree.left), right=_against_the_other(tree.right))


_OF_TWO = {
    ("highest", "="): ">=", ("highest", ">="): ">=", ("highest", "<"): "<",
    ("lowest", "="): "<=", ("lowest", "<="): "<=", ("lowest", ">"): ">",
}  # fmt: skip


def by_players(table: ByPlayers, players: Players, say: Callable[[int], str]) -> str:
    """A number that may depend on how many play: "ten cards", or "ten cards for two players, seven for three"."""
    groups: list[tuple[int, int, int]] = []
    for n in players:
        value = table.at(n) or 0
        if groups and groups[-1][2] == value:
            groups[-1] = (groups[-1][0], n, value)
        else:
            groups.append((n, n, value))
    if len(groups) == 1:
        return say(groups[0][2])
    parts = []
    for least, most, value in groups:
        who = number(least) if least == most else f"{number(least)} to {number(most)}"
        parts.append(f"{say(value)} for {who} player{'' if most == 1 else 's'}")
    return joined(parts)


def points_text(deck: Deck, points: Sequence[int]) -> str:
    """The points of all cards, cards of equal points together: "ace 1; 2 to 10 their number; jack and king 10 each"."""
    said: list[tuple[str, str]] = []  # (what, points in words)
    before: int | None = None
    for rank in deck.ranks:
        kinds = [k for k, card in enumerate(deck.kinds) if card.rank == rank]
        values = {points[k] for k in kinds}
        if len(values) == 1:
            value = values.pop()
            own = deck.face(kinds[0]) == value and value != before
            said.append((RANKS.get(rank, rank), "face" if own else str(value)))
            before = value
            continue
        before = None
        for value in sorted(values):
            cards = joined(deck.name(k) for k in kinds if points[k] == value)
            said.append((cards, str(value)))
    if deck.joker is not None:
        said.append(("joker", str(points[deck.joker])))
    out: list[tuple[list[str], str]] = []
    for what, worth in said:
        if out and out[-1][1] == worth:
            out[-1][0].append(what)
        else:
            out.append(([what], worth))
    return "; ".join(f"{_several(names)} {_worth(worth, len(names))}" for names, worth in out)


def _several(names: list[str]) -> str:
    if len(names) > 3 and all(name.isdecimal() for name in names):
        return f"{names[0]} to {names[-1]}"
    return joined(names)


def _worth(value: str, count: int) -> str:
    if value == "face":
        return "their number" if count > 1 else "its number"
    return value + (" each" if count > 1 else "")


def cards_text(deck: Deck, mask: int) -> str:
    """The kinds of a mask in words, whole ranks by their name."""
    said = []
    for rank in deck.ranks:
        kinds = [k for k, card in enumerate(deck.kinds) if card.rank == rank]
        held = [k for k in kinds if mask >> k & 1]
        if len(held) == len(kinds):
            said.append(f"all {RANKS.get(rank, rank)}s" if not rank.isdecimal() else f"all {rank}s")
        else:
            said += [deck.name(k) for k in held]
    if deck.joker is not None and mask >> deck.joker & 1:
        said.insert(0, "the jokers")
    return joined(said)
