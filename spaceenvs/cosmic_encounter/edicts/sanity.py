"""Sanity: no Flares in this challenge."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.hooks import H_START
from spaceenvs.cosmic_encounter.stack import Frame, end


@kernel
def run_sanity(s: State, box: Box, f: Frame) -> None:
    """No Flares."""
    s.challenge.sanity = 1
    end(s)


PLAYS = (edict("Sanity", H_START, run=run_sanity),)
