"""Emotion Control: all Attacks become Compromises."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.cards import change_to_compromise, is_any_attack
from spaceenvs.cosmic_encounter.hooks import H_REV
from spaceenvs.cosmic_encounter.stack import Frame, end
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE


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
