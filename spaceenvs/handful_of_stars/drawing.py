"""The position as text: the star map, the players, the market; and the words of its things."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import several
from spaceenvs.handful_of_stars.actions import DECISIONS
from spaceenvs.handful_of_stars.components import (
    ATTACKER,
    CARDS,
    DEFENDER,
    MARKER_NAMES,
    NOBODY,
    NOTHING,
    NOWHERE,
    RESOURCE_NAMES,
    RESOURCES,
    SEAT_NAMES,
    SPACES,
    WORMHOLE_TECHNOLOGY,
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
from spaceenvs.handful_of_stars.telling import ASKED, verdict
from spaceenvs.handful_of_stars.words import card_name, race_name, space_name, token_words

LETTERS = "EMPR"
"""The resources as cards and systems show them."""


# -- the words of things, for text and picture --------------------------------------------


def card_words(box: Box, card: int) -> str:
    """Return a card with what it yields: `Engines E2 M1`."""
    amounts = [
        f"{LETTERS[r]}{box.amount[r, card]}" for r in range(RESOURCES) if box.amount[r, card]
    ]
    return " ".join([card_name(box, card), *amounts])


def offer_words(box: Box, card: int) -> str:
    """Return a card of the market with its price in Research."""
    return f"{card_words(box, card)} ({box.cost[card]})"


def wormhole_words(box: Box) -> str:
    """Return the wormhole token with its price in Research."""
    return f"wormhole token ({box.cost[WORMHOLE_TECHNOLOGY]})"


def own_token_words(s: State, box: Box, p: int, i: int) -> str:
    """Return a player's development token number i, and whether it is face down."""
    return token_words(box, int(s.token[p, i])) + ("" if s.token_up[p, i] else " (down)")


def stock_words(s: State, p: int) -> dict[str, str]:
    """Return what a player may still bring to the board, by kind."""
    return {
        "fleets": several(s.stock[p, 0], "fleet"),
        "bases": several(s.stock[p, 1], "star base"),
        "cubes": several(s.cubes[p], "cube"),
        "discs": f"{s.track_discs[p]}+{s.spare_discs[p]} discs",
    }


def seat_words(s: State, box: Box, p: int) -> str:
    """Return a player's name, race and victory points."""
    race = race_name(box, int(s.race[p]))
    return f"{SEAT_NAMES[p]}, {race}: {find_score(s, box, p)} VP"


def pool_words(s: State) -> dict[int, str]:
    """Return the points in the pool, by resource."""
    return {r: f"{RESOURCE_NAMES[r]} {s.pool[r]}" for r in range(RESOURCES) if s.pool[r]}


def due_words(s: State) -> dict[int, str]:
    """Return the points still to be paid, by resource."""
    due = zip(s.due_kind.tolist(), s.due.tolist(), strict=True)
    return {r: f"{RESOURCE_NAMES[r]} {points}" for r, points in due if points}


def alien_words(s: State, box: Box, space: int) -> str:
    """Return the strength of the alien token on a space, `?` if it is face down."""
    token = int(s.alien[space])
    if token == NOTHING:
        return ""
    return "?" if s.alien_fate[token] == ALIEN_UNSEEN else str(box.alien_strength[token])


def amount_words(s: State, space: int) -> list[str]:
    """Return what the card of a system yields."""
    amounts = s.chart[CHART_AMOUNTS : CHART_AMOUNTS + RESOURCES, space].tolist()
    return [f"{letter}{amount}" for letter, amount in zip(LETTERS, amounts, strict=True) if amount]


def title_words(s: State, box: Box) -> str:
    """Return the state of the clock, and who decides what, or who has won."""
    if s.done:
        return f"A Handful of Stars: the game is over, {verdict(s)}"
    last = f", last round {s.end_round}" if s.end_round else ""
    return (
        f"A Handful of Stars: round {s.round_number}{last}, "
        f"shuffles {s.shuffles} of {box.last_shuffle}. "
        f"{SEAT_NAMES[s.to_move]} decides: {ASKED[DECISIONS[s.decision]]}"
    )


def combat_words(s: State, box: Box) -> str:
    """Return where a combat is and how strong both sides are; "" without a combat."""
    if s.battle == NOWHERE:
        return ""
    defender = "the natives" if s.defender == NOBODY else SEAT_NAMES[s.defender]
    return (
        f"Combat at {space_name(s, box, s.battle)}: {SEAT_NAMES[s.attacker]} "
        f"{find_strength(s, box, ATTACKER)}, {defender} {find_strength(s, box, DEFENDER)}"
    )


def find_cards(s: State, p: int, zone: int) -> list[int]:
    """Return a player's cards in one zone."""
    return [int(card) for card in np.flatnonzero(s.zone[p] == zone)]


def find_removed(s: State) -> list[int]:
    """Return the cards that are out of the game."""
    gone = (s.zone[: s.num_players] == REMOVED).any(axis=0)
    return [card for card in range(CARDS) if gone[card]]


def find_spaces(s: State) -> list[int]:
    """Return the spaces of the board."""
    return [x for x in range(SPACES) if s.chart[CHART_TILE, x] != NOTHING]


# -- the text -----------------------------------------------------------------------------


def text(s: State, box: Box, player: int | None) -> str:
    """Draw the position for a terminal, as a player sees it, or everything."""
    lines = [title_words(s, box)]
    lines += [line for line in (combat_words(s, box), *_running_lines(s, box)) if line]
    lines += ["", *_map_lines(s, box), "", _SPACES]
    lines += [*(_space_line(s, box, x) for x in find_spaces(s)), *_LEGEND, ""]
    for p in range(s.num_players):
        lines += _player_lines(s, box, p, player)
    lines.append(f"Market: {_market(s, box)}")
    display = [token_words(box, int(t)) for t in s.display if t != NOTHING]
    lines.append(f"Display: {_listed(display)}")
    lines.append(f"Removed: {_listed([card_name(box, card) for card in find_removed(s)])}")
    return "\n".join(lines)


