"""The record of one game."""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import state_dtype
from spaceenvs.cosmic_encounter.components import (
    KINDS,
    LOCATIONS,
    MAX_DECK,
    MAX_DESTINY,
    MAX_MOONS,
    MAX_PLAYERS,
    MOST_TOKENS,
    NUM_ACTIONS,
    NUM_DESTINY,
    NUM_POWERS,
    NUM_SPECIAL,
    WORLDSHIPS_HAND,
)
from spaceenvs.cosmic_encounter.sets import SET_WORDS

MAX_DEPTH = 48  # pending procedures
MAX_WINDOWS = 16  # inside one another
NOTES = 4  # numbers that a pending procedure keeps
MAX_HELD = 6  # powers of one seat (R103)
POWER_MEMORY = 16  # numbers that a power keeps from challenge to challenge
CELLS = 4  # numbers that a power and its Flares keep for a challenge
MAX_LOSSES = 8  # loss events inside one another (every Vacuum, and copy, once)
MAX_PLAYED = 48  # Edicts and Flares played since 7a
MAX_GIVEN = 7
MAX_DRAWN = 28  # cards drawn at once
MAX_TAKINGS = 3  # takings of cards at once, one inside the other (R130)
MAX_ADDED = 6  # cards added to one main card
MAX_PUT_BY = 2
MAX_LENT = 8  # cards that go back to the player who gave them (Doppelganger)
MAX_INTERRUPTED = 2  # challenges that wait until one inside them is over
NOBODY = -1
OFFENCE, DEFENCE = 0, 1  # the sides; index of all arrays of length 2
NONE_STANDING = -1  # what `standing` says when none of those not withdrawn is left
ON_BOTH_SIDES = 3  # what `ally` says of a Busybody (R116)
SIDE_NAMES = ("OFF", "DEF")

FRAME = np.dtype(
    (
        np.record,
        [
            ("kind", np.int8),  # which procedure (stack.py)
            ("at", np.int8),  # where it goes on
            ("who", np.int8),  # the player it is about, or -1
            ("hook", np.int8),  # of a window, and of a play used in it
            ("seats", np.int8),  # a set of seats (stack.py)
            ("play", np.int16),  # the play that is used, cancelled or carried out
            ("notes", np.int16, (NOTES,)),  # its own numbers; their names stand by its code
        ],
    )
)
"""A procedure that waits."""

HELD = np.dtype(
    (
        np.record,
        [
            ("power", np.int8),
            ("way", np.int8),  # how it came to the seat (sheets.py)
            ("level", np.int8),  # of a borrowed one: `interrupted` when it came
            ("away", np.int8),  # grafted or forbidden: `interrupted` + 1 when that was done, else 0
            ("memory", np.int16, (POWER_MEMORY,)),  # its own numbers; named in its block
        ],
    )
)
"""A power that a seat has."""

