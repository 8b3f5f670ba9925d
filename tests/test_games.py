"""What must hold for every game of the registry and for the template, at every player count."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import unescape

import numpy as np
import pytest
from conftest import JIT, TABLES
from stream import play_stream

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.picture import find_elements

GAMES_AT_ONCE = 200 if JIT else 1
SEED = 20_260_101


def random_batch(game, players, count=GAMES_AT_ONCE, **kwargs):
    batch = Batch(game, count, num_players=players, **kwargs)
    batch.reset(seed=SEED)
    return batch


def test_random_games_keep_every_invariant_and_end(game, table):
    batch = random_batch(game, table[1], skip_forced=False, autoreset=False)
    decisions = np.zeros(batch.num_games, int)
    # Without compilation a whole game takes minutes: its beginning must do.
    for moment in range(game.max_decisions + 1 if JIT else 60):
        broken = batch.check()
        assert not broken.any(), game.broken[broken.max()]
        if moment % 10 == 0:
            assert batch.find_problem(batch.states) == ""
        running = ~batch.terminated
        if not running.any():
            break
        assert (batch.mask[running].sum(1) > 0).all(), "a player to move has no legal action"
        assert set(np.unique(batch.mask)) <= {0, 1}
        assert (batch.mask[~running] == 0).all()
        assert ((batch.to_move >= 0) & (batch.to_move < table[1])).all()
        decisions += running
        batch.step(batch.sample())
    if not JIT:
        return
    assert batch.terminated.all(), "a game did not end within max_decisions"
    assert batch.find_problem(batch.states) == ""
    assert decisions.max() <= game.max_decisions
    assert np.allclose(batch.rewards.sum(1), 0, atol=1e-5)
    ranks = batch.states["rank"][:, : table[1]]
    assert (ranks.min(1) == 0).all(), "nobody won"


def test_redeal_changes_nothing_a_player_can_see(game, table):
    batch = random_batch(game, table[1], count=60 if JIT else 1, skip_forced=False)
    rows = np.arange(batch.num_games)
    moments = 60 if JIT else 3
    rng = np.random.default_rng(SEED)
    for moment in range(moments):
        for _ in range(rng.integers(1, 14)):
            batch.step(batch.sample())
        for player in range(table[1]):
            seen = batch.observe(rows, player)
            mine = batch.to_move == player
            other = batch.copy()
            for again in range(2):
                other.redeal(player, seed=1000 * moment + again)
                broken = other.check()
                assert not broken.any(), game.broken[broken.max()]
                assert (other.observe(rows, player) == seen).all()
                other.look()
                assert (other.to_move == batch.to_move).all()
                assert (other.mask[mine] == batch.mask[mine]).all()


def test_play_goes_on_after_a_redeal(game, table):
    batch = random_batch(game, table[1], count=60 if JIT else 1, autoreset=False)
    for moment in range(1, 40 if JIT else 3):
        for _ in range(7):
            batch.step(batch.sample())
            broken = batch.check()
            assert not broken.any(), game.broken[broken.max()]
        batch.redeal(batch.to_move, seed=moment)
        batch.look()


def test_a_redeal_gives_new_dice_and_hidden_cards(game, table):
    batch = random_batch(game, table[1], count=8 if JIT else 1)
    before = batch.states.copy()
    batch.redeal(0, seed=1)
    words = batch.states["rng"]["words"]
    assert (words != before["rng"]["words"]).any()
    if game.hidden:
        assert batch.states.tobytes() != before.tobytes()


def test_a_copy_is_independent(game, table):
    batch = random_batch(game, table[1], count=20 if JIT else 1)
    for _ in range(30 if JIT else 5):
        batch.step(batch.sample())
    before = batch.states.tobytes()
    twin = batch.copy()
    for _ in range(20 if JIT else 5):
        twin.step(twin.sample())
    assert batch.states.tobytes() == before
    for _ in range(20 if JIT else 5):
        batch.step(batch.sample())
    assert batch.states.tobytes() == twin.states.tobytes()


def test_legal_and_observe_change_nothing(game, table):
    batch = random_batch(game, table[1], count=20 if JIT else 1, skip_forced=False)
    for _ in range(40 if JIT else 5):
        before = batch.states.tobytes()
        for player in range(table[1]):
            batch.observe(np.arange(batch.num_games), player)
        batch.look()
        assert batch.states.tobytes() == before
        batch.step(batch.sample())


def test_every_legal_action_has_words_of_its_own(game, table):
    batch = random_batch(game, table[1], count=1, skip_forced=False)
    for _ in range(400 if JIT else 60):
        s, box = batch.states[0], batch.box[0]
        legal = np.flatnonzero(batch.mask[0])
        words = [game.describe(s, box, int(a)) for a in legal]
        assert len(set(words)) == len(words), words
        assert all(words)
        assert game.decisions[s.decision]
        batch.step(batch.sample())


def test_every_legal_action_names_elements_of_the_picture(game, table):
    batch = random_batch(game, table[1], count=3 if JIT else 1, skip_forced=False)
    for _ in range(30 if JIT else 6):
        for _ in range(7):
            batch.step(batch.sample())
        for row in range(batch.num_games):
            s, box = batch.states[row], batch.box[0]
            for player in (int(s.to_move), None):
                drawn = find_elements(game.svg(s, box, player))
                for action in np.flatnonzero(batch.mask[row]):
                    named = game.elements(s, box, int(action))
                    words = game.describe(s, box, int(action))
                    assert named, f"{words}: names no element"
                    assert set(named) <= drawn, f"{words}: {set(named) - drawn} is not drawn"


def test_the_contract_has_words_for_every_decision_and_a_name_for_every_seat(game, table):
    assert len(set(game.seats)) == len(game.seats) == game.players[1]
    assert set(game.asked) == {name for name in game.decisions if name}
    assert all(game.asked.values())
    batch = random_batch(game, table[1], count=1)
    for _ in range(100 if JIT else 5):
        before = batch.states.tobytes()
        action = int(batch.sample()[0])
        lines = game.happened(batch, action)
        assert all(line and "\n" not in line for line in lines)
        assert game.is_spoken(batch.states[0], action) in (True, False)
        assert batch.states.tobytes() == before
        batch.step([action])


def test_board_and_log_name_players_by_the_names_of_their_seats(game, table):
    batch = random_batch(game, table[1], count=1)
    for _ in range(200 if JIT else 5):
        action = int(batch.sample()[0])
        s, box = batch.states[0], batch.box[0]
        board = game.text(s, box, None)
        said = [board, game.svg(s, box, None), *game.happened(batch, action)]
        said += [game.describe(s, box, int(a)) for a in np.flatnonzero(batch.mask[0])]
        for words in said:
            assert not re.search(r"\b[Ss]eat \d", words), words
        for name in game.seats[: table[1]]:
            assert name in board
        batch.step([action])


def test_position_is_plain_and_drawings_draw(game, table):
    batch = random_batch(game, table[1], count=1)
    for _ in range(12):
        for _ in range(25 if JIT else 2):
            batch.step(batch.sample())
        s, box = batch.states[0], batch.box[0]
        json.dumps(game.position(s, box))
        json.dumps([game.seen(s, box, player) for player in range(table[1])])
        for player in (None, *range(table[1])):
            assert game.text(s, box, player).startswith(f"{game.title}: ")
            picture = game.svg(s, box, player)
            assert picture.startswith("<svg")
            assert f">{game.title}: " in unescape(picture)


def test_a_drawing_for_a_player_shows_nothing_hidden(game, table):
    batch = random_batch(game, table[1], count=1)
    for moment in range(10):
        for _ in range(20 if JIT else 2):
            batch.step(batch.sample())
        for player in range(table[1]):
            twin = batch.copy()
            twin.redeal(player, seed=moment)
            for draw in (game.text, game.svg, game.seen):
                shown = draw(batch.states[0], batch.box[0], player)
                assert draw(twin.states[0], twin.box[0], player) == shown


def test_the_registry_row_is_true(game, game_name):
    row = registry.find(game_name)
    assert (row.name, row.title, row.version, row.players) == (
        game.name,
        game.title,
        game.version,
        game.players,
    )


def test_no_field_is_called_like_an_attribute_of_numpys_records(game, game_name):
    def names(dtype):
        for name in dtype.names or ():
            yield name
            yield from names(dtype[name].base)

    hidden = {name for dtype in (game.state, game.box) for name in names(dtype)} & set(
        dir(np.record)
    )
    assert not hidden, f"without compilation s.{min(hidden)} is numpy's: call the field otherwise"


def test_the_front_of_the_record_is_a_part_of_it(game, game_name):
    assert 0 < game.front <= game.state.itemsize
    assert game.seldom in ("", *game.state.names)


def test_the_observation_keeps_to_its_scale(game, table):
    batch = random_batch(game, table[1], count=50 if JIT else 1, scaled=True)
    for _ in range(200 if JIT else 5):
        shown = batch.step(batch.sample())
        assert np.abs(batch.scaled).max() <= 1.0, "a scale in the layout is too small"
        assert (batch.scaled == shown.observation * game.observation.scale).all()


@pytest.mark.skipif(not JIT, reason="compares with the compiled run")
def test_compiled_and_plain_python_play_the_same_game(game_name):
    for name, players in TABLES:
        if name != game_name:
            continue
        command = [sys.executable, "-m", "stream", name, str(players), "7", "40"]
        env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.path.dirname(__file__)}
        plain = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        compiled = "\n".join(play_stream(name, players, seed=7, decisions=40))
        assert plain.stdout.rstrip("\n") == compiled
