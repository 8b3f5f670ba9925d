import time
from dataclasses import replace

import numpy as np
import pytest

from spaceenvs.core.batch import Batch
from spaceenvs.core.given import Words
from spaceenvs.core.rewards import REWARDS
from spaceenvs.players import turn_of
from spaceenvs.players.search import SearchPlayer
from spaceenvs.template import GAME
from spaceenvs.template.actions import MINE, PROBE

LAST = {"hands": [[], ["Emerald"]], "mined": [["Bauxite", "Flint", "Hematite"], ["Ash", "Jade"]]}
"""The last turn: 13 points against 9, and the last asteroid holds 4."""


def turn_in(words, games=4, **options):
    """A turn in several copies of a position of the template."""
    batch = Batch(GAME, games, num_players=2, **options)
    batch.reset(seed=1)
    for row in range(games):
        GAME.arrange(batch.states[row], batch.box[0], Words(words))
    batch.look()
    return turn_of(batch, np.arange(games))


def test_finds_the_only_way_to_win():
    """The last asteroid leads to a tie; with a find before it the game is won."""
    turn = turn_in(LAST)
    for reward in REWARDS:
        agent = SearchPlayer(GAME, simulations=100, reward=reward, seed=2)
        assert (agent.choose(turn) == PROBE).all(), reward


def test_plays_with_the_components_of_the_real_game():
    """Behind by two points: a find wins only if it is worth three."""
    mined = [["Bauxite", "Garnet", "Iron"], ["Ash", "Jade"]]
    turn = turn_in({**LAST, "mined": mined}, bonus=3)
    agent = SearchPlayer(GAME, simulations=100, reward="winner", seed=2)
    assert (agent.choose(turn) == PROBE).all()


def test_same_seed_same_choices():
    batch = Batch(GAME, 8, num_players=4)
    batch.reset(seed=3)
    turn = turn_of(batch, np.arange(8))
    agent = SearchPlayer(GAME, simulations=20, seed=5)
    first = agent.choose(turn)
    assert turn.masks[np.arange(8), first].all()
    agent.reseed(5)
    assert (agent.choose(turn) == first).all()
    assert (SearchPlayer(GAME, simulations=20, seed=5).choose(turn) == first).all()


def test_the_only_legal_action_needs_no_search():
    batch = Batch(GAME, 1, num_players=2, skip_forced=False)
    batch.reset(seed=1)
    only = np.zeros_like(batch.mask)
    only[0, MINE] = 1
    turn = replace(turn_of(batch, np.arange(1)), masks=only)
    assert SearchPlayer(GAME, simulations=10**9).choose(turn).tolist() == [MINE]


def test_stops_when_the_time_is_up():
    turn = turn_in(LAST, games=1)
    agent = SearchPlayer(GAME, simulations=None, milliseconds=100)
    agent.choose(turn)
    begun = time.perf_counter()
    agent.choose(turn)
    assert time.perf_counter() - begun >= 0.1


@pytest.mark.parametrize("budget", [{"simulations": 0}, {"simulations": None, "milliseconds": -1}])
def test_a_budget_is_positive(budget):
    with pytest.raises(ValueError, match="the budget of a search is positive"):
        SearchPlayer(GAME, **budget)


def test_needs_a_budget():
    with pytest.raises(ValueError, match="simulations or milliseconds"):
        SearchPlayer(GAME, simulations=None)
