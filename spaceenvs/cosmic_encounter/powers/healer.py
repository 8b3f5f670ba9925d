"""Healer: returns the tokens that another player loses."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import power, super_, wild
from spaceenvs.cosmic_encounter.components import COSMIC_ZAP, FLARE_ZAP
from spaceenvs.cosmic_encounter.hooks import H_CANCEL, H_LOSS, H_OWN
from spaceenvs.cosmic_encounter.stack import DRAW, RETURN, Frame, call, end
from spaceenvs.cosmic_encounter.tokens import find_loss
from spaceenvs.cosmic_encounter.uses import EDICT, run_cancel_use, run_enlarge

CARDS = 1  # what its frame notes


@kernel
def can_healer(s: State, box: Box, p: int, about: int) -> bool:
    """Another player's loss event that still holds tokens."""
    return s.loss_count[about] > 0 and p != s.loss_owner[about]


@kernel
def run_healer(s: State, box: Box, f: Frame) -> None:
    """Healer: the tokens return to their owner's bases; draw a card (Super: one per token)."""
    level = find_loss(s)
    if f.at == 0:
        f.notes[CARDS] = s.loss_count[level] if s.super_use != 0 else 1
        s.super_use = 0
        f.at = 1
        call(s, RETURN, s.loss_owner[level], level)
        return
    healer, count = f.who, f.notes[CARDS]
    end(s)
    call(s, DRAW, healer, count)


@kernel
def can_wild_healer(s: State, box: Box, p: int, about: int) -> bool:
    """A Cosmic Zap or Flare Zap against a play of his."""
    is_fit = about == EDICT + COSMIC_ZAP or about == EDICT + FLARE_ZAP
    return is_fit and is_aimed_at(s, p)


@kernel
def is_aimed_at(s: State, p: int) -> bool:
    """Whether the Zap that was announced cancels a play of this player."""
    # The stack ends with: the use, its CANCEL, the use of the Zap, its CANCEL.
    return s.depth >= 4 and s.stack[s.depth - 4].who == p


PLAYS = (
    power("Healer", H_LOSS, can=can_healer, run=run_healer),
    wild("Healer", H_CANCEL, can=can_wild_healer, run=run_cancel_use),
    super_("Healer", H_OWN, run=run_enlarge),
)
