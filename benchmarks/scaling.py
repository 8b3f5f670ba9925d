"""Steps per second and memory against the number of games and of players.

python -m benchmarks.scaling [game ...] [--most N] [--json FILE]

A batch keeps its games in one array: the rate should stay flat from a hundred games to as many
as the memory holds. All sizes go on from the same positions, and take turns. The floor is to
change every word of as many bytes as a step goes through: records, observations and masks.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.loops import batch_steps_only, touch_loop
from benchmarks.measure import (
    SEED,
    Case,
    duration,
    measure,
    positive,
    ratio,
    result_file,
    timed,
    write_json,
)
from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game

SIZES = (1, 10, 100, 1_000, 10_000, 100_000)
GAMES, STEPS = 1_000, 400
"""So many games, after so many steps, give the positions, spread over all stages of a game."""


def positions(game: Game, players: int) -> NDArray[Any]:
    """Return records of games that are under way."""
    batch = Batch(game, GAMES, num_players=players)
    batch.reset(seed=SEED)
    for _ in range(STEPS):
        batch.step(batch.sample())
    return batch.states


def count_bytes(batch: Batch) -> int:
    """Return what the arrays of a batch take in memory."""
    arrays = (batch.states, batch.final_states, batch.observation, batch.mask, batch.scaled)
    return sum(array.nbytes for array in arrays)


def cases_of(game: Game, players: int, size: int, begun: NDArray[Any]) -> list[Case]:
    """Return the case of so many games at once, which holds their batch, and its floor."""
    batch = Batch(game, size, num_players=players)
    run = batch_steps_only(batch)
    batch.states[:] = np.resize(begun, size)
    batch.look()
    name = f"{game.name} {players}p x{size}"
    memory = touch_loop(batch)
    facts = {"game": game.name, "players": players, "games": size, "bytes": count_bytes(batch)}
    return [
        Case(name, run, floor=f"{name} memory", facts={**facts, "what": "steps"}),
        Case(f"{name} memory", lambda s: timed(memory, s), facts={**facts, "what": "memory"}),
    ]


def measure_sizes(
    game: Game, players: int, sizes: list[int], rounds: int, seconds: float
) -> list[Case]:
    """Measure batches of all sizes in turn, and let go of them."""
    begun = positions(game, players)
    cases = [case for size in sizes for case in cases_of(game, players, size, begun)]
    measure(cases, rounds, seconds)
    for case in cases:
        case.run = lambda seconds: 0.0  # the batch and its memory were held by the old one
        part = ratio(case, cases)
        if part is not None:
            megabytes = case.facts["bytes"] / 1e6
            print(
                f"{case.name:32} {case.median:12,.0f} steps/s {megabytes:10,.1f} MB  "
                f"{part:.2f} of its memory"
            )
    return cases


def draw(cases: list[Case], path: Path) -> None:
    """Draw for every game one curve a player count and the floor, and below it the memory."""
    import matplotlib.pyplot as plt

    games = list(dict.fromkeys(case.facts["game"] for case in cases))
    figure, axes = plt.subplots(
        *(2, len(games)), figsize=(3.2 * len(games), 4.5), sharex=True, sharey="row", squeeze=False
    )
    for name, above, below in zip(games, *axes, strict=True):
        mine = [case for case in cases if case.facts["game"] == name]
        for players in dict.fromkeys(case.facts["players"] for case in mine):
            here = [case for case in mine if case.facts["players"] == players]
            row = [case for case in here if case.facts["what"] == "steps"]
            floor = [case.median for case in here if case.facts["what"] == "memory"]
            sizes = [case.facts["games"] for case in row]
            above.plot(sizes, [case.median for case in row], "o-", label=f"{players} players")
        above.plot(sizes, floor, ":", color="grey", label="only its memory")
        below.plot(sizes, [case.facts["bytes"] / 1e6 for case in row], "o-", color="grey")
        above.set(title=registry.find(name).title, xscale="log", yscale="log")
        below.set(xlabel="games at once", xscale="log", yscale="log")
        above.legend(fontsize=7, loc="lower right")
    axes[0][0].set_ylabel("decisions per second")
    axes[0][0].set_ylim(bottom=min(case.median for case in cases) / 6)  # room for the legends
    axes[1][0].set_ylabel("megabytes")
    figure.tight_layout()
    figure.savefig(path)
    plt.close(figure)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=list(registry.ROWS), metavar="game")
    parser.add_argument("--most", type=positive, default=SIZES[-1], help="games at once, at most")
    parser.add_argument("--rounds", type=positive, default=3)
    parser.add_argument("--seconds", type=duration, default=0.3, help="for one case in one round")
    parser.add_argument("--json", type=result_file, default="benchmarks/results/scaling.json")
    given = parser.parse_args()
    try:
        games = [registry.load(name) for name in given.games]
    except ValueError as error:
        parser.error(str(error))
    sizes = [size for size in SIZES if size <= given.most]
    cases = [
        case
        for game in games
        for players in game.player_counts
        for case in measure_sizes(game, players, sizes, given.rounds, given.seconds)
    ]
    write_json(given.json, cases)
    draw(cases, given.json.with_suffix(".svg"))
    print(f"written to {given.json}, {given.json.with_suffix('.svg')}")


if __name__ == "__main__":
    main()
