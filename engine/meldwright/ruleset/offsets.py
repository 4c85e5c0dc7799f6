"""Where each character of a scalar's value stands in its file.

A pattern or an expression is a YAML scalar, plain, quoted or a block. Its errors are offsets within
the value; `value_map` turns them into offsets within the source text.
"""

from __future__ import annotations

import re

_FOLD = re.compile(r"[ \t]*(?:\r\n|[\n\r\x85\u2028\u2029])[ \t]*")
_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
_HEADER = re.compile(r"[|>][^\r\n]*(?:\r\n|[\n\r])")
_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
_ESCAPE_LENGTH = {"x": 4, "u": 6, "U": 10}


def value_map(value: str, text: str, start: int, style: str) -> list[int] | None:
    """For each character of `value` its index in `text`, and the index after the last one.

    `start` is where the scalar begins in `text`, `style` is its quote or block sign ("" for plain).
    Returns None when the two do not fit together.
    """
    match = _PROPERTIES.match(text, start)
    start = match.end() if match else start
    if style in ("|", ">"):
        return _block(value, text, start)
    if style in ("'", '"'):
        if text[start : start + 1] != style:
            return None
        return _flow(value, text, start + 1, style)
    return _flow(value, text, start, style)


def _flow(value: str, text: str, at: int, style: str) -> list[int] | None:
    """Plain and quoted scalars: characters one by one, escapes and folded line breaks as a whole."""
    places: list[int] = []
    i = 0
    while i < len(value):
        if at >= len(text):
            return None
        fold = _FOLD.match(text, at)
        if fold:
            i, at = _folded(value, i, text, at, places)
            continue
        if style == '"' and text[at] == "\\":
            gap = _BREAK.match(text, at + 1)
            if gap:  # an escaped line break stands for nothing
                at = gap.end()
                while text[at : at + 1] in (" ", "\t"):
                    at += 1
                continue
            length = _ESCAPE_LENGTH.get(text[at + 1 : at + 2], 2)
        elif style == "'" and text[at : at + 2] == "''":
            length = 2
        else:
            if text[at] != value[i]:
                return None
            length = 1
        places.append(at)
        at += length
        i += 1
    places.append(at)
    return places


def _folded(value: str, i: int, text: str, at: int, places: list[int]) -> tuple[int, int]:
    """One line break becomes a space, n breaks become n - 1; all stand where the first one is."""
    first, breaks = at, 0
    fold = _FOLD.match(text, at)
    while fold:
        breaks, at = breaks + 1, fold.end()
        fold = _FOLD.match(text, at)
    count = max(1, breaks - 1)
    count = min(count, len(value) - i)
    places.extend([first] * count)
    return i + count, at


def _block(value: str, text: str, at: int) -> list[int] | None:
    """Block scalars: line by line; what lies between two lines' words stands at the end of the first."""
    header = _HEADER.match(text, at)
    if not header:
        return None
    at = header.end()
    places: list[int] = []
    while len(places) < len(value) and at < len(text):
        gap = _BREAK.search(text, at)
        end = gap.start() if gap else len(text)
        words = text[at:end].strip(" \t")
        if words:
            found = value.find(words, len(places))
            if found < 0 or value[len(places) : found].strip(" \t\n"):
                return None
            begin = at + text[at:end].index(words)
            before = places[-1] + 1 if places else begin
            places.extend([before] * (found - len(places)))
            places.extend(range(begin, begin + len(words)))
        at = gap.end() if gap else end
    if value[len(places) :].strip(" \t\n"):
        return None
    last = places[-1] + 1 if places else at
    places.extend([last] * (len(value) - len(places) + 1))
    return places
