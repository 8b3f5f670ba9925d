"""Which moves a good player likes: what `hint` shows a person."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

SHOWN = 3
"""So many moves a hint names."""


def favourites(batch: Batch) -> list[tuple[int, str]]:
    """Return the best legal moves of a batch of one, best first, with a remark on each.

    Raises:
        ValueError: If there is no player to ask.
    """
    try:
        make_greedy = importlib.import_module("agents.greedy").make_greedy
    except ImportError:
        raise ValueError(
            "nobody can be asked here: the players that give hints are part of the repository"
        ) from None
    legal = np.flatnonzero(batch.mask[0])
    try:
        player = make_greedy(batch.game, 0)
    except ValueError:  # a new game has no player of its own yet
        return [(int(a), "legal; nobody knows this game yet") for a in legal[:SHOWN]]
    scores = player.score(batch.observation[:1])[0]
    best = legal[np.argsort(-scores[legal], kind="stable")][:SHOWN]
    return [(int(a), f"greedy values it at {scores[a]:.1f}") for a in best]
