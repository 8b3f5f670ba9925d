"""Moons about how many bases win."""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import BASES_TO_WIN, FOUR_BASE_MOON, SIX_BASE_MOON
from spaceenvs.cosmic_encounter.moon_blocks import moon
from spaceenvs.cosmic_encounter.satellites import find_user


@kernel
def find_bases_needed(s: State) -> int:
    """Six Base and Four Base Moon: one more, one less; together they cancel out."""
    needed = BASES_TO_WIN
    if find_user(s, SIX_BASE_MOON) >= 0:
        needed += 1
    if find_user(s, FOUR_BASE_MOON) >= 0:
        needed -= 1
    return needed


MOONS = (
    moon("Six Base Moon", asked=find_bases_needed),
    moon("Four Base Moon", asked=find_bases_needed),
)
