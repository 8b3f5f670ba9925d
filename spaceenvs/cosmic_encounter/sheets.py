"""The powers of a seat: a set, and a list with what each of them remembers (6.15, R103).

`power` is the power on the sheet, `powers` the set of all that the seat has now. `held` lists
them in the order of R103: the sheet, what was drawn, what is borrowed. Each entry has a small
memory that goes along when sheets are exchanged (artefacts, captives, points). That a power is
lost (fewer than 3 home bases) or cancelled is judged at each use; it stays in the set.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import BASES_FOR_POWER, MAX_PLAYERS, NUM_POWERS
from spaceenvs.cosmic_encounter.sets import add, clear, has
from spaceenvs.cosmic_encounter.stack import count_home_bases
from spaceenvs.cosmic_encounter.state import MAX_HELD, NOBODY, POWER_MEMORY

Memory = Any
"""A row of `POWER_MEMORY` small numbers."""

HOLDS_TOKENS = np.zeros(NUM_POWERS, np.int8)
"""1: the first numbers of this power's memory are the tokens of each seat that lie on its sheet
(captives, a reserve). `plays.py` writes it when it has collected the blocks (`HOLDS_TOKENS`)."""

# How a power came to a seat (`way`).
SHEET, DRAWN, BORROWED, COPIED = 0, 1, 2, 3


@kernel
def find_held(s: State, p: int, power: int) -> int:
    """Return the place of a power in a seat's list, -1 if the seat does not have it."""
    for place in range(s.held_count[p]):
        if s.held[p, place].power == power:
            return place
    return NOBODY


@kernel
def memory_of(s: State, p: int, power: int) -> Memory:
    """Return what a power that a seat has remembers from challenge to challenge."""
    return s.held[p, find_held(s, p, power)].memory


@kernel
def is_copy(s: State, p: int, power: int) -> bool:
    """Whether a seat has a power only as a copy, for "once per window" another one (R103)."""
    place = find_held(s, p, power)
    return place > 0 and s.held[p, place].way == COPIED


@kernel
def count_held_tokens(s: State, p: int, owner: int) -> int:
    """Count the tokens of an owner that lie on the sheets of a seat."""
    count = 0
    for place in range(s.held_count[p]):
        if HOLDS_TOKENS[s.held[p, place].power] != 0:
            count += s.held[p, place].memory[owner]
    return count


@kernel
def free_held_tokens(s: State, p: int, place: int) -> None:
    """R104: what lies on a sheet goes to its owners' Warp when the holder loses the power."""
    entry = s.held[p, place]
    if HOLDS_TOKENS[entry.power] != 0:
        for q in range(s.seats):
            s.warp[q] += entry.memory[q]
            s.away[q] -= entry.memory[q]
            entry.memory[q] = 0


@kernel
def note_powers(s: State, p: int) -> None:
    """Write `power` and the set anew after the list has changed."""
    clear(s.powers[p])
    for place in range(s.held_count[p]):
        add(s.powers[p], s.held[p, place].power)
    has_sheet = s.held_count[p] > 0 and s.held[p, 0].way == SHEET
    s.power[p] = s.held[p, 0].power if has_sheet else NOBODY


@kernel
def lose_all_powers(s: State, p: int) -> None:
    """A seat has no power."""
    s.held_count[p] = 0
    note_powers(s, p)


@kernel
def gain_power(s: State, p: int, power: int, way: int) -> None:
    """A seat has one more power, with an empty memory; not if its list is full."""
    place = s.held_count[p]
    if place >= MAX_HELD:
        return
    entry = s.held[p, place]
    entry.power = power
    entry.way = way
    for i in range(POWER_MEMORY):
        entry.memory[i] = 0
    s.held_count[p] += 1
    note_powers(s, p)


@kernel
def lose_power(s: State, p: int, power: int) -> None:
    """A seat no longer has a power that it had drawn or borrowed."""
    place = find_held(s, p, power)
    if place < 0:
        return
    free_held_tokens(s, p, place)
    for i in range(place, s.held_count[p] - 1):
        copy_entry(s.held[p, i + 1], s.held[p, i])
    s.held_count[p] -= 1
    note_powers(s, p)


@kernel
def copy_entry(source: Any, target: Any) -> None:
    """Write one entry of a list over another."""
    target.power = source.power
    target.way = source.way
    for i in range(POWER_MEMORY):
        target.memory[i] = source.memory[i]


@kernel
def take_sheet(s: State, p: int, power: int) -> None:
    """Another power stands on the sheet of a seat, with an empty memory."""
    if s.power[p] < 0:
        # The sheet comes first.
        for place in range(min(s.held_count[p], MAX_HELD - 1), 0, -1):
            copy_entry(s.held[p, place - 1], s.held[p, place])
        s.held_count[p] = min(s.held_count[p] + 1, MAX_HELD)
    else:
        free_held_tokens(s, p, 0)
    entry = s.held[p, 0]
    entry.power = power
    entry.way = SHEET
    for i in range(POWER_MEMORY):
        entry.memory[i] = 0
    note_powers(s, p)


@kernel
def exchange_sheets(s: State, p: int, q: int) -> None:
    """Two seats exchange their sheets, with what belongs to them; captives are freed (R104)."""
    free_held_tokens(s, p, 0)
    free_held_tokens(s, q, 0)
    mine, theirs = s.held[p, 0], s.held[q, 0]
    power = mine.power
    mine.power = theirs.power
    theirs.power = power
    for i in range(POWER_MEMORY):
        number = mine.memory[i]
        mine.memory[i] = theirs.memory[i]
        theirs.memory[i] = number
    note_powers(s, p)
    note_powers(s, q)


# -- questions ---------------------------------------------------------------------------------


@kernel
def has_power(s: State, p: int, power: int) -> bool:
    """Whether a player has this power and can use it now: 3 home bases, not cancelled."""
    return (
        has(s.powers[p], power)
        and not has(s.challenge.cancelled, power)
        and count_home_bases(s, p) >= BASES_FOR_POWER
    )


@kernel
def is_active(s: State, p: int) -> bool:
    """Whether a player can use the power on his sheet now."""
    return s.power[p] >= 0 and has_power(s, p, s.power[p])


@kernel
def find_holder(s: State, power: int) -> int:
    """Return the first seat that has this power, -1 if none."""
    for p in range(MAX_PLAYERS):
        if p < s.seats and has(s.powers[p], power):
            return p
    return NOBODY


@kernel
def in_force(s: State, p: int, power: int) -> bool:
    """Whether a power announced for the totals belongs to this player."""
    return has(s.challenge.force, power) and has(s.powers[p], power)
