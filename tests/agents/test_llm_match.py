"""A match of a language model, played by a small server on loopback: good, bad, slow, dead."""

from __future__ import annotations

import contextlib
import csv
import json
import re
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from agents.llm_match import Model, ServerError, main, play_match
from spaceenvs.core.replay import read_replay
from spaceenvs.text import TextSeat

ASKED = [{"role": "user", "content": "a move?"}]


class FakeServer:
    """Answers every request by what `answer` makes of its messages."""

    def __init__(self, answer):
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.keys: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                content = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append((self.path, content))
                outer.keys.append(self.headers["Authorization"])
                status, body = answer(content["messages"])
                try:
                    self.send_response(status)
                    self.send_header("Location", "/elsewhere")
                    self.end_headers()
                    self.wfile.write(body)
                except OSError:
                    pass  # nobody waits any longer

            def log_message(self, *words):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def completion(text):
    used = {"prompt_tokens": 100, "completion_tokens": 7}
    choices = [{"message": {"role": "assistant", "content": text}}]
    return 200, json.dumps({"choices": choices, "usage": used}).encode()


def good(messages):
    """Plays the last move of the list."""
    key = re.findall(r"(?m)^ +(\w+) ", messages[-1]["content"])[-1]
    return completion(f"Let me think.\nMove: {key}")


def mends(messages):
    """Says nonsense first, and plays once it was told so."""
    if len(messages) == 2:
        return completion("I resign")
    assert "is no legal move" in messages[-1]["content"]
    return good(messages[:2])


def bad(messages):
    return completion("As a language model I would rather sing.")


def slow(messages):
    time.sleep(0.6)
    return good(messages)


@pytest.fixture
def serve():
    servers = []

    def start(answer):
        servers.append(FakeServer(answer))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


@pytest.fixture
def seat():
    return TextSeat("template", players="random", num_players=2)


def model_at(url, **given):
    return Model(url, "fake", pause=0.0, **{"tries": 2, "timeout": 5.0, **given})


@pytest.fixture
def dead_url():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return f"http://127.0.0.1:{port}/v1"


def test_a_model_that_answers_well_decides_everything(serve, seat, tmp_path):
    server = serve(good)
    model = model_at(server.url, key="key-of-mine", extra={"temperature": 0.5})
    games = play_match(seat, model, 3, seed=1, folder=tmp_path)
    assert [game.seat for game in games] == ["Red", "Blue", "Red"]
    assert all((g.refused, g.failed, g.ended) == (0, 0, "played") for g in games)
    assert all(g.won == (g.reward > 0) or 0 < g.won < 1 for g in games)
    asked = sum(game.decisions for game in games)
    assert model.usage.requests == asked == len(server.requests)
    assert (model.usage.tokens_in, model.usage.tokens_out) == (100 * asked, 7 * asked)
    assert model.usage.cost(10.0, 1000.0) == pytest.approx(asked * 0.008)
    path, content = server.requests[0]
    assert path == "/v1/chat/completions"
    assert (content["model"], content["temperature"]) == ("fake", 0.5)
    assert [message["role"] for message in content["messages"]] == ["system", "user"]
    assert set(server.keys) == {"Bearer key-of-mine"}
    replay = read_replay(tmp_path / "game-0001.json")
    assert {entry["by"] for entry in replay.notes["talk"]} == {"answer"}
    assert "key-of-mine" not in (tmp_path / "game-0001.json").read_text()


def test_a_model_that_is_told_its_mistake_can_mend_it(serve, seat):
    games = play_match(seat, model_at(serve(mends).url), 1, seed=1)
    assert games[0].refused == games[0].decisions > 0
    assert games[0].failed == 0


def test_a_model_that_answers_badly_plays_at_random(serve, seat):
    games = play_match(seat, model_at(serve(bad).url), 1, seed=1)
    assert games[0].failed == games[0].decisions
    assert games[0].refused == 3 * games[0].decisions
    assert games[0].ended == "played"


def test_a_model_that_answers_badly_may_resign(serve):
    seat = TextSeat("template", players="random", on_failure="resign", attempts=1)
    (game,) = play_match(seat, model_at(serve(bad).url), 1, seed=1)
    assert (game.ended, game.reward, game.won, game.decisions) == ("resigned", -1.0, 0.0, 1)


