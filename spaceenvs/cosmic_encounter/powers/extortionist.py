"""Extortionist: takes half of what somebody has just taken, unless he is paid (R130)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.actions import PASS, YES, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import KINDS
from spaceenvs.cosmic_encounter.hands import (
    count_still_taken,
    count_taken,
    give_card,
    taker_of,
    taking_of,
)
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_TAKEN
from spaceenvs.cosmic_encounter.stack import (
    ABOUT,
    WINDOW,
    Frame,
    allow,
    allow_bases,
    answered_place,
    ask,
    end,
    find_frame,
    has_base,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import add_to_loss, lose_from_planets, open_loss
from spaceenvs.cosmic_encounter.uses import run_enlarge

D_EXTORTIONIST = decision("D_EXTORTIONIST")


@kernel
def can_extort(s: State, box: Box, p: int, about: int) -> bool:
    """Another player has taken cards, and still holds two of them."""
    victim = taker_of(about)
    return victim != p and count_taken(s, victim, taking_of(about)) > 1


@kernel
def take_half(s: State, taker: int, victim: int, level: int) -> None:
    """Half of them, rounded down, at random, one after the other by action id (6.17)."""
    held = count_taken(s, victim, level)
    for i in range(held // 2):
        left = pick(s.rng, held - i)
        for k in range(KINDS):
            left -= count_still_taken(s, victim, level, k)
            if left < 0:
                s.taken[level, k] -= 1
                give_card(s, victim, taker, k)
                break


@kernel
def run_extortionist(s: State, box: Box, f: Frame) -> None:
    """The victim may give up a token instead; not with the Super."""
    about = int(find_frame(s, WINDOW).notes[ABOUT])
    victim = taker_of(about)
    if f.at == 0:
        f.at = 6 if s.super_use != 0 or not has_base(s, victim) else 2
        s.super_use = 0
    if f.at == 2:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_EXTORTIONIST, victim)
        return
    if f.at == 3:
        f.at = 4 if s.answer == YES else 6
    if f.at == 4:
        open_question(s)
        allow_bases(s, victim, NOBODY)
        ask(s, f, D_EXTORTIONIST, f.who)
        return
    if f.at == 5:
        place = answered_place(s)
        level = open_loss(s, victim)
        s.tokens[victim, place] -= 1
        add_to_loss(s, level, place)
        end(s)
        lose_from_planets(s, box, victim, level)
        return
    take_half(s, f.who, victim, taking_of(about))
    end(s)


@kernel
def run_wild_extortionist(s: State, box: Box, f: Frame) -> None:
    """Half of them, without a way out."""
    about = int(find_frame(s, WINDOW).notes[ABOUT])
    take_half(s, f.who, taker_of(about), taking_of(about))
    end(s)


PLAYS = (
    power("Extortionist", H_TAKEN, can=can_extort, run=run_extortionist),
    wild("Extortionist", H_TAKEN, can=can_extort, run=run_wild_extortionist),
    super_("Extortionist", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_EXTORTIONIST",
        asked="Extortionist: whether to give up a token instead of cards; the token",
        stop="let him take the cards",
        yes="give up a token",
        place="take a token on",
    ),
)
