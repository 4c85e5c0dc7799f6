"""docs/irregularities.md is true: its files are written, its commands run, its outputs and its session compared."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from meldwright import check_ruleset, load_ruleset
from meldwright.cli import app
from meldwright.rulings.situation import DETAILS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "irregularities.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the page, as the working folder."""
    for block in blocks("yaml"):
        name = re.match(r"# (\S+\.yaml)\n", block)
        assert name, "a yaml block names its file"
        (tmp_path / name[1]).write_text(block, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


def test_the_commands_print_what_the_page_shows(folder: Path) -> None:
    commands = [part for block in blocks("console") for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part]
    assert len(commands) >= 3
    for part in commands:
        command, _, expected = part.partition("\n")
        done = CliRunner().invoke(app, shlex.split(command)[1:])
        printed = "\n".join(line.rstrip() for line in (done.stdout + done.stderr).splitlines()) + "\n"
        start, cut, _ = expected.partition("...\n")
        assert printed.startswith(start) if cut else printed == expected, command


def test_the_session(folder: Path) -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for text in blocks("python"):
        runner.run(parser.get_doctest(text, {}, "irregularities", None, 0))
    assert runner.summarize(verbose=False).failed == 0


def test_the_ruleset_of_the_page_is_sound(folder: Path) -> None:
    path = folder / "mine.rummy.yaml"
    assert check_ruleset(path) == []
    (charge,) = [
        order.number
        for irregularity in load_ruleset(path).rulings
        for ruling in irregularity.rulings
        for order in ruling.remedy
        if order.verb.name == "charge"
    ]
    assert charge == 15


def test_every_key_of_a_situation_is_described() -> None:
    table = PAGE[PAGE.index("### The keys of a situation") : PAGE.index("## A score sheet")]
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \|", table, re.MULTILINE)
    assert sorted(key for row in rows for key in re.findall(r"`([a-z_]+)`", row)) == sorted(DETAILS)
