"""What is in the box: limits, codes, the vocabulary of effects, the options.

Components are data. The engine knows the effects below and nothing of a card, tile or token
but its row in the tables (`tables.py` reads and checks them); no rule knows a card by its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from spaceenvs.core.game import Options, box_dtype, option

# Limits (section 9 of the rules).
MAX_PLAYERS = 4
SPACES, CONNECTIONS, LETTERS = 38, 67, 6
SPACES_IN_36 = 36
SYSTEMS, HABITABLE = 38, 19
DECK_SIZE = 83
MAX_COUNT = 21
"""The most units of one kind that can stand in one space."""

# Card ids (2.2): systems first, then these.
FIRST_STARTING, FIRST_ABILITY, FIRST_TECHNOLOGY, WORMHOLE_TECHNOLOGY = 38, 42, 63, 103
CARDS = 104
STARTING_CARDS, ABILITIES, TECHNOLOGIES = 4, 3, 41
RACES, TOKENS, ALIENS = 7, 33, 18  # TOKENS: the development tokens (R42)

# What a player has (2.1).
FLEETS, BASES, CUBES = 21, 6, 16
TRACK, TRACK_DISCS, SPARE_DISCS = 8, 7, 3  # R5; two more discs only show the score (R39)
DISPLAY, MARKET, HAND_SIZE = 6, 8, 6
DEALT_TECHNOLOGIES = 2
RESERVE_SIZE = 2  # of each of the two reserves

# Numbers of the rules.
ACTIONS_PER_TURN = 2  # section 4
UNITS_PER_PRODUCTION = 2  # 6.3
OUTPOST_COST, COLONY_COST = 1, 3  # Population, 6.6
OUTPOST_VP, COLONY_VP = 3, 5  # section 7; the homeworld's is an option
FLEET_STRENGTH, BASE_STRENGTH = 3, 5  # 6.5
KILL_STRENGTH = 3  # by how much KILL lowers a neutral system, for each fleet
HOME_FLEETS, COLONY_FLEETS, OTHER_FLEETS = 2, 1, 1  # setup 5

NOBODY = -1
NOWHERE = -1
NOTHING = -1

# Resources; development tokens have two kinds more.
ENERGY, MATTER, POPULATION, RESEARCH = range(4)
RESOURCES = 4
RESERVE_PLUS, VICTORY_POINTS = 4, 5
TOKEN_KINDS = 6
RESOURCE_NAMES = ("energy", "matter", "population", "research")
TOKEN_KIND_NAMES = (*RESOURCE_NAMES, "reserve_plus", "victory_points")

# Units and markers.
FLEET, BASE = range(2)
KINDS = 2
NO_MARKER, OUTPOST, COLONY, HOMEWORLD = range(4)
MARKER_NAMES = ("", "outpost", "colony", "homeworld")

# The two ways from one space to another (6.4).
NORMAL, WORMHOLE = range(2)

# When a card's effect is used (2.3).
TIMING_NONE, TIMING_ACTION, TIMING_FREE, TIMING_COMBAT, TIMING_RESERVE = range(5)
TIMING_NAMES = ("none", "action", "free", "combat", "reserve")

# Sides of a combat, as roles and as parameters of effects.
ATTACKER, DEFENDER = range(2)
SIDE_ANY, SIDE_ATTACKER, SIDE_DEFENDER = range(3)
NEED_NONE, NEED_FLEET, NEED_BASE = range(3)

LETTER_NAMES = ("a", "b", "c", "d", "e", "f")
"""The directions of a connection: up, up right, down right, down, down left, up left."""
OPPOSITE = (3, 4, 5, 0, 1, 2)

SEAT_NAMES = ("Red", "Blue", "Green", "Yellow")
"""What the seats are called."""


class Effect(IntEnum):
    """The vocabulary of card texts, numbered as in `effects.csv`."""

    NONE = 0
    PRODUCE = 1
    MOVE = 2
    COLONISE = 3
    TECH = 4
    STORE = 5
    DRAW = 6
    RETRIEVE = 7
    REMOVE = 8
    ANNEX = 9
    SPY = 10
    REFRESH = 11
    EXTRA = 12
    CAPACITY = 13
    STRENGTH = 20
    KILL = 21
    HALT = 22
    FIGHT = 30
    BASEMOVE = 31
    CULTURE = 32
    DRIVE = 33
    YARDS = 34
    LABS = 35
    NAVIGATE = 36
    SHIELD = 37


FIRST_RESERVE_EFFECT = int(Effect.FIGHT)
RESERVE_EFFECTS = int(Effect.SHIELD) + 1 - FIRST_RESERVE_EFFECT
"""How many effects work in the reserve."""

# By player count, 2 to 4 (setup 3, 6.2, section 7).
DEALT_SYSTEMS = {2: 5, 3: 4, 4: 3}
LAST_SHUFFLE = {2: 14, 3: 18, 4: 20}
ROUND_LIMIT = {2: 100, 3: 70, 4: 50}
MOST_ROUNDS = 100

FACE = 10
"""Numbers that an observation shows of a card in the market."""
NAME_BYTES, SOURCE_BYTES = 40, 24

BOX = box_dtype(
    [
        ("spaces", np.int8),  # 36 or 38
        ("connected_board", np.int8),
        ("random_races", np.int8),
        ("races", np.int8, (MAX_PLAYERS,)),  # by seat, if they are not random
        ("max_rounds", np.int8),
        ("home_vp", np.int8),
        ("dealt", np.int8),  # habitable systems dealt to a player, and as many uninhabitable ones
        ("last_shuffle", np.int8),  # N of 6.2
        # The board: neighbour and connection by letter, -1 for none; both ends of a connection.
        ("neighbour", np.int8, (SPACES, LETTERS)),
        ("connection", np.int8, (SPACES, LETTERS)),
        ("ends", np.int8, (CONNECTIONS, 2)),
        ("x", np.int16, (SPACES,)),  # where to draw a space
        ("y", np.int16, (SPACES,)),
        # Tiles, by system.
        ("habitable", np.int8, (SYSTEMS,)),
        ("strength", np.int8, (SYSTEMS,)),
        ("wormhole", np.int8, (SYSTEMS,)),
        ("letter", np.int8, (SYSTEMS,)),  # where its black hole goes, -1 for none
        # Cards.
        ("amount", np.int8, (RESOURCES, CARDS)),
        ("cost", np.int8, (CARDS,)),
        ("timing", np.int8, (CARDS,)),
        ("single_use", np.int8, (CARDS,)),
        ("reserve_mark", np.int8, (CARDS,)),
        ("reserve_counts", np.int8, (CARDS,)),
        ("effect", np.int8, (CARDS,)),
        ("p1", np.int8, (CARDS,)),
        ("p2", np.int8, (CARDS,)),
        ("p3", np.int8, (CARDS,)),
        ("face", np.int8, (CARDS, FACE)),  # number, cost, amounts, VP, timing, effect, p1
        # Tokens.
        ("token_kind", np.int8, (TOKENS,)),
        ("token_amount", np.int8, (TOKENS,)),
        ("alien_strength", np.int8, (ALIENS,)),
        # UTF-8, filled up with zeros: for words and pictures only.
        ("card_names", np.uint8, (CARDS, NAME_BYTES)),
        ("card_sources", np.uint8, (CARDS, SOURCE_BYTES)),
        ("tile_names", np.uint8, (SYSTEMS, NAME_BYTES)),
        ("tile_sources", np.uint8, (SYSTEMS, SOURCE_BYTES)),
        ("token_sources", np.uint8, (TOKENS, SOURCE_BYTES)),
        ("alien_sources", np.uint8, (ALIENS, SOURCE_BYTES)),
        ("race_names", np.uint8, (RACES, NAME_BYTES)),
        ("race_sources", np.uint8, (RACES, SOURCE_BYTES)),
        ("space_sources", np.uint8, (SPACES, SOURCE_BYTES)),
    ]
)


def _table(name: str) -> Any:
    return option(
        "", f"path of a table that replaces `data/{name}.csv`; empty: the game's own", is_file=True
    )


@dataclass(frozen=True)
class HandfulOptions(Options):
    """The options of section 11, and the tables of a user's own components."""

    num_players: int = 2
    systems: int = option(
        36, "38 adds two spaces and two uninhabitable systems (R1)", choices=(36, 38)
    )
    connected_board: bool = option(
        False, "lay the tiles again until all spaces are joined by open connections"
    )
    random_races: bool = option(True, "deal the races at random; off: they are those of `races`")
    races: tuple[int, ...] = option(
        (), "race numbers 0 to 6 by seat, all different, if `random_races` is off"
    )
    max_rounds: int = option(
        0, "the round limit, 1 to 100; 0: 100, 70 or 50 for 2, 3 or 4 players (R35)"
    )
    home_vp: int = option(7, "what a homeworld is worth (R3)", choices=(7, 8))
    board_graph: str = _table("board_graph")
    board_connections: str = _table("board_connections")
    system_tiles: str = _table("system_tiles")
    system_cards: str = _table("system_cards")
    starting_cards: str = _table("starting_cards")
    races_table: str = _table("races")
    race_ability_cards: str = _table("race_ability_cards")
    technology_cards: str = _table("technology_cards")
    development_tokens: str = _table("development_tokens")
    alien_tokens: str = _table("alien_tokens")


def decoded(text: Any) -> str:
    """Return a text of the box."""
    return bytes(text).rstrip(b"\0").decode()
