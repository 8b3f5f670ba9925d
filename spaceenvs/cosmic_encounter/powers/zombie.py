"""Zombie: his tokens return instead of going to the Warp (R24).

His part in a deal, freed tokens, is announced when the deal is carried out (`deal.py`).
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_RETURN, PASS, YES, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.hooks import H_AGREED, H_ALLIED, H_LOSS
from spaceenvs.cosmic_encounter.stack import (
    RETURN,
    Frame,
    allow,
    allow_bases,
    answered_place,
    ask,
    call,
    end,
    has_base,
    is_ally,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY
from spaceenvs.cosmic_encounter.tokens import commit_to_ring, commit_token, find_loss, take_first
from spaceenvs.cosmic_encounter.uses import can_as_main

NEXT_UP = 1  # what the frame of the super flare notes
D_ZOMBIE = decision("D_ZOMBIE")


@kernel
def can_zombie(s: State, box: Box, p: int, about: int) -> bool:
    """His loss event holds tokens."""
    return s.loss_count[about] > 0 and p == s.loss_owner[about]


@kernel
def run_zombie(s: State, box: Box, f: Frame) -> None:
    """The tokens return to his bases; they are not lost (R24)."""
    level = find_loss(s)
    if f.at == 0:
        f.at = 1
        call(s, RETURN, f.who, level)
        return
    s.loss_saved[level] += s.result
    end(s)


@kernel
def run_zombie_deal(s: State, box: Box, f: Frame) -> None:
    """The tokens of the OPP are freed (`deal.py`)."""
    end(s)


@kernel
def can_wild_zombie(s: State, box: Box, p: int, about: int) -> bool:
    """His loss event holds tokens, and he has a base."""
    return can_zombie(s, box, p, about) and has_base(s, p)


@kernel
def run_wild_zombie(s: State, box: Box, f: Frame) -> None:
    """Wild Zombie: one token goes to a base of his choice and is not lost."""
    if f.at == 0:
        open_question(s)
        allow_bases(s, f.who, NOBODY)
        ask(s, f, D_RETURN, f.who)
        return
    level = find_loss(s)
    s.tokens[f.who, answered_place(s)] += 1
    take_first(s, f.who, level)
    s.loss_saved[level] += 1
    end(s)


@kernel
def run_super_zombie(s: State, box: Box, f: Frame) -> None:
    """Super Zombie: each ally of his may add a token from the Warp."""
    c = s.challenge
    side = side_of(s, f.who)
    if f.at == 1:
        f.at = 0
        q = c.order[f.notes[NEXT_UP]]
        if s.answer == YES:
            s.warp[q] -= 1
            if c.on_ring[q] > 0 and side == DEFENCE:  # R116
                commit_to_ring(s, q, NOBODY)
            else:
                commit_token(s, q, NOBODY)
        f.notes[NEXT_UP] += 1
    while f.notes[NEXT_UP] < s.seats:
        q = c.order[f.notes[NEXT_UP]]
        if is_ally(s, q, side) and s.warp[q] > 0:
            open_question(s)
            allow(s, PASS)
            allow(s, YES)
            ask(s, f, D_ZOMBIE, q)
            return
        f.notes[NEXT_UP] += 1
    end(s)


PLAYS = (
    power("Zombie", H_LOSS, can=can_zombie, run=run_zombie, use=MANDATORY),
    power("Zombie", H_AGREED, run=run_zombie_deal, use=ANNOUNCED),
    wild("Zombie", H_LOSS, can=can_wild_zombie, run=run_wild_zombie),
    super_("Zombie", H_ALLIED, can=can_as_main, run=run_super_zombie),
)
WORDS = (
    Words(
        "D_ZOMBIE",
        asked="super Zombie: whether to add a token from the Warp",
        stop="leave the token",
        yes="add the token",
    ),
)
