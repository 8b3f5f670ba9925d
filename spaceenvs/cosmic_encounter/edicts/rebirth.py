"""Rebirth: a new power."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.components import NUM_POWERS
from spaceenvs.cosmic_encounter.hooks import H_START
from spaceenvs.cosmic_encounter.sheets import find_holder, take_sheet
from spaceenvs.cosmic_encounter.stack import Frame, end


@kernel
def count_unheld_powers(s: State, box: Box) -> int:
    """Rebirth: count the enabled powers that nobody has."""
    count = 0
    for power in range(NUM_POWERS):
        if box.power_enabled[power] != 0 and find_holder(s, power) < 0:
            count += 1
    return count


@kernel
def can_rebirth(s: State, box: Box, p: int, about: int) -> bool:
    """He has a power, and there is one that nobody has."""
    return s.power[p] >= 0 and count_unheld_powers(s, box) > 0


@kernel
def change_power(s: State, box: Box, p: int) -> None:
    """Rebirth: a random unused power, uniformly in index order (6.17)."""
    left = pick(s.rng, count_unheld_powers(s, box))
    for power in range(NUM_POWERS):
        if box.power_enabled[power] != 0 and find_holder(s, power) < 0:
            if left == 0:
                take_sheet(s, p, power)
                return
            left -= 1


@kernel
def run_rebirth(s: State, box: Box, f: Frame) -> None:
    """A random power takes the place of his."""
    change_power(s, box, f.who)
    end(s)


PLAYS = (edict("Rebirth", H_START, can=can_rebirth, run=run_rebirth),)
