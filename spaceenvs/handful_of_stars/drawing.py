"""The position as text and as a picture: the star map, the players, the market."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import several
from spaceenvs.handful_of_stars.components import (
    ATTACKER,
    CARDS,
    COLONY,
    DEFENDER,
    HOMEWORLD,
    MARKER_NAMES,
    NO_MARKER,
    NOBODY,
    NOTHING,
    NOWHERE,
    OUTPOST,
    RESOURCE_NAMES,
    RESOURCES,
    SEAT_NAMES,
    SPACES,
    card_name,
    decoded,
    race_name,
    token_name,
)
from spaceenvs.handful_of_stars.scoring import find_score
from spaceenvs.handful_of_stars.state import (
    ALIEN_UNSEEN,
    CHART_AMOUNTS,
    CHART_HABITABLE,
    CHART_STRENGTH,
    CHART_TILE,
    CHART_WORMHOLE,
    DECISIONS,
    DECK,
    DISCARD,
    HAND,
    REMOVED,
    RESERVE,
)
from spaceenvs.handful_of_stars.strength import find_strength
from spaceenvs.handful_of_stars.words import space_name

RECONSTRUCTED = "°"
"""Stands behind names whose values are reconstructed (their `source` says so)."""
_LETTERS = "EMPR"


def _mark(source: Any) -> str:
    """Return the mark of a value by its source: none if it is from the rulebook."""
    return "" if decoded(source) == "seed" else RECONSTRUCTED


def _card(box: Box, card: int) -> str:
    """Return a card with what it yields: `Engines° E2 M1`."""
    amounts = [
        f"{_LETTERS[r]}{box.amount[r, card]}" for r in range(RESOURCES) if box.amount[r, card]
    ]
    return " ".join([card_name(box, card) + _mark(box.card_sources[card]), *amounts])


def _cards(s: State, box: Box, p: int, zone: int) -> str:
    return ", ".join(_card(box, int(c)) for c in np.flatnonzero(s.zone[p] == zone)) or "-"


def _token(box: Box, token: int) -> str:
    """Return a development token as people say it: `victory points 2`."""
    return token_name(box, token).replace("_", " ")


def _display(s: State, box: Box) -> str:
    return ", ".join(_token(box, int(t)) for t in s.display if t != NOTHING) or "-"


def _market(s: State, box: Box) -> str:
    cards = [f"{_card(box, int(c))} ({box.cost[c]})" for c in s.market if c != NOTHING]
    return ", ".join(cards) or "-"


def _spaces(s: State) -> list[int]:
    return [x for x in range(SPACES) if s.chart[CHART_TILE, x] != NOTHING]


def _owner(s: State, space: int) -> int:
    for p in range(s.num_players):
        if s.marker[p, space] or s.fleets[p, space] or s.bases[p, space]:
            return p
    return NOBODY


def _alien(s: State, box: Box, space: int) -> str:
    token = int(s.alien[space])
    if token == NOTHING:
        return ""
    return "?" if s.alien_fate[token] == ALIEN_UNSEEN else str(box.alien_strength[token])


def _title(s: State, box: Box) -> str:
    if s.done:
        return "A Handful of Stars: the game is over"
    last = f", last round {s.end_round}" if s.end_round else ""
    return (
        f"A Handful of Stars: round {s.round_number}{last}, "
        f"shuffles {s.shuffles} of {box.last_shuffle}. "
        f"{SEAT_NAMES[s.to_move]} decides: {DECISIONS[s.decision]}"
    )


def _combat_line(s: State, box: Box) -> str:
    if s.battle == NOWHERE:
        return ""
    defender = "the natives" if s.defender == NOBODY else SEAT_NAMES[s.defender]
    return (
        f"Combat at {space_name(s, box, s.battle)}: {SEAT_NAMES[s.attacker]} "
        f"{find_strength(s, box, ATTACKER)}, {defender} {find_strength(s, box, DEFENDER)}"
    )


def _pool_line(s: State) -> str:
    points = [f"{RESOURCE_NAMES[r]} {s.pool[r]}" for r in range(RESOURCES) if s.pool[r]]
    return f"Pool: {', '.join(points)}" if points else ""


def _player_lines(s: State, box: Box, p: int, player: int | None) -> list[str]:
    """Return a player's cards and tokens; a hand only to its owner."""
    tokens = [
        _token(box, int(s.token[p, i])) + ("" if s.token_up[p, i] else " (down)")
        for i in range(s.token_count[p])
    ]
    token = ", wormhole token" if s.wormhole_token[p] else ""
    race = f"{race_name(box, int(s.race[p]))}{_mark(box.race_sources[s.race[p]])}"
    hand = several(s.count[p, HAND], "card")
    if player is None or player == p:
        hand = _cards(s, box, p, HAND)
    return [
        f"{SEAT_NAMES[p]}, {race}: {find_score(s, box, p)} VP, "
        f"stock {several(s.stock[p, 0], 'fleet')} {several(s.stock[p, 1], 'star base')} "
        f"{several(s.cubes[p], 'cube')} {s.track_discs[p]}+{s.spare_discs[p]} discs{token}",
        f"  hand: {hand}",
        f"  reserve: {_cards(s, box, p, RESERVE)}",
        f"  deck: {several(s.count[p, DECK], 'card')}; discard pile: {_cards(s, box, p, DISCARD)}",
        f"  tokens: {', '.join(tokens) or '-'}",
    ]


