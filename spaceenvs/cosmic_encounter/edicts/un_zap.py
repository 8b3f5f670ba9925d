"""Un-Zap: cancels a Zap."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.hooks import H_CANCEL
from spaceenvs.cosmic_encounter.uses import is_zap, run_cancel_use


@kernel
def can_un_zap(s: State, box: Box, p: int, about: int) -> bool:
    """A Zap is played."""
    return is_zap(about)


PLAYS = (edict("Un-Zap", H_CANCEL, can=can_un_zap, run=run_cancel_use),)
