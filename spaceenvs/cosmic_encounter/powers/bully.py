"""Bully: chooses which tokens the losers lose (R108)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.cells import set_cell
from spaceenvs.cosmic_encounter.components import BULLY
from spaceenvs.cosmic_encounter.hooks import H_LOSS, H_OWN
from spaceenvs.cosmic_encounter.points import NAILED
from spaceenvs.cosmic_encounter.stack import (
    AA,
    LOSE,
    Frame,
    allow,
    answered_place,
    ask,
    begin_effect,
    call,
    defends_planet,
    end,
    is_main,
    main_of,
    open_question,
    opponent,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import (
    add_to_loss,
    allow_loose,
    begin_defeat,
    find_loss,
    is_won_from,
    return_some,
    take_first,
)
from spaceenvs.cosmic_encounter.uses import run_enlarge

CELLS = ("super",)
SUPER_BULLY = 0  # cell, 1: he chooses for the losing allies too
# What its frame notes: tokens in the challenge at first; picked there; an ally's seat + 1.
AT_FIRST, PICKED_THERE, ALLY = 1, 2, 3
D_BULLY = decision("D_BULLY")


@kernel
def can_bully(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN winner in AA, the loss event of his OPP."""
    if not is_main(s, p) or s.challenge.meeting != AA or not is_won_from(s, about, p):
        return False
    return s.loss_owner[about] == opponent(s, p)


@kernel
def bully_ally(s: State, q: int) -> None:
    """Super Bully: an ally's loss event begins with the picks (R108)."""
    begin_effect(s, main_of(s, s.challenge.winner), BULLY, H_LOSS)
    s.stack[s.depth - 1].notes[ALLY] = q + 1


@kernel
def spare_rest(s: State, q: int, level: int, count: int) -> bool:
    """The first tokens of the event are not lost; True if they have to return to bases."""
    if not defends_planet(s, q):  # the OFF, an ally, or the new DEF of a Delegator (R144)
        return count > 0
    for _ in range(count):
        s.tokens[q, s.challenge.target] += 1
        take_first(s, q, level)
    return False


@kernel
def run_bully(s: State, box: Box, f: Frame) -> None:
    """Pick as many tokens of the loser as he had in the challenge: these are lost instead."""
    if f.at == 0:
        if f.notes[ALLY] > 0:
            begin_defeat(s, box, f.notes[ALLY] - 1, 1 - s.challenge.winner)
        elif s.super_use != 0:
            set_cell(s, BULLY, SUPER_BULLY, 1)
        s.super_use = 0
        f.notes[AT_FIRST] = s.loss_count[find_loss(s)]
        f.at = 2
    level = find_loss(s)
    q = s.loss_owner[level]
    if f.at == 3:
        f.at = 2
        if s.answer == OPT:
            f.notes[PICKED_THERE] += 1
        else:
            s.tokens[q, answered_place(s)] -= 1
            add_to_loss(s, level, answered_place(s))
    picked = s.loss_count[level] - f.notes[AT_FIRST] + f.notes[PICKED_THERE]
    if f.at == 2:
        if picked < f.notes[AT_FIRST]:
            open_question(s)
            allow_loose(s, box, q, NOBODY, NAILED)
            if f.notes[PICKED_THERE] < f.notes[AT_FIRST]:
                allow(s, OPT)
            ask(s, f, D_BULLY, f.who)
            return
        f.at = 4
        spared = f.notes[AT_FIRST] - f.notes[PICKED_THERE]
        if spare_rest(s, q, level, spared):
            return_some(s, level, spared)
            return
    is_ally = f.notes[ALLY] > 0
    end(s)
    if is_ally:
        call(s, LOSE, q, level)


PLAYS = (
    power("Bully", H_LOSS, can=can_bully, run=run_bully),
    wild("Bully", H_LOSS, can=can_bully, run=run_bully),
    super_("Bully", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_BULLY",
        asked="which tokens are lost",
        place="take a token on",
        menu=("take a token in the challenge",),
    ),
)
