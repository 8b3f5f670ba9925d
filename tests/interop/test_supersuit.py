"""SuperSuit's wrappers: `make interop` runs this where SuperSuit is installed."""

from __future__ import annotations

import numpy as np
import pytest

supersuit = pytest.importorskip("supersuit")

from interop_page import NAMES, blocks, run  # noqa: E402

import spaceenvs  # noqa: E402
from spaceenvs.core.interop import MaskInInfo  # noqa: E402


@pytest.mark.parametrize("name", NAMES)
def test_the_lines_of_the_page_play_a_game(name):
    (code,) = blocks("SuperSuit")
    found = run(code, name)
    assert found["observation"].dtype == np.float16
    assert found["env"].agents == []


@pytest.mark.parametrize(
    "wrap",
    [
        supersuit.flatten_v0,
        lambda env: supersuit.clip_reward_v0(env, -0.5, 0.5),
        lambda env: supersuit.normalize_obs_v0(env, 0, 1),
        supersuit.pad_observations_v0,
        supersuit.pad_action_space_v0,
        lambda env: supersuit.delay_observations_v0(env, 2),
        lambda env: supersuit.frame_stack_v1(env, 2),
        supersuit.agent_indicator_v0,
    ],
)
def test_its_wrappers_for_games_in_turns_play(wrap):
    env = wrap(MaskInInfo(spaceenvs.make("template", num_players=3)))
    env.reset(seed=1)
    results = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        assert env.observation_space(agent).contains(seen)
        if terminated or truncated:
            results.append(reward)
        env.step(None if terminated or truncated else int(info["action_mask"].argmax()))
    assert len(results) == 3
    assert max(results) > 0 > min(results)
