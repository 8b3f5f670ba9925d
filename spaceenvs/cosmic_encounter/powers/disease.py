"""Disease: spreads in the system that destiny names (R112)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, NUM, PASS, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import POWERS, SITES, SLOTS, TOKENS, USUAL_LIMIT
from spaceenvs.cosmic_encounter.hexes import find_new_base
from spaceenvs.cosmic_encounter.hooks import H_DEST, H_SYSTEM
from spaceenvs.cosmic_encounter.scoring import check_victory
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_place,
    ask,
    end,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.targets import find_colour
from spaceenvs.cosmic_encounter.tokens import may_leave, open_landing
from spaceenvs.cosmic_encounter.uses import WILD

DISEASE = POWERS.index("Disease")
SOURCE, PLANET = 1, 2  # what its frame notes
LARGE, SMALL = 3, 2  # tokens of a base from which it spreads: by the power, by a flare
D_DISEASE = decision("D_DISEASE")


@kernel
def find_host(s: State, p: int) -> int:
    """Return the other player in whose system the Disease may spread now, -1 if none.

    The colour turned up; of a wild card, or a cone that fits several, the owner of the
    target system, once it is chosen.
    """
    host = s.challenge.system if find_colour(s) < 0 else find_colour(s)
    return NOBODY if host == p else host


@kernel
def is_goal(s: State, p: int, place: int, source: int) -> bool:
    """Whether the Disease can spread to a planet; on a Gas Giant there may be no room (R222)."""
    return place != source and s.gone[place] == 0 and find_new_base(s, p, place) >= 0


@kernel
def is_source(s: State, box: Box, p: int, place: int, fewest: int) -> bool:
    """Whether a player has a base of so many tokens on a planet, and they may leave it (R140).

    There must be another planet to go to.
    """
    if s.tokens[p, place] < fewest or not may_leave(s, box, p, place):
        return False
    for slot in range(SITES):
        if is_goal(s, p, place // SLOTS * SLOTS + slot, place):
            return True
    return False


@kernel
def has_source(s: State, box: Box, p: int, host: int, fewest: int) -> bool:
    """Whether there is such a planet in a system."""
    if host < 0:
        return False
    for slot in range(SITES):
        if is_source(s, box, p, host * SLOTS + slot, fewest):
            return True
    return False


@kernel
def can_spread(s: State, box: Box, p: int, fewest: int, hook: int) -> bool:
    """At H_DEST for a colour, at H_SYSTEM for a wild card (R112)."""
    if (find_colour(s) < 0) != (hook == H_SYSTEM):
        return False
    return has_source(s, box, p, find_host(s, p), fewest)


@kernel
def can_disease(s: State, box: Box, p: int, about: int) -> bool:
    """A colour card, and a base of 3 tokens."""
    return can_spread(s, box, p, LARGE, H_DEST)


@kernel
def can_disease_in_system(s: State, box: Box, p: int, about: int) -> bool:
    """A wild card, and a base of 3 tokens."""
    return can_spread(s, box, p, LARGE, H_SYSTEM)


@kernel
def can_disease_flare(s: State, box: Box, p: int, about: int) -> bool:
    """A colour card, and a base of 2 tokens."""
    return can_spread(s, box, p, SMALL, H_DEST)


@kernel
def can_super_in_system(s: State, box: Box, p: int, about: int) -> bool:
    """A wild card, and a base of 2 tokens."""
    return can_spread(s, box, p, SMALL, H_SYSTEM)


@kernel
def run_disease(s: State, box: Box, f: Frame) -> None:
    """Move tokens of one base to another planet of the system, leaving at least one."""
    p = f.who
    host = find_host(s, p)
    if f.at == 0:
        is_power = f.play == DISEASE
        fewest = LARGE if is_power else SMALL
        open_question(s)
        if is_power:
            allow(s, PASS)
        for slot in range(SITES):
            if is_source(s, box, p, host * SLOTS + slot, fewest):
                allow(s, LOC + host * SLOTS + slot)
        ask(s, f, D_DISEASE, p)
        return
    if f.at == 1:
        if s.answer == PASS:
            end(s)
            return
        f.notes[SOURCE] = answered_place(s)
        f.at = 2
    if f.at == 2:
        open_question(s)
        for slot in range(SITES):
            if is_goal(s, p, host * SLOTS + slot, f.notes[SOURCE]):
                allow(s, LOC + host * SLOTS + slot)
        ask(s, f, D_DISEASE, p)
        return
    if f.at == 3:
        f.notes[PLANET] = find_new_base(s, p, answered_place(s))
        f.at = 4
    if f.at == 4:
        most = USUAL_LIMIT if f.play == WILD + DISEASE else TOKENS
        open_question(s)
        for count in range(1, min(most + 1, s.tokens[p, f.notes[SOURCE]])):
            allow(s, NUM + count)
        ask(s, f, D_DISEASE, p)
        return
    if f.at == 5:
        count = s.answer - NUM
        had_base = s.tokens[p, f.notes[PLANET]] > 0
        s.tokens[p, f.notes[SOURCE]] -= count
        s.tokens[p, f.notes[PLANET]] += count
        f.at = 6
        open_landing(s, p, f.notes[PLANET], had_base)  # R112
        return
    end(s)
    check_victory(s)


PLAYS = (
    power("Disease", H_DEST, can=can_disease, run=run_disease),
    power("Disease", H_SYSTEM, can=can_disease_in_system, run=run_disease),
    wild("Disease", H_DEST, can=can_disease_flare, run=run_disease),
    super_("Disease", H_DEST, can=can_disease_flare, run=run_disease),
    super_("Disease", H_SYSTEM, can=can_super_in_system, run=run_disease),
)
WORDS = (
    Words(
        "D_DISEASE",
        asked="Disease: where it spreads, from which base, how far",
        stop="do not spread",
        place="planet",
        number="move {} tokens",
    ),
)
