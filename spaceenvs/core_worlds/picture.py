"""The position as a picture: Central Zone, Warzones, Energy and actions.

What a move can be about is an element with a name: `zone-3` is the card of that slot,
`invasion-fleet` and `invasion-ground` are the totals of the running Invasion, `resolving` is the
Tactic being resolved. Things of a seat bear its number: `seat-0` is its panel, in which there are
`unit-0-2`, `hand-0-4` and `known-0-1` by slot, `world-0-25` and `prestige-0-119` by `def_id`, and
`energy-0`, `actions-0`, `surge-0`, `hand-0`, `deck-0`, `discard-0` and `colony-0`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any, NamedTuple

from spaceenvs.core.game import Box, State
from spaceenvs.core.picture import element
from spaceenvs.core_worlds.actions import ACTIONS, Decision
from spaceenvs.core_worlds.components import (
    GRUNT,
    NOTHING,
    SEAT_NAMES,
    SNUB,
    SUBTYPES,
    Effect,
    Kind,
    name_of,
    sector_of,
    source_of,
    text_of,
)
from spaceenvs.core_worlds.drawing import (
    KIND_NAMES,
    list_cards,
    list_held,
    list_said,
    say_asked,
    say_cards,
    say_colony,
    say_title,
)
from spaceenvs.core_worlds.empire import are_interchangeable
from spaceenvs.core_worlds.state import SHOWN_TOKEN

_WIDTH = 1144
_MARGIN = 16
_LEFT = _MARGIN + 78.0
"""Where the rows of a seat begin, right of their headings."""
_CARD_WIDTH, _GAP, _PER_ROW = 133, 6, 8
_NAME_SIZE, _NAME_LINE = 11.0, 13
_SAID_SIZE, _SAID_LINE = 8.5, 11
"""Size and distance of the lines that say what a card does."""
_BACK, _LINE = "#10141f", "#313a52"
_INK, _FAINT = "#e8ecf6", "#98a2bb"
_SEAT_COLOURS = ("#ff6b6b", "#5aa9ff", "#5fd38d", "#ffd24d", "#c792ff")
"""As `SEAT_NAMES` call them."""
_COLOURS = {
    Kind.WORLD: "#1f4f4a",
    Kind.UNIT: "#28406b",
    Kind.TACTIC: "#4b3470",
    Kind.PRESTIGE: "#6b5420",
}
_ENERGY, _FLEET, _GROUND, _POINTS, _ALERT = "#f2c14e", "#6fb1ff", "#7fcf7a", "#f4efe0", "#ff9f50"
_FONT = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'

_Badge = tuple[str, str]
"""Words and colour."""


class _Picture:
    """Collects the shapes of a picture from top to bottom."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = 0.0

    def box(
        self, x: float, y: float, w: float, h: float, fill: str, corner: int = 5, **more: Any
    ) -> None:
        """Draw a rectangle with round corners."""
        extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{corner}" '
            f'fill="{fill}"{extra}/>'
        )

    def words(
        self, x: float, y: float, words: str, size: float = 11, fill: str = _INK, **more: Any
    ) -> None:
        """Write words; y is their base line."""
        extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"{extra}>'
            f"{escape(words)}</text>"
        )

    def dot(self, x: float, y: float, radius: float, fill: str, stroke: str) -> None:
        """Draw a circle."""
        self.parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}"/>'
        )

    def badge(self, x: float, y: float, words: str, fill: str) -> float:
        """Draw a small coloured badge and return where the next one may begin."""
        width = _badge_width(words)
        self.box(x, y - 11, width, 15, fill, corner=7)
        self.words(x + width / 2, y, words, 10, _BACK, text_anchor="middle", font_weight="bold")
        return x + width + 3

    @contextmanager
    def element(self, name: str, tip: str = "") -> Iterator[None]:
        """Make what is drawn meanwhile one element; the tip shows when it is pointed at."""
        outer, self.parts = self.parts, [f"<title>{escape(tip)}</title>"] if tip else []
        yield
        self.parts = [*outer, element(name, "".join(self.parts))]

    def finish(self) -> str:
        """Return the picture."""
        height = self.y + _MARGIN
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height:g}" '
            f'viewBox="0 0 {_WIDTH} {height:g}" {_FONT}>'
            f'<rect width="{_WIDTH}" height="{height:g}" fill="{_BACK}"/>'
            + "".join(self.parts)
            + "</svg>"
        )


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the position as a picture, as a player sees it, or everything."""
    picture = _Picture()
    picture.words(_MARGIN, 30, say_title(s), 20, font_weight="bold")
    colour = _INK if s.done else _SEAT_COLOURS[s.to_move]
    picture.words(_MARGIN, 52, say_asked(s), 14, colour, font_weight="bold")
    picture.y = 64
    _draw_zone(picture, s, box)
    for seat in range(s.num_players):
        _draw_seat(picture, s, box, seat, player)
    _draw_said(picture, s, box, player)
    return picture.finish()


# Sizes of words -------------------------------------------------------------------------


def _width(words: str, size: float = 10.5) -> float:
    """Return about how wide words are drawn."""
    ems = 0.0
    for letter in words:
        if letter in "ijlI.,:;' ":
            ems += 0.33
        elif letter in "frt()-/":
            ems += 0.41
        elif letter in "mwMW":
            ems += 0.95
        else:
            ems += 0.72 if letter.isupper() else 0.62
    return ems * size


def _badge_width(words: str) -> float:
    return 9 + 6.1 * len(words)  # nearly what ten-point words take


def _wrap(words: str, width: float, size: float) -> list[str]:
    """Break words into lines of a width."""
    lines: list[str] = []
    line = ""
    for word in words.split():
        if line and _width(f"{line} {word}", size) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line] if line else lines


# The Central Zone -----------------------------------------------------------------------


def _draw_zone(picture: _Picture, s: State, box: Box) -> None:
    """Draw the Central Zone, and above it the running Invasion."""
    slots = [slot for slot in range(s.zone_slots) if s.zone[slot] != NOTHING]
    picture.words(_MARGIN, picture.y + 14, "Central Zone", 13, _FAINT, font_weight="bold")
    if s.target != NOTHING:
        _draw_invasion(picture, s, box)
    picture.y += 22
    for first in range(0, len(slots), _PER_ROW):
        row = slots[first : first + _PER_ROW]
        height = max(_card_height(box, s.zone[slot]) for slot in row)
        for k, slot in enumerate(row):
            x = _MARGIN + k * (_CARD_WIDTH + _GAP)
            _draw_card(picture, s, box, slot, x, picture.y, height)
        picture.y += height + _GAP
    if not slots:
        picture.words(_MARGIN, picture.y + 14, "empty", 12, _FAINT)
        picture.y += 22
    picture.y += 6


def _draw_invasion(picture: _Picture, s: State, box: Box) -> None:
    """Draw which World is invaded, and how far the totals have come."""
    world = box.cards[s.zone[s.target]]
    y = picture.y + 14
    x = float(_WIDTH - _MARGIN)
    for name, have, need, fill in (
        ("Ground", s.ground, world.ground, _GROUND),
        ("Fleet", s.fleet, world.fleet, _FLEET),
    ):
        words = f"{name} {have} of {need}"
        x -= _badge_width(words)
        with picture.element(f"invasion-{name.lower()}"):
            picture.badge(x, y, words, fill)
        x -= 4
    words = f"Invasion of {name_of(box, s.zone[s.target])}"
    picture.words(x - 4, y, words, 13, _ALERT, text_anchor="end")


def _name_lines(box: Box, number: int) -> tuple[list[str], float]:
    """Return the name of a card in lines, and their size: words are wrapped, long ones shrink."""
    room = (_CARD_WIDTH - 36) / 1.1  # beside the token; bold is wider
    lines = _wrap(name_of(box, number), room, _NAME_SIZE)
    return lines, min(_NAME_SIZE, *(_NAME_SIZE * room / _width(w, _NAME_SIZE) for w in lines))


def _said(box: Box, number: int) -> list[str]:
    """Return what a card does, in lines as wide as a card of the zone."""
    return _wrap(text_of(box, number), _CARD_WIDTH - 12, _SAID_SIZE)


def _card_height(box: Box, number: int) -> float:
    """Return how high a card is drawn for all its words to have room."""
    names = _NAME_LINE * (len(_name_lines(box, number)[0]) - 1)
    return max(104.0, 66.0 + names + _SAID_LINE * len(_said(box, number)))


def _frame(highlighted: bool, width: int) -> dict[str, Any]:
    """Return how a card is framed."""
    if highlighted:
        return {"stroke": _ALERT, "stroke_width": width}
    return {"stroke": _LINE}


def _tip(box: Box, number: int) -> str:
    """Return what is shown when a card is pointed at."""
    return f"{name_of(box, number)}. {text_of(box, number)} ({source_of(box, number)})"


def _draw_card(
    picture: _Picture, s: State, box: Box, slot: int, x: float, y: float, height: float
) -> None:
    """Draw a card of the zone."""
    number = s.zone[slot]
    card = box.cards[number]
    chosen = slot == s.target
    with picture.element(f"zone-{slot}", _tip(box, number)):
        picture.box(x, y, _CARD_WIDTH, height, _COLOURS[card.kind], **_frame(chosen, 3))
        if s.zone_shown[SHOWN_TOKEN, slot]:
            centre = x + _CARD_WIDTH - 14
            bold = {"text_anchor": "middle", "font_weight": "bold"}
            picture.dot(centre, y + 13, 9, _ENERGY, _ENERGY)
            picture.words(centre, y + 16.5, "+1", 9, _BACK, **bold)
        _draw_card_words(picture, box, number, slot, x, y)
        _draw_card_numbers(picture, card, x, y + height - 12)


def _draw_card_words(
    picture: _Picture, box: Box, number: int, slot: int, x: float, y: float
) -> None:
    """Write name and kind of a card, its slot, and what it does."""
    card = box.cards[number]
    lines, size = _name_lines(box, number)
    for k, line in enumerate(lines):
        picture.words(x + 7, y + 17 + _NAME_LINE * k, line, size, font_weight="bold")
    y += 31 + _NAME_LINE * (len(lines) - 1)
    kind = SUBTYPES[card.rank] if card.kind == Kind.UNIT else KIND_NAMES[card.kind]
    picture.words(x + 7, y, kind, 9.5, _FAINT)
    picture.words(x + _CARD_WIDTH - 7, y, f"slot {slot}", 9, _FAINT, text_anchor="end")
    for k, line in enumerate(_said(box, number)):
        picture.words(x + 7, y + 14 + _SAID_LINE * k, line, _SAID_SIZE, "#dfe4f0")


def _draw_card_numbers(picture: _Picture, card: Any, x: float, y: float) -> None:
    """Draw strength or defence, Energy, points and costs of a card."""
    badges: list[_Badge] = []
    if card.kind in (Kind.WORLD, Kind.UNIT):
        badges += [(f"F{card.fleet}", _FLEET), (f"G{card.ground}", _GROUND)]
    if card.kind == Kind.WORLD:
        badges.append((f"E{card.energy}", _ENERGY))
    place = x + 6
    for words, fill in [*badges, *_points(card)]:
        place = picture.badge(place, y, words, fill)
    if card.kind != Kind.WORLD:
        price = f"draft {card.draft_cost}"
        if card.kind != Kind.PRESTIGE:
            price += f" / {card.deploy_cost}"
        picture.words(x + _CARD_WIDTH - 7, y, price, 9, _ENERGY, text_anchor="end")


def _points(card: Any) -> list[_Badge]:
    """Return the badge of a card's points, if it has any."""
    if not card.points and not card.has_bonus:
        return []
    return [(f"{card.points}{'+' if card.has_bonus else ''}", _POINTS)]


