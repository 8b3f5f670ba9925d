import time

import numpy as np
import pytest
import toygame

from agents.agent import turn_of
from agents.search import SearchAgent
from spaceenvs.core.batch import Batch
from spaceenvs.core.rewards import REWARDS

GAME = toygame.GAME
CARD_3 = GAME.actions.index("CARD 3")
ROLL = GAME.actions.index("ROLL")


def turn_in(words, games=4, **options):
    """A turn in several copies of a position of the toy game."""
    batch = Batch(GAME, games, num_players=2, **options)
    batch.reset(seed=1)
    for row in range(games):
        GAME.arrange(batch.states[row], batch.box[0], words)
    batch.look()
    return turn_of(batch, np.arange(games))


def test_finds_the_only_way_to_win():
    """The last card leads to a tie; with a six before it the game is won."""
    turn = turn_in({"hands": [[], [4]], "points": [13, 9], "to_move": 1})
    for reward in REWARDS:
        agent = SearchAgent(GAME, simulations=100, reward=reward, seed=2)
        assert (agent.choose(turn) == ROLL).all(), reward


def test_plays_with_the_components_of_the_real_game():
    """Behind by two points: a six wins only if it is worth three."""
    turn = turn_in({"hands": [[], [4]], "points": [15, 9], "to_move": 1}, bonus=3)
    agent = SearchAgent(GAME, simulations=100, reward="winner", seed=2)
    assert (agent.choose(turn) == ROLL).all()


def test_same_seed_same_choices():
    batch = Batch(GAME, 8, num_players=4)
    batch.reset(seed=3)
    turn = turn_of(batch, np.arange(8))
    agent = SearchAgent(GAME, simulations=20, seed=5)
    first = agent.choose(turn)
    assert turn.masks[np.arange(8), first].all()
    agent.reseed(5)
    assert (agent.choose(turn) == first).all()
    assert (SearchAgent(GAME, simulations=20, seed=5).choose(turn) == first).all()


def test_the_only_legal_action_needs_no_search():
    batch = Batch(GAME, 1, num_players=2, skip_forced=False)
    batch.reset(seed=1)
    batch.mask[0, :] = 0
    batch.mask[0, CARD_3] = 1
    turn = turn_of(batch, np.arange(1))
    assert SearchAgent(GAME, simulations=10**9).choose(turn).tolist() == [CARD_3]


def test_stops_when_the_time_is_up():
    turn = turn_in({"hands": [[], [4]], "points": [13, 9], "to_move": 1}, games=1)
    agent = SearchAgent(GAME, simulations=None, milliseconds=100)
    agent.choose(turn)
    begun = time.perf_counter()
    agent.choose(turn)
    assert time.perf_counter() - begun >= 0.1


@pytest.mark.parametrize("budget", [{"simulations": 0}, {"simulations": None, "milliseconds": -1}])
def test_a_budget_is_positive(budget):
    with pytest.raises(ValueError, match="the budget of a search is positive"):
        SearchAgent(GAME, **budget)


def test_needs_a_budget():
    with pytest.raises(ValueError, match="simulations or milliseconds"):
        SearchAgent(GAME, simulations=None)
