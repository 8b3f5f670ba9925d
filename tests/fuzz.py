"""Long random play with every invariant checked after every step: `make fuzz`.

python tests/fuzz.py galaxy --games 10000
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from spaceenvs import registry
from spaceenvs.core.batch import Batch


def fuzz(name: str, players: int, games: int, seed: int) -> None:
    """Play games to their end; stop at the first broken invariant and say how to see it again."""
    game = registry.load(name)
    at_once = min(games, 1000)
    batch = Batch(game, at_once, num_players=players, skip_forced=False)
    batch.reset(seed=seed)
    ended, decisions, begun = 0, 0, time.perf_counter()
    while ended < games:
        broken = batch.check()
        if broken.any():
            row = int(np.flatnonzero(broken)[0])
            sys.exit(
                f"{name} with {players} players: {game.broken[broken[row]]} "
                f"(game seed {batch.seeds[row]}, after {batch.cycles[row]} decisions)"
            )
        batch.step(batch.sample())
        ended += int(batch.terminated.sum())
        decisions += at_once
    seconds = time.perf_counter() - begun
    print(
        f"{name}, {players} players: {ended} games, {decisions} decisions, {seconds:.0f} s, sound"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_named", nargs="*", default=list(registry.ROWS), metavar="game")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for game_name in given.games_named:
        low, high = registry.find(game_name).players
        for count in range(low, high + 1):
            fuzz(game_name, count, given.games, given.seed)
