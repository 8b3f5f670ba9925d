"""Warpish: adds the tokens in the Warp (`totals.py`)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import MANDATORY, power, rule, super_, wild
from spaceenvs.cosmic_encounter.cells import set_cell
from spaceenvs.cosmic_encounter.components import WARPISH
from spaceenvs.cosmic_encounter.hooks import H_TOT
from spaceenvs.cosmic_encounter.points import TOTAL
from spaceenvs.cosmic_encounter.sheets import in_force, run_in_force
from spaceenvs.cosmic_encounter.stack import Frame, end, side_of
from spaceenvs.cosmic_encounter.uses import can_as_main

WILD_WARPISH, SUPER_WARPISH = 0, 2  # its cells, one for each side


@kernel
def run_wild_warpish(s: State, box: Box, f: Frame) -> None:
    """His own tokens in the Warp are added."""
    set_cell(s, WARPISH, WILD_WARPISH + side_of(s, f.who), 1)
    end(s)


@kernel
def run_super_warpish(s: State, box: Box, f: Frame) -> None:
    """The OPP's own tokens in the Warp are subtracted from the OPP's total."""
    set_cell(s, WARPISH, SUPER_WARPISH + side_of(s, f.who), 1)
    end(s)


@kernel
def add_warp(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """All tokens in the Warp are added to his total."""
    total = value
    if holder == p and in_force(s, p, WARPISH):
        for q in range(s.seats):
            total += int(s.warp[q])
    return total


PLAYS = (
    power("Warpish", H_TOT, can=can_as_main, run=run_in_force, use=MANDATORY),
    wild("Warpish", H_TOT, can=can_as_main, run=run_wild_warpish),
    super_("Warpish", H_TOT, can=can_as_main, run=run_super_warpish),
)
RULES = (rule("Warpish", TOTAL, add_warp),)
