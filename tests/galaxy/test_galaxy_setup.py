"""Components, setup, random events, decision counts, and the page of the game."""

from __future__ import annotations

import os

import numpy as np
import pytest

import spaceenvs.galaxy
from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.galaxy.components import CARD_CODES, TECHNOLOGY_NAMES, WORLD_NAMES

JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"
GAME = registry.load("galaxy")


def test_components():  # R1, R2
    assert len(CARD_CODES) == len(set(CARD_CODES)) == 104
    assert TECHNOLOGY_NAMES == (
        "Phaser Banks",
        "Screens",
        "Sensors",
        "Warp Drive",
        "Advanced Processing",
    )
    assert WORLD_NAMES[6] == "Kha'Farjimmn"
    assert WORLD_NAMES[7] == "Erithizonian"


def test_every_action_is_where_the_table_of_the_rules_has_it():
    path = os.path.join(os.path.dirname(spaceenvs.galaxy.__file__), "data", "actions.csv")
    with open(path, encoding="utf-8") as file:
        rows = [line.split(",") for line in file.read().splitlines()[1:]]
    assert len(rows) == GAME.actions.size == 212
    for row in rows:
        block = GAME.actions.find(int(row[0]))
        assert block.name == row[1]
    # R49: talking at the table is no action.
    assert {block.name for block in GAME.actions} == {row[1] for row in rows}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup_is_the_same_for_every_number_of_players(players):  # R51
    batch = Batch(GAME, 3, num_players=players, skip_forced=False)
    batch.reset(seed=players)
    for s in batch.states:
        assert s.hand_count[:players].tolist() == [8] * players
        assert s.deck_count == 104 - 8 * players
        assert s.supply[:players].tolist() == [5] * players
        assert s.decision == 1
        assert s.to_move == s.dealer
        assert s.in_play.all()
        assert (s.governor == -1).all()


def test_no_other_number_of_players():  # R51
    for players in (1, 6):
        with pytest.raises(ValueError, match="2 to 5"):
            GAME.make_options(num_players=players)


@pytest.mark.skipif(not JIT, reason="many games")
def test_the_dealer_is_uniform():  # R3
    batch = Batch(GAME, 10_000, num_players=5)
    batch.reset(seed=1)
    counts = np.bincount(batch.states["dealer"], minlength=5)
    assert ((counts - 2000) ** 2 / 2000).sum() < 18.5  # chi-square, 4 degrees, 0.1 %


def test_random_start_draws_the_first_player():
    batch = Batch(GAME, 20, num_players=5, random_start=True, skip_forced=False)
    batch.reset(seed=1)
    auction = Batch(GAME, 20, num_players=5, skip_forced=False)
    auction.reset(seed=1)
    # R56: the same pick names the dealer, or the first player.
    assert (batch.states["active"] == auction.states["dealer"]).all()
    assert (batch.states["place"] == auction.states["place"]).all()
    assert (batch.states["decision"] == 2).all()


# Mean decisions of a random game, from section 9.1 of the rules reference (500 games each).
REFERENCE = {2: 309, 3: 311, 4: 317, 5: 316}


@pytest.mark.skipif(not JIT, reason="many games")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_decisions_of_a_random_game(players):
    batch = Batch(GAME, 1000, num_players=players, skip_forced=False, autoreset=False)
    batch.reset(seed=9)
    decisions = np.zeros(1000)
    while not batch.terminated.all():
        decisions += ~batch.terminated
        batch.step(batch.sample())
    assert abs(decisions.mean() - REFERENCE[players]) < 7
    assert decisions.max() < 700
    survivors = batch.states["worlds_left"]
    assert 0.40 < (survivors == 3).mean() < 0.54


OPTIONS = [
    "random_start",
    "surrendered_in_tiebreak",
    "redraw_dead_cards",
    "spoils_one_per_player",
    "phaser_vs_base",
    "final_draw",
    "drone_own_hand",
    "nova_immovable",
    "governor_at_zero",
]


@pytest.mark.skipif(not JIT, reason="many games")
@pytest.mark.parametrize("name", OPTIONS)
def test_random_games_with_every_option(name):
    switched = name != "surrendered_in_tiebreak"
    batch = Batch(GAME, 200, num_players=3, skip_forced=False, autoreset=False, **{name: switched})
    batch.reset(seed=4)
    rows = np.arange(200)
    for moment in range(GAME.max_decisions):
        assert not batch.check().any()
        if batch.terminated.all():
            break
        if moment % 40 == 7:
            twin = batch.copy()
            seen = twin.observe(rows, 1)
            twin.redeal(1, seed=moment)
            assert not twin.check().any()
            assert (twin.observe(rows, 1) == seen).all()
        assert (batch.mask[~batch.terminated].sum(1) > 0).all()
        batch.step(batch.sample())
    assert batch.terminated.all()


def test_the_page_shows_the_tables_of_the_code():
    page = spaceenvs.galaxy.__doc__
    assert GAME.observation.table() in page
    assert GAME.actions.table() in page
    for field in OPTIONS:
        assert f"`{field}`" in page
