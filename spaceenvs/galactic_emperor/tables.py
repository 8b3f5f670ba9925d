"""The component tables: read from CSV files, checked, with a clear sentence for every mistake.

Every table may be replaced by a file of the user (options `tiles`, `technologies`, `ships`,
`board`, `layouts`, `market`). The number of tiles, technologies, ships and hexes is fixed,
because every one of them has an action of its own; what they are worth is free.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.pages import table
from spaceenvs.core.tables import number_rows, read_table

DATA = Path(__file__).parent / "data"

NUM_HEXES = 37
NUM_TILES = 38
NUM_TECHNOLOGIES = 12
NUM_SHIP_TYPES = 3
NUM_RESOURCES = 3
MIN_PLAYERS, MAX_PLAYERS = 3, 6

TILE_KINDS = ("home", "planet", "empty", "sun", "black_hole")
KIND_HOME, KIND_PLANET, KIND_EMPTY, KIND_SUN, KIND_BLACK_HOLE = range(5)
TILE_BACKS = ("home", "start", "special", "plain", "atomic")
BACK_HOME, BACK_START, BACK_SPECIAL, BACK_PLAIN, BACK_ATOMIC = range(5)

OMEGA_SUN = 6
BLACK_HOLE = 7
FIRST_PILE_TILE = 8
"""Tiles 0-5 are the homes, then the two special ones, then the pile."""

UNITS = ("Fighter", "Cruiser", "Dreadnought", "Empire", "Starbase", "Home Starbase")
FIGHTER, CRUISER, DREADNOUGHT, EMPIRE_UNIT, STARBASE_UNIT = range(5)
NUM_FIRING_UNITS = 5
STOCK = (8, 4, 2)
"""Ships of each type that a player has: fixed, ship 0-13 have an action each."""

RESOURCES = ("food", "metal", "energy")
FOOD, METAL, ENERGY = range(3)
DIRECTIONS = ("ne", "e", "se", "sw", "w", "nw")

MAX_NUMBER = 9
"""Symbols, planets and prices fit into one digit."""
MAX_COST = 99
MAX_DICE_PER_UNIT = 4
MAX_DICE = 64
"""More dice than one side can ever roll in a phase."""


def read_tiles(path: Path) -> dict[str, Any]:
    """Read the sector tiles: kind, back, planets and symbols of each."""
    symbols = ("planets", "food", "metal", "energy")
    columns = ("id", "code", "kind", "back", *symbols, "source")
    rows = read_table(path, columns, NUM_TILES)
    number_rows(rows, "id")
    table: dict[str, Any] = {
        "kind": np.array([row.word("kind", TILE_KINDS) for row in rows], np.int8),
        "back": np.array([row.word("back", TILE_BACKS) for row in rows], np.int8),
        "code": [row["code"] for row in rows],
        "source": [row["source"] for row in rows],
    }
    for symbol in symbols:
        table[symbol] = np.array([row.integer(symbol, 0, MAX_NUMBER) for row in rows], np.int8)
    for tile in range(NUM_TILES):
        _check_tile(path, tile, table)
    if len(set(table["code"])) != NUM_TILES:
        raise ValueError(f"{path}: every tile has a code of its own")
    return table


def _check_tile(path: Path, tile: int, table: dict[str, Any]) -> None:
    """Insist that a tile is of the kind that its id stands for."""
    kind, back = int(table["kind"][tile]), int(table["back"][tile])
    wanted_kinds: tuple[int, ...]
    wanted_backs: tuple[int, ...]
    if tile < OMEGA_SUN:
        wanted_kinds, wanted_backs = (KIND_HOME,), (BACK_HOME,)
    elif tile == OMEGA_SUN:
        wanted_kinds, wanted_backs = (KIND_SUN,), (BACK_START,)
    elif tile == BLACK_HOLE:
        wanted_kinds, wanted_backs = (KIND_BLACK_HOLE,), (BACK_SPECIAL,)
    else:
        wanted_kinds = (KIND_PLANET, KIND_EMPTY, KIND_SUN)
        wanted_backs = (BACK_PLAIN, BACK_ATOMIC)
    if kind not in wanted_kinds or back not in wanted_backs:
        raise ValueError(
            f"{path}: tile {tile} must be {' or '.join(TILE_KINDS[k] for k in wanted_kinds)} "
            f"with back {' or '.join(TILE_BACKS[b] for b in wanted_backs)}"
        )
    planets = int(table["planets"][tile])
    if kind in (KIND_HOME, KIND_PLANET) and planets == 0:
        raise ValueError(f"{path}: tile {tile} is a planet sector and needs at least 1 planet")
    contents = planets + sum(int(table[r][tile]) for r in RESOURCES)
    if kind not in (KIND_HOME, KIND_PLANET) and contents > 0:
        raise ValueError(f"{path}: tile {tile} has no planets and can hold no symbols")


def read_technologies(path: Path) -> dict[str, Any]:
    """Read the technologies: name, role and cost in energy of each."""
    rows = read_table(path, ("id", "name", "role", "cost_energy", "source"), NUM_TECHNOLOGIES)
    number_rows(rows, "id")
    return {
        "name": [row["name"] for row in rows],
        "role": [row["role"] for row in rows],
        "source": [row["source"] for row in rows],
        "cost": np.array([row.integer("cost_energy", 0, MAX_COST) for row in rows], np.int8),
    }


def read_ships(path: Path) -> dict[str, Any]:
    """Read the units: costs and moves of the ships, phase, dice and hit number of all."""
    costs = ("cost_metal", "cost_energy", "cost_marks")
    battle = ("battle_phase", "dice", "hits_on")
    columns = ("id", "unit", "stock_per_player", *costs, "move", *battle, "source")
    rows = read_table(path, columns, len(UNITS))
    number_rows(rows, "id")
    for row, unit in zip(rows, UNITS, strict=True):
        if row["unit"] != unit:
            raise ValueError(f"{path}: unit {row['id']} is the {unit}, not {row['unit']!r}")
    ships = rows[:NUM_SHIP_TYPES]
    for row, stock in zip(ships, STOCK, strict=True):
        if row.integer("stock_per_player", 0, MAX_COST) != stock:
            raise ValueError(f"{path}: a player has {stock} ships of the type {row['unit']}")
    table: dict[str, Any] = {"source": [row["source"] for row in rows]}
    for cost in costs:
        table[cost] = np.array([row.integer(cost, 0, MAX_COST) for row in ships], np.int8)
    table["move"] = np.array([row.integer("move", 1, MAX_NUMBER) for row in ships], np.int8)
    bounds = {"battle_phase": (1, 3), "dice": (1, MAX_DICE_PER_UNIT), "hits_on": (2, 6)}
    for column in battle:
        low, high = bounds[column]
        table[column] = np.array(
            [row.integer(column, low, high) for row in rows[:NUM_FIRING_UNITS]], np.int8
        )
    return table


def hex_distance(q: NDArray[Any], r: NDArray[Any]) -> NDArray[np.int8]:
    """Return the distance of every two hexes in axial coordinates."""
    dq = q[:, None] - q[None, :]
    dr = r[:, None] - r[None, :]
    return np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr)).astype(np.int8)


def read_board(path: Path) -> dict[str, Any]:
    """Read the hexes: axial coordinates and neighbours."""
    neighbours = [f"n_{direction}" for direction in DIRECTIONS]
    rows = read_table(path, ("hex", "q", "r", *neighbours, "source"), NUM_HEXES)
    number_rows(rows, "hex")
    q = np.array([row.integer("q", -MAX_NUMBER, MAX_NUMBER) for row in rows])
    r = np.array([row.integer("r", -MAX_NUMBER, MAX_NUMBER) for row in rows])
    distance = hex_distance(q, r)
    if (distance + 2 * np.eye(NUM_HEXES, dtype=np.int8) == 0).any():
        raise ValueError(f"{path}: two hexes have the same coordinates")
    for h, row in enumerate(rows):
        given = {row.integer(column, -1, NUM_HEXES - 1) for column in neighbours} - {-1}
        found = set(np.flatnonzero(distance[h] == 1).tolist())
        if given != found:
            raise ValueError(
                f"{path}: hex {h} has the neighbours {sorted(found)} by its coordinates, "
                f"but {sorted(given)} by its columns n_ne..n_nw"
            )
    return {
        "q": q.astype(np.int8),
        "r": r.astype(np.int8),
        "distance": distance,
        "source": [row["source"] for row in rows],
    }


def read_layout(path: Path, num_players: int) -> dict[str, Any]:
    """Read the home hexes of every seat at a table of this size."""
    count = sum(range(MIN_PLAYERS, MAX_PLAYERS + 1))
    rows = read_table(path, ("players", "seat", "hex", "source"), count)
    homes: dict[tuple[int, int], int] = {}
    for row in rows:
        players = row.integer("players", MIN_PLAYERS, MAX_PLAYERS)
        seat = row.integer("seat", 0, players - 1)
        homes[players, seat] = row.integer("hex", 1, NUM_HEXES - 1)
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        hexes = [homes[players, seat] for seat in range(players) if (players, seat) in homes]
        if len(set(hexes)) != players:
            raise ValueError(f"{path}: {players} players need {players} different home hexes")
    chosen = [homes[num_players, seat] for seat in range(num_players)]
    return {"home": np.array(chosen, np.int8), "source": [row["source"] for row in rows]}


def read_market(path: Path) -> dict[str, Any]:
    """Read the prices of food, metal and energy for every face of their die."""
    rows = read_table(path, ("resource", "die_min", "die_max", "price", "source"), None)
    price = np.full((NUM_RESOURCES, 6), -1, np.int8)
    for row in rows:
        resource = row.word("resource", RESOURCES)
        low = row.integer("die_min", 1, 6)
        high = row.integer("die_max", low, 6)
        for face in range(low, high + 1):
            if price[resource, face - 1] >= 0:
                raise ValueError(f"{path}: {row['resource']} has two prices for a {face}")
            price[resource, face - 1] = row.integer("price", 0, MAX_NUMBER)
    for resource, name in enumerate(RESOURCES):
        for face in range(1, 7):
            if price[resource, face - 1] < 0:
                raise ValueError(f"{path}: {name} has no price for a {face}")
    return {"price": price, "source": [row["source"] for row in rows]}


# -- the tables of the page -----------------------------------------------------------------


def units_table() -> str:
    """Return what units cost and do as a Markdown table."""
    numbers = ("cost_metal", "cost_energy", "cost_marks", "move", "battle_phase", "dice", "hits_on")
    head = ("unit", "metal", "energy", "marks", "steps", "battle phase", "dice", "hits from")
    rows = read_table(DATA / "ships.csv", ("unit", *numbers), len(UNITS))
    return table(head, [tuple(row[name] for name in ("unit", *numbers)) for row in rows])


def technologies_table() -> str:
    """Return what technologies cost and do as a Markdown table."""
    columns = ("id", "name", "cost_energy", "declared_when", "effect")
    rows = read_table(DATA / "technologies.csv", columns, NUM_TECHNOLOGIES)
    head = ("id", "technology", "energy", "declared", "effect")
    return table(head, [tuple(row[name] for name in columns) for row in rows])


def tiles_table() -> str:
    """Return the faces of the tiles as a Markdown table, equal ones in one row."""
    columns = ("kind", "back", "planets", "food", "metal", "energy")
    faces: dict[tuple[str, ...], list[str]] = {}
    for row in read_table(DATA / "tiles.csv", ("code", *columns), NUM_TILES):
        face = tuple(row[name].replace("_", " ") for name in columns)
        faces.setdefault(face, []).append(row["code"])
    return table(("tiles", *columns), [(", ".join(codes), *face) for face, codes in faces.items()])
