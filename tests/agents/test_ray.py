"""The tournament and RLlib's PPO on a Ray of two workers: `make ray-test`."""

from __future__ import annotations

import csv

import numpy as np
import pytest

ray = pytest.importorskip("ray", reason="Ray has a virtual environment of its own: make ray-test")

import spaceenvs  # noqa: E402
from agents import ray_tournament, ray_train, rllib_train, train  # noqa: E402
from agents.ppo import PPO, Rollout, Settings  # noqa: E402
from spaceenvs.players.network import load_network  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def two_workers():
    two_workers_again()
    yield
    ray.shutdown()


def two_workers_again():
    """A command shuts Ray down when it ends."""
    if not ray.is_initialized():
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)


def test_a_tournament_is_the_same_however_often_it_is_played():
    game = spaceenvs.load("galaxy")
    first, again = (
        ray_tournament.run(game, ["random", "greedy"], players=2, games=40, parts=3)
        for _ in range(2)
    )
    np.testing.assert_array_equal(first.ranks, again.ranks)
    assert first.ranks.shape == (40, 2)
    assert first.win_rate(1).rate > 0.7
    assert first.win_rate(0).rate + first.win_rate(1).rate == pytest.approx(1)


def test_there_may_be_more_parts_than_games():
    game = spaceenvs.load("galaxy")
    played = ray_tournament.run(game, ["random"] * 3, players=3, games=2, parts=8)
    assert played.names == ["random", "random #2", "random #3"]
    assert (played.ranks.min(1) == 0).all()


@pytest.mark.parametrize(
    ("specs", "players", "sentence"),
    [
        (["random"], 2, "2 players need at least 2 agents"),
        (["random", "nobody"], 2, "'nobody' was given"),
        (["random"] * 9, 9, "galaxy takes 2 to 5 players"),
    ],
)
def test_what_makes_no_sense_gets_a_sentence(specs, players, sentence):
    with pytest.raises(ValueError, match=sentence):
        ray_tournament.run(spaceenvs.load("galaxy"), specs, players=players)


@pytest.mark.parametrize("wrong", [["chess"], ["galaxy", "--agents=nobody"]])
def test_ray_is_not_started_in_vain(wrong, monkeypatch):
    monkeypatch.setattr(ray_tournament, "start", lambda address: pytest.fail("Ray was started"))
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    with pytest.raises(SystemExit):
        ray_tournament.main(wrong)


def test_rllib_trains_with_masks_on_two_workers(capsys):
    words = ["galaxy", "--players=3", "--iterations=1", "--decisions=512", "--games=2"]
    rllib_train.main([*words, "--workers=2"])
    said = capsys.readouterr().out
    assert "1: 512 decisions" in said
    assert "of 2 games against random" in said


def test_the_command_writes_the_table(tmp_path):
    ray.shutdown()
    file = tmp_path / "table.csv"
    ray_tournament.main(["galaxy", "--games=8", "--parts=2", "--csv", str(file)])
    with file.open() as table:
        assert {row["agent"] for row in csv.DictReader(table)} == {"random", "greedy"}


SMALL = ["--steps=3000", "--games=16", "--rollout=32", "--batch=256", "--width=16", "--workers=2"]
SMALL += ["--evaluation-games=8", "--evaluations=1", "--save-minutes=0", "--players=2"]


def test_games_on_ray_train_a_network(tmp_path):
    ray_train.main(["galaxy", *SMALL, "--adviser=greedy", "--run", str(tmp_path)])
    network = load_network(tmp_path, spaceenvs.load("galaxy"))
    assert network.width == 16
    assert network.card["decisions"] >= 3000
    assert network.card["command"].startswith("python -m agents.ray_train galaxy")
    two_workers_again()


def test_a_worker_that_dies_is_replaced_and_the_training_goes_on(tmp_path):
    settings = train.parse(["galaxy", *SMALL, "--run", str(tmp_path)])[0]
    said: list[str] = []
    training = ray_train.RayTraining(settings, tmp_path, said.append)
    updates = []

    def show(state):
        updates.append(state.steps)
        if len(updates) == 2:
            ray.kill(state._parts[0])

    training.run(show)
    assert "worker 0 has ended; another one takes its place" in said
    assert updates == sorted(updates)
    assert updates[-1] >= 3000


def test_trajectories_travel_whole():
    game = spaceenvs.load("galaxy")
    settings = Settings("galaxy", games=8, rollout=16, opponents="self", adviser="greedy")
    ppo = PPO(settings, game, [2])
    ppo.play(np.random.default_rng(1), 0.0, imitates=False)
    both = Rollout(game)
    for _ in range(2):
        both.extend(ray_train.from_arrays(game, ray_train.as_arrays(ppo.rollout)))
    count = len(ppo.rollout)
    np.testing.assert_array_equal(both.is_open, np.tile(ppo.rollout.is_open, 2))
    follows = ppo.rollout.follows
    np.testing.assert_array_equal(both.follows[count:], np.where(follows >= 0, follows + count, -1))
    seen = ppo.rollout.rows.observations()
    np.testing.assert_array_equal(both.rows.observations(), np.concatenate([seen, seen]))
