"""Symbiote: has twice the tokens (R99, R221). Its sheet is never exchanged, copied or lost."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_RETURN, PASS
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, power, super_, wild
from spaceenvs.cosmic_encounter.components import LOCATIONS, TOKENS
from spaceenvs.cosmic_encounter.hooks import H_REGROUP, SETUP
from spaceenvs.cosmic_encounter.stack import (
    FROM_WARP,
    Frame,
    allow,
    allow_bases,
    answered_place,
    ask,
    call,
    end,
    has_base,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY

WILD_TOKENS = 4
TAKEN = 1  # what the frame of the wild flare notes


@kernel
def run_setup(s: State, box: Box, f: Frame) -> None:
    """The tokens of an unused colour are his too: twice what lies on each planet."""
    p = f.who
    if s.owned[p] == TOKENS:
        s.owned[p] += TOKENS
        for place in range(LOCATIONS):
            s.tokens[p, place] += s.tokens[p, place]
    end(s)


@kernel
def can_regroup(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF."""
    return p == s.challenge.off


@kernel
def run_wild_symbiote(s: State, box: Box, f: Frame) -> None:
    """Up to 4 tokens leave the Warp for bases of his choice."""
    p = f.who
    if f.at == 1:
        f.at = 0
        if s.answer == PASS:
            end(s)
            return
        s.warp[p] -= 1
        s.tokens[p, answered_place(s)] += 1
        f.notes[TAKEN] += 1
    if f.notes[TAKEN] == WILD_TOKENS or s.warp[p] == 0 or not has_base(s, p):
        end(s)
        return
    open_question(s)
    allow_bases(s, p, NOBODY)
    allow(s, PASS)
    ask(s, f, D_RETURN, p)


@kernel
def run_super_symbiote(s: State, box: Box, f: Frame) -> None:
    """All his tokens leave the Warp."""
    p = f.who
    end(s)
    call(s, FROM_WARP, p, s.warp[p])


PLAYS = (
    power("Symbiote", SETUP, run=run_setup, use=ANNOUNCED),
    wild("Symbiote", H_REGROUP, can=can_regroup, run=run_wild_symbiote),
    super_("Symbiote", H_REGROUP, can=can_regroup, run=run_super_symbiote),
)
