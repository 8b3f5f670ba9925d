"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spaceenvs.core.game import State
from spaceenvs.core_worlds.actions import ACTIONS, Decision

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {
    "PREGAME": "a card of the pre-game draft to pick",
    "ENERGY": "an Energy Tactic to play, Energy Exploration, or done",
    "EXPLORE_CARD": "a card to discard for Energy Exploration",
    "TURN": "an action: draft, deploy, invade, use an ability, or pass",
    "DEPLOY_MORE": "another Unit to deploy in the same turn, or done",
    "COMBO": "a Unit to deploy without an Action Point, or done",
    "COLONIZE_HAND": "a card of the hand to colonise with, or done",
    "DRAFT_HAND": "a card to draft into the hand",
    "INVADE": "the Invasion: commit a Unit, use an ability, play a Tactic, conquer or retreat",
    "SIDE": "Fleet or Ground for the bonus",
    "PAY_CARD": "a card to discard for the ability of a Unit",
    "TAC_DISCARD": "a card to discard for the bonus of a Tactic, or done",
    "KEEP_UNIT": "a committed Unit that survives the conquest, or done",
    "COLONIZE": "a committed Unit to colonise with, or none",
    "KEEP_CARD": "a card to keep for the next round, or none",
    "RESHUFFLE": "whether to shuffle the discard pile into the deck before the ninth round",
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