# The seats ------------------------------------------------------------------------------


class _Chip(NamedTuple):
    """A small card in a row of a seat."""

    element: str
    name: str
    tip: str
    colour: str
    badges: list[_Badge]
    highlighted: bool = False


def _draw_seat(picture: _Picture, s: State, box: Box, seat: int, player: int | None) -> None:
    """Draw a player: Energy and actions, then Warzone and hand."""
    top = picture.y + 6
    picture.y = top + 30
    with picture.element(f"seat-{seat}"):
        _draw_numbers(picture, s, box, seat, top)
        _draw_warzone(picture, s, box, seat)
        _draw_hand(picture, s, box, seat, player)
        height = picture.y - top + 4
        _draw_panel(picture, s, seat, top, height)
    picture.y = top + height


def _draw_panel(picture: _Picture, s: State, seat: int, top: float, height: float) -> None:
    """Draw the panel of a seat in its colour, under what is on it."""
    active = seat == s.to_move and not s.done
    panel = _Picture()
    panel.box(
        _MARGIN - 6,
        top,
        _WIDTH - 2 * _MARGIN + 12,
        height,
        _SEAT_COLOURS[seat],
        fill_opacity=0.1,
        stroke=_SEAT_COLOURS[seat],
        stroke_width=3 if active else 1,
        stroke_opacity=1 if active else 0.5,
    )
    picture.parts[:0] = panel.parts


