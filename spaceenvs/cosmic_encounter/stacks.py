"""Challenge cards that lie openly on a power's sheet: the stack of an Industrialist.

They are counted in the memory of the power, two Attack kinds in a number, and are no part of a
hand (R146).
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import COMPROMISE, INDUSTRIALIST, NUM_CHALLENGE
from spaceenvs.cosmic_encounter.sheets import Memory, find_held, memory_of

STACK_BASE = 12  # there are at most 11 Attacks of a kind
COMPROMISES = COMPROMISE // 2  # the number after those of the Attacks


@kernel
def count_in_memory(memory: Memory, kind: int) -> int:
    """Count the cards of a kind on a sheet."""
    number = int(memory[kind // 2])
    if kind == COMPROMISE:
        return int(memory[COMPROMISES])
    return number // STACK_BASE if kind % 2 == 1 else number % STACK_BASE


@kernel
def count_stacked(s: State, p: int, kind: int) -> int:
    """Count the cards of a kind in a player's stack."""
    place = find_held(s, p, INDUSTRIALIST)
    return 0 if place < 0 else count_in_memory(s.held[p, place].memory, kind)


@kernel
def put_on_stack(s: State, p: int, kind: int) -> None:
    """Lay a Challenge card on a player's stack."""
    is_upper = kind != COMPROMISE and kind % 2 == 1
    memory_of(s, p, INDUSTRIALIST)[kind // 2] += STACK_BASE if is_upper else 1


@kernel
def is_stack_empty(s: State, p: int) -> bool:
    """Whether no card lies on a player's stack."""
    for kind in range(NUM_CHALLENGE):
        if count_stacked(s, p, kind) > 0:
            return False
    return True


@kernel
def sum_stack(s: State, box: Box, p: int) -> int:
    """Add up the printed values of a player's stack."""
    total = 0
    for kind in range(NUM_CHALLENGE):
        total += int(box.value[kind]) * count_stacked(s, p, kind)
    return total
