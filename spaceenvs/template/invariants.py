"""What must hold after every decision.

Role: `check` returns 0, or the number of the first broken invariant; `BROKEN` has a sentence for
each number. Tests and `tests/fuzz.py` call it after every step of many random games: components
are conserved, counts are in range, what is stored twice agrees.

Forbidden: to change anything, and to repeat the rules (that proves only that they were copied).
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.template.components import ASTEROIDS, CLAIMS
from spaceenvs.template.setup import count_at
from spaceenvs.template.state import HAND, MINED, PLACES

BROKEN = (
    "",
    "a claim lies nowhere",
    "a player has too many or too few claims",
    "the turns do not agree with what was mined",
    "a player's points do not agree with what he has mined",
)


@kernel
def check(s: State, box: Box) -> int:
    """Return the number of the first broken invariant, 0 if all hold."""
    for a in range(ASTEROIDS):
        if s.place[a] < 0 or s.place[a] >= PLACES:
            return 1
    turns = 0
    for p in range(s.num_players):
        mined = count_at(s, MINED + p)
        if count_at(s, HAND + p) + mined != CLAIMS:
            return 2
        turns += mined
        found = s.points[p] - count_ore(s, box, p)
        if found < 0 or found > box.bonus * CLAIMS:
            return 4
    if s.turn != turns or s.to_move != turns % s.num_players:
        return 3
    return 0


@kernel
def count_ore(s: State, box: Box, player: int) -> int:
    """Count the ore of all that a player has mined."""
    ore = 0
    for a in range(ASTEROIDS):
        if s.place[a] == MINED + player:
            ore += int(box.ore[a])  # int: a sum of int8 stays int8 without compilation
    return ore
