"""The position as text for a terminal, and as a picture."""

from __future__ import annotations

from html import escape

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.galaxy.actions import DECISIONS
from spaceenvs.galaxy.components import (
    CARD_CODES,
    FIRST_ALLY,
    FIRST_KHA,
    LOWEST_LEVEL_WITH_INFLUENCE,
    ROWS,
    SEAT_NAMES,
    SHIPS,
    TECHNOLOGY_NAMES,
    TOKENS,
    VALUES,
    WORLD_CODES,
    WORLD_NAMES,
    WORLDS,
)
from spaceenvs.galaxy.position import bases_at, cards_at
from spaceenvs.galaxy.state import (
    AUCTION,
    EMPTY,
    FACE_DOWN,
    FRONT,
    HAND,
    NO_CARD,
    NOBODY,
    RESERVE,
    VISIBLE,
)
from spaceenvs.galaxy.telling import ASKED

LEVELS = ROWS + 2

# -- what is shown ----------------------------------------------------------------------------


def _title(s: State) -> str:
    """Return one line about the moment of the game."""
    n = int(s.num_players)
    if s.done:
        order = sorted(range(n), key=lambda p: int(s.rank[p]))
        scores = ", ".join(f"{SEAT_NAMES[p]} {s.score[p]}" for p in order)
        winners = " and ".join(SEAT_NAMES[p] for p in order if s.rank[p] == 0)
        return f"Galaxy: won by {winners} ({scores})"
    if s.phase == AUCTION:
        bid = "no bid yet" if s.high_bid < 0 else f"highest bid {s.high_bid}"
        return f"Galaxy: auction, {bid}; {SEAT_NAMES[s.to_move]} to bid"
    decides = f"{SEAT_NAMES[s.to_move]} decides: {ASKED[DECISIONS[s.decision]]}"
    return f"Galaxy: round {s.active_row}, turn of {SEAT_NAMES[s.active]} ({decides})"


def _top_words(s: State, row: int, world: int, player: int | None) -> str:
    """Return the top ship of a pile as this player sees it: `9`, `A8`, `?`, with pile size."""
    shown = int(s.shown[row, world])
    card = int(s.top[row, world])
    if shown == EMPTY:
        return ""
    if shown == FACE_DOWN:
        known = player is None or (int(s.known[card]) >> player) & 1
        return f"({card - FIRST_KHA})" if known else "(?)"
    return f"A{shown - 1}" if card >= FIRST_ALLY else str(shown - 1)


def _influence(s: State, player: int) -> int:
    return int(s.influence[player].sum())


def _sees(player: int | None, seat: int) -> bool:
    return player is None or player == seat


# -- text -------------------------------------------------------------------------------------

_CELL = 9


def text(s: State, box: Box, player: int | None) -> str:
    """Draw the position for a terminal, as a player sees it, or everything if None."""
    lines = [_title(s), ""]
    worlds = [WORLD_CODES[w] if s.in_play[w] else "-" for w in range(WORLDS)]
    governors = [
        "" if s.governor[w] == NOBODY else SEAT_NAMES[s.governor[w]] for w in range(WORLDS)
    ]
    rows = [("", worlds), ("governor", governors)]
    for row in range(1, ROWS + 1):
        tops = []
        for w in range(WORLDS):
            size = int(s.pile_size[row, w])
            top = _top_words(s, row, w, player)
            tops.append(f"{top} x{size}" if size > 1 else top)
        marker = ">" if row == s.active_row else " "
        rows.append((f"{marker}row {row}", tops))
    rows.append(("bases", [bases_at(s, w) for w in range(WORLDS)]))
    width = max(_CELL, *(len(cell) + 1 for _, cells in rows for cell in cells))
    for label, cells in rows:
        line = "".join(f"{cell:<{width}}" for cell in cells)
        lines.append(f"{label:<10}{line}".rstrip())
    lines.append("")
    for seat in range(int(s.num_players)):
        lines.extend(_text_seat(s, seat, player))
    lines.append(f"deck {s.deck_count}")
    return "\n".join(lines)