CHALLENGE_RECORD = np.dtype(
    (
        np.record,
        [
            ("floor", np.int8),  # where its phase lies on the stack of procedures
            ("off", np.int8),
            ("defender", np.int8),  # -1: not known
            ("order", np.int8, (MAX_PLAYERS,)),  # the timing order
            ("card_up", np.int8),  # the destiny card, -1 none
            ("dark", np.int8),  # 1: the cone shows its dark side
            ("card_lies", np.int8),  # 1: that card is not discarded yet
            ("comet", np.int8),  # the number of the comet in force, 0 none
            ("named", np.int8),  # the players that the destiny card gives: a set of seats
            ("votes", np.int8, (MAX_PLAYERS,)),  # of cone 2
            (
                "standing",
                np.int8,
            ),  # Gas Giant: tokens that the DEF has not withdrawn, 0 all, -1 none is left
            ("dust_card", np.int8),  # Space Dust's card in play: 1 light, 2 dark, 0 none
            ("landed_at", np.int8, (MAX_PLAYERS,)),  # where he has landed, -1 nowhere
            ("by_worldships", np.int8),  # 1: Worldships has played the destiny card
            ("system", np.int8),  # the target system, -1 not chosen
            ("target", np.int8),  # the target planet, -1 not chosen
            ("own", np.int8),  # in the own system: 1 attack (OPT_0), 2 occupy (OPT_1)
            ("took_token", np.int8),  # 1: OFF took a token from the Warp in phase 1
            ("rejected", np.int8),  # 1: a wild Dictator threw the card out
            ("super_dictator", np.int8),  # 1: the OFF chooses the system
            ("will", np.int8),  # 1: Will is in use; 2: and chose the system
            ("wild_will", np.int8),
            ("sanity", np.int8),  # 1: no Flares, one power for each player
            ("again", np.int8),  # 1: Machine or its flare was used at H_END
            ("jump", np.int8),  # time travel and the like (stack.py)
            ("silenced", np.int8),  # 6.11: a set of seats
            ("mute", np.int8),  # wild Silencer: a set of seats that may not invite allies
            # The players' parts.
            ("commit_count", np.int8, (MAX_PLAYERS,)),  # tokens on the cone or its ring
            (
                "on_ring",
                np.int8,
                (MAX_PLAYERS,),
            ),  # those of a Busybody on the ring
            ("limit", np.int8, (MAX_PLAYERS,)),  # limit of tokens given by a Flare, 0 none
            ("invited", np.int8, (2, MAX_PLAYERS)),  # [side, player]
            ("bound", np.int16, (MAX_PLAYERS,)),  # a set of what a player must do (bindings.py)
            ("told_invite", np.int8, (2, MAX_PLAYERS)),  # 1 the side must invite him, -1 must not
            ("told_ally", np.int8, (MAX_PLAYERS,)),  # 1 must join OFF, 2 DEF, 3 stay out, if he can
            ("asked", np.int8, (MAX_PLAYERS,)),  # 1: was asked D_ALLY
            ("ally", np.int8, (MAX_PLAYERS,)),  # 0 none, 1 of the offence, 2 of the defence
            ("joined", np.int8, (MAX_PLAYERS,)),  # the same, also those left since; 3 both
            ("lured", np.int8),  # seat + 1 of the Siren who fixed DEF and target, 0 nobody
            ("garrison", np.int8),  # seats whose tokens on the target planet defend; 0 the DEF
            ("commits", np.int8),  # D_TOKENS that have ended
            ("watch", np.int8, (MAX_PLAYERS, MAX_PLAYERS)),  # wild Mind: [viewer, drawer]
            ("first_power", np.int8, (MAX_PLAYERS,)),  # R223: announced first, + 1; 0 none
            ("dropped", np.int8, (MAX_PLAYERS,)),  # 1: fell below 3 home bases at this point
            ("reward_due", np.int8, (MAX_PLAYERS,)),  # tokens of the ally when the winner is known
            ("landed", np.int8, (MAX_PLAYERS,)),  # tokens that landed on the target planet
            ("engaged", np.int8, (MAX_PLAYERS,)),  # tokens in the challenge when 8c begins
            # Powers.
            ("cancelled", np.int64, (SET_WORDS,)),  # set of those that cannot be used any more
            ("used", np.int64, (SET_WORDS,)),  # set of those used that can be used once
            ("marked", np.int64, (SET_WORDS,)),  # set of those with something in their cells
            # Sets of those whose rule holds for the totals; the second one of copies (R103).
            ("force", np.int64, (2, SET_WORDS)),
            # Cards; hidden until `shown`.
            ("card", np.int16, (2,)),  # main card of a side, -1 none
            ("second", np.int16, (2,)),  # Deuce's, -1 none
            ("second_by_power", np.int8, (2,)),  # 1: by the power, not by the wild flare
            ("kicker", np.int16, (2,)),
            ("early", np.int8, (2,)),  # 1: selected by a wild Laser, R91
            ("shown", np.int8, (2,)),  # 1: the main card lies face up
            ("opened", np.int8, (2,)),  # 1: all cards of the side lie face up before the reveal
            ("revealed", np.int8),  # 1: all cards lie face up
            ("attack", np.int8, (2, 2)),  # [side, main or second]: it counts as an Attack now
            ("printed", np.int8, (2, 2)),  # its V0
            ("factor", np.int16, (2,)),  # the Kicker's
            ("added_value", np.int16, (2,)),  # V6: what cards added to the main card are worth
            ("added_count", np.int8, (2,)),
            ("demanded", np.int16, (2, 2)),  # kinds that a side must select (Visionary), -1 none
            ("extra", np.int16, (MAX_PLAYERS,)),  # the card of an ally (Cavalry), -1 none
            ("extra_attack", np.int8, (MAX_PLAYERS,)),  # 1: it counts as, or must be, an Attack
            ("aside", np.int16, (2, 3)),  # cards set aside by Chronos, -1 none
            ("lying", np.int16, (2,)),  # main cards that lie on the discard pile (phase 9), or -1
            ("played_count", np.int8),
            ("given_count", np.int8, (3,)),
            # Moons.
            ("visited", np.int8, (MAX_MOONS,)),  # sets of seats that have been on them
            ("zapped", np.int8, (MAX_MOONS,)),  # 1: without effect (Moon Zap)
            ("moon_bonus", np.int8, (2,)),  # what an Ambush Moon adds to the total of a side
            ("bribe_by", np.int8),  # Bribery Moon: seat + 1 of who offers a card, 0 nobody
            ("bribe_to", np.int8),  # to whom
            ("bribe", np.int16),  # the card; only these two see it; -1 none
            # What was declared.
            ("oracle", np.int8),  # the side whose Oracle is in force, -1 none
            ("reversed", np.int8, (2,)),  # Mirror: digits of this side's cards
            ("copied", np.int8),  # wild Mirror: the side that copies, -1 none
            (
                "declared",
                np.int16,
                (4,),
            ),  # Calculators, in order (powers/calculator.py)
            ("declared_count", np.int8),
            ("upset", np.int8),
            ("both_lose", np.int8),  # wild Loser
            ("pacified", np.int8),  # the side that won by Pacifist, -1 none
            ("bonus", np.int16, (2,)),  # wild Macron
            ("reinforced", np.int16, (2,)),
            ("hex_bonus", np.int16, (2,)),  # of a reverse hex, by side
            ("lucre_points", np.int16, (2,)),  # bought in LW7 and LW8
            # The result.
            ("total", np.int32, (2,)),
            ("meeting", np.int8),  # AA, AC, CC, or -1
            ("winner", np.int8),  # side, -1 none
            ("outcome", np.int8),  # what became of the challenge (stack.py)
            ("stellar_gas", np.int8),
            ("lost_main", np.int8, (2,)),  # tokens a main player lost in step 1 of 6.5
            ("lost", np.int8, (MAX_PLAYERS,)),  # tokens lost in step 1 of 6.5 or step 6 of 6.8
            # Consolation and deal.
            ("due", np.int16),
            ("giver", np.int8),
            ("taker", np.int8),
            ("chosen", np.int8),  # 1: super Ethic, the taker chooses
            ("proposals", np.int8),
            ("proposer", np.int8),  # side
            ("gain", np.int8, (2,)),  # the planet that a side gains by the proposal, -1 none
            ("cards_given", np.int8, (2,)),
            ("lucre_given", np.int8, (2,)),
            ("freed", np.int8),
            ("deal_loss", np.int16, (2,)),  # tokens a side loses by the failed deal
            ("quashed", np.int8),
            # Big.
            (
                "commit_origin",
                np.int8,
                (MAX_PLAYERS, MOST_TOKENS),
            ),  # where each came from; -1 the Warp
            (
                "played",
                np.int16,
                (MAX_PLAYED,),
            ),  # Edicts and Flares discarded since 7a
            ("played_by", np.int8, (MAX_PLAYED,)),
            ("added", np.int16, (2, MAX_ADDED)),  # cards beside the main cards, face up
            ("given", np.int16, (3, MAX_GIVEN)),  # cards chosen and not yet handed over; hidden
            ("put_by_count", np.int8),  # cards set aside by a wild Miser; hidden
            ("put_by_owner", np.int8),
            ("put_by", np.int16, (MAX_PUT_BY,)),
            ("lent_count", np.int8),  # cards that go back (R119); both players see them
            ("lent", np.int16, (MAX_LENT,)),
            ("lender", np.int8, (MAX_LENT,)),
            ("borrower", np.int8, (MAX_LENT,)),
            ("lent_till_end", np.int8, (MAX_LENT,)),  # 1: at 10c, not after the reveal
        ],
    )
)
"""One challenge; cleared when it begins. What lasts until the end of the challenge lies here, so
that a challenge inside another one (R114) puts all of it aside."""

