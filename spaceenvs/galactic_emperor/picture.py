"""The position as a picture of the hex board, and the elements of it that a move is about."""

from __future__ import annotations

import math
import textwrap
from html import escape

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import several
from spaceenvs.galactic_emperor.components import SEAT_NAMES, SHIP_NAMES, TILE_CODES
from spaceenvs.galactic_emperor.drawing import (
    points_in_words,
    reserve_in_words,
    stores_in_words,
    table_lines,
    technologies_in_words,
    title,
)
from spaceenvs.galactic_emperor.state import EMPIRE_TOKEN, HOME_TOKEN, STARBASE_TOKEN
from spaceenvs.galactic_emperor.tables import NUM_HEXES
from spaceenvs.galactic_emperor.words import ships_in_words

SEAT_COLOURS = ("#ff6b6b", "#5aa9ff", "#5fd38d", "#ffd24d", "#c792ff", "#ff9f50")
SIZE = 54.0  # of a hex, centre to corner
MARGIN = 24.0
TOP = 64.0
PANEL = 430.0
SEAT_BOX = 64.0  # without the lines about technologies and influence
SEAT_LINE = 15.0
LINE = 20.0
FONT = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'


def _centre(box: Box, h: int) -> tuple[float, float]:
    """Return where a hex lies, relative to hex (0, 0)."""
    q, r = float(box.q[h]), float(box.r[h])
    return SIZE * math.sqrt(3) * (q + r / 2), SIZE * 1.5 * r


