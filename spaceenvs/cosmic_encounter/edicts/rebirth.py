"""Rebirth: a new power."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.components import SYMBIOTE
from spaceenvs.cosmic_encounter.hooks import H_START
from spaceenvs.cosmic_encounter.sheets import (
    carry_out_setup,
    count_unused,
    pick_unused,
    replace_sheet,
)
from spaceenvs.cosmic_encounter.stack import Frame, end


@kernel
def can_rebirth(s: State, box: Box, p: int, about: int) -> bool:
    """He has a power, and there is one that nobody has and that is no artefact (6.15)."""
    is_free = s.power[p] >= 0 and s.power[p] != SYMBIOTE  # R99
    return is_free and count_unused(s, box, 0) > 0


@kernel
def run_rebirth(s: State, box: Box, f: Frame) -> None:
    """A random unused power takes the place of his (6.17)."""
    p, power = int(f.who), int(pick_unused(s, box, 0))
    end(s)
    replace_sheet(s, box, p, power)
    carry_out_setup(s, p, power)


PLAYS = (edict("Rebirth", H_START, can=can_rebirth, run=run_rebirth),)
