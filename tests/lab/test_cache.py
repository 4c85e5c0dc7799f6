"""The folder of compiled code: named after the sources, kept small, never stale, never fatal."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from meldwright.lab import cache


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the sources that decide what is compiled."""
    copy = tmp_path / "meldwright"
    for source in cache.sources():
        target = copy / source.relative_to(cache.PACKAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    return copy


def test_the_folder_changes_with_any_compiled_source(package: Path) -> None:
    before = cache.key(package)
    assert cache.key(package) == before
    names = set()
    for source in cache.sources(package):
        text = source.read_bytes()
        source.write_bytes(text + b"\n# changed\n")
        names.add(cache.key(package))
        source.write_bytes(text)
    assert len(names) == len(cache.sources(package)) >= 15
    assert before not in names
    assert cache.key(package) == before


def test_a_renamed_source_changes_the_folder(package: Path) -> None:
    before = cache.key(package)
    (package / "core" / "draw.py").rename(package / "core" / "drawn.py")
    assert cache.key(package) != before


def test_every_compiled_module_is_among_the_sources() -> None:
    listed = set(cache.sources())
    for source in cache.PACKAGE.rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        if "\n@njit" in text or "import njit" in text:
            assert source in listed, f"{source.name} is compiled, but its text does not decide the name of the cache"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"MELDWRIGHT_CACHE_DIR": "/a", "NUMBA_CACHE_DIR": "/b", "XDG_CACHE_HOME": "/c"}, "/a"),
        ({"NUMBA_CACHE_DIR": "/b", "XDG_CACHE_HOME": "/c"}, "/b"),
        ({"NUMBA_CACHE_DIR": "/b/engine-0123", "XDG_CACHE_HOME": "/c"}, "/b"),
        ({"XDG_CACHE_HOME": "/c"}, "/c/meldwright"),
        ({"XDG_CACHE_HOME": "relative", "HOME": "/home/x"}, "/home/x/.cache/meldwright"),
        ({"HOME": "/home/x"}, "/home/x/.cache/meldwright"),
    ],
)
def test_where_it_is(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], expected: str) -> None:
    for name in ("MELDWRIGHT_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert cache.base() == Path(expected)


def prepared(folder: Path, code: str = "") -> str:
    """The folder that a new process chooses, run with `code` after it."""
    program = f"from meldwright.lab import cache; print(cache.prepare()); {code}"
    environment = {**os.environ, "MELDWRIGHT_CACHE_DIR": str(folder)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_folder_that_cannot_be_written_is_replaced(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    chosen = Path(prepared(blocked))
    assert chosen.is_dir() and blocked not in chosen.parents


def test_the_newest_three_are_kept(tmp_path: Path) -> None:
    for number in range(6):
        old = tmp_path / f"{cache.PREFIX}{number}"
        old.mkdir()
        os.utime(old, (1000 + number, 1000 + number))
    (tmp_path / "other").mkdir()
    chosen = Path(prepared(tmp_path))
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == sorted([chosen.name, f"{cache.PREFIX}4", f"{cache.PREFIX}5", "other"])


def entry(folder: Path, name: str, value: object = "code") -> Path:
    """A file as numba writes them."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(pickle.dumps("version") + pickle.dumps(value))
    return path


@pytest.fixture
def whole(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A folder with the marker of a whole engine, and two sealed files in it."""
    folder = Path(prepared(tmp_path))
    good, other = entry(folder, "a/f.nbi"), entry(folder, "a/f.1.nbc", b"code" * 1000)
    prepared(tmp_path, "cache.compiled()")
    assert (folder / cache.MARKER).exists()
    return folder, good, other


def flip(path: Path) -> None:
    """One byte is another one, as a failing disk does it: nothing else shows it."""
    before = path.stat()
    path.write_bytes(path.read_bytes()[:-20] + b"x" + path.read_bytes()[-19:])
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("damage", [b"", b"garbage", b"cut", b"flip"])
def test_damaged_files_are_thrown_away(whole: tuple[Path, Path, Path], damage: bytes) -> None:
    folder, good, bad = whole
    if damage == b"flip":
        flip(bad)
    else:
        bad.write_bytes(bad.read_bytes()[:-1] if damage == b"cut" else damage)
    prepared(folder.parent)
    assert good.exists() and not bad.exists()
    assert not (folder / cache.MARKER).exists()  # the wait is announced again


def test_fresh_files_of_other_processes_are_kept(whole: tuple[Path, Path, Path]) -> None:
    folder, good, other = whole
    entry(folder, "a/f.nbi", "a longer index")
    new = entry(folder, "b/g.1.nbc")
    prepared(folder.parent)
    assert good.exists() and other.exists() and new.exists()
    assert (folder / cache.MARKER).exists()
    assert set(json.loads((folder / cache.SEAL).read_text())) == {"a/f.nbi", "a/f.1.nbc", "b/g.1.nbc"}


def test_a_file_damaged_while_the_process_runs_is_not_sealed(whole: tuple[Path, Path, Path]) -> None:
    folder, _, bad = whole
    program = (
        f"import os; p = {str(bad)!r}; s = os.stat(p); data = open(p, 'rb').read(); "
        "open(p, 'wb').write(data[:-20] + b'x' + data[-19:]); os.utime(p, ns=(s.st_atime_ns, s.st_mtime_ns))"
    )
    prepared(folder.parent, program)
    assert bad.exists()
    prepared(folder.parent)
    assert not bad.exists()


def test_missing_files_are_announced(whole: tuple[Path, Path, Path]) -> None:
    folder, good, other = whole
    other.unlink()
    prepared(folder.parent)
    assert good.exists() and not (folder / cache.MARKER).exists()


def test_a_marker_without_a_seal_does_not_count(whole: tuple[Path, Path, Path]) -> None:
    folder, good, other = whole
    for text in (None, "[1", "{}[", '{"a": 5}'):
        prepared(folder.parent, "cache.compiled()")
        (folder / cache.SEAL).unlink() if text is None else (folder / cache.SEAL).write_text(text)
        prepared(folder.parent)
        assert good.exists() and other.exists() and not (folder / cache.MARKER).exists()
        assert len(json.loads((folder / cache.SEAL).read_text())) == 2


def test_sources_of_another_time_are_announced(package: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """numba compiles everything again when the file of a function has another time, whatever is in it."""
    monkeypatch.setattr(cache, "_prepared", tmp_path)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    sources = cache.sources(package)
    monkeypatch.setattr(cache, "sources", lambda: sources)
    cache.compiled()
    assert cache.is_compiled()
    os.utime(sources[0], (5, 5))
    assert not cache.is_compiled()


def test_folders_in_use_are_kept(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{cache.PREFIX}{number}").mkdir()
    prepared(tmp_path)
    assert len(list(tmp_path.iterdir())) == 7


def test_processes_at_once_and_killed_ones_leave_a_whole_folder(tmp_path: Path) -> None:
    """Many write, seal and are killed at any moment; nothing that was written whole is lost."""
    program = (
        "import os, pickle, sys, time\n"
        "from meldwright.lab import cache\n"
        "folder, number = cache.prepare(), sys.argv[1]\n"
        "def write(name):\n"
        "    temporary = folder / f'{name}.tmp.{number}'\n"
        "    temporary.write_bytes(pickle.dumps(os.urandom(2000))); os.replace(temporary, folder / name)\n"
        "def run():\n"
        "    for i in range(30): write(f'f{i}.1.nbc'); write(f'own{number}-{i}.1.nbc')\n"
        "cache.first_run(run)\n"
        "print('done', flush=True); time.sleep(60 if int(number) % 2 else 0)"
    )
    environment = {**os.environ, "MELDWRIGHT_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    line = [sys.executable, "-c", program]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    running = [subprocess.Popen([*line, str(n)], env=environment, **pipes) for n in range(6)]  # type: ignore[call-overload]
    for process in running:
        assert process.stdout.readline() == "done\n"
        process.kill()
        process.communicate()
    folder = Path(prepared(tmp_path))
    assert len(list(folder.glob("*.nbc"))) >= 30 + 30
    assert (folder / cache.MARKER).exists()


def test_nothing_is_said_on_stdout_when_stderr_is_closed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    cache._say("told nobody")
    assert capsys.readouterr().out == ""


def test_first_run_starts_again_without_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_prepared", tmp_path)
    monkeypatch.setattr(cache, "_announced", True)
    (tmp_path / "f.nbi").write_bytes(b"x")
    calls: list[int] = []

    def run() -> str:
        calls.append(1)
        if (tmp_path / "f.nbi").exists():
            raise EOFError("ran out of input")
        return "done"

    assert cache.first_run(run) == "done"
    assert len(calls) == 2
    (tmp_path / cache.MARKER).unlink()

    def broken() -> None:
        calls.append(1)
        raise KeyError("always")

    calls.clear()
    with pytest.raises(KeyError):
        cache.first_run(broken)
    assert len(calls) == 1  # nothing cached to blame: not tried again


def test_the_user_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cache, "_prepared", tmp_path)
    monkeypatch.setattr(cache, "_announced", False)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    cache.announce()
    cache.announce()
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"compiling the engine, about {cache.COMPILE_SECONDS} s, once\n"
    monkeypatch.setattr(cache, "_announced", False)
    cache.compiled()
    cache.announce()
    assert capsys.readouterr().err == ""
