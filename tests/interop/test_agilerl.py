"""AgileRL on every game: `make interop` runs this where AgileRL is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("agilerl")

import numpy as np
from agilerl.algorithms import DQN
from interop_page import NAMES, blocks, run

import spaceenvs

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")


@pytest.mark.parametrize("name", NAMES)
def test_ppo_trains_a_seat(name):
    (code,) = blocks("AgileRL")
    found = run(code, name)
    assert np.isfinite(found["agent"].learn())


def test_a_dqn_acts_by_the_masks():
    envs = spaceenvs.make_vector("template", 6, num_players=2, illegal_action="raise")
    agent = DQN(envs.single_observation_space, envs.single_action_space)
    seen, infos = envs.reset(seed=1)
    for _ in range(10):
        actions = agent.get_action(seen, epsilon=0.5, action_mask=infos["action_mask"])
        seen, _, _, _, infos = envs.step(actions)
