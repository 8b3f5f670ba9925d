"""The stream of play of a seed: every position's digest, every mask, every move in words.

`python -m stream galaxy 3 7 100` prints it; golden games and the comparison of compiled and
plain Python play read it.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator

import numpy as np

from spaceenvs import registry
from spaceenvs.core.batch import Batch


def play_stream(name: str, players: int, seed: int, decisions: int) -> Iterator[str]:
    """Yield one line per decision of a random game: who, which decision, the move, a digest."""
    game = registry.load(name)
    batch = Batch(game, 1, num_players=players, skip_forced=False, autoreset=False)
    batch.reset(seed=np.array([seed]))
    for number in range(decisions):
        if batch.terminated[0]:
            break
        s, box = batch.states[0], batch.box[0]
        digest = hashlib.sha256(batch.mask.tobytes())
        for player in range(players):
            digest.update(batch.observe(0, player).tobytes())
        action = int(batch.sample()[0])
        where = game.decisions[s.decision]
        words = game.describe(s, box, action)
        yield f"{number} seat {s.to_move} {where}: {words} [{digest.hexdigest()[:12]}]"
        batch.step([action])
    if batch.terminated[0]:
        s = batch.states[0]
        yield f"end: score {s.score[:players].tolist()} rank {s.rank[:players].tolist()}"


if __name__ == "__main__":
    given_name, *numbers = sys.argv[1:]
    print("\n".join(play_stream(given_name, *map(int, numbers))))
