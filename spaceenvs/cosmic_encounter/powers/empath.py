"""Empath: an Attack against a Compromise becomes a Compromise."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import power, super_, wild
from spaceenvs.cosmic_encounter.cards import change_the_attack, has_played_attack
from spaceenvs.cosmic_encounter.hooks import H_FAILED, H_REV
from spaceenvs.cosmic_encounter.stack import Frame, end, is_main, side_of
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE
from spaceenvs.cosmic_encounter.uses import can_as_main


@kernel
def can_empath(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN; one card is an Attack, the other a Compromise."""
    is_mixed = has_played_attack(s, OFFENCE) != has_played_attack(s, DEFENCE)
    return is_main(s, p) and is_mixed


@kernel
def run_empath(s: State, box: Box, f: Frame) -> None:
    """The Attack becomes a Compromise."""
    change_the_attack(s)
    end(s)


@kernel
def run_super_empath(s: State, box: Box, f: Frame) -> None:
    """He loses nothing by the failed deal."""
    c = s.challenge
    side = side_of(s, f.who)
    if c.deal_loss[side] > 0:
        c.deal_loss[side] = 0
    end(s)


PLAYS = (
    power("Empath", H_REV, can=can_empath, run=run_empath),
    wild("Empath", H_REV, can=can_empath, run=run_empath),
    super_("Empath", H_FAILED, can=can_as_main, run=run_super_empath),
)
