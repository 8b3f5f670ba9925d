"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spaceenvs.core.game import State
from spaceenvs.core_worlds.actions import ACTIONS, Decision

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {
    "PREGAME": "a card of the draft",
    "ENERGY": "energy",
    "EXPLORE_CARD": "a card for Energy Exploration",
    "TURN": "an action",
    "DEPLOY_MORE": "another Unit to deploy",
    "COMBO": "a Unit to deploy without an Action Point",
    "COLONIZE_HAND": "a card of the hand to colonise with",
    "DRAFT_HAND": "a card to draft into the hand",
    "INVADE": "the invasion",
    "SIDE": "Fleet or Ground",
    "PAY_CARD": "a card to pay with",
    "TAC_DISCARD": "cards to discard for a Tactic",
    "KEEP_UNIT": "a Unit that survives",
    "COLONIZE": "a Unit to colonise with",
    "KEEP_CARD": "a card to keep",
    "RESHUFFLE": "whether to shuffle the discards in",
}

SPOKEN = {
    Decision.TURN: ("ZONE",),
    Decision.INVADE: ("UNIT", "ABIL", "TOKEN", "CONQUER", "RETREAT"),
}
"""What is said of cards that lie open, by decision."""


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it."""
    return ACTIONS.find(action).name in SPOKEN.get(Decision(int(s.decision)), ())


def happened(before: Batch, action: int) -> list[str]:
    """Return what everybody sees happen by a move: nothing that its words do not tell."""
    return []
