"""A redeal leaves what a play in progress hangs on."""

from __future__ import annotations

import pytest

from spaceenvs.core.scenario import Table
from spaceenvs.cosmic_encounter import GAME


def fight(hand_0, hand_1):
    table = Table(GAME, num_players=3)
    table.arrange(
        {
            "phase": "SELECT",
            "off": 0,
            "defender": 1,
            "system": 1,
            "target": "1.0",
            "seats": {
                "0": {"hand": hand_0, "cone": {"0.0": 1}},
                "1": {"hand": hand_1, "power": "Calculator"},
            },
        }
    )
    return table


@pytest.mark.parametrize("seed", range(8))
def test_a_wild_deuce_in_play_keeps_its_second_card(seed):
    table = fight(["Attack 8", "Attack 6", "Deuce flare"], ["Attack 4", "Flare Zap"])
    table.play("select Attack 8")
    table.play("play Deuce as wild")
    assert GAME.decisions[table.state.decision] == "D_CANCEL"
    table.batch.redeal(1, seed=seed)
    table.batch.look()
    table.play("pass")
    assert GAME.decisions[table.state.decision] == "D_DEUCE"
    table.play(next(iter(table.words())))
    assert table.batch.check()[0] == 0


@pytest.mark.parametrize("seed", range(8))
def test_a_wild_filch_in_play_keeps_its_compromise(seed):
    table = Table(GAME, num_players=3)
    table.arrange(
        {
            "destiny": ["colour_1"],
            "seats": {
                "0": {"hand": ["Attack 8", "Sanity"]},
                "1": {"hand": ["Attack 8", "Flare Zap"]},
                "2": {"hand": ["Compromise", "Filch flare"]},
            },
        }
    )
    table.play("play Sanity")
    table.play("pass")
    table.play("play Filch as wild")
    assert int(table.state.to_move) == 1
    table.batch.redeal(1, seed=seed)
    table.batch.look()
    table.play("pass")
    assert table.batch.check()[0] == 0
    assert table.state.challenge.sanity == 0
