"""Negator: what another player does at will does not happen (R128)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import power, super_, wild
from spaceenvs.cosmic_encounter.components import FIRST_EDICT, NEGATOR
from spaceenvs.cosmic_encounter.hooks import H_CANCEL, H_JOINED, H_OWN
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import USE, Frame, end
from spaceenvs.cosmic_encounter.uses import (
    CANCELLED,
    EDICT,
    PLAY_KIND,
    RETURNED,
    bar_card,
    cancel_use,
    cancelled_use,
    is_optional_use,
    run_cancel_use,
    run_enlarge,
)

CELLS = ("first player", "first card", "second player", "second card")  # what is barred (uses.py)


@kernel
def is_used_up(s: State) -> bool:
    """Whether it has been used in this challenge, or is being used now."""
    for i in range(s.depth):
        if s.stack[i].kind == USE and s.stack[i].play == NEGATOR:
            return True
    return has(s.challenge.used, NEGATOR)  # type: ignore[no-any-return]


@kernel
def can_negator(s: State, box: Box, p: int, about: int) -> bool:
    """Once per challenge: an Edict or Flare is played, or an optional power used."""
    if is_used_up(s):
        return False
    return about >= EDICT or is_optional_use(s, about)


@kernel
def note_negation(s: State) -> None:
    """The power is used up for this challenge, unless its Super allows a second time."""
    if s.super_use == 0:
        add(s.challenge.used, NEGATOR)
    s.super_use = 0


@kernel
def run_negator(s: State, box: Box, f: Frame) -> None:
    """The card returns to its player's hand, who cannot play it again; the power is out."""
    note_negation(s)
    use = cancelled_use(s)
    kind = PLAY_KIND[use.play]
    if kind >= 0:
        bar_card(s, use.who, kind - FIRST_EDICT)
        cancel_use(s, RETURNED)
    else:
        cancel_use(s, CANCELLED)
    end(s)


@kernel
def can_negate_ally(s: State, box: Box, p: int, about: int) -> bool:
    """Once per challenge: somebody has chosen a side."""
    return not is_used_up(s)


@kernel
def run_negate_ally(s: State, box: Box, f: Frame) -> None:
    """He does not join."""
    note_negation(s)
    cancel_use(s, CANCELLED)
    end(s)


@kernel
def can_wild_negator(s: State, box: Box, p: int, about: int) -> bool:
    """An optional power is used."""
    return is_optional_use(s, about)


PLAYS = (
    power("Negator", H_CANCEL, can=can_negator, run=run_negator),
    power("Negator", H_JOINED, can=can_negate_ally, run=run_negate_ally),
    wild("Negator", H_CANCEL, can=can_wild_negator, run=run_cancel_use),
    super_("Negator", H_OWN, run=run_enlarge),
)
