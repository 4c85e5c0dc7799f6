"""Where rulesets come from: the built-in ones, house overlays, and files of the user.

Built-in data lies in the repository's `rulesets/` and `schemas/`, or, once installed, in the
package's `data/` folder.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from .diagnostics import Diagnostic, Position, RulesetError, quote, suggest
from .source import MAX_BYTES, parse

FOLDERS = ("house", "rulings")  # of overlays: house rules, and tables of rulings that games extend
_SUFFIXES = (".rummy.yaml", ".rummy.yml", ".yaml", ".yml")
_HEADER_KEYS = "name|aliases|family|status|summary|overlay|applies_to|extends"
_HEADER = re.compile(rf"^(?:{_HEADER_KEYS})[ \t]*:.*\n?(?:[ \t#\-\]}}].*\n?|\n)*", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """The header of a built-in file. `id` is what it is called by: `gin-rummy`, `house/ace-high`."""

    id: str
    path: Path
    name: str
    aliases: tuple[str, ...] = ()
    family: str = ""
    status: str = ""
    summary: str = ""
    overlay: bool = False
    applies_to: tuple[str, ...] = ()


@cache
def data_folder() -> Path:
    """The folder that holds `rulesets/` and `schemas/`: the package's data, or the source checkout."""
    packaged = Path(str(resources.files("meldwright"))) / "data"
    if (packaged / "rulesets").is_dir():
        return packaged
    return Path(__file__).resolve().parents[3]


def rulesets_folder() -> Path:
    """The folder of the built-in rulesets."""
    return data_folder() / "rulesets"


def schema_path() -> Path:
    """The JSON Schema of the format."""
    return data_folder() / "schemas" / "ruleset.schema.json"


def list_games() -> list[Entry]:
    """The built-in games, by id."""
    return [entry for entry in _entries("") if not entry.overlay]


def list_overlays() -> list[Entry]:
    """The built-in overlays (house rules), by id."""
    return [entry for entry in (*_entries(""), *_entries("house")) if entry.overlay]


def ruleset_id(path: Path) -> str:
    """What a file is called by: its name without suffix, below the built-in folder with its folder."""
    stem = path.name
    for suffix in _SUFFIXES:
        if stem.endswith(suffix) and len(stem) > len(suffix):
            stem = stem[: -len(suffix)]
            break
    inside = path.parent.name in FOLDERS and path.parent.parent == rulesets_folder()
    return f"{path.parent.name}/{stem}" if inside else stem


def display_name(path: Path) -> str:
    """How messages call a file: a built-in one by its place among them, others relative to the working folder where
    that is shorter."""
    text = str(path)
    if rulesets_folder() in (path.parent, path.parent.parent):
        short = path.relative_to(rulesets_folder().parent)
        if not short.exists() or short.resolve() == path.resolve():
            return short.as_posix()
    try:
        relative = os.path.relpath(path)
    except (OSError, ValueError):
        return text
    return relative if len(relative) < len(text) and not relative.startswith("..") else text


def find(name: str | Path, base: Path | None = None, asked_at: Position | None = None, what: str = "ruleset") -> Path:
    """The file of a ruleset given by id, alias or path.

    Paths are relative to `base` (a folder), else to the working folder. Raises RulesetError, at
    `asked_at` where given, with a suggestion for a name that is near.
    """
    text = str(name)
    if isinstance(name, str):
        builtin = _builtin(text)
        if builtin:
            return builtin
    path = (base or Path()) / text
    where = asked_at or Position.whole_file(text or '""')
    if _is_something(path):
        return path
    if isinstance(name, Path) or _looks_like_path(text):
        raise RulesetError([_missing_file(path, text, where, asked_at is not None)])
    near = _near(text, what)
    message = f"there is no {'ruleset' if what == 'parent' else what} called {quote(text)}"
    message += " to extend" if what == "parent" else ""
    code = "missing-parent" if what == "parent" else f"unknown-{what}"
    raise RulesetError([Diagnostic("error", code, message, where, (), near)])


def _near(text: str, what: str) -> str | None:
    """The built-in file whose name is near; house rules only where they were asked for, or spelt right but for that."""
    house = {e.id.removeprefix("house/"): e.id for e in list_overlays()}
    if what == "overlay" or text.casefold().startswith("house/"):
        stem = suggest(text.casefold().removeprefix("house/"), house)
        return None if stem is None else house[stem]
    games = list_games()
    names = [e.id for e in games]
    if what == "ruleset":
        names += [alias for e in games for alias in (e.name, *e.aliases)]
    return house.get(text.casefold()) or suggest(text, names)


def _missing_file(path: Path, text: str, where: Position, quoted: bool) -> Diagnostic:
    if text.strip("./\\") == "" and path.is_dir():
        what = f"{quote(text, 120)} is" if quoted else "this is"
        return Diagnostic("error", "is-a-folder", f"{what} a folder; name a file in it", where)
    try:
        siblings = sorted(p.name for p in path.parent.iterdir() if p.name.endswith((".yaml", ".yml")))
    except (OSError, ValueError):
        siblings = []
    near = suggest(path.name, siblings)
    if near is not None:
        near = text[: len(text) - len(path.name)] + near
    message = f"there is no file {quote(text, 120)}" if quoted else "there is no such file"
    return Diagnostic("error", "missing-file", message, where, (), near)


def _is_something(path: Path) -> bool:
    try:
        return bool(path.name) and path.exists()
    except (OSError, ValueError):
        return False


def _looks_like_path(text: str) -> bool:
    return text.endswith(_SUFFIXES) or text.startswith((".", "/", "~")) or "\\" in text


def _builtin(text: str) -> Path | None:
    """A built-in file by its id (without reading any), then by name or alias."""
    if re.fullmatch(rf"((?:{'|'.join(FOLDERS)})/)?[a-z0-9-]{{1,80}}", text):
        path = rulesets_folder() / f"{text}.yaml"
        if path.is_file():
            return path
    if _looks_like_path(text) or len(text) > 80:
        return None
    wanted = _fold(text)
    entries = (*_entries(""), *_entries("house"))
    for entry in entries:
        if wanted == _fold(entry.id):
            return entry.path
    for entry in entries:
        if not entry.overlay and wanted in map(_fold, (entry.name, *entry.aliases)):
            return entry.path
    return None


def _fold(text: str) -> str:
    return re.sub(r"[-_\s]+", "-", text.strip()).casefold()


@cache
def _entries(folder: str) -> tuple[Entry, ...]:
    root = rulesets_folder() / folder
    if not root.is_dir():
        return ()
    return tuple(_read_entry(p, f"{folder}/{p.stem}" if folder else p.stem) for p in sorted(root.glob("*.yaml")))


def _read_entry(path: Path, id: str) -> Entry:
    """Only the header keys are parsed; a file that is broken is listed by its id alone."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as stream:
            text = stream.read(MAX_BYTES)
        head: dict[str, Any] = parse("".join(_HEADER.findall(text)), str(path)).root.plain()
    except (OSError, RulesetError):
        return Entry(id, path, id, overlay=id.startswith("house/"))
    return Entry(
        id=id,
        path=path,
        name=str(head.get("name") or id),
        aliases=_texts(head.get("aliases")),
        family=str(head.get("family") or ""),
        status=str(head.get("status") or ""),
        summary=" ".join(str(head.get("summary") or "").split()),
        overlay=head.get("overlay") is True,
        applies_to=_texts(head.get("applies_to")),
    )


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(str(v) for v in value) if isinstance(value, list) else ()
