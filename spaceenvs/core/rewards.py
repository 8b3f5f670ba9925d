"""What the end of a game is worth: defined once, for all games, zero-sum over the table."""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel

REWARDS = ("winner", "rank", "score")
"""The ways to reward: winners share +1, by rank, or by margin of score."""

_WINNER, _RANK, _SCORE = 0, 1, 2


@kernel
def settle(s: State, scheme: int, max_score: int) -> None:
    """Set `s.reward` of every seat from `s.rank` and `s.score` at the end of a game."""
    if scheme == _WINNER:
        _reward_winners(s)
    elif scheme == _RANK:
        _reward_ranks(s)
    else:
        _reward_scores(s, max_score)


@kernel
def _reward_winners(s: State) -> None:
    """The winners share +1 equally, the others share -1 equally; a full tie is 0."""
    winners = 0
    for p in range(s.num_players):
        if s.rank[p] == 0:
            winners += 1
    losers = s.num_players - winners
    for p in range(s.num_players):
        if losers == 0:
            s.reward[p] = 0
        elif s.rank[p] == 0:
            s.reward[p] = 1 / winners
        else:
            s.reward[p] = -1 / losers


@kernel
def _reward_ranks(s: State) -> None:
    """From +1 for the first to -1 for the last in equal steps; tied players share."""
    n = s.num_players
    for p in range(n):
        better = 0
        worse = 0
        for q in range(n):
            if s.rank[q] < s.rank[p]:
                better += 1
            elif s.rank[q] > s.rank[p]:
                worse += 1
        s.reward[p] = (worse - better) / (n - 1)


@kernel
def _reward_scores(s: State, max_score: int) -> None:
    """The mean margin over the others, as a part of the largest one that counts."""
    n = s.num_players
    total = 0.0
    for p in range(n):
        total += s.score[p]
    for p in range(n):
        mean_of_others = (total - s.score[p]) / (n - 1)
        s.reward[p] = (s.score[p] - mean_of_others) / max_score
