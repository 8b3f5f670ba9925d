"""The end: who has won.

Role: set `s.done`, `s.rank` (0 = winner, tied players share) and `s.score` once, at the end.

Forbidden: rewards (core makes them from rank and score), and a game without a winner.
"""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel


@kernel
def finish(s: State) -> None:
    """End the game: most points win, tied players share the victory."""
    s.done = 1
    for p in range(s.num_players):
        s.score[p] = s.points[p]
        better = 0
        for q in range(s.num_players):
            if s.points[q] > s.points[p]:
                better += 1
        s.rank[p] = better
