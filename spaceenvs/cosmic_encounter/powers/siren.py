"""Siren: lures the OFF to her own planets, and settles in his system when she has won (R134)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, PASS, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import SITES, SLOTS
from spaceenvs.cosmic_encounter.hexes import can_settle_on
from spaceenvs.cosmic_encounter.hooks import H_LURE, H_OUT, H_OWN, H_SYSTEM
from spaceenvs.cosmic_encounter.stack import (
    LAND,
    WON_BY_DEFENCE,
    Frame,
    allow,
    answered_place,
    ask,
    call,
    end,
    open_question,
)
from spaceenvs.cosmic_encounter.targets import OCCUPY
from spaceenvs.cosmic_encounter.tokens import has_movable
from spaceenvs.cosmic_encounter.uses import run_enlarge

LEFT = 1  # what its frame at H_OUT notes: bases still to establish
D_SIREN = decision("D_SIREN")


@kernel
def can_lure(s: State, p: int) -> bool:
    """Neither OFF nor the owner of S, with a base on a home planet; the OFF fights (R134)."""
    c = s.challenge
    if p == c.off or p == c.system or c.system < 0 or c.own == OCCUPY:
        return False
    return has_home_planet(s, p)


@kernel
def has_home_planet(s: State, p: int) -> bool:
    """Whether a player has a base on a planet of his own system."""
    for slot in range(SITES):
        if s.tokens[p, p * SLOTS + slot] > 0:
            return True
    return False


@kernel
def can_siren(s: State, box: Box, p: int, about: int) -> bool:
    """She has a base in the target system, on a planet or a moon."""
    if not can_lure(s, p):
        return False
    for slot in range(SLOTS):
        if s.tokens[p, s.challenge.system * SLOTS + slot] > 0:
            return True
    return False


@kernel
def can_wild_siren(s: State, box: Box, p: int, about: int) -> bool:
    """Neither OFF nor the owner of S."""
    return can_lure(s, p)


@kernel
def allow_home_bases(s: State, p: int) -> None:
    """Make the own planets with a base legal answers."""
    for slot in range(SITES):
        if s.tokens[p, p * SLOTS + slot] > 0:
            allow(s, LOC + p * SLOTS + slot)


@kernel
def lure(s: State, p: int, place: int) -> None:
    """She becomes DEF on that planet; Will and its wild end for this challenge (R134)."""
    c = s.challenge
    c.lured = p + 1
    c.target = place
    c.own = 0
    c.will = 0
    c.wild_will = 0


@kernel
def run_siren(s: State, box: Box, f: Frame) -> None:
    """Choose the home planet to be attacked."""
    if f.at == 0:
        open_question(s)
        allow(s, PASS)
        allow_home_bases(s, f.who)
        ask(s, f, D_SIREN, f.who)
        return
    if s.answer != PASS:
        lure(s, f.who, answered_place(s))
    end(s)


@kernel
def run_wild_siren(s: State, box: Box, f: Frame) -> None:
    """The same, without passing."""
    if f.at == 0:
        open_question(s)
        allow_home_bases(s, f.who)
        ask(s, f, D_SIREN, f.who)
        return
    lure(s, f.who, answered_place(s))
    end(s)


@kernel
def has_settlement(s: State, p: int) -> bool:
    """Whether there is a planet of the OFF without a base of hers."""
    for slot in range(SITES):
        if can_settle_on(s, p, s.challenge.off * SLOTS + slot):
            return True
    return False


@kernel
def can_settle(s: State, box: Box, p: int, about: int) -> bool:
    """She has won as DEF, with a token to move and a planet to go to."""
    c = s.challenge
    is_winner = p == c.defender and c.outcome == WON_BY_DEFENCE
    return is_winner and has_movable(s, box, p) and has_settlement(s, p)


@kernel
def can_super_siren(s: State, box: Box, p: int, about: int) -> bool:
    """Phase 8: the use at H_OUT, not the luring."""
    return s.challenge.outcome == WON_BY_DEFENCE


@kernel
def run_settle(s: State, box: Box, f: Frame) -> None:
    """A base (Super: two) on planets of the OFF, D_LAND for each."""
    p = f.who
    if f.at == 0:
        f.notes[LEFT] = 2 if s.super_use != 0 else 1
        s.super_use = 0
        f.at = 2
    if f.at == 3:
        f.notes[LEFT] -= 1
        f.at = 2
        call(s, LAND, p, answered_place(s))
        return
    if f.notes[LEFT] == 0 or not has_movable(s, box, p) or not has_settlement(s, p):
        end(s)
        return
    open_question(s)
    for slot in range(SITES):
        if can_settle_on(s, p, s.challenge.off * SLOTS + slot):
            allow(s, LOC + s.challenge.off * SLOTS + slot)
    ask(s, f, D_SIREN, p)


PLAYS = (
    power("Siren", H_LURE, can=can_siren, run=run_siren),
    power("Siren", H_OUT, can=can_settle, run=run_settle),
    wild("Siren", H_SYSTEM, can=can_wild_siren, run=run_wild_siren),
    super_("Siren", H_OWN, can=can_super_siren, run=run_enlarge),
)
WORDS = (
    Words(
        "D_SIREN",
        asked="Siren: the planet to be attacked on, or to settle on",
        stop="lure nobody",
        place="planet",
    ),
)
