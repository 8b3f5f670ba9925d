"""How every rule is compiled and cached.

Numba stamps a cached function with the hash of its own file only: change a function it
calls in another file and the old machine code goes on running. So every kernel of the
package is compiled through `kernel`, which keeps the cache in a folder named by a
fingerprint of all sources and tables the kernel can reach, the versions and the compiler
flags. An edit in any of them means a new folder; nothing stale is ever found.

What a kernel can reach: a game knows `core` and its own folder, never another game (a test
holds that fast), so an edit in one game does not compile the others again. A kernel outside
the package may reach all of it.

Numba optimises every function and turns it into machine code, with all it calls, and then does
so again for each caller: two thirds of the time to compile a game. So a kernel that is called
by a kernel is only translated, and becomes part of its caller; the kernels that Python calls
are optimised, as a whole, and cached. Parts are private to their whole, so that the compiler
may inline what is called only once.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import compiler, sigutils, types, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock

F = TypeVar("F", bound=Callable[..., Any])

JIT_ENABLED: bool = not numba.config.DISABLE_JIT

if not JIT_ENABLED:
    # The generator relies on wrapping uint64 arithmetic, which numpy scalars warn about.
    np.seterr(over="ignore")

_CORE = Path(__file__).resolve().parent
_PACKAGE = _CORE.parent
_UNUSED_DAYS = 30
_HARMLESS_FLAGS = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DISABLE_JIT"}


def kernel(function: F, home: Path | None = None) -> F:
    """Compile a rule, releasing the GIL, and keep the machine code across processes.

    With `NUMBA_DISABLE_JIT=1` the function is returned as it is, for the debugger.

    Args:
        function: The rule.
        home: The folder whose kernels it calls, if that is not the one it stands in.
    """
    if not JIT_ENABLED:
        return function
    # Numba reads CACHE_DIR once, when the cache of a function is created.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = cache_folder(home or home_of(function))
    try:
        # A function typed at a prompt has no file to be found by again: not cached.
        cache = Path(function.__code__.co_filename).is_file()
        compiled = numba.njit(nogil=True, cache=cache)(function)
    finally:
        numba.config.CACHE_DIR = before
    _compile_calls_lightly(compiled)
    return compiled  # type: ignore[no-any-return]


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel as other kernels link it in: neither optimised nor run by itself."""

    def finalize(self) -> None:
        """Close the library; note what a caller must link: this, and all that it calls."""
        self._finalize_dynamic_globals()
        self.linked = list(dict.fromkeys([self, *self._linking_libraries]))
        self._finalized = True


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel that Python calls, with all its parts."""

    def _optimize_final_module(self) -> None:
        """Make the parts private, under names that no other library looks for.

        The counting of references is private too: where every array is one that nobody counts
        (those of a batch), the compiler finds that out and leaves the counting away.
        """
        for function in self._final_module.functions:
            if function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
                if not function.name.startswith("NRT_"):  # numba looks for those
                    function.name += ".part"
        super()._optimize_final_module()


def _compile_calls_lightly(dispatcher: Any) -> None:
    """Let kernels that call this one link it in as a part, in one version for all integers.

    An int8 field of a record and an int64 would otherwise be compiled apart, and so would
    everything they are handed on to: twice the time for the same rules. And a constant would
    be compiled apart from every other constant: `ask(s, D_HIT, p)` once per decision.
    """

    def widen(kind: Any) -> Any:
        kind = types.unliteral(kind)  # type: ignore[attr-defined]
        narrow = isinstance(kind, types.Integer) and kind.signed and kind.bitwidth < 64  # type: ignore[attr-defined]
        return types.int64 if narrow else kind

    def find_part(args: Any, kws: Any) -> Any:
        """Return the signature for a call from another kernel (numba's `get_call_template`)."""
        wide = {name: widen(kind) for name, kind in kws.items()}
        pysig, args = dispatcher._compiler.fold_argument_types(tuple(map(widen, args)), wide)
        if tuple(args) not in dispatcher.overloads:
            _compile_part(dispatcher, tuple(args))
        name = dispatcher.py_func.__name__
        template = typing.make_concrete_template(name, name, dispatcher.nopython_signatures)
        return template, pysig, args, {}

    compile_new = dispatcher.compile

    def compile_for_python(signature: Any) -> Any:
        """Compile for a call from Python, which cannot call what is only a part of others."""
        args, _ = sigutils.normalize_signature(signature)
        with global_compiler_lock:
            found = dispatcher.overloads.get(tuple(args))
            if found is not None and isinstance(found.library, _Part):
                del dispatcher.overloads[tuple(args)]
            return compile_new(signature)

    def compile_whole(args: Any, _return_type: Any) -> Any:
        """Translate, optimise and turn into machine code (numba's `_compile_core`)."""
        return _translate(dispatcher, args, _Whole)

    dispatcher.get_call_template = find_part
    dispatcher.compile = compile_for_python
    dispatcher._compiler._compile_core = compile_whole


def _compile_part(dispatcher: Any, args: tuple[Any, ...]) -> None:
    """Translate a kernel for other kernels to link in."""
    result = _translate(
        dispatcher, args, _Part, no_compile=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )
    key = object()  # numba finds the code of a call by what is called; there is no function yet
    result.library.finalize()
    target = dispatcher._compiler.targetdescr.target_context
    target.insert_user_function(key, result.fndesc, result.library.linked)
    dispatcher.overloads[args] = result._replace(entry_point=key)


def _translate(
    dispatcher: Any, args: tuple[Any, ...], library: type[JITCodeLibrary], **wanted: bool
) -> Any:
    """Translate a kernel into a new library, with some of numba's flags set."""
    source = dispatcher._compiler
    flags = compiler.Flags()
    source.targetdescr.options.parse_as_flags(flags, source.targetoptions)
    for name, value in wanted.items():
        setattr(flags, name, value)
    target = source.targetdescr.target_context
    code = library(target.codegen(), dispatcher.py_func.__qualname__)
    code.enable_object_caching()
    return compiler.compile_extra(
        source.targetdescr.typing_context,
        target,
        dispatcher.py_func,
        args,
        None,
        flags,
        source.locals,
        library=code,
        pipeline_class=source.pipeline_class,
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
    return tempfile.mkdtemp(prefix="spaceenvs-")


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
    return [*bases, Path(tempfile.gettempdir()) / f"spaceenvs-{user}"]


def _forget_unused(base: Path) -> None:
    """Remove the caches of sources that nobody has run for a month."""
    limit = time.time() - _UNUSED_DAYS * 24 * 3600
    for folder in base.iterdir():
        try:
            if folder.is_dir() and folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # Another process removed it first.
