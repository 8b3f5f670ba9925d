"""The end of the game (section 7)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import SCHIZOID, SITES, SLOTS
from spaceenvs.cosmic_encounter.moons.omega import omega_system
from spaceenvs.cosmic_encounter.moons.victory import find_bases_needed
from spaceenvs.cosmic_encounter.sheets import has_power, memory_of
from spaceenvs.cosmic_encounter.stack import (
    count_external_bases,
    count_home_bases,
    count_on_bases,
    has_seat,
    with_seat,
)

CONDITION = 0  # what a Schizoid remembers: the number of one of the conditions of 7.4
CONDITIONS = 6


@kernel
def finish(s: State, winners: int) -> None:
    """End the game; `winners` is a set of seats. There is no ranking among the others (7.2)."""
    s.done = 1
    count = 0
    for p in range(s.seats):
        count += 1 if has_seat(winners, p) else 0
    for p in range(s.seats):
        s.rank[p] = 0 if has_seat(winners, p) else count
        s.score[p] = count_external_bases(s, p)


@kernel
def count_foreign_systems(s: State, p: int) -> int:
    """Count the systems of others in which a player has a base."""
    count = 0
    for system in range(s.seats):
        has_one = s.moons_up != 0 and omega_system(s, p) == system
        for slot in range(SITES):
            has_one = has_one or s.tokens[p, system * SLOTS + slot] > 0
        count += 1 if has_one and system != p else 0
    return count


@kernel
def fulfils(s: State, p: int, condition: int) -> bool:
    """7.4: whether a player fulfils a condition of Schizoid; the first is the normal one."""
    bases = count_external_bases(s, p)
    if condition == 1:
        return bases >= 4 and count_home_bases(s, p) >= 4
    if condition == 2:
        return bases >= 4 and count_foreign_systems(s, p) >= min(3, s.seats - 1)
    if condition == 3:
        return bases >= 6
    if condition == 4:
        return bases >= 4 and s.warp[p] <= 2
    if condition == 5:
        return bases >= 3 and s.hand_size[p] >= 10
    return bases >= find_bases_needed(s)


@kernel
def find_condition(s: State) -> int:
    """Return the condition that decides: that of an active Schizoid, or the normal one."""
    for p in range(s.seats):
        if has_power(s, p, SCHIZOID):
            return int(memory_of(s, p, SCHIZOID)[CONDITION])
    return 0


@kernel
def is_fulfilled_by_nobody(s: State, condition: int) -> bool:
    """Whether no player would win by this condition now."""
    for p in range(s.seats):
        if fulfils(s, p, condition):
            return False
    return True


@kernel
def check_victory(s: State) -> None:
    """7.1: whoever has five external bases wins, or as a Schizoid says; several together.

    R61: it need not be his turn.
    """
    winners = 0
    condition = find_condition(s)
    for p in range(s.seats):
        if fulfils(s, p, condition):
            winners = with_seat(winners, p)
    if winners != 0:
        finish(s, winners)


@kernel
def count_challenge(s: State, box: Box) -> None:
    """7.3: count a challenge; after the last one the most external bases win, then tokens."""
    s.challenges += 1
    if s.done != 0 or s.challenges < box.max_challenges:
        return
    best = -1
    winners = 0
    for p in range(s.seats):
        worth = int(count_external_bases(s, p)) * 100 + int(count_on_bases(s, p))
        if worth > best:
            best = worth
            winners = 0
        if worth == best:
            winners = with_seat(winners, p)
    finish(s, winners)
