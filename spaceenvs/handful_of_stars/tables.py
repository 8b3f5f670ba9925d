"""The tables of components: read, checked with row and column, put into the box and shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.pages import table
from spaceenvs.core.tables import Row, number_rows, read_table
from spaceenvs.handful_of_stars.components import (
    ABILITIES,
    ALIENS,
    BOX,
    CARDS,
    CONNECTIONS,
    DEALT_SYSTEMS,
    FIRST_ABILITY,
    FIRST_STARTING,
    FIRST_TECHNOLOGY,
    HABITABLE,
    LAST_SHUFFLE,
    LETTER_NAMES,
    MOST_ROUNDS,
    NAME_BYTES,
    NOTHING,
    OPPOSITE,
    RACES,
    RESOURCE_NAMES,
    ROUND_LIMIT,
    SOURCE_BYTES,
    SPACES,
    SYSTEMS,
    TIMING_NAMES,
    TIMING_RESERVE,
    TOKEN_KIND_NAMES,
    TOKENS,
    Effect,
    HandfulOptions,
)

DATA = Path(__file__).parent / "data"

_LARGEST_AMOUNT, _LARGEST_PARAMETER, _LARGEST_STRENGTH = 9, 20, 20
_LARGEST_POSITION = 2000


def _path(given: str, name: str) -> Path:
    return Path(given) if given else DATA / f"{name}.csv"


def _read(path: Path, columns: Sequence[str], first: int, count: int | None) -> list[Row]:
    """Read a table whose first column counts its rows from `first` on."""
    rows = read_table(path, columns, count)
    number_rows(rows, columns[0], first)
    return rows


def _encoded(row: Row, column: str, size: int) -> NDArray[np.uint8]:
    """Return a text that is not empty, filled up with zeros."""
    return np.frombuffer(row.text(column, size).encode().ljust(size, b"\0"), np.uint8)


def _read_effects() -> dict[str, frozenset[str]]:
    """Return the timings that each effect may have."""
    timings = {}
    for row in read_table(DATA / "effects.csv", ("code", "effect", "timing")):
        code = Effect[row["effect"]].value
        if row.integer("code", 0, 127) != code:
            row.fail("code", f"should be {code}")
        timings[row["effect"]] = frozenset(row["timing"].replace("-", "none").split(" or "))
    return timings


_CARD_COLUMNS = [
    "card",
    "name",
    "energy",
    "matter",
    "population",
    "research",
    "cost_research",
    "victory_points",
    "timing",
    "single_use",
    "reserve_mark",
    "reserve_counts",
    "effect",
    "p1",
    "p2",
    "p3",
    "source",
]


def _fill_cards(
    box: Any, path: Path, first: int, count: int, more_columns: Sequence[str] = ()
) -> list[Row]:
    """Read one table of cards into the box."""
    rows = _read(path, (*_CARD_COLUMNS, *more_columns), first, count)
    timings = _read_effects()
    for card, row in enumerate(rows, first):
        box.card_names[card] = _encoded(row, "name", NAME_BYTES)
        box.card_sources[card] = _encoded(row, "source", SOURCE_BYTES)
        for r, name in enumerate(RESOURCE_NAMES):
            box.amount[r, card] = row.integer(name, 0, _LARGEST_AMOUNT)
        box.cost[card] = row.integer("cost_research", 0, _LARGEST_PARAMETER)
        vp = row.integer("victory_points", 0, _LARGEST_AMOUNT)
        box.timing[card] = row.word("timing", TIMING_NAMES)
        for column in ("single_use", "reserve_mark", "reserve_counts"):
            box[column][card] = row.integer(column, 0, 1)
        effect = list(Effect)[row.word("effect", [e.name for e in Effect])]
        box.effect[card] = effect
        for column in ("p1", "p2", "p3"):
            box[column][card] = row.integer(column, 0, _LARGEST_PARAMETER)
        _check_card(row, box, card, effect, vp, timings[effect.name])
        box.face[card] = [
            card,
            box.cost[card],
            *box.amount[:, card],
            vp,
            box.timing[card],
            effect,
            box.p1[card],
        ]
    return rows


def _check_card(
    row: Row, box: Any, card: int, effect: Effect, vp: int, timings: frozenset[str]
) -> None:
    """Insist that timing, effect and parameters of a card go together (2.3, effects.csv)."""
    if row["timing"] not in timings:
        allowed = " or ".join(sorted(timings))
        row.fail("timing", f"{row['timing']!r} does not go with {effect.name}, which is {allowed}")
    if box.timing[card] == TIMING_RESERVE and not box.reserve_mark[card]:
        row.fail("reserve_mark", "should be 1 for a card that works in the reserve")
    if effect in (Effect.STRENGTH, Effect.FIGHT):
        row.integer("p2", 0, 2)
    if effect == Effect.FIGHT:
        row.integer("p3", 0, 2)
    if effect == Effect.CULTURE and vp != box.p1[card]:
        row.fail("victory_points", f"{vp} should be p1, {box.p1[card]}")
    if effect != Effect.CULTURE and vp:
        row.fail("victory_points", f"is {vp}, but only Culture cards have victory points")
    most = {Effect.PRODUCE: "p1", Effect.COLONISE: "p2"}.get(effect)
    if most is not None:
        row.integer(most, 1, _LARGEST_PARAMETER)
    repeated = (Effect.DRAW, Effect.RETRIEVE, Effect.REMOVE, Effect.SPY, Effect.REFRESH)
    if effect in (*repeated, Effect.KILL):
        row.integer("p1", 1, _LARGEST_PARAMETER)


def _fill_tiles(box: Any, path: Path) -> None:
    columns = ("system", "name", "habitable", "combat_strength", "wormhole", "black_hole", "source")
    names: set[str] = set()
    for system, row in enumerate(_read(path, columns, 0, SYSTEMS)):
        if row["name"] in names:
            row.fail("name", f"{row['name']!r} is the name of another system too")
        names.add(row["name"])
        box.tile_names[system] = _encoded(row, "name", NAME_BYTES)
        box.tile_sources[system] = _encoded(row, "source", SOURCE_BYTES)
        habitable = row.integer("habitable", 0, 1)
        if habitable != (system < HABITABLE):
            row.fail("habitable", f"is {habitable}, but systems 0 to {HABITABLE - 1} are habitable")
        box.habitable[system] = habitable
        if habitable:
            box.strength[system] = row.integer("combat_strength", 0, _LARGEST_STRENGTH)
        elif row["combat_strength"]:
            row.fail("combat_strength", "should be empty: an uninhabitable system has none (R2)")
        box.wormhole[system] = row.integer("wormhole", 0, 1)
        box.letter[system] = row.word("black_hole", ("", *LETTER_NAMES)) - 1


def _fill_board(box: Any, graph_path: Path, connections_path: Path) -> None:
    """Read the spaces and connections; leave out those of 38 systems if 36 are played."""
    graph = _read(graph_path, ("space", "x", "y", *LETTER_NAMES, "source"), 0, SPACES)
    for space, row in enumerate(graph):
        box.x[space] = row.integer("x", 0, _LARGEST_POSITION)
        box.y[space] = row.integer("y", 0, _LARGEST_POSITION)
        box.space_sources[space] = _encoded(row, "source", SOURCE_BYTES)
    columns = ("connection", "space_1", "letter_at_1", "space_2", "letter_at_2", "source")
    rows = _read(connections_path, columns, 0, None)
    if len(rows) > CONNECTIONS:
        raise ValueError(f"{connections_path}: at most {CONNECTIONS} rows, {len(rows)} are there")
    box.neighbour[:] = NOTHING
    box.connection[:] = NOTHING
    box.ends[:] = NOTHING
    drawn = np.full((SPACES, len(LETTER_NAMES)), NOTHING)
    for connection, row in enumerate(rows):
        one = row.integer("space_1", 0, SPACES - 1)
        two = row.integer("space_2", 0, SPACES - 1)
        there = row.word("letter_at_1", LETTER_NAMES)
        back = row.word("letter_at_2", LETTER_NAMES)
        if back != OPPOSITE[there]:
            row.fail("letter_at_2", f"{LETTER_NAMES[back]} is not opposite {LETTER_NAMES[there]}")
        for column, space, letter, other in (
            ("letter_at_1", one, there, two),
            ("letter_at_2", two, back, one),
        ):
            if drawn[space, letter] != NOTHING:
                row.fail(column, f"{LETTER_NAMES[letter]} is already used at space {space}")
            drawn[space, letter] = other
        if one < box.spaces and two < box.spaces:
            box.neighbour[one, there], box.neighbour[two, back] = two, one
            box.connection[one, there] = box.connection[two, back] = connection
            box.ends[connection] = one, two
    _compare_graph(graph, drawn)


def _compare_graph(graph: Sequence[Row], drawn: NDArray[Any]) -> None:
    """Insist that the list of spaces shows the same connections."""
    for space, row in enumerate(graph):
        for letter, name in enumerate(LETTER_NAMES):
            wanted = "" if drawn[space, letter] == NOTHING else str(drawn[space, letter])
            if row[name] != wanted:
                row.fail(name, f"is {row[name]!r}, but the connections say {wanted!r}")


def _fill_tokens(box: Any, development: Path, aliens: Path) -> None:
    rows = _read(development, ("token", "type", "amount", "source"), 0, TOKENS)
    for token, row in enumerate(rows):
        box.token_kind[token] = row.word("type", TOKEN_KIND_NAMES)
        box.token_amount[token] = row.integer("amount", 1, _LARGEST_AMOUNT)
        box.token_sources[token] = _encoded(row, "source", SOURCE_BYTES)
    for token, row in enumerate(_read(aliens, ("token", "strength", "source"), 0, ALIENS)):
        box.alien_strength[token] = row.integer("strength", 0, _LARGEST_AMOUNT)
        box.alien_sources[token] = _encoded(row, "source", SOURCE_BYTES)


def _fill_races(box: Any, path: Path, abilities: Sequence[Row]) -> None:
    columns = [f"ability_card_{i + 1}" for i in range(ABILITIES)]
    for race, row in enumerate(_read(path, ("race", "name", *columns, "source"), 0, RACES)):
        box.race_names[race] = _encoded(row, "name", NAME_BYTES)
        box.race_sources[race] = _encoded(row, "source", SOURCE_BYTES)
        for i, column in enumerate(columns):
            card = FIRST_ABILITY + ABILITIES * race + i
            if row.integer(column, 0, CARDS - 1) != card:
                row.fail(column, f"{row[column]} should be {card}")
            ability = abilities[card - FIRST_ABILITY]
            if ability["race"] != row["name"]:
                ability.fail("race", f"{ability['race']!r} should be {row['name']!r}")


def _fill_races_of_seats(box: Any, options: HandfulOptions) -> None:
    """Check the option `races` against `random_races`."""
    races = tuple(options.races)
    box.random_races = options.random_races
    if options.random_races:
        if races:
            raise ValueError("handful_of_stars takes races only with random_races=False")
        return
    fit = all(type(race) is int and 0 <= race < RACES for race in races)
    if not fit or len(races) != options.num_players or len(set(races)) != len(races):
        raise ValueError(
            f"handful_of_stars option 'races' takes {options.num_players} different numbers "
            f"from 0 to {RACES - 1}, one for each seat; {options.races!r} was given"
        )
    box.races[: len(races)] = races


def make_box(options: HandfulOptions) -> NDArray[Any]:
    """Return the options and the components as the record that the rules read.

    Raises:
        ValueError: If an option or a table is wrong; names the file, row and column.
    """
    array = np.zeros(1, BOX)
    box = array[0]
    if not 0 <= options.max_rounds <= MOST_ROUNDS:
        raise ValueError(
            f"handful_of_stars option 'max_rounds' is 0 to {MOST_ROUNDS}; "
            f"{options.max_rounds} was given"
        )
    box.num_players = options.num_players
    box.spaces = options.systems
    box.connected_board = options.connected_board
    box.max_rounds = options.max_rounds or ROUND_LIMIT[options.num_players]
    box.home_vp = options.home_vp
    box.dealt = DEALT_SYSTEMS[options.num_players]
    box.last_shuffle = LAST_SHUFFLE[options.num_players]
    _fill_races_of_seats(box, options)
    path: Callable[[str], Path] = lambda name: _path(getattr(options, name), name)  # noqa: E731
    _fill_board(box, path("board_graph"), path("board_connections"))
    _fill_tiles(box, path("system_tiles"))
    _fill_cards(box, path("system_cards"), 0, SYSTEMS)
    _fill_cards(box, path("starting_cards"), FIRST_STARTING, FIRST_ABILITY - FIRST_STARTING)
    count = FIRST_TECHNOLOGY - FIRST_ABILITY
    abilities = _fill_cards(box, path("race_ability_cards"), FIRST_ABILITY, count, ["race"])
    _fill_cards(box, path("technology_cards"), FIRST_TECHNOLOGY, CARDS - FIRST_TECHNOLOGY)
    _fill_races(box, _path(options.races_table, "races"), abilities)
    _fill_tokens(box, path("development_tokens"), path("alien_tokens"))
    return array


def cards_table() -> str:
    """Return the starting cards, abilities and technologies for the game's page."""
    copies: dict[tuple[object, ...], int] = {}
    for name, owner in (
        ("starting_cards", "everybody"),
        ("race_ability_cards", ""),
        ("technology_cards", "market"),
    ):
        for row in read_table(DATA / f"{name}.csv", [*_CARD_COLUMNS, "text"]):
            shown = _show_card(row, owner or row["race"])
            copies[shown] = copies.get(shown, 0) + 1
    head = ("card", "of", "cost", "resources", "timing", "text", "copies")
    return table(head, [(*shown, count) for shown, count in copies.items()])


def _show_card(row: Row, owner: str) -> tuple[object, ...]:
    """Return a card as it stands on the page."""
    amounts = [f"{r[0].upper()}{row[r]}" for r in RESOURCE_NAMES if row[r] != "0"]
    cost = row["cost_research"] if row["cost_research"] != "0" else ""
    timing = row["timing"] if row["timing"] != "none" else ""
    return (row["name"], owner, cost, " ".join(amounts), timing, row["text"])
