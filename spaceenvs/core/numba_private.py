"""All that relies on private parts of numba: how kernels are compiled as a whole and cached.

Numba optimises every function and turns it into machine code, with all it calls, and then does
so again for each caller: two thirds of the time to compile a game. So a kernel that is called
by a kernel is only translated, and becomes part of its caller; the kernels that Python calls
are optimised, as a whole, and cached. Parts are private to their whole, so that the compiler
may inline what is called only once.

Where numba has changed inside, a trial before the first compilation finds out, and kernels are
compiled by plain `njit`: the same results, only slower to compile. `tests/core/test_jit.py`
fails when that happens unnoticed.

Cached files carry a checksum. A damaged one is thrown away and compiled anew.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import io
import os
import pickle
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba.core import compiler, sigutils, types, typing
from numba.core.caching import IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock

_DIGEST = 32  # bytes of a checksum


def _name_once(kind: Any) -> None:
    """Let types of this kind write their names once.

    Numba asks for a type's name at every call it looks up. The name of a record is made of the
    names of all its fields, nested ones included: a tenth of the time to compile a large game.
    """
    names: dict[int, tuple[Any, str]] = {}  # by identity: to hash a record asks for its name
    write = kind.__repr__

    def name(self: Any) -> str:
        found = names.get(id(self))
        if found is None:
            found = names[id(self)] = (self, write(self))
        return found[1]

    kind.__repr__ = name


for _kind in ("Record", "NestedArray"):
    if hasattr(types, _kind):
        _name_once(getattr(types, _kind))


def _compare_quickly(kind: Any) -> None:
    """Let flags of the compiler be compared by what is set in them.

    Numba looks up what it made of an operator under the flags in force, several times for each
    operation; their hash and their comparison collect all options, set or not: a tenth of the
    time to compile a large game.
    """
    compare, hashed, other = kind.__eq__, hash(kind()), kind()
    other.no_compile = True

    def equals(self: Any, other: Any) -> Any:
        if self is other or (type(self) is type(other) and self._values == other._values):
            return True
        return compare(self, other)

    if hash(other) == hashed:  # numba hashes the names of the options, which are always the same
        kind.__eq__, kind.__hash__ = equals, lambda self: hashed


if hasattr(compiler.Flags(), "_values"):
    _compare_quickly(compiler.Flags)


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


def compile_as_whole(
    dispatcher: Any,
    is_trial: bool = False,
    watch: Callable[[], contextlib.AbstractContextManager[None]] = contextlib.nullcontext,
) -> None:
    """Let kernels that call this one link it in as a part, in one version for all integers.

    An int8 field of a record and an int64 would otherwise be compiled apart, and so would
    everything they are handed on to: twice the time for the same rules. And a constant would
    be compiled apart from every other constant: `ask(s, D_HIT, p)` once per decision.

    Args:
        dispatcher: What `njit` made of the kernel.
        is_trial: Do so even before it is known to work.
        watch: Entered while a kernel is compiled that Python calls.
    """
    plain_call, plain_compile = dispatcher.get_call_template, dispatcher.compile
    plain_core = dispatcher._compiler._compile_core

    def widen(kind: Any) -> Any:
        kind = types.unliteral(kind)  # type: ignore[attr-defined]
        narrow = isinstance(kind, types.Integer) and kind.signed and kind.bitwidth < 64  # type: ignore[attr-defined]
        return types.int64 if narrow else kind

    def find_part(args: Any, kws: Any) -> Any:
        """Return the signature for a call from another kernel (numba's `get_call_template`)."""
        if not (is_trial or is_whole_possible()):
            return plain_call(args, kws)
        wide = {name: widen(kind) for name, kind in kws.items()}
        pysig, args = dispatcher._compiler.fold_argument_types(tuple(map(widen, args)), wide)
        if tuple(args) not in dispatcher.overloads:
            _compile_part(dispatcher, tuple(args))
        name = dispatcher.py_func.__name__
        template = typing.make_concrete_template(name, name, dispatcher.nopython_signatures)
        return template, pysig, args, {}

    def compile_for_python(signature: Any) -> Any:
        """Compile for a call from Python, which cannot call what is only a part of others."""
        args, _ = sigutils.normalize_signature(signature)
        with global_compiler_lock:
            found = dispatcher.overloads.get(tuple(args))
            if found is not None and isinstance(found.library, _Part):
                del dispatcher.overloads[tuple(args)]
            return plain_compile(signature)

    def compile_whole(args: Any, return_type: Any) -> Any:
        """Translate, optimise and turn into machine code (numba's `_compile_core`)."""
        with watch():
            if not (is_trial or is_whole_possible()):
                return plain_core(args, return_type)
            with _garbage_kept():
                return _translate(dispatcher, args, _Whole)

    dispatcher.get_call_template = find_part
    dispatcher.compile = compile_for_python
    dispatcher._compiler._compile_core = compile_whole


@contextlib.contextmanager
def _garbage_kept() -> Iterator[None]:
    """Do not search for garbage meanwhile.

    Numba makes millions of objects that stay until the kernel is done; Python looks through all
    of them again and again, a fifth of the time to compile a large game.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


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
def is_whole_possible() -> bool:
    """Whether kernels can be compiled as a whole with this numba: try it once."""

    def part(x: int) -> int:
        return x + 1

    def whole(x: int) -> int:
        return 2 * inner(x)

    try:
        inner, outer = numba.njit(part), numba.njit(whole)
        compile_as_whole(inner, is_trial=True)
        compile_as_whole(outer, is_trial=True)
        is_right = outer(20) == 42
    except Exception as error:  # whatever a changed inside may raise
        problem = f"{type(error).__name__}: {error}"
    else:
        if is_right:
            return True
        problem = "a wrong result"
    warnings.warn(
        f"numba {numba.__version__} has changed inside ({problem}): kernels are compiled one by "
        "one, which takes about three times as long; their results are the same",
        RuntimeWarning,
        stacklevel=2,
    )
    return False


def address_of(function: Any) -> int:
    """Return where the machine code of a kernel of four integers begins."""
    kinds = (types.int64,) * 4
    function.compile(kinds)
    compiled = function.overloads[kinds]
    name = compiled.fndesc.llvm_cfunc_wrapper_name
    return int(compiled.library.get_pointer_to_function(name))


# -- the cache ---------------------------------------------------------------------------------


def seal_cache(dispatcher: Any) -> None:
    """Let the cache of a kernel write checksums and heal itself."""
    file = getattr(dispatcher._cache, "_cache_file", None)
    if type(file) is IndexDataCacheFile:
        file.__class__ = _SealedCacheFile


class _SealedCacheFile(IndexDataCacheFile):  # type: ignore[misc]
    """Numba's index and data files of one kernel, each with a checksum of its content."""

    def _dump(self, obj: Any) -> bytes:
        """Return what is written; pickle ignores what follows its end."""
        data: bytes = super()._dump(obj)
        return data + hashlib.sha256(data).digest()

    def load(self, key: Any) -> Any:
        """Return what was kept, or None if there is nothing or it is damaged."""
        try:
            return super().load(key)
        except Exception as error:  # damaged files raise whatever pickle comes upon
            self._throw_away(error)
            return None

    def save(self, key: Any, data: Any) -> None:
        """Keep compiled code, if there is room for it."""
        try:
            super().save(key, data)
        except OSError as error:
            _warn_once(f"compiled kernels cannot be kept: {error}; the next process compiles anew")

    def _load_index(self) -> Any:
        try:
            with open(self._index_path, "rb") as file:
                content = file.read()
            rest = io.BytesIO(content)
            pickle.load(rest)
            _check_seal(content[rest.tell() :], self._index_path)
            return super()._load_index()
        except FileNotFoundError:
            return {}
        except Exception as error:
            self._throw_away(error)
            return {}

    def _load_data(self, name: str) -> Any:
        path = self._data_path(name)
        _check_seal(Path(path).read_bytes(), path)
        return super()._load_data(name)

    def _throw_away(self, error: Exception) -> None:
        """Remove the files of this kernel and say so."""
        _warn_once(f"a damaged file of compiled kernels is thrown away and made anew: {error}")
        folder, base = Path(self._cache_path), self._index_name.removesuffix(".nbi")
        for path in [Path(self._index_path), *folder.glob(f"{base}.*.nbc")]:
            with contextlib.suppress(OSError):
                os.unlink(path)


def _check_seal(content: bytes, path: str) -> None:
    data, digest = content[:-_DIGEST], content[-_DIGEST:]
    if hashlib.sha256(data).digest() != digest:
        raise ValueError(f"{path} is not what was written")


@functools.cache
def _warn_once(sentence: str) -> None:
    warnings.warn(sentence, RuntimeWarning, stacklevel=3)
