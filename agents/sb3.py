"""MaskablePPO of stable-baselines3 on any game: the short example, in one page.

python -m agents.sb3 galaxy --players 2 --steps 200_000

One seat learns against random players, with a network of the shape of `agents.network`.
`agents.train` learns several times as fast, from every seat, against itself.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

import spaceenvs
from agents.evaluate import Policy, win_rate


class FirstLayer(BaseFeaturesExtractor):
    """The first layer, which policy and value share."""

    def __init__(self, observation_space: Any, width: int) -> None:
        super().__init__(observation_space, width)
        self.layer = nn.Sequential(nn.Linear(observation_space.shape[0], width), nn.ReLU())

    def forward(self, observations: Tensor) -> Tensor:
        """Return what policy and value share."""
        return self.layer(observations)  # type: ignore[no-any-return]


def make_model(game: str, games: int = 64, width: int = 128, seed: int = 1, **options: Any) -> Any:
    """Return a MaskablePPO with its environments.

    Args:
        game: The name of the game.
        games: How many games it plays at once.
        width: The number of units of each hidden layer.
        seed: The seed of everything random.
        **options: `num_players`, `opponents`, the options of the game.
    """
    env = spaceenvs.make_vec(game, games, seed=seed, **options)
    return MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=128,
        batch_size=2048,
        n_epochs=2,
        gamma=1.0,
        ent_coef=0.01,
        learning_rate=1e-3,
        seed=seed,
        device="cpu",
        policy_kwargs={
            "features_extractor_class": FirstLayer,
            "features_extractor_kwargs": {"width": width},
            "net_arch": {"pi": [width], "vf": [width]},
            "activation_fn": nn.ReLU,
        },
    )


def as_policy(model: Any) -> Policy:
    """Return the player that the model has learned to be."""

    def policy(observations: Any, masks: Any) -> Any:
        actions, _ = model.predict(observations, action_masks=masks)
        return np.asarray(actions)

    return policy


def main(words: list[str] | None = None, say: Callable[[str], None] = print) -> None:
    """Train, measure, save."""
    parser = argparse.ArgumentParser(description="MaskablePPO of stable-baselines3 on any game.")
    parser.add_argument("game", help=", ".join(spaceenvs.games()))
    parser.add_argument("--players", type=int, help="default: the fewest")
    parser.add_argument("--steps", type=int, default=200_000, help="decisions of the learner")
    parser.add_argument("--games", type=int, default=500, help="games against random at the end")
    parser.add_argument("--to", type=Path, default=Path("runs/sb3.zip"), help="the file it fills")
    given = parser.parse_args(words)
    torch.set_num_threads(1)
    try:
        game = spaceenvs.load(given.game)
        players = game.players[0] if given.players is None else given.players
        game.make_options(num_players=players)
    except ValueError as error:
        parser.error(str(error))
    model = make_model(game.name, num_players=players)
    model.learn(given.steps)
    reached = win_rate(game, as_policy(model), games=given.games, num_players=players)
    say(f"{game.title}, {players} players: wins {reached} against random")
    given.to.parent.mkdir(parents=True, exist_ok=True)
    model.save(given.to)
    say(f"the model is {given.to}")


if __name__ == "__main__":
    main()
