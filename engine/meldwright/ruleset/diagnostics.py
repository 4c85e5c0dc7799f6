"""What is wrong in a ruleset, where, and what would be right.

A `Diagnostic` points at a place in a file; `render` prints it the way a compiler does. Nothing
here reads files or knows the format, so every other module may import it.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Severity = Literal["error", "warning", "hint"]

#: Version of the JSON form returned by `to_json`.
JSON_FORMAT = 1
#: How many diagnostics `render_all` shows before it says "and N more".
SCREEN = 20

_ORDER = {"error": 0, "warning": 1, "hint": 2}
_COLORS = {"error": "31", "warning": "33", "hint": "36"}
_LONGEST = 1000  # characters of a source line in the JSON form
_WINDOW = 120  # characters of a source line that are shown around the caret


@dataclass(frozen=True)
class Position:
    """A stretch of one line of a file.

    Lines and columns count characters from 1; `end_column` is exclusive. Line 0 means the file as a
    whole (it is missing, or cannot be read). `file` may be a pseudo file such as `--set #2`.
    """

    file: str
    line: int
    column: int
    end_column: int
    text: str

    @classmethod
    def whole_file(cls, file: str) -> Position:
        """The position for a problem of the file as such."""
        return cls(file, 0, 0, 0, "")

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True)
class Note:
    """A remark that belongs to a diagnostic, with a place of its own or none."""

    message: str
    position: Position | None = None


@dataclass(frozen=True)
class Diagnostic:
    """One problem. `code` is a kebab-case word for it; `suggestion` is the likely right text."""

    severity: Severity
    code: str
    message: str
    position: Position
    notes: tuple[Note, ...] = ()
    suggestion: str | None = None


class RulesetError(ValueError):
    """A ruleset cannot be used; `diagnostics` says why, worst places first."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(tidy(diagnostics))
        super().__init__(render_all(self.diagnostics))

    def __reduce__(self) -> tuple[type[RulesetError], tuple[tuple[Diagnostic, ...]]]:
        return type(self), (self.diagnostics,)


class InputError(RulesetError):
    """Something that is no ruleset, such as a situation or a score sheet, cannot be used; `diagnostics` says why."""


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Is there one that makes the ruleset unusable?"""
    return any(d.severity == "error" for d in diagnostics)


def tidy(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Without repetitions, in the order of the files and lines.

    A hint at a place that also has an error says nothing new and is left out. Files keep the order
    in which they first occur; what was typed at the command line comes last.
    """
    unique = list(dict.fromkeys(diagnostics))
    faulty = {_place(d) for d in unique if d.severity == "error"}
    kept = [d for d in unique if d.severity != "hint" or _place(d) not in faulty]
    files: dict[str, tuple[int, int, str]] = {}
    for d in kept:
        name = d.position.file
        files.setdefault(name, (1, len(name), name) if name.startswith("--") else (0, len(files), name))
    return sorted(kept, key=lambda d: (files[d.position.file], d.position.line, d.position.column, _ORDER[d.severity]))


def render(d: Diagnostic, color: bool = False) -> str:
    """The diagnostic as text of several lines, without a final line break.

    With `color`, ANSI colours are added; the text is otherwise the same.
    """
    paint = _painter(color)
    head = paint(f"{d.severity}[{d.code}]", _COLORS[d.severity], bold=True)
    lines = [f"{head} {paint(printable(str(d.position)), '1')}: {printable(d.message)}"]
    lines += _snippet(d.position, paint, _COLORS[d.severity])
    if d.suggestion is not None:
        lines.append(f"  {paint('did you mean', '32')}: {printable(d.suggestion)}")
    for note in d.notes:
        where = f"{printable(str(note.position))}: " if note.position else ""
        lines.append(f"  {paint('note', '34')}: {where}{printable(note.message)}")
        if note.position:
            lines += _snippet(note.position, paint, "34")
    return "\n".join(lines)


