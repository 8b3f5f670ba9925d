"""Amoeba: before the reveal, tokens flow into the challenge or out of it."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, PASS, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.captives import carry_with_last
from spaceenvs.cosmic_encounter.hexes import take_off_standing
from spaceenvs.cosmic_encounter.hooks import H_POST, H_PRE
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_bases,
    answered_place,
    ask,
    count_in_challenge,
    count_on_side,
    defends_planet,
    end,
    has_base_besides,
    is_main,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import allow_movable, commit_token, may_leave, take_back_last

MAX_STEPS = 20
IS_REMOVING, STEPS = 1, 2  # what its frame notes
D_AMOEBA = decision("D_AMOEBA")


@kernel
def find_own_planet(s: State, p: int) -> int:
    """Return the planet whose tokens are in the challenge: the target, for the DEF only."""
    c = s.challenge
    return c.target if defends_planet(s, p) else NOBODY


@kernel
def can_flow(s: State, p: int) -> bool:
    """Amoeba: a token in the challenge and a base elsewhere."""
    return count_in_challenge(s, p) > 0 and has_base_besides(s, p, find_own_planet(s, p))


@kernel
def can_amoeba(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN with a token in the challenge and a base elsewhere."""
    return is_main(s, p) and can_flow(s, p)


@kernel
def can_super_amoeba(s: State, box: Box, p: int, about: int) -> bool:
    """The same as an ally."""
    return s.challenge.ally[p] != 0 and can_flow(s, p)


@kernel
def run_amoeba(s: State, box: Box, f: Frame) -> None:
    """Amoeba: add tokens from bases to the challenge, or remove them to bases, one by one."""
    p = f.who
    here = find_own_planet(s, p)
    if f.at == 0:
        open_question(s)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_AMOEBA, p)
        return
    if f.at == 1:
        f.notes[IS_REMOVING] = s.answer - OPT
        f.at = 2
    elif f.at == 3:
        f.at = 2
        if s.answer == PASS:
            end(s)
            return
        move_by_amoeba(s, p, answered_place(s), f.notes[IS_REMOVING])
        f.notes[STEPS] += 1
    if f.notes[STEPS] >= MAX_STEPS:
        end(s)
        return
    open_question(s)
    allow(s, PASS)
    if f.notes[IS_REMOVING] == 0:
        allow_movable(s, box, p, here)
    elif count_on_side(s, p, side_of(s, p)) > 0 and (here < 0 or may_leave(s, box, p, here)):
        allow_bases(s, p, here)
    ask(s, f, D_AMOEBA, p)


@kernel
def move_by_amoeba(s: State, p: int, place: int, is_removing: int) -> None:
    """Move one token between a base and the challenge."""
    c = s.challenge
    if defends_planet(s, p):
        source, target = (c.target, place) if is_removing != 0 else (place, c.target)
        s.tokens[p, source] -= 1
        s.tokens[p, target] += 1
        take_off_standing(s, p, 1 if is_removing == 0 else -1)
        carry_with_last(s, p, source, target)
    elif is_removing != 0:
        take_back_last(s, p, place)
    else:
        s.tokens[p, place] -= 1
        commit_token(s, p, place)


PLAYS = (
    power("Amoeba", H_POST, can=can_amoeba, run=run_amoeba),
    wild("Amoeba", H_PRE, can=can_amoeba, run=run_amoeba),
    super_("Amoeba", H_POST, can=can_super_amoeba, run=run_amoeba),
)
WORDS = (
    Words(
        "D_AMOEBA",
        asked="Amoeba: to add or to remove tokens, then the bases, one by one",
        stop="no more tokens",
        place="token at",
        menu=("add tokens", "remove tokens"),
    ),
)
