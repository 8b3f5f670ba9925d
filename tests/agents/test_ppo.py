"""The learner: its gradients, its trajectories, its opponents."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from conftest import JIT

from agents.network import Learner
from agents.ppo import (
    ME,
    PPO,
    Opponents,
    Rollout,
    Settings,
    _advantages,
    log_softmax,
    owners_of,
    parse_shares,
)
from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.sparse import Sparse
from spaceenvs.template import GAME

# Small enough for plain Python.
SMALL = Settings(
    "template", opponents="self", games=24, rollout=16, batch=96, width=8, pool=2, snapshot=1
)


@pytest.fixture
def rows():
    batch = Batch(GAME, 20, num_players=3)
    batch.reset(seed=1)
    batch.step(batch.sample())
    found = Sparse(GAME)
    found.add(batch.observation, batch.mask)
    return found


@pytest.fixture
def learner():
    torch.manual_seed(1)
    return Learner(GAME, 8)


def dense(learner, rows, advice):
    """What the network makes of plain observations: all logits of legal actions, the values."""
    width, masks = learner.width, torch.tensor(rows.masks() != 0)
    seen = torch.tensor(rows.observations() * GAME.observation.scale)
    first = (seen @ learner.first_weight + learner.first_bias).relu()
    hidden = (first @ learner.hidden_weight + learner.hidden_bias).relu()
    likes = hidden[:, :width] @ learner.action_weight.T + learner.action_bias
    trust = hidden[:, :width] @ learner.trust_weight + learner.trust_bias
    told = torch.zeros(masks.shape)
    told[masks] = advice
    logits = (likes + trust[:, None] * told)[masks]
    return logits, hidden[:, width:] @ learner.value_weight + learner.value_bias


@pytest.fixture
def advice(rows):
    torch.manual_seed(3)
    return (torch.rand(int(rows.legal_starts[rows.count])) < 0.3).float()


def test_values_and_logits_are_those_of_dense_layers(rows, learner, advice):
    for found, expected in zip(learner(rows, advice), dense(learner, rows, advice), strict=True):
        torch.testing.assert_close(found, expected)


def test_gradients_are_those_of_dense_layers(rows, learner, advice):
    gradients = []
    weights = torch.randn(advice.numel())
    for logits, values in (learner(rows, advice), dense(learner, rows, advice)):
        learner.zero_grad()
        ((logits * weights).sum() + values.square().sum()).backward()
        gradients.append([given.grad.clone() for given in learner.parameters()])
    for found, expected in zip(*gradients, strict=True):
        torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)


def test_the_network_that_plays_agrees_with_the_one_that_learns(rows, learner, advice):
    logits, values = learner(rows, advice)
    found = learner.network().evaluate(rows, advice=advice.numpy())
    np.testing.assert_allclose(found[0], logits.detach(), atol=1e-5)
    np.testing.assert_allclose(found[1], values.detach(), atol=1e-5)
    begin = int(rows.legal_starts[5])
    later = learner.network().evaluate(rows, 5, advice.numpy()[begin:])
    np.testing.assert_allclose(later[1], found[1][5:], atol=1e-6)
    np.testing.assert_allclose(later[0], found[0][begin:], atol=1e-6)


def test_probabilities_of_legal_actions_sum_to_one(rows, learner):
    with torch.no_grad():
        logits, _ = learner(rows)
    owners = owners_of(rows)
    logarithms = log_softmax(10 * logits, owners, rows.count)
    sums = torch.zeros(rows.count).index_add(0, owners, logarithms.exp())
    torch.testing.assert_close(sums, torch.ones(rows.count))


def test_advantages_follow_each_seat_to_its_result():
    """Decisions 0, 2, 4 are one seat's, 1 and 3 another's; 5 is still open."""
    values = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], np.float32)
    follows = np.array([2, 3, 4, -1, -1, -1])
    results = np.array([np.nan, np.nan, np.nan, -1, 1, np.nan], np.float32)
    out = np.empty(6, np.float32)
    _advantages(values, follows, results, 1.0, 0.5, out)
    last, other = 1 - 0.5, -1 - 0.4
    middle = 0.5 - 0.3 + 0.5 * last
    expected = [0.3 - 0.1 + 0.5 * middle, 0.4 - 0.2 + 0.5 * other, middle, other, last, 0]
    np.testing.assert_allclose(out, expected, rtol=1e-5)


def test_every_decision_is_learnt_from_once():
    """What is open at an update is the beginning of the next rollout."""
    ppo = PPO(SMALL, GAME, [2, 4])
    made = 0
    for _ in range(3):
        ppo.update(0.0, imitates=False)
        made += SMALL.games * SMALL.rollout
        assert ppo.steps + len(ppo.rollout) == made
        assert ppo.rollout.is_open.all()
        assert len(ppo.rollout) == sum((table.last >= 0).sum() for table in ppo.tables)
        numbers = np.concatenate([table.last[table.last >= 0] for table in ppo.tables])
        assert sorted(numbers) == list(range(len(ppo.rollout)))


def test_a_seat_is_told_its_own_result():
    ppo = PPO(SMALL, GAME, [3])
    table = ppo.tables[0]
    network = ppo.learner.network()
    rollout = Rollout(GAME)
    random = np.random.default_rng(1)
    while not table.ended:
        last = table.last.copy()
        movers = table.batch.to_move.copy()
        first = len(rollout)
        table.play(network, [], rollout, random, margin=0.0)
    last[np.arange(len(last)), movers] = first + np.arange(len(last))
    for row in np.flatnonzero(table.batch.terminated):
        for seat in range(3):
            if last[row, seat] >= 0:
                assert rollout.results[last[row, seat]] == table.batch.rewards[row, seat]


def test_only_own_decisions_are_learnt_where_others_sit():
    ppo = PPO(Settings(**{**vars(SMALL), "opponents": "random=1"}), GAME, [3])
    assert ((ppo.tables[0].owners == ME).sum(1) == 1).all()
    ppo.update(0.0, imitates=False)
    assert 0 < ppo.steps < 0.6 * SMALL.games * SMALL.rollout


def test_the_past_joins_and_the_oldest_leave():
    ppo = PPO(Settings(**{**vars(SMALL), "opponents": "self=1,past=1"}), GAME, [2])
    for _ in range(4):
        ppo.update(0.0, imitates=False)
    assert len(ppo.opponents.past) == 2
    owners = ppo.opponents.seat(1000, 2, np.random.default_rng(1))
    assert 0.4 < (owners == ME).all(1).mean() < 0.6
    assert set(np.unique(owners)) == {ME, 1, 2}


def test_kinds_of_games_are_drawn_by_their_shares():
    opponents = Opponents(GAME, {"self": 1, "random": 3}, 2)
    owners = opponents.seat(4000, 3, np.random.default_rng(1))
    assert 0.22 < (owners == ME).all(1).mean() < 0.28
    assert ((owners == ME).sum(1) >= 1).all()


def test_shares_of_opponents():
    assert parse_shares("random=1, self=0.5") == {"random": 1.0, "self": 0.5}
    assert parse_shares("self") == {"self": 1.0}
    for wrong in ("", "random=-1", "random=0", "=1"):
        with pytest.raises(ValueError, match="opponents are given as"):
            parse_shares(wrong)


@pytest.mark.skipif(not JIT, reason="a training plays many games")
def test_it_learns_what_to_expect_in_galaxy():
    settings = Settings("galaxy", opponents="self=1,greedy=1", games=128, batch=512, width=32)
    torch.set_num_threads(1)
    ppo = PPO(settings, registry.load("galaxy"), [2])
    for _ in range(12):
        figures = ppo.update(0.0, imitates=False)
    assert figures["explained_variance"] > 0.1
    assert figures["entropy"] > 0
