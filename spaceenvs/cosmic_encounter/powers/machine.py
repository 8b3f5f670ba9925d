"""Machine: one more challenge, and one more (R48)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import power, super_, wild
from spaceenvs.cosmic_encounter.components import MAX_TURN_CHALLENGES
from spaceenvs.cosmic_encounter.hands import count_challenge_cards, must_renew
from spaceenvs.cosmic_encounter.hooks import H_END, H_REGROUP
from spaceenvs.cosmic_encounter.results import is_second_offered
from spaceenvs.cosmic_encounter.stack import DRAW, NEW_HAND, Frame, call, end


@kernel
def is_open(s: State, box: Box, p: int) -> bool:
    """Whether a challenge can follow where D_AGAIN is not offered."""
    c = s.challenge
    return p == s.turn and s.interrupted == 0 and c.again == 0 and not is_second_offered(s, box)


@kernel
def can_machine(s: State, box: Box, p: int, about: int) -> bool:
    """He holds a Challenge card; at most 8 challenges in a turn (R48)."""
    is_allowed = s.turn_challenges + 1 < MAX_TURN_CHALLENGES
    return is_open(s, box, p) and is_allowed and count_challenge_cards(s, p) > 0


@kernel
def run_machine(s: State, box: Box, f: Frame) -> None:
    """Another challenge follows."""
    s.challenge.again = 1
    end(s)


@kernel
def can_wild_machine(s: State, box: Box, p: int, about: int) -> bool:
    """After the first challenge of the turn."""
    return is_open(s, box, p) and s.turn_challenges == 0


@kernel
def run_wild_machine(s: State, box: Box, f: Frame) -> None:
    """Another challenge follows, with a new hand if need be."""
    p = f.who
    s.challenge.again = 1
    end(s)
    if must_renew(s, box, p):
        call(s, NEW_HAND, p, 0)


@kernel
def can_super_machine(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF who took no token from the Warp."""
    return p == s.challenge.off and s.challenge.took_token == 0


@kernel
def run_super_machine(s: State, box: Box, f: Frame) -> None:
    """He draws a card instead."""
    p = f.who
    end(s)
    call(s, DRAW, p, 1)


PLAYS = (
    power("Machine", H_END, can=can_machine, run=run_machine),
    wild("Machine", H_END, can=can_wild_machine, run=run_wild_machine),
    super_("Machine", H_REGROUP, can=can_super_machine, run=run_super_machine),
)
