"""Dictator: chooses the target system (R100).

Announced at 4.1 g, after the H_DEST window (`destiny.py`).
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_DICTATOR, PLAYER
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, power, super_, wild
from spaceenvs.cosmic_encounter.hooks import H_DEST, H_SYSTEM
from spaceenvs.cosmic_encounter.stack import Frame, allow, answered_player, ask, end, open_question
from spaceenvs.cosmic_encounter.targets import find_colour


@kernel
def run_dictator(s: State, box: Box, f: Frame) -> None:
    """Dictator: choose the target system, the OFF's own only if it was drawn (R100)."""
    c = s.challenge
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            if q != c.off or find_colour(s) == c.off:
                allow(s, PLAYER + q)
        ask(s, f, D_DICTATOR, f.who)
        return
    c.system = answered_player(s)
    end(s)


@kernel
def can_wild_dictator(s: State, box: Box, p: int, about: int) -> bool:
    """Not the OFF; a card is rejected once."""
    return p != s.challenge.off and s.challenge.rejected == 0


@kernel
def run_wild_dictator(s: State, box: Box, f: Frame) -> None:
    """The card is rejected."""
    s.challenge.rejected = 1
    s.window_over = 1  # R78
    end(s)


@kernel
def can_super_dictator(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF; not on a wild card, nor on a cone that fits several (4.1 g)."""
    return p == s.challenge.off and find_colour(s) >= 0


@kernel
def run_super_dictator(s: State, box: Box, f: Frame) -> None:
    """He chooses the system himself."""
    s.challenge.super_dictator = 1
    end(s)


PLAYS = (
    power("Dictator", H_SYSTEM, run=run_dictator, use=ANNOUNCED),
    wild("Dictator", H_DEST, can=can_wild_dictator, run=run_wild_dictator),
    super_("Dictator", H_DEST, can=can_super_dictator, run=run_super_dictator),
)
