"""YAML text as a tree of nodes that know their place.

PyYAML's parser delivers events; the tree is built from them here, so that nothing is ever executed,
every value keeps its line and column, and hostile files (alias bombs, endless nesting, huge numbers)
are refused while they are read.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from . import resolve
from .diagnostics import Diagnostic, Note, Position, RulesetError, has_errors, printable, quote
from .offsets import value_map
from .syntax import say

#: Limits of one file. Nodes are counted after aliases are expanded.
MAX_BYTES = 512 * 1024
MAX_NODES = 20_000
MAX_DEPTH = 40

_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_LOADER: Any = getattr(yaml, "CLoader", yaml.Loader)  # only its parser is used, through yaml.parse


@dataclass(frozen=True)
class SourceText:
    """The text of a file (or of a `--set` value) and its lines."""

    file: str
    text: str
    starts: tuple[int, ...] = field(compare=False, default=())
    _lines: dict[int, str] = field(compare=False, repr=False, default_factory=dict)

    @classmethod
    def of(cls, file: str, text: str) -> SourceText:
        return cls(file, text, (0, *(m.end() for m in _BREAK.finditer(text))))

    def line(self, number: int) -> str:
        """The line of this number (from 1) without its line break.

        Kept, so that all positions on a line share one text: a line may be long and hold many values.
        """
        if number not in self._lines:
            begin = self.starts[number - 1]
            gap = _BREAK.search(self.text, begin)
            self._lines[number] = self.text[begin : gap.start() if gap else len(self.text)]
        return self._lines[number]

    def position(self, start: int, end: int) -> Position:
        """The place of text[start:end]; what goes beyond the first line is left out."""
        start = min(start, len(self.text))
        number = bisect.bisect_right(self.starts, start)
        begin = self.starts[number - 1]
        line = self.line(number)
        column = start - begin + 1
        end_column = max(column + 1, min(end - begin, len(line)) + 1)
        return Position(self.file, number, column, end_column, line)


@dataclass
class Node:
    """A value of the tree. Nodes are shared between trees: never change one, make a new one.

    `value` is a str, int, float, bool or None, a dict of text keys to nodes, or a list of nodes.
    `position` is the place of the value, `key_position` that of its key, `raw` a scalar's own text.
    """

    value: Any
    position: Position
    key_position: Position | None = None
    raw: str = ""
    source: SourceText | None = field(default=None, repr=False, compare=False)
    start: int = field(default=0, repr=False, compare=False)
    style: str = field(default="", repr=False, compare=False)

    def inner(self, start: int, end: int) -> Position:
        """The place of value[start:end] of a text; the whole value where that cannot be told."""
        if self.source is None or isinstance(self.value, (dict, list)):
            return self.position
        places = value_map(self.raw, self.source.text, self.start, self.style)
        if places is None:
            return self.position
        last = len(places) - 1
        start, end = max(0, min(start, last)), max(0, min(end, last))
        first = places[start]
        if end <= start:
            return self.source.position(first, first + 1)
        return self.source.position(first, max(places[end - 1] + 1, places[end] if end == last else first + 1))

    def plain(self) -> Any:
        """The value as plain Python data."""
        if isinstance(self.value, dict):
            return {k: v.plain() for k, v in self.value.items()}
        if isinstance(self.value, list):
            return [v.plain() for v in self.value]
        return self.value

    def get(self, *path: str | int) -> Node | None:
        """The node at a path of keys and list indexes below this one, or None."""
        node: Node = self
        for step in path:
            value = node.value
            inside = isinstance(value, dict) and step in value
            if not inside and not (isinstance(value, list) and isinstance(step, int) and step < len(value)):
                return None
            node = value[step]
        return node

    @property
    def place(self) -> Position:
        """The key's place where there is a key, else the value's."""
        return self.key_position or self.position


@dataclass
class Tree:
    """What a file says: its root (always a node; a mapping unless an error says otherwise) and what is odd."""

    root: Node
    diagnostics: list[Diagnostic]
    source: SourceText


def read_file(path: Path, name: str | None = None) -> Tree:
    """Read and parse a file. `name` is how messages call it.

    Raises RulesetError when there is no mapping to go on with (missing, not UTF-8, syntax, limits ...).
    """
    name = name or str(path)
    return parse(_decode(_read_bytes(path, name), name), name)


def read_text(text: str, name: str) -> Node:
    """The root of a text that is not a ruleset file (a position, a golden case); `name` is its name in messages.

    Raises RulesetError for every fault, also for those that `parse` only notes.
    """
    tree = parse(text, name)
    if has_errors(tree.diagnostics):
        raise RulesetError(tree.diagnostics)
    return tree.root


def parse(text: str, name: str) -> Tree:
    """Parse a whole file; its root must be a mapping. Raises RulesetError as `read_file` does."""
    source = SourceText.of(name, text.removeprefix("\ufeff"))
    tree = parse_value(source, 0)
    if not source.text.strip() or (tree.root.value is None and not tree.root.raw):
        raise _failure("empty-file", "there is nothing in it; a ruleset begins with `meldwright: 1`", _whole(name))
    if not isinstance(tree.root.value, dict):
        message = "this is not a list of `key: value` lines, as a ruleset is"
        raise _failure("not-a-mapping", message, tree.root.position)
    return tree


def parse_value(source: SourceText, begin: int) -> Tree:
    """Parse the one YAML value that starts at index `begin` of the source. Raises RulesetError."""
    bad = _UNPRINTABLE.search(source.text)
    if bad:
        message = f"the character {_code_point(bad.group())} is not allowed in a ruleset file"
        raise _failure("bad-character", message, source.position(bad.start(), bad.end()))
    return _Builder(source, begin).build()


def _whole(name: str) -> Position:
    return Position.whole_file(name)


def _code_point(char: str) -> str:
    return f"U+{ord(char):04X}"


def _failure(code: str, message: str, position: Position, *notes: Note) -> RulesetError:
    return RulesetError([Diagnostic("error", code, message, position, notes)])


def _read_bytes(path: Path, name: str) -> bytes:
    try:
        if path.is_dir():
            raise _failure("is-a-folder", "this is a folder; name a file in it", _whole(name))
        if not path.exists():
            raise _failure("missing-file", "there is no such file", _whole(name))
        if not path.is_file():
            raise _failure("not-a-file", "this is not an ordinary file", _whole(name))
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except RulesetError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        reason = getattr(error, "strerror", None) or str(error)
        raise _failure("unreadable-file", f"the file cannot be read: {reason}", _whole(name)) from None
    if len(data) > MAX_BYTES:
        message = f"the file is too large; a ruleset has at most {MAX_BYTES // 1024} KiB"
        raise _failure("too-large", message, _whole(name))
    return data


def _decode(data: bytes, name: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _failure("not-utf-8", "the file is UTF-16 text; save it as UTF-8", _whole(name))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        good = SourceText.of(name, data[: error.start].decode("utf-8") + "?")
        message = f"the file is not UTF-8 text (byte 0x{data[error.start]:02X}); save it as UTF-8"
        at = good.position(len(good.text) - 1, len(good.text))
        raise _failure("not-utf-8", message, at) from None


@dataclass
class _Frame:
    """A collection that is being read."""

    node: Node
    anchor: str | None
    count: int = 1  # nodes in it, itself included, aliases expanded
    key: Node | None = None
    refused: bool = False  # the key is wrong, its value is read and dropped


class _Builder:
    """Turns the parser's events into nodes, with an explicit stack and a budget."""

    def __init__(self, source: SourceText, begin: int) -> None:
        self.source = source
        self.begin = begin
        self.found: list[Diagnostic] = []
        self.stack: list[_Frame] = []
        self.anchors: dict[str, tuple[Node, int]] = {}
        self.total = 0
        self.root: Node | None = None

    def build(self) -> Tree:
        documents = 0
        try:
            for event in self._events():
                if isinstance(event, yaml.DocumentStartEvent):
                    documents += 1
                    if documents > 1:
                        message = "a second document starts here; a ruleset file holds one"
                        raise _failure("several-documents", message, self._at(event))
                elif isinstance(event, yaml.NodeEvent):
                    self._node(event)
                elif isinstance(event, yaml.CollectionEndEvent):
                    self._close(event)
        except RulesetError as error:
            raise RulesetError([*self.found, *error.diagnostics]) from None
        except yaml.MarkedYAMLError as error:
            raise RulesetError([*self.found, self._syntax(error)]) from None
        except (yaml.YAMLError, ValueError, RecursionError, OverflowError) as error:
            first = str(error).splitlines()[0] if str(error) else "it cannot be read"
            position = self.source.position(self.begin, self.begin + 1)
            failure = Diagnostic("error", "yaml-syntax", f"this is not YAML: {printable(first)}", position)
            raise RulesetError([*self.found, failure]) from None
        root = self.root or Node(None, self.source.position(self.begin, self.begin + 1), source=self.source)
        return Tree(root, self.found, self.source)

    def _events(self) -> Iterator[Any]:
        yield from yaml.parse(self.source.text[self.begin :], Loader=_LOADER)

    def _index(self, mark: Any) -> int:
        """Index in the text; marks count from `begin`, by line and column."""
        if mark.line == 0:
            return self.begin + int(mark.column)
        first = bisect.bisect_right(self.source.starts, self.begin) - 1
        line = first + int(mark.line)
        if line >= len(self.source.starts):
            return len(self.source.text)
        return self.source.starts[line] + int(mark.column)

    def _at(self, event: Any) -> Position:
        return self.source.position(self._index(event.start_mark), self._index(event.end_mark))

    def _error(self, code: str, message: str, position: Position, *notes: Note) -> None:
        self.found.append(Diagnostic("error", code, message, position, notes))

    def _node(self, event: Any) -> None:
        if isinstance(event, yaml.AliasEvent):
            node, count = self._alias(event)
        elif isinstance(event, yaml.ScalarEvent):
            node, count = self._scalar(event), 1
            if event.anchor:
                self.anchors[event.anchor] = (node, 1)
        else:
            self._open(event)
            return
        self._spend(count, node.position)
        self._add(node, count, event)

    def _spend(self, count: int, position: Position) -> None:
        self.total += count
        if self.total > MAX_NODES:
            message = f"the file is too large: more than {MAX_NODES} values once its aliases are written out"
            raise _failure("too-large", message, position)

    def _open(self, event: Any) -> None:
        at = self._at(event)
        if len(self.stack) >= MAX_DEPTH:
            raise _failure("too-deep", f"values are nested more than {MAX_DEPTH} deep here", at)
        self._check_tag(event, at)
        value: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
        start = self._index(event.start_mark)
        if not event.flow_style and value == {}:
            at = self.source.position(start, len(self.source.text))
        self._spend(1, at)
        self.stack.append(_Frame(Node(value, at, None, "", self.source, start), event.anchor))
        if event.anchor:
            self.anchors.pop(event.anchor, None)  # until it is complete an alias to it is a loop

    def _close(self, event: Any) -> None:
        frame = self.stack.pop()
        start, end = frame.node.start, self._index(event.end_mark)
        if self.source.text[end - 1 : end] in ("}", "]"):
            frame.node.position = self.source.position(start, end)
        if frame.anchor:
            self.anchors[frame.anchor] = (frame.node, frame.count)
        self._add(frame.node, frame.count, None)

    def _alias(self, event: Any) -> tuple[Node, int]:
        at = self._at(event)
        if any(frame.anchor == event.anchor for frame in self.stack):
            raise _failure("recursive-alias", f"*{event.anchor} stands inside the value it repeats", at)
        if event.anchor not in self.anchors:
            raise _failure("unknown-alias", f"*{event.anchor} repeats a value that no &{event.anchor} names", at)
        node, count = self.anchors[event.anchor]
        return Node(node.value, node.position, None, node.raw, node.source, node.start, node.style), count

    def _scalar(self, event: Any) -> Node:
        at = self._at(event)
        self._check_tag(event, at)
        text, style = str(event.value), event.style or ""
        node = Node(text, at, None, text, self.source, self._index(event.start_mark), style)
        is_key = bool(self.stack) and isinstance(self.stack[-1].node.value, dict) and self.stack[-1].key is None
        if style or event.tag or is_key:
            return node
        try:
            node.value = resolve.scalar(text)
        except ValueError as error:
            node.value = 0  # a number, so that nothing else is said about it
            self._error("bad-number", f"{quote(text, 24)} cannot be used: {error}", at)
            return node
        surprise = resolve.surprise(text)
        if surprise:
            self.found.append(Diagnostic("hint", "yaml-surprise", surprise, at))
        return node

    def _check_tag(self, event: Any, at: Position) -> None:
        if event.tag and event.tag not in ("!", "tag:yaml.org,2002:str"):
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            message = f"YAML tags such as {quote(tag)} are not used in rulesets; write the value alone"
            self._error("yaml-tag", message, at)

    def _add(self, node: Node, count: int, event: Any) -> None:
        """Put a complete node into the collection around it."""
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        frame.count += count
        if isinstance(frame.node.value, list):
            frame.node.value.append(node)
        elif frame.key is None:
            frame.key = node
            frame.refused = not self._good_key(frame, node, event)
        else:
            if not frame.refused:
                node.key_position = frame.key.position
                frame.node.value[frame.key.raw] = node
            frame.key = None

    def _good_key(self, frame: _Frame, key: Node, event: Any) -> bool:
        if isinstance(key.value, (dict, list)):
            self._error("bad-key", "a key must be a word or a number, not a list or a mapping", key.position)
        elif not key.raw.strip():
            self._error("bad-key", "the key before this colon is missing", key.position)
        elif key.raw == "<<" and not key.style:
            message = "merge keys (<<) are not used in rulesets; use `extends` or an overlay instead"
            self._error("merge-key", message, key.position)
        elif key.raw in frame.node.value:
            earlier: Position = frame.node.value[key.raw].place
            message = f"the key {quote(key.raw)} is already given at line {earlier.line}, column {earlier.column}"
            self._error("duplicate-key", message, key.position, Note("first given here", earlier))
        else:
            return True
        return False

    def _syntax(self, error: yaml.MarkedYAMLError) -> Diagnostic:
        mark = error.problem_mark or error.context_mark
        index = self._index(mark) if mark else self.begin
        position = self.source.position(index, index + 1)
        code, message = say(error.problem or "", error.context or "", self.source.text[index : index + 1])
        notes: tuple[Note, ...] = ()
        if error.context_mark and error.problem_mark and error.context_mark.line != error.problem_mark.line:
            begin = self._index(error.context_mark)
            notes = () if code == "tab" else (Note("this is where it begins", self.source.position(begin, begin + 1)),)
        return Diagnostic("error", code, message, position, notes)
