"""RLlib's PPO with action masking, all seats played by one policy.

python -m agents.rllib_train galaxy --players 2 --iterations 20 --workers 2

An example of how RLlib takes the games; `agents.train` learns faster on one machine, this one
spreads over a Ray cluster (started here by default). Needs the virtual environment that
`make ray-test` makes.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import spaceenvs
from spaceenvs.core.interop import RllibKeys

PLAYER = "player"
"""The one policy that plays every seat."""


def make_env(config: dict[str, Any]) -> PettingZooEnv:
    """Return a game as RLlib wants it."""
    return PettingZooEnv(RllibKeys(spaceenvs.make(**config)))


def make_config(game: str, players: int, workers: int, decisions: int) -> PPOConfig:
    """Return PPO with masks on a game.

    Args:
        game: The name of the game.
        players: The number of players.
        workers: How many processes play; 0 plays in this one.
        decisions: Decisions between two updates.
    """
    register_env("spaceenvs", make_env)
    masked = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config=DefaultModelConfig(fcnet_hiddens=[128, 128], fcnet_activation="relu"),
    )
    return (
        PPOConfig()
        .environment("spaceenvs", env_config={"name": game, "num_players": players})
        .env_runners(num_env_runners=workers, rollout_fragment_length="auto")
        .multi_agent(policies={PLAYER}, policy_mapping_fn=lambda *_args, **_kwargs: PLAYER)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={PLAYER: masked}))
        .training(
            lr=1e-3,
            gamma=1.0,
            entropy_coeff=0.01,
            num_epochs=2,
            train_batch_size_per_learner=decisions,
            minibatch_size=min(decisions, 2048),
        )
    )


def wins_against_random(module: Any, game: str, players: int, games: int) -> float:
    """Return the part of games that the policy wins against random players."""
    env = spaceenvs.make_seat(game, num_players=players)
    wins = 0.0
    for number in range(games):
        observation, info = env.reset(seed=number)
        over = False
        while not over:
            seen = {
                "observations": torch.tensor(observation[None]),
                "action_mask": torch.tensor(info["action_mask"][None], dtype=torch.float32),
            }
            with torch.no_grad():
                logits = module.forward_inference({"obs": seen})["action_dist_inputs"]
            action = int(torch.multinomial(logits[0].softmax(-1), 1))
            observation, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        wins += max(0.0, float(np.asarray(reward)))
    return wins / games


def main(words: list[str] | None = None) -> None:
    """Train, and tell how it went."""
    parser = argparse.ArgumentParser(description="RLlib's PPO with action masking.")
    parser.add_argument("game", help=", ".join(spaceenvs.games()))
    parser.add_argument("--players", type=int, help="default: the fewest")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--decisions", type=int, default=8192, help="between two updates")
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    parser.add_argument("--games", type=int, default=100, help="games against random at the end")
    given = parser.parse_args(words)
    try:
        game = spaceenvs.load(given.game)
        players = game.players[0] if given.players is None else given.players
        game.make_options(num_players=players)
    except ValueError as error:
        parser.error(str(error))
    if min(given.iterations, given.decisions, given.games) < 1 or given.workers < 0:
        parser.error("iterations, decisions and games are at least 1, workers not negative")
    algorithm = make_config(game.name, players, given.workers, given.decisions).build_algo()
    for number in range(given.iterations):
        result = algorithm.train()
        played = result["env_runners"]["num_env_steps_sampled_lifetime"]
        print(f"{number + 1}: {played:,.0f} decisions, {result['time_total_s']:.0f} s", flush=True)
    module = algorithm.get_module(PLAYER)
    wins = wins_against_random(module, game.name, players, given.games)
    print(
        f"wins {wins:.2f} of {given.games} games against random; a fair share is {1 / players:.2f}"
    )
    algorithm.stop()


if __name__ == "__main__":
    main()
