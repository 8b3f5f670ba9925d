"""The position as text for a terminal, and as a picture.

Role: `text` and `svg` draw what a player sees, or everything if `player` is None. Both begin with
the title of the game, a colon and the moment of the game. Whatever a move can be about is an
`element` of the picture with a name; `elements` tells which ones a move is about, and pages light
them up.

Forbidden: to show what the player cannot see (a test redeals and compares), words that lie upon
each other or leave the picture, elements that only some players' pictures have.
"""

from __future__ import annotations

from html import escape

from spaceenvs.core.game import Box, State
from spaceenvs.core.picture import element
from spaceenvs.core.words import several
from spaceenvs.template.actions import DECISIONS, MINE, PROBE
from spaceenvs.template.components import ASTEROID_NAMES, ASTEROIDS, CLAIMS, FINDING, SEAT_NAMES
from spaceenvs.template.position import names_at
from spaceenvs.template.setup import count_at
from spaceenvs.template.state import HAND, MINED
from spaceenvs.template.telling import ASKED


def _title(s: State) -> str:
    """Return one line about the moment of the game."""
    if s.done:
        order = sorted(range(int(s.num_players)), key=lambda p: int(s.rank[p]))
        scores = ", ".join(f"{SEAT_NAMES[p]} {s.score[p]}" for p in order)
        winners = " and ".join(SEAT_NAMES[p] for p in order if s.rank[p] == 0)
        return f"Asteroids: won by {winners} ({scores})"
    decides = f"{SEAT_NAMES[s.to_move]} decides: {ASKED[DECISIONS[s.decision]]}"
    return f"Asteroids: turn {s.turn + 1} of {CLAIMS * s.num_players} ({decides})"


def _hand_words(s: State, seat: int, player: int | None) -> str:
    """Return the hand of a seat as a player sees it."""
    if player is None or player == seat:
        return ", ".join(names_at(s, HAND + seat)) or "none"
    return several(int(count_at(s, HAND + seat)), "claim")


# -- text -------------------------------------------------------------------------------------


def text(s: State, box: Box, player: int | None) -> str:
    """Draw the position for a terminal, as a player sees it, or everything if None."""
    lines = [_title(s), ""]
    for seat in range(int(s.num_players)):
        mark = "*" if seat == s.to_move and not s.done else " "
        mined = ", ".join(names_at(s, MINED + seat)) or "none"
        hand = _hand_words(s, seat, player)
        lines.append(
            f"{mark}{SEAT_NAMES[seat]:<7}points {s.points[seat]:>2}  hand: {hand}  mined: {mined}"
        )
    return "\n".join(lines)


# -- picture ----------------------------------------------------------------------------------

_BACKGROUND, _PANEL, _INK, _DIM, _ROCK = "#10141f", "#1b2233", "#e8ecf4", "#9aa5bd", "#4a5266"
_SEAT_FILL = ("#d84a4a", "#4a86d8", "#4fae5b", "#d8b73a")
_FONT = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'  # PNGs need one that is installed
_WIDTH, _LEFT, _STEP = 960, 52, 71  # of the picture; first asteroid; from one to the next
_ROCKS_Y, _PANELS_Y, _PANEL_STEP = 86, 152, 48


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the position as a picture, as a player sees it, or everything if None."""
    height = _PANELS_Y + _PANEL_STEP * int(s.num_players)
    shapes = [
        f'<rect width="{_WIDTH}" height="{height}" fill="{_BACKGROUND}"/>',
        _words(16, 32, _title(s), 18),
        *(element(f"asteroid-{a}", _draw_asteroid(s, box, a)) for a in range(ASTEROIDS)),
        element("probe", _draw_probe(s)),
        *(element(f"seat-{p}", _draw_seat(s, p, player)) for p in range(int(s.num_players))),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" {_FONT}>{"".join(shapes)}</svg>'
    )


def elements(s: State, box: Box, action: int) -> tuple[str, ...]:
    """Return the elements of the picture that a legal action is about."""
    if action == PROBE:
        return ("probe",)
    return (f"asteroid-{action - MINE}",)


def _words(x: float, y: float, words: str, size: int, fill: str = _INK, at: str = "start") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="{at}">'
        f"{escape(words)}</text>"
    )


def _draw_asteroid(s: State, box: Box, asteroid: int) -> str:
    """Draw an asteroid in the colour of whoever has mined it."""
    x = _LEFT + _STEP * asteroid
    owner = int(s.place[asteroid]) - MINED
    fill = _SEAT_FILL[owner] if owner >= 0 else _ROCK
    return (
        f'<circle cx="{x}" cy="{_ROCKS_Y}" r="24" fill="{fill}"/>'
        + _words(x, _ROCKS_Y + 7, str(box.ore[asteroid]), 20, at="middle")
        + _words(x, _ROCKS_Y + 44, ASTEROID_NAMES[asteroid], 13, _DIM, "middle")
    )


def _draw_probe(s: State) -> str:
    """Draw the probe: bright as long as the player to move may send it."""
    x = _LEFT + _STEP * ASTEROIDS
    ink = _DIM if s.probed or s.done else _INK
    return (
        f'<rect x="{x - 22}" y="{_ROCKS_Y - 22}" width="44" height="44" rx="8" fill="none" '
        f'stroke="{ink}"/>'
        + _words(x, _ROCKS_Y + 7, str(FINDING), 20, ink, "middle")
        + _words(x, _ROCKS_Y + 44, "probe", 13, _DIM, "middle")
    )


def _draw_seat(s: State, seat: int, player: int | None) -> str:
    """Draw what lies before one player."""
    y = _PANELS_Y + _PANEL_STEP * seat
    stroke = _INK if seat == s.to_move and not s.done else "none"
    mined = ", ".join(names_at(s, MINED + seat)) or "none"
    return (
        f'<rect x="8" y="{y}" width="{_WIDTH - 16}" height="40" rx="8" fill="{_PANEL}" '
        f'stroke="{stroke}"/>'
        f'<rect x="8" y="{y}" width="10" height="40" rx="4" fill="{_SEAT_FILL[seat]}"/>'
        + _words(28, y + 26, SEAT_NAMES[seat], 17)
        + _words(120, y + 26, several(int(s.points[seat]), "point"), 15)
        + _words(230, y + 26, f"hand: {_hand_words(s, seat, player)}", 15, _DIM)
        + _words(580, y + 26, f"mined: {mined}", 15, _DIM)
    )
