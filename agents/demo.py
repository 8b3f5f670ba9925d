"""Two minutes of PPO on two-player Galaxy, and what it has learned.

python -m agents.demo [--minutes 2]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import spaceenvs
from agents.network import Learner
from agents.ppo import Settings
from agents.train import measure, train
from spaceenvs.core.rendering import svg_to_png
from spaceenvs.players import turn_of
from spaceenvs.players.network import MODEL_FILE
from spaceenvs.players.trained import TrainedPlayer
from spaceenvs.terminal import commands_folder

GAME = "galaxy"
# For two minutes: small updates, and random players among those that it is measured by.
SHORT: dict[str, Any] = {
    "players": "2",
    "opponents": "self=2,random=1",
    "games": 256,
    "rollout": 32,
    "batch": 2048,
    "epochs": 2,
    "learning_rate": 2e-3,
    "gae_lambda": 0.95,
    "entropy": 0.01,
    "evaluations": 4,
}
NEXT = """where to go next:
  {bin}spaceenvs play galaxy                  play it yourself
  {bin}spaceenvs learn galaxy                 how it is played, in five minutes
  {bin}spaceenvs play galaxy --players 2 --opponents {folder}
  {bin}python -m agents.train galaxy          the same training, longer, against its own past
  {bin}python -m agents.tournament galaxy --players 2 --agents greedy {folder}
  notebooks/                                          one question each, with pictures
  README.md                                           your own agent in ten lines"""


def main(words: list[str] | None = None) -> None:
    """Train, compare, draw."""
    parser = argparse.ArgumentParser(description="Two minutes of PPO on two-player Galaxy.")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=1000, help="games per comparison")
    parser.add_argument("--folder", type=Path, default=Path("runs/demo"))
    given = parser.parse_args(words)
    if given.minutes <= 0 or given.games <= 0:
        parser.error("minutes and games are more than 0")
    settings = Settings(
        GAME, minutes=given.minutes, evaluation_games=min(given.games, 250), **SHORT
    )
    game = spaceenvs.load(GAME)
    print(f"{game.title}, 2 players, {given.minutes:g} minutes of PPO; a fair share is 0.500")
    untrained = Learner(game, settings.width).network()
    reached = measure(untrained, 2, "random", given.games)
    print(f"before: wins {reached} against random", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        training = train(settings, Path(folder))
    given.folder.mkdir(parents=True, exist_ok=True)
    network = training.ppo.learner.snapshot()
    network.card = training.card()
    network.save(given.folder / MODEL_FILE)
    print(f"after:  wins {measure(network, 2, 'random', given.games)} against random")
    picture = given.folder / "finished.png"
    draw_finished_game(TrainedPlayer(network), picture)
    print(f"the end of one of its games is drawn in {picture}")
    print(NEXT.format(folder=given.folder, bin=commands_folder()))


def draw_finished_game(player: TrainedPlayer, path: Path) -> None:
    """Play one game against a random player and draw how it ended."""
    batch = spaceenvs.make_batch(GAME, 1, num_players=2, autoreset=False)
    shown = batch.reset(seed=2)
    while not shown.terminated[0]:
        if shown.to_move[0] == 0:
            actions = player.choose(turn_of(batch, np.arange(1)))
        else:
            actions = batch.sample()
        shown = batch.step(actions)
    picture = batch.game.svg(batch.states[0], batch.box[0], None)
    path.write_bytes(svg_to_png(picture))


if __name__ == "__main__":
    main()
