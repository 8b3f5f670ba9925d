"""Prophet: predicts who wins, for a base (R123, R136)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, OPT, PASS, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import PROPHET, SITES, SLOTS
from spaceenvs.cosmic_encounter.hexes import can_settle_on
from spaceenvs.cosmic_encounter.hooks import H_OUT, H_OWN, H_PRE
from spaceenvs.cosmic_encounter.results import has_done_well
from spaceenvs.cosmic_encounter.stack import (
    LAND,
    REWARD,
    Frame,
    allow,
    answered_place,
    ask,
    call,
    end,
    has_seat,
    main_of,
    open_question,
    side_of,
    with_seat,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE
from spaceenvs.cosmic_encounter.tokens import choose_loss, has_movable
from spaceenvs.cosmic_encounter.uses import run_enlarge

# Its cells are sets of seats: who predicted the offence, the defence (PREDICTED + side); who did
# it by the wild Flare; whom a wrong prediction costs nothing (Super).
PREDICTED, BY_WILD, SAFE = 0, 2, 3
IS_DECLARED = True  # R121
PRICE = 2  # tokens
REWARDS = 2
D_PROPHET = decision("D_PROPHET")


@kernel
def has_predicted(s: State, p: int, side: int) -> bool:
    """Whether a player has predicted this side."""
    return has_seat(get_cell(s, PROPHET, PREDICTED + side), p)


@kernel
def can_come_true(s: State, box: Box, p: int, about: int) -> bool:
    """He has predicted something."""
    return has_predicted(s, p, OFFENCE) or has_predicted(s, p, DEFENCE)


@kernel
def can_predict(s: State, box: Box, p: int, about: int) -> bool:
    """Not involved, and no prediction yet."""
    return side_of(s, p) < 0 and not can_come_true(s, box, p, about)


@kernel
def mark_seat(s: State, cell: int, p: int) -> None:
    """Put a player into one of the sets."""
    set_cell(s, PROPHET, cell, with_seat(get_cell(s, PROPHET, cell), p))


@kernel
def run_prophet(s: State, box: Box, f: Frame) -> None:
    """A prediction, or none after all."""
    if f.at == 0:
        if s.super_use != 0:
            mark_seat(s, SAFE, f.who)
            s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, PASS)
        allow(s, OPT + OFFENCE)
        allow(s, OPT + DEFENCE)
        ask(s, f, D_PROPHET, f.who)
        return
    if s.answer != PASS:
        mark_seat(s, PREDICTED + s.answer - OPT, f.who)
    end(s)


@kernel
def run_wild_prophet(s: State, box: Box, f: Frame) -> None:
    """A prediction for rewards."""
    if f.at == 0:
        open_question(s)
        allow(s, OPT + OFFENCE)
        allow(s, OPT + DEFENCE)
        ask(s, f, D_PROPHET, f.who)
        return
    mark_seat(s, PREDICTED + s.answer - OPT, f.who)
    mark_seat(s, BY_WILD, f.who)
    end(s)


@kernel
def run_come_true(s: State, box: Box, f: Frame) -> None:
    """A base or a loss by the power, rewards by the Flare."""
    p = f.who
    if f.at == 0:
        is_right = has_done_well(s, OFFENCE if has_predicted(s, p, OFFENCE) else DEFENCE)
        if has_seat(get_cell(s, PROPHET, BY_WILD), p):
            end(s)
            if is_right:
                call(s, REWARD, p, REWARDS)
            return
        if not is_right:
            end(s)
            if not has_seat(get_cell(s, PROPHET, SAFE), p):
                choose_loss(s, p, PRICE, find_judge(s), 0)
            return
        f.at = 2
    if f.at == 2:
        open_question(s)
        if has_movable(s, box, p):  # R136
            allow_new_bases(s, p)
        if s.choices > 0 or s.asked_again != 0:
            ask(s, f, D_PROPHET, p)
            return
        end(s)  # R136
        return
    place = answered_place(s)
    end(s)
    call(s, LAND, p, place)


@kernel
def find_judge(s: State) -> int:
    """Return who chooses the tokens of a wrong Prophet: the winning main player, else the OFF."""
    c = s.challenge
    return main_of(s, c.winner) if c.winner >= 0 else int(c.off)


@kernel
def allow_new_bases(s: State, p: int) -> None:
    """Make every planet without a base of his a legal answer."""
    for system in range(s.seats):
        for slot in range(SITES):
            place = system * SLOTS + slot
            if can_settle_on(s, p, place):
                allow(s, LOC + place)


PLAYS = (
    power("Prophet", H_PRE, can=can_predict, run=run_prophet),
    power("Prophet", H_OUT, can=can_come_true, run=run_come_true, use=ANNOUNCED),
    wild("Prophet", H_PRE, can=can_predict, run=run_wild_prophet),
    super_("Prophet", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_PROPHET",
        asked="Prophet: who wins; later, where the base is",
        stop="predict nothing",
        place="a base on",
        menu=("predict the offence", "predict the defence"),
    ),
)
