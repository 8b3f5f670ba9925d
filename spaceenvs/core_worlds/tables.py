"""The card tables: read, checked row by row, and laid into the box.

A user may play with another card set by naming other CSV files in the options. Whatever is
wrong with a table is said with its file, row (the header is row 1) and column.
"""

from __future__ import annotations

import csv
import functools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.pages import table
from spaceenvs.core.tables import Row, read_table
from spaceenvs.core_worlds.components import (
    ANY_UNIT,
    BOX,
    DEFS,
    EFFECTS,
    GALACTIC_SIZES,
    INFANTRY,
    MAX_PLAYERS,
    NAME_BYTES,
    PRINTED,
    SECTORS,
    SOURCE_BYTES,
    STARFIGHTER,
    START,
    SUBTYPES,
    TEXT_BYTES,
    CoreWorldsOptions,
    Effect,
    Kind,
    Timing,
)

DATA = Path(__file__).parent / "data"

_KINDS = {
    "World": Kind.WORLD,
    "Unit": Kind.UNIT,
    "Tactic": Kind.TACTIC,
    "Prestige": Kind.PRESTIGE,
}
# R3: a card is worth what its row says.
_VALUES = ("draft_cost", "deploy_cost", "fleet", "ground", "energy", "empire_points")
_COLUMNS = (
    *("deck", "def_id", "name", "type", "subtype", "subtype_mask", "sector", "copies"),
    *_VALUES,
    *("has_bonus", "effect", "text", "note", "source"),
)
_DEFINITION = tuple(c for c in _COLUMNS if c not in ("deck", "sector", "copies", "note"))
"""What every row of one definition must agree in."""
_UNUSED = {
    Kind.WORLD: ("draft_cost", "deploy_cost"),
    Kind.UNIT: ("energy",),
    Kind.TACTIC: ("fleet", "ground", "energy"),  # R65
    Kind.PRESTIGE: ("deploy_cost", "fleet", "ground", "energy"),
}
"""The columns that mean nothing for a type of card and must be 0."""
_MOST_COPIES = 16  # of one definition that a single Empire could ever hold

_UNIT, _WORLD, _HOME, _TACTIC = "Unit", "World", "Home World", "Tactic"
_ANY_CARD = (_UNIT, _WORLD, _HOME, _TACTIC, "Prestige")
_BIG = (0, 12)  # a strength, an amount of Energy, a discount
_COUNT = (1, 10)  # cards, uses, tokens, a divisor
_MASK = (1, ANY_UNIT)


@dataclass(frozen=True)
class _Form:
    """How an effect is written and what may carry it."""

    parameters: tuple[tuple[int, int], ...]
    carriers: tuple[str, ...]


