"""What a player sees, and new hidden cards for search (section 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import Box, Observation, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.layout import Field, Layout
from spaceenvs.core.rows import (
    prefetch,
    prefetch_row_ahead,
    put,
    read_word,
    write_part,
    write_word,
)
from spaceenvs.cosmic_encounter.actions import DECISIONS
from spaceenvs.cosmic_encounter.bindings import BINDINGS
from spaceenvs.cosmic_encounter.captives import cone_place
from spaceenvs.cosmic_encounter.cards import is_open
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.comets import POWER_OUTAGE
from spaceenvs.cosmic_encounter.components import (
    BINARY,
    DESTINY_WILD,
    DIPLOMAT,
    FIRST_EDICT,
    FIRST_KICKER,
    FIRST_REINFORCEMENT,
    FIRST_SPECIAL,
    HEXES,
    KINDS,
    LUCRE,
    MAX_DESTINY,
    MAX_PLAYERS,
    MOST_FACE_UP,
    MOST_TOKENS,
    NUM_ARTS,
    NUM_CHALLENGE,
    NUM_COMETS,
    NUM_DESTINY,
    NUM_EDICTS,
    NUM_MOONS,
    NUM_POWERS,
    NUM_SPECIAL,
    PLANETS,
    SLOTS,
    SPACE_DUST,
    SYSTEM_MOONS,
    WORLDSHIPS,
)
from spaceenvs.cosmic_encounter.curses import CURSE_NAMES
from spaceenvs.cosmic_encounter.hooks import HOOKS
from spaceenvs.cosmic_encounter.moons.sight import sees_top_card, sees_top_destiny
from spaceenvs.cosmic_encounter.plays import IS_SECRET, KEEPS_MEMORY
from spaceenvs.cosmic_encounter.satellites import (
    ENTERED,
    FACE_UP,
    MOON,
    occupant_of,
    place_of,
    works,
)
from spaceenvs.cosmic_encounter.sets import Set, has, next_in
from spaceenvs.cosmic_encounter.sheets import is_active
from spaceenvs.cosmic_encounter.stack import (
    ASK_MOON,
    CANCEL,
    EFFECT,
    GONE,
    PREPARE,
    REFUSE,
    START_MOON,
    USE,
    WINDOW,
    find_hex,
    has_seat,
    main_of,
    seat_after,
)
from spaceenvs.cosmic_encounter.state import (
    CELLS,
    DEFENCE,
    HELD,
    MAX_ADDED,
    MAX_HELD,
    MAX_PUT_BY,
    OFFENCE,
    POWER_MEMORY,
)
from spaceenvs.cosmic_encounter.uses import EDICT, SUPER, WILD

PLANET_COUNT = MAX_PLAYERS * PLANETS
OUTER = SLOTS - PLANETS  # slots beyond the planets of a normal system
NUM_KICKERS = FIRST_REINFORCEMENT - FIRST_KICKER
PHASES = PREPARE + 1
ROLES = 4  # power, Edict, Wild, Super
PLAY_WIDTH = ROLES + NUM_POWERS + NUM_EDICTS
SHOWN_COPIES = 8  # more copies of a kind in one hand are shown as so many
# The same as a byte, like the hands: in a wider type loops over the kinds take far longer.
_SHOWN_COPIES = np.int8(SHOWN_COPIES)
_PLANETS_OF_A_WORD = np.uint64(2 ** (8 * PLANETS) - 1)
_ONE, _BYTE = np.uint64(1), np.uint64(0xFF)
_BIT_0 = np.uint64(0x0101010101010101)  # the lowest bit of every byte of a word
BIG = 127
CURSES = len(CURSE_NAMES)
BINDINGS_COUNT = len(BINDINGS)
FURTHER = MAX_HELD - 1  # powers besides the sheet
MIDDLE_KIND = KINDS // 2
SHOWN_MEMORIES = 3  # of the sheet and the first further powers
HELD_SIZE = HELD.itemsize
_P = MAX_PLAYERS
_SEATS = "by seat, yours first"

LAYOUT = Layout(
    [
        Field("decision", (len(DECISIONS),), "the decision you are asked for, one-hot"),
        Field("hook", (len(HOOKS),), "the window you are asked in, one-hot"),
        Field("seat", (_P,), "your seat number, one-hot (actions use absolute seats)"),
        Field("players", (_P + 1,), "number of players, one-hot"),
        Field("phase", (PHASES,), "the phase of the turn, one-hot"),
        Field(
            "tokens", (_P, _P, PLANETS), f"tokens [owner, system, planet], {_SEATS}", MOST_TOKENS
        ),
        Field("warp", (_P,), f"tokens in the Warp, {_SEATS}", MOST_TOKENS),
        Field("cone", (_P,), f"tokens on the cone or its ring, {_SEATS}", MOST_TOKENS),
        Field("ally", (_P, 2), f"ally of the offence, of the defence, {_SEATS}"),
        Field("invited", (2, _P), f"invited by OFF, by DEF, {_SEATS}"),
        Field("asked", (_P,), f"was asked to ally, {_SEATS}"),
        Field("joined", (_P, 2), f"joined a side, also if thrown out since, {_SEATS}"),
        Field("power", (_P, NUM_POWERS), f"the power of each player, {_SEATS}, one-hot"),
        Field("active", (_P,), f"the power can be used now, {_SEATS}"),
        Field("used", (NUM_POWERS,), "powers used that can be used once in a challenge"),
        Field("off", (_P,), f"the offensive main player, {_SEATS}, one-hot"),
        Field("defender", (_P,), f"the defensive main player, {_SEATS}, one-hot"),
        Field("system", (_P,), f"the target system, {_SEATS}, one-hot"),
        Field("target", (_P, PLANETS), "the target planet [system, planet], one-hot"),
        Field("destiny", (_P + 1,), f"colour of the destiny card, {_SEATS}; last: wild"),
        Field("destiny_left", (_P + 1, 2), "destiny discards [colour; wild, light/dark]", 3),
        Field("destiny_count", (1,), "cards in the destiny deck", MAX_DESTINY),
        Field("hand", (KINDS,), f"your cards by kind (at most {SHOWN_COPIES})", SHOWN_COPIES),
        Field("hand_size", (_P,), f"cards in hand, {_SEATS}", BIG),
        Field(
            "known",
            (_P - 1, KINDS),
            f"cards you know in the others' hands (at most {SHOWN_COPIES}), next seat first",
            SHOWN_COPIES,
        ),
        Field("discard", (KINDS,), "the discard pile by kind", 28),
        Field("top", (KINDS,), "the top card of the discard pile, one-hot"),
        Field("deck_count", (1,), "cards in the deck (at most 127)", BIG),
        Field("flare_seen", (NUM_POWERS,), "flares known to be in the game; -1: removed from it"),
        Field("returning", (NUM_ARTS,), "Edicts and Flares that time travel would return", 4),
        Field("main", (2, NUM_CHALLENGE), "main card of OFF, DEF, if you see it, one-hot"),
        Field("second", (2, NUM_CHALLENGE), "second card of OFF, DEF, if you see it, one-hot"),
        Field("kicker", (2, NUM_KICKERS), "Kicker of OFF, DEF, if you see it, one-hot"),
        Field("laid", (2, 3), "main card, second card, Kicker lies on the table"),
        Field("early", (2,), "selected early"),
        Field("given", (KINDS,), "cards you have chosen to give, or have to give back", 8),
        Field("aside", (KINDS,), "cards set aside by Chronos", 4),
        Field("attack", (2, 2), "the revealed cards [side, main/second] count as Attacks"),
        Field("printed", (2, 2), "their printed values", 40),
        Field("factor", (2,), "Kicker factors", 4),
        Field("total", (2,), "totals (within -127..127)", BIG),
        Field("flags", (20,), "state of the challenge, see observation.py"),
        Field("limit", (_P,), f"limit of tokens given by a Flare, {_SEATS}", MOST_TOKENS),
        Field("force", (NUM_POWERS,), "powers announced for the totals"),
        Field("watch", (_P,), "whose draws you see, by seat"),
        Field("dropped", (_P,), f"has dropped below three home bases, {_SEATS}"),
        Field("declared", (4,), "Calculators in order: 1 equalise, 2-5 wild", 5),
        Field("reward_due", (_P,), f"tokens to be rewarded, {_SEATS}", MOST_TOKENS),
        Field("landed", (_P,), f"tokens just landed on the target, {_SEATS}", MOST_TOKENS),
        Field("lying", (2, NUM_CHALLENGE), "main cards just discarded, one-hot"),
        Field("due", (1,), "consolation cards due", BIG),
        Field("gain", (2, _P, PLANETS), "planet gained by OFF, DEF in the proposal, one-hot"),
        Field("proposal", (5,), "cards OFF gives, DEF gives, freed, number, proposer", 20),
        Field("deal_loss", (2,), "tokens to lose by the failed deal", 20),
        Field("loss", (_P,), f"tokens in the loss event at hand, {_SEATS}", MOST_TOKENS),
        Field(
            "play",
            (2, PLAY_WIDTH),
            "the play in use and the one it answers: power, Edict, Wild, Super; its name",
        ),
        Field("user", (2, _P), f"who uses them, {_SEATS}, one-hot"),
        Field("left", (3,), "numbers of the pending procedure", BIG),
        Field(
            "cells", (NUM_POWERS, CELLS), "what powers and Flares remember of the challenge", BIG
        ),
        Field("turn_challenges", (1,), "challenges of this turn", 8),
        Field("challenges", (1,), "challenges of the game, in percent of the limit", 100),
        Field(
            "further",
            (_P, FURTHER, 2),
            f"powers besides the sheet, {_SEATS}: number + 1; 1 drawn, 2 borrowed, 3 copied",
            NUM_POWERS,
        ),
        Field(
            "memory",
            (_P, SHOWN_MEMORIES, POWER_MEMORY),
            f"what powers keep, {_SEATS}: of the sheet, of the first further ones",
            BIG,
        ),
        Field("removed", (_P,), f"tokens out of the game, {_SEATS}", MOST_TOKENS),
        Field(
            "captives",
            (_P * SLOTS + 1, _P),
            f"captives under tokens of a Fungus [place; last: cone, owner], {_SEATS}",
            MOST_TOKENS,
        ),
        Field("ghosts", (_P,), f"ghosts on a star, {_SEATS}", MOST_TOKENS),
        Field("gone", (_P, PLANETS), "planets out of the game [system, planet]"),
        Field("away", (_P,), f"cannot use the power on the sheet in this challenge, {_SEATS}"),
        Field("silenced", (_P, 2), f"silenced; may not invite allies, {_SEATS}"),
        Field("added", (2, NUM_CHALLENGE), "cards added to the main card of OFF, DEF", MAX_ADDED),
        Field("demanded", (2, NUM_CHALLENGE), "kinds that OFF, DEF must select if he can"),
        Field("extra", (_P, NUM_CHALLENGE), f"card of an ally, if you see it, {_SEATS}, one-hot"),
        Field("extra_laid", (_P,), f"an ally has laid a card, {_SEATS}"),
        Field("lost", (_P,), f"tokens lost with this challenge, {_SEATS}", MOST_TOKENS),
        Field("ring", (_P,), f"tokens on the ring of an ally of both sides, {_SEATS}", MOST_TOKENS),
        Field("bound", (_P, BINDINGS_COUNT), f"bound by a Force or answers, {_SEATS}"),
        Field("told", (_P, 3), f"told: OFF, DEF to invite him; which side to join, {_SEATS}", 3),
        Field("curse", (_P, CURSES + 1), f"a curse, one-hot; last: atonements, {_SEATS}", 2),
        Field("destiny_aside", (_P + 1, 2), "kept aside [colour; wild, light/dark]", 3),
        # The modules, zero when unused.
        Field("lucre", (_P + 1,), f"Lucre, {_SEATS}; last: of the bank", LUCRE),
        Field("lucre_points", (2,), "points bought by OFF's, DEF's side", BIG),
        Field("limbo", (_P, _P), f"tokens in the Limbo [section, owner], {_SEATS}", MOST_TOKENS),
        Field("outside", (_P,), f"tokens that wait for the Limbo, {_SEATS}", MOST_TOKENS),
        Field("marker", (_P,), f"the section of the Limbo that is filled next, {_SEATS}"),
        Field("lucre_given", (2,), "Lucre that OFF, DEF gives by the proposal", 20),
        Field("hex", (_P, len(HEXES)), f"the reverse hex of each player, {_SEATS}, one-hot"),
        Field("hex_bonus", (2,), "what a reverse hex adds to the total of OFF, DEF", BIG),
        Field("standing", (1,), "tokens that a Gas Giant has not withdrawn, 0 all", 20),
        Field("dust", (3,), "Space Dust's destiny cards: light, dark; in play: 1 light, 2 dark", 2),
        Field("first_star", (_P,), f"Binary: the star of the first power, {_SEATS}: 1, 2", 2),
        Field("first_power", (_P,), f"the power announced first + 1, {_SEATS}", NUM_POWERS),
        Field(
            "outer", (_P, _P, OUTER), f"tokens [owner, system, slot 5 to 7], {_SEATS}", MOST_TOKENS
        ),
        Field("outer_target", (_P, OUTER), "the target [system, slot 5 to 7], one-hot"),
        Field("outer_gain", (2, _P, OUTER), "gained by OFF, DEF in the proposal, slots 5 to 7"),
        Field("outer_gone", (_P,), "planet 5 out of the game [system]"),
        Field("special_up", (NUM_SPECIAL,), "the comet or colourless cone turned up, one-hot"),
        Field("special_discards", (NUM_SPECIAL,), "comets and cones on the destiny discards"),
        Field("special_seen", (NUM_SPECIAL,), "1 known to be in the game, -1 outside"),
        Field("comet", (NUM_COMETS,), "the comet in force, one-hot"),
        Field("named", (_P,), f"the players that the destiny card names, {_SEATS}"),
        Field("votes", (_P,), f"votes for the defender, {_SEATS}", _P),
        Field("fleet", (NUM_DESTINY,), "your destiny cards (Worldships)", 3),
        Field("fleet_count", (_P + 1,), f"destiny cards of Worldships, {_SEATS}; last: in play", 3),
        Field("face_up", (1,), "cards on top of the deck that all have seen", MOST_FACE_UP),
        Field("deck_top", (MOST_FACE_UP,), "their kinds, from the top: number - 82", BIG),
        # Moons [system, moon]; tokens on them and the target: `outer`.
        Field("moon_kind", (_P, SYSTEM_MOONS), "their kinds, if you know them: number + 1", BIG),
        Field(
            "moon_face",
            (_P, SYSTEM_MOONS, 4),
            "occupied and kept secret; face up; without effect now; out of the game",
        ),
        Field("moon_users", (NUM_MOONS,), f"who has the effect of a kind now: 1 you, {_SEATS}", _P),
        Field("moon_visited", (_P, SYSTEM_MOONS), "you have been on it in this challenge"),
        Field("moon_asked", (_P, SYSTEM_MOONS), "the moon that your question is about, one-hot"),
        Field("moon_bonus", (2,), "what an Ambush Moon adds to the total of OFF, DEF", BIG),
        Field("barred", (_P,), f"challenges left without powers (Zap Moon), {_SEATS}", 2),
        Field("bribe", (2, _P), f"who offers a card for an invitation; to whom, {_SEATS}, one-hot"),
        Field("bribe_card", (2,), "you see it; its kind: number - 82", BIG),
        Field("top_destiny", (1,), "the top destiny card (Peek Moon): number + 1", BIG),
        Field("top_card", (2,), "you see the deck's top card (Scout Moon); its kind - 82", BIG),
        Field(
            "put_by",
            (MAX_PUT_BY, 2),
            "cards you have set aside (wild Miser): it is there; its kind: number - 82",
            BIG,
        ),
    ]
)
SIZE = LAYOUT.size
_START = {field.name: field.start for field in LAYOUT}
O_DECISION = _START["decision"]
O_HOOK = _START["hook"]
O_SEAT = _START["seat"]
O_PLAYERS = _START["players"]
O_PHASE = _START["phase"]
O_TOKENS = _START["tokens"]
O_WARP = _START["warp"]
O_CONE = _START["cone"]
O_ALLY = _START["ally"]
O_INVITED = _START["invited"]
O_ASKED = _START["asked"]
O_JOINED = _START["joined"]
O_POWER = _START["power"]
O_ACTIVE = _START["active"]
O_USED = _START["used"]
O_OFF = _START["off"]
O_DEFENDER = _START["defender"]
O_SYSTEM = _START["system"]
O_TARGET = _START["target"]
O_DESTINY = _START["destiny"]
O_DESTINY_LEFT = _START["destiny_left"]
O_DESTINY_COUNT = _START["destiny_count"]
O_HAND = _START["hand"]
O_HAND_SIZE = _START["hand_size"]
O_KNOWN = _START["known"]
O_DISCARD = _START["discard"]
O_TOP = _START["top"]
O_DECK_COUNT = _START["deck_count"]
O_FLARE_SEEN = _START["flare_seen"]
O_RETURNING = _START["returning"]
O_MAIN = _START["main"]
O_SECOND = _START["second"]
O_KICKER = _START["kicker"]
O_LAID = _START["laid"]
O_EARLY = _START["early"]
O_GIVEN = _START["given"]
O_ASIDE = _START["aside"]
O_ATTACK = _START["attack"]
O_PRINTED = _START["printed"]
O_FACTOR = _START["factor"]
O_TOTAL = _START["total"]
O_FLAGS = _START["flags"]
O_LIMIT = _START["limit"]
O_FORCE = _START["force"]
O_WATCH = _START["watch"]
O_DROPPED = _START["dropped"]
O_DECLARED = _START["declared"]
O_REWARD_DUE = _START["reward_due"]
O_LANDED = _START["landed"]
O_LYING = _START["lying"]
O_DUE = _START["due"]
O_GAIN = _START["gain"]
O_PROPOSAL = _START["proposal"]
O_DEAL_LOSS = _START["deal_loss"]
O_LOSS = _START["loss"]
O_PLAY = _START["play"]
O_USER = _START["user"]
O_LEFT = _START["left"]
O_CELLS = _START["cells"]
O_TURN_CHALLENGES = _START["turn_challenges"]
O_CHALLENGES = _START["challenges"]
O_FURTHER = _START["further"]
O_MEMORY = _START["memory"]
O_REMOVED = _START["removed"]
O_GHOSTS = _START["ghosts"]
O_CAPTIVES = _START["captives"]
O_GONE = _START["gone"]
O_AWAY = _START["away"]
O_SILENCED = _START["silenced"]
O_ADDED = _START["added"]
O_DEMANDED = _START["demanded"]
O_EXTRA = _START["extra"]
O_EXTRA_LAID = _START["extra_laid"]
O_LOST = _START["lost"]
O_RING = _START["ring"]
O_DESTINY_ASIDE = _START["destiny_aside"]
O_CURSE = _START["curse"]
O_BOUND = _START["bound"]
O_TOLD = _START["told"]
O_LUCRE = _START["lucre"]
O_LUCRE_POINTS = _START["lucre_points"]
O_LIMBO = _START["limbo"]
O_OUTSIDE = _START["outside"]
O_MARKER = _START["marker"]
O_LUCRE_GIVEN = _START["lucre_given"]
O_HEX = _START["hex"]
O_HEX_BONUS = _START["hex_bonus"]
O_STANDING = _START["standing"]
O_DUST = _START["dust"]
O_FIRST_STAR = _START["first_star"]
O_FIRST_POWER = _START["first_power"]
O_OUTER = _START["outer"]
O_OUTER_TARGET = _START["outer_target"]
O_OUTER_GAIN = _START["outer_gain"]
O_OUTER_GONE = _START["outer_gone"]
O_SPECIAL_UP = _START["special_up"]
O_SPECIAL_DISCARDS = _START["special_discards"]
O_SPECIAL_SEEN = _START["special_seen"]
O_COMET = _START["comet"]
O_NAMED = _START["named"]
O_VOTES = _START["votes"]
O_FLEET = _START["fleet"]
O_FLEET_COUNT = _START["fleet_count"]
O_FACE_UP = _START["face_up"]
O_DECK_TOP = _START["deck_top"]
O_MOON_KIND = _START["moon_kind"]
O_MOON_FACE = _START["moon_face"]
O_MOON_USERS = _START["moon_users"]
O_MOON_VISITED = _START["moon_visited"]
O_MOON_ASKED = _START["moon_asked"]
O_MOON_BONUS = _START["moon_bonus"]
O_BARRED = _START["barred"]
O_BRIBE = _START["bribe"]
O_BRIBE_CARD = _START["bribe_card"]
O_TOP_DESTINY = _START["top_destiny"]
O_TOP_CARD = _START["top_card"]
O_PUT_BY = _START["put_by"]


@kernel
def clip(value: int) -> int:
    """Fit a number into int8."""
    return max(-BIG, min(BIG, value))


@kernel
def see_from(s: State, player: int, p: int) -> int:
    """Return how far a seat lies to the left of the player's own."""
    distance = int(p) - int(player)
    return distance + int(s.seats) if distance < 0 else distance


