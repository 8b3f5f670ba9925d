"""Cone Flip: the cone is turned over."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.hooks import H_TARGET
from spaceenvs.cosmic_encounter.stack import Frame, end


@kernel
def can_cone_flip(s: State, box: Box, p: int, about: int) -> bool:
    """With the reverse cone only (R305)."""
    return box.reverse_cone != 0


@kernel
def run_cone_flip(s: State, box: Box, f: Frame) -> None:
    """The cone shows its other side."""
    c = s.challenge
    c.dark = 1 - c.dark
    end(s)


PLAYS = (edict("Cone Flip", H_TARGET, can=can_cone_flip, run=run_cone_flip),)
