"""Rulesets for use: `load_ruleset` gives a checked `Ruleset` or says what is wrong, `check_ruleset` only says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from .build import build
from .diagnostics import Diagnostic, Note, RulesetError, has_errors, tidy
from .library import find, ruleset_id
from .lint import lint
from .merge import Merged, load_tree
from .rules import Ruleset, Seated
from .schema import examine, load_schema
from .sound import EVERYTHING, Gaps, faulty_sections, sound_part

__all__ = ["Ruleset", "Seated", "check_ruleset", "load_ruleset"]

GAMES = 8  # an overlay is checked on so many of the games it is made for


def load_ruleset(name_or_path: str | Path, overlays: Sequence[str | Path] = (), sets: Sequence[str] = ()) -> Ruleset:
    """The ruleset of an id, alias or path, with overlays (`house/...` or paths) and settings (`a.b=value`).

    Raises RulesetError, with all diagnostics, when it cannot be played.
    """
    merged, ruleset, found = _checked(name_or_path, overlays, sets)
    if merged.is_overlay:
        raise RulesetError([*found, _not_playable(merged)])
    if ruleset is None or has_errors(found):
        raise RulesetError(found)
    return ruleset


def check_ruleset(
    name_or_path: str | Path, overlays: Sequence[str | Path] = (), sets: Sequence[str] = ()
) -> list[Diagnostic]:
    """Everything there is to say about a ruleset: errors, warnings and hints, in the order of the lines."""
    try:
        merged, _, found = _checked(name_or_path, overlays, sets)
    except RulesetError as error:
        return list(error.diagnostics)
    if merged.is_overlay and not has_errors(found):
        return _on_its_games(name_or_path, overlays, sets, merged)
    return found


def _on_its_games(
    name_or_path: str | Path, overlays: Sequence[str | Path], sets: Sequence[str], merged: Merged
) -> list[Diagnostic]:
    """An overlay is checked on the games it is made for."""
    games = merged.root.get("applies_to")
    found: list[Diagnostic] = []
    for node in (games.value if games is not None else [])[:GAMES]:
        try:
            find(str(node.value), None, node.position)
            found += map(_as_written, check_ruleset(str(node.value), [name_or_path, *overlays], sets))
        except RulesetError as error:
            found += error.diagnostics
    return tidy(found)


def _as_written(d: Diagnostic) -> Diagnostic:
    """The diagnostic without the remark that the overlay was brought in, which goes without saying here."""
    return replace(d, notes=tuple(n for n in d.notes if n.position is None or n.position.file != "--with #1"))


def _checked(
    name_or_path: str | Path, overlays: Sequence[str | Path], sets: Sequence[str]
) -> tuple[Merged, Ruleset | None, list[Diagnostic]]:
    schema = load_schema()
    merged = load_tree(name_or_path, overlays, sets, partial=True)
    found, paths = examine(merged, schema)
    part, gaps = merged, Gaps()
    if has_errors(found):
        left = sound_part(merged, schema, paths)
        if left is None:
            return merged, None, found
        part, gaps = left
        gaps = replace(gaps, incomplete=merged.incomplete or merged.is_overlay)
    elif merged.is_overlay:
        return merged, None, found
    ruleset, more = build(part, schema, describe(merged.id, overlays, sets), gaps)
    found += _news(more, found)
    faulty = faulty_sections(merged.root, found)
    if gaps.incomplete:
        faulty |= {EVERYTHING}
    found += _news(lint(ruleset, part, faulty, merged.root), found)
    return merged, ruleset, tidy(_not_for_this_game(found))


def _not_for_this_game(found: list[Diagnostic]) -> list[Diagnostic]:
    """When there are errors, house rules made for another game are the likely cause: the errors say so first."""
    strangers = [d for d in found if d.code == "overlay-not-for-game"]
    if not strangers or not has_errors(found):
        return found
    notes = tuple(Note(d.message, d.position) for d in strangers)
    return [replace(d, notes=notes + d.notes) if d.severity == "error" else d for d in found if d not in strangers]


def _news(more: list[Diagnostic], told: list[Diagnostic]) -> list[Diagnostic]:
    """Those at places that have no error yet."""
    places = {(d.position.file, d.position.line, d.position.column) for d in told if d.severity == "error"}
    return [d for d in more if (d.position.file, d.position.line, d.position.column) not in places]


def describe(id: str, overlays: Sequence[str | Path], sets: Sequence[str]) -> str:
    """What a ruleset is called with everything that changes it: `gin-rummy --with house/x --set a=b`."""
    withs = [f"--with {ruleset_id(o) if isinstance(o, Path) else o}" for o in overlays]
    return " ".join([id, *withs, *(f"--set {text}" for text in sets)])


def _not_playable(merged: Merged) -> Diagnostic:
    node = merged.root.get("overlay") or merged.root
    games = merged.root.get("applies_to")
    game = games.value[0].value if games is not None and games.value else "a game"
    message = f"these are house rules, which cannot be played alone; add them with --with to {game}"
    return Diagnostic("error", "overlay-alone", message, node.place)
