"""Grief: the winner mourns, he discards a card for every token lost (R151)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_DISCARD
from spaceenvs.cosmic_encounter.blocks import MANDATORY, power, super_, wild
from spaceenvs.cosmic_encounter.hands import allow_hand, discard_from_hand, discard_hand
from spaceenvs.cosmic_encounter.hooks import H_OUT, H_OWN
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    answered_kind,
    ask,
    end,
    is_main,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.uses import run_enlarge

WILD_CARDS = 2
LEFT = 1  # what the frames note: the cards still to be discarded


@kernel
def can_wild_grief(s: State, box: Box, p: int, about: int) -> bool:
    """Losing MAIN, and there is a winner."""
    return is_main(s, p) and s.challenge.winner == 1 - side_of(s, p)


@kernel
def can_grief(s: State, box: Box, p: int, about: int) -> bool:
    """Losing MAIN who lost tokens in step 1 of 6.5."""
    return can_wild_grief(s, box, p, about) and s.challenge.lost_main[side_of(s, p)] > 0


@kernel
def mourn(s: State, f: Frame) -> None:
    """The winner discards as many cards of his choice as the frame notes, all if fewer."""
    winner = opponent(s, f.who)
    if f.at == 3:
        f.at = 2
        discard_from_hand(s, winner, answered_kind(s))
        f.notes[LEFT] -= 1
    if f.notes[LEFT] <= 0 or s.hand_size[winner] == 0:
        end(s)
        return
    open_question(s)
    allow_hand(s, winner)
    ask(s, f, D_DISCARD, winner)


@kernel
def run_grief(s: State, box: Box, f: Frame) -> None:
    """The winner discards a card for each token lost; Super: his whole hand."""
    if f.at == 0:
        f.at = 2
        f.notes[LEFT] = s.challenge.lost_main[side_of(s, f.who)]
        if s.super_use != 0:
            s.super_use = 0
            discard_hand(s, opponent(s, f.who), 0)
    mourn(s, f)


@kernel
def run_wild_grief(s: State, box: Box, f: Frame) -> None:
    """The winner discards two cards."""
    if f.at == 0:
        f.at = 2
        f.notes[LEFT] = WILD_CARDS
    mourn(s, f)


PLAYS = (
    power("Grief", H_OUT, can=can_grief, run=run_grief, use=MANDATORY),
    wild("Grief", H_OUT, can=can_wild_grief, run=run_wild_grief),
    super_("Grief", H_OWN, run=run_enlarge),
)
