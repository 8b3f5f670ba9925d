"""Entrepreneur: Lucre for every token on the winning side; he spends as an ally too."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import MANDATORY, power, super_, wild
from spaceenvs.cosmic_encounter.hooks import H_OUT, H_OWN
from spaceenvs.cosmic_encounter.lucre import take_from_bank
from spaceenvs.cosmic_encounter.results import has_done_well
from spaceenvs.cosmic_encounter.stack import DEALT, Frame, end, is_main, side_of
from spaceenvs.cosmic_encounter.uses import run_enlarge

WILD_LUCRE = 4


@kernel
def can_entrepreneur(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally of the winning side, or MAIN who dealt (R29: allies of a deal get nothing)."""
    side = side_of(s, p)
    if side < 0 or box.lucre == 0:
        return False
    if s.challenge.outcome == DEALT:
        return is_main(s, p)
    return has_done_well(s, side)


@kernel
def run_entrepreneur(s: State, box: Box, f: Frame) -> None:
    """He takes as many Lucre as he had tokens in the challenge; his Super doubles it."""
    factor = 2 if s.super_use != 0 else 1
    s.super_use = 0
    take_from_bank(s, f.who, factor * int(s.challenge.engaged[f.who]))
    end(s)


@kernel
def run_wild_entrepreneur(s: State, box: Box, f: Frame) -> None:
    """He takes 4 Lucre from the bank."""
    take_from_bank(s, f.who, WILD_LUCRE)
    end(s)


PLAYS = (
    power("Entrepreneur", H_OUT, can=can_entrepreneur, run=run_entrepreneur, use=MANDATORY),
    wild("Entrepreneur", H_OUT, can=can_entrepreneur, run=run_wild_entrepreneur),
    super_("Entrepreneur", H_OWN, run=run_enlarge),
)
