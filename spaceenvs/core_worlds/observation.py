"""What a player may know (section 8): the layout and `observe`.

The record keeps what is public in the very form in which it is shown, so `observe` is mostly
plain copies.
"""

from __future__ import annotations

from spaceenvs.core.game import Box, Observation, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.layout import Field, Layout
from spaceenvs.core.rows import prefetch_row_ahead, put
from spaceenvs.core_worlds.actions import DECISIONS
from spaceenvs.core_worlds.components import (
    DEFS,
    HAND,
    MAX_PLAYERS,
    NOTHING,
    PRINTED,
    SUBTYPES,
    UNITS,
    ZONE,
    Kind,
)
from spaceenvs.core_worlds.deploy import find_deploy_cost
from spaceenvs.core_worlds.empire import Player
from spaceenvs.core_worlds.state import (
    SHOWN_FLEET,
    SHOWN_GROUND,
)

NUM_DECISIONS = len(DECISIONS) - 1
RANKS = len(SUBTYPES)
MOST = 60  # larger amounts of Energy, strength and points are shown as this
COPIES = 16  # the most copies of one card that an Empire can hold

LAYOUT = Layout(
    [
        Field("decision", (NUM_DECISIONS,), "1 for the decision that is asked"),
        Field("to_move", (MAX_PLAYERS,), "1 for the seat that decides, yours first"),
        Field("round", (1,), "the round; 0 before the first one", 10),
        Field("picks", (1,), "cards picked so far in the pre-game draft", 10),
        Field("left", (1,), "how many more cards the decision asks for", 16),
        Field("resolving", (1,), "def_id + 1 of the Tactic being resolved, 0 none", DEFS),
        Field("acting", (1,), "1 + slot of the Unit whose ability asks, 0 none", UNITS),
        Field("combo", (RANKS,), "1 for every subtype that may be deployed for no Action Point"),
        Field("target", (1,), "1 + zone slot of the World being invaded, 0 none", ZONE),
        Field("conquered", (1,), "def_id + 1 of the World just conquered, 0 none", DEFS),
        Field("keeps", (1,), "committed Units that may stay after a conquest", UNITS),
        Field("defence", (2,), "Fleet and Ground of the World being invaded", PRINTED),
        Field("strength", (2,), "Fleet and Ground totals of the Invasion", MOST),
        Field("tactics", (2,), "Fleet and Ground in them from Tactics with a fixed bonus", MOST),
        Field("committed", (UNITS,), "1 for every committed Unit of the invader"),
        Field("uses", (UNITS,), "activations of each of the invader's Units", 10),
        Field("bonus_fleet", (UNITS,), "Fleet they have gained by them", 127),
        Field("bonus_ground", (UNITS,), "Ground they have gained by them", 127),
        Field("played", (DEFS,), "Tactics played in this Invasion, by def_id", COPIES),
        Field("zone", (ZONE,), "Central Zone: def_id + 1 of the card in each slot, 0 empty", DEFS),
        Field("zone_world", (ZONE,), "1 if it is a World"),
        Field("zone_unit", (ZONE,), "1 if it is a Unit"),
        Field("zone_tactic", (ZONE,), "1 if it is a Tactic"),
        Field("zone_prestige", (ZONE,), "1 if it is a Prestige card"),
        Field("zone_price", (ZONE,), "Energy to draft it, or to invade it", PRINTED),
        Field("zone_fleet", (ZONE,), "its Fleet", PRINTED),
        Field("zone_ground", (ZONE,), "its Ground", PRINTED),
        Field("zone_energy", (ZONE,), "Energy it generates", PRINTED),
        Field("zone_points", (ZONE,), "its printed points", PRINTED),
        Field("zone_bonus", (ZONE,), "1 if it also gives bonus points"),
        Field("zone_token", (ZONE,), "1 if it carries an Energy Token"),
        Field("unrevealed", (DEFS,), "cards left in Galactic Decks 1 to 5, by def_id", COPIES),
        Field("hand", (HAND,), "your hand: def_id + 1 of the card in each slot, 0 none", DEFS),
        Field("hand_unit", (HAND,), "1 if it is a Unit"),
        Field("hand_cost", (HAND,), "Energy to deploy or play it now", PRINTED),
        Field("hand_fleet", (HAND,), "its Fleet", PRINTED),
        Field("hand_ground", (HAND,), "its Ground", PRINTED),
        Field("hand_points", (HAND,), "its printed points", PRINTED),
        Field("unit_fleet", (UNITS,), "printed Fleet of your Unit in each slot", PRINTED),
        Field("unit_ground", (UNITS,), "printed Ground of your Unit in each slot", PRINTED),
        Field("energy", (MAX_PLAYERS,), "Energy of every seat, yours first (so below)", MOST),
        Field("actions", (MAX_PLAYERS,), "Action Points", 6),
        Field("passed", (MAX_PLAYERS,), "1 if passed"),
        Field("explored", (MAX_PLAYERS,), "1 if Energy Exploration was used this round"),
        Field("surge_tokens", (MAX_PLAYERS,), "Energy Surge tokens", 2),
        Field("destiny", (MAX_PLAYERS,), "1 for the holder of the Destiny Marker"),
        Field("generated", (MAX_PLAYERS,), "World Energy total when Worlds last generated", MOST),
        Field("world_energy", (MAX_PLAYERS,), "World Energy total now", MOST),
        Field("worlds", (MAX_PLAYERS,), "Worlds held, the Home World included", 48),
        Field("points", (MAX_PLAYERS,), "printed points of the Empire", MOST),
        Field("hand_size", (MAX_PLAYERS,), "cards in hand", HAND),
        Field("deck_size", (MAX_PLAYERS,), "cards in the draw deck", 72),
        Field("discard_size", (MAX_PLAYERS,), "cards in the discard pile", 72),
        Field("unit_count", (MAX_PLAYERS,), "Units in the Warzone", UNITS),
        Field("colony", (MAX_PLAYERS, 2), "colonised Galactic Grunts and Snub Fighters", COPIES),
        Field("units", (MAX_PLAYERS, UNITS), "def_id + 1 of the Unit in each slot, 0 none", DEFS),
        Field("unit_tokens", (MAX_PLAYERS, UNITS), "Energy Tokens on it", 10),
        Field("known_hand", (MAX_PLAYERS, HAND), "def_id + 1 of hand cards everybody knows", DEFS),
        Field(
            "empire",
            (MAX_PLAYERS, DEFS),
            "by def_id: Units and Tactics in hand and deck together, Worlds and Prestige held",
            COPIES,
        ),
        Field("discard", (MAX_PLAYERS, DEFS), "discard pile by def_id (0 if hidden)", COPIES),
    ]
)

