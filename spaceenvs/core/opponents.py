"""Who plays the other seats: random, or any function of batched observations and masks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.sample import choose_some, make_streams

Opponent = Callable[[NDArray[Any], NDArray[np.int8]], NDArray[Any]]
"""Takes observations (k, length) and masks (k, actions), returns k legal actions.

The observations are those the environment hands to its learner: scaled float32, or int8."""


class RandomOpponent:
    """Plays uniformly random legal actions."""

    def __init__(self, seed: int | None = None) -> None:
        self.reseed(seed)

    def reseed(self, seed: int | None) -> None:
        """Start the stream of choices anew."""
        self._streams = make_streams(seed, 1)

    def __call__(self, observations: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.int32]:
        """Return one random legal action for every row."""
        count = len(masks)
        actions = np.empty(count, np.int32)
        self.choose(np.ascontiguousarray(masks), np.arange(count, dtype=np.int64), actions)
        return actions

    def choose(
        self, masks: NDArray[np.int8], rows: NDArray[np.int64], actions: NDArray[np.int32]
    ) -> None:
        """Write one random legal action for every row that is named."""
        if rows.size > self._streams.size:
            seed = int(self._streams[0] >> np.uint64(1))
            self._streams = make_streams(seed, 2 * rows.size)
        choose_some(masks, rows, self._streams, actions)


def make_opponent(given: str | Opponent, seed: int | None = None) -> Opponent:
    """Return an opponent: "random", or the function given.

    Raises:
        ValueError: If there is no opponent of that name.
        TypeError: If it is neither a name nor a function.
    """
    if given == "random":
        return RandomOpponent(seed)
    if isinstance(given, str):
        raise ValueError(f'an opponent is "random" or a function, {given!r} was given')
    if not callable(given):
        raise TypeError(f'an opponent is "random" or a function, {given!r} was given')
    return given
