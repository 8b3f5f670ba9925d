"""Replays: what was played is played again; what is damaged is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import JIT
from core.test_aec import make, play

import spaceenvs
from spaceenvs.core.errors import IllegalActionError, ReplayError
from spaceenvs.core.replay import Recorder, read_replay


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A replay of a whole game (of a few moves without compilation)."""
    env = spaceenvs.make("galaxy", num_players=2)
    recorder = Recorder(env)
    env.reset(seed=6)
    play(env, most=10**9 if JIT else 5)
    path = tmp_path_factory.mktemp("replays") / "game.json"
    recorder.replay().save(path)
    return path


def damaged(tmp_path, saved, **changes):
    content = json.loads(saved.read_text())
    content.update(changes)
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(content))
    return path


def test_a_replay_plays_the_same_game(tmp_path, table):
    env = make(table)
    recorder = Recorder(env)
    env.reset(seed=8)
    play(env, most=10**9 if JIT else 5)
    recorder.replay().save(tmp_path / "game.json")
    replay = read_replay(tmp_path / "game.json")
    assert replay == recorder.replay()
    last = replay.verify()
    assert last.state.tobytes() == env.batch.states[0].tobytes()


def test_a_replay_tells_the_moves_in_words(saved):
    replay = read_replay(saved)
    assert all(words for _, words in replay.moves)
    tables = sum(1 for _ in replay.play())
    assert tables == len(replay.moves) + 1


def test_a_truncated_replay_is_refused(tmp_path, saved):
    path = tmp_path / "cut.json"
    path.write_text(saved.read_text()[:-200])
    with pytest.raises(ReplayError, match=r"cut\.json is not a replay or is cut off"):
        read_replay(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "ludo-v0"}, "there is no game 'ludo-v0'"),
        ({"game": "galaxy-v99"}, "galaxy is at version"),
        ({"format": 99}, "has format 99, this version reads 1"),
        ({"moves": [[0]]}, r"a move is \[action, words\]"),
        ({"moves": [[5000, "fly"]]}, r"move 1 \(fly\) is not legal"),
        ({"seed": "x"}, "'seed' is missing or of a wrong kind"),
        ({"seed": True}, "'seed' is missing or of a wrong kind"),
        ({"seed": -5}, "a seed is not negative, -5 was given"),
        ({"seed": 2**70}, rf"a seed is below 2\*\*63, {2**70} was given"),
        ({"options": {"num_players": 9}}, "2 to 5 players, 9 were asked for"),
        ({"result": {"score": [99, 0], "rank": [0, 1]}}, "the result is"),
    ],
)
def test_a_damaged_replay_is_refused(tmp_path, saved, changes, message):
    with pytest.raises(ReplayError, match=message):
        read_replay(damaged(tmp_path, saved, **changes))


def test_a_foreign_file_is_refused(tmp_path):
    path = tmp_path / "foreign.json"
    for content in ("[1, 2]", "{}", '"hello"', "[" * 100_000, "9" * 5000):
        path.write_text(content)
        with pytest.raises(ReplayError, match="is not a replay"):
            read_replay(path)


def test_other_words_are_noticed(tmp_path, saved):
    content = json.loads(saved.read_text())
    content["moves"][0][1] = "surrender"
    with pytest.raises(ReplayError, match="move 1 is called 'surrender', but it means"):
        read_replay(damaged(tmp_path, saved, moves=content["moves"]))


def test_a_recorder_leaves_bad_actions_to_the_environment():
    env = spaceenvs.make("galaxy", num_players=2, illegal_action="raise")
    recorder = Recorder(env)
    with pytest.raises(RuntimeError, match="records from the next reset"):
        recorder.replay()
    env.reset(seed=6)
    legal = int(env.batch.mask[0].argmax())
    wrong: list[tuple[Any, type[Exception]]] = [
        (9999, IllegalActionError),
        (float(legal), TypeError),
        ("x", TypeError),
    ]
    for action, error in wrong:
        with pytest.raises(error):
            env.step(action)
    assert recorder.replay().moves == []
    env.step(legal)
    assert len(recorder.replay().moves) == 1