@kernel
def observe(s: State, box: Box, player: int, out: Observation) -> None:
    """Write what a player may know, seen from his seat."""
    viewer = int(player)
    prefetch_far(s, viewer)
    prefetch_row_ahead(out, 0)
    for i in range(SIZE):
        out[i] = 0
    observe_tokens(s, viewer, out)  # the first: it clears a few entries behind its own
    out[O_SEAT + viewer] = 1
    out[O_PLAYERS + int(s.seats)] = 1
    if s.depth > 0:
        out[O_PHASE + int(s.stack[s.challenge.floor].kind)] = 1
    prefetch_row_ahead(out, 1)
    observe_seats(s, viewer, out)
    prefetch_row_ahead(out, 2)
    observe_place(s, viewer, out)
    prefetch_row_ahead(out, 3)
    observe_piles(s, viewer, out)
    observe_table(s, viewer, out)
    observe_challenge(s, box, out)
    observe_added(s, viewer, out)
    observe_pending(s, viewer, out)
    observe_held(s, viewer, out)
    observe_away(s, viewer, out)
    if box.lucre != 0:
        observe_lucre(s, viewer, out)
    if box.reverse_warp != 0:
        observe_limbo(s, viewer, out)
    observe_hexes(s, viewer, out)
    if box.has_outer != 0:
        observe_outer(s, viewer, out)
    if box.special_destiny != 0:
        observe_special(s, viewer, out)
    if box.moons != 0:
        observe_moons(s, viewer, out)
        observe_sights(s, viewer, out)
    observe_hands(s, viewer, out)  # the last: what it reads is loaded meanwhile


