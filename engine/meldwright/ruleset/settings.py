"""`--set path=value`: one value of a ruleset changed from the command line.

A path is keys joined by dots: `turn.call.knock.when`, `values.J Q K`, `deal.cards.3-4`. A key that
itself holds a dot, an equals sign or a quote is written in quotes: `values."a.b"=1`. Keys that are
not there yet are made. The value is YAML, as in a file; nothing (or `null`) removes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .diagnostics import Diagnostic, Position, RulesetError
from .source import MAX_BYTES, MAX_DEPTH, Node, SourceText, parse_value

_SEGMENT = re.compile(r"""\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^."'=]*[^."'=\s]))\s*([.=]|$)""", re.DOTALL)

#: Keys that say what a file is, not how the game goes.
NOT_SETTABLE = frozenset({"meldwright", "extends", "overlay", "applies_to"})


@dataclass(frozen=True)
class Setting:
    """A setting as a tree of mappings down to its value, ready to be merged."""

    path: tuple[str, ...]
    tree: Node
    diagnostics: tuple[Diagnostic, ...]


def parse_setting(text: str, number: int) -> Setting:
    """Read the `number`-th setting. Raises RulesetError when it is malformed."""
    file = f"--set #{number}"
    source = SourceText.of(file, text)
    if len(text) > MAX_BYTES:
        raise _malformed(source, 0, f"a setting has at most {MAX_BYTES} characters")
    keys: list[tuple[str, Position]] = []
    at = 0
    while True:
        match = _SEGMENT.match(source.text, at)
        if not match:
            raise _malformed(source, at)
        keys.append((_key(match), source.position(match.start(_group(match)), match.start(4))))
        at = match.end()
        if match.group(4) == "=":
            break
        if match.group(4) == "":
            raise _malformed(source, len(source.text), "a setting is written path=value; the = is missing")
        if len(keys) >= MAX_DEPTH:
            raise _malformed(source, at, f"a path has at most {MAX_DEPTH} keys")
    if keys[0][0] in NOT_SETTABLE:
        message = f"`{keys[0][0]}` belongs to a file and cannot be set here"
        raise RulesetError([Diagnostic("error", "bad-setting", message, keys[0][1])])
    tree = parse_value(source, at)
    node = tree.root
    for key, position in reversed(keys):
        node = Node(node.value, node.position, position, node.raw, node.source, node.start, node.style)
        node = Node({key: node}, position, None, "", source, 0)
    return Setting(tuple(key for key, _ in keys), node, tuple(tree.diagnostics))


def _group(match: re.Match[str]) -> int:
    return next(i for i in (1, 2, 3) if match.group(i) is not None)


def _key(match: re.Match[str]) -> str:
    double, single, plain = match.group(1, 2, 3)
    if double is not None:
        return re.sub(r"\\(.)", r"\1", double, flags=re.DOTALL)
    if single is not None:
        return str(single).replace("''", "'")
    return str(plain)


def _malformed(source: SourceText, at: int, message: str = "") -> RulesetError:
    if not message:
        rest = source.text[at:]
        message = "a setting is written path=value, the path as keys joined by dots"
        if rest.lstrip().startswith(("=", ".")) or not rest.strip():
            message = "a key is missing here; " + message
    return RulesetError([Diagnostic("error", "bad-setting", message, source.position(at, at + 1))])