_FORMS = {
    Effect.EN_EXPLORE: _Form((_COUNT, _BIG), (_HOME,)),
    Effect.EN_SURGE: _Form((_BIG, _BIG), (_TACTIC,)),
    Effect.EN_BURST: _Form((_BIG,), (_TACTIC,)),
    Effect.EN_UNIT: _Form((_BIG,), (_UNIT,)),
    Effect.DEP_DISCOUNT: _Form((_MASK, _BIG), (_UNIT,)),
    Effect.AURA_DISCOUNT: _Form((_MASK, _BIG), (_UNIT, _WORLD, _HOME)),
    Effect.DEP_COMBO: _Form((_MASK, _COUNT), (_UNIT,)),
    Effect.DEP_DRAW: _Form((_COUNT,), (_UNIT,)),
    Effect.ACT_DRAW: _Form((_COUNT,), (_TACTIC,)),
    Effect.ACT_DEPLOY: _Form((_COUNT,), (_TACTIC,)),
    Effect.ACT_COLONIZE: _Form((_COUNT,), (_TACTIC,)),
    Effect.ACT_DRAFT_HAND: _Form((_BIG,), (_TACTIC,)),
    Effect.ACT_CHARGE: _Form((_COUNT,), (_UNIT,)),
    Effect.INV_PAY: _Form((_BIG, _BIG, _BIG, _COUNT), (_UNIT,)),
    Effect.INV_CHOICE: _Form((_BIG, _BIG, _BIG), (_UNIT,)),
    Effect.INV_DISCARD: _Form((_BIG, _BIG, _COUNT), (_UNIT,)),
    Effect.STAT_PER: _Form((_MASK, _BIG, _BIG, _COUNT), (_UNIT,)),
    Effect.STAT_TOKEN: _Form((_BIG, _BIG), (_UNIT,)),
    Effect.TAC_BONUS: _Form((_BIG, _BIG), (_TACTIC,)),
    Effect.TAC_CHOICE: _Form((_BIG, _BIG), (_TACTIC,)),
    Effect.TAC_PER: _Form((_MASK, _BIG, _BIG, _COUNT), (_TACTIC,)),
    Effect.TAC_DISCARD: _Form((_BIG, _BIG, _COUNT), (_TACTIC,)),
    Effect.TAC_DRAW: _Form((_COUNT,), (_TACTIC,)),
    Effect.TAC_KEEP: _Form((_COUNT,), (_TACTIC,)),
    Effect.CONQ_DRAW: _Form((_COUNT,), (_WORLD,)),
    Effect.CONQ_ENERGY: _Form((_BIG,), (_WORLD,)),
    Effect.VP_PER: _Form((_MASK, _COUNT, _COUNT), _ANY_CARD),
    Effect.VP_TACTIC: _Form((_COUNT, _COUNT), _ANY_CARD),
    Effect.VP_WORLD: _Form((_COUNT, _COUNT), _ANY_CARD),
    Effect.VP_ENERGY: _Form((_COUNT, _COUNT), _ANY_CARD),
    Effect.VP_WARZONE: _Form((_COUNT,), (_UNIT, _WORLD, _HOME, "Prestige")),
}
_TIMINGS = {"EN": Timing.ENERGY, "ACT": Timing.ACTION, "TAC": Timing.INVASION}
_ASKING = {
    Effect.ACT_DEPLOY,
    Effect.ACT_COLONIZE,
    Effect.ACT_DRAFT_HAND,
    Effect.TAC_CHOICE,
    Effect.TAC_DISCARD,
}
"""Effects of Tactics with decisions of their own: one at most, and the last to be resolved."""
_SINGLE = (
    {Effect.INV_PAY, Effect.INV_CHOICE, Effect.INV_DISCARD},
    {Effect.ACT_CHARGE},
    {Effect.DEP_COMBO},
    {Effect.EN_EXPLORE},
    _ASKING,
)
"""A card has at most one effect of each of these groups: ABIL_k and UNIT_k name one (5.3)."""


def make_box(options: CoreWorldsOptions) -> NDArray[Any]:
    """Return the box for these options.

    Raises:
        ValueError: If a table is wrong; names the file, the row and the column.
    """
    paths = tuple(
        Path(given) if given else DATA / f"{name}.csv"
        for name, given in (
            ("home_worlds", options.home_worlds),
            ("starting_decks", options.starting_decks),
            ("galactic_decks", options.galactic_decks),
        )
    )
    own = all(path.parent == DATA for path in paths)
    box = (_standard_set(*paths) if own else _read_set(*paths)).copy()
    record = box[0]
    record.num_players = options.num_players
    record.pregame_draft = options.pregame_draft
    record.public_discards = options.public_discards
    record.surge_tokens = options.surge_tokens
    record.actions[1:] = [int(actions) for actions in options.actions_profile.split(",")]
    record.hand_limit[1:] = [int(sector["hand_limit"]) for sector in read_sectors()]
    return box


@functools.cache
def _standard_set(homes: Path, start: Path, galactic: Path) -> NDArray[Any]:
    """Read the game's own card set, once."""
    return _read_set(homes, start, galactic)


@functools.cache
def read_sectors() -> list[dict[str, str]]:
    """Return the five sector cards as `sectors.csv` has them."""
    return _read_rows("sectors")


def _read_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of one of the game's own tables, unchecked."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _read_set(homes: Path, start: Path, galactic: Path) -> NDArray[Any]:
    """Read a card set into a box without options."""
    box = np.zeros(1, BOX)
    tables = (
        read_table(homes, ("home_number", *_COLUMNS)),
        read_table(start, _COLUMNS),
        read_table(galactic, _COLUMNS),
    )
    cards = _Cards(box[0])
    for where, rows in zip(("home", "start", "galactic"), tables, strict=True):
        for row in rows:
            cards.add(row, where)
    _lay_homes(box[0], homes, tables[0])
    _lay_starting_decks(box[0], start, tables[1])
    _lay_galactic_decks(box[0], galactic, tables[2])
    _limit_copies(tables[1], tables[2])
    _limit_free_draws(box[0], tables[1], tables[2])
    return box


