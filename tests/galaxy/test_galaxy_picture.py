"""What the picture shows, and which of its elements a move is about."""

from __future__ import annotations

import os

import numpy as np
import pytest

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.picture import find_elements
from spaceenvs.core.scenario import Table

JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"
GAME = registry.load("galaxy")


def arranged(position, moves=(), results=(), players=3, **options):
    table = Table(GAME, num_players=players, **options)
    table.arrange(position)
    table.load(results)
    for move in moves:
        table.play(move)
    return table


def about(table, move):
    return GAME.elements(table.state, table.box, table.find(move))


ATTACK = {
    "active": 0,
    "hands": [["CYL9", "CYL1"], ["FEL1"], ["MYR1"]],
    "piles": {"CYL": ["CYL3"], "FEL": ["FEL8"], "MYR": ["MYR7"]},
    "bases": {"FEL": "R1", "DIV": "B1"},
    "technologies": [[], ["SCREENS"], []],
}


def test_a_ship_is_played_on_a_pile():
    table = arranged({**ATTACK, "hands": [["CYL9", "ALLY3"], ["FEL1"], ["MYR1"]]})
    assert about(table, "play Cylor 9") == ("card-CYL9", "pile-1-CYL")
    table.play("play Ally 3")
    assert about(table, "on Imperial") == ("card-ALLY3", "pile-1-IMP")


def test_an_attack_is_about_the_attacker_and_its_target():
    table = arranged(ATTACK, ["play Cylor 9"])
    assert about(table, "attack Felowi") == ("pile-1-CYL", "pile-1-FEL")
    assert about(table, "attack Blue's base at Divergence (level 1)") == ("pile-1-CYL", "base-2-0")
    table.play("attack Felowi")
    for answer in ("allow the attack", "refuse the attack"):
        assert about(table, answer) == ("pile-1-CYL", "pile-1-FEL", "card-SCREENS")


def test_a_counterattack_is_about_both_ships():
    table = arranged(ATTACK, ["play Cylor 9", "attack Felowi", "allow the attack"], [1, 1, 6, 6])
    assert about(table, "counterattack") == ("pile-1-CYL", "pile-1-FEL")


def test_a_base_comes_from_the_supply():
    table = arranged({**ATTACK, "bases": {"FEL": "G1"}})
    assert about(table, "place a base on Cylor") == ("base-0-1", "world-CYL")
    table.play("place a secret base")
    assert about(table, "garrison Cylor 9") == ("card-CYL9", "base-0-1")


def test_a_secret_base_is_drawn_for_all_and_its_garrison_for_the_owner():
    table = arranged({**ATTACK, "garrisons": ["KHA3", "", ""]})
    assert about(table, "reveal the secret base") == ("card-KHA3", "base-0-0", "world-KHA")
    for player in (None, 0, 1):
        drawn = find_elements(GAME.svg(table.state, table.box, player))
        assert "base-0-0" in drawn
        assert ("card-KHA3" in drawn) == (player != 1)


def test_a_bid_is_about_the_ships_that_honour_it():
    table = arranged({"dealer": 0, "hands": [["CYL5", "ALLY5", "FEL2"], ["FEL1"], ["MYR1"]]})
    assert about(table, "bid 5") == ("card-CYL5", "card-ALLY5")
    assert about(table, "bid 7") == ("seat-0",)


def test_the_card_that_the_shuttle_shows_is_drawn_for_its_player_only():  # D18
    position = {**ATTACK, "hands": [["CYL2"], ["FEL1"], ["MYR1"]], "deck": ["ERI6"]}
    table = arranged(position, ["play Cylor 2", "end the Action phase"])
    assert about(table, "keep it") == ("card-ERI6", "hand-0")
    assert about(table, "put it under the deck") == ("card-ERI6", "deck")
    for player in (None, 0, 1):
        s, box = table.state, table.box
        assert ("card-ERI6" in find_elements(GAME.svg(s, box, player))) == (player != 1)
        assert ("ERI6" in GAME.text(s, box, player)) == (player != 1)


def test_levels_of_bases_have_a_label_each_of_what_they_are_worth():
    table = arranged({"dealer": 0})
    picture = GAME.svg(table.state, table.box, None)
    for worth in range(1, 6):
        assert picture.count(f">influence {worth}</text>") == 1
    assert picture.count(">no influence</text>") == 2


@pytest.mark.skipif(not JIT, reason="many games")
def test_every_decision_names_elements_with_options_that_ask_more():
    batch = Batch(
        GAME,
        100,
        skip_forced=False,
        num_players=4,
        redraw_dead_cards=True,
        spoils_one_per_player=True,
        final_draw=True,
        drone_own_hand=True,
    )
    batch.reset(seed=8)
    seen = np.zeros(len(GAME.decisions), int)
    for _ in range(400):
        batch.step(batch.sample())
        for row in range(100):
            s, box = batch.states[row], batch.box[0]
            if seen[s.decision] < 30:
                seen[s.decision] += 1
                drawn = find_elements(GAME.svg(s, box, int(s.to_move)))
                for action in np.flatnonzero(batch.mask[row]):
                    named = GAME.elements(s, box, int(action))
                    assert named
                    assert set(named) <= drawn
    assert seen[1:].all(), "a decision never came up"
