"""The 102 actions of `actions.csv`, and the words for them."""

from __future__ import annotations

from enum import IntEnum

from spaceenvs.core.game import Box, State
from spaceenvs.core.layout import Actions, ActionTable
from spaceenvs.core_worlds.components import GRUNT, HAND, SNUB, UNITS, ZONE, Kind, name_of


class Decision(IntEnum):
    """The decision points of section 5.2, numbered in the order of its table."""

    PREGAME = 1
    ENERGY = 2
    EXPLORE_CARD = 3
    TURN = 4
    DEPLOY_MORE = 5
    COMBO = 6
    COLONIZE_HAND = 7
    DRAFT_HAND = 8
    INVADE = 9
    SIDE = 10
    PAY_CARD = 11
    TAC_DISCARD = 12
    KEEP_UNIT = 13
    COLONIZE = 14
    KEEP_CARD = 15
    RESHUFFLE = 16


DECISIONS = ("", *Decision.__members__)

ACTIONS = ActionTable(
    [
        Actions(
            "ZONE",
            tuple(map(str, range(ZONE))),
            "take the card in a Central Zone slot: draft it, invade it, pick it",
        ),
        Actions(
            "HAND",
            tuple(map(str, range(HAND))),
            "take a card of your hand: deploy, play, discard, keep or colonise it",
        ),
        Actions(
            "UNIT",
            tuple(map(str, range(UNITS))),
            "take a Unit of your Warzone: commit it, charge it, keep it",
        ),
        Actions(
            "ABIL",
            tuple(map(str, range(UNITS))),
            "use the Invasion ability of a committed Unit",
        ),
        Actions("END", meaning="pass, done, stop, none: whatever the decision says"),
        Actions("EXPLORE", meaning="Energy Exploration: discard cards for Energy"),
        Actions("TOKEN", meaning="use an Energy Surge token: +2 Energy"),
        Actions("CONQUER", meaning="win the Invasion"),
        Actions("RETREAT", meaning="give up the Invasion"),
        Actions("FLEET", meaning="take the Fleet side of a choice"),
        Actions("GROUND", meaning="take the Ground side of a choice"),
        Actions("COL_GRUNT", meaning="colonise with a committed Galactic Grunts"),
        Actions("COL_SNUB", meaning="colonise with a committed Snub Fighter"),
        Actions("RESHUFFLE", meaning="shuffle your discard pile into your draw deck"),
    ]
)
TAKE_ZONE = ACTIONS["ZONE"].start
TAKE_HAND = ACTIONS["HAND"].start
TAKE_UNIT = ACTIONS["UNIT"].start
USE_ABILITY = ACTIONS["ABIL"].start
END = ACTIONS["END"].start
EXPLORE = ACTIONS["EXPLORE"].start
USE_TOKEN = ACTIONS["TOKEN"].start
CONQUER = ACTIONS["CONQUER"].start
RETREAT = ACTIONS["RETREAT"].start
FLEET = ACTIONS["FLEET"].start
GROUND = ACTIONS["GROUND"].start
COLONIZE_GRUNT = ACTIONS["COL_GRUNT"].start
COLONIZE_SNUB = ACTIONS["COL_SNUB"].start
DO_RESHUFFLE = ACTIONS["RESHUFFLE"].start

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
