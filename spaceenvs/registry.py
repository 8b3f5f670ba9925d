"""The only list of games anywhere: one row per game.

Tests, benchmarks, docs and the README table read it. Nothing is imported or compiled
until a game is loaded.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spaceenvs.core.game import Game


@dataclass(frozen=True)
class Row:
    """A game before it is loaded; a test compares the facts with the game itself."""

    name: str
    title: str
    version: int
    players: tuple[int, int]
    summary: str

    @property
    def id(self) -> str:
        """The name with the version: `galaxy-v0`."""
        return f"{self.name}-v{self.version}"


ROWS: dict[str, Row] = {
    row.name: row
    for row in [
        Row(
            "galaxy",
            "Galaxy",
            0,
            (2, 5),
            "auction, hidden hands and a secret base, 2d6 combat over eight doomed worlds",
        ),
        Row(
            "galactic_emperor",
            "Galactic Emperor",
            0,
            (3, 6),
            "seven roles on 37 hexes: explore, trade, build, fight, influence, science",
        ),
        Row(
            "cosmic_encounter",
            "Cosmic Encounter",
            0,
            (3, 6),
            "alliances, hidden cards, bargaining, and a hundred alien powers that break the rules",
        ),
        Row(
            "handful_of_stars",
            "A Handful of Stars",
            0,
            (2, 4),
            "scattered empires, growing personal decks, tug-of-war combat, a clock of reshuffles",
        ),
        Row(
            "core_worlds",
            "Core Worlds",
            0,
            (2, 5),
            "ten rounds of deck-building and invasions, actions against energy, cards as data",
        ),
    ]
}

TEMPLATE = Row("template", "Asteroids", 0, (2, 4), "twelve asteroids and a die: a game to copy")
"""What a new game is a copy of. It can be found and loaded, but is none of the games."""


def find(name: str) -> Row:
    """Return the row of a game, named `galaxy` or `galaxy-v0` (or `spaceenvs/galaxy-v0`).

    Raises:
        ValueError: If there is no such game, or not in this version.
    """
    if not isinstance(name, str):
        raise TypeError(f"a game is named by its id, such as 'galaxy-v0'; {name!r} was given")
    short, _, version = name.removeprefix("spaceenvs/").partition("-v")
    row = TEMPLATE if short == TEMPLATE.name else ROWS.get(short)
    if row is None:
        known = ", ".join(row.id for row in ROWS.values())
        raise ValueError(f"there is no game {name!r}; the games are: {known}")
    if version and version != str(row.version):
        raise ValueError(f"{short} is at version {row.version}: {row.id!r}; {name!r} was given")
    return row


def load(name: str) -> Game:
    """Return a game: its record, its rules and its words."""
    module = importlib.import_module(f"spaceenvs.{find(name).name}")
    game: Game = module.GAME
    return game


def is_registered(game: Game) -> bool:
    """Whether this very game is the one that `load` returns under its name."""
    return game.name in ROWS and load(game.name) is game
