"""Moon Zap: cancels the effect of a moon as it starts (R215)."""

from __future__ import annotations

from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.hooks import H_MOON
from spaceenvs.cosmic_encounter.uses import run_cancel_use

PLAYS = (edict("Moon Zap", H_MOON, run=run_cancel_use),)
