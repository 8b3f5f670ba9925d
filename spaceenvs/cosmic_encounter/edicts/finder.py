"""Finder: names a player and a card (R74)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import decision
from spaceenvs.cosmic_encounter.blocks import Words, edict
from spaceenvs.cosmic_encounter.components import FIRST_FLARE, KINDS
from spaceenvs.cosmic_encounter.hands import drop_card, leave_openly, take_openly
from spaceenvs.cosmic_encounter.hooks import H_PRE, H_START
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

VICTIM = 1  # what its frame notes
D_FINDER = decision("D_FINDER")


@kernel
def run_finder(s: State, box: Box, f: Frame) -> None:
    """Name a player and a kind of card: if he holds it, he gives one copy openly."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_FINDER, f.who)
        return
    if f.at == 1:
        f.notes[VICTIM] = answered_player(s)
        f.at = 2
    if f.at == 2:
        open_question(s)
        for k in range(KINDS):
            if box.nameable[k] != 0:  # R74
                allow_card(s, k)
        ask(s, f, D_FINDER, f.who)
        return
    kind = answered_kind(s)
    if s.hand[f.notes[VICTIM], kind] > 0:
        drop_card(s, f.notes[VICTIM], kind)
        leave_openly(s, f.notes[VICTIM], kind)
        take_openly(s, f.who, kind)
        if kind >= FIRST_FLARE:
            s.flare_seen[kind - FIRST_FLARE] = 1
    end(s)


PLAYS = (edict("Finder", H_START, H_PRE, run=run_finder),)
WORDS = (
    Words(
        "D_FINDER",
        asked="Finder: whom to ask, then the card to name",
        player="ask {} for a card",
        card="name",
    ),
)
