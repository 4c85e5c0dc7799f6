"""Every option does something: flipping a key of the schema, or adding a house rule, changes what a table sees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from lockstep import Start, first_difference

from meldwright import loading
from meldwright.compile import compile_tables
from meldwright.game import Game
from meldwright.position import PositionError
from meldwright.ruleset.library import list_overlays, schema_path
from meldwright.ruleset.model import check_ruleset, load_ruleset
from meldwright.ruleset.rules import Ruleset

DATA = yaml.safe_load(Path(__file__).with_name("flips.yaml").read_text(encoding="utf-8"))
PAIRS = [(entry.id, game) for entry in list_overlays() for game in entry.applies_to]


@cache
def ruleset(game: str, overlays: tuple[str, ...] = (), sets: tuple[str, ...] = ()) -> Ruleset:
    """A ruleset, read once."""
    return load_ruleset(game, overlays, sets)


def named_start(name: str | None, **more: Any) -> Start:
    """The start with a position of the data file, or a fresh deal."""
    if name is None:
        return Start(**more)
    position = {"turn": 0, **DATA["positions"][name]}
    position.setdefault("dealer", len(position["hands"]) - 1)
    return Start(position=position, name=name, **more)


@pytest.fixture(scope="module", autouse=True)
def _tables_once() -> Iterator[None]:
    """Compile the tables of each ruleset of this module once, however many games are set up by them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "names_for", names_once)
        yield


@cache
def _tables(key: int, players: int | None) -> Any:
    return compile_tables(KEPT[key], players or KEPT[key].players.least)


KEPT: dict[int, Ruleset] = {}


def names_once(ruleset: Ruleset, players: int | None) -> Any:
    """What `loading.names_for` returns, from a cache."""
    KEPT[id(ruleset)] = ruleset
    return _tables(id(ruleset), players)


# --- keys of the schema --------------------------------------------------------------------------------------------

# Keys that say what a file is or how it came to be; they change nothing at the table.
METADATA = {"meldwright", "name", "aliases", "family", "status", "status_reason", "summary", "sources", "variant",
            "omitted", "behavior", "overlay", "applies_to", "extends"}  # fmt: skip
# Keys with a test of their own below.
ELSEWHERE = {"players"}
# Keys that speak of what goes wrong at the table, not of play; tests/rulings flips every one of them.
OFF_PLAY = {"rulings"}


def schema_keys(
    schema: dict[str, Any], node: dict[str, Any], path: tuple[str, ...] = ()
) -> dict[tuple[str, ...], set[str]]:
    """Every key that takes a value of its own, as a path (`*` for any name), with the words it may be."""
    found: dict[tuple[str, ...], set[str]] = {}
    node = _resolved(schema, node)
    below = {(*path, key): child for key, child in node.get("properties", {}).items()}
    named = node.get("additionalProperties")
    if isinstance(named, dict):
        below[(*path, "*")] = named
    for pattern in node.get("patternProperties", {}).values():
        below[(*path, "*")] = pattern
    for where, child in below.items():
        child = _resolved(schema, child)
        kinds = set(child.get("type", ())) if isinstance(child.get("type"), list) else {child.get("type")}
        if "object" not in kinds or kinds & {"boolean", "string", "integer"} or where[-1] == "*":
            found[where] = {word for word in child.get("enum", ()) if word is not None}
        found |= schema_keys(schema, child, where)
    return found


