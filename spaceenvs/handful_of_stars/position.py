"""The position in words: as plain dicts for people, and back again for scenarios."""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.handful_of_stars.components import (
    ABILITIES,
    ALIENS,
    ATTACKER,
    BASE,
    CARDS,
    COLONY,
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
    WORMHOLE_TECHNOLOGY,
)
from spaceenvs.handful_of_stars.rules import run
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

_KNOWN = {
    "round",
    "first",
    "active",
    "actions_left",
    "shuffles",
    "end_round",
    "tiles",
    "black_holes",
    "aliens",
    "aliens_gone",
    "neutral_cards",
    "market",
    "technology_deck",
    "wormhole_out",
    "display",
    "token_stack",
    "used",
    "in_play",
    "pool",
    "errand",
    "target",
    "players",
}
_KNOWN_OF_PLAYER = {
    "race",
    "score",
    "fleets",
    "bases",
    "markers",
    "stock",
    "home_lost",
    "hand",
    "known_in_hand",
    "secret",
    "secret_in_hand",
    "reserve",
    "discard",
    "deck",
    "removed",
    "capacity",
    "wormhole_token",
    "tokens",
    "choice",
}


def arrange(s: State, box: Box, words: dict[str, Any]) -> None:
    """Set up a position from a dict as `position` gives it, at the menu of the active player.

    What is not mentioned: tiles fill the spaces left in order; there are no black holes and no
    alien tokens; a player has no pieces; unmentioned cards of a player form the draw deck, or
    are removed if `deck` is given; the market and display are filled in order. Counters of
    stock, pool and score follow from the rest. `round = 0` is setup: the choice of homeworlds,
    first colonies or tokens, whatever the markers leave open.
    """
    _refuse(set(words) - _KNOWN)
    for given in words.get("players", {}).values():
        _refuse(set(given) - _KNOWN_OF_PLAYER)
    clear_table(s, box, 0)
    _arrange_map(s, box, words)
    cards = _Cards(box)
    tokens = _Tokens(box)
    s.round_number = words.get("round", 1)
    players = words.get("players", {})
    for seat in range(s.num_players):
        _arrange_player(s, box, seat, players.get(SEAT_NAMES[seat], {}), cards, tokens)
    for name in set(players) - set(SEAT_NAMES[: s.num_players]):
        raise KeyError(f"no seat is called {name!r}; there are: {SEAT_NAMES[: s.num_players]}")
    _arrange_supply(s, words, cards, tokens)
    for name in words.get("used", ()):
        s.used[cards.find(name)] = 1
    s.shuffles = words.get("shuffles", 0)
    s.end_round = words.get("end_round", 0)
    s.first = SEAT_NAMES.index(words["first"]) if words.get("first") else 0
    s.active = SEAT_NAMES.index(words["active"]) if words.get("active") else int(s.first)
    s.actor = s.active
    s.actions_left = words.get("actions_left", 2)
    for seat in range(s.num_players):
        recount(s, box, seat)
    show_everything(s, box)
    s.stage = MENU if s.round_number > 0 else _find_setup_stage(s)
    run(s, box)


def _refuse(unknown: set[str]) -> None:
    if unknown:
        raise KeyError(f"no entry is called {', '.join(sorted(unknown))}")


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


class _Cards:
    """Finds cards by their names, and those that nobody has mentioned."""

    def __init__(self, box: Box) -> None:
        self._ids = {card_name(box, c): c for c in range(CARDS)}

    def find(self, name: str) -> int:
        if name not in self._ids:
            raise KeyError(f"no card is called {name!r}")
        return self._ids[name]


class _Tokens:
    """Hands out development tokens by what they show."""

    def __init__(self, box: Box) -> None:
        self.left = list(range(TOKENS))
        self._names = [token_name(box, t) for t in range(TOKENS)]

    def take(self, name: str) -> int:
        for token in self.left:
            if self._names[token] == name:
                self.left.remove(token)
                return token
        raise KeyError(f"no development token {name!r} is left")


def _arrange_map(s: State, box: Box, words: dict[str, Any]) -> None:
    systems = {tile_name(box, system): system for system in range(box.spaces)}
    free_spaces = list(range(box.spaces))
    for name, space in words.get("tiles", {}).items():
        lay_tile(s, box, int(space), systems.pop(name))
        free_spaces.remove(int(space))
    for space, system in zip(free_spaces, sorted(systems.values()), strict=True):
        lay_tile(s, box, space, system)
    for pair in words.get("black_holes", ()):
        ends = [sorted(end) for end in box.ends.tolist()]
        s.black_hole[ends.index(sorted(pair))] = 1
    chart_ways(s, box)
    aliens = list(range(ALIENS))

    def take(strength: int) -> int:
        token = next(t for t in aliens if box.alien_strength[t] == strength)
        aliens.remove(token)
        return token

    for strength in words.get("aliens_gone", ()):
        s.alien_fate[take(strength)] = ALIEN_GONE
    for name, shown in words.get("aliens", {}).items():
        strength, face = shown.split()
        token = take(int(strength))
        s.alien[_space(s, box, name)] = token
        s.alien_fate[token] = ALIEN_FACE_UP if face == "up" else ALIEN_UNSEEN


def _space(s: State, box: Box, name: str) -> int:
    for x in range(box.spaces):
        if space_name(s, box, x) == name:
            return x
    raise KeyError(f"no system is called {name!r}")


