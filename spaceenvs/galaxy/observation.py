"""What a player sees: a name for every number, and `observe`."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import Box, Observation, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.layout import Field, Layout
from spaceenvs.core.rows import put
from spaceenvs.galaxy.actions import DECISIONS
from spaceenvs.galaxy.components import (
    CARDS,
    FIRST_KHA,
    LEVELS,
    MAX_PLAYERS,
    ROWS,
    SHIPS,
    TOKENS,
    VALUE_OF,
    VALUES,
    WORLD_OF,
    WORLDS,
)
from spaceenvs.galaxy.state import (
    DECK,
    DISCARD,
    FRONT,
    HAND,
    NO_CARD,
    NOBODY,
    RESERVE,
    SURRENDER_PHASE,
)
from spaceenvs.galaxy.turn import is_bound

P, W, C, V, T = MAX_PLAYERS, WORLDS, CARDS, VALUES, TOKENS
TECHNOLOGIES_IN_FRONT = 4
LAYOUT = Layout(
    [
        # Cards, one number for each card id. These five come first: `observe` writes all of them.
        Field("hand", (C,), "1 for every card in your hand"),
        Field("reserve", (C,), "1 for every card in your Reserve"),
        Field("discarded", (C,), "1 for every card on the discard pile"),
        Field("row", (C,), "the row a ship on the table lies in, as far as you know", ROWS),
        Field("height", (C,), "its place in the pile from the bottom, as far as you know", 22),
        Field("others", (P - 1, C), "for each opponent: 1 known to be in hand, -1 in Reserve"),
        Field("deck_place", (C,), "place in the deck from the top of a card you know there", C),
        Field("face_down", (V,), "1 for every Kha'Farjimmn ship you know to lie face down"),
        Field("ally_at", (V, W), "one-hot: the column that each Ally lies in"),
        # Piles.
        Field("shown", (ROWS, W), "1 + value of the top ship, 0 empty, -1 face down", VALUES),
        Field("pile_size", (ROWS, W), "ships in the pile", 22),
        Field("played_top", (W,), "1 where the active row's top ship was played this turn"),
        # Worlds and bases.
        Field("in_play", (W,), "1 for every world that has not surrendered"),
        Field("governor", (P, W), "1 where this relative seat governs"),
        Field("influence", (P, W), "influence of each relative seat", 25),
        Field("bases", (P, T, W), "visible bases: 7 - level where the base lies, else 0", LEVELS),
        Field("excluded", (P, W), "1: not the world of that seat's garrison"),
        Field("garrison_world", (W,), "one-hot: the world of your garrison"),
        Field("garrison_value", (V,), "one-hot: the value of your garrison"),
        Field(
            "technologies", (P, TECHNOLOGIES_IN_FRONT), "Phaser, Screens, Sensors, Warp in front"
        ),
        # Seats.
        Field("seats", (P,), "1 for every seat that is played"),
        Field("to_move", (P,), "one-hot: who decides, by relative seat"),
        Field("active", (P,), "one-hot: whose turn it is, by relative seat"),
        Field("supply", (P,), "bases in supply", TOKENS),
        Field("secret", (P,), "1 if that seat has a secret base"),
        Field("secret_placed", (P,), "1 if that seat has ever placed a secret base"),
        Field("hand_count", (P,), "cards in hand", C),
        Field("reserve_count", (P,), "cards in Reserve", C),
        # The auction.
        Field("dealer", (P,), "one-hot: the dealer, by relative seat"),
        Field("last_bid", (P,), "1 + last bid, 0 if none", VALUES),
        Field("failed_bid", (P,), "1 + the bid that seat could not show, 0 if none", VALUES),
        Field("high_bid", (1,), "1 + highest bid, 0 if none", VALUES),
        Field("passes", (1,), "passes in a row", P),
        Field("bound", (1,), "1 + the value that the first ship must have, 0 if free", VALUES),
        # The turn.
        Field("decision", (len(DECISIONS),), "one-hot: the decision to be made, by its number"),
        Field("round", (ROWS,), "one-hot: the round, which is the active row"),
        Field("phase", (5,), "one-hot: auction, then phases 1 to 4"),
        Field("action_done", (4,), "one-hot: A not yet, ship played, discarded, secret base"),
        Field("base_done", (1,), "1: a base was placed or revealed this turn"),
        Field("technology_done", (1,), "1: a technology was played this turn"),
        Field("committed", (1,), "1: a technology came first, a ship must follow"),
        Field("shuttle_played", (1,), "1: a face-up ship of value 2 was played this turn"),
        Field("played_column", (2, W), "one-hot: where the first and second ship were played"),
        Field("played_as_governor", (2,), "1: by the governor of that column"),
        Field("deck_count", (1,), "cards in the deck", C),
        # The current ship.
        Field("ship_value", (1,), "1 + value of the current ship, 0 if none or unknown", VALUES),
        Field("ship_face_down", (1,), "1: it was played face down"),
        Field("opportunities", (1,), "attacks it has left", 9),
        Field("power_used", (1,), "1: its power was used"),
        Field("sensors_used", (1,), "1: Sensors were rolled for it"),
        Field("warp_used", (1,), "1: Warp Drive was used for it"),
        Field("destroyed", (1,), "1: it was destroyed"),
        Field("denied", (W,), "1: the ship of that column refused its attack"),
        # What the decision is about.
        Field("chosen_world", (W,), "one-hot: world of the card you are about to play or keep"),
        Field("chosen_value", (V,), "one-hot: its value (an Ally has no world)"),
        Field("target_world", (W,), "one-hot: the column that the decision is about"),
        Field("victim", (P,), "one-hot: who is attacked, or gets a card"),
        Field("spoils", (P, W), "1: Spoils still due to that seat in that column"),
        Field("cylor_discards", (1,), "ships discarded by Cylor's power, not yet replaced", 3),
        Field("redraws", (1,), "dead ships shown and discarded this turn", 2),
        Field("last_draw", (1,), "1: the game ends after this Draw phase"),
    ]
)

O_HAND = LAYOUT["hand"].start
O_RESERVE = LAYOUT["reserve"].start
O_DISCARDED = LAYOUT["discarded"].start
O_ROW = LAYOUT["row"].start
O_HEIGHT = LAYOUT["height"].start
O_OTHERS = LAYOUT["others"].start
O_DECK_PLACE = LAYOUT["deck_place"].start
O_FACE_DOWN = LAYOUT["face_down"].start
O_ALLY_AT = LAYOUT["ally_at"].start
O_SHOWN = LAYOUT["shown"].start
O_PILE_SIZE = LAYOUT["pile_size"].start
O_PLAYED_TOP = LAYOUT["played_top"].start
O_IN_PLAY = LAYOUT["in_play"].start
O_GOVERNOR = LAYOUT["governor"].start
O_INFLUENCE = LAYOUT["influence"].start
O_BASES = LAYOUT["bases"].start
O_EXCLUDED = LAYOUT["excluded"].start
O_GARRISON_WORLD = LAYOUT["garrison_world"].start
O_GARRISON_VALUE = LAYOUT["garrison_value"].start
O_TECHNOLOGIES = LAYOUT["technologies"].start
O_SEATS = LAYOUT["seats"].start
O_TO_MOVE = LAYOUT["to_move"].start
O_ACTIVE = LAYOUT["active"].start
O_SUPPLY = LAYOUT["supply"].start
O_SECRET = LAYOUT["secret"].start
O_SECRET_PLACED = LAYOUT["secret_placed"].start
O_HAND_COUNT = LAYOUT["hand_count"].start
O_RESERVE_COUNT = LAYOUT["reserve_count"].start
O_DEALER = LAYOUT["dealer"].start
O_LAST_BID = LAYOUT["last_bid"].start
O_FAILED_BID = LAYOUT["failed_bid"].start
O_HIGH_BID = LAYOUT["high_bid"].start
O_PASSES = LAYOUT["passes"].start
O_BOUND = LAYOUT["bound"].start
O_DECISION = LAYOUT["decision"].start
O_ROUND = LAYOUT["round"].start
O_PHASE = LAYOUT["phase"].start
O_ACTION_DONE = LAYOUT["action_done"].start
O_BASE_DONE = LAYOUT["base_done"].start
O_TECHNOLOGY_DONE = LAYOUT["technology_done"].start
O_COMMITTED = LAYOUT["committed"].start
O_SHUTTLE_PLAYED = LAYOUT["shuttle_played"].start
O_PLAYED_COLUMN = LAYOUT["played_column"].start
O_PLAYED_AS_GOVERNOR = LAYOUT["played_as_governor"].start
O_DECK_COUNT = LAYOUT["deck_count"].start
O_SHIP_VALUE = LAYOUT["ship_value"].start
O_SHIP_FACE_DOWN = LAYOUT["ship_face_down"].start
O_OPPORTUNITIES = LAYOUT["opportunities"].start
O_POWER_USED = LAYOUT["power_used"].start
O_SENSORS_USED = LAYOUT["sensors_used"].start
O_WARP_USED = LAYOUT["warp_used"].start
O_DESTROYED = LAYOUT["destroyed"].start
O_DENIED = LAYOUT["denied"].start
O_CHOSEN_WORLD = LAYOUT["chosen_world"].start
O_CHOSEN_VALUE = LAYOUT["chosen_value"].start
O_TARGET_WORLD = LAYOUT["target_world"].start
O_VICTIM = LAYOUT["victim"].start
O_SPOILS = LAYOUT["spoils"].start
O_CYLOR_DISCARDS = LAYOUT["cylor_discards"].start
O_REDRAWS = LAYOUT["redraws"].start
O_LAST_DRAW = LAYOUT["last_draw"].start


@kernel
def observe(s: State, box: Box, player: int, out: Observation) -> None:
    """Write what a player may know, seen from that seat."""
    observe_cards(s, player, out)
    observe_others(s, player, out)
    out[O_OTHERS + (int(s.num_players) - 1) * CARDS :] = 0
    observe_face_down(s, player, out)
    observe_deck(s, player, out)
    observe_piles(s, player, out)
    observe_worlds(s, player, out)
    observe_seats(s, player, out)
    observe_turn(s, player, out)
    observe_pending(s, player, out)


@kernel
def relative(s: State, player: int, seat: int) -> int:
    """Return how far to the left of the player a seat is."""
    distance = int(seat) - int(player)
    return distance if distance >= 0 else distance + int(s.num_players)


@kernel
def observe_cards(s: State, player: int, out: Observation) -> None:
    """Write the public planes of cards and the player's own.

    Straight loops over int8, one plane each, which the compiler turns into vectors.
    """
    hand = np.int8(HAND + player)
    reserve = np.int8(RESERVE + player)
    for c in range(CARDS):
        out[O_HAND + c] = s.place[c] == hand
    for c in range(CARDS):
        out[O_RESERVE + c] = s.place[c] == reserve
    for c in range(CARDS):
        out[O_DISCARDED + c] = s.place[c] == DISCARD
    put(out, O_ROW, s.row)  # R50: also ships that others cover
    put(out, O_HEIGHT, s.height)


@kernel
def observe_others(s: State, player: int, out: Observation) -> None:
    """Write what the player knows of the other players' cards."""
    bit = np.int8(1 << player)
    seat = int(player)
    for k in range(s.num_players - 1):
        seat = seat + 1 if seat + 1 < s.num_players else 0
        hand = np.int8(HAND + seat)
        reserve = np.int8(RESERVE + seat)
        start = O_OTHERS + k * CARDS
        for c in range(CARDS):
            there = np.int8(s.place[c] == hand) - np.int8(s.place[c] == reserve)
            known = np.int8(np.int8(s.known[c] & bit) == bit)
            out[start + c] = there & -known


