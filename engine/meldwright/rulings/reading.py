"""Reading what is told of a table: a mapping, or YAML as text or in a file, with errors that point at the place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any, NoReturn

from meldwright.arguments import shown
from meldwright.cards import CardError, Deck
from meldwright.ruleset.diagnostics import Diagnostic, InputError, Note, Position, RulesetError, has_errors, suggest
from meldwright.ruleset.expected import said
from meldwright.ruleset.rules import Ruleset
from meldwright.ruleset.source import MAX_BYTES, MAX_DEPTH, Node, read_file, read_text

Source = Mapping[str, Any] | str | Path | Node


def read(source: Source, what: str) -> Node:
    """The tree of a situation or a score sheet: a mapping, YAML text, or the path of a file. `what` is its name.

    Raises InputError for what cannot be read, TypeError for an argument of another type.
    """
    if isinstance(source, Node):
        return source
    if isinstance(source, Mapping):
        return _planted(source, Position.whole_file(what), 0)
    if not isinstance(source, str | Path):
        raise TypeError(f"{what}: expected a mapping, YAML text or a Path, not {shown(source)}")
    try:
        if isinstance(source, str):
            return read_text(source, what)
        tree = read_file(source)
        if has_errors(tree.diagnostics):
            raise RulesetError(tree.diagnostics)
        return tree.root
    except RulesetError as error:
        raise InputError([_of(d, what) for d in error.diagnostics]) from None


def read_stream(stream: IO[str] | None, what: str) -> Node:
    """The tree of what a stream says. Raises InputError."""
    place = Position.whole_file("standard input")
    try:
        text = "" if stream is None else stream.read(MAX_BYTES + 1)
    except UnicodeDecodeError:
        raise InputError([Diagnostic("error", "not-utf-8", "this is not text in UTF-8", place)]) from None
    if len(text) > MAX_BYTES:
        raise InputError([Diagnostic("error", "too-large", f"more than {MAX_BYTES} characters", place)])
    try:
        return read_text(text, "standard input")
    except RulesetError as error:
        raise InputError([_of(d, what) for d in error.diagnostics]) from None


def _of(d: Diagnostic, what: str) -> Diagnostic:
    """A diagnostic of the YAML reader, which speaks of rulesets, as one about something else."""
    message = d.message
    if d.code == "empty-file":
        message = "there is nothing in it"
    elif d.code == "not-a-mapping":
        message = f"this is not a list of `key: value` lines, as a {what} is"
    message = message.replace("in rulesets", "here").replace("a ruleset file", f"a {what}")
    return Diagnostic(d.severity, d.code, message, d.position, d.notes, d.suggestion)


def _planted(value: Any, at: Position, depth: int) -> Node:
    """Plain data as nodes without a place of their own."""
    if depth > MAX_DEPTH:
        raise InputError([Diagnostic("error", "too-deep", f"more than {MAX_DEPTH} mappings in each other", at)])
    if isinstance(value, Mapping):
        value = {str(key): _planted(item, at, depth + 1) for key, item in value.items()}
    elif isinstance(value, list | tuple):
        value = [_planted(item, at, depth + 1) for item in value]
    elif value is not None and not isinstance(value, str | int | float | bool):
        raise TypeError(f"expected text, numbers, lists and mappings, not {shown(value)}")
    return Node(value, at, None, "" if isinstance(value, dict | list) else str(value))


def fail(node: Node, message: str, suggestion: str | None = None, code: str = "bad-value") -> NoReturn:
    """Say that the value of a node cannot be used."""
    raise InputError([Diagnostic("error", code, message, node.position, (), suggestion)])


def fail_at_key(
    node: Node, message: str, suggestion: str | None = None, code: str = "unknown-key", notes: tuple[Note, ...] = ()
) -> NoReturn:
    """Say that the key of a node cannot be used, or that something is missing below it."""
    p = node.key_position or node.position
    if p.line and node.key_position is None:
        p = Position(p.file, p.line, p.column, p.column + 1, p.text)  # a whole file is marked at its first character
    raise InputError([Diagnostic("error", code, message, p, notes, suggestion)])


def known_keys(node: Node, keys: Iterable[str], what: str) -> None:
    """Only these keys may stand in a mapping."""
    known = list(keys)
    for key, child in node.value.items():
        if key not in known:
            fail_at_key(child, f'there is no key "{key}" {what}', suggest(key, known))


def whole(key: str, node: Node, least: int, most: int) -> int:
    """The whole number of a node."""
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        fail(node, f"`{key}` takes a whole number from {least} to {most}, not {said(value)}")
    return value


def cards(key: str, node: Node, deck: Deck) -> tuple[str, ...]:
    """The cards of a node, a text or a list of texts, in the notation of the deck; not more of a kind than it has."""
    items = node.value if isinstance(node.value, list) else [node]
    kinds: list[int] = []
    for item in items:
        if not isinstance(item.value, str | int) or isinstance(item.value, bool):
            fail(item, f"`{key}` takes cards such as 7S 10H, not {said(item.value)}")
        text = str(item.value)
        try:
            kinds += deck.parse_cards(text)
        except CardError as error:
            place = item.inner(error.start, error.end)
            d = Diagnostic("error", "bad-card", f"`{key}`: {error.message}", place, (), error.suggestion)
            raise InputError([d]) from None
    for kind in kinds:
        if kinds.count(kind) > deck.copies[kind]:
            fail(node, f"`{key}` names {deck.name(kind)} {kinds.count(kind)} times; the deck has {deck.copies[kind]}")
    return tuple(deck.name(kind) for kind in kinds)


def names(node: Node, most: int) -> tuple[str, ...]:
    """The players of a node: their number, or their names in the order of the turns."""
    if isinstance(node.value, list):
        found: list[str] = []
        for item in node.value:
            if isinstance(item.value, dict | list | None) or not str(item.value).strip():
                fail(item, f"a player has a name, not {said(item.value)}")
            name = str(item.value).strip()
            if name in found:
                fail(item, f'"{name}" is named twice')
            if len(name) > 40:
                fail(item, "a name has at most 40 characters")
            found.append(name)
        if not 2 <= len(found) <= most:
            fail(node, f"`players` takes from 2 to {most} names, not {len(found)}")
        return tuple(found)
    if isinstance(node.value, bool) or not isinstance(node.value, int):
        fail(node, f"`players` takes how many play, or a list of their names, not {said(node.value)}")
    return tuple(f"player {n + 1}" for n in range(whole("players", node, 2, most)))


def player(key: str, node: Node, players: tuple[str, ...]) -> int:
    """Which player a node names: by his name, or by his number at the table, from 1."""
    value = node.value
    number = (
        players_number(str(value), players) if isinstance(value, str | int) and not isinstance(value, bool) else None
    )
    if number is None:
        near = suggest(str(value), players) if isinstance(value, str) else None
        fail(node, f"`{key}` takes a player ({_listed(players)}), not {said(value)}", near)
    return number


def players_number(text: str, players: tuple[str, ...]) -> int | None:
    """The index of the player that a text names, None for nobody."""
    text = text.strip()
    if text in players:
        return players.index(text)
    if text.isdecimal() and 1 <= int(text[:4]) <= len(players):
        return int(text) - 1
    folded = [name.casefold() for name in players]
    return folded.index(text.casefold()) if folded.count(text.casefold()) == 1 else None


def _listed(players: tuple[str, ...]) -> str:
    if players and players[0] == "player 1":
        return f"1 to {len(players)}"
    return ", ".join(players)


def card_values(ruleset: Ruleset, players: int, deal: int = 1) -> dict[str, int]:
    """The points of every card by its name; in some games they depend on the deal, through the cards that are wild."""
    seated = ruleset.for_players(players)
    wilds = seated.wild_mask
    for row in ruleset.deals:
        if row.holds(deal):
            for selector in row.wilds:
                wilds |= ruleset.kinds_of(seated.deck, selector)
    points = ruleset.points_of(seated.deck, wilds)
    return {card.name: points[kind] for kind, card in enumerate(seated.deck.kinds)}


def table_size(ruleset: Ruleset, node: Node, players: tuple[str, ...]) -> None:
    """Can so many play this game?"""
    if not ruleset.players.least <= len(players) <= ruleset.players.most:
        fail(node, f"{ruleset.name} is for {ruleset.players} players, not {len(players)}")
