"""Warp Break: your own tokens leave the Warp."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.hooks import H_START
from spaceenvs.cosmic_encounter.stack import FROM_WARP, Frame, call, end, has_base


@kernel
def can_warp_break(s: State, box: Box, p: int, about: int) -> bool:
    """He has a token in the Warp, and a base."""
    return s.warp[p] > 0 and has_base(s, p)


@kernel
def run_warp_break(s: State, box: Box, f: Frame) -> None:
    """All his tokens leave the Warp."""
    p = f.who
    end(s)
    call(s, FROM_WARP, p, s.warp[p])


PLAYS = (edict("Warp Break", H_START, can=can_warp_break, run=run_warp_break),)