def _draw_numbers(picture: _Picture, s: State, box: Box, seat: int, top: float) -> None:
    """Draw the line of a seat with its Energy, its Action Points and its piles."""
    me = s.players[seat]
    y = top + 20
    bold = {"text_anchor": "middle", "font_weight": "bold"}
    picture.box(_MARGIN, y - 15, 66, 20, _SEAT_COLOURS[seat])
    picture.words(_MARGIN + 33, y, SEAT_NAMES[seat], 14, _BACK, **bold)
    with picture.element(f"energy-{seat}"):
        x = picture.badge(_LEFT, y - 1, f"Energy {me.energy}", _ENERGY) + 8
    with picture.element(f"actions-{seat}"):
        picture.words(x, y, "Actions", 11, _FAINT)
        for k in range(_count_actions(s, box, seat)):
            fill = _FLEET if k < me.ap else "none"
            picture.dot(x + 53 + 14 * k, y - 4, 5, fill, _FLEET)
    x += 142
    if me.surge_tokens:
        with picture.element(f"surge-{seat}"):
            x = picture.badge(x, y - 1, f"surge tokens {me.surge_tokens}", _POINTS) + 4
    if seat == s.destiny:
        x = picture.badge(x, y - 1, "Destiny", _ALERT) + 4
    if me.passed:
        picture.words(x + 4, y, "passed", 11, _FAINT)
    _draw_piles(picture, me, seat, y)


