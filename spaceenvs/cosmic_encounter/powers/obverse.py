"""Obverse: turns the cone to its other side."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import power, super_, wild
from spaceenvs.cosmic_encounter.components import POWERS
from spaceenvs.cosmic_encounter.hooks import H_TARGET, H_WON
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import Frame, end

OBVERSE = POWERS.index("Obverse")


@kernel
def can_turn_cone(s: State, box: Box, p: int, about: int) -> bool:
    """With the reverse cone only."""
    return box.reverse_cone != 0


@kernel
def can_obverse(s: State, box: Box, p: int, about: int) -> bool:
    """The same, once in a challenge."""
    return box.reverse_cone != 0 and not has(s.challenge.used, OBVERSE)


@kernel
def run_turn_cone(s: State, box: Box, f: Frame) -> None:
    """The cone shows its other side."""
    s.challenge.dark = 1 - s.challenge.dark
    end(s)


@kernel
def run_obverse(s: State, box: Box, f: Frame) -> None:
    """The same by the power."""
    add(s.challenge.used, OBVERSE)
    run_turn_cone(s, box, f)


PLAYS = (
    power("Obverse", H_TARGET, can=can_obverse, run=run_obverse),
    wild("Obverse", H_TARGET, can=can_turn_cone, run=run_turn_cone),
    super_("Obverse", H_WON, can=can_turn_cone, run=run_turn_cone),
)
