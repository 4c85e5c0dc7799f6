"""The documents keep their promises: generated pages are current, links lead somewhere, tables name what exists."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from meldwright.core import state

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def generator() -> ModuleType:
    """docs/generate.py as a module."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_reference_is_current() -> None:
    made = generator()
    assert made.TARGET.read_text(encoding="utf-8") == made.text(), "run python docs/generate.py"


def test_every_key_is_described() -> None:
    missing = [path for path, node in generator().paths().items() if not node.get("description")]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        linked = (page.parent / file).resolve() if file else page
        assert linked.exists(), f"{page.name} links to {target}"
        if anchor:
            assert anchor in anchors(linked), f"{page.name} links to {target}"


def anchors(page: Path) -> set[str]:
    """The anchors that the headings of a page make."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


# --- docs/mechanisms.md -----------------------------------------------------------------------------------------


def mechanisms() -> list[list[str]]:
    """The rows of its tables: mechanism, wanted by, module, key, field, state."""
    lines = (ROOT / "docs" / "mechanisms.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [row for row in rows if len(row) == 6 and row[5] in ("1", "+", "+field", "+record")]


PRESENT = [row for row in mechanisms() if row[5] == "1"]


@pytest.mark.parametrize("row", PRESENT, ids=lambda row: row[0][:50])
def test_mechanisms_that_are_there_name_fields_that_are_there(row: list[str]) -> None:
    for record, name in re.findall(r"`?\b([RG])\.(\w+)(?!\w*\*)", row[4]):
        names = (state.RULES if record == "R" else state.GAME).names or ()
        assert name in names or any(field.startswith(name) for field in names), f"{record}.{name}"
    for constant in re.findall(r"\b(M_[A-Z_]+)\b", row[4]):
        assert hasattr(state, constant), constant


@pytest.mark.parametrize("row", PRESENT, ids=lambda row: row[0][:50])
def test_mechanisms_that_are_there_name_keys_that_are_there(row: list[str]) -> None:
    paths = set(generator().paths())
    for word in re.findall(r"`([a-z_]+(?:\.[a-zX_]+)+)", row[3]):
        assert word.replace(".X", ".NAME") in paths, word


def test_sizes_are_those_of_the_records() -> None:
    text = (ROOT / "docs" / "mechanisms.md").read_text(encoding="utf-8")
    stated = dict(re.findall(r"^\| `([A-Z_]+)` \| (\d+) \|", text, flags=re.MULTILINE))
    assert stated
    assert stated == {name: str(getattr(state, name)) for name in stated}


# --- the rule language ------------------------------------------------------------------------------------------


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a language on a page."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("language", ["pattern", "contract", "expression"])
def test_examples_of_the_rule_language_can_be_read(language: str) -> None:
    from meldwright.patterns import parser

    read = {
        "pattern": parser.parse_pattern,
        "contract": parser.parse_contract,
        "expression": parser.parse_expression,
    }[language]
    lines = [line for block in blocks("dsl.md", language) for line in block.splitlines()]
    assert lines
    for line in lines:
        read(line)


@pytest.mark.parametrize(
    "condition",
    re.findall(r"^\| (`.+?`) \| [^|]*\|$", (ROOT / "docs" / "dsl.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[
        :17
    ],
)
def test_table_of_sizes_and_conditions_can_be_read(condition: str) -> None:
    from meldwright.patterns.parser import parse_pattern

    for text in re.findall(r"`(.+?)`", condition):
        parse_pattern(text if "cards" in text and "[" not in text else f"3+ cards, {text}")


@pytest.mark.parametrize("page", ["ruleset.md", "adding-a-game.md"])
def test_whole_rulesets_can_be_played(page: str, tmp_path: Path) -> None:
    from meldwright import check_ruleset

    games = [block for block in blocks(page, "yaml") if "meldwright: 1" in block]
    assert games
    for block in games:
        path = tmp_path / "game.rummy.yaml"
        path.write_text(block, encoding="utf-8")
        assert list(check_ruleset(path)) == []


# --- what the pages promise ---------------------------------------------------------------------------------------


def page(name: str) -> str:
    """A page of docs/ on one line."""
    return " ".join((ROOT / "docs" / name).read_text(encoding="utf-8").split())


WRITTEN = [path for path in PAGES if path.name not in ("reference.md", "mechanisms.md", "CHANGELOG.md")]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda p: p.name)
def test_lines_are_no_wider_than_the_page(path: Path) -> None:
    lines = re.sub(r"^(?:```.*?^```|\|.*?)$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert [line for line in lines.splitlines() if len(line) > 120] == []


def test_check_says_what_the_pages_say_it_does() -> None:
    from meldwright.ruleset.diagnostics import summary

    assert summary([]) == "no problems"
    for text in (page("ruleset.md"), page("adding-a-game.md")):
        assert "prints `my-game.rummy.yaml: no problems`" in text
    assert "silent when" not in page("adding-a-game.md")


def test_a_call_that_can_never_be_made_is_warned_of_as_promised() -> None:
    from meldwright import check_ruleset

    assert "a call that can never be made" in page("ruleset.md")
    found = check_ruleset("gin-rummy", (), ("turn.call.knock.when=deadwood < 0",))
    assert any(d.severity == "warning" and "knock" in d.message for d in found), found


@pytest.mark.parametrize(
    "pattern", ["3-4 cards, same rank", "3+, same suit", "run, wilds = 0", "same suit, wilds apart"]
)
def test_commas_and_ranges_that_the_page_shows_can_be_read(pattern: str) -> None:
    from meldwright.patterns.parser import parse_pattern

    assert f"`{pattern.split(', same rank')[0]}`" in page("dsl.md")
    parse_pattern(pattern)


@pytest.mark.parametrize(
    "pattern", ["run wilds = 0", "same suit wilds apart", "same suit run", "same rank (same suit)"]
)
def test_commas_that_must_stand_are_missed(pattern: str) -> None:
    from meldwright.patterns.parser import parse_pattern

    with pytest.raises(ValueError, match=r"does not fit|comma"):
        parse_pattern(pattern)


def test_endings_have_the_same_words_on_the_screen_in_json_and_on_the_page() -> None:
    from meldwright.core.constants import ENDINGS
    from meldwright.lab.metrics import metrics

    labels = {m.name: m.label for m in metrics(2, False, ("greedy",), ("knock", "big_gin"))}
    assert labels["called_big_gin"] == "deals ended: big gin (call)"
    text = (ROOT / "docs" / "measuring.md").read_text(encoding="utf-8")
    table = [line for line in text.splitlines() if line.startswith("| `")]
    rows = [[cell.strip("` ") for cell in line.split("|")[1:-1]] for line in table]
    shown = {row[0]: row[3] for row in rows}
    for ending in ENDINGS[1:]:
        if ending != "stalemate":
            assert labels[shown[ending]] == f"deals ended: {ending}"
    assert labels[shown["stalemates"]] == "stalemates"


def test_pairing_saved_is_explained_where_it_is_shown() -> None:
    from meldwright.cli import compare

    assert "pairing saved" in (compare.__doc__ or "") and "negative" in (compare.__doc__ or "")
    assert "It is negative where" in page("measuring.md")


# --- positions --------------------------------------------------------------------------------------------------


def test_session_on_positions() -> None:
    import doctest

    text = "\n".join(blocks("positions.md", "python"))
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, "positions.md", "docs/positions.md", 0))
    assert runner.summarize(verbose=False).failed == 0


def test_every_key_of_a_position_is_described() -> None:
    from meldwright.position import KEYS

    text = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \|", text, re.MULTILINE)
    assert sorted(name for row in rows for name in re.findall(r"`([a-z_]+)`", row)) == sorted(KEYS)
