"""Boomerang: who attacks him is attacked first (R114)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import MANDATORY, power, super_, wild
from spaceenvs.cosmic_encounter.cells import set_cell
from spaceenvs.cosmic_encounter.components import BOOMERANG
from spaceenvs.cosmic_encounter.destiny import begin_return_challenge
from spaceenvs.cosmic_encounter.ending import CANCELS_THE_OTHER
from spaceenvs.cosmic_encounter.hooks import H_DEF, H_END, H_LOSS
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import RETURN, Frame, call, end, has_base
from spaceenvs.cosmic_encounter.tokens import find_loss

CELLS = ("cancels the other challenge",)


@kernel
def can_boomerang(s: State, box: Box, p: int, about: int) -> bool:
    """DEF with a token on a base, once per challenge, not in a return challenge."""
    is_first = s.interrupted == 0 and not has(s.challenge.used, BOOMERANG)
    return p == s.challenge.defender and is_first and has_base(s, p)


@kernel
def run_boomerang(s: State, box: Box, f: Frame) -> None:
    """He makes a challenge of his own first; then the other one goes on."""
    if f.at == 0:
        f.at = 1
        add(s.challenge.used, BOOMERANG)
        begin_return_challenge(s, f.who)
        return
    end(s)


@kernel
def can_wild_boomerang(s: State, box: Box, p: int, about: int) -> bool:
    """His loss event holds tokens."""
    return s.loss_count[about] > 0 and p == s.loss_owner[about]


@kernel
def run_wild_boomerang(s: State, box: Box, f: Frame) -> None:
    """All of them return to his bases; they are not lost."""
    p, level = int(f.who), find_loss(s)
    s.loss_saved[level] += s.loss_count[level]  # without a base too (R16)
    end(s)
    call(s, RETURN, p, level)


@kernel
def can_super_boomerang(s: State, box: Box, p: int, about: int) -> bool:
    """10c of his return challenge."""
    return s.interrupted > 0 and p == s.challenge.off


@kernel
def run_super_boomerang(s: State, box: Box, f: Frame) -> None:
    """The other player's challenge is cancelled and his turn is over."""
    set_cell(s, BOOMERANG, CANCELS_THE_OTHER, 1)
    end(s)


PLAYS = (
    power("Boomerang", H_DEF, can=can_boomerang, run=run_boomerang, use=MANDATORY),
    wild("Boomerang", H_LOSS, can=can_wild_boomerang, run=run_wild_boomerang),
    super_("Boomerang", H_END, can=can_super_boomerang, run=run_super_boomerang),
)
