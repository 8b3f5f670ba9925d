"""Threads that share the work of a step.

A step of a thousand games is over in less than half a millisecond, and to wake a sleeping
thread costs a tenth of one. So the threads of a batch look for the next step themselves for a
while, inside a kernel, and sleep only when none comes.
"""

from __future__ import annotations

import functools
import os
import threading
import time
import weakref
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from spaceenvs.core.jit import kernel

# What the threads of a team tell each other: numbers in cache lines of their own, since a line
# that two cores write to travels between them.
_NEXT, _FINISHED, _ASLEEP, _JOB = range(0, 4 * 8, 8)
_FUNCTION, _TABLE, _GAMES, _PIECES, _DISMISSED = range(_JOB, _JOB + 5)
_WORDS = 5 * 8

_PIECES_EACH = 4
"""Pieces of work per thread: whoever comes late, or is held up, leaves more to the others."""
_PATIENCE = 200_000
"""How often a thread looks for work before it sleeps: about a twentieth of a millisecond."""
_NAP = 2e-5
"""Seconds between two such whiles of the leader."""

_NUMBER = cgutils.ir.IntType(64)


@intrinsic  # type: ignore[untyped-decorator]
def _load(context: Any, address: Any) -> Any:
    """Read a number that another thread may write."""

    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = builder.inttoptr(args[0], _NUMBER.as_pointer())
        return builder.load_atomic(place, ordering="seq_cst", align=8)

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _store(context: Any, address: Any, value: Any) -> Any:
    """Write a number that another thread may read; all written before it is seen before it."""

    def build(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = builder.inttoptr(args[0], _NUMBER.as_pointer())
        builder.store_atomic(args[1], place, ordering="seq_cst", align=8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _add(context: Any, address: Any, value: Any) -> Any:
    """Add to a number that other threads may add to as well; return what it was."""

    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = builder.inttoptr(args[0], _NUMBER.as_pointer())
        return builder.atomic_rmw("add", place, args[1], "seq_cst")

    return types.int64(types.int64, types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _call(context: Any, function: Any, table: Any, first: Any, last: Any) -> Any:
    """Call the machine code of a kernel `(table, first, last, -1)`."""

    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        kind = cgutils.ir.FunctionType(_NUMBER, [_NUMBER] * 4)
        target = builder.inttoptr(args[0], kind.as_pointer())
        return builder.call(target, [*args[1:], cgutils.ir.Constant(_NUMBER, -1)])

    return types.int64(*[types.int64] * 4), build


@kernel
def _help(team: int) -> None:
    """Do pieces of the work as long as there are any."""
    pieces = _load(team + 8 * _PIECES)
    while _load(team + 8 * _NEXT) < pieces:
        piece = _add(team + 8 * _NEXT, 1)
        if piece < pieces:
            games = _load(team + 8 * _GAMES)
            _call(
                _load(team + 8 * _FUNCTION),
                _load(team + 8 * _TABLE),
                piece * games // pieces,
                (piece + 1) * games // pieces,
            )
            _add(team + 8 * _FINISHED, 1)


@kernel
def _serve(team: int, patience: int) -> bool:
    """Help until there has been no work for a while; return False when dismissed."""
    pieces = _load(team + 8 * _PIECES)
    idle = 0
    while idle < patience:
        if _load(team + 8 * _NEXT) < pieces:
            _help(team)
            idle = 0
        idle += 1
    # Work that comes after the look below finds this thread asleep, and wakes it.
    _add(team + 8 * _ASLEEP, 1)
    _help(team)
    return _load(team + 8 * _DISMISSED) == 0


@kernel
def _begin(team: int, function: int, table: int) -> int:
    """Lay out the work; return how many threads must be woken for it."""
    _store(team + 8 * _FUNCTION, function)
    _store(team + 8 * _TABLE, table)
    _store(team + 8 * _FINISHED, 0)
    _store(team + 8 * _NEXT, 0)
    asleep = _load(team + 8 * _ASLEEP)
    _add(team + 8 * _ASLEEP, -asleep)
    return asleep


@kernel
def _finish(team: int, patience: int) -> bool:
    """Help, then wait for the others; give up after a while."""
    _help(team)
    pieces = _load(team + 8 * _PIECES)
    for _ in range(patience):
        if _load(team + 8 * _FINISHED) == pieces:
            return True
    return False


class Team:
    """Threads that do the pieces of every step; the calling thread leads and helps.

    Args:
        num_threads: How many threads there are, the caller among them.
        num_games: How many games they share.
        kept: What the kernels read and write; the threads keep it alive.
    """

    def __init__(self, num_threads: int, num_games: int, kept: Any) -> None:
        self.process = os.getpid()
        words = np.zeros(_WORDS, np.int64)
        words[_GAMES] = num_games
        words[_PIECES] = words[_NEXT] = words[_FINISHED] = min(
            num_games, num_threads * _PIECES_EACH
        )
        self._words: int = words.ctypes.data
        self._bell = threading.Semaphore(0)
        for _ in range(num_threads - 1):
            threading.Thread(target=_work, args=(words, self._bell, kept), daemon=True).start()
        # The threads know nothing of their team, so that it goes when nobody else needs it.
        weakref.finalize(self, _dismiss, words, self._bell, num_threads)

    def run(self, function: Any, table: int) -> None:
        """Let a kernel `(table, first, last, -1)` do all games, piece by piece."""
        self._finish()  # what an interrupt has left
        asleep = _begin(self._words, _address_of(function), table)
        if asleep:
            self._bell.release(asleep)
        self._finish()

    def _finish(self) -> None:
        while not _finish(self._words, _PATIENCE):
            time.sleep(_NAP)  # the others may need this core


def _work(words: NDArray[np.int64], bell: threading.Semaphore, _kept: Any) -> None:
    """Serve, and sleep until the bell rings, until dismissed."""
    while _serve(words.ctypes.data, _PATIENCE):
        bell.acquire()


def _dismiss(words: NDArray[np.int64], bell: threading.Semaphore, num_threads: int) -> None:
    words[_DISMISSED] = 1
    bell.release(num_threads)


@functools.cache
def _address_of(function: Any) -> int:
    """Return where the machine code of a kernel `(table, first, last, action)` begins."""
    kinds = (types.int64,) * 4
    function.compile(kinds)
    compiled = function.overloads[kinds]
    name = compiled.fndesc.llvm_cfunc_wrapper_name
    return int(compiled.library.get_pointer_to_function(name))
