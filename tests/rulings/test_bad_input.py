"""What is wrong with a situation, a score sheet or a table of rulings is said at its place, never as a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from meldwright import InputError, check_ruleset, load_ruleset, rule, score
from meldwright.cli import app
from meldwright.rulings.facts import FACTS
from meldwright.rulings.situation import DETAILS

EVENING = Path(__file__).with_name("evening.rummy.yaml")
RULES = load_ruleset(EVENING)

HEAD = "irregularity: incorrect_hand\nplayers: 4\noffender: 2\n"
TURN = "irregularity: out_of_turn\nplayers: [Anna, Bert, Cleo, Dora]\n"
SITUATIONS = [
    ("", 0, "there is nothing in it"),
    ("- 1", 1, "this is not a list of `key: value` lines, as a situation is"),
    ("irregularity: [", 1, ""),
    ("players: 4", 1, "say which `irregularity` it is"),
    ("irregularity: out_of_trun", 1, "did you mean: out_of_turn"),
    ("irregularity: 3", 1, "no rulings on 3"),
    (TURN + "disarded: true", 3, "did you mean: discarded"),
    (TURN + "discarded: 1", 3, "takes true or false, not 1"),
    (TURN + "discarded: yes", 3, 'takes true or false, not "yes"'),
    (TURN + "drew: stok", 3, "did you mean: stock"),
    (TURN + "discarded: false", 1, "say also drew"),
    (TURN + "turn: Berta", 3, "did you mean: Bert"),
    (TURN + "turn: 5", 3, "takes a player (Anna, Bert, Cleo, Dora), not 5"),
    (TURN + "turn: Bert\noffender: Bert\ndiscarded: true", 4, "he does not play out of turn"),
    (TURN + "hand_is: right", 1, "that is not enough"),
    (TURN + "error: count", 3, "no ruling on out_of_turn asks for `error`"),
    (TURN + "hands: [12, 12]", 3, "for each of the 4 players"),
    (TURN + "hands: [12, 12, 12, -1]", 3, "takes a whole number from 0"),
    (TURN + "drawn_card: 5X", 3, "is not a card of this deck"),
    (TURN + "drawn_card: 5S 6S", 3, "takes one card"),
    (TURN + "discards: 5S 5S 5S", 3, "names 5S 3 times; the deck has 2"),
    ("irregularity: out_of_turn\nplayers: 3", 2, "is for 4-8 players, not 3"),
    ("irregularity: out_of_turn\nplayers: [A, A, B, C]", 2, "is named twice"),
    ("irregularity: out_of_turn\nplayers: true", 2, "how many play"),
    ("irregularity: out_of_turn\noffender: 2", 2, "`offender` needs `players`"),
    ("irregularity: illegal_draw\nseen: 0", 2, "a number from 1 to 20 or a list of cards"),
    ("irregularity: illegal_draw\nseen: [5C, 9]", 2, "is not a card of this deck"),
    ("irregularity: premature_discard\ndrawn: true\nthrown: 1\nnext: waiting", 1, "it covers not drawn and thrown = 1"),
    (HEAD + "moment: turn\nhand: 12\nright_size: 12", 1, "it covers hand_is != right"),
    (HEAD + "moment: turn\nhand: 13\nright_size: 12\nhand_is: too_few", 7, "he holds 13 cards and should hold 12"),
    (HEAD + "moment: turn\nhand: 13\nright_size: 12\nmissing: 1", 7, "`missing` does not fit"),
    (HEAD + "moment: turn\nhand: 13\nlaid: 40", 6, "cannot have been laid"),
    (HEAD + "moment: turn\nhand: 13\nmay_i: x", 6, "takes a whole number"),
    (HEAD + "moment: turn\nhand: {}", 5, "takes cards such as"),
    ("irregularity: missing_score\nscores: {1: 3}", 2, "`scores` needs `players`"),
    ("irregularity: missing_score\nplayers: 4\nscores: [3]", 3, "takes `player: points` lines"),
    ("irregularity: missing_score\nplayers: 4\nscores: {9: 3}", 3, 'nobody is called "9"'),
    ("irregularity: missing_score\nplayers: 4\noffender: 1\nscores: {1: 3}", 4, "those of the others"),
    ("irregularity: missing_score\nplayers: 4\noffender: 1\nscores: {2: 3}\nothers: 2", 5, "there are 1 scores"),
    ("irregularity: illegal_meld\nplayers: 4\nmeld: 5S 6D 8H", 3, "there is no meld of the game in these cards"),
    ("irregularity: illegal_meld\nplayers: 4\nmeld: 5S 5D 5H", 1, "it covers superfluous >= 1"),
    ("irregularity: illegal_meld\nplayers: 4\nmeld: 5S 6S 7S 8S 5D 5H 5C", 3, "say `superfluous`"),
    ("irregularity: illegal_meld\nplayers: 4\nmeld: 5S 6S 7S 8S 8D\nsuperfluous: [8S]", 4, "the rest is no meld"),
    ("irregularity: out_of_turn\nposition: 3", 2, "takes a mapping as in docs/positions.md"),
    ("irregularity: out_of_turn\nposition: {hand: []}", 2, "did you mean: hands"),
    ("irregularity: out_of_turn\nposition: {turn: 1}", 2, "a position needs `hands`"),
    ("irregularity: out_of_turn\nposition: {hands: [2C, 3C]}", 2, "is for 4-8 players, not 2"),
    ("irregularity: out_of_turn\nposition: {hands: [2C, 3C, 4C, 5X]}", 2, "is not a card"),
    ("irregularity: out_of_turn\nposition: {hands: [2C, 3C, 4C, 5C], turn: 4}", 2, "from 0 to 3"),
    ("irregularity: out_of_turn\nposition: {hands: [2C, 3C, 4C, 5C], table: [{owner: 1}]}", 2, "a meld of `table`"),
    ("irregularity: out_of_turn\nposition: {hands: [2C, 3C, 4C, 5C], table: [5S 6X]}", 2, "`table`: "),
    ("irregularity: out_of_turn\nturn: 3\nposition: {hands: [2C, 3C, 4C, 5C], turn: 0}", 2, "is not the player in"),
    ("irregularity: out_of_turn\nplayers: 5\nposition: {hands: [2C, 3C, 4C, 5C]}", 2, "the position has 4 hands"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "said"), SITUATIONS)
def test_a_bad_situation(text: str, line: int, said: str) -> None:
    with pytest.raises(InputError) as caught:
        rule(RULES, text)
    assert said in str(caught.value)
    assert caught.value.diagnostics[0].position.line == line


DEALS = "players: [Anna, Bert, Cleo, Dora]\ndeals:\n"
SHEETS = [
    ("deals: []", 1, "needs `players`"),
    ("players: [Anna, Bert, Cleo, Dora]", 1, "needs `deals`"),
    ("players: [Anna, Bert, Cleo, Dora]\ndeals: 3", 2, "needs `deals`"),
    ("players: 4\ndeel: []", 2, "there is no key"),
    (DEALS + "  - 5", 3, "deal 1 takes `player: score` lines, not 5"),
    (DEALS + "  - {Anna: 1, Bert: 2, Cleo: 3}", 3, "deal 1 says nothing of Dora"),
    (DEALS + "  - {Anna: 1, Bert: 2, Cleo: 3, Doro: 4}", 3, "did you mean: Dora"),
    (DEALS + "  - {Anna: 1, Bert: 2, Cleo: 3, Dora: 4, '4': 5}", 3, "two lines in deal 1"),
    (DEALS + "  - {Anna: outt, Bert: 2, Cleo: 3, Dora: 4}", 3, "did you mean: out"),
    (DEALS + "  - {Anna: 1.5, Bert: 2, Cleo: 3, Dora: 4}", 3, "takes a number of points"),
    (DEALS + "  - {Anna: 5X, Bert: 2, Cleo: 3, Dora: 4}", 3, "is not a card of this deck"),
    (DEALS + "  - {Anna: out, Bert: out, Cleo: 3, Dora: 4}", 3, "more than one player went out"),
    (DEALS + "  - {Anna: absent, Bert: absent, Cleo: absent, Dora: absent}", 3, "nobody played deal 1"),
    (DEALS + "  - {Anna: KD KD, Bert: KD, Cleo: 3, Dora: 4}", 3, "hold KD 3 times; the deck has 2"),
    (DEALS + "  - {Anna: {}, Bert: 2, Cleo: 3, Dora: 4}", 3, "needs `hand` or `points`"),
    (DEALS + "  - {Anna: {hand: KD, points: 3}, Bert: 2, Cleo: 3, Dora: 4}", 3, "needs `hand` or `points`"),
    (DEALS + "  - {Anna: {hnad: KD}, Bert: 2, Cleo: 3, Dora: 4}", 3, "did you mean: hand"),
    (DEALS + "  - {Anna: {hand: KD, missing: -1}, Bert: 2, Cleo: 3, Dora: 4}", 3, "takes a whole number from 0"),
    (DEALS + "  - {Anna: {hand: KD, extra: 2}, Bert: 2, Cleo: 3, Dora: 4}", 3, "2 cards too many in a hand of 1"),
    (DEALS + "  - {Anna: {hand: KD, extra: 1, missing: 1}, Bert: 2, Cleo: 3, Dora: 4}", 3, "not both"),
    (DEALS + "  - {Anna: {out: true, hand: KD}, Bert: 2, Cleo: 3, Dora: 4}", 3, "who went out has no `hand`"),
    (DEALS + "  - {Anna: {out: 1}, Bert: 2, Cleo: 3, Dora: 4}", 3, "takes true or false"),
    (DEALS + "  - {Anna: 1, Bert: 2, Cleo: 3, Dora: 4}\nleft: {Dora: 0}", 3, "left after deal 0"),
    (DEALS + "  - {Anna: 1, Bert: 2, Cleo: 3, Dora: 4}\nleft: {Dora: 9}", 4, "from 0 to 1"),
    (DEALS + "  - {Anna: 1, Bert: 2, Cleo: 3, Dora: 4}\nleft: [Dora]", 4, "takes `player: the last deal"),
    (DEALS + "  - {Anna: 1, Bert: 2, Cleo: 3, Dora: 4}\nfinished: 1", 4, "takes true or false"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "said"), SHEETS)
def test_a_bad_sheet(text: str, line: int, said: str) -> None:
    with pytest.raises(InputError) as caught:
        score(RULES, text)
    assert said in str(caught.value)
    assert caught.value.diagnostics[0].position.line == line


def test_a_game_without_the_ruling_says_so() -> None:
    rules = load_ruleset("straight-rummy", ("house/penalty-scoring",))
    with pytest.raises(InputError, match="no ruling on missing_score"):
        score(rules, {"players": 2, "deals": [{"1": 3, "2": "none"}]})
    with pytest.raises(InputError, match="has no rulings on irregularities"):
        rule(rules, {"irregularity": "out_of_turn"})


@pytest.mark.parametrize("game", ["gin-rummy", "basic-rummy", "knock-rummy", "hollywood-gin"])
def test_games_scored_otherwise_are_refused(game: str) -> None:
    with pytest.raises(ValueError, match="scored otherwise"):
        score(game, {"players": 2, "deals": [{"1": 3, "2": 4}]})


def test_other_types_are_refused() -> None:
    for call in (rule, score):
        with pytest.raises(TypeError, match="expected a mapping, YAML text or a Path"):
            call(RULES, 5)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="expected text, numbers"):
            call(RULES, {"players": object()})
        with pytest.raises(TypeError, match="expected a Ruleset"):
            call(5, {})  # type: ignore[arg-type]


SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-5, 30), st.text(max_size=6), st.sampled_from(["5C", "KD"]))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from([i.name for i in RULES.rulings])
KEYS = st.sampled_from([*DETAILS, *FACTS])
ANSWERS = st.one_of(VALUES, st.sampled_from(sorted({str(w) for f in FACTS.values() for w, _ in f.words})))


@settings(max_examples=100, deadline=None)
@given(NAMES, st.dictionaries(KEYS, ANSWERS, max_size=5))
def test_whatever_is_told_is_ruled_on_or_refused(name: str, told: dict[str, Any]) -> None:
    try:
        verdict = rule(RULES, {"players": 4, **told, "irregularity": name})
    except InputError as error:
        assert error.diagnostics
    else:
        assert verdict.irregularity == name


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["players", "deals", "left", "finished"]), VALUES),
    st.lists(st.dictionaries(st.sampled_from("1234"), VALUES, min_size=4), max_size=2),
)
def test_whatever_is_on_a_sheet_is_added_up_or_refused(told: dict[str, Any], deals: list[Any]) -> None:
    try:
        score(RULES, {"players": 4, "deals": deals, **told})
    except InputError as error:
        assert error.diagnostics


# --- the commands -----------------------------------------------------------------------------------------------------
def run(*arguments: str, input: str | None = None) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command."""
    done = CliRunner().invoke(app, list(arguments), input=input)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


