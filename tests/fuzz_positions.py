"""Positions there and back, at every decision of games with random options."""

from __future__ import annotations

import json
import random

from random_options import draw_options

from spaceenvs import registry
from spaceenvs.core.errors import ScenarioError
from spaceenvs.core.scenario import Table

LONGEST = 400
"""Decisions of one game."""


def hunt(names: list[str], decisions: int, seed: int) -> int:
    """Play so many decisions of every game; return how many positions did not come back."""
    found = 0
    for name in names:
        game, rng, left = registry.load(name), random.Random(seed), decisions
        while left > 0:
            options = draw_options(game, rng.choice(list(game.player_counts)), rng, share=0.5)
            table, again = Table(game, **options), Table(game, **options)
            table.reset(seed=rng.randrange(2**31))
            for _ in range(min(LONGEST, left)):
                problem = find_difference(table, again)
                left -= 1
                if problem:
                    found += 1
                    print(
                        f"FOUND: {name}, {options}, {table.batch.seeds[0]}: {problem}", flush=True
                    )
                if table.batch.terminated[0]:
                    break
                table.play(int(table.batch.sample()[0]))
        print(f"{name}: {decisions - left} positions there and back", flush=True)
    return found


def find_difference(table: Table, again: Table) -> str:
    """Return what became different on the way through words, or "" if it is the same game."""
    words = json.loads(json.dumps(table.position()))
    try:
        again.arrange(words)
    except ScenarioError as error:
        return str(error)
    s, other = table.state, again.state
    names = set(table.game.state.names or ()) - {"rng", "reward"}
    return ", ".join(sorted(n for n in names if s[n].tobytes() != other[n].tobytes()))
