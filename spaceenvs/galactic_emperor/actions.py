"""The actions: one flat table, the ids of `data/actions.csv`."""

from __future__ import annotations

from spaceenvs.core.layout import Actions, ActionTable
from spaceenvs.galactic_emperor.components import (
    CARD_NAMES,
    NUM_MARKET_DICE,
    NUM_SHIPS,
    TECH_NAMES,
)
from spaceenvs.galactic_emperor.tables import MAX_PLAYERS, NUM_HEXES, NUM_TILES


def _count(number: int) -> tuple[str, ...]:
    return tuple(map(str, range(number)))


ACTIONS = ActionTable(
    [
        Actions("PASS", meaning="decline, stop, done, retreat, accept the die"),
        Actions("YES", meaning="use, claim, buy, fight on, reroll again"),
        Actions("DIR", ("CW", "CCW"), "play this round clockwise or counter-clockwise"),
        Actions("ROLE", _count(len(CARD_NAMES)), f"take the role card {', '.join(CARD_NAMES)}"),
        Actions("TILE", _count(NUM_TILES), "take this tile of the row"),
        Actions("HEXA", _count(NUM_HEXES), "this hex, first meaning of the decision"),
        Actions("HEXB", _count(NUM_HEXES), "this hex: retrieve, produce freely, fight now"),
        Actions("DIE", _count(NUM_MARKET_DICE), "discard or reroll this die or kind of die"),
        Actions("SELL", ("FOOD", "METAL", "ENERGY"), "sell one cube"),
        Actions("BUY", ("FOOD", "METAL", "ENERGY"), "buy one cube"),
        Actions("PIRATE", meaning="declare the Space Pirate"),
        Actions("SEAT", _count(MAX_PLAYERS), "take 1 metal from this seat"),
        Actions("RES", ("METAL", "ENERGY"), "take this cube"),
        Actions("TYPE", ("FIGHTER", "CRUISER", "DREADNOUGHT"), "this type of ship"),
        Actions("SHIP", _count(NUM_SHIPS), "move this ship"),
        Actions("TELEPORT", meaning="teleport the moving ship out of the Black Hole"),
        Actions(
            "HIT",
            (
                "FIGHTER",
                "CRUISER",
                "DREADNOUGHT_FRESH",
                "DREADNOUGHT_DAMAGED",
                "STARBASE",
                "EMPIRE",
            ),
            "assign one hit to such a unit",
        ),
        Actions("THRONE", meaning="put one influence token on the Throne"),
        Actions("TECH", _count(len(TECH_NAMES)), f"buy {', '.join(TECH_NAMES)}"),
        Actions("KEEP", ("FACEUP", "DRAWN"), "place this tile, the other goes on the pile"),
    ]
)

PASS = ACTIONS["PASS"].start
YES = ACTIONS["YES"].start
DIR_CW = ACTIONS["DIR"].start
DIR_CCW = DIR_CW + 1
ROLE = ACTIONS["ROLE"].start
TILE = ACTIONS["TILE"].start
HEXA = ACTIONS["HEXA"].start
HEXB = ACTIONS["HEXB"].start
DIE = ACTIONS["DIE"].start
SELL = ACTIONS["SELL"].start
BUY = ACTIONS["BUY"].start
PIRATE = ACTIONS["PIRATE"].start
SEAT = ACTIONS["SEAT"].start
RES_METAL = ACTIONS["RES"].start
RES_ENERGY = RES_METAL + 1
TYPE = ACTIONS["TYPE"].start
SHIP = ACTIONS["SHIP"].start
TELEPORT = ACTIONS["TELEPORT"].start
HIT = ACTIONS["HIT"].start
THRONE = ACTIONS["THRONE"].start
TECH = ACTIONS["TECH"].start
KEEP_FACEUP = ACTIONS["KEEP"].start
KEEP_DRAWN = KEEP_FACEUP + 1

# -- decision points, numbered as in the rules --------------------------------------------

DECISIONS = (
    "",
    "DIRECTION",
    "ROLE",
    "TILE",
    "SCAN",
    "KEEP",
    "PLACE",
    "XCLAIM",
    "DISCARD",
    "MERCHANT",
    "PIRATE_TARGET",
    "STEWARD_BONUS",
    "STEWARD",
    "DEPLOY",
    "BUILD",
    "USE_TECH",
    "MOVE",
    "STEP",
    "TELE_DEST",
    "BATTLE_PICK",
    "BONUS_SHIP",
    "HIT",
    "CONTINUE",
    "RBUY",
    "INFLUENCE",
    "AMBASSADOR",
    "DISPLACE",
    "TECH",
    "SABOTAGE",
    "TIME_REVERSAL",
    "REROLL_AGAIN",
    "HIT_ORIGIN",
)
NUM_DECISIONS = len(DECISIONS)
NO_DECISION = 0
(
    D_DIRECTION,
    D_ROLE,
    D_TILE,
    D_SCAN,
    D_KEEP,
    D_PLACE,
    D_XCLAIM,
    D_DISCARD,
    D_MERCHANT,
    D_PIRATE_TARGET,
    D_STEWARD_BONUS,
    D_STEWARD,
    D_DEPLOY,
    D_BUILD,
    D_USE_TECH,
    D_MOVE,
    D_STEP,
    D_TELE_DEST,
    D_BATTLE_PICK,
    D_BONUS_SHIP,
    D_HIT,
    D_CONTINUE,
    D_RBUY,
    D_INFLUENCE,
    D_AMBASSADOR,
    D_DISPLACE,
    D_TECH,
    D_SABOTAGE,
    D_TIME_REVERSAL,
    D_REROLL_AGAIN,
    D_HIT_ORIGIN,
) = range(1, NUM_DECISIONS)
