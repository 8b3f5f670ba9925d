"""Players of every game: random, greedy, search, trained; the same face for all of them.

>>> import numpy as np
>>> import spaceenvs
>>> from spaceenvs.players import make_player, turn_of
>>> game = spaceenvs.load("galaxy")
>>> player = make_player("random", game, seed=1)
>>> batch = spaceenvs.make_batch("galaxy", 64, num_players=2)
>>> shown = batch.reset(seed=1)
>>> shown = batch.step(player.choose(turn_of(batch, np.arange(64))))
"""

from spaceenvs.players.player import (
    KINDS,
    Player,
    RandomPlayer,
    Thoughts,
    Turn,
    as_opponent,
    best_player,
    make_player,
    players_of,
    turn_of,
)

__all__ = [
    "KINDS",
    "Player",
    "RandomPlayer",
    "Thoughts",
    "Turn",
    "as_opponent",
    "best_player",
    "make_player",
    "players_of",
    "turn_of",
]
