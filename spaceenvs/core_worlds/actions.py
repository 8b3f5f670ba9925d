"""The decision points, and the 102 actions of `actions.csv`."""

from __future__ import annotations

from enum import IntEnum

from spaceenvs.core.layout import Actions, ActionTable
from spaceenvs.core_worlds.components import HAND, UNITS, ZONE


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
