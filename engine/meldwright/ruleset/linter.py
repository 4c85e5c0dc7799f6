"""What the lint rules share: the ruleset, where things stand, and the notes taken."""

from __future__ import annotations

from typing import Any

from .diagnostics import Note, Position
from .merge import Merged
from .rules import Ruleset
from .schema import load_schema
from .section import Findings
from .shape import property_schema, resolve_ref
from .sound import EVERYTHING
from .source import Node

Path = tuple[str | int, ...]


class Linter:
    """Collects what the rules find in one ruleset.

    `faulty` are the sections with errors that have been told already; rules that read them are left out.
    `written` is the tree with its faulty parts.
    """

    def __init__(
        self, ruleset: Ruleset, merged: Merged, faulty: frozenset[str] = frozenset(), written: Node | None = None
    ) -> None:
        self.ruleset = ruleset
        self.findings = Findings(merged)
        self.schema = load_schema()
        self.faulty = faulty
        self.written = merged.root if written is None else written
        self.programs: set[tuple[int, ...]] = set()  # the compiled expressions met so far

    def sound(self, *sections: str) -> bool:
        """Are these sections (of the top level) free of errors told before? What speaks of others is not looked at."""
        return EVERYTHING not in self.faulty and self.faulty.isdisjoint(sections)

    def error(self, code: str, message: str, path: Path, other: Path | None = None) -> None:
        """Note an error at a path of the tree; `other` is a second place that has to do with it."""
        self._note("error", code, message, path, other)

    def warning(self, code: str, message: str, path: Path, other: Path | None = None) -> None:
        """Note a warning at a path of the tree."""
        self._note("warning", code, message, path, other)

    def no_effect(self, path: Path, reason: str, cause: Path | None = None) -> None:
        """Warn that a key that is there, and says something else than its default, changes nothing.

        `cause` is the place that makes it so; it is shown where it is written down.
        """
        node = self.ruleset.node.get(*path)
        if node is None or node.plain() == self.default(path):
            return
        message = f"`{'.'.join(map(str, path))}` has no effect: {reason}"
        self.findings.add("warning", "no-effect", message, node.place, None, *self._notes(cause))

    def inherited(self, position: Position) -> bool:
        """Was this written in another file than the one that is checked?"""
        return bool(self.findings.merged.inherited(position))

    def default(self, path: Path) -> Any:
        """What the schema says a key is when it is left out."""
        schema: Any = self.schema
        for step in path:
            found = property_schema(schema, str(step), self.schema)
            if found is None:
                found = schema.get("additionalProperties", {}) if isinstance(schema, dict) else {}
                found = resolve_ref(found["$ref"], self.schema) if "$ref" in found else found
            schema = found
        return schema.get("default")

    def place(self, path: Path) -> Position:
        """The key at a path, or the nearest place above it that is written down."""
        node: Node = self.ruleset.node
        for step in path:
            below = node.get(step)
            if below is None:
                break
            node = below
        if node.key_position is not None or node is not self.ruleset.node:
            return node.place
        p = node.position
        return Position(p.file, p.line, p.column, p.column + 1, p.text)

    def _note(self, severity: str, code: str, message: str, path: Path, other: Path | None) -> None:
        self.findings.add(severity, code, message, self.place(path), None, *self._notes(other))

    def _notes(self, other: Path | None) -> list[Note]:
        if other is None or self.ruleset.node.get(*other) is None:
            return []
        return [Note(f"`{'.'.join(map(str, other))}` is set here", self.place(other))]
