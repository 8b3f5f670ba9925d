"""The hoard of a Miser: a second hand, face down on its sheet (R106).

Its cards lie in the memory of the power, a number each, which only the owner sees; how many there
are all see. They go along with the sheet.
"""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import COMPROMISE, MISER, NUM_CHALLENGE
from spaceenvs.cosmic_encounter.sets import has
from spaceenvs.cosmic_encounter.sheets import find_held, has_power
from spaceenvs.cosmic_encounter.state import POWER_MEMORY

MOST_HOARDED = POWER_MEMORY - 1
HOARD_SIZE = POWER_MEMORY - 1  # the number of the memory that says how many there are
_BIG = 127  # an observation is a byte: what is bigger is written as a negative number


@kernel
def code_of(kind: int) -> int:
    """Return the number that stands for a kind of card, never 0."""
    return int(kind) + 1 if kind < _BIG else _BIG - 1 - int(kind)


@kernel
def kind_of(code: int) -> int:
    """Return the kind of card that a number stands for."""
    return int(code) - 1 if code > 0 else _BIG - 1 - int(code)


@kernel
def count_hoard(s: State, p: int) -> int:
    """Count the cards of a player's hoard."""
    if not has(s.powers[p], MISER):
        return 0
    return int(s.held[p, find_held(s, p, MISER)].memory[HOARD_SIZE])


@kernel
def hoarded(s: State, p: int, i: int) -> int:
    """Return the kind of a card of a player's hoard."""
    return kind_of(s.held[p, find_held(s, p, MISER)].memory[i])


@kernel
def count_hoarded(s: State, p: int, kind: int) -> int:
    """Count the cards of a kind in a player's hoard."""
    count = 0
    for i in range(count_hoard(s, p)):
        if hoarded(s, p, i) == kind:
            count += 1
    return count


@kernel
def put_into_hoard(s: State, p: int, kind: int) -> None:
    """Put a card into a player's hoard, which has room."""
    memory = s.held[p, find_held(s, p, MISER)].memory
    memory[memory[HOARD_SIZE]] = code_of(kind)
    memory[HOARD_SIZE] += 1


@kernel
def take_out_of_hoard(s: State, p: int, kind: int) -> None:
    """Take a card out of a player's hoard."""
    memory = s.held[p, find_held(s, p, MISER)].memory
    i = 0
    while kind_of(memory[i]) != kind and i < MOST_HOARDED:
        i += 1
    memory[HOARD_SIZE] -= 1
    last = int(memory[HOARD_SIZE])
    memory[i] = memory[last]
    memory[last] = 0


@kernel
def may_use_hoard(s: State, p: int) -> bool:
    """Whether a player may play and select cards from a hoard."""
    return has(s.powers[p], MISER) and has_power(s, p, MISER)


@kernel
def holds(s: State, p: int, kind: int) -> bool:
    """Whether a player can play a card of a kind: from his hand, or from his hoard."""
    if s.hand[p, kind] > 0:
        return True
    return may_use_hoard(s, p) and count_hoarded(s, p, kind) > 0


@kernel
def count_challenge_in_hoard(s: State, p: int) -> int:
    """Count the Challenge cards of a player's hoard."""
    count = 0
    for i in range(count_hoard(s, p)):
        if hoarded(s, p, i) < NUM_CHALLENGE:
            count += 1
    return count


@kernel
def has_attack_in_hoard(s: State, p: int) -> bool:
    """Whether a player may select an Attack from his hoard."""
    if not may_use_hoard(s, p):
        return False
    for i in range(count_hoard(s, p)):
        if hoarded(s, p, i) < COMPROMISE:
            return True
    return False
