"""Worm: re-aims the cone after the reveal (R120); spreads its tokens at the start."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_PLACE, LOC, NUM, PASS, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import PLANETS, POWERS, SITES, SLOTS, TOKENS
from spaceenvs.cosmic_encounter.hexes import has_own_setup
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_REV, SETUP
from spaceenvs.cosmic_encounter.satellites import is_duel
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_place,
    ask,
    defends_planet,
    end,
    is_main,
    open_question,
)
from spaceenvs.cosmic_encounter.uses import run_enlarge

WORM = POWERS.index("Worm")
PLANET, LEFT = 1, 2  # what the frame of its setup notes: the next planet, the tokens left
IS_SUPER = 1  # what the frame of a use notes
D_WORM = decision("D_WORM")


@kernel
def run_setup(s: State, box: Box, f: Frame) -> None:
    """D_PLACE: so many tokens for each planet, at least 1; the last one takes the rest."""
    p = f.who
    if f.at == 0 and has_own_setup(s, p):
        end(s)  # R221
        return
    if f.at == 0:
        f.notes[LEFT] = TOKENS
        for slot in range(PLANETS - 1):
            s.tokens[p, p * SLOTS + slot] = 0
        s.tokens[p, p * SLOTS + PLANETS - 1] = TOKENS
        f.at = 2
    if f.at == 3:
        count = s.answer - NUM
        s.tokens[p, p * SLOTS + f.notes[PLANET]] = count
        s.tokens[p, p * SLOTS + PLANETS - 1] -= count
        f.notes[LEFT] -= count
        f.notes[PLANET] += 1
        f.at = 2
    if f.notes[PLANET] == PLANETS - 1:
        end(s)
        return
    open_question(s)
    still_to_come = PLANETS - 1 - f.notes[PLANET]
    for count in range(1, f.notes[LEFT] - still_to_come + 1):
        allow(s, NUM + count)
    ask(s, f, D_PLACE, p)


@kernel
def is_aim(s: State, place: int, spares_off: int) -> bool:
    """Whether the cone can be re-aimed at a planet: a base of the DEF, none of the OFF."""
    c = s.challenge
    if place == c.target or s.tokens[c.defender, place] == 0:
        return False
    return spares_off == 0 or s.tokens[c.off, place] == 0


@kernel
def has_aim(s: State, only_system: int, spares_off: int) -> bool:
    """Whether there is such a planet, in one system or in all (-1); R120: not after a new DEF."""
    if s.challenge.target < 0 or is_duel(s) or not defends_planet(s, s.challenge.defender):
        return False
    for system in range(s.seats):
        for slot in range(SITES):
            is_here = only_system < 0 or only_system == system
            if is_here and is_aim(s, system * SLOTS + slot, spares_off):
                return True
    return False


@kernel
def allow_aims(s: State, only_system: int, spares_off: int) -> None:
    """Make these planets legal answers."""
    for system in range(s.seats):
        for slot in range(SITES):
            is_here = only_system < 0 or only_system == system
            if is_here and is_aim(s, system * SLOTS + slot, spares_off):
                allow(s, LOC + system * SLOTS + slot)


@kernel
def aim_anew(s: State, place: int) -> None:
    """The cone points at another planet; Berserker's other defenders drop out (R120)."""
    s.challenge.target = place
    s.challenge.garrison = 0
    s.challenge.standing = 0


@kernel
def can_worm(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once in a challenge, with another planet to aim at, if only by the Super."""
    return is_main(s, p) and not has(s.challenge.used, WORM) and has_aim(s, -1, 0)


@kernel
def run_worm(s: State, box: Box, f: Frame) -> None:
    """Re-aim the cone at another base of the DEF; Super: also where the OFF has a base."""
    if f.at == 0:
        add(s.challenge.used, WORM)
        f.notes[IS_SUPER] = s.super_use
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, PASS)
        allow_aims(s, -1, 1 - f.notes[IS_SUPER])
        ask(s, f, D_WORM, f.who)
        return
    if s.answer != PASS:
        aim_anew(s, answered_place(s))
    end(s)


@kernel
def can_wild_worm(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF, and the DEF has another base in the system of the target."""
    c = s.challenge
    return p == c.off and c.target >= 0 and has_aim(s, c.target // SLOTS, 0)


@kernel
def run_wild_worm(s: State, box: Box, f: Frame) -> None:
    """Re-aim the cone inside the system."""
    if f.at == 0:
        open_question(s)
        allow_aims(s, s.challenge.target // SLOTS, 0)
        ask(s, f, D_WORM, f.who)
        return
    aim_anew(s, answered_place(s))
    end(s)


PLAYS = (
    power("Worm", SETUP, run=run_setup, use=ANNOUNCED),
    power("Worm", H_REV, can=can_worm, run=run_worm),
    wild("Worm", H_REV, can=can_wild_worm, run=run_wild_worm),
    super_("Worm", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_WORM", asked="Worm: the planet to re-aim at", stop="keep the target", place="re-aim at"
    ),
)
