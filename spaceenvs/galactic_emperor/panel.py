"""The right half of the picture: the panels of the seats, and what lies beside the board."""

from __future__ import annotations

from dataclasses import dataclass

from spaceenvs.core.game import Box, State
from spaceenvs.core.picture import element
from spaceenvs.core.words import several
from spaceenvs.galactic_emperor import actions as a
from spaceenvs.galactic_emperor.combat import KIND_NAMES
from spaceenvs.galactic_emperor.components import (
    NUM_CARDS,
    NUM_MARKET_DICE,
    SEAT_NAMES,
    SHIP_NAMES,
    TECH_NAMES,
    TILE_CODES,
)
from spaceenvs.galactic_emperor.drawing import (
    find_available_technologies,
    is_drawn_tile_shown,
    is_top_shown,
    points_in_words,
    technology_in_words,
)
from spaceenvs.galactic_emperor.shapes import (
    DARK,
    DIM,
    INK,
    SEAT_COLOURS,
    SIDE_NAMES,
    battle_die_name,
    circle,
    label,
    rect,
    reserve_name,
    symbol,
    technology_name,
    tile_name,
    unit_name,
)
from spaceenvs.galactic_emperor.state import (
    CARD_AVAILABLE,
    CARD_REMOVED,
)
from spaceenvs.galactic_emperor.tables import (
    NUM_TECHNOLOGIES,
    NUM_TILES,
    RESOURCES,
    TILE_KINDS,
)
from spaceenvs.galactic_emperor.words import card_name

PANEL = 460.0
LABEL = 84.0  # of the panel, left of the chips
CHIP = 20.0
LINE = 24.0  # a line of chips

# -- the panel: lines of chips --------------------------------------------------------------------


@dataclass(frozen=True)
class Chip:
    """A small plate with words, and symbols behind them; an element if it has a name."""

    name: str
    words: str
    symbols: tuple[str, ...] = ()
    fill: str = "#242b47"
    ink: str = INK

    @property
    def width(self) -> float:
        """How wide the plate is; letters of the usual fonts are not wider than this."""
        return 12 + 6.7 * len(self.words) + 13 * len(self.symbols)

    def draw(self, x: float, y: float) -> str:
        """Return its shapes, the upper left corner given."""
        end = x + self.width - 13 * len(self.symbols)
        parts = [
            rect(x, y, self.width, CHIP - 2, f'rx="5" fill="{self.fill}"'),
            label((x + end) / 2, y + 13, self.words, 11, f'fill="{self.ink}" text-anchor="middle"'),
            *(symbol(kind, end + 3 + 13 * k, y + 9) for k, kind in enumerate(self.symbols)),
        ]
        return element(self.name, "".join(parts)) if self.name else "".join(parts)


@dataclass(frozen=True)
class Line:
    """Chips behind a word; an element if it has a name."""

    label: str
    chips: list[Chip]
    name: str = ""


def _flow(chips: list[Chip], x: float, y: float, width: float) -> tuple[str, float]:
    """Return chips from left to right, in as many lines as they need, and where these end."""
    parts = []
    at = x
    for chip in chips:
        if at > x and at + chip.width > x + width:
            at, y = x, y + LINE
        parts.append(chip.draw(at, y))
        at += chip.width + 5
    return "".join(parts), y + LINE


def _dim(chip: Chip) -> Chip:
    return Chip(chip.name, chip.words, chip.symbols, "#171b2c", "#6b7597")


def _seat_chip(p: int, name: str = "") -> Chip:
    return Chip(name, SEAT_NAMES[p], (), SEAT_COLOURS[p], DARK)


def _die_chip(name: str, face: int, hit: bool = True) -> Chip:
    return Chip(name, str(face), (), "#f2f4ff" if hit else "#59617f", DARK)


