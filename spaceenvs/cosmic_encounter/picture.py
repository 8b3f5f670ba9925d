"""The position as a picture, and which of its elements a move is about.

The elements, p and q being seats: `seat-p` (name, power, bases), `power-p`, `system-p`,
`planet-system-slot`, `moon-system-slot`, `base-p-system-slot`, `warp` and `warp-p` (tokens in it),
`cone` and `cone-p` (tokens on it), `hand-p` and `card-p-kind`, `table-side` and `laid-side-main`
(`second`, `kicker`), `deck`, `discards`, `fleet-i` (destiny cards of Worldships), `comet`,
`destiny` (the card) and `destiny-deck`, `use-0` (the first play in use, `use-1` the one that
answers it), `proposal`, `choice-kind` (a card that can be named or chosen and lies in no hand that
the viewer sees).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.picture import element
from spaceenvs.core.words import several
from spaceenvs.cosmic_encounter import actions as a
from spaceenvs.cosmic_encounter.captives import cone_place
from spaceenvs.cosmic_encounter.components import (
    KIND_NAMES,
    KIND_OF_ACTION,
    SEAT_NAMES,
    SLOTS,
    SYSTEM_MOONS,
    ZOMBIE,
)
from spaceenvs.cosmic_encounter.drawing import (
    away_words,
    comet_words,
    count_unseen,
    destiny_words,
    find_cards,
    find_laid,
    find_moons,
    find_sites,
    fleet_words,
    hex_words,
    hoard_words,
    is_asked,
    lucre_words,
    main_player,
    moon_words,
    power_words,
    proposal_words,
    question_words,
    role_words,
    stack_words,
    title_words,
    total_words,
    use_words,
)
from spaceenvs.cosmic_encounter.satellites import FACE_UP, is_moon, occupant_of, place_of
from spaceenvs.cosmic_encounter.sheets import is_active
from spaceenvs.cosmic_encounter.stack import LAND, count_external_bases, is_ally
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE, SIDE_NAMES
from spaceenvs.cosmic_encounter.tokens import PLANET as LAND_PLANET
from spaceenvs.cosmic_encounter.words import find_asked_moon, find_invited, find_uses, place_name

COLOURS = ("#e5484d", "#3e8bff", "#30a46c", "#f2d13c", "#b06ef3", "#ff8b3e")
"""Red, Blue, Green, Yellow, Purple, Orange: the colours that the seats are named after."""
INK, PAPER, DIM, SPACE, CARD = "#e8eaf2", "#11131f", "#8b91a7", "#191c2c", "#232740"

WIDTH = 1080
MARGIN = 30
TITLE, QUESTION, TOP = 40, 64, 98  # lines of text, and where the board begins
RING = (390, 330)  # half axes of the ellipse on which the systems lie
SYSTEM_RADIUS = 112
PLANET_RING, PLANET_RADIUS = 74, 30
MOON_RING, MOON_RADIUS = 98, 13
MOON_SLOTS = (0.5, 4.5)  # between which planets
NUMBER_RING = 124  # on which the names of the planets stand, outside the system
WARP_RADIUS = 120
FIRST_CHIP, CHIP_HEIGHT, CHIP_GAP, LINE = 130, 22, 6, 27  # the rows of cards below the board
CHIP_SIZE, LETTER = 12, 7.4  # height of the letters on a card, and how wide they are

# -- names of elements ----------------------------------------------------------------------


def _planet_name(place: int) -> str:
    kind = "moon" if is_moon(place) else "planet"
    return f"{kind}-{place // SLOTS}-{place % SLOTS}"


def _base_name(p: int, place: int) -> str:
    return f"base-{p}-{place // SLOTS}-{place % SLOTS}"


# -- shapes ---------------------------------------------------------------------------------


def _label(
    x: float, y: float, words: str, size: int, fill: str = INK, anchor: str = "middle"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" '
        f'text-anchor="{anchor}">{words}</text>'
    )


def _token(x: float, y: float, p: int, words: str, radius: float = 10) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{COLOURS[p]}" stroke="{PAPER}" '
        f'stroke-width="1.5"/>' + _label(x, y + 4, words, 12 if len(words) == 1 else 10, PAPER)
    )


def _bases(s: State, place: int, x: float, y: float) -> str:
    """Draw the bases of a planet: one in the middle, several in a circle."""
    owners = [q for q in range(s.num_players) if s.tokens[q][place]]
    shapes = []
    for i, q in enumerate(owners):
        angle = 2 * pi * i / len(owners) - pi / 2
        ring, radius = (0, 12) if len(owners) == 1 else (16, 9)
        words = stack_words(s, q, place, int(s.tokens[q][place]))
        token = _token(x + ring * cos(angle), y + ring * sin(angle), q, words, radius)
        shapes.append(element(_base_name(q, place), token))
    return "".join(shapes)


def _planet(s: State, place: int, x: float, y: float) -> str:
    """Draw a planet of the system at x, y with its name and its bases."""
    owner, slot = divmod(place, SLOTS)
    angle = 2 * pi * slot / len(find_sites(s, owner)) - pi / 2
    px, py = x + PLANET_RING * cos(angle), y + PLANET_RING * sin(angle)
    line = f'stroke="{COLOURS[owner]}"'
    if place == s.challenge.target:
        line = f'stroke="{INK}" stroke-width="3"'
    disc = (
        f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{PLANET_RADIUS}" fill="{COLOURS[owner]}" '
        f'fill-opacity="0.16" {line}/>'
    )
    nx, ny = x + NUMBER_RING * cos(angle), y + NUMBER_RING * sin(angle)
    number = _label(nx, ny + 4, place_name(place), 11, DIM)
    return element(_planet_name(place), disc + _bases(s, place, px, py) + number)


def _moon(s: State, moon: int, x: float, y: float) -> str:
    """Draw a moon of the system at x, y, between two planets, with who is on it."""
    place = place_of(moon)
    angle = 2 * pi * MOON_SLOTS[moon % SYSTEM_MOONS] / len(find_sites(s, place // SLOTS)) - pi / 2
    mx, my = x + MOON_RING * cos(angle), y + MOON_RING * sin(angle)
    line = f'stroke="{DIM}"'
    if place == s.challenge.target:
        line = f'stroke="{INK}" stroke-width="3"'
    fill = CARD if s.moon_face[moon] != FACE_UP else DIM
    disc = f'<circle cx="{mx:.1f}" cy="{my:.1f}" r="{MOON_RADIUS}" fill="{fill}" {line}/>'
    nx, ny = x + NUMBER_RING * cos(angle), y + NUMBER_RING * sin(angle)
    number = _label(nx, ny + 4, place_name(place), 11, DIM)
    q = occupant_of(s, moon)
    base = ""
    if q >= 0:
        words = stack_words(s, q, place, int(s.tokens[q][place]))
        base = element(_base_name(q, place), _token(mx, my, q, words, 9))
    return element(_planet_name(place), disc + base + number)


def _seat(s: State, p: int, x: float, y: float) -> str:
    """Draw who sits here: power and name in the middle, bases and role below the system."""
    active = s.power[p] >= 0 and is_active(s, p)
    # A little below the middle: there is more room between the planets.
    power = _label(x, y + 7, power_words(s, p), 13, INK if active else DIM)
    named = f"{SEAT_NAMES[p]}, {hex_words(s, p)}" if hex_words(s, p) else SEAT_NAMES[p]
    name = _label(x, y + 24, named, 12, COLOURS[p])
    bases = several(count_external_bases(s, p), "external base")
    role = f", {role_words(s, p)}" if role_words(s, p) else ""
    caption = _label(x, y + 138, f"{bases}{lucre_words(s, p)}{role}", 14, INK)
    return element(f"seat-{p}", element(f"power-{p}", power) + name + caption)


def _system(s: State, p: int, x: float, y: float, player: int | None) -> str:
    """Draw a system: its planets in a circle, and who sits there."""
    edge = 'stroke-width="2"' if is_asked(s, p, player) else 'stroke-opacity="0.35"'
    disc = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SYSTEM_RADIUS}" fill="{SPACE}" '
        f'stroke="{COLOURS[p]}" {edge}/>'
    )
    planets = [_planet(s, place, x, y) for place in find_sites(s, p)]
    planets += [_moon(s, moon, x, y) for moon in find_moons(s, p)]
    return element(f"system-{p}", disc + "".join(planets)) + _seat(s, p, x, y)


def _warp(s: State, x: float, y: float) -> str:
    """Draw the Warp in the middle, with the tokens lost in it."""
    shapes = [
        f'<circle cx="{x}" cy="{y}" r="{WARP_RADIUS}" fill="#0b0c14" stroke="{DIM}"/>',
        _label(x, y - 84, "Warp", 14, DIM),
    ]
    lost = [p for p in range(s.num_players) if s.warp[p]]
    for i, p in enumerate(lost):
        token = _token(x - 15 * (len(lost) - 1) + 30 * i, y - 58, p, str(s.warp[p]), 11)
        shapes.append(element(f"warp-{p}", token))
    limbo = int(s.limbo.sum()) + int(s.outside.sum())
    if limbo:
        shapes.append(_label(x, y - 100, f"Limbo {limbo}", 12, DIM))
    return element("warp", "".join(shapes))


def _cone(s: State, x: float, y: float) -> str:
    """Draw the cone with the tokens of both sides on it."""
    fill, ink = ("#3a3f58", INK) if s.challenge.dark else ("#f4efe0", PAPER)
    side = "cone" if s.challenge.card_up < 0 else "dark cone" if s.challenge.dark else "light cone"
    shapes = [
        f'<ellipse cx="{x}" cy="{y + 28}" rx="106" ry="58" fill="{fill}"/>',
        _label(x, y + 3, side, 12, ink),
    ]
    for row, words in enumerate(("offence", "defence")):
        riders = [
            p
            for p in range(s.num_players)
            if s.challenge.commit_count[p] and (is_ally(s, p, row) or main_player(s, row) == p)
        ]
        py = y + 24 + 26 * row
        shapes.append(_label(x - 38, py + 4, words, 11, ink, "end"))
        for i, p in enumerate(riders):
            ring = int(s.challenge.on_ring[p])
            count = int(s.challenge.commit_count[p]) - ring if row == OFFENCE or not ring else ring
            number = stack_words(s, p, cone_place(s), count)
            token = _token(x - 20 + 24 * i, py, p, number, 10)
            is_second = ring > 0 and row == DEFENCE
            shapes.append(token if is_second else element(f"cone-{p}", token))
    return element("cone", "".join(shapes))


# -- rows of cards below the board ----------------------------------------------------------


@dataclass(frozen=True)
class _Chip:
    """A card, a pile or a play in a row: the name of its element ("" none) and its words."""

    name: str
    words: str
    edge: str = DIM

    @property
    def width(self) -> float:
        return LETTER * len(self.words) + 14

    def draw(self, x: float, y: float) -> str:
        """Draw it with its left upper corner there."""
        shapes = (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{self.width:.1f}" height="{CHIP_HEIGHT}" '
            f'rx="4" fill="{CARD}" stroke="{self.edge}" stroke-opacity="0.7"/>'
            + _label(x + self.width / 2, y + 15, self.words, CHIP_SIZE)
        )
        return element(self.name, shapes) if self.name else shapes


@dataclass(frozen=True)
class _Row:
    """Chips with a title: the name of the row's element ("" none), its title and colour."""

    name: str
    title: str
    chips: list[_Chip]
    fill: str = INK

    def draw(self, y: float) -> tuple[str, float]:
        """Draw it from there on, over as many lines as it takes; return also where it ends."""
        shapes = [_label(MARGIN, y + 15, self.title, 14, self.fill, "start")]
        x: float = FIRST_CHIP
        for chip in self.chips:
            if x > FIRST_CHIP and x + chip.width > WIDTH - MARGIN:
                x, y = FIRST_CHIP, y + LINE
            shapes.append(chip.draw(x, y))
            x += chip.width + CHIP_GAP
        drawn = "".join(shapes)
        return element(self.name, drawn) if self.name else drawn, y + LINE


