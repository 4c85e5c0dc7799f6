"""Where the compiled engine is kept between runs.

numba notices that the file of a compiled function changed, but not that a function it *calls*, in another file, did:
it would go on running the old rules. The folder of compiled code is therefore named after a hash of every source the
compiler reads, with the versions of numba and Python. `prepare` must run before numba is imported; `core/_jit.py`, the
only module that imports numba, calls it.

The folder is, in this order: ``MELDWRIGHT_CACHE_DIR``, ``NUMBA_CACHE_DIR``, ``XDG_CACHE_HOME/meldwright``,
``~/.cache/meldwright``; when that cannot be written to, a folder in the system's temporary directory.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = ("core", "bots", "lab/kernel.py", "lab/columns.py")
KEPT = 3
PREFIX = "engine-"
SEAL = "checksums.json"
COMPILE_SECONDS = 60  # rough, on one core of an ordinary machine; only told, never relied on
MARKER = "engine.compiled"

_announced = False
_prepared: Path | None = None


def sources(package: Path = PACKAGE) -> list[Path]:
    """Every source file whose text decides what the compiled code does."""
    found: list[Path] = []
    for name in COMPILED:
        path = package / name
        found += [path] if path.is_file() else sorted(path.rglob("*.py"))
    return found


def key(package: Path = PACKAGE) -> str:
    """Name of the folder for the engine as it is now: a hash of its sources and of what compiles them."""
    digest = hashlib.sha256()
    for version in (sys.version, metadata.version("numba"), metadata.version("numpy"), str(package)):
        digest.update(version.encode() + b"\0")
    for path in sources(package):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return PREFIX + digest.hexdigest()[:16]


def base() -> Path:
    """The folder that holds the folders of compiled code."""
    own = os.environ.get("MELDWRIGHT_CACHE_DIR")
    if own:
        return Path(own)
    numba_s = os.environ.get("NUMBA_CACHE_DIR")
    if numba_s:
        path = Path(numba_s)
        return path.parent if path.name.startswith(PREFIX) else path  # inherited from a parent process of ours
    xdg = os.environ.get("XDG_CACHE_HOME")
    try:
        root = Path(xdg) if xdg and Path(xdg).is_absolute() else Path.home() / ".cache"
    except RuntimeError:  # no home directory
        root = _temporary()
    return root / "meldwright"


def grammar_file() -> str | None:
    """Where the parser tables of the rule language may be kept between runs; None when nowhere.

    Lark checks by a hash of the grammar, its options and its own version that the tables are the right ones.
    """
    folder = _writable(base())
    return None if folder is None else str(folder / "grammar.tables")


def prepare() -> Path:
    """Choose the folder of compiled code and tell numba about it; throw damaged files and old folders away.

    Safe to call again; only the first call does anything. Never fails: a folder that cannot be written to is
    replaced by a temporary one.
    """
    global _prepared
    if _prepared is None:
        name = key()
        chosen = _writable(base() / name) or _writable(_temporary() / name) or Path(tempfile.mkdtemp(prefix=PREFIX))
        _drop_damaged(chosen)
        _drop_old(chosen.parent)
        os.environ["NUMBA_CACHE_DIR"] = str(chosen)
        if "numba" in sys.modules:  # imported by the program that uses us: its setting was read already
            sys.modules["numba"].config.CACHE_DIR = str(chosen)
        atexit.register(_seal_quietly, chosen)
        _prepared = chosen
    return _prepared


def is_compiled() -> bool:
    """Has the whole engine been compiled, by this process or an earlier one?"""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") or (prepare() / MARKER).exists()


def announce() -> None:
    """Tell the user, once and on stderr, that the engine is about to be compiled, if it is."""
    global _announced
    if not _announced and not is_compiled():
        _announced = True
        print(f"compiling the engine, about {COMPILE_SECONDS} s, once", file=sys.stderr, flush=True)


def compiled() -> None:
    """Note that the engine is compiled now, and remember the checksums of its files."""
    folder = prepare()
    with contextlib.suppress(OSError):
        (folder / MARKER).touch()
    _seal_quietly(folder)


def first_run(run: Callable[[], T]) -> T:
    """The result of `run`, the first use of compiled code: announced, and repeated once from an empty cache.

    Whatever is wrong with cached code shows when it is loaded, as almost any exception. Errors that come again
    without the cache are the program's own and are raised.
    """
    announce()
    folder = prepare()
    had_files = any(folder.rglob("*.nbi"))
    try:
        result = run()
    except Exception:
        if not had_files:
            raise
        print("the compiled engine cannot be loaded; compiling it again", file=sys.stderr, flush=True)
        for path in list(_files(folder)):
            with contextlib.suppress(OSError):
                path.unlink()
        result = run()
    compiled()
    return result


def _temporary() -> Path:
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return Path(tempfile.gettempdir()) / f"meldwright-{user}"


def _writable(folder: Path) -> Path | None:
    """The folder itself, made if need be, when files can be written to it and it belongs to this user."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
            return None  # somebody else's folder may hold somebody else's code
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".probe-"):
            pass
        os.utime(folder)
    except OSError:
        return None
    return folder


def _drop_old(parent: Path) -> None:
    """Keep the folders used last."""

    def used(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    for old in sorted(parent.glob(PREFIX + "*"), key=used, reverse=True)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def _files(folder: Path) -> Iterator[Path]:
    for pattern in ("*.nbi", "*.nbc"):
        yield from folder.rglob(pattern)


def _checksums(folder: Path) -> dict[str, str]:
    sums = {}
    for path in _files(folder):
        with contextlib.suppress(OSError):
            sums[path.relative_to(folder).as_posix()] = hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()
    return sums


def _seal_quietly(folder: Path) -> None:
    """Write the checksums of the compiled files, so that a damaged one is never loaded."""
    with contextlib.suppress(OSError):
        if not folder.is_dir():
            return
        handle, name = tempfile.mkstemp(dir=folder, prefix=".seal-")
        with open(handle, "w", encoding="utf-8") as file:
            json.dump(_checksums(folder), file)
        os.replace(name, folder / SEAL)


def _drop_damaged(folder: Path) -> None:
    """Delete compiled files that are not what was written; numba compiles what is missing again."""
    try:
        expected = json.loads((folder / SEAL).read_text(encoding="utf-8"))
        expected.items()
    except FileNotFoundError:
        return
    except (OSError, ValueError, AttributeError):
        expected = dict.fromkeys(_checksums(folder))
    present = _checksums(folder)
    for name, checksum in expected.items():
        if name in present and present[name] != checksum:
            for path in (folder / name, *folder.glob("*.compiled")):  # so that the wait is announced again
                with contextlib.suppress(OSError):
                    path.unlink()
