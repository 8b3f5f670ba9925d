"""Quash: an agreed deal fails."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.hooks import H_AGREED
from spaceenvs.cosmic_encounter.stack import Frame, end


@kernel
def can_quash(s: State, box: Box, p: int, about: int) -> bool:
    """The deal is not quashed already (R301)."""
    return s.challenge.quashed == 0


@kernel
def run_quash(s: State, box: Box, f: Frame) -> None:
    """The deal fails."""
    s.challenge.quashed = 1
    end(s)


PLAYS = (edict("Quash", H_AGREED, can=can_quash, run=run_quash),)