def _text_seat(s: State, seat: int, player: int | None) -> list[str]:
    """Return the lines about one seat."""
    mark = "*" if seat == s.to_move and not s.done else " "
    line = (
        f"{mark}{SEAT_NAMES[seat]:<7} influence {_influence(s, seat):>2}  supply {s.supply[seat]}  "
        f"hand {s.hand_count[seat]}  Reserve {s.reserve_count[seat]}"
    )
    if s.garrison[seat] != NO_CARD:
        garrison = f" ({CARD_CODES[s.garrison[seat]]})" if _sees(player, seat) else ""
        line += f"  secret base{garrison}"
    front = cards_at(s, FRONT + seat)
    if front:
        line += f"  {', '.join(front)}"
    lines = [line]
    if _sees(player, seat):
        lines.append(f"         hand: {' '.join(cards_at(s, HAND + seat)) or '-'}")
        if s.reserve_count[seat]:
            lines.append(f"         Reserve: {' '.join(cards_at(s, RESERVE + seat))}")
    return lines


# -- svg --------------------------------------------------------------------------------------

_SEAT_FILL = ("#3fa860", "#d8483e", "#3b7dd8", "#e2b52e", "#9a5fd0")
_SEAT_INK = ("#ffffff", "#ffffff", "#ffffff", "#2b2204", "#ffffff")
_WORLD_FILL = (
    "#5b8fa8", "#a8705b", "#7b6fb0", "#4f9d8b", "#b0903f", "#b0506a", "#5f6b7a", "#7f9a45",
)  # fmt: skip
_BACKGROUND, _PANEL, _INK, _DIM, _EMPTY_LINE = "#101522", "#1a2133", "#e8ecf5", "#8b95ab", "#33405c"
_ALLY_FILL = "#cfd6e4"

_LEFT, _TOP, _COLUMN, _CARD_W, _CARD_H, _GAP = 96, 62, 128, 104, 46, 30
_HEAD_H = 56
_SEAT_H, _CHIP_H = 76, 22
_WIDTH = _LEFT + WORLDS * _COLUMN + 16


class _Picture:
    """Collects the shapes of an SVG."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        radius: float = 6,
        stroke: str = "none",
        dash: str = "",
    ) -> None:
        """Draw a rounded rectangle."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" '
            f'fill="{fill}" stroke="{stroke}"{dashed}/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str, stroke: str = "none") -> None:
        """Draw a disc."""
        self.parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="1.5"/>'
        )

    def words(
        self,
        x: float,
        y: float,
        content: str,
        size: float = 14,
        fill: str = _INK,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """Write a line of text."""
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" '
            f'text-anchor="{anchor}"{weight}>{escape(content)}</text>'
        )


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the position as a picture, as a player sees it, or everything if None."""
    picture = _Picture()
    picture.words(16, 36, _title(s), 21, bold=True)
    deck = f"deck {s.deck_count}"
    picture.words(_WIDTH - 16, 36, deck, 15, _DIM, "end")
    bottom = _draw_galaxy(picture, s, player)
    y = bottom + 16
    for seat in range(int(s.num_players)):
        y = _draw_seat(picture, s, seat, player, y)
    height = y + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height:g}" '
        f'viewBox="0 0 {_WIDTH} {height:g}" font-family="DejaVu Sans, Arial, sans-serif">'
        f'<rect width="{_WIDTH}" height="{height:g}" fill="{_BACKGROUND}"/>'
        + "".join(picture.parts)
        + "</svg>"
    )


def _level_y(level: int) -> float:
    """Return the middle of the strip that bases of a level lie in."""
    if level == 0:
        return _TOP + _GAP / 2
    return _TOP + _GAP + _HEAD_H + (level - 1) * (_GAP + _CARD_H) + _GAP / 2


def _row_y(row: int) -> float:
    """Return the top edge of the cards of a row; row 0 is the worlds' own."""
    return _level_y(row) + _GAP / 2


def _draw_galaxy(picture: _Picture, s: State, player: int | None) -> float:
    """Draw the columns of the worlds and return where they end."""
    active = _row_y(int(s.active_row))
    picture.box(8, active - 4, _WIDTH - 16, _CARD_H + 8, "#22304e", 8)
    picture.words(16, _row_y(0) + 33, "worlds", 13, _DIM)
    for row in range(1, ROWS + 1):
        colour = _INK if row == s.active_row else _DIM
        picture.words(16, _row_y(row) + 28, f"row {row}", 14, colour, bold=row == s.active_row)
    for level in range(LEVELS):
        worth = max(0, LOWEST_LEVEL_WITH_INFLUENCE - level)
        picture.words(_LEFT - 12, _level_y(level) + 5, f"base {worth}", 12, _DIM, "end")
    for w in range(WORLDS):
        _draw_column(picture, s, w, player)
    return _level_y(LEVELS - 1) + _GAP / 2


