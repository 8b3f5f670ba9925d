"""Obverse: turns the cone to its other side, after the target is chosen."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import power, super_, wild
from spaceenvs.cosmic_encounter.components import OBVERSE
from spaceenvs.cosmic_encounter.hooks import H_TARGET, H_WON
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import Frame, end


@kernel
def turn_cone(s: State) -> None:
    """The cone shows its other side."""
    s.challenge.dark = 1 - s.challenge.dark


@kernel
def can_obverse(s: State, box: Box, p: int, about: int) -> bool:
    """Once per challenge, only with the reverse cone."""
    return box.reverse_cone != 0 and not has(s.challenge.used, OBVERSE)


@kernel
def run_obverse(s: State, box: Box, f: Frame) -> None:
    """Turn the cone, and remember that it was done."""
    add(s.challenge.used, OBVERSE)
    turn_cone(s)
    end(s)


@kernel
def can_flare(s: State, box: Box, p: int, about: int) -> bool:
    """Only with the reverse cone."""
    return box.reverse_cone != 0


@kernel
def run_flare(s: State, box: Box, f: Frame) -> None:
    """Turn the cone."""
    turn_cone(s)
    end(s)


@kernel
def can_super(s: State, box: Box, p: int, about: int) -> bool:
    """The same, when there is a winner (R301)."""
    return box.reverse_cone != 0 and s.challenge.winner >= 0


PLAYS = (
    power("Obverse", H_TARGET, can=can_obverse, run=run_obverse),
    wild("Obverse", H_TARGET, can=can_flare, run=run_flare),
    super_("Obverse", H_WON, can=can_super, run=run_flare),
)
