"""What a player sees, and new hidden cards for search (section 8)."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import Box, Observation, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.layout import Field, Layout
from spaceenvs.core.rng import pick, seed_rng, shuffle
from spaceenvs.core.rows import fetch, fetch_ahead, put, read_word, write_word
from spaceenvs.cosmic_encounter.actions import D_CARD, D_DEUCE, D_DISCARD, DECISIONS
from spaceenvs.cosmic_encounter.components import (
    COMPROMISE,
    DESTINY_WILD,
    DEUCE,
    FILCH,
    FIRST_EDICT,
    FIRST_FLARE,
    FIRST_KICKER,
    FIRST_REINFORCEMENT,
    KINDS,
    MAX_PLAYERS,
    NUM_ARTS,
    NUM_CHALLENGE,
    NUM_POWERS,
    PLANETS,
    SLOTS,
    TOKENS,
)
from spaceenvs.cosmic_encounter.hands import forget, note_arts
from spaceenvs.cosmic_encounter.hooks import HOOKS
from spaceenvs.cosmic_encounter.invariants import count_hidden
from spaceenvs.cosmic_encounter.powers.ethic import D_ETHIC
from spaceenvs.cosmic_encounter.powers.laser import D_LASER
from spaceenvs.cosmic_encounter.powers.virus import SUPER_VIRUS, WILD_VIRUS
from spaceenvs.cosmic_encounter.powers.warpish import SUPER_WARPISH, WILD_WARPISH
from spaceenvs.cosmic_encounter.rules import ask_again
from spaceenvs.cosmic_encounter.sets import Set, next_in
from spaceenvs.cosmic_encounter.sheets import count_held_tokens, is_active
from spaceenvs.cosmic_encounter.stack import CANCEL, EFFECT, NEXT, USE, WINDOW, main_of, seat_after
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.uses import NUM_PLAYS, WILD

PLANET_COUNT = MAX_PLAYERS * PLANETS
NUM_KICKERS = FIRST_REINFORCEMENT - FIRST_KICKER
PHASES = NEXT + 1
SHOWN_COPIES = 8  # more copies of a kind in one hand are shown as so many
# The same as a byte, like the hands: in a wider type loops over the kinds take far longer.
_SHOWN_COPIES = np.int8(SHOWN_COPIES)
_PLANETS_OF_A_WORD = np.uint64(2 ** (8 * PLANETS) - 1)
BIG = 127
_P = MAX_PLAYERS
_SEATS = "by seat, yours first"

LAYOUT = Layout(
    [
        Field("decision", (len(DECISIONS),), "the decision you are asked for, one-hot"),
        Field("hook", (len(HOOKS),), "the window you are asked in, one-hot"),
        Field("seat", (_P,), "your seat number, one-hot (actions use absolute seats)"),
        Field("players", (_P + 1,), "number of players, one-hot"),
        Field("phase", (PHASES,), "the phase of the turn, one-hot"),
        Field("tokens", (_P, _P, PLANETS), f"tokens [owner, system, planet], {_SEATS}", TOKENS),
        Field("warp", (_P,), f"tokens in the Warp, {_SEATS}", TOKENS),
        Field("cone", (_P,), f"tokens on the cone or its ring, {_SEATS}", TOKENS),
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
        Field("destiny_count", (1,), "cards in the destiny deck", 26),
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
        Field("flare_seen", (NUM_POWERS,), "flares known to all to be in the game"),
        Field("returning", (NUM_ARTS,), "Edicts and Flares that time travel would return", 4),
        Field("main", (2, NUM_CHALLENGE), "main card of OFF, DEF, if you see it, one-hot"),
        Field("second", (2, NUM_CHALLENGE), "second card of OFF, DEF, if you see it, one-hot"),
        Field("kicker", (2, NUM_KICKERS), "Kicker of OFF, DEF, if you see it, one-hot"),
        Field("laid", (2, 3), "main card, second card, Kicker lies on the table"),
        Field("early", (2,), "selected early"),
        Field("given", (KINDS,), "cards you have chosen to give in the deal", 7),
        Field("aside", (KINDS,), "cards set aside by Chronos", 4),
        Field("attack", (2, 2), "the revealed cards [side, main/second] count as Attacks"),
        Field("printed", (2, 2), "their printed values", 40),
        Field("factor", (2,), "Kicker factors", 4),
        Field("total", (2,), "totals (within -127..127)", BIG),
        Field("flags", (24,), "state of the challenge, see observation.py"),
        Field("limit", (_P,), f"limit of tokens given by a Flare, {_SEATS}", TOKENS),
        Field("force", (NUM_POWERS,), "powers announced for the totals"),
        Field("watch", (_P,), "whose draws you see, by seat"),
        Field("dropped", (_P,), f"has dropped below three home bases, {_SEATS}"),
        Field("declared", (4,), "Calculators in order: 1 equalise, 2-5 wild", 5),
        Field("reward_due", (_P,), f"tokens to be rewarded, {_SEATS}", TOKENS),
        Field("landed", (_P,), f"tokens just landed on the target, {_SEATS}", TOKENS),
        Field("lying", (2, NUM_CHALLENGE), "main cards just discarded, one-hot"),
        Field("due", (1,), "consolation cards due", BIG),
        Field("gain", (2, _P, PLANETS), "planet gained by OFF, DEF in the proposal, one-hot"),
        Field("proposal", (5,), "cards OFF gives, DEF gives, freed, number, proposer", 20),
        Field("deal_loss", (2,), "tokens to lose by the failed deal", 20),
        Field("loss", (_P,), f"tokens in the loss event at hand, {_SEATS}", TOKENS),
        Field("play", (2, NUM_PLAYS), "the play in use and the one it answers, one-hot"),
        Field("user", (2, _P), f"who uses them, {_SEATS}, one-hot"),
        Field("left", (3,), "numbers of the pending procedure", BIG),
        Field("turn_challenges", (1,), "challenges of this turn", 8),
        Field("challenges", (1,), "challenges of the game, in percent of the limit", 100),
        Field("removed", (_P,), f"tokens out of the game, {_SEATS}", TOKENS),
        Field("gone", (_P, PLANETS), "planets out of the game [system, planet]"),
        Field("captives", (_P, _P), f"tokens on the sheets [holder, owner], {_SEATS}", TOKENS),
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
O_TURN_CHALLENGES = _START["turn_challenges"]
O_CHALLENGES = _START["challenges"]
O_REMOVED = _START["removed"]
O_GONE = _START["gone"]
O_CAPTIVES = _START["captives"]


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
    fetch_known(s, viewer)
    fetch_ahead(out, 0)
    for i in range(SIZE):
        out[i] = 0
    observe_tokens(s, viewer, out)  # the first: it clears a few entries behind its own
    out[O_SEAT + viewer] = 1
    out[O_PLAYERS + int(s.seats)] = 1
    if s.depth > 0:
        out[O_PHASE + int(s.stack[s.challenge.floor].kind)] = 1
    fetch_ahead(out, 1)
    observe_seats(s, viewer, out)
    fetch_ahead(out, 2)
    observe_place(s, viewer, out)
    fetch_ahead(out, 3)
    observe_piles(s, viewer, out)
    observe_table(s, viewer, out)
    observe_challenge(s, box, out)
    observe_pending(s, viewer, out)
    observe_away(s, viewer, out)
    observe_hands(s, viewer, out)  # the last: what it reads is loaded meanwhile


@kernel
def fetch_known(s: State, player: int) -> None:
    """Begin to load what the player knows of the others' hands: it lies far from the rest."""
    for p in range(s.seats):
        if s.knows[player, p] > 0:
            fetch(s.known[player], p, 0, KINDS)


