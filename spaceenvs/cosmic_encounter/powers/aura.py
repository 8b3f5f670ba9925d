"""Aura: all hands but his own are visible to everybody (R132)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import choose_for
from spaceenvs.cosmic_encounter.components import AURA, FIRST_FLARE, MOST_FACE_UP
from spaceenvs.cosmic_encounter.hands import raise_known
from spaceenvs.cosmic_encounter.hooks import H_ALLIED, H_INV, H_START
from spaceenvs.cosmic_encounter.sets import has
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_player,
    ask,
    end,
    main_of,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE

CELLS = ("chooser for OFF", "chooser for DEF")  # seat + 1, `cards.py`
D_AURA = decision("D_AURA")


@kernel
def show_hands(s: State) -> None:
    """At each decision all see the hands of the players other than an active Aura."""
    for p in range(s.seats):
        if has(s.powers[p], AURA) and has_power(s, p, AURA):
            for owner in range(s.seats):
                for viewer in range(s.seats):
                    if owner != p and owner != viewer:
                        raise_known(s, viewer, owner)


@kernel
def run_aura(s: State, box: Box, f: Frame) -> None:
    """The announcement; what it does is done at each decision (`show_hands`)."""
    end(s)


@kernel
def run_wild_aura(s: State, box: Box, f: Frame) -> None:
    """The top cards of the deck are turned face up; they stay there in that order."""
    s.face_up = min(MOST_FACE_UP, s.deck_count)
    for i in range(s.face_up):
        kind = s.deck[s.deck_count - 1 - i]
        if kind >= FIRST_FLARE:
            s.flare_seen[kind - FIRST_FLARE] = 1
    end(s)


@kernel
def can_super_aura(s: State, box: Box, p: int, about: int) -> bool:
    """Not involved, and a main player did not invite him."""
    invited = s.challenge.invited
    return side_of(s, p) < 0 and (invited[OFFENCE, p] == 0 or invited[DEFENCE, p] == 0)


@kernel
def run_super_aura(s: State, box: Box, f: Frame) -> None:
    """He chooses the card of a main player at his D_CARD."""
    if f.at == 0:
        open_question(s)
        for side in range(2):
            if s.challenge.invited[side, f.who] == 0:
                allow(s, PLAYER + main_of(s, side))
        ask(s, f, D_AURA, f.who)
        return
    choose_for(s, f.who, answered_player(s))
    end(s)


PLAYS = (
    power("Aura", H_START, run=run_aura, use=MANDATORY),
    wild("Aura", H_INV, run=run_wild_aura),
    super_("Aura", H_ALLIED, can=can_super_aura, run=run_super_aura),
)
WORDS = (
    Words(
        "D_AURA", asked="super Aura: whose Challenge card to choose", player="choose the card of {}"
    ),
)
