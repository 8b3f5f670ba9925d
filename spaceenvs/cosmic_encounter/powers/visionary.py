"""Visionary: names the card that the OPP must select."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import NUM_CHALLENGE
from spaceenvs.cosmic_encounter.hands import learn
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_PRE, H_SEL
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow_card,
    answered_kind,
    ask,
    end,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.uses import can_as_main, run_enlarge

NAMES_TWO, FIRST = 1, 2  # what its frame notes; the first kind + 1
D_VISIONARY = decision("D_VISIONARY")


@kernel
def ask_for_kind(s: State, box: Box, f: Frame) -> None:
    """Ask for a Challenge kind in use (R74), another one than the first."""
    open_question(s)
    for k in range(NUM_CHALLENGE):
        if box.nameable[k] != 0 and k != f.notes[FIRST] - 1:
            allow_card(s, k)
    ask(s, f, D_VISIONARY, f.who)


@kernel
def run_visionary(s: State, box: Box, f: Frame) -> None:
    """The OPP who has not selected must select a card of that kind, if he holds one."""
    if f.at == 0:
        f.notes[NAMES_TWO] = s.super_use
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        ask_for_kind(s, box, f)
        return
    kind = answered_kind(s)
    if f.notes[NAMES_TWO] != 0 and f.notes[FIRST] == 0:
        f.notes[FIRST] = kind + 1
        f.at = 2
        return
    c = s.challenge
    side = 1 - side_of(s, f.who)
    if c.card[side] < 0:
        c.demanded[side, 0] = kind
        c.demanded[side, 1] = f.notes[FIRST] - 1 if f.notes[FIRST] > 0 else kind
    end(s)


@kernel
def run_wild_visionary(s: State, box: Box, f: Frame) -> None:
    """The OPP tells whether he holds a card of that kind."""
    if f.at == 0:
        ask_for_kind(s, box, f)
        return
    opp = opponent(s, f.who)
    kind = answered_kind(s)
    if s.hand[opp, kind] > 0 and s.known[f.who, opp, kind] == 0:
        learn(s, f.who, opp, kind)
    end(s)


PLAYS = (
    power("Visionary", H_SEL, can=can_as_main, run=run_visionary),
    wild("Visionary", H_PRE, can=can_as_main, run=run_wild_visionary),
    super_("Visionary", H_OWN, run=run_enlarge),
)
WORDS = (Words("D_VISIONARY", asked="Visionary: a kind of card", card="name"),)
