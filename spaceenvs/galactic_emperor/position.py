"""Positions in words: what scenarios, replays and drawings read.

`arrange` sets up positions at the choice of a direction (the start of a round) or of a role
card; everything that happens inside a role is reached by playing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.galactic_emperor.actions import D_DIRECTION, D_ROLE, D_SABOTAGE
from spaceenvs.galactic_emperor.combat import KIND_NAMES
from spaceenvs.galactic_emperor.components import (
    CARD_NAMES,
    CARD_SCIENTIST,
    CENTRE,
    NUM_CARDS,
    NUM_SHIPS,
    ROLE_NAMES,
    SHIP_NAMES,
    TECH_NAMES,
    TILE_CODES,
)
from spaceenvs.galactic_emperor.observation import can_see_points, is_top_known
from spaceenvs.galactic_emperor.setup import (
    clear_board,
    clear_pending,
    clear_players,
    set_up_player,
)
from spaceenvs.galactic_emperor.state import (
    CARD_AVAILABLE,
    CARD_REMOVED,
    EMPIRE_TOKEN,
    EVERYBODY,
    HOME_TOKEN,
    NOTHING,
    STARBASE_TOKEN,
    earn,
    find_ship_in_reserve,
    move_ship,
    put_tile,
    put_token,
)
from spaceenvs.galactic_emperor.tables import (
    BACK_PLAIN,
    BLACK_HOLE,
    NUM_HEXES,
    NUM_TECHNOLOGIES,
    NUM_TILES,
    OMEGA_SUN,
    RESOURCES,
)
from spaceenvs.galactic_emperor.words import CARD_STATES, TECH_STATES, TOKEN_NAMES, ships_in_words

CARD_0_STATES = ("Explorer", "to flip", "Warlord B")
WINDOW_NAMES = ("", "before the roll", "market", "battle", "capture")


def position(s: State, box: Box) -> dict[str, Any]:
    """Return the whole position as plain dicts, lists and words."""
    n = int(s.num_players)
    words: dict[str, Any] = {
        "round": int(s.round_number),
        "direction": "clockwise" if s.direction > 0 else "counter-clockwise",
        "throne": int(s.throne),
        "first": int(s.first),
        "chosen": int(s.chosen),
        "pool": int(s.pool),
        "cards": {CARD_NAMES[k]: CARD_STATES[s.cards[k]] for k in range(NUM_CARDS)},
        "card_0": CARD_0_STATES[s.card_0],
        "row": [TILE_CODES[t] for t in range(NUM_TILES) if s.row[t]],
        "pile": [TILE_CODES[t] for t in s.pile[: s.pile_count][::-1]],
        "food_supply": int(s.food_supply),
        "end_fired": bool(s.end_fired),
        "sectors": {str(h): _sector(s, h) for h in range(NUM_HEXES) if _is_mentioned(s, h)},
        "players": {str(p): _player(s, p) for p in range(n)},
        "technologies": {TECH_NAMES[t]: _technology(s, t) for t in range(NUM_TECHNOLOGIES)},
        "role": _role(s),
    }
    return words


def seen(s: State, box: Box, player: int) -> dict[str, Any]:
    """Return what a player may know of the position; of tiles that he does not see, how many."""
    words = position(s, box)
    words["pile"] = len(words["pile"])
    if is_top_known(s, player) and s.pile_count > 0:
        words["top_tile"] = TILE_CODES[s.pile[s.pile_count - 1]]
    for p in range(s.num_players):
        if not can_see_points(s, box, player, p):
            del words["players"][str(p)]["vp"]
    if s.actor != player:
        words["role"].pop("drawn_tile", None)
    return words


def _is_mentioned(s: State, h: int) -> bool:
    return bool(s.has_tile[h] or s.cubes[h])


def _sector(s: State, h: int) -> dict[str, Any]:
    owner = int(s.controller[h])
    return {
        "tile": TILE_CODES[s.tile_at[h]] if s.has_tile[h] else "",
        "owner": owner,
        "token": TOKEN_NAMES[s.players[owner].token[h]] if owner >= 0 else "",
        "cubes": int(s.cubes[h]),
        "influence": [int(s.players[p].influence[h]) for p in range(s.num_players)],
    }


def _player(s: State, p: int) -> dict[str, Any]:
    me = s.players[p]
    hexes = sorted({int(h) for h in me.ship_hex if h >= 0})
    return {
        "marks": int(me.marks),
        "metal": int(me.metal),
        "energy": int(me.energy),
        "vp": int(me.vp),
        "tokens": int(me.tokens_left),
        "influence": int(me.influence_hand),
        "on_throne": int(me.influence_throne),
        "ships": {str(h): ships_in_words(s, p, h) for h in hexes},
        "ship_hex": me.ship_hex.tolist(),
        "technologies": [TECH_NAMES[t] for t in range(NUM_TECHNOLOGIES) if s.tech_owner[t] == p],
    }


def _technology(s: State, t: int) -> str:
    if s.tech_removed[t]:
        return "removed"
    states = [name for name in TECH_STATES if s[f"tech_{name}"][t]]
    return ", ".join(states) or "ready"


def _role(s: State) -> dict[str, Any]:
    """Return what is going on in the role being resolved."""
    words: dict[str, Any] = {
        "name": ROLE_NAMES[s.role] if s.role >= 0 else "",
        "taker": int(s.taker),
        "actor": int(s.actor),
    }
    if s.tile_in_hand >= 0:
        words["tile_in_hand"] = TILE_CODES[s.tile_in_hand]
    if s.drawn_tile >= 0:
        words["drawn_tile"] = TILE_CODES[s.drawn_tile]
    if s.top_known_to >= 0:
        known = int(s.top_known_to)
        words["top_known_to"] = "everybody" if known == EVERYBODY else known
    if s.market_dice[0] > 0:
        words["dice"] = [int(d) for d in s.market_dice if d > 0]
        words["prices"] = {r: int(s.prices[k]) for k, r in enumerate(RESOURCES)}
        words["food_hand"] = int(s.food_hand)
    if s.window > 0:
        words["window"] = WINDOW_NAMES[s.window]
    if s.capture_die > 0:
        words["capture_die"] = int(s.capture_die)
    if s.decision == D_SABOTAGE or s.capture_die > 0:
        words["declared"] = TECH_NAMES[s.declared]
    if s.tech_asked >= 0:
        words["asked"] = TECH_NAMES[s.tech_asked]
    if s.influence_phase > 0:
        words["price"] = int(s.influence_price)
        words["private"] = int(s.private_hex)
    if s.moving >= 0:
        words["moving"] = int(s.moving)
        words["steps_left"] = int(s.steps_left)
    if s.credit > 0:
        words["credit"] = int(s.credit)
    if s.in_battle:
        words["battle"] = _battle(s)
    return words


def _battle(s: State) -> dict[str, Any]:
    sides = {}
    for side, name in enumerate(("attacker", "defender")):
        units = s.sides[side].units
        dice = s.dice[side]
        sides[name] = {
            "seat": int(s.fighters[side]),
            "units": {KIND_NAMES[k]: int(units[k]) for k in range(len(KIND_NAMES)) if units[k]},
            "dice": dice.face[: dice.count].tolist(),
            "hits": int(s.hits[side]),
        }
    return {
        "hex": int(s.battle_hex),
        "round": int(s.battle_round),
        "phase": int(s.phase),
        "duel": bool(s.duel),
        **sides,
    }


# -- setting up -----------------------------------------------------------------------------------

_POSITION_WORDS = {
    "round",
    "direction",
    "throne",
    "first",
    "chosen",
    "pool",
    "cards",
    "card_0",
    "row",
    "pile",
    "sectors",
    "players",
    "technologies",
    "decision",
    # written by `position`, follows from the rest
    "food_supply",
    "end_fired",
    "role",
    "to_move",
    "done",
}
_PLAYER_WORDS = {
    "marks",
    "metal",
    "energy",
    "vp",
    "tokens",
    "ships",
    "technologies",
    "influence",
    "on_throne",
    "ship_hex",
}


def arrange(s: State, box: Box, words: dict[str, Any]) -> None:
    """Set up a position at the choice of a direction or (the default) of a role card.

    What is not mentioned is as after the setup; tiles not mentioned lie in the pile, in the
    order of their ids. A sector is `{tile, owner, token, cubes}`, ships are `{"7" = "2F 1C"}`.

    Raises:
        KeyError: If a word is unknown.
        ValueError: If the position is impossible.
    """
    _refuse_unknown(words, _POSITION_WORDS, "a position")
    n = int(s.num_players)
    clear_players(s)
    clear_board(s)
    clear_pending(s)
    s.bank = 0
    s.pool = box.pool
    put_tile(s, box, OMEGA_SUN, CENTRE)
    for p in range(n):
        set_up_player(s, box, p)
    for h, sector in words.get("sectors", {}).items():
        _arrange_sector(s, box, int(h), sector)
    for p, player in words.get("players", {}).items():
        _arrange_player(s, int(p), player)
    if "pool" in words:
        _lower_pool(s, int(words["pool"]))
    _arrange_tiles(s, box, words)
    _arrange_cards(s, words)
    for name, state in words.get("technologies", {}).items():
        _arrange_technology(s, TECH_NAMES.index(name), state)
    s.round_number = words.get("round", 1)
    s.direction = -1 if words.get("direction") == "counter-clockwise" else 1
    s.throne = words.get("throne", 0)
    s.first = words.get("first", s.throne)
    s.chosen = words.get("chosen", 0)
    s.end_fired = 0
    s.counted = 0
    s.done = 0
    s.food_supply = 40 - int(s.cubes.sum())
    if words.get("decision", "ROLE") == "DIRECTION":
        s.decision = D_DIRECTION
        s.to_move = s.throne
    else:
        s.decision = D_ROLE
        s.to_move = (int(s.first) + int(s.direction) * int(s.chosen)) % n


def _refuse_unknown(words: dict[str, Any], known: set[str], where: str) -> None:
    unknown = set(words) - known
    if unknown:
        raise KeyError(f"{where} has no entry {sorted(unknown)}; there are {sorted(known)}")


def _arrange_sector(s: State, box: Box, h: int, sector: dict[str, Any]) -> None:
    _refuse_unknown(sector, {"tile", "owner", "token", "cubes", "influence"}, f"sector {h}")
    if sector.get("tile"):
        put_tile(s, box, TILE_CODES.index(sector["tile"]), h)
    owner = sector.get("owner", -1)
    token = TOKEN_NAMES.index(sector.get("token", "empire" if owner >= 0 else ""))
    if token in (EMPIRE_TOKEN, STARBASE_TOKEN):
        put_token(s, owner, h, token)
    elif token == HOME_TOKEN and box.home[owner] != h:
        raise ValueError(f"hex {h} is not the home of seat {owner}")
    s.cubes[h] = sector.get("cubes", 0)


def _arrange_player(s: State, p: int, player: dict[str, Any]) -> None:
    _refuse_unknown(player, _PLAYER_WORDS, f"player {p}")
    me = s.players[p]
    if "marks" in player:
        earn(s, p, int(player["marks"]) - int(me.marks))
    for name in ("metal", "energy"):
        me[name] = player.get(name, me[name])
    if "vp" in player:
        s.pool -= player["vp"]
        me.vp = player["vp"]
    if "tokens" in player and player["tokens"] != me.tokens_left:
        raise ValueError(f"seat {p} has {me.tokens_left} tokens left, not {player['tokens']}")
    if "ships" in player:
        for ship in range(NUM_SHIPS):
            if me.ship_hex[ship] >= 0:
                move_ship(s, p, ship, NOTHING)
        for h, fleet in player["ships"].items():
            for group in fleet.split():
                ship_type = [name[0] for name in SHIP_NAMES].index(group[-1])
                for _ in range(int(group[:-1])):
                    ship = find_ship_in_reserve(s, p, ship_type)
                    if ship < 0:
                        raise ValueError(f"seat {p} has too many {SHIP_NAMES[ship_type]}s")
                    move_ship(s, p, ship, int(h))
    for t in range(NUM_TECHNOLOGIES):
        if s.tech_owner[t] == p:
            s.tech_owner[t] = -1
    for name in player.get("technologies", ()):
        s.tech_owner[TECH_NAMES.index(name)] = p


def _lower_pool(s: State, pool: int) -> None:
    """Give the points that are missing in the pool to the last player."""
    last = int(s.num_players) - 1
    missing = int(s.pool) - pool
    if s.players[last].vp + missing < 0:
        raise ValueError(f"the pool holds {s.pool} points and the last player gives none back")
    s.players[last].vp += missing
    s.pool = pool


def _arrange_tiles(s: State, box: Box, words: dict[str, Any]) -> None:
    """Lay out the row and the pile."""
    s.row[:] = 0
    s.pile[:] = NOTHING
    s.top_known_to = -1
    for code in words.get("row", ()):
        s.row[TILE_CODES.index(code)] = 1
    s.row_count = s.row.sum()
    gone = {int(t) for t in s.tile_at} | set(np.flatnonzero(s.row).tolist()) | {OMEGA_SUN}
    if "pile" in words:
        pile = [TILE_CODES.index(code) for code in words["pile"]]
    else:
        pile = []
    rest = [t for t in range(NUM_TILES) if t not in gone and t not in pile and t != BLACK_HOLE]
    plain = [t for t in rest if box.tile_back[t] == BACK_PLAIN]
    others = [t for t in rest if box.tile_back[t] != BACK_PLAIN]
    hole = [] if BLACK_HOLE in gone or BLACK_HOLE in pile else [BLACK_HOLE]
    pile = [*pile, *plain, *hole, *others]
    s.pile_count = len(pile)
    s.pile[: len(pile)] = pile[::-1]


def _arrange_cards(s: State, words: dict[str, Any]) -> None:
    s.cards[:] = CARD_AVAILABLE
    for name, state in words.get("cards", {}).items():
        s.cards[CARD_NAMES.index(name)] = CARD_STATES.index(state)
    if s.black_hole[CENTRE]:
        s.cards[CARD_SCIENTIST] = CARD_REMOVED
    s.card_0 = CARD_0_STATES.index(words.get("card_0", CARD_0_STATES[0]))


def _arrange_technology(s: State, t: int, state: str) -> None:
    s.tech_removed[t] = state == "removed"
    for name in TECH_STATES:
        s[f"tech_{name}"][t] = name in state
