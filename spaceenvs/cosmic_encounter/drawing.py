"""The position as text and as a picture, as a player sees it or with everything."""

from __future__ import annotations

from math import cos, pi, sin

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import several
from spaceenvs.cosmic_encounter.actions import DECISIONS
from spaceenvs.cosmic_encounter.components import KIND_NAMES, KINDS, PLANETS, POWERS, SLOTS
from spaceenvs.cosmic_encounter.position import OUTCOMES, PHASE_NAMES
from spaceenvs.cosmic_encounter.sheets import count_held_tokens, is_active
from spaceenvs.cosmic_encounter.stack import count_external_bases
from spaceenvs.cosmic_encounter.state import SIDE_NAMES
from spaceenvs.cosmic_encounter.telling import ASKED
from spaceenvs.cosmic_encounter.words import place_name

COLOURS = ("#e5484d", "#3e8bff", "#30a46c", "#f5b83d", "#b06ef3", "#ff8b3e")
COLOUR_NAMES = ("red", "blue", "green", "yellow", "violet", "orange")
INK, PAPER, DIM, SPACE = "#e8eaf2", "#11131f", "#8b91a7", "#191c2c"


def _power(s: State, p: int) -> str:
    """Return a player's power, in brackets while it is lost or cancelled."""
    if s.power[p] < 0:
        return "no power"
    name = POWERS[s.power[p]]
    return name if is_active(s, p) else f"({name})"


def _hand(s: State, p: int, player: int | None) -> list[str]:
    """Return the cards of a hand that the viewer sees, the others as a number."""
    if player is None or player == p:
        counts = s.hand[p]
    else:
        counts = s.known[player][p]
    cards = []
    for k in range(KINDS):
        if counts[k]:
            cards.append(KIND_NAMES[k] + (f" x{counts[k]}" if counts[k] > 1 else ""))
    hidden = max(0, int(s.hand_size[p]) - int(counts.sum()))
    if hidden:
        cards.append(f"{hidden} hidden")
    return cards


def _table(s: State, side: int, player: int | None) -> list[str]:
    """Return what lies on the table for a side, face down unless the viewer may see it."""
    main = s.challenge.off if side == 0 else s.challenge.defender
    mine = player is None or player == main
    laid = []
    for kind, is_open in (
        (s.challenge.card[side], s.challenge.shown[side]),
        (s.challenge.second[side], s.challenge.revealed),
        (s.challenge.kicker[side], s.challenge.revealed),
    ):
        if kind >= 0:
            laid.append(KIND_NAMES[kind] if mine or is_open else "face down")
    return laid


def _question(s: State, p: int, player: int | None) -> str:
    """Return what a seat decides; the others are not told that somebody is asked (R31)."""
    if s.done or p != s.to_move or player not in (None, p):
        return ""
    return f"decides: {ASKED[DECISIONS[s.decision]]}"


def _role(s: State, p: int) -> str:
    """Return what a seat is in the challenge."""
    if s.challenge.ally[p]:
        return f"ally of {SIDE_NAMES[s.challenge.ally[p] - 1]}"
    return "OFF" if p == s.challenge.off else "DEF" if p == s.challenge.defender else ""


def _away(s: State, p: int) -> str:
    """Return what a seat holds on its sheets, and what of it is out of the game."""
    held = [f"{q}:{count_held_tokens(s, p, q)}" for q in range(s.num_players)]
    captives = [words for words in held if not words.endswith(":0")]
    words = f" holds {' '.join(captives)}" if captives else ""
    return words + (f" out of the game {s.removed[p]}" if s.removed[p] else "")


def _title(s: State) -> str:
    """Return the game, the phase and the fight in a line."""
    phase = PHASE_NAMES[s.stack[s.challenge.floor].kind].lower() if s.depth else ""
    parts = [f"challenge {int(s.challenges) + 1}", phase, f"OFF seat {s.challenge.off}"]
    if s.challenge.defender >= 0:
        parts.append(f"DEF seat {s.challenge.defender}")
    if s.challenge.target >= 0:
        cone = "dark" if s.challenge.dark else "light"
        parts.append(f"{cone} cone at {place_name(s.challenge.target)}")
    if s.challenge.outcome:
        parts.append(OUTCOMES[s.challenge.outcome])
    if s.done:
        winners = [str(p) for p in range(s.num_players) if s.rank[p] == 0]
        parts = [f"game over, won by seat {' and '.join(winners)}"]
    return f"Cosmic Encounter: {', '.join(parts)}"


