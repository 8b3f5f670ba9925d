"""The position as a picture, and the elements of it that a move is about.

Elements are named by what they are and the ids of the code: `card-CYL9`, `world-KHA`,
`pile-2-KHA` (row and world), `base-1-0` (seat and token), `seat-1`, `hand-1`, `reserve-1`,
`garrison-1`, `deck`.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.picture import element
from spaceenvs.galaxy.actions import (
    ACTIONS,
    D_ALLOW,
    D_BID,
    D_COLUMN,
    D_CYLOR,
    D_ECUP,
    D_ECUP_GIVE,
    D_ERI_DEST,
    D_ERI_SOURCE,
    D_FELOWI,
    D_GARRISON,
    D_GOVERNOR_PICK,
    D_MYRMIDON,
    D_SHUTTLE,
    D_SPOILS,
)
from spaceenvs.galaxy.components import (
    ADVPROC,
    CARD_CODES,
    CYL,
    ECU,
    ERI,
    FEL,
    FIRST_ALLY,
    KHA,
    LEVELS,
    LOWEST_LEVEL_WITH_INFLUENCE,
    MYR,
    NO_WORLD,
    ROWS,
    SCREENS,
    SEAT_NAMES,
    SENSORS,
    SHIPS,
    TOKENS,
    VALUE_OF,
    WARP,
    WORLD_CODES,
    WORLD_NAMES,
    WORLD_OF,
    WORLDS,
)
from spaceenvs.galaxy.drawing import find_seen_card, question, sees_hand, title, top_words
from spaceenvs.galaxy.state import (
    AUCTION,
    FACE_DOWN,
    FRONT,
    HAND,
    NO_BID,
    NO_CARD,
    NOBODY,
    RESERVE,
    SECRET,
    SUPPLY,
    VISIBLE,
)
from spaceenvs.galaxy.words import named_base, named_seat

# -- the names of the elements ----------------------------------------------------------------

DECK = "deck"


def _card(card: int) -> str:
    return f"card-{CARD_CODES[card]}"


def _world(world: int) -> str:
    return f"world-{WORLD_CODES[world]}"


def _pile(row: int, world: int) -> str:
    return f"pile-{row}-{WORLD_CODES[world]}"


def _base(base: int) -> str:
    return f"base-{base // TOKENS}-{base % TOKENS}"


def _seat(seat: int) -> str:
    return f"seat-{seat}"


def _hand(seat: int) -> str:
    return f"hand-{seat}"


def _reserve(seat: int) -> str:
    return f"reserve-{seat}"


def _garrison(seat: int) -> str:
    return f"garrison-{seat}"


# -- shapes -----------------------------------------------------------------------------------

_SEAT_FILL = ("#3fa860", "#d8483e", "#3b7dd8", "#e2b52e", "#9a5fd0")
_SEAT_INK = ("#ffffff", "#ffffff", "#ffffff", "#2b2204", "#ffffff")
_WORLD_FILL = (
    "#5b8fa8", "#a8705b", "#7b6fb0", "#4f9d8b", "#b0903f", "#b0506a", "#5f6b7a", "#7f9a45",
)  # fmt: skip
_BACKGROUND, _PANEL, _INK, _DIM, _EMPTY_LINE = "#101522", "#1a2133", "#e8ecf5", "#8b95ab", "#33405c"
_WHITE, _ALLY_FILL, _ALLY_INK = "#ffffff", "#cfd6e4", "#1b2233"


def _box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    radius: float = 6,
    stroke: str = "none",
    dash: str = "",
) -> str:
    """Return a rounded rectangle."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" '
        f'fill="{fill}" stroke="{stroke}"{dashed}/>'
    )


def _disc(x: float, y: float, radius: float, fill: str) -> str:
    """Return a disc with a white edge."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{_WHITE}" '
        f'stroke-width="1.5"/>'
    )


def _words(
    x: float,
    y: float,
    content: str,
    size: float = 14,
    fill: str = _INK,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """Return a line of text."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" '
        f'text-anchor="{anchor}"{weight}>{escape(content)}</text>'
    )


# -- the picture ------------------------------------------------------------------------------

