"""Virus: the card is multiplied by the tokens (`totals.py`)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import MANDATORY, power, super_, wild
from spaceenvs.cosmic_encounter.cells import set_cell
from spaceenvs.cosmic_encounter.components import VIRUS
from spaceenvs.cosmic_encounter.cones import count_fighting
from spaceenvs.cosmic_encounter.hooks import H_TOT
from spaceenvs.cosmic_encounter.sheets import run_in_force
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    count_on_side,
    end,
    is_ally,
    is_main,
    side_of,
)
from spaceenvs.cosmic_encounter.uses import can_as_main

WILD_VIRUS, SUPER_VIRUS = 0, 2  # its cells, one for each side


@kernel
def can_wild_virus(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN with an own and an allied token in the challenge."""
    if not is_main(s, p) or count_fighting(s, p) == 0:
        return False
    for q in range(s.seats):
        if is_ally(s, q, side_of(s, p)) and count_on_side(s, q, side_of(s, p)) > 0:
            return True
    return False


@kernel
def run_wild_virus(s: State, box: Box, f: Frame) -> None:
    """His tokens and those of his allies are multiplied."""
    set_cell(s, VIRUS, WILD_VIRUS + side_of(s, f.who), 1)
    end(s)


@kernel
def run_super_virus(s: State, box: Box, f: Frame) -> None:
    """The allies' tokens multiply the card too."""
    set_cell(s, VIRUS, SUPER_VIRUS + side_of(s, f.who), 1)
    end(s)


PLAYS = (
    power("Virus", H_TOT, can=can_as_main, run=run_in_force, use=MANDATORY),
    wild("Virus", H_TOT, can=can_wild_virus, run=run_wild_virus),
    super_("Virus", H_TOT, can=can_as_main, run=run_super_virus),
)
