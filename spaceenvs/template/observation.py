"""What a player sees: a name for every number, and `observe`.

Role: `LAYOUT` names every part with its shape, meaning and scale (the largest usual value: scaled
numbers lie in [-1, 1]). `observe` writes int8 in natural units from the player's own seat: own
things first, then the others in turn order; the same length for every number of players.

Forbidden: anything this player cannot know (`redeal` and a test find it out), values outside of
-128..127, entries that are not written (the row holds the observation before).
"""

from __future__ import annotations

from spaceenvs.core.game import Box, Observation, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.layout import Field, Layout
from spaceenvs.template.components import ASTEROIDS, MAX_PLAYERS
from spaceenvs.template.state import HAND, MINED

LAYOUT = Layout(
    [
        Field("hand", (ASTEROIDS,), "1 for every claim in your hand"),
        Field("mined", (MAX_PLAYERS, ASTEROIDS), "1 where this relative seat has mined"),
        Field("points", (MAX_PLAYERS,), "points of each relative seat", 40),
        Field("seats", (MAX_PLAYERS,), "1 for every seat that is played"),
        Field("to_move", (MAX_PLAYERS,), "one-hot: who decides, by relative seat"),
        Field("probed", (1,), "1: the player to move has sent his probe"),
    ]
)
O_HAND = LAYOUT["hand"].start
O_MINED = LAYOUT["mined"].start
O_POINTS = LAYOUT["points"].start
O_SEATS = LAYOUT["seats"].start
O_TO_MOVE = LAYOUT["to_move"].start
O_PROBED = LAYOUT["probed"].start


@kernel
def observe(s: State, box: Box, player: int, out: Observation) -> None:
    """Write what a player may know, seen from that seat."""
    out[:] = 0
    for a in range(ASTEROIDS):
        if s.place[a] == HAND + player:
            out[O_HAND + a] = 1
    for k in range(s.num_players):  # k: the relative seat, 0 is the player
        seat = (player + k) % s.num_players
        for a in range(ASTEROIDS):
            if s.place[a] == MINED + seat:
                out[O_MINED + k * ASTEROIDS + a] = 1
        out[O_POINTS + k] = s.points[seat]
        out[O_SEATS + k] = 1
        if s.to_move == seat:
            out[O_TO_MOVE + k] = 1
    out[O_PROBED] = s.probed