def _hand_row(s: State, p: int, player: int | None) -> _Row:
    """Return a hand: the cards the viewer sees, the others as a number."""
    colour = COLOURS[p]
    cards = find_cards(s, p, player)
    chips = [_Chip(f"card-{p}-{kind}", words, colour) for kind, words in cards.items()]
    hidden = count_unseen(s, p, player)
    if hidden:
        chips.append(_Chip("", f"{hidden} hidden", colour))
    for i, words in enumerate(fleet_words(s, p, player)):
        chips.append(_Chip(f"fleet-{i}", words, DIM))
    for i, words in enumerate(hoard_words(s, p, player)):
        chips.append(_Chip(f"hoard-{p}-{i}", words, DIM))
    return _Row(f"hand-{p}", SEAT_NAMES[p], chips or [_Chip("", "no card", colour)], colour)


def _table_row(s: State, side: int, player: int | None) -> _Row:
    """Return what a side has laid."""
    laid = find_laid(s, side, player)
    chips = [_Chip(f"laid-{side}-{name}", words, INK) for name, words in laid.items()]
    if total_words(s, side):
        chips.append(_Chip("", total_words(s, side)))
    return _Row(f"table-{side}", f"{SIDE_NAMES[side]} laid", chips or [_Chip("", "no card")])


