"""A library of small rulesets in a folder of its own."""

from pathlib import Path

import pytest

from meldwright.ruleset import library

FILES = {
    "rulesets/gin.yaml": """\
meldwright: 1
name: Gin
aliases: [gin game]
summary: A game.
status: stable
sources: [a book]
players: 2
deal: {cards: 10, upcard: true}
turn:
  draw: {from: [stock, discard]}
  call:
    knock: {when: deadwood <= 10, discard: true}
""",
    "rulesets/rummy.yaml": "meldwright: 1\nname: Rummy\naliases: [Rum 500]\nplayers: 2-6\ndeal: {cards: 7}\n",
    "rulesets/house/ace-high.yaml": """\
meldwright: 1
overlay: true
name: Ace high
applies_to: [gin]
values: {A: 15}
""",
    "rulesets/house/no-call.yaml": """\
meldwright: 1
overlay: true
name: No call
turn: {call: null}
limits:
  turns: 50
""",
}


@pytest.fixture
def books(tmp_path, monkeypatch):
    """Writes files ({name: text}) into the test's folder, which holds the built-in ones of `FILES` too."""

    def write(files=None, **more):
        for name, text in {**(files or {}), **more}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    write(FILES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(library, "data_folder", lambda: Path(tmp_path))
    library._entries.cache_clear()
    yield write
    library._entries.cache_clear()
