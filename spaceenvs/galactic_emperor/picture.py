"""The position as a picture of the hex board, and the elements of it that a move is about."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.picture import element
from spaceenvs.galactic_emperor import actions as a
from spaceenvs.galactic_emperor.battle import is_in_battle, side_to_move
from spaceenvs.galactic_emperor.combat import ATTACKER, DAMAGED, DEFENDER, FRESH
from spaceenvs.galactic_emperor.components import (
    AMBASSADOR,
    NUM_SHIPS,
    PIRATE_TECH,
    PROTEIN,
    SABOTEUR,
    SCANNER,
    SHIP_NAMES,
    TILE_CODES,
    TIME_REVERSAL,
    TYPE_OF_SHIP,
)
from spaceenvs.galactic_emperor.drawing import (
    moment,
    question,
)
from spaceenvs.galactic_emperor.observation import find_focus
from spaceenvs.galactic_emperor.panel import (
    CHIP,
    PANEL,
    draw_line,
    draw_seat,
    lines_beside_board,
)
from spaceenvs.galactic_emperor.shapes import (
    DARK,
    DIM,
    INK,
    SEAT_COLOURS,
    battle_die_name,
    circle,
    cube_shape,
    cubes_name,
    fleet_name,
    hex_name,
    influence_shape,
    label,
    polygon,
    rect,
    regular,
    reserve_name,
    ships_name,
    star,
    symbol,
    technology_name,
    tile_name,
    token_shape,
    unit_name,
)
from spaceenvs.galactic_emperor.state import (
    BATTLE_DICE,
    CAPTURE_DIE,
    EMPIRE_TOKEN,
    HOME_TOKEN,
    MARKET_DICE,
    STARBASE_TOKEN,
)
from spaceenvs.galactic_emperor.tables import (
    DREADNOUGHT,
    FOOD,
    NUM_HEXES,
    NUM_SHIP_TYPES,
    RESOURCES,
)
from spaceenvs.galactic_emperor.technologies import DEFENDER_HIT, find_battle_die

SIZE = 54.0  # of a hex, centre to corner
MARGIN = 24.0
TOP = 80.0

# -- the board ------------------------------------------------------------------------------------


def _centre(box: Box, h: int) -> tuple[float, float]:
    """Return where a hex lies, relative to hex (0, 0)."""
    q, r = float(box.q[h]), float(box.r[h])
    return SIZE * math.sqrt(3) * (q + r / 2), SIZE * 1.5 * r


def _sector(s: State, h: int, x: float, y: float) -> str:
    """Return the drawing of one hex."""
    owner = int(s.controller[h])
    fill = "#262d49" if s.has_tile[h] else "#151929"
    if s.sun[h]:
        fill = "#7a4a12"
    elif s.black_hole[h]:
        fill = "#05060b"
    edge = SEAT_COLOURS[owner] if owner >= 0 else "#3b4468"
    width = 3 if owner >= 0 else 1.2
    inset = SIZE - (2.5 if owner >= 0 else 1)
    corners = regular(x, y, inset, 6, math.pi / 6)
    code = f" {TILE_CODES[s.tile_at[h]]}" if s.has_tile[h] else ""  # below are the ships
    parts = [
        polygon(corners, f'fill="{fill}" stroke="{edge}" stroke-width="{width}"'),
        label(x, y - 30, f"{h}{code}", 9.5, 'fill="#a3acca" text-anchor="middle"'),
    ]
    if s.has_tile[h]:
        parts += _face(s, h, x, y)
    return element(hex_name(h), "".join([*parts, *_pieces(s, h, x, y)]))


def _face(s: State, h: int, x: float, y: float) -> list[str]:
    """Return what a tile shows, and the token on it."""
    parts = []
    if s.sun[h]:
        rays = star(x, y - 8, 18, 12, 13)
        parts += [f'<polygon points="{rays}" fill="#ffb347"/>']
        parts.append(circle(x, y - 8, 10, 'fill="#ffe08a"'))
    elif s.black_hole[h]:
        for radius, colour in ((18, "#5b3fa8"), (13, "#8f6bff"), (9, "#05060b")):
            parts.append(circle(x, y - 8, radius, f'fill="{colour}"'))
    owner, planets = int(s.controller[h]), int(s.planets[h])
    for k in range(planets):
        px = x - 9 * (planets - 1) + 18 * k - (14 if owner >= 0 else 0)
        parts.append(circle(px, y - 16, 8, 'fill="#4f79c9" stroke="#9fc0ff"'))
    if owner >= 0:
        token = int(s.players[owner].token[h])
        shape = token_shape(token, x + 14 + 9 * (planets - 1), y - 16, SEAT_COLOURS[owner])
        parts.append(element(f"token-{h}", shape))
    kinds = [r for r in RESOURCES for _ in range(int(s[r][h]))]
    left = x - 13 * (len(kinds) - 1) / 2
    return [*parts, *(symbol(kind, left + 13 * k, y + 2) for k, kind in enumerate(kinds))]


def _pieces(s: State, h: int, x: float, y: float) -> list[str]:
    """Return food cubes, ships and influence on a hex."""
    parts = []
    if s.cubes[h]:
        cubes = [cube_shape(x - 36, y - 10 * k, DARK) for k in range(int(s.cubes[h]))]
        parts.append(element(cubes_name(h), "".join(cubes)))
    seated = s.players[: s.num_players]
    fleets = np.flatnonzero(seated["ships_at"][:, :, h].any(axis=1)).tolist()
    for k, p in enumerate(fleets):
        parts.append(_fleet_shape(s, p, h, x, y + 11 + 15 * k))
    place = 0
    placed = seated["influence"][:, h]
    for p in np.flatnonzero(placed).tolist():
        rings = []
        for _ in range(int(placed[p])):
            cx, cy = x + 37 - 9 * (place // 3), y + 2 + 9 * (place % 3)  # below the token
            rings.append(influence_shape(cx, cy, SEAT_COLOURS[p]))
            place += 1
        parts.append(element(f"influence-{h}-{p}", "".join(rings)))
    return parts


def _fleet_shape(s: State, p: int, h: int, x: float, top: float) -> str:
    """Return the ships of a seat on a hex, a plate for each type: `2F 1C`."""
    at = s.players[p].ships_at[:, h]
    types = [t for t in range(NUM_SHIP_TYPES) if at[t]]
    width, gap = 23.0, 1.5
    left = x - ((width + gap) * len(types) - gap) / 2
    plates = []
    for k, t in enumerate(types):
        px = left + (width + gap) * k
        style = f'fill="{DARK}" text-anchor="middle" font-weight="bold"'
        plate = rect(px, top, width, 14, f'rx="4" fill="{SEAT_COLOURS[p]}"')
        words = label(px + width / 2, top + 11, f"{at[t]}{SHIP_NAMES[t][0]}", 11.5, style)
        plates.append(element(ships_name(p, h, t), plate + words))
    return element(fleet_name(p, h), "".join(plates))


def _ring(h: int, centre: tuple[float, float], style: str) -> str:
    """Return a ring around the hex of a battle or of a decision."""
    corners = regular(*centre, SIZE + 1, 6, math.pi / 6)
    ring = polygon(corners, f'fill="none" stroke="#ffffff" stroke-width="3" {style}')
    return element(hex_name(h), ring)


def _board(s: State, centres: list[tuple[float, float]]) -> list[str]:
    """Return all hexes, and rings around the battle and the hex that a decision is about."""
    parts = [_sector(s, h, x, y) for h, (x, y) in enumerate(centres)]
    focus = find_focus(s)
    if s.battle_hex >= 0:
        parts.append(_ring(int(s.battle_hex), centres[s.battle_hex], ""))
    elif focus >= 0 and not s.done:
        parts.append(_ring(focus, centres[focus], 'stroke-dasharray="7 5"'))
    return parts


def _legend(x: float, y: float) -> list[str]:
    """Return what the shapes mean."""
    grey = "#c5cbe4"
    shapes = [
        *((kind, symbol(kind, 0, -4)) for kind in ("planet", *RESOURCES)),
        ("food cube", cube_shape(0, -4, "#ffffff")),
        ("Empire", token_shape(EMPIRE_TOKEN, 0, -4, grey)),
        ("Starbase", token_shape(STARBASE_TOKEN, 0, -4, grey)),
        ("Home", token_shape(HOME_TOKEN, 0, -4, grey)),
        ("influence", influence_shape(0, -4, grey)),
    ]
    parts = []
    for name, shape in shapes:
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{shape}</g>')
        parts.append(label(x + 14, y, name, 11, f'fill="{DIM}"'))
        x += 38 + 6.6 * len(name)
    ships = ", ".join(f"{name[0]} {name}" for name in SHIP_NAMES)
    parts.append(label(x - 8, y, ships, 11, f'fill="{DIM}"'))
    return parts


# -- the picture ----------------------------------------------------------------------------------


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the position as a picture, as a player sees it, or everything."""
    centres = [_centre(box, h) for h in range(NUM_HEXES)]
    left = min(x for x, _ in centres) - SIZE - MARGIN
    up = min(y for _, y in centres) - SIZE - TOP
    centres = [(x - left, y - up) for x, y in centres]
    panel_x = max(x for x, _ in centres) + SIZE + MARGIN
    parts = [
        label(MARGIN, 36, moment(s), 22, 'fill="#f2f4ff" font-weight="bold"'),
        label(MARGIN, 60, question(s), 15, f'fill="{INK}"'),
        *_board(s, centres),
    ]
    y = TOP
    for p in range(int(s.num_players)):
        shapes, y = draw_seat(s, box, player, p, panel_x, y)
        parts.append(shapes)
    for line in lines_beside_board(s, box, player):
        shapes, y = draw_line(line, panel_x, y)
        parts.append(shapes)
    height = max(max(y for _, y in centres) + SIZE + CHIP, y) + MARGIN
    width = panel_x + PANEL + MARGIN
    parts += _legend(MARGIN + 8, height - MARGIN / 2)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">'
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#0e111d"/>{"".join(parts)}</svg>'
    )


