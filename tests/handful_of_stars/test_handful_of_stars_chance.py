"""The order of random events (6.12, R54), and what players can know (section 8)."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import JIT

from spaceenvs.core.batch import Batch
from spaceenvs.core.rng import RNG, pick, seed_rng, shuffle
from spaceenvs.core.scenario import Table
from spaceenvs.handful_of_stars import GAME
from spaceenvs.handful_of_stars.redeal import offer_again
from spaceenvs.handful_of_stars.state import CHART_TILE, DISCARD, HAND, NOT_OWNED, RESERVE


def shuffled(rng, things):
    array = np.array(list(things), np.int8)
    shuffle(rng, array, len(array))
    return array.tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_draws_in_the_order_of_the_rules(players):
    """R54: tiles, habitable, uninhabitable, technologies, races; later first player and tokens."""
    for seed in range(5):
        table = Table(GAME, num_players=players)
        table.reset(seed=seed)
        rng = np.zeros(1, RNG)[0]
        seed_rng(rng, seed)
        s = table.state
        k = {2: 5, 3: 4, 4: 3}[players]
        assert s.chart[CHART_TILE, :36].tolist() == shuffled(rng, range(36))
        for cards in (shuffled(rng, range(19)), shuffled(rng, range(19, 36))):
            for p in range(players):
                for c in cards[p * k : p * k + k]:
                    assert s.zone[p, c] != NOT_OWNED
            assert sorted(np.flatnonzero(s.neutral_card)[:1]) or cards
        # R4: Wormhole Technology is set aside in the opening deal too.
        deck = [c for c in shuffled(rng, range(63, 104)) if c != 103]
        for p in range(players):
            assert sorted(s.secret[p].tolist()) == sorted(deck[2 * p : 2 * p + 2])
        races = shuffled(rng, range(7))
        assert s.race[:players].tolist() == races[:players]
        while table.state.decision <= 2:
            table.play(next(iter(table.words())))
        s = table.state
        assert s.first == pick(rng, players)
        tokens = shuffled(rng, range(33))
        assert s.display.tolist() == tokens[:6]
        while table.state.decision == 3:
            table.play(next(iter(table.words())))
        s = table.state
        assert s.market.tolist() == deck[2 * players : 2 * players + 8]
        aliens = shuffled(rng, range(18))
        places = [x for x in range(36) if s.alien[x] >= 0]
        assert len(places) == {2: 9, 3: 7, 4: 7}[players]
        assert s.alien[places].tolist() == aliens[: len(places)]
        for p in range(players):
            own = sorted(c for c in range(104) if s.zone[p, c] != NOT_OWNED)
            order = shuffled(rng, own)
            assert sorted(order[:6]) == sorted(np.flatnonzero(s.zone[p] == HAND).tolist())
            assert s.deck[p, 6 : len(own)].tolist() == order[6:]


def test_black_holes_lie_where_letters_name_a_connection():
    """R6: a letter without a connection places nothing."""
    table = Table(GAME)
    for seed in range(30):
        table.reset(seed=seed)
        s, box = table.state, table.box
        wanted = set()
        for x in range(36):
            letter = box.letter[s.chart[CHART_TILE, x]]
            if letter >= 0 and box.connection[x, letter] >= 0:
                wanted.add(int(box.connection[x, letter]))
        assert set(np.flatnonzero(s.black_hole).tolist()) == wanted


def test_reserve_and_discard_pile_are_open_and_hands_are_not():
    """R41."""
    table = Table(GAME)
    table.arrange(
        {
            "players": {
                "Red": {
                    "hand": ["Engines"],
                    "reserve": ["Hyperdrive"],
                    "discard": ["Foundry"],
                    "deck": ["Academy"],
                }
            }
        }
    )
    seen = GAME.observation.view(table.batch.observe(0, 1)[0])["rival_cards"][0]
    assert seen[1, 87] == 2  # the reserve
    assert seen[1, 40] == 1  # the discard pile
    assert seen[0, 39] == seen[0, 41] == 1  # hand or deck: nobody can tell
    table.batch.redeal(1, seed=3)
    assert (table.state.zone[0] == RESERVE).sum() == 1
    assert (table.state.zone[0] == DISCARD).sum() == 1


def test_another_players_decision_keeps_an_option_after_a_redeal():
    """R59: a hand dealt again can still pay for what was begun."""
    batch = Batch(GAME, 40 if JIT else 1, num_players=2, skip_forced=False)
    batch.reset(seed=3)
    for moment in range(150 if JIT else 25):
        batch.step(batch.sample())
        if moment % 10 == 9:
            other = batch.copy()
            other.redeal(1 - batch.to_move, seed=moment)
            other.look()
            assert (other.mask.sum(1) > 0).all()
            for _ in range(8):
                other.step(other.sample())
                assert not other.check().any()


@pytest.mark.skipif(JIT, reason="compiles much for little; the plain run tests the same source")
def test_working_out_the_options_again_changes_nothing():
    table = Table(GAME, num_players=3)
    table.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in range(250):
        before = table.state.options.copy()
        offer_again(table.state, table.box)
        assert (table.state.options == before).all()
        table.play(int(rng.choice(list(table.words().values()))))
