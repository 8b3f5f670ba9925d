"""The position in words: as plain dicts for people, and back again for scenarios."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.given import Words
from spaceenvs.handful_of_stars.components import (
    ABILITIES,
    ACTIONS_PER_TURN,
    ALIENS,
    ATTACKER,
    BASE,
    CARDS,
    COLONY,
    DEALT_TECHNOLOGIES,
    DECK_SIZE,
    DEFENDER,
    DISPLAY,
    FIRST_ABILITY,
    FIRST_STARTING,
    FIRST_TECHNOLOGY,
    FLEET,
    HOMEWORLD,
    MARKER_NAMES,
    MARKET,
    NO_MARKER,
    NOBODY,
    NOTHING,
    NOWHERE,
    OUTPOST,
    RACES,
    RESERVE_PLUS,
    RESOURCE_NAMES,
    SEAT_NAMES,
    SPACES,
    SYSTEMS,
    TECHNOLOGIES,
    TOKENS,
    TRACK,
    WORMHOLE_TECHNOLOGY,
)
from spaceenvs.handful_of_stars.scoring import find_score
from spaceenvs.handful_of_stars.setup import chart_ways, clear_table, lay_tile
from spaceenvs.handful_of_stars.state import (
    ALIEN_FACE_UP,
    ALIEN_GONE,
    ALIEN_UNSEEN,
    CHART_TILE,
    CHOOSE_COLONIES,
    CHOOSE_HOMES,
    CHOOSE_TOKENS,
    DECK,
    DISCARD,
    ERRAND_NAMES,
    HAND,
    HOME_LOST,
    HOME_STANDS,
    MENU,
    NOT_OWNED,
    REMOVED,
    RESERVE,
)
from spaceenvs.handful_of_stars.strength import find_strength
from spaceenvs.handful_of_stars.tallies import gain_token, recount, show_everything, turn_token
from spaceenvs.handful_of_stars.words import card_name, race_name, space_name, tile_name, token_name

# -- the position as dicts ------------------------------------------------------------------


def position(s: State, box: Box) -> dict[str, Any]:
    """Return the whole position as plain dicts, lists and words."""
    names = {c: card_name(box, c) for c in range(CARDS)}
    spaces = [x for x in range(SPACES) if s.chart[CHART_TILE, x] != NOTHING]
    result: dict[str, Any] = {
        "round": int(s.round_number),
        "first": _seat(s.first),
        "active": _seat(s.active),
        "actions_left": int(s.actions_left),
        "shuffles": int(s.shuffles),
        "end_round": int(s.end_round),
        "tiles": {space_name(s, box, x): x for x in spaces},
        "black_holes": [box.ends[k].tolist() for k in np.flatnonzero(s.black_hole)],
        "aliens": {
            space_name(s, box, x): _alien(s, box, int(s.alien[x]))
            for x in spaces
            if s.alien[x] != NOTHING
        },
        "aliens_gone": [
            int(box.alien_strength[token]) for token in np.flatnonzero(s.alien_fate == ALIEN_GONE)
        ],
        "neutral_cards": [names[int(c)] for c in np.flatnonzero(s.neutral_card)],
        "market": [_named(names, c) for c in s.market],
        "technology_deck": [names[int(c)] for c in s.tech_deck[s.tech_top :]],
        "wormhole_out": bool(s.wormhole_out),
        "display": ["" if t == NOTHING else token_name(box, int(t)) for t in s.display],
        "token_stack": [token_name(box, int(t)) for t in s.token_stack[s.stack_top :]],
        "used": [names[int(c)] for c in np.flatnonzero(s.used)],
        "in_play": _named(names, s.card_in_play),
        "pool": {name: int(s.pool[r]) for r, name in enumerate(RESOURCE_NAMES)},
        "errand": ERRAND_NAMES[s.errand],
        "target": "" if s.target == NOWHERE else space_name(s, box, s.target),
        "players": {SEAT_NAMES[p]: _player(s, box, p, names, spaces) for p in range(s.num_players)},
    }
    if s.battle != NOWHERE:
        result["combat"] = _combat(s, box)
    return result


def seen(s: State, box: Box, player: int) -> dict[str, Any]:
    """Return what a player may know of the position; of things that he does not see, how many."""
    words = position(s, box)
    words["aliens"] = {
        space: "face down" if found.endswith("down") else found
        for space, found in words["aliens"].items()
    }
    for name in ("technology_deck", "token_stack"):
        words[name] = len(words[name])
    for p in range(s.num_players):
        own = words["players"][SEAT_NAMES[p]]
        own["deck"] = len(own["deck"])
        if p != player:
            own["hand"] = len(own["hand"])
            for name in ("secret", "secret_in_hand", "choice"):
                del own[name]
    return words


def _seat(p: int) -> str:
    return "" if p == NOBODY else SEAT_NAMES[p]


def _named(names: dict[int, str], card: int) -> str:
    return "" if card == NOTHING else names[int(card)]


def _alien(s: State, box: Box, token: int) -> str:
    face = "down" if s.alien_fate[token] == ALIEN_UNSEEN else "up"
    return f"{box.alien_strength[token]} {face}"


def _combat(s: State, box: Box) -> dict[str, Any]:
    return {
        "space": space_name(s, box, s.battle),
        "attacker": _seat(s.attacker),
        "defender": _seat(s.defender) or "neutral",
        "strength": [find_strength(s, box, ATTACKER), find_strength(s, box, DEFENDER)],
        "crossed": bool(s.crossed),
    }


def _player(s: State, box: Box, p: int, names: dict[int, str], spaces: list[int]) -> dict[str, Any]:
    def cards(zone: int) -> list[str]:
        return [names[int(c)] for c in np.flatnonzero(s.zone[p] == zone)]

    def pieces(numbers: Any) -> dict[str, int]:
        return {space_name(s, box, x): int(numbers[x]) for x in spaces if numbers[x]}

    top, size = int(s.deck_top[p]), int(s.count[p, DECK])
    deck = (
        cards(DECK) if s.round_number == 0 else [names[int(c)] for c in s.deck[p, top : top + size]]
    )
    return {
        "race": race_name(box, int(s.race[p])),
        "score": int(find_score(s, box, p)),
        "fleets": pieces(s.fleets[p]),
        "bases": pieces(s.bases[p]),
        "markers": {x: MARKER_NAMES[m] for x, m in pieces(s.marker[p]).items()},
        "stock": {
            "fleets": int(s.stock[p, FLEET]),
            "bases": int(s.stock[p, BASE]),
            "cubes": int(s.cubes[p]),
            "track_discs": int(s.track_discs[p]),
            "spare_discs": int(s.spare_discs[p]),
        },
        "home_lost": bool(s.home[p] == HOME_LOST),
        "hand": cards(HAND),
        "known_in_hand": [names[int(c)] for c in np.flatnonzero(s.shown[p] == HAND)],
        "secret": [names[int(c)] for c in s.secret[p] if c != NOTHING],
        "secret_in_hand": [
            names[int(c)]
            for c, known in zip(s.secret[p], s.secret_in_hand[p], strict=True)
            if c != NOTHING and known
        ],
        "reserve": cards(RESERVE),
        "discard": cards(DISCARD),
        "deck": deck,
        "removed": cards(REMOVED),
        "capacity": int(s.capacity[p]),
        "wormhole_token": bool(s.wormhole_token[p]),
        "tokens": [
            token_name(box, int(s.token[p, i])) + ("" if s.token_up[p, i] else " down")
            for i in range(s.token_count[p])
        ],
        "choice": "" if s.choice[p] == NOTHING else tile_name(box, int(s.choice[p])),
    }


# -- and back -------------------------------------------------------------------------------

_MANY = 127  # no counter of a record is larger


def arrange(s: State, box: Box, words: Words) -> None:
    """Set up a position from words as `position` gives them, at the menu of the active player.

    What is not mentioned: tiles fill the spaces left in order; there are no black holes and no
    alien tokens; a player has no pieces; unmentioned cards of a player form the draw deck, or
    are removed if `deck` is given; the market and display are filled in order. Counters of
    stock, pool and score follow from the rest. `round = 0` is setup: the choice of homeworlds,
    first colonies or tokens, whatever the markers leave open.
    """
    n = int(s.num_players)
    clear_table(s, box, 0)
    stock = _Stock(box)
    _arrange_map(s, box, words)
    stock.spaces = [space_name(s, box, x) for x in range(box.spaces)]
    _arrange_aliens(s, box, words, stock)
    s.round_number = words["round"].number(0, _MANY, 1)
    for p in range(n):
        _arrange_player(s, box, p, words["players"][SEAT_NAMES[p]], stock)
    _arrange_supply(s, words, stock)
    for card in words["used"].entries(CARDS):
        s.used[card.index(stock.cards)] = 1
    s.shuffles = words["shuffles"].number(0, _MANY)
    s.end_round = words["end_round"].number(0, _MANY)
    seats = ("", *SEAT_NAMES[:n])  # "": nobody yet
    s.first = max(words["first"].index(seats) - 1, 0)
    active = words["active"].index(seats) - 1
    s.active = active if active != NOBODY else s.first
    s.actor = s.active
    s.actions_left = words["actions_left"].number(0, _MANY, ACTIONS_PER_TURN)
    for p in range(n):
        recount(s, box, p)
    show_everything(s, box)
    s.stage = MENU if s.round_number > 0 else _find_setup_stage(s)


def _find_setup_stage(s: State) -> int:
    s.actions_left = 0
    markers = s.marker[: s.num_players]
    if not (markers == HOMEWORLD).any():
        s.first = NOBODY
        return CHOOSE_HOMES
    if not (markers == COLONY).any():
        s.first = NOBODY
        return CHOOSE_COLONIES
    s.picks = s.token_count.sum()
    return CHOOSE_TOKENS


class _Stock:
    """The names of cards and spaces, and the development tokens that nobody has yet."""

    def __init__(self, box: Box) -> None:
        self.cards = [card_name(box, c) for c in range(CARDS)]
        self.spaces: list[str] = []
        self.tokens = list(range(TOKENS))
        self._token_names = [token_name(box, t) for t in range(TOKENS)]

    def take_token(self, name: Words) -> int:
        """Take a token that shows this."""
        name.index(sorted(set(self._token_names)))
        fitting = [token for token in self.tokens if self._token_names[token] == name.value]
        if not fitting:
            name.refuse(f"no development token {name.value!r} is left")
        self.tokens.remove(fitting[0])
        return fitting[0]


def _arrange_map(s: State, box: Box, words: Words) -> None:
    """Lay the tiles, those that are named first, and open the black holes."""
    systems = [tile_name(box, system) for system in range(box.spaces)]
    free_spaces, left = list(range(box.spaces)), list(range(box.spaces))
    for system, entry in words["tiles"].items(systems):
        space = entry.number(0, int(box.spaces) - 1)
        if space not in free_spaces:
            entry.refuse(f"two tiles lie on space {space}")
        lay_tile(s, box, space, system)
        free_spaces.remove(space)
        left.remove(system)
    for space, system in zip(free_spaces, left, strict=True):
        lay_tile(s, box, space, system)
    ends = [sorted(end) for end in box.ends.tolist()]
    for pair in words["black_holes"].entries(len(ends)):
        both = sorted(pair.numbers(2, 0, SPACES - 1))
        if both not in ends:
            pair.refuse("no connection joins these spaces")
        s.black_hole[ends.index(both)] = 1
    chart_ways(s, box)


def _arrange_aliens(s: State, box: Box, words: Words, stock: _Stock) -> None:
    """Lay the alien tokens, those that are gone and those on their spaces."""
    aliens = list(range(ALIENS))

    def take(entry: Words, strength: int) -> int:
        fitting = [token for token in aliens if box.alien_strength[token] == strength]
        if not fitting:
            entry.refuse(f"no alien token of strength {strength} is left")
        aliens.remove(fitting[0])
        return fitting[0]

    for gone in words["aliens_gone"].entries(ALIENS):
        s.alien_fate[take(gone, gone.number(0, _MANY))] = ALIEN_GONE
    for space, shown in words["aliens"].items(stock.spaces):
        match = re.fullmatch("([0-9]{1,3}) (up|down)", shown.text())
        if match is None:
            shown.refuse(f"'5 up' or '5 down' is wanted, {shown.text()[:40]!r} was given")
        token = take(shown, int(match[1]))
        s.alien[space] = token
        s.alien_fate[token] = ALIEN_FACE_UP if match[2] == "up" else ALIEN_UNSEEN


def _arrange_player(s: State, box: Box, p: int, words: Words, stock: _Stock) -> None:
    s.race[p] = words["race"].index([race_name(box, r) for r in range(RACES)], p)
    _arrange_pieces(s, p, words, stock)
    s.wormhole_token[p] = words["wormhole_token"].flag()
    for i, name in enumerate(words["tokens"].entries(TRACK)):
        token = stock.take_token(name.part(name.text().removesuffix(" down")))
        gain_token(s, box, p, token)
        turn_token(s, box, p, i, int(not name.text().endswith(" down")))
        if box.token_kind[token] == RESERVE_PLUS:
            s.capacity[p] += box.token_amount[token]
    s.capacity[p] = words["capacity"].number(0, _MANY, int(s.capacity[p]))
    if words["choice"].text():
        s.choice[p] = words["choice"].index([tile_name(box, c) for c in range(SYSTEMS)])
    _arrange_cards(s, p, words, stock)


def _arrange_pieces(s: State, p: int, words: Words, stock: _Stock) -> None:
    for unit, field in ((FLEET, "fleets"), (BASE, "bases")):
        for space, number in words[field].items(stock.spaces):
            s[field][p, space] = number.number(0, int(s.stock[p, unit]))
            s.stock[p, unit] -= s[field][p, space]
    for space, marker in words["markers"].items(stock.spaces):
        s.marker[p, space] = marker.index(MARKER_NAMES)
    outposts = int((s.marker[p] == OUTPOST).sum())
    colonies = int((s.marker[p] == COLONY).sum())
    discs = int(s.track_discs[p] + s.spare_discs[p])
    if outposts > s.cubes[p] or colonies > discs:
        words["markers"].refuse(
            f"a player has {s.cubes[p]} outposts and {discs} colonies, "
            f"{outposts} and {colonies} were given"
        )
    s.cubes[p] -= outposts
    usual = max(int(s.track_discs[p]) - colonies, 0)
    s.track_discs[p] = words["stock"]["track_discs"].number(0, discs - colonies, usual)
    s.spare_discs[p] = discs - colonies - s.track_discs[p]
    at_home = (s.marker[p] == HOMEWORLD).any()
    if s.round_number > 0 or at_home:
        s.home[p] = HOME_STANDS if at_home else HOME_LOST


def _arrange_cards(s: State, p: int, words: Words, stock: _Stock) -> None:
    own = [*range(FIRST_STARTING, FIRST_ABILITY)]
    own += [FIRST_ABILITY + ABILITIES * int(s.race[p]) + i for i in range(ABILITIES)]
    own += [int(s.chart[CHART_TILE, x]) for x in np.flatnonzero(s.marker[p] != NO_MARKER)]
    order = []
    for zone, field in (
        (HAND, "hand"),
        (RESERVE, "reserve"),
        (DISCARD, "discard"),
        (REMOVED, "removed"),
        (DECK, "deck"),
    ):
        for name in words[field].entries(DECK_SIZE):
            card = name.index(stock.cards)
            if s.zone[p, card] != NOT_OWNED:
                name.refuse(f"{SEAT_NAMES[p]} has {name.value!r} twice")
            _give(s, p, card, zone)
            if zone == DECK:
                order.append(card)
    for card in sorted(own):
        if s.zone[p, card] == NOT_OWNED:
            if not words["deck"].is_given:
                _give(s, p, card, DECK)
            elif card >= SYSTEMS:
                _give(s, p, card, REMOVED)
    order = order or [c for c in range(CARDS) if s.zone[p, c] == DECK]
    s.deck[p, : len(order)] = order
    for name in words["known_in_hand"].entries(CARDS):
        s.shown[p, name.index(stock.cards)] = HAND
    secret_in_hand = [
        name.index(stock.cards) for name in words["secret_in_hand"].entries(DEALT_TECHNOLOGIES)
    ]
    for i, name in enumerate(words["secret"].entries(DEALT_TECHNOLOGIES)):
        s.secret[p, i] = name.index(stock.cards)
        s.shown[p, s.secret[p, i]] = NOT_OWNED
        s.secret_in_hand[p, i] = s.secret[p, i] in secret_in_hand


def _give(s: State, p: int, card: int, zone: int) -> None:
    """Give a player a card; what lies in a hand is hidden."""
    s.zone[p, card] = zone
    s.shown[p, card] = DECK if zone == HAND else zone
    s.count[p, zone] += 1


def _arrange_supply(s: State, words: Words, stock: _Stock) -> None:
    owned = (s.zone[: s.num_players] != NOT_OWNED).any(0)
    in_play = s.chart[CHART_TILE][s.chart[CHART_TILE] != NOTHING]
    s.neutral_card[in_play] = ~owned[in_play]
    free = [c for c in range(FIRST_TECHNOLOGY, CARDS) if not owned[c]]
    s.wormhole_out = words["wormhole_out"].flag()
    if s.wormhole_out and WORMHOLE_TECHNOLOGY in free:
        free.remove(WORMHOLE_TECHNOLOGY)

    def take(name: Words) -> int:
        card = name.index(stock.cards)
        if card not in free:
            name.refuse(f"{name.value!r} is not left in the supply of technologies")
        free.remove(card)
        return card

    market = [take(name) if name.text() else NOTHING for name in words["market"].entries(MARKET)]
    free = [take(name) for name in words["technology_deck"].entries(TECHNOLOGIES)] + free
    if s.round_number > 0:
        while len(market) < MARKET and free and free[0] != WORMHOLE_TECHNOLOGY:
            market.append(free.pop(0))
        s.market[: len(market)] = market
    s.tech_top = TECHNOLOGIES - len(free)
    s.tech_deck[s.tech_top :] = free
    display = [
        stock.take_token(name) if name.text() else NOTHING
        for name in words["display"].entries(DISPLAY)
    ]
    stack = [stock.take_token(name) for name in words["token_stack"].entries(TOKENS)]
    stack += stock.tokens
    # In setup the display is laid out only after the first colonies.
    while len(display) < DISPLAY and stack and (display or s.round_number > 0):
        display.append(stack.pop(0))
    s.display[: len(display)] = display
    s.stack_top = TOKENS - len(stack)
    s.token_stack[s.stack_top :] = stack
