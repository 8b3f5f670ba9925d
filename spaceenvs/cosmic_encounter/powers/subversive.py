"""Subversive: a token of somebody with whom he shares a planet is lost."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import SLOTS
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_REGROUP
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_place,
    answered_player,
    ask,
    end,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import add_to_loss, lose_from_planets, open_loss
from spaceenvs.cosmic_encounter.uses import run_enlarge

PLANET, LEFT, BEFORE = 1, 2, 3  # what its frame notes; BEFORE: the planet it was used on
D_SUBVERSIVE = decision("D_SUBVERSIVE")


@kernel
def is_shared(s: State, p: int, place: int) -> bool:
    """Whether a player shares a planet with somebody."""
    if s.tokens[p, place] == 0:
        return False
    for q in range(s.seats):
        if q != p and s.tokens[q, place] > 0:
            return True
    return False


@kernel
def can_wild_subversive(s: State, box: Box, p: int, about: int) -> bool:
    """He shares a planet."""
    for place in range(s.seats * SLOTS):
        if is_shared(s, p, place):
            return True
    return False


@kernel
def can_subversive(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF who shares a planet."""
    return p == s.challenge.off and can_wild_subversive(s, box, p, about)


@kernel
def can_super_subversive(s: State, box: Box, p: int, about: int) -> bool:
    """He shares a second planet."""
    count = 0
    for place in range(s.seats * SLOTS):
        if is_shared(s, p, place):
            count += 1
    return count > 1


@kernel
def run_subversive(s: State, box: Box, f: Frame) -> None:
    """On a shared planet another player loses a token; Super: on a second planet too."""
    p = f.who
    if f.at == 0:
        f.notes[LEFT] = 2 if s.super_use != 0 else 1
        s.super_use = 0
        f.notes[BEFORE] = NOBODY
        f.at = 2
    if f.at == 3:
        f.notes[PLANET] = answered_place(s)
        f.at = 4
    if f.at == 4:
        open_question(s)
        victim = NOBODY
        for q in range(s.seats):
            if q != p and s.tokens[q, f.notes[PLANET]] > 0:
                allow(s, PLAYER + q)
                victim = q
        if s.choices > 1:
            ask(s, f, D_SUBVERSIVE, p)
            return
        subvert(s, box, f, victim)
        return
    if f.at == 5:
        subvert(s, box, f, answered_player(s))
        return
    open_question(s)
    if f.notes[LEFT] > 0:
        for place in range(s.seats * SLOTS):
            if place != f.notes[BEFORE] and is_shared(s, p, place):
                allow(s, LOC + place)
    if s.choices == 0:
        end(s)
        return
    ask(s, f, D_SUBVERSIVE, p)


@kernel
def subvert(s: State, box: Box, f: Frame, victim: int) -> None:
    """The victim loses a token on the planet chosen."""
    f.at = 2
    f.notes[LEFT] -= 1
    f.notes[BEFORE] = f.notes[PLANET]
    level = open_loss(s, victim)
    s.tokens[victim, f.notes[PLANET]] -= 1
    add_to_loss(s, level, f.notes[PLANET])
    lose_from_planets(s, box, victim, level)


PLAYS = (
    power("Subversive", H_REGROUP, can=can_subversive, run=run_subversive, use=MANDATORY),
    wild("Subversive", H_REGROUP, can=can_wild_subversive, run=run_subversive),
    super_("Subversive", H_OWN, can=can_super_subversive, run=run_enlarge),
)
WORDS = (
    Words(
        "D_SUBVERSIVE",
        asked="Subversive: a token to subvert",
        place="subvert a token on",
        player="subvert a token of {}",
    ),
)
