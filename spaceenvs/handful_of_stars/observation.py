"""What a player may know: a name for every number, and the numbers (section 8)."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import Box, Observation, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.layout import Field, Layout
from spaceenvs.core.rows import prefetch_row_ahead, put
from spaceenvs.handful_of_stars.actions import D_REFILL_RESERVE
from spaceenvs.handful_of_stars.components import (
    ALIENS,
    ATTACKER,
    CARDS,
    CONNECTIONS,
    DEALT_TECHNOLOGIES,
    DEFENDER,
    DISPLAY,
    FACE,
    KINDS,
    MARKET,
    MAX_PLAYERS,
    NOBODY,
    NOTHING,
    NOWHERE,
    RACES,
    RESOURCES,
    SPACES,
    SYSTEMS,
    TECHNOLOGIES,
    TOKEN_KINDS,
    TOKENS,
    TRACK,
)
from spaceenvs.handful_of_stars.scoring import find_score
from spaceenvs.handful_of_stars.state import CHART, DECK, DISCARD, HAND, RESERVE
from spaceenvs.handful_of_stars.strength import find_strength

MOST = 127
"""The largest number of an observation; larger ones are cut."""
RIVALS = MAX_PLAYERS - 1
STOCKS = 16
ALIEN_VALUES = 10
ERRANDS = 9
PIECES = 3 * SPACES
TOKEN_FACES = TRACK * (TOKEN_KINDS + 1)

LAYOUT = Layout(
    [
        Field("decision", (D_REFILL_RESERVE,), "1 for the decision asked, D01 to D30"),
        Field("to_move", (MAX_PLAYERS,), "1 for the seat that decides, yours first"),
        Field("active", (MAX_PLAYERS,), "1 for the seat whose turn it is, yours first"),
        Field("first", (MAX_PLAYERS,), "1 for the first player, yours first"),
        Field("players", (MAX_PLAYERS + 1,), "1 at the number of players"),
        Field(
            "clock",
            (10,),
            "round, round limit, shuffles, shuffles that begin the end, last round (0: not known), "
            "actions left, tokens taken in setup, technologies and tokens left to draw, "
            "VP of a homeworld",
            100,
        ),
        Field(
            "doing",
            (ERRANDS,),
            "1 for what is bought or moved: nothing, unit, move, reinforcement, withdrawal, "
            "retreat, marker, technology, annexation",
        ),
        Field(
            "group",
            (8,),
            "fleets go, star bases go, normal route, wormhole route, how many go, "
            "1 once the step was done, how often it may still be done, marker placed",
            MOST,
        ),
        Field(
            "pool", (RESOURCES,), "points in the pool: Energy, Matter, Population, Research", MOST
        ),
        Field("due", (RESOURCES,), "points still to be paid", MOST),
        Field("slot", (MARKET + 1,), "1 for the market slot being paid, last the wormhole token"),
        Field("own_choice", (1,), "system you chose in secret, plus 1; 0 for none", SYSTEMS),
        Field("in_play", (FACE,), "the card in play, as in `market`", CARDS),
        Field("in_question", (FACE,), "the combat card to be used one way or the other", CARDS),
        Field("origin", (SPACES,), "1 for the space that a group leaves"),
        Field("destination", (SPACES,), "1 for the space where it goes or a piece is placed"),
        Field("contested", (SPACES,), "1 for the foreign target, 2 for the space of a combat", 2),
        Field("attacker", (MAX_PLAYERS,), "1 for the attacking seat, yours first"),
        Field("defender", (MAX_PLAYERS + 1,), "1 for the defending seat, last a neutral system"),
        Field(
            "combat",
            (9,),
            "strength of attacker and defender, strength added, by how much a neutral system is "
            "lowered, crossed, conceded, loser (1 attacker, 2 defender), units still to be lost",
            MOST,
        ),
        Field(
            "chart",
            (CHART, SPACES),
            "per space: system on it (-1: no such space), habitable, combat strength, wormhole, "
            "Energy, Matter, Population, Research of its card",
            SYSTEMS,
        ),
        Field("black_hole", (CONNECTIONS,), "1 for every connection with a black hole"),
        Field(
            "alien",
            (SPACES,),
            "alien token: -1 face down, 0 none, else its strength plus 1",
            ALIEN_VALUES,
        ),
        Field("alien_fate", (ALIENS,), "per token: 0 never seen, 1 face up, 2 seen and gone", 2),
        Field("neutral_card", (SYSTEMS,), "1 for every system card beside the board"),
        Field(
            "pieces",
            (MAX_PLAYERS, 3, SPACES),
            "per seat, yours first: fleets, star bases, marker (1 outpost, 2 colony, 3 homeworld)",
            21,
        ),
        Field(
            "stock",
            (MAX_PLAYERS, STOCKS),
            "per seat: fleets, star bases and cubes in stock, discs on the track, spare discs, "
            "homeworld (1 stands, 2 lost), size of a reserve, wormhole token, cards in hand, deck, "
            "reserve and discard pile, VP, tokens, dealt technologies nobody saw: known in hand, "
            "elsewhere",
            MOST,
        ),
        Field("race", (MAX_PLAYERS, RACES), "per seat: 1 for the race"),
        Field(
            "tokens",
            (MAX_PLAYERS, TRACK, TOKEN_KINDS + 1),
            "per seat, tokens in the order taken: amount of Energy, Matter, Population, Research, "
            "reserve +, VP; 1 if face up",
            9,
        ),
        Field("display", (DISPLAY, TOKEN_KINDS), "amount of each token on display, by kind", 9),
        Field(
            "market",
            (MARKET, FACE),
            "per slot: card, cost, Energy, Matter, Population, Research, VP, timing (1 action, "
            "2 free, 3 combat, 4 reserve), effect, its number",
            CARDS,
        ),
        Field("own_cards", (4, CARDS), "1 for your cards in deck, hand, reserve, discard pile"),
        Field(
            "rival_cards",
            (RIVALS, 2, CARDS),
            "per rival: 2 known in hand, 1 in the deck or drawn unseen; 2 in reserve, "
            "1 in the discard pile",
            2,
        ),
        Field("used", (CARDS,), "1 for every card whose effect was used this turn"),
        Field("removed", (TECHNOLOGIES,), "1 for every technology removed; last: set aside"),
    ]
)

_DECISION = LAYOUT["decision"].start
_TO_MOVE = LAYOUT["to_move"].start
_ACTIVE = LAYOUT["active"].start
_FIRST = LAYOUT["first"].start
_PLAYERS = LAYOUT["players"].start
_CLOCK = LAYOUT["clock"].start
_DOING = LAYOUT["doing"].start
_GROUP = LAYOUT["group"].start
_POOL = LAYOUT["pool"].start
_DUE = LAYOUT["due"].start
_SLOT = LAYOUT["slot"].start
_OWN_CHOICE = LAYOUT["own_choice"].start
_IN_PLAY = LAYOUT["in_play"].start
_IN_QUESTION = LAYOUT["in_question"].start
_ORIGIN = LAYOUT["origin"].start
_DESTINATION = LAYOUT["destination"].start
_CONTESTED = LAYOUT["contested"].start
_ATTACKER = LAYOUT["attacker"].start
_DEFENDER = LAYOUT["defender"].start
_COMBAT = LAYOUT["combat"].start
_CHART = LAYOUT["chart"].start
_BLACK_HOLE = LAYOUT["black_hole"].start
_ALIEN = LAYOUT["alien"].start
_ALIEN_FATE = LAYOUT["alien_fate"].start
_NEUTRAL_CARD = LAYOUT["neutral_card"].start
_PIECES = LAYOUT["pieces"].start
_STOCK = LAYOUT["stock"].start
_RACE = LAYOUT["race"].start
_TOKENS = LAYOUT["tokens"].start
_DISPLAY = LAYOUT["display"].start
_MARKET = LAYOUT["market"].start
_OWN_CARDS = LAYOUT["own_cards"].start
_RIVAL_CARDS = LAYOUT["rival_cards"].start
_USED = LAYOUT["used"].start
_REMOVED = LAYOUT["removed"].start
LENGTH = LAYOUT.size


@kernel
def observe(s: State, box: Box, player: int, out: Observation) -> None:
    """Write what a player may know, seen from that seat."""
    prefetch_row_ahead(out, 0)
    out[:] = 0
    observe_decision(s, box, player, out)
    if s.battle != NOWHERE:
        observe_combat(s, box, player, out)
    prefetch_row_ahead(out, 1)
    observe_board(s, out)
    for k in range(s.num_players):
        observe_seat(s, box, (player + k) % s.num_players, k, out)
    prefetch_row_ahead(out, 2)
    observe_supply(s, out)
    prefetch_row_ahead(out, 3)
    observe_own_cards(s, player, out)
    for k in range(1, s.num_players):
        observe_rival(s, (player + k) % s.num_players, k - 1, out)


@kernel
def seat_from(s: State, player: int, other: int) -> int:
    """Return how many seats clockwise of a player another one sits."""
    return int((other - player) % s.num_players)


@kernel
def observe_decision(s: State, box: Box, player: int, out: Observation) -> None:
    """Who decides what, when, and what is pending."""
    if s.done == 0:
        out[_DECISION + int(s.decision) - 1] = 1
        out[_TO_MOVE + seat_from(s, player, s.to_move)] = 1
    out[_ACTIVE + seat_from(s, player, s.active)] = 1
    if s.first != NOBODY:
        out[_FIRST + seat_from(s, player, s.first)] = 1
    out[_PLAYERS + int(s.num_players)] = 1
    out[_CLOCK] = s.round_number
    out[_CLOCK + 1] = box.max_rounds
    out[_CLOCK + 2] = s.shuffles
    out[_CLOCK + 3] = box.last_shuffle
    out[_CLOCK + 4] = min(s.end_round, box.max_rounds)
    out[_CLOCK + 5] = s.actions_left
    out[_CLOCK + 6] = s.picks
    out[_CLOCK + 7] = TECHNOLOGIES - s.tech_top
    out[_CLOCK + 8] = TOKENS - s.stack_top
    out[_CLOCK + 9] = box.home_vp
    out[_OWN_CHOICE] = s.choice[player] + 1
    observe_errand(s, out)
    for i in range(FACE):
        if s.card_in_play != NOTHING:
            out[_IN_PLAY + i] = box.face[s.card_in_play, i]
        if s.mode_card != NOTHING:
            out[_IN_QUESTION + i] = box.face[s.mode_card, i]


@kernel
def observe_errand(s: State, out: Observation) -> None:
    """What is being bought or moved."""
    out[_DOING + int(s.errand)] = 1
    if s.unit != NOTHING:
        out[_GROUP + int(s.unit)] = 1
    if s.route != NOTHING:
        out[_GROUP + KINDS + int(s.route)] = 1
    out[_GROUP + 4] = s.group
    out[_GROUP + 5] = s.begun
    out[_GROUP + 6] = s.left
    out[_GROUP + 7] = s.settling
    for r in range(RESOURCES):
        out[_POOL + r] = min(s.pool[r], MOST)
    for i in range(2):
        if s.due[i] > 0:
            out[_DUE + int(s.due_kind[i])] = min(s.due[i], MOST)
    if s.slot != NOTHING:
        out[_SLOT + int(s.slot)] = 1
    if s.origin != NOWHERE:
        out[_ORIGIN + int(s.origin)] = 1
    if s.destination != NOWHERE:
        out[_DESTINATION + int(s.destination)] = 1
    if s.target != NOWHERE:
        out[_CONTESTED + int(s.target)] = 1


@kernel
def observe_combat(s: State, box: Box, player: int, out: Observation) -> None:
    """The running combat; all of it is open."""
    out[_CONTESTED + int(s.battle)] = 2
    out[_ATTACKER + seat_from(s, player, s.attacker)] = 1
    if s.defender == NOBODY:
        out[_DEFENDER + MAX_PLAYERS] = 1
    else:
        out[_DEFENDER + seat_from(s, player, s.defender)] = 1
    out[_COMBAT] = min(find_strength(s, box, ATTACKER), MOST)
    out[_COMBAT + 1] = min(find_strength(s, box, DEFENDER), MOST)
    out[_COMBAT + 2] = min(s.extra[ATTACKER], MOST)
    out[_COMBAT + 3] = min(s.extra[DEFENDER], MOST)
    out[_COMBAT + 4] = min(s.lowered, MOST)
    out[_COMBAT + 5] = s.crossed
    out[_COMBAT + 6] = s.conceded
    out[_COMBAT + 7] = s.loser + 1
    out[_COMBAT + 8] = s.losses


@kernel
def observe_board(s: State, out: Observation) -> None:
    """Tiles, black holes, aliens, neutral system cards."""
    put(out, _CHART, s.chart)
    put(out, _BLACK_HOLE, s.black_hole)
    put(out, _ALIEN, s.alien_shown)
    put(out, _ALIEN_FATE, s.alien_fate)
    put(out, _NEUTRAL_CARD, s.neutral_card)


@kernel
def observe_seat(s: State, box: Box, p: int, k: int, out: Observation) -> None:
    """What everybody sees of a player; k is the seat's place in the observation."""
    pieces = _PIECES + k * PIECES
    put(out, pieces, s.fleets[p])
    put(out, pieces + SPACES, s.bases[p])
    put(out, pieces + 2 * SPACES, s.marker[p])
    put(out, _TOKENS + k * TOKEN_FACES, s.token_face[p])
    stock = out[_STOCK + k * STOCKS : _STOCK + (k + 1) * STOCKS]
    stock[0] = s.stock[p, 0]
    stock[1] = s.stock[p, 1]
    stock[2] = s.cubes[p]
    stock[3] = s.track_discs[p]
    stock[4] = s.spare_discs[p]
    stock[5] = s.home[p]
    stock[6] = s.capacity[p]
    stock[7] = s.wormhole_token[p]
    stock[8] = s.count[p, HAND]
    stock[9] = s.count[p, DECK]
    stock[10] = s.count[p, RESERVE]
    stock[11] = s.count[p, DISCARD]
    stock[12] = min(find_score(s, box, p), MOST)
    stock[13] = s.token_count[p]
    for i in range(DEALT_TECHNOLOGIES):
        if s.secret[p, i] != NOTHING:
            stock[15 - int(s.secret_in_hand[p, i])] += 1
    out[_RACE + k * RACES + int(s.race[p])] = 1


