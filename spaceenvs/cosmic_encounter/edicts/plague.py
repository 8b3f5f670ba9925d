"""Plague: another player loses tokens and cards."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_DISCARD, decision
from spaceenvs.cosmic_encounter.blocks import Words, edict
from spaceenvs.cosmic_encounter.components import (
    COMPROMISE,
    FIRST_EDICT,
    FIRST_FLARE,
    FIRST_KICKER,
    FIRST_REINFORCEMENT,
    KINDS,
)
from spaceenvs.cosmic_encounter.hands import discard_from_hand
from spaceenvs.cosmic_encounter.hooks import H_START
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow_card,
    allow_others,
    answered_kind,
    answered_player,
    ask,
    end,
    open_question,
)
from spaceenvs.cosmic_encounter.tokens import choose_loss

PLAGUE_TOKENS = 3
PLAGUE_TYPES = 6
VICTIM, TYPE = 1, 2  # what its frame notes
D_PLAGUE = decision("D_PLAGUE")


@kernel
def allow_type(s: State, p: int, type_number: int) -> None:
    """Make the cards of one type (in Plague's order) that a player holds legal answers."""
    first, last = 0, COMPROMISE
    if type_number == 1:
        first, last = COMPROMISE, FIRST_KICKER
    elif type_number == 2:
        first, last = FIRST_EDICT, FIRST_FLARE
    elif type_number == 3:
        first, last = FIRST_FLARE, KINDS
    elif type_number == 4:
        first, last = FIRST_KICKER, FIRST_REINFORCEMENT
    elif type_number == 5:
        first, last = FIRST_REINFORCEMENT, FIRST_EDICT
    for k in range(first, last):
        if s.hand[p, k] > 0:
            allow_card(s, k)


@kernel
def run_plague(s: State, box: Box, f: Frame) -> None:
    """Another player loses 3 tokens and discards one card of each type, his choice."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_PLAGUE, f.who)
        return
    if f.at == 1:
        f.at = 2
        f.notes[VICTIM] = answered_player(s)
        choose_loss(s, f.notes[VICTIM], PLAGUE_TOKENS, f.notes[VICTIM], 0)
        return
    if f.at == 3:
        f.at = 2
        discard_from_hand(s, f.notes[VICTIM], answered_kind(s))
        f.notes[TYPE] += 1
    while f.notes[TYPE] < PLAGUE_TYPES:
        open_question(s)
        allow_type(s, f.notes[VICTIM], f.notes[TYPE])
        if s.choices > 0:
            ask(s, f, D_DISCARD, f.notes[VICTIM])
            return
        f.notes[TYPE] += 1
    end(s)


PLAYS = (edict("Plague", H_START, run=run_plague),)
WORDS = (Words("D_PLAGUE", asked="Plague: whom it strikes", player="strike {} with the Plague"),)
