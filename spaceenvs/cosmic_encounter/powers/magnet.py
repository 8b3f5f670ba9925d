"""Magnet: forces others into an alliance, or out of one."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.hooks import H_ALLIED, H_LAUNCH, H_OWN
from spaceenvs.cosmic_encounter.stack import (
    COMMIT,
    Frame,
    allow,
    answered_player,
    ask,
    call,
    end,
    has_allies,
    has_base,
    has_seat,
    is_main,
    open_question,
    open_window_for,
    side_of,
    with_seat,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE
from spaceenvs.cosmic_encounter.tokens import find_limit, send_home
from spaceenvs.cosmic_encounter.uses import run_enlarge

VICTIM, IS_REPEATED = 1, 2  # what its frame notes; `seats` holds whom it was used on
OUT = 2  # the menu: offence, defence, out
D_MAGNET = decision("D_MAGNET")


@kernel
def is_attracted(s: State, p: int, q: int) -> bool:
    """Whether the Magnet can be used on q: another player who is not a main player."""
    return q != p and not is_main(s, q)


@kernel
def can_magnet(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally, and there is such a player."""
    if side_of(s, p) < 0:
        return False
    for q in range(s.seats):
        if is_attracted(s, p, q):
            return True
    return False


@kernel
def change_side(s: State, q: int, side: int) -> None:
    """A player is an ally of this side now; what he joined before is remembered (Grudge)."""
    c = s.challenge
    c.ally[q] = side + 1
    c.joined[q] |= side + 1


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
        if c.ally[q] != 0 or has_base(s, q):  # R17
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
            change_side(s, q, answer)
            if not was_ally:
                f.at = 6
                open_window_for(s, q, H_LAUNCH, q + 1)
                return
    if f.at == 6:
        f.at = 8
        call(s, COMMIT, q, find_limit(s, box, q))
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
def can_wild_magnet(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN against an OPP with allies."""
    return is_main(s, p) and has_allies(s, 1 - side_of(s, p))


@kernel
def run_wild_magnet(s: State, box: Box, f: Frame) -> None:
    """One of the OPP's allies changes to his side with his tokens."""
    side = side_of(s, f.who)
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            if s.challenge.ally[q] == 2 - side:
                allow(s, PLAYER + q)
        ask(s, f, D_MAGNET, f.who)
        return
    change_side(s, answered_player(s), side)
    end(s)


PLAYS = (
    power("Magnet", H_ALLIED, can=can_magnet, run=run_magnet),
    wild("Magnet", H_ALLIED, can=can_wild_magnet, run=run_wild_magnet),
    super_("Magnet", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_MAGNET",
        asked="whom the Magnet draws where",
        stop="draw nobody",
        player="draw seat",
        menu=("to the offence", "to the defence", "out of the alliance"),
    ),
)
