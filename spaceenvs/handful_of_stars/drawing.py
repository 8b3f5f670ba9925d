"""The position as text and as a picture: the star map, the players, the market."""

from __future__ import annotations

import textwrap
from html import escape
from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import several
from spaceenvs.handful_of_stars.actions import DECISIONS
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
    decoded,
)
from spaceenvs.handful_of_stars.scoring import find_score
from spaceenvs.handful_of_stars.state import (
    ALIEN_UNSEEN,
    CHART_AMOUNTS,
    CHART_HABITABLE,
    CHART_STRENGTH,
    CHART_TILE,
    CHART_WORMHOLE,
    DECK,
    DISCARD,
    HAND,
    REMOVED,
    RESERVE,
)
from spaceenvs.handful_of_stars.strength import find_strength
from spaceenvs.handful_of_stars.telling import ASKED
from spaceenvs.handful_of_stars.words import card_name, race_name, space_name, token_name

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


def _removed(s: State, box: Box) -> str:
    gone = (s.zone[: s.num_players] == REMOVED).any(axis=0)
    return ", ".join(card_name(box, c) for c in range(CARDS) if gone[c]) or "-"


def _spaces(s: State) -> list[int]:
    return [x for x in range(SPACES) if s.chart[CHART_TILE, x] != NOTHING]


def _owner(s: State, space: int) -> int:
    """Return whose system it is: whose marker lies there, or else whose units."""
    seats = range(s.num_players)
    owners = [p for p in seats if s.marker[p, space]]
    owners += [p for p in seats if s.fleets[p, space] or s.bases[p, space]]
    return owners[0] if owners else NOBODY


def _alien(s: State, box: Box, space: int) -> str:
    token = int(s.alien[space])
    if token == NOTHING:
        return ""
    return "?" if s.alien_fate[token] == ALIEN_UNSEEN else str(box.alien_strength[token])