def _moons_row(s: State, player: int | None) -> _Row:
    """Return the moons in words."""
    chips = [
        _Chip("", moon_words(s, moon, player), COLOURS[p])
        for p in range(s.num_players)
        for moon in find_moons(s, p)
    ]
    return _Row("", "moons", chips)


def _piles_row(s: State) -> _Row:
    """Return the decks and the destiny card."""
    top = f", {KIND_NAMES[s.discard_top]} on top" if s.discard_top >= 0 else ""
    chips = [
        _Chip("deck", f"deck {s.deck_count}"),
        _Chip("discards", f"discards {s.discard_count}{top}"),
        _Chip("destiny-deck", f"destiny deck {s.destiny_count}"),
        _Chip("destiny", f"destiny: {destiny_words(s)}"),
    ]
    if comet_words(s):
        chips.append(_Chip("comet", comet_words(s)))
    return _Row("", "piles", chips)


def _find_choices(s: State, player: int | None) -> list[int]:
    """Return the legal cards that lie in no hand which the viewer sees; of others none (R31)."""
    if s.done or not is_asked(s, int(s.to_move), player):
        return []
    kinds = [
        int(KIND_OF_ACTION[action]) for action in np.flatnonzero(s.mask[a.CARD : a.NUM]) + a.CARD
    ]
    return [kind for kind in kinds if _card_name(s, kind).startswith("choice-")]


