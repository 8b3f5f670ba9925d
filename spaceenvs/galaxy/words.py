"""Names of cards, and every move in the words of a player."""

from __future__ import annotations

from collections.abc import Callable

from spaceenvs.core.game import Box, State
from spaceenvs.galaxy.actions import (
    ACTIONS,
    D_ACTION,
    D_ALLOW,
    D_BID,
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
    FRIGATE,
    NO_WORLD,
    SEAT_NAMES,
    SHIPS,
    TECHNOLOGY_NAMES,
    TOKENS,
    VALUES,
    WORLD_NAMES,
    WORLD_OF,
)
from spaceenvs.galaxy.state import NOT_YET

# -- what the arguments of an action name -----------------------------------------------------


def card_name(card: int) -> str:
    """Return a card in words: `Felowi 9`, `Ally 8`, `Phaser Banks`."""
    if card >= SHIPS:
        return TECHNOLOGY_NAMES[card - SHIPS]
    world = "Ally" if card >= FIRST_ALLY else WORLD_NAMES[card // VALUES]
    return f"{world} {card % VALUES}"


def named_seat(s: State, distance: int) -> int:
    """Return the seat so far to the left of the player to move."""
    return (int(s.to_move) + distance) % int(s.num_players)


def named_base(s: State, argument: int) -> int:
    """Return the base that the player to move names by relative seat and token."""
    distance, token = divmod(argument, TOKENS)
    return TOKENS * named_seat(s, distance) + token


# -- moves ------------------------------------------------------------------------------------


def describe(s: State, box: Box, action: int) -> str:
    """Return a legal action in the words of a player."""
    block = ACTIONS.find(action)
    words = _WORDS[block.name]
    return words if isinstance(words, str) else words(s, action - block.start)


def _card_words(s: State, card: int) -> str:
    name = card_name(card)
    if s.decision == D_GARRISON:
        return f"garrison {name}"
    if s.decision == D_ECUP_GIVE:
        return f"give {name}"
    world = int(WORLD_OF[card])
    dead = world != NO_WORLD and s.in_play[world] == 0
    if s.decision == D_CYLOR or (s.decision == D_ACTION and s.action_done == NOT_YET and dead):
        return f"discard {name}"
    return f"play {name}" if card < SHIPS else f"use {name}"


def _column_words(s: State, world: int) -> str:
    verb = {D_ERI_SOURCE: "move the Ally from", D_ERI_DEST: "to"}.get(int(s.decision), "on")
    return f"{verb} {WORLD_NAMES[world]}"


def _base_down_words(s: State, argument: int) -> str:
    attacked = s.decision != D_SPOILS and s.ship_value >= FRIGATE
    return f"{'attack' if attacked else 'lower'} {_base_words(s, argument)}"


def _base_words(s: State, argument: int) -> str:
    base = named_base(s, argument)
    world = WORLD_NAMES[s.base_world[base]]
    return f"{SEAT_NAMES[base // TOKENS]}'s base at {world} (level {s.base_level[base]})"


def _seat_words(s: State, distance: int) -> str:
    name = SEAT_NAMES[named_seat(s, distance)]
    if s.decision == D_MYRMIDON:
        return f"send half of {name}'s hand to the Reserve"
    if s.decision == D_ECUP:
        return f"take a card from {name}"
    return f"make {name} governor of {WORLD_NAMES[s.target_world]}"


_PASS_WORDS = {
    D_BID: "pass",
    D_FELOWI: "take no ship",
    D_MYRMIDON: "leave every hand",
    D_ECUP: "take no card",
    D_ERI_SOURCE: "move no Ally",
    D_SPOILS: "take no Spoils",
    D_CYLOR: "discard no more",
}

_WORDS: dict[str, str | Callable[[State, int], str]] = {
    "CARD": _card_words,
    "WORLD": _column_words,
    "PLACE": lambda s, world: f"place a base on {WORLD_NAMES[world]}",
    "ATTACK": lambda s, world: f"attack {WORLD_NAMES[world]}",
    "BASE_DOWN": _base_down_words,
    "BASE_UP": lambda s, argument: f"raise {_base_words(s, argument)}",
    "SEAT": _seat_words,
    "ROW": lambda s, k: f"take the ship of row {k + 1}",
    "BID": lambda s, value: f"bid {value}",
    "PASS": lambda s, _: _PASS_WORDS[int(s.decision)],
    "END": "end the Action phase",
    "SECRET": "place a secret base",
    "REVEAL": "reveal the secret base",
    "POWER": "use the ship's power",
    "SENSORS": "roll for Sensors",
    "FACE_UP": "face up",
    "FACE_DOWN": "face down",
    "YES": lambda s, _: "allow the attack" if s.decision == D_ALLOW else "counterattack",
    "NO": lambda s, _: "refuse the attack" if s.decision == D_ALLOW else "no counterattack",
    "DRAW": "draw a card",
    "TAKE_RESERVE": "take the Reserve",
    "KEEP": "keep it",
    "REJECT": lambda s, _: "discard it" if s.decision == D_REDRAW else "put it under the deck",
}
"""The words of every range of actions, or what says them."""
