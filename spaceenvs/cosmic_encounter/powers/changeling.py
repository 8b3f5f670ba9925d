"""Changeling: draws a card or exchanges power sheets with the OPP."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import CHANGELING
from spaceenvs.cosmic_encounter.hooks import H_DEF, H_OWN
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.sheets import (
    MAX_SWAPS,
    can_exchange,
    exchange_for_good,
    exchange_sheets,
)
from spaceenvs.cosmic_encounter.stack import (
    DRAW,
    Frame,
    allow,
    ask,
    call,
    end,
    is_main,
    open_question,
    opponent,
)
from spaceenvs.cosmic_encounter.uses import run_enlarge

CELLS = ("first swapped", "with", "second swapped", "with the second")  # seats + 1 (sheets.py)
D_CHANGELING = decision("D_CHANGELING")


@kernel
def can_changeling(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once per challenge."""
    return is_main(s, p) and not has(s.challenge.used, CHANGELING)


@kernel
def can_swap(s: State, p: int) -> bool:
    """Whether the Changeling's sheet can go to the OPP: a borrowed one cannot (R158)."""
    return s.power[p] == CHANGELING and can_exchange(s, p, opponent(s, p))


@kernel
def run_changeling(s: State, box: Box, f: Frame) -> None:
    """OPT_0: draw a card; OPT_1: exchange sheets for good; enlarged, both."""
    p = f.who
    if f.at == 0:
        add(s.challenge.used, CHANGELING)
        f.at = 2
    if f.at == 2:
        is_both = s.super_use != 0
        s.super_use = 0
        if is_both:
            end(s)
            call(s, DRAW, p, 1)
            exchange_for_good(s, box, p, opponent(s, p))
            return
        open_question(s)
        allow(s, OPT)
        if can_swap(s, p):
            allow(s, OPT + 1)
        ask(s, f, D_CHANGELING, p)
        return
    end(s)
    if s.answer == OPT:
        call(s, DRAW, p, 1)
    else:
        exchange_for_good(s, box, p, opponent(s, p))


@kernel
def can_wild_changeling(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN; both main players have sheets that can be exchanged."""
    is_room = get_cell(s, CHANGELING, 2 * (MAX_SWAPS - 1)) == 0
    return is_main(s, p) and is_room and can_exchange(s, p, opponent(s, p))


@kernel
def run_wild_changeling(s: State, box: Box, f: Frame) -> None:
    """The sheets are exchanged until the end of the challenge (R105)."""
    p, q = int(f.who), int(opponent(s, f.who))
    first = 0 if get_cell(s, CHANGELING, 0) == 0 else 2
    set_cell(s, CHANGELING, first, p + 1)
    set_cell(s, CHANGELING, first + 1, q + 1)
    exchange_sheets(s, box, p, q)
    end(s)


@kernel
def can_super_changeling(s: State, box: Box, p: int, about: int) -> bool:
    """There is a sheet to exchange with."""
    return can_swap(s, p)


PLAYS = (
    power("Changeling", H_DEF, can=can_changeling, run=run_changeling, use=MANDATORY),
    wild("Changeling", H_DEF, can=can_wild_changeling, run=run_wild_changeling),
    super_("Changeling", H_OWN, can=can_super_changeling, run=run_enlarge),
)
WORDS = (
    Words(
        "D_CHANGELING",
        asked="Changeling: draw a card or exchange power sheets",
        menu=("draw a card", "exchange power sheets"),
    ),
)