def _rows(s: State, player: int | None) -> list[_Row]:
    """Return the rows below the board: hands, table, piles, and what is going on."""
    rows = [_hand_row(s, p, player) for p in range(s.num_players)]
    rows += [_table_row(s, side, player) for side in range(2)]
    away = [away_words(s, p, player) for p in range(s.num_players)]
    sheets = [_Chip("", SEAT_NAMES[p] + away[p], COLOURS[p]) for p in range(len(away)) if away[p]]
    if sheets:
        rows.append(_Row("", "elsewhere", sheets))
    if _moons_row(s, player).chips:
        rows.append(_moons_row(s, player))
    rows.append(_piles_row(s))
    uses = [] if s.done else find_uses(s)
    if uses:
        chips = [_Chip(f"use-{i}", use_words(*use), COLOURS[use[0]]) for i, use in enumerate(uses)]
        rows.append(_Row("", "in use", chips))
    if proposal_words(s):
        rows.append(_Row("", "proposal", [_Chip("proposal", proposal_words(s))]))
    choices = _find_choices(s, player)
    if choices:
        chips = [_Chip(f"choice-{kind}", KIND_NAMES[kind]) for kind in choices]
        rows.append(_Row("", "choices", chips))
    return rows


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the systems around the Warp, the cone and who rides it, powers, hands and table."""
    n = int(s.num_players)
    first = {3: -pi / 2, 4: -3 * pi / 4, 5: -pi / 2, 6: -pi / 3}[n]
    angles = [first + 2 * pi * p / n for p in range(n)]
    heights = [RING[1] * sin(angle) for angle in angles]
    middle = TOP + SYSTEM_RADIUS - min(heights)
    title = _label(MARGIN, TITLE, title_words(s), 17, INK, "start")
    shapes = [f'<g font-weight="bold">{title}</g>']
    if is_asked(s, int(s.to_move), player):
        words = f"{SEAT_NAMES[s.to_move]} {question_words(s)}"
        shapes.append(_label(MARGIN, QUESTION, words, 14, COLOURS[s.to_move], "start"))
    shapes += [_warp(s, WIDTH / 2, middle), _cone(s, WIDTH / 2, middle)]
    for p in range(n):
        x = WIDTH / 2 + RING[0] * cos(angles[p])
        shapes.append(_system(s, p, x, middle + heights[p], player))
    y = middle + max(heights) + SYSTEM_RADIUS + 58
    for row in _rows(s, player):
        drawn, y = row.draw(y)
        shapes.append(drawn)
    shapes.append(
        _label(MARGIN, y + 15, "a power in brackets is lost or cancelled", 12, DIM, "start")
    )
    height = int(y + 32)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="DejaVu Sans, Verdana, Arial, sans-serif">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>' + "".join(shapes) + "</svg>"
    )


# -- what a move is about -------------------------------------------------------------------

Names = tuple[str, ...]


def _own_seat(s: State) -> Names:
    return (f"seat-{s.to_move}",)


def _own_warp(s: State) -> Names:
    return (f"warp-{s.to_move}",)


def _invited(s: State) -> Names:
    return (f"seat-{find_invited(s)}",)


def _asked_moon(s: State) -> Names:
    """Return the moon that the question is about."""
    moon = find_asked_moon(s)
    return (_planet_name(place_of(moon)),) if moon >= 0 else _own_seat(s)


def _last_use(s: State) -> Names:
    """Return the play announced last, or the moon; without one, the player who is asked."""
    if find_asked_moon(s) >= 0:
        return _asked_moon(s)
    uses = find_uses(s)
    return (f"use-{len(uses) - 1}",) if uses else _own_seat(s)


def _gained_planet(s: State) -> Names:
    """Return the planet that the player to move gains, by a deal or otherwise."""
    f = s.stack[s.depth - 1]
    return (_planet_name(int(f.notes[LAND_PLANET])),) if f.kind == LAND else _own_seat(s)


def _place_in_challenge(s: State) -> Names:
    """Return where the tokens of the player to move fight: the defender on the planet."""
    is_there = s.to_move == s.challenge.defender and s.challenge.target >= 0
    return (_planet_name(int(s.challenge.target)),) if is_there else ("cone",)


_PASS: dict[int, Callable[[State], Names]] = {
    a.D_WIN: _last_use,
    a.D_CANCEL: _last_use,
    a.D_REGROUP: _own_warp,
    a.D_OWN: lambda s: ("destiny",),
    a.D_TOKENS: lambda s: ("cone",),
    a.D_INVITE: _invited,
    a.D_DEAL_A: lambda s: ("proposal",),
    a.D_LAND: _gained_planet,
    a.D_MOON: _asked_moon,
    a.decision("D_AMOEBA"): _place_in_challenge,
    a.decision("D_ZOMBIE"): _own_warp,
}
"""What passing is about; where nothing is said, the player who passes."""

_YES: dict[int, Callable[[State], Names]] = {
    a.D_SKIP: lambda s: (f"hand-{s.to_move}",),
    a.D_WIN: lambda s: (f"power-{s.to_move}",),
    a.D_CANCEL: lambda s: (f"power-{s.to_move}", *_last_use(s)),
    a.D_REGROUP: lambda s: (*_own_warp(s), "cone"),
    a.D_INVITE: _invited,
    a.D_AGAIN: lambda s: ("destiny-deck",),
    a.D_DEAL_A: lambda s: ("proposal",),
    a.D_MOON: _asked_moon,
    a.decision("D_ZOMBIE"): lambda s: (*_own_warp(s), "cone"),
}


def _system_of(s: State, q: int) -> Names:
    return (f"system-{q}",)


def _hand_of(s: State, q: int) -> Names:
    return (f"hand-{q}",)


def _seat_of(s: State, q: int) -> Names:
    return (f"seat-{q}",)


_PLAYER: dict[int, Callable[[State, int], Names]] = {
    a.D_WILD: _system_of,
    a.D_DICTATOR: _system_of,
    a.D_WILL: _system_of,
    a.D_WHOSE: lambda s, q: (
        (_base_name(q, int(s.challenge.target)),)
        if s.tokens[q][s.challenge.target]
        else _seat_of(s, q)
    ),
    a.decision("D_FINDER"): _hand_of,
    a.decision("D_FORCE_FIELD"): lambda s, q: (
        (f"cone-{q}",) if s.challenge.commit_count[q] else _seat_of(s, q)
    ),
    a.decision("D_HAND_ZAP"): _hand_of,
    a.decision("D_LASER"): _hand_of,
    a.decision("D_MIND"): _hand_of,
    a.decision("D_MUTANT"): _hand_of,
    a.decision("D_SPACE_JUNK"): lambda s, q: ("discards", f"hand-{q}"),
    a.decision("D_TRADER"): lambda s, q: (f"hand-{s.to_move}", f"hand-{q}"),
}


def _other_main(s: State) -> int:
    """Return the opponent of the main player to move."""
    return int(s.challenge.defender if s.to_move == s.challenge.off else s.challenge.off)


def _loser(s: State) -> int:
    """Return whose tokens are lost: the owner of the innermost loss event."""
    return int(s.loss_owner[s.losses - 1])


_BASE_OWNER: dict[int, Callable[[State], int]] = {
    a.D_LOSE: _loser,
    a.decision("D_ASSASSIN"): _loser,
    a.D_DEAL_1: _other_main,
}
"""Whose base on a planet a move is about, if not the own one."""

_BESIDES: dict[int, Callable[[State], Names]] = {
    a.D_REGROUP: _own_warp,
    a.D_TOKENS: lambda s: ("cone",),
    a.D_LAND: _gained_planet,
    a.decision("D_AMOEBA"): _place_in_challenge,
}
"""What the choice of a planet is about besides the planet."""


def _location(s: State, place: int) -> Names:
    """Return a planet and the base on it that is meant."""
    decision = int(s.decision)
    owner = _BASE_OWNER[decision](s) if decision in _BASE_OWNER else int(s.to_move)
    base = (_base_name(owner, place),) if s.tokens[owner][place] else ()
    besides = _BESIDES[decision](s) if decision in _BESIDES else ()
    return (_planet_name(place), *base, *besides)


def _rewards(s: State, number: int) -> Names:
    """Return where rewards come from: cards from the deck, the others from the Warp."""
    most = int(np.flatnonzero(s.mask[a.NUM : a.OPT])[-1])
    cards = ("deck",) if number or not most else ()
    return (*cards, *_own_warp(s)) if number < most else cards


def _freed(s: State) -> Names:
    """Return the tokens in the Warp that a Zombie frees for his opponent (6.8)."""
    opponent = s.challenge.defender if s.power[s.challenge.off] == ZOMBIE else s.challenge.off
    return (f"warp-{opponent}",)


_NUM: dict[int, Callable[[State, int], Names]] = {
    a.D_REWARD: _rewards,
    a.D_DEAL_3: lambda s, number: (f"hand-{s.to_move}",),
    a.D_DEAL_4: lambda s, number: (f"hand-{_other_main(s)}",),
    a.D_DEAL_7: lambda s, number: _freed(s),
    a.decision("D_CLONE"): lambda s, number: (f"hand-{s.challenge.giver}",),
}


def _planets_at_home(s: State, entry: int) -> Names:
    """Return the own planets with a foreign base, or the empty ones (D_OWN)."""
    p, names = int(s.to_move), []
    for place in (*find_sites(s, p), *map(place_of, find_moons(s, p))):
        owners = [q for q in range(s.num_players) if s.tokens[q][place]]
        if (not owners) if entry else any(q != p for q in owners):
            names.append(_planet_name(place))
    return tuple(names)


def _side_to_join(s: State, side: int) -> Names:
    """Return a side as an ally sees it: its main player, and where he fights."""
    is_cone = side == OFFENCE or s.challenge.target < 0
    place = "cone" if is_cone else _planet_name(int(s.challenge.target))
    return (f"seat-{main_player(s, side)}", place)


_OPT: dict[int, Callable[[State, int], Names]] = {
    a.D_OWN: _planets_at_home,
    a.D_ALLY: _side_to_join,
    a.D_WS: lambda s, entry: (f"fleet-{entry}", "destiny"),
    a.D_REINF_SIDE: lambda s, side: (f"table-{side}",),
    a.decision("D_AMOEBA"): lambda s, entry: _place_in_challenge(s),
    a.decision("D_CALCULATOR"): lambda s, entry: ("table-0", "table-1"),
    a.decision("D_FILCH"): lambda s, side: (f"laid-{side}-main",),
    a.decision("D_KICKER_ZAP"): lambda s, side: (f"laid-{side}-kicker",),
    a.decision("D_MIRROR"): lambda s, side: (f"table-{side}",),
    a.decision("D_MUTANT"): lambda s, entry: ("deck",),
}


def _card_name(s: State, kind: int) -> str:
    """Return the card that a move is about: in a hand, or among the choices."""
    p, giver = int(s.to_move), int(s.challenge.giver)
    if s.decision == a.decision("D_ETHIC") and s.known[p][giver][kind]:
        return f"card-{giver}-{kind}"
    if s.decision in (
        a.decision("D_FINDER"),
        a.decision("D_LASER"),
        a.decision("D_ETHIC"),
    ):  # not about the own hand
        return f"choice-{kind}"
    return f"card-{p}-{kind}"


def _card(s: State, action: int) -> Names:
    """Return the card and, if it is to cancel a play, that play."""
    name = _card_name(s, int(KIND_OF_ACTION[action]))
    return (name, *_last_use(s)) if s.decision == a.D_CANCEL else (name,)


def elements(s: State, box: Box, action: int) -> Names:
    """Return the elements of the picture that a legal action is about."""
    decision = int(s.decision)
    block = a.ACTIONS.find(action)
    number = action - block.start
    if block.name in ("PASS", "YES"):
        answers = _PASS if block.name == "PASS" else _YES
        return answers.get(decision, _own_seat)(s)
    if block.name == "LOC":
        return _location(s, number)
    if block.name == "PLAYER":
        return _PLAYER.get(decision, _seat_of)(s, number)
    if block.name in ("NUM", "OPT"):
        menu = _NUM if block.name == "NUM" else _OPT
        return menu[decision](s, number) if decision in menu else _own_seat(s)
    return _card(s, action)