@kernel
def observe_seats(s: State, player: int, out: Observation) -> None:
    """Write what is public about every seat."""
    c = s.challenge
    for r in range(s.seats):
        p = seat_after(s, player, r)
        out[O_WARP + r] = s.warp[p]
        out[O_CONE + r] = c.commit_count[p]
        if c.ally[p] > 0:
            out[O_ALLY + 2 * r + int(c.ally[p]) - 1] = 1
        if c.joined[p] > 0:
            out[O_JOINED + 2 * r + int(c.joined[p]) - 1] = 1
        for side in range(2):
            out[O_INVITED + MAX_PLAYERS * side + r] = c.invited[side, p]
        out[O_ASKED + r] = c.asked[p]
        if s.power[p] >= 0:
            mark_members(s.powers[p], O_POWER + NUM_POWERS * r, out)
            out[O_ACTIVE + r] = 1 if is_active(s, p) else 0
        out[O_HAND_SIZE + r] = min(BIG, s.hand_size[p])
        out[O_LIMIT + r] = c.limit[p]
        out[O_WATCH + r] = c.watch[player, p]
        out[O_DROPPED + r] = c.dropped[p]
        out[O_REWARD_DUE + r] = c.reward_due[p]
        out[O_LANDED + r] = c.landed[p]