def _draw_column(picture: _Picture, s: State, world: int, player: int | None) -> None:
    """Draw a world, its piles and its bases."""
    x = _LEFT + world * _COLUMN
    y = _row_y(0)
    if not s.in_play[world]:
        picture.box(x, y, _CARD_W, _HEAD_H, "none", 8, _EMPTY_LINE, "4 4")
        picture.words(x + _CARD_W / 2, y + 24, WORLD_NAMES[world], 13, _DIM, "middle")
        picture.words(x + _CARD_W / 2, y + 42, "surrendered", 11, _DIM, "middle")
        return
    governor = int(s.governor[world])
    picture.box(x, y, _CARD_W, _HEAD_H, _WORLD_FILL[world], 8)
    picture.words(x + _CARD_W / 2, y + 21, WORLD_NAMES[world], 11.5, "#ffffff", "middle", True)
    if governor != NOBODY:
        picture.box(x + 14, y + 32, _CARD_W - 28, 18, _SEAT_FILL[governor], 9, "#ffffff")
        name = SEAT_NAMES[governor]
        picture.words(x + _CARD_W / 2, y + 45, name, 12, _SEAT_INK[governor], "middle", True)
    for row in range(1, ROWS + 1):
        _draw_pile(picture, s, row, world, player)
    for level in range(LEVELS):
        _draw_bases(picture, s, world, level)


def _draw_pile(picture: _Picture, s: State, row: int, world: int, player: int | None) -> None:
    """Draw the top ship of a pile and the edges of those below it."""
    x, y = _LEFT + world * _COLUMN, _row_y(row)
    size = int(s.pile_size[row, world])
    if size == 0:
        if row <= s.active_row:
            line = _DIM if row == s.active_row else _EMPTY_LINE  # seen on the brighter strip
            picture.box(x, y, _CARD_W, _CARD_H, "none", 6, line, "4 4")
        return
    for k in range(min(size - 1, 3), 0, -1):  # a low pile: bases lie in the strip above it
        picture.box(x + 4 * k, y - 1.5 * k, _CARD_W, _CARD_H, "#5a6680", 6, _BACKGROUND)
    words = _top_words(s, row, world, player)
    face_down = int(s.shown[row, world]) == FACE_DOWN
    ally = not face_down and int(s.top[row, world]) >= FIRST_ALLY
    fill = "#2b3245" if face_down else _ALLY_FILL if ally else _WORLD_FILL[world]
    ink = "#1b2233" if ally else "#ffffff"
    picture.box(x, y, _CARD_W, _CARD_H, fill, 6, "#ffffff" if face_down else _BACKGROUND)
    number = words.removeprefix("A") if ally else words
    picture.words(x + 12, y + 32, number, 24, ink, bold=True)
    label = "hidden" if face_down else "Ally" if ally else WORLD_CODES[world]
    picture.words(x + _CARD_W - 8, y + 20, label, 11, ink, "end")
    if size > 1:
        picture.words(x + _CARD_W - 8, y + 38, f"{size} ships", 11, ink, "end")


