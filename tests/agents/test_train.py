"""Training: it runs on every game, goes on after it was killed, and explains what it refuses."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch
from conftest import GAMES, JIT

from agents import train
from agents.ppo import Network, PPOAgent, load_network
from agents.selfplay import Pool, SelfPlayEnv, parse_shares
from spaceenvs import registry
from spaceenvs.core.seat import SeatVecEnv

ROOT = Path(__file__).parents[2]
SMALL = ["--steps=1024", "--envs=8", "--rollout=32", "--batch=128", "--width=16", "--threads=1"]
SMALL += ["--games=8", "--evaluations=2", "--save-minutes=0", "--snapshot=2", "--pool=2"]

pytestmark = pytest.mark.skipif(not JIT, reason="a training plays many games")


def curve_without_times(folder):
    with (folder / "curve.csv").open() as file:
        return [{**row, "seconds": ""} for row in csv.DictReader(file)]


@pytest.mark.parametrize("name", GAMES)
def test_any_game_is_trained(name, tmp_path):
    train.main([name, *SMALL, "--run", str(tmp_path)])
    game = registry.load(name)
    assert PPOAgent(tmp_path, game).network.width == 16
    curve = curve_without_times(tmp_path)
    assert [int(row["decisions"]) for row in curve] == [0, 512, 1024]
    kept = json.loads((tmp_path / "arguments.json").read_text())
    assert kept["settings"]["game"] == name
    assert kept["settings"]["batch"] == 128
    assert f"agents.train {name} --steps=1024" in kept["command"]
    assert list(tmp_path.glob("events.out.tfevents*"))


def test_a_killed_training_of_galaxy_goes_on_as_if_nothing_had_happened(tmp_path):
    words = ["galaxy", *SMALL, "--steps", "8192", "--evaluations", "4"]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    command = [sys.executable, "-m", "agents.train", *words, "--run", str(killed)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        patience = time.monotonic() + 300
        while not (killed / "checkpoint.pt").exists() and time.monotonic() < patience:
            time.sleep(0.01)
        assert process.poll() is None, "the training was over before it could be killed"
        os.kill(process.pid, signal.SIGKILL)
    finally:
        process.kill()
        process.wait()
    reached = torch.load(killed / "checkpoint.pt", weights_only=False)["steps"]
    assert 0 < reached < 8192
    train.main([*words, "--run", str(killed), "--resume"])
    train.main([*words, "--run", str(whole)])
    game = registry.load("galaxy")
    weights = load_network(killed, game).state_dict()
    for name, expected in load_network(whole, game).state_dict().items():
        assert torch.equal(weights[name], expected), name
    assert curve_without_times(killed) == curve_without_times(whole)


def test_a_finished_training_of_galaxy_has_nothing_left_to_do(tmp_path):
    words = ["galaxy", *SMALL, "--run", str(tmp_path)]
    train.main(words)
    before = (tmp_path / "model.pt").read_bytes()
    train.main([*words, "--resume"])
    assert (tmp_path / "model.pt").read_bytes() == before


def test_a_training_of_galaxy_ends_when_its_minutes_are_over(tmp_path):
    train.main(["galaxy", *SMALL[1:], "--minutes", "0.01", "--run", str(tmp_path)])
    assert float(curve_without_times(tmp_path)[-1]["decisions"]) > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "there is no game 'chess'"),
        (["galaxy", "--players", "9"], "galaxy takes 2 to 5 players, 9 were asked for"),
        (["galaxy", "--steps", "0"], "steps is more than 0, 0 was given"),
        (["galaxy", "--steps", "many"], "argument --steps: invalid int value: 'many'"),
        (["galaxy", "--gamma", "2"], "gamma is 0 to 1, 2.0 was given"),
        (["galaxy", "--minutes", "-1"], "minutes is not negative, -1.0 was given"),
        (["galaxy", "--reward", "fame"], "reward is one of winner, rank, score; 'fame' was given"),
        (["galaxy", "--opponents", "self=a"], "opponents are given as random=1,self=3"),
        (["galaxy", "--run", "nowhere", "--resume"], "nowhere holds no run to go on with"),
    ],
)
def test_what_makes_no_sense_gets_a_sentence(words, sentence, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # here may be runs already
    with pytest.raises(SystemExit):
        train.main(words)
    assert sentence in capsys.readouterr().err


def test_a_run_is_neither_overwritten_nor_mixed_with_another(tmp_path, capsys):
    words = ["galaxy", *SMALL, "--steps", "256", "--run", str(tmp_path)]
    train.main(words)
    with pytest.raises(SystemExit):
        train.main(words)
    assert "holds a run already: --resume goes on with it" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        train.main([*words, "--resume", "--width", "32"])
    assert "has width 16, 32 was given" in capsys.readouterr().err


def test_shares_of_opponents():
    assert parse_shares("random=1, self=0.5") == {"random": 1.0, "self": 0.5}
    assert parse_shares("self") == {"self": 1.0}
    for wrong in ("", "random=-1", "random=0", "=1"):
        with pytest.raises(ValueError, match="opponents are given as"):
            parse_shares(wrong)


def test_opponents_of_galaxy_are_drawn_by_their_shares_and_the_oldest_leave():
    game = registry.load("galaxy")
    pool = Pool(game, {"random": 1, "self": 3}, size=2, seed=1)
    assert set(pool.draw((100,))) == {0}
    network = Network(game, 8)
    for _ in range(4):
        pool.add(network)
    assert len(pool.agents) == 3
    drawn = pool.draw((4000,))
    assert 0.2 < (drawn == 0).mean() < 0.3
    env = SelfPlayEnv(game, 16, pool, num_players=4, seed=1)
    env.reset()
    for _ in range(50):
        env.step(env.action_masks().argmax(1))
    assert env.batch.check().max() == 0


def test_rewards_of_galaxy_are_measured_in_typical_results():
    game = registry.load("galaxy")
    pool = Pool(game, {"random": 1}, size=1, seed=1)
    env = SelfPlayEnv(game, 64, pool, num_players=2, seed=1, reward="score")
    plain = SeatVecEnv(game, 64, num_players=2, seed=1, scaled=False, reward="score")
    for one in (env, plain):
        one.reset()
    results: dict[SeatVecEnv, list[float]] = {env: [], plain: []}
    for _ in range(400):
        for one, kept in results.items():
            _, rewards, ended, _ = one.step(one.action_masks().argmax(1))
            assert not rewards[~ended].any()
            kept.extend(rewards[ended])
    scaled, unscaled = (np.array(kept[-200:]) for kept in results.values())
    assert np.sqrt(np.square(scaled).mean()) == pytest.approx(1, abs=0.2)
    assert np.sqrt(np.square(unscaled).mean()) < 0.5
