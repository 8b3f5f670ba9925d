"""What is timed: the ways to step a game, each a function that returns the steps it made."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.floors import fill, touch
from benchmarks.measure import SEED
from spaceenvs.core.batch import Batch
from spaceenvs.core.sample import Sampler, choose_rows, make_streams
from spaceenvs.core.seat import SeatVecEnv

Work = Callable[[], int]
"""Does some work and returns how many steps it made."""


def aec_loop(env: Any) -> Work:
    """Return a function that plays one game through the AEC interface."""
    sample = Sampler(SEED)

    env.reset(seed=SEED)

    def play() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(sample(observation["action_mask"]))
                steps += 1
        return steps

    return play


def batch_steps_only(batch: Batch) -> Callable[[float], float]:
    """Return a run that counts only the time of `step`, not of the random choices."""
    batch.reset(seed=SEED)

    def run(seconds: float) -> float:
        steps, spent = 0, 0.0
        while spent < seconds:
            actions = batch.sample()
            begun = time.perf_counter()
            batch.step(actions)
            spent += time.perf_counter() - begun
            steps += batch.num_games
        return steps / spent

    return run


def batch_loop(batch: Batch) -> Work:
    """Return a function that steps a batch once, random choices included."""
    batch.reset(seed=SEED)

    def play() -> int:
        batch.step(batch.sample())
        return batch.num_games

    return play


def vec_env_loop(env: SeatVecEnv) -> Work:
    """Return a function that steps a stable-baselines3 VecEnv once, random opponents included."""
    streams = make_streams(SEED, env.num_envs)
    actions = np.empty(env.num_envs, np.int32)
    env.reset()

    def play() -> int:
        choose_rows(env.batch.mask, streams, actions, 0, env.num_envs)
        env.step(actions)
        return env.num_envs

    return play


def playout_loop(batch: Batch) -> Work:
    """Return a function that plays whole games inside a kernel, without observations."""
    batch.reset(seed=SEED)

    def play() -> int:
        batch.reset(seed=None)
        return batch.playout()

    return play


def fill_loop(batch: Batch) -> Work:
    """Return the memory-fill baseline: it only fills the batch's observations and masks."""
    observation, mask = np.zeros_like(batch.observation), np.zeros_like(batch.mask)
    salt = 0

    def play() -> int:
        nonlocal salt
        salt += 1
        fill(observation, mask, salt)
        return batch.num_games

    return play


def touch_loop(batch: Batch) -> Work:
    """Return a function that goes once over as much memory as a step of the batch."""
    size = batch.states.nbytes + batch.observation.nbytes + batch.mask.nbytes
    words = np.zeros(size // 8, np.uint64)

    def play() -> int:
        touch(words)
        return batch.num_games

    return play


def copy_loop(batch: Batch) -> Work:
    """Return a function that copies the batch's observations and masks."""
    source = np.ones(batch.observation.nbytes + batch.mask.nbytes, np.int8)
    target = np.zeros_like(source)

    def play() -> int:
        np.copyto(target, source)
        return batch.num_games

    return play
