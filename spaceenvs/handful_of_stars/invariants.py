"""What must hold in every position: components are conserved, counts are in range."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.components import (
    ABILITIES,
    ALIENS,
    BASE,
    BASES,
    CARDS,
    COLONY,
    CUBES,
    DEALT_TECHNOLOGIES,
    DISPLAY,
    FIRST_ABILITY,
    FIRST_RESERVE_EFFECT,
    FIRST_STARTING,
    FIRST_TECHNOLOGY,
    FLEET,
    FLEETS,
    HOMEWORLD,
    MARKET,
    NO_MARKER,
    NOBODY,
    NOTHING,
    NOWHERE,
    OUTPOST,
    RESERVE_EFFECTS,
    RESOURCES,
    SPACES,
    SPARE_DISCS,
    TECHNOLOGIES,
    TIMING_RESERVE,
    TOKENS,
    TRACK,
    TRACK_DISCS,
    WORMHOLE_TECHNOLOGY,
)
from spaceenvs.handful_of_stars.payment import token_of
from spaceenvs.handful_of_stars.redeal import count_options
from spaceenvs.handful_of_stars.routes import controls, find_controller
from spaceenvs.handful_of_stars.state import (
    ALIEN_FACE_UP,
    ALIEN_GONE,
    CHART_HABITABLE,
    CHART_TILE,
    DECK,
    HAND,
    HOME_STANDS,
    IN_PLAY,
    NOT_OWNED,
    RESERVE,
    ZONES,
)
from spaceenvs.handful_of_stars.tallies import bonus_of, is_held

BROKEN = (
    "",
    "a tile lies twice or nowhere",
    "fleets or star bases are lost or too many",
    "cubes are lost or too many",
    "discs are lost or too many",
    "the homeworld cylinder is lost or doubled",
    "pieces of two players stand together without a combat",
    "a system card is lost or doubled",
    "a system card is owned without a marker",
    "a starting or ability card is with the wrong player",
    "a technology is lost or doubled",
    "cards are not where they are counted",
    "a draw deck does not hold its cards",
    "the reserve holds too much",
    "what everybody knows of a card is wrong",
    "a card is in play while none should be",
    "a development token is lost or doubled",
    "an alien token is where none should be",
    "a counter is out of range",
    "the player to move has no option",
    "a tally of pieces, cards or tokens is wrong",
)


@kernel
def check(s: State, box: Box) -> int:
    """Return 0, or the number of the first broken invariant."""
    broken = check_board(s, box)
    if broken == 0:
        broken = check_shared(s, box)
    for p in range(s.num_players):
        if broken == 0:
            broken = check_pieces(s, p)
        if broken == 0:
            broken = check_cards(s, box, p)
    if broken == 0:
        broken = check_counters(s, box)
    return broken


@kernel
def check_board(s: State, box: Box) -> int:
    """One tile on each space; one player in each, apart from a combat."""
    for x in range(box.spaces):
        system = s.chart[CHART_TILE, x]
        if system < 0 or system >= box.spaces or s.space_of[system] != x:
            return 1
    for x in range(SPACES):
        owner = find_controller(s, x, NOBODY)
        if owner != NOBODY:
            if x >= box.spaces:
                return 2
            other = find_controller(s, x, owner)
            if other != NOBODY and x != s.battle and x != s.target:
                return 6
    return 0


@kernel
def check_pieces(s: State, p: int) -> int:
    """A player's pieces are on the board, in stock or out."""
    fleets = 0
    bases = 0
    outposts = 0
    colonies = 0
    homes = 0
    for x in range(SPACES):
        if s.fleets[p, x] < 0 or s.bases[p, x] < 0:
            return 2
        fleets += s.fleets[p, x]
        bases += s.bases[p, x]
        outposts += s.marker[p, x] == OUTPOST
        colonies += s.marker[p, x] == COLONY
        homes += s.marker[p, x] == HOMEWORLD
    if s.stock[p, FLEET] < 0 or s.stock[p, BASE] < 0:
        return 2
    if fleets + s.stock[p, FLEET] != FLEETS or bases + s.stock[p, BASE] != BASES:
        return 2
    if s.cubes[p] < 0 or outposts + s.cubes[p] != CUBES:
        return 3
    if s.track_discs[p] < 0 or s.spare_discs[p] < 0:
        return 4
    if colonies + s.track_discs[p] + s.spare_discs[p] != TRACK_DISCS + SPARE_DISCS:
        return 4
    if homes != (s.home[p] == HOME_STANDS):
        return 5
    return 0


@kernel
def check_shared(s: State, box: Box) -> int:
    """Cards and tokens that only one place can hold."""
    for system in range(box.spaces):
        places = int(s.neutral_card[system])
        for p in range(s.num_players):
            if s.zone[p, system] != NOT_OWNED:
                places += 1
                if s.marker[p, s.space_of[system]] == NO_MARKER:
                    return 8
        if places != 1:
            return 7
    for card in range(FIRST_TECHNOLOGY, CARDS):
        if count_technology(s, card) != 1:
            return 10
    for token in range(TOKENS):
        if count_token(s, token) != 1:
            return 16
    for token in range(ALIENS):
        broken = check_alien(s, token)
        if broken != 0:
            return broken
    return 0