def _title(s: State, box: Box) -> str:
    if s.done:
        winners = [SEAT_NAMES[p] for p in range(s.num_players) if s.rank[p] == 0]
        return f"A Handful of Stars: the game is over, won by {' and '.join(winners)}"
    last = f", last round {s.end_round}" if s.end_round else ""
    return (
        f"A Handful of Stars: round {s.round_number}{last}, "
        f"shuffles {s.shuffles} of {box.last_shuffle}. "
        f"{SEAT_NAMES[s.to_move]} decides: {ASKED[DECISIONS[s.decision]]}"
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
    lines.append(f"Removed: {_removed(s, box)}")
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
_RADIUS = 52
_LEFT, _TOP = 20, 50
_PANEL = 1190
_WIDTH, _HEIGHT = 1800, 1010
_DIM = "#8f98bb"
_FONT = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the position as a picture, as a player sees it, or everything."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#0d1020"/>',
        f'<g font-weight="bold">{_write(30, 42, _title(s, box), 19, "#ffffff")}</g>',
        *_draw_legend(),
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
    return int(box.x[space]) + _LEFT, int(box.y[space]) + _TOP


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
    strength = str(s.chart[CHART_STRENGTH, space]) if habitable else ""
    has_marker = bool(s.marker[: s.num_players, space].any())
    if has_marker and strength:  # below the name there is only room for the pieces
        amounts += f" / {strength}"
    parts.append(_write(x, y - 25, amounts, 12, "#b9c2e0", "middle"))
    parts.append(_write(x, y - 8, space_name(s, box, space), 14, "#ffffff", "middle"))
    top = y + 12
    if strength and not has_marker:
        alien = _alien(s, box, space)
        words = f"{strength} + {alien}" if alien else strength
        parts.append(_write(x, y + 13, words, 18, "#ffd27a", "middle"))
        top = y + 28
    parts += _draw_pieces(s, space, x, top)
    return parts


def _draw_pieces(s: State, space: int, x: int, y: int) -> list[str]:
    """Draw markers and units; in a combat those of both sides, the owner's above."""
    parts = []
    row = 0
    for p in sorted(range(s.num_players), key=lambda p: s.marker[p, space] == NO_MARKER):
        fleets, bases = int(s.fleets[p, space]), int(s.bases[p, space])
        marker = int(s.marker[p, space])
        if not fleets and not bases and not marker:
            continue
        at = y + 19 * row
        row += 1
        colour = _COLOURS[p]
        if marker != NO_MARKER:
            parts.append(_draw_marker(marker, x - 29, at, colour))
        left = x if marker != NO_MARKER else x - 6  # nearer to the middle: low down it is narrow
        if fleets:
            parts.append(_draw_fleet(left - 12, at, colour))
            parts.append(_write(left - 4, at + 6, str(fleets), 14, "#ffffff"))
        if bases:
            parts.append(_draw_base(left + 17, at, colour))
            parts.append(_write(left + 25, at + 6, str(bases), 14, "#ffffff"))
    return parts


def _draw_fleet(x: int, y: int, colour: str) -> str:
    return f'<path d="M{x - 7} {y + 7} l7 -14 l7 14 z" fill="{colour}" stroke="#0d1020"/>'


def _draw_base(x: int, y: int, colour: str) -> str:
    return f'<path d="M{x} {y - 7} l7 7 l-7 7 l-7 -7 z" fill="{colour}" stroke="#0d1020"/>'


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


def _draw_legend() -> list[str]:
    """Draw under the map what its shapes and letters mean."""
    shapes = (
        ("outpost", _draw_marker(OUTPOST, 0, 0, _DIM)),
        ("colony", _draw_marker(COLONY, 0, 0, _DIM)),
        ("homeworld", _draw_marker(HOMEWORLD, 0, 0, _DIM)),
        ("fleets", _draw_fleet(0, 0, _DIM)),
        ("star bases", _draw_base(0, 0, _DIM)),
        ("wormhole", '<circle r="8" stroke="#58d5ff" stroke-width="2" stroke-dasharray="4 4"/>'),
        ("black hole", '<circle r="8" stroke="#b07cff" stroke-width="3"/>'),
    )
    parts = []
    x, y = 40.0, _HEIGHT - 26
    for words, shape in shapes:
        parts.append(f'<g transform="translate({x:.0f} {y})">{shape}</g>')
        parts.append(_write(x + 15, y + 5, words, 14, _DIM))
        x += 45 + 8.2 * len(words)
    letters = ", ".join(f"{_LETTERS[r]} {RESOURCE_NAMES[r]}" for r in range(RESOURCES))
    rest = f"{letters}; yellow or behind a slash: strength; {RECONSTRUCTED} and map reconstructed"
    parts.append(_write(x - 10, y + 5, rest, 14, _DIM))
    return parts


_PANEL_WIDTH = _WIDTH - _PANEL - 24
_Line = tuple[str, str, int, int]
"""Words, colour, size, and how far the line is moved to the right."""


def _wrap(words: str, colour: str, size: int, indent: int = 0) -> list[_Line]:
    """Break words into lines of the panel; those after the first are indented."""
    most = int((_PANEL_WIDTH - indent) / (0.6 * size))  # a letter is about so wide
    first, *rest = textwrap.wrap(words, most, subsequent_indent="  ", break_on_hyphens=False)
    later = [(line.strip(), colour, size, indent + 16) for line in rest]
    return [(first, colour, size, indent), *later]


def _draw_panel(s: State, box: Box, player: int | None) -> list[str]:
    """Draw the players, the market and the display beside the map."""
    gap: _Line = ("", "", 14, 0)
    lines: list[_Line] = []
    for line in (_combat_line(s, box), _pool_line(s)):
        if line:
            lines += _wrap(line, "#ff9f2e", 17)
    for p in range(s.num_players):
        head, *rest = _player_lines(s, box, p, player)
        lines += _wrap(head, _COLOURS[p], 16)
        for line in rest:
            lines += _wrap(line, "#c9d0ea", 14, 16)
        lines.append(gap)
    for line in (
        f"Market: {_market(s, box)}",
        f"Display: {_display(s, box)}",
        f"Removed: {_removed(s, box)}",
    ):
        lines += _wrap(line, "#e6e9f5", 14)
    # Long games fill the panel: the lines move together.
    pitch = min(21.0, (_HEIGHT - 100) / len(lines))
    return [
        _write(_PANEL + indent, 40 + i * pitch, words, min(size, int(pitch) - 2), colour)
        for i, (words, colour, size, indent) in enumerate(lines)
        if words
    ]


def elements(s: State, box: Box, action: int) -> tuple[str, ...]:
    """Return the elements of the picture that a legal action is about."""
    return ()
