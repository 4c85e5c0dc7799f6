"""How problems are printed, sorted, counted and given to machines."""

import json
import pickle

import pytest

from meldwright.ruleset.diagnostics import (
    Diagnostic,
    Note,
    Position,
    RulesetError,
    any_of,
    quote,
    render,
    render_all,
    suggest,
    summary,
    tidy,
    to_json,
)

HERE = Position("gin.rummy.yaml", 3, 9, 13, "family: nock")


def problem(severity="error", code="unknown-word", line=3, column=9, file="gin.rummy.yaml", **more):
    return Diagnostic(
        severity, code, "that is no family", Position(file, line, column, column + 4, "family: nock"), **more
    )


def test_render_shows_place_line_caret_suggestion_and_note():
    d = Diagnostic("error", "unknown-word", "that is no family", HERE, (Note("inherited by", HERE),), "knock")
    assert render(d).splitlines() == [
        "error[unknown-word] gin.rummy.yaml:3:9: that is no family",
        "    3 | family: nock",
        "      |         ^~~~",
        "  did you mean: knock",
        "  note: gin.rummy.yaml:3:9: inherited by",
        "    3 | family: nock",
        "      |         ^~~~",
    ]


def test_color_adds_only_escapes():
    import re

    d = problem(suggestion="knock")
    assert re.sub(r"\x1b\[[0-9;]*m", "", render(d, color=True)) == render(d)
    assert "\x1b[" in render(d, color=True)


def test_a_whole_file_has_no_line():
    d = Diagnostic("error", "missing-file", "there is no such file", Position.whole_file("x.yaml"))
    assert render(d) == "error[missing-file] x.yaml: there is no such file"


def test_wide_characters_and_tabs_keep_the_caret_below():
    d = Diagnostic("error", "x", "m", Position("f", 1, 6, 8, "名前: \t日本"))
    assert render(d).splitlines()[1:] == ["    1 | 名前:  日本", "      |        ^~~~"]


def test_a_long_line_is_cut_around_the_caret():
    text = "a" * 5000 + "X" + "b" * 5000
    lines = render(Diagnostic("error", "x", "m", Position("f", 1, 5001, 5002, text))).splitlines()
    assert len(lines[1]) < 140
    assert lines[1][lines[2].index("^")] == "X"


def test_control_characters_do_not_reach_the_terminal():
    d = Diagnostic("error", "x", "bad \x1b[31m name", Position("a\x1bb", 1, 1, 2, "x\x1b"), suggestion="\x07")
    assert "\x1b" not in render(d) and "\x07" not in render(d)


def test_tidy_sorts_and_drops_repetitions_and_hints_at_errors():
    first, again, later = problem(line=2), problem(line=2), problem(line=7)
    hint = problem("hint", "yaml-surprise", line=7)
    typed = problem(file="--set #2"), problem(file="--set #10")
    assert tidy([typed[1], later, hint, first, again, typed[0]]) == [first, later, typed[0], typed[1]]


def test_a_screen_and_then_a_number():
    many = [problem("hint", line=i) for i in range(1, 30)] + [problem(line=30)]
    text = render_all(many, limit=5)
    assert text.endswith("and 25 more")
    assert "error[" in text  # the errors are not among those left out
    assert summary(many) == "1 error, 29 hints"
    assert summary([]) == "no problems"


def test_json_form():
    form = to_json([problem(notes=(Note("why"), Note("here", HERE)))])
    assert form["format"] == 1
    [one] = json.loads(json.dumps(form))["diagnostics"]
    assert one["code"] == "unknown-word" and one["line"] == 3 and one["column"] == 9 and one["end_column"] == 13
    assert one["notes"][0] == {"message": "why"}
    assert one["notes"][1]["file"] == "gin.rummy.yaml"


def test_the_error_says_what_is_wrong_and_survives_pickling():
    error = RulesetError([problem()])
    assert "that is no family" in str(error)
    assert pickle.loads(pickle.dumps(error)).diagnostics == error.diagnostics
    assert isinstance(error, ValueError)


@pytest.mark.parametrize(
    ("word", "wanted"),
    [("nock", "knock"), ("Lay-Off", "lay_off"), ("layoff", "lay_off"), ("zzz", None), ("", None), ("x" * 10**6, None)],
)
def test_suggest(word, wanted):
    assert suggest(word, ["knock", "lay_off", "melding", "discard"]) == wanted


def test_words():
    assert any_of(["a"]) == "a"
    assert any_of(["a", "b", "c"]) == "a, b or c"
    assert any_of(list("abcdef"), limit=3) == "a, b, c or 3 more"
    assert quote("a\nb") == '"a\\nb"'
    assert len(quote("x" * 1000)) < 60
