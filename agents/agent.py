"""The one way to ask any player for its moves: many games at once, nothing hidden shown.

Random, greedy, search and PPO players are all an `Agent`, so each can be an opponent in
training, a seat in a tournament and a player in a notebook.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Game
from spaceenvs.core.opponents import Opponent, RandomOpponent


@dataclass(frozen=True)
class Turn:
    """What an agent is shown: k games of one kind, in each of which it is to move."""

    game: Game
    """The game; `game.observation` and `game.actions` name the numbers."""
    observations: NDArray[np.int8]
    """(k, length): what the player to move sees, in natural units."""
    masks: NDArray[np.int8]
    """(k, actions): 1 where an action is legal."""
    imagine: Callable[[int], NDArray[Any]] | None = None
    """`imagine(seed)` returns k records as they may be, for agents that search: all that the
    player to move cannot see is dealt anew, the dice too. None where nobody may search."""
    box: NDArray[Any] | None = None
    """The options and components the games are played with; needed to play records on."""


class Agent(Protocol):
    """A player of any seat in any number of games at once."""

    name: str

    def reseed(self, seed: int) -> None:
        """Start the agent's own random choices anew."""

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Return one legal action for every game."""


class RandomAgent:
    """Plays uniformly random legal actions."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._opponent = RandomOpponent(seed)

    def reseed(self, seed: int) -> None:
        """Start the random choices anew."""
        self._opponent.reseed(seed)

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Return a random legal action for every game."""
        return self._opponent(turn.observations, turn.masks)


def as_opponent(agent: Agent, game: Game) -> Opponent:
    """Return an agent as an opponent for `make_vec(..., scaled=False)` (it wants int8)."""

    def opponent(observations: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.int32]:
        if observations.dtype != np.int8:
            raise TypeError(
                f"agents read int8 observations, {observations.dtype} were given: "
                "make the environment with scaled=False"
            )
        return agent.choose(Turn(game, observations, masks))

    return opponent