def _arrange_player(
    s: State, box: Box, p: int, words: dict[str, Any], cards: _Cards, tokens: _Tokens
) -> None:
    race = words.get("race")
    names = [race_name(box, r) for r in range(RACES)]
    s.race[p] = names.index(race) if race else p
    _arrange_pieces(s, box, p, words)
    s.wormhole_token[p] = words.get("wormhole_token", False)
    for i, name in enumerate(words.get("tokens", ())):
        token = tokens.take(name.removesuffix(" down"))
        gain_token(s, box, p, token)
        turn_token(s, box, p, i, int(not name.endswith(" down")))
        if box.token_kind[token] == RESERVE_PLUS:
            s.capacity[p] += box.token_amount[token]
    s.capacity[p] = words.get("capacity", int(s.capacity[p]))
    if words.get("choice"):
        s.choice[p] = [tile_name(box, c) for c in range(SYSTEMS)].index(words["choice"])
    _arrange_cards(s, p, words, cards)


def _arrange_pieces(s: State, box: Box, p: int, words: dict[str, Any]) -> None:
    for unit, field in ((FLEET, "fleets"), (BASE, "bases")):
        for name, number in words.get(field, {}).items():
            s[field][p, _space(s, box, name)] = number
            s.stock[p, unit] -= number
    for name, marker in words.get("markers", {}).items():
        s.marker[p, _space(s, box, name)] = MARKER_NAMES.index(marker)
    outposts = int((s.marker[p] == OUTPOST).sum())
    colonies = int((s.marker[p] == COLONY).sum())
    s.cubes[p] -= outposts
    stock = words.get("stock", {})
    discs = int(s.track_discs[p] + s.spare_discs[p]) - colonies
    track = stock.get("track_discs", max(int(s.track_discs[p]) - colonies, 0))
    s.track_discs[p] = track
    s.spare_discs[p] = discs - track
    at_home = (s.marker[p] == HOMEWORLD).any()
    if s.round_number > 0 or at_home:
        s.home[p] = HOME_STANDS if at_home else HOME_LOST


def _arrange_cards(s: State, p: int, words: dict[str, Any], cards: _Cards) -> None:
    own = [*range(FIRST_STARTING, FIRST_ABILITY)]
    own += [FIRST_ABILITY + ABILITIES * int(s.race[p]) + i for i in range(ABILITIES)]
    own += [int(s.chart[CHART_TILE, x]) for x in np.flatnonzero(s.marker[p] != NO_MARKER)]
    for zone, field in (
        (HAND, "hand"),
        (RESERVE, "reserve"),
        (DISCARD, "discard"),
        (REMOVED, "removed"),
        (DECK, "deck"),
    ):
        for name in words.get(field, ()):
            card = cards.find(name)
            if s.zone[p, card] != NOT_OWNED:
                raise KeyError(f"{SEAT_NAMES[p]} has {name!r} twice")
            _give(s, p, card, zone)
    for card in sorted(own):
        if s.zone[p, card] == NOT_OWNED:
            if "deck" not in words:
                _give(s, p, card, DECK)
            elif card >= SYSTEMS:
                _give(s, p, card, REMOVED)
    order = [cards.find(name) for name in words.get("deck", ())]
    order = order or [c for c in range(CARDS) if s.zone[p, c] == DECK]
    s.deck[p, : len(order)] = order
    for name in words.get("known_in_hand", ()):
        s.shown[p, cards.find(name)] = HAND
    for i, name in enumerate(words.get("secret", ())):
        s.secret[p, i] = cards.find(name)
        s.shown[p, cards.find(name)] = NOT_OWNED
        s.secret_in_hand[p, i] = name in words.get("secret_in_hand", ())


def _give(s: State, p: int, card: int, zone: int) -> None:
    """Give a player a card; what lies in a hand is hidden."""
    s.zone[p, card] = zone
    s.shown[p, card] = DECK if zone == HAND else zone
    s.count[p, zone] += 1


def _arrange_supply(s: State, words: dict[str, Any], cards: _Cards, tokens: _Tokens) -> None:
    owned = (s.zone[: s.num_players] != NOT_OWNED).any(0)
    in_play = s.chart[CHART_TILE][s.chart[CHART_TILE] != NOTHING]
    s.neutral_card[in_play] = ~owned[in_play]
    free = [c for c in range(FIRST_TECHNOLOGY, CARDS) if not owned[c]]
    s.wormhole_out = words.get("wormhole_out", False)
    if s.wormhole_out:
        free.remove(WORMHOLE_TECHNOLOGY)
    market = [cards.find(name) if name else NOTHING for name in words.get("market", ())]
    for card in market:
        if card != NOTHING:
            free.remove(card)
    deck = [cards.find(name) for name in words.get("technology_deck", ())]
    free = deck + [c for c in free if c not in deck]
    if s.round_number > 0:
        while len(market) < MARKET and free and free[0] != WORMHOLE_TECHNOLOGY:
            market.append(free.pop(0))
        s.market[: len(market)] = market
    s.tech_top = TECHNOLOGIES - len(free)
    s.tech_deck[s.tech_top :] = free
    display = [tokens.take(name) if name else NOTHING for name in words.get("display", ())]
    stack = [tokens.take(name) for name in words.get("token_stack", ())] + tokens.left
    # In setup the display is laid out only after the first colonies.
    while len(display) < DISPLAY and stack and (display or s.round_number > 0):
        display.append(stack.pop(0))
    s.display[: len(display)] = display
    s.stack_top = TOKENS - len(stack)
    s.token_stack[s.stack_top :] = stack
