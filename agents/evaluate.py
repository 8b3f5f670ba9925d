"""How well a policy plays: its win rate against opponents, with a confidence interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Game
from spaceenvs.core.opponents import Opponent
from spaceenvs.core.seat import SeatVecEnv

Policy = Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]
"""Takes observations and masks of many games, returns one action for each."""


@dataclass(frozen=True)
class WinRate:
    """Games won out of games played; a shared victory counts as its share."""

    wins: float
    games: int

    @property
    def rate(self) -> float:
        """The part of the games that was won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval (Wilson)."""
        z, n, p = 1.96, self.games, self.rate
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.rate:.3f} (95%: {low:.3f} to {high:.3f}, {self.games} games)"


def win_rate(
    game: Game,
    policy: Policy,
    *,
    games: int = 1000,
    opponents: str | Opponent = "random",
    seed: int = 1,
    **options: Any,
) -> WinRate:
    """Play a policy against opponents, on every seat in turn, and count its wins.

    Every environment plays the same number of games, so that short games do not count more.
    """
    at_once = min(games, 250)
    each = -(-games // at_once)
    env = SeatVecEnv(game, at_once, opponents=opponents, seed=seed, **options)
    played = np.zeros(at_once, int)
    wins = 0.0
    observations: Any = env.reset()
    while (played < each).any():
        observations, rewards, ended, _ = env.step(policy(observations, env.action_masks()))
        counted = ended & (played < each)
        wins += float(shares_of(rewards[counted], env.batch.num_players).sum())
        played += ended
    return WinRate(wins, at_once * each)


def shares_of(rewards: NDArray[np.float32], players: int) -> NDArray[np.float32]:
    """Return which part of each victory these rewards, the default ones, stand for."""
    # A winner's share of +1 is its share of the victory; where all share it, all get 0.
    return np.where(rewards == 0, np.float32(1 / players), np.maximum(rewards, 0))
