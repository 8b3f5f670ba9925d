"""The words for moves, as a player would say them."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core_worlds.actions import (
    ACTIONS,
    COLONIZE_GRUNT,
    COLONIZE_SNUB,
    CONQUER,
    DO_RESHUFFLE,
    END,
    EXPLORE,
    FLEET,
    GROUND,
    RETREAT,
    USE_TOKEN,
    Decision,
)
from spaceenvs.core_worlds.components import GRUNT, SNUB, Kind, name_of

_HAND_VERBS = {
    Decision.ENERGY: "play",
    Decision.DEPLOY_MORE: "deploy",
    Decision.COMBO: "deploy",
    Decision.COLONIZE_HAND: "colonise",
    Decision.INVADE: "play",
    Decision.KEEP_CARD: "keep",
}
_UNIT_VERBS = {Decision.TURN: "charge", Decision.INVADE: "commit", Decision.KEEP_UNIT: "keep"}
_PLAIN = {
    EXPLORE: "explore",
    USE_TOKEN: "use a surge token",
    CONQUER: "conquer",
    RETREAT: "retreat",
    FLEET: "fleet",
    GROUND: "ground",
    DO_RESHUFFLE: "reshuffle",
}


def describe(s: State, box: Box, action: int) -> str:
    """Return a legal action as a player would say it."""
    block = ACTIONS.find(action)
    k = action - block.start
    if block.name == "ZONE":
        return f"{_zone_verb(s, box, k)} {_zone_card(s, box, k)}"
    if block.name == "HAND":
        card = int(s.players[s.to_move].hand[k])
        return f"{_hand_verb(s, box, card)} {name_of(box, card)}"
    if block.name == "UNIT":
        return f"{_UNIT_VERBS[Decision(int(s.decision))]} {_unit(s, box, k)}"
    if block.name == "ABIL":
        return f"use {_unit(s, box, k)}"
    if action in (COLONIZE_GRUNT, COLONIZE_SNUB):
        which = GRUNT if action == COLONIZE_GRUNT else SNUB
        return f"colonise {name_of(box, box.colonists[which])}"
    if action == END:
        return {Decision.TURN: "pass", Decision.KEEP_CARD: "keep nothing"}.get(s.decision, "done")
    return _PLAIN[action]


def _zone_verb(s: State, box: Box, slot: int) -> str:
    if s.decision == Decision.PREGAME:
        return "pick"
    return "invade" if box.cards[s.zone[slot]].kind == Kind.WORLD else "draft"


def _zone_card(s: State, box: Box, slot: int) -> str:
    """Return the card of a zone slot; the slot too if another holds the same card."""
    name = name_of(box, s.zone[slot])
    if (s.zone == s.zone[slot]).sum() > 1:
        return f"{name} (slot {slot})"
    return name


def _hand_verb(s: State, box: Box, card: int) -> str:
    if s.decision == Decision.TURN:
        return "deploy" if box.cards[card].kind == Kind.UNIT else "play"
    return _HAND_VERBS.get(s.decision, "discard")


def _unit(s: State, box: Box, slot: int) -> str:
    """Return the Unit of a slot; the slot too if a like Unit differs from it."""
    me = s.players[s.to_move]
    name = name_of(box, me.units[slot])
    for other in range(me.unit_count):
        same = me.units[other] == me.units[slot] and s.committed[other] == s.committed[slot]
        differs = (
            me.tokens[other] != me.tokens[slot]
            or s.uses[other] != s.uses[slot]
            or s.bonus_fleet[other] != s.bonus_fleet[slot]
            or s.bonus_ground[other] != s.bonus_ground[slot]
        )
        if same and differs:
            return f"{name} (unit {slot})"
    return name
