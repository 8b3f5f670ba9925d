"""What is in the box: constants, component tables, and the options of play.

Role: everything that is the same in all games of a batch. `BOX` is the record that the rules read
beside the state, `make_box` fills it from the options. A table that an option may replace belongs
into the box; names and tables that nobody replaces are constants of this module (the compiler
freezes arrays among them into the code, so nobody may write to them).

Forbidden: anything that changes during play (that is the state), and a table that is read
without `core/tables.py`, which names file, row and column of every mistake.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Options, box_dtype, option
from spaceenvs.core.tables import number_rows, read_table

MAX_PLAYERS = 4
ASTEROIDS = 12
CLAIMS = 3  # that a player is dealt: one for each of his turns
FINDING = 6  # what the die must show for a probe to find something

SEAT_NAMES = ("Red", "Blue", "Green", "Yellow")
"""What the seats are called, on the board, in the log and in the result."""

DATA = Path(__file__).parent / "data"

# The column `source` says where a row comes from; the page of the game counts them.
_ROWS = read_table(DATA / "asteroids.csv", ("asteroid", "name", "ore", "source"), ASTEROIDS)
number_rows(_ROWS, "asteroid")

ASTEROID_NAMES = tuple(row.text("name", 10) for row in _ROWS)
_ORE = [row.integer("ore", 0, 11) for row in _ROWS]


@dataclass(frozen=True)
class AsteroidsOptions(Options):
    """The options of Asteroids."""

    num_players: int = 2
    bonus: int = option(1, "what a probe that finds something is worth", choices=(1, 2, 3))


BOX = box_dtype(
    [
        ("bonus", np.int8),  # the option
        ("ore", np.int8, (ASTEROIDS,)),  # what each asteroid is worth
    ]
)


def make_box(options: AsteroidsOptions) -> NDArray[Any]:
    """Return options and components as the record that the rules read."""
    box = np.zeros(1, BOX)
    box[0].num_players = options.num_players
    box[0].bonus = options.bonus
    box[0].ore[:] = _ORE
    return box