def text(s: State, box: Box, player: int | None) -> str:
    """Draw the position for a terminal, as a player sees it, or everything."""
    lines = [_title(s, box)]
    lines += [line for line in (_combat_line(s, box), _pool_line(s)) if line]
    lines.append("")
    for x in _spaces(s):
        lines.append(_space_line(s, box, x))
    lines.append("")
    for p in range(s.num_players):
        lines += _player_lines(s, box, p, player)
    lines.append(f"Market: {_market(s, box)}")
    lines.append(f"Display: {_display(s, box)}")
    gone = [
        card_name(box, int(c))
        for c in range(CARDS)
        if (s.zone[: s.num_players, c] == REMOVED).any()
    ]
    lines.append(f"Removed: {', '.join(gone) or '-'}")
    lines.append(f"{RECONSTRUCTED} values reconstructed, not from the rulebook")
    return "\n".join(lines)


def _space_line(s: State, box: Box, x: int) -> str:
    """Return one space with its tile, ways and pieces."""
    tile = s.chart[CHART_TILE, x]
    kind = f"strength {s.chart[CHART_STRENGTH, x]}" if s.chart[CHART_HABITABLE, x] else "barren"
    amounts = "".join(
        f" {_LETTERS[r]}{s.chart[CHART_AMOUNTS + r, x]}"
        for r in range(RESOURCES)
        if s.chart[CHART_AMOUNTS + r, x]
    )
    ways = [str(y) for y in s.open_way[x] if y != NOWHERE]
    ways += [f"({y})" for y in s.hole_way[x] if y != NOWHERE]
    name = f"{space_name(s, box, x)}{_mark(box.tile_sources[tile])}"
    parts = [f"{x:2} {name:11} {kind:11}{amounts:9} to {' '.join(ways):18}"]
    if s.chart[CHART_WORMHOLE, x]:
        parts.append("wormhole")
    if s.alien[x] != NOTHING:
        parts.append(f"alien {_alien(s, box, x)}")
    for p in range(s.num_players):
        pieces = [MARKER_NAMES[s.marker[p, x]]] if s.marker[p, x] else []
        pieces += [several(s.fleets[p, x], "fleet")] if s.fleets[p, x] else []
        pieces += [several(s.bases[p, x], "base")] if s.bases[p, x] else []
        if pieces:
            parts.append(f"{SEAT_NAMES[p]}: {', '.join(pieces)}")
    return "  ".join(parts).rstrip()


# -- the picture ----------------------------------------------------------------------------

_COLOURS = ("#e4574c", "#4f9be8", "#5cc267", "#e8c34a")
_RADIUS = 44
_TOP = 70
_PANEL = 1190
_WIDTH, _HEIGHT = 1800, 1010
_FONT = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the position as a picture, as a player sees it, or everything."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#0d1020"/>',
        f'<g font-weight="bold">{_write(30, 42, _title(s, box), 21, "#ffffff")}</g>',
        _write(30, _HEIGHT - 20, f"{RECONSTRUCTED} values and map reconstructed", 15, "#8088a8"),
    ]
    parts += _draw_connections(s, box)
    for x in _spaces(s):
        parts += _draw_space(s, box, x)
    parts += _draw_panel(s, box, player)
    parts.append("</svg>")
    return "\n".join(parts)


def _write(x: float, y: float, words: str, size: int, colour: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" {_FONT} font-size="{size}" fill="{colour}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


def _place(box: Box, space: int) -> tuple[int, int]:
    return int(box.x[space]), int(box.y[space]) + _TOP


def _draw_connections(s: State, box: Box) -> list[str]:
    parts = []
    for k, (one, two) in enumerate(box.ends.tolist()):
        if one == NOTHING:
            continue
        (x1, y1), (x2, y2) = _place(box, one), _place(box, two)
        closed = bool(s.black_hole[k])
        dash = ' stroke-dasharray="5 7"' if closed else ""
        colour = "#4a3a66" if closed else "#5a668f"
        parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" '
            f'stroke-width="4"{dash}/>'
        )
        if closed:
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="12" fill="#000000" stroke="#b07cff" '
                f'stroke-width="3"/>'
            )
    return parts