def _draw_piles(picture: _Picture, me: Any, seat: int, y: float) -> None:
    """Draw the sizes of a seat's piles, from the right, and its World Energy and points."""
    x = float(_WIDTH - _MARGIN)
    colony = me.colony[GRUNT] + me.colony[SNUB]
    for name, count in (
        ("colony", colony),
        ("discard", me.discard_size),
        ("deck", me.deck_size),
        ("hand", me.hand_size),
    ):
        words = f"{name} {count}"
        width = 12 + _width(words, 11)
        x -= width
        with picture.element(f"{name}-{seat}"):
            picture.box(x, y - 13, width, 18, _BACK, stroke=_LINE)
            picture.words(x + width / 2, y, words, 11, _FAINT, text_anchor="middle")
        x -= 4
    totals = f"World Energy {me.world_energy} | printed points {me.points}"
    picture.words(x - 6, y, totals, 11, _FAINT, text_anchor="end")


def _count_actions(s: State, box: Box, seat: int) -> int:
    """Return how many actions a seat has in this round, the used ones too (R1)."""
    left = int(s.players[seat].ap)
    return max(left, int(box.actions[sector_of(int(s.round_number))])) if s.round_number else left


def _draw_warzone(picture: _Picture, s: State, box: Box, seat: int) -> None:
    """Draw Worlds, Prestige cards and Units of a seat."""
    me = s.players[seat]
    for kind, heading in ((Kind.WORLD, "Worlds"), (Kind.PRESTIGE, "Prestige")):
        cards = list_held(box, me, kind)
        if cards or kind == Kind.WORLD:
            _draw_row(picture, heading, [_held_chip(s, box, seat, card) for card in cards])
    _draw_row(picture, "Units", [_unit_chip(s, box, seat, slot) for slot in range(me.unit_count)])


def _draw_hand(picture: _Picture, s: State, box: Box, seat: int, player: int | None) -> None:
    """Draw the hand of a seat and the Tactic beside it (R56), its discard and colony piles."""
    me = s.players[seat]
    visible = player in (None, seat)
    if visible:
        hand = me.hand[: me.hand_size]
        chips = [_hand_chip(box, card, f"hand-{seat}-{k}") for k, card in enumerate(hand)]
        _draw_row(picture, "Hand", chips)
    elif me.known_size:
        known = me.known[: me.known_size]
        chips = [_hand_chip(box, card, f"known-{seat}-{k}") for k, card in enumerate(known)]
        _draw_row(picture, "Known hand", chips)
    if seat == s.to_move and s.resolving != NOTHING:
        _draw_row(picture, "Resolving", [_hand_chip(box, s.resolving, "resolving")])
    if me.discard_size and (visible or box.public_discards):
        with picture.element(f"discard-{seat}"):
            _draw_words(picture, "Discard", say_cards(box, list_cards(me.discard)))
    if me.colony.any():
        with picture.element(f"colony-{seat}"):
            _draw_words(picture, "Colony", say_colony(box, me))


