"""Names of things, and moves in words, as a player would write them."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import several
from spaceenvs.galactic_emperor.actions import (
    ACTIONS,
    BUY,
    D_AMBASSADOR,
    D_BATTLE_PICK,
    D_BUILD,
    D_CONTINUE,
    D_DEPLOY,
    D_DISPLACE,
    D_HIT_ORIGIN,
    D_INFLUENCE,
    D_MERCHANT,
    D_MOVE,
    D_PIRATE_TARGET,
    D_PLACE,
    D_RBUY,
    D_REROLL_AGAIN,
    D_SABOTAGE,
    D_SCAN,
    D_STEP,
    D_STEWARD,
    D_TECH,
    D_TELE_DEST,
    D_TIME_REVERSAL,
    D_USE_TECH,
    D_XCLAIM,
    DIE,
    HEXA,
    HEXB,
    HIT,
    ROLE,
    SEAT,
    SELL,
    SHIP,
    TECH,
    TILE,
    TYPE,
)
from spaceenvs.galactic_emperor.combat import KIND_ARTICLES, KIND_NAMES
from spaceenvs.galactic_emperor.components import (
    CARD_EXPLORER,
    CARD_NAMES,
    FLIPPED_CARD_NAME,
    SEAT_NAMES,
    SHIP_NAMES,
    TECH_NAMES,
    TILE_CODES,
    TYPE_OF_SHIP,
)
from spaceenvs.galactic_emperor.regent import price_of_influence
from spaceenvs.galactic_emperor.state import BATTLE_DICE, MARKET_DICE, SHOWS_WARLORD
from spaceenvs.galactic_emperor.tables import (
    MAX_PLAYERS,
    NUM_HEXES,
    NUM_SHIP_TYPES,
    NUM_TILES,
    RESOURCES,
    TILE_KINDS,
)

TOKEN_NAMES = ("", "empire", "starbase", "home")
CARD_STATES = ("available", "taken", "removed")
TECH_STATES = ("blocked", "used", "active", "spent")

_SINGLE = {
    "DIR CW": "play clockwise",
    "DIR CCW": "play counter-clockwise",
    "PIRATE": "send the Space Pirate",
    "RES METAL": "take a metal cube",
    "RES ENERGY": "take an energy cube",
    "TELEPORT": "teleport",
    "THRONE": "influence the Throne",
    "KEEP FACEUP": "keep the tile in hand",
    "KEEP DRAWN": "keep the drawn tile",
}
_YES = {
    D_SCAN: "use the Scanner",
    D_XCLAIM: "claim it",
    D_STEP: "claim here",
    D_CONTINUE: "fight on",
    D_AMBASSADOR: "use the Ambassador",
    D_SABOTAGE: "sabotage it",
    D_TIME_REVERSAL: "announce Time Reversal",
    D_REROLL_AGAIN: "reroll again",
}
_PASS = {
    D_SCAN: "do not look",
    D_XCLAIM: "do not claim it",
    D_MERCHANT: "close the market",
    D_STEWARD: "end production",
    D_BUILD: "build no more",
    D_MOVE: "end movement",
    D_STEP: "stop here",
    D_CONTINUE: "retreat",
    D_RBUY: "buy no influence",
    D_INFLUENCE: "place no more influence",
    D_TECH: "buy no technology",
    D_TIME_REVERSAL: "leave the dice",
    D_REROLL_AGAIN: "keep the die",
}
_HEXA = {
    D_PLACE: "place it on hex",
    D_MERCHANT: "invest on hex",
    D_PIRATE_TARGET: "rob food on hex",
    D_STEWARD: "produce on hex",
    D_DEPLOY: "deploy on hex",
    D_MOVE: "claim hex",
    D_STEP: "go to hex",
    D_TELE_DEST: "teleport to hex",
    D_BATTLE_PICK: "fight on hex",
    D_INFLUENCE: "influence hex",
    D_DISPLACE: "flee to hex",
    D_HIT_ORIGIN: "hit the one from hex",
}
_HEXB = {
    D_MERCHANT: "retrieve from hex",
    D_STEWARD: "produce freely on hex",
    D_MOVE: "fight now on hex",
}
_BATTLE_DICE = (
    "reroll a hit of the attacker",
    "reroll a miss of the attacker",
    "reroll a hit of the defender",
    "reroll a miss of the defender",
)


def card_name(s: State, card: int) -> str:
    """Return what a role card shows."""
    if card == CARD_EXPLORER and s.card_0 == SHOWS_WARLORD:
        return FLIPPED_CARD_NAME
    return CARD_NAMES[card]


def tile_in_words(box: Box, tile: int) -> str:
    """Return a tile with what is on it: `P08 (1 planet, 1 food, 1 metal)`."""
    kind = TILE_KINDS[box.tile_kind[tile]]
    things = [several(box.tile_planets[tile], "planet")]
    amounts = (box.tile_food[tile], box.tile_metal[tile], box.tile_energy[tile])
    things += [
        f"{amount} {name}" for amount, name in zip(amounts, RESOURCES, strict=True) if amount
    ]
    shown = ", ".join(things) if box.tile_planets[tile] else kind.replace("_", " ")
    return f"{TILE_CODES[tile]} ({shown})"


def ships_in_words(s: State, player: int, h: int) -> str:
    """Return the ships of a player on a hex: `2F 1C 1D`."""
    at = s.players[player].ships_at[:, h]
    return " ".join(f"{at[t]}{SHIP_NAMES[t][0]}" for t in range(len(SHIP_NAMES)) if at[t])


def describe(s: State, box: Box, action: int) -> str:
    """Return a legal action in words."""
    plain = ACTIONS.name(action)
    decision = int(s.decision)
    if plain in _SINGLE:
        return _SINGLE[plain]
    if plain == "YES":
        return _describe_yes(s, decision)
    if plain == "PASS":
        return _PASS.get(decision, "pass")
    if TILE <= action < TILE + NUM_TILES:
        return f"take tile {TILE_CODES[action - TILE]}"
    if HEXA <= action < HEXA + NUM_HEXES:
        return f"{_HEXA.get(decision, 'hex')} {action - HEXA}"
    if HEXB <= action < HEXB + NUM_HEXES:
        return f"{_HEXB.get(decision, 'hex')} {action - HEXB}"
    if DIE <= action < SELL:
        return _describe_die(s, decision, action - DIE)
    return _describe_named(s, decision, action)


def _describe_yes(s: State, decision: int) -> str:
    if decision == D_USE_TECH:
        return f"use {TECH_NAMES[s.tech_asked]}"
    if decision == D_RBUY:
        return f"buy influence for {price_of_influence(s, s.to_move)}"
    return _YES.get(decision, "yes")


def _describe_die(s: State, decision: int, die: int) -> str:
    if decision == D_TIME_REVERSAL and s.window == BATTLE_DICE:
        return _BATTLE_DICE[die]
    if decision == D_TIME_REVERSAL and s.window == MARKET_DICE:
        return f"reroll die {die} ({s.market_dice[die]})"
    if decision == D_TIME_REVERSAL:
        return f"reroll the capture die ({s.capture_die})"
    return f"discard the {s.market_dice[die]}"


def _describe_named(s: State, decision: int, action: int) -> str:
    """Describe an action that names a card, a cube, a ship, a unit or a technology."""
    if ROLE <= action < TILE:
        return f"take {card_name(s, action - ROLE)}"
    if SELL <= action < BUY:
        return f"sell {RESOURCES[action - SELL]}"
    if BUY <= action < BUY + len(RESOURCES):
        return f"buy {RESOURCES[action - BUY]}"
    if SEAT <= action < SEAT + MAX_PLAYERS:
        return f"rob metal from {SEAT_NAMES[action - SEAT]}"
    if TYPE <= action < TYPE + NUM_SHIP_TYPES:
        name = SHIP_NAMES[action - TYPE]
        return f"buy a {name}" if decision == D_BUILD else f"bonus die for a {name}"
    if SHIP <= action < SHIP + len(TYPE_OF_SHIP):
        ship = action - SHIP
        h = s.players[s.to_move].ship_hex[ship]
        return f"move {SHIP_NAMES[TYPE_OF_SHIP[ship]]} {ship} from hex {h}"
    if HIT <= action < HIT + len(KIND_NAMES):
        return f"hit {KIND_ARTICLES[action - HIT]} {KIND_NAMES[action - HIT]}"
    return f"buy {TECH_NAMES[action - TECH]}"
