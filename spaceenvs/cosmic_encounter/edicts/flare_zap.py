"""Flare Zap: cancels a Flare or an Edict."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.components import UN_ZAP
from spaceenvs.cosmic_encounter.hooks import H_CANCEL
from spaceenvs.cosmic_encounter.uses import EDICT, is_zap, run_cancel_use


@kernel
def can_flare_zap(s: State, box: Box, p: int, about: int) -> bool:
    """An Edict or Flare, but not a card with Zap in its name."""
    return about >= EDICT and not is_zap(about) and about != EDICT + UN_ZAP


PLAYS = (edict("Flare Zap", H_CANCEL, can=can_flare_zap, run=run_cancel_use),)
