"""What was declared before and is carried out at the beginning of H_OUT (R123)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import WARRIOR
from spaceenvs.cosmic_encounter.hooks import H_OUT
from spaceenvs.cosmic_encounter.plays import DUE, is_condition_met
from spaceenvs.cosmic_encounter.sets import has
from spaceenvs.cosmic_encounter.stack import Frame, begin_effect, end

NEXT_DUE, NEXT_UP = 0, 1  # notes of CONSEQUENCES: the place in DUE; the next in timing order


@kernel
def run_consequences(s: State, box: Box, f: Frame) -> None:
    """CONSEQUENCES: one power after the other, each in timing order, without an announcement."""
    while f.notes[NEXT_DUE] < len(DUE):
        power = DUE[f.notes[NEXT_DUE]]
        is_due = power == WARRIOR or has(s.challenge.marked, power)  # points need no declaration
        while is_due and f.notes[NEXT_UP] < s.seats:
            p = s.challenge.order[f.notes[NEXT_UP]]
            f.notes[NEXT_UP] += 1
            if is_condition_met(s, box, H_OUT, power, p, 0):
                begin_effect(s, p, power, H_OUT)
                return
        f.notes[NEXT_DUE] += 1
        f.notes[NEXT_UP] = 0
    end(s)
