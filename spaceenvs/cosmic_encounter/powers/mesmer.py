"""Mesmer: plays any Edict as any other one (R107); the rest stands in `windows.py`."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import EDICTS
from spaceenvs.cosmic_encounter.hooks import H_EDICT
from spaceenvs.cosmic_encounter.stack import MESMERISE, Frame, call, end


@kernel
def mesmerise(s: State, f: Frame, is_flare_itself: int) -> None:
    """Choose the card, unless it is the Flare, and what it is played as."""
    p, hook = f.who, f.hook
    end(s)
    call(s, MESMERISE, p, is_flare_itself)
    s.stack[s.depth - 1].hook = hook


@kernel
def run_mesmer(s: State, box: Box, f: Frame) -> None:
    """An Edict of the hand as another one."""
    mesmerise(s, f, 0)


@kernel
def run_super_mesmer(s: State, box: Box, f: Frame) -> None:
    """The Flare itself as an Edict."""
    mesmerise(s, f, 1)


PLAYS = (
    power("Mesmer", H_EDICT, run=run_mesmer),
    wild("Mesmer", H_EDICT, run=run_mesmer),
    super_("Mesmer", H_EDICT, run=run_super_mesmer),
)
WORDS = (
    Words(
        "D_MESMER",
        asked="Mesmer: the Edict to play as another one, and as which",
        card="take",
        menu=tuple(f"play it as {name}" for name in EDICTS),
    ),
)
