"""Questions to a JSON Schema: which keys a mapping may have, and where a key belongs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

Json = dict[str, Any]


def flatten(schema: Any, root: Json, seen: int = 0) -> Iterator[Json]:
    """The schema itself and what it takes in by $ref, allOf and the like."""
    if not isinstance(schema, dict) or seen > 8:
        return
    yield schema
    if "$ref" in schema:
        yield from flatten(resolve_ref(schema["$ref"], root), root, seen + 1)
    for word in ("allOf", "anyOf", "oneOf"):
        for part in schema.get(word, ()):
            yield from flatten(part, root, seen + 1)
    for word in ("then", "else"):
        yield from flatten(schema.get(word), root, seen + 1)


def known_keys(schema: Json, root: Json) -> list[str]:
    """Keys a mapping of this schema may have, in the schema's order."""
    return list(dict.fromkeys(k for s in flatten(schema, root) for k in s.get("properties", {})))


def resolve_ref(ref: str, root: Json) -> Any:
    """The part of the schema a local reference names; None if there is none."""
    node: Any = root
    for step in ref.removeprefix("#").split("/")[1:]:
        node = node.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(node, dict) else None
    return node


def property_schema(schema: Any, key: str, root: Json) -> Any:
    """The schema of one key of a mapping; None if it is not known."""
    for part in flatten(schema, root):
        if key in part.get("properties", {}):
            return part["properties"][key]
    return None


@cache
def all_keys(text: str) -> dict[str, list[str]]:
    """For every key of the format the dotted paths where it may stand."""
    root = json.loads(text)
    homes: dict[str, list[str]] = {}

    def walk(schema: Any, path: str, depth: int) -> None:
        if depth > 6:
            return
        for part in flatten(schema, root):
            for key, below in part.get("properties", {}).items():
                here = f"{path}.{key}" if path else key
                if here not in homes.setdefault(key, []):
                    homes[key].append(here)
                    walk(below, here, depth + 1)

    walk(root, "", 0)
    return homes
