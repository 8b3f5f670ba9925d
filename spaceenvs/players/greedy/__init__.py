"""Greedy players: for every game a handful of rules of thumb, and nothing looked ahead."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from spaceenvs.core.game import Game
from spaceenvs.players.greedy.player import GreedyPlayer as GreedyPlayer

GAMES = sorted(module.name for module in iter_modules(__path__) if module.name != "player")
"""The games with a greedy player: each is a module of this package with its `rules`."""


def make_greedy(game: Game, seed: int = 0) -> GreedyPlayer:
    """Return the greedy player of a game.

    Raises:
        ValueError: If nobody has written one for this game.
    """
    if game.name not in GAMES:
        raise ValueError(f"greedy plays {', '.join(GAMES)}; not {game.name}")
    return GreedyPlayer(game, import_module(f"spaceenvs.players.greedy.{game.name}").rules, seed)
