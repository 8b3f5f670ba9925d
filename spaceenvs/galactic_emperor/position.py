"""Positions in words: what scenarios, replays and drawings read.

`arrange` sets up positions at the choice of a direction (the start of a round) or of a role
card; everything that happens inside a role is reached by playing.
"""

from __future__ import annotations

import re
from typing import Any

from spaceenvs.core.game import Box, State
from spaceenvs.core.given import Words
from spaceenvs.galactic_emperor.actions import D_DIRECTION, D_ROLE, D_SABOTAGE, DECISIONS
from spaceenvs.galactic_emperor.combat import KIND_NAMES
from spaceenvs.galactic_emperor.components import (
    CARD_NAMES,
    CARD_SCIENTIST,
    CENTRE,
    NUM_CARDS,
    NUM_FOOD_CUBES,
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
    NO_TOKEN,
    NOBODY,
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

_HEX_NAMES = tuple(map(str, range(NUM_HEXES)))
_DIRECTIONS = ("counter-clockwise", "clockwise")
_STARTS = ("DIRECTION", "ROLE")
_MANY = 127  # cubes of a kind
_MUCH = 30000  # points
_RICH = 10**6  # marks


def arrange(s: State, box: Box, words: Words) -> None:
    """Set up a position at the choice of a direction or (the default) of a role card.

    What is not mentioned is as after the setup; tiles not mentioned lie in the pile, in the
    order of their ids. A sector is `{tile, owner, token, cubes}`, ships are `{"7" = "2F 1C"}`.
    """
    n = int(s.num_players)
    clear_players(s)
    clear_board(s)
    clear_pending(s)
    s.bank = 0
    s.pool = box.pool
    put_tile(s, box, OMEGA_SUN, CENTRE)
    for p in range(n):
        set_up_player(s, box, p)
    for h, sector in words["sectors"].items(_HEX_NAMES):
        _arrange_sector(s, box, h, sector)
    s.tech_owner[:] = NOBODY
    for p in range(n):
        _arrange_player(s, p, words["players"][str(p)])
    if words["pool"].is_given:
        _arrange_pool(s, words)
    _arrange_tiles(s, box, words)
    _arrange_cards(s, words)
    for t, state in words["technologies"].items(TECH_NAMES):
        _arrange_technology(s, t, state)
    s.round_number = words["round"].number(1, _MUCH, 1)
    s.direction = 1 if words["direction"].index(_DIRECTIONS, 1) else -1
    # During a Regent role nobody holds the Throne.
    s.throne = words["throne"].number(NOBODY if words.is_exact else 0, n - 1)
    s.first = words["first"].number(0, n - 1, max(int(s.throne), 0))
    s.chosen = words["chosen"].number(0, n)
    s.end_fired = 0
    s.counted = 0
    s.done = 0
    s.food_supply = NUM_FOOD_CUBES - int(s.cubes.sum())
    starts = DECISIONS if words.is_exact else _STARTS
    if starts[words["decision"].index(starts, starts.index("ROLE"))] == "DIRECTION":
        s.decision = D_DIRECTION
        s.to_move = s.throne
    else:
        s.decision = D_ROLE
        s.to_move = (int(s.first) + int(s.direction) * int(s.chosen)) % n


def _arrange_sector(s: State, box: Box, h: int, sector: Words) -> None:
    if sector["tile"].text():
        put_tile(s, box, sector["tile"].index(TILE_CODES), h)
    owner = sector["owner"].number(NOBODY, int(s.num_players) - 1, NOBODY)
    usual = EMPIRE_TOKEN if owner != NOBODY else NO_TOKEN
    token = sector["token"].index(TOKEN_NAMES, usual)
    if (token == NO_TOKEN) != (owner == NOBODY):
        sector.refuse("an owner has a token there, and a token an owner")
    if token == HOME_TOKEN and box.home[owner] != h:
        sector["token"].refuse(f"hex {h} is not the home of seat {owner}")
    if token in (EMPIRE_TOKEN, STARBASE_TOKEN):
        if s.controller[h] != NOBODY:
            sector["token"].refuse(f"hex {h} is the home of seat {s.controller[h]}")
        if s.players[owner].tokens_left <= 0:
            sector["token"].refuse(f"seat {owner} has no further token")
        put_token(s, owner, h, token)
    s.cubes[h] = sector["cubes"].number(0, NUM_FOOD_CUBES)


def _arrange_player(s: State, p: int, player: Words) -> None:
    me = s.players[p]
    earn(s, p, player["marks"].number(-_RICH, _RICH, int(me.marks)) - int(me.marks))
    for name in ("metal", "energy"):
        me[name] = player[name].number(0, _MANY, int(me[name]))
    me.vp = player["vp"].number(-_MUCH, _MUCH, int(me.vp))
    s.pool -= me.vp
    if player["ships"].is_given:
        _arrange_ships(s, p, player["ships"])
    for technology in player["technologies"].entries(NUM_TECHNOLOGIES):
        t = technology.index(TECH_NAMES)
        if s.tech_owner[t] != NOBODY:
            technology.refuse(f"seat {s.tech_owner[t]} has it already")
        s.tech_owner[t] = p


def _arrange_ships(s: State, p: int, ships: Words) -> None:
    """Put the ships of a player where they are said to be, the others into the reserve."""
    for ship in range(NUM_SHIPS):
        if s.players[p].ship_hex[ship] >= 0:
            move_ship(s, p, ship, NOTHING)
    letters = "".join(name[0] for name in SHIP_NAMES)
    for h, fleet in ships.items(_HEX_NAMES):
        for group in fleet.text().split():
            match = re.fullmatch(f"([0-9]{{1,2}})([{letters}])", group)
            if match is None:
                fleet.refuse(f"ships are a number and one of {letters}, {group[:20]!r} was given")
            ship_type = letters.index(match[2])
            for _ in range(int(match[1])):
                ship = find_ship_in_reserve(s, p, ship_type)
                if ship < 0:
                    fleet.refuse(f"seat {p} has no further {SHIP_NAMES[ship_type]}")
                move_ship(s, p, ship, h)


def _arrange_pool(s: State, words: Words) -> None:
    """Give the points that are missing in the pool to the last player."""
    pool = words["pool"].number(-_MUCH, _MUCH)
    last = int(s.num_players) - 1
    missing = int(s.pool) - pool
    if not words.is_exact:
        if not 0 <= s.players[last].vp + missing <= _MUCH:
            words["pool"].refuse(f"{s.pool} points are left, and the last player gives none back")
        s.players[last].vp += missing
    s.pool = pool


def _arrange_tiles(s: State, box: Box, words: Words) -> None:
    """Lay out the row and the pile."""
    s.row[:] = 0
    s.pile[:] = NOTHING
    s.top_known_to = -1
    gone = {int(t) for t in s.tile_at} | {OMEGA_SUN}
    pile = []
    for name in ("row", "pile"):
        for code in words[name].entries(NUM_TILES):
            tile = code.index(TILE_CODES)
            if tile in gone:
                code.refuse(f"the tile {code.value} lies elsewhere")
            gone.add(tile)
            if name == "row":
                s.row[tile] = 1
            else:
                pile.append(tile)
    s.row_count = s.row.sum()
    rest = [t for t in range(NUM_TILES) if t not in gone and t != BLACK_HOLE]
    plain = [t for t in rest if box.tile_back[t] == BACK_PLAIN]
    others = [t for t in rest if box.tile_back[t] != BACK_PLAIN]
    hole = [] if BLACK_HOLE in gone else [BLACK_HOLE]
    pile = [*pile, *plain, *hole, *others]
    s.pile_count = len(pile)
    s.pile[: len(pile)] = pile[::-1]


def _arrange_cards(s: State, words: Words) -> None:
    s.cards[:] = CARD_AVAILABLE
    for card, state in words["cards"].items(CARD_NAMES):
        s.cards[card] = state.index(CARD_STATES)
    if s.black_hole[CENTRE]:
        s.cards[CARD_SCIENTIST] = CARD_REMOVED
    s.card_0 = words["card_0"].index(CARD_0_STATES)


def _arrange_technology(s: State, t: int, state: Words) -> None:
    """Read `ready`, `removed`, or what it is otherwise: `blocked, used`."""
    parts = state.text().split(", ")
    s.tech_removed[t] = parts == ["removed"]
    for name in TECH_STATES:
        s[f"tech_{name}"][t] = 0
    if parts not in (["removed"], ["ready"]):
        for part in parts:
            s[f"tech_{TECH_STATES[state.part(part).index(TECH_STATES)]}"][t] = 1