@kernel
def observe_face_down(s: State, player: int, out: Observation) -> None:
    """Write which face-down ships the player knows, and hide those he does not."""
    for v in range(VALUES):
        if s.face_down[v] != 0:
            if (s.known[FIRST_KHA + v] & (1 << player)) != 0:
                out[O_FACE_DOWN + v] = 1
            else:
                out[O_ROW + FIRST_KHA + v] = 0
                out[O_HEIGHT + FIRST_KHA + v] = 0


@kernel
def observe_deck(s: State, player: int, out: Observation) -> None:
    """Write the places of the deck cards that the player knows: seen with a Shuttle.

    They are the top card while D18 is asked, and some that lie under the deck.
    """
    bit = np.int8(1 << player)
    first = np.int8(s.deck_first)
    for c in range(CARDS):
        ahead = np.int8(s.slot[c] - first)
        ahead = np.int8(ahead + (np.int8(CARDS) & -np.int8(ahead < 0)))
        there = np.int8(s.place[c] == DECK) & np.int8(np.int8(s.known[c] & bit) == bit)
        out[O_DECK_PLACE + c] = np.int8(ahead + 1) & -there


@kernel
def observe_piles(s: State, player: int, out: Observation) -> None:
    """Write what the piles show."""
    put(out, O_ALLY_AT, s.ally_at)
    put(out, O_SHOWN, s.shown[1:])
    put(out, O_PILE_SIZE, s.pile_size[1:])
    first, second = s.played_card[0], s.played_card[1]
    for w in range(WORLDS):
        top = s.top[s.active_row, w]
        out[O_PLAYED_TOP + w] = (top != NO_CARD) & ((top == first) | (top == second))


