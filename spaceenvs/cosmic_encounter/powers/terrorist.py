"""Terrorist: secret bombs, which go off when another player founds a base (R155; `bombs.py`)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.actions import LOC, decision
from spaceenvs.cosmic_encounter.blocks import (
    ANNOUNCED,
    MANDATORY,
    Words,
    power,
    rule,
    super_,
    wild,
)
from spaceenvs.cosmic_encounter.bombs import NUMBER, can_be_bombed, has_bomb, place_bomb, take_bomb
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import LOCATIONS, MAX_PLAYERS, SLOTS, TERRORIST
from spaceenvs.cosmic_encounter.hooks import H_LAND, SETUP
from spaceenvs.cosmic_encounter.points import REDRAW
from spaceenvs.cosmic_encounter.satellites import is_moon
from spaceenvs.cosmic_encounter.sheets import Memory, is_used_here, memory_of
from spaceenvs.cosmic_encounter.stack import (
    ABOUT,
    USE,
    WINDOW,
    Frame,
    allow,
    answered_place,
    ask,
    end,
    is_phase_8,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import (
    add_to_loss,
    is_new_base,
    landing_place,
    landing_player,
    lose_all_on,
    lose_from_planets,
    open_loss,
)

MEMORY = (*(f"bombs in system {system}" for system in range(MAX_PLAYERS)), "bombs")
SECRET = tuple(range(MAX_PLAYERS))
CELLS = ("went off",)
WENT_OFF = 0  # cell: the planet + 1 where a bomb went off last
BOMBS_PER_PLAYER = 2
PLACE, NEXT_UP = 1, 2  # what the frame of an explosion notes
D_TERRORIST = decision("D_TERRORIST")


@kernel
def allow_targets(s: State, memory: Memory, besides: int) -> None:
    """Make every planet without a bomb, but one, a legal answer."""
    for place in range(s.seats * SLOTS):
        if place != besides and can_be_bombed(s, memory, place):
            allow(s, LOC + place)


@kernel
def run_setup(s: State, box: Box, f: Frame) -> None:
    """Place two bombs for every player in the game, at most one on a planet."""
    memory = memory_of(s, f.who, TERRORIST)
    if f.at == 1:
        f.at = 0
        place_bomb(memory, answered_place(s))
    if memory[NUMBER] >= BOMBS_PER_PLAYER * s.seats:
        end(s)
        return
    open_question(s)
    allow_targets(s, memory, NOBODY)
    ask(s, f, D_TERRORIST, f.who)


@kernel
def can_explode(s: State, box: Box, p: int, about: int) -> bool:
    """Another player has founded a base on a bombed planet."""
    is_other = landing_player(about) != p and is_new_base(about)
    return is_other and has_bomb(memory_of(s, p, TERRORIST), landing_place(about))


@kernel
def run_explode(s: State, box: Box, f: Frame) -> None:
    """All tokens there but his own are lost, in timing order; the bomb is spent."""
    c = s.challenge
    if f.at == 0:
        f.at = 1
        window = s.stack[s.depth - 3]  # below the use and its effect
        f.notes[PLACE] = landing_place(window.notes[ABOUT])
        take_bomb(memory_of(s, f.who, TERRORIST), f.notes[PLACE])
        set_cell(s, TERRORIST, WENT_OFF, f.notes[PLACE] + 1)
    place = int(f.notes[PLACE])
    while f.notes[NEXT_UP] < s.seats:
        q = c.order[f.notes[NEXT_UP]]
        f.notes[NEXT_UP] += 1
        if q != f.who and s.tokens[q, place] > 0:
            if place == c.landed_at[q]:
                c.landed[q] = 0
            lose_all_on(s, box, q, place)
            return
    end(s)


@kernel
def can_wild_terrorist(s: State, box: Box, p: int, about: int) -> bool:
    """Another player has landed on a planet of his home system, and is still there."""
    q, place = landing_player(about), landing_place(about)
    is_his = place // SLOTS == p and not is_moon(place)
    return q != p and is_his and is_phase_8(s) and s.tokens[q, place] > 0


@kernel
def run_wild_terrorist(s: State, box: Box, f: Frame) -> None:
    """One of his tokens there is lost."""
    about = int(s.stack[s.depth - 3].notes[ABOUT])
    q, place = landing_player(about), landing_place(about)
    end(s)
    if s.tokens[q, place] > 0:
        level = open_loss(s, q)
        s.tokens[q, place] -= 1
        add_to_loss(s, level, place)
        lose_from_planets(s, box, q, level)


@kernel
def can_super_terrorist(s: State, box: Box, p: int, about: int) -> bool:
    """One of his bombs has gone off in this window, and there is another planet for it."""
    place = landing_place(about)
    if not is_phase_8(s) or not is_used_here(s, p, TERRORIST):
        return False
    if get_cell(s, TERRORIST, WENT_OFF) != place + 1:
        return False
    memory = memory_of(s, p, TERRORIST)
    for other in range(s.seats * SLOTS):
        if other != place and can_be_bombed(s, memory, other):
            return True
    return False


@kernel
def run_super_terrorist(s: State, box: Box, f: Frame) -> None:
    """The bomb is placed on another planet."""
    memory = memory_of(s, f.who, TERRORIST)
    if f.at == 0:
        open_question(s)
        allow_targets(s, memory, get_cell(s, TERRORIST, WENT_OFF) - 1)
        ask(s, f, D_TERRORIST, f.who)
        return
    place_bomb(memory, answered_place(s))
    end(s)


@kernel
def find_exposed(s: State) -> int:
    """Return the planet whose bomb is announced to go off now, -1 if none is."""
    for i in range(1, s.depth):
        f = s.stack[i]
        if f.kind == USE and f.play == TERRORIST and s.stack[i - 1].kind == WINDOW:
            return landing_place(s.stack[i - 1].notes[ABOUT])
    return NOBODY


@kernel
def redraw(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Others know how many bombs there are, and one that has been announced."""
    if p == holder:
        return value
    memory = memory_of(s, holder, TERRORIST)
    exposed = find_exposed(s)
    is_kept = exposed >= 0 and has_bomb(memory, exposed)
    count = int(memory[NUMBER])
    for i in range(NUMBER + 1):
        memory[i] = 0
    if is_kept:
        place_bomb(memory, exposed)
    while memory[NUMBER] < count:
        candidates = 0
        for place in range(LOCATIONS):
            candidates += 1 if can_be_bombed(s, memory, place) else 0
        left = pick(s.rng, candidates)
        for place in range(LOCATIONS):
            if can_be_bombed(s, memory, place):
                if left == 0:
                    place_bomb(memory, place)
                    break
                left -= 1
    return value


PLAYS = (
    power("Terrorist", SETUP, run=run_setup, use=ANNOUNCED),
    power("Terrorist", H_LAND, can=can_explode, run=run_explode, use=MANDATORY),
    wild("Terrorist", H_LAND, can=can_wild_terrorist, run=run_wild_terrorist),
    super_("Terrorist", H_LAND, can=can_super_terrorist, run=run_super_terrorist),
)
RULES = (rule("Terrorist", REDRAW, redraw),)
WORDS = (Words("D_TERRORIST", asked="Terrorist: the planets to bomb", place="bomb"),)
