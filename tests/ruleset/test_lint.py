"""Every lint rule has a file in `bad/` that breaks it, and beside it, word for word, what is said about it.

To write the outputs anew after a change of wording, run this file:
`PYTHONPATH=engine python tests/ruleset/test_lint.py`.
Read the difference before you commit it.
"""

from pathlib import Path

import pytest

from meldwright.ruleset import library
from meldwright.ruleset.diagnostics import render_all
from meldwright.ruleset.model import check_ruleset

BAD = Path(__file__).resolve().parent / "bad"
FILES = sorted(BAD.glob("*.rummy.yaml"))


def short_name(path):
    return f"{path.parent.name}/{path.name}"


def output(file):
    return file.with_name(file.name.replace(".rummy.yaml", ".out"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".rummy.yaml"))
def test_what_is_said(file, monkeypatch):
    monkeypatch.setattr(library, "display_name", short_name)
    assert render_all(check_ruleset(file)) + "\n" == output(file).read_text(encoding="utf-8")


def test_every_file_has_its_output_and_every_output_its_file():
    assert sorted(BAD.glob("*.out")) == sorted(output(file) for file in FILES)


def test_every_code_of_the_lint_rules_is_met():
    said = "".join(output(file).read_text(encoding="utf-8") for file in FILES)
    for code in (
        "bad-card", "bad-contract", "bad-expression", "bad-pattern", "contract-too-large", "contract-too-small",
        "bad-range", "bad-row", "contradiction", "endless-match",
        "idle-jokers", "limit-too-low", "missing-key", "missing-row", "near-name", "never-called", "never-fires",
        "no-effect", "no-upcard", "no-way-out", "too-few-cards", "unknown-word", "unscored-end",
        "bad-remedy", "circle", "gap", "never-counts", "no-remedy", "no-rulings", "overlap", "repeated-name",
        "too-many-facts", "unknown-name",
    ):  # fmt: skip
        assert f"[{code}]" in said


if __name__ == "__main__":
    library.display_name = short_name
    for bad in FILES:
        output(bad).write_text(render_all(check_ruleset(bad)) + "\n", encoding="utf-8")
