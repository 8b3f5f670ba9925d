"""Force Field: ends alliances (R307)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, edict
from spaceenvs.cosmic_encounter.hooks import H_ALLIED
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_player,
    ask,
    end,
    open_question,
    with_seat,
)
from spaceenvs.cosmic_encounter.tokens import send_home

THROWN_OUT = 1  # what its frame notes: how many; `seats` holds who
D_FORCE_FIELD = decision("D_FORCE_FIELD")


@kernel
def is_anybody_allied(s: State) -> bool:
    """Whether there is an ally."""
    for q in range(s.seats):
        if s.challenge.ally[q] != 0:
            return True
    return False


@kernel
def can_force_field(s: State, box: Box, p: int, about: int) -> bool:
    """There is an ally."""
    return is_anybody_allied(s)


@kernel
def run_force_field(s: State, box: Box, f: Frame) -> None:
    """Force Field: end one or more alliances; then those tokens return."""
    c = s.challenge
    if f.at == 1:
        if s.answer == PASS:
            f.at = 2
        else:
            f.at = 0
            q = answered_player(s)
            f.seats = with_seat(f.seats, q)
            f.notes[THROWN_OUT] += 1
            c.ally[q] = 0
    if f.at == 0:
        open_question(s)
        if f.notes[THROWN_OUT] > 0:
            allow(s, PASS)
        for q in range(s.seats):
            if c.ally[q] != 0:
                allow(s, PLAYER + q)
        ask(s, f, D_FORCE_FIELD, f.who)
        return
    thrown_out = f.seats
    end(s)
    send_home(s, thrown_out)


PLAYS = (edict("Force Field", H_ALLIED, can=can_force_field, run=run_force_field),)
WORDS = (
    Words(
        "D_FORCE_FIELD",
        asked="Force Field: the allies to throw out, one by one",
        stop="no more allies",
        player="throw out {}",
    ),
)
