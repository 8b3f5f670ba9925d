"""The random generator inside a game's record: dice, picks, shuffles, loaded dice.

xoshiro256++ seeded with splitmix64. It is part of the record, so a copied game rolls
the same dice, and the same seed plays the same game on every machine.

A short queue of *loaded* results stands before the generator: as long as it holds any,
`pick` and `roll` take from it instead. Rulebook scenarios, puzzles and what-if questions
set it (`load`); play never does.

All functions take the `rng` field of a record: `roll(s.rng)`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.jit import kernel

MAX_LOADED = 96
"""How many results can be loaded at once."""

RNG = np.dtype(
    (
        np.record,
        [
            ("words", np.uint64, (4,)),  # the state of xoshiro256++
            ("loaded", np.int16, (MAX_LOADED,)),  # results to come: a die 1..6 or a pick 0..n-1
            ("loaded_count", np.int16),  # how many of them are set
            ("loaded_used", np.int16),  # how many of them have been taken
            ("loaded_wrong", np.int8),  # 1 once a loaded result did not fit what was asked
        ],
    )
)

Rng = Any
"""A record of dtype `RNG`."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)
_LOW_63 = np.uint64(0x7FFFFFFFFFFFFFFF)
_U0, _U17, _U23, _U27, _U30, _U31, _U32, _U45 = (
    np.uint64(k) for k in (0, 17, 23, 27, 30, 31, 32, 45)
)
_U64 = np.uint64(64)


@kernel
def mix(word: np.uint64) -> np.uint64:
    """Scramble 64 bits (the output function of splitmix64)."""
    word = (word ^ (word >> _U30)) * _MIX_1
    word = (word ^ (word >> _U27)) * _MIX_2
    return word ^ (word >> _U31)


@kernel
def seed_rng(rng: Rng, seed: int) -> None:
    """Start the generator from a seed and empty the queue of loaded results."""
    word = np.uint64(seed)
    for i in range(4):
        word = word + _GOLDEN
        rng.words[i] = mix(word)
    rng.loaded_count = 0
    rng.loaded_used = 0
    rng.loaded_wrong = 0


@kernel
def next_seed(seed: int) -> int:
    """Return the seed of the game that follows the game of this seed (63 bits)."""
    return np.int64(mix(np.uint64(seed) + _GOLDEN) & _LOW_63)  # type: ignore[return-value]


@kernel
def _rotate(word: np.uint64, by: np.uint64) -> np.uint64:
    return (word << by) | (word >> (_U64 - by))


@kernel
def random_bits(rng: Rng) -> np.uint64:
    """Return 64 random bits (xoshiro256++)."""
    w = rng.words
    result = _rotate(w[0] + w[3], _U23) + w[0]
    shifted = w[1] << _U17
    w[2] ^= w[0]
    w[3] ^= w[1]
    w[1] ^= w[2]
    w[0] ^= w[3]
    w[2] ^= shifted
    w[3] = _rotate(w[3], _U45)
    return result


@kernel
def below(rng: Rng, n: int) -> int:
    """Return a uniform integer in 0..n-1, without modulo bias (Lemire's method)."""
    bound = np.uint64(n)
    product = (random_bits(rng) >> _U32) * bound
    if (product & _LOW_32) < bound:
        threshold = (_TWO_32 - bound) % bound
        while (product & _LOW_32) < threshold:
            product = (random_bits(rng) >> _U32) * bound
    return np.int64(product >> _U32)  # type: ignore[return-value]


@kernel
def _take_loaded(rng: Rng, low: int, high: int) -> int:
    """Take the next loaded result; remember if it does not lie in low..high."""
    result = np.int64(rng.loaded[rng.loaded_used])
    rng.loaded_used += 1
    if result < low or result > high:
        rng.loaded_wrong = 1
        return low
    return result  # type: ignore[return-value]


@kernel
def pick(rng: Rng, n: int) -> int:
    """Pick one of n things: a uniform index 0..n-1, or the next loaded result."""
    if rng.loaded_used < rng.loaded_count:
        return _take_loaded(rng, 0, n - 1)
    return below(rng, n)


@kernel
def roll(rng: Rng) -> int:
    """Roll one six-sided die: 1..6, or the next loaded result."""
    if rng.loaded_used < rng.loaded_count:
        return _take_loaded(rng, 1, 6)
    return below(rng, 6) + 1


@kernel
def shuffle(rng: Rng, cards: NDArray[Any], count: int) -> None:
    """Shuffle the first `count` entries of `cards` in place (Fisher-Yates, from the end).

    Never takes loaded results: a scenario sets the order of a pile itself.
    """
    for i in range(count - 1, 0, -1):
        j = below(rng, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@kernel
def draw(rng: Rng, cards: NDArray[Any], count: int) -> int:
    """Take a random one of the first `count` entries; the rest close up in order.

    Returns the entry; the caller counts one less.
    """
    i = pick(rng, count)
    card = cards[i]
    for k in range(i, count - 1):
        cards[k] = cards[k + 1]
    return card


def load(rng: Rng, results: list[int]) -> None:
    """Load the results of the next dice and picks, in order of use.

    Raises:
        ValueError: If there are more results than the queue holds.
    """
    if len(results) > MAX_LOADED:
        raise ValueError(f"{len(results)} loaded results given, at most {MAX_LOADED} are allowed")
    rng.loaded[: len(results)] = results
    rng.loaded_count = len(results)
    rng.loaded_used = 0
    rng.loaded_wrong = 0
