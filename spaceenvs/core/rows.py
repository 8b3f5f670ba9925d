"""Rows of bytes, handled in one piece: fields are copied into observations, masks are counted.

A loop over a row of int8 goes byte by byte if it is short, or if the compiler cannot see that
what it reads and what it writes lie apart. These go through it as a whole, or eight at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from spaceenvs.core.jit import JIT_ENABLED, kernel

WORD = 8
"""How many entries of a mask make one word."""

LINE = 64
"""Bytes of a cache line."""

AHEAD = 2
"""While one game is played, the memory of the game so many places later is prefetched."""

PORTIONS = 4
"""The row of an observation is prefetched in so many parts."""

_ONES = np.uint64(0x0101010101010101)
_EVEN = np.uint64(0x00FF00FF00FF00FF)
_PAIRS = np.uint64(0x0001000100010001)
_ALL_BUT_TOP = np.uint64(0x7F7F7F7F7F7F7F7F)
_U7, _U8, _U48, _U56 = np.uint64(7), np.uint64(8), np.uint64(48), np.uint64(56)

if JIT_ENABLED:

    @intrinsic  # type: ignore[untyped-decorator]
    def put(context: Any, out: Any, start: Any, values: Any) -> Any:
        """Copy an int8 array, such as a field of a record or some rows of it, to `out[start:]`."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            target = context.make_array(signature.args[0])(context, builder, args[0])
            source = context.make_array(signature.args[2])(context, builder, args[2])
            place = cgutils.pointer_add(builder, target.data, args[1])
            cgutils.raw_memcpy(builder, place, source.data, source.nitems, 1)
            return context.get_dummy_value()

        return types.void(out, types.intp, values), build

    @intrinsic  # type: ignore[untyped-decorator]
    def read_word(context: Any, mask: Any, start: Any) -> Any:
        """Return the eight entries of a mask from `start` on as one number, the first lowest."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            source = context.make_array(signature.args[0])(context, builder, args[0])
            word = cgutils.ir.IntType(64)
            place = cgutils.pointer_add(builder, source.data, args[1], word.as_pointer())
            return builder.load(place, align=1)

        return types.uint64(mask, types.intp), build

    @intrinsic  # type: ignore[untyped-decorator]
    def write_word(context: Any, out: Any, start: Any, word: Any) -> Any:
        """Write eight entries from `start` on, given as one number, the first lowest."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            target = context.make_array(signature.args[0])(context, builder, args[0])
            kind = cgutils.ir.IntType(64)
            place = cgutils.pointer_add(builder, target.data, args[1], kind.as_pointer())
            builder.store(args[2], place, align=1)
            return context.get_dummy_value()

        return types.void(out, types.intp, types.uint64), build

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
    def write_part(context: Any, out: Any, start: Any, word: Any, count: Any) -> Any:
        """Write the first `count` (a constant) of the eight entries in a word, from `start` on."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            target = context.make_array(signature.args[0])(context, builder, args[0])
            kind = cgutils.ir.IntType(8 * count.literal_value)
            place = cgutils.pointer_add(builder, target.data, args[1], kind.as_pointer())
            builder.store(builder.trunc(args[2], kind), place, align=1)
            return context.get_dummy_value()

        return types.void(out, types.intp, types.uint64, count), build

    def _prefetch_line(builder: Any, place: Any) -> None:
        """Prefetch the cache line around an address, into the second level of the cache.

        The first level has few outstanding misses: filling them with prefetches stalls the
        loads of the game that is being played.
        """
        ir = cgutils.ir
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        to_read, second_level, data = (ir.Constant(number, k) for k in (0, 2, 1))
        builder.call(function, [place, to_read, second_level, data])

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
    def prefetch(context: Any, rows: Any, i: Any, start: Any, stop: Any) -> Any:
        """Prefetch the bytes from `start` to `stop` (constants) of a row."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, args[0])
            stride = cgutils.unpack_tuple(builder, array.strides)[0]
            row = builder.mul(args[1], stride)
            first = cgutils.pointer_add(builder, array.data, row, cgutils.voidptr_t)
            last = stop.literal_value - 1  # may lie in a line of its own
            for offset in [*range(start.literal_value, last, LINE), last]:
                _prefetch_line(builder, cgutils.pointer_add(builder, first, offset))
            return context.get_dummy_value()

        return types.void(rows, types.intp, start, stop), build

    @intrinsic  # type: ignore[untyped-decorator]
    def prefetch_row_ahead(context: Any, out: Any, portion: Any) -> Any:
        """Prefetch a portion (0 to 3) of the row that lies `AHEAD` places after this one.

        Only for the `observe` of a game with a large record (`Game.prefetches_rows`), which calls
        it for one portion after the other between its parts. Behind the last row of a batch
        nothing is read: the processor ignores a prefetch of what cannot be loaded.
        """

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            ir = cgutils.ir
            array = context.make_array(signature.args[0])(context, builder, args[0])
            size = array.nitems

            def number(value: int) -> Any:
                return ir.Constant(size.type, value)

            share = builder.udiv(builder.add(size, number(PORTIONS - 1)), number(PORTIONS))
            start = builder.add(builder.mul(size, number(AHEAD)), builder.mul(share, args[1]))
            first = cgutils.pointer_add(builder, array.data, start, cgutils.voidptr_t)
            with cgutils.for_range_slice(builder, number(0), share, number(LINE)) as (at, _):
                _prefetch_line(builder, cgutils.pointer_add(builder, first, at))
            return context.get_dummy_value()

        return types.void(out, types.intp), build

