"""Random legal actions, drawn by a kernel from a mask.

A stream is one uint64: small enough to give every game of a batch its own, so that the
draws do not depend on how the games are shared among threads.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import mix
from spaceenvs.core.rows import WORD, count_legal, count_ones, read_word

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_U32 = np.uint64(32)


def make_streams(seed: int | None, count: int) -> NDArray[np.uint64]:
    """Return independent random streams for `count` games."""
    return np.random.SeedSequence(seed).generate_state(count, np.uint64).astype(np.uint64)


@kernel
def choose(mask: NDArray[np.int8], streams: NDArray[np.uint64], i: int) -> int:
    """Return a uniformly random one of the actions that the mask allows, or -1 if none."""
    count = count_legal(mask)
    if count == 0:
        return -1
    streams[i] = streams[i] + _GOLDEN
    # 32 random bits times the count: the bias is below 2**-24, never seen by a policy.
    left = np.int64(((mix(streams[i]) >> _U32) * np.uint64(count)) >> _U32)
    a = 0
    while a + WORD <= mask.size:
        inside = count_ones(read_word(mask, a))
        if left < inside:
            break
        left -= inside
        a += WORD
    while left >= mask[a]:
        left -= mask[a]
        a += 1
    return a


@kernel
def choose_rows(
    mask: NDArray[np.int8],
    streams: NDArray[np.uint64],
    out: NDArray[np.int32],
    first: int,
    last: int,
) -> None:
    """Draw a random legal action for every game of a range; -1 where none is legal."""
    for i in range(first, last):
        out[i] = choose(mask[i], streams, i)


@kernel
def choose_some(
    mask: NDArray[np.int8],
    rows: NDArray[np.int64],
    streams: NDArray[np.uint64],
    out: NDArray[np.int32],
) -> None:
    """Draw a random legal action for every game that is named, each from the next stream."""
    for k in range(rows.size):
        out[rows[k]] = choose(mask[rows[k]], streams, k)


class Sampler:
    """Draws uniformly random legal actions.

    >>> sampler = Sampler(seed=1)
    >>> sampler(np.array([0, 0, 1, 0], np.int8))
    2
    """

    def __init__(self, seed: int | None = None) -> None:
        self._stream = make_streams(seed, 1)

    def __call__(self, mask: NDArray[np.int8]) -> int:
        """Return a random one of the actions that the mask allows, or -1 if there is none."""
        return choose(mask, self._stream, 0)
