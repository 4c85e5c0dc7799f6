"""Checks the shape of a merged ruleset against the JSON Schema, in words of our own.

jsonschema finds the faults; this module says them: one message for one mistake, at the key or the
value that is wrong, with what was expected there and the nearest right word. Alternatives (`anyOf`,
`oneOf`) are reported for the branch that the value was most likely meant to be.

A schema may say what it expects in its own words with `x-expected: "a number of cards"`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from . import library
from .diagnostics import Diagnostic, any_of, nearer, suggest, tidy
from .expected import Expectation, expectation, form, near_range, said
from .merge import Merged
from .shape import all_keys, flatten, known_keys, property_schema
from .source import Node

Json = dict[str, Any]
TreePath = tuple[str | int, ...]
ValidationError = Any  # jsonschema's, which is imported only when it is needed

#: How many faults of shape are looked for.
MAX_FAULTS = 300
#: Checked by the loader, file by file.
_LOADER_KEYS = {"meldwright"}
_STRUCTURE = {"additionalProperties", "unevaluatedProperties", "required", "dependentRequired", "propertyNames"}
_RANK = {"enum": 0, "const": 0, "type": 1}


def validate(merged: Merged, schema: Json | None = None) -> list[Diagnostic]:
    """Everything found by loading and by the schema, sorted; empty when there is nothing to say.

    `schema` is the package's own by default. Raises OSError when that cannot be read.
    """
    return examine(merged, load_schema() if schema is None else schema)[0]


def examine(merged: Merged, schema: Json) -> tuple[list[Diagnostic], set[TreePath]]:
    """What `validate` says, and the paths of the nodes that have an error."""
    from jsonschema import Draft202012Validator

    checker = Draft202012Validator(schema)
    speaker = _Speaker(merged, schema)
    speaker.report(checker.iter_errors(merged.root.plain()))
    told = {d.position for d in merged.diagnostics if d.severity == "error"}
    found = tidy([*merged.diagnostics, *(d for d in speaker.diagnostics() if d.position not in told)])
    return found, {*speaker.values, *speaker.keys, *(path[:-1] for path in speaker.missing)}


def load_schema() -> Json:
    """The schema of the ruleset format, as plain data."""
    return _load(library.schema_path())


@cache
def _load(path: Path) -> Json:
    loaded: Json = json.loads(path.read_text(encoding="utf-8"))
    return loaded


class _Speaker:
    """Collects diagnostics by the place they speak of, so that one mistake is told once."""

    def __init__(self, merged: Merged, schema: Json) -> None:
        self.merged = merged
        self.schema = schema
        self.values: dict[tuple[str | int, ...], tuple[int, Diagnostic]] = {}
        self.keys: dict[tuple[str | int, ...], Diagnostic] = {}
        self.missing: dict[tuple[str | int, ...], Diagnostic] = {}

    def diagnostics(self) -> list[Diagnostic]:
        """What is left when a misspelt key is not also reported as missing."""
        near = {(*path[:-1], d.suggestion) for path, d in self.keys.items()}
        missing = [d for path, d in self.missing.items() if path not in near]
        return [*(d for _, d in self.values.values()), *self.keys.values(), *missing]

    def report(self, errors: Iterable[ValidationError], below: tuple[str | int, ...] = ()) -> None:
        for error in errors:
            if len(self.values) + len(self.keys) >= MAX_FAULTS:
                break  # a hostile or a wholly different file; searching for near words takes time
            path = (*below, *error.relative_path) if below else tuple(error.absolute_path)
            if path[:1] and path[0] in _LOADER_KEYS:
                continue
            self._one(error, path)

    def _one(self, error: ValidationError, path: tuple[str | int, ...]) -> None:
        rule = str(error.validator)
        if rule in ("additionalProperties", "unevaluatedProperties") and isinstance(error.instance, dict):
            self._unknown_keys(error, path)
        elif rule == "required":
            self._missing(error.validator_value, error, path)
        elif rule == "dependentRequired":
            wanted = [w for k, ws in error.validator_value.items() if k in error.instance for w in ws]
            self._missing(wanted, error, path)
        elif "propertyNames" in error.relative_schema_path and isinstance(error.instance, str):
            self._bad_key(error, path)
        elif rule in ("anyOf", "oneOf") and error.context:
            self._alternatives(error, path)
        else:
            self._value(rule, error.schema, path)

    # -- keys ---------------------------------------------------------------------------------

    def _unknown_keys(self, error: ValidationError, path: tuple[str | int, ...]) -> None:
        schema = error.schema if isinstance(error.schema, dict) else {}
        known = list(known_keys(schema, self.schema))
        patterns = [p for s in flatten(schema, self.schema) for p in s.get("patternProperties", {})]
        for key in error.instance:
            if key in known or any(re.search(p, key) for p in patterns):
                continue
            if len(self.keys) >= MAX_FAULTS:
                break
            if patterns and not known:
                message = f"{said(key)} cannot be a key {_group(path)}; expected {form(patterns[0])}"
                self._key((*path, key), "bad-key", message, near_range(key, form(patterns[0])))
                continue
            near = nearer(key, suggest(key, [k for k in known if k not in error.instance]), suggest(key, known))
            self._unknown_key((*path, key), known, near)

    def _unknown_key(self, path: tuple[str | int, ...], known: list[str], near: str | None) -> None:
        key, where = str(path[-1]), _group(path[:-1])
        message = f"there is no key {said(key)} {where}"
        if near is None:
            homes = [h for h in self._homes(key) if h != _dotted(path)]
            if homes:
                message += f"; it belongs to {any_of([f'`{h}`' for h in homes[:3]])}"
            elif known:
                message += f"; expected {any_of(known)}"
        self._key(path, "unknown-key", message, near)

    def _bad_key(self, error: ValidationError, path: tuple[str | int, ...]) -> None:
        hope = expectation(error.schema, self.schema, str(error.validator))
        message = f"{said(error.instance)} cannot be a key {_group(path)}; expected {hope.text()}"
        self._key(
            (*path, error.instance),
            "bad-key",
            message,
            suggest(error.instance, hope.words) or near_range(error.instance, hope.text()),
        )

    def _key(self, path: tuple[str | int, ...], code: str, message: str, near: str | None) -> None:
        node = self._node(path)
        notes = self.merged.inherited(node.place)
        self.keys.setdefault(path, Diagnostic("error", code, message, node.place, notes, near))

    def _missing(self, wanted: list[str], error: ValidationError, path: tuple[str | int, ...]) -> None:
        if not path and self.merged.is_overlay:
            return  # an overlay is a part of a ruleset
        node = self._node(path)
        for key in wanted:
            if key in error.instance or (not path and key in _LOADER_KEYS):
                continue
            message = f"the key `{key}` is missing {_group(path)}"
            schema = property_schema(error.schema, key, self.schema)
            hope = expectation(schema, self.schema) if schema is not None else None
            if hope and (hope.nouns or hope.words):
                message += f"; it takes {hope.text()}"
            place = node.key_position or self._first(node)
            self.missing.setdefault(
                (*path, key), Diagnostic("error", "missing-key", message, place, self.merged.inherited(place))
            )

    # -- values -------------------------------------------------------------------------------

    def _value(self, rule: str, schema: Any, path: tuple[str | int, ...], hope: Expectation | None = None) -> None:
        node = self._node(path)
        value = node.plain() if not isinstance(node.value, (dict, list)) else node.value
        hope = hope or expectation(schema, self.schema, rule)
        key = _called(path)
        if rule == "uniqueItems":
            message, code = f"{key or 'the list '}names something twice", "repeated-item"
        else:
            what = said(value)
            message = f"{key}takes {hope.text()}, not {what}" if key else f"expected {hope.text()}, found {what}"
            code = _code(rule, value, hope)
        near = hope.near(value) or near_range(value, hope.text())
        d = Diagnostic("error", code, message, node.position, self.merged.inherited(node.position), near)
        rank = _RANK.get(rule, 2)
        if path not in self.values or self.values[path][0] > rank:
            self.values[path] = (rank, d)

    def _alternatives(self, error: ValidationError, path: tuple[str | int, ...]) -> None:
        """Report the branch that was meant; where none stands out, what all of them expect."""
        branches: dict[int, list[ValidationError]] = {}
        for child in error.context or ():
            branches.setdefault(int(child.relative_schema_path[0]), []).append(child)
        schemas: list[Any] = error.validator_value
        fitting = {i: es for i, es in branches.items() if not any(_misses(e) for e in es)}
        if len(fitting) > 1 and isinstance(error.instance, dict):
            best = max(fitting, key=lambda i: self._likeness(error.instance, schemas[i], fitting[i]))
            fitting = {best: fitting[best]}
        if len(fitting) == 1:
            [(_, errors)] = fitting.items()
            if any(e.relative_path or e.validator in _STRUCTURE or e.context for e in errors):
                self.report(errors, path)
                return
            if isinstance(error.instance, (dict, list)):
                self.report(errors, path)
                return
        hope = Expectation()
        for schema in schemas:
            hope = hope.plus(expectation(schema, self.schema))
        own = expectation(error.schema, self.schema)
        if own.stated:
            hope = Expectation(own.nouns, hope.words, True)
        rule = next((str(e.validator) for es in fitting.values() for e in es), "type")
        self._value(rule, error.schema, path, hope)

    def _likeness(self, instance: Json, schema: Any, errors: list[ValidationError]) -> tuple[int, int]:
        known = set(known_keys(schema, self.schema)) if isinstance(schema, dict) else set()
        return len(known & set(instance)), -len(errors)

    # -- places -------------------------------------------------------------------------------

    def _node(self, path: tuple[str | int, ...]) -> Node:
        """The node of a path; the nearest one above it if it is not there."""
        node = self.merged.root
        for step in path:
            below = node.get(step)
            if below is None:
                break
            node = below
        return node

    def _first(self, node: Node) -> Any:
        """The first character of a mapping without a key of its own (the root)."""
        p = node.position
        return type(p)(p.file, p.line, p.column, p.column + 1, p.text)

    def _homes(self, key: str) -> list[str]:
        return all_keys(json.dumps(self.schema)).get(key, [])


def _misses(error: ValidationError) -> bool:
    """Does this error say that the branch was not meant at all?"""
    if not error.relative_path:
        return bool(error.validator == "type")
    # a key with a fixed word tells the branches apart
    return bool(error.validator == "const") and len(error.relative_path) == 1


def _code(rule: str, value: Any, hope: Expectation) -> str:
    if rule in ("enum", "const") and hope.words:
        return "unknown-word" if isinstance(value, str) else "wrong-type"
    if rule in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        return "out-of-range"
    if rule in ("minItems", "maxItems", "minProperties", "maxProperties", "minLength", "maxLength"):
        return "wrong-length"
    return "wrong-type" if rule == "type" else "bad-value"


def _dotted(path: tuple[str | int, ...]) -> str:
    return ".".join(str(p) for p in path)


def _called(path: tuple[str | int, ...]) -> str:
    """A value by its key; a key that is not a word by the one above it as well."""
    if not path or not isinstance(path[-1], str):
        return ""
    key = path[-1]
    return f"`{key}` " if key.isidentifier() and key.islower() else f"`{_dotted(path[-2:])}` "


def _group(path: tuple[str | int, ...]) -> str:
    return f"in `{_dotted(path)}`" if path else "at the top level"
