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
from spaceenvs.core.numba_private import address_of

# What the threads of a team tell each other: numbers in cache lines of their own, since a line
# that two cores write to travels between them.
_NEXT, _FINISHED, _JOB, _ASLEEP = range(0, 4 * 8, 8)
_FUNCTION, _TABLE, _GAMES, _PIECES, _DISMISSED = range(_JOB, _JOB + 5)
# From `_ASLEEP` on a number for every helper: 1 while it sleeps or is about to.

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
def _serve(team: int, helper: int, patience: int) -> bool:
    """Help until there has been no work for a while; return False when dismissed."""
    pieces = _load(team + 8 * _PIECES)
    _store(team + 8 * (_ASLEEP + helper), 0)
    idle = 0
    while idle < patience:
        if _load(team + 8 * _NEXT) < pieces:
            _help(team)
            idle = 0
        idle += 1
    # Work that comes after the look below finds this thread asleep, and wakes it.
    _store(team + 8 * (_ASLEEP + helper), 1)
    _help(team)
    return _load(team + 8 * _DISMISSED) == 0


@kernel
def _lead(team: int, function: int, table: int, patience: int) -> bool:
    """Lay out the work, help, wait for the others; False if they are not done after a while.

    All in one kernel: no interrupt can come between. When it returns, every piece is done or
    is being done by a helper.
    """
    _store(team + 8 * _FUNCTION, function)
    _store(team + 8 * _TABLE, table)
    _store(team + 8 * _FINISHED, 0)
    _store(team + 8 * _NEXT, 0)
    _help(team)
    return _wait(team, patience)


@kernel
def _wait(team: int, patience: int) -> bool:
    """Wait until all pieces are done; give up after a while."""
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
        helpers = num_threads - 1
        words = np.zeros(_ASLEEP + helpers, np.int64)
        words[_GAMES] = num_games
        words[_PIECES] = words[_NEXT] = words[_FINISHED] = min(
            num_games, num_threads * _PIECES_EACH
        )
        self._words = words
        self._address: int = words.ctypes.data
        # A helper sleeps at its gate, a plain lock: unlike a Semaphore's, its methods cannot be
        # interrupted half-way.
        self._gates = [threading.Lock() for _ in range(helpers)]
        for helper, gate in enumerate(self._gates):
            gate.acquire()
            threading.Thread(target=_work, args=(words, helper, gate, kept), daemon=True).start()
        # The threads know nothing of their team, so that it goes when nobody else needs it.
        weakref.finalize(self, _dismiss, words, self._gates)

    def run(self, function: Any, table: int) -> None:
        """Let a kernel `(table, first, last, -1)` do all games, piece by piece.

        An interrupt (Ctrl-C) comes before the work begins or after all of it is done.
        """
        self.settle()
        address = _address_of(function)
        self._wake()
        try:
            if not _lead(self._address, address, table, _PATIENCE):
                self._nap_until_done()
        except BaseException:
            self.settle()
            raise

    def settle(self) -> None:
        """Wait, without a chance for an interrupt, for what an interrupt has left unfinished.

        The pieces that are left are being done: it takes less than a step.
        """
        while not _wait(self._address, _PATIENCE):
            pass

    def _nap_until_done(self) -> None:
        while not _wait(self._address, _PATIENCE):
            time.sleep(_NAP)  # the others may need this core

    def _wake(self) -> None:
        """Wake the helpers that sleep. One that is missed (an interrupt) is woken next time.

        A gate that is opened twice lets its helper look for work once more, which is harmless.
        """
        for helper, gate in enumerate(self._gates):
            if self._words[_ASLEEP + helper] and gate.locked():
                gate.release()


def _work(words: NDArray[np.int64], helper: int, gate: threading.Lock, _kept: Any) -> None:
    """Serve, and sleep until the gate opens, until dismissed."""
    while _serve(words.ctypes.data, helper, _PATIENCE):
        gate.acquire()


def _dismiss(words: NDArray[np.int64], gates: list[threading.Lock]) -> None:
    words[_DISMISSED] = 1
    for gate in gates:
        if gate.locked():
            gate.release()


@functools.cache
def _address_of(function: Any) -> int:
    return address_of(function)
