"""Cosmic Zap: cancels a use of a power."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.hooks import H_CANCEL
from spaceenvs.cosmic_encounter.uses import EDICT, run_cancel_use


@kernel
def can_cosmic_zap(s: State, box: Box, p: int, about: int) -> bool:
    """A power is announced."""
    return about < EDICT


PLAYS = (edict("Cosmic Zap", H_CANCEL, can=can_cosmic_zap, run=run_cancel_use),)
