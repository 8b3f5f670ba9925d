"""Market Crash: everybody returns half of his Lucre."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.hooks import H_START
from spaceenvs.cosmic_encounter.lucre import pay_bank
from spaceenvs.cosmic_encounter.stack import Frame, end


@kernel
def run_market_crash(s: State, box: Box, f: Frame) -> None:
    """Every player returns half his Lucre, rounded down, to the bank."""
    for p in range(s.seats):
        pay_bank(s, p, int(s.lucre[p]) // 2)
    end(s)


PLAYS = (edict("Market Crash", H_START, run=run_market_crash),)
