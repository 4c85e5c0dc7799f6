"""A ruleset with what it extends, its overlays and `--set` values, as one tree.

Mappings merge key by key, everything else is replaced, `null` removes. Every node keeps the position
of the file that wrote it; `Merged.inherited` tells how that file came in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import Path

from . import library
from .diagnostics import Diagnostic, Note, Position, RulesetError, any_of, quote, suggest
from .settings import Setting, parse_setting
from .source import MAX_BYTES, Node, Tree, read_file

#: The format version this package reads.
FORMAT = 1
MAX_FILES = 100
MAX_CHAIN = 20

#: What a file says about itself only; nobody inherits it.
OWN_KEYS = frozenset({"aliases", "sources", "status", "status_reason", "id", "overlay", "applies_to", "extends"})
#: What an overlay says about itself on top of that; it must not overwrite the game's.
OVERLAY_KEYS = OWN_KEYS | {"meldwright", "name", "summary", "omitted", "variant", "family", "behavior"}
#: Mappings whose keys are names the author chooses; * stands for such a name.
NAMED = frozenset(
    {("turn", "call"), ("melds",), ("scoring",), ("match", "final"), ("rulings",), ("rulings", "*", "rules")}
)
#: The mapping in which the order of the rows matters: a file's own rows come after those it inherits.
IN_ORDER = ("deals",)
#: What is wrong with a file that holds no ruleset at all.
NO_RULESET = frozenset({"is-a-folder", "not-a-file", "unreadable-file", "too-large", "not-utf-8", "empty-file",
                        "not-a-mapping", "bad-character", "yaml-syntax", "several-documents"})  # fmt: skip
#: Words in `applies_to` that mean every game.
EVERY_GAME = frozenset({"any", "all", "*"})


@dataclass
class Merged:
    """One tree out of several files.

    `diagnostics` holds everything found so far, errors too: what is left to go on with is in `root`,
    so that one run reports all of it. `files` are the files read, parents first; `id` is the main
    file's id; `games` are that id and those of the games it extends; `is_overlay` says that the main
    file is an overlay, which cannot be played alone; `incomplete`, that a parent could not be found.
    """

    root: Node
    files: tuple[str, ...]
    id: str
    diagnostics: list[Diagnostic] = field(default_factory=list)
    is_overlay: bool = False
    chain: dict[str, tuple[Note, ...]] = field(default_factory=dict)
    games: tuple[str, ...] = ()
    incomplete: bool = False

    def inherited(self, position: Position) -> tuple[Note, ...]:
        """Notes that say how the file of this position came in; empty for the main file."""
        return self.chain.get(position.file, ())


def load_tree(
    name_or_path: str | Path, overlays: Sequence[str | Path] = (), sets: Sequence[str] = (), partial: bool = False
) -> Merged:
    """Find, read and merge a ruleset.

    `overlays` are names or paths as for `--with`, `sets` are `path=value` texts as for `--set`; they
    are applied in this order, after the file itself. Raises RulesetError when there is no tree to go
    on with (a file is missing or is not YAML, `extends` runs in a circle, a setting is malformed). With `partial`
    a parent that is missing is only noted.
    """
    loader = _Loader()
    path = library.find(name_or_path)
    root = loader.resolve(path, ())
    is_overlay = _is_overlay(root)
    for number, overlay in enumerate(overlays, 1):
        root = loader.overlay(root, overlay, number)
    settings: list[Setting] = []
    for number, text in enumerate(sets, 1):
        try:
            settings.append(parse_setting(text, number))
        except RulesetError as error:
            loader.found += error.diagnostics
            loader.fatal = True
    if loader.fatal or (loader.incomplete and not partial):
        raise RulesetError(loader.found)
    for setting in settings:
        root = merge(root, setting.tree, loader.found, filled=True)
        loader.found += setting.diagnostics
    root = _without_nulls(root, loader.found, "" if is_overlay else library.display_name(path))
    own = library.ruleset_id(path)
    games = tuple(dict.fromkeys((own, *loader.games)))
    if not is_overlay:
        loader.found += [d for over in loader.overlays for d in _misapplied(over, games)]
    return Merged(root, tuple(loader.files), own, loader.found, is_overlay, loader.chain, games, loader.incomplete)


def merge(
    base: Node,
    over: Node,
    found: list[Diagnostic],
    without: frozenset[str] = frozenset(),
    filled: bool = False,
    own: bool = False,
    path: tuple[str, ...] = (),
    keep: bool = False,
) -> Node:
    """`base` with `over` laid on top; both stay as they are.

    With `keep`, for house rules built on others, what `over` removes stays removed: it may be the game's.

    `without` are keys of `over` that do not count. With `filled` the mappings of `over` are only the way
    to its values (a setting), so the positions of `base`'s mappings stay. A value that a setting or the main file
    (`own`) removes and that is not there is reported to `found`, and so is a new name that is nearly an inherited one.
    """
    values = dict(base.value)
    for key, new in over.value.items():
        if key in without:
            continue
        old = values.get(key)
        if path == IN_ORDER and old is not None and not filled:  # of rows that overlap the later counts: it moves there
            values[key] = values.pop(key)
        if old is None and new.value is None and (filled or own):
            found.append(_nothing_to_remove(key, new, base, over, filled or _named(path)))
        elif old is None and _named(path):
            found += _near_name(key, new, base, over)
        if old is not None and isinstance(old.value, dict) and isinstance(new.value, dict):
            values[key] = merge(old, new, found, filled=filled, own=own, path=(*path, key), keep=keep)
        elif new.value is None and keep:
            values[key] = new
        elif old is not None and new.value is None:
            del values[key]
        elif old is not None or new.value is not None:
            values[key] = new
    frame = base if filled else over
    return Node(values, frame.position, frame.key_position, "", frame.source, frame.start, frame.style)


def _nothing_to_remove(key: str, new: Node, base: Node, over: Node, surely: bool) -> Diagnostic:
    """A key of the format that is null by default may be written for clarity; a name (`surely`) is a mistake."""
    near = suggest(key, [k for k in base.value if k not in over.value])
    if not new.raw:  # `{contract: 2 trio, straight}`: the comma parts two keys
        message = f"{quote(key)} has no value here, and there is none to take away"
        return Diagnostic("warning", "nothing-to-remove", message, new.place, (), near)
    message = f"there is no {quote(key)} to take away here"
    message += "; it is probably misspelt" if near else ""
    return Diagnostic("warning" if surely or near else "hint", "nothing-to-remove", message, new.place, (), near)


def _near_name(key: str, new: Node, base: Node, over: Node) -> list[Diagnostic]:
    """A warning when a name that the author may choose freely looks like an inherited one gone wrong."""
    near = suggest(key, [k for k in base.value if k not in over.value and _slip(key, k)])
    if near is None:
        return []
    message = f"{quote(key)} is new here, and nearly the name {quote(near)}, which stays as it is"
    return [Diagnostic("warning", "near-name", message, new.place, (), near)]


def _named(path: tuple[str, ...]) -> bool:
    """Are the keys of the mapping at this path names that the author chooses?"""
    return any(
        len(path) == len(known) and all(b in (a, "*") for a, b in zip(path, known, strict=True)) for known in NAMED
    )


def _slip(word: str, meant: str) -> bool:
    """Could `word` be `meant` with a slip of the pen? Names told apart by a number or their beginning are not."""
    if word[:1] != meant[:1] or min(len(word), len(meant)) < 3 or re.sub(r"\d", "", word + meant) != word + meant:
        return False
    matcher = SequenceMatcher(None, word, meant, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    return max(len(word), len(meant)) - same <= (1 if len(meant) < 8 else 2)


class _Unread(RulesetError):
    """A file cannot be read as a ruleset; `why` is what it says itself, `rules` whether it is meant as one."""

    def __init__(self, found: list[Diagnostic], why: Diagnostic, rules: bool) -> None:
        super().__init__(found)
        self.why = why
        self.rules = rules

    def __reduce__(self) -> tuple[type[RulesetError], tuple[tuple[Diagnostic, ...]]]:
        return RulesetError, (self.diagnostics,)


class _Loader:
    """Reads files once each, follows `extends`, remembers how each file came in."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.found: list[Diagnostic] = []
        self.chain: dict[str, tuple[Note, ...]] = {}
        self.games: list[str] = []
        self.overlays: list[tuple[str, Node | None, Position]] = []  # id, applies_to, where it was asked for
        self.fatal = False
        self.incomplete = False
        self.resolved: dict[Path, Node] = {}

    def resolve(self, path: Path, chain: tuple[tuple[Path, Note], ...]) -> Node:
        """The file with all it extends. `chain` leads here: each file and the note that names the next."""
        real = path.resolve()
        if real in self.resolved:
            return self.resolved[real]
        tree = self._read(path, tuple(note for _, note in reversed(chain)))
        root = tree.root
        parents = self._parents(tree)
        base: Node | None = None
        for parent in parents:
            inherited = self._parent(path, real, parent, chain)
            if inherited is None:
                continue
            overlay = _is_overlay(inherited)
            if overlay:
                self.overlays.append((str(parent.value), inherited.get("applies_to"), parent.position))
            if base is None:
                base = _only(inherited, OVERLAY_KEYS if overlay else OWN_KEYS)
            else:
                without = OVERLAY_KEYS if overlay else OWN_KEYS
                base = merge(base, inherited, self.found, without, keep=_is_overlay(root))
        keep = _is_overlay(root)
        merged = root if base is None else merge(base, root, self.found, own=not chain and not keep, keep=keep)
        self.resolved[real] = merged
        self.files.append(tree.source.file)
        if chain and not _is_overlay(merged):
            self.games.insert(0, library.ruleset_id(path))
        return merged

    def overlay(self, root: Node, name: str | Path, number: int) -> Node:
        """Lay one `--with` overlay on top of the game."""
        text = str(name)
        at = Position(f"--with #{number}", 1, 1, len(text) + 1, text)
        path = library.find(name, asked_at=at, what="overlay")
        over = self.resolve(path, ((Path(at.file), Note("brought in by --with", at)),))
        if not _is_overlay(over):
            message = f"{quote(text)} is a game, not an overlay (it has no `overlay: true`)"
            raise RulesetError([*self.found, Diagnostic("error", "not-an-overlay", message, at)])
        self.overlays.append((text, over.get("applies_to"), at))
        return merge(root, over, self.found, OVERLAY_KEYS)

    def _read(self, path: Path, notes: tuple[Note, ...]) -> Tree:
        name = library.display_name(path)
        if len(self.files) >= MAX_FILES:
            raise RulesetError([_error("too-many-files", f"more than {MAX_FILES} files are involved", name, notes)])
        try:
            tree = read_file(path, name)
        except RulesetError as error:
            told = [_with_notes(d, notes) for d in error.diagnostics]
            raise _Unread([*self.found, *told], error.diagnostics[-1], _meant_as_rules(path)) from None
        self.found += [_with_notes(d, notes) for d in (*tree.diagnostics, *_version(tree))]
        self.chain[name] = notes
        return tree

    def _parents(self, tree: Tree) -> list[Node]:
        """The names in `extends`; what is not a name is reported."""
        node = tree.root.get("extends")
        if node is None or node.value is None:
            return []
        names = []
        for item in node.value if isinstance(node.value, list) else [node]:
            if isinstance(item.value, str) and item.value.strip():
                names.append(item)
            else:
                message = "`extends` takes the name of a ruleset or a list of names"
                self.found.append(Diagnostic("error", "wrong-type", message, item.position))
        return names

    def _parent(self, path: Path, real: Path, parent: Node, chain: tuple[tuple[Path, Note], ...]) -> Node | None:
        """A parent with all it extends; None, and a note, when there is none of that name."""
        link = (*chain, (real, Note(f"extended by {library.display_name(path)}", parent.position)))
        notes = tuple(note for _, note in reversed(link))
        try:
            target = library.find(parent.value, path.parent, parent.position, "parent")
        except RulesetError as error:
            self.found += [_with_notes(d, notes[1:]) for d in error.diagnostics]
            self.incomplete = True
            return None
        files = [file for file, _ in link]
        if target.resolve() in files:
            circle = files[files.index(target.resolve()) :]
            steps = " -> ".join(library.ruleset_id(p) for p in (*circle, target))
            raise RulesetError([*self.found, _cycle(steps, parent, link)])
        if len(link) > MAX_CHAIN:
            message = f"`extends` leads through more than {MAX_CHAIN} files"
            raise RulesetError([*self.found, Diagnostic("error", "too-many-files", message, parent.position)])
        try:
            return self.resolve(target, link)
        except _Unread as error:
            if error.rules or error.why.code not in NO_RULESET:
                raise
            self.found.append(_no_ruleset(error.why, parent, notes[1:]))
            self.incomplete = True
            return None


