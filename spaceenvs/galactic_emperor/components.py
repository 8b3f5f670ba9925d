"""What is in the box: numbers of the setup, options, and the component tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Options, box_dtype, option
from spaceenvs.galactic_emperor import tables
from spaceenvs.galactic_emperor.tables import (
    DATA,
    MAX_PLAYERS,
    NUM_FIRING_UNITS,
    NUM_HEXES,
    NUM_RESOURCES,
    NUM_SHIP_TYPES,
    NUM_TECHNOLOGIES,
    NUM_TILES,
)

# -- fixed numbers ------------------------------------------------------------------------

SEAT_NAMES = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange")
"""What the seats are called: the colours of their pieces. No two begin with the same letter."""
NUM_SHIPS = 14  # Fighters 0-7, Cruisers 8-11, Dreadnoughts 12-13
FIRST_SHIP = np.array([0, 8, 12, 14], np.int8)  # the first index of every type, and the end
TYPE_OF_SHIP = np.array([0] * 8 + [1] * 4 + [2] * 2, np.int8)
NUM_FOOD_CUBES = 40  # R12: a hard limit
MAX_METAL, MAX_ENERGY = 6, 3
MAX_CUBES_ON_SECTOR = 2
START_MARKS, START_METAL, START_ENERGY = 5, 1, 1
TOKENS_OF_PLAYERS = {3: 11, 4: 10, 5: 9, 6: 8}
POOL_OF_PLAYERS = {3: 115, 4: 130, 5: 145, 6: 160}
INCOME = 2  # marks for everybody at the end of a round
MERCHANT_BONUS = 3
START_INFLUENCE = 2
START_INFLUENCE_PRICE = 2
DIPLOMAT_PRICE = 2
ROBOTICS_CREDIT = 2
MAX_PROTEIN_SECTORS = 2
CAUGHT_ON = 5  # the Saboteur is caught by a 5 or a 6
NUM_MARKET_DICE = 4
MAX_BATTLE_ROUNDS = 20  # R18
MAX_DUEL_ROUNDS = 50
MAX_ROUND_CAP = 30_000

CENTRE = 0  # the hex of the Omega Sun, later of the Black Hole

# -- technologies -------------------------------------------------------------------------

(
    AMBASSADOR,
    SHIELD,
    ION,
    PLASMA,
    FUSION,
    ROBOTICS,
    PROTEIN,
    SABOTEUR,
    DIPLOMAT,
    TIME_REVERSAL,
    PIRATE_TECH,
    SCANNER,
) = range(NUM_TECHNOLOGIES)

# -- role cards and roles -----------------------------------------------------------------

NUM_CARDS = 7
CARD_EXPLORER, CARD_MERCHANT, CARD_STEWARD, CARD_ENGINEER = range(4)
CARD_WARLORD_A, CARD_REGENT, CARD_SCIENTIST = range(4, 7)

NUM_ROLES = 7
EXPLORER, MERCHANT, STEWARD, ENGINEER, WARLORD, REGENT, SCIENTIST = range(NUM_ROLES)
NO_ROLE = -1
ROLE_NAMES = ("Explorer", "Merchant", "Steward", "Engineer", "Warlord", "Regent", "Scientist")
CARD_NAMES = ("Explorer", "Merchant", "Steward", "Engineer", "Warlord A", "Regent", "Scientist")
FLIPPED_CARD_NAME = "Warlord B"


# -- options ------------------------------------------------------------------------------


@dataclass(frozen=True)
class GalacticEmperorOptions(Options):
    """The options of section 11, and files that replace component tables."""

    num_players: int = 4
    hidden_vp: bool = option(True, "victory points of the others are hidden until the final count")
    market_prices: str = option(
        "table",
        "where prices come from: the market table, or the numbers on the kept dice (R6)",
        ("table", "dice"),
    )
    finish_round: bool = option(
        False, "when the end is reached, the round is played to its end first (R8, R48)"
    )
    optional_conquest: bool = option(
        False, "an Empire after a won battle is a choice instead of a must (R16)"
    )
    unused_homes_plain: bool = option(
        False, "unused home tiles join the plain part of the pile, not the atomic one (R4)"
    )
    retreat_last_hex: bool = option(
        False,
        "ships retreat to the hex they came from last, not to where they began (R17)",
    )
    caught_cancels: bool = option(False, "a caught Saboteur blocks nothing (R22)")
    early_battles: bool = option(
        False, "battles may also be fought between the moves of two ships (R15)"
    )
    price_reversal: str = option(
        "after_roll",
        "when Time Reversal on market dice is declared: after the roll, or before it (R23)",
        ("after_roll", "before_roll"),
    )
    round_cap: int = option(30, "the game is over after this round (at least 1; R9)")
    start_throne: int = option(
        -1, "the number of the seat that begins with the Throne, -1 for a random one"
    )
    tiles: str = option("", "a CSV file that replaces data/tiles.csv", is_file=True)
    technologies: str = option("", "a CSV file that replaces data/technologies.csv", is_file=True)
    ships: str = option("", "a CSV file that replaces data/ships.csv", is_file=True)
    board: str = option("", "a CSV file that replaces data/board_hexes.csv", is_file=True)
    layouts: str = option("", "a CSV file that replaces data/start_layouts.csv", is_file=True)
    market: str = option("", "a CSV file that replaces data/market.csv", is_file=True)


BOX = box_dtype(
    [
        # options
        ("hidden_vp", np.int8),
        ("dice_are_prices", np.int8),
        ("finish_round", np.int8),
        ("optional_conquest", np.int8),
        ("unused_homes_plain", np.int8),
        ("retreat_last_hex", np.int8),
        ("caught_cancels", np.int8),
        ("early_battles", np.int8),
        ("reversal_before_roll", np.int8),
        ("round_cap", np.int16),
        ("start_throne", np.int8),  # -1: random
        # numbers that depend on the players
        ("tokens", np.int8),  # Empire tokens of each player
        ("pool", np.int16),  # victory points at the start
        # sector tiles, by tile id (R7)
        ("tile_kind", np.int8, (NUM_TILES,)),
        ("tile_back", np.int8, (NUM_TILES,)),
        ("tile_planets", np.int8, (NUM_TILES,)),
        ("tile_food", np.int8, (NUM_TILES,)),
        ("tile_metal", np.int8, (NUM_TILES,)),
        ("tile_energy", np.int8, (NUM_TILES,)),
        # technologies
        ("tech_cost", np.int8, (NUM_TECHNOLOGIES,)),  # energy (R3)
        # units; what a ship costs: R2
        ("cost_metal", np.int8, (NUM_SHIP_TYPES,)),
        ("cost_energy", np.int8, (NUM_SHIP_TYPES,)),
        ("cost_marks", np.int8, (NUM_SHIP_TYPES,)),
        ("move", np.int8, (NUM_SHIP_TYPES,)),
        ("unit_phase", np.int8, (NUM_FIRING_UNITS,)),
        ("unit_dice", np.int8, (NUM_FIRING_UNITS,)),
        ("unit_hits_on", np.int8, (NUM_FIRING_UNITS,)),
        # the board (R1); a set of hexes is an int64 with one bit per hex
        ("q", np.int8, (NUM_HEXES,)),
        ("r", np.int8, (NUM_HEXES,)),
        ("neighbours", np.int64, (NUM_HEXES,)),
        ("distance", np.int8, (NUM_HEXES, NUM_HEXES)),
        ("home", np.int8, (MAX_PLAYERS,)),  # home hex of every seat, -1 if nobody sits there
        ("homes", np.int64),  # the set of all home hexes
        # the market
        ("price", np.int8, (NUM_RESOURCES, 6)),  # resource, face of the die - 1 (R6)
    ]
)


def make_box(options: GalacticEmperorOptions) -> NDArray[Any]:
    """Return the options and tables as a one-element array.

    Raises:
        ValueError: If an option or a table is wrong.
    """
    n = options.num_players
    if not 1 <= options.round_cap <= MAX_ROUND_CAP:
        raise ValueError(f"round_cap lies in 1..{MAX_ROUND_CAP}, {options.round_cap} was given")
    if not -1 <= options.start_throne < n:
        raise ValueError(
            f"start_throne is a seat 0..{n - 1} or -1 for a random one, "
            f"{options.start_throne} was given"
        )
    array = np.zeros(1, BOX)
    box = array[0]
    box.num_players = n
    box.hidden_vp = options.hidden_vp
    box.dice_are_prices = options.market_prices == "dice"
    box.finish_round = options.finish_round
    box.optional_conquest = options.optional_conquest
    box.unused_homes_plain = options.unused_homes_plain
    box.retreat_last_hex = options.retreat_last_hex
    box.caught_cancels = options.caught_cancels
    box.early_battles = options.early_battles
    box.reversal_before_roll = options.price_reversal == "before_roll"
    box.round_cap = options.round_cap
    box.start_throne = options.start_throne
    box.tokens = TOKENS_OF_PLAYERS[n]
    box.pool = POOL_OF_PLAYERS[n]
    _fill_tiles(box, tables.read_tiles(_path(options.tiles, "tiles")))
    technologies = tables.read_technologies(_path(options.technologies, "technologies"))
    box.tech_cost = technologies["cost"]
    _fill_units(box, tables.read_ships(_path(options.ships, "ships")))
    _fill_board(box, tables.read_board(_path(options.board, "board_hexes")))
    layout = tables.read_layout(_path(options.layouts, "start_layouts"), n)
    box.home = -1
    box.home[:n] = layout["home"]
    box.homes = sum(1 << int(h) for h in layout["home"])
    box.price = tables.read_market(_path(options.market, "market"))["price"]
    return array


def _path(given: str, name: str) -> Path:
    """Return the table that the user gave, or the game's own."""
    return Path(given) if given else DATA / f"{name}.csv"


def _fill_tiles(box: Any, tiles: dict[str, Any]) -> None:
    for name in ("kind", "back", "planets", "food", "metal", "energy"):
        box[f"tile_{name}"] = tiles[name]


def _fill_units(box: Any, ships: dict[str, Any]) -> None:
    for name in ("cost_metal", "cost_energy", "cost_marks", "move"):
        box[name] = ships[name]
    box.unit_phase = ships["battle_phase"]
    box.unit_dice = ships["dice"]
    box.unit_hits_on = ships["hits_on"]


def _fill_board(box: Any, board: dict[str, Any]) -> None:
    for name in ("q", "r", "distance"):
        box[name] = board[name]
    for h in range(NUM_HEXES):
        adjacent = np.flatnonzero(board["distance"][h] == 1)
        box.neighbours[h] = sum(1 << int(v) for v in adjacent)


_TILES = tables.read_tiles(DATA / "tiles.csv")
TILE_CODES: tuple[str, ...] = tuple(_TILES["code"])
TECH_NAMES: tuple[str, ...] = tuple(  # R42: translated from the Italian ones
    tables.read_technologies(Path(DATA / "technologies.csv"))["name"]
)
SHIP_NAMES = tables.UNITS[:NUM_SHIP_TYPES]