_STATE = state_dtype(
    MAX_PLAYERS,
    [
        # Small integers: a thousand games have to share the processor's cache.
        ("seats", np.int8),  # the number of players again
        # Board; all of it is public.
        ("tokens", np.int8, (MAX_PLAYERS, LOCATIONS)),  # [owner, location]
        ("warp", np.int8, (MAX_PLAYERS,)),
        ("owned", np.int8, (MAX_PLAYERS,)),  # tokens that a player has in all, wherever they are
        (
            "away",
            np.int8,
            (MAX_PLAYERS,),
        ),  # tokens captive, in a reserve, in the Limbo or out of the game
        ("lucre", np.int8, (MAX_PLAYERS,)),
        ("bank", np.int8),  # Lucre that nobody has
        ("outside", np.int8, (MAX_PLAYERS,)),  # tokens lost that wait outside the Warp (R93)
        ("limbo", np.int8, (MAX_PLAYERS, MAX_PLAYERS)),  # tokens in it [section, owner]
        ("marker", np.int8),  # the section that is filled next
        ("ghosts", np.int8, (MAX_PLAYERS,)),  # those of them that are ghosts on its star (Phantom)
        ("captive_count", np.int8, (MAX_PLAYERS,)),  # tokens captive under those of a player
        ("removed", np.int8, (MAX_PLAYERS,)),  # those of them that are out of the game
        ("gone", np.int8, (LOCATIONS,)),  # 1: a planet out of the game (R45); 2: no planet
        ("hex", np.int8, (MAX_PLAYERS,)),  # the reverse hex of a seat, 0 a normal system
        ("dust", np.int8, (2,)),  # destiny cards that Space Dust keeps: light, dark
        ("twin", np.int8, (MAX_PLAYERS,)),  # Binary: his second power + 1, 0 none
        ("first_star", np.int8, (MAX_PLAYERS,)),  # Binary: the star of his first power
        ("moons_up", np.int8),  # moons that lie face up
        ("barred", np.int8, (MAX_PLAYERS,)),  # challenges left without powers (Zap Moon)
        ("power", np.int8, (MAX_PLAYERS,)),  # the power on the sheet of a seat, -1 none
        ("powers", np.int64, (MAX_PLAYERS, SET_WORDS)),  # the set of all powers of a seat
        ("held_count", np.int8, (MAX_PLAYERS,)),
        ("curse", np.int8, (MAX_PLAYERS,)),  # of a Witch: number + 1, 0 none (curses.py); public
        ("atoned", np.int8, (MAX_PLAYERS,)),  # atonements for it
        ("had_bases", np.int8, (MAX_PLAYERS,)),  # 1: had 3 home bases at the last H_BASES point
        # Cards. Hands and face-down cards are seen by their owner, the deck by nobody.
        ("hand_size", np.int16, (MAX_PLAYERS,)),
        ("knows", np.int16, (MAX_PLAYERS, MAX_PLAYERS)),  # R92: the sum of `known` by kind
        ("arts", np.int64, (MAX_PLAYERS, SET_WORDS)),  # the set of Edicts and Flares of a hand
        ("deck_count", np.int16),
        ("face_up", np.int8),  # cards on top of the deck that all have seen (wild Aura)
        ("discard_count", np.int16),
        ("discard_top", np.int16),  # its uppermost card, -1 none
        ("discards", np.int8, (KINDS,)),  # the discard pile by kind, public
        ("unused_count", np.int16),
        ("flare_seen", np.int8, (NUM_POWERS,)),  # 1: known to be in the game; -1: removed
        ("destiny_count", np.int8),
        ("destiny_discard_count", np.int8),
        ("destiny_discards", np.int8, (NUM_DESTINY,)),  # the same by kind
        ("destiny_aside", np.int8, (NUM_DESTINY,)),  # kept aside by a wild Dragon, public
        ("fleet_count", np.int8),  # the cards of Worldships
        ("special_seen", np.int8, (NUM_SPECIAL,)),  # what all know: 1 in the game, -1 outside
        # The turn.
        ("turn", np.int8),  # whose turn it is
        ("turn_challenges", np.int8),  # n of section 4
        ("next_turn", np.int8),  # the seat + 1 whose turn a Queue flare has made the next, 0 none
        ("challenges", np.int16),  # of the game, 7.3
        # The challenge that is fought, and how many wait until it is over.
        ("challenge", CHALLENGE_RECORD),
        ("interrupted", np.int8),
        # Loss events, the innermost last.
        ("losses", np.int8),
        ("loss_owner", np.int8, (MAX_LOSSES,)),
        ("loss_count", np.int8, (MAX_LOSSES,)),
        ("loss_saved", np.int8, (MAX_LOSSES,)),
        ("loss_by_defeat", np.int8, (MAX_LOSSES,)),  # 1: step 1 of 6.5
        # The question asked, and the procedures that wait.
        ("choices", np.int16),  # how many legal actions are not PASS
        ("asking", np.int8),
        ("asked_again", np.int8),  # 1 while a redeal asks the same question anew
        ("answer", np.int16),
        ("result", np.int8),  # what the procedure that just ended returned
        ("kept", np.int8),  # 1: wild Clone keeps the Edict
        ("keeper", np.int8),  # 1: Keeper saves the hand
        ("super_use", np.int8),  # 1: the power in use is enlarged by its Super
        ("window_over", np.int8),  # 1: the window ends at once (R78)
        ("drawn_count", np.int8),
        ("takings", np.int8),  # takings of cards that are open, the innermost last
        ("depth", np.int8),
        ("windows", np.int8),  # how many windows are open, one inside the other
        ("window_has_used", np.int8, (MAX_WINDOWS,)),  # 1: `window_used` says which powers
        # Big: last, so that what every step reads lies close together.
        ("mask", np.int8, (NUM_ACTIONS,)),  # the legal actions
        ("hand", np.int8, (MAX_PLAYERS, KINDS)),
        ("stack", FRAME, (MAX_DEPTH,)),
        # Moons, in the order of their locations (satellites.py).
        ("moon", np.int8, (MAX_MOONS,)),  # kind, -1 none; seen by some until it lies face up
        ("moon_face", np.int8, (MAX_MOONS,)),  # untouched, entered or face up
        ("moon_seen", np.int8, (MAX_MOONS,)),  # the set of seats that know it
        ("moon_spent", np.int8, (MAX_MOONS,)),  # 1: a one-shot moon that has had its effect
        ("moon_kinds_up", np.int64, (SET_WORDS,)),  # the set of kinds that lie face up
        # Big, and a step touches little of it or nothing.
        ("known", np.int8, (MAX_PLAYERS, MAX_PLAYERS, KINDS)),  # R92: [viewer, owner, kind]
        ("deck", np.int16, (MAX_DECK,)),  # the top is the last one
        ("discard", np.int16, (MAX_DECK,)),  # public; the top is the last one
        ("destiny", np.int8, (MAX_DESTINY,)),  # seen by nobody; the top is the last one
        ("destiny_discard", np.int8, (MAX_DESTINY,)),  # public
        ("fleet", np.int8, (WORLDSHIPS_HAND,)),  # destiny cards of Worldships, seen by him
        ("special_out", np.int8, (NUM_SPECIAL,)),  # 1: lies outside the game; seen by nobody
        ("unused", np.int16, (NUM_POWERS,)),  # flares outside the game, seen by nobody
        ("window_used", np.int64, (MAX_WINDOWS, 2, SET_WORDS)),  # powers, and copies, used in it
        ("cells", np.int16, (MAX_INTERRUPTED + 1, NUM_POWERS, CELLS)),  # public (cells.py)
        ("held", HELD, (MAX_PLAYERS, MAX_HELD)),  # the sheet first (sheets.py)
        (
            "captives",
            np.int8,
            (MAX_PLAYERS, LOCATIONS + MAX_INTERRUPTED + 1, MAX_PLAYERS),
        ),  # public: [captor, place, owner]; after the planets the cones (captives.py)
        ("loss_origin", np.int8, (MAX_LOSSES, MOST_TOKENS)),
        ("loss_along", np.int8, (MAX_LOSSES, MAX_PLAYERS)),  # tokens of others taken along
        ("drawn", np.int16, (MAX_DRAWN,)),  # the cards of the last draw
        ("taken", np.int8, (MAX_TAKINGS, KINDS)),  # what somebody has taken at once (R130)
        ("waiting", CHALLENGE_RECORD, (MAX_INTERRUPTED,)),  # the innermost last
        ("pool", np.int8, (KINDS,)),  # room for a redeal
        ("needs_hand", np.int8, (MAX_PLAYERS,)),  # the same
    ],
)


def _count_further(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the record with room for more decisions than an int8 can number."""
    assert dtype.names is not None
    assert dtype.fields is not None
    kinds = [np.int16 if name == "decision" else dtype.fields[name][0] for name in dtype.names]
    return np.dtype((np.record, {"names": list(dtype.names), "formats": kinds}))  # type: ignore[no-any-return]


STATE = _count_further(_STATE)
