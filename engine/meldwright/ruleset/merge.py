"""A ruleset with what it extends, its overlays and `--set` values, as one tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .diagnostics import Diagnostic, Note, Position
from .source import Node


@dataclass
class Merged:
    """One tree out of several files. `diagnostics` holds everything found so far (also errors)."""

    root: Node
    files: tuple[str, ...]
    id: str
    diagnostics: list[Diagnostic] = field(default_factory=list)
    is_overlay: bool = False
    chain: dict[str, tuple[Note, ...]] = field(default_factory=dict)

    def inherited(self, position: Position) -> tuple[Note, ...]:
        """Notes that say how the file of this position came in; empty for the main file."""
        return self.chain.get(position.file, ())


def load_tree(name_or_path: str | Path, overlays: Sequence[str | Path] = (), sets: Sequence[str] = ()) -> Merged:
    """Find, read and merge. Raises RulesetError when there is no tree to go on with."""
    raise NotImplementedError
