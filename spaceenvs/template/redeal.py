"""Redeal: what a player cannot see is drawn anew.

Role: searches imagine worlds with it, and tests prove by it that `observe` gives nothing away:
whatever is redealt, the player's observation, legal actions and drawing stay the same. Hidden
things are drawn in agreement with all that the player knows, with the generator of `seed`, and
`s.rng` gets a fresh state: the dice to come are hidden too.

Forbidden: to use the game's own dice to come, and to change what the player can see.
Allocation is allowed here.
"""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import seed_rng
from spaceenvs.template.components import ASTEROIDS, MAX_PLAYERS
from spaceenvs.template.setup import deal
from spaceenvs.template.state import DECK, HAND


@kernel
def redeal(s: State, box: Box, player: int, seed: int) -> None:
    """Put the hands of the others into the deck and deal them as many claims again."""
    seed_rng(s.rng, seed)
    sizes = np.zeros(MAX_PLAYERS, np.int64)
    for a in range(ASTEROIDS):
        place = s.place[a]
        if place < DECK and place != HAND + player:
            sizes[place - HAND] += 1
            s.place[a] = DECK
    for p in range(s.num_players):
        deal(s, p, sizes[p])
