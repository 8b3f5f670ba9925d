"""The position as a picture: Central Zone, Warzones, Energy and actions."""

from __future__ import annotations

from html import escape
from typing import Any

from spaceenvs.core.game import Box, State
from spaceenvs.core_worlds.components import (
    NOTHING,
    SUBTYPES,
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
    say_invasion,
    say_title,
)
from spaceenvs.core_worlds.state import SHOWN_TOKEN

_WIDTH = 1144
_MARGIN = 16
_CARD_WIDTH, _GAP, _PER_ROW = 133, 6, 8
_SAID_SIZE, _SAID_LINE = 8.5, 11
"""Size and distance of the lines that say what a card does."""
_BACK, _PANEL, _LINE = "#10141f", "#1a2030", "#313a52"
_INK, _FAINT = "#e8ecf6", "#98a2bb"
_COLOURS = {
    Kind.WORLD: "#1f4f4a",
    Kind.UNIT: "#28406b",
    Kind.TACTIC: "#4b3470",
    Kind.PRESTIGE: "#6b5420",
}
_ENERGY, _FLEET, _GROUND, _POINTS, _ALERT = "#f2c14e", "#6fb1ff", "#7fcf7a", "#f4efe0", "#ff6b5e"
_FONT = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'


class _Picture:
    """Collects the elements of a picture from top to bottom."""

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
        width = 9 + 6.1 * len(words)  # nearly what ten-point words take
        self.box(x, y - 11, width, 15, fill, corner=7)
        self.words(x + width / 2, y, words, 10, _BACK, text_anchor="middle", font_weight="bold")
        return x + width + 3

    def group(self, tip: str) -> None:
        """Begin a group with words that show when pointed at; `end_group` ends it."""
        self.parts.append(f"<g><title>{escape(tip)}</title>")

    def end_group(self) -> None:
        """End a group."""
        self.parts.append("</g>")

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
    picture.words(
        _WIDTH - _MARGIN, 30, say_asked(s), 14, _ENERGY, text_anchor="end", font_weight="bold"
    )
    picture.y = 44
    _draw_zone(picture, s, box)
    for seat in range(s.num_players):
        _draw_seat(picture, s, box, seat, player)
    _draw_said(picture, s, box, player)
    return picture.finish()


def _draw_zone(picture: _Picture, s: State, box: Box) -> None:
    """Draw the Central Zone, and under it the running Invasion."""
    slots = [slot for slot in range(s.zone_slots) if s.zone[slot] != NOTHING]
    picture.words(_MARGIN, picture.y + 14, "Central Zone", 13, _FAINT, font_weight="bold")
    now = [say_invasion(s, box)] if say_invasion(s, box) else []
    now += [f"being resolved: {name_of(box, s.resolving)}"] if s.resolving != NOTHING else []
    picture.words(_WIDTH - _MARGIN, picture.y + 14, "; ".join(now), 13, _ALERT, text_anchor="end")
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


def _said(box: Box, number: int) -> list[str]:
    """Return what a card does, in lines as wide as a card of the zone."""
    return _wrap(text_of(box, number), _CARD_WIDTH - 12, _SAID_SIZE)


def _card_height(box: Box, number: int) -> float:
    """Return how high a card is drawn for all its words to have room."""
    return max(104.0, 66.0 + _SAID_LINE * len(_said(box, number)))