_LEFT, _TOP, _COLUMN, _CARD_W, _CARD_H, _GAP = 112, 72, 128, 104, 46, 30
_HEAD_H = 56
_CHIP_W, _CHIP_H, _CHIP_GAP = 54, 22, 5
_WIDTH = _LEFT + WORLDS * _COLUMN + 16


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the position as a picture, as a player sees it, or everything if None."""
    shapes = _words(16, 34, title(s), 21, bold=True) + _words(16, 56, question(s), 15, _DIM)
    shapes += _draw_deck(s, player) + _draw_galaxy(s, player)
    y = _level_y(LEVELS - 1) + _GAP / 2 + 16
    for seat in range(int(s.num_players)):
        panel, height = _draw_seat(s, seat, player, y)
        shapes += element(_seat(seat), panel)
        y += height + 8
    height = y + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height:g}" '
        f'viewBox="0 0 {_WIDTH} {height:g}" font-family="DejaVu Sans, Arial, sans-serif">'
        f'<rect width="{_WIDTH}" height="{height:g}" fill="{_BACKGROUND}"/>{shapes}</svg>'
    )


def _draw_deck(s: State, player: int | None) -> str:
    """Draw how many cards the deck has, and the one that the Shuttle shows (D18)."""
    shapes = _words(_WIDTH - 16, 34, f"deck {s.deck_count}", 15, _DIM, "end")
    seen = find_seen_card(s, player)
    if seen != NO_CARD:
        shapes += _draw_card(s, seen, _WIDTH - 16 - _CHIP_W, 42)
    return element(DECK, shapes)


def _draw_card(s: State, card: int, x: float, y: float, stroke: str = "none") -> str:
    """Draw a card as a small label; the one that is about to be played has a white edge."""
    code, size = CARD_CODES[card], 11.5
    fill, ink = _ALLY_FILL, _ALLY_INK
    if card >= SHIPS:
        fill, ink, code, size = "#24566b", _WHITE, code.title(), 10
    elif card < FIRST_ALLY:
        world = int(WORLD_OF[card])
        fill, ink = (_WORLD_FILL[world], _WHITE) if s.in_play[world] else ("#3a4152", _DIM)
    edge = _WHITE if card == s.chosen_card else stroke
    label = _words(x + _CHIP_W / 2, y + 15.5, code, size, ink, "middle", True)
    return element(_card(card), _box(x, y, _CHIP_W, _CHIP_H, fill, 5, edge) + label)


# -- the columns of the worlds ----------------------------------------------------------------


def _level_y(level: int) -> float:
    """Return the middle of the strip that bases of a level lie in."""
    if level == 0:
        return _TOP + _GAP / 2
    return _TOP + _GAP + _HEAD_H + (level - 1) * (_GAP + _CARD_H) + _GAP / 2


def _row_y(row: int) -> float:
    """Return the top edge of the cards of a row; row 0 is the worlds' own."""
    return _level_y(row) + _GAP / 2


def _column_x(world: int) -> float:
    """Return the left edge of a column."""
    return _LEFT + world * _COLUMN


def _draw_galaxy(s: State, player: int | None) -> str:
    """Draw the worlds, and below and between them the piles and bases of their columns."""
    shapes = _box(8, _row_y(int(s.active_row)) - 4, _WIDTH - 16, _CARD_H + 8, "#22304e", 8)
    shapes += _words(16, _row_y(0) + 33, "worlds", 13, _DIM)
    for row in range(1, ROWS + 1):
        active = row == s.active_row
        ink = _INK if active else _DIM
        shapes += _words(16, _row_y(row) + 28, f"row {row}", 14, ink, bold=active)
    for level in range(LEVELS):
        worth = max(0, LOWEST_LEVEL_WITH_INFLUENCE - level)
        label = f"influence {worth}" if worth else "no influence"
        shapes += _words(_LEFT - 10, _level_y(level) + 4, label, 12, _DIM, "end")
    for w in range(WORLDS):
        shapes += element(_world(w), _draw_world(s, w))
        if s.in_play[w]:
            shapes += "".join(_draw_pile(s, row, w, player) for row in range(1, ROWS + 1))
            shapes += "".join(_draw_bases(s, w, level) for level in range(LEVELS))
    return shapes


def _draw_world(s: State, world: int) -> str:
    """Draw the card of a world and who governs it."""
    x, y = _column_x(world), _row_y(0)
    middle, name = x + _CARD_W / 2, WORLD_NAMES[world]
    if not s.in_play[world]:
        shapes = _box(x, y, _CARD_W, _HEAD_H, "none", 8, _EMPTY_LINE, "4 4")
        shapes += _words(middle, y + 24, name, 13, _DIM, "middle")
        return shapes + _words(middle, y + 42, "surrendered", 11, _DIM, "middle")
    shapes = _box(x, y, _CARD_W, _HEAD_H, _WORLD_FILL[world], 8)
    shapes += _words(middle, y + 21, name, 11.5, _WHITE, "middle", True)
    p = int(s.governor[world])
    if p != NOBODY:
        shapes += _box(x + 14, y + 32, _CARD_W - 28, 18, _SEAT_FILL[p], 9, _WHITE)
        shapes += _words(middle, y + 45, SEAT_NAMES[p], 12, _SEAT_INK[p], "middle", True)
    return shapes