DECISION = LAYOUT["decision"].start
TO_MOVE = LAYOUT["to_move"].start
ROUND = LAYOUT["round"].start
COMBO = LAYOUT["combo"].start
TARGET = LAYOUT["target"].start
DEFENCE = LAYOUT["defence"].start
COMMITTED = LAYOUT["committed"].start
PLAYED = LAYOUT["played"].start
ZONE_CARD = LAYOUT["zone"].start
ZONE_SHOWN = LAYOUT["zone_world"].start
UNREVEALED = LAYOUT["unrevealed"].start
OWN_HAND = LAYOUT["hand"].start
OWN_UNITS = LAYOUT["unit_fleet"].start
SEAT_NUMBERS = LAYOUT["energy"].start
COLONY = LAYOUT["colony"].start
SEAT_UNITS = LAYOUT["units"].start
SEAT_TOKENS = LAYOUT["unit_tokens"].start
SEAT_KNOWN = LAYOUT["known_hand"].start
EMPIRE = LAYOUT["empire"].start
DISCARD = LAYOUT["discard"].start
LENGTH = LAYOUT.size


@kernel
def observe(s: State, box: Box, player: int, out: Observation) -> None:
    """Write what a player may know, from that player's seat."""
    n = int(s.num_players)
    prefetch_row_ahead(out, 0)
    for i in range(ZONE_CARD):
        out[i] = 0
    out[DECISION + s.decision - 1] = 1
    out[TO_MOVE + (s.to_move - player + n) % n] = 1
    _show_pending(s, out)
    prefetch_row_ahead(out, 1)
    _show_zone(s, out)
    _show_own_cards(box, s.players[player], out)
    for k in range(n):
        if k < 2:  # at least two players sit at the table
            prefetch_row_ahead(out, 2 + k)
        p = (player + k) % n
        me = s.players[p]
        _show_numbers(me, k, p == s.destiny, out)
        _show_warzone(me, k, out)
        if k == 0 or box.public_discards != 0:
            _show_piles(me, k, out)
        else:
            _show_hidden_piles(me, k, out)
    _blank_empty_seats(n, out)


@kernel
def _show_pending(s: State, out: Observation) -> None:
    """Show what the decision is about, and the running Invasion."""
    out[ROUND] = s.round_number
    out[ROUND + 1] = s.picks
    out[ROUND + 2] = s.left
    out[ROUND + 3] = s.resolving + 1
    out[ROUND + 4] = s.acting + 1
    for rank in range(RANKS):
        out[COMBO + rank] = (s.combo_mask >> rank) & 1
    if s.target == NOTHING and s.conquered == NOTHING:
        return
    out[TARGET] = s.target + 1
    out[TARGET + 1] = s.conquered + 1
    out[TARGET + 2] = s.keeps
    if s.target != NOTHING:
        out[DEFENCE] = s.zone_shown[SHOWN_FLEET, s.target]
        out[DEFENCE + 1] = s.zone_shown[SHOWN_GROUND, s.target]
    out[DEFENCE + 2] = min(MOST, s.fleet)
    out[DEFENCE + 3] = min(MOST, s.ground)
    out[DEFENCE + 4] = min(MOST, s.tactic_fleet)
    out[DEFENCE + 5] = min(MOST, s.tactic_ground)
    put(out, COMMITTED, s.committed)
    put(out, COMMITTED + UNITS, s.uses)
    put(out, COMMITTED + 2 * UNITS, s.bonus_fleet)
    put(out, COMMITTED + 3 * UNITS, s.bonus_ground)
    put(out, PLAYED, s.played)


