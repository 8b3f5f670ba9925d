"""Moons as facts of the record: where they lie, who is on them, which of them work (11.4).

A system has two moons, slots 6 and 7. They are numbered by location: moon 2 x system is slot 6,
the next one slot 7. A moon lies face down and *untouched* until somebody occupies it; a secret one
that somebody has occupied and not revealed is *entered*. What it does stands in its block
(`moons/`); what happens at an occupation in `occupation.py`.
"""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import (
    FIRST_MOON,
    MAX_MOONS,
    MAX_PLAYERS,
    SLOTS,
    SYSTEM_MOONS,
)
from spaceenvs.cosmic_encounter.sets import add, clear, has
from spaceenvs.cosmic_encounter.state import NOBODY

UNTOUCHED, ENTERED, FACE_UP = 0, 1, 2  # what `moon_face` says
MOON = 0  # note of START_MOON, ASK_MOON, DROP_MOONS, REFUSE: the moon it is about
WAS_HERE = 1  # note of START_MOON: 1 if the occupant left and returned in this challenge


@kernel
def is_moon(place: int) -> bool:
    """Whether a location is a moon's."""
    return int(place) % SLOTS >= FIRST_MOON


@kernel
def moon_at(place: int) -> int:
    """Return the number of the moon at a location."""
    return int(place) // SLOTS * SYSTEM_MOONS + int(place) % SLOTS - FIRST_MOON


@kernel
def place_of(moon: int) -> int:
    """Return the location of a moon."""
    return int(moon) // SYSTEM_MOONS * SLOTS + FIRST_MOON + int(moon) % SYSTEM_MOONS


@kernel
def is_moon_there(s: State, moon: int) -> bool:
    """Whether a moon is in the game."""
    return s.moon[moon] >= 0 and s.gone[place_of(moon)] == 0


@kernel
def occupant_of(s: State, moon: int) -> int:
    """Return who is on a moon, -1 if it is vacant."""
    place = place_of(moon)
    for p in range(MAX_PLAYERS):
        if s.tokens[p, place] > 0:
            return p
    return NOBODY


@kernel
def is_occupied_by_other(s: State, p: int, place: int) -> bool:
    """Whether a location is a moon with another player on it: one occupant only."""
    if not is_moon(place):
        return False
    occupant = occupant_of(s, moon_at(place))
    return occupant >= 0 and occupant != p


@kernel
def is_vacant_moon(s: State, place: int) -> bool:
    """Whether a location is a moon in the game with nobody on it."""
    if place < 0 or not is_moon(place):
        return False
    moon = moon_at(place)
    return is_moon_there(s, moon) and occupant_of(s, moon) < 0


@kernel
def is_duel(s: State) -> bool:
    """Whether the challenge is one against one, without alliances by any means (R208)."""
    return s.challenge.target >= 0 and is_moon(s.challenge.target)


@kernel
def works(s: State, moon: int) -> bool:
    """Whether a moon has its effect if somebody is on it: face up, not zapped, no Sanity."""
    c = s.challenge
    is_up = s.moon_face[moon] == FACE_UP and is_moon_there(s, moon)
    return is_up and s.moon_spent[moon] == 0 and c.zapped[moon] == 0 and c.sanity == 0


@kernel
def find_moon(s: State, kind: int) -> int:
    """Return the moon of a kind that works now and has an occupant, -1 if there is none (R54)."""
    if s.moons_up == 0 or not has(s.moon_kinds_up, kind):
        return NOBODY
    for moon in range(MAX_MOONS):
        if s.moon[moon] == kind and works(s, moon) and occupant_of(s, moon) >= 0:
            return moon
    return NOBODY


@kernel
def find_user(s: State, kind: int) -> int:
    """Return who has the effect of a kind of moon now, -1 if nobody has."""
    moon = find_moon(s, kind)
    return occupant_of(s, moon) if moon >= 0 else NOBODY


@kernel
def is_in_system_of(s: State, kind: int, place: int) -> bool:
    """Whether a location is in the system of the moon of a kind that works."""
    moon = find_moon(s, kind)
    return moon >= 0 and place >= 0 and moon // SYSTEM_MOONS == int(place) // SLOTS


@kernel
def note_moons(s: State) -> None:
    """Write the summaries anew after a moon was turned up or left the game."""
    s.moons_up = 0
    clear(s.moon_kinds_up)
    for moon in range(MAX_MOONS):
        if s.moon_face[moon] == FACE_UP and is_moon_there(s, moon):
            s.moons_up += 1
            add(s.moon_kinds_up, s.moon[moon])


@kernel
def see_moon(s: State, p: int, moon: int) -> None:
    """A player knows which moon this is."""
    s.moon_seen[moon] = int(s.moon_seen[moon]) | (1 << int(p))


@kernel
def enter(s: State, p: int, moon: int) -> bool:
    """A player is on a moon now, and knows it; True if he left and returned in this challenge."""
    c = s.challenge
    seat = 1 << int(p)
    was_here = int(c.visited[moon]) & seat != 0
    c.visited[moon] = int(c.visited[moon]) | seat
    see_moon(s, p, moon)
    if s.moon_face[moon] == UNTOUCHED:
        s.moon_face[moon] = ENTERED
    return was_here


@kernel
def remove_place(s: State, place: int) -> None:
    """A planet or moon leaves the game."""
    s.gone[place] = 1
    if is_moon(place):
        note_moons(s)