class _Cards:
    """The definitions of a card set, checked and laid into the box one row after the other."""

    def __init__(self, record: Any) -> None:
        self.record = record
        self.first: dict[int, Row] = {}  # the first row of each definition
        self.names: dict[str, int] = {}

    def add(self, row: Row, where: str) -> None:
        """Check a row and lay its definition into the box."""
        card = row.integer("def_id", 0, DEFS - 2)
        row.integer("copies", 1, _MOST_COPIES)
        sector = row.cells["deck"].strip() if where == "galactic" else where
        if row.cells["sector"].strip() != sector:
            row.fail("sector", f"{row.cells['sector']!r} should be {sector!r}")
        if card in self.first:
            self._compare(row, self.first[card])
            return
        self.first[card] = row
        name = row.text("name", NAME_BYTES)
        if name in self.names:
            row.fail("name", f"{name!r} is the name of def_id {self.names[name]} already")
        self.names[name] = card
        row.fits("text", TEXT_BYTES)
        self._lay_values(row, card)
        self._lay_effects(row, card, where)
        for column, field in (("name", "names"), ("text", "texts"), ("source", "sources")):
            data = row.cells[column].strip().encode()
            self.record[field][card][: len(data)] = list(data)

    def _compare(self, row: Row, first: Row) -> None:
        """Insist that two rows of one definition agree."""
        for column in _DEFINITION:
            if row.cells[column] != first.cells[column]:
                row.fail(
                    column,
                    f"{row.cells[column]!r} differs from {first.cells[column]!r} in "
                    f"{first.path.name}, row {first.number}, which has the same def_id",
                )

    def _lay_values(self, row: Row, number: int) -> None:
        """Check and keep the type and the printed numbers."""
        card = self.record.cards[number]
        kind = _KINDS.get(row.cells["type"])
        if kind is None:
            row.fail("type", f"{row.cells['type']!r} is not one of {', '.join(_KINDS)}")
        card.kind = kind
        subtype = row.cells["subtype"].strip()
        if kind == Kind.UNIT:
            if subtype not in SUBTYPES:
                row.fail("subtype", f"{subtype!r} is not one of {', '.join(SUBTYPES)}")
            card.rank = SUBTYPES.index(subtype)
            card.subtype = 1 << SUBTYPES.index(subtype)
        elif subtype:
            row.fail("subtype", f"{subtype!r} stands on a card that is not a Unit")
        mask = row.integer("subtype_mask", 0, ANY_UNIT)
        if mask != card.subtype:
            row.fail("subtype_mask", f"{mask} should be {card.subtype}, the bit of the subtype")
        for column in _VALUES:
            value = row.integer(column, 0, PRINTED)
            if value and column in _UNUSED[kind]:
                row.fail(column, f"{value} should be 0: it means nothing for a {kind.name.title()}")
            card["points" if column == "empire_points" else column] = value
        row.text("source", SOURCE_BYTES)

    def _lay_effects(self, row: Row, number: int, where: str) -> None:
        """Check and keep the effects."""
        card = self.record.cards[number]
        carrier = _HOME if where == "home" else row.cells["type"]
        effects = _parse_effects(row)
        for code, parameters in effects:
            form = _FORMS[code]
            if carrier not in form.carriers:
                row.fail("effect", f"{code.name} cannot stand on a {carrier}")
            if len(parameters) != len(form.parameters):
                row.fail("effect", f"{code.name} takes {len(form.parameters)} numbers")
            for value, (low, high) in zip(parameters, form.parameters, strict=True):
                if not low <= value <= high:
                    row.fail("effect", f"{code.name}: {value} is not in {low}..{high}")
        codes = [code for code, _ in effects]
        _check_combination(row, codes)
        if card.kind == Kind.TACTIC:
            card.timing = _timing(row, codes)
        has_bonus = any(code.name.startswith("VP_") for code in codes)
        if row.integer("has_bonus", 0, 1) != has_bonus:
            row.fail("has_bonus", f"should be {has_bonus:d}: 1 exactly with a VP_ effect")
        card.has_bonus = has_bonus
        card.effects = len(effects)
        for i, (code, parameters) in enumerate(effects):
            card.code[i] = code
            card.parameter[i, : len(parameters)] = parameters


def _parse_effects(row: Row) -> list[tuple[Effect, list[int]]]:
    """Return the effects of a row: `NAME(p1,p2);NAME(p1)` or `NONE`."""
    cell = row.cells["effect"].strip()
    if cell == "NONE":
        return []
    effects = []
    for part in cell.split(";"):
        match = re.fullmatch(r"\s*([A-Z_]+)\(([0-9, ]+)\)\s*", part)
        if match is None:
            row.fail("effect", f"{part!r} is not written NAME(number,...)")
        name, numbers = match.groups()
        if name not in Effect.__members__ or name == "NONE":
            row.fail("effect", f"there is no effect {name!r}")
        if not all(number.strip() for number in numbers.split(",")):
            row.fail("effect", f"{part!r} lacks a number")
        effects.append((Effect[name], [int(number) for number in numbers.split(",")]))
    if len(effects) > EFFECTS:
        row.fail("effect", f"a card has at most {EFFECTS} effects, this one has {len(effects)}")
    return effects


