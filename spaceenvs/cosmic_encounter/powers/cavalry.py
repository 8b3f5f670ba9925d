"""Cavalry: an ally who lays a Challenge card of his own (R125)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import COMPROMISE, NUM_CHALLENGE
from spaceenvs.cosmic_encounter.hands import count_challenge_cards, play_card
from spaceenvs.cosmic_encounter.hoard import count_challenge_in_hoard, holds, may_use_hoard
from spaceenvs.cosmic_encounter.hooks import H_POST
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_card,
    answered_kind,
    ask,
    end,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.uses import can_as_ally, can_as_main

NEXT_UP = 1  # what the frame of the Flare notes: the next in timing order
D_CAVALRY = decision("D_CAVALRY")


@kernel
def has_challenge_card(s: State, p: int) -> bool:
    """Whether a player has a Challenge card to lay, in his hand or in his hoard (R106)."""
    if count_challenge_cards(s, p) > 0:
        return True
    return may_use_hoard(s, p) and count_challenge_in_hoard(s, p) > 0


@kernel
def can_cavalry(s: State, box: Box, p: int, about: int) -> bool:
    """An ally with a Challenge card who has laid none yet."""
    c = s.challenge
    return c.ally[p] != 0 and c.extra[p] < 0 and has_challenge_card(s, p)


@kernel
def ask_for_card(s: State, f: Frame, p: int, last: int) -> None:
    """Ask an ally for one of the first kinds, or none."""
    open_question(s)
    allow(s, PASS)
    for k in range(last):
        if holds(s, p, k):
            allow_card(s, k)
    ask(s, f, D_CAVALRY, p)


@kernel
def lay_extra(s: State, p: int, attack: int) -> None:
    """An ally lays the card that he answered."""
    kind = answered_kind(s)
    play_card(s, p, kind)
    s.challenge.extra[p] = kind
    s.challenge.extra_attack[p] = attack


@kernel
def run_cavalry(s: State, box: Box, f: Frame) -> None:
    """A Challenge card face down, or none after all."""
    if f.at == 0:
        ask_for_card(s, f, f.who, NUM_CHALLENGE)
        return
    if s.answer != PASS:
        lay_extra(s, f.who, 0)
    end(s)


@kernel
def run_flare(s: State, box: Box, f: Frame) -> None:
    """Every ally of his side may lay an Attack, in timing order."""
    c = s.challenge
    if f.at == 1:
        f.at = 0
        if s.answer != PASS:
            lay_extra(s, c.order[f.notes[NEXT_UP]], 1)
        f.notes[NEXT_UP] += 1
    while f.notes[NEXT_UP] < s.seats:
        q = c.order[f.notes[NEXT_UP]]
        if c.ally[q] != 0 and side_of(s, q) == side_of(s, f.who) and c.extra[q] < 0:
            ask_for_card(s, f, q, COMPROMISE)
            return
        f.notes[NEXT_UP] += 1
    end(s)


PLAYS = (
    power("Cavalry", H_POST, can=can_cavalry, run=run_cavalry),
    wild("Cavalry", H_POST, can=can_as_main, run=run_flare),
    super_("Cavalry", H_POST, can=can_as_ally, run=run_flare),
)
WORDS = (
    Words("D_CAVALRY", asked="Cavalry: a card of an ally, face down", stop="no card", card="lay"),
)
