"""The record of one game: every claim, every point, and whose decision it is.

Role: all that a game is. A copy of the record is a copy of the game, so whatever a rule must
remember is a field here, each with a comment: its shape, what special values mean, who may see it.
`state_dtype` adds the fields that every game has (`rng`, `to_move`, `decision`, `done`, ...).

Forbidden: fields of changing size; names that a numpy record has already (`round`, `sum`, `copy`,
`data`: without compilation `s.round` is numpy's method); values that do not fit the type.
"""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import state_dtype
from spaceenvs.template.components import ASTEROIDS, MAX_PLAYERS

# Where the claim to an asteroid is. The first and the last stand for one place for each seat.
HAND = 0  # HAND + seat: seen by that player only
DECK = MAX_PLAYERS  # seen by nobody
MINED = DECK + 1  # MINED + seat: seen by all
PLACES = MINED + MAX_PLAYERS

STATE = state_dtype(
    MAX_PLAYERS,
    [
        ("place", np.int8, (ASTEROIDS,)),  # HAND + seat, DECK or MINED + seat
        ("points", np.int8, (MAX_PLAYERS,)),  # ore and finds of each seat, public
        ("turn", np.int8),  # how many asteroids have been mined, by all players
        ("probed", np.int8),  # 1: the player to move has sent his probe in this turn
    ],
)

RANGES = {"place": (0, PLACES - 1), "points": (0, 127), "turn": (0, ASTEROIDS), "probed": (0, 1)}
"""The smallest and the largest value of every index and count: what a file may hold."""