def _check_combination(row: Row, codes: list[Effect]) -> None:
    """Insist that at most one effect of a card asks for the same answer."""
    for group in _SINGLE:
        found = [code.name for code in codes if code in group]
        if len(found) > 1:
            row.fail("effect", f"a card cannot have both {found[0]} and {found[1]}")


def _timing(row: Row, codes: list[Effect]) -> Timing:
    """Return when a Tactic is played: its first effect tells, the others must agree."""
    played = [code for code in codes if not code.name.startswith("VP_")]
    if not played:
        row.fail("effect", "a Tactic needs an EN_, ACT_ or TAC_ effect")
    timings = [_TIMINGS[code.name.partition("_")[0]] for code in played]
    if len(set(timings)) > 1:
        row.fail("effect", "the effects of a Tactic must all be EN_, all ACT_ or all TAC_")
    for code in played[:-1]:
        if code in _ASKING:
            row.fail("effect", f"{code.name} asks for decisions and must be the last effect")
    return timings[0]


def _lay_homes(record: Any, path: Path, rows: list[Row]) -> None:
    """Lay the five Home Worlds into the box."""
    numbers: list[int] = []
    for row in rows:
        number = row.integer("home_number", 1, MAX_PLAYERS)
        if number in numbers:
            row.fail("home_number", f"{number} is given twice")
        numbers.append(number)
        if row.cells["deck"].strip() != f"H{number}":
            row.fail("deck", f"{row.cells['deck']!r} should be 'H{number}'")
        if row.cells["type"] != "World":
            row.fail("type", f"a Home World is a World, not a {row.cells['type']}")
        if row.integer("copies", 1, _MOST_COPIES) != 1:
            row.fail("copies", "there is one copy of each Home World")
        card = int(row.cells["def_id"])
        if card in record.homes[[n - 1 for n in numbers[:-1]]].tolist():
            row.fail("def_id", f"{card} is another Home World already")
        record.homes[number - 1] = card
    if len(rows) != MAX_PLAYERS:
        where = rows[-1].number if rows else 1
        raise ValueError(
            f"{path}, row {where}, column home_number: a set has {MAX_PLAYERS} Home Worlds, "
            f"this table {len(rows)}"
        )


def _lay_starting_decks(record: Any, path: Path, rows: list[Row]) -> None:
    """Lay the five starting decks into the box, and find what can be colonised."""
    names = [f"S{k + 1}" for k in range(MAX_PLAYERS)]
    decks: dict[str, list[int]] = {name: [] for name in names}
    last: dict[str, Row] = {}
    for row in rows:
        name = row.cells["deck"].strip()
        if name not in decks:
            row.fail("deck", f"{name!r} is not one of {', '.join(names)}")
        if row.cells["type"] not in (_UNIT, _TACTIC):
            row.fail("type", f"a starting deck holds Units and Tactics, no {row.cells['type']}")
        decks[name] += [int(row.cells["def_id"])] * int(row.cells["copies"])
        last[name] = row
    for k, name in enumerate(names):
        _check_size(path, name, decks[name], START, last.get(name))
        record.start[k] = decks[name]
    for which, rank in enumerate((INFANTRY, STARFIGHTER)):
        in_all = set.intersection(*map(set, decks.values()))
        found = [c for c in sorted(in_all) if record.cards[c].rank == rank]
        if not found:
            raise ValueError(
                f"{path}, row 1, column subtype: every starting deck needs one and the same "
                f"{SUBTYPES[rank]}, the card that can be colonised (R26)"
            )
        record.colonists[which] = found[0]


def _lay_galactic_decks(record: Any, path: Path, rows: list[Row]) -> None:
    """Lay Galactic Decks 0 to 5 into the box."""
    decks: list[list[int]] = [[] for _ in range(SECTORS + 1)]
    last: dict[int, Row] = {}
    homes = set(record.homes.tolist())
    for row in rows:
        deck = row.integer("deck", 0, SECTORS)
        card = int(row.cells["def_id"])
        if card in homes:
            row.fail("def_id", f"{card} is a Home World")
        if deck == 0 and row.cells["type"] not in (_UNIT, _TACTIC):
            row.fail("type", f"Deck 0 holds Units and Tactics, no {row.cells['type']}")
        decks[deck] += [card] * int(row.cells["copies"])
        last[deck] = row
    for deck, size in enumerate(GALACTIC_SIZES):
        _check_size(path, f"Galactic Deck {deck}", decks[deck], size, last.get(deck))
        record.galactic[deck, :size] = decks[deck]
        record.galactic_size[deck] = size