else:

    def put(out: NDArray[np.int8], start: int, values: NDArray[np.int8]) -> None:
        """Copy an int8 array, such as a field of a record or some rows of it, to `out[start:]`."""
        out[start : start + values.size] = values.reshape(-1)

    def read_word(mask: NDArray[np.int8], start: int) -> np.uint64:
        """Return the eight entries of a mask from `start` on as one number, the first lowest."""
        return np.uint64(int.from_bytes(mask[start : start + WORD].tobytes(), "little"))

    def write_word(out: NDArray[np.int8], start: int, word: np.uint64) -> None:
        """Write eight entries from `start` on, given as one number, the first lowest."""
        out[start : start + WORD] = np.frombuffer(int(word).to_bytes(WORD, "little"), np.int8)

    def write_part(out: NDArray[np.int8], start: int, word: np.uint64, count: int) -> None:
        """Write the first `count` (a constant) of the eight entries in a word, from `start` on."""
        out[start : start + count] = np.frombuffer(int(word).to_bytes(WORD, "little"), np.int8)[
            :count
        ]

    def prefetch(rows: NDArray[Any], i: int, start: int, stop: int) -> None:
        """Prefetch a part of a row: nothing to do in plain Python."""

    def prefetch_row_ahead(out: NDArray[np.int8], portion: int) -> None:
        """Prefetch a portion of a later row: nothing to do in plain Python."""


@kernel
def count_ones(word: np.uint64) -> int:
    """Return how many of the eight entries in a word are 1."""
    return np.int64((word * _ONES) >> _U56)  # type: ignore[return-value]


@kernel
def count_not_zero(word: np.uint64) -> int:
    """Return how many of the eight entries in a word are not 0; none is negative."""
    return count_ones(((word + _ALL_BUT_TOP) >> _U7) & _ONES)


@kernel
def count_legal(mask: NDArray[np.int8]) -> int:
    """Return how many actions a mask allows; it has at most 2,040.

    All words are added first, eight sums of bytes at once and without a branch.
    """
    total = np.uint64(0)
    whole = mask.size - mask.size % WORD
    for start in range(0, whole, WORD):
        total += read_word(mask, start)
    pairs = (total & _EVEN) + ((total >> _U8) & _EVEN)
    count = np.int64((pairs * _PAIRS) >> _U48)
    for a in range(whole, mask.size):
        count += mask[a]
    return count  # type: ignore[return-value]


@kernel
def find_only(mask: NDArray[np.int8]) -> int:
    """Return the only legal action, or -1 if there are several or none."""
    if count_legal(mask) != 1:
        return -1
    a = 0
    while a + WORD <= mask.size and read_word(mask, a) == 0:
        a += WORD
    while mask[a] == 0:
        a += 1
    return a
