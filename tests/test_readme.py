"""The README's tour is true: every command in it is run, in order, in one empty folder, and its output compared.

- A `console` block holds commands (after `$ `) with their output below.
- A `yaml` block whose first line is a comment with a file name is written to that file.
- A `python` block is a session, compared as doctest does.
- A line `...` in an output stands for any number of lines.
- Figures that depend on time are not compared: a number before ` s` or before `deals and`, `decisions a second`, and a
  number of threads.

`python tests/test_readme.py` writes the outputs of the console blocks into the README; one that still fits is kept.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import meldwright

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"^```(console|yaml|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Block:
    """A fenced block of the tour."""

    language: str
    text: str
    start: int
    end: int


def tour() -> list[Block]:
    """The blocks of the README after the heading of the tour."""
    text = README.read_text(encoding="utf-8")
    first = text.index("## A tour")
    last = text.index("\n## ", first + 1)
    return [Block(m[1], m[2], m.start(2), m.end(2)) for m in BLOCK.finditer(text, first, last)]


def timeless(output: str) -> str:
    """The output without figures that depend on time, and without spaces at line ends."""
    kept = re.sub(r"[\d,.]+ (s|deals and|decisions a second|threads?)\b", r"N \1", output)
    kept = kept.replace("N threads", "N thread")
    return "\n".join(line.rstrip() for line in kept.splitlines())


def matches(expected: str, actual: str) -> bool:
    """Equal, but for `...` lines that stand for any lines."""
    parts = [re.escape(part) for part in re.split(r"^\.\.\.$", timeless(expected), flags=re.MULTILINE)]
    return re.fullmatch(r"(?:.*\n)*?.*".join(parts), timeless(actual)) is not None


def steps(block: Block) -> list[tuple[str, str]]:
    """The commands of a console block, each with its output."""
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    assert not parts[0].strip(), "a console block starts with a command"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def run(command: str, folder: Path) -> str:
    """What a command prints; of standard error only when it fails."""
    words = shlex.split(command)
    assert words[0] == "meldwright", f"the tour runs meldwright and nothing else: {command}"
    env = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    env.pop("NUMBA_DISABLE_JIT", None)
    env["PYTHONPATH"] = str(Path(meldwright.__file__).resolve().parent.parent)  # a relative one means nothing in there
    done = subprocess.run(
        [sys.executable, "-m", "meldwright", *words[1:]],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert done.stdout or "error[" in done.stderr, f"did not run: {command}\n{done.stderr}"
    assert done.returncode in (0, 1), done.stderr
    return done.stdout + (done.stderr if done.returncode else "")


def write(block: Block, folder: Path) -> None:
    """Write the file that a yaml block names in its first line."""
    name = re.match(r"# (\S+\.yaml)\n", block.text)
    if name:
        (folder / name[1]).write_text(block.text, encoding="utf-8")


def test_tour(tmp_path: Path) -> None:
    commands = 0
    for block in tour():
        if block.language == "yaml":
            write(block, tmp_path)
        elif block.language == "console":
            for command, expected in steps(block):
                actual = run(command, tmp_path)
                assert matches(expected, actual), f"$ {command}\n{actual}"
                commands += 1
    assert commands >= 6


def test_python_session() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    sessions = [block.text for block in tour() if block.language == "python"]
    assert sessions
    for text in sessions:
        runner.run(parser.get_doctest(text, {}, "README", str(README), 0))
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", [README, *sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md"], ids=str)
def test_commands_on_all_pages_exist(page: Path) -> None:
    from typer.main import get_command

    from meldwright.cli import app

    known = get_command(app).commands  # type: ignore[attr-defined]
    for line in re.findall(r"^(?:\$ |.*/)?meldwright ([a-z].*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
        words = shlex.split(line)
        assert words[0] in known, line
        options = {option for parameter in known[words[0]].params for option in parameter.opts}
        used = {word.split("=")[0] for word in words if word.startswith("--")}
        assert used <= options, line


def test_figures_of_time_are_not_compared() -> None:
    assert matches("2,000 deals in 0.10 s on 2 threads: 20,000 deals and 1 decisions a second", (
        "2,000 deals in 9.91 s on 1 thread: 201 deals and 77,123 decisions a second"
    ))  # fmt: skip
    assert not matches("2,000 deals", "2,001 deals")
    assert matches("a\n...\nd", "a\nb\nc\nd")
    assert not matches("a\n...\nd", "a\nb")


def test_commands_run_whatever_path_the_package_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "engine")
    assert "gin-rummy" in run("meldwright list", tmp_path)


def test_a_command_that_cannot_run_is_not_taken_for_an_old_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false") or "false")
    with pytest.raises(AssertionError, match="did not run"):
        run("meldwright list", tmp_path)


def test_every_verdict_is_compared_to_its_end() -> None:
    shown = [text for block in tour() if block.language == "console" for _, text in steps(block)]
    verdicts = [text for text in shown if "\nUnder " in text]
    assert verdicts
    for text in verdicts:
        assert matches(text, text)
        assert not matches(text, text.replace("more in the table.", "more.")), "the verdict is the one of today"


def test_every_game_is_in_the_table() -> None:
    from meldwright.ruleset.library import list_games

    named = re.findall(r"^\| `([a-z0-9-]+)` \|", README.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert sorted(named) == [entry.id for entry in list_games()]


def update(folder: Path) -> None:
    """Write the outputs of the console blocks into the README."""
    text, shift = README.read_text(encoding="utf-8"), 0
    for block in tour():
        if block.language == "yaml":
            write(block, folder)
        if block.language != "console":
            continue
        parts = []
        for command, expected in steps(block):
            actual = run(command, folder)
            parts.append(f"$ {command}\n{expected if matches(expected, actual) else actual}")
        new = "".join(part if part.endswith("\n") else part + "\n" for part in parts)
        text = text[: block.start + shift] + new + text[block.end + shift :]
        shift += len(new) - (block.end - block.start)
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as temporary:
        update(Path(temporary))
