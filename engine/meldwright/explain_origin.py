"""What a ruleset says about itself, as far as it still holds.

`summary`, `variant` and `omitted` are about the rules of the file that wrote them. When another file, an overlay or a
setting changed those rules, they are not said of the result: the reading is dropped, the rest put down to its author.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from .ruleset.library import list_games, ruleset_id
from .ruleset.merge import OVERLAY_KEYS
from .ruleset.rules import Ruleset


def summary(r: Ruleset) -> str:
    """The summary, put down to the game it is about when the rules are no longer that game's; "" without one."""
    if not r.summary or not changed_since(r, "summary"):
        return r.summary
    return f"{author(r, 'summary')} by itself: {r.summary}"


def variant(r: Ruleset) -> str:
    """The reading, "" when the rules were changed after it was written."""
    return "" if changed_since(r, "variant") else r.variant


def omitted(r: Ruleset) -> Iterator[str]:
    """The sentence on what is left out, without the house rules that are in force."""
    force = {ruleset_id(Path(file).resolve()) for file in r.files}
    left = [text for text in r.omitted if force.isdisjoint(re.findall(r"house/[\w-]+", text))]
    if left:
        who = f"{author(r, 'omitted')} by itself leaves out" if changed_since(r, "omitted") else "Left out here"
        yield f"{who}: {'; '.join(left)}."


def changed_since(r: Ruleset, key: str) -> bool:
    """Was anything of the rules changed on top of the file that wrote this key of the ruleset?"""
    node = r.node.get(key)
    if node is None or node.place.file.startswith("--set"):
        return False
    if node.position.file != r.files[-1]:  # parents come first, overlays last
        return True
    return any(key not in OVERLAY_KEYS for key in re.findall(r" --set [\s\"']*(\w+)", r.described))


def author(r: Ruleset, key: str) -> str:
    """The name of the game whose file wrote this key."""
    node, name = r.node.get(key), r.node.get("name")
    if node is None or (name is not None and name.position.file == node.position.file):
        return r.name
    path = Path(node.position.file).resolve()
    names = {entry.path.resolve(): entry.name for entry in list_games()}
    return names.get(path) or ruleset_id(path)
