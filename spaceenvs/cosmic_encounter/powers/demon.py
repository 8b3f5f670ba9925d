"""Demon: possesses a main player and selects his card, for a stake (R117, R123)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import choose_for
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import DEMON
from spaceenvs.cosmic_encounter.hands import see_hand
from spaceenvs.cosmic_encounter.hooks import H_END, H_OUT, H_OWN, H_PRE
from spaceenvs.cosmic_encounter.results import has_done_well
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import (
    DRAW,
    LOSE,
    RETURN,
    Frame,
    allow,
    answered_place,
    answered_player,
    ask,
    call,
    end,
    main_of,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import add_to_loss, allow_movable, has_movable, open_loss
from spaceenvs.cosmic_encounter.uses import run_enlarge

# Its cells: seat + 1 of who is possessed, of who does it, and where the stake came from + 1.
CELLS = ("possessed", "by", "stake from")
POSSESSED, BY, ORIGIN = 0, 1, 2
IS_FREE, WHOM, LEVEL, IS_WELL = 0, 1, 2, 3  # what its frames note
D_DEMON = decision("D_DEMON")


@kernel
def can_demon(s: State, box: Box, p: int, about: int) -> bool:
    """Not involved, once in a challenge (R121), with a token to stake."""
    return (
        side_of(s, p) < 0 and not has(s.challenge.used, DEMON) and has_movable(s, box, p)  # R140
    )


@kernel
def ask_for_main(s: State, f: Frame) -> None:
    """Ask for one of the main players; the caller has opened the question."""
    for side in range(2):
        allow(s, PLAYER + main_of(s, side))
    ask(s, f, D_DEMON, f.who)


@kernel
def run_demon(s: State, box: Box, f: Frame) -> None:
    """Whom to possess, and the token at stake."""
    if f.at == 0:
        add(s.challenge.used, DEMON)
        f.notes[IS_FREE] = s.super_use
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, PASS)
        ask_for_main(s, f)
        return
    if f.at == 3:
        if s.answer == PASS:
            end(s)
            return
        f.notes[WHOM] = answered_player(s)
        f.at = 6
        if f.notes[IS_FREE] == 0:
            if not has_movable(s, box, f.who):
                end(s)  # a cancel has cost his last token
                return
            f.at = 4
    if f.at == 4:
        open_question(s)
        allow_movable(s, box, f.who, NOBODY)
        ask(s, f, D_DEMON, f.who)
        return
    if f.at == 5:
        place = answered_place(s)
        s.tokens[f.who, place] -= 1
        s.away[f.who] += 1
        set_cell(s, DEMON, ORIGIN, place + 1)
    set_cell(s, DEMON, POSSESSED, f.notes[WHOM] + 1)
    set_cell(s, DEMON, BY, int(f.who) + 1)
    choose_for(s, f.who, f.notes[WHOM])
    see_hand(s, f.who, f.notes[WHOM])
    end(s)


@kernel
def is_possessing(s: State, box: Box, p: int, about: int) -> bool:
    """He possesses somebody in this challenge."""
    return get_cell(s, DEMON, BY) == p + 1


@kernel
def is_staked(s: State) -> bool:
    """Whether a token is at stake."""
    return get_cell(s, DEMON, ORIGIN) != 0


@kernel
def find_staker(s: State) -> int:
    """Return whose token it is."""
    return get_cell(s, DEMON, BY) - 1


@kernel
def take_up_stake(s: State, p: int) -> int:
    """The stake becomes a loss event, which may return; returns its number."""
    level = open_loss(s, p)
    add_to_loss(s, level, get_cell(s, DEMON, ORIGIN) - 1)
    s.away[p] -= 1
    set_cell(s, DEMON, ORIGIN, 0)
    return level


@kernel
def run_possession(s: State, box: Box, f: Frame) -> None:
    """Won or dealt: the stake returns and he draws a card; otherwise it is lost."""
    p = f.who
    if f.at == 0:
        is_well = has_done_well(s, side_of(s, get_cell(s, DEMON, POSSESSED) - 1))
        f.notes[IS_WELL] = 1 if is_well else 0
        set_cell(s, DEMON, POSSESSED, 0)
        f.at = 2
        if is_staked(s):
            f.notes[LEVEL] = take_up_stake(s, p)
            level = f.notes[LEVEL]
            set_cell(s, DEMON, BY, 0)
            if not is_well:
                end(s)
                call(s, LOSE, p, level)
                return
            f.at = 1
            call(s, RETURN, p, level)
            return
        set_cell(s, DEMON, BY, 0)
    if f.at == 1:
        s.losses -= 1
    is_well = f.notes[IS_WELL] != 0
    end(s)
    if is_well:
        call(s, DRAW, p, 1)


@kernel
def run_return_stake(s: State, box: Box, f: Frame) -> None:
    """R117: without H_OUT the stake returns."""
    if f.at == 0:
        f.at = 1
        call(s, RETURN, f.who, take_up_stake(s, f.who))
        return
    s.losses -= 1
    end(s)


@kernel
def can_wild_demon(s: State, box: Box, p: int, about: int) -> bool:
    """Not involved."""
    return side_of(s, p) < 0


@kernel
def run_wild_demon(s: State, box: Box, f: Frame) -> None:
    """Look at the hand of a main player."""
    if f.at == 0:
        open_question(s)
        ask_for_main(s, f)
        return
    see_hand(s, f.who, answered_player(s))
    end(s)


PLAYS = (
    power("Demon", H_PRE, can=can_demon, run=run_demon),
    power("Demon", H_OUT, can=is_possessing, run=run_possession, use=ANNOUNCED),
    power("Demon", H_END, run=run_return_stake, use=ANNOUNCED),
    wild("Demon", H_PRE, can=can_wild_demon, run=run_wild_demon),
    super_("Demon", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_DEMON",
        asked="Demon: whom to possess, the token at stake; wild Demon: whose hand to look at",
        stop="possess nobody",
        player="look into {}",
        place="stake a token from",
    ),
)