@kernel
def _show_zone(s: State, out: Observation) -> None:
    """Show the Central Zone and what is left in the Galactic Decks."""
    for i in range(ZONE):
        out[ZONE_CARD + i] = s.zone[i] + 1
    put(out, ZONE_SHOWN, s.zone_shown)
    put(out, UNREVEALED, s.unrevealed)


@kernel
def _show_own_cards(box: Box, me: Player, out: Observation) -> None:
    """Show the player's own hand and the strengths of the own Units."""
    for i in range(OWN_HAND, SEAT_NUMBERS):
        out[i] = 0
    for i in range(me.hand_size):
        number = me.hand[i]
        card = box.cards[number]
        is_unit = card.kind == Kind.UNIT
        out[OWN_HAND + i] = number + 1
        out[OWN_HAND + HAND + i] = is_unit
        cost = find_deploy_cost(box, me, number) if is_unit else card.deploy_cost + 0
        out[OWN_HAND + 2 * HAND + i] = cost
        out[OWN_HAND + 3 * HAND + i] = card.fleet
        out[OWN_HAND + 4 * HAND + i] = card.ground
        out[OWN_HAND + 5 * HAND + i] = card.points
    for i in range(me.unit_count):
        card = box.cards[me.units[i]]
        out[OWN_UNITS + i] = card.fleet
        out[OWN_UNITS + UNITS + i] = card.ground


@kernel
def _show_numbers(me: Player, k: int, is_destiny: bool, out: Observation) -> None:
    """Show the numbers of a seat; the order is that of the layout from `energy` on."""
    i = SEAT_NUMBERS + k
    out[i] = min(MOST, me.energy)
    out[i + MAX_PLAYERS] = me.ap
    out[i + 2 * MAX_PLAYERS] = me.passed
    out[i + 3 * MAX_PLAYERS] = me.explored
    out[i + 4 * MAX_PLAYERS] = me.surge_tokens
    out[i + 5 * MAX_PLAYERS] = is_destiny
    out[i + 6 * MAX_PLAYERS] = min(MOST, me.generated)
    out[i + 7 * MAX_PLAYERS] = min(MOST, me.world_energy)
    out[i + 8 * MAX_PLAYERS] = me.worlds
    out[i + 9 * MAX_PLAYERS] = min(MOST, me.points)
    out[i + 10 * MAX_PLAYERS] = me.hand_size
    out[i + 11 * MAX_PLAYERS] = me.deck_size
    out[i + 12 * MAX_PLAYERS] = me.discard_size
    out[i + 13 * MAX_PLAYERS] = me.unit_count
    out[COLONY + 2 * k] = me.colony[0]
    out[COLONY + 2 * k + 1] = me.colony[1]


@kernel
def _show_warzone(me: Player, k: int, out: Observation) -> None:
    """Show the Units of a seat, and its hand as far as everybody knows it."""
    units = out[SEAT_UNITS + UNITS * k : SEAT_UNITS + UNITS * (k + 1)]
    known = out[SEAT_KNOWN + HAND * k : SEAT_KNOWN + HAND * (k + 1)]
    for i in range(UNITS):
        units[i] = me.units[i] + 1
    put(out, SEAT_TOKENS + UNITS * k, me.tokens)
    for i in range(HAND):
        known[i] = me.known[i] + 1


@kernel
def _show_piles(me: Player, k: int, out: Observation) -> None:
    """Show what lies in hand and deck together, and in the discard pile."""
    empire = out[EMPIRE + DEFS * k : EMPIRE + DEFS * (k + 1)]
    for card in range(DEFS):
        empire[card] = me.pool[card] + me.held[card]
    put(out, DISCARD + DEFS * k, me.discard)


@kernel
def _show_hidden_piles(me: Player, k: int, out: Observation) -> None:
    """Show hand, deck and discard pile as one (R57)."""
    for card in range(DEFS):
        out[EMPIRE + DEFS * k + card] = me.pool[card] + me.held[card] + me.discard[card]
        out[DISCARD + DEFS * k + card] = 0


@kernel
def _blank_empty_seats(n: int, out: Observation) -> None:
    """Leave zeros where nobody sits."""
    for k in range(n, MAX_PLAYERS):
        for i in range(SEAT_NUMBERS + k, COLONY, MAX_PLAYERS):
            out[i] = 0
    out[COLONY + 2 * n : SEAT_UNITS] = 0
    out[SEAT_UNITS + UNITS * n : SEAT_TOKENS] = 0
    out[SEAT_TOKENS + UNITS * n : SEAT_KNOWN] = 0
    out[SEAT_KNOWN + HAND * n : EMPIRE] = 0
    out[EMPIRE + DEFS * n : DISCARD] = 0
    out[DISCARD + DEFS * n : LENGTH] = 0
