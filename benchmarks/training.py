"""Training speed: what part of it the games take.

python -m benchmarks.training [game ...] [--rounds 5] [--json FILE]

The same PPO, with the settings of `agents.train` and random opponents, on (a) `SeatVecEnv`,
all games in one batch; (b) an environment that costs nothing, with the same spaces: the rate
that the network alone allows; (c) stable-baselines3's `DummyVecEnv` of single environments.
Each round makes one update of each, one after the other. Rates are samples per second of CPU
time, so that a busy machine does not disturb them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv

from agents.train import DEFAULTS, Settings, model_of
from benchmarks.measure import Case, measure, positive, result_file, table, write_json
from spaceenvs import registry
from spaceenvs.core.game import Game
from spaceenvs.core.seat import SeatEnv, SeatVecEnv


class Costless(SeatVecEnv):
    """An environment that shows the same positions for ever: only what the interface demands."""

    def __init__(self, game: Game, num_envs: int, players: int) -> None:
        super().__init__(game, num_envs, num_players=players, scaled=False, seed=1)
        super().reset()
        # From the middle of the games, where masks look as they mostly do.
        for _ in range(40):
            self.batch.step(self.batch.sample())
        self._observations = self.batch.observation.copy()
        self._masks = self.batch.mask != 0
        self._infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]

    def reset(self) -> NDArray[Any]:
        """Show the positions."""
        return self._observations.copy()

    def step_wait(
        self,
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Show them again."""
        n = self.num_envs
        nothing = np.zeros(n, np.float32), np.zeros(n, np.bool_)
        return self._observations.copy(), *nothing, self._infos

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Return the same masks as ever."""
        return list(self._masks)


def training_run(env: VecEnv, game: Game, settings: Settings) -> Callable[[float], float]:
    """Return a run that makes one update and returns samples per second of CPU time."""
    model = model_of(settings, env, game)
    model.set_logger(Logger(None, []))
    samples = env.num_envs * settings.rollout

    def run(_seconds: float) -> float:
        begun = time.process_time()
        model.learn(samples, reset_num_timesteps=False)
        return samples / (time.process_time() - begun)

    return run


def cases_of(settings: Settings) -> list[Case]:
    """Return what is measured for a game."""
    game, players = registry.load(settings.game), settings.players
    where = f"{game.name} {players}p x{settings.envs}"

    def one() -> SeatEnv:
        return SeatEnv(game, num_players=players)

    envs: dict[str, VecEnv] = {
        f"{where} costless": Costless(game, settings.envs, players),
        f"{where} SeatVecEnv": SeatVecEnv(
            game, settings.envs, num_players=players, scaled=False, seed=1
        ),
        f"{where} DummyVecEnv": DummyVecEnv([one] * settings.envs),
    }
    floor = next(iter(envs))
    return [
        Case(name, training_run(env, game, settings), None if name == floor else floor)
        for name, env in envs.items()
    ]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description="Training speed: what part the games take.")
    parser.add_argument("games", nargs="*", default=list(registry.ROWS), metavar="game")
    parser.add_argument("--rounds", type=positive, default=5)
    parser.add_argument("--envs", type=positive, default=64)
    parser.add_argument("--width", type=int, help="units of each hidden layer")
    parser.add_argument("--batch", type=int, help="samples in a minibatch")
    parser.add_argument("--epochs", type=int, help="how often an update sees each sample")
    parser.add_argument("--rollout", type=int, help="samples of each environment in an update")
    parser.add_argument("--json", type=result_file, default="benchmarks/results/training.json")
    given = vars(parser.parse_args())
    torch.set_num_threads(1)
    wanted = ("envs", "width", "batch", "epochs", "rollout")
    changed = {name: given[name] for name in wanted if given[name] is not None}
    try:
        names = [registry.find(name).name for name in given["games"]]
    except ValueError as error:
        parser.error(str(error))
    everything: list[Case] = []
    for name in names:
        settings = Settings(**{"game": name, **DEFAULTS.get(name, {}), **changed})
        cases = cases_of(settings)
        measure(cases, given["rounds"], 1)
        print(
            f"{name}: width {settings.width}, minibatch {settings.batch}, "
            f"epochs {settings.epochs}, {settings.envs} x {settings.rollout} samples an update"
        )
        print(table(cases), flush=True)
        everything += cases
    write_json(given["json"], everything, settings=changed)
    print(f"written to {given['json']}")


if __name__ == "__main__":
    main()
