"""Connoisseur: draws more cards than he keeps (R131)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.hands import EXTRA
from spaceenvs.cosmic_encounter.hooks import H_DRAW, H_OWN
from spaceenvs.cosmic_encounter.stack import DRAW, Frame, end, find_frame
from spaceenvs.cosmic_encounter.uses import run_enlarge

MORE, MORE_BY_SUPER = 2, 4  # cards


@kernel
def can_connoisseur(s: State, box: Box, p: int, about: int) -> bool:
    """He is about to draw."""
    return about == p


@kernel
def run_connoisseur(s: State, box: Box, f: Frame) -> None:
    """More cards; he discards as many when they are drawn (`hands.py`)."""
    find_frame(s, DRAW).notes[EXTRA] += MORE_BY_SUPER if s.super_use != 0 else MORE
    s.super_use = 0
    end(s)


PLAYS = (
    power("Connoisseur", H_DRAW, can=can_connoisseur, run=run_connoisseur, use=MANDATORY),
    wild("Connoisseur", H_DRAW, can=can_connoisseur, run=run_connoisseur),
    super_("Connoisseur", H_OWN, run=run_enlarge),
)
WORDS = (
    Words("D_CONNOISSEUR", asked="Connoisseur: a card to discard of those drawn", card="discard"),
)
