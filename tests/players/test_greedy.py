import numpy as np
import pytest
from conftest import JIT

from agents.evaluate import win_rate
from spaceenvs import registry, template
from spaceenvs.core.batch import Batch
from spaceenvs.players import as_opponent, turn_of
from spaceenvs.players.greedy import GAMES, make_greedy


@pytest.fixture(params=GAMES)
def game(request):
    return registry.load(request.param)


@pytest.mark.skipif(not JIT, reason="plays many games")
def test_better_than_random(game):
    """The seats are rotated; its own choices are legal or the batch would raise."""
    players = game.players[0]
    policy = as_opponent(make_greedy(game), game)
    won = win_rate(game, policy, games=40, num_players=players, scaled=False, seed=3)
    low, _ = won.interval
    assert low > 1 / players, won


@pytest.mark.skipif(not JIT, reason="plays many games")
def test_same_seed_same_choices(game):
    batch = Batch(game, 16, num_players=game.players[1])
    batch.reset(seed=5)
    rows = np.arange(16)
    agents = [make_greedy(game, seed=7), make_greedy(game, seed=0)]
    agents[1].reseed(7)
    for _ in range(40):
        one, other = (agent.choose(turn_of(batch, rows)) for agent in agents)
        assert (one == other).all()
        batch.step(one)


def test_says_which_games_it_plays():
    with pytest.raises(ValueError, match=r"greedy plays .*galaxy.*; not template"):
        make_greedy(template.GAME)
