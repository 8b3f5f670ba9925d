"""How every rule is compiled and cached.

Numba stamps a cached function with the hash of its own file only: change a function it
calls in another file and the old machine code goes on running. So every kernel of the
package is compiled through `kernel`, which keeps the cache in a folder named by a
fingerprint of all sources and tables the kernel can reach, the versions and the compiler
flags. An edit in any of them means a new folder; nothing stale is ever found.

What a kernel can reach: a game knows `core` and its own folder, never another game (a test
holds that fast), so an edit in one game does not compile the others again. A kernel outside
the package may reach all of it.

How kernels that call each other are compiled as a whole, and how cached files are sealed, needs
private parts of numba: `numba_private.py`.

Whoever waits more than two seconds for the compiler is told what it compiles, in one line on
stderr; `SPACEENVS_QUIET=1` in the environment keeps it silent.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import shutil
import stat
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

from spaceenvs.core.numba_private import compile_as_whole, seal_cache

F = TypeVar("F", bound=Callable[..., Any])

JIT_ENABLED: bool = not numba.config.DISABLE_JIT

if not JIT_ENABLED:
    # The generator relies on wrapping uint64 arithmetic, which numpy scalars warn about.
    np.seterr(over="ignore")

_CORE = Path(__file__).resolve().parent
_PACKAGE = _CORE.parent
_UNUSED_DAYS = 30
_PATIENCE = 2.0
"""After so many seconds of compiling it is said what compiles."""
_HARMLESS_FLAGS = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DISABLE_JIT"}


def kernel(function: F, home: Path | None = None, *, reorder: bool = False) -> F:
    """Compile a rule, releasing the GIL, and keep the machine code across processes.

    With `NUMBA_DISABLE_JIT=1` the function is returned as it is, for the debugger.

    Args:
        function: The rule.
        home: The folder whose kernels it calls, if that is not the one it stands in.
        reorder: Sums of floats may be taken in any order, eight or sixteen at once.
    """
    if not JIT_ENABLED:
        return function
    # Numba reads CACHE_DIR once, when the cache of a function is created.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = cache_folder(home or home_of(function))
    try:
        # A function typed at a prompt has no file to be found by again: not cached.
        cache = Path(function.__code__.co_filename).is_file()
        fastmath = {"contract", "reassoc", "nsz"} if reorder else False
        compiled = numba.njit(nogil=True, cache=cache, fastmath=fastmath)(function)
    finally:
        numba.config.CACHE_DIR = before
    seal_cache(compiled)
    compile_as_whole(compiled, watch=functools.partial(_watch, home or home_of(function)))
    return compiled  # type: ignore[no-any-return]


# -- saying what takes so long ------------------------------------------------------------------

_compiled: dict[Path, float] = {}
"""The seconds that were spent on compiling, by the folder of the kernels."""
_told: set[Path] = set()
_keeping_quiet = 0


def is_quiet() -> bool:
    """Whether nothing is said of compiling: the user, or who shows it otherwise, wants that."""
    return _keeping_quiet > 0 or os.environ.get("SPACEENVS_QUIET", "0") not in ("", "0")


@contextmanager
def quiet() -> Iterator[None]:
    """Say nothing of compiling: somebody else shows it."""
    global _keeping_quiet
    _keeping_quiet += 1
    try:
        yield
    finally:
        _keeping_quiet -= 1


@contextmanager
def _watch(home: Path) -> Iterator[None]:
    """Watch over a compilation: once the kernels of a folder have taken long, say so."""
    if home in _told:
        yield
        return
    spent = _compiled.get(home, 0.0)
    timer = threading.Timer(max(_PATIENCE - spent, 0.0), _tell, (home,))
    timer.daemon = True
    begun = time.perf_counter()
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        _compiled[home] = spent + time.perf_counter() - begun


def _tell(home: Path) -> None:
    """Say what is compiled, once in a process."""
    if home in _told or is_quiet():
        return
    _told.add(home)
    ahead = ""
    if home.parent == _PACKAGE and home != _CORE:
        ahead = f"; to do it ahead of time: spaceenvs compile {home.name}"
    print(
        f"spaceenvs: compiling {home.name}, half a minute or more, only this once{ahead} "
        "(SPACEENVS_QUIET=1 hides this line)",
        file=sys.stderr,
        flush=True,
    )


@functools.cache
def cache_folder(home: Path = _PACKAGE) -> str:
    """Return the folder that holds the compiled kernels of these very sources."""
    name = fingerprint(home)
    for base in _cache_bases():
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue  # A read-only home or install: try the next place.
        os.utime(folder)
        _forget_unused(base)
        return str(folder)
    warnings.warn(
        "compiled kernels cannot be kept: no folder for them can be written "
        f"({', '.join(map(str, _cache_bases()))}); every process compiles anew. "
        "Set SPACEENVS_CACHE_DIR to a folder of yours",
        RuntimeWarning,
        stacklevel=2,
    )
    return tempfile.mkdtemp(prefix="spaceenvs-")


def _is_ours(base: Path) -> bool:
    """Whether a folder in the shared temporary directory is this user's alone.

    Cached kernels are code: what somebody else could have put there is not read.
    """
    if not hasattr(os, "getuid"):
        return True
    try:
        base.mkdir(mode=0o700, exist_ok=True)
        found = base.lstat()
    except OSError:
        return False
    is_private = stat.S_ISDIR(found.st_mode) and stat.S_IMODE(found.st_mode) & 0o077 == 0
    return is_private and found.st_uid == os.getuid()


@functools.cache
def fingerprint(home: Path = _PACKAGE) -> str:
    """Return a short hash of all that decides what the kernels of a folder compile to."""
    reach = {_CORE, home} if home.parent == _PACKAGE else {_PACKAGE, home}
    digest = hashlib.sha256()
    for folder in sorted(reach):
        for path in _sources(folder):
            digest.update(f"{path.relative_to(folder)}\0".encode())
            digest.update(path.read_bytes())
    flags = {
        name: value
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name not in _HARMLESS_FLAGS
    }
    versions = (numba.__version__, np.__version__, sys.version_info[:3], platform.machine())
    digest.update(repr((versions, sorted(flags.items()))).encode())
    return digest.hexdigest()[:16]


def home_of(function: Callable[..., Any]) -> Path:
    """Return the folder of the game, or else the topmost package or folder, of a function."""
    function = getattr(function, "py_func", function)
    folder = Path(function.__code__.co_filename).resolve().parent
    while folder.parent != _PACKAGE and (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return folder


def _sources(folder: Path) -> list[Path]:
    """Return the sources and tables of a package, or of a plain folder without what is below."""
    is_package = (folder / "__init__.py").is_file()
    paths = folder.rglob("*") if is_package else folder.glob("*")
    return sorted(path for path in paths if path.suffix in {".py", ".csv"} and path.is_file())


def _cache_bases() -> list[Path]:
    """Return the places for the cache, best first."""
    chosen = os.environ.get("SPACEENVS_CACHE_DIR")
    if chosen:
        bases = [Path(chosen)]
    elif sys.platform == "win32":
        bases = [Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "spaceenvs"]
    elif sys.platform == "darwin":
        bases = [Path("~/Library/Caches").expanduser() / "spaceenvs"]
    else:
        bases = [Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "spaceenvs"]
    user = os.getuid() if hasattr(os, "getuid") else "user"
    shared = Path(tempfile.gettempdir()) / f"spaceenvs-{user}"
    return [*bases, shared] if _is_ours(shared) else bases


def _forget_unused(base: Path) -> None:
    """Remove the caches of sources that nobody has run for a month."""
    limit = time.time() - _UNUSED_DAYS * 24 * 3600
    for folder in base.iterdir():
        try:
            if folder.is_dir() and folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # Another process removed it first.
