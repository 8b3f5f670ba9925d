"""Put a trained network into the package: half precision, with its card.

python -m agents.ship runs/galaxy-2p [--games 1000] [--to folder]

Measures what is written (not what was trained), at every number of players, alone on one seat
against random and against greedy players, and writes `spaceenvs/players/networks/<game>.npz`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from agents.curves import without_folder
from agents.network import Learner
from agents.train import measure
from spaceenvs import registry
from spaceenvs.players.greedy import GAMES as GREEDY_GAMES
from spaceenvs.players.network import Network, load_network
from spaceenvs.players.trained import FOLDER


def ship(run: Path, games: int, commit: str = "", folder: Path = FOLDER) -> dict[str, Any]:
    """Write the network of a run into the package; return its card.

    Args:
        run: The folder of the run.
        games: Games for each win rate.
        commit: The commit it was trained with, where the training could not find it out.
        folder: Where the network goes.
    """
    settings = json.loads((run / "arguments.json").read_text(encoding="utf-8"))["settings"]
    game = registry.load(settings["game"])
    network = load_network(run, game)
    forget_unseen(network, settings["seed"])
    target = folder / f"{game.name}.npz"
    network.save(target, np.float16)
    written = load_network(target, game)
    wins = []
    for players in game.player_counts:
        for against in ["random", *(["greedy"] if game.name in GREEDY_GAMES else [])]:
            reached = measure(written, players, against, games)
            low, high = reached.interval
            wins.append(
                {
                    "players": players,
                    "against": against,
                    "wins": round(reached.rate, 4),
                    "low": round(low, 4),
                    "high": round(high, 4),
                    "games": reached.games,
                }
            )
            print(f"{game.title}, {players} players, against {against}: {reached}", flush=True)
    network.card["wins"] = wins
    network.card["command"] = without_folder(network.card["command"])
    if commit:
        network.card["commit"] = commit
    network.save(target, np.float16)
    return network.card


def forget_unseen(network: Network, seed: int) -> None:
    """Set the weights of what was never seen in training to zero.

    They still are as they were drawn at the beginning. Where such a number is not zero (in a game
    with modules that were off in training), they would only add noise.
    """
    torch.manual_seed(seed)
    drawn = Learner(network.game, network.width, network.adviser).get_parameter("first_weight")
    weights = network.weights["first_weight"]
    weights[(weights == drawn.detach().numpy()).all(axis=1)] = 0


def main(words: list[str] | None = None) -> None:
    """Ship the network of a run."""
    parser = argparse.ArgumentParser(description="Put a trained network into the package.")
    parser.add_argument("run", type=Path, help="the folder of the run")
    parser.add_argument("--games", type=int, default=1000, help="games for each win rate")
    parser.add_argument("--to", type=Path, default=FOLDER, help="where it goes: into the package")
    parser.add_argument("--commit", default="", help="the commit it was trained with")
    given = parser.parse_args(words)
    if given.games < 1:
        parser.error("games is at least 1")
    try:
        ship(given.run, given.games, given.commit, given.to)
    except (OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
