"""What a part of the schema expects, in words for a card player."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .diagnostics import any_of, quote, suggest
from .shape import resolve_ref

_TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping (`key: value` lines)",
    "null": "nothing",
}
#: Forms of text that have a name.
_FORMS = {
    "^[0-9]+(-[0-9]+)?$": "a number or a range, such as 2 or 3-4",
    "^[a-z][a-z0-9_]*$": "a name of small letters, digits and _, beginning with a letter",
}
_WORDS_ONLY = re.compile(r"\^\(?(?:\?:)?([a-z_ ]+(?:\|[a-z_ ]+)*)\)?\$\Z")
_RANGE = re.compile(r"\s*([0-9]{1,3})\s*(?:to|or|bis|through|\.{2,3}|[-–—…])\s*([0-9]{1,3})\s*(?:players)?\s*\Z")
_YES = {"yes", "on", "y", "true"}
_NO = {"no", "off", "n", "false"}


@dataclass(frozen=True)
class Expectation:
    """`nouns` are kinds of value ("a whole number"), `words` the exact texts that are right.

    `stated` means that the schema said it in its own words.
    """

    nouns: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    stated: bool = False

    def plus(self, other: Expectation) -> Expectation:
        """Either of the two."""
        nouns = tuple(dict.fromkeys((*self.nouns, *other.nouns)))
        return Expectation(nouns, tuple(dict.fromkeys((*self.words, *other.words))), self.stated or other.stated)

    def text(self) -> str:
        """For example "a whole number from 1 to 8" or "none, any or a list"."""
        if self.stated:
            return any_of(self.nouns)
        return any_of((*self.words, *self.nouns)) or "something else"

    def near(self, value: Any) -> str | None:
        """The right word for a value that is nearly one."""
        if not isinstance(value, str):
            return None
        found = suggest(value, self.words)
        if found is None and _TYPES["boolean"] in self.nouns and value.casefold() in _YES | _NO:
            return "true" if value.casefold() in _YES else "false"
        return found


def expectation(schema: Any, root: dict[str, Any], rule: str = "") -> Expectation:
    """What this schema expects. `rule` is the keyword that failed, for limits of length."""
    return _expect(schema, root, rule, 0)


def form(pattern: str) -> str:
    """What a text of this regular expression is, for people."""
    return _FORMS.get(pattern, "another form")


def near_range(value: Any, expected: str) -> str | None:
    """The range that "2 to 4", "2..4" or "2 – 4" means, where a range is expected; else None."""
    found = _RANGE.match(value) if isinstance(value, str) and "range" in expected else None
    return f"{found.group(1)}-{found.group(2)}" if found else None


def said(value: Any) -> str:
    """A value as a message names it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quote(value) if value else "an empty text"
    if isinstance(value, dict):
        return "a mapping" if value else "an empty mapping"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    return "nothing" if value is None else str(value)


def _expect(schema: Any, root: dict[str, Any], rule: str, depth: int) -> Expectation:
    if not isinstance(schema, dict) or depth > 8:
        return Expectation()
    if "x-expected" in schema:
        words = _expect({k: v for k, v in schema.items() if k != "x-expected"}, root, rule, depth + 1).words
        return Expectation((str(schema["x-expected"]),), words, True)
    if "const" in schema:
        return Expectation(words=(_word(schema["const"]),))
    if "enum" in schema:
        return Expectation(words=tuple(_word(w) for w in schema["enum"] if w is not None))
    for branch in ("anyOf", "oneOf"):
        if branch in schema:
            whole = Expectation()
            for part in schema[branch]:
                whole = whole.plus(_expect(part, root, rule, depth + 1))
            return whole
    if "type" not in schema:
        for part in (*([resolve_ref(schema["$ref"], root)] if "$ref" in schema else []), *schema.get("allOf", ())):
            found = _expect(part, root, rule, depth + 1)
            if found.nouns or found.words:
                return found
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    only = _WORDS_ONLY.match(str(schema.get("pattern", "")))
    words = tuple(only.group(1).split("|")) if only else ()
    nouns = [_noun(t, schema, rule) for t in types if t != "null" and not (words and t == "string")]
    return Expectation(tuple(nouns) or (() if words else _limits_only(schema)), words)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else said(value)


def _noun(kind: str, schema: dict[str, Any], rule: str) -> str:
    noun = _TYPES.get(kind, kind)
    if kind in ("integer", "number"):
        return noun + _range(schema)
    if kind == "array" and rule in ("minItems", "maxItems"):
        return noun + _count(schema, "minItems", "maxItems", "entry", "entries")
    if kind == "object" and rule in ("minProperties", "maxProperties"):
        return "a mapping" + _count(schema, "minProperties", "maxProperties", "key", "keys")
    if kind == "string" and rule in ("minLength", "maxLength"):
        return noun + _count(schema, "minLength", "maxLength", "character", "characters")
    if kind == "string" and "pattern" in schema:
        examples = [e for e in schema.get("examples", ()) if isinstance(e, str)]
        if examples:
            return f"text such as {any_of([quote(e) for e in examples[:3]])}"
        named = _FORMS.get(schema["pattern"])
        return named or "text of another form"
    return noun


def _limits_only(schema: dict[str, Any]) -> tuple[str, ...]:
    """A schema without a type, as for the names of keys."""
    if schema.get("pattern") in _FORMS:
        return (_FORMS[schema["pattern"]],)
    if "maxLength" in schema or "minLength" in schema:
        return ("text" + _count(schema, "minLength", "maxLength", "character", "characters"),)
    limits = _range(schema)
    return (f"a number{limits}",) if limits else ()


def _range(schema: dict[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if "exclusiveMinimum" in schema and low is None:
        return f" above {schema['exclusiveMinimum']}"
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" of at least {low}"
    return f" of at most {high}" if high is not None else ""


def _count(schema: dict[str, Any], low: str, high: str, one: str, many: str) -> str:
    least, most = schema.get(low), schema.get(high)
    if least is not None and most is not None:
        return f" of {least} {one}" if least == most == 1 else f" of {least} to {most} {many}"
    if least is not None:
        return f" of at least {least} {one if least == 1 else many}"
    return f" of at most {most} {one if most == 1 else many}"
