import numpy as np
import pytest

from agents.evaluate import WinRate, shares_of, win_rate
from spaceenvs.core.opponents import RandomOpponent
from spaceenvs.template import GAME


def test_a_shared_victory_counts_as_its_share():
    rewards = np.array([1, 0.5, 0, -0.5, -1], np.float32)
    np.testing.assert_allclose(shares_of(rewards, 3), [1, 0.5, 1 / 3, 0, 0])


def test_random_players_of_the_template_win_their_share():
    def policy(observations, masks):
        return choices(observations, masks.view(np.int8))

    choices = RandomOpponent(1)
    won = win_rate(GAME, policy, games=400, num_players=2)
    low, high = won.interval
    assert won.games == 500
    assert low < 0.5 < high


def test_the_interval_holds_the_rate():
    assert WinRate(0, 10).interval == pytest.approx((0, 0.278), abs=1e-3)
    assert WinRate(5, 10).interval == pytest.approx((0.237, 0.763), abs=1e-3)
