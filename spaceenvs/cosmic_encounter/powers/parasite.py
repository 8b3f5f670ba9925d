"""Parasite: joins a side without an invitation. Announced at D_ALLY."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, decision
from spaceenvs.cosmic_encounter.bindings import TO_NO_POWER, is_bound
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, rule, super_, wild
from spaceenvs.cosmic_encounter.components import PARASITE, SITES, SLOTS, TOKENS
from spaceenvs.cosmic_encounter.hexes import can_settle_on, find_new_base
from spaceenvs.cosmic_encounter.hooks import H_ALLY, H_BASES, H_LAUNCH
from spaceenvs.cosmic_encounter.points import ALLY_USE, MAY_ALLY
from spaceenvs.cosmic_encounter.scoring import check_victory
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_place,
    ask,
    end,
    open_question,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY
from spaceenvs.cosmic_encounter.tokens import allow_movable, has_movable, open_landing

PLANET = 1  # what the frame of the wild flare notes
D_PARASITE = decision("D_PARASITE")


@kernel
def run_parasite(s: State, box: Box, f: Frame) -> None:
    """He joins (`launch.py`)."""
    end(s)


@kernel
def is_parasite_planet(s: State, p: int, place: int) -> bool:
    """Wild Parasite: a planet of a player who has dropped, where p has no base."""
    owner = place // SLOTS
    return owner != p and s.challenge.dropped[owner] != 0 and can_settle_on(s, p, place)


@kernel
def has_parasite_planet(s: State, p: int) -> bool:
    """Whether there is such a planet."""
    for system in range(s.seats):
        for slot in range(SITES):
            if is_parasite_planet(s, p, system * SLOTS + slot):
                return True
    return False


@kernel
def can_wild_parasite(s: State, box: Box, p: int, about: int) -> bool:
    """There is a planet of a player who has dropped, and a token to move."""
    return has_movable(s, box, p) and has_parasite_planet(s, p)


@kernel
def run_wild_parasite(s: State, box: Box, f: Frame) -> None:
    """Wild Parasite: move a token to a planet of a player who has dropped; victory check."""
    if f.at == 0:
        open_question(s)
        for system in range(s.seats):
            for slot in range(SITES):
                if is_parasite_planet(s, f.who, system * SLOTS + slot):
                    allow(s, LOC + system * SLOTS + slot)
        ask(s, f, D_PARASITE, f.who)
        return
    if f.at == 1:
        f.notes[PLANET] = find_new_base(s, f.who, answered_place(s))
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow_movable(s, box, f.who, NOBODY)
        ask(s, f, D_PARASITE, f.who)
        return
    if f.at == 3:
        s.tokens[f.who, answered_place(s)] -= 1
        s.tokens[f.who, f.notes[PLANET]] += 1
        f.at = 4
        open_landing(s, f.who, f.notes[PLANET], False)  # R112
        return
    end(s)
    check_victory(s)


@kernel
def can_super_parasite(s: State, box: Box, p: int, about: int) -> bool:
    """An ally about to commit tokens (`about` is his seat + 1)."""
    return s.challenge.limit[p] == 0 and about == p + 1


@kernel
def run_super_parasite(s: State, box: Box, f: Frame) -> None:
    """He may commit any number."""
    s.challenge.limit[f.who] = TOKENS
    end(s)


@kernel
def join_uninvited(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """He may join either side."""
    is_free = has_power(s, p, PARASITE) and not is_bound(s, p, TO_NO_POWER)
    return 1 if holder == p and is_free else value


@kernel
def announce_parasite(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """He uses his power if that side has not invited him."""
    if holder != p or about > DEFENCE or not has_power(s, p, PARASITE):
        return value
    return PARASITE if s.challenge.invited[about, p] == 0 else value


PLAYS = (
    power("Parasite", H_ALLY, run=run_parasite, use=ANNOUNCED),
    wild("Parasite", H_BASES, can=can_wild_parasite, run=run_wild_parasite),
    super_("Parasite", H_LAUNCH, can=can_super_parasite, run=run_super_parasite),
)
WORDS = (
    Words(
        "D_PARASITE",
        asked="wild Parasite: the planet to go to, then the base to leave",
        place="planet",
    ),
)
RULES = (
    rule("Parasite", MAY_ALLY, join_uninvited),
    rule("Parasite", ALLY_USE, announce_parasite),
)
