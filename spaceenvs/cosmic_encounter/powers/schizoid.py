"""Schizoid: a secret condition decides who wins (7.4, R137)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, rule, super_, wild
from spaceenvs.cosmic_encounter.components import SCHIZOID
from spaceenvs.cosmic_encounter.hands import see_hand
from spaceenvs.cosmic_encounter.hooks import H_INV, H_START, SETUP
from spaceenvs.cosmic_encounter.points import REDRAW
from spaceenvs.cosmic_encounter.scoring import CONDITION, CONDITIONS, is_fulfilled_by_nobody
from spaceenvs.cosmic_encounter.sheets import memory_of
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_others,
    answered_player,
    ask,
    end,
    open_question,
)

MEMORY = ("condition",)
SECRET = True
D_SCHIZOID = decision("D_SCHIZOID")


@kernel
def run_choose(s: State, box: Box, f: Frame) -> None:
    """Choose one of the six conditions, secretly."""
    if f.at == 0:
        open_question(s)
        for condition in range(CONDITIONS):
            allow(s, OPT + condition)
        ask(s, f, D_SCHIZOID, f.who)
        return
    memory_of(s, f.who, SCHIZOID)[CONDITION] = s.answer - OPT
    end(s)


@kernel
def redraw(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Any condition is possible but one that would have ended the game, if it is not his."""
    memory = memory_of(s, holder, SCHIZOID)
    own = int(memory[CONDITION])
    if p == holder:
        return value
    count = 0
    for condition in range(CONDITIONS):
        if condition == own or is_fulfilled_by_nobody(s, condition):
            count += 1
    left = pick(s.rng, count)
    for condition in range(CONDITIONS):
        if condition == own or is_fulfilled_by_nobody(s, condition):
            if left == 0:
                memory[CONDITION] = condition
            left -= 1
    return value


@kernel
def run_wild_schizoid(s: State, box: Box, f: Frame) -> None:
    """Look at the hand of another player."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_SCHIZOID, f.who)
        return
    see_hand(s, f.who, answered_player(s))
    end(s)


PLAYS = (
    power("Schizoid", SETUP, run=run_choose, use=ANNOUNCED),
    wild("Schizoid", H_INV, run=run_wild_schizoid),
    super_("Schizoid", H_START, run=run_choose),
)
RULES = (rule("Schizoid", REDRAW, redraw),)
WORDS = (
    Words(
        "D_SCHIZOID",
        asked="Schizoid: the condition of victory, or whose hand to look at",
        player="look at the hand of {}",
        menu=(
            "five external bases",
            "four external and four home bases",
            "four external bases in three systems",
            "six external bases",
            "four external bases and at most two tokens in the Warp",
            "three external bases and ten cards",
        ),
    ),
)
