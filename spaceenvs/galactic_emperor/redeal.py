"""Draw anew what a player cannot see (section 8): the pile, a scanned tile, hidden points."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import below, seed_rng, shuffle
from spaceenvs.galactic_emperor.observation import is_top_known
from spaceenvs.galactic_emperor.state import NOTHING
from spaceenvs.galactic_emperor.tables import BLACK_HOLE


@kernel
def redeal(s: State, box: Box, player: int, seed: int) -> None:
    """Draw anew the order of the pile and the points of the others; a fresh generator."""
    seed_rng(s.rng, seed)
    redeal_pile(s, player)
    if box.hidden_vp != 0 and s.counted == 0:
        redeal_points(s, player)


@kernel
def redeal_pile(s: State, player: int) -> None:
    """Shuffle the unseen tiles above and below the Black Hole; a known top stays.

    A tile that another player is looking at was the top of the pile: it is drawn anew too.
    """
    unseen = int(s.pile_count)
    if is_top_known(s, player):
        unseen -= 1
    hidden_drawn = s.drawn_tile != NOTHING and s.actor != player
    if hidden_drawn:
        s.pile[unseen] = s.drawn_tile
        unseen += 1
    lower = 0  # tiles below the Black Hole, if it is unseen
    for i in range(unseen):
        if s.pile[i] == BLACK_HOLE:
            shuffle(s.rng, s.pile, i)
            lower = i + 1
    shuffle(s.rng, s.pile[lower:unseen], unseen - lower)
    if hidden_drawn:
        s.drawn_tile = s.pile[unseen - 1]


@kernel
def redeal_points(s: State, player: int) -> None:
    """Deal the points of the others among them, one by one."""
    others = int(s.num_players) - 1
    points = 0
    for q in range(s.num_players):
        if q != player:
            points += s.players[q].vp
            s.players[q].vp = 0
    for _ in range(points):
        q = (player + 1 + below(s.rng, others)) % s.num_players
        s.players[q].vp += 1
