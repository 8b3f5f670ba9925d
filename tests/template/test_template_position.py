"""Positions of the template in words: every one can be set up again, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from spaceenvs.core.batch import Batch
from spaceenvs.core.errors import ScenarioError
from spaceenvs.core.scenario import Table
from spaceenvs.template import GAME


@pytest.mark.parametrize("players", GAME.player_counts)
def test_every_position_of_a_game_is_set_up_again(players):
    batch = Batch(GAME, 1, num_players=players, skip_forced=False, autoreset=False)
    batch.reset(seed=3)
    again = batch.copy()
    while True:
        words = GAME.position(batch.states[0], batch.box[0])
        GAME.arrange(again.states[0], batch.box[0], words)
        for name in set(GAME.state.names or ()) - {"rng", "reward"}:
            assert (again.states[name] == batch.states[name]).all(), name
        if batch.terminated[0]:
            break
        batch.step(batch.sample())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"hnads": []}, "no entry is called hnads; there are: hands, mined, points, probed"),
        ({"hands": [["Luna"]]}, "no asteroid is called Luna"),
        ({"points": [1]}, "index out of range"),
    ],
)
def test_what_cannot_be_set_up_is_refused(words, message):
    with pytest.raises(ScenarioError, match=message):
        Table(GAME, num_players=2).arrange(words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"hands": [["Ash"], ["Ash"]]}, "the asteroid Ash is named twice"),
        ({"hands": [["Ash", "Cobalt", "Flint", "Jade"]]}, "a player has 3 claims, 4 were named"),
    ],
)
def test_too_much_is_refused(words, message):
    with pytest.raises(ValueError, match=message):
        Table(GAME, num_players=2).arrange(words)


def test_an_empty_position_is_a_first_turn():
    table = Table(GAME, num_players=4)
    table.arrange({})
    position = table.position()
    assert position["hands"][1] == ["Dolomite", "Emerald", "Flint"]
    assert position["to_move"] == 0
    assert np.count_nonzero(table.batch.mask) == 4
    table.expect({"points": [0, 0, 0, 0], "probed": False}, "an empty position")
