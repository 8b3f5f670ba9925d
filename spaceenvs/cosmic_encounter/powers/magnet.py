"""Magnet: forces others into an alliance, or out of one."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.comets import are_allies_barred
from spaceenvs.cosmic_encounter.hooks import H_ALLIED, H_LAUNCH, H_OWN, H_TAXED
from spaceenvs.cosmic_encounter.launch import join
from spaceenvs.cosmic_encounter.stack import (
    COMMIT,
    Frame,
    allow,
    answered_player,
    ask,
    call,
    defends_planet,
    end,
    has_seat,
    is_main,
    open_question,
    open_window_for,
    side_of,
    with_seat,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE, ON_BOTH_SIDES
from spaceenvs.cosmic_encounter.tokens import find_limit, has_token_to_commit, send_home
from spaceenvs.cosmic_encounter.uses import run_enlarge

VICTIM, IS_REPEATED = 1, 2  # what its frame notes; `seats` holds whom it was used on
OUT = 2  # the menu: offence, defence, out
TAXED = 10  # the place after a new ally's D_TOKENS
D_MAGNET = decision("D_MAGNET")


@kernel
def is_attracted(s: State, p: int, q: int) -> bool:
    """Whether the Magnet can be used on q: another player who is not a main player."""
    if q == p or is_main(s, q) or s.challenge.ally[q] == ON_BOTH_SIDES:  # R116
        return False
    return not defends_planet(s, q)


@kernel
def can_magnet(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally, and there is such a player."""
    if side_of(s, p) < 0 or are_allies_barred(s):
        return False
    for q in range(s.seats):
        if is_attracted(s, p, q):
            return True
    return False


@kernel
def run_magnet(s: State, box: Box, f: Frame) -> None:
    """Magnet: name a player and his side, or out; Super: one player after the other."""
    c = s.challenge
    if f.at == 0:
        f.notes[IS_REPEATED] = s.super_use
        s.super_use = 0
        f.at = 2
    if f.at == 3:
        if s.answer == PASS:
            end(s)
            return
        f.notes[VICTIM] = answered_player(s)
        f.seats = with_seat(f.seats, f.notes[VICTIM])
        f.at = 4
    q = f.notes[VICTIM]
    if f.at == 4:
        open_question(s)
        if c.ally[q] != 0 or has_token_to_commit(s, box, q):  # R17
            allow(s, OPT + OFFENCE)
            allow(s, OPT + DEFENCE)
        allow(s, OPT + OUT)
        ask(s, f, D_MAGNET, f.who)
        return
    if f.at == 5:
        answer = s.answer - OPT
        was_ally = c.ally[q] != 0
        f.at = 8
        if answer == OUT:
            c.ally[q] = 0
            if was_ally:
                send_home(s, with_seat(0, q))
                return
        else:
            join(s, q, answer)
            if not was_ally:
                f.at = 6
                open_window_for(s, q, H_LAUNCH, q + 1)
                return
    if f.at == 6:
        f.at = TAXED
        call(s, COMMIT, q, find_limit(s, box, q))
        return
    if f.at == TAXED:
        f.at = 8
        open_window_for(s, NOBODY, H_TAXED, q)  # R157
        return
    if f.at == 8:
        if f.notes[IS_REPEATED] == 0:
            end(s)
            return
        f.at = 2
    open_question(s)
    allow(s, PASS)
    for other in range(s.seats):
        if is_attracted(s, f.who, other) and not has_seat(f.seats, other):
            allow(s, PLAYER + other)
    ask(s, f, D_MAGNET, f.who)


@kernel
def is_lured(s: State, q: int, side: int) -> bool:
    """Whether an ally of this side can be made to change sides."""
    return s.challenge.ally[q] == side + 1 and not defends_planet(s, q)


@kernel
def can_wild_magnet(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN against an OPP with allies."""
    if not is_main(s, p):
        return False
    for q in range(s.seats):
        if is_lured(s, q, 1 - side_of(s, p)):
            return True
    return False


@kernel
def run_wild_magnet(s: State, box: Box, f: Frame) -> None:
    """One of the OPP's allies changes to his side with his tokens."""
    side = side_of(s, f.who)
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            if is_lured(s, q, 1 - side):
                allow(s, PLAYER + q)
        ask(s, f, D_MAGNET, f.who)
        return
    join(s, answered_player(s), side)
    end(s)


PLAYS = (
    power("Magnet", H_ALLIED, can=can_magnet, run=run_magnet),
    wild("Magnet", H_ALLIED, can=can_wild_magnet, run=run_wild_magnet),
    super_("Magnet", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_MAGNET",
        asked="Magnet: whom to draw where",
        stop="draw nobody",
        player="draw {}",
        menu=("to the offence", "to the defence", "out of the alliance"),
    ),
)