@kernel
def turn_word(word: Any, player: int, seats: int) -> Any:
    """Turn a word with a byte for every seat: the player's own lowest, then those to his left.

    A loop over the seats would take as many loads, stores and comparisons. What lies beyond the
    last seat becomes 0.
    """
    own, whole = np.uint64(8 * player), np.uint64(8 * seats)
    used = (_ONE << whole) - _ONE
    return ((word & used) >> own) | ((word << (whole - own)) & used)


@kernel
def turn_seats(values: Any, player: int, seats: int) -> Any:
    """Return a number of every seat as one word, turned."""
    return turn_word(read_word(values, 0), player, seats)


@kernel
def put_seats(out: Observation, start: int, values: Any, player: int, seats: int) -> None:
    """Write a number of every seat, from the player's own on."""
    write_part(out, start, turn_seats(values, player, seats), MAX_PLAYERS)


@kernel
def put_pairs(out: Observation, start: int, first: Any, second: Any) -> None:
    """Write two numbers of every seat side by side, given as words with a byte for each seat."""
    for r in range(MAX_PLAYERS):
        shift = np.uint64(8 * r)
        out[start + 2 * r] = (first >> shift) & _BYTE
        out[start + 2 * r + 1] = (second >> shift) & _BYTE


@kernel
def put_sides(out: Observation, start: int, sides: Any) -> None:
    """Write for every seat whether it is on the side of the offence, of the defence."""
    put_pairs(out, start, sides & _BIT_0, (sides >> _ONE) & _BIT_0)