def _draw_bases(picture: _Picture, s: State, world: int, level: int) -> None:
    """Draw the visible bases of a column at one level."""
    here = (s.base_state == VISIBLE) & (s.base_world == world) & (s.base_level == level)
    seats = [int(b) // TOKENS for b in np.flatnonzero(here)]
    step = min(22.0, (_CARD_W - 20) / max(1, len(seats) - 1))
    for k, seat in enumerate(seats):
        x, y = _LEFT + world * _COLUMN + 12 + step * k, _level_y(level)
        picture.circle(x, y, 10, _SEAT_FILL[seat], "#ffffff")
        picture.words(x, y + 4, SEAT_NAMES[seat][0], 11, _SEAT_INK[seat], "middle", True)


def _draw_seat(picture: _Picture, s: State, seat: int, player: int | None, y: float) -> float:
    """Draw what lies before one player; return where the next one goes."""
    shown: list[tuple[str, list[int]]] = []
    if _sees(player, seat):
        shown.append(("hand", [int(c) for c in np.flatnonzero(s.place == HAND + seat)]))
        if s.reserve_count[seat]:
            shown.append(("Reserve", [int(c) for c in np.flatnonzero(s.place == RESERVE + seat)]))
        if s.garrison[seat] != NO_CARD:
            shown.append(("garrison", [int(s.garrison[seat])]))
    chips = [(label, card) for label, cards in shown for card in cards]
    places = _lay_chips(shown)
    rows = 1 + max((line for line, _ in places), default=0) if chips else 0
    height = 40 + rows * (_CHIP_H + 5) + (4 if rows else 0)
    deciding = seat == s.to_move and not s.done
    stroke = "#ffffff" if deciding else "none"
    picture.box(8, y, _WIDTH - 16, height, _PANEL, 8, stroke)
    picture.box(8, y, 10, height, _SEAT_FILL[seat], 4)
    picture.words(28, y + 26, SEAT_NAMES[seat], 17, bold=True)
    facts = [
        f"influence {_influence(s, seat)}",
        f"hand {s.hand_count[seat]}",
        f"Reserve {s.reserve_count[seat]}",
    ]
    if s.phase == AUCTION and s.last_bid[seat] >= 0:
        facts.append(f"bid {s.last_bid[seat]}")
    if s.done:
        facts[0] = f"score {s.score[seat]}"
        facts.append(f"hand value {s.hand_value[seat]}")
        facts.append("winner" if s.rank[seat] == 0 else f"rank {s.rank[seat] + 1}")
    picture.words(120, y + 25, "  \u00b7  ".join(facts), 14, _DIM)
    _draw_supply(picture, s, seat, y)
    front = [c for c in range(SHIPS, len(CARD_CODES)) if s.place[c] == FRONT + seat]
    names = [TECHNOLOGY_NAMES[c - SHIPS] for c in front]
    if len(front) > 2:  # the whole names would reach the bases in supply
        names = [CARD_CODES[c].title() for c in front]
    picture.words(_WIDTH - 24, y + 25, ", ".join(names), 13, "#8fe3ff", "end", True)
    group = "hand"
    for (label, card), (line, x) in zip(chips, places, strict=True):
        top = y + 38 + line * (_CHIP_H + 5)
        if label != group:
            picture.words(x - 6, top + 15.5, label, 12, _DIM, "end")
            group = label
        _draw_chip(picture, s, card, x, top, label)
    return y + height + 8


def _draw_supply(picture: _Picture, s: State, seat: int, y: float) -> None:
    """Draw the bases in supply, and the secret one."""
    x = 590.0
    if s.supply[seat]:
        picture.words(x - 16, y + 25, "supply", 13, _DIM, "end")
    for _ in range(int(s.supply[seat])):
        picture.circle(x, y + 20, 8, _SEAT_FILL[seat], "#ffffff")
        x += 20
    if s.garrison[seat] != NO_CARD:
        picture.words(x + 2, y + 25, "+ secret base", 13, _DIM)


_CHIP_W, _LABEL_W, _CHIPS_LEFT = 54, 62, 28


def _lay_chips(shown: list[tuple[str, list[int]]]) -> list[tuple[int, float]]:
    """Return line and left edge of every card, group after group."""
    places: list[tuple[int, float]] = []
    line, x = 0, float(_CHIPS_LEFT)
    for label, cards in shown:
        x += _LABEL_W if label != "hand" else 0
        if x + _CHIP_W > _WIDTH - 16:
            line, x = line + 1, float(_CHIPS_LEFT + _LABEL_W)
        for _ in cards:
            if x + _CHIP_W > _WIDTH - 16:
                line, x = line + 1, float(_CHIPS_LEFT)
            places.append((line, x))
            x += _CHIP_W + 5
        x += 8
    return places


def _draw_chip(picture: _Picture, s: State, card: int, x: float, y: float, group: str) -> None:
    """Draw a card of a hand as a small label."""
    code, size = CARD_CODES[card], 11.5
    if card >= SHIPS:
        fill, ink, code, size = "#24566b", "#ffffff", code.title(), 10
    elif card >= FIRST_ALLY:
        fill, ink = _ALLY_FILL, "#1b2233"
    else:
        alive = s.in_play[card // VALUES]
        fill, ink = (_WORLD_FILL[card // VALUES], "#ffffff") if alive else ("#3a4152", _DIM)
    stroke = {"Reserve": "#ffd479", "garrison": "#ff8fa3"}.get(group, "none")
    picture.box(x, y, _CHIP_W, _CHIP_H, fill, 5, stroke)
    picture.words(x + _CHIP_W / 2, y + 15.5, code, size, ink, "middle", True)


def elements(s: State, box: Box, action: int) -> tuple[str, ...]:
    """Return the elements of the picture that a legal action is about."""
    return ()