# -- what a move is about -------------------------------------------------------------------------

Names = tuple[str, ...]


def elements(s: State, box: Box, action: int) -> Names:
    """Return the elements of the picture that a legal action is about."""
    block = a.ACTIONS.find(action)
    return _ABOUT[block.name](s, action - block.start)


def _about_player(s: State) -> Names:
    return (f"seat-{s.to_move}",)


def _about_moving_ship(s: State) -> Names:
    h = int(s.players[s.actor].ship_hex[s.moving])
    return (ships_name(s.actor, h, TYPE_OF_SHIP[s.moving]),)


def _about_hex_of_moving_ship(s: State) -> Names:
    return (hex_name(s.players[s.actor].ship_hex[s.moving]),)


def _about_retreat(s: State) -> Names:
    """Return the ships in the battle and the hexes that they would retreat to."""
    ships = [ship for ship in range(NUM_SHIPS) if is_in_battle(s, ATTACKER, ship)]
    hexes = sorted({int(s.retreat_hex[ship]) for ship in ships})
    return (fleet_name(s.to_move, s.battle_hex), *map(hex_name, hexes))


def _about_new_influence(s: State) -> Names:
    """Return the influence that the Ambassador may send back."""
    return (f"influence-{s.influence_hex}-{s.actor}",)


