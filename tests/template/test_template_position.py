"""Positions of the template in words: every one can be set up again, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from spaceenvs.core.errors import ScenarioError
from spaceenvs.core.scenario import Table
from spaceenvs.template import GAME


@pytest.mark.parametrize("players", GAME.player_counts)
def test_the_words_alone_say_everything_but_the_dice(players):
    table, again = Table(GAME, num_players=players), Table(GAME, num_players=players)
    table.reset(seed=3)
    while True:
        again.arrange(GAME.position(table.state, table.box))
        for name in set(GAME.state.names or ()) - {"rng"}:
            assert (again.state[name] == table.state[name]).all(), name
        if table.state.done:
            break
        table.play(next(iter(table.words())))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"hnads": []}, r"hnads: there is no such entry here; there are: 'decision', .*'hands'"),
        ({"hands": [["Luna"]]}, "hands.0.0: there is no 'Luna' here; there are: 'Ash', "),
        ({"hands": [[3]]}, "hands.0.0: a word is wanted, 3 was given"),
        ({"hands": "Ash"}, "hands: a list is wanted, 'Ash' was given"),
        ({"hands": [[], [], []]}, "hands: 0 to 2 entries are allowed, 3 were given"),
        ({"hands": [["Ash"], ["Ash"]]}, "hands.1.0: the asteroid Ash is named twice"),
        ({"mined": [["Ash"]] * 2}, "mined.1.0: the asteroid Ash is named twice"),
        ({"points": [1]}, "points: 2 entries are allowed, 1 were given"),
        ({"points": [1, 128]}, "points.1: 0 to 127 are allowed, 128 was given"),
        ({"points": [1, True]}, "points.1: a whole number from 0 to 127 is wanted, True was"),
        ({"points": [9, 9]}, "no game comes to this position: a player's points do not agree"),
        ({"probed": 1}, "probed: true or false is wanted, 1 was given"),
        ({"to_move": 1}, "to_move: it is 0 in this position, by all else that is given; 1 was"),
        ([], r"the position: a table \(names with values\) is wanted, \[\] was given"),
    ],
)
def test_what_cannot_be_set_up_is_refused(words, message):
    with pytest.raises(ScenarioError, match=f"^{message}"):
        Table(GAME, num_players=2).arrange(words)


def test_an_empty_position_is_a_first_turn():
    table = Table(GAME, num_players=4)
    table.arrange({})
    position = table.position()
    assert position["hands"][1] == ["Dolomite", "Emerald", "Flint"]
    assert position["to_move"] == 0
    assert np.count_nonzero(table.batch.mask) == 4
    table.expect({"points": [0, 0, 0, 0], "probed": False}, "an empty position")
