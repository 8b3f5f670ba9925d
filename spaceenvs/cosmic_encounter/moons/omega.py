"""Moon Base Omega: a moon that counts as an external base."""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import MOON_BASE_OMEGA, SYSTEM_MOONS
from spaceenvs.cosmic_encounter.moon_blocks import moon
from spaceenvs.cosmic_encounter.satellites import find_moon, occupant_of


@kernel
def omega_system(s: State, p: int) -> int:
    """Return the foreign system whose moon counts as a base of a player, -1 if there is none."""
    found = find_moon(s, MOON_BASE_OMEGA)
    if found < 0 or occupant_of(s, found) != p or found // SYSTEM_MOONS == p:
        return -1
    return found // SYSTEM_MOONS


MOONS = (moon("Moon Base Omega", asked=omega_system),)