@kernel
def prefetch_far(s: State, player: int) -> None:
    """Begin to load what lies far from the rest: known cards of the others, memories of powers."""
    for p in range(s.seats):
        if s.knows[player, p] > 0:
            prefetch(s.known[player], p, 0, KINDS)
        if s.power[p] >= 0 and KEEPS_MEMORY[s.power[p]] != 0:
            prefetch(s.held, p, 0, HELD_SIZE)


@kernel
def observe_seats(s: State, player: int, out: Observation) -> None:
    """Write what is public about every seat."""
    c = s.challenge
    seats = int(s.seats)
    put_seats(out, O_WARP, s.warp, player, seats)
    put_seats(out, O_CONE, c.commit_count, player, seats)
    for side in range(2):
        put_seats(out, O_INVITED + MAX_PLAYERS * side, c.invited[side], player, seats)
    put_seats(out, O_ASKED, c.asked, player, seats)
    put_sides(out, O_ALLY, turn_seats(c.ally, player, seats))
    put_sides(out, O_JOINED, turn_seats(c.joined, player, seats))
    put_seats(out, O_LIMIT, c.limit, player, seats)
    put_seats(out, O_WATCH, c.watch[player], player, seats)
    put_seats(out, O_DROPPED, c.dropped, player, seats)
    put_seats(out, O_REWARD_DUE, c.reward_due, player, seats)
    put_seats(out, O_LANDED, c.landed, player, seats)
    for r in range(seats):
        p = seat_after(s, player, r)
        if s.power[p] >= 0:
            out[O_POWER + NUM_POWERS * r + int(s.power[p])] = 1
        if s.held_count[p] > 1:
            mark_members(s.powers[p], O_POWER + NUM_POWERS * r, out)
        out[O_HAND_SIZE + r] = min(BIG, s.hand_size[p])
    active = np.uint64(0)
    for p in range(seats):
        if is_active(s, p):
            active |= _ONE << np.uint64(8 * p)
    write_part(out, O_ACTIVE, turn_word(active, player, seats), MAX_PLAYERS)


