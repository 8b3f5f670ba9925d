"""Timegash: the challenge is void (R311)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.cards import discard_table
from spaceenvs.cosmic_encounter.hooks import H_REV
from spaceenvs.cosmic_encounter.stack import CALLED_OFF, GO_HOME, Frame, call, end
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import ALL


@kernel
def run_timegash(s: State, box: Box, f: Frame) -> None:
    """The table is discarded, then all go home."""
    end(s)
    discard_table(s)
    s.challenge.jump = CALLED_OFF
    s.window_over = 1  # R78
    call(s, GO_HOME, NOBODY, ALL)


PLAYS = (edict("Timegash", H_REV, run=run_timegash),)
