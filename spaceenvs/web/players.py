"""The players that a visitor may put at a table."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from typing import Any

import numpy as np

from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game
from spaceenvs.core.opponents import RandomOpponent
from spaceenvs.web.room import Player

FIRST = np.array([0])
"""The rows of a batch of one game."""


@cache
def kinds(game: str) -> list[str]:
    """Return the names of the players that know a game."""
    if importlib.util.find_spec("agents") is None:
        return ["random"]
    known = importlib.import_module("agents.greedy").GAMES
    return ["random", *(["greedy"] if game in known else []), "search"]


def make_player(name: str, game: Game, seed: int) -> Player:
    """Return a player by its name.

    Raises:
        ValueError: If there is no such player.
    """
    if name == "random":
        choose = RandomOpponent(seed)
        return lambda batch: int(choose(batch.observation, batch.mask)[0])
    agents: Any = importlib.import_module("agents.agent")
    agent = agents.make_agent(name, game, seed)

    def play(batch: Batch) -> int:
        return int(agent.choose(agents.turn_of(batch, FIRST))[0])

    return play
