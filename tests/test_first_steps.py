"""What a newcomer meets first: names, folders, help, small numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from meldwright.cli import app
from meldwright.lab.runner import available_cores, plan
from meldwright.ruleset import library
from meldwright.ruleset.library import list_games, rulesets_folder
from meldwright.ruleset.model import load_ruleset
from meldwright.screens import _counted, shares

runner = CliRunner()


def run(*arguments: str) -> tuple[int, str]:
    done = runner.invoke(app, list(arguments))
    return done.exit_code, done.output


def found(*arguments: str) -> list[dict[str, object]]:
    diagnostics: list[dict[str, object]] = json.loads(run("check", *arguments, "--format", "json")[1])["diagnostics"]
    return diagnostics


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("nofile", None),
        ("gin-rumy", "gin-rummy"),
        ("house/gin52", "house/gin-25"),
        ("gin-25", "house/gin-25"),
        ("house/qqqqqqq", None),
    ],
)
def test_suggestions_are_near(name: str, near: str | None) -> None:
    (said,) = found(name)
    assert said["code"] == "unknown-ruleset" and said["suggestion"] == near


def test_overlays_are_suggested_where_they_are_asked_for() -> None:
    assert [d["suggestion"] for d in found("gin-rummy", "--with", "gin52")] == ["house/gin-25"]


def test_a_folder_is_called_one() -> None:
    assert run("check", ".")[0] == 2
    assert "this is a folder" in run("check", ".")[1]


def test_house_rules_for_another_game_are_said_first() -> None:
    (said,) = found("basic-rummy", "--with", "house/gin-25")
    notes = said["notes"]
    assert isinstance(notes, list) and "is made for straight-gin, not for basic-rummy" in notes[0]["message"]
    assert said["file"] == "rulesets/house/gin-25.yaml"


def test_built_in_files_have_short_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = rulesets_folder() / "gin-rummy.yaml"
    assert library.display_name(path) == "rulesets/gin-rummy.yaml"
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "gin-rummy.yaml").write_text("meldwright: 1\n", encoding="utf-8")
    assert library.display_name(path) != "rulesets/gin-rummy.yaml"  # that is another file here


def test_rows_for_more_players_belong_where_the_players_are_set() -> None:
    (said,) = found("basic-rummy", "--set", "players=2-9")
    assert "add them where the players are set: `deck: {packs: {8-9: ...}}`" in str(said["message"])


def test_versions_and_tabs(tmp_path: Path) -> None:
    file = tmp_path / "r.yaml"
    file.write_text("meldwright: 2\nname: R\nextends: gin-rummy\n", encoding="utf-8")
    assert [d["message"] for d in found(str(file))] == [
        "this Meldwright reads format version 1, not 2; this file is made for a newer Meldwright"
    ]
    file.write_text("meldwright: 1\nname: R\n\tplayers: 2\n", encoding="utf-8")
    assert [(d["code"], d["notes"]) for d in found(str(file))] == [("tab", [])]


def test_new_files_with_blanks_in_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out = run("new", "My Game!", "--from", "gin-rummy")
    assert code == 0 and "meldwright check 'My Game!.rummy.yaml'\n" in out
    text = Path("My Game!.rummy.yaml").read_text(encoding="utf-8")
    assert "meldwright schema > ruleset.schema.json" in text
    assert "meldwright explain 'My Game!.rummy.yaml'" in text


def test_list_shows_aliases() -> None:
    lines = run("list", "--aliases")[1].splitlines()
    for entry, line in zip(list_games(), lines, strict=True):
        assert line.endswith(", ".join(entry.aliases) or "-")
    assert "--aliases" in run("list", "--help")[1]


@pytest.mark.parametrize("command", ["list", "check", "explain", "new", "arrange", "simulate", "compare"])
def test_help_speaks_of_what_is_given_not_of_types(command: str) -> None:
    options = run(command, "--help")[1].partition("Options:")[2]
    assert "<int>" not in options and "<str>" not in options and "list[" not in options


def test_shares_add_up() -> None:
    assert shares([1, 1, 1]) == ["33.4 %", "33.3 %", "33.3 %"]
    assert shares([4000, 1]) == ["100.0 %", "0.0 %"]
    assert shares([]) == []
    for counts in ([5, 7, 11, 13, 17], [1, 999, 333, 2]):
        assert round(sum(float(s.split()[0]) for s in shares(counts)), 6) == 100


def test_no_more_threads_than_there_is_work_or_cores_for() -> None:
    rules = load_ruleset("gin-rummy")
    for deals, most in ((1, 1), (5000, available_cores())):
        order = plan(rules, players=None, deals=deals, matches=None, seed=1, bots="greedy", threads=999)
        assert order.threads == most


def test_one_deal_is_a_deal() -> None:
    said = [_counted(n, noun) for n, noun in ((1, "deal"), (2000, "deal"), (1, "match"), (2, "match"))]
    assert said == ["1 deal", "2,000 deals", "1 match", "2 matches"]