@kernel
def observe_away(s: State, player: int, out: Observation) -> None:
    """Write the tokens and planets that are out of the game, and the captives."""
    for r in range(s.seats):
        p = seat_after(s, player, r)
        out[O_REMOVED + r] = s.removed[p]
        for slot in range(PLANETS):
            out[O_GONE + PLANETS * r + slot] = s.gone[p * SLOTS + slot]
        if s.away[p] > s.removed[p]:
            for k in range(s.seats):
                holder = seat_after(s, player, k)
                out[O_CAPTIVES + MAX_PLAYERS * k + r] = count_held_tokens(s, holder, p)


@kernel
def observe_tokens(s: State, player: int, out: Observation) -> None:
    """Write the tokens on all planets."""
    for r in range(s.seats):
        mine = s.tokens[seat_after(s, player, r)]
        for k in range(s.seats):
            # A word holds a system; what is beyond its planets goes, and the next one follows.
            word = read_word(mine, seat_after(s, player, k) * SLOTS) & _PLANETS_OF_A_WORD
            write_word(out, O_TOKENS + (MAX_PLAYERS * r + k) * PLANETS, word)


@kernel
def observe_hands(s: State, player: int, out: Observation) -> None:
    """Write the player's own cards, and those that he knows in the hands of the others."""
    for k in range(KINDS):
        out[O_HAND + k] = min(_SHOWN_COPIES, s.hand[player, k])
    for r in range(1, s.seats):
        p = seat_after(s, player, r)
        if s.knows[player, p] > 0:
            start = O_KNOWN + KINDS * (r - 1)
            cards = out[start : start + KINDS]
            for k in range(KINDS):
                cards[k] = min(_SHOWN_COPIES, s.known[player, p, k])


@kernel
def mark_planet(s: State, player: int, place: int, start: int, out: Observation) -> None:
    """Write a planet as one-hot [system from the own seat, planet]."""
    if place >= 0:
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
    if c.card_up >= DESTINY_WILD:
        out[O_DESTINY + MAX_PLAYERS] = 1
    elif c.card_up >= 0:
        out[O_DESTINY + see_from(s, player, c.card_up % MAX_PLAYERS)] = 1
    for r in range(s.seats):
        colour = seat_after(s, player, r)
        for side in range(2):
            out[O_DESTINY_LEFT + 2 * r + side] = s.destiny_discards[colour + MAX_PLAYERS * side]
    for side in range(2):
        out[O_DESTINY_LEFT + 2 * MAX_PLAYERS + side] = s.destiny_discards[DESTINY_WILD + side]
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
    put(out, O_FLARE_SEEN, s.flare_seen)
    mark_members(c.used, O_USED, out)
    mark_members(c.force, O_FORCE, out)
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
            if mine or c.revealed != 0:
                out[O_SECOND + start + c.second[side]] = 1
        if c.kicker[side] >= 0:
            out[O_LAID + 3 * side + 2] = 1
            if mine or c.revealed != 0:
                out[O_KICKER + NUM_KICKERS * side + c.kicker[side] - FIRST_KICKER] = 1
        if c.lying[side] >= 0:
            out[O_LYING + start + c.lying[side]] = 1
        out[O_EARLY + side] = c.early[side]
        if mine:
            for i in range(c.given_count[side]):
                out[O_GIVEN + c.given[side, i]] += 1
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
    out[O_PROPOSAL + 2] = c.freed
    out[O_PROPOSAL + 3] = c.proposals
    out[O_PROPOSAL + 4] = c.proposer


@kernel
def observe_challenge(s: State, box: Box, out: Observation) -> None:
    """Write the state of the challenge."""
    c = s.challenge
    flags = out[O_FLAGS : O_FLAGS + 24]
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
    flags[20] = c.cells[WILD_VIRUS + OFFENCE] - c.cells[WILD_VIRUS + DEFENCE]
    flags[21] = c.cells[SUPER_VIRUS + OFFENCE] - c.cells[SUPER_VIRUS + DEFENCE]
    flags[22] = c.cells[WILD_WARPISH + OFFENCE] - c.cells[WILD_WARPISH + DEFENCE]
    flags[23] = c.cells[SUPER_WARPISH + OFFENCE] - c.cells[SUPER_WARPISH + DEFENCE]
    for i in range(c.declared_count):
        out[O_DECLARED + i] = c.declared[i]
    out[O_DUE] = clip(c.due)
    out[O_TURN_CHALLENGES] = s.turn_challenges
    out[O_CHALLENGES] = 100 * int(s.challenges) // box.max_challenges


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
            out[O_PLAY + NUM_PLAYS * found + s.stack[i].play] = 1
            out[O_USER + MAX_PLAYERS * found + see_from(s, player, s.stack[i].who)] = 1
            found += 1


