"""Serpent: charms a player before the invitations (R159; D_ALLY in `launch.py`)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, claim_seat_cells, power, super_, wild
from spaceenvs.cosmic_encounter.hooks import H_INV, H_OWN
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_player,
    ask,
    end,
    has_base,
    has_seat,
    is_main,
    open_question,
    side_of,
    with_seat,
)
from spaceenvs.cosmic_encounter.uses import run_enlarge

CHARM = claim_seat_cells()  # side + 1 of the Serpent, or BARRED
BARRED = 3
LEFT = 1  # what its frame notes; `seats` holds who is charmed by this use
D_SERPENT = decision("D_SERPENT")


@kernel
def can_serpent(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, and another player has tokens on bases."""
    if not is_main(s, p):
        return False
    for q in range(s.seats):
        if not is_main(s, q) and has_base(s, q):
            return True
    return False


@kernel
def run_serpent(s: State, box: Box, f: Frame) -> None:
    """Charm one player; Super: two."""
    if f.at == 0:
        f.notes[LEFT] = 2 if s.super_use != 0 else 1
        s.super_use = 0
        f.at = 2
    if f.at == 3:
        f.at = 2
        if s.answer == PASS:
            end(s)
            return
        q = answered_player(s)
        s.challenge.cells[CHARM + q] = side_of(s, f.who) + 1
        f.seats = with_seat(f.seats, q)
        f.notes[LEFT] -= 1
    if f.notes[LEFT] == 0:
        end(s)
        return
    open_question(s)
    allow(s, PASS)
    for q in range(s.seats):
        if not is_main(s, q) and has_base(s, q) and not has_seat(f.seats, q):
            allow(s, PLAYER + q)
    ask(s, f, D_SERPENT, f.who)


@kernel
def is_charmed(s: State, q: int) -> bool:
    """Whether a Serpent decides whom the player may join."""
    return s.challenge.cells[CHARM + q] != 0


@kernel
def is_charmed_to(s: State, q: int, side: int) -> bool:
    """Whether a charmed player has to join a side: that of the Serpent who invited him."""
    c = s.challenge
    return c.cells[CHARM + q] == side + 1 and c.invited[side, q] != 0


@kernel
def can_wild_serpent(s: State, box: Box, p: int, about: int) -> bool:
    """There is a player who is not a main player, other than he."""
    for q in range(s.seats):
        if q != p and not is_main(s, q):
            return True
    return False


@kernel
def run_wild_serpent(s: State, box: Box, f: Frame) -> None:
    """One player may not ally."""
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            if q != f.who and not is_main(s, q):
                allow(s, PLAYER + q)
        ask(s, f, D_SERPENT, f.who)
        return
    s.challenge.cells[CHARM + answered_player(s)] = BARRED
    end(s)


PLAYS = (
    power("Serpent", H_INV, can=can_serpent, run=run_serpent),
    wild("Serpent", H_INV, can=can_wild_serpent, run=run_wild_serpent),
    super_("Serpent", H_OWN, run=run_enlarge),
)
WORDS = (Words("D_SERPENT", asked="whom to charm", stop="charm nobody", player="charm seat"),)
