"""RLlib on every game: `make interop` runs this where Ray is installed."""

from __future__ import annotations

import pytest

ray = pytest.importorskip("ray")

from interop_page import NAMES, blocks, run  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def one_worker():
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.mark.parametrize("name", NAMES)
def test_ppo_trains_all_seats_with_masks(name):
    (code,) = blocks("RLlib")
    found = run(code, name)["found"]
    assert found["env_runners"]["num_env_steps_sampled_lifetime"] >= 128
    assert "player" in found["learners"]
