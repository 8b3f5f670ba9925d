"""A name for every action, numbered as in `actions.csv`, and for every decision."""

from __future__ import annotations

from spaceenvs.core.layout import Actions, ActionTable
from spaceenvs.handful_of_stars.components import (
    CARDS,
    DISPLAY,
    MARKET,
    MAX_COUNT,
    MAX_PLAYERS,
    SPACES,
    TRACK,
)


def _numbers(first: int, count: int) -> tuple[str, ...]:
    return tuple(map(str, range(first, first + count)))


ACTIONS = ActionTable(
    [
        Actions("DONE", meaning="end a series of steps, a response or the turn"),
        Actions("PASS", meaning="use up one action"),
        Actions("PRODUCE", meaning="build units"),
        Actions("MOVE", meaning="move units, and fight where they meet resistance"),
        Actions("COLONISE", meaning="place an outpost or a colony"),
        Actions("TECH", meaning="acquire a technology or the wormhole token"),
        Actions("RESERVE", meaning="place cards in the reserve"),
        Actions("DISCARD", meaning="discard cards"),
        Actions("REMOVE", meaning="remove a card for good"),
        Actions("FLEET", meaning="choose a fleet"),
        Actions("BASE", meaning="choose a star base"),
        Actions("OUTPOST", meaning="place an outpost"),
        Actions("COLONY", meaning="place a colony"),
        Actions("RETREAT", meaning="leave before the fight"),
        Actions("STAY", meaning="stay and fight"),
        Actions("CONCEDE", meaning="give up the combat"),
        Actions("ROUTE_NORMAL", meaning="go by connections alone"),
        Actions("ROUTE_WORMHOLE", meaning="go by one wormhole jump"),
        Actions("USE_MATTER", meaning="spend a combat card for its Matter"),
        Actions("USE_EFFECT", meaning="use a combat card for its effect"),
        Actions("COUNT", _numbers(1, MAX_COUNT), "how many units go"),
        Actions("TOKEN", _numbers(0, TRACK), "one of your development tokens, in the order taken"),
        Actions("DISPLAY", _numbers(0, DISPLAY), "a development token of the display"),
        Actions("MARKET", _numbers(0, MARKET), "a card of the technology market"),
        Actions("WORMHOLE_TOKEN", meaning="buy the wormhole token"),
        Actions("RIVAL", _numbers(1, MAX_PLAYERS - 1), "the player so many seats clockwise of you"),
        Actions("SPACE", _numbers(0, SPACES), "a space of the board"),
        Actions("CARD", _numbers(0, CARDS), "a card, by its id"),
    ]
)
NUM_ACTIONS = ACTIONS.size

A_DONE = ACTIONS["DONE"].start
A_PASS = ACTIONS["PASS"].start
A_PRODUCE = ACTIONS["PRODUCE"].start
A_MOVE = ACTIONS["MOVE"].start
A_COLONISE = ACTIONS["COLONISE"].start
A_TECH = ACTIONS["TECH"].start
A_RESERVE = ACTIONS["RESERVE"].start
A_DISCARD = ACTIONS["DISCARD"].start
A_REMOVE = ACTIONS["REMOVE"].start
A_UNIT = ACTIONS["FLEET"].start  # + FLEET or BASE
A_OUTPOST = ACTIONS["OUTPOST"].start
A_COLONY = ACTIONS["COLONY"].start
A_RETREAT = ACTIONS["RETREAT"].start
A_STAY = ACTIONS["STAY"].start
A_CONCEDE = ACTIONS["CONCEDE"].start
A_ROUTE = ACTIONS["ROUTE_NORMAL"].start  # + NORMAL or WORMHOLE
A_USE_MATTER = ACTIONS["USE_MATTER"].start
A_USE_EFFECT = ACTIONS["USE_EFFECT"].start
A_COUNT = ACTIONS["COUNT"].start - 1  # + k, from 1
A_TOKEN = ACTIONS["TOKEN"].start
A_DISPLAY = ACTIONS["DISPLAY"].start
A_MARKET = ACTIONS["MARKET"].start
A_WORMHOLE_TOKEN = ACTIONS["WORMHOLE_TOKEN"].start
A_RIVAL = ACTIONS["RIVAL"].start - 1  # + k, from 1
A_SPACE = ACTIONS["SPACE"].start
A_CARD = ACTIONS["CARD"].start

# Decision points, numbered as in section 5 of the rules.
(
    D_SETUP_HOME,
    D_SETUP_COLONY,
    D_DEV_TOKEN,
    D_MENU,
    D_PRODUCE_UNIT,
    D_PRODUCE_SPACE,
    D_PAY,
    D_MOVE_ORIGIN,
    D_UNIT,
    D_MOVE_DEST,
    D_ROUTE,
    D_COUNT,
    D_ATT_RETREAT,
    D_DEF_RETREAT,
    D_RESPONSE,
    D_MODE,
    D_WITHDRAW_DEST,
    D_LOSS,
    D_RETREAT_DEST,
    D_COL_SPACE,
    D_COL_KIND,
    D_TECH_PICK,
    D_STORE,
    D_DISCARD,
    D_REMOVE,
    D_RETRIEVE,
    D_ANNEX,
    D_RIVAL,
    D_REFRESH,
    D_REFILL_RESERVE,
) = range(1, 31)
DECISIONS = (
    "",
    "SETUP_HOME",
    "SETUP_COLONY",
    "DEV_TOKEN",
    "MENU",
    "PRODUCE_UNIT",
    "PRODUCE_SPACE",
    "PAY",
    "MOVE_ORIGIN",
    "UNIT",
    "MOVE_DEST",
    "ROUTE",
    "COUNT",
    "ATT_RETREAT",
    "DEF_RETREAT",
    "RESPONSE",
    "MODE",
    "WITHDRAW_DEST",
    "LOSS",
    "RETREAT_DEST",
    "COL_SPACE",
    "COL_KIND",
    "TECH_PICK",
    "STORE",
    "DISCARD",
    "REMOVE",
    "RETRIEVE",
    "ANNEX",
    "RIVAL",
    "REFRESH",
    "REFILL_RESERVE",
)