def _draw_card(
    picture: _Picture, s: State, box: Box, slot: int, x: float, y: float, height: float
) -> None:
    """Draw a card of the zone."""
    number = s.zone[slot]
    card = box.cards[number]
    name = name_of(box, number)
    picture.group(f"{name}. {text_of(box, number)} ({source_of(box, number)})")
    picture.box(
        x,
        y,
        _CARD_WIDTH,
        height,
        _COLOURS[card.kind],
        stroke=_ALERT if slot == s.target else _LINE,
        stroke_width="3" if slot == s.target else "1",
    )
    size = min(11.0, 11.0 * (_CARD_WIDTH - 36) / (1.1 * _width(name, 11.0)))  # bold is wider
    picture.words(x + 7, y + 17, name, size, font_weight="bold")
    kind = SUBTYPES[card.rank] if card.kind == Kind.UNIT else KIND_NAMES[card.kind]
    picture.words(x + 7, y + 31, kind, 9.5, _FAINT)
    picture.words(x + _CARD_WIDTH - 7, y + 31, f"slot {slot}", 9, _FAINT, text_anchor="end")
    for k, line in enumerate(_said(box, number)):
        picture.words(x + 7, y + 45 + _SAID_LINE * k, line, _SAID_SIZE, "#dfe4f0")
    badges = []
    if card.kind in (Kind.WORLD, Kind.UNIT):
        badges += [(f"F{card.fleet}", _FLEET), (f"G{card.ground}", _GROUND)]
    if card.kind == Kind.WORLD:
        badges.append((f"E{card.energy}", _ENERGY))
    if card.points or card.has_bonus:
        badges.append((f"{card.points}{'+' if card.has_bonus else ''}", _POINTS))
    place = x + 6
    for words, fill in badges:
        place = picture.badge(place, y + height - 12, words, fill)
    right = x + _CARD_WIDTH - 7
    if s.zone_shown[SHOWN_TOKEN, slot]:
        centre = x + _CARD_WIDTH - 14
        picture.dot(centre, y + 13, 9, _ENERGY, _ENERGY)
        picture.words(centre, y + 16.5, "+1", 9, _BACK, text_anchor="middle", font_weight="bold")
    if card.kind != Kind.WORLD:
        price = f"draft {card.draft_cost}"
        if card.kind != Kind.PRESTIGE:
            price += f" / {card.deploy_cost}"
        picture.words(right, y + height - 12, price, 9, _ENERGY, text_anchor="end")
    picture.end_group()


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


def _draw_seat(picture: _Picture, s: State, box: Box, seat: int, player: int | None) -> None:
    """Draw a player: Energy and actions, then Warzone and hand."""
    me = s.players[seat]
    top = picture.y + 6
    place = len(picture.parts)
    picture.y = top + 30
    _draw_numbers(picture, s, box, seat, top)
    _draw_row(picture, "Worlds", [_held_chip(box, card) for card in list_held(box, me, Kind.WORLD)])
    if list_held(box, me, Kind.PRESTIGE):
        prestige = [_held_chip(box, card) for card in list_held(box, me, Kind.PRESTIGE)]
        _draw_row(picture, "Prestige", prestige)
    _draw_row(picture, "Units", [_unit_chip(s, box, seat, slot) for slot in range(me.unit_count)])
    if player in (None, seat):
        _draw_row(picture, "Hand", [_hand_chip(box, card) for card in me.hand[: me.hand_size]])
    elif me.known_size:
        known = [_hand_chip(box, card) for card in me.known[: me.known_size]]
        _draw_row(picture, "Known hand", known)
    if me.discard_size and (player in (None, seat) or box.public_discards):
        _draw_words(picture, "Discard", say_cards(box, list_cards(me.discard)))
    if me.colony.any():
        _draw_words(picture, "Colony", say_colony(box, me))
    height = picture.y - top + 4
    active = seat == s.to_move and not s.done
    panel = _Picture()
    panel.box(
        _MARGIN - 6,
        top,
        _WIDTH - 2 * _MARGIN + 12,
        height,
        _PANEL,
        stroke=_ENERGY if active else _LINE,
        stroke_width="2" if active else "1",
    )
    picture.parts[place:place] = panel.parts
    picture.y = top + height


def _draw_numbers(picture: _Picture, s: State, box: Box, seat: int, top: float) -> None:
    """Draw the line of a seat with its Energy, its Action Points and its piles."""
    me = s.players[seat]
    y = top + 20
    picture.words(_MARGIN + 4, y, f"Seat {seat}", 14, font_weight="bold")
    x = picture.badge(_MARGIN + 62, y - 1, f"Energy {me.energy}", _ENERGY) + 8
    picture.words(x, y, "Actions", 11, _FAINT)
    x += 46
    for k in range(_count_actions(s, box, seat)):
        fill = _FLEET if k < me.ap else "none"
        picture.dot(x + 7 + 14 * k, y - 4, 5, fill, _FLEET)
    x += 96
    if me.surge_tokens:
        x = picture.badge(x, y - 1, f"surge tokens {me.surge_tokens}", _POINTS) + 4
    if seat == s.destiny:
        x = picture.badge(x, y - 1, "Destiny", _ALERT) + 4
    if me.passed:
        picture.words(x + 4, y, "passed", 11, _FAINT)
    piles = (
        f"World Energy {me.world_energy} | printed points {me.points} | hand {me.hand_size} | "
        f"deck {me.deck_size} | discard {me.discard_size} | colony {me.colony[0] + me.colony[1]}"
    )
    picture.words(_WIDTH - _MARGIN - 4, y, piles, 11, _FAINT, text_anchor="end")


