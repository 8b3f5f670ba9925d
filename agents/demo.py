"""Two minutes of PPO on two-player Galaxy, and what it has learned.

python -m agents.demo [--minutes 2]
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

import spaceenvs
from agents.evaluate import win_rate
from spaceenvs.core.rendering import svg_to_png
from spaceenvs.core.seat import SeatVecEnv

GAME = "galaxy"
NUM_ENVS = 64


class Clock(BaseCallback):
    """Stops the training when the time is up, and shows how far it is."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self._seconds = 60 * minutes
        self._begun = time.perf_counter()

    def _on_step(self) -> bool:
        passed = time.perf_counter() - self._begun
        if sys.stderr.isatty() and self.n_calls % 16 == 0:
            rate = self.num_timesteps / passed
            left = max(0, self._seconds - passed)
            sys.stderr.write(
                f"\r{self.num_timesteps:,} decisions, {rate:,.0f}/s, {left:.0f} s left "
            )
        return passed < self._seconds


def main() -> None:
    """Train, compare, draw."""
    parser = argparse.ArgumentParser(description="Two minutes of PPO on two-player Galaxy.")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=1000, help="games per evaluation")
    parser.add_argument("--picture", type=Path, default=Path("runs/demo.png"))
    given = parser.parse_args()
    torch.set_num_threads(2)
    game = spaceenvs.load(GAME)
    # Large minibatches: on a CPU the network, not the game, is what takes the time.
    model = MaskablePPO(
        "MlpPolicy",
        SeatVecEnv(game, NUM_ENVS, num_players=2, seed=1),
        n_steps=128,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        learning_rate=7e-4,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
    )

    def policy(observations: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[Any]:
        return model.predict(observations, action_masks=masks)[0]

    print(f"{game.title}, 2 players, against a random player; a fair share is 0.500.")
    print(f"before training: wins {win_rate(game, policy, games=given.games, num_players=2)}")
    print(f"training for {given.minutes:g} minutes ...", flush=True)
    begun = time.perf_counter()
    model.learn(10**9, callback=Clock(given.minutes))
    passed = time.perf_counter() - begun
    rate = model.num_timesteps / passed
    print(f"\n{model.num_timesteps:,} decisions in {passed:.0f} s ({rate:,.0f} a second)")
    print(f"after training: wins {win_rate(game, policy, games=given.games, num_players=2)}")
    draw_finished_game(policy, given.picture)
    print(f"the end of a game of the trained player is drawn in {given.picture}")
    print("next: notebooks/quickstart.ipynb, README.md, make bench")


def draw_finished_game(policy: Any, path: Path) -> None:
    """Play one game against a random player and draw how it ended."""
    env = spaceenvs.make_seat(GAME, num_players=2, seat=0, render_mode="svg")
    observation, _ = env.reset(seed=2)
    over = False
    while not over:
        action = policy(observation[None], env.action_masks()[None])[0]
        observation, _, over, _, _ = env.step(action)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(svg_to_png(str(env.render())))


if __name__ == "__main__":
    main()