def _draw_space(s: State, box: Box, space: int) -> list[str]:
    """Draw a system: its tile, alien token, marker and units."""
    x, y = _place(box, space)
    owner = _owner(s, space)
    habitable = bool(s.chart[CHART_HABITABLE, space])
    fill = "#1f4a44" if habitable else "#33363f"
    edge = "#8a93b5" if owner == NOBODY else _COLOURS[owner]
    width = 2 if owner == NOBODY else 6
    parts = []
    if space in (s.battle, s.target):
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{_RADIUS + 10}" fill="none" stroke="#ff9f2e" '
            f'stroke-width="5"/>'
        )
    parts.append(
        f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" fill="{fill}" stroke="{edge}" '
        f'stroke-width="{width}"/>'
    )
    if s.chart[CHART_WORMHOLE, space]:
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{_RADIUS - 7}" fill="none" stroke="#58d5ff" '
            f'stroke-width="2" stroke-dasharray="4 4"/>'
        )
    amounts = "".join(
        f"{_LETTERS[r]}{s.chart[CHART_AMOUNTS + r, space]}"
        for r in range(RESOURCES)
        if s.chart[CHART_AMOUNTS + r, space]
    )
    parts.append(_write(x, y - 22, amounts, 12, "#b9c2e0", "middle"))
    parts.append(_write(x, y - 6, space_name(s, box, space), 14, "#ffffff", "middle"))
    if habitable and owner == NOBODY:
        strength = str(s.chart[CHART_STRENGTH, space])
        alien = _alien(s, box, space)
        words = f"{strength} + {alien}" if alien else strength
        parts.append(_write(x, y + 18, words, 18, "#ffd27a", "middle"))
    parts += _draw_pieces(s, space, x, y)
    return parts


def _draw_pieces(s: State, space: int, x: int, y: int) -> list[str]:
    """Draw markers and units; in a combat those of both sides."""
    parts = []
    row = 0
    for p in range(s.num_players):
        fleets, bases = int(s.fleets[p, space]), int(s.bases[p, space])
        marker = int(s.marker[p, space])
        if not fleets and not bases and not marker:
            continue
        at = y + 15 + 22 * row
        row += 1
        colour = _COLOURS[p]
        if marker != NO_MARKER:
            parts.append(_draw_marker(marker, x - 29, at, colour))
        if fleets:
            parts.append(
                f'<path d="M{x - 20} {at + 7} l7 -14 l7 14 z" fill="{colour}" stroke="#0d1020"/>'
            )
            parts.append(_write(x - 4, at + 6, str(fleets), 14, "#ffffff"))
        if bases:
            parts.append(
                f'<path d="M{x + 17} {at - 7} l7 7 l-7 7 l-7 -7 z" fill="{colour}" '
                f'stroke="#0d1020"/>'
            )
            parts.append(_write(x + 25, at + 6, str(bases), 14, "#ffffff"))
    return parts


def _draw_marker(marker: int, x: int, y: int, colour: str) -> str:
    """A cube, a disc, or for the homeworld a ringed disc."""
    if marker == OUTPOST:
        return (
            f'<rect x="{x - 7}" y="{y - 7}" width="14" height="14" fill="{colour}" '
            f'stroke="#ffffff"/>'
        )
    ring = 4 if marker == HOMEWORLD else 1
    radius = 8 if marker == COLONY else 9
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}" stroke="#ffffff" '
        f'stroke-width="{ring}"/>'
    )


_LINE = 62
"""Characters that fit into a line of the panel."""


def _wrap(words: str) -> list[str]:
    """Break a long line at commas and blanks."""
    lines: list[str] = []
    line = ""
    for word in words.split(" "):
        if line and len(line) + len(word) + 1 > _LINE:
            lines.append(line)
            line = f"    {word}"
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def _draw_panel(s: State, box: Box, player: int | None) -> list[str]:
    """Draw the players, the market and the display beside the map."""
    parts = []
    y = 40
    lines: list[tuple[str, str, int]] = []
    for line in (_combat_line(s, box), _pool_line(s)):
        if line:
            lines.append((line, "#ff9f2e", 17))
    for p in range(s.num_players):
        head, *rest = _player_lines(s, box, p, player)
        lines += [(part, _COLOURS[p], 16) for part in _wrap(head)]
        for line in rest:
            lines += [(part, "#c9d0ea", 14) for part in _wrap(line)]
    for line in (f"Market: {_market(s, box)}", f"Display: {_display(s, box)}"):
        lines += [(part, "#e6e9f5", 14) for part in _wrap(line)]
    # Long games fill the panel: the lines move together.
    pitch = min(21.0, (_HEIGHT - 60) / max(len(lines), 1))
    for i, (words, colour, size) in enumerate(lines):
        parts.append(_write(_PANEL, y + i * pitch, words, min(size, int(pitch) - 2), colour))
    return parts