def _polygon(points: list[tuple[float, float]], style: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{path}" {style}/>'


def _regular(
    x: float, y: float, radius: float, corners: int, turn: float
) -> list[tuple[float, float]]:
    return [
        (
            x + radius * math.cos(turn + 2 * math.pi * k / corners),
            y + radius * math.sin(turn + 2 * math.pi * k / corners),
        )
        for k in range(corners)
    ]


def _label(x: float, y: float, words: str, size: float, style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" {FONT} {style}>{escape(words)}</text>'


def _star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    outer = _regular(x, y, radius, 5, -math.pi / 2)
    inner = _regular(x, y, radius * 0.45, 5, -math.pi / 2 + math.pi / 5)
    return [point for pair in zip(outer, inner, strict=True) for point in pair]


def _token_shape(token: int, x: float, y: float, colour: str) -> str:
    """Return a disc for an Empire, a star for a Starbase, a house for a Home Starbase."""
    style = f'fill="{colour}" stroke="#0c0f1a" stroke-width="1.2"'
    if token == EMPIRE_TOKEN:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" {style}/>'
    if token == STARBASE_TOKEN:
        return _polygon(_star(x, y, 12), style)
    house = [(-10, -1), (0, -11), (10, -1), (10, 9), (-10, 9)]
    return _polygon([(x + dx, y + dy) for dx, dy in house], style)


def _symbols(s: State, h: int, x: float, y: float) -> list[str]:
    """Return the symbols of a tile: green discs food, grey squares metal, yellow bolts energy."""
    kinds = ["food"] * int(s.food[h]) + ["metal"] * int(s.metal[h]) + ["energy"] * int(s.energy[h])
    shapes = []
    step = 13.0
    left = x - step * (len(kinds) - 1) / 2
    for k, kind in enumerate(kinds):
        cx = left + step * k
        if kind == "food":
            shapes.append(f'<circle cx="{cx:.1f}" cy="{y:.1f}" r="4.6" fill="#7fdc6a"/>')
        elif kind == "metal":
            shapes.append(
                f'<rect x="{cx - 4.4:.1f}" y="{y - 4.4:.1f}" width="8.8" height="8.8" '
                'fill="#b9c2d6"/>'
            )
        else:
            shapes.append(_polygon(_regular(cx, y, 6, 4, 0), 'fill="#ffe066"'))
    return shapes


def _sector(s: State, h: int, x: float, y: float) -> list[str]:
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
    corners = _regular(x, y, inset, 6, math.pi / 6)
    parts = [_polygon(corners, f'fill="{fill}" stroke="{edge}" stroke-width="{width}"')]
    code = f" {TILE_CODES[s.tile_at[h]]}" if s.has_tile[h] else ""  # below are the ships
    parts.append(_label(x, y - 30, f"{h}{code}", 9.5, 'fill="#a3acca" text-anchor="middle"'))
    if not s.has_tile[h]:
        return [*parts, *_pieces(s, h, x, y)]
    if s.sun[h]:
        rays = _regular(x, y - 8, 18, 12, 0)
        inner = _regular(x, y - 8, 13, 12, math.pi / 12)
        star = [point for pair in zip(rays, inner, strict=True) for point in pair]
        parts.append(_polygon(star, 'fill="#ffb347"'))
        parts.append(f'<circle cx="{x:.1f}" cy="{y - 8:.1f}" r="10" fill="#ffe08a"/>')
    elif s.black_hole[h]:
        for radius, colour in ((18, "#5b3fa8"), (13, "#8f6bff"), (9, "#05060b")):
            parts.append(f'<circle cx="{x:.1f}" cy="{y - 8:.1f}" r="{radius}" fill="{colour}"/>')
    planets = int(s.planets[h])
    for k in range(planets):
        px = x - 9 * (planets - 1) + 18 * k - (14 if owner >= 0 else 0)
        parts.append(
            f'<circle cx="{px:.1f}" cy="{y - 16:.1f}" r="8" fill="#4f79c9" stroke="#9fc0ff"/>'
        )
    if owner >= 0:
        shift = 14 + 9 * (planets - 1)
        token = int(s.players[owner].token[h])
        parts.append(_token_shape(token, x + shift, y - 16, SEAT_COLOURS[owner]))
    parts += _symbols(s, h, x, y + 2)
    return [*parts, *_pieces(s, h, x, y)]


def _pieces(s: State, h: int, x: float, y: float) -> list[str]:
    """Return food cubes, ships and influence on a hex."""
    parts = []
    for k in range(int(s.cubes[h])):
        parts.append(
            f'<rect x="{x - 40:.1f}" y="{y - 4 - 10 * k:.1f}" width="8" height="8" '
            'fill="#7fdc6a" stroke="#0c0f1a"/>'
        )
    fleets = [(p, ships_in_words(s, p, h)) for p in range(s.num_players)]
    fleets = [(p, ships) for p, ships in fleets if ships]
    for k, (p, ships) in enumerate(fleets):
        width = 7.2 * len(ships) + 8
        top = y + 11 + 15 * k
        parts.append(
            f'<rect x="{x - width / 2:.1f}" y="{top:.1f}" width="{width:.1f}" height="14" rx="4" '
            f'fill="{SEAT_COLOURS[p]}"/>'
        )
        style = 'fill="#0c0f1a" text-anchor="middle" font-weight="bold"'
        parts.append(_label(x, top + 11, ships, 11.5, style))
    placed = [p for p in range(s.num_players) for _ in range(int(s.players[p].influence[h]))]
    for k, p in enumerate(placed):
        cx, cy = x + 37 - 9 * (k // 3), y + 2 + 9 * (k % 3)  # below the token
        parts.append(
            f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="4" fill="none" '
            f'stroke="{SEAT_COLOURS[p]}" stroke-width="2.4"/>'
        )
    return parts


def _legend(x: float, y: float) -> list[str]:
    """Return what the shapes mean."""
    shapes = [
        ("planet", '<circle cx="0" cy="-4" r="6" fill="#4f79c9" stroke="#9fc0ff"/>'),
        ("food", '<circle cx="0" cy="-4" r="4.6" fill="#7fdc6a"/>'),
        ("metal", '<rect x="-4.4" y="-8.4" width="8.8" height="8.8" fill="#b9c2d6"/>'),
        ("energy", '<polygon points="6,-4 0,2 -6,-4 0,-10" fill="#ffe066"/>'),
        ("food cube", '<rect x="-4" y="-8" width="8" height="8" fill="#7fdc6a" stroke="#fff"/>'),
        ("Empire", _token_shape(EMPIRE_TOKEN, 0, -4, "#c5cbe4")),
        ("Starbase", _token_shape(STARBASE_TOKEN, 0, -4, "#c5cbe4")),
        ("Home", _token_shape(HOME_TOKEN, 0, -4, "#c5cbe4")),
        ("influence", '<circle cy="-4" r="4" fill="none" stroke="#c5cbe4" stroke-width="2.4"/>'),
    ]
    parts = []
    for name, shape in shapes:
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{shape}</g>')
        parts.append(_label(x + 14, y, name, 11, 'fill="#8a94b8"'))
        x += 38 + 6.6 * len(name)
    ships = ", ".join(f"{name[0]} {name}" for name in SHIP_NAMES)
    parts.append(_label(x - 8, y, ships, 11, 'fill="#8a94b8"'))
    return parts


def _seat_notes(s: State, p: int) -> list[str]:
    """Return the lines about the technologies of a seat and its influence."""
    me = s.players[p]
    notes = _wrap(technologies_in_words(s, p) or "no cards", 62)
    if s.influence_phase > 0:
        notes.append(f"influence in hand {me.influence_hand}, on the throne {me.influence_throne}")
    return notes


def _seat_panel(
    s: State, box: Box, player: int | None, p: int, x: float, y: float, height: float
) -> list[str]:
    """Return the panel of a seat."""
    me = s.players[p]
    colour = SEAT_COLOURS[p]
    edge = colour if p == s.to_move and not s.done else "#2c3352"
    parts = [
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{PANEL:.0f}" height="{height - 8:.0f}" rx="8" '
        f'fill="#191e32" stroke="{edge}" stroke-width="2"/>',
        f'<circle cx="{x + 18:.1f}" cy="{y + 18:.1f}" r="8" fill="{colour}"/>',
    ]
    crown = "  (throne)" if s.throne == p else ""
    bold = 'fill="#f2f4ff" font-weight="bold"'
    plain = 'fill="#c5cbe4"'
    parts.append(_label(x + 34, y + 23, f"{SEAT_NAMES[p]}{crown}", 14, bold))
    points = points_in_words(s, box, player, p)
    parts.append(_label(x + PANEL - 12, y + 23, points, 14, bold + ' text-anchor="end"'))
    tokens = f"{several(me.tokens_left, 'token')}, {reserve_in_words(s, p)} in reserve"
    parts.append(_label(x + 12, y + 43, stores_in_words(s, p), 12.5, plain))
    parts.append(_label(x + PANEL - 12, y + 43, tokens, 12.5, plain + ' text-anchor="end"'))
    for k, note in enumerate(_seat_notes(s, p)):
        style = 'fill="#9fb0ff" xml:space="preserve"'
        parts.append(_label(x + 12, y + 62 + SEAT_LINE * k, note, 11, style))
    return parts


def _wrap(words: str, most: int = 64) -> list[str]:
    return textwrap.wrap(words, most, subsequent_indent="    ", break_on_hyphens=False)


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the position as a picture, as a player sees it, or everything."""
    centres = [_centre(box, h) for h in range(NUM_HEXES)]
    left = min(x for x, _ in centres) - SIZE
    up = min(y for _, y in centres) - SIZE
    board_width = max(x for x, _ in centres) + SIZE - left
    board_height = max(y for _, y in centres) + SIZE - up
    panel_x = 2 * MARGIN + board_width
    notes = [part for line in table_lines(s, box, player) for part in _wrap(line)]
    seats = range(int(s.num_players))
    seat_height = SEAT_BOX + SEAT_LINE * max(len(_seat_notes(s, p)) for p in seats)
    seats_height = seat_height * len(seats)
    height = TOP + max(board_height + LINE, seats_height + LINE * (len(notes) + 1)) + MARGIN
    width = panel_x + PANEL + MARGIN
    title_size = 22 if len(title(s)) < 80 else 18  # the scores of six seats are long
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#0e111d"/>',
        _label(MARGIN, 38, title(s), title_size, 'fill="#f2f4ff" font-weight="bold"'),
    ]
    for h, (x, y) in enumerate(centres):
        parts += _sector(s, h, x - left + MARGIN, y - up + TOP)
    parts += _legend(MARGIN + 8, height - MARGIN / 2)
    if s.battle_hex >= 0:
        x, y = centres[s.battle_hex]
        corners = _regular(x - left + MARGIN, y - up + TOP, SIZE + 1, 6, math.pi / 6)
        parts.append(_polygon(corners, 'fill="none" stroke="#ffffff" stroke-width="3"'))
    for p in seats:
        y = TOP + seat_height * p
        parts += _seat_panel(s, box, player, p, panel_x, y, seat_height)
    for k, line in enumerate(notes):
        style = 'fill="#c5cbe4" xml:space="preserve"'
        parts.append(_label(panel_x, TOP + seats_height + LINE * (k + 1), line, 12.5, style))
    return "".join([*parts, "</svg>"])


def elements(s: State, box: Box, action: int) -> tuple[str, ...]:
    """Return the elements of the picture that a legal action is about."""
    return ()