def _cycle(steps: str, parent: Node, link: tuple[tuple[Path, Note], ...]) -> Diagnostic:
    notes = tuple(note for _, note in reversed(link[:-1]))
    return Diagnostic("error", "cyclic-extends", f"`extends` runs in a circle: {steps}", parent.position, notes)


def _no_ruleset(why: Diagnostic, parent: Node, notes: tuple[Note, ...]) -> Diagnostic:
    """The error at the name of a parent that is some other file. None of that file's text is shown."""
    message = f"{quote(str(parent.value), 120)} is not a ruleset"
    place = replace(why.position, text="")
    return Diagnostic("error", "bad-parent", message, parent.position, (Note(why.message, place), *notes))


def _meant_as_rules(path: Path) -> bool:
    """Does a file that cannot be read as a ruleset look like one nevertheless: by a line with the format's version?"""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as stream:
            return re.search(rb"^\s*[\"']?meldwright", stream.read(MAX_BYTES), re.MULTILINE) is not None
    except (OSError, ValueError):
        return False


def _error(code: str, message: str, file: str, notes: tuple[Note, ...]) -> Diagnostic:
    return Diagnostic("error", code, message, Position.whole_file(file), notes)


def _with_notes(d: Diagnostic, notes: tuple[Note, ...]) -> Diagnostic:
    return Diagnostic(d.severity, d.code, d.message, d.position, d.notes + notes, d.suggestion)


