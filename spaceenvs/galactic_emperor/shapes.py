"""What the picture is made of: colours, names of elements, shapes.

A thing that a move can be about is an element with a name: `hex-7`, on it `token-7`, `cubes-7`,
`influence-7-<seat>` and `ships-<seat>-7-<type>`; `seat-2`, on it `marks-2`, `metal-2`, `energy-2`,
`tokens-2`, `reserve-2-<type>`, `influence-2` and its technologies; beside the board `card-4`,
`tile-P08`, `pile`, `technology-5`, `throne`, `direction-cw`, `market`, `price-food`, `food-hand`,
`influence-price`, `battle`, `unit-attacker-<kind>` and the dice (`die-0`, `die-attacker-0`).
"""

from __future__ import annotations

import math
from html import escape

from spaceenvs.galactic_emperor.combat import KIND_NAMES
from spaceenvs.galactic_emperor.components import SHIP_NAMES, TILE_CODES
from spaceenvs.galactic_emperor.state import EMPIRE_TOKEN, STARBASE_TOKEN

SEAT_COLOURS = ("#ff6b6b", "#5aa9ff", "#5fd38d", "#ffd24d", "#c792ff", "#ff9f50")
INK, DIM, DARK = "#dfe4f8", "#8a94b8", "#0c0f1a"
FONT = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'
SIDE_NAMES = ("attacker", "defender")

# -- names of elements ----------------------------------------------------------------------------


def hex_name(h: int) -> str:
    """Name a hex and all that is on it."""
    return f"hex-{h}"


def cubes_name(h: int) -> str:
    """Name the food cubes on a hex."""
    return f"cubes-{h}"


def fleet_name(p: int, h: int) -> str:
    """Name all ships of a player on a hex."""
    return f"ships-{p}-{h}"


def ships_name(p: int, h: int, ship_type: int) -> str:
    """Name the ships of one type of a player on a hex."""
    return f"ships-{p}-{h}-{SHIP_NAMES[ship_type].lower()}"


def reserve_name(p: int, ship_type: int) -> str:
    """Name the ships of one type that a player has in reserve."""
    return f"reserve-{p}-{SHIP_NAMES[ship_type].lower()}"


def unit_name(side: int, kind: int) -> str:
    """Name the units of one kind on a side of a battle."""
    return f"unit-{SIDE_NAMES[side]}-{KIND_NAMES[kind].lower().replace(' ', '-')}"


def battle_die_name(side: int, die: int) -> str:
    """Name a die of a side of a battle."""
    return f"die-{SIDE_NAMES[side]}-{die}"


def tile_name(tile: int) -> str:
    """Name a tile in the row, on the pile or in a hand."""
    return f"tile-{TILE_CODES[tile]}"


def technology_name(tech: int) -> str:
    """Name a technology, wherever it lies."""
    return f"technology-{tech}"


# -- shapes ---------------------------------------------------------------------------------------


def polygon(points: list[tuple[float, float]], style: str) -> str:
    """Return a polygon."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{path}" {style}/>'


def regular(
    x: float, y: float, radius: float, corners: int, turn: float
) -> list[tuple[float, float]]:
    """Return the corners of a regular polygon."""
    return [
        (
            x + radius * math.cos(turn + 2 * math.pi * k / corners),
            y + radius * math.sin(turn + 2 * math.pi * k / corners),
        )
        for k in range(corners)
    ]


def star(x: float, y: float, radius: float, corners: int, inner: float) -> str:
    """Return the corners of a star as a polygon takes them."""
    turn = -math.pi / 2
    outside = regular(x, y, radius, corners, turn)
    inside = regular(x, y, inner, corners, turn + math.pi / corners)
    points = [point for pair in zip(outside, inside, strict=True) for point in pair]
    return " ".join(f"{px:.1f},{py:.1f}" for px, py in points)


def circle(x: float, y: float, radius: float, style: str) -> str:
    """Return a disc."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" {style}/>'


def rect(x: float, y: float, width: float, height: float, style: str) -> str:
    """Return a rectangle, the upper left corner given."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" {style}/>'


def label(x: float, y: float, words: str, size: float, style: str = "") -> str:
    """Return words; `y` is the line they stand on."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" {FONT} {style}>{escape(words)}</text>'


def symbol(kind: str, x: float, y: float) -> str:
    """Return a symbol of a tile: a blue or green disc, a grey square, a yellow diamond."""
    if kind == "planet":
        return circle(x, y, 5.5, 'fill="#4f79c9" stroke="#9fc0ff"')
    if kind == "food":
        return circle(x, y, 4.6, 'fill="#7fdc6a"')
    if kind == "metal":
        return rect(x - 4.4, y - 4.4, 8.8, 8.8, 'fill="#b9c2d6"')
    return polygon(regular(x, y, 6, 4, 0), 'fill="#ffe066"')


def cube_shape(x: float, y: float, edge: str) -> str:
    """Return a food cube."""
    return rect(x - 4, y - 4, 8, 8, f'fill="#7fdc6a" stroke="{edge}"')


def influence_shape(x: float, y: float, colour: str) -> str:
    """Return an influence token: a ring."""
    return circle(x, y, 4, f'fill="none" stroke="{colour}" stroke-width="2.4"')


def token_shape(token: int, x: float, y: float, colour: str) -> str:
    """Return a disc for an Empire, a star for a Starbase, a house for a Home Starbase."""
    style = f'fill="{colour}" stroke="{DARK}" stroke-width="1.2"'
    if token == EMPIRE_TOKEN:
        return circle(x, y, 8, style)
    if token == STARBASE_TOKEN:
        return f'<polygon points="{star(x, y, 12, 5, 5.4)}" {style}/>'
    house = [(-10, -1), (0, -11), (10, -1), (10, 9), (-10, 9)]
    return polygon([(x + dx, y + dy) for dx, dy in house], style)