@kernel
def observe_held(s: State, player: int, out: Observation) -> None:
    """Write the further powers of every seat and what its powers keep, but for secrets."""
    c = s.challenge
    seats = int(s.seats)
    if c.silenced != 0 or c.mute != 0:
        for r in range(seats):
            p = seat_after(s, player, r)
            out[O_SILENCED + 2 * r] = 1 if has_seat(c.silenced, p) else 0
            out[O_SILENCED + 2 * r + 1] = 1 if has_seat(c.mute, p) else 0
    for r in range(seats):
        p = seat_after(s, player, r)
        if s.power[p] >= 0 and not has(s.powers[p], s.power[p]):
            out[O_AWAY + r] = 1
        for place in range(s.held_count[p]):
            if place == 0 and (s.power[p] < 0 or KEEPS_MEMORY[s.power[p]] == 0):
                continue  # most sheets: their list need not be read
            entry = s.held[p, place]
            if place > 0:
                start = O_FURTHER + 2 * (FURTHER * r + place - 1)
                out[start] = int(entry.power) + 1
                out[start + 1] = entry.way
            if place < SHOWN_MEMORIES and KEEPS_MEMORY[entry.power] != 0:
                start = O_MEMORY + POWER_MEMORY * (SHOWN_MEMORIES * r + place)
                for i in range(POWER_MEMORY):
                    is_shown = r == 0 or IS_SECRET[entry.power, i] == 0
                    out[start + i] = clip(int(entry.memory[i])) if is_shown else 0


@kernel
def observe_away(s: State, player: int, out: Observation) -> None:
    """Write the tokens and planets that are out of the game."""
    seats = int(s.seats)
    put_seats(out, O_REMOVED, s.removed, player, seats)
    put_seats(out, O_GHOSTS, s.ghosts, player, seats)
    if turn_seats(s.captive_count, player, seats) != 0:
        for p in range(seats):
            if s.captive_count[p] > 0:
                observe_captives(s, player, p, out)
    for r in range(seats):
        # GONE, 1, is the odd one of the numbers.
        word = read_word(s.gone, seat_after(s, player, r) * SLOTS) & _BIT_0
        write_part(out, O_GONE + PLANETS * r, word, PLANETS)


@kernel
def observe_captives(s: State, player: int, captor: int, out: Observation) -> None:
    """Write the captives under a player's tokens."""
    for r in range(s.seats):
        q = seat_after(s, player, r)
        for k in range(s.seats):
            system = seat_after(s, player, k)
            for slot in range(SLOTS):
                place = O_CAPTIVES + MAX_PLAYERS * (SLOTS * k + slot) + r
                out[place] += s.captives[captor, system * SLOTS + slot, q]
        out[O_CAPTIVES + MAX_PLAYERS * MAX_PLAYERS * SLOTS + r] += s.captives[
            captor, cone_place(s), q
        ]


@kernel
def observe_hexes(s: State, player: int, out: Observation) -> None:
    """Write the reverse hexes."""
    c = s.challenge
    for side in range(2):
        out[O_HEX_BONUS + side] = c.hex_bonus[side]
    out[O_STANDING] = c.standing
    has_hexes = turn_seats(s.hex, player, int(s.seats)) != 0
    if not has_hexes and c.sanity == 0:
        return
    for r in range(s.seats):
        p = seat_after(s, player, r)
        if s.hex[p] > 0:
            out[O_HEX + len(HEXES) * r + int(s.hex[p]) - 1] = 1
        if s.hex[p] == BINARY:
            out[O_FIRST_STAR + r] = 1 + int(s.first_star[p])
        if c.first_power[p] > 0 and (s.hex[p] == BINARY or c.sanity != 0):
            out[O_FIRST_POWER + r] = c.first_power[p]
    if find_hex(s, SPACE_DUST) >= 0:
        out[O_DUST] = s.dust[0]
        out[O_DUST + 1] = s.dust[1]
        out[O_DUST + 2] = c.dust_card
    observe_fleet(s, player, out)