SITUATION = "irregularity: out_of_turn\nplayers: 4\nturn: 2\noffender: 4\ndiscarded: true\n"
SHEET = "players: 4\ndeals:\n  - {1: 35, 2: 80, 3: out, 4: none}\n"


def test_rule_reads_a_file_standard_input_and_the_text_itself(tmp_path: Path) -> None:
    path = tmp_path / "situation.yaml"
    path.write_text(SITUATION, encoding="utf-8")
    told = run("rule", str(EVENING), str(path))
    assert told[0] == 0 and told[1].startswith("OT1: Playing out of turn\n") and "player 2 and player 3" in told[1]
    assert run("rule", str(EVENING), "-", input=SITUATION) == told
    assert run("rule", str(EVENING), SITUATION) == told
    inline = "{irregularity: out_of_turn, players: 4, turn: 2, offender: 4, discarded: true}"
    assert run("rule", str(EVENING), inline) == told


def test_rule_as_json() -> None:
    code, out, _ = run("rule", str(EVENING), SITUATION, "--format", "json")
    data = json.loads(out)
    assert code == 0 and data["format"] == 1
    assert (data["id"], data["state"]["turn"], data["steps"][0]["verb"]) == ("OT1", "player 1", "stand")
    assert data["facts"] == {"discarded": True} and data["state"]["hands"] == {}