@kernel
def observe_worlds(s: State, player: int, out: Observation) -> None:
    """Write worlds, governors, bases."""
    put(out, O_IN_PLAY, s.in_play)
    seat = int(player)
    for k in range(s.num_players):
        put(out, O_GOVERNOR + WORLDS * k, s.governs[seat])
        put(out, O_INFLUENCE + WORLDS * k, s.influence[seat])
        put(out, O_EXCLUDED + WORLDS * k, s.excluded[seat])
        put(out, O_BASES + WORLDS * TOKENS * k, s.base_at[seat])
        seat = seat + 1 if seat + 1 < s.num_players else 0
    garrison = s.garrison[player]
    if garrison != NO_CARD:
        out[O_GARRISON_WORLD + int(WORLD_OF[garrison])] = 1
        out[O_GARRISON_VALUE + int(VALUE_OF[garrison])] = 1


@kernel
def observe_seats(s: State, player: int, out: Observation) -> None:
    """Write what is public about every seat."""
    seat = int(player)
    for k in range(s.num_players):
        out[O_SEATS + k] = 1
        out[O_SUPPLY + k] = s.supply[seat]
        out[O_SECRET + k] = s.garrison[seat] != NO_CARD
        out[O_SECRET_PLACED + k] = s.secret_placed[seat]
        out[O_HAND_COUNT + k] = s.hand_count[seat]
        out[O_RESERVE_COUNT + k] = s.reserve_count[seat]
        out[O_LAST_BID + k] = 1 + s.last_bid[seat]
        out[O_FAILED_BID + k] = 1 + s.failed_bid[seat]
        seat = seat + 1 if seat + 1 < s.num_players else 0
    out[O_TO_MOVE + relative(s, player, s.to_move)] = 1
    out[O_DEALER + relative(s, player, s.dealer)] = 1
    if s.active != NOBODY:
        out[O_ACTIVE + relative(s, player, s.active)] = 1
    for i in range(TECHNOLOGIES_IN_FRONT):
        if s.place[SHIPS + i] >= FRONT:
            k = relative(s, player, s.place[SHIPS + i] - FRONT)
            out[O_TECHNOLOGIES + TECHNOLOGIES_IN_FRONT * k + i] = 1


