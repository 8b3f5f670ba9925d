"""Industrialist: his losing Attacks pile up on his sheet, or he wins after all (R146)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, MANDATORY, Words, power, rule, super_, wild
from spaceenvs.cosmic_encounter.cards import MAIN, STACKED
from spaceenvs.cosmic_encounter.cells import set_cell
from spaceenvs.cosmic_encounter.components import INDUSTRIALIST, NUM_CHALLENGE
from spaceenvs.cosmic_encounter.hands import put_on_discard, take_openly
from spaceenvs.cosmic_encounter.hooks import H_OUT, H_OWN, H_VAL, H_WIN
from spaceenvs.cosmic_encounter.points import OUT_OF_PLAY
from spaceenvs.cosmic_encounter.results import has_lost_challenge
from spaceenvs.cosmic_encounter.sheets import memory_of
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    ask,
    end,
    is_main,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.stacks import (
    COMPROMISES,
    count_stacked,
    is_stack_empty,
    sum_stack,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.uses import run_enlarge

CELLS = ("stacked side",)  # the side + 1 whose main card goes on the stack in phase 9
MEMORY = (*(f"Attack kinds {2 * i} and {2 * i + 1}" for i in range(COMPROMISES)), "Compromises")
LET_WIN, ADD, SUBTRACT = 0, 0, 1  # the menus of the OPP and of his own
IS_DOUBLE = 1  # what its frame notes
D_INDUSTRIALIST = decision("D_INDUSTRIALIST")


@kernel
def can_add(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN who has revealed an Attack, with a stack."""
    return is_main(s, p) and not is_stack_empty(s, p)


@kernel
def run_add(s: State, box: Box, f: Frame) -> None:
    """V6: he adds or subtracts the printed values of the stack (Super: twice)."""
    c = s.challenge
    if f.at == 0:
        f.notes[IS_DOUBLE] = s.super_use
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, OPT + ADD)
        allow(s, OPT + SUBTRACT)
        ask(s, f, D_INDUSTRIALIST, f.who)
        return
    worth = sum_stack(s, box, f.who) * (1 + int(f.notes[IS_DOUBLE]))
    c.added_value[side_of(s, f.who)] += worth if s.answer == OPT + ADD else -worth
    end(s)


@kernel
def can_double(s: State, box: Box, p: int, about: int) -> bool:
    """The stack counts in the use that has been announced."""
    return s.stack[s.depth - 2].hook == H_VAL  # type: ignore[no-any-return]


@kernel
def run_concede(s: State, box: Box, f: Frame) -> None:
    """6.4 step 4: the OPP lets him win, or his Attack goes on the stack in phase 9."""
    side = side_of(s, f.who)
    if f.at == 0:
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, OPT + LET_WIN)
        allow(s, OPT + 1)
        ask(s, f, D_INDUSTRIALIST, opponent(s, f.who))
        return
    if s.answer == OPT + LET_WIN:
        s.challenge.winner = side
    else:
        set_cell(s, INDUSTRIALIST, STACKED, side + 1)
    end(s)


@kernel
def can_take_back(s: State, box: Box, p: int, about: int) -> bool:
    """Losing MAIN whose main card on the table counts as an Attack."""
    c = s.challenge
    if not is_main(s, p) or not has_lost_challenge(s, p):
        return False
    side = side_of(s, p)
    return c.card[side] >= 0 and c.attack[side, MAIN] != 0


@kernel
def run_take_back(s: State, box: Box, f: Frame) -> None:
    """The card comes into his hand."""
    c = s.challenge
    side = side_of(s, f.who)
    take_openly(s, f.who, c.card[side])
    c.card[side] = NOBODY
    end(s)


@kernel
def discard_stack(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """The sheet is out of play: its cards go on the discard pile, in ascending order."""
    for kind in range(NUM_CHALLENGE):
        for _ in range(count_stacked(s, holder, kind)):
            put_on_discard(s, kind)
    memory = memory_of(s, holder, INDUSTRIALIST)
    for i in range(COMPROMISES + 1):
        memory[i] = 0
    return value


PLAYS = (
    power("Industrialist", H_VAL, can=can_add, run=run_add, use=MANDATORY),
    power("Industrialist", H_WIN, run=run_concede, use=ANNOUNCED),
    wild("Industrialist", H_OUT, can=can_take_back, run=run_take_back),
    super_("Industrialist", H_OWN, can=can_double, run=run_enlarge),
)
WORDS = (
    Words(
        "D_INDUSTRIALIST",
        asked="Industrialist: whether he wins after all; later, what his stack does",
        menu=("let him win, or add the stack", "stack his card, or subtract the stack"),
    ),
)
RULES = (rule("Industrialist", OUT_OF_PLAY, discard_stack),)