def text(s: State, box: Box, player: int | None) -> str:
    """Draw for a terminal: a line per seat with its planets, then hands and the table."""
    lines = [_title(s)]
    for p in range(s.num_players):
        planets = []
        for slot in range(PLANETS):
            place = p * SLOTS + slot
            stacks = [
                f"{q}:{s.tokens[q][place]}" for q in range(s.num_players) if s.tokens[q][place]
            ]
            empty = "gone" if s.gone[place] else "-"
            planets.append("[" + (" ".join(stacks) or empty) + "]")
        cone = f" cone {s.challenge.commit_count[p]}" if s.challenge.commit_count[p] else ""
        lines.append(
            f"seat {p} {_power(s, p)} {_role(s, p)}".rstrip()
            + f": {' '.join(planets)} warp {s.warp[p]}{cone}{_away(s, p)}"
            + f" external bases {count_external_bases(s, p)}"
        )
        lines.append(f"    hand: {', '.join(_hand(s, p, player)) or 'empty'}")
        if _question(s, p, player):
            lines.append(f"    {_question(s, p, player)}")
    for side in range(2):
        laid = _table(s, side, player)
        if laid:
            lines.append(f"{SIDE_NAMES[side]} has laid: {', '.join(laid)}")
    if s.challenge.revealed and s.challenge.total.any():
        lines.append(f"totals: OFF {s.challenge.total[0]}, DEF {s.challenge.total[1]}")
    lines.append(f"deck {s.deck_count}, discards {s.discard_count}")
    return "\n".join(lines)


# -- picture -----------------------------------------------------------------------------------

WIDTH = 1080
TOP = 75  # below the title
RING = (390, 330)  # half axes of the ellipse on which the systems lie
SYSTEM_RADIUS = 112
PLANET_RING, PLANET_RADIUS = 74, 30
NUMBER_RING = 124  # on which the names of the planets stand, outside the system
WARP_RADIUS = 120


def _label(
    x: float, y: float, words: str, size: int, fill: str = INK, anchor: str = "middle"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" '
        f'text-anchor="{anchor}">{words}</text>'
    )


def _token(x: float, y: float, p: int, count: int, radius: float = 10) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{COLOURS[p]}" stroke="{PAPER}" '
        f'stroke-width="1.5"/>' + _label(x, y + 4, str(count), 12 if count < 10 else 10, PAPER)
    )


def _stacks(x: float, y: float, stacks: list[tuple[int, int]], radius: float) -> str:
    """Draw the stacks of a planet: one in the middle, several in a circle."""
    if len(stacks) == 1:
        return _token(x, y, *stacks[0], 12)
    shapes = []
    for i, (p, count) in enumerate(stacks):
        angle = 2 * pi * i / len(stacks) - pi / 2
        shapes.append(_token(x + radius * cos(angle), y + radius * sin(angle), p, count, 9))
    return "".join(shapes)


def _system(s: State, p: int, x: float, y: float, player: int | None) -> str:
    """Draw a system: its planets in a circle, the power's name in the middle."""
    question = _question(s, p, player)
    edge = 'stroke-width="2"' if question else 'stroke-opacity="0.35"'
    shapes = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SYSTEM_RADIUS}" fill="{SPACE}" '
        f'stroke="{COLOURS[p]}" {edge}/>'
    ]
    for slot in range(PLANETS):
        angle = 2 * pi * slot / PLANETS - pi / 2
        px, py = x + PLANET_RING * cos(angle), y + PLANET_RING * sin(angle)
        place = p * SLOTS + slot
        if s.gone[place]:
            continue
        is_target = place == s.challenge.target
        line = f'stroke="{INK}" stroke-width="3"' if is_target else f'stroke="{COLOURS[p]}"'
        shapes.append(
            f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{PLANET_RADIUS}" fill="{COLOURS[p]}" '
            f'fill-opacity="0.16" {line}/>'
        )
        stacks = [(q, int(s.tokens[q][place])) for q in range(s.num_players) if s.tokens[q][place]]
        if stacks:
            shapes.append(_stacks(px, py, stacks, 16))
        nx, ny = x + NUMBER_RING * cos(angle), y + NUMBER_RING * sin(angle)
        shapes.append(_label(nx, ny + 4, place_name(place), 11, DIM))
    active = s.power[p] >= 0 and is_active(s, p)
    # A little below the middle: there is more room between the planets.
    shapes.append(_label(x, y + 7, _power(s, p), 13, INK if active else DIM))
    shapes.append(_label(x, y + 24, f"seat {p}", 12, COLOURS[p]))
    bases = several(count_external_bases(s, p), "external base")
    role = f", {_role(s, p)}" if _role(s, p) else ""
    shapes.append(_label(x, y + 134, f"{bases}{role}", 14, INK))
    shapes.append(_label(x, y + 152, question, 13, INK))
    return "".join(shapes)