# -- new hidden cards ------------------------------------------------------------------------


@kernel
def is_frozen(s: State, player: int, o: int) -> bool:
    """Whether a redeal must leave a player's cards: a question hangs on them."""
    c = s.challenge
    if o == player:
        return True
    if s.done != 0:
        return False
    for i in range(s.depth):
        # His wild Filch needs a Compromise, his wild Deuce a second Challenge card.
        f = s.stack[i]
        if f.kind == USE and f.who == o and (f.play == WILD + FILCH or f.play == WILD + DEUCE):
            return True
    if s.decision == D_LASER or s.decision == D_ETHIC:
        return o == c.off or o == c.defender or o == s.to_move
    if s.decision == D_CARD or s.decision == D_DEUCE or s.decision == D_DISCARD:
        return o == s.to_move
    return False


@kernel
def find_side(s: State, o: int) -> int:
    """Return the side of a main player, -1 of others."""
    c = s.challenge
    if o == c.off:
        return OFFENCE
    if o == c.defender:
        return DEFENCE
    return NOBODY


@kernel
def is_hidden_main(s: State, side: int) -> bool:
    """Whether the main card of a side lies face down."""
    c = s.challenge
    return c.card[side] >= 0 and c.shown[side] == 0


@kernel
def pool_own(s: State, player: int, o: int, pool: Observation) -> None:
    """Take up a player's hidden cards but those the viewer knows; leave the known in hand."""
    c = s.challenge
    side = find_side(s, o)
    if side >= 0:
        if is_hidden_main(s, side):
            s.hand[o, c.card[side]] += 1
        if c.revealed == 0 and c.second[side] >= 0:
            s.hand[o, c.second[side]] += 1
        if c.revealed == 0 and c.kicker[side] >= 0:
            s.hand[o, c.kicker[side]] += 1
        for i in range(c.given_count[side]):
            s.hand[o, c.given[side, i]] += 1
    for k in range(KINDS):
        pool[k] += s.hand[o, k] - s.known[player, o, k]
        s.hand[o, k] = s.known[player, o, k]


@kernel
def draw_from(s: State, pool: Observation, first: int, last: int) -> int:
    """Take a random card of the kinds first..last-1 out of the pool, -1 if there is none."""
    total = 0
    for k in range(first, last):
        total += pool[k]
    if total == 0:
        return NOBODY
    left = pick(s.rng, total)
    for k in range(first, last):
        left -= pool[k]
        if left < 0:
            pool[k] -= 1
            return k
    return NOBODY


@kernel
def count_kinds(s: State, o: int, first: int, last: int) -> int:
    """Count the cards of these kinds in a hand."""
    count = 0
    for k in range(first, last):
        count += s.hand[o, k]
    return count


@kernel
def demand(s: State, o: int, pool: Observation, first: int, last: int, wanted: int) -> None:
    """Give a player cards of these kinds out of the pool until he has so many."""
    while count_kinds(s, o, first, last) < wanted:
        kind = draw_from(s, pool, first, last)
        if kind < 0:
            return
        s.hand[o, kind] += 1


@kernel
def count_laid(s: State, side: int) -> int:
    """Count the hidden Challenge cards of a side on the table."""
    c = s.challenge
    count = 0
    if is_hidden_main(s, side):
        count += 1
    if c.revealed == 0 and c.second[side] >= 0:
        count += 1
    return count


@kernel
def choose_in_hand(s: State, o: int, first: int, last: int) -> int:
    """Take a random card of these kinds out of a hand."""
    left = pick(s.rng, count_kinds(s, o, first, last))
    for k in range(first, last):
        left -= s.hand[o, k]
        if left < 0:
            s.hand[o, k] -= 1
            return k
    return first


