"""Where the compiled engine is kept between runs.

numba notices that the file of a compiled function changed, but not that a function it *calls*, in another file, did:
it would go on running the old rules. The folder of compiled code is therefore named after a hash of every source the
compiler reads, with the versions of numba and Python. `prepare` must run before numba is imported; `core/_jit.py`, the
only module that imports numba, calls it.

The folder is, in this order: ``MELDWRIGHT_CACHE_DIR``, ``NUMBA_CACHE_DIR``, ``XDG_CACHE_HOME/meldwright``,
``~/.cache/meldwright``; when that cannot be written to, a folder in the system's temporary directory.

Several processes may use the folder at once, and any may be killed. numba puts a file in place whole, so one that is
there is damaged only by the disk: when its bytes are no longer those of the checksum taken while it had the same size
and time (the seal), or when its end is missing. A file that changed after the seal, or that the seal does not know, is
another process's fresh one. The marker says that the whole engine is there; it goes as soon as any file is missing, and
it names the times of the sources, as numba takes what was made from a source of another time for stale.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import io
import json
import os
import pickletools
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
Stamp = tuple[int, int]  # size, time of the last change in nanoseconds
Sealed = tuple[int, int, str]  # the stamp, and the checksum of the bytes

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = ("core", "bots", "lab/kernel.py", "lab/columns.py")
KEPT = 3
PREFIX = "engine-"
SEAL = "checksums.json"
COMPILE_SECONDS = 180  # rough, on one core of an ordinary machine; only told, never relied on
MARKER = "engine.compiled"
LOCK = "compiling.lock"
UNUSED_SECONDS = 24 * 3600  # a folder used since then may be some running process's

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
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return True
    try:
        return (prepare() / MARKER).read_text(encoding="ascii") == _source_times()
    except (OSError, ValueError):
        return False


def announce() -> None:
    """Tell the user, once and on stderr, that the engine is about to be compiled, if it is."""
    global _announced
    if not _announced and not is_compiled():
        _announced = True
        _say(f"compiling the engine, about {COMPILE_SECONDS} s, once")


def compiled() -> None:
    """Remember the checksums of the compiled files, and note that the engine is compiled now."""
    folder = prepare()
    _seal_quietly(folder)  # first: a marker without a seal does not count
    with contextlib.suppress(OSError):
        _write(folder / MARKER, _source_times())


def first_run(run: Callable[[], T]) -> T:
    """The result of `run`, the first use of compiled code: announced, and repeated once from an empty cache.

    Whatever is wrong with cached code shows when it is loaded, as almost any exception. Errors that come again
    without the cache are the program's own and are raised. Processes that start together compile one after the other:
    the later ones load what the first has compiled.
    """
    announce()
    folder = prepare()
    if is_compiled():
        return _run_or_again(folder, run)
    with _alone(folder):
        result = _run_or_again(folder, run)
        compiled()
    return result


def _run_or_again(folder: Path, run: Callable[[], T]) -> T:
    before = {path: _stamp(path) for path in _files(folder)}
    try:
        return run()
    except Exception:
        if not before:
            raise
        _say("the compiled engine cannot be loaded; compiling it again")
        _forget(folder)
        for path, stamp in before.items():
            _delete(path, stamp)
        result = run()
        compiled()
        return result


def _say(text: str) -> None:
    if sys.stderr is not None:  # closed by the caller; print would take stdout instead
        print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other process compiles into the folder. A killed process holds nothing back."""
    try:
        import fcntl
    except ImportError:  # not on this system: then they compile side by side, which only takes longer
        yield
        return
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            file = stack.enter_context(open(folder / LOCK, "w", encoding="utf-8"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


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
    """Keep the folders used last, and those that a running process may be using."""

    def used(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    for old in sorted(parent.glob(PREFIX + "*"), key=used, reverse=True)[KEPT:]:
        if used(old) < time.time() - UNUSED_SECONDS:
            shutil.rmtree(old, ignore_errors=True)


def _files(folder: Path) -> Iterator[Path]:
    for pattern in ("*.nbi", "*.nbc"):
        yield from folder.rglob(pattern)


def _stamp(path: Path) -> Stamp | None:
    """Size and time of a file, which change when another process writes it; None when it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _delete(path: Path, stamp: Stamp | None) -> None:
    """Delete a file, unless it is no longer the one of that stamp."""
    if stamp is not None and _stamp(path) == stamp:
        with contextlib.suppress(OSError):
            path.unlink()


def _forget(folder: Path) -> None:
    """The engine is not whole (any more); the wait for it is announced again."""
    with contextlib.suppress(OSError):
        (folder / MARKER).unlink()


def _source_times() -> str:
    stamps = [_stamp(path) for path in sources()]
    return hashlib.sha256(repr(stamps).encode()).hexdigest()


def _write(path: Path, text: str) -> None:
    """Put a file in place whole, or leave what is there. Raises OSError."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _checksum(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _is_whole(data: bytes) -> bool:
    """Does the file end where it says it ends? numba's files are pickles, one after the other; none is loaded here."""
    stream = io.BytesIO(data)
    try:
        while stream.tell() < len(data):
            for _ in pickletools.genops(stream):
                pass
    except Exception:  # whatever garbage makes of it
        return False
    return bool(data)


def _sealed(folder: Path) -> dict[str, Sealed] | None:
    """Stamp and checksum of each file when it was sealed; None when there is no seal that can be read."""
    try:
        kept = json.loads((folder / SEAL).read_text(encoding="utf-8"))
        return {str(name): (int(size), int(when), str(sum_)) for name, (size, when, sum_) in kept.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def _seal_quietly(folder: Path) -> None:
    """Write the checksums of the compiled files, so that a damaged one is never loaded. Whole or not at all."""
    known = _sealed(folder) or {}
    kept: dict[str, Sealed] = {}
    for path in list(_files(folder)):
        name, stamp = path.relative_to(folder).as_posix(), _stamp(path)
        if stamp is None:
            continue
        if name in known and known[name][:2] == stamp:
            kept[name] = known[name]  # not read again: had it been damaged since, that would be sealed
            continue
        with contextlib.suppress(OSError):
            checksum = _checksum(path.read_bytes())
            if _stamp(path) == stamp:  # else another process is replacing it: its own seal will know
                kept[name] = (*stamp, checksum)
    with contextlib.suppress(OSError):
        _write(folder / SEAL, json.dumps(kept))


def _drop_damaged(folder: Path) -> None:
    """Delete compiled files that are not what was written; numba compiles what is missing again, which is announced."""
    sealed = _sealed(folder)
    if sealed is None:
        _forget(folder)
    missing = set(sealed or ())
    for path in list(_files(folder)):
        name, stamp = path.relative_to(folder).as_posix(), _stamp(path)
        try:
            data = path.read_bytes()
        except OSError:
            continue
        if stamp is None or _stamp(path) != stamp:  # just replaced by another process
            missing.discard(name)
            continue
        known = (sealed or {}).get(name)
        unchanged = known is not None and known[:2] == stamp
        if (known is not None and unchanged and known[2] == _checksum(data)) or (not unchanged and _is_whole(data)):
            missing.discard(name)
            continue
        _delete(path, stamp)
        _forget(folder)
    if missing:
        _forget(folder)
