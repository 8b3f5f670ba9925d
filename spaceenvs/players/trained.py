"""Trained players: a network that comes with the package or from a file, without torch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Game
from spaceenvs.core.sparse import Sparse
from spaceenvs.players.network import Network, advice_of, draw_actions, load_network
from spaceenvs.players.player import Thoughts, Turn, make_player

FOLDER = Path(__file__).parent / "networks"
"""The networks that come with the package: `<game>.npz`, half precision, with their cards."""


def is_shipped(game: Game) -> bool:
    """Whether a network of this game, as it is now, comes with the package."""
    try:
        load_network(FOLDER / f"{game.name}.npz", game)
    except ValueError:
        return False
    return True


class TrainedPlayer:
    """Plays with a trained network.

    Args:
        network: The network.
        seed: The seed of its choices.
        sample: Whether it draws its actions with the probabilities it has learned; if not, it
            takes the most probable one. A network that is hardly trained then repeats itself:
            in three-player Galactic Emperor one that wins 0.6 by drawing won 0.006.
    """

    def __init__(self, network: Network, seed: int = 0, sample: bool = True) -> None:
        self.network = network
        self.sample = sample
        self.name = "trained"
        self._rows = Sparse(network.game)
        self._adviser = make_player(network.adviser, network.game) if network.adviser else None
        self.reseed(seed)

    @classmethod
    def shipped(cls, game: Game, seed: int = 0) -> TrainedPlayer:
        """Return the player that comes with the package.

        Raises:
            ValueError: If there is none for this game.
        """
        path = FOLDER / f"{game.name}.npz"
        if not path.is_file():
            known = sorted(file.stem for file in FOLDER.glob("*.npz"))
            raise ValueError(
                f"trained plays {', '.join(known) or 'nothing yet'}; not {game.name}: "
                f"python -m agents.train {game.name} trains a network"
            )
        return cls(load_network(path, game), seed)

    @classmethod
    def from_file(cls, path: str | Path, game: Game, seed: int = 0) -> TrainedPlayer:
        """Return the player of the network in a file, or in the folder of a run.

        Raises:
            ValueError: If there is none, or it does not know this game.
        """
        player = cls(load_network(path, game), seed)
        player.name = str(path)
        return player

    def reseed(self, seed: int) -> None:
        """Start the random choices anew."""
        self._random = np.random.default_rng(seed)

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Return an action for every game, as the network likes them."""
        logits, _ = self._evaluate(turn)
        rows = self._rows
        draws = self._random.random(rows.count) if self.sample else np.full(rows.count, -1.0)
        choices, actions = np.empty((2, rows.count), np.int32)
        logarithms = np.empty(rows.count, np.float32)
        starts = rows.legal_starts[: rows.count + 1]
        draw_actions(logits, starts, rows.legal, draws, choices, actions, logarithms)
        return actions

    def think(self, turn: Turn) -> Thoughts:
        """Return the probabilities and the value that the network has learned."""
        logits, values = self._evaluate(turn)
        likes = np.full(turn.masks.shape, -np.inf, np.float32)
        likes[turn.masks != 0] = logits
        likes = np.exp(likes - likes.max(1, keepdims=True))
        return Thoughts(likes / likes.sum(1, keepdims=True), values)

    def _evaluate(self, turn: Turn) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        self._rows.clear()
        self._rows.add(turn.observations, turn.masks)
        if self._adviser is None:
            return self.network.evaluate(self._rows)
        advice = advice_of(self._adviser.think(turn), turn.masks)
        return self.network.evaluate(self._rows, advice=advice)
