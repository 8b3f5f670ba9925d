"""The record of a game.

Cards are stored as their `def_id`; copies of a definition are interchangeable (R52). Piles
without an order are counters indexed by `def_id` (R53).
"""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import state_dtype
from spaceenvs.core_worlds.components import (
    DEFS,
    GALACTIC,
    HAND,
    MAX_PLAYERS,
    PILE,
    SECTORS,
    SUBTYPES,
    UNITS,
    ZONE,
)

# What is shown of a card in the zone: rows of `zone_shown`.
(
    SHOWN_WORLD,
    SHOWN_UNIT,
    SHOWN_TACTIC,
    SHOWN_PRESTIGE,
    SHOWN_PRICE,
    SHOWN_FLEET,
    SHOWN_GROUND,
    SHOWN_ENERGY,
    SHOWN_POINTS,
    SHOWN_BONUS,
    SHOWN_TOKEN,
) = range(11)
SHOWN = 11

PLAYER = np.dtype(
    (
        np.record,
        [
            ("hand", np.int8, (HAND,)),  # sorted; the owner sees it, the others its size
            ("hand_size", np.int8),
            ("deck", np.int8, (PILE,)),  # the last one is drawn next; nobody knows the order
            ("deck_size", np.int8),
            ("pool", np.int8, (DEFS,)),  # hand and deck together, public
            ("discard", np.int8, (DEFS,)),  # public unless the option hides it
            ("discard_size", np.int8),
            ("known", np.int8, (HAND,)),  # sorted: hand cards that everybody knows (section 8)
            ("known_size", np.int8),
            ("units", np.int8, (UNITS,)),  # in the Warzone, in order of deployment
            ("tokens", np.int8, (UNITS,)),  # Energy Tokens on them
            ("unit_count", np.int8),
            ("held", np.int8, (DEFS,)),  # Worlds and Prestige cards in the Warzone
            ("colony", np.int8, (2,)),  # colonised Galactic Grunts, Snub Fighters
            ("home", np.int8),  # the Home World
            ("energy", np.int16),
            ("ap", np.int8),  # R5: Action Points and Energy are counters apart
            ("passed", np.int8),
            ("explored", np.int8),  # 1 once EXPLORE was used this round
            ("surge_tokens", np.int8),
            ("generated", np.int16),  # World Energy total when Worlds last generated (R6)
            # Kept up to date with the cards above:
            ("worlds", np.int8),  # Worlds held, the Home World included
            ("world_energy", np.int16),  # World Energy total
            ("points", np.int16),  # printed points of the whole Empire
            ("ranks", np.int8, (len(SUBTYPES),)),  # Units in the Warzone by subtype
            ("aura", np.int16, (len(SUBTYPES),)),  # AURA_DISCOUNT by subtype
        ],
    )
)

STATE = state_dtype(
    MAX_PLAYERS,
    [
        ("round_number", np.int8),  # 1..10; 0 during the pre-game draft
        ("destiny", np.int8),  # the seat with the Destiny Marker
        ("picks", np.int8),  # cards picked in the pre-game draft
        ("players", PLAYER, (MAX_PLAYERS,)),
        ("zone", np.int8, (ZONE,)),  # cards in the Central Zone, -1 empty
        ("zone_slots", np.int8),  # slots in use, empty ones among them
        ("zone_shown", np.int8, (SHOWN, ZONE)),  # their values, as observations show them
        ("galactic", np.int8, (SECTORS + 1, GALACTIC)),  # the last one is drawn next; unknown
        ("galactic_size", np.int8, (SECTORS + 1,)),
        ("unrevealed", np.int8, (DEFS,)),  # cards left in Galactic Decks 1 to 5, public
        ("removed", np.int8, (DEFS,)),  # cards out of the game, public
        # The running Invasion (of the player to move): zeros outside.
        ("target", np.int8),  # the zone slot of the World, -1 none
        ("conquered", np.int8),  # the World just conquered, -1 none
        ("committed", np.int8, (UNITS,)),  # by Unit slot
        ("uses", np.int8, (UNITS,)),  # activations
        ("bonus_fleet", np.int8, (UNITS,)),  # from activations
        ("bonus_ground", np.int8, (UNITS,)),
        ("tactic_fleet", np.int16),  # from Tactics, TAC_PER not included
        ("tactic_ground", np.int16),
        ("played", np.int8, (DEFS,)),  # Tactics played in this Invasion
        ("played_count", np.int16),
        ("keeps", np.int8),  # Units that TAC_KEEP still allows to keep
        ("fleet", np.int16),  # the Invasion totals of 6.2
        ("ground", np.int16),
        # What a decision is about.
        ("resolving", np.int8),  # the Tactic being resolved, beside the hand (R56), -1 none
        ("acting", np.int8),  # the Unit slot whose ability asks, -1 if a Tactic does
        ("left", np.int8),  # how many more: cards to discard, Units to deploy, to colonise
        ("combo_mask", np.int8),  # subtypes that may be deployed without an AP
    ],
)

_CARD = (-1, DEFS - 1)
_UNIT = (-1, UNITS - 1)
RANGES = {
    **dict.fromkeys(
        ("players.hand", "players.deck", "players.known", "players.units", "players.home"), _CARD
    ),
    **dict.fromkeys(("zone", "galactic", "conquered", "resolving"), _CARD),
    **dict.fromkeys(("players.hand_size", "players.known_size"), (0, HAND)),
    "players.deck_size": (0, PILE),
    "players.discard_size": (0, 127),
    "players.unit_count": (0, UNITS),
    **dict.fromkeys(
        ("players.pool", "players.discard", "players.held", "players.colony", "players.tokens"),
        (0, 127),
    ),
    **dict.fromkeys(("unrevealed", "removed", "played"), (0, 127)),
    "round_number": (0, 10),
    "destiny": (0, MAX_PLAYERS - 1),
    "zone_slots": (0, ZONE),
    "galactic_size": (0, GALACTIC),
    "target": (-1, ZONE - 1),
    "acting": _UNIT,
    "committed": (0, 1),
    "left": (0, 127),
}
"""The smallest and the largest value of every index and count: what a file may hold."""