@kernel
def observe_outer(s: State, player: int, out: Observation) -> None:
    """Write what lies beyond the five planets of a normal system: a sixth one, stacks, moons."""
    c = s.challenge
    for k in range(s.seats):
        system = seat_after(s, player, k)
        out[O_OUTER_GONE + k] = 1 if s.gone[system * SLOTS + PLANETS] == GONE else 0
        for slot in range(OUTER):
            place = system * SLOTS + PLANETS + slot
            for r in range(s.seats):
                at = O_OUTER + (MAX_PLAYERS * r + k) * OUTER + slot
                out[at] = s.tokens[seat_after(s, player, r), place]
            if place == c.target:
                out[O_OUTER_TARGET + OUTER * k + slot] = 1
            for side in range(2):
                if place == c.gain[side]:
                    out[O_OUTER_GAIN + (MAX_PLAYERS * side + k) * OUTER + slot] = 1


@kernel
def observe_special(s: State, player: int, out: Observation) -> None:
    """Write comets and colourless cones: those that all see, and what is known of the others."""
    c = s.challenge
    if c.card_up >= FIRST_SPECIAL:
        out[O_SPECIAL_UP + int(c.card_up) - FIRST_SPECIAL] = 1
    for i in range(NUM_SPECIAL):
        out[O_SPECIAL_DISCARDS + i] = s.destiny_discards[FIRST_SPECIAL + i]
        out[O_SPECIAL_SEEN + i] = s.special_seen[i]
    if c.comet > 0:
        out[O_COMET + int(c.comet) - POWER_OUTAGE] = 1
    for r in range(s.seats):
        p = seat_after(s, player, r)
        out[O_NAMED + r] = 1 if has_seat(c.named, p) else 0
        out[O_VOTES + r] = c.votes[p]


@kernel
def observe_fleet(s: State, player: int, out: Observation) -> None:
    """Write the destiny cards of Worldships: their owner's own, of others the number."""
    owner = find_hex(s, WORLDSHIPS)
    if owner < 0:
        return
    out[O_FLEET_COUNT + see_from(s, player, owner)] = s.fleet_count
    out[O_FLEET_COUNT + MAX_PLAYERS] = s.challenge.by_worldships
    if owner == player:
        for i in range(s.fleet_count):
            out[O_FLEET + int(s.fleet[i])] += 1


@kernel
def observe_lucre(s: State, player: int, out: Observation) -> None:
    """Write the Lucre of all, what was bought and what is proposed; it is public."""
    c = s.challenge
    for r in range(s.seats):
        out[O_LUCRE + r] = s.lucre[seat_after(s, player, r)]
    out[O_LUCRE + MAX_PLAYERS] = s.bank
    for side in range(2):
        out[O_LUCRE_POINTS + side] = clip(int(c.lucre_points[side]))
        out[O_LUCRE_GIVEN + side] = c.lucre_given[side]


@kernel
def observe_limbo(s: State, player: int, out: Observation) -> None:
    """Write the Limbo, what waits for it and its marker; all of it is public."""
    for r in range(s.seats):
        p = seat_after(s, player, r)
        out[O_OUTSIDE + r] = s.outside[p]
        for k in range(s.seats):
            out[O_LIMBO + MAX_PLAYERS * k + r] = s.limbo[seat_after(s, player, k), p]
    out[O_MARKER + see_from(s, player, s.marker)] = 1


@kernel
def observe_moons(s: State, player: int, out: Observation) -> None:
    """Write the moons: who is on them, those that the player knows, what they do."""
    c = s.challenge
    for r in range(s.seats):
        system = seat_after(s, player, r)
        out[O_BARRED + r] = s.barred[system]
        for k in range(SYSTEM_MOONS):
            moon = SYSTEM_MOONS * system + k
            place = place_of(moon)
            i = SYSTEM_MOONS * r + k
            is_up = s.moon_face[moon] == FACE_UP
            if is_up or has_seat(s.moon_seen[moon], player):
                out[O_MOON_KIND + i] = int(s.moon[moon]) + 1
            out[O_MOON_FACE + 4 * i] = 1 if s.moon_face[moon] == ENTERED else 0
            out[O_MOON_FACE + 4 * i + 1] = 1 if is_up else 0
            is_idle = c.zapped[moon] != 0 or s.moon_spent[moon] != 0
            out[O_MOON_FACE + 4 * i + 2] = 1 if is_idle else 0
            out[O_MOON_FACE + 4 * i + 3] = s.gone[place]
            out[O_MOON_VISITED + i] = 1 if has_seat(c.visited[moon], player) else 0
            user = occupant_of(s, moon)
            if user >= 0 and works(s, moon):
                out[O_MOON_USERS + int(s.moon[moon])] = see_from(s, player, user) + 1
    for side in range(2):
        out[O_MOON_BONUS + side] = c.moon_bonus[side]


