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

from spaceenvs.core.batch import Batch
from spaceenvs.core.driver import driver
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


def turn_of(batch: Batch, rows: NDArray[np.int64]) -> Turn:
    """Return the turn of whoever is to move in these games of a batch.

    Nothing of the true states is handed out: `imagine` copies and deals anew.
    """
    players = batch.to_move[rows].astype(np.int64)

    def imagine(seed: int) -> NDArray[Any]:
        states = batch.states[rows]
        words = np.random.SeedSequence(seed).generate_state(rows.size, np.uint64)
        seeds = (words >> np.uint64(1)).astype(np.int64)
        driver(batch.game).redeal_rows(states, batch.box, players, seeds)
        return states

    return Turn(batch.game, batch.observation[rows], batch.mask[rows], imagine, batch.box)


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


KINDS = "random, greedy, search:200 (simulations), search:50ms (time) or ppo:runs/galaxy (a run)"


def make_agent(spec: str, game: Game, seed: int = 0) -> Agent:
    """Return the agent of this name for a game.

    Args:
        spec: "random", "greedy", "search" (200 simulations a decision), "search:1000",
            "search:50ms", "ppo:runs/galaxy" (the folder or the file of a trained network).
        game: The game it is to play.
        seed: The seed of its random choices.

    Raises:
        ValueError: If there is no agent of that name, or none for that game.
    """
    kind, _, argument = spec.partition(":")
    # Each kind is imported when it is asked for: PPO brings torch along.
    if spec == "random":
        return RandomAgent(seed)
    if spec == "greedy":
        from agents.greedy import make_greedy

        return make_greedy(game, seed)
    if kind == "search":
        return _make_search(spec, argument, game, seed)
    if kind == "ppo" and argument:
        from agents.ppo import PPOAgent

        return PPOAgent(argument, game, seed)
    raise ValueError(f"an agent is {KINDS}; {spec!r} was given")


def _make_search(spec: str, argument: str, game: Game, seed: int) -> Agent:
    """Return the search with the budget that its name tells; greedy, if there is one, guides."""
    from agents.greedy import GAMES, make_greedy
    from agents.search import SIMULATIONS, SearchAgent

    number = argument.removesuffix("ms") if argument else str(SIMULATIONS)
    if not number.isdecimal() or int(number) == 0:
        raise ValueError(
            f"the budget of a search is a number of simulations or of milliseconds, as in "
            f"search:200 or search:50ms; {spec!r} was given"
        )
    in_time = argument.endswith("ms")
    return SearchAgent(
        game,
        simulations=None if in_time else int(number),
        milliseconds=int(number) if in_time else None,
        guide=make_greedy(game) if game.name in GAMES else None,
        seed=seed,
    )
