"""Which moves a good player likes: what `hint` shows a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

SHOWN = 3
"""So many moves a hint names."""


def favourites(batch: Batch) -> list[tuple[int, str]]:
    """Return the best legal moves of a batch of one, best first, with a remark on each."""
    from spaceenvs.players import best_player, make_player, turn_of
    from spaceenvs.players.greedy import GreedyPlayer
    from spaceenvs.players.trained import TrainedPlayer

    legal = np.flatnonzero(batch.mask[0])
    player = make_player(best_player(batch.game), batch.game)
    turn = turn_of(batch, np.array([0]))
    if isinstance(player, TrainedPlayer):
        thoughts = player.think(turn)
        scores = thoughts.probabilities[0]
        chance = chance_of_victory(float(thoughts.expectations[0]), batch.num_players)
        remark = f"{player.name} plays it {{:.0%}} of the time; wins from here: {chance:.0%}"
    elif isinstance(player, GreedyPlayer):
        scores, remark = player.score(turn.observations)[0], "greedy values it at {:.1f}"
    else:  # a new game has no player of its own yet
        return [(int(a), "legal; nobody knows this game yet") for a in legal[:SHOWN]]
    best = legal[np.argsort(-scores[legal], kind="stable")][:SHOWN]
    return [(int(a), remark.format(float(scores[a]))) for a in best]


def chance_of_victory(expectation: float, players: int) -> float:
    """Return the part of a victory that an expected result stands for.

    The result of the winner is 1, the others share -1.
    """
    lost = -1 / (players - 1)
    return min(1.0, max(0.0, (expectation - lost) / (1 - lost)))