def _held_chip(s: State, box: Box, seat: int, number: int) -> _Chip:
    card = box.cards[number]
    badges = [(f"E{card.energy}", _ENERGY)] if card.kind == Kind.WORLD else []
    kind = KIND_NAMES[card.kind].lower()
    return _Chip(
        f"{kind}-{seat}-{number}",
        name_of(box, number),
        _tip(box, number),
        _COLOURS[card.kind],
        [*badges, *_points(card)],
        seat == s.to_move and number == s.conquered,
    )


def _unit_chip(s: State, box: Box, seat: int, slot: int) -> _Chip:
    me = s.players[seat]
    committed = seat == s.to_move and bool(s.committed[slot])
    number = me.units[slot]
    card = box.cards[number]
    bonus = (int(s.bonus_fleet[slot]), int(s.bonus_ground[slot])) if committed else (0, 0)
    badges = [(f"F{card.fleet + bonus[0]}", _FLEET), (f"G{card.ground + bonus[1]}", _GROUND)]
    if me.tokens[slot]:
        badges.append((f"+{me.tokens[slot]}", _ENERGY))
    return _Chip(
        f"unit-{seat}-{slot}",
        name_of(box, number),
        _tip(box, number),
        _COLOURS[Kind.UNIT],
        badges,
        committed,
    )


def _hand_chip(box: Box, number: int, name: str) -> _Chip:
    card = box.cards[number]
    badges = [(f"{card.deploy_cost}", _ENERGY)]
    if card.kind == Kind.UNIT:
        badges += [(f"F{card.fleet}", _FLEET), (f"G{card.ground}", _GROUND)]
    return _Chip(name, name_of(box, number), _tip(box, number), _COLOURS[card.kind], badges)


def _draw_row(picture: _Picture, heading: str, chips: list[_Chip]) -> None:
    """Draw a row of small cards, wrapped where the panel ends."""
    x, y = _LEFT, picture.y
    picture.words(_MARGIN + 4, y + 15, heading, 11, _FAINT)
    if not chips:
        picture.words(_LEFT, y + 15, "none", 11, _FAINT)
    for chip in chips:
        width = 13 + _width(chip.name) + sum(3 + _badge_width(words) for words, _ in chip.badges)
        if x + width > _WIDTH - _MARGIN:
            x, y = _LEFT, y + 26
        with picture.element(chip.element, chip.tip):
            _draw_chip(picture, chip, x, y, width)
        x += width + 5
    picture.y = y + 26


def _draw_chip(picture: _Picture, chip: _Chip, x: float, y: float, width: float) -> None:
    """Draw a small card: its name, then its badges."""
    picture.box(x, y, width, 22, chip.colour, **_frame(chip.highlighted, 2))
    picture.words(x + 7, y + 15, chip.name, 10.5)
    place = x + 12 + _width(chip.name)
    for words, fill in chip.badges:
        place = picture.badge(place, y + 15, words, fill)


def _draw_words(picture: _Picture, heading: str, words: str) -> None:
    """Draw a row of words, wrapped where the panel ends."""
    picture.words(_MARGIN + 4, picture.y + 12, heading, 11, _FAINT)
    for line in _wrap(words, _WIDTH - _MARGIN - _LEFT - 4, 10.5):
        picture.words(_LEFT, picture.y + 12, line, 10.5, _FAINT)
        picture.y += 15
    picture.y += 4


def _draw_said(picture: _Picture, s: State, box: Box, player: int | None) -> None:
    """Write what the cards in play and in the hands that are seen say."""
    said = list_said(s, box, player)
    if said:
        picture.y += 24
        heading = "What cards in hand, Units and Tactics say"
        picture.words(_MARGIN, picture.y, heading, 12, _FAINT, font_weight="bold")
    for card in said:
        for k, line in enumerate(_wrap(card, _WIDTH - 2 * _MARGIN - 16, 10.5)):
            picture.y += 16
            picture.words(_MARGIN + (16 if k else 0), picture.y, line, 10.5)


# What a move is about -------------------------------------------------------------------


def elements(s: State, box: Box, action: int) -> tuple[str, ...]:
    """Return the elements of the picture that a legal action is about."""
    block = ACTIONS.find(action)
    return _ABOUT[block.name](s, box, action - block.start)


