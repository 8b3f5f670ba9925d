"""Victory points and the end of the game (section 7)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.components import (
    COLONY_VP,
    CUBES,
    OUTPOST_VP,
    SPARE_DISCS,
    TRACK_DISCS,
    Effect,
)
from spaceenvs.handful_of_stars.state import HOME_STANDS
from spaceenvs.handful_of_stars.tallies import bonus_of


@kernel
def count_colonies(s: State, p: int) -> int:
    """Return how many of a player's discs are on the board."""
    return TRACK_DISCS + SPARE_DISCS - s.track_discs[p] - s.spare_discs[p]


@kernel
def find_score(s: State, box: Box, p: int) -> int:
    """Return the victory points of a player as things stand."""
    score = OUTPOST_VP * (CUBES - s.cubes[p]) + COLONY_VP * count_colonies(s, p)
    if s.home[p] == HOME_STANDS:
        score += int(box.home_vp)
    # Tokens count face up or down (R49), Culture cards only in the reserve (R21).
    return int(score) + int(s.token_vp[p]) + bonus_of(s, p, Effect.CULTURE)


@kernel
def count_systems(s: State, p: int) -> int:
    """Return in how many spaces a player has a marker: the tie-break (R36)."""
    return CUBES - s.cubes[p] + count_colonies(s, p) + (s.home[p] == HOME_STANDS)


@kernel
def end_game(s: State, box: Box) -> None:
    """Rank all players by victory points, then by systems (R57)."""
    s.done = 1
    for p in range(s.num_players):
        s.score[p] = find_score(s, box, p)
    for p in range(s.num_players):
        better = 0
        for q in range(s.num_players):
            if s.score[q] > s.score[p] or (
                s.score[q] == s.score[p] and count_systems(s, q) > count_systems(s, p)
            ):
                better += 1
        s.rank[p] = better
