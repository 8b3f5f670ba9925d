"""The one face of all players: many games at once, nothing hidden shown.

Random, greedy, search and trained players are all a `Player`, so each can be an opponent in
training, a seat in a tournament, a player at a page and in a notebook, and be asked for a hint.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.batch import Batch
from spaceenvs.core.driver import driver
from spaceenvs.core.game import Game
from spaceenvs.core.opponents import Opponent, RandomOpponent


@dataclass(frozen=True)
class Turn:
    """What a player is shown: k games of one kind, in each of which it is to move."""

    game: Game
    """The game; `game.observation` and `game.actions` name the numbers."""
    observations: NDArray[np.int8]
    """(k, length): what the player to move sees, in natural units."""
    masks: NDArray[np.int8]
    """(k, actions): 1 where an action is legal."""
    imagine: Callable[[int], NDArray[Any]] | None = None
    """`imagine(seed)` returns k records as they may be, for players that search: all that the
    player to move cannot see is dealt anew, the dice too. None where nobody may search."""
    box: NDArray[Any] | None = None
    """The options and components the games are played with; needed to play records on."""


@dataclass(frozen=True)
class Thoughts:
    """What a player thinks of k positions in which it is to move."""

    probabilities: NDArray[np.float32]
    """(k, actions): how probably it plays each action; 0 for illegal ones."""
    expectations: NDArray[np.float32]
    """(k,): the result it expects for itself, 1 for a victory alone, as `reward="winner"`
    counts; NaN if it has no opinion."""


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

    observations = batch.observe(rows, players) if batch.sparse else batch.observation[rows]
    return Turn(batch.game, observations, batch.mask[rows], imagine, batch.box)


class Player(Protocol):
    """A player of any seat in any number of games at once."""

    name: str

    def reseed(self, seed: int) -> None:
        """Start the player's own random choices anew."""

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Return one legal action for every game."""

    def think(self, turn: Turn) -> Thoughts:
        """Return how much it likes every action, and what it expects of every game."""


def no_opinion(turn: Turn) -> NDArray[np.float32]:
    """Return the expectations of a player that has none."""
    return np.full(len(turn.masks), np.nan, np.float32)


class RandomPlayer:
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

    def think(self, turn: Turn) -> Thoughts:
        """Every legal action is as probable as any other."""
        legal = turn.masks.astype(np.float32)
        return Thoughts(legal / legal.sum(1, keepdims=True), no_opinion(turn))


def as_opponent(player: Player, game: Game) -> Opponent:
    """Return a player as an opponent for `make_vec(..., scaled=False)` (it wants int8)."""

    def opponent(observations: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.int32]:
        if observations.dtype != np.int8:
            raise TypeError(
                f"players read int8 observations, {observations.dtype} were given: "
                "make the environment with scaled=False"
            )
        return player.choose(Turn(game, observations, masks))

    return opponent


KINDS = (
    "random, greedy, trained, search:200 (simulations), search:50ms (time), search:200:trained "
    "(and who guides it), or a file or folder (runs/galaxy-2p) with a trained network"
)


def players_of(game: Game) -> list[str]:
    """Return the names of the players that come with the package and know a game."""
    from spaceenvs.players.greedy import GAMES
    from spaceenvs.players.trained import is_shipped

    known = ["random"]
    if game.name in GAMES:
        known.append("greedy")
    known.append("search")
    if is_shipped(game):
        known += ["trained", "search:200:trained"]
    return known


def best_player(game: Game) -> str:
    """Return the name of the best player that needs no time to think."""
    known = players_of(game)
    return next(name for name in ("trained", "greedy", "random") if name in known)


def make_player(spec: str, game: Game, seed: int = 0) -> Player:
    """Return the player of this name for a game.

    Args:
        spec: "random", "greedy", "trained" (the network that comes with the package), "search"
            (200 simulations a decision), "search:1000", "search:50ms", "search:200:trained" (the
            player that guides it), or the file or folder of a trained network.
        game: The game it is to play.
        seed: The seed of its random choices.

    Raises:
        ValueError: If there is no player of that name, or none for that game.
    """
    from spaceenvs.players.trained import TrainedPlayer

    kind, _, argument = spec.partition(":")
    if spec == "random":
        return RandomPlayer(seed)
    if spec == "greedy":
        from spaceenvs.players.greedy import make_greedy

        return make_greedy(game, seed)
    if spec == "trained":
        return TrainedPlayer.shipped(game, seed)
    if kind == "search":
        return _make_search(spec, argument, game, seed)
    if _is_path(spec):
        return TrainedPlayer.from_file(spec, game, seed)
    raise ValueError(f"a player is {KINDS}; {spec!r} was given")


def _is_path(spec: str) -> bool:
    """Whether a name can only mean a file or a folder."""
    return (
        "/" in spec or "\\" in spec or spec.endswith(".npz") or bool(spec and Path(spec).exists())
    )


def _make_search(spec: str, argument: str, game: Game, seed: int) -> Player:
    """Return the search with the budget and the guide that its name tells.

    Without a guide in its name greedy guides it, if there is one.
    """
    from spaceenvs.players.greedy import GAMES
    from spaceenvs.players.search import SIMULATIONS, SearchPlayer

    budget, _, guide = argument.partition(":")
    number = budget.removesuffix("ms") if budget else str(SIMULATIONS)
    if not number.isdecimal() or int(number) == 0:
        raise ValueError(
            f"the budget of a search is a number of simulations or of milliseconds, as in "
            f"search:200 or search:50ms; {spec!r} was given"
        )
    if guide.startswith("search"):
        raise ValueError(f"a search is guided by a player that needs no search; {spec!r} was given")
    if not guide and game.name in GAMES:
        guide = "greedy"
    in_time = budget.endswith("ms")
    search = SearchPlayer(
        game,
        simulations=None if in_time else int(number),
        milliseconds=int(number) if in_time else None,
        guide=make_player(guide, game) if guide and guide != "random" else None,
        seed=seed,
    )
    search.name = spec if argument else f"search:{number}"
    return search
