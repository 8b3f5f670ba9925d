"""The tables of components: read, checked with row and column, and put into the box."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

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

Row = dict[str, str]


class Table:
    """One CSV table; every complaint names its file, row and column."""

    def __init__(self, path: Path, columns: Iterable[str]) -> None:
        self.path = path
        try:
            with path.open(encoding="utf-8", newline="") as file:
                reader = csv.DictReader(file)
                self.rows: list[Row] = list(reader)
                found = reader.fieldnames or ()
        except OSError as error:
            raise ValueError(f"the table {path} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise ValueError(f"the table {path} is not UTF-8: {error}") from error
        missing = [name for name in columns if name not in found]
        if missing:
            raise ValueError(f"{path}: the column {', '.join(missing)} is missing")

    def wrong(self, row: int, column: str, problem: str) -> ValueError:
        """Return the error for one cell (the header is row 1, as in a spreadsheet)."""
        value = self.rows[row].get(column)
        return ValueError(f"{self.path}, row {row + 2}, column {column}: {value!r} {problem}")

    def number(self, row: int, column: str, low: int, high: int) -> int:
        """Return a whole number in low..high."""
        text = (self.rows[row].get(column) or "").strip()
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise self.wrong(row, column, f"is not a whole number from {low} to {high}")
        return value

    def word(self, row: int, column: str, words: Iterable[str]) -> int:
        """Return the place of a word in the list of those that are allowed."""
        allowed = list(words)
        text = (self.rows[row].get(column) or "").strip()
        if text not in allowed:
            raise self.wrong(row, column, f"is not one of {', '.join(map(repr, allowed))}")
        return allowed.index(text)

    def text(self, row: int, column: str, size: int) -> NDArray[np.uint8]:
        """Return a text that is not empty, filled up with zeros."""
        text = (self.rows[row].get(column) or "").strip()
        encoded = text.encode()
        if not encoded or len(encoded) > size:
            raise self.wrong(row, column, f"is not a text of 1 to {size} bytes")
        return np.frombuffer(encoded.ljust(size, b"\0"), np.uint8)

    def numbered(self, column: str, first: int, count: int) -> range:
        """Insist on the rows first, first + 1, ... of a table; return their places."""
        if len(self.rows) != count:
            raise ValueError(f"{self.path}: {count} rows are needed, {len(self.rows)} are there")
        for row in range(count):
            if self.number(row, column, 0, 10_000) != first + row:
                raise self.wrong(row, column, f"should be {first + row}")
        return range(count)


def _path(given: str, name: str) -> Path:
    return Path(given) if given else DATA / f"{name}.csv"


def _read_effects() -> dict[str, frozenset[str]]:
    """Return the timings that each effect may have."""
    table = Table(DATA / "effects.csv", ("code", "effect", "timing"))
    timings = {}
    for row, entry in enumerate(table.rows):
        if table.number(row, "code", 0, 127) != Effect[entry["effect"]]:
            raise table.wrong(row, "code", f"should be {Effect[entry['effect']].value}")
        words = entry["timing"].replace("-", "none").split(" or ")
        timings[entry["effect"]] = frozenset(words)
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


def _fill_cards(box: Any, path: Path, first: int, count: int) -> Table:
    """Read one table of cards into the box."""
    table = Table(path, _CARD_COLUMNS)
    timings = _read_effects()
    for row in table.numbered("card", first, count):
        card = first + row
        box.card_names[card] = table.text(row, "name", NAME_BYTES)
        box.card_sources[card] = table.text(row, "source", SOURCE_BYTES)
        for r, name in enumerate(RESOURCE_NAMES):
            box.amount[r, card] = table.number(row, name, 0, _LARGEST_AMOUNT)
        box.cost[card] = table.number(row, "cost_research", 0, _LARGEST_PARAMETER)
        vp = table.number(row, "victory_points", 0, _LARGEST_AMOUNT)
        box.timing[card] = table.word(row, "timing", TIMING_NAMES)
        for column in ("single_use", "reserve_mark", "reserve_counts"):
            box[column][card] = table.number(row, column, 0, 1)
        effect = list(Effect)[table.word(row, "effect", (e.name for e in Effect))]
        box.effect[card] = effect
        for column in ("p1", "p2", "p3"):
            box[column][card] = table.number(row, column, 0, _LARGEST_PARAMETER)
        _check_card(table, row, box, card, effect, vp, timings[effect.name])
        box.face[card] = [
            card,
            box.cost[card],
            *box.amount[:, card],
            vp,
            box.timing[card],
            effect,
            box.p1[card],
        ]
    return table


def _check_card(
    table: Table, row: int, box: Any, card: int, effect: Effect, vp: int, timings: frozenset[str]
) -> None:
    """Insist that timing, effect and parameters of a card go together (2.3, effects.csv)."""
    if TIMING_NAMES[box.timing[card]] not in timings:
        allowed = " or ".join(sorted(timings))
        raise table.wrong(row, "timing", f"does not go with {effect.name}, which is {allowed}")
    if box.timing[card] == TIMING_RESERVE and not box.reserve_mark[card]:
        raise table.wrong(row, "reserve_mark", "should be 1 for a card that works in the reserve")
    if effect in (Effect.STRENGTH, Effect.FIGHT):
        table.number(row, "p2", 0, 2)
    if effect == Effect.FIGHT:
        table.number(row, "p3", 0, 2)
    if effect == Effect.CULTURE and vp != box.p1[card]:
        raise table.wrong(row, "victory_points", f"should be p1, {box.p1[card]}")
    if effect != Effect.CULTURE and vp:
        raise table.wrong(row, "victory_points", "only Culture cards have victory points")
    most = {Effect.PRODUCE: "p1", Effect.COLONISE: "p2"}.get(effect)
    if most is not None:
        table.number(row, most, 1, _LARGEST_PARAMETER)
    repeated = (Effect.DRAW, Effect.RETRIEVE, Effect.REMOVE, Effect.SPY, Effect.REFRESH)
    if effect in (*repeated, Effect.KILL):
        table.number(row, "p1", 1, _LARGEST_PARAMETER)


def _fill_tiles(box: Any, path: Path) -> None:
    columns = ("system", "name", "habitable", "combat_strength", "wormhole", "black_hole", "source")
    table = Table(path, columns)
    names: set[str] = set()
    for row in table.numbered("system", 0, SYSTEMS):
        if table.rows[row]["name"] in names:
            raise table.wrong(row, "name", "is the name of another system too")
        names.add(table.rows[row]["name"])
        box.tile_names[row] = table.text(row, "name", NAME_BYTES)
        box.tile_sources[row] = table.text(row, "source", SOURCE_BYTES)
        habitable = table.number(row, "habitable", 0, 1)
        if habitable != (row < HABITABLE):
            raise table.wrong(row, "habitable", f"systems 0 to {HABITABLE - 1} are habitable")
        box.habitable[row] = habitable
        if habitable:
            box.strength[row] = table.number(row, "combat_strength", 0, _LARGEST_STRENGTH)
        elif table.rows[row]["combat_strength"].strip():
            raise table.wrong(row, "combat_strength", "an uninhabitable system has none (R2)")
        box.wormhole[row] = table.number(row, "wormhole", 0, 1)
        box.letter[row] = table.word(row, "black_hole", ("", *LETTER_NAMES)) - 1


def _fill_board(box: Any, graph_path: Path, connections_path: Path) -> None:
    """Read the spaces and connections; leave out those of 38 systems if 36 are played."""
    graph = Table(graph_path, ("space", "x", "y", *LETTER_NAMES, "source"))
    for row in graph.numbered("space", 0, SPACES):
        box.x[row] = graph.number(row, "x", 0, _LARGEST_POSITION)
        box.y[row] = graph.number(row, "y", 0, _LARGEST_POSITION)
        box.space_sources[row] = graph.text(row, "source", SOURCE_BYTES)
    columns = ("connection", "space_1", "letter_at_1", "space_2", "letter_at_2", "source")
    table = Table(connections_path, columns)
    if len(table.rows) > CONNECTIONS:
        raise ValueError(f"{table.path}: at most {CONNECTIONS} rows, {len(table.rows)} are there")
    box.neighbour[:] = NOTHING
    box.connection[:] = NOTHING
    box.ends[:] = NOTHING
    drawn = np.full((SPACES, len(LETTER_NAMES)), NOTHING)
    for row in table.numbered("connection", 0, len(table.rows)):
        one = table.number(row, "space_1", 0, SPACES - 1)
        two = table.number(row, "space_2", 0, SPACES - 1)
        there = table.word(row, "letter_at_1", LETTER_NAMES)
        back = table.word(row, "letter_at_2", LETTER_NAMES)
        if back != OPPOSITE[there]:
            raise table.wrong(row, "letter_at_2", f"is not opposite {LETTER_NAMES[there]}")
        for column, space, letter, other in (
            ("letter_at_1", one, there, two),
            ("letter_at_2", two, back, one),
        ):
            if drawn[space, letter] != NOTHING:
                raise table.wrong(row, column, f"is already used at space {space}")
            drawn[space, letter] = other
        if one < box.spaces and two < box.spaces:
            box.neighbour[one, there], box.neighbour[two, back] = two, one
            box.connection[one, there] = box.connection[two, back] = row
            box.ends[row] = one, two
    _compare_graph(graph, drawn)


def _compare_graph(graph: Table, drawn: NDArray[Any]) -> None:
    """Insist that the list of spaces shows the same connections."""
    for space in range(SPACES):
        for letter, name in enumerate(LETTER_NAMES):
            shown = graph.rows[space][name].strip()
            wanted = "" if drawn[space, letter] == NOTHING else str(drawn[space, letter])
            if shown != wanted:
                raise graph.wrong(space, name, f"but the connections say {wanted!r}")


def _fill_tokens(box: Any, development: Path, aliens: Path) -> None:
    table = Table(development, ("token", "type", "amount", "source"))
    for row in table.numbered("token", 0, TOKENS):
        box.token_kind[row] = table.word(row, "type", TOKEN_KIND_NAMES)
        box.token_amount[row] = table.number(row, "amount", 1, _LARGEST_AMOUNT)
        box.token_sources[row] = table.text(row, "source", SOURCE_BYTES)
    table = Table(aliens, ("token", "strength", "source"))
    for row in table.numbered("token", 0, ALIENS):
        box.alien_strength[row] = table.number(row, "strength", 0, _LARGEST_AMOUNT)
        box.alien_sources[row] = table.text(row, "source", SOURCE_BYTES)


def _fill_races(box: Any, path: Path, abilities: Table) -> None:
    cards = [f"ability_card_{i + 1}" for i in range(ABILITIES)]
    table = Table(path, ("race", "name", *cards, "source"))
    for row in table.numbered("race", 0, RACES):
        box.race_names[row] = table.text(row, "name", NAME_BYTES)
        box.race_sources[row] = table.text(row, "source", SOURCE_BYTES)
        for i, column in enumerate(cards):
            card = FIRST_ABILITY + ABILITIES * row + i
            if table.number(row, column, 0, CARDS - 1) != card:
                raise table.wrong(row, column, f"should be {card}")
            name = table.rows[row]["name"].strip()
            if abilities.rows[card - FIRST_ABILITY].get("race", "").strip() != name:
                raise abilities.wrong(card - FIRST_ABILITY, "race", f"should be {name!r}")


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
    abilities = _fill_cards(
        box, path("race_ability_cards"), FIRST_ABILITY, FIRST_TECHNOLOGY - FIRST_ABILITY
    )
    _fill_cards(box, path("technology_cards"), FIRST_TECHNOLOGY, CARDS - FIRST_TECHNOLOGY)
    _fill_races(box, _path(options.races_table, "races"), abilities)
    _fill_tokens(box, path("development_tokens"), path("alien_tokens"))
    return array
