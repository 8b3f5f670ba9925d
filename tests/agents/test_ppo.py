"""A trained player: what its network sees, what it plays, and which files it takes."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from gymnasium.spaces import Box, Discrete

import spaceenvs
from agents.learner import MaskedPolicy
from agents.ppo import Network, PPOAgent, load_network, save_network
from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.players import Turn


@pytest.fixture(scope="module")
def galaxy():
    return registry.load("galaxy")


@pytest.fixture(scope="module")
def turn(galaxy):
    batch = Batch(galaxy, 40, num_players=3)
    batch.reset(seed=1)
    for _ in range(30):
        batch.step(batch.sample())
    return Turn(galaxy, batch.observation.copy(), batch.mask.copy())


@pytest.fixture(scope="module")
def network(galaxy):
    torch.manual_seed(1)
    return Network(galaxy, 32)


def test_the_network_of_galaxy_scales_what_it_sees(galaxy, turn, network):
    scaled = torch.tensor(turn.observations * galaxy.observation.scale)
    expected = torch.relu(network.first(scaled))
    seen = network.features(torch.tensor(turn.observations))
    torch.testing.assert_close(seen, expected)


@pytest.mark.parametrize("sample", [True, False])
def test_it_plays_legal_actions_of_galaxy(galaxy, turn, network, sample):
    agent = PPOAgent(network, galaxy, sample=sample)
    for _ in range(20):
        actions = agent.choose(turn)
        assert actions.dtype == np.int32
        assert turn.masks[np.arange(len(actions)), actions].all()


def test_a_seed_fixes_its_choices_in_galaxy(galaxy, turn, network):
    agent = PPOAgent(network, galaxy, seed=3, sample=True)
    first = [agent.choose(turn) for _ in range(3)]
    agent.reseed(3)
    again = [agent.choose(turn) for _ in range(3)]
    np.testing.assert_array_equal(first, again)
    assert (first[0] != first[1]).any()


def test_it_draws_actions_of_galaxy_with_their_probabilities(galaxy, turn, network):
    row = int(turn.masks.sum(1).argmax())
    many = Turn(galaxy, turn.observations[[row] * 20_000], turn.masks[[row] * 20_000])
    agent = PPOAgent(network, galaxy, sample=True)
    drawn = np.bincount(agent.choose(many), minlength=galaxy.actions.size)
    with torch.no_grad():
        features = network.features(torch.tensor(turn.observations[row : row + 1]))
        masks = torch.tensor(turn.masks[row : row + 1] != 0)
        expected = network.logits(features, masks).softmax(-1)[0].numpy()
    np.testing.assert_allclose(drawn / 20_000, expected, atol=0.02)


def test_the_policy_of_galaxy_agrees_with_the_network(galaxy, turn, network):
    env = spaceenvs.make_vec("galaxy", 1, num_players=2, scaled=False)
    sees, plays = env.observation_space, env.action_space
    assert isinstance(sees, Box)
    assert isinstance(plays, Discrete)
    policy = MaskedPolicy(sees, plays, lambda _: 1e-3, game=galaxy, width=32)
    policy.network.load_state_dict(network.state_dict())
    seen, masks = torch.tensor(turn.observations), turn.masks != 0
    actions, values, logarithms = policy(seen, action_masks=masks)
    again, chosen, entropies = policy.evaluate_actions(seen, actions, torch.tensor(masks))
    torch.testing.assert_close(values, again)
    torch.testing.assert_close(values, policy.predict_values(seen))
    torch.testing.assert_close(logarithms, chosen)
    # The untrained policy is nearly uniform over the legal actions.
    torch.testing.assert_close(entropies, torch.tensor(masks.sum(1)).log(), atol=0.05, rtol=0)
    best, _ = policy.predict(turn.observations, deterministic=True, action_masks=masks)
    np.testing.assert_array_equal(best, PPOAgent(network, galaxy, sample=False).choose(turn))
    with pytest.raises(ValueError, match="action_masks are needed"):
        policy(seen)


def test_a_network_of_galaxy_is_written_and_read(galaxy, turn, network, tmp_path):
    save_network(network, tmp_path / "model.pt")
    for path in (tmp_path, tmp_path / "model.pt", str(tmp_path)):
        agent = PPOAgent(path, galaxy, sample=False)
        expected = PPOAgent(network, galaxy, sample=False).choose(turn)
        np.testing.assert_array_equal(agent.choose(turn), expected)
    assert [file.name for file in tmp_path.iterdir()] == ["model.pt"]


def test_a_file_that_will_not_do_gets_a_sentence(galaxy, network, tmp_path):
    with pytest.raises(ValueError, match="there is no trained network"):
        load_network(tmp_path, galaxy)
    (tmp_path / "model.pt").write_text("nothing")
    with pytest.raises(ValueError, match="does not hold a trained network"):
        load_network(tmp_path, galaxy)
    save_network(network, tmp_path / "model.pt")
    with pytest.raises(ValueError, match="plays galaxy-v0, not core_worlds-v0"):
        load_network(tmp_path, registry.load("core_worlds"))
