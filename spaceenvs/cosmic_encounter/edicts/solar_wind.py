"""Solar Wind: another target."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.hooks import H_TARGET
from spaceenvs.cosmic_encounter.stack import TARGET, Frame, call, end
from spaceenvs.cosmic_encounter.targets import has_other_target


@kernel
def can_solar_wind(s: State, box: Box, p: int, about: int) -> bool:
    """There is another legal target."""
    return has_other_target(s, box)


@kernel
def run_solar_wind(s: State, box: Box, f: Frame) -> None:
    """The OFF chooses another target."""
    end(s)
    call(s, TARGET, s.challenge.off, s.challenge.target)


PLAYS = (edict("Solar Wind", H_TARGET, can=can_solar_wind, run=run_solar_wind),)
