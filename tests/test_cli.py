"""The command line: what it prints, where, and its exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from meldwright import __version__
from meldwright.cli import app
from meldwright.ruleset.library import list_games, list_overlays, schema_path

runner = CliRunner()


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command run in this process."""
    done = runner.invoke(app, list(arguments))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def command(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    environment = {**os.environ, **settings}
    line = [sys.executable, "-m", "meldwright", *arguments]
    return subprocess.run(line, env=environment, capture_output=True, text=True, timeout=600)


# --- reading rules --------------------------------------------------------------------------------------------------
def test_version() -> None:
    assert run("--version") == (0, f"meldwright {__version__}\n", "")


def test_list_shows_every_game() -> None:
    code, out, _ = run("list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == [e.id for e in list_games()]
    assert re.search(r"^gin-rummy +Gin Rummy +knock +stable$", out, re.MULTILINE)


def test_list_as_json() -> None:
    code, out, _ = run("list", "--overlays", "--format", "json")
    data = json.loads(out)
    assert code == 0 and data["format"] == 1
    assert [e["id"] for e in data["rulesets"]] == [e.id for e in list_overlays()]
    assert all(e["overlay"] for e in data["rulesets"])
    code, text, _ = run("list", "--overlays")
    assert "house/jokers" in text and "(basic-rummy" in " ".join(text.split())


def test_check_is_quiet_about_good_rulesets() -> None:
    assert run("check", "gin-rummy", "house/jokers") == (0, "gin-rummy: no problems\nhouse/jokers: no problems\n", "")


def test_check_points_at_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.rummy.yaml").write_text("meldwright: 1\nextends: gin-rummy\nname: Bad\nmatch:\n  tarket: 150\n")
    code, out, _ = run("check", "bad.rummy.yaml")
    assert code == 1
    assert "error[unknown-key] bad.rummy.yaml:5:3: " in out
    assert "did you mean: target" in out
    assert out.endswith("bad.rummy.yaml: 1 error\n")
    code, out, _ = run("check", "bad.rummy.yaml", "--format", "json")
    (found,) = json.loads(out)["diagnostics"]
    assert (code, found["code"], found["line"], found["column"]) == (1, "unknown-key", 5, 3)
    code, out, _ = run("check", "bad.rummy.yaml", "--format", "github")
    assert code == 1
    assert re.match(r"::error file=bad\.rummy\.yaml,line=5,col=3,endColumn=9,title=unknown-key::.*%0Adid you mean", out)


def test_warnings_alone_are_no_failure(tmp_path: Path) -> None:
    file = tmp_path / "warned.rummy.yaml"
    file.write_text("meldwright: 1\nextends: gin-rummy\nname: Warned\nclaim: {playable_discard: true}\n")
    code, out, _ = run("check", str(file))
    assert code == 0 and "warning[" in out


def test_hints_are_shown_when_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "hinted.rummy.yaml"
    file.write_text("meldwright: 1\nextends: gin-rummy\nname: Hinted\nvariant: no\n")
    assert "hint[" not in run("check", str(file))[1]
    code, out, _ = run("check", str(file), "--pedantic")
    assert code == 0 and "hint[" in out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("check", "gin-rumy"), 2, "did you mean: gin-rummy"),
        (("check", "./nowhere.yaml"), 2, "there is no such file"),
        (("explain", "gin-rumy"), 2, "did you mean: gin-rummy"),
        (("explain", "gin-rummy", "--set", "match.target"), 2, "--set #1"),
        (("explain", "gin-rummy", "--set", "match.target=many"), 1, "--set #1"),
        (("explain", "gin-rummy", "--with", "house/nothing"), 2, "house/nothing"),
        (("explain", "house/jokers"), 1, "cannot be played alone"),
        (("compare", "gin-rummy"), 2, "name a second ruleset"),
        (("simulate", "gin-rummy", "--players", "5"), 2, "for 2 players, not 5"),
        (("simulate", "gin-rummy", "--bots", "clever"), 2, "known are random, greedy"),
        (("simulate", "gin-rummy", "--bots", "random,random,greedy"), 2, "3 bots for 2 players"),
        (("simulate", "gin-rummy", "--deals", "0"), 2, "at least one deal"),
        (("simulate", "gin-rummy", "--deals", "5", "--matches", "5"), 2, "not both"),
        (("simulate", "gin-rummy", "--threads", "0"), 2, "at least one thread"),
        (("simulate", "gin-rummy", "--seed", "-1"), 2, "the seed must be"),
        (("simulate", "gin-rummy", "--deals", "many"), 2, "valid integer"),
        (("deal",), 2, "deal"),
        (("new", "x/y/z", "--from", "gin-rummy"), 2, "there is no folder"),
        *((("new", "--from", "gin-rummy", "--", name), 2, "no good name")
          for name in ("", " ", ".", "..", "...", ". .", "/", "a/", "//", "a\\", "-", ".yaml", ".rummy.yaml")),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_line(arguments: tuple[str, ...], code: int, said: str) -> None:
    got, out, err = run(*arguments)
    assert got == code
    assert said in out + err
    assert "Traceback" not in out + err


UNREADABLE = {
    "folder": "is-a-folder", "empty.yaml": "empty-file", "large.yaml": "too-large", "latin.yaml": "not-utf-8",
    "utf16.yaml": "not-utf-8", "missing.yaml": "missing-file", os.devnull: "not-a-file",
}  # fmt: skip


@pytest.mark.parametrize(("name", "code"), UNREADABLE.items())
def test_input_that_cannot_be_read(name: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it is named at the command line the exit code is 2; a ruleset that extends it is wrong: 1."""
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("empty.yaml").write_text("")
    Path("large.yaml").write_text("#" * 600_000)
    Path("latin.yaml").write_bytes(b"meldwright: 1\nname: Caf\xe9\n")
    Path("utf16.yaml").write_bytes("meldwright: 1\n".encode("utf-16"))
    path = f"./{name}" if name == "folder" else name
    for arguments in (("check", path), ("explain", path), ("check", "gin-rummy", "--with", path)):
        got, out, err = run(*arguments)
        assert (got, f"error[{code}]" in out + err) == (2, True), (arguments, out, err)
    Path("child.yaml").write_text(f"meldwright: 1\nname: Child\nextends: {path}\n")
    got, out, _ = run("check", "child.yaml")
    assert got == (2 if name == "latin.yaml" else 1)  # of a ruleset, the byte that is no text is pointed at
    assert "child.yaml:3:10" in out


def test_explain_with_house_rules() -> None:
    code, out, _ = run("explain", "gin", "--with", "house/target-200")
    assert code == 0
    assert "reaches 200" in out and "- house/target-200: " in out
    code, out, _ = run("explain", "gin", "--format", "markdown")
    assert code == 0 and out.startswith("# Gin Rummy\n")


def test_schema_is_printed_as_it_is() -> None:
    assert run("schema") == (0, schema_path().read_text(encoding="utf-8"), "")


# --- new ------------------------------------------------------------------------------------------------------------
def test_new_writes_a_ruleset_that_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for entry in list_games():
        name = f"my-{entry.id}"
        assert run("new", name, "--from", entry.id)[0] == 0
        file = tmp_path / f"{name}.rummy.yaml"
        text = file.read_text(encoding="utf-8")
        assert text.startswith("# yaml-language-server: $schema=")
        assert run("check", str(file), "--pedantic")[0] == 0
        # the lines that are commented out say what the parent says: taking the # away changes nothing
        start = text.index("# Mappings merge")
        free = text[:start] + re.sub(r"^# ?", "", text[text.index("\n", start) :], flags=re.MULTILINE)
        file.write_text(free, encoding="utf-8")
        assert run("check", str(file))[0] == 0, free
    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".yaml"] * len(list_games())  # no temporary file left


def test_new_overwrites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.rummy.yaml").write_text("precious")
    code, _, err = run("new", "mine", "--from", "gin-rummy")
    assert code == 2 and "is there already" in err
    assert Path("mine.rummy.yaml").read_text() == "precious"
    assert os.listdir() == ["mine.rummy.yaml"]


def test_new_from_a_file_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "parent", "--from", "gin")[0] == 0
    Path("below").mkdir()
    assert run("new", "below/child", "--from", "parent.rummy.yaml")[0] == 0
    text = Path("below/child.rummy.yaml").read_text(encoding="utf-8")
    assert "extends: ../parent.rummy.yaml" in text
    assert run("check", "below/child.rummy.yaml") == (0, "below/child.rummy.yaml: no problems\n", "")


# --- as a process ---------------------------------------------------------------------------------------------------
LIGHT = [
    ("list",), ("check", "gin-rummy"), ("explain", "gin-rummy"), ("schema",), ("--help",), ("simulate", "--help"),
]  # fmt: skip


@pytest.mark.parametrize("arguments", LIGHT, ids=" ".join)
def test_reading_never_loads_the_engine(arguments: tuple[str, ...]) -> None:
    program = (
        "import sys; from meldwright.cli import main\n"
        f"sys.argv = ['meldwright', *{arguments!r}]\n"
        "try: main()\n"
        "except SystemExit as done: code = done.code\n"
        "heavy = sorted({'numba', 'scipy', 'polars', 'rich'} & set(sys.modules))\n"
        "print(code, heavy, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stderr.splitlines()[-1] == "0 []"


def test_a_reader_that_goes_away_is_no_error() -> None:
    for arguments in ("schema", "list --overlays", "--help", "explain gin-rummy"):
        line = f"{sys.executable} -m meldwright {arguments} | head -n 1"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
        assert len(done.stdout.splitlines()) == 1
        assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [("check gin-rummy", 0), ("check gin-rumy", 2), ("list", 0), ("explain gin-rumy", 2), ("--help", 0), ("deal", 2),
     ("new '' --from gin", 2), ("simulate gin-rummy --seed=-1", 2)],
)  # fmt: skip
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_may_be_closed(arguments: str, code: int, closed: str) -> None:
    line = f"{sys.executable} -m meldwright {arguments} {closed}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=600)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr + done.stdout and "NoneType" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told() -> None:
    for arguments in ("list", "schema", "--help", "check gin-rummy"):
        line = f"{sys.executable} -m meldwright {arguments} > /dev/full"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
        assert done.returncode == 2
        assert re.fullmatch(r"(internal )?error: .*No space left.*\n", done.stderr), done.stderr


def test_output_that_the_terminal_cannot_show() -> None:
    done = command("explain", "gin-rummy", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert (done.returncode, done.stderr) == (0, "")


def test_unexpected_errors_take_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = (
        "import sys, meldwright.ruleset.library as library\n"
        "def broken(): raise RuntimeError('first\\nsecond')\n"
        "library.list_games = broken\n"
        "from meldwright.cli import main\n"
        "sys.argv = ['meldwright', 'list']; main()"
    )
    environment = {k: v for k, v in os.environ.items() if k != "MELDWRIGHT_DEBUG"}
    line = [sys.executable, "-c", program]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == "internal error: RuntimeError: first second (MELDWRIGHT_DEBUG=1 shows where)\n"
    environment["MELDWRIGHT_DEBUG"] = "1"
    done = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and "Traceback" in done.stderr


# --- playing (compiles the engine) ------------------------------------------------------------------------------------
def test_arrange() -> None:
    code, out, _ = run("arrange", "gin-rummy", "7S", "7H", "7D", "7C", "8C", "9C", "2H", "3H", "4H", "KD")
    assert code == 0
    assert out.splitlines()[-2:] == ["left: KD", "deadwood: 10"]
    code, out, _ = run("arrange", "gin", "7S 7H 7D 2C", "--format", "json")
    assert json.loads(out) == {
        "melds": [{"pattern": "set", "cards": ["7S", "7H", "7D"]}],
        "left": ["2C"],
        "deadwood": 2,
        "exact": True,
    }
    code, _, err = run("arrange", "gin", "7S", "7S")
    assert code == 2 and "7S" in err


def test_simulate_prints_one_json_object_on_stdout() -> None:
    done = command("simulate", "gin", "--deals", "200", "--seed", "7", "--format", "json", "--set", "match.target=50")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert (data["ruleset"], data["overrides"]) == ("gin-rummy", "--set match.target=50")
    assert (data["players"], data["deals"], data["matches"], data["seed"]) == (2, 200, 0, 7)
    assert sum(data["endings"].values()) == 200
    assert {"seat", "bot", "wins", "win_rate", "win_rate_ci95", "mean_score"} <= set(data["seats"][0])
    assert all(line.startswith("compiling the engine") for line in done.stderr.splitlines())


def test_simulate_as_text() -> None:
    code, out, _ = run("simulate", "basic-rummy", "-p", "3", "--matches", "3", "--bots", "greedy,random,random")
    assert code == 0
    assert out.startswith("Basic Rummy (basic-rummy): 3 players, bots greedy, random, random, seed 1, meldwright ")
    for label in ("seat", "first to play", "deals per match", "turns per deal", "deals ended", "stalemates"):
        assert f"\n{label} " in out


def test_compare_ends_with_a_sentence() -> None:
    code, out, _ = run("compare", "gin-rummy", "--set-b", "turn.call.knock.when=deadwood <= 5", "--deals", "400")
    assert code == 0
    assert "A: gin-rummy\nB: gin-rummy --set turn.call.knock.when=deadwood <= 5\n" in out
    assert "turns per deal" in out and "Under gin-rummy --set" in " ".join(out.split())
    code, out, _ = run("compare", "gin-rummy", "gin-rummy", "--deals", "50")
    assert out.rstrip().endswith("Nothing changed: all 50 deals went the same way under both rulesets.")


def test_ctrl_c_stops_quietly() -> None:
    line = [sys.executable, "-m", "meldwright", "simulate", "gin-rummy", "--deals", "1000000000"]
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a suite started in the background ignores it
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heard)
    try:
        time.sleep(8)
        for _ in range(4):  # one that comes while compiled code is being loaded may be lost
            process.send_signal(signal.SIGINT)
            try:
                out, err = process.communicate(timeout=15)
                break
            except subprocess.TimeoutExpired:
                continue
    finally:
        process.kill()  # whatever happened: it would go on for days
    assert process.returncode == 130
    assert out == "" and "Traceback" not in err
