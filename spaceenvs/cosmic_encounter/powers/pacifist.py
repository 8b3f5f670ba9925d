"""Pacifist: his Compromise wins against an Attack."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import MANDATORY, power, super_, wild
from spaceenvs.cosmic_encounter.cards import MAIN, has_played_attack
from spaceenvs.cosmic_encounter.hooks import H_FAILED, H_REV, H_WIN
from spaceenvs.cosmic_encounter.stack import Frame, end, is_main, side_of
from spaceenvs.cosmic_encounter.uses import can_as_main

VALUE = 15  # of the Compromise that counts as an Attack
SHIFT = 2  # tokens of a failed deal


@kernel
def can_pacifist(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN; his Compromise meets an Attack."""
    if not is_main(s, p):
        return False
    side = side_of(s, p)
    return not has_played_attack(s, side) and has_played_attack(s, 1 - side)


@kernel
def run_pacifist(s: State, box: Box, f: Frame) -> None:
    """He wins."""
    s.challenge.pacified = side_of(s, f.who)
    end(s)


@kernel
def run_wild_pacifist(s: State, box: Box, f: Frame) -> None:
    """His Compromises become Attacks."""
    c = s.challenge
    side = side_of(s, f.who)
    for i in range(2):
        is_there = i == MAIN or c.second[side] >= 0
        if is_there and c.attack[side, i] == 0:
            c.attack[side, i] = 1
            c.printed[side, i] = VALUE
    end(s)


@kernel
def run_super_pacifist(s: State, box: Box, f: Frame) -> None:
    """He loses two tokens fewer by the failed deal, the OPP two more."""
    c = s.challenge
    side = side_of(s, f.who)
    if c.deal_loss[side] > 0:
        c.deal_loss[side] = max(0, c.deal_loss[side] - SHIFT)
    if c.deal_loss[1 - side] >= 0:
        c.deal_loss[1 - side] += SHIFT
    end(s)


PLAYS = (
    power("Pacifist", H_WIN, can=can_pacifist, run=run_pacifist, use=MANDATORY),
    wild("Pacifist", H_REV, can=can_pacifist, run=run_wild_pacifist),
    super_("Pacifist", H_FAILED, can=can_as_main, run=run_super_pacifist),
)
