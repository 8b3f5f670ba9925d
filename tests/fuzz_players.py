"""Greedy, searching and trained players at every table, with bounds checks.

Kernels read and write past an array's end without an error, so the players play in a process of
its own in which numba checks every index (`NUMBA_BOUNDSCHECK=1`, `NUMBA_OPT=1`); with
`NUMBA_DISABLE_JIT=1` numpy does. A position that was not sound after a move, an illegal action
and an index out of bounds are finds.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import traceback

import numpy as np
from random_options import draw_options

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game
from spaceenvs.core.jit import JIT_ENABLED
from spaceenvs.players import make_player, players_of, turn_of

AT_ONCE = 8
"""Games that are played at once."""


def sitting_at(game: Game) -> list[str]:
    """Return who plays a game: all that there are; a search that is short."""
    return ["search:4" if name == "search" else name for name in players_of(game)]


def play(batch: Batch, names: list[str], decisions: int, seed: int) -> int:
    """Play so many decisions, the players one seat further in every game; return how many.

    Raises:
        AssertionError: If a player's action is not legal, or leads to a broken position.
    """
    batch.reset(seed=seed)
    sitting = [make_player(name, batch.game, seed=seed) for name in names]
    rows = np.arange(batch.num_games)
    played = 0
    while played < decisions:
        actions = np.full(batch.num_games, -1)
        for number, player in enumerate(sitting):
            own = rows[(batch.to_move + rows) % len(sitting) == number]
            if own.size:
                actions[own] = player.choose(turn_of(batch, own))
        assert (batch.mask[rows, actions] == 1).all(), "an illegal action"
        batch.step(actions)
        played += batch.num_games
        broken = batch.check()
        assert not broken.any(), batch.game.broken[int(broken.max())]
    return played


def hunt_here(names: list[str], decisions: int, seed: int) -> int:
    """Play so many decisions at every table, in this process; return the finds."""
    found, rng = 0, random.Random(seed)
    for name in names:
        game = registry.load(name)
        for count in game.player_counts:
            played = 0
            for options in ({"num_players": count}, draw_options(game, count, rng)):
                try:
                    batch = Batch(game, AT_ONCE, **options)
                    played += play(batch, sitting_at(game), decisions // 2, rng.randrange(2**31))
                except Exception:
                    found += 1
                    print(f"FOUND: {name}, {options}\n{traceback.format_exc()}", flush=True)
            print(f"{name}, {count} players: {played:,} decisions of players", flush=True)
    return found


def hunt(names: list[str], decisions: int, seed: int) -> int:
    """Do the same in a process with bounds checks; return the finds."""
    env = dict(os.environ)
    if JIT_ENABLED:
        env |= {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}
    command = [sys.executable, __file__, str(decisions), str(seed), *names]
    return int(subprocess.run(command, env=env, check=False).returncode != 0)


if __name__ == "__main__":
    sys.exit(min(1, hunt_here(sys.argv[3:], int(sys.argv[1]), int(sys.argv[2]))))
