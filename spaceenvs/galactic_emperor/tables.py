"""The component tables: read from CSV files, checked, with a clear sentence for every mistake.

Every table may be replaced by a file of the user (options `tiles`, `technologies`, `ships`,
`board`, `layouts`, `market`). The number of tiles, technologies, ships and hexes is fixed,
because every one of them has an action of its own; what they are worth is free.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

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

Row = dict[str, str]


def read_table(path: str | Path, columns: Sequence[str], count: int | None) -> list[Row]:
    """Read a CSV file and insist on its columns and on the number of its rows.

    Raises:
        ValueError: If the file is not there, a column is missing or the count is wrong.
    """
    try:
        with Path(path).open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
            found = reader.fieldnames or []
    except OSError as error:
        raise ValueError(f"the table {path} cannot be read: {error.strerror}") from error
    for column in columns:
        if column not in found:
            raise ValueError(f"{path}: the column {column!r} is missing; found are {list(found)}")
    if count is not None and len(rows) != count:
        raise ValueError(f"{path}: {count} rows are needed, {len(rows)} were found")
    return rows


def number(path: str | Path, row: Row, column: str, low: int, high: int) -> int:
    """Return a cell as an integer, or raise if it is none or lies outside low..high."""
    text = row[column]
    try:
        value = int(text)
    except (TypeError, ValueError):
        raise ValueError(f"{path}: {column} is an integer, {text!r} was found") from None
    if not low <= value <= high:
        raise ValueError(f"{path}: {column} lies in {low}..{high}, {value} was found")
    return value


def word(path: str | Path, row: Row, column: str, allowed: Sequence[str]) -> int:
    """Return the index of a cell among the allowed words, or raise."""
    if row[column] not in allowed:
        raise ValueError(
            f"{path}: {column} is one of {', '.join(allowed)}; {row[column]!r} was found"
        )
    return list(allowed).index(row[column])


def insist_on_order(path: str | Path, rows: list[Row], column: str) -> None:
    """Insist that a column counts 0, 1, 2, ..."""
    for k, row in enumerate(rows):
        if row[column] != str(k):
            raise ValueError(f"{path}: {column} {k} is expected in row {k + 1}, not {row[column]}")


def read_tiles(path: str | Path) -> dict[str, Any]:
    """Read the sector tiles: kind, back, planets and symbols of each."""
    symbols = ("planets", "food", "metal", "energy")
    columns = ("id", "code", "kind", "back", *symbols, "source")
    rows = read_table(path, columns, NUM_TILES)
    insist_on_order(path, rows, "id")
    table: dict[str, Any] = {
        "kind": np.array([word(path, row, "kind", TILE_KINDS) for row in rows], np.int8),
        "back": np.array([word(path, row, "back", TILE_BACKS) for row in rows], np.int8),
        "code": [row["code"] for row in rows],
        "source": [row["source"] for row in rows],
    }
    for symbol in symbols:
        table[symbol] = np.array(
            [number(path, row, symbol, 0, MAX_NUMBER) for row in rows], np.int8
        )
    for tile in range(NUM_TILES):
        _check_tile(path, tile, table)
    if len(set(table["code"])) != NUM_TILES:
        raise ValueError(f"{path}: every tile has a code of its own")
    return table


def _check_tile(path: str | Path, tile: int, table: dict[str, Any]) -> None:
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


def read_technologies(path: str | Path) -> dict[str, Any]:
    """Read the technologies: name, role and cost in energy of each."""
    rows = read_table(path, ("id", "name", "role", "cost_energy", "source"), NUM_TECHNOLOGIES)
    insist_on_order(path, rows, "id")
    return {
        "name": [row["name"] for row in rows],
        "role": [row["role"] for row in rows],
        "source": [row["source"] for row in rows],
        "cost": np.array([number(path, row, "cost_energy", 0, MAX_COST) for row in rows], np.int8),
    }


def read_ships(path: str | Path) -> dict[str, Any]:
    """Read the units: costs and moves of the ships, phase, dice and hit number of all."""
    costs = ("cost_metal", "cost_energy", "cost_marks")
    battle = ("battle_phase", "dice", "hits_on")
    columns = ("id", "unit", "stock_per_player", *costs, "move", *battle, "source")
    rows = read_table(path, columns, len(UNITS))
    insist_on_order(path, rows, "id")
    for row, unit in zip(rows, UNITS, strict=True):
        if row["unit"] != unit:
            raise ValueError(f"{path}: unit {row['id']} is the {unit}, not {row['unit']!r}")
    ships = rows[:NUM_SHIP_TYPES]
    for row, stock in zip(ships, STOCK, strict=True):
        if number(path, row, "stock_per_player", 0, MAX_COST) != stock:
            raise ValueError(f"{path}: a player has {stock} ships of the type {row['unit']}")
    table: dict[str, Any] = {"source": [row["source"] for row in rows]}
    for cost in costs:
        table[cost] = np.array([number(path, row, cost, 0, MAX_COST) for row in ships], np.int8)
    table["move"] = np.array([number(path, row, "move", 1, MAX_NUMBER) for row in ships], np.int8)
    bounds = {"battle_phase": (1, 3), "dice": (1, MAX_DICE_PER_UNIT), "hits_on": (2, 6)}
    for column in battle:
        low, high = bounds[column]
        table[column] = np.array(
            [number(path, row, column, low, high) for row in rows[:NUM_FIRING_UNITS]], np.int8
        )
    return table


def hex_distance(q: NDArray[Any], r: NDArray[Any]) -> NDArray[np.int8]:
    """Return the distance of every two hexes in axial coordinates."""
    dq = q[:, None] - q[None, :]
    dr = r[:, None] - r[None, :]
    return np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr)).astype(np.int8)


def read_board(path: str | Path) -> dict[str, Any]:
    """Read the hexes: axial coordinates and neighbours."""
    neighbours = [f"n_{direction}" for direction in DIRECTIONS]
    rows = read_table(path, ("hex", "q", "r", *neighbours, "source"), NUM_HEXES)
    insist_on_order(path, rows, "hex")
    q = np.array([number(path, row, "q", -MAX_NUMBER, MAX_NUMBER) for row in rows])
    r = np.array([number(path, row, "r", -MAX_NUMBER, MAX_NUMBER) for row in rows])
    distance = hex_distance(q, r)
    if (distance + 2 * np.eye(NUM_HEXES, dtype=np.int8) == 0).any():
        raise ValueError(f"{path}: two hexes have the same coordinates")
    for h, row in enumerate(rows):
        given = {number(path, row, column, -1, NUM_HEXES - 1) for column in neighbours} - {-1}
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


def read_layout(path: str | Path, num_players: int) -> dict[str, Any]:
    """Read the home hexes of every seat at a table of this size."""
    count = sum(range(MIN_PLAYERS, MAX_PLAYERS + 1))
    rows = read_table(path, ("players", "seat", "hex", "source"), count)
    homes: dict[tuple[int, int], int] = {}
    for row in rows:
        players = number(path, row, "players", MIN_PLAYERS, MAX_PLAYERS)
        seat = number(path, row, "seat", 0, players - 1)
        homes[players, seat] = number(path, row, "hex", 1, NUM_HEXES - 1)
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        hexes = [homes[players, seat] for seat in range(players) if (players, seat) in homes]
        if len(set(hexes)) != players:
            raise ValueError(f"{path}: {players} players need {players} different home hexes")
    chosen = [homes[num_players, seat] for seat in range(num_players)]
    return {"home": np.array(chosen, np.int8), "source": [row["source"] for row in rows]}


def read_market(path: str | Path) -> dict[str, Any]:
    """Read the prices of food, metal and energy for every face of their die."""
    rows = read_table(path, ("resource", "die_min", "die_max", "price", "source"), None)
    price = np.full((NUM_RESOURCES, 6), -1, np.int8)
    for row in rows:
        resource = word(path, row, "resource", RESOURCES)
        low = number(path, row, "die_min", 1, 6)
        high = number(path, row, "die_max", low, 6)
        for face in range(low, high + 1):
            if price[resource, face - 1] >= 0:
                raise ValueError(f"{path}: {row['resource']} has two prices for a {face}")
            price[resource, face - 1] = number(path, row, "price", 0, MAX_NUMBER)
    for resource, name in enumerate(RESOURCES):
        for face in range(1, 7):
            if price[resource, face - 1] < 0:
                raise ValueError(f"{path}: {name} has no price for a {face}")
    return {"price": price, "source": [row["source"] for row in rows]}