def _about_die(s: State) -> Names:
    """Return the die that Time Reversal has chosen."""
    if s.window == MARKET_DICE:
        return (f"die-{s.reroll_die}",)
    if s.window == BATTLE_DICE:
        return (battle_die_name(s.reroll_side, s.reroll_die),)
    return ("die-capture",)


def _about_window(s: State) -> Names:
    """Return the dice that Time Reversal might change; none lie before the market roll."""
    names = {MARKET_DICE: "market", BATTLE_DICE: "battle", CAPTURE_DIE: "die-capture"}
    return (names.get(int(s.window), technology_name(TIME_REVERSAL)),)


_YES: dict[int, Callable[[State], Names]] = {
    a.D_SCAN: lambda s: (technology_name(SCANNER), "pile"),
    a.D_XCLAIM: lambda s: (hex_name(s.claim_hex),),
    a.D_USE_TECH: lambda s: (technology_name(s.tech_asked),),
    a.D_STEP: _about_hex_of_moving_ship,
    a.D_CONTINUE: lambda s: (hex_name(s.battle_hex),),
    a.D_RBUY: lambda s: ("influence-price", f"marks-{s.to_move}"),
    a.D_AMBASSADOR: lambda s: (technology_name(AMBASSADOR), *_about_new_influence(s)),
    a.D_SABOTAGE: lambda s: (technology_name(SABOTEUR), technology_name(s.declared)),
    a.D_TIME_REVERSAL: lambda s: (technology_name(TIME_REVERSAL),),
    a.D_REROLL_AGAIN: _about_die,
}
_PASS: dict[int, Callable[[State], Names]] = {
    a.D_SCAN: lambda s: (tile_name(s.tile_in_hand),),
    a.D_XCLAIM: lambda s: (hex_name(s.claim_hex),),
    a.D_MERCHANT: lambda s: ("market",),
    a.D_USE_TECH: lambda s: (technology_name(s.tech_asked),),
    a.D_STEP: _about_moving_ship,
    a.D_CONTINUE: _about_retreat,
    a.D_RBUY: lambda s: ("influence-price",),
    a.D_INFLUENCE: lambda s: (f"influence-{s.to_move}",),
    a.D_AMBASSADOR: _about_new_influence,
    a.D_SABOTAGE: lambda s: (technology_name(s.declared),),
    a.D_TIME_REVERSAL: _about_window,
    a.D_REROLL_AGAIN: _about_die,
}
_HEXA: dict[int, Callable[[State, int], Names]] = {
    a.D_PLACE: lambda s, h: (tile_name(s.tile_in_hand),),
    a.D_MERCHANT: lambda s, h: ("food-hand",),
    a.D_PIRATE_TARGET: lambda s, h: (cubes_name(h),),
    a.D_STEWARD: lambda s, h: (cubes_name(h),),
    a.D_DEPLOY: lambda s, h: (reserve_name(s.to_move, s.build_type),),
    a.D_STEP: lambda s, h: _about_moving_ship(s),
    a.D_TELE_DEST: lambda s, h: _about_moving_ship(s),
    a.D_BATTLE_PICK: lambda s, h: (fleet_name(s.to_move, h),),
    a.D_INFLUENCE: lambda s, h: (f"influence-{s.to_move}",),
    a.D_DISPLACE: lambda s, h: (fleet_name(s.to_move, s.displaced_from),),
    a.D_HIT_ORIGIN: lambda s, h: _about_hit(s, s.hit_kind),
}
"""What a hex action is about beside the hex."""
_HEXB: dict[int, Callable[[State, int], Names]] = {
    a.D_MERCHANT: lambda s, h: (cubes_name(h),),
    a.D_STEWARD: lambda s, h: (technology_name(PROTEIN),),
    a.D_MOVE: lambda s, h: (fleet_name(s.to_move, h),),
}