def test_a_slow_model_is_asked_again_and_then_left(serve):
    model = model_at(serve(slow).url, timeout=0.1)
    with pytest.raises(ServerError, match="does not answer"):
        model.ask(ASKED)
    assert (model.usage.requests, model.usage.failures) == (2, 2)


def test_a_model_that_never_ends_its_answer_is_left():
    """A server that sends a byte now and then is never silent for long."""

    def drip(connection):
        connection.recv(65536)
        connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
        with contextlib.suppress(OSError):  # until nobody waits any longer
            while True:
                connection.sendall(b" ")
                time.sleep(0.02)

    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        threading.Thread(target=lambda: drip(server.accept()[0]), daemon=True).start()
        with pytest.raises(ServerError, match="does not answer: too late"):
            model_at(url, timeout=0.2, tries=1).ask(ASKED)


def test_a_silent_server_is_left():
    with socket.create_server(("127.0.0.1", 0)) as server:  # it accepts and says nothing
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        with pytest.raises(ServerError, match="does not answer: timed out"):
            model_at(url, timeout=0.1, tries=1).ask(ASKED)


def test_a_dead_address_ends_no_match(seat, dead_url, tmp_path):
    (game,) = play_match(seat, model_at(dead_url, tries=1), 1, seed=1, folder=tmp_path)
    assert game.failed == game.decisions > 0
    replay = read_replay(tmp_path / "game-0001.json")
    assert "does not answer" in replay.notes["talk"][0]["answers"][0]["reply"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((500, b"oh"), "the server answers 500"),
        ((302, b""), "the server answers 302"),
        ((200, b"no json"), "something else than a chat completion"),
        ((200, b"[]"), "something else than a chat completion"),
        ((200, b'{"choices": []}'), "something else than a chat completion"),
    ],
    ids=["error", "redirect", "words", "list", "empty"],
)
def test_what_is_no_answer_is_said(serve, answer, said):
    server = serve(lambda messages: answer)
    with pytest.raises(ServerError, match=said):
        model_at(server.url, key="key-of-mine", tries=1).ask(ASKED)
    assert [path for path, _ in server.requests] == ["/v1/chat/completions"]


def test_an_answer_without_words_or_tokens_is_read(serve):
    body = json.dumps({"choices": [{"message": {"content": None}}], "usage": None}).encode()
    model = model_at(serve(lambda messages: (200, body)).url)
    assert model.ask(ASKED) == ""
    assert model.usage.tokens_in == 0


def test_a_key_is_not_shown():
    assert "key-of-mine" not in repr(Model("http://127.0.0.1:1/v1", "fake", key="key-of-mine"))


def test_the_command_plays_a_match(serve, tmp_path, capsys, monkeypatch):
    server = serve(good)
    monkeypatch.setenv("MY_KEY", "key-of-mine")
    words = ["template", "--url", server.url, "--model", "fake", "--opponents", "random"]
    words += ["--games", "2", "--key-from", "MY_KEY", "--price-in", "1", "--out", str(tmp_path)]
    main(words)
    shown = capsys.readouterr().out
    assert "fake: won" in shown
    assert "a fair share is 0.500" in shown
    assert "cost 0.00" in shown
    assert set(server.keys) == {"Bearer key-of-mine"}
    with (tmp_path / "games.csv").open() as file:
        assert [row["seat"] for row in csv.DictReader(file)] == ["Red", "Blue"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--url", "ftp://a", "--model", "m"], "begins with http"),
        (["--url", "http://a", "--model", "m", "--games", "0"], "games is at least 1"),
        (["--url", "http://a", "--model", "m", "--opponents", "nobody"], "a player is"),
        (["--url", "http://a", "--model", "m", "--tries", "0"], "tries are 1"),
    ],
    ids=["address", "games", "opponents", "tries"],
)
def test_the_command_explains_mistakes(words, said, capsys):
    with pytest.raises(SystemExit):
        main(["template", *words])
    assert said in capsys.readouterr().err
