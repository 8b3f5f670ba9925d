"""Every change that everybody can see is told: the game's table `TOLD` says by which words.

`python tests/test_telling.py [name ...] --games 1000` plays many games of each kind.
"""

from __future__ import annotations

import argparse
import fnmatch
import importlib
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from conftest import JIT

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game
from spaceenvs.telling import Witness

COMMON = ("rng", "num_players", "to_move", "decision", "done", "reward")
"""Fields of every game that need no sentence: the prompt shows whose move it is."""
GAMES = 2 if JIT else 1
DECISIONS = 400 if JIT else 40
"""How many games, and how many decisions of each, the suite looks at."""


def fields_of(dtype: np.dtype[Any], path: str = "") -> Iterator[str]:
    """Yield the paths of all fields of a record: `turn`, `players.coins`."""
    for name in dtype.names or ():
        below = dtype[name].base
        yield from fields_of(below, f"{path}{name}.") if below.names else [f"{path}{name}"]


def values_of(states: Any, path: str) -> Any:
    """Return a field of one record, with an axis for each array of records on the way to it."""
    for name in path.split("."):
        states = states[name]
    return states


def tables_of(game: Game) -> tuple[Any, Any]:
    """Return what a game says about its fields: which are told how, and which need no sentence."""
    module = importlib.import_module(f"spaceenvs.{game.name}.telling")
    return module.TOLD, module.UNTOLD


def find_untold(game: Game, players: int, seed: int, decisions: int) -> Iterator[str]:
    """Play a random game and yield every public change that no sentence explains."""
    told, _ = tables_of(game)
    batch = Batch(game, 1, num_players=players, skip_forced=False, autoreset=False)
    batch.reset(seed=np.array([seed]))
    witness = Witness(batch)
    for number in range(decisions):
        if batch.terminated[0]:
            return
        before, action = batch.copy(), int(batch.sample()[0])
        batch.step([action])
        s, now = before.states[0], batch.states[0]
        mover = int(before.to_move[0])
        sentences = game.happened(before, action)
        unexplained = [
            (path, tuple(int(k) for k in index), pattern)
            for path, explain in told.items()
            for index in np.argwhere(np.asarray(values_of(s, path)) != values_of(now, path))
            if (pattern := explain(s, now, *(int(k) for k in index)))
            and not any(re.search(pattern, line) for line in sentences)
        ]
        if not unexplained:
            continue
        words = witness.tell_move(before, action, batch, (mover + 1) % players)
        move = f"{game.seats[mover]}: {words}"
        for path, index, pattern in unexplained:
            if not re.search(pattern, move):
                old, new = (np.asarray(values_of(x, path))[index] for x in (s, now))
                yield (
                    f"{game.name}, {players} players, seed {seed}, decision {number} "
                    f"({game.decisions[s.decision]}): {path}{list(index)} {old} -> {new} "
                    f"needs {pattern!r} in {[move, *sentences]}"
                )


def test_every_field_is_told_or_has_a_reason_why_not(game, game_name):
    told, untold = tables_of(game)
    fields = set(fields_of(game.state)) - {"rng", *COMMON}
    fields = {field for field in fields if not field.startswith("rng.")}
    assert not set(told) & set(untold)
    assert set(told) <= fields
    for key in untold:
        assert fnmatch.filter(fields, key), f"there is no field {key}"
    missing = {f for f in fields - set(told) if not any(fnmatch.fnmatch(f, k) for k in untold)}
    assert not missing, f"how are these told? {sorted(missing)}"
    assert all(untold.values())


def test_every_public_change_is_told(game, table):
    for seed in range(GAMES):
        untold = list(find_untold(game, table[1], seed, DECISIONS))
        assert not untold, "\n".join(untold[:5])


def main() -> None:
    """Look at many games of each kind."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=list(registry.ROWS))
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args()
    for name in given.names:
        game, found = registry.load(name), 0
        for players in game.player_counts:
            for seed in range(-(-given.games // len(game.player_counts))):
                for line in find_untold(game, players, seed, game.max_decisions):
                    print(line, flush=True)
                    found += 1
                    if found >= 20:
                        raise SystemExit(1)
        print(f"{name}: {given.games} games, {found} public changes untold", flush=True)


if __name__ == "__main__":
    main()