@pytest.mark.parametrize("arguments", [("rule",), ("rule", SITUATION), ("score", SHEET)], ids=str)
def test_neither_loads_the_engine(arguments: tuple[str, ...]) -> None:
    program = (
        "import sys; from meldwright.cli import main\n"
        f"sys.argv = ['meldwright', {arguments[0]!r}, {str(EVENING)!r}, *{arguments[1:]!r}]\n"
        "try: main()\n"
        "except SystemExit as done: code = done.code\n"
        "print(code, sorted({'numba', 'scipy', 'rich'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stderr.splitlines()[-1] == "0 []"


def test_rule_alone_lists_what_can_be_asked() -> None:
    code, out, _ = run("rule", str(EVENING))
    assert code == 0 and "out_of_turn: Playing out of turn\n  discarded: Has the offender" in out
    code, out, _ = run("rule", str(EVENING), "--format", "json")
    listed = json.loads(out)["irregularities"]
    assert [i["irregularity"] for i in listed] == [i.name for i in RULES.rulings]
    assert {f["fact"] for i in listed for f in i["facts"]} == set(FACTS)


def test_score_as_text_and_json() -> None:
    code, out, _ = run("score", str(EVENING), SHEET)
    assert code == 0 and "80 + 35 = 115 (IM7)" in out
    code, out, _ = run("score", str(EVENING), "-", "--format", "json", input=SHEET)
    data = json.loads(out)
    assert code == 0 and data["format"] == 1 and [e["points"] for e in data["totals"]] == [35, 80, 0, 115]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("rule", str(EVENING), "nowhere.yaml"), 2, "there is no such file"),
        (("rule", str(EVENING), "."), 2, "is-a-folder"),
        (("rule", str(EVENING), "irregularity: x"), 2, "bad-value"),
        (("rule", "gin-rummy"), 2, "has no rulings"),
        (("rule", "gin-rumy"), 2, "did you mean: gin-rummy"),
        (("rule", str(EVENING), "--set", "rulings.x.rules.A.when=nonsense"), 1, "no fact"),
        (("score", str(EVENING), "nowhere.yaml"), 2, "there is no such file"),
        (("score", str(EVENING), "players: 3"), 2, "is for 4-8 players"),
        (("score", "gin-rummy", "players: 2"), 2, "scored otherwise"),
        (("score", str(EVENING)), 2, "SHEET"),
    ],
)
def test_exit_codes(arguments: tuple[str, ...], code: int, said: str) -> None:
    got, out, err = run(*arguments)
    assert got == code and said in out + err and "Traceback" not in out + err


# --- the table of rulings ---------------------------------------------------------------------------------------------
def test_the_table_is_without_fault() -> None:
    assert check_ruleset(EVENING) == []


def test_a_misspelt_ruling_is_noticed() -> None:
    (found,) = check_ruleset(EVENING, (), ("rulings.scoring_error.rules.SE11={when: mixed, remedy: [stand]}",))[:1]
    assert found.severity == "warning"
