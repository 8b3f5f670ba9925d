"""The actions of Galaxy, one flat table, and the decisions they answer."""

from __future__ import annotations

from spaceenvs.core.layout import Actions, ActionTable
from spaceenvs.galaxy.components import (
    CARD_CODES,
    MAX_PLAYERS,
    ROWS,
    TOKENS,
    VALUES,
    WORLD_CODES,
)

_SEATS = tuple(str(k) for k in range(MAX_PLAYERS))
_BASES = tuple(f"{k}.{token}" for k in range(MAX_PLAYERS) for token in range(TOKENS))

ACTIONS = ActionTable(  # R49: no talk at the table
    [
        Actions("CARD", CARD_CODES, "play, discard or give this card"),
        Actions("WORLD", WORLD_CODES, "this column, for an Ally"),
        Actions("PLACE", WORLD_CODES, "place a base on this world"),
        Actions("ATTACK", WORLD_CODES, "attack the visible ship of this column"),
        Actions("BASE_DOWN", _BASES, "lower or attack a base (relative seat.token)"),
        Actions("BASE_UP", _BASES, "raise a base (relative seat.token)"),
        Actions("SEAT", _SEATS, "this player (relative seat, 0 = yourself)"),
        Actions("ROW", tuple(str(k) for k in range(1, ROWS)), "take the visible ship of this row"),
        Actions("BID", tuple(str(v) for v in range(VALUES)), "bid this value in the auction"),
        Actions("PASS", meaning="pass, decline"),
        Actions("END", meaning="end the Action phase"),
        Actions("SECRET", meaning="place a secret base; the garrison is chosen next"),
        Actions("REVEAL", meaning="reveal your secret base"),
        Actions("POWER", meaning="use the power of your Drone or Raider"),
        Actions("SENSORS", meaning="roll for Sensors"),
        Actions("FACE_UP", meaning="play the Kha'Farjimmn ship face up"),
        Actions("FACE_DOWN", meaning="play the Kha'Farjimmn ship face down"),
        Actions("YES", meaning="allow the attack; counterattack"),
        Actions("NO", meaning="refuse the attack; do not counterattack"),
        Actions("DRAW", meaning="draw from the deck"),
        Actions("TAKE_RESERVE", meaning="take your whole Reserve into your hand"),
        Actions("KEEP", meaning="keep the card seen"),
        Actions("REJECT", meaning="refuse the card seen"),
    ]
)

# CARD comes first: to choose a card, its id is the action.
A_WORLD = ACTIONS["WORLD"].start
A_PLACE = ACTIONS["PLACE"].start
A_ATTACK = ACTIONS["ATTACK"].start
A_BASE_DOWN = ACTIONS["BASE_DOWN"].start
A_BASE_UP = ACTIONS["BASE_UP"].start
A_SEAT = ACTIONS["SEAT"].start
A_ROW = ACTIONS["ROW"].start
A_BID = ACTIONS["BID"].start
A_PASS = ACTIONS["PASS"].start
A_END = ACTIONS["END"].start
A_SECRET = ACTIONS["SECRET"].start
A_REVEAL = ACTIONS["REVEAL"].start
A_POWER = ACTIONS["POWER"].start
A_SENSORS = ACTIONS["SENSORS"].start
A_FACE_UP = ACTIONS["FACE_UP"].start
A_FACE_DOWN = ACTIONS["FACE_DOWN"].start
A_YES = ACTIONS["YES"].start
A_NO = ACTIONS["NO"].start
A_DRAW = ACTIONS["DRAW"].start
A_TAKE_RESERVE = ACTIONS["TAKE_RESERVE"].start
A_KEEP = ACTIONS["KEEP"].start
A_REJECT = ACTIONS["REJECT"].start

# The decisions, numbered D1..D19 in the rules; REDRAW belongs to an option.
NOTHING = 0
D_BID = 1
D_ACTION = 2
D_COLUMN = 3
D_FACE = 4
D_GARRISON = 5
D_ALLOW = 6
D_COUNTER = 7
D_GOVERNOR_PICK = 8
D_FELOWI = 9
D_MYRMIDON = 10
D_ECUP = 11
D_ECUP_GIVE = 12
D_ERI_SOURCE = 13
D_ERI_DEST = 14
D_SPOILS = 15
D_CYLOR = 16
D_DRAW = 17
D_SHUTTLE = 18
D_DRAW2 = 19
D_REDRAW = 20

DECISIONS = (
    "",
    "BID",
    "ACTION",
    "COLUMN",
    "FACE",
    "GARRISON",
    "ALLOW",
    "COUNTER",
    "GOVERNOR_PICK",
    "FELOWI",
    "MYRMIDON",
    "ECUP",
    "ECUP_GIVE",
    "ERI_SOURCE",
    "ERI_DEST",
    "SPOILS",
    "CYLOR",
    "DRAW",
    "SHUTTLE",
    "DRAW2",
    "REDRAW",
)