def _draw_pile(s: State, row: int, world: int, player: int | None) -> str:
    """Draw a pile, or where it will lie; rows of later rounds are not drawn."""
    if row > s.active_row:
        return ""
    x, y = _column_x(world), _row_y(row)
    if s.pile_size[row, world] > 0:
        return element(_pile(row, world), _draw_ships(s, row, world, player, x, y))
    line = _DIM if row == s.active_row else _EMPTY_LINE  # seen on the brighter strip
    return element(_pile(row, world), _box(x, y, _CARD_W, _CARD_H, "none", 6, line, "4 4"))


def _draw_ships(s: State, row: int, world: int, player: int | None, x: float, y: float) -> str:
    """Draw the top ship of a pile and the edges of those below it."""
    size = int(s.pile_size[row, world])
    shapes = ""
    for k in range(min(size - 1, 3), 0, -1):  # a low pile: bases lie in the strip above it
        shapes += _box(x + 4 * k, y - 1.5 * k, _CARD_W, _CARD_H, "#5a6680", 6, _BACKGROUND)
    fill, ink, edge, label = _WORLD_FILL[world], _WHITE, _BACKGROUND, WORLD_CODES[world]
    if s.shown[row, world] == FACE_DOWN:
        fill, edge, label = "#2b3245", _WHITE, "hidden"
    elif s.top[row, world] >= FIRST_ALLY:
        fill, ink, label = _ALLY_FILL, _ALLY_INK, "Ally"
    value = top_words(s, row, world, player).removeprefix("A")
    shapes += _box(x, y, _CARD_W, _CARD_H, fill, 6, edge)
    shapes += _words(x + 12, y + 32, value, 24, ink, bold=True)
    shapes += _words(x + _CARD_W - 8, y + 20, label, 11, ink, "end")
    if size > 1:
        shapes += _words(x + _CARD_W - 8, y + 38, f"{size} ships", 11, ink, "end")
    return shapes


def _draw_bases(s: State, world: int, level: int) -> str:
    """Draw the visible bases of a column at one level."""
    here = (s.base_state == VISIBLE) & (s.base_world == world) & (s.base_level == level)
    bases = [int(b) for b in np.flatnonzero(here)]
    step = min(22.0, (_CARD_W - 20) / max(1, len(bases) - 1))
    y = _level_y(level)
    shapes = ""
    for k, b in enumerate(bases):
        x, seat = _column_x(world) + 12 + step * k, b // TOKENS
        letter = _words(x, y + 4, SEAT_NAMES[seat][0], 11, _SEAT_INK[seat], "middle", True)
        shapes += element(_base(b), _disc(x, y, 10, _SEAT_FILL[seat]) + letter)
    return shapes


# -- the panels of the seats ------------------------------------------------------------------

_CARDS_LEFT, _LABEL_W, _GROUP_GAP = 28, 62, 8
_SUPPLY_X = 650

_Group = tuple[str, str, str, list[int]]
"""Cards that lie together: their element, label, the colour of their edges, the cards."""


def _draw_seat(s: State, seat: int, player: int | None, y: float) -> tuple[str, float]:
    """Draw what lies before one player; return it with its height."""
    groups = _find_groups(s, seat) if sees_hand(player, seat) else []
    cards, lines = _draw_groups(s, groups, y + 38)
    height = 40 + lines * (_CHIP_H + _CHIP_GAP) + (4 if lines else 0)
    edge = _WHITE if seat == s.to_move and not s.done else "none"
    shapes = _box(8, y, _WIDTH - 16, height, _PANEL, 8, edge)
    shapes += _box(8, y, 10, height, _SEAT_FILL[seat], 4)
    shapes += _words(28, y + 26, SEAT_NAMES[seat], 17, bold=True)
    shapes += _draw_facts(s, seat, y + 25) + _draw_supply(s, seat, y)
    return shapes + _draw_technologies(s, seat, y + 9) + cards, height


def _draw_facts(s: State, seat: int, y: float) -> str:
    """Draw the numbers of a seat; hand and Reserve are there for all to see."""
    first = f"score {s.score[seat]}" if s.done else f"influence {s.influence[seat].sum()}"
    shapes = _words(112, y, first, 14, _DIM)
    shapes += element(_hand(seat), _words(222, y, f"hand {s.hand_count[seat]}", 14, _DIM))
    shapes += element(_reserve(seat), _words(292, y, f"Reserve {s.reserve_count[seat]}", 14, _DIM))
    last = ""
    if s.done:
        place = "winner" if s.rank[seat] == 0 else f"rank {s.rank[seat] + 1}"
        last = f"hand value {s.hand_value[seat]} \u00b7 {place}"
    elif s.phase == AUCTION and s.last_bid[seat] != NO_BID:
        last = f"bid {s.last_bid[seat]}"
    return shapes + _words(386, y, last, 14, _DIM)


