import numpy as np
import pytest

from spaceenvs.core.batch import Batch
from spaceenvs.players import RandomPlayer, Turn, as_opponent, make_player, turn_of
from spaceenvs.template import GAME


@pytest.fixture
def batch():
    batch = Batch(GAME, 32, num_players=3)
    batch.reset(seed=1)
    for _ in range(2):
        batch.step(batch.sample())
    return batch


def test_random_is_legal_and_seeded(batch):
    rows = np.arange(0, 32, 2)
    turn = turn_of(batch, rows)
    agent = RandomPlayer(seed=4)
    first = agent.choose(turn)
    assert turn.masks[np.arange(16), first].all()
    agent.reseed(4)
    assert (agent.choose(turn) == first).all()


def test_an_imagined_world_keeps_what_the_player_sees(batch):
    rows = np.arange(32)
    turn = turn_of(batch, rows)
    truth = batch.states.copy()
    assert turn.imagine is not None
    worlds = np.stack([turn.imagine(seed) for seed in range(8)])
    assert (batch.states == truth).all(), "imagining changes nothing"
    for p in range(3):
        to_move = truth["to_move"] == p
        mine = truth["place"][to_move] == p
        assert ((worlds["place"][:, to_move] == p) == mine).all()
    assert (worlds["place"] != truth["place"]).any(axis=(0, 2)).all()
    assert (worlds["rng"] != truth["rng"]).all(), "the dice to come are not known either"
    assert (turn.imagine(3) == worlds[3]).all()


def test_an_opponent_reads_plain_observations(batch):
    opponent = as_opponent(RandomPlayer(), GAME)
    assert opponent(batch.observation, batch.mask).shape == (32,)
    with pytest.raises(TypeError, match="int8"):
        opponent(batch.observation.astype(np.float32), batch.mask)


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("random", "random"),
        ("search", "search:200"),
        ("search:30", "search:30"),
        ("search:20ms", "search:20ms"),
    ],
)
def test_agents_by_name(spec, name):
    assert make_player(spec, GAME).name == name


@pytest.mark.parametrize("spec", ["clever", "random:3", "ppo", "greedy:2", ""])
def test_unknown_agents(spec):
    with pytest.raises(ValueError, match=rf"a player is random, greedy.*'{spec}' was given"):
        make_player(spec, GAME)


@pytest.mark.parametrize("spec", ["search:0", "search:many", "search:-5", "search:5s"])
def test_wrong_budgets(spec):
    with pytest.raises(ValueError, match=rf"search:200 or search:50ms; '{spec}' was given"):
        make_player(spec, GAME)


def test_a_turn_need_not_allow_to_search(batch):
    turn = Turn(GAME, batch.observation, batch.mask)
    with pytest.raises(ValueError, match="search plays only where it may imagine"):
        make_player("search:5", GAME).choose(turn)
