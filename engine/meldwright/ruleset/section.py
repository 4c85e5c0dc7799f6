"""Reading a merged tree next to its schema: the value that is there, else the schema's default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from meldwright.patterns.parser import parse_contract, parse_expression, parse_pattern
from meldwright.patterns.tree import DslError, Number

from .diagnostics import Diagnostic, Note, Position
from .merge import Merged
from .rules import ByPlayers, ContractText, Expression, PatternText
from .shape import property_schema, resolve_ref
from .sound import Gaps
from .source import Node

Json = dict[str, Any]
T = TypeVar("T")


@dataclass
class Findings:
    """Diagnostics in the making: adds to each how its file came in."""

    merged: Merged
    gaps: Gaps = field(default_factory=Gaps)
    found: list[Diagnostic] = field(default_factory=list)

    def add(
        self, severity: Any, code: str, message: str, position: Position, suggestion: str | None = None, *notes: Note
    ) -> None:
        """Note one problem."""
        told = (*notes, *self.merged.inherited(position))
        self.found.append(Diagnostic(severity, code, message, position, told, suggestion))

    def error(self, code: str, message: str, position: Position, suggestion: str | None = None) -> None:
        """Note an error."""
        self.add("error", code, message, position, suggestion)

    def attempt(self, code: str, work: Callable[[], T], at: Callable[[int, int], Position]) -> T | None:
        """The result of `work`; an error of the rule language in it becomes a diagnostic and gives None."""
        found: list[T] = []
        self.holds(code, lambda: found.append(work()), at)
        return found[0] if found else None

    def holds(self, code: str, check: Callable[[], None], at: Callable[[int, int], Position]) -> bool:
        """Does a check pass? An error of the rule language in it becomes a diagnostic."""
        try:
            check()
        except DslError as error:
            self.error(code, error.message, at(error.start, error.end), error.suggestion)
            return False
        return True


@dataclass
class Section:
    """A mapping of the tree (or nothing, or a true/false in its place) and the schema it follows."""

    node: Node
    schema: Json
    root: Json
    findings: Findings

    def child(self, key: str) -> Node | None:
        """The node of a key, None when it is not there."""
        return self.node.get(key) if isinstance(self.node.value, dict) else None

    def value(self, key: str) -> Any:
        """Plain data: what is there, else the schema's default."""
        child = self.child(key)
        return self._schema(key).get("default") if child is None else child.plain()

    def lacks(self, key: str | None = None) -> bool:
        """Was this key (None: any) left out because of an error that has been told?"""
        return self.findings.gaps.lack(self.node, key)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(str(item) for item in self.value(key) or ())

    def section(self, key: str) -> Section:
        """The section below a key; empty, at this one's place, when it is not there."""
        child = self.child(key)
        node = child if child is not None else Node({}, self.node.position, self.node.key_position)
        return Section(node, self._schema(key), self.root, self.findings)

    def optional(self, key: str) -> Section | None:
        """The section below a key that may also be true (all defaults) or false (none)."""
        if isinstance(self.child(key), Node) and isinstance(self.value(key), dict):
            return self.section(key)
        return self.section(key) if self.value(key) is True else None

    def entries(self, key: str) -> list[tuple[str, Section]]:
        """The named sections of a mapping, in order; those of the default when it is not there."""
        schema = self._schema(key)
        item = schema["additionalProperties"]
        item = resolve_ref(item["$ref"], self.root) if "$ref" in item else item
        child = self.child(key)
        if child is None:
            child = _planted(schema.get("default") or {}, self.node)
        return [(name, Section(node, item, self.root, self.findings)) for name, node in child.value.items()]

    def expression(self, key: str) -> Expression | None:
        """The condition or amount of a key; None when it is not there (or cannot be read, which is noted)."""
        child = self.child(key)
        return None if child is None else self.parsed(child)

    def parsed(self, node: Node, offset: int = 0) -> Expression | None:
        """The text of a node, from an offset on, as an expression."""
        if isinstance(node.value, int):
            return Expression(str(node.value), Number(node.value, start=0, end=len(node.raw)), node)
        text = str(node.value)[offset:]
        tree = self.findings.attempt(
            "bad-expression", lambda: parse_expression(text), lambda a, b: node.inner(offset + a, offset + b)
        )
        return None if tree is None else Expression(text, tree, node, offset)

    def pattern(self, node: Node) -> PatternText | None:
        """The text of a node as a pattern."""
        text = str(node.value)
        tree = self.findings.attempt("bad-pattern", lambda: parse_pattern(text), node.inner)
        return None if tree is None else PatternText(text, tree, node)

    def contract(self, key: str) -> ContractText | None:
        """The contract of a key; None when it is not there (or cannot be read, which is noted)."""
        node = self.child(key)
        if node is None:
            return None
        text = str(node.value)
        tree = self.findings.attempt("bad-contract", lambda: parse_contract(text), node.inner)
        return None if tree is None else ContractText(text, tree, node)

    def by_players(self, key: str) -> ByPlayers | None:
        """A number or a table of numbers by the number of players; None when it is missing."""
        value = self.value(key)
        if not isinstance(value, dict):
            return None if value is None else ByPlayers.always(value)
        rows = []
        for text, number in value.items():
            child = self.child(key)
            below = child.get(text) if child is not None else None
            least, most = span(text)
            if least > most and below is not None:
                message = f'the range "{text}" runs from high to low'
                self.findings.error("bad-range", message, below.place, f"{most}-{least}")
            rows.append((least, most, number))
        return ByPlayers(tuple(rows))

    def _schema(self, key: str) -> Json:
        found = property_schema(self.schema, key, self.root)
        if not isinstance(found, dict):
            raise KeyError(key)
        return found


def span(text: str | int) -> tuple[int, int]:
    """The ends of "2-7" or of a single number."""
    least, _, most = str(text).partition("-")
    return int(least), int(most or least)


def _planted(value: Any, under: Node) -> Node:
    """A default as nodes, at the place of the mapping it is missing from."""
    if isinstance(value, dict):
        value = {key: _planted(item, under) for key, item in value.items()}
    elif isinstance(value, list):
        value = [_planted(item, under) for item in value]
    return Node(value, under.position, under.key_position, "" if isinstance(value, dict | list) else str(value))