@kernel
def observe_supply(s: State, out: Observation) -> None:
    """The market, the display, the technologies that are gone, the effects used."""
    put(out, _MARKET, s.market_face)
    put(out, _DISPLAY, s.display_face)
    put(out, _REMOVED, s.gone)
    put(out, _USED, s.used)


@kernel
def observe_own_cards(s: State, player: int, out: Observation) -> None:
    """The player's own cards."""
    zone = s.zone[player]
    for c in range(CARDS):
        out[_OWN_CARDS + c] = zone[c] == DECK
    for c in range(CARDS):
        out[_OWN_CARDS + CARDS + c] = zone[c] == HAND
    for c in range(CARDS):
        out[_OWN_CARDS + 2 * CARDS + c] = zone[c] == RESERVE
    for c in range(CARDS):
        out[_OWN_CARDS + 3 * CARDS + c] = zone[c] == DISCARD


@kernel
def observe_rival(s: State, p: int, k: int, out: Observation) -> None:
    """What everybody knows of a rival's cards."""
    cards = out[_RIVAL_CARDS + 2 * k * CARDS : _RIVAL_CARDS + 2 * (k + 1) * CARDS]
    shown = s.shown[p]
    for c in range(CARDS):
        cards[c] = np.int8(shown[c] == DECK) | (np.int8(shown[c] == HAND) << 1)
    for c in range(CARDS):
        cards[CARDS + c] = np.int8(shown[c] == DISCARD) | (np.int8(shown[c] == RESERVE) << 1)
