"""Moons that let somebody see what is hidden (section 8)."""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import OPEN_HAND_MOON, PEEK_MOON, SCOUT_MOON
from spaceenvs.cosmic_encounter.hands import raise_known
from spaceenvs.cosmic_encounter.moon_blocks import moon
from spaceenvs.cosmic_encounter.satellites import find_user
from spaceenvs.cosmic_encounter.stack import REGROUP


@kernel
def sees_top_destiny(s: State, p: int) -> bool:
    """Peek Moon: the top destiny card at his phase 1."""
    if s.moons_up == 0 or s.depth == 0 or s.done != 0 or p != s.challenge.off:
        return False
    return s.stack[s.challenge.floor].kind == REGROUP and find_user(s, PEEK_MOON) == p


@kernel
def sees_top_card(s: State, p: int) -> bool:
    """Scout Moon: the top card of the challenge deck."""
    return s.moons_up != 0 and s.deck_count > 0 and find_user(s, SCOUT_MOON) == p


@kernel
def show_open_hand(s: State) -> None:
    """Open Hand Moon: all see the occupant's hand whenever a decision is made (R220)."""
    owner = find_user(s, OPEN_HAND_MOON)
    if owner >= 0:
        for viewer in range(s.seats):
            if viewer != owner:
                raise_known(s, viewer, owner)


MOONS = (
    moon("Peek Moon", asked=sees_top_destiny),
    moon("Scout Moon", asked=sees_top_card),
    moon("Open Hand Moon", asked=show_open_hand),
)
