"""The wheel as a stranger installs it: built from this source, into an empty environment, and used from elsewhere.

The environment is empty but for what pip installs with the wheel, so a missing dependency or a file left out of the
package shows here and nowhere else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = [pytest.mark.wheel, pytest.mark.xdist_group("wheel")]  # one worker builds and installs it, once

Run = Callable[..., str]


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """The output of a command that must succeed."""
    words = [str(part) for part in command]
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this source."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def meldwright(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The command of the installed wheel, run far away from the source."""
    folder = tmp_path_factory.mktemp("elsewhere")
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    binaries = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(binaries / "python", "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "NUMBA", "MELDWRIGHT", "COVERAGE"))}
    env["MELDWRIGHT_CACHE_DIR"] = str(folder / "cache")

    def command(*arguments: str) -> str:
        return run(binaries / "meldwright", *arguments, cwd=folder, env=env)

    return command


def test_wheel_holds_the_data_and_no_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for source, target in (("rulesets", "meldwright/data/rulesets"), ("schemas", "meldwright/data/schemas")):
        for path in (ROOT / source).rglob("*.*"):
            assert f"{target}/{path.relative_to(ROOT / source).as_posix()}" in names
    assert {"meldwright/patterns/grammar.lark", "meldwright/py.typed"} <= names
    assert not [name for name in names if name.startswith(("tests", "bench", "docs")) or "__pycache__" in name]


def test_source_distribution_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    pytest.importorskip("build")
    run(sys.executable, "-m", "build", "--sdist", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, source, cwd=tmp_path)
    (again,) = tmp_path.glob("*.whl")
    assert set(zipfile.ZipFile(again).namelist()) == set(zipfile.ZipFile(wheel).namelist())


def test_installed_commands_work(meldwright: Run) -> None:
    assert "gin-rummy" in meldwright("list")
    assert "0.1.0" in meldwright("--version")
    meldwright("check", "gin-rummy")
    assert "knock" in meldwright("explain", "gin-rummy")
    assert "10" in meldwright("arrange", "gin-rummy", "7S 7H 7D 7C 8C 9C 2H 3H 4H KD")
    assert "50" in meldwright("simulate", "gin-rummy", "--deals", "50")
