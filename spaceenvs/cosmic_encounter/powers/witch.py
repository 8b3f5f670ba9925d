"""Witch: puts curses on those who have beaten her (6.12, R124; `curses.py`)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, PLAYER
from spaceenvs.cosmic_encounter.begin import D_WITCH
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.curses import CURSES, put_curse
from spaceenvs.cosmic_encounter.hooks import H_OUT, H_OWN
from spaceenvs.cosmic_encounter.results import has_lost_challenge, is_on_side
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_player,
    ask,
    end,
    is_main,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.tokens import choose_loss
from spaceenvs.cosmic_encounter.uses import run_enlarge

LEFT, WHOM = 1, 2  # what its frame notes: curses left; who is cursed
WILD_LOSS = 2


@kernel
def is_cursable(s: State, p: int, q: int) -> bool:
    """Whether another player than the Witch belongs to the winning side and has no curse."""
    c = s.challenge
    if q == p:
        return False
    return c.winner >= 0 and is_on_side(s, q, c.winner) and s.curse[q] == 0


@kernel
def can_witch(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally on the losing side, and there is somebody to curse."""
    c = s.challenge
    if c.winner < 0 or side_of(s, p) != 1 - c.winner:
        return False
    for q in range(s.seats):
        if is_cursable(s, p, q):
            return True
    return False


@kernel
def can_super_witch(s: State, box: Box, p: int, about: int) -> bool:
    """There are two to curse."""
    count = 0
    for q in range(s.seats):
        if is_cursable(s, p, q):
            count += 1
    return count > 1


@kernel
def run_witch(s: State, box: Box, f: Frame) -> None:
    """Curse one player of the winning side; Super: two."""
    if f.at == 0:
        f.notes[LEFT] = 2 if s.super_use != 0 else 1
        s.super_use = 0
        f.at = 2
    if f.at == 5:
        put_curse(s, f.notes[WHOM], s.answer - OPT)
        f.notes[LEFT] -= 1
        f.at = 2
    if f.at == 2:
        open_question(s)
        for q in range(s.seats):
            if is_cursable(s, f.who, q):
                allow(s, PLAYER + q)
        if f.notes[LEFT] == 0 or s.choices == 0:
            end(s)
            return
        ask(s, f, D_WITCH, f.who)
        return
    if f.at == 3:
        f.notes[WHOM] = answered_player(s)
        f.at = 4
    open_question(s)
    for curse in range(CURSES):
        allow(s, OPT + curse)
    ask(s, f, D_WITCH, f.who)


@kernel
def can_wild_witch(s: State, box: Box, p: int, about: int) -> bool:
    """Losing MAIN."""
    return is_main(s, p) and has_lost_challenge(s, p)


@kernel
def run_wild_witch(s: State, box: Box, f: Frame) -> None:
    """The OPP loses two tokens of his choice."""
    opp = opponent(s, f.who)
    end(s)
    choose_loss(s, opp, WILD_LOSS, opp, 0)


PLAYS = (
    power("Witch", H_OUT, can=can_witch, run=run_witch, use=MANDATORY),
    wild("Witch", H_OUT, can=can_wild_witch, run=run_wild_witch),
    super_("Witch", H_OWN, can=can_super_witch, run=run_enlarge),
)
WORDS = (
    Words(
        "D_WITCH",
        asked="Witch: whom to curse, and how; a token to atone for a curse",
        stop="do not atone",
        player="curse {}",
        place="atone with a token on",
        menu=(
            *("loses a token more each time", "invites nobody", "new hands of 6 cards"),
            *("3 less to his total", "no token from the Warp in phase 1"),
            "at most 2 tokens committed",
        ),
    ),
)