@kernel
def lay_again(s: State, o: int) -> None:
    """Choose anew which of his cards a main player has face down."""
    c = s.challenge
    side = find_side(s, o)
    if side < 0:
        return
    last = NUM_CHALLENGE
    if c.upset != 0 and count_kinds(s, o, 0, COMPROMISE) >= count_laid(s, side):
        last = COMPROMISE  # after an upset he had to select Attacks
    if is_hidden_main(s, side):
        c.card[side] = choose_in_hand(s, o, 0, last)
    if c.revealed == 0 and c.second[side] >= 0:
        c.second[side] = choose_in_hand(s, o, 0, last)
    if c.revealed == 0 and c.kicker[side] >= 0:
        c.kicker[side] = choose_in_hand(s, o, FIRST_KICKER, FIRST_REINFORCEMENT)
    for i in range(c.given_count[side]):
        c.given[side, i] = choose_in_hand(s, o, 0, KINDS)


@kernel
def deal_required(s: State, player: int, pool: Observation, needs_hand: Observation) -> None:
    """Give every player the kinds that his face-down cards, and a selection to come, need."""
    c = s.challenge
    for o in range(s.seats):
        side = find_side(s, o)
        if is_frozen(s, player, o) or side < 0:
            continue
        demand(s, o, pool, 0, NUM_CHALLENGE, count_laid(s, side) + needs_hand[o])
        if c.revealed == 0 and c.kicker[side] >= 0:
            demand(s, o, pool, FIRST_KICKER, FIRST_REINFORCEMENT, 1)


@kernel
def redeal(s: State, box: Box, player: int, seed: int) -> None:
    """Draw anew all that a player cannot see: hands, face-down cards, decks, unused flares."""
    viewer = int(player)
    seed_rng(s.rng, seed)
    pool = s.pool
    needs_hand = s.needs_hand
    for k in range(KINDS):
        pool[k] = 0
    for i in range(s.deck_count):
        pool[s.deck[i]] += 1
    for o in range(s.seats):
        # That a main viewer who has not selected holds a Challenge card is known (R6, R7).
        side = find_side(s, o)
        has_card = count_kinds(s, o, 0, NUM_CHALLENGE) > 0
        needs_hand[o] = 1 if side >= 0 and s.challenge.card[side] < 0 and has_card else 0
    for o in range(s.seats):
        if not is_frozen(s, viewer, o):
            pool_own(s, viewer, o, pool)
    redeal_unused(s, pool)
    deal_required(s, viewer, pool, needs_hand)
    for o in range(s.seats):
        if not is_frozen(s, viewer, o):
            fill_hand(s, o, pool)
            lay_again(s, o)
            note_arts(s, o)
    s.deck_count = 0
    for k in range(KINDS):
        for _ in range(pool[k]):
            s.deck[s.deck_count] = k
            s.deck_count += 1
    shuffle(s.rng, s.deck, s.deck_count)
    shuffle(s.rng, s.destiny, s.destiny_count)
    forget_what_moved(s, viewer)
    if s.done == 0 and s.to_move != viewer:
        ask_again(s, box)


@kernel
def forget_what_moved(s: State, player: int) -> None:
    """Nobody else knows a card that the redeal has taken away."""
    for o in range(s.seats):
        if not is_frozen(s, player, o):
            for v in range(s.seats):
                if v != player:
                    for k in range(KINDS):
                        while s.known[v, o, k] > count_hidden(s, o, k):
                            forget(s, v, o, k)


@kernel
def redeal_unused(s: State, pool: Observation) -> None:
    """Choose anew which flares are outside the game: none that all know to be in it."""
    for i in range(s.unused_count):
        pool[FIRST_FLARE + s.unused[i]] += 1
    for i in range(s.unused_count):
        candidates = 0
        for power in range(NUM_POWERS):
            if s.flare_seen[power] == 0:
                candidates += pool[FIRST_FLARE + power]
        left = pick(s.rng, candidates)
        for power in range(NUM_POWERS):
            if s.flare_seen[power] == 0 and pool[FIRST_FLARE + power] > 0:
                if left == 0:
                    s.unused[i] = power
                    pool[FIRST_FLARE + power] -= 1
                    break
                left -= 1


@kernel
def fill_hand(s: State, o: int, pool: Observation) -> None:
    """Fill a player's cards up to their number, face-down ones included."""
    c = s.challenge
    wanted = int(s.hand_size[o])
    side = find_side(s, o)
    if side >= 0:
        wanted += count_laid(s, side) + c.given_count[side]
        if c.revealed == 0 and c.kicker[side] >= 0:
            wanted += 1
    held = count_kinds(s, o, 0, KINDS)
    while held < wanted:
        kind = draw_from(s, pool, 0, KINDS)
        if kind < 0:
            return
        s.hand[o, kind] += 1
        held += 1