@kernel
def observe_turn(s: State, player: int, out: Observation) -> None:
    """Write the state of auction, turn and current ship."""
    out[O_HIGH_BID] = 1 + s.high_bid
    out[O_PASSES] = s.passes
    if is_bound(s):
        out[O_BOUND] = 1 + s.bid_value
    out[O_DECISION + int(s.decision)] = 1
    out[O_ROUND + int(s.active_row) - 1] = 1
    out[O_PHASE + int(s.phase)] = 1
    out[O_ACTION_DONE + int(s.action_done)] = 1
    out[O_BASE_DONE] = s.base_done
    out[O_TECHNOLOGY_DONE] = s.technology_done
    out[O_COMMITTED] = s.committed
    out[O_SHUTTLE_PLAYED] = s.shuttle_played
    out[O_DECK_COUNT] = s.deck_count
    for k in range(s.ships_played):
        out[O_PLAYED_COLUMN + WORLDS * k + int(s.played_column[k])] = 1
        out[O_PLAYED_AS_GOVERNOR + k] = s.played_as_governor[k]
    if s.ship == NO_CARD:
        return
    if s.ship_face_down == 0 or (s.known[s.ship] & (1 << player)) != 0:
        out[O_SHIP_VALUE] = 1 + s.ship_value
    out[O_SHIP_FACE_DOWN] = s.ship_face_down
    out[O_OPPORTUNITIES] = s.opportunities
    out[O_POWER_USED] = s.power_used
    out[O_SENSORS_USED] = s.sensors_used
    out[O_WARP_USED] = s.warp_used
    out[O_DESTROYED] = s.destroyed
    put(out, O_DENIED, s.denied)


@kernel
def observe_pending(s: State, player: int, out: Observation) -> None:
    """Write what the decision is about."""
    if s.chosen_card != NO_CARD and player == s.active:
        world = int(WORLD_OF[s.chosen_card])
        if world >= 0:
            out[O_CHOSEN_WORLD + world] = 1
        out[O_CHOSEN_VALUE + int(VALUE_OF[s.chosen_card])] = 1
    if s.target_world >= 0:
        out[O_TARGET_WORLD + int(s.target_world)] = 1
    if s.victim != NOBODY:
        out[O_VICTIM + relative(s, player, s.victim)] = 1
    if s.phase == SURRENDER_PHASE:
        for w in range(WORLDS):
            if s.spoils[w] != NOBODY:
                out[O_SPOILS + WORLDS * relative(s, player, s.spoils[w]) + w] = 1
    out[O_CYLOR_DISCARDS] = s.cylor_discards
    out[O_REDRAWS] = s.redraws
    out[O_LAST_DRAW] = s.last_turn_of_game