def _resolved(schema: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in node:
        target: Any = schema
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    return node


SCHEMA = json.loads(schema_path().read_text(encoding="utf-8"))
KEYS = schema_keys(SCHEMA, SCHEMA)
CASES = DATA["keys"]


def path_of(key: str) -> tuple[str, ...]:
    """The path in the schema of a key of a ruleset."""
    path: tuple[str, ...] = ()
    for step in key.split("."):
        path = (*path, step) if (*path, step) in PREFIXES else (*path, "*")
    return path


PREFIXES = {path[:n] for path in KEYS for n in range(1, len(path) + 1)}


def test_every_key_of_the_schema_has_a_case() -> None:
    covered = {path_of(case["key"]) for case in (*CASES, *DATA["warned"])} | {(key,) for key in METADATA | ELSEWHERE}
    missing = [".".join(path) for path in KEYS if path not in covered and path[0] not in OFF_PLAY]
    assert not missing, f"add a case to flips.yaml for {', '.join(missing)}"


def test_every_word_of_a_key_has_a_case() -> None:
    tried: dict[tuple[str, ...], set[str]] = {}
    for case in CASES:
        tried.setdefault(path_of(case["key"]), set()).update(v for v in case["values"] if isinstance(v, str))
    missing = [
        f"{'.'.join(p)}={w}" for p, words in KEYS.items() if p[0] not in METADATA for w in words - tried.get(p, set())
    ]
    assert not missing, f"add a case to flips.yaml for {', '.join(missing)}"


def setting(key: str, value: Any) -> str:
    """A `--set` text that gives a key a value."""
    return f"{key}={json.dumps(value)}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['key']}={'|'.join(map(str, case['values']))}")
def test_a_key_does_something(case: dict[str, Any]) -> None:
    same = []
    for pair in combinations(case["values"], 2):
        sides = [ruleset(case["game"], (), (*case.get("set", ()), setting(case["key"], value))) for value in pair]
        found = first_difference(*sides, start_of(case))
        print(f"{case['key']}: {pair[0]} or {pair[1]}: {found}")
        if not found:
            same.append(f"{pair[0]} and {pair[1]}")
    assert not same, f"{case['key']}: {', '.join(same)} make no difference"


@pytest.mark.parametrize("case", DATA["warned"], ids=lambda case: case["key"])
def test_check_warns_of_a_key_without_effect(case: dict[str, Any]) -> None:
    said = [d for d in check_ruleset(case["game"], (), case["set"]) if d.code == "no-effect"]
    assert [d for d in said if case["key"] in d.message], said


def test_players_are_who_may_sit_down() -> None:
    two, three = (ruleset("straight-rummy", (), (f"players={n}",)) for n in (2, 3))
    assert Game(three, 3, seed=1).players == 3
    with pytest.raises(ValueError):
        Game(two, 3, seed=1)


# --- house rules ----------------------------------------------------------------------------------------------------


def starts_of(overlay: str, game: str) -> list[Start]:
    """Where to look for what a house rule changes: its own start, else those of the family and fresh deals."""
    own = own_case(overlay, game)
    if own:
        return [start_of(own)]
    families = DATA["families"]
    family = families.get(ruleset(game).family, families["melding"])
    return [named_start(name, seeds=1, deals=1, steps=25) for name in family] + [
        Start(players=n) for n in seats(game, overlay)
    ]


def own_case(overlay: str, game: str) -> dict[str, Any]:
    """What the data file says about a house rule; empty when it needs nothing of its own."""
    houses = DATA["houses"]
    case: dict[str, Any] = houses.get(f"{overlay}@{game}", houses.get(overlay, {}))
    return case


def seats(game: str, overlay: str) -> list[int]:
    """Numbers of players that both sides allow."""
    both = set(ruleset(game).players) & set(ruleset(game, (overlay,)).players)
    return sorted(both)


def start_of(case: dict[str, Any]) -> Start:
    """The start that a case of the data file describes."""
    known = {key: case[key] for key in ("players", "seeds", "deals", "steps") if key in case}
    if "dealt" in case:
        return Start(dealt=tuple(case["dealt"]), name="a stacked deck", **known)
    return named_start(case.get("start"), moves=tuple(case.get("moves", ())), **known)


@pytest.mark.parametrize(("overlay", "game"), PAIRS)
def test_a_house_rule_does_something(overlay: str, game: str) -> None:
    sets = tuple(own_case(overlay, game).get("set", ()))
    one, other = ruleset(game, (), sets), ruleset(game, (overlay,), sets)
    for start in starts_of(overlay, game):
        try:
            found = first_difference(one, other, start)
        except PositionError:
            continue  # the start is none for this game: a card or a meld that it does not have
        if found:
            print(found)
            return
    raise AssertionError(f"{overlay} changes nothing in {game}, as far as this test can see")
