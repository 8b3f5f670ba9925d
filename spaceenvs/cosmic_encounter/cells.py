"""What a power or its Flares remember until the end of the challenge: a few cells each.

A block names its cells by constants (`WILD, SUPER = 0, 2`), reads them with `get_cell` and writes
them with `set_cell`. They are 0 when a challenge begins, are put aside with it (R114), and are seen
by all players. What a power keeps longer, or hides, lies in its memory (`sheets.py`).
"""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import NUM_POWERS
from spaceenvs.cosmic_encounter.sets import add, clear, has, next_in
from spaceenvs.cosmic_encounter.state import CELLS

# `plays.py` writes it when it has collected the blocks; numba reads it when it compiles.
IS_DECLARED = np.zeros(NUM_POWERS, np.int8)  # 1: time travel ends what its cells say (R77, R121)


@kernel
def get_cell(s: State, power: int, cell: int) -> int:
    """Return the number in a cell of a power.

    Cells lie far from what every step touches: those of a power without any are not loaded.
    """
    return int(s.cells[s.interrupted, power, cell]) if has(s.challenge.marked, power) else 0


@kernel
def set_cell(s: State, power: int, cell: int, value: int) -> None:
    """Write a number into a cell of a power."""
    s.cells[s.interrupted, power, cell] = value
    add(s.challenge.marked, power)


@kernel
def clear_cells(s: State) -> None:
    """Forget the cells of the challenge."""
    power = next_in(s.challenge.marked, -1)
    while power >= 0:
        for cell in range(CELLS):
            s.cells[s.interrupted, power, cell] = 0
        power = next_in(s.challenge.marked, power)
    clear(s.challenge.marked)


@kernel
def clear_declared(s: State) -> None:
    """Time travel: what was declared since 7a is void (R77, R121)."""
    power = next_in(s.challenge.marked, -1)
    while power >= 0:
        if IS_DECLARED[power] != 0:
            for cell in range(CELLS):
                s.cells[s.interrupted, power, cell] = 0
        power = next_in(s.challenge.marked, power)
