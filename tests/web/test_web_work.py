"""Which work of the server is done when, and what it leaves behind."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

pytest.importorskip("starlette", reason="pip install 'spaceenvs[web]'")

from starlette.websockets import WebSocket

from spaceenvs import registry
from spaceenvs.players import make_player
from spaceenvs.telling import Witness
from spaceenvs.web import server
from spaceenvs.web.house import House
from spaceenvs.web.players import Players
from spaceenvs.web.room import Room
from spaceenvs.web.server import App, Visitor
from spaceenvs.web.work import Work


def make_room(seats, game="template", options=None):
    return Room(registry.load(game), options or {}, seats, 3, make_player)


def test_a_person_does_not_wait_for_the_games_of_agents():
    """Fifty games of agents want to go on; a person is answered after one of them at most."""
    done = []

    def take(what, seconds):
        time.sleep(seconds)
        done.append(what)

    async def run():
        work = Work()
        agents = [asyncio.create_task(work.in_quiet(take, "agents", 0.01)) for _ in range(50)]
        await asyncio.sleep(0.05)
        before = len(done)
        for _ in range(10):
            await work.at_once(take, "person", 0.001)
        meanwhile = done[before:].count("agents")
        await asyncio.gather(*agents)
        work.end()
        return meanwhile

    assert asyncio.run(run()) <= 2
    assert done.count("agents") == 50


def test_games_of_agents_rest_as_long_as_they_have_worked():
    async def run():
        work = Work()
        begun = time.monotonic()
        await asyncio.gather(*(work.in_quiet(time.sleep, 0.02) for _ in range(5)))
        work.end()
        return time.monotonic() - begun

    assert asyncio.run(run()) >= 0.02 * 5 + 0.02 * 4


def test_players_move_until_a_person_must():
    room = make_room(["person", "random", "random"])
    for _ in range(3):
        room.play(int(room.batch.sample()[0]))
        room.play_on(60.0)
        assert room.is_over or room.mover == 0
    room = make_room(["random", "random"])
    room.play_on(0.0)
    assert len(room.moves) == 1  # the time was over
    room.play_on(60.0)
    assert room.is_over


def test_a_search_is_not_waited_for():
    room = make_room(["random", "search:5"])
    room.play_on(60.0)
    assert room.is_searching


def test_of_agents_only_what_somebody_looks_at_is_drawn(monkeypatch):
    """A step of a watched table draws the eyes that look at it as it is now, each once."""
    room = make_room(["random", "random"])
    drawn: list[int | None] = []
    draw = room.frame

    def draw_and_note(viewer):
        drawn.append(viewer)
        return draw(viewer)

    monkeypatch.setattr(room, "frame", draw_and_note)

    class Line:
        async def send_text(self, text):
            pass

    async def run():
        app = App(House(Path("nowhere"), Players(Path("nowhere"))))
        for eyes, at in ((None, None), (None, None), (1, None), (0, 0)):
            visitor = Visitor(app, cast(WebSocket, Line()), room, None)
            visitor.eyes, visitor.at = eyes, at
            app.visitors.add(visitor)
        await app.show(room, await app.play_some(room))
        app.work.end()

    asyncio.run(run())
    assert sorted(drawn, key=str) == [1, None]


def test_tables_with_the_same_options_have_one_witness():
    one, other = make_room(["random", "person"]), make_room(["person", "random"])
    assert one.witness is other.witness
    assert one.witness is not make_room(["person", "random", "random"]).witness


def test_a_witness_imagines_nothing_for_those_who_see_everything():
    room = make_room(["random", "random"])
    room.witness = Witness(room.batch)
    room.frame(None)
    room.play_on(60.0)
    assert not {"world", "trials", "single_trials"} & set(vars(room.witness))


def test_a_table_that_was_put_away_leaves_nothing(tmp_path):
    house = House(tmp_path, Players(tmp_path))
    room = house.open({"game": "template", "seats": ["person", "random"], "seed": 3})
    room.play(int(room.batch.sample()[0]))
    room.frame(0)
    left: list[Any] = [weakref.ref(room), weakref.ref(room.witness), weakref.ref(room.batch)]
    id = room.id
    del room
    house.put_away(time.monotonic() + 1)
    gc.collect()
    assert [thing() for thing in left] == [None] * 3
    assert len(house.find(id).moves) == 1


def test_tables_are_kept_tidy_also_after_an_error(tmp_path, monkeypatch, caplog):
    """A disk that fails once must not end the saving of tables."""
    monkeypatch.setattr(server, "TIDY", 0.01)
    house = House(tmp_path, Players(tmp_path))
    room = house.open({"game": "template", "seats": ["person", "random"], "seed": 3})
    save = house.save_played
    tried: list[None] = []

    def fail_once():
        tried.append(None)
        if len(tried) == 1:
            raise RuntimeError("the disk fails")
        save()

    monkeypatch.setattr(house, "save_played", fail_once)

    async def run():
        app = App(house)
        tidying = asyncio.create_task(app._tidy())
        room.play(int(room.batch.sample()[0]))
        while room.unsaved:
            await asyncio.sleep(0.01)
        tidying.cancel()
        app.work.end()

    asyncio.run(asyncio.wait_for(run(), 30))
    assert "the disk fails" in caplog.text
    assert (tmp_path / f"{room.id}.json").is_file()


def test_a_table_that_was_just_found_is_not_put_away(tmp_path):
    house = House(tmp_path, Players(tmp_path))
    room = house.open({"game": "template", "seats": ["person", "random"], "seed": 3})
    room.touched = time.monotonic() - 1000
    house.find(room.id)
    house.put_away(time.monotonic() - 500)
    assert room.id in house.rooms


def test_a_shared_witness_listens_to_one_table_at_a_time():
    """Two tables that move at once are told what they would be told one after the other."""

    def play(seed):
        room = Room(registry.load("template"), {}, ["person", "random"], seed, make_player)
        room.frame(0)
        while not room.is_over:
            room.play(int(np.flatnonzero(room.batch.mask[0])[0]))
        return [entry["words"] for entry in room.frame(0).content["log"]]

    alone = [play(seed) for seed in range(8)]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(play, range(8))) == alone