def _draw_supply(s: State, seat: int, y: float) -> str:
    """Draw the bases in supply, and the secret one."""
    shapes = _words(_SUPPLY_X - 16, y + 25, "supply", 13, _DIM, "end") if s.supply[seat] else ""
    x = float(_SUPPLY_X)
    for b in range(TOKENS * seat, TOKENS * seat + TOKENS):
        if s.base_state[b] == SUPPLY:
            shapes += element(_base(b), _disc(x, y + 20, 8, _SEAT_FILL[seat]))
            x += 20
    if s.garrison[seat] != NO_CARD:
        label = _words(x + 16, y + 25, "secret base", 13, _DIM)
        disc = _disc(x + 4, y + 20, 8, _PANEL)
        shapes += element(_base(_find_base(s, seat, SECRET)), disc + label)
    return shapes


def _draw_technologies(s: State, seat: int, y: float) -> str:
    """Draw the technologies in front of a player."""
    front = np.flatnonzero(s.place == FRONT + seat)
    left = _WIDTH - 24 - len(front) * (_CHIP_W + _CHIP_GAP) + _CHIP_GAP
    return "".join(
        _draw_card(s, int(card), left + k * (_CHIP_W + _CHIP_GAP), y)
        for k, card in enumerate(front)
    )


def _find_groups(s: State, seat: int) -> list[_Group]:
    """Return the cards of a seat that only their owner sees."""
    groups = [
        (_hand(seat), "", "none", _cards_at(s, HAND + seat)),
        (_reserve(seat), "Reserve", "#ffd479", _cards_at(s, RESERVE + seat)),
    ]
    if s.garrison[seat] != NO_CARD:
        groups.append((_garrison(seat), "garrison", "#ff8fa3", [int(s.garrison[seat])]))
    return [group for group in groups if group[-1]]


def _cards_at(s: State, place: int) -> list[int]:
    return [int(card) for card in np.flatnonzero(s.place == place)]


def _draw_groups(s: State, groups: list[_Group], y: float) -> tuple[str, int]:
    """Draw groups of cards one after the other; return them and how many lines they take."""
    shapes, line, x = "", 0, float(_CARDS_LEFT)
    for name, label, edge, cards in groups:
        group = ""
        if label:
            x += _LABEL_W
            if x + _CHIP_W > _WIDTH - 16:
                line, x = line + 1, float(_CARDS_LEFT + _LABEL_W)
            top = y + line * (_CHIP_H + _CHIP_GAP)
            group = _words(x - 6, top + 15.5, label, 12, _DIM, "end")
        for card in cards:
            if x + _CHIP_W > _WIDTH - 16:
                line, x = line + 1, float(_CARDS_LEFT)
            group += _draw_card(s, card, x, y + line * (_CHIP_H + _CHIP_GAP), edge)
            x += _CHIP_W + _CHIP_GAP
        shapes += element(name, group)
        x += _GROUP_GAP
    return shapes, line + 1 if groups else 0


# -- what a move is about ---------------------------------------------------------------------


def elements(s: State, box: Box, action: int) -> tuple[str, ...]:
    """Return the elements of the picture that a legal action is about."""
    block = ACTIONS.find(action)
    return _ABOUT[block.name](s, action - block.start)


def _find_base(s: State, seat: int, state: int) -> int:
    """Return the seat's lowest-numbered base in this state."""
    mine = s.base_state[TOKENS * seat : TOKENS * seat + TOKENS]
    return TOKENS * seat + int(np.flatnonzero(mine == state)[0])


def _next_base(s: State) -> str:
    """Return the base that the player to move would place."""
    return _base(_find_base(s, int(s.to_move), SUPPLY))


def _active_pile(s: State, world: int) -> str:
    """Return the pile of the active row in a column."""
    return _pile(int(s.active_row), world)


def _ship(s: State) -> str:
    """Return the pile that the current ship was played on."""
    return _active_pile(s, int(s.ship_column))


