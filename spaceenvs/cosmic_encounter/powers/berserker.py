"""Berserker: fights several players of one planet at once (R135); his Compromises are Attacks."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import MAIN, SECOND, find_revealed
from spaceenvs.cosmic_encounter.components import COMPROMISE, SLOTS
from spaceenvs.cosmic_encounter.hooks import H_REV, H_TARGET
from spaceenvs.cosmic_encounter.satellites import is_moon
from spaceenvs.cosmic_encounter.stack import (
    DEFENDER,
    Frame,
    allow,
    answered_player,
    ask,
    call,
    end,
    has_seat,
    is_main,
    is_silenced,
    open_question,
    side_of,
    with_seat,
)
from spaceenvs.cosmic_encounter.uses import can_as_main

USUAL_VALUE, SUPER_VALUE = 15, 30
D_BERSERKER = decision("D_BERSERKER")


@kernel
def is_here(s: State, q: int) -> bool:
    """Whether another player than the OFF has a base on the target planet."""
    c = s.challenge
    return q != c.off and s.tokens[q, c.target] > 0


@kernel
def can_rampage(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF, not in silence; a planet in the home system of the DEF, with a base on it."""
    c = s.challenge
    if p != c.off or is_silenced(s, p) or c.target < 0 or is_moon(c.target):
        return False
    if c.target // SLOTS != c.defender:
        return False
    for q in range(s.seats):
        if is_here(s, q):
            return True
    return False


@kernel
def run_rampage(s: State, box: Box, f: Frame) -> None:
    """Choose who defends with his tokens there, one by one, then the DEF among them."""
    c = s.challenge
    if f.at == 1:
        f.at = 2
        if s.answer != PASS:
            f.seats = with_seat(f.seats, answered_player(s))
            f.at = 0
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            if is_here(s, q) and not has_seat(f.seats, q):
                allow(s, PLAYER + q)
        if s.choices > 0 or s.asked_again != 0:
            allow(s, PASS)
            ask(s, f, D_BERSERKER, f.who)
            return
        f.at = 2
    if f.at == 2:
        if f.seats == 0:
            end(s)
            return
        open_question(s)
        for q in range(s.seats):
            if has_seat(f.seats, q):
                allow(s, PLAYER + q)
        ask(s, f, D_BERSERKER, f.who)
        return
    defender = answered_player(s)
    c.garrison = f.seats
    end(s)
    if defender != c.defender:
        call(s, DEFENDER, defender, 0)


@kernel
def has_compromise(s: State, side: int) -> bool:
    """Whether a revealed card of a side counts as a Compromise now."""
    c = s.challenge
    if c.attack[side, MAIN] == 0:  # also by a claim (R118)
        return True
    return c.second[side] >= 0 and c.attack[side, SECOND] == 0


@kernel
def can_rage(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN who has revealed a Compromise."""
    return is_main(s, p) and has_compromise(s, side_of(s, p))


@kernel
def run_rage(s: State, box: Box, f: Frame) -> None:
    """His Compromises are Attacks of 15 from now on."""
    c = s.challenge
    side = side_of(s, f.who)
    if c.attack[side, MAIN] == 0:
        c.attack[side, MAIN] = 1
        c.printed[side, MAIN] = USUAL_VALUE
    if c.second[side] >= 0 and c.attack[side, SECOND] == 0:
        c.attack[side, SECOND] = 1
        c.printed[side, SECOND] = USUAL_VALUE
    end(s)


@kernel
def run_super_berserker(s: State, box: Box, f: Frame) -> None:
    """His Compromises are Attacks of 30."""
    c = s.challenge
    side = side_of(s, f.who)
    if find_revealed(s, side) == COMPROMISE:
        c.attack[side, MAIN] = 1
        c.printed[side, MAIN] = SUPER_VALUE
    if c.second[side] == COMPROMISE:
        c.attack[side, SECOND] = 1
        c.printed[side, SECOND] = SUPER_VALUE
    end(s)


PLAYS = (
    power("Berserker", H_TARGET, can=can_rampage, run=run_rampage),
    power("Berserker", H_REV, can=can_rage, run=run_rage, use=MANDATORY),
    wild("Berserker", H_REV, can=can_as_main, run=run_rage),
    super_("Berserker", H_REV, can=can_as_main, run=run_super_berserker),
)
WORDS = (
    Words(
        "D_BERSERKER",
        asked="Berserker: who defends, one by one, then the main defender",
        stop="no more defenders",
        player="attack {}",
    ),
)
