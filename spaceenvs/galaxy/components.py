"""What is in the box of Galaxy: worlds, ships, technologies, bases, and the options of play.

Cards are numbered as in `data/cards.csv`: 11 x world + value for the ships of a world,
88 + value for Allies, 99-103 for the technologies.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Options, box_dtype, option
from spaceenvs.galaxy.tables import CARD_ROWS, WORLD_ROWS

MAX_PLAYERS = 5  # R51
WORLDS = 8
SURVIVORS = 3  # worlds that are left when the game ends
ROWS = 5  # battle rows, one for each round
VALUES = 11  # a ship is worth 0..10
FIRST_HAND = 8
TOKENS = 5  # bases of a player
LEVELS = 7  # a base lies at level 0..6 of a column
BASES = MAX_PLAYERS * TOKENS

CYL, FEL, MYR, DIV, ECU, IMP, KHA, ERI = range(WORLDS)

FIRST_ALLY = WORLDS * VALUES
SHIPS = FIRST_ALLY + VALUES
PHASER, SCREENS, SENSORS, WARP, ADVPROC = range(SHIPS, SHIPS + 5)  # R1: one card each
CARDS = ADVPROC + 1
FIRST_KHA = KHA * VALUES

# Ship classes that the rules name.
NOVA, DRONE, SHUTTLE, TRANSPORT, ASSAULT_CRAFT, RAIDER, FRIGATE = range(7)

LOWEST_LEVEL_WITH_INFLUENCE = 5  # a base at level k is worth 5 - k, at least 0
PHASER_BONUS = 2
MAX_CYLOR_DISCARDS = 3
MAX_REDRAWS = 2
PROCESSING_DRAWS = 3

SEAT_NAMES = ("Green", "Red", "Blue", "Yellow", "Purple")
"""What the seats are called."""

CARD_CODES = tuple(row["code"] for row in CARD_ROWS)
"""KHA3, ALLY8, PHASER: the short names of the cards."""
WORLD_CODES = tuple(row["code"] for row in WORLD_ROWS)
WORLD_NAMES = tuple(row["name"] for row in WORLD_ROWS)  # R2: one spelling of several
TECHNOLOGY_NAMES = tuple(row["ship_class"] for row in CARD_ROWS[SHIPS:])

NO_WORLD = -1
WORLD_OF = np.array([c // VALUES if c < FIRST_ALLY else NO_WORLD for c in range(CARDS)], np.int8)
"""The world a card belongs to; -1 for Allies and technologies."""
VALUE_OF = np.array([c % VALUES if c < SHIPS else 0 for c in range(CARDS)], np.int8)
"""The value of a ship; 0 for technologies."""


@dataclass(frozen=True)
class GalaxyOptions(Options):
    """The options of Galaxy (section 11 of the rules reference)."""

    num_players: int = 4
    random_start: bool = option(
        False, "no auction: the first player is drawn and may open with any ship"
    )
    surrendered_in_tiebreak: bool = option(
        True, "ships of surrendered worlds count their value in the hand that breaks ties (R47)"
    )
    redraw_dead_cards: bool = option(
        False,
        "a ship of a surrendered world drawn in the Draw phase may be shown, discarded and "
        "replaced, twice a turn (decision REDRAW)",
    )
    spoils_one_per_player: bool = option(
        False,
        "one Spoils for each player who controls highest ships, in any of their columns (R43)",
    )
    phaser_vs_base: bool = option(False, "Phaser Banks add 2 to a ship that attacks a base (R27)")
    final_draw: bool = option(False, "the Draw phase follows the fifth surrender too (R44)")
    drone_own_hand: bool = option(
        False, "a Drone works in a column that the player governs himself, on his own hand (R18)"
    )
    nova_immovable: bool = option(False, "the Erithizonian governor may not move Ally 0 (R25)")
    governor_at_zero: bool = option(
        False, "a governor without influence stays until somebody has more (R14)"
    )


FLAGS = tuple(field.name for field in fields(GalaxyOptions) if field.name != "num_players")
"""The options that are on or off."""

BOX = box_dtype([(flag, np.int8) for flag in FLAGS])


def make_box(options: GalaxyOptions) -> NDArray[Any]:
    """Return the options as the record that the rules read."""
    box = np.zeros(1, BOX)
    box[0].num_players = options.num_players
    for flag in FLAGS:
        box[0][flag] = getattr(options, flag)
    return box
