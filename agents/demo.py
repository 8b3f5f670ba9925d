"""Two minutes of PPO on two-player Galaxy, and what it has learned.

python -m agents.demo [--minutes 2]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import spaceenvs
from agents.ppo import MODEL_FILE, Network, PPOAgent, save_network
from agents.train import Settings, measure, train
from spaceenvs.core.rendering import svg_to_png
from spaceenvs.players import Turn

GAME = "galaxy"
# For two minutes: small updates and large steps. Longer trainings do better with the defaults,
# and against themselves instead of the random player that this one is measured by.
SHORT: dict[str, Any] = {
    "opponents": "random",
    "envs": 64,
    "rollout": 64,
    "epochs": 1,
    "learning_rate": 3e-3,
    "entropy": 0.02,
    "evaluations": 4,
    "games": 250,
}
NEXT = """where to go next:
  python -m agents.train galaxy                 the same, longer, and in self-play
  python -m agents.tournament galaxy --agents random greedy ppo:{folder}
  notebooks/                                    one question each, with pictures
  README.md                                     your own agent in ten lines"""


def main(words: list[str] | None = None) -> None:
    """Train, compare, draw."""
    parser = argparse.ArgumentParser(description="Two minutes of PPO on two-player Galaxy.")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=1000, help="games per comparison")
    parser.add_argument("--folder", type=Path, default=Path("runs/demo"))
    given = parser.parse_args(words)
    if given.minutes <= 0 or given.games <= 0:
        parser.error("minutes and games are more than 0")
    settings = Settings(GAME, players=2, minutes=given.minutes, **SHORT)
    game = spaceenvs.load(GAME)
    print(f"{game.title}, 2 players, {given.minutes:g} minutes of PPO; a fair share is 0.500")
    untrained = PPOAgent(Network(game, settings.width), game)
    print(f"before: wins {measure(untrained, game, players=2, games=given.games)}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        training = train(settings, Path(folder))
    given.folder.mkdir(parents=True, exist_ok=True)
    save_network(training.network, given.folder / MODEL_FILE)
    agent = PPOAgent(training.network, game)
    print(f"after:  wins {measure(agent, game, players=2, games=given.games)}")
    picture = given.folder / "finished.png"
    draw_finished_game(agent, picture)
    print(f"the end of one of its games is drawn in {picture}")
    print(NEXT.format(folder=given.folder))


def draw_finished_game(agent: PPOAgent, path: Path) -> None:
    """Play one game against a random player and draw how it ended."""
    batch = spaceenvs.make_batch(GAME, 1, num_players=2, autoreset=False)
    shown = batch.reset(seed=2)
    while not shown.terminated[0]:
        if shown.to_move[0] == 0:
            actions = agent.choose(Turn(batch.game, shown.observation, shown.mask))
        else:
            actions = batch.sample()
        shown = batch.step(actions)
    picture = batch.game.svg(batch.states[0], batch.box[0], None)
    path.write_bytes(svg_to_png(picture))


if __name__ == "__main__":
    main()
