"""Thirty checks by the libraries of the field, each with its number.

`CHECKS` says what is checked, and where: those that need nothing but the development environment
stand here, those of other libraries under `tests/interop/` (`make interop`), a wheel is checked by
`make dist`. No check wraps an environment to make it pass.
"""

from __future__ import annotations

import copy
import pickle
import re
import sys
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pettingzoo
import pettingzoo.test
import pytest
from conftest import JIT
from gymnasium import wrappers as gymnasium_wrappers
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env as gymnasium_check
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as state_check
from pettingzoo.test.state_test import test_state_space as state_space_check
from pettingzoo.utils import conversions, wrappers
from pettingzoo.utils.wrappers import MultiEpisodeEnv
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import is_masking_supported
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.env_checker import check_env as sb3_check
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecMonitor, VecNormalize

import spaceenvs
from spaceenvs import registry
from spaceenvs.core.seat import SeatEnv, SeatVecEnv
from spaceenvs.core.vector import SeatVectorEnv
from spaceenvs.template import GAME

ROOT = Path(__file__).parents[1]
HERE = "tests/test_acceptance.py"
CHECKS = {
    1: ("PettingZoo: api_test, all tables", HERE),
    2: ("PettingZoo: seed_test, all tables", HERE),
    3: ("PettingZoo: render_test, all games", HERE),
    4: ("PettingZoo: parallel_api_test, turn-based conversion, all tables", HERE),
    5: ("PettingZoo: state_test, all tables", HERE),
    6: ("PettingZoo: performance_benchmark", HERE),
    7: ("PettingZoo: its wrappers", HERE),
    8: ("PettingZoo: an illegal action ends the game as TerminateIllegalWrapper does", HERE),
    9: ("PettingZoo and Gymnasium: their registries, all tables", HERE),
    10: ("PettingZoo: deepcopy and pickle in the middle of a game", HERE),
    11: ("Gymnasium: check_env, unwrapped, all tables", HERE),
    12: ("Gymnasium: make with its passive checker, without a warning, all games", HERE),
    13: ("Gymnasium: its wrappers", HERE),
    14: ("Gymnasium: make_vec with vector_entry_point, all games", HERE),
    15: ("Gymnasium: SyncVectorEnv and AsyncVectorEnv", HERE),
    16: ("Gymnasium: wrappers of vector environments", "tests/core/test_vector.py"),
    17: ("Gymnasium: a seat is pickled; its EnvSpec goes through JSON", HERE),
    18: ("stable-baselines3: check_env, unwrapped, all tables", HERE),
    19: ("stable-baselines3: MaskablePPO trains, is evaluated, saved and loaded, all games", HERE),
    20: ("stable-baselines3: PPO and DQN, which know no masks", HERE),
    21: ("stable-baselines3: DummyVecEnv, SubprocVecEnv, VecNormalize, VecMonitor", HERE),
    22: ("mypy --strict: the ten lines of the README", "tests/test_readme.py"),
    23: ("SuperSuit", "tests/interop/test_supersuit.py"),
    24: ("TorchRL", "tests/interop/test_torchrl.py"),
    25: ("Tianshou", "tests/interop/test_tianshou.py"),
    26: ("RLlib", "tests/interop/test_rllib.py"),
    27: ("AgileRL", "tests/interop/test_agilerl.py"),
    28: ("Minari", "tests/interop/test_minari.py"),
    29: ("OpenSpiel", "tests/interop/test_openspiel.py"),
    30: ("wheel: every game in an empty environment", "Makefile"),
}
ELSEWHERE = {16: "def test_gymnasiums_wrappers_work", 22: "def test_the_ten_lines_are_typed"}
"""How a check begins that stands elsewhere; 23 to 29 are all of their file, 30 is a target."""


def test_every_check_is_somewhere():
    assert list(CHECKS) == list(range(1, 31))
    own = {int(number) for number in re.findall(r"def test_(\d\d)_", Path(__file__).read_text())}
    assert own == {number for number, (_, place) in CHECKS.items() if place == HERE}
    for number, (_, place) in CHECKS.items():
        text = (ROOT / place).read_text(encoding="utf-8")
        begins = "\ndist: " if place == "Makefile" else ELSEWHERE.get(number, "def test_")
        assert begins in text, f"check {number} is not in {place}"


def make(table, **kwargs):
    return spaceenvs.make(table[0], num_players=table[1], **kwargs)


def make_seat(table=("template", 2), **kwargs):
    return spaceenvs.make_seat(table[0], num_players=table[1], **kwargs)


