"""The folder of compiled code: named after the sources, kept small, never stale, never fatal."""

from __future__ import annotations

import json
import os
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


@pytest.mark.parametrize("damage", [b"", b"garbage", None])
def test_damaged_files_are_thrown_away(tmp_path: Path, damage: bytes | None) -> None:
    folder = Path(prepared(tmp_path))
    good, bad = folder / "a" / "f.nbi", folder / "a" / "f.1.nbc"
    good.parent.mkdir()
    good.write_bytes(b"index")
    (folder / "core.compiled").touch()
    bad.write_bytes(b"code" * 1000)
    prepared(tmp_path)  # seals what it finds when it ends
    bad.write_bytes(bad.read_bytes()[:-1] + b"x" if damage is None else damage)
    prepared(tmp_path)
    assert good.exists() and not bad.exists()
    assert not (folder / "core.compiled").exists()


def test_a_damaged_list_of_checksums_empties_the_folder(tmp_path: Path) -> None:
    folder = Path(prepared(tmp_path))
    (folder / "f.nbi").write_bytes(b"index")
    (folder / cache.SEAL).write_text("[1")
    prepared(tmp_path)
    assert not (folder / "f.nbi").exists()
    assert json.loads((folder / cache.SEAL).read_text()) == {}


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