def _listed(words: list[str]) -> str:
    return ", ".join(words) or "-"


def _running_lines(s: State, box: Box) -> list[str]:
    """Return the card in play, the pool and what is due, each "" if there is nothing."""
    pool, due = pool_words(s).values(), due_words(s).values()
    return [
        f"In play: {card_words(box, int(s.card_in_play))}" if s.card_in_play != NOTHING else "",
        f"Pool: {', '.join(pool)}" if pool else "",
        f"To pay: {', '.join(due)}" if due else "",
    ]


def _market(s: State, box: Box) -> str:
    offers = [offer_words(box, int(card)) for card in s.market if card != NOTHING]
    return _listed(offers + ([wormhole_words(box)] if s.wormhole_out else []))


def _player_lines(s: State, box: Box, p: int, player: int | None) -> list[str]:
    """Return a player's cards and tokens; a hand only to its owner."""
    cards = {
        zone: _listed([card_words(box, card) for card in find_cards(s, p, zone)])
        for zone in (HAND, RESERVE, DISCARD)
    }
    open_hand = player is None or player == p
    hand = cards[HAND] if open_hand else several(s.count[p, HAND], "card")
    tokens = [own_token_words(s, box, p, i) for i in range(s.token_count[p])]
    wormhole = ", wormhole token" if s.wormhole_token[p] else ""
    return [
        f"{seat_words(s, box, p)}, stock {' '.join(stock_words(s, p).values())}{wormhole}",
        f"  hand: {hand}",
        f"  reserve: {cards[RESERVE]}",
        f"  deck: {several(s.count[p, DECK], 'card')}; discard pile: {cards[DISCARD]}",
        f"  tokens: {_listed(tokens)}",
    ]


MAP_WIDTH = 80
"""Columns of a terminal that the map may take."""
HOLE = "*"
"""A connection of the map that a black hole lies on."""
OWNERS = "RBGY"
"""The first letters of the seats, behind the names of the spaces where they have pieces."""


def _map_lines(s: State, box: Box) -> list[str]:
    """Return the spaces where they lie on the board, and the connections between them.

    A neighbour lies above or below, or beside and half a row higher or lower, so every second
    line shows the slanted connections, and an upright one crosses the row between.
    """
    spaces = find_spaces(s)
    across, down = (sorted({int(places[x]) for x in spaces}) for places in (box.x, box.y))
    width = MAP_WIDTH // len(across)
    canvas = [[" "] * (MAP_WIDTH + width) for _ in range(2 * len(down) - 1)]

    def put(row: int, column: int, words: str) -> None:
        canvas[row][column : column + len(words)] = words

    for x in spaces:
        row, column = 2 * down.index(int(box.y[x])), width * across.index(int(box.x[x]))
        put(row, column, _cell(s, box, x))
        for ways, is_hole in ((s.open_way, False), (s.hole_way, True)):
            for y in (int(y) for y in ways[x] if y != NOWHERE and box.y[y] > box.y[x]):
                if box.x[y] == box.x[x]:
                    for k in (1, 2, 3):
                        put(row + k, column + 1, HOLE if is_hole else "|")
                elif box.x[y] > box.x[x]:
                    put(row + 1, column + width - 2, HOLE if is_hole else "\\")
                else:
                    put(row + 1, column - 2, HOLE if is_hole else "/")
    holes = f"{HOLE} a connection with a black hole"
    return [*("".join(line).rstrip() for line in canvas), holes]


def _cell(s: State, box: Box, x: int) -> str:
    """Return a space of the map."""
    seats = range(s.num_players)
    held = "".join(OWNERS[p] for p in seats if s.marker[p, x] or s.fleets[p, x] or s.bases[p, x])
    return f"{x} {space_name(s, box, x)} {held}".rstrip()


_SPACES = "   system      defence gives  next to              here"
_LEGEND = (
    "defence 3+?: natives of 3 and aliens not seen yet; (14): through a black hole;",
    "E Energy, M Matter, P Population, R Research; W wormhole; F fleets, B star bases",
)


def _space_line(s: State, box: Box, x: int) -> str:
    """Return one space with its tile, ways and pieces: narrow, so that 80 columns hold it."""
    defence = str(s.chart[CHART_STRENGTH, x]) if s.chart[CHART_HABITABLE, x] else "barren"
    if s.alien[x] != NOTHING:
        defence += f"+{alien_words(s, box, x)}"
    ways = [str(y) for y in s.open_way[x] if y != NOWHERE]
    ways += [f"({y})" for y in s.hole_way[x] if y != NOWHERE]
    hole = "W" if s.chart[CHART_WORMHOLE, x] else ""
    pieces = ", ".join(_pieces(s, p, x) for p in range(s.num_players) if _pieces(s, p, x))
    cells = f"{x:2} {space_name(s, box, x):11} {defence:7} {' '.join(amount_words(s, x)):6}"
    return f"{cells} {' '.join(ways):18} {hole:1} {pieces}".rstrip()


def _pieces(s: State, p: int, x: int) -> str:
    """Return what a player has on a space: `Red colony 2F 1B`; "" if there is nothing."""
    parts = [MARKER_NAMES[s.marker[p, x]]] if s.marker[p, x] else []
    parts += [f"{s.fleets[p, x]}F"] if s.fleets[p, x] else []
    parts += [f"{s.bases[p, x]}B"] if s.bases[p, x] else []
    return " ".join([SEAT_NAMES[p], *parts]) if parts else ""
