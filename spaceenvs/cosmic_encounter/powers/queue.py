"""Queue: turns follow his line; he may be first in a window (R139)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, rule, super_, wild
from spaceenvs.cosmic_encounter.components import QUEUE
from spaceenvs.cosmic_encounter.hooks import H_END, H_NEXT, H_TIMING, SETUP
from spaceenvs.cosmic_encounter.points import NEXT_TURN
from spaceenvs.cosmic_encounter.sheets import Memory, has_power, memory_of
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_player,
    ask,
    end,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY

MEMORY = ("first", "second", "third", "fourth", "fifth", "sixth")  # seats + 1
PLACED = 1  # what the frame of the setup notes
MOVED = 1  # what the frame of a move in the line notes
D_QUEUE = decision("D_QUEUE")


@kernel
def find_in_line(s: State, line: Memory, p: int) -> int:
    """Return the place of a seat in the line, -1 if it has none."""
    for i in range(s.seats):
        if line[i] == p + 1:
            return i
    return NOBODY


@kernel
def run_setup(s: State, box: Box, f: Frame) -> None:
    """Write a line of all players in any order."""
    line = memory_of(s, f.who, QUEUE)
    if f.at == 1:
        f.at = 0
        line[f.notes[PLACED]] = answered_player(s) + 1
        f.notes[PLACED] += 1
    if f.notes[PLACED] == s.seats:
        end(s)
        return
    open_question(s)
    for q in range(s.seats):
        if find_in_line(s, line, q) < 0:
            allow(s, PLAYER + q)
    ask(s, f, D_QUEUE, f.who)


@kernel
def follow_line(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """The turn goes to the next one in the line."""
    line = memory_of(s, holder, QUEUE)
    place = find_in_line(s, line, p)
    if place < 0 or not has_power(s, holder, QUEUE):
        return value
    return int(line[(place + 1) % int(s.seats)]) - 1


@kernel
def can_move(s: State, box: Box, p: int, about: int) -> bool:
    """There is a line."""
    return memory_of(s, p, QUEUE)[0] != 0


@kernel
def run_move(s: State, box: Box, f: Frame) -> None:
    """Move one player by one place in the line, up or down."""
    line = memory_of(s, f.who, QUEUE)
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            allow(s, PLAYER + q)
        ask(s, f, D_QUEUE, f.who)
        return
    if f.at == 1:
        f.notes[MOVED] = answered_player(s)
        f.at = 2
    place = find_in_line(s, line, f.notes[MOVED])
    if f.at == 2:
        open_question(s)
        if place > 0:
            allow(s, OPT)
        if place < s.seats - 1:
            allow(s, OPT + 1)
        ask(s, f, D_QUEUE, f.who)
        return
    other = place - 1 if s.answer == OPT else place + 1
    moved = line[place]
    line[place] = line[other]
    line[other] = moved
    end(s)


@kernel
def run_first(s: State, box: Box, f: Frame) -> None:
    """He is first in the window (`windows.py`)."""
    end(s)


@kernel
def run_wild_queue(s: State, box: Box, f: Frame) -> None:
    """The next turn goes to a player of his choice."""
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            allow(s, PLAYER + q)
        ask(s, f, D_QUEUE, f.who)
        return
    s.next_turn = answered_player(s) + 1
    end(s)


@kernel
def run_super_queue(s: State, box: Box, f: Frame) -> None:
    """The next turn is his."""
    s.next_turn = f.who + 1
    end(s)


PLAYS = (
    power("Queue", SETUP, run=run_setup, use=ANNOUNCED),
    power("Queue", H_NEXT, can=can_move, run=run_move),
    power("Queue", H_TIMING, run=run_first, use=ANNOUNCED),
    wild("Queue", H_END, run=run_wild_queue),
    super_("Queue", H_END, run=run_super_queue),
)
RULES = (rule("Queue", NEXT_TURN, follow_line),)
WORDS = (
    Words(
        "D_QUEUE",
        asked="Queue: the next player in the line, whom to move in it, or to be first now",
        stop="wait for the timing order",
        yes="be first in this window",
        player="{}",
        menu=("up", "down"),
    ),
)
