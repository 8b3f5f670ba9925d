"""Anti-Matter: the lower total wins; tokens count against their side (`totals.py`)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import MANDATORY, power, super_, wild
from spaceenvs.cosmic_encounter.hooks import H_CANCEL, H_TOT
from spaceenvs.cosmic_encounter.sheets import run_in_force
from spaceenvs.cosmic_encounter.stack import side_of
from spaceenvs.cosmic_encounter.uses import SUPER, WILD, can_as_main, run_cancel_use


@kernel
def can_wild_anti_matter(s: State, box: Box, p: int, about: int) -> bool:
    """A Flare played as Wild, seen by an involved player."""
    return WILD <= about < SUPER and side_of(s, p) >= 0


@kernel
def can_super_anti_matter(s: State, box: Box, p: int, about: int) -> bool:
    """Any Flare."""
    return about >= WILD


PLAYS = (
    power("Anti-Matter", H_TOT, can=can_as_main, run=run_in_force, use=MANDATORY),
    wild("Anti-Matter", H_CANCEL, can=can_wild_anti_matter, run=run_cancel_use),
    super_("Anti-Matter", H_CANCEL, can=can_super_anti_matter, run=run_cancel_use),
)