def _about_hexa(s: State, h: int) -> Names:
    more = _HEXA.get(int(s.decision))
    return (hex_name(h), *(more(s, h) if more else ()))


def _about_hexb(s: State, h: int) -> Names:
    return (hex_name(h), *_HEXB[int(s.decision)](s, h))


def _about_dice(s: State, die: int) -> Names:
    """Return a die of the market, or the one that stands for a kind of die in a battle."""
    if s.window == BATTLE_DICE:
        side = ATTACKER if die < DEFENDER_HIT else DEFENDER
        return (battle_die_name(side, find_battle_die(s, die)),)
    return ("die-capture",) if s.window == CAPTURE_DIE else (f"die-{die}",)


def _about_trade(s: State, resource: int) -> Names:
    store = "food-hand" if resource == FOOD else f"{RESOURCES[resource]}-{s.to_move}"
    return (f"price-{RESOURCES[resource]}", store)


def _about_type(s: State, ship_type: int) -> Names:
    """Return a type of ship in reserve, or (bonus die) the attackers of that type."""
    if s.decision == a.D_BUILD:
        return (reserve_name(s.to_move, ship_type),)
    kinds = (FRESH, DAMAGED) if ship_type == DREADNOUGHT else (ship_type,)
    return tuple(unit_name(ATTACKER, kind) for kind in kinds if s.sides[ATTACKER].units[kind])


def _about_ship(s: State, ship: int) -> Names:
    h = int(s.players[s.to_move].ship_hex[ship])
    return (ships_name(s.to_move, h, TYPE_OF_SHIP[ship]),)


def _about_teleport(s: State) -> Names:
    target = (hex_name(s.tele_dest),) if s.tele_dest >= 0 else ()
    return (*_about_moving_ship(s), *target)


def _about_hit(s: State, kind: int) -> Names:
    """Return the unit in the battle and, unless it is the duel, on the board."""
    unit = unit_name(side_to_move(s), kind)
    if s.duel:
        return (unit,)
    if kind > DAMAGED:
        return (unit, f"token-{s.battle_hex}")
    return (unit, ships_name(s.to_move, s.battle_hex, min(kind, DREADNOUGHT)))


def _about_keep(s: State, drawn: int) -> Names:
    return (tile_name(s.drawn_tile if drawn else s.tile_in_hand),)


_ABOUT: dict[str, Callable[[State, int], Names]] = {
    "PASS": lambda s, _: _PASS.get(int(s.decision), _about_player)(s),
    "YES": lambda s, _: _YES[int(s.decision)](s),
    "DIR": lambda s, k: (("direction-cw", "direction-ccw")[k],),
    "ROLE": lambda s, k: (f"card-{k}",),
    "TILE": lambda s, k: (tile_name(k),),
    "HEXA": _about_hexa,
    "HEXB": _about_hexb,
    "DIE": _about_dice,
    "SELL": _about_trade,
    "BUY": _about_trade,
    "PIRATE": lambda s, _: (technology_name(PIRATE_TECH),),
    "SEAT": lambda s, p: (f"metal-{p}",),
    "RES": lambda s, k: (f"{RESOURCES[k + 1]}-{s.to_move}",),
    "TYPE": _about_type,
    "SHIP": _about_ship,
    "TELEPORT": lambda s, _: _about_teleport(s),
    "HIT": _about_hit,
    "THRONE": lambda s, _: ("throne", f"influence-{s.to_move}"),
    "TECH": lambda s, k: (technology_name(k), f"energy-{s.to_move}"),
    "KEEP": _about_keep,
}
"""What the actions of each range are about."""
