"""The games on a server of OpenEnv: `make interop` runs this where OpenEnv is installed."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import JIT

from spaceenvs import registry

pytest.importorskip("openenv")

import requests
import uvicorn

from spaceenvs.bridges.openenv import (
    SpaceAction,
    SpaceClient,
    SpaceEnvironment,
    Table,
    make_app,
)
from spaceenvs.cli import main

ROOT = Path(__file__).parents[2]
NAMES = [*registry.ROWS, "template"] if JIT else ["template"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def address():
    """The address of a server with room for eight clients."""
    config = uvicorn.Config(
        make_app(Table("template", players="random"), sessions=8),
        host="127.0.0.1",
        port=free_port(),
        log_level="critical",
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{config.port}"
    server.should_exit = True
    thread.join()


def client_of(address):
    return SpaceClient(base_url=address).sync()


def play(client, most=1000, **wanted):
    """Play the first listed move to the end; return the last result."""
    result = client.reset(**wanted)
    for _ in range(most):
        if result.done:
            break
        result = client.step(SpaceAction(move=next(iter(result.observation.moves))))
    return result


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_played(address, name):
    players = registry.load(name).players[1]
    with client_of(address) as client:
        result = play(client, 12, seed=1, game=name, num_players=players, seat=1, players="random")
        assert result.observation.asked
        state = client.state()
        assert (state.game, state.num_players, state.seat) == (name, players, 1)
        assert state.players == ["random"] * (players - 1)
        assert state.step_count > 0


def test_a_game_is_told_and_rewarded(address):
    with client_of(address) as client:
        result = client.reset(seed=1)
        told = result.observation
        assert (result.done, result.reward) == (False, 0)
        assert "## How to answer" in told.rules
        assert told.asked in told.text
        assert told.data["you"] == "Red"
        assert told.attempts_left == 3
        result = client.step(SpaceAction(move="sing"))
        assert not result.observation.accepted
        assert "'sing' is no legal move" in result.observation.message
        assert result.observation.attempts_left == 2
        result = client.step(SpaceAction(move="SEND a  probe"))
        assert result.observation.played == "send a probe"
        assert result.observation.rules == ""
        while not result.done:
            result = client.step(SpaceAction(move=next(iter(result.observation.moves.values()))))
        assert result.reward in (-1, 0, 1)
        assert result.observation.moves == {}
        state = client.state()
        assert (state.over, state.reward) == (True, result.reward)


def test_the_same_seed_is_the_same_game(address):
    with client_of(address) as client:
        texts = [play(client, seed=seed).observation.text for seed in (5, 5, 6)]
    assert texts[0] == texts[1] != texts[2]


def test_many_clients_play_at_once(address):
    ends = {}

    def run(seed):
        with client_of(address) as client:
            result = play(client, seed=seed, num_players=2 + seed % 3)
            ends[seed] = (client.state().num_players, result.reward, client.state().seed)

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ends) == list(range(6))
    for seed, (players, _, own) in ends.items():
        assert (players, own) == (2 + seed % 3, seed)
    alone = SpaceEnvironment(Table("template", players="random"))
    told = alone.reset(seed=4, num_players=3)
    while not told.done:
        told = alone.step(SpaceAction(move=next(iter(told.moves))))
    assert told.reward == ends[4][1]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"players": "/etc/passwd"}, "players of template are random, search"),
        ({"players": ["random", "random"]}, "there are 1 other seats, 2 players were given"),
        ({"players": 5}, "players are a name or a list of names, 5 was given"),
        ({"seat": "1"}, "a seat is an integer, '1' was given"),
        ({"seat": 9}, r"seats are 0\.\.1, 9 was given"),
        ({"num_players": 99}, "template takes 2 to 4 players"),
        ({"colour": "red"}, "reset takes no colour"),
    ],
)
def test_what_there_is_not_is_refused_with_a_sentence(address, wanted, said):
    with client_of(address) as client:
        with pytest.raises(RuntimeError, match=said):
            client.reset(**wanted)
        assert client.reset(seed=1).observation.asked


def test_a_move_before_the_game_is_refused(address):
    with client_of(address) as client, pytest.raises(RuntimeError, match=r"call reset\(\) before"):
        client.step(SpaceAction(move="1"))


def test_the_schemas_are_told(address):
    found = requests.get(f"{address}/schema", timeout=10).json()
    assert "move" in found["action"]["properties"]
    assert "moves" in found["observation"]["properties"]
    assert "num_players" in found["state"]["properties"]


def test_the_command_serves_and_the_validator_passes():
    port = free_port()
    command = [sys.executable, "-m", "spaceenvs", "openenv", "template", "--port", str(port)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert f"http://127.0.0.1:{port}" in (process.stdout.readline() if process.stdout else "")
        url = f"http://127.0.0.1:{port}"
        for _ in range(100):
            try:
                requests.get(f"{url}/health", timeout=1)
                break
            except requests.ConnectionError:
                time.sleep(0.1)
        openenv = Path(sys.executable).with_name("openenv")
        done = subprocess.run(
            [openenv, "validate", "--url", url], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
        assert "Verdict: PASS" in done.stdout
        with client_of(url) as client:
            assert client.reset(seed=1).observation.data["game"] == "template-v0"
    finally:
        process.terminate()
        process.wait(30)


def test_an_answer_without_end_is_refused(address):
    with client_of(address) as client:
        client.reset(seed=1)
        with pytest.raises(ValueError, match="at most 100000 characters"):
            client.step(SpaceAction(move="mine " * 100_000))
        assert client.step(SpaceAction(move="1")).observation.accepted


def test_a_client_that_leaves_makes_room(address):
    for _ in range(3):  # the server has room for eight
        clients = [client_of(address) for _ in range(8)]
        for client in clients:
            assert client.reset(seed=1).observation.asked
        for client in clients:
            client.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat", "9"], r"seats are 0\.\.1, 9 was given"),
        (["--players", "9"], "template takes 2 to 4 players"),
        (["--opponents", "nobody"], "a player is random"),
        (["--sessions", "0"], "sessions are at least 1"),
        (["--port", "99999"], "a port is 0 to 65535"),
    ],
)
def test_the_command_explains_mistakes(words, said, capsys, monkeypatch):
    monkeypatch.setattr(uvicorn, "run", lambda *_, **__: pytest.fail("it serves"))
    assert main(["openenv", "template", *words]) != 0
    assert re.search(said, capsys.readouterr().err)


@pytest.mark.skipif(not JIT, reason="plays a game")
def test_the_code_of_the_page_runs(address, capsys):
    page = (ROOT / "docs" / "language_models.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"(?ms)^```py\n(.*?)^```$", page)
    code = code.replace("http://127.0.0.1:8000", address).replace('"galaxy"', '"template"')
    exec(compile(code, "a block of code", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.strip().splitlines()[-1] in ("-1.0", "0.0", "1.0")
