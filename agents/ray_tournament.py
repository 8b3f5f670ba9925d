"""The tournament of `agents.tournament`, spread over a Ray cluster.

python -m agents.ray_tournament galaxy --players 2 --agents random greedy --games 10000

Starts Ray on this machine, or joins the cluster at `--address`. The games are cut into parts
of their own seeds, so the table does not depend on how many workers play them. Ray pins an
older gymnasium than ours: `make ray-test` makes it a virtual environment of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray

import spaceenvs
from agents.tournament import (
    Results,
    make_agents,
    make_lineups,
    make_parser,
    name_apart,
    play,
    play_and_report,
)
from spaceenvs.core.game import Game
from spaceenvs.players import make_player

NOT_SENT = [".venv", ".venv-interop", "runs", ".git", "docs"]
"""What the workers of a cluster do not need of this folder."""


@ray.remote  # type: ignore[untyped-decorator]
def play_part(
    name: str, specs: Sequence[str], lineups: NDArray[np.int64], seed: int
) -> NDArray[np.int64]:
    """Play a part of the games on some worker, and return the places."""
    game = spaceenvs.load(name)
    return play(game, [make_player(spec, game) for spec in specs], lineups, seed)


def run(
    game: Game,
    specs: Sequence[str],
    *,
    players: int,
    games: int = 1000,
    parts: int = 8,
    seed: int = 1,
    address: str | None = None,
) -> Results:
    """Play a tournament in parts, wherever Ray has room.

    Ray is started, or joined at its address, unless it runs already.

    Raises:
        ValueError: See `agents.tournament.make_agents`.
    """
    make_agents(game, specs, players)  # A sentence here is better than one from a worker.
    start(address)
    lineups = make_lineups(len(specs), players, games, seed)
    seeds = np.random.SeedSequence(seed).generate_state(parts).tolist()
    pieces = np.array_split(lineups, parts)
    tasks = [
        play_part.remote(game.name, list(specs), piece, number)
        for piece, number in zip(pieces, seeds, strict=True)
        if len(piece)
    ]
    return Results(name_apart(specs), lineups, np.concatenate(ray.get(tasks)))


def start(address: str | None) -> None:
    """Start Ray on this machine, or join a cluster and send it the agents."""
    if ray.is_initialized():
        return
    joined: dict[str, Any] = {}
    if address is not None:
        joined = {
            "address": address,
            "runtime_env": {"working_dir": ".", "excludes": NOT_SENT},
        }
    ray.init(log_to_driver=False, include_dashboard=False if address is None else None, **joined)


def main(words: Sequence[str] | None = None) -> None:
    """Play a tournament from the command line."""
    parser = make_parser("A tournament spread over a Ray cluster.")
    parser.add_argument("--parts", type=int, default=8, help="how many tasks the games make")
    parser.add_argument("--address", help="the cluster to join (default: start one here)")
    given = parser.parse_args(words)
    if given.games < 1 or given.parts < 1 or given.seed < 0:
        parser.error("games and parts are at least 1, a seed is not negative")

    def play_all(game: Game, players: int) -> Results:
        return run(
            game,
            given.agents,
            players=players,
            games=given.games,
            parts=given.parts,
            seed=given.seed,
            address=given.address,
        )

    try:
        play_and_report(parser, given, play_all)
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
