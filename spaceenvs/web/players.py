"""The players that a visitor may put at a table."""

from __future__ import annotations

from functools import cache

import numpy as np

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game
from spaceenvs.players import make_player as make_any_player
from spaceenvs.players import players_of, turn_of
from spaceenvs.web.room import Player

FIRST = np.array([0])
"""The rows of a batch of one game."""


@cache
def kinds(game: str) -> list[str]:
    """Return the names of the players that know a game."""
    return players_of(registry.load(game))


def make_player(name: str, game: Game, seed: int) -> Player:
    """Return a player by its name.

    Raises:
        ValueError: If there is no such player.
    """
    player = make_any_player(name, game, seed)

    def play(batch: Batch) -> int:
        return int(player.choose(turn_of(batch, FIRST))[0])

    return play
