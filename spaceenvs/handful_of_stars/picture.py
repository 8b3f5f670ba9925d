"""The position as a picture, and which of its elements a move is about.

The elements: `space-7` with its `marker-0-7`, `fleets-0-7`, `bases-0-7` (by seat); beside the map
`combat`, `pool`, `due-energy`; the panel of a seat, `seat-0`, with `stock-0-fleets`, `hand-0`,
`reserve-0`, `deck-0`, `discard-0`, every card in them as `card-0-39` (several players own the same
starting cards), `tokens-0` and `token-0-2`, `wormhole-token-0`; then `market` with `market-3` and
the `wormhole-token`, `display` with `display-5`, and `removed`.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import NamedTuple

from spaceenvs.core.game import Box, State
from spaceenvs.core.picture import element
from spaceenvs.core.words import several
from spaceenvs.handful_of_stars.actions import (
    ACTIONS,
    D_ANNEX,
    D_DISCARD,
    D_LOSS,
    D_MOVE_DEST,
    D_MOVE_ORIGIN,
    D_PAY,
    D_PRODUCE_SPACE,
    D_PRODUCE_UNIT,
    D_REFILL_RESERVE,
    D_RESPONSE,
    D_RETREAT_DEST,
    D_RETRIEVE,
    D_SETUP_COLONY,
    D_SETUP_HOME,
    D_STORE,
    D_WITHDRAW_DEST,
)
from spaceenvs.handful_of_stars.components import (
    BASE,
    COLONY,
    DISPLAY,
    FLEET,
    HOMEWORLD,
    MARKET,
    NO_MARKER,
    NOBODY,
    NOTHING,
    NOWHERE,
    OUTPOST,
    RESOURCE_NAMES,
    RESOURCES,
    Effect,
)
from spaceenvs.handful_of_stars.drawing import (
    LETTERS,
    alien_words,
    amount_words,
    card_words,
    combat_words,
    due_words,
    find_cards,
    find_removed,
    find_spaces,
    offer_words,
    own_token_words,
    pool_words,
    seat_words,
    stock_words,
    title_words,
    wormhole_words,
)
from spaceenvs.handful_of_stars.payment import find_due
from spaceenvs.handful_of_stars.state import (
    CHART_HABITABLE,
    CHART_STRENGTH,
    CHART_WORMHOLE,
    DECK,
    DISCARD,
    HAND,
    RESERVE,
)
from spaceenvs.handful_of_stars.tallies import does
from spaceenvs.handful_of_stars.words import card_name, space_name, token_words

_COLOURS = ("#e4574c", "#4f9be8", "#5cc267", "#e8c34a")
"""Of the seats, as `SEAT_NAMES` calls them."""
_RADIUS = 52
_LEFT, _TOP = 80, 50
_PANEL_WIDTH, _PANEL_TOP = 680, 64
_HEIGHT = 1010
_BOTTOM = _HEIGHT - 48
_DIM = "#8f98bb"
_FONT = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'
_KINDS = {FLEET: "fleets", BASE: "bases"}


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the position as a picture, as a player sees it, or everything."""
    spaces = find_spaces(s)
    edge = min(int(box.x[x]) for x in spaces)  # the map begins at the left edge
    left = max(_place(box, x, edge)[0] for x in spaces) + _RADIUS + 24
    width = left + _PANEL_WIDTH + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" '
        f'width="{width}" height="{_HEIGHT}">',
        f'<rect width="{width}" height="{_HEIGHT}" fill="#0d1020"/>',
        f'<g font-weight="bold">{_write(30, 42, title_words(s, box), 19, "#ffffff")}</g>',
        *_draw_legend(),
    ]
    parts += _draw_connections(s, box, edge)
    for x in spaces:
        parts.append(element(f"space-{x}", "\n".join(_draw_space(s, box, x, edge))))
    parts.append(_draw_panel(s, box, player, left))
    parts.append("</svg>")
    return "\n".join(parts)


