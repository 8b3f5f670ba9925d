"""Hidden information (section 8): what others see of hands, decks and discard piles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import JIT
from core_worlds.test_core_worlds_eager import choose_eagerly

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.scenario import Table

GAME = registry.load("core_worlds")
GRUNTS, SNUB, SURGE, TANK = 5, 6, 7, 80

POSITION = {
    "round": 5,
    "seat0": {
        "hand": ["2 Galactic Grunts", "Siege Tank"],
        "known_hand": ["Siege Tank"],
        "deck": ["3 Snub Fighter"],
        "discard": ["2 Energy Surge"],
    },
}


def arranged(**options):
    table = Table(GAME, num_players=2, **options)
    table.arrange(POSITION)
    return table


def seen(table, player):
    return GAME.observation.view(table.batch.observe(0, player)[0])


def test_the_owner_sees_the_hand_and_what_the_deck_holds():
    mine = seen(arranged(), 0)
    assert mine["hand"][:4].tolist() == [GRUNTS + 1, GRUNTS + 1, TANK + 1, 0]
    assert mine["empire"][0, [GRUNTS, SNUB, TANK]].tolist() == [2, 3, 1]
    assert mine["discard"][0, SURGE] == 2


def test_others_see_hand_and_deck_as_one_and_the_discard_pile():
    # R32: every card enters the discard pile face up, so it is visible.
    theirs = seen(arranged(), 1)
    assert theirs["empire"][1, [GRUNTS, SNUB, SURGE, TANK]].tolist() == [2, 3, 0, 1]
    assert theirs["discard"][1, SURGE] == 2
    assert (theirs["hand_size"][1], theirs["deck_size"][1]) == (3, 3)
    assert theirs["known_hand"][1][:2].tolist() == [TANK + 1, 0]


def test_hidden_discard_piles_show_their_number_only():
    # R32, R57
    theirs = seen(arranged(public_discards=False), 1)
    assert theirs["empire"][1, [GRUNTS, SNUB, SURGE, TANK]].tolist() == [2, 3, 2, 1]
    assert theirs["discard"][1].sum() == 0
    assert theirs["discard_size"][1] == 2
    mine = seen(arranged(public_discards=False), 0)
    assert mine["discard"][0, SURGE] == 2
    assert mine["empire"][0, SURGE] == 0


@pytest.mark.parametrize("public", [True, False])
def test_redeals_try_every_hand_but_keep_what_is_known(public):
    hands, discards = set(), set()
    for seed in range(60):
        table = arranged(public_discards=public)
        table.batch.redeal(1, seed=seed)
        seat = table.position()["seat0"]
        assert "Siege Tank" in seat["hand"]
        hands.add(tuple(seat["hand"]))
        discards.add(tuple(seat["discard"]))
    assert ("2 Galactic Grunts", "Siege Tank") in hands
    assert ("2 Snub Fighter", "Siege Tank") in hands
    assert (len(discards) == 1) == public
    assert any("Energy Surge" in hand for hand in hands) != public


def test_a_redeal_leaves_the_own_hand_and_shuffles_the_own_deck():
    table = Table(GAME, num_players=2)
    table.reset(seed=5)
    before = table.position()["seat0"]
    orders = set()
    for seed in range(5):
        table.batch.redeal(0, seed=seed)
        after = table.position()["seat0"]
        assert after["hand"] == before["hand"]
        orders.add(tuple(after["deck"]))
    assert len(orders) > 1


def test_positions_in_words_say_everything():
    """Setting up what `position` says gives the same position to every eye."""
    options: dict[str, Any] = {"num_players": 3, "pregame_draft": True}
    batch = Batch(GAME, 1, skip_forced=False, autoreset=False, **options)
    batch.reset(seed=7)
    table = Table(GAME, **options)
    rng = np.random.default_rng(7)
    for number in range(700 if JIT else 12):
        if batch.terminated[0]:
            break
        if number % 4 == 0:
            said = GAME.position(batch.states[0], batch.box[0])
            said |= {
                "to_move": int(batch.states[0].to_move),
                "decision": GAME.decisions[batch.states[0].decision],
            }
            table.arrange(said)
            assert not table.batch.check().any()
            assert (table.batch.mask == batch.mask).all()
            for player in range(3):
                assert (table.batch.observe(0, player) == batch.observe(0, player)).all(), said
            assert table.position()["seat1"] == said["seat1"]
        batch.step(choose_eagerly(batch, rng))
