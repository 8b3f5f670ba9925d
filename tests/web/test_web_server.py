"""The server of the page: what it says over the wire, and to whom."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import cast

import pytest

pytest.importorskip("starlette", reason="pip install 'spaceenvs[web]'")

from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from spaceenvs import registry
from spaceenvs.core.picture import find_elements
from spaceenvs.players import make_player
from spaceenvs.web.house import MAX_UPLOAD, House
from spaceenvs.web.players import Players
from spaceenvs.web.room import Room, Told
from spaceenvs.web.server import App, Visitor

HOST = "http://127.0.0.1:8000"
SOCKET = "ws://127.0.0.1:8000/socket"
SOLO = {"game": "template", "seats": ["person", "random"], "seed": 3}
RIVALS = {"game": "template", "seats": ["person", "person"], "seed": 3}


def start(folder, token="", max_rooms=100, players=None):
    app = App(House(folder, players or Players(folder / "networks"), max_rooms), token=token)
    return TestClient(app.asgi(), base_url=HOST)


@pytest.fixture
def client(tmp_path):
    with start(tmp_path) as client:
        yield client


def open_table(client, wanted):
    answer = client.post("/api/tables", json=wanted)
    assert answer.status_code == 200, answer.text
    return answer.json()


class Seat:
    """One place at a table, over a WebSocket."""

    def __init__(self, client, table, number=0, changes=None):
        place = table["places"][number]
        self.socket = client.websocket_connect(SOCKET)
        self.sit = {"do": "sit", "table": table["table"], **place, **(changes or {})}

    def __enter__(self):
        self.socket.__enter__()
        self.say(**self.sit)
        return self

    def __exit__(self, *error):
        self.socket.__exit__(*error)

    def say(self, **message):
        self.socket.send_text(json.dumps(message))

    def hear(self, kind):
        """Return the next message of a kind."""
        while True:
            message = self.socket.receive_json()
            if message["is"] == kind:
                return message
            assert message["is"] in ("table", "frame"), message

    def my_move(self):
        """Return the frame in which this seat decides, or the last one."""
        while True:
            frame = self.hear("frame")
            if frame["mine"] or frame["over"]:
                return frame

    def play(self, frame, number=0):
        self.say(do="move", action=frame["moves"][number]["action"], frame=frame["frame"])


def test_a_person_plays_to_the_end(client):
    with Seat(client, open_table(client, SOLO)) as seat:
        frame = seat.my_move()
        while not frame["over"]:
            names = find_elements(frame["picture"])
            assert all(set(move["elements"]) & names for move in frame["moves"])
            seat.play(frame)
            frame = seat.my_move()
    assert "scores" in frame["result"]
    assert frame["log"]


def test_hint_undo_save_and_a_server_that_was_killed(tmp_path):
    with start(tmp_path) as client:
        table = open_table(client, SOLO)
        with Seat(client, table) as seat:
            first = seat.my_move()
            seat.say(do="hint", frame=first["frame"])
            assert seat.hear("hint")["moves"]
            seat.play(first)
            second = seat.my_move()
            assert second["played"] > first["played"]
            seat.say(do="undo")
            assert seat.my_move()["picture"] == first["picture"]
            seat.say(do="save")
            assert "saved" in seat.hear("said")["sentence"]
    with start(tmp_path) as client, Seat(client, table) as seat:
        assert seat.my_move()["picture"] == first["picture"]


def test_a_search_plays_and_is_asked(client):
    with Seat(client, open_table(client, SOLO | {"seats": ["person", "search:20"]})) as seat:
        seat.play(seat.my_move())
        assert seat.my_move()["played"] > 1
        seat.say(do="think", who="search:20")
        thoughts = seat.hear("thoughts")
        assert sum(part for _, part in thoughts["probabilities"]) == pytest.approx(1, abs=0.01)


def test_agents_are_watched_step_by_step(client):
    table = open_table(client, {"game": "template", "seats": ["random", "random"], "seed": 1})
    with Seat(client, table) as watcher:
        watcher.say(do="pause", on=True)
        frame = watcher.hear("frame")
        while not frame["paused"]:
            frame = watcher.hear("frame")
        watcher.say(do="step")
        assert watcher.hear("frame")["played"] == frame["played"] + 1
        watcher.say(do="look", eyes=1)
        assert watcher.hear("frame")["eyes"] == 1


def test_a_replay_is_opened_moved_through_and_gone_on_with(client):
    table = open_table(client, SOLO)
    with Seat(client, table) as seat:
        frame = seat.my_move()
        for _ in range(2):
            seat.play(frame)
            frame = seat.my_move()
    ask = {**table["places"][0], "table": table["table"], "what": "replay"}
    replay = client.post("/api/download", json=ask)
    assert client.post("/api/download", json={**ask, "what": "html"}).text.startswith("<!doctype")
    shown = client.post("/api/replays?name=game.json", content=replay.content).json()
    with Seat(client, shown) as viewer:
        assert viewer.hear("frame")["at"] == 0
        viewer.say(do="go", at=2)
        assert viewer.hear("frame")["at"] == 2
        viewer.say(do="branch", at=2, seats=["person", "random"], other_dice=True)
        branch = viewer.hear("moved")
    with Seat(client, branch) as seat:
        frame = seat.my_move()
        ask = {**branch["places"][0], "table": branch["table"], "what": "replay"}
        other = client.post("/api/download", json=ask)
    assert other.json()["dice"]
    assert client.post("/api/replays", content=other.content).status_code == 200


def test_a_position_is_analysed(client):
    with Seat(client, open_table(client, SOLO)) as seat:
        seat.my_move()
        seat.say(do="analyse", seat=1)
        found = seat.hear("analysis")
        assert {field["name"] for field in found["observation"]} == {
            field.name for field in registry.load("template").observation
        }
        assert found["mask"]
        compile(found["fixture"], "fixture", "exec")
        seat.say(do="redeal", seat=1, seed=0)
        assert len(seat.hear("redealt")["pictures"]) == 4


def test_a_player_that_fails_is_told_and_its_table_is_not_silent(tmp_path):
    class Failing(Players):
        def make(self, who, game, seed):
            return self

        def choose(self, turn):
            raise RuntimeError("no idea")

    with start(tmp_path, players=Failing(tmp_path)) as client:
        table = open_table(client, {"game": "template", "seats": ["random", "person"], "seed": 3})
        with Seat(client, table) as seat:
            assert "no idea" in seat.hear("error")["sentence"]
            seat.say(do="save")
            assert seat.hear("said")


# -- nobody receives what a seat may not see ----------------------------------------------


@pytest.mark.parametrize("name", ["galaxy", "template"])
def test_a_frame_holds_nothing_that_a_redeal_changes(name):
    game = registry.load(name)
    room = Room(game, {}, ["person", "person"], 5, make_player)
    for number in range(25):
        if room.is_over:
            break
        for viewer in range(2):
            shown = json.dumps(room.frame(viewer).content)
            kept = room.batch.states.copy()
            room.batch.redeal(viewer, seed=number)
            room.batch.look()
            assert json.dumps(room.frame(viewer).content) == shown
            room.batch.states[:] = kept
            room.batch.look()
        room.play(int(room.batch.sample()[0]))


def test_moves_that_are_alike_are_one_line_of_what_happened():
    room = Room(registry.load("template"), {}, ["person", "random"], 5, make_player)
    lines: list[tuple[int, str, tuple[str, ...]]] = [
        (1, "token from 3.2", ()),
        (1, "token from 3.4", ()),
        (0, "token from 0.1", ()),
        (0, "token from 0.2", ("that was all",)),
        (0, "token from 0.3", ()),
    ]
    told = [Told(number, *line) for number, line in enumerate(lines)]
    assert [entry["words"] for entry in room._log(0, told)] == [
        "token from 3.2, 3.4",
        "token from 0.1, 0.2",
        "token from 0.3",
    ]


def test_rivals_see_their_own_frames_only(client):
    table = open_table(client, RIVALS)
    with Seat(client, table, 0) as one, Seat(client, table, 1) as two:
        frames = {0: one.hear("frame"), 1: two.hear("frame")}
        for seat, frame in frames.items():
            assert "open" not in frame
            assert frame["mine"] == bool(frame["moves"])
            assert frame["mine"] or "asked" not in frame, seat
        for seat in (one, two):
            for message in (
                {"do": "look", "eyes": None},
                {"do": "go", "at": 0},
                {"do": "analyse", "seat": 0},
                {"do": "redeal", "seat": 0},
                {"do": "undo"},
            ):
                seat.say(**message)
                assert seat.hear("error")["sentence"]
    place = {**table["places"][0], "table": table["table"], "what": "replay"}
    assert client.post("/api/download", json=place).status_code == 403


# -- attacks --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"host": "evil.example:8000"}]
)
def test_pages_from_elsewhere_are_turned_away(client, headers):
    answer = client.get("/api/games", headers=headers)
    assert answer.status_code == 403
    assert "error" in answer.json()
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(SOCKET, headers=headers),
    ):
        pass


def test_the_page_may_load_nothing_foreign(client):
    answer = client.get("/")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "http" not in answer.text


def test_a_wrong_token_opens_nothing(tmp_path):
    with start(tmp_path, token="right") as client:
        assert client.get("/api/games").status_code == 403
        assert client.get("/api/games", headers={"x-token": "wrong"}).status_code == 403
        assert client.get("/api/games", headers={"x-token": "right"}).status_code == 200
        table = client.post("/api/tables", json=SOLO, headers={"x-token": "right"}).json()
        for token, answer in (("", "refused"), ("wrong", "refused"), ("right", "table")):
            with Seat(client, table, 0, {"token": token}) as seat:
                assert seat.socket.receive_json()["is"] == answer


@pytest.mark.parametrize(
    "change", [{"place": "1"}, {"place": "all"}, {"key": "x"}, {"table": ".."}]
)
def test_a_key_opens_its_own_seat_only(client, change):
    with Seat(client, open_table(client, RIVALS), 0, change) as seat:
        assert seat.hear("refused")["sentence"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "1",
        '{"do": 3}',
        '{"do": "fly"}',
        '{"do": "move", "action": 10000}',
        '{"do": "move", "action": "1"}',
        '{"do": "pace", "delay": -1}',
        "[" * 10_000,
        "x" * 30_000,
    ],
)
def test_nonsense_is_answered_and_play_goes_on(client, text):
    with Seat(client, open_table(client, SOLO)) as seat:
        frame = seat.my_move()
        seat.socket.send_text(text)
        assert seat.hear("error")["sentence"]
        seat.play(frame)
        assert seat.my_move()


def test_an_old_frame_plays_nothing(client):
    with Seat(client, open_table(client, SOLO)) as seat:
        frame = seat.my_move()
        seat.play(frame)
        seat.my_move()
        seat.play(frame)
        assert "look again" in seat.hear("error")["sentence"]


def test_a_second_window_at_the_same_seat_plays_nothing_that_it_has_not_seen(tmp_path):
    house = House(tmp_path, Players(tmp_path))
    client = TestClient(App(house).asgi(), base_url=HOST)
    with client, Seat(client, table := open_table(client, SOLO)) as seat:
        room = house.rooms[table["table"]]
        frame = seat.my_move()
        with room.guard:  # as if a second window had played, and this one was not shown it yet
            while room.waits_for_person:
                room.play(int(room.batch.sample()[0]))
            while not room.waits_for_person:
                room.play(room.choose())
        seat.play(frame)
        assert "look again" in seat.hear("error")["sentence"]


def test_a_frame_that_was_drawn_before_is_not_sent_after_a_newer_one():
    """Two shows at once: the later one must not bring back an older board."""

    sent = []

    class Line:
        async def send_text(self, text):
            sent.append(json.loads(text))

    async def show_twice():
        room = Room(registry.load("template"), {}, ["person", "random"], 3, make_player)
        app = App(House(Path("nowhere"), Players(Path("nowhere"))))
        visitor = Visitor(app, cast(WebSocket, Line()), room, 0)
        older = room.frame(0)
        while room.waits_for_person:
            room.play(int(room.batch.sample()[0]))
        await visitor.show({})
        await visitor.show({0: older})
        app.work.end()

    asyncio.run(show_twice())
    assert len(sent) == 1
    assert sent[0]["played"] > 0


def test_a_replay_is_bounded_and_validated(client):
    post = lambda content, name="x": client.post(f"/api/replays?name={name}", content=content)  # noqa: E731
    megabyte = b"x" * 1_000_000
    assert post(100 * megabyte).status_code == 413
    assert post(megabyte for _ in range(100)).status_code == 413  # its size is not said before
    assert post(b"x" * (MAX_UPLOAD + 1)).status_code == 413
    assert post(b"\xff\xfe").status_code == 400
    answer = post(b"{}", "../../etc/passwd")
    assert answer.status_code == 400
    assert "etc/" not in answer.text


def test_a_page_may_not_choose_files(client):
    wanted = {"game": "core_worlds", "seats": ["person", "random"]}
    answer = client.post("/api/tables", json={**wanted, "options": {"home_worlds": "/etc/passwd"}})
    assert answer.status_code == 403
    for who in ("ppo:/etc/passwd", "search:../x", 5, None):
        answer = client.post("/api/tables", json={**SOLO, "seats": ["person", who]})
        assert answer.status_code == 400


def test_the_static_folder_is_no_way_out(client):
    for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py"):
        assert client.get(path).status_code == 404


def test_too_many_tables_are_refused_and_the_others_play_on(tmp_path):
    with start(tmp_path, max_rooms=5) as client:
        first = open_table(client, SOLO)
        answers = [client.post("/api/tables", json=SOLO) for _ in range(1000)]
        assert [answer.status_code for answer in answers] == [200] * 4 + [503] * 996
        assert "5 tables are open" in answers[-1].text
        with Seat(client, first) as seat:
            seat.play(seat.my_move())
            assert seat.my_move()
