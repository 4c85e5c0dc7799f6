"""Test set-up: compiled functions are cached in a folder of the tests' own.

numba's cache does not notice when a function in *another* file changes, so the folder is named after a hash of every
source the compiler reads. It must be chosen before numba is imported, hence at the top of this file and not in a
fixture. Commands started by a test inherit it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from importlib import metadata
from pathlib import Path

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