def _warp(s: State, x: float, y: float) -> str:
    """Draw the Warp in the middle, with the tokens lost in it and the cone beside it."""
    shapes = [
        f'<circle cx="{x}" cy="{y}" r="{WARP_RADIUS}" fill="#0b0c14" stroke="{DIM}"/>',
        _label(x, y - 84, "Warp", 14, DIM),
    ]
    lost = [(p, int(s.warp[p])) for p in range(s.num_players) if s.warp[p]]
    for i, (p, count) in enumerate(lost):
        shapes.append(_token(x - 15 * (len(lost) - 1) + 30 * i, y - 58, p, count, 11))
    if s.challenge.target < 0 and not s.challenge.commit_count.any():
        return "".join(shapes)
    fill = "#3a3f58" if s.challenge.dark else "#f4efe0"
    ink = INK if s.challenge.dark else PAPER
    shapes.append(f'<ellipse cx="{x}" cy="{y + 28}" rx="106" ry="58" fill="{fill}"/>')
    side = "dark cone" if s.challenge.dark else "light cone"
    shapes.append(_label(x, y + 3, side, 12, ink))
    for row, (words, wanted) in enumerate((("offence", 1), ("defence", 2))):
        riders = []
        for p in range(s.num_players):
            is_rider = p == s.challenge.off if wanted == 1 else False
            if s.challenge.commit_count[p] and (is_rider or s.challenge.ally[p] == wanted):
                riders.append((p, int(s.challenge.commit_count[p])))
        py = y + 24 + 26 * row
        shapes.append(_label(x - 38, py + 4, words, 11, ink, "end"))
        for i, (p, count) in enumerate(riders):
            shapes.append(_token(x - 20 + 24 * i, py, p, count, 10))
    return "".join(shapes)


def _lines_below(s: State, player: int | None) -> list[tuple[str, str]]:
    """Return the lines under the board: hands and the table."""
    lines = []
    for p in range(s.num_players):
        cards = ", ".join(_hand(s, p, player)) or "empty"
        lines.append((COLOURS[p], f"seat {p}{_away(s, p)}, hand: {cards}"))
    for side in range(2):
        laid = _table(s, side, player)
        if laid:
            lines.append((INK, f"{SIDE_NAMES[side]} has laid {', '.join(laid)}"))
    if s.challenge.revealed and s.challenge.total.any():
        lines.append((INK, f"totals: OFF {s.challenge.total[0]}, DEF {s.challenge.total[1]}"))
    piles = f"deck {s.deck_count}, discards {s.discard_count}"
    lines.append((DIM, f"{piles}; a power in brackets is lost or cancelled"))
    return lines


def _wrapped(words: str, width: int = 120) -> list[str]:
    """Break a line at commas."""
    lines, line = [], ""
    for part in words.split(", "):
        joined = f"{line}, {part}" if line else part
        if len(joined) > width:
            lines.append(line + ",")
            line = part
        else:
            line = joined
    return [*lines, line]


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the systems around the Warp, the cone and who rides it, powers, hands and table."""
    n = int(s.num_players)
    first = {3: -pi / 2, 4: -3 * pi / 4, 5: -pi / 2, 6: -pi / 3}[n]
    angles = [first + 2 * pi * p / n for p in range(n)]
    heights = [RING[1] * sin(angle) for angle in angles]
    middle = TOP + SYSTEM_RADIUS - min(heights)
    title = f'<g font-weight="bold">{_label(30, 40, _title(s), 17, INK, "start")}</g>'
    shapes = [title, _warp(s, WIDTH / 2, middle)]
    for p in range(n):
        x = WIDTH / 2 + RING[0] * cos(angles[p])
        shapes.append(_system(s, p, x, middle + heights[p], player))
    y = middle + max(heights) + SYSTEM_RADIUS + 76
    for fill, words in _lines_below(s, player):
        for k, line in enumerate(_wrapped(words)):
            shapes.append(_label(30 if k == 0 else 60, y, line, 14, fill, "start"))
            y += 22
    height = int(y + 10)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="DejaVu Sans, Verdana, Arial, sans-serif">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>' + "".join(shapes) + "</svg>"
    )