def _count_actions(s: State, box: Box, seat: int) -> int:
    """Return how many actions a seat has in this round, the used ones too (R1)."""
    left = int(s.players[seat].ap)
    return max(left, int(box.actions[sector_of(int(s.round_number))])) if s.round_number else left


_Chip = tuple[str, str, list[tuple[str, str]], bool]
"""Name, colour, badges, highlighted."""


def _held_chip(box: Box, number: int) -> _Chip:
    card = box.cards[number]
    badges = [(f"E{card.energy}", _ENERGY)] if card.kind == Kind.WORLD else []
    if card.points or card.has_bonus:
        badges.append((f"{card.points}{'+' if card.has_bonus else ''}", _POINTS))
    return name_of(box, number), _COLOURS[card.kind], badges, False


def _unit_chip(s: State, box: Box, seat: int, slot: int) -> _Chip:
    me = s.players[seat]
    committed = seat == s.to_move and bool(s.committed[slot])
    number = me.units[slot]
    card = box.cards[number]
    bonus = (int(s.bonus_fleet[slot]), int(s.bonus_ground[slot])) if committed else (0, 0)
    badges = [(f"F{card.fleet + bonus[0]}", _FLEET), (f"G{card.ground + bonus[1]}", _GROUND)]
    if me.tokens[slot]:
        badges.append((f"+{me.tokens[slot]}", _ENERGY))
    return name_of(box, number), _COLOURS[Kind.UNIT], badges, committed


def _hand_chip(box: Box, number: int) -> _Chip:
    card = box.cards[number]
    badges = [(f"{card.deploy_cost}", _ENERGY)]
    if card.kind == Kind.UNIT:
        badges += [(f"F{card.fleet}", _FLEET), (f"G{card.ground}", _GROUND)]
    return name_of(box, number), _COLOURS[card.kind], badges, False


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


def _draw_row(picture: _Picture, title: str, chips: list[_Chip]) -> None:
    """Draw a row of small cards, wrapped where the panel ends."""
    left = _MARGIN + 78.0
    x, y = left, picture.y
    picture.words(_MARGIN + 4, y + 15, title, 11, _FAINT)
    if not chips:
        picture.words(left, y + 15, "none", 11, _FAINT)
    for name, colour, badges, highlighted in chips:
        width = 13 + _width(name) + sum(12 + 6.1 * len(words) for words, _ in badges)
        if x + width > _WIDTH - _MARGIN:
            x, y = left, y + 26
        stroke = _ALERT if highlighted else _LINE
        picture.box(
            x, y, width, 22, colour, stroke=stroke, stroke_width="2" if highlighted else "1"
        )
        picture.words(x + 7, y + 15, name, 10.5)
        place = x + 12 + _width(name)
        for words, fill in badges:
            place = picture.badge(place, y + 15, words, fill)
        x += width + 5
    picture.y = y + 26


def _draw_words(picture: _Picture, title: str, words: str) -> None:
    """Draw a row of words, wrapped where the panel ends."""
    left = _MARGIN + 78.0
    picture.words(_MARGIN + 4, picture.y + 12, title, 11, _FAINT)
    for line in _wrap(words, _WIDTH - _MARGIN - left - 4, 10.5):
        picture.words(left, picture.y + 12, line, 10.5, _FAINT)
        picture.y += 15
    picture.y += 4


def _draw_said(picture: _Picture, s: State, box: Box, player: int | None) -> None:
    """Write what the Units in play and the cards in the hands that are seen say."""
    said = list_said(s, box, player)
    if said:
        picture.y += 24
        title = "What the cards in hand and the Units say"
        picture.words(_MARGIN, picture.y, title, 12, _FAINT, font_weight="bold")
    for card in said:
        for k, line in enumerate(_wrap(card, _WIDTH - 2 * _MARGIN - 16, 10.5)):
            picture.y += 16
            picture.words(_MARGIN + (16 if k else 0), picture.y, line, 10.5)


def elements(s: State, box: Box, action: int) -> tuple[str, ...]:
    """Return the elements of the picture that a legal action is about."""
    return ()
