"""Power Failure Moon and Zap Moon: who cannot use a power."""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import POWER_FAILURE_MOON
from spaceenvs.cosmic_encounter.moon_blocks import moon
from spaceenvs.cosmic_encounter.satellites import find_user


@kernel
def is_power_failed(s: State, p: int) -> bool:
    """Whether a moon keeps a player from using any power; with Sanity none does."""
    if s.challenge.sanity != 0:
        return False
    return s.barred[p] != 0 or find_user(s, POWER_FAILURE_MOON) >= 0


MOONS = (moon("Power Failure Moon", asked=is_power_failed),)
