"""Victory points and the end of the game (section 7)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.cards import sum_reserve
from spaceenvs.handful_of_stars.components import (
    COLONY,
    COLONY_VP,
    HOMEWORLD,
    NO_MARKER,
    OUTPOST,
    OUTPOST_VP,
    SPACES,
    VICTORY_POINTS,
    Effect,
)


@kernel
def find_score(s: State, box: Box, p: int) -> int:
    """Return the victory points of a player as things stand."""
    outposts = 0
    colonies = 0
    homes = 0
    for x in range(SPACES):
        outposts += s.marker[p, x] == OUTPOST
        colonies += s.marker[p, x] == COLONY
        homes += s.marker[p, x] == HOMEWORLD
    score = OUTPOST_VP * outposts + COLONY_VP * colonies + int(box.home_vp) * homes
    for i in range(s.token_count[p]):
        if box.token_kind[s.token[p, i]] == VICTORY_POINTS:
            score += int(box.token_amount[s.token[p, i]])  # face up or down (R49)
    return score + sum_reserve(s, box, p, Effect.CULTURE)


@kernel
def count_systems(s: State, p: int) -> int:
    """Return in how many spaces a player has a marker: the tie-break (R36)."""
    found = 0
    for x in range(SPACES):
        found += s.marker[p, x] != NO_MARKER
    return found


@kernel
def end_game(s: State, box: Box) -> None:
    """Rank all players by victory points, then by systems (R57)."""
    s.done = 1
    for p in range(s.num_players):
        s.score[p] = find_score(s, box, p)
    for p in range(s.num_players):
        better = 0
        for q in range(s.num_players):
            if s.score[q] > s.score[p]:
                better += 1
            elif s.score[q] == s.score[p] and count_systems(s, q) > count_systems(s, p):
                better += 1
        s.rank[p] = better
