"""Positions of random games go into words and back: at every decision, in every game.

python tests/positions.py [game ...] --games 20 [--every 1] [--options]

`tests/test_positions.py` runs a short form.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import Any

import numpy as np
from random_options import draw_options

from spaceenvs import registry
from spaceenvs.core.game import Game
from spaceenvs.core.scenario import Table

PLAYED_ON = 12
"""So many decisions are played on from a position that was set up again."""


def go_round(game: Game, options: dict[str, Any], seed: int, every: int, most: int) -> int:
    """Play a random game and set its positions up again; return how many.

    Looks at the first and the last position and at about one of `every` between them, and
    plays `most` decisions at most.
    """
    rng = random.Random(seed)
    table, again = Table(game, **options), Table(game, **options)
    table.reset(seed)
    looked_at, following = 0, 0
    for number in range(most + 1):
        over = bool(table.state.done) or number == most
        if over or (following == 0 and (number == 0 or rng.randrange(every) == 0)):
            again.arrange(json.loads(json.dumps(table.position())))
            looked_at, following = looked_at + 1, min(PLAYED_ON, every)
        _compare(table, again, following)
        if over:
            break
        action = int(rng.choice(np.flatnonzero(table.batch.mask[0])))
        table.play(action)
        if following:
            again.play(action)
            following -= 1
            _compare(table, again, 1)
    return looked_at


def _compare(table: Table, again: Table, following: int) -> None:
    """Insist that two tables hold the same game, byte for byte."""
    if following:
        assert again.batch.states.tobytes() == table.batch.states.tobytes()
        assert again.batch.mask.tobytes() == table.batch.mask.tobytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=[], help="all if none is named")
    parser.add_argument("--games", dest="count", type=int, default=5, help="of every player count")
    parser.add_argument("--every", type=int, default=1, help="look at one of so many positions")
    parser.add_argument("--options", action="store_true", help="with random options")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    given = parser.parse_args()
    for name in given.games or [row.name for row in (*registry.ROWS.values(), registry.TEMPLATE)]:
        game, looked_at = registry.load(name), 0
        for players in game.player_counts:
            for seed in range(given.seed, given.seed + given.count):
                options = {"num_players": players}
                if given.options:
                    options = draw_options(game, players, random.Random(seed))
                try:
                    looked_at += go_round(game, options, seed, given.every, game.max_decisions)
                except Exception:
                    print(f"{name}, seed {seed}, {options}")
                    raise
        print(f"{name}: {looked_at} positions went into words and back", flush=True)


if __name__ == "__main__":
    main()
