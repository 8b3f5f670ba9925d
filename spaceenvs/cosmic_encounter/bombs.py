"""The bombs of a Terrorist: in its memory, which only the holder sees; their number is public.

They are kept as a set of slots for every system, so that the list goes along with the sheet (E7).
"""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import MAX_PLAYERS, SITES, SLOTS, TERRORIST
from spaceenvs.cosmic_encounter.sheets import Memory, find_held
from spaceenvs.cosmic_encounter.stack import GONE

NUMBER = MAX_PLAYERS  # of bombs; the sets of the systems lie before it


@kernel
def has_bomb(memory: Memory, place: int) -> bool:
    """Whether a planet is bombed."""
    return (int(memory[place // SLOTS]) >> (int(place) % SLOTS)) & 1 != 0


@kernel
def place_bomb(memory: Memory, place: int) -> None:
    """Put a bomb on a planet without one."""
    memory[place // SLOTS] += 1 << (int(place) % SLOTS)
    memory[NUMBER] += 1


@kernel
def take_bomb(memory: Memory, place: int) -> None:
    """A bomb is gone."""
    if has_bomb(memory, place):
        memory[place // SLOTS] -= 1 << (int(place) % SLOTS)
        memory[NUMBER] -= 1


@kernel
def can_be_bombed(s: State, memory: Memory, place: int) -> bool:
    """Whether a place is a planet of the game without a bomb."""
    is_planet = place % SLOTS < SITES and place // SLOTS < s.seats
    return is_planet and s.gone[place] == 0 and not has_bomb(memory, place)


@kernel
def remove_planet(s: State, place: int) -> None:
    """A planet is out of the game; it takes its bomb along (R155)."""
    s.gone[place] = GONE
    for p in range(s.seats):
        held = find_held(s, p, TERRORIST)
        if held >= 0:
            take_bomb(s.held[p, held].memory, place)
