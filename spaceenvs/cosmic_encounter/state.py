"""The record of one game."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import state_dtype
from spaceenvs.cosmic_encounter.components import (
    KINDS,
    LOCATIONS,
    MAX_DECK,
    MAX_DESTINY,
    MAX_PLAYERS,
    NUM_ACTIONS,
    NUM_POWERS,
    TOKENS,
)

MAX_DEPTH = 48  # pending procedures
MAX_LOSSES = 4  # loss events inside one another
MAX_PLAYED = 48  # Edicts and Flares played since 7a
MAX_GIVEN = 7
NOBODY = -1
OFFENCE, DEFENCE = 0, 1  # the sides; index of all arrays of length 2

FRAME = np.dtype(
    (
        np.record,
        [
            ("kind", np.int64),  # which procedure (stack.py)
            ("at", np.int64),  # where it goes on
            ("who", np.int64),  # the player it is about, or -1
            ("a", np.int64),  # its own numbers
            ("b", np.int64),
            ("c", np.int64),
            ("x", np.int64),
            ("bits", np.int64),  # a set: powers used in this window, players chosen
        ],
    )
)

STATE = state_dtype(
    MAX_PLAYERS,
    [
        # Whatever kernels hand to each other is int64: one compiled version of each is enough.
        ("seats", np.int64),  # the number of players again
        # Board; all of it is public.
        ("tokens", np.int8, (MAX_PLAYERS, LOCATIONS)),  # [owner, location]
        ("warp", np.int64, (MAX_PLAYERS,)),
        ("commit_count", np.int64, (MAX_PLAYERS,)),  # tokens on the cone or its ring
        ("commit_origin", np.int64, (MAX_PLAYERS, TOKENS)),  # where each came from; -1 the Warp
        ("power", np.int64, (MAX_PLAYERS,)),  # the power of a seat, -1 none
        ("had_bases", np.int64, (MAX_PLAYERS,)),  # 1: had 3 home bases at the last H_BASES point
        # Cards. Hands and face-down cards are seen by their owner, the deck by nobody.
        ("hand", np.int8, (MAX_PLAYERS, KINDS)),
        ("hand_size", np.int64, (MAX_PLAYERS,)),
        ("known", np.int8, (MAX_PLAYERS, MAX_PLAYERS, KINDS)),  # R92: [viewer, owner, kind]
        ("deck", np.int64, (MAX_DECK,)),  # the top is the last one
        ("deck_count", np.int64),
        ("discard", np.int64, (MAX_DECK,)),  # public; the top is the last one
        ("discard_count", np.int64),
        ("unused", np.int64, (NUM_POWERS,)),  # flares outside the game, seen by nobody
        ("unused_count", np.int64),
        ("flare_seen", np.int8, (NUM_POWERS,)),  # 1: known to all to be in the game
        ("destiny", np.int8, (MAX_DESTINY,)),  # seen by nobody; the top is the last one
        ("destiny_count", np.int64),
        ("destiny_discard", np.int8, (MAX_DESTINY,)),  # public
        ("destiny_discard_count", np.int64),
        # The turn.
        ("off", np.int64),
        ("turn_challenges", np.int64),  # n of section 4
        ("challenges", np.int64),  # of the game, 7.3
        ("again", np.int64),  # 1: Machine or its flare was used at H_END
        # The challenge; cleared when it begins.
        ("defender", np.int64),  # -1: not known
        ("order", np.int64, (MAX_PLAYERS,)),  # the timing order
        ("card_up", np.int64),  # the destiny card, -1 none
        ("dark", np.int64),  # 1: the cone shows its dark side
        ("system", np.int64),  # the target system, -1 not chosen
        ("target", np.int64),  # the target planet, -1 not chosen
        ("own", np.int64),  # in the own system: 1 attack (OPT_0), 2 occupy (OPT_1)
        ("took_token", np.int64),  # 1: OFF took a token from the Warp in phase 1
        ("rejected", np.int64),  # 1: a wild Dictator threw the card out
        ("super_dictator", np.int64),  # 1: the OFF chooses the system
        ("will", np.int64),  # 1: Will is in use; 2: and chose the system
        ("wild_will", np.int64),
        ("sanity", np.int64),  # 1: no Flares
        ("limit", np.int8, (MAX_PLAYERS,)),  # limit of tokens given by a Flare, 0 none
        ("invited", np.int8, (2, MAX_PLAYERS)),  # [side, player]
        ("asked", np.int8, (MAX_PLAYERS,)),  # 1: was asked D_ALLY
        ("ally", np.int64, (MAX_PLAYERS,)),  # 0 none, 1 of the offence, 2 of the defence
        ("joined", np.int8, (MAX_PLAYERS,)),  # the same, also after a Force Field
        ("cancelled", np.int8, (NUM_POWERS,)),  # 1: cannot be used in this challenge
        ("used", np.int8, (NUM_POWERS,)),  # 1: used in this challenge (Chronos ...)
        ("force", np.int8, (NUM_POWERS,)),  # 1: the power's rule holds for the totals
        ("watch", np.int8, (MAX_PLAYERS, MAX_PLAYERS)),  # wild Mind: [viewer, drawer]
        ("dropped", np.int64, (MAX_PLAYERS,)),  # 1: fell below 3 home bases at this point
        # Cards played in the challenge; hidden until `shown`.
        ("card", np.int64, (2,)),  # main card of a side, -1 none
        ("second", np.int64, (2,)),  # Deuce's, -1 none
        ("second_by_power", np.int64, (2,)),  # 1: by the power, not by the wild flare
        ("kicker", np.int64, (2,)),
        ("early", np.int64, (2,)),  # 1: selected by a wild Laser, R91
        ("shown", np.int64, (2,)),  # 1: the main card lies face up
        ("revealed", np.int64),  # 1: all cards lie face up
        ("attack", np.int8, (2, 2)),  # [side, main or second]: it counts as an Attack now
        ("printed", np.int8, (2, 2)),  # its V0
        ("factor", np.int64, (2,)),  # the Kicker's
        ("aside", np.int64, (2, 3)),  # cards set aside by Chronos, -1 none
        ("oracle", np.int64),  # the side whose Oracle is in force, -1 none
        ("reversed", np.int64, (2,)),  # Mirror: digits of this side's cards
        ("copied", np.int64),  # wild Mirror: the side that copies, -1 none
        ("declared", np.int64, (4,)),  # Calculators in order: 1 equalise, 2-5 wild (side, parity)
        ("declared_count", np.int64),
        ("upset", np.int64),
        ("both_lose", np.int64),  # wild Loser
        ("pacified", np.int64),  # the side that won by Pacifist, -1 none
        ("bonus", np.int64, (2,)),  # wild Macron
        ("super_virus", np.int64, (2,)),
        ("wild_virus", np.int64, (2,)),
        ("wild_warpish", np.int64, (2,)),
        ("super_warpish", np.int64, (2,)),
        ("reinforced", np.int64, (2,)),
        ("total", np.int64, (2,)),
        ("meeting", np.int64),  # AA, AC, CC, or -1
        ("winner", np.int64),  # side, -1 none
        ("outcome", np.int64),  # what became of the challenge (stack.py)
        ("stellar_gas", np.int64),
        ("reward_due", np.int64, (MAX_PLAYERS,)),  # tokens of the ally when the winner is known
        ("lost_main", np.int64, (2,)),  # tokens a main player lost in step 1 of 6.5
        ("landed", np.int8, (MAX_PLAYERS,)),  # tokens that landed on the target planet
        (
            "lying",
            np.int64,
            (2,),
        ),  # the main card while it lies on the discard pile (phase 9), or -1
        ("played", np.int64, (MAX_PLAYED,)),  # Edicts and Flares discarded since 7a, for Chronos
        ("played_by", np.int64, (MAX_PLAYED,)),
        ("played_count", np.int64),
        # Consolation and deal.
        ("due", np.int64),
        ("giver", np.int64),
        ("taker", np.int64),
        ("chosen", np.int64),  # 1: super Ethic, the taker chooses
        ("proposals", np.int64),
        ("proposer", np.int64),  # side
        ("gain", np.int64, (2,)),  # the planet that a side gains by the proposal, -1 none
        ("cards_given", np.int64, (2,)),
        ("freed", np.int64),
        ("deal_loss", np.int64, (2,)),  # tokens a side loses by the failed deal
        ("quashed", np.int64),
        ("given", np.int64, (2, MAX_GIVEN)),  # cards chosen and not yet handed over; hidden
        ("given_count", np.int64, (2,)),
        # Loss events, the innermost last.
        ("losses", np.int64),
        ("loss_owner", np.int64, (MAX_LOSSES,)),
        ("loss_count", np.int64, (MAX_LOSSES,)),
        ("loss_origin", np.int64, (MAX_LOSSES, TOKENS)),
        ("loss_saved", np.int64, (MAX_LOSSES,)),
        # The question asked, and the procedures that wait.
        ("mask", np.int8, (NUM_ACTIONS,)),  # the legal actions
        ("choices", np.int64),  # how many of them are not PASS
        ("asking", np.int64),
        ("asked_again", np.int64),  # 1 while a redeal asks the same question anew
        ("answer", np.int64),
        ("result", np.int64),  # what the procedure that just ended returned
        ("kept", np.int64),  # 1: wild Clone keeps the Edict
        ("keeper", np.int64),  # 1: Keeper saves the hand
        ("super_use", np.int64),  # 1: the power in use is enlarged by its Super
        ("window_over", np.int64),  # 1: the window ends at once (R78)
        ("jump", np.int64),  # time travel and the like (stack.py)
        ("drawn", np.int64, (TOKENS + 1,)),  # the cards of the last draw
        ("drawn_count", np.int64),
        ("pool", np.int8, (KINDS,)),  # room for a redeal
        ("needs_hand", np.int8, (MAX_PLAYERS,)),  # the same
        ("stack", FRAME, (MAX_DEPTH,)),
        ("depth", np.int64),
    ],
)
