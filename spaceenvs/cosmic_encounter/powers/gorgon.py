"""Gorgon: other players cannot move tokens away from its planets (R140)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, lasting, power, rule, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import GORGON, LOCATIONS, SITES, SLOTS
from spaceenvs.cosmic_encounter.hooks import H_LAUNCH, H_START
from spaceenvs.cosmic_encounter.points import HELD_FAST, NAILED, UNMOVED
from spaceenvs.cosmic_encounter.satellites import is_moon
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import Frame, allow, answered_place, ask, end, open_question

# Its cells: twice what is held (a planet + 1, or ALL_OF_HIS) and by whom (seat + 1).
CELLS = ("held", "held by", "held too", "held too by")
ENTRIES = (0, 2)
ALL_OF_HIS = LOCATIONS + 1
D_GORGON = decision("D_GORGON")


@kernel
def is_his(s: State, holder: int, place: int) -> bool:
    """Whether a place is a planet of his home system, or one on which he has a token."""
    if is_moon(place):
        return False
    return place // SLOTS == holder or s.tokens[holder, place] > 0


@kernel
def run_gorgon(s: State, box: Box, f: Frame) -> None:
    """The power holds from now on (`hold`); it is announced, so that it can be cancelled."""
    end(s)


@kernel
def hold(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Tokens of others cannot be moved from his planets."""
    is_held = holder != p and is_his(s, holder, about) and has_power(s, holder, GORGON)
    return max(value, UNMOVED) if is_held else value


@kernel
def hold_by_flare(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Wild: nor from the planet named. Super: they do not leave his planets in any way."""
    result = int(value)
    for entry in ENTRIES:
        what = get_cell(s, GORGON, entry)
        user = get_cell(s, GORGON, entry + 1) - 1
        if what == 0 or user == p:
            continue
        if what == about + 1:
            result = max(result, UNMOVED)
        elif what == ALL_OF_HIS and is_his(s, user, about):
            result = NAILED
    return result


@kernel
def write_entry(s: State, what: int, user: int) -> None:
    """Remember what a Flare holds until the end of the challenge."""
    entry = 0 if get_cell(s, GORGON, 0) == 0 else 2
    set_cell(s, GORGON, entry, what)
    set_cell(s, GORGON, entry + 1, int(user) + 1)


@kernel
def can_wild_gorgon(s: State, box: Box, p: int, about: int) -> bool:
    """In phase 3 (`about` is then 0)."""
    return about == 0


@kernel
def run_wild_gorgon(s: State, box: Box, f: Frame) -> None:
    """Name a planet: nobody else may take tokens from it, except by losing them."""
    if f.at == 0:
        open_question(s)
        for system in range(s.seats):
            for slot in range(SITES):
                place = system * SLOTS + slot
                if s.gone[place] == 0:
                    allow(s, LOC + place)
        ask(s, f, D_GORGON, f.who)
        return
    write_entry(s, answered_place(s) + 1, f.who)
    end(s)


@kernel
def run_super_gorgon(s: State, box: Box, f: Frame) -> None:
    """Tokens of others cannot leave his planets in any way; what would be lost there stays."""
    write_entry(s, ALL_OF_HIS, f.who)
    end(s)


PLAYS = (
    power("Gorgon", H_START, run=run_gorgon, use=MANDATORY),
    wild("Gorgon", H_LAUNCH, can=can_wild_gorgon, run=run_wild_gorgon),
    super_("Gorgon", H_START, run=run_super_gorgon),
)
RULES = (
    rule("Gorgon", HELD_FAST, hold),
    lasting("Gorgon", HELD_FAST, hold_by_flare),
)
WORDS = (
    Words("D_GORGON", asked="Gorgon: the planet that no token may leave", place="turn to stone"),
)
