"""Emotion Control: all Attacks become Compromises."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.cards import MAIN, SECOND, change_to_compromise
from spaceenvs.cosmic_encounter.hooks import H_REV
from spaceenvs.cosmic_encounter.stack import Frame, end
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE


@kernel
def is_any_attack(s: State) -> bool:
    """Emotion Control: whether any revealed card is an Attack."""
    c = s.challenge
    for side in range(2):
        if c.attack[side, MAIN] != 0 or c.attack[side, SECOND] != 0:
            return True
    for p in range(s.seats):
        if c.extra_attack[p] != 0:
            return True
    return False


@kernel
def can_emotion_control(s: State, box: Box, p: int, about: int) -> bool:
    """An Attack was revealed."""
    return is_any_attack(s)


@kernel
def run_emotion_control(s: State, box: Box, f: Frame) -> None:
    """All Attacks become Compromises."""
    change_to_compromise(s, OFFENCE)
    change_to_compromise(s, DEFENCE)
    end(s)


PLAYS = (edict("Emotion Control", H_REV, can=can_emotion_control, run=run_emotion_control),)