def play_on(env, most=10**9):
    """Play the first legal action; return the rewards of the agents as they leave."""
    results = {}
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            results[agent] = reward
        over = terminated or truncated
        env.step(None if over else int(observation["action_mask"].argmax()))
    return results


# -- PettingZoo -----------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::UserWarning")  # an observation with a mask is a dict
def test_01_api(table):
    api_test(make(table), num_cycles=300 if JIT else 5)


def test_02_seed(table):
    seed_test(lambda: make(table), num_cycles=200 if JIT else 5)


@pytest.mark.skipif(not JIT, reason="a million pixels are too many for plain Python")
def test_03_render(game_name):
    table = (game_name, registry.load(game_name).players[1])
    render_test(lambda render_mode: make(table, render_mode=render_mode))


@pytest.mark.filterwarnings("error")
def test_04_parallel(table):
    env = make(table)
    parallel_api_test(conversions.turn_based_aec_to_parallel(env), num_cycles=100 if JIT else 5)
    with pytest.raises(AssertionError, match="is_parallelizable"):  # moves depend on each other
        conversions.aec_to_parallel(env)


@pytest.mark.filterwarnings("error")
def test_05_state(table):
    env = make(table, max_cycles=20)
    env.reset(seed=1)
    with warnings.catch_warnings():
        # What never changes in a game (who plays, an option that is off) has one value only.
        warnings.filterwarnings("ignore", "Environment's maximum and minimum state space values")
        state_space_check(env)
    # It draws any action and goes on after the end: a new game begins.
    state_check(MultiEpisodeEnv(env, 1000), 10)


def test_06_performance(monkeypatch, capsys):
    clock = iter(range(10**6))  # it measures five seconds
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module.time, "time", lambda: next(clock) / 40)
    pettingzoo.test.performance_benchmark(make(("template", 3)))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_07_wrappers(game_name):
    for wrap in (
        wrappers.OrderEnforcingWrapper,
        wrappers.AssertOutOfBoundsWrapper,
        lambda env: wrappers.TerminateIllegalWrapper(env, illegal_reward=-1),
        lambda env: wrappers.CaptureStdoutWrapper(
            spaceenvs.make(game_name, render_mode="human", illegal_action="raise")
        ),
    ):
        api_test(wrap(spaceenvs.make(game_name)), num_cycles=30 if JIT else 3)
    twice = MultiEpisodeEnv(spaceenvs.make(game_name, max_cycles=20), 2)
    twice.reset(seed=1)
    assert len(play_on(twice)) == twice.max_num_agents


def test_08_illegal_actions(game_name):
    theirs = wrappers.TerminateIllegalWrapper(
        spaceenvs.make(game_name, illegal_action="raise"), illegal_reward=-1
    )
    results = []
    for env in (spaceenvs.make(game_name), theirs):
        env.reset(seed=1)
        play_on(env, 2)
        env.step(int(env.last()[0]["action_mask"].argmin()))
        assert all(env.terminations.values())
        results.append(play_on(env))
    assert results[0] == results[1]
    assert sorted(results[0].values())[:2] == [-1, 0]


@pytest.mark.listed
def test_09_registry(table):
    name = f"spaceenvs/{registry.find(table[0]).id}"
    seat = gymnasium.make(name, num_players=table[1])
    assert seat.observation_space.contains(seat.reset(seed=1)[0])
    if not hasattr(pettingzoo, "make"):
        pytest.skip("PettingZoo has a registry since version 1.27")
    env = pettingzoo.make("aec", name, num_players=table[1])
    assert env.max_num_agents == table[1]


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_10_copies(game_name, how):
    env = spaceenvs.make(game_name)
    env.reset(seed=4)
    play_on(env, 5)
    twin = how(env)
    assert twin.batch.states.tobytes() == env.batch.states.tobytes()
    play_on(env, 3)
    assert twin.batch.states.tobytes() != env.batch.states.tobytes()
    play_on(twin, 3)
    assert twin.batch.states.tobytes() == env.batch.states.tobytes()


# -- Gymnasium ------------------------------------------------------------------------------------


# The checkers draw any action, mostly illegal ones: the game ends, and that is all.
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_11_gymnasium_check(table):
    gymnasium_check(make_seat(table), skip_render_check=table[0] != "template")


