"""The training of `agents.train` with its games on a Ray cluster: weights out, trajectories back.

python -m agents.ray_train galaxy --players 2 --workers 2 --minutes 10

Starts Ray on this machine, or joins the cluster that `RAY_ADDRESS` names. Every worker plays its
part of the games; this process learns from all of them. A worker that dies is replaced, with
new games, and the training goes on. `--resume` goes on with the network, also with new games.
Ray pins an older gymnasium than ours: `make ray-test` makes it a virtual environment of its own.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import ray
import torch
from numpy.typing import NDArray

from agents import train
from agents.ppo import PPO, Rollout, Settings
from agents.ray_tournament import start
from agents.workers import Workers
from spaceenvs import registry
from spaceenvs.core.game import Game
from spaceenvs.players.network import Network

Arrays = dict[str, NDArray[Any]]


class Games:
    """A part of the games, in a process of its own.

    Args:
        settings: How the training goes; `workers` is the number of parts.
        sizes: The numbers of players.
        number: The number of this part; one that replaces another has a new one.
    """

    def __init__(self, settings: Settings, sizes: list[int], number: int) -> None:
        torch.set_num_threads(1)
        self._ppo = PPO(settings, registry.load(settings.game), sizes, number)

    def play(self, weights: Arrays, update: int, progress: float, imitates: bool) -> Arrays:
        """Play for a while with these weights; return what was decided."""
        ppo = self._ppo
        ppo.learner.load(Network(ppo.game, weights, {}))
        snapshot = ppo.settings.snapshot
        if not imitates and update and update % snapshot == 0:
            words = [ppo.settings.seed, update]
            ppo.opponents.add(ppo.learner.snapshot(), np.random.default_rng(words))
        words = [ppo.settings.seed, ppo.worker, update]
        if not imitates and ppo.adviser is None:
            ppo.rollout.advice = []
        ppo.play(np.random.default_rng(words), progress, imitates)
        played = as_arrays(ppo.rollout)
        ppo.go_on()
        return played


def as_arrays(rollout: Rollout) -> Arrays:
    """Return a rollout as plain arrays."""
    rows = rollout.rows
    count = rows.count
    return {
        "starts": rows.starts[: count + 1],
        "places": rows.places[: rows.starts[count]],
        "values_seen": rows.values[: rows.starts[count]],
        "legal_starts": rows.legal_starts[: count + 1],
        "legal": rows.legal[: rows.legal_starts[count]],
        "choices": rollout.choices,
        "logarithms": rollout.logarithms,
        "values": rollout.values,
        "follows": rollout.follows,
        "results": rollout.results,
        "advice": np.concatenate([np.zeros(0, np.float32), *rollout.advice]),
    }


def from_arrays(game: Game, arrays: Arrays) -> Rollout:
    """Return the rollout that `as_arrays` was given."""
    rollout = Rollout(game)
    rows = rollout.rows
    rows.count = arrays["choices"].size
    rows.starts, rows.places = arrays["starts"], arrays["places"]
    rows.values = arrays["values_seen"]
    rows.legal_starts, rows.legal = arrays["legal_starts"], arrays["legal"]
    rollout.add(arrays["choices"], arrays["logarithms"], arrays["values"])
    rollout.follows, rollout.results = arrays["follows"].copy(), arrays["results"].copy()
    rollout.advice = [arrays["advice"]] if arrays["advice"].size else []
    return rollout


class RayTraining(train.Training):
    """A training whose games are played by Ray."""

    program = "agents.ray_train"

    def _start_workers(self) -> Workers:
        start(os.environ.get("RAY_ADDRESS"))
        self._replaced = 0
        """How many workers have died and were replaced."""
        self._parts = [self._new_part(number) for number in range(self.settings.workers)]
        return Workers(Settings(self.settings.game), [])

    def _make_ppo(self) -> PPO:
        return PPO(self.settings, self.game, [])

    def _new_part(self, number: int) -> Any:
        return ray.remote(Games).remote(self.settings, self.sizes, number)

    def _play_and_learn(self, progress: float, imitates: bool) -> dict[str, float]:
        ppo = self.ppo
        weights = ray.put(ppo.learner.snapshot().weights)
        words = (ppo.updates, progress, imitates)
        answers = [part.play.remote(weights, *words) for part in self._parts]
        together = Rollout(self.game)
        for number, answer in enumerate(answers):
            try:
                together.extend(from_arrays(self.game, ray.get(answer)))
            except ray.exceptions.RayActorError:
                self._replaced += 1
                fresh = number + self.settings.workers * self._replaced
                self._parts[number] = self._new_part(fresh)
                self.say(f"worker {number} has ended; another one takes its place")
        ppo.updates += 1
        if not len(together):
            return {}
        random = np.random.default_rng([self.settings.seed, ppo.updates])
        figures = ppo.learn(together, random, progress, imitates)
        self.steps = ppo.steps
        return figures


def main(words: list[str] | None = None) -> None:
    """Train on Ray, or go on training."""
    try:
        train.main(words, RayTraining)
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
