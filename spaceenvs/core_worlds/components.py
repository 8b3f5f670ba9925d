"""What is in the box: limits, kinds of cards, the vocabulary of effects, the options.

Cards are data. The engine knows the effects below and nothing of a card but its row in the
tables (`tables.py` reads and checks them); no rule knows a card by its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from spaceenvs.core.game import Options, box_dtype, option
from spaceenvs.core.jit import kernel

# Limits (section 9 of the rules).
MAX_PLAYERS = 5
SEAT_NAMES = ("Red", "Blue", "Green", "Yellow", "Purple")
ROUNDS = 10  # R69: exactly
SECTORS = 5
HAND = 12  # R30: draws stop there
PILE = 72  # cards of one draw deck: 16 and at most 50 drafts
UNITS = 24  # R31: Units in one Warzone
ZONE = 32  # R11: cards in the Central Zone
GALACTIC = 24  # cards of the largest Galactic Deck
START = 16  # R2: cards of a starting deck
DEFS = 128  # one more than the definitions a set may have: def_id + 1 is shown as an int8
PRINTED = 30  # the largest number printed on a card
EFFECTS, PARAMETERS = 4, 4  # effects of one card, parameters of one effect

# Numbers of the rules.
RESHUFFLE_ROUND = 9  # section 4.7: asked as this round is about to begin
INVASION_COST = 1  # Energy, section 4.5
SURGE_TOKEN_ENERGY = 2  # section 4.4
ZONE_TOKEN_ENERGY = 1  # R14
PICKS = 2  # cards each player picks in the pre-game draft
NOTHING = -1

GALACTIC_SIZES = (12, 24, 24, 24, 24, 12)
"""How many cards Galactic Decks 0 to 5 hold."""
ZONE_SIZE = np.array([0, 0, 6, 8, 10, 12], np.int8)
"""By player count: how many cards are laid out (R4). The minimums are the player count (4.3)."""
SURGE_TOKENS = np.array(
    [[0] * 5, [0] * 5, [0, 0, 0, 0, 0], [0, 1, 1, 0, 0], [0, 0, 1, 2, 0], [0, 0, 0, 0, 0]], np.int8
)
"""By player count: the surge tokens of P1, P2, ... (setup step 4)."""


class Kind(IntEnum):
    """The type of a card."""

    NONE = 0
    WORLD = 1
    UNIT = 2
    TACTIC = 3
    PRESTIGE = 4


SUBTYPES = (
    "Hero",
    "Infantry",
    "Robot",
    "Vehicle",
    "Starfighter",
    "Star Cruiser",
    "Capital Ship",
)
"""The subtypes of Units; number i is bit 2**i of every mask."""
ANY_UNIT = 127
INFANTRY, STARFIGHTER = 1, 4
GRUNT, SNUB = 0, 1  # entries of `colonists`: what may be colonised (R26)


class Effect(IntEnum):
    """The vocabulary of card texts, numbered as in `effects.csv`."""

    NONE = 0
    EN_EXPLORE = 1
    EN_SURGE = 2
    EN_BURST = 3
    EN_UNIT = 4
    DEP_DISCOUNT = 5
    AURA_DISCOUNT = 6
    DEP_COMBO = 7
    DEP_DRAW = 8
    ACT_DRAW = 9
    ACT_DEPLOY = 10
    ACT_COLONIZE = 11
    ACT_DRAFT_HAND = 12
    ACT_CHARGE = 13
    INV_PAY = 14
    INV_CHOICE = 15
    INV_DISCARD = 16
    STAT_PER = 17
    STAT_TOKEN = 18
    TAC_BONUS = 19
    TAC_CHOICE = 20
    TAC_PER = 21
    TAC_DISCARD = 22
    TAC_DRAW = 23
    TAC_KEEP = 24
    CONQ_DRAW = 25
    CONQ_ENERGY = 26
    VP_PER = 27
    VP_TACTIC = 28
    VP_WORLD = 29
    VP_ENERGY = 30
    VP_WARZONE = 31


class Timing(IntEnum):
    """When a Tactic is played; its first effect tells."""

    NONE = 0
    ENERGY = 1
    ACTION = 2
    INVASION = 3


CARD = np.dtype(
    (
        np.record,
        [
            # R43: the icons beside the type of a card mean nothing and are not kept.
            ("kind", np.int8),  # a Kind; NONE if no card has this def_id
            ("subtype", np.int8),  # the bit of a Unit's subtype, else 0
            ("rank", np.int8),  # the number of a Unit's subtype, else 0
            ("draft_cost", np.int8),
            ("deploy_cost", np.int8),  # of a Tactic: its play cost
            ("fleet", np.int8),  # of a World: its defence
            ("ground", np.int8),
            ("energy", np.int8),
            ("points", np.int8),
            ("has_bonus", np.int8),
            ("timing", np.int8),  # a Timing
            ("effects", np.int8),  # how many effects follow
            ("code", np.int8, (EFFECTS,)),  # an Effect each
            ("parameter", np.int8, (EFFECTS, PARAMETERS)),
        ],
    )
)

NAME_BYTES, TEXT_BYTES, SOURCE_BYTES = 48, 240, 48

BOX = box_dtype(
    [
        ("pregame_draft", np.int8),
        ("public_discards", np.int8),
        ("surge_tokens", np.int8),
        ("actions", np.int8, (SECTORS + 1,)),  # AP per round, by sector
        ("hand_limit", np.int8, (SECTORS + 1,)),  # cards after the Draw Phase, by sector
        ("homes", np.int8, (MAX_PLAYERS,)),  # the Home World with number i + 1
        ("start", np.int8, (MAX_PLAYERS, START)),  # its starting deck
        ("galactic", np.int8, (SECTORS + 1, GALACTIC)),
        ("galactic_size", np.int8, (SECTORS + 1,)),
        ("colonists", np.int8, (2,)),  # Galactic Grunts and Snub Fighter
        ("cards", CARD, (DEFS,)),
        # UTF-8, filled up with zeros: for words and pictures only.
        ("names", np.uint8, (DEFS, NAME_BYTES)),
        ("texts", np.uint8, (DEFS, TEXT_BYTES)),
        ("sources", np.uint8, (DEFS, SOURCE_BYTES)),
    ]
)

ACTIONS_PROFILES = ("4,5,5,5,6", "4,4,5,6,6")


@dataclass(frozen=True)
class CoreWorldsOptions(Options):
    """The options of section 11, and the tables of a user's own card set."""

    num_players: int = 4
    pregame_draft: bool = option(
        False,
        "before the game each player replaces two cards of the deck by two of Galactic Deck 0",
    )
    actions_profile: str = option(
        "4,5,5,5,6", "Action Points per round in sectors 1 to 5 (R1)", choices=ACTIONS_PROFILES
    )
    public_discards: bool = option(
        True, "opponents see what lies in a discard pile; False hides it from them (R32)"
    )
    surge_tokens: bool = option(
        True, "later seats get Energy Surge tokens (3 and 4 players); False gives nobody any"
    )
    home_worlds: str = option(
        "",
        "path of a table that replaces `data/home_worlds.csv`; empty: the game's own",
        is_file=True,
    )
    starting_decks: str = option(
        "",
        "path of a table that replaces `data/starting_decks.csv`; empty: the game's own",
        is_file=True,
    )
    galactic_decks: str = option(
        "",
        "path of a table that replaces `data/galactic_decks.csv`; empty: the game's own",
        is_file=True,
    )


@kernel
def sector_of(round_number: int) -> int:
    """Return the sector of a round, 1 to 5 (section 2)."""
    return (round_number + 1) // 2


@kernel
def find_effect(card: Any, code: int) -> int:
    """Return where the card's row holds this effect, or NOTHING."""
    for i in range(card.effects):
        if card.code[i] == code:
            return i
    return NOTHING


def name_of(box: Any, card: int) -> str:
    """Return a card's name."""
    return _decoded(box.names[card])


def text_of(box: Any, card: int) -> str:
    """Return what a card says."""
    return _decoded(box.texts[card])


def source_of(box: Any, card: int) -> str:
    """Return where a card's values come from: `seed`, `public`, `reconstructed`, joined by +."""
    return _decoded(box.sources[card])


def _decoded(text: Any) -> str:
    return bytes(text).rstrip(b"\0").decode()
