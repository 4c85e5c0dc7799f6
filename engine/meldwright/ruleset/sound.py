"""What is left of a tree with errors: the later stages look at it too, so that one run reports everything.

A node with an error is taken out, with what is below it; the rest is read as usual. What was taken out is remembered,
so that nobody complains that it is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from .diagnostics import Diagnostic, Position, suggest
from .merge import Merged
from .schema import Json, TreePath, examine
from .source import Node

ROUNDS = 4  # taking something out may leave a list too short, and so on
EVERYTHING = "*"


@dataclass(frozen=True)
class Gaps:
    """Keys taken out, by the place of the mapping they stood in.

    `incomplete` means that a part of the ruleset is not known at all (a parent that cannot be found, or the game an
    overlay belongs to), so anything that is not there may be there.
    """

    keys: Mapping[Position, frozenset[str]] = field(default_factory=dict)
    incomplete: bool = False

    def lack(self, node: Node, key: str | None = None) -> bool:
        """Was `key`, or a key that was probably meant to be it, taken out of this mapping? None: any key at all."""
        gone = self.keys.get(node.position, frozenset())
        return self.incomplete or any(key is None or k == key or suggest(k, [key]) == key for k in gone)


def sound_part(merged: Merged, schema: Json, paths: Iterable[TreePath]) -> tuple[Merged, Gaps] | None:
    """The tree without what is at these paths; None when nothing sensible is left."""
    gone: dict[Position, set[str]] = {}
    for _ in range(ROUNDS):
        paths = {path for path in paths if path}
        if not paths:
            return merged, Gaps({p: frozenset(keys) for p, keys in gone.items()})
        merged = replace(merged, root=_pruned(merged.root, (), paths, gone), diagnostics=[])
        paths = examine(merged, schema)[1]
    return None


def _pruned(node: Node, here: TreePath, paths: set[TreePath], gone: dict[Position, set[str]]) -> Node:
    if isinstance(node.value, dict):
        kept = {}
        for key, child in node.value.items():
            if (*here, key) in paths:
                gone.setdefault(node.position, set()).add(key)
            else:
                kept[key] = _pruned(child, (*here, key), paths, gone)
        return replace(node, value=kept)
    if isinstance(node.value, list):
        items = enumerate(node.value)
        return replace(
            node, value=[_pruned(item, (*here, i), paths, gone) for i, item in items if (*here, i) not in paths]
        )
    return node


def faulty_sections(root: Node, found: Iterable[Diagnostic]) -> frozenset[str]:
    """The keys of the top level that have an error somewhere below them; `EVERYTHING` when that cannot be told."""
    errors = [d for d in found if d.severity == "error"]
    if not errors:
        return frozenset()
    lines = {key: set(_lines(child)) for key, child in root.value.items()}
    faulty: set[str] = set()
    for d in errors:
        if d.code == "missing-key" and (missing := re.search(r"`(\w+)", d.message)):
            faulty.add(missing.group(1))
        place = d.position.file, d.position.line
        homes = {key for key, places in lines.items() if place in places}
        faulty |= homes or {EVERYTHING}
    return frozenset(faulty)


def _lines(node: Node) -> Iterable[tuple[str, int]]:
    for p in (node.position, node.key_position):
        if p is not None:
            yield p.file, p.line
    children = node.value.values() if isinstance(node.value, dict) else node.value
    if isinstance(node.value, dict | list):
        for child in children:
            yield from _lines(child)
