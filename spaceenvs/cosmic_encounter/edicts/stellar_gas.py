"""Stellar Gas: neither consolation nor rewards."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.hooks import H_WON
from spaceenvs.cosmic_encounter.stack import Frame, end


@kernel
def can_stellar_gas(s: State, box: Box, p: int, about: int) -> bool:
    """There is a winner; asked at H_WON, before consolation and rewards (R79)."""
    return s.challenge.winner >= 0


@kernel
def run_stellar_gas(s: State, box: Box, f: Frame) -> None:
    """Neither consolation nor rewards are given."""
    s.challenge.stellar_gas = 1
    end(s)


PLAYS = (edict("Stellar Gas", H_WON, can=can_stellar_gas, run=run_stellar_gas),)