@pytest.mark.listed
@pytest.mark.filterwarnings("error")
def test_12_passive_checker(game_name):
    env = gymnasium.make(f"spaceenvs/{registry.find(game_name).id}", render_mode="ansi")
    assert "PassiveEnvChecker" in str(env)
    seen, info = env.reset(seed=1)
    for _ in range(3):
        assert env.observation_space.contains(seen)
        seen, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        if terminated or truncated:
            seen, info = env.reset()
    env.render()
    env.close()


def test_13_gymnasiums_wrappers():
    env = make_seat(render_mode="rgb_array" if JIT else "ansi")
    for wrap in (
        gymnasium_wrappers.FlattenObservation,
        gymnasium_wrappers.NormalizeObservation,
        gymnasium_wrappers.RecordEpisodeStatistics,
        gymnasium_wrappers.Autoreset,
        lambda env: gymnasium_wrappers.TimeLimit(env, 100),
        lambda env: gymnasium_wrappers.FrameStackObservation(env, 3),
        lambda env: gymnasium_wrappers.TransformReward(env, lambda reward: 2 * float(reward)),
        gymnasium_wrappers.RenderCollection,
    ):
        env = wrap(env)
    _, info = env.reset(seed=1)
    rewards = []
    for _ in range(40):
        _, reward, _, _, info = env.step(int(info["action_mask"].argmax()))
        rewards.append(reward)
    assert {abs(reward) for reward in rewards} <= {0, 2}
    assert any(rewards)


@pytest.mark.listed
def test_14_make_vec(table):
    envs = gymnasium.make_vec(
        f"spaceenvs/{registry.find(table[0]).id}",
        num_envs=5,
        vectorization_mode="vector_entry_point",
        num_players=table[1],
    )
    assert isinstance(envs.unwrapped, SeatVectorEnv)
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    seen, infos = envs.reset(seed=1)
    for _ in range(3):
        assert envs.observation_space.contains(seen)
        assert infos["action_mask"].shape == (5, spaceenvs.load(table[0]).actions.size)
        seen, rewards, terminated, truncated, infos = envs.step(infos["action_mask"].argmax(1))
        assert rewards.shape == terminated.shape == truncated.shape == (5,)
    envs.step(envs.action_space.sample())
    envs.close()


def test_15_gymnasiums_vector_environments():
    def run(kind):
        envs = kind([make_seat] * 3)
        seen, infos = envs.reset(seed=1)
        found = [seen]
        for _ in range(20):
            seen, _, _, _, infos = envs.step(infos["action_mask"].argmax(1))
            found.append(seen)
        envs.close()
        return np.array(found)

    assert (run(SyncVectorEnv) == run(AsyncVectorEnv)).all()


def test_17_a_seat_travels():
    env = gymnasium.make("spaceenvs/galaxy-v0", num_players=3, seat=1)
    assert env.spec is not None
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    for kept in (again, pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        seen, info = kept.reset(seed=3)
        same, same_info = env.reset(seed=3)
        assert (seen == same).all()
        assert (info["action_mask"] == same_info["action_mask"]).all()


# -- stable-baselines3 ----------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_18_sb3_check(table):
    sb3_check(make_seat(table))


@pytest.mark.skipif(not JIT, reason="trains")
def test_19_maskable_ppo(game_name, tmp_path):
    for env in (
        spaceenvs.make_seat(game_name),
        spaceenvs.make_vec(game_name, 4, seed=1),
        VecMonitor(spaceenvs.make_vec(game_name, 4, seed=1, scaled=False)),
    ):
        assert is_masking_supported(env)
        model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=1)
        model.learn(128)
    model.save(tmp_path / "model.zip")
    model = MaskablePPO.load(tmp_path / "model.zip")
    env = spaceenvs.make_vec(game_name, 2, seed=1, scaled=False)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=2, warn=False)
    assert -1 <= float(np.mean(mean)) <= 1


def test_20_learners_without_masks():
    vec = SeatVecEnv(GAME, 2, num_players=2, seed=1)
    PPO("MlpPolicy", vec, n_steps=64, batch_size=64, n_epochs=1, seed=1).learn(128)
    DQN("MlpPolicy", make_seat(), learning_starts=32, buffer_size=500, seed=1).learn(128)


def test_21_vec_envs_of_sb3(capsys):
    for vec in (DummyVecEnv([make_seat] * 2), SubprocVecEnv([make_seat] * 2)):
        env = VecNormalize(VecMonitor(vec))
        model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, verbose=1)
        model.learn(128)
        assert "ep_rew_mean" in capsys.readouterr().out
        env.close()
    assert SeatEnv(GAME).action_masks().dtype == bool