def _version(tree: Tree) -> list[Diagnostic]:
    """Every file says which version of the format it is written in."""
    node = tree.root.get("meldwright")
    if node is None:
        first = tree.source.position(tree.root.start, tree.root.start + 1)
        message = f"the format version is missing; a ruleset begins with `meldwright: {FORMAT}`"
        return [Diagnostic("error", "missing-version", message, first)]
    if node.value != FORMAT or isinstance(node.value, bool):
        newer = isinstance(node.value, int) and node.value > FORMAT
        more = "; this file is made for a newer Meldwright" if newer else ""
        message = f"this Meldwright reads format version {FORMAT}, not {_written(node)}{more}"
        return [Diagnostic("error", "unknown-version", message, node.position)]
    return []


def _written(node: Node) -> str:
    return quote(node.value) if isinstance(node.value, str) else node.raw or "this"


def _misapplied(over: tuple[str, Node | None, Position], games: tuple[str, ...]) -> list[Diagnostic]:
    """A hint when an overlay names the games it is for, and this is none of them."""
    name, node, at = over
    wanted = node.plain() if node is not None else None
    wanted = [wanted] if isinstance(wanted, str) else wanted
    if not isinstance(wanted, list) or not wanted:
        return []
    texts = [str(w) for w in wanted]
    if not EVERY_GAME.isdisjoint(texts) or not set(games).isdisjoint(texts):
        return []
    message = f"{quote(name)} is made for {any_of(texts)}, not for {games[0]}; check that it still makes sense"
    return [Diagnostic("hint", "overlay-not-for-game", message, at)]


def _is_overlay(root: Node) -> bool:
    node = root.get("overlay")
    return node is not None and node.value is True


def _only(root: Node, without: frozenset[str]) -> Node:
    values: Mapping[str, Node] = {k: v for k, v in root.value.items() if k not in without}
    return Node(dict(values), root.position, root.key_position, "", root.source, root.start, root.style)


def _without_nulls(node: Node, found: list[Diagnostic], main: str) -> Node:
    """Nulls that removed nothing are dropped; in the file `main` that is worth a hint."""
    if not isinstance(node.value, dict):
        return node
    values = {}
    for key, child in node.value.items():
        if child.value is not None:
            values[key] = _without_nulls(child, found, main)
        elif child.place.file == main:
            message = f"{quote(key)} has no value, which is the same as leaving it out"
            found.append(Diagnostic("hint", "empty-value", message, child.place))
    return Node(values, node.position, node.key_position, node.raw, node.source, node.start, node.style)
