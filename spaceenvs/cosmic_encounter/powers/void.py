"""Void: the losers' tokens leave the game (R45, R46, R160)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.bombs import remove_planet
from spaceenvs.cosmic_encounter.components import FEWEST_TOKENS, SITES, SLOTS
from spaceenvs.cosmic_encounter.hooks import H_LOSS, H_START
from spaceenvs.cosmic_encounter.satellites import is_moon, note_moons
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_place,
    ask,
    end,
    is_empty,
    is_main,
    open_question,
)
from spaceenvs.cosmic_encounter.tokens import find_loss, is_won_from, take_first

FEWEST_PLANETS = 3  # R45
D_VOID = decision("D_VOID")


@kernel
def can_void(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN winner, a loss event of the losing side."""
    return is_main(s, p) and is_won_from(s, about, p)


@kernel
def run_void(s: State, box: Box, f: Frame) -> None:
    """The tokens are removed from the game; those beyond the limit stay in the event."""
    level = find_loss(s)
    q = s.loss_owner[level]
    while s.loss_count[level] > 0 and s.owned[q] - s.removed[q] > FEWEST_TOKENS:
        take_first(s, q, level)
        s.removed[q] += 1
        s.away[q] += 1
    end(s)


@kernel
def can_super_void(s: State, box: Box, p: int, about: int) -> bool:
    """An ally of the winning side; the event at hand (R160)."""
    return not is_main(s, p) and is_won_from(s, about, p)


@kernel
def count_planets(s: State, system: int) -> int:
    """Count the planets of a system that are in the game."""
    count = 0
    for slot in range(SITES):
        if s.gone[system * SLOTS + slot] == 0:
            count += 1
    return count


@kernel
def is_removable(s: State, place: int) -> bool:
    """Wild Void: whether a moon or planet has no tokens, and its system keeps three planets."""
    if is_moon(place):
        return is_empty(s, place)
    return is_empty(s, place) and count_planets(s, place // SLOTS) > FEWEST_PLANETS


@kernel
def can_wild_void(s: State, box: Box, p: int, about: int) -> bool:
    """There is a planet or moon that can be removed."""
    for place in range(s.seats * SLOTS):
        if is_removable(s, place):
            return True
    return False


@kernel
def run_wild_void(s: State, box: Box, f: Frame) -> None:
    """Remove a planet or moon from the game."""
    if f.at == 0:
        open_question(s)
        for place in range(s.seats * SLOTS):
            if is_removable(s, place):
                allow(s, LOC + place)
        ask(s, f, D_VOID, f.who)
        return
    remove_planet(s, answered_place(s))
    note_moons(s)
    end(s)


PLAYS = (
    power("Void", H_LOSS, can=can_void, run=run_void, use=MANDATORY),
    wild("Void", H_START, can=can_wild_void, run=run_wild_void),
    super_("Void", H_LOSS, can=can_super_void, run=run_void),
)
WORDS = (Words("D_VOID", asked="a planet to remove", place="remove planet"),)