def _about_card(s: State, card: int) -> tuple[str, ...]:
    if s.decision == D_GARRISON:
        return _card(card), _next_base(s)
    if s.decision == D_ECUP_GIVE:
        return _card(card), _hand(int(s.victim))
    world = int(WORLD_OF[card])
    if world != NO_WORLD and s.in_play[world]:
        return _card(card), _active_pile(s, world)
    return (_card(card), DECK) if card == ADVPROC else (_card(card),)


def _about_column(s: State, world: int) -> tuple[str, ...]:
    if s.decision == D_COLUMN:
        return _card(int(s.chosen_card)), _active_pile(s, world)
    if s.decision == D_ERI_DEST:
        return _active_pile(s, int(s.target_world)), _active_pile(s, world)
    return (_active_pile(s, world),)


def _about_base(s: State, argument: int) -> tuple[str, ...]:
    base = _base(named_base(s, argument))
    mover = int(s.target_world) if s.decision == D_SPOILS else int(s.ship_column)
    return _active_pile(s, mover), base


_WORLD_OF_POWER = {D_FELOWI: FEL, D_MYRMIDON: MYR, D_ECUP: ECU, D_ERI_SOURCE: ERI, D_CYLOR: CYL}
"""The world whose power a decision is about."""


def _about_seat(s: State, distance: int) -> tuple[str, ...]:
    seat = named_seat(s, distance)
    if s.decision == D_GOVERNOR_PICK:
        return _seat(seat), _world(int(s.target_world))
    return _hand(seat), _world(_WORLD_OF_POWER[int(s.decision)])


def _about_row(s: State, k: int) -> tuple[str, ...]:
    if s.decision == D_FELOWI:
        return (_pile(k + 1, FEL),)
    return _card(WARP), _pile(k + 1, int(s.ship_column))


def _about_bid(s: State, value: int) -> tuple[str, ...]:
    """Return the ships that honour a bid; the bidder if there are none."""
    hand = _cards_at(s, HAND + int(s.to_move))
    ships = [_card(card) for card in hand if card < SHIPS and VALUE_OF[card] == value]
    return tuple(ships) or (_seat(int(s.to_move)),)


def _about_pass(s: State, _: int) -> tuple[str, ...]:
    if s.decision == D_BID:
        return (_seat(int(s.to_move)),)
    if s.decision == D_SPOILS:
        return (_active_pile(s, int(s.target_world)),)
    return (_world(_WORLD_OF_POWER[int(s.decision)]),)


def _about_reveal(s: State, _: int) -> tuple[str, ...]:
    seat = int(s.to_move)
    card = int(s.garrison[seat])
    return _card(card), _base(_find_base(s, seat, SECRET)), _world(int(WORLD_OF[card]))


def _about_power(s: State, _: int) -> tuple[str, ...]:
    return _ship(s), _hand(int(s.governor[s.ship_column]))


def _about_face(s: State, _: int) -> tuple[str, ...]:
    return _card(int(s.chosen_card)), _active_pile(s, KHA)


def _about_attack(s: State, world: int) -> tuple[str, ...]:
    return _ship(s), _active_pile(s, world)


def _about_defence(s: State, _: int) -> tuple[str, ...]:
    attack = _about_attack(s, int(s.target_world))
    return (*attack, _card(SCREENS)) if s.decision == D_ALLOW else attack


def _about_card_seen(s: State, _: int) -> tuple[str, ...]:
    seen = find_seen_card(s, None) if s.decision == D_SHUTTLE else int(s.chosen_card)
    return (_card(seen),)


_ABOUT: dict[str, Callable[[State, int], tuple[str, ...]]] = {
    "CARD": _about_card,
    "WORLD": _about_column,
    "PLACE": lambda s, world: (_next_base(s), _world(world)),
    "ATTACK": _about_attack,
    "BASE_DOWN": _about_base,
    "BASE_UP": _about_base,
    "SEAT": _about_seat,
    "ROW": _about_row,
    "BID": _about_bid,
    "PASS": _about_pass,
    "END": lambda s, _: (_seat(int(s.to_move)),),
    "SECRET": lambda s, _: (_next_base(s),),
    "REVEAL": _about_reveal,
    "POWER": _about_power,
    "SENSORS": lambda s, _: (_card(SENSORS), _ship(s)),
    "FACE_UP": _about_face,
    "FACE_DOWN": _about_face,
    "YES": _about_defence,
    "NO": _about_defence,
    "DRAW": lambda s, _: (DECK,),
    "TAKE_RESERVE": lambda s, _: (_reserve(int(s.to_move)),),
    "KEEP": lambda s, _: (*_about_card_seen(s, 0), _hand(int(s.to_move))),
    "REJECT": lambda s, _: (*_about_card_seen(s, 0), DECK),
}
"""What every range of actions is about, as elements of the picture."""
