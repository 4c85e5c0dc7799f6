"""Test set-up: compiled functions are cached in a folder of the tests' own.

numba's cache does not notice when a function in *another* file changes, so the folder is named after a hash of every
source the compiler reads. It must be chosen before numba is imported, hence at the top of this file and not in a
fixture. Commands started by a test inherit it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "engine" / "meldwright"
COMPILED = ("core", "bots", "lab")
KEPT_CACHES = 3


def _sources_digest() -> str:
    digest = hashlib.sha256()
    digest.update(sys.version.encode())
    for name in ("numba", "numpy"):
        digest.update(metadata.version(name).encode())
    for folder in COMPILED:
        for source in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(source.relative_to(PACKAGE).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _choose_cache() -> None:
    if "numba" in sys.modules or os.environ.get("NUMBA_CACHE_DIR"):
        return
    caches = ROOT / ".pytest_cache" / "compiled"
    chosen = caches / _sources_digest()
    chosen.mkdir(parents=True, exist_ok=True)
    os.utime(chosen)
    os.environ["NUMBA_CACHE_DIR"] = str(chosen)
    for old in sorted(caches.iterdir(), key=lambda p: p.stat().st_mtime, reverse=True)[KEPT_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)


_choose_cache()

COMPILE = """
from meldwright import Game, best_arrangement, compare, simulate
Game("gin-rummy", seed=1).push("pass")
best_arrangement("gin-rummy", "7S 8S 9S")
simulate("gin-rummy", deals=2, bots="greedy,random", threads=1)
compare("gin-rummy", "straight-gin", deals=2, threads=1)
"""


def pytest_configure(config: pytest.Config) -> None:
    """Before workers start on the whole suite, compile the engine: they would all do it at once, each for itself."""
    workers = getattr(config.option, "numprocesses", None)
    whole = config.args_source is not pytest.Config.ArgsSource.ARGS
    if workers and whole and not hasattr(config, "workerinput") and not config.option.collectonly:
        print("compiling the engine before the tests start", flush=True)
        subprocess.run([sys.executable, "-c", COMPILE], check=False)  # a failure is for the tests to report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The wheel first: it compiles for minutes on one core, while the other workers go on."""
    items.sort(key=lambda item: item.get_closest_marker("wheel") is None)