def _write(x: float, y: float, words: str, size: int, colour: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" {_FONT} font-size="{size}" fill="{colour}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


# -- the map ------------------------------------------------------------------------------


def _place(box: Box, space: int, edge: int) -> tuple[int, int]:
    """Return the middle of a system in the picture of a map that begins at `edge`."""
    return int(box.x[space]) - edge + _LEFT, int(box.y[space]) + _TOP


def _draw_connections(s: State, box: Box, edge: int) -> list[str]:
    parts = []
    for k, (one, two) in enumerate(box.ends.tolist()):
        if one == NOTHING:
            continue
        (x1, y1), (x2, y2) = _place(box, one, edge), _place(box, two, edge)
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


def _find_owner(s: State, space: int) -> int:
    """Return whose system it is: whose marker lies there, or else whose units."""
    seats = range(s.num_players)
    owners = [p for p in seats if s.marker[p, space]]
    owners += [p for p in seats if s.fleets[p, space] or s.bases[p, space]]
    return owners[0] if owners else NOBODY


def _draw_space(s: State, box: Box, space: int, edge: int) -> list[str]:
    """Draw a system: its tile, alien token, marker and units."""
    x, y = _place(box, space, edge)
    parts = _draw_disc(s, space, x, y)
    amounts = "".join(amount_words(s, space))
    strength = str(s.chart[CHART_STRENGTH, space]) if s.chart[CHART_HABITABLE, space] else ""
    has_marker = bool(s.marker[: s.num_players, space].any())
    if has_marker and strength:  # below the name there is only room for the pieces
        amounts += f" / {strength}"
    parts.append(_write(x, y - 25, amounts, 12, "#b9c2e0", "middle"))
    parts.append(_write(x, y - 8, space_name(s, box, space), 14, "#ffffff", "middle"))
    top = y + 12
    if strength and not has_marker:
        alien = alien_words(s, box, space)
        words = f"{strength} + {alien}" if alien else strength
        parts.append(_write(x, y + 13, words, 18, "#ffd27a", "middle"))
        top = y + 28
    parts += _draw_pieces(s, space, x, top)
    return parts


def _draw_disc(s: State, space: int, x: int, y: int) -> list[str]:
    """Draw the disc of a system in its owner's colour; a ring around it where a combat is."""
    owner = _find_owner(s, space)
    fill = "#1f4a44" if s.chart[CHART_HABITABLE, space] else "#33363f"
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
            shape = _draw_marker(marker, x - 29, at, colour)
            parts.append(element(f"marker-{p}-{space}", shape))
        left = x if marker != NO_MARKER else x - 6  # nearer to the middle: low down it is narrow
        if fleets:
            number = _write(left - 4, at + 6, str(fleets), 14, "#ffffff")
            shape = _draw_fleet(left - 12, at, colour)
            parts.append(element(_unit_element(p, FLEET, space), shape + number))
        if bases:
            number = _write(left + 25, at + 6, str(bases), 14, "#ffffff")
            shape = _draw_base(left + 17, at, colour)
            parts.append(element(_unit_element(p, BASE, space), shape + number))
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
    letters = ", ".join(f"{LETTERS[r]} {RESOURCE_NAMES[r]}" for r in range(RESOURCES))
    rest = f"{letters}; yellow or behind a slash: strength; the map is reconstructed"
    parts.append(_write(x - 10, y + 5, rest, 14, _DIM))
    return parts


# -- beside the map -----------------------------------------------------------------------

_LARGEST, _SMALLEST = 18, 5
"""Sizes of letters beside the map."""
_NARROW = "fijlrtI.,:;+() "


class _Item(NamedTuple):
    """One thing in a line: a framed one with a name, or plain words."""

    words: str
    name: str = ""


class _Line(NamedTuple):
    """A line beside the map: words, then the things it lists."""

    words: str
    items: list[_Item]
    name: str = ""
    colour: str = "#c9d0ea"
    indent: int = 0
    larger: int = 0


class _Block(NamedTuple):
    """Lines that belong together, in a frame if they have a name."""

    lines: list[_Line]
    name: str = ""


def _draw_panel(s: State, box: Box, player: int | None, left: int) -> str:
    """Draw what runs, the players, the market and the display in the largest letters that fit."""
    seats = [_Block(_seat_lines(s, box, p, player), f"seat-{p}") for p in range(s.num_players)]
    blocks = [_Block(_running_lines(s, box)), *seats, _Block(_supply_lines(s, box))]
    size = _LARGEST
    shapes, bottom = _draw_blocks(blocks, size, left)
    while bottom > _BOTTOM and size > _SMALLEST:
        size -= 1
        shapes, bottom = _draw_blocks(blocks, size, left)
    return shapes


def _running_lines(s: State, box: Box) -> list[_Line]:
    """Return the combat, the card in play, the pool and what is due, as far as there is any."""
    orange = "#ff9f2e"
    lines = []
    if s.battle != NOWHERE:
        lines.append(_Line(combat_words(s, box), [], "combat", orange, larger=3))
    if s.card_in_play != NOTHING:
        card = int(s.card_in_play)
        item = _Item(card_words(box, card), _card_element(int(s.active), card))
        lines.append(_Line("In play:", [item], colour=orange))
    pool = [_Item(words, f"pool-{RESOURCE_NAMES[r]}") for r, words in pool_words(s).items()]
    due = [_Item(words, f"due-{RESOURCE_NAMES[r]}") for r, words in due_words(s).items()]
    lines += [_Line("Pool:", pool, "pool", orange)] if pool else []
    lines += [_Line("To pay:", due, "due", orange)] if due else []
    return lines


def _seat_lines(s: State, box: Box, p: int, player: int | None) -> list[_Line]:
    """Return a player's stock, cards and tokens; a hand only to its owner."""
    stock = [_Item(words, _stock_element(p, kind)) for kind, words in stock_words(s, p).items()]
    if s.wormhole_token[p]:
        stock.append(_Item("wormhole token", f"wormhole-token-{p}"))
    hand = [_Item(several(s.count[p, HAND], "card"))]
    if player is None or player == p:
        hand = _card_items(s, box, p, HAND)
    deck = [_Item(several(s.count[p, DECK], "card"))]
    tokens = [
        _Item(own_token_words(s, box, p, i), _token_element(p, i)) for i in range(s.token_count[p])
    ]
    return [
        _Line(seat_words(s, box, p), stock, colour=_COLOURS[p], larger=2),
        _Line("hand:", hand, f"hand-{p}", indent=16),
        _Line("reserve:", _card_items(s, box, p, RESERVE), f"reserve-{p}", indent=16),
        _Line("deck:", deck, f"deck-{p}", indent=16),
        _Line("discard pile:", _card_items(s, box, p, DISCARD), f"discard-{p}", indent=16),
        _Line("tokens:", _or_none(tokens), f"tokens-{p}", indent=16),
    ]


def _card_items(s: State, box: Box, p: int, zone: int) -> list[_Item]:
    cards = find_cards(s, p, zone)
    return _or_none([_Item(card_words(box, card), _card_element(p, card)) for card in cards])


def _or_none(items: list[_Item]) -> list[_Item]:
    """Return the items of a list, or the sign that it is empty."""
    return items or [_Item("-")]


def _supply_lines(s: State, box: Box) -> list[_Line]:
    """Return the market, the display and the cards out of the game."""
    market = [
        _Item(offer_words(box, int(s.market[slot])), f"market-{slot}")
        for slot in range(MARKET)
        if s.market[slot] != NOTHING
    ]
    if s.wormhole_out:
        market.append(_Item(wormhole_words(box), "wormhole-token"))
    display = [
        _Item(token_words(box, int(s.display[slot])), f"display-{slot}")
        for slot in range(DISPLAY)
        if s.display[slot] != NOTHING
    ]
    removed = [_Item(card_name(box, card)) for card in find_removed(s)]
    colour = "#e6e9f5"
    return [
        _Line("Market:", _or_none(market), "market", colour),
        _Line("Display:", _or_none(display), "display", colour),
        _Line("Removed:", _or_none(removed), "removed", colour),
    ]


def _draw_blocks(blocks: list[_Block], size: int, left: int) -> tuple[str, float]:
    """Draw blocks one under the other in letters of one size; return where they end, too."""
    parts = []
    y = float(_PANEL_TOP)
    for block in blocks:
        top = y
        shapes = ""
        for line in block.lines:
            shape, y = _draw_line(line, y, size, left)
            shapes += shape
        if block.name:
            y += 0.3 * size
            frame = _draw_frame(left, top, _PANEL_WIDTH, y - top, "#131830", "#232a4d")
            shapes = element(block.name, frame + shapes)
        parts.append(shapes)
        y += 0.6 * size if block.lines else 0
    return "\n".join(parts), y


def _draw_line(line: _Line, top: float, size: int, edge: int) -> tuple[str, float]:
    """Draw a line, broken where it is full; return where it ends, too."""
    pitch = 1.6 * size
    left = float(edge + 8 + line.indent)
    x, y = left, top + 1.3 * size
    shapes = _write(x, y, line.words, size + line.larger, line.colour)
    x += _find_width(line.words, size + line.larger) + size / 2
    for item in line.items:
        width = _find_width(item.words, size) + 0.7 * size
        if x + width > edge + _PANEL_WIDTH - 4:
            x, y = left + 16, y + pitch
        shapes += _draw_item(item, x, y, width, size)
        x += width + 4
    return element(line.name, shapes) if line.name else shapes, y + 0.3 * size


def _find_width(words: str, size: int) -> float:
    """Return about how wide words are: some letters take half the room of the others."""
    return size * (0.65 * len(words) - 0.3 * sum(letter in _NARROW for letter in words))


def _draw_item(item: _Item, x: float, y: float, width: float, size: int) -> str:
    words = _write(x + width / 2, y, item.words, size, "#c9d0ea", "middle")
    if not item.name:
        return words
    frame = _draw_frame(x, y - 1.02 * size, width, 1.36 * size, "#1d2446", "#3d4778")
    return element(item.name, frame + words)


def _draw_frame(x: float, y: float, width: float, height: float, fill: str, edge: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="4" '
        f'fill="{fill}" stroke="{edge}"/>'
    )


# -- what a move is about -------------------------------------------------------------------


def elements(s: State, box: Box, action: int) -> tuple[str, ...]:
    """Return the elements of the picture that a legal action is about."""
    block = ACTIONS.find(action)
    return _ABOUT[block.name](s, int(s.to_move), action - block.start)


def _card_element(p: int, card: int) -> str:
    return f"card-{p}-{card}"


def _token_element(p: int, i: int) -> str:
    return f"token-{p}-{i}"


def _stock_element(p: int, kind: str) -> str:
    return f"stock-{p}-{kind}"


def _unit_element(p: int, unit: int, space: int) -> str:
    return f"{_KINDS[unit]}-{p}-{space}"


def _find_units(s: State, p: int, space: int) -> tuple[str, ...]:
    """Return the units of a player's in a space."""
    there = {FLEET: s.fleets[p, space], BASE: s.bases[p, space]}
    return tuple(_unit_element(p, unit, space) for unit, number in there.items() if number)


def _find_group(s: State, p: int) -> str:
    """Return the units of which a group is on its way."""
    return _unit_element(p, int(s.unit), int(s.origin))


def _about_seat(s: State, p: int, k: int) -> tuple[str, ...]:
    return (f"seat-{p}",)


def _about_done(s: State, p: int, k: int) -> tuple[str, ...]:
    """What is finished: the pile, the combat, the move into a foreign space, or the turn."""
    d = int(s.decision)
    if d == D_RESPONSE:
        return _about_battle(s, p, k)
    if d == D_MOVE_ORIGIN and s.target != NOWHERE:
        return (f"space-{s.target}",)
    return ({D_STORE: f"reserve-{p}", D_DISCARD: f"discard-{p}"}.get(d, f"seat-{p}"),)


def _about_moving(s: State, p: int, k: int) -> tuple[str, ...]:
    """All units that could move: star bases only with BASEMOVE (R12)."""
    names = [name for x in find_spaces(s) for name in _find_units(s, p, x)]
    if does(s, p, int(Effect.BASEMOVE)):
        return tuple(names)
    return tuple(name for name in names if name.startswith(_KINDS[FLEET]))


def _about_unit(unit: int) -> Callable[[State, int, int], tuple[str, ...]]:
    """A kind of unit to build, lose or send."""

    def about(s: State, p: int, k: int) -> tuple[str, ...]:
        if s.decision == D_PRODUCE_UNIT:
            return (_stock_element(p, _KINDS[unit]),)
        return (_unit_element(p, unit, int(s.battle if s.decision == D_LOSS else s.origin)),)

    return about


def _about_stock(*kinds: str) -> Callable[[State, int, int], tuple[str, ...]]:
    return lambda s, p, k: tuple(_stock_element(p, kind) for kind in kinds)


def _about_marker(kind: str) -> Callable[[State, int, int], tuple[str, ...]]:
    return lambda s, p, k: (_stock_element(p, kind), f"space-{s.destination}")


def _about_battle(s: State, p: int, k: int) -> tuple[str, ...]:
    return (f"space-{s.battle}",)


def _about_retreat(s: State, p: int, k: int) -> tuple[str, ...]:
    return (*_find_units(s, p, int(s.battle)), f"space-{s.battle}")


def _about_route(s: State, p: int, k: int) -> tuple[str, ...]:
    return (_find_group(s, p), f"space-{s.destination}")


def _about_jump(s: State, p: int, k: int) -> tuple[str, ...]:
    return (*_about_route(s, p, k), f"wormhole-token-{p}")


def _about_mode(s: State, p: int, k: int) -> tuple[str, ...]:
    return (_card_element(p, int(s.mode_card)),)


def _about_token(s: State, p: int, k: int) -> tuple[str, ...]:
    return (_token_element(p, k), *_find_purpose(s, p))


def _about_rival(s: State, p: int, k: int) -> tuple[str, ...]:
    return (f"hand-{(p + 1 + k) % s.num_players}",)


def _about_space(s: State, p: int, k: int) -> tuple[str, ...]:
    """A space, and what goes there or comes from there."""
    d = int(s.decision)
    space = f"space-{k}"
    if d in (D_MOVE_DEST, D_WITHDRAW_DEST, D_RETREAT_DEST):
        return (_find_group(s, p), space)
    if d == D_PRODUCE_SPACE:
        return (_stock_element(p, _KINDS[int(s.unit)]), space)
    if d == D_RESPONSE and k != s.battle:
        return (*_find_units(s, p, k), space, f"space-{s.battle}")
    if d in (D_RESPONSE, D_MOVE_ORIGIN):
        return (*_find_units(s, p, k), space)
    return (_card_element(p, int(s.card_in_play)), space) if d == D_ANNEX else (space,)


def _about_card(s: State, p: int, k: int) -> tuple[str, ...]:
    """A card, and where it goes or what it is for; in setup the system that it stands for."""
    if s.decision in (D_SETUP_HOME, D_SETUP_COLONY):
        return (f"space-{s.space_of[k]}",)
    return (_card_element(p, k), *_find_purpose(s, p))


def _find_purpose(s: State, p: int) -> tuple[str, ...]:
    """Return where a card or token goes, or what it pays for."""
    if s.decision == D_PAY:
        return (f"due-{RESOURCE_NAMES[s.due_kind[find_due(s)]]}",)
    if s.decision == D_RESPONSE:
        return (f"space-{s.battle}",)
    piles = {
        D_STORE: f"reserve-{p}",
        D_DISCARD: f"discard-{p}",
        D_RETRIEVE: f"hand-{p}",
        D_REFILL_RESERVE: f"hand-{p}",
    }
    pile = piles.get(int(s.decision))
    return (pile,) if pile else ()


_ABOUT: dict[str, Callable[[State, int, int], tuple[str, ...]]] = {
    "DONE": _about_done,
    "PASS": _about_seat,
    "PRODUCE": _about_stock("fleets", "bases"),
    "MOVE": _about_moving,
    "COLONISE": _about_stock("cubes", "discs"),
    "TECH": lambda s, p, k: ("market",),
    "RESERVE": lambda s, p, k: (f"reserve-{p}",),
    "DISCARD": lambda s, p, k: (f"discard-{p}",),
    "REMOVE": lambda s, p, k: ("removed",),
    "FLEET": _about_unit(FLEET),
    "BASE": _about_unit(BASE),
    "OUTPOST": _about_marker("cubes"),
    "COLONY": _about_marker("discs"),
    "RETREAT": _about_retreat,
    "STAY": _about_battle,
    "CONCEDE": _about_battle,
    "ROUTE_NORMAL": _about_route,
    "ROUTE_WORMHOLE": _about_jump,
    "USE_MATTER": _about_mode,
    "USE_EFFECT": _about_mode,
    "COUNT": _about_route,
    "TOKEN": _about_token,
    "DISPLAY": lambda s, p, k: (f"display-{k}",),
    "MARKET": lambda s, p, k: (f"market-{k}",),
    "WORMHOLE_TOKEN": lambda s, p, k: ("wormhole-token",),
    "RIVAL": _about_rival,
    "SPACE": _about_space,
    "CARD": _about_card,
}
"""By the name of an action: what it is about, for the seat to move and the action's argument."""