def _tile_chip(box: Box, tile: int) -> Chip:
    """Return a tile with its symbols, or what it is if it has no planets."""
    code, name = TILE_CODES[tile], tile_name(tile)
    if not box.tile_planets[tile]:
        return Chip(name, f"{code} {TILE_KINDS[box.tile_kind[tile]].replace('_', ' ')}")
    symbols = ["planet"] * int(box.tile_planets[tile])
    for resource in RESOURCES:
        symbols += [resource] * int(box[f"tile_{resource}"][tile])
    return Chip(name, code, tuple(symbols))


def lines_beside_board(s: State, box: Box, player: int | None) -> list[Line]:
    """Return what lies beside the board."""
    return [
        _cards_line(s),
        *_tile_lines(s, box, player),
        _throne_line(s),
        *_technology_lines(s, box),
        *_market_lines(s),
        *_battle_lines(s),
    ]


def _cards_line(s: State) -> Line:
    chips = []
    for k in range(NUM_CARDS):
        gone = " (removed)" if s.cards[k] == CARD_REMOVED else ""
        chip = Chip(f"card-{k}", card_name(s, k) + gone)
        chips.append(chip if s.cards[k] == CARD_AVAILABLE else _dim(chip))
    return Line("role cards", chips)


def _tile_lines(s: State, box: Box, player: int | None) -> list[Line]:
    row = [_tile_chip(box, t) for t in range(NUM_TILES) if s.row[t]]
    pile = [Chip("", several(s.pile_count, "tile"))]
    if is_top_shown(s, player):
        pile += [_dim(Chip("", "on top")), _tile_chip(box, int(s.pile[s.pile_count - 1]))]
    lines = [Line("row", row or [_dim(Chip("", "no tiles"))]), Line("pile", pile, "pile")]
    if s.tile_in_hand >= 0:
        lines.append(Line("tile in hand", [_tile_chip(box, int(s.tile_in_hand))]))
    if is_drawn_tile_shown(s, player):
        lines.append(Line("drawn tile", [_tile_chip(box, int(s.drawn_tile))]))
    return lines


def _throne_line(s: State) -> Line:
    throne = _seat_chip(s.throne, "throne") if s.throne >= 0 else Chip("throne", "nobody")
    ways = [Chip("direction-cw", "clockwise"), Chip("direction-ccw", "counter-clockwise")]
    ways = [way if (k == 0) == (s.direction > 0) else _dim(way) for k, way in enumerate(ways)]
    left = max(0, int(s.pool))  # what is earned is paid even if none are left
    return Line("Throne", [throne, *ways, Chip("pool", f"{several(left, 'point')} left")])


def _technology_lines(s: State, box: Box) -> list[Line]:
    """Return what can be bought, and the technology that is declared or asked for."""
    chips = [
        Chip(technology_name(t), f"{TECH_NAMES[t]} {box.tech_cost[t]}", ("energy",))
        for t in find_available_technologies(s)
    ]
    lines = [Line("technologies", chips or [_dim(Chip("", "none left"))])]
    if s.decision == a.D_SABOTAGE or s.capture_die > 0:
        declared = Chip(technology_name(s.declared), TECH_NAMES[s.declared])
        lines.append(Line("declared", [declared, _dim(Chip("", "by")), _seat_chip(s.declared_by)]))
    if s.tech_asked >= 0:
        asked = Chip(technology_name(s.tech_asked), TECH_NAMES[s.tech_asked])
        lines.append(Line("now or later", [asked]))
    if s.capture_die > 0:
        lines.append(Line("capture die", [_die_chip("die-capture", s.capture_die)]))
    return lines


def _market_lines(s: State) -> list[Line]:
    lines = []
    if s.market_dice[0] > 0:
        dice = [_die_chip(f"die-{k}", die) for k, die in enumerate(s.market_dice) if die > 0]
        if len(dice) < NUM_MARKET_DICE:  # one is discarded, the prices are set
            prices = [Chip(f"price-{r}", f"{r} {s.prices[k]}") for k, r in enumerate(RESOURCES)]
            dice += [*prices, Chip("food-hand", f"{s.food_hand} food in hand")]
        lines.append(Line("market", dice, "market"))
    if s.influence_phase > 0:
        price = Chip("influence-price", f"costs {several(s.influence_price, 'mark')}")
        lines.append(Line("influence", [price]))
    return lines