@kernel
def count_technology(s: State, card: int) -> int:
    """Return in how many places a technology is."""
    places = 0
    for i in range(s.tech_top, TECHNOLOGIES):
        places += s.tech_deck[i] == card
    for i in range(MARKET):
        places += s.market[i] == card
    for p in range(s.num_players):
        places += s.zone[p, card] != NOT_OWNED
    if card == WORMHOLE_TECHNOLOGY:
        places += s.wormhole_out
    return places


@kernel
def count_token(s: State, token: int) -> int:
    """Return in how many places a development token is."""
    places = 0
    for i in range(s.stack_top, TOKENS):
        places += s.token_stack[i] == token
    for i in range(DISPLAY):
        places += s.display[i] == token
    for p in range(s.num_players):
        for i in range(TRACK):
            places += s.token[p, i] == token
    return places


@kernel
def check_alien(s: State, token: int) -> int:
    """An alien token guards one neutral habitable system, or is out of the game."""
    places = 0
    for x in range(SPACES):
        if s.alien[x] == token:
            places += 1
            if s.chart[CHART_HABITABLE, x] == 0:
                return 17
            owner = find_controller(s, x, NOBODY)
            if owner != NOBODY and x != s.battle and x != s.target:
                return 17
    if places > 1:
        return 17
    if places == 1 and s.alien_fate[token] == ALIEN_GONE:
        return 17
    if places == 0 and s.alien_fate[token] == ALIEN_FACE_UP:
        return 17
    return 0


@kernel
def check_cards(s: State, box: Box, p: int) -> int:
    """A player's cards are counted, and known to whom they should be."""
    for zone in range(1, ZONES):
        found = 0
        for c in range(CARDS):
            found += s.zone[p, c] == zone
        if found != s.count[p, zone]:
            return 11
    for c in range(FIRST_STARTING, FIRST_TECHNOLOGY):
        owned = c < FIRST_ABILITY or (c - FIRST_ABILITY) // ABILITIES == s.race[p]
        if (s.zone[p, c] != NOT_OWNED) != owned:
            return 9
    if s.round_number > 0:
        for i in range(s.count[p, DECK]):
            if s.zone[p, s.deck[p, s.deck_top[p] + i]] != DECK:
                return 12
    if s.unmarked[p] > s.capacity[p] or s.unmarked[p] + s.marked[p] > 2 * s.capacity[p]:
        return 13
    if is_tally_wrong(s, box, p):
        return 20
    if s.count[p, IN_PLAY] != (p == s.active and s.card_in_play != NOTHING):
        return 15
    return check_knowledge(s, p)


@kernel
def count_reserve(s: State, box: Box, p: int) -> int:
    """Return how many cards in a player's reserve take room."""
    found = 0
    for c in range(CARDS):
        if s.zone[p, c] == RESERVE:
            found += box.reserve_counts[c]
    return found


@kernel
def is_tally_wrong(s: State, box: Box, p: int) -> bool:
    """Whether what is kept up to date differs from what can be counted."""
    for r in range(RESOURCES):
        total = 0
        sources = 0
        for c in range(CARDS):
            if is_held(s.zone[p, c]):
                total += int(box.amount[r, c])
                sources += box.amount[r, c] > 0
        for i in range(s.token_count[p]):
            amount = token_of(s, box, p, i, r)
            total += amount
            sources += amount > 0
        if s.total[p, r] != total or s.sources[p, r] != sources:
            return True
    for e in range(FIRST_RESERVE_EFFECT, FIRST_RESERVE_EFFECT + RESERVE_EFFECTS):
        bonus = 0
        for c in range(CARDS):
            if s.zone[p, c] == RESERVE and box.timing[c] == TIMING_RESERVE and box.effect[c] == e:
                bonus += int(box.p1[c])
        if bonus_of(s, p, e) != bonus:
            return True
    for x in range(SPACES):
        pieces = s.fleets[p, x] | s.bases[p, x] | s.marker[p, x]
        if controls(s, p, x) != (pieces != 0):
            return True
    if s.held_count[p] != s.count[p, HAND] + s.count[p, RESERVE]:
        return True
    for k in range(s.held_count[p]):
        if not is_held(s.zone[p, s.held[p, k]]):
            return True
    return count_reserve(s, box, p) != s.marked[p] + s.unmarked[p]


@kernel
def check_knowledge(s: State, p: int) -> int:
    """What everybody knows agrees with where the cards are."""
    for c in range(CARDS):
        shown = s.shown[p, c]
        zone = s.zone[p, c]
        secret = False
        for i in range(DEALT_TECHNOLOGIES):
            if s.secret[p, i] == c:
                secret = True
        if secret:
            if shown != NOT_OWNED or (zone != HAND and zone != DECK):
                return 14
        elif shown == DECK:
            if zone != HAND and zone != DECK:
                return 14
        elif shown != zone:
            return 14
    for i in range(DEALT_TECHNOLOGIES):
        card = s.secret[p, i]
        if card != NOTHING and s.secret_in_hand[p, i] != 0 and s.zone[p, card] != HAND:
            return 14
    return 0


@kernel
def check_counters(s: State, box: Box) -> int:
    """Numbers that the rules bound."""
    for r in range(RESOURCES):
        if s.pool[r] < 0:
            return 18
    if s.actions_left < 0 or s.shuffles > box.last_shuffle or s.round_number > box.max_rounds:
        return 18
    if s.battle != NOWHERE and not controls(s, s.attacker, s.battle) and s.loser == NOBODY:
        return 18
    if s.losses < 0:
        return 18
    if s.done == 0 and count_options(s) == 0:
        return 19
    return 0
