"""What all greedy players share: score every action, play the best legal one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Game
from spaceenvs.players.player import Thoughts, Turn, no_opinion

Array = NDArray[Any]
Seen = dict[str, NDArray[np.float32]]
"""The parts of the observations by name; the first axis is the game."""
Scores = dict[str, NDArray[np.float32]]
"""A score for every action, by the name of its range: (games, actions of the range)."""
Rules = Callable[[Seen, Scores], None]
"""The rules of thumb of one game: reads what is seen, writes the scores (0 if not named)."""

_TIE = 1e-3
"""Scores that differ by less are a tie, broken at random."""


class GreedyPlayer:
    """Plays the action that the rules of thumb of its game score highest."""

    name = "greedy"

    def __init__(self, game: Game, rules: Rules, seed: int = 0) -> None:
        self._game = game
        self._rules = rules
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start the tie-breaks anew."""
        self._rng = np.random.default_rng(seed)

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Return the best legal action for every game."""
        scores = self.score(turn.observations)
        scores += self._rng.random(scores.shape, np.float32) * _TIE
        scores[turn.masks == 0] = -np.inf
        return scores.argmax(1).astype(np.int32)

    def think(self, turn: Turn) -> Thoughts:
        """Return which actions are the best ones: they are equally probable."""
        scores = self.score(turn.observations)
        scores[turn.masks == 0] = -np.inf
        best = scores >= scores.max(1, keepdims=True) - _TIE
        return Thoughts((best / best.sum(1, keepdims=True)).astype(np.float32), no_opinion(turn))

    def score(self, observations: NDArray[np.int8]) -> NDArray[np.float32]:
        """Return the score of every action, legal or not: (games, actions)."""
        table = self._game.actions
        scores = np.zeros((len(observations), table.size), np.float32)
        by_name = {block.name: scores[:, block.start : block.stop] for block in table}
        # Sums of int8 numbers would overflow.
        self._rules(self._game.observation.view(observations.astype(np.float32)), by_name)
        return scores


def pick(one_hot: Array, table: Array) -> Array:
    """Return the row of a table that a one-hot vector points at, for every game."""
    return np.einsum("kr,kr...->k...", one_hot, table)
