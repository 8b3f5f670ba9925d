"""The actions of Galaxy: one flat table, and the words for every move."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.layout import Actions, ActionTable
from spaceenvs.galaxy.components import (
    CARD_CODES,
    MAX_PLAYERS,
    ROWS,
    SEAT_NAMES,
    SHIPS,
    TOKENS,
    VALUES,
    WORLD_CODES,
    WORLD_NAMES,
    WORLD_OF,
    card_name,
)
from spaceenvs.galaxy.state import (
    D_ACTION,
    D_ALLOW,
    D_BID,
    D_COUNTER,
    D_CYLOR,
    D_ECUP,
    D_ECUP_GIVE,
    D_ERI_DEST,
    D_ERI_SOURCE,
    D_FELOWI,
    D_GARRISON,
    D_MYRMIDON,
    D_REDRAW,
    D_SPOILS,
    NOT_YET,
)

_SEATS = tuple(str(k) for k in range(MAX_PLAYERS))
_BASES = tuple(f"{k}.{token}" for k in range(MAX_PLAYERS) for token in range(TOKENS))

ACTIONS = ActionTable(
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

A_CARD = ACTIONS["CARD"].start
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


def describe(s: State, box: Box, action: int) -> str:
    """Return a legal action in the words of a player."""
    block = ACTIONS.find(action)
    argument = action - block.start
    if block.name == "CARD":
        return _card_words(s, argument)
    if block.name == "WORLD":
        verb = {D_ERI_SOURCE: "move the Ally from", D_ERI_DEST: "to"}.get(int(s.decision), "on")
        return f"{verb} {WORLD_NAMES[argument]}"
    if block.name == "PLACE":
        return f"place a base on {WORLD_NAMES[argument]}"
    if block.name == "ATTACK":
        return f"attack {WORLD_NAMES[argument]}"
    if block.name in ("BASE_DOWN", "BASE_UP"):
        return f"{_base_verb(s, block.name)} {_base_words(s, argument)}"
    if block.name == "SEAT":
        return _seat_words(s, SEAT_NAMES[(s.to_move + argument) % s.num_players])
    if block.name == "ROW":
        return f"take the ship of row {argument + 1}"
    if block.name == "BID":
        return f"bid {argument}"
    return _plain_words(s, block.name)


def _card_words(s: State, card: int) -> str:
    name = card_name(card)
    if s.decision == D_GARRISON:
        return f"garrison {name}"
    if s.decision == D_ECUP_GIVE:
        return f"give {name}"
    world = int(WORLD_OF[card])
    dead = world >= 0 and s.in_play[world] == 0
    if s.decision == D_CYLOR or (s.decision == D_ACTION and s.action_done == NOT_YET and dead):
        return f"discard {name}"
    return f"play {name}" if card < SHIPS else f"use {name}"


def _base_verb(s: State, kind: str) -> str:
    if kind == "BASE_UP":
        return "raise"
    attacked = s.decision != D_SPOILS and s.ship_value >= 6
    return "attack" if attacked else "lower"


def _base_words(s: State, base: int) -> str:
    owner, token = divmod(base, TOKENS)
    seat = (int(s.to_move) + owner) % int(s.num_players)
    b = TOKENS * seat + token
    return f"{SEAT_NAMES[seat]}'s base at {WORLD_NAMES[s.base_world[b]]} (level {s.base_level[b]})"


def _seat_words(s: State, colour: str) -> str:
    if s.decision == D_MYRMIDON:
        return f"send half of {colour}'s hand to the Reserve"
    if s.decision == D_ECUP:
        return f"take a card from {colour}"
    return f"make {colour} governor of {WORLD_NAMES[s.target_world]}"


def _plain_words(s: State, name: str) -> str:
    if name == "YES":
        return "allow the attack" if s.decision == D_ALLOW else "counterattack"
    if name == "NO":
        return "refuse the attack" if s.decision == D_ALLOW else "no counterattack"
    if name == "PASS":
        return _PASS_WORDS.get(int(s.decision), "pass")
    if name == "REJECT":
        return "discard it" if s.decision == D_REDRAW else "put it under the deck"
    return _WORDS[name]


_PASS_WORDS = {
    D_BID: "pass",
    D_FELOWI: "take no ship",
    D_MYRMIDON: "leave every hand",
    D_ECUP: "take no card",
    D_ERI_SOURCE: "move no Ally",
    D_SPOILS: "take no Spoils",
    D_CYLOR: "discard no more",
    D_COUNTER: "no counterattack",
}
_WORDS = {
    "END": "end the Action phase",
    "SECRET": "place a secret base",
    "REVEAL": "reveal the secret base",
    "POWER": "use the ship's power",
    "SENSORS": "roll for Sensors",
    "FACE_UP": "face up",
    "FACE_DOWN": "face down",
    "DRAW": "draw a card",
    "TAKE_RESERVE": "take the Reserve",
    "KEEP": "keep it",
}