def _check_size(path: Path, name: str, deck: list[int], size: int, last: Row | None) -> None:
    """Insist on the number of cards of a deck."""
    if len(deck) != size:
        where = last.number if last else 1
        raise ValueError(
            f"{path}, row {where}, column copies: {name} has {size} cards, this table {len(deck)}"
        )


def _limit_copies(start: list[Row], galactic: list[Row]) -> None:
    """Insist that no Empire can hold more copies of a card than its counters show."""
    most: dict[str, int] = {}
    in_decks: dict[tuple[str, str], int] = {}
    for row in start:
        key = (row.cells["def_id"], row.cells["deck"])
        in_decks[key] = in_decks.get(key, 0) + int(row.cells["copies"])
        most[row.cells["def_id"]] = max(most.get(row.cells["def_id"], 0), in_decks[key])
    for row in galactic:
        card = row.cells["def_id"]
        most[card] = most.get(card, 0) + int(row.cells["copies"])
        if most[card] > _MOST_COPIES:
            row.fail("copies", f"def_id {card} has more than {_MOST_COPIES} copies for one player")


def _limit_free_draws(record: Any, start: list[Row], galactic: list[Row]) -> None:
    """Insist that no two free `TAC_DRAW` Tactics can fetch each other for ever (R61)."""
    found = 0
    for row in (*start, *galactic):
        card = record.cards[int(row.cells["def_id"])]
        draws = Effect.TAC_DRAW in card.code[: card.effects].tolist()
        if draws and card.deploy_cost == 0:
            found += int(row.cells["copies"])
            if found > 1:
                row.fail("deploy_cost", "a second TAC_DRAW Tactic without a play cost never ends")


# Tables of the page ---------------------------------------------------------------------


def effect_table() -> str:
    """Return the vocabulary of card texts as a Markdown table, every row with its source."""
    return table(
        ("effect", "carrier", "meaning", "source"),
        [
            (_written(row), row["carrier"], row["meaning"], row["source"])
            for row in _read_rows("effects")
        ],
    )


def _written(row: dict[str, str]) -> str:
    """Return an effect as a card's row writes it: `EN_SURGE(hi,lo)`."""
    return f"{row['effect']}({row['parameters']})" if row["parameters"] else row["effect"]


def sector_table() -> str:
    """Return the sector cards as a Markdown table, every row with its source."""
    columns = ("sector", "name", "rounds", "actions_per_round", "hand_limit", "source")
    return table(
        ("sector", "name", "rounds", "actions", "hand", "source"),
        [tuple(row[column] for column in columns) for row in read_sectors()],
    )


def card_table() -> str:
    """Return the game's own card set as a Markdown table, every row with its source."""
    cards: dict[str, dict[str, str]] = {}
    for name in ("home_worlds", "starting_decks", "galactic_decks"):
        for row in _read_rows(name):
            cards.setdefault(row["def_id"], row)  # the same card may be in several starting decks
    return table(
        ("deck", "id", "card", "type", "values", "effect", "source"),
        [_card_cells(row) for row in cards.values()],
    )


def _card_cells(row: dict[str, str]) -> tuple[object, ...]:
    """Return a card's line of the table of cards."""
    copies = f" x{row['copies']}" if row["copies"] != "1" else ""
    return (
        row["deck"],
        row["def_id"],
        row["name"] + copies,
        row["subtype"] or row["type"],
        _values(row),
        row["effect"] if row["effect"] != "NONE" else "",
        row["source"],
    )


def _values(cells: dict[str, str]) -> str:
    """Return the printed numbers of a card in words."""
    points = f"{cells['empire_points']}{'+' if cells['has_bonus'] == '1' else ''} points"
    strength = f"{cells['fleet']}/{cells['ground']}"
    costs = f"draft {cells['draft_cost']}, "
    if cells["type"] == "World":
        return f"defence {strength}, energy {cells['energy']}, {points}"
    if cells["type"] == "Unit":
        return f"{costs}deploy {cells['deploy_cost']}, strength {strength}, {points}"
    if cells["type"] == "Tactic":
        return f"{costs}play {cells['deploy_cost']}, {points}"
    return f"{costs}{points}"