@kernel
def observe_sights(s: State, player: int, out: Observation) -> None:
    """Write what moons let a player see, the offer of a Bribery Moon, and his question."""
    c = s.challenge
    if c.bribe_by > 0 and c.bribe >= 0:
        out[O_BRIBE + see_from(s, player, int(c.bribe_by) - 1)] = 1
        out[O_BRIBE + MAX_PLAYERS + see_from(s, player, int(c.bribe_to) - 1)] = 1
        if player + 1 == c.bribe_by or player + 1 == c.bribe_to:
            out[O_BRIBE_CARD] = 1
            out[O_BRIBE_CARD + 1] = int(c.bribe) - MIDDLE_KIND
    if sees_top_destiny(s, player):
        out[O_TOP_DESTINY] = int(s.destiny[s.destiny_count - 1]) + 1
    if sees_top_card(s, player):
        out[O_TOP_CARD] = 1
        out[O_TOP_CARD + 1] = int(s.deck[s.deck_count - 1]) - MIDDLE_KIND
    if s.done == 0 and s.to_move == player:
        f = s.stack[s.depth - 1]
        if f.kind == START_MOON or f.kind == ASK_MOON or f.kind == REFUSE:
            moon = int(f.notes[MOON])
            system = see_from(s, player, moon // SYSTEM_MOONS)
            out[O_MOON_ASKED + SYSTEM_MOONS * system + moon % SYSTEM_MOONS] = 1


@kernel
def observe_tokens(s: State, player: int, out: Observation) -> None:
    """Write the tokens on all planets."""
    seats = int(s.seats)
    for r in range(seats):
        mine = s.tokens[seat_after(s, player, r)]
        start = O_TOKENS + MAX_PLAYERS * PLANETS * r
        for k in range(MAX_PLAYERS):  # a constant: where the systems lie is computed once
            system = player + k if player + k < seats else player + k - seats
            if k < seats:
                # A word holds a system; what is beyond its planets goes, and the next one follows.
                word = read_word(mine, system * SLOTS) & _PLANETS_OF_A_WORD
                write_word(out, start + PLANETS * k, word)


@kernel
def put_hand(out: Observation, start: int, hand: Any, size: int) -> None:
    """Write how many cards of each kind are in a hand of this size, at most `SHOWN_COPIES`."""
    if size <= SHOWN_COPIES:
        put(out, start, hand)
        return
    shown = out[start : start + KINDS]
    for k in range(KINDS):
        shown[k] = min(_SHOWN_COPIES, hand[k])


@kernel
def observe_hands(s: State, player: int, out: Observation) -> None:
    """Write the player's own cards, and those that he knows in the hands of the others."""
    put_hand(out, O_HAND, s.hand[player], s.hand_size[player])
    for r in range(1, s.seats):
        p = seat_after(s, player, r)
        if s.knows[player, p] > 0:
            put_hand(out, O_KNOWN + KINDS * (r - 1), s.known[player, p], s.knows[player, p])


@kernel
def mark_planet(s: State, player: int, place: int, start: int, out: Observation) -> None:
    """Write a planet as one-hot [system from the own seat, planet]; moons lie elsewhere."""
    if place >= 0 and place % SLOTS < PLANETS:
        out[start + see_from(s, player, place // SLOTS) * PLANETS + int(place) % SLOTS] = 1


@kernel
def observe_place(s: State, player: int, out: Observation) -> None:
    """Write who fights whom, where, and what destiny showed."""
    c = s.challenge
    out[O_OFF + see_from(s, player, c.off)] = 1
    if c.defender >= 0:
        out[O_DEFENDER + see_from(s, player, c.defender)] = 1
    if c.system >= 0:
        out[O_SYSTEM + see_from(s, player, c.system)] = 1
    mark_planet(s, player, c.target, O_TARGET, out)
    if DESTINY_WILD <= c.card_up < FIRST_SPECIAL:
        out[O_DESTINY + MAX_PLAYERS] = 1
    elif 0 <= c.card_up < FIRST_SPECIAL:
        out[O_DESTINY + see_from(s, player, c.card_up % MAX_PLAYERS)] = 1
    seats = int(s.seats)
    put_pairs(
        out,
        O_DESTINY_LEFT,
        turn_seats(s.destiny_discards, player, seats),
        turn_seats(s.destiny_discards[MAX_PLAYERS:], player, seats),
    )
    put_pairs(
        out,
        O_DESTINY_ASIDE,
        turn_seats(s.destiny_aside, player, seats),
        turn_seats(s.destiny_aside[MAX_PLAYERS:], player, seats),
    )
    for side in range(2):
        out[O_DESTINY_LEFT + 2 * MAX_PLAYERS + side] = s.destiny_discards[DESTINY_WILD + side]
        out[O_DESTINY_ASIDE + 2 * MAX_PLAYERS + side] = s.destiny_aside[DESTINY_WILD + side]
    out[O_DESTINY_COUNT] = s.destiny_count


@kernel
def mark_members(members: Set, start: int, out: Observation) -> None:
    """Write a set."""
    member = next_in(members, -1)
    while member >= 0:
        out[start + member] = 1
        member = next_in(members, member)


@kernel
def observe_piles(s: State, player: int, out: Observation) -> None:
    """Write the discard pile, the deck and what is known of the flares."""
    c = s.challenge
    put(out, O_DISCARD, s.discards)
    if s.discard_top >= 0:
        out[O_TOP + s.discard_top] = 1
    out[O_DECK_COUNT] = min(BIG, s.deck_count)
    out[O_FACE_UP] = s.face_up
    for i in range(s.face_up):
        out[O_DECK_TOP + i] = int(s.deck[s.deck_count - 1 - i]) - MIDDLE_KIND
    put(out, O_FLARE_SEEN, s.flare_seen)
    mark_members(c.used, O_USED, out)
    mark_members(c.force[0], O_FORCE, out)
    mark_members(c.force[1], O_FORCE, out)
    for i in range(c.played_count):
        out[O_RETURNING + c.played[i] - FIRST_EDICT] += 1


@kernel
def observe_table(s: State, player: int, out: Observation) -> None:
    """Write the cards on the table that the player may see."""
    c = s.challenge
    for side in range(2):
        mine = main_of(s, side) == player
        start = NUM_CHALLENGE * side
        if c.card[side] >= 0:
            out[O_LAID + 3 * side] = 1
            if mine or c.shown[side] != 0:
                out[O_MAIN + start + c.card[side]] = 1
        if c.second[side] >= 0:
            out[O_LAID + 3 * side + 1] = 1
            if mine or is_open(s, side):
                out[O_SECOND + start + c.second[side]] = 1
        if c.kicker[side] >= 0:
            out[O_LAID + 3 * side + 2] = 1
            if mine or is_open(s, side):
                out[O_KICKER + NUM_KICKERS * side + c.kicker[side] - FIRST_KICKER] = 1
        if c.lying[side] >= 0:
            out[O_LYING + start + c.lying[side]] = 1
        out[O_EARLY + side] = c.early[side]
        if mine:
            for i in range(c.given_count[side]):
                out[O_GIVEN + c.given[side, i]] += 1
        for i in range(c.given_count[2]):
            if side == 0 and get_cell(s, DIPLOMAT, 0) == player + 1:
                out[O_GIVEN + c.given[2, i]] += 1
        for i in range(3):
            if c.aside[side, i] >= 0:
                out[O_ASIDE + c.aside[side, i]] += 1
        for i in range(2):
            out[O_ATTACK + 2 * side + i] = c.attack[side, i]
            out[O_PRINTED + 2 * side + i] = c.printed[side, i]
        out[O_FACTOR + side] = c.factor[side]
        out[O_TOTAL + side] = clip(c.total[side])
        mark_planet(s, player, c.gain[side], O_GAIN + PLANET_COUNT * side, out)
        out[O_PROPOSAL + side] = c.cards_given[side]
        out[O_DEAL_LOSS + side] = clip(c.deal_loss[side])
    for i in range(c.lent_count):
        if c.borrower[i] == player:
            out[O_GIVEN + c.lent[i]] += 1
    if c.put_by_owner == player:
        for i in range(c.put_by_count):
            out[O_PUT_BY + 2 * i] = 1
            out[O_PUT_BY + 2 * i + 1] = int(c.put_by[i]) - MIDDLE_KIND
    out[O_PROPOSAL + 2] = c.freed
    out[O_PROPOSAL + 3] = c.proposals
    out[O_PROPOSAL + 4] = c.proposer


@kernel
def observe_challenge(s: State, box: Box, out: Observation) -> None:
    """Write the state of the challenge."""
    c = s.challenge
    flags = out[O_FLAGS : O_FLAGS + 20]
    flags[0] = c.dark
    flags[1] = 1 if c.own == 1 else 0
    flags[2] = 1 if c.own == 2 else 0
    flags[3] = c.took_token
    flags[4] = c.super_dictator
    flags[5] = 1 if c.will > 0 else 0
    flags[6] = c.wild_will
    flags[7] = c.sanity
    flags[8] = c.revealed
    flags[9] = c.upset
    flags[10] = c.both_lose
    flags[11] = c.reversed[OFFENCE]
    flags[12] = c.reversed[DEFENCE]
    flags[13] = c.copied + 1 if c.copied < 1 else -1  # 1 OFF copies, -1 DEF copies
    flags[14] = c.oracle + 1 if c.oracle < 1 else -1
    flags[15] = c.pacified + 1 if c.pacified < 1 else -1
    flags[16] = c.winner + 1 if c.winner < 1 else -1
    flags[17] = c.stellar_gas
    flags[18] = c.again
    flags[19] = c.chosen
    for i in range(c.declared_count):
        out[O_DECLARED + i] = c.declared[i]
    power = next_in(c.marked, -1)
    while power >= 0:
        for cell in range(CELLS):
            out[O_CELLS + CELLS * power + cell] = clip(get_cell(s, power, cell))
        power = next_in(c.marked, power)
    out[O_DUE] = clip(c.due)
    out[O_TURN_CHALLENGES] = s.turn_challenges
    out[O_CHALLENGES] = 100 * int(s.challenges) // box.max_challenges


@kernel
def observe_added(s: State, player: int, out: Observation) -> None:
    """Write the cards beside the main cards, the kinds demanded, and what everybody lost."""
    c = s.challenge
    for side in range(2):
        for i in range(c.added_count[side]):
            out[O_ADDED + NUM_CHALLENGE * side + c.added[side, i]] += 1
        for i in range(2):
            if c.demanded[side, i] >= 0:
                out[O_DEMANDED + NUM_CHALLENGE * side + c.demanded[side, i]] = 1
    seats = int(s.seats)
    put_seats(out, O_LOST, c.lost, player, seats)
    put_seats(out, O_RING, c.on_ring, player, seats)
    if is_anybody_bound(s):
        observe_bound(s, player, out)


@kernel
def is_anybody_bound(s: State) -> bool:
    """Whether `observe_bound` has anything to write: most often not."""
    c = s.challenge
    found = 0
    for p in range(MAX_PLAYERS):
        found |= int(c.told_ally[p]) | int(c.told_invite[OFFENCE, p])
        found |= int(c.told_invite[DEFENCE, p]) | int(c.bound[p])
        found |= int(s.curse[p]) | (int(c.extra[p]) + 1)
    return found != 0


@kernel
def observe_bound(s: State, player: int, out: Observation) -> None:
    """Write what players must do, their curses, and the cards of allies."""
    c = s.challenge
    for r in range(s.seats):
        p = seat_after(s, player, r)
        out[O_TOLD + 3 * r + 2] = c.told_ally[p]
        for side in range(2):
            out[O_TOLD + 3 * r + side] = c.told_invite[side, p]
        if c.bound[p] != 0:
            for binding in range(BINDINGS_COUNT):
                out[O_BOUND + BINDINGS_COUNT * r + binding] = int(c.bound[p]) >> binding & 1
        if s.curse[p] != 0:
            out[O_CURSE + (CURSES + 1) * r + int(s.curse[p]) - 1] = 1
            out[O_CURSE + (CURSES + 1) * r + CURSES] = s.atoned[p]
        if c.extra[p] >= 0:
            out[O_EXTRA_LAID + r] = 1
            if p == player or c.revealed != 0:
                out[O_EXTRA + NUM_CHALLENGE * r + c.extra[p]] = 1


@kernel
def mark_play(play: int, start: int, out: Observation) -> None:
    """Write a play: its role, then its power (also of a Flare) or its Edict."""
    if play < EDICT:
        role, name = 0, play
    elif play < WILD:
        role, name = 1, NUM_POWERS + play - EDICT
    elif play < SUPER:
        role, name = 2, play - WILD
    else:
        role, name = 3, play - SUPER
    out[start + role] = 1
    out[start + ROLES + name] = 1


@kernel
def observe_pending(s: State, player: int, out: Observation) -> None:
    """Write the question, if it is the player's, and the plays and losses in progress."""
    if s.done != 0:
        return
    if s.to_move == player:
        # R31: that somebody else is asked is not shown.
        top = s.stack[s.depth - 1]
        out[O_DECISION + int(s.decision)] = 1
        if top.kind == WINDOW:
            out[O_HOOK + int(top.hook)] = 1
        elif top.kind != USE:
            is_play = top.kind == CANCEL or top.kind == EFFECT
            out[O_LEFT] = clip(top.play if is_play else top.notes[0])
            out[O_LEFT + 1] = clip(top.notes[1])
            out[O_LEFT + 2] = clip(top.notes[2])
    for level in range(s.losses):
        out[O_LOSS + see_from(s, player, s.loss_owner[level])] = s.loss_count[level]
    found = 0
    for i in range(s.depth - 1, -1, -1):
        if s.stack[i].kind == USE and found < 2:
            mark_play(int(s.stack[i].play), O_PLAY + PLAY_WIDTH * found, out)
            out[O_USER + MAX_PLAYERS * found + see_from(s, player, s.stack[i].who)] = 1
            found += 1
