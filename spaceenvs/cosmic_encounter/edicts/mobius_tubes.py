"""Mobius Tubes: all tokens leave the Warp."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.hooks import H_START
from spaceenvs.cosmic_encounter.stack import FROM_WARP, Frame, call, end, has_base

NEXT_UP = 1  # what its frame notes


@kernel
def is_anybody_freed(s: State) -> bool:
    """Mobius Tubes: whether a player with a base has a token in the Warp."""
    for q in range(s.seats):
        if s.warp[q] > 0 and has_base(s, q):
            return True
    return False


@kernel
def can_mobius_tubes(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF, if there is a token to free."""
    return p == s.challenge.off and is_anybody_freed(s)


@kernel
def run_mobius_tubes(s: State, box: Box, f: Frame) -> None:
    """All tokens leave the Warp; their owners, in timing order, pick bases."""
    while f.notes[NEXT_UP] < s.seats:
        q = s.challenge.order[f.notes[NEXT_UP]]
        f.notes[NEXT_UP] += 1
        if s.warp[q] > 0 and has_base(s, q):
            call(s, FROM_WARP, q, s.warp[q])
            return
    end(s)


PLAYS = (edict("Mobius Tubes", H_START, can=can_mobius_tubes, run=run_mobius_tubes),)
