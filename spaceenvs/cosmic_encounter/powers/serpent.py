"""Serpent: charms a player before the invitations (R159)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, lasting, power, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import POWERS
from spaceenvs.cosmic_encounter.hooks import H_INV, H_OWN
from spaceenvs.cosmic_encounter.points import ALLY_CHOICES, STAY_OUT
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

SERPENT = POWERS.index("Serpent")
# Its cells, sets of seats: charmed to a side (+ side), may not ally by the wild Flare.
CHARMED, BARRED = 0, 2
LEFT, IS_DOUBLE = 1, 2  # what its frame notes; `seats` holds who is charmed by this use
D_SERPENT = decision("D_SERPENT")


@kernel
def count_charmable(s: State) -> int:
    """Count the non-main players with tokens on bases."""
    count = 0
    for q in range(s.seats):
        if not is_main(s, q) and has_base(s, q):
            count += 1
    return count


@kernel
def can_serpent(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, and another player has tokens on bases."""
    return is_main(s, p) and count_charmable(s) > 0


@kernel
def can_super_serpent(s: State, box: Box, p: int, about: int) -> bool:
    """There are two players to charm."""
    return count_charmable(s) > 1


@kernel
def add_to_cell(s: State, cell: int, q: int) -> None:
    """Add a seat to a set of seats in a cell."""
    set_cell(s, SERPENT, cell, with_seat(get_cell(s, SERPENT, cell), q))


@kernel
def run_serpent(s: State, box: Box, f: Frame) -> None:
    """Charm one player; Super: two."""
    if f.at == 0:
        f.notes[IS_DOUBLE] = s.super_use
        f.notes[LEFT] = 2 if s.super_use != 0 else 1
        s.super_use = 0
        f.at = 2
    if f.at == 3:
        f.at = 2
        if s.answer == PASS:
            end(s)
            return
        q = answered_player(s)
        add_to_cell(s, CHARMED + side_of(s, f.who), q)
        f.seats = with_seat(f.seats, q)
        f.notes[LEFT] -= 1
    if f.notes[LEFT] == 0:
        end(s)
        return
    open_question(s)
    if f.notes[IS_DOUBLE] == 0:
        allow(s, PASS)
    for q in range(s.seats):
        if not is_main(s, q) and has_base(s, q) and not has_seat(f.seats, q):
            allow(s, PLAYER + q)
    ask(s, f, D_SERPENT, f.who)


@kernel
def bind_choices(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """R159: a charmed player has the side of the Serpent that invited him, or none."""
    if has_seat(get_cell(s, SERPENT, BARRED), p):
        return STAY_OUT
    choices = value
    for side in range(2):
        if has_seat(get_cell(s, SERPENT, CHARMED + side), p):
            is_invited = s.challenge.invited[side, p] != 0
            choices = 1 << side if is_invited else STAY_OUT
    return choices


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
    add_to_cell(s, BARRED, answered_player(s))
    end(s)


PLAYS = (
    power("Serpent", H_INV, can=can_serpent, run=run_serpent),
    wild("Serpent", H_INV, can=can_wild_serpent, run=run_wild_serpent),
    super_("Serpent", H_OWN, can=can_super_serpent, run=run_enlarge),
)
WORDS = (
    Words("D_SERPENT", asked="Serpent: whom to charm", stop="charm nobody", player="charm {}"),
)
RULES = (lasting("Serpent", ALLY_CHOICES, bind_choices),)
