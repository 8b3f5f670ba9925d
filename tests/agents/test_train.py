"""Training: it runs on every game, goes on after it was killed, and explains what it refuses."""

from __future__ import annotations

import csv
import io
import json
import os
import pickle
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
from agents.ppo import parse_shares
from spaceenvs import registry
from spaceenvs.players import make_player
from spaceenvs.players.greedy import GAMES as GREEDY_GAMES
from spaceenvs.players.network import load_network

ROOT = Path(__file__).parents[2]
SMALL = ["--steps=1024", "--games=16", "--rollout=32", "--batch=256", "--width=16"]
SMALL += ["--evaluation-games=8", "--evaluations=2", "--save-minutes=0", "--snapshot=2", "--pool=2"]

pytestmark = pytest.mark.skipif(not JIT, reason="a training plays many games")


def curve_without_times(folder):
    with (folder / "curve.csv").open() as file:
        return [{**row, "seconds": ""} for row in csv.DictReader(file)]


def start(folder, *words):
    """Start a training in a process of its own, and wait for its first checkpoint."""
    command = [sys.executable, "-m", "agents.train", *words, "--run", str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    patience = time.monotonic() + 300
    while not (folder / "checkpoint.pt").exists() and time.monotonic() < patience:
        assert process.poll() is None, "the training was over before it could be stopped"
        time.sleep(0.01)
    return process


def same_networks(one, other, game):
    weights = load_network(other, game).weights
    return all(
        np.array_equal(array, weights[name])
        for name, array in load_network(one, game).weights.items()
    )


@pytest.mark.parametrize("name", GAMES)
def test_any_game_is_trained(name, tmp_path, capsys):
    train.main([name, *SMALL, "--run", str(tmp_path)])
    said = capsys.readouterr().out.splitlines()
    assert "compile" in said[0]
    assert said[-1].endswith(f"--opponents {tmp_path}")
    game = registry.load(name)
    assert make_player(str(tmp_path), game).name == str(tmp_path)
    assert load_network(tmp_path, game).width == 16
    curve = curve_without_times(tmp_path)
    assert curve[0]["decisions"] == "0"
    assert int(curve[-1]["decisions"]) >= 1024
    assert {row["against"] for row in curve} >= {"random"}
    kept = json.loads((tmp_path / "arguments.json").read_text())
    assert kept["settings"]["game"] == name
    assert f"agents.train {name} --steps=1024" in kept["command"]
    assert load_network(tmp_path, game).card["decisions"] == int(curve[-1]["decisions"])
    assert list(tmp_path.glob("events.out.tfevents*"))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_training_of_galaxy_goes_on_as_if_nothing_had_happened(tmp_path, workers):
    words = ["galaxy", *SMALL, "--steps=6000", "--players=2,3", f"--workers={workers}"]
    words += ["--start=greedy", "--start-steps=1500", "--opponents=self=1,past=1,greedy=1"]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    process = start(killed, *words)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = torch.load(killed / "checkpoint.pt", weights_only=True)
    assert sum(state["steps"] for state in kept["workers"]) < 7500
    train.main([*words, "--run", str(killed), "--resume"])
    train.main([*words, "--run", str(whole)])
    assert same_networks(killed, whole, registry.load("galaxy"))
    assert curve_without_times(killed) == curve_without_times(whole)


def test_ctrl_c_saves_and_a_second_training_is_kept_out(tmp_path, capsys):
    words = ["galaxy", *SMALL, "--steps=1000000", "--save-minutes=0.002"]
    process = start(tmp_path, *words)
    with pytest.raises(SystemExit):
        train.main([*words, "--run", str(tmp_path), "--resume"])
    assert "another training runs in" in capsys.readouterr().err
    os.kill(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "--resume" in said
    assert f"--opponents {tmp_path}" in said.splitlines()[-1]
    reached = load_network(tmp_path, registry.load("galaxy")).card["decisions"]
    assert 0 < reached < 1_000_000


def test_a_finished_training_of_galaxy_has_nothing_left_to_do(tmp_path):
    words = ["galaxy", *SMALL, "--run", str(tmp_path)]
    train.main(words)
    before = (tmp_path / "model.npz").read_bytes()
    train.main([*words, "--resume"])
    assert (tmp_path / "model.npz").read_bytes() == before


def test_a_training_of_galaxy_ends_when_its_minutes_are_over(tmp_path):
    train.main(["galaxy", *SMALL[1:], "--minutes", "0.01", "--run", str(tmp_path)])
    assert float(curve_without_times(tmp_path)[-1]["decisions"]) > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "there is no game 'chess'"),
        (["galaxy", "--players", "9"], "galaxy takes 2 to 5 players, 9 were asked for"),
        (["galaxy", "--players", "two"], "players are given as 3, 2-5 or 2,4; 'two' was given"),
        (["galaxy", "--steps", "0"], "steps is more than 0, 0 was given"),
        (["galaxy", "--steps", "many"], "argument --steps: invalid int value: 'many'"),
        (["galaxy", "--gamma", "2"], "gamma is 0 to 1, 2.0 was given"),
        (["galaxy", "--minutes", "-1"], "minutes is not negative, -1.0 was given"),
        (["galaxy", "--workers", "9", "--games", "8"], "need at least 9 games, 8 were given"),
        (["galaxy", "--opponents", "self=a"], "opponents are given as self=3,past=1"),
        (["galaxy", "--opponents", "greedo"], "a player is random, greedy"),
        (["galaxy", "--run", "nowhere", "--resume"], "nowhere holds no run to go on with"),
    ],
)
def test_what_makes_no_sense_gets_a_sentence(words, sentence, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # here may be runs already
    with pytest.raises(SystemExit):
        train.main(words)
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("name", GREEDY_GAMES)
def test_by_default_half_of_the_games_are_against_greedy(name):
    settings, _, _ = train.parse([name])
    shares = parse_shares(settings.opponents)
    assert shares["greedy"] == sum(shares.values()) / 2


def test_a_run_is_neither_overwritten_nor_mixed_with_another(tmp_path, capsys):
    words = ["galaxy", *SMALL, "--run", str(tmp_path)]
    train.main(words)
    with pytest.raises(SystemExit):
        train.main(words)
    assert "holds a run already: --resume goes on with it" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        train.main([*words, "--resume", "--width", "32"])
    assert "has width 16, 32 was given" in capsys.readouterr().err


class Planted:
    """Runs a command when it is unpickled."""

    def __init__(self, trace):
        self.trace = trace

    def __reduce__(self):
        return os.mkdir, (str(self.trace),)


def test_a_damaged_run_gets_a_sentence_and_is_left_as_it_is(tmp_path, capsys):
    words = ["galaxy", *SMALL, "--run", str(tmp_path)]
    train.main(words)
    sound = {name: (tmp_path / name).read_bytes() for name in ("checkpoint.pt", "arguments.json")}
    trace, other, strange = tmp_path / "trace", io.BytesIO(), io.BytesIO()
    torch.save({"learner": {}, "optimizer": {}, "workers": []}, other)
    torch.save(torch.zeros(3), strange)
    for name, content, said in (
        ("checkpoint.pt", sound["checkpoint.pt"][:1000], "is damaged or no checkpoint"),
        ("checkpoint.pt", b"", "is damaged or no checkpoint"),
        ("checkpoint.pt", pickle.dumps(Planted(trace)), "is damaged or no checkpoint"),
        ("checkpoint.pt", strange.getvalue(), "is no checkpoint"),
        ("checkpoint.pt", other.getvalue(), "is of another training"),
        ("arguments.json", b"{", "is damaged, it holds no settings of a run"),
        ("arguments.json", b"[]", "is damaged, it holds no settings of a run"),
        ("arguments.json", b'{"settings": {"game": 5}}', "it holds no settings of a run"),
    ):
        (tmp_path / name).write_bytes(content)
        before = (tmp_path / "model.npz").read_bytes()
        with pytest.raises(SystemExit):
            train.main([*words, "--resume"])
        assert said in capsys.readouterr().err
        assert (tmp_path / name).read_bytes() == content
        assert (tmp_path / "model.npz").read_bytes() == before
        assert not trace.exists()
        (tmp_path / name).write_bytes(sound[name])
    (tmp_path / ".checkpoint.pt.abcdef").write_bytes(b"half")
    train.main([*words, "--resume"])
    assert not list(tmp_path.glob(".checkpoint.pt.*"))


def test_a_full_disk_gets_a_sentence(tmp_path, capsys, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SystemExit):
        train.main(["galaxy", *SMALL, "--run", str(tmp_path)])
    assert "No space left on device" in capsys.readouterr().err
