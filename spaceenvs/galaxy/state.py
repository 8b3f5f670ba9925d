"""The record of a game of Galaxy: every card, base and flag, and whose decision it is."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import state_dtype
from spaceenvs.galaxy.components import BASES, CARDS, MAX_PLAYERS, ROWS, TOKENS, VALUES, WORLDS

# Where a card is. The last four are followed by one place for each seat: HAND + seat.
DECK, DISCARD, TABLE = range(3)
HAND = 3
RESERVE = HAND + MAX_PLAYERS
GARRISON = RESERVE + MAX_PLAYERS
FRONT = GARRISON + MAX_PLAYERS  # a technology in front of its owner
PLACES = FRONT + MAX_PLAYERS

# The states of a base.
SUPPLY, VISIBLE, SECRET, LOST = range(4)

# The parts of the game: the auction, then the phases of a turn.
AUCTION, ACTION_PHASE, POWER_PHASE, SURRENDER_PHASE, DRAW_PHASE = range(5)

# What was done as the one action A of a turn.
NOT_YET, PLAYED_SHIP, DISCARDED_SHIP, PLACED_SECRET = range(4)

# What a pile shows: nothing, a ship face down, or 1 + the value of its top ship.
EMPTY, FACE_DOWN = 0, -1

NOBODY = -1
NO_CARD = -1
NO_BID = -1

STATE = state_dtype(
    MAX_PLAYERS,
    [
        # Cards. Indexed by card id unless said otherwise.
        ("place", np.int8, (CARDS,)),  # DECK, DISCARD, TABLE, HAND + seat, ...
        ("known", np.int8, (CARDS,)),  # bit p: seat p knows where the card is (8.1)
        ("slot", np.int8, (CARDS,)),  # in the deck: where in the ring it lies
        ("row", np.int8, (CARDS,)),  # 1-5 on the table, else 0
        ("height", np.int8, (CARDS,)),  # place in its pile counted from the bottom, 1.., else 0
        ("under", np.int8, (CARDS,)),  # the next card below it in its pile, or -1
        ("face_down", np.int8, (VALUES,)),  # by value: 1 if that Kha'Farjimmn ship lies face down
        ("ally_at", np.int8, (VALUES, WORLDS)),  # by value: 1 for the column that Ally lies in
        ("deck", np.int8, (CARDS,)),  # a ring of cards, the top at `deck_first`
        ("deck_first", np.int8),
        ("deck_count", np.int8),
        ("hand_count", np.int8, (MAX_PLAYERS,)),
        ("reserve_count", np.int8, (MAX_PLAYERS,)),
        ("garrison", np.int8, (MAX_PLAYERS,)),  # the card under the secret base, or -1; owner only
        # Piles, indexed by row (row 0 is the worlds' own and stays empty) and world.
        ("top", np.int8, (ROWS + 1, WORLDS)),  # the top ship, or -1
        ("shown", np.int8, (ROWS + 1, WORLDS)),  # EMPTY, FACE_DOWN or 1 + value of the top ship
        ("pile_size", np.int8, (ROWS + 1, WORLDS)),
        # Worlds.
        ("in_play", np.int8, (WORLDS,)),
        ("worlds_left", np.int8),
        ("governor", np.int8, (WORLDS,)),  # a seat, or -1
        ("governs", np.int8, (MAX_PLAYERS, WORLDS)),  # 1 where the seat governs, as observed
        ("influence", np.int8, (MAX_PLAYERS, WORLDS)),  # of visible bases
        # Bases, indexed by 5 x seat + token.
        ("base_state", np.int8, (BASES,)),  # SUPPLY, VISIBLE, SECRET or LOST
        ("base_world", np.int8, (BASES,)),  # the column of a visible base, else -1
        ("base_level", np.int8, (BASES,)),  # the level of a visible base, else 0
        # LEVELS - level in its column, by owner and token, as observed
        ("base_at", np.int8, (MAX_PLAYERS, TOKENS, WORLDS)),
        ("supply", np.int8, (MAX_PLAYERS,)),  # how many are in supply
        ("secret_placed", np.int8, (MAX_PLAYERS,)),  # 1 once the player has placed a secret base
        ("excluded", np.int8, (MAX_PLAYERS, WORLDS)),  # 1: not the world of the seat's garrison
        # The auction.
        ("dealer", np.int8),
        ("high_bid", np.int8),  # -1 before the first bid
        ("passes", np.int8),  # in a row
        ("last_bid", np.int8, (MAX_PLAYERS,)),  # -1 if the seat never bid
        ("failed_bid", np.int8, (MAX_PLAYERS,)),  # the bid the seat could not show, or -1
        ("bid_value", np.int8),  # what the first ship of the game must be worth, or -1
        # The turn.
        ("active_row", np.int8),  # 1-5: the number of the round
        ("turn", np.int16),  # counted from 0
        ("last_turn", np.int16, (MAX_PLAYERS,)),  # the number of the seat's last turn, or -1
        ("active", np.int8),  # the seat whose turn it is
        ("phase", np.int8),
        ("action_done", np.int8),  # NOT_YET, PLAYED_SHIP, DISCARDED_SHIP or PLACED_SECRET
        ("base_done", np.int8),  # 1: a base was placed or revealed this turn (B)
        ("technology_done", np.int8),  # 1: a technology was played this turn (D)
        ("committed", np.int8),  # 1: it was played before the ship, which must follow (R9)
        ("shuttle_played", np.int8),  # 1: a face-up ship of value 2 was played this turn
        ("ships_played", np.int8),  # 0, 1 or 2 this turn
        ("played_card", np.int8, (2,)),  # -1 if not played
        ("played_column", np.int8, (2,)),  # where it was played, or -1
        ("played_as_governor", np.int8, (2,)),  # 1: the player governed that column then
        # The current ship is the last one played.
        ("ship", np.int8),  # its card, or -1
        ("ship_column", np.int8),  # where it was played, or -1
        ("ship_value", np.int8),
        ("ship_face_down", np.int8),
        ("opportunities", np.int8),  # attacks left
        ("power_used", np.int8),
        ("sensors_used", np.int8),
        ("warp_used", np.int8),
        ("destroyed", np.int8),
        ("denied", np.int8, (WORLDS,)),  # 1: its ship refused an attack with Screens
        # What a decision is about.
        ("chosen_card", np.int8),  # D3, D4: the ship to be played; D20: the card drawn; or -1
        # D6, D7: the column attacked; D8: without governor; D14: left by the Ally; D15: of Spoils
        ("target_world", np.int8),
        ("victim", np.int8),  # D12: who gets a card; D6, D7: who defends; or -1
        ("next_power", np.int8),  # phase 2: which of the ships played comes next
        ("spoils", np.int8, (WORLDS,)),  # the seat that still has Spoils in that column, or -1
        ("cylor_discards", np.int8),  # phase 4: ships discarded and not yet replaced
        ("redraws", np.int8),  # cards shown and discarded this turn (option redraw_dead_cards)
        ("last_turn_of_game", np.int8),  # 1: only the Draw phase is left (option final_draw)
        ("hand_value", np.int16, (MAX_PLAYERS,)),  # set at the end: breaks ties
    ],
)

_FLAG = (0, 1)
_SEAT = (NOBODY, MAX_PLAYERS - 1)
_CARD = (NO_CARD, CARDS - 1)
_COLUMN = (-1, WORLDS - 1)
RANGES = {
    "place": (0, PLACES - 1),
    "known": (0, (1 << MAX_PLAYERS) - 1),
    **dict.fromkeys(("slot", "deck", "deck_first"), (0, CARDS - 1)),
    **dict.fromkeys(
        ("deck_count", "hand_count", "reserve_count", "pile_size", "height"), (0, CARDS)
    ),
    **dict.fromkeys(("under", "garrison", "top", "played_card", "ship", "chosen_card"), _CARD),
    **dict.fromkeys(("governor", "spoils", "active", "victim"), _SEAT),
    **dict.fromkeys(("base_world", "played_column", "ship_column", "target_world"), _COLUMN),
    **dict.fromkeys(("high_bid", "last_bid", "failed_bid", "bid_value"), (NO_BID, VALUES - 1)),
    **dict.fromkeys(("face_down", "ally_at", "in_play", "governs", "secret_placed"), _FLAG),
    **dict.fromkeys(("excluded", "played_as_governor", "denied"), _FLAG),
    "row": (0, ROWS),
    "active_row": (1, ROWS),
    "shown": (FACE_DOWN, VALUES),
    "worlds_left": (0, WORLDS),
    "base_state": (SUPPLY, LOST),
    "dealer": (0, MAX_PLAYERS - 1),
    "passes": (0, MAX_PLAYERS),
    "supply": (0, TOKENS),
    "phase": (AUCTION, DRAW_PHASE),
    "action_done": (NOT_YET, PLACED_SECRET),
    "ships_played": (0, 2),
    "next_power": (0, 2),
    "turn": (-1, 32767),
    "last_turn": (-1, 32767),
}
"""The smallest and the largest value of every index and count: what a file may hold."""
