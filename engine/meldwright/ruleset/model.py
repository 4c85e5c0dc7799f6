"""Rulesets for use: `load_ruleset` gives a checked `Ruleset` or says what is wrong, `check_ruleset` only says it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .build import build
from .diagnostics import Diagnostic, RulesetError, has_errors, tidy
from .library import ruleset_id
from .lint import lint
from .merge import Merged, load_tree
from .rules import Ruleset, Seated
from .schema import load_schema, validate

__all__ = ["Ruleset", "Seated", "check_ruleset", "load_ruleset"]


def load_ruleset(
    name_or_path: str | Path, overlays: Sequence[str | Path] = (), sets: Sequence[str] = ()
) -> Ruleset:
    """The ruleset of an id, alias or path, with overlays (`house/...` or paths) and settings (`a.b=value`).

    Raises RulesetError, with all diagnostics, when it cannot be played.
    """
    ruleset, found = _checked(name_or_path, overlays, sets)
    if ruleset is None or has_errors(found):
        raise RulesetError(found)
    return ruleset


def check_ruleset(
    name_or_path: str | Path, overlays: Sequence[str | Path] = (), sets: Sequence[str] = ()
) -> list[Diagnostic]:
    """Everything there is to say about a ruleset: errors, warnings and hints, in the order of the lines."""
    try:
        return _checked(name_or_path, overlays, sets)[1]
    except RulesetError as error:
        return list(error.diagnostics)


def _checked(
    name_or_path: str | Path, overlays: Sequence[str | Path], sets: Sequence[str]
) -> tuple[Ruleset | None, list[Diagnostic]]:
    merged = load_tree(name_or_path, overlays, sets)
    found = validate(merged)
    if has_errors(found):
        return None, found
    if merged.is_overlay:
        return None, tidy([*found, _not_playable(merged)])
    ruleset, more = build(merged, load_schema(), describe(merged.id, overlays, sets))
    found += more
    if ruleset is not None:
        found += lint(ruleset, merged)
    return ruleset, tidy(found)


def describe(id: str, overlays: Sequence[str | Path], sets: Sequence[str]) -> str:
    """What a ruleset is called with everything that changes it: `gin-rummy --with house/x --set a=b`."""
    withs = [f"--with {ruleset_id(o) if isinstance(o, Path) else o}" for o in overlays]
    return " ".join([id, *withs, *(f"--set {text}" for text in sets)])


def _not_playable(merged: Merged) -> Diagnostic:
    node = merged.root.get("overlay") or merged.root
    games = merged.root.get("applies_to")
    base = games.value[0].value if games is not None and games.value else "basic-rummy"
    message = f"this is a set of house rules, which cannot be played alone; add it to a game with --with ({base}, ...)"
    return Diagnostic("hint", "overlay-alone", message, node.place)