def _battle_lines(s: State) -> list[Line]:
    if not s.in_battle:
        return []
    where = "all ships" if s.duel else f"on hex {s.battle_hex}"
    moment_of_battle = Chip("battle", f"{where}, round {s.battle_round}, phase {s.phase}")
    lines = [Line("duel" if s.duel else "battle", [moment_of_battle])]
    for side, name in enumerate(SIDE_NAMES):
        units, dice = s.sides[side].units, s.dice[side]
        chips = [_seat_chip(s.fighters[side])]
        for kind, words in enumerate(KIND_NAMES):
            if units[kind]:
                chips.append(Chip(unit_name(side, kind), several(units[kind], words)))
        for k in range(dice.count):
            chips.append(
                _die_chip(battle_die_name(side, k), dice.face[k], dice.face[k] >= dice.need[k])
            )
        if s.hits[side]:
            chips.append(_dim(Chip("", f"takes {several(s.hits[side], 'hit')}")))
        lines.append(Line(name, chips))
    return lines


def draw_line(line: Line, x: float, y: float) -> tuple[str, float]:
    """Return a line of the panel and where it ends."""
    chips, end = _flow(line.chips, x + LABEL, y, PANEL - LABEL)
    shapes = label(x, y + 13, line.label, 11, f'fill="{DIM}"') + chips
    return element(line.name, shapes) if line.name else shapes, end


def draw_seat(
    s: State, box: Box, player: int | None, p: int, x: float, y: float
) -> tuple[str, float]:
    """Return the panel of a seat and where it ends."""
    me, colour = s.players[p], SEAT_COLOURS[p]
    bold = 'fill="#f2f4ff" font-weight="bold"'
    crown = "  (Throne)" if s.throne == p else ""
    points = points_in_words(s, box, player, p)
    parts = [
        circle(x + 18, y + 18, 8, f'fill="{colour}"'),
        label(x + 34, y + 23, f"{SEAT_NAMES[p]}{crown}", 14, bold),
        label(x + PANEL - 12, y + 23, points, 14, bold + ' text-anchor="end"'),
        *_seat_stores(s, p, x, y + 44),
    ]
    owned = [t for t in range(NUM_TECHNOLOGIES) if s.tech_owner[t] == p]
    chips = [Chip(technology_name(t), technology_in_words(s, t)) for t in owned]
    if s.influence_phase > 0:
        chips.append(Chip(f"influence-{p}", f"influence in hand {me.influence_hand}"))
        chips.append(Chip(f"influence-throne-{p}", f"on the Throne {me.influence_throne}"))
    shapes, end = _flow(chips or [_dim(Chip("", "no technologies"))], x + 10, y + 54, PANEL - 20)
    edge = colour if p == s.to_move and not s.done else "#2c3352"
    style = f'rx="8" fill="#191e32" stroke="{edge}" stroke-width="2"'
    plate = rect(x, y, PANEL, end - y + 2, style)
    return element(f"seat-{p}", "".join([plate, *parts, shapes])), end + 9


def _seat_stores(s: State, p: int, x: float, y: float) -> list[str]:
    """Return marks, cubes, tokens and the ships in reserve, each in its place."""
    me = s.players[p]
    cells = [
        (12, f"marks-{p}", several(me.marks, "mark")),
        (92, f"metal-{p}", f"{me.metal} metal"),
        (154, f"energy-{p}", f"{me.energy} energy"),
        (228, f"tokens-{p}", several(me.tokens_left, "token")),
        (306, "", "reserve"),
    ]
    for t, name in enumerate(SHIP_NAMES):
        cells.append((362 + 30 * t, reserve_name(p, t), f"{me.ships_left[t]}{name[0]}"))
    shapes = [
        (name, label(x + left, y, words, 12, 'fill="#c5cbe4"')) for left, name, words in cells
    ]
    return [element(name, shape) if name else shape for name, shape in shapes]