def render_all(diagnostics: Sequence[Diagnostic], color: bool = False, limit: int = SCREEN) -> str:
    """All of them, an empty line apart; beyond `limit` only their number (errors are shown first then)."""
    chosen = list(diagnostics)
    if len(chosen) > limit:
        worst = sorted(range(len(chosen)), key=lambda i: (_ORDER[chosen[i].severity], i))[:limit]
        chosen = [chosen[i] for i in sorted(worst)]
    parts = [render(d, color) for d in chosen]
    more = len(diagnostics) - len(chosen)
    if more:
        parts.append(f"and {more} more")
    return "\n\n".join(parts)


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """For example "2 errors, 1 hint"; "no problems" for none."""
    counts = [(s, sum(d.severity == s for d in diagnostics)) for s in _ORDER]
    said = [f"{n} {s}{'s' if n != 1 else ''}" for s, n in counts if n]
    return ", ".join(said) or "no problems"


def to_json(diagnostics: Iterable[Diagnostic]) -> dict[str, Any]:
    """Plain data for machines: `{"format": 1, "diagnostics": [...]}`."""
    return {"format": JSON_FORMAT, "diagnostics": [_diagnostic_json(d) for d in diagnostics]}


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to `word`, or None when none is near. Case and - _ space do not count."""
    wanted = _fold(word[:64])
    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(_fold(candidate), candidate)
    if wanted in folded:
        return folded[wanted]
    near = difflib.get_close_matches(wanted, folded, n=1, cutoff=0.7)
    if near:
        return folded[near[0]]
    swapped = [k for k in folded if len(k) > 2 and sorted(k) == sorted(wanted)]
    return folded[swapped[0]] if swapped else None


def nearer(word: str, first: str | None, second: str | None) -> str | None:
    """Of two suggestions the one nearer to `word`; the first where they are as near."""
    if first is None or second is None:
        return first or second
    near = [difflib.SequenceMatcher(None, _fold(word), _fold(found)).ratio() for found in (first, second)]
    return second if near[1] > near[0] else first


def quote(text: str, limit: int = 50) -> str:
    """The user's own text for a message: in quotes, on one line, not too long."""
    text = printable(text)
    return f'"{text if len(text) <= limit else text[: limit - 1] + "…"}"'


def any_of(words: Sequence[str], limit: int = 12) -> str:
    """ "a", "a or b", "a, b or c"; a long list is cut."""
    if len(words) > limit:
        return ", ".join(words[:limit]) + f" or {len(words) - limit} more"
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " or " + words[-1]


def printable(text: str) -> str:
    """The text with what could upset a terminal written as escapes."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def _fold(word: str) -> str:
    return re.sub(r"[-_\s]+", "", word).casefold()


def _place(d: Diagnostic) -> tuple[str, int, int]:
    return d.position.file, d.position.line, d.position.column


class _painter:
    def __init__(self, color: bool) -> None:
        self.color = color

    def __call__(self, text: str, code: str, bold: bool = False) -> str:
        if not self.color:
            return text
        return f"\x1b[{'1;' if bold else ''}{code}m{text}\x1b[0m"


def _snippet(p: Position, paint: _painter, code: str) -> list[str]:
    """The source line and the caret below it; a long line is cut to the part around the caret."""
    if not p.line or not p.text.strip():
        return []
    start, end = p.column - 1, max(p.end_column - 1, p.column)
    text, low = p.text, 0
    if len(text) > _WINDOW:
        low = max(0, min(start - _WINDOW // 3, len(text) - _WINDOW))
    shown = "".join(c if c.isprintable() else " " for c in text[low : low + _WINDOW])
    dots = "…" if low else ""
    tail = "…" if low + _WINDOW < len(text) else ""
    before = _width(dots + shown[: start - low])
    marked = max(1, _width(shown[start - low : end - low]))
    gutter = f"{p.line:>5} | "
    blank = " " * (len(gutter) - 2) + "| "
    caret = paint("^" + "~" * (marked - 1), code)
    return [gutter + dots + shown + tail, blank + " " * before + caret]


def _width(text: str) -> int:
    """Columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)


def _position_json(p: Position) -> dict[str, Any]:
    text = p.text[:_LONGEST]
    return {"file": p.file, "line": p.line, "column": p.column, "end_column": p.end_column, "text": text}


def _diagnostic_json(d: Diagnostic) -> dict[str, Any]:
    notes = [{"message": n.message} | (_position_json(n.position) if n.position else {}) for n in d.notes]
    return {
        "severity": d.severity,
        "code": d.code,
        "message": d.message,
        **_position_json(d.position),
        "suggestion": d.suggestion,
        "notes": notes,
    }
