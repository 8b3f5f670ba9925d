"""Names of cards, and every move in the words of a player."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.galaxy.actions import (
    ACTIONS,
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
)
from spaceenvs.galaxy.components import (
    FIRST_ALLY,
    SEAT_NAMES,
    SHIPS,
    TECHNOLOGY_NAMES,
    TOKENS,
    VALUES,
    WORLD_NAMES,
    WORLD_OF,
)
from spaceenvs.galaxy.state import NOT_YET


def card_name(card: int) -> str:
    """Return a card in words: `Felowi 9`, `Ally 8`, `Phaser Banks`."""
    if card >= SHIPS:
        return TECHNOLOGY_NAMES[card - SHIPS]
    world = "Ally" if card >= FIRST_ALLY else WORLD_NAMES[card // VALUES]
    return f"{world} {card % VALUES}"


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