def _asking(s: State, box: Box) -> tuple[str, ...]:
    """Return the card a decision is about: a Tactic, a Unit with an ability, a World; or none."""
    p = int(s.to_move)
    if s.resolving != NOTHING:
        return ("resolving",)
    if s.acting != NOTHING:
        return (f"unit-{p}-{s.acting}",)
    if s.decision == Decision.EXPLORE_CARD:
        return _about_explore(s, box, 0)
    if s.decision == Decision.COMBO:
        return _combo_unit(s, box)
    if s.conquered != NOTHING:
        return (f"world-{p}-{s.conquered}",)
    return (f"zone-{s.target}",) if s.target != NOTHING else ()


def _combo_unit(s: State, box: Box) -> tuple[str, ...]:
    """Return the Unit whose DEP_COMBO is being used: the last one deployed that has it."""
    me = s.players[s.to_move]
    for slot in reversed(range(me.unit_count)):
        card = box.cards[me.units[slot]]
        for i in range(card.effects):
            if card.code[i] == Effect.DEP_COMBO and card.parameter[i, 0] == s.combo_mask:
                return (f"unit-{s.to_move}-{slot}",)
    return ()


def _about_zone(s: State, box: Box, slot: int) -> tuple[str, ...]:
    return (f"zone-{slot}", *_asking(s, box))


def _about_hand(s: State, box: Box, slot: int) -> tuple[str, ...]:
    """Name every copy of the card: the lowest slot is legal, but any of them is meant (R38)."""
    me = s.players[s.to_move]
    copies = [k for k in range(me.hand_size) if me.hand[k] == me.hand[slot]]
    return (*(f"hand-{s.to_move}-{k}" for k in copies), *_asking(s, box))


def _about_unit(s: State, box: Box, slot: int) -> tuple[str, ...]:
    """Name every Unit that nothing tells apart from this one (R38)."""
    me = s.players[s.to_move]
    alike = [k for k in range(me.unit_count) if are_interchangeable(s, me, slot, k)]
    return (*(f"unit-{s.to_move}-{k}" for k in alike), *_asking(s, box))


_ENDS = {
    Decision.ENERGY: "energy",
    Decision.KEEP_CARD: "discard",
    Decision.RESHUFFLE: "discard",
}
"""What an END is about that no card asks for, if not the actions left."""


def _about_end(s: State, box: Box, _: int) -> tuple[str, ...]:
    thing = _ENDS.get(Decision(int(s.decision)), "actions")
    return _asking(s, box) or (f"{thing}-{s.to_move}",)


def _about_explore(s: State, box: Box, _: int) -> tuple[str, ...]:
    """Name the Home World, whose text Energy Exploration is."""
    return (f"world-{s.to_move}-{s.players[s.to_move].home}",)


def _about_conquest(s: State, box: Box, _: int) -> tuple[str, ...]:
    """Name the World and the Units that take it."""
    return (*_asking(s, box), *_committed(s, NOTHING))


def _committed(s: State, card: int) -> list[str]:
    """Return the committed Units of a card, or all of them if it is NOTHING."""
    me = s.players[s.to_move]
    return [
        f"unit-{s.to_move}-{slot}"
        for slot in range(me.unit_count)
        if s.committed[slot] and card in (NOTHING, me.units[slot])
    ]


def _about_colonist(s: State, box: Box, which: int) -> tuple[str, ...]:
    """Name the committed Units that can colonise, and the World they colonise (R27)."""
    return (*_committed(s, box.colonists[which]), *_asking(s, box))


_ABOUT: dict[str, Callable[[State, Box, int], tuple[str, ...]]] = {
    "ZONE": _about_zone,
    "HAND": _about_hand,
    "UNIT": _about_unit,
    "ABIL": _about_unit,
    "END": _about_end,
    "EXPLORE": _about_explore,
    "TOKEN": lambda s, box, _: (f"surge-{s.to_move}",),
    "CONQUER": _about_conquest,
    "RETREAT": lambda s, box, _: _asking(s, box),
    "FLEET": lambda s, box, _: ("invasion-fleet", *_asking(s, box)),
    "GROUND": lambda s, box, _: ("invasion-ground", *_asking(s, box)),
    "COL_GRUNT": lambda s, box, _: _about_colonist(s, box, GRUNT),
    "COL_SNUB": lambda s, box, _: _about_colonist(s, box, SNUB),
    "RESHUFFLE": lambda s, box, _: (f"discard-{s.to_move}", f"deck-{s.to_move}"),
}
"""What each range of the action table is about."""
