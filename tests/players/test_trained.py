"""Trained players: what they play and think, their files, those that come with the package."""

import dataclasses
import subprocess
import sys

import numpy as np
import pytest
from conftest import GAMES

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.layout import Field, Layout
from spaceenvs.players import best_player, make_player, players_of, turn_of
from spaceenvs.players.network import MODEL_FILE, Network, load_network, shapes_of
from spaceenvs.players.trained import FOLDER, TrainedPlayer, is_shipped
from spaceenvs.template import GAME

MOST_BYTES = 1_500_000


@pytest.fixture
def network():
    random = np.random.default_rng(1)
    weights = {
        name: random.normal(0, 0.3, shape).astype(np.float32)
        for name, shape in shapes_of(GAME, 16).items()
    }
    return Network(GAME, weights, {"command": "none"})


@pytest.fixture
def turn():
    batch = Batch(GAME, 40, num_players=3)
    batch.reset(seed=1)
    batch.step(batch.sample())
    return turn_of(batch, np.arange(40))


@pytest.mark.parametrize("sample", [True, False])
def test_it_plays_legal_actions(network, turn, sample):
    player = TrainedPlayer(network, sample=sample)
    for _ in range(5):
        actions = player.choose(turn)
        assert actions.dtype == np.int32
        assert turn.masks[np.arange(40), actions].all()


def test_a_seed_fixes_its_choices(network, turn):
    player = TrainedPlayer(network, seed=3)
    first = [player.choose(turn) for _ in range(3)]
    player.reseed(3)
    np.testing.assert_array_equal(first, [player.choose(turn) for _ in range(3)])


def test_it_draws_what_it_thinks_with_that_probability(network, turn):
    player = TrainedPlayer(network)
    thoughts = player.think(turn)
    assert (thoughts.probabilities[turn.masks == 0] == 0).all()
    np.testing.assert_allclose(thoughts.probabilities.sum(1), 1, rtol=1e-5)
    row = int(turn.masks.sum(1).argmax())
    many = dataclasses.replace(
        turn, observations=turn.observations[[row] * 3000], masks=turn.masks[[row] * 3000]
    )
    drawn = np.bincount(player.choose(many), minlength=GAME.actions.size)
    np.testing.assert_allclose(drawn / 3000, thoughts.probabilities[row], atol=0.05)
    best = TrainedPlayer(network, sample=False).choose(turn)
    np.testing.assert_array_equal(best, thoughts.probabilities.argmax(1))


def test_a_batch_without_observations_asks_the_same(network, turn):
    batch = Batch(GAME, 40, num_players=3, sparse=True)
    batch.reset(seed=1)
    batch.step(batch.sample())
    same = turn_of(batch, np.arange(40))
    np.testing.assert_array_equal(same.observations, turn.observations)
    assert not batch.observation.any()


def test_search_is_judged_by_a_network(network):
    batch = Batch(GAME, 4, num_players=2)
    batch.reset(seed=1)
    turn = turn_of(batch, np.arange(4))
    from spaceenvs.players.search import SearchPlayer

    player = SearchPlayer(GAME, simulations=20, guide=TrainedPlayer(network), seed=1)
    thoughts = player.think(turn)
    np.testing.assert_allclose(thoughts.probabilities.sum(1), 1, rtol=1e-5)
    assert (np.abs(thoughts.expectations) <= 1.5).all()
    assert turn.masks[np.arange(4), player.choose(turn)].all()


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_a_network_is_written_and_read(network, turn, tmp_path, dtype):
    network.save(tmp_path / MODEL_FILE, dtype)
    for path in (tmp_path, str(tmp_path / MODEL_FILE)):
        player = TrainedPlayer.from_file(path, GAME)
        found = player.think(turn).probabilities
        expected = TrainedPlayer(network).think(turn).probabilities
        np.testing.assert_allclose(found, expected, atol=1e-2 if dtype == np.float16 else 1e-6)
        assert player.network.card == {"command": "none"}


def test_a_file_that_will_not_do_gets_a_sentence(network, tmp_path):
    with pytest.raises(ValueError, match="there is no trained network"):
        make_player(str(tmp_path), GAME)
    (tmp_path / MODEL_FILE).write_text("nothing")
    with pytest.raises(ValueError, match="does not hold a trained network"):
        load_network(tmp_path, GAME)
    network.save(tmp_path / MODEL_FILE)
    with pytest.raises(ValueError, match="plays template-v0, not core_worlds-v0"):
        load_network(tmp_path, registry.load("core_worlds"))


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_weights_that_are_no_numbers_are_refused(network, tmp_path, number):
    broken = {name: array.copy() for name, array in network.weights.items()}
    broken["first_bias"][0] = number
    Network(GAME, broken, network.card, network.adviser).save(tmp_path / MODEL_FILE)
    with pytest.raises(ValueError, match="weights that are no finite numbers"):
        load_network(tmp_path, GAME)


def test_a_network_of_an_older_layout_is_refused(network, tmp_path):
    network.save(tmp_path / MODEL_FILE)
    fields = [*GAME.observation][:-1]
    last = [*GAME.observation][-1]
    grown = Field(last.name, (last.size + 1,), last.meaning, last.scale)
    newer = dataclasses.replace(GAME, observation=Layout([*fields, grown]))
    with pytest.raises(ValueError, match=r"another layout of template-v0.*train it anew"):
        load_network(tmp_path, newer)


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_with_the_package(name):
    game = registry.load(name)
    known = players_of(game)
    assert known[0] == "random"
    assert ("trained" in known) == is_shipped(game)
    assert best_player(game) in known
    file = FOLDER / f"{name}.npz"
    if not file.exists():
        with pytest.raises(ValueError, match=r"trained plays .*; not"):
            make_player("trained", game)
        return
    assert file.stat().st_size <= MOST_BYTES
    card = load_network(file, game).card
    assert {"command", "commit", "decisions", "minutes", "players", "wins"} <= set(card)


def test_players_need_no_torch():
    code = (
        "import sys, spaceenvs\nfrom spaceenvs.players import best_player, make_player\n"
        "game = spaceenvs.load('galaxy')\nmake_player(best_player(game), game)\n"
        "make_player('search', game)\nprint('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
