"""Finding rulesets by id, alias and path."""

import time
from pathlib import Path

import pytest

from meldwright.ruleset import library
from meldwright.ruleset.diagnostics import RulesetError


@pytest.mark.parametrize(
    "name", ["gin", "GIN", "Gin Game", "gin-game", "gin_game", "rulesets/gin.yaml", "./rulesets/gin.yaml"]
)
def test_found(books, name):
    assert library.find(name).name == "gin.yaml"


def test_overlays_and_other_names(books):
    assert library.ruleset_id(library.find("house/ace-high")) == "house/ace-high"
    assert library.ruleset_id(library.find("House/Ace High")) == "house/ace-high"
    assert library.find("rum_500").name == "rummy.yaml"
    assert library.ruleset_id(Path("x/my game.rummy.yaml")) == "my game"
    assert library.find(Path("rulesets/gin.yaml")).is_file()


def test_a_built_in_id_wins_over_a_folder_of_the_same_name(books):
    books({"gin/x.yaml": ""})
    assert library.find("gin").name == "gin.yaml"


def test_lists(books):
    assert [e.id for e in library.list_games()] == ["gin", "rummy"]
    assert [e.id for e in library.list_overlays()] == ["house/ace-high", "house/no-call"]
    gin = library.list_games()[0]
    assert (gin.name, gin.aliases, gin.summary, gin.status) == ("Gin", ("gin game",), "A game.", "stable")
    assert library.list_overlays()[0].applies_to == ("gin",)


def test_a_broken_file_is_still_listed(books):
    books(
        {
            "rulesets/broken.yaml": "name: [\n",
            "rulesets/odd.yaml": "name: {a: 1}\naliases: 3\nsummary: >-\n  two\n  lines\n",
        }
    )
    entries = {e.id: e for e in library.list_games()}
    assert entries["broken"].name == "broken"
    assert entries["odd"].summary == "two lines" and entries["odd"].aliases == ()


@pytest.mark.parametrize(
    ("name", "code", "near"),
    [
        ("gni", "unknown-ruleset", "gin"),
        ("qqqqq", "unknown-ruleset", None),
        ("", "unknown-ruleset", None),
        ("x\0y", "unknown-ruleset", None),
        ("z" * 10_000, "unknown-ruleset", None),
        ("rulesets/gim.yaml", "missing-file", "rulesets/gin.yaml"),
        ("nowhere/x.rummy.yaml", "missing-file", None),
        ("../../etc/x.yaml", "missing-file", None),
    ],
)
def test_not_found(books, name, code, near):
    with pytest.raises(RulesetError) as caught:
        library.find(name)
    [d] = caught.value.diagnostics
    assert (d.code, d.suggestion) == (code, near)


def test_the_real_library_lists_quickly():
    library._entries.cache_clear()
    begin = time.perf_counter()
    games, overlays = library.list_games(), library.list_overlays()
    assert time.perf_counter() - begin < 0.5
    assert games and overlays
    for entry in (*games, *overlays):
        assert library.find(entry.id) == entry.path
        assert entry.name != entry.id, entry.path


def test_aliases_of_the_real_library_are_distinct():
    seen = {}
    for entry in library.list_games():
        for name in {library._fold(n) for n in (entry.id, entry.name, *entry.aliases)}:
            assert seen.setdefault(name, entry.id) == entry.id
