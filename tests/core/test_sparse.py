"""Observations without their zeros are the same observations."""

import numpy as np
import pytest
from conftest import GAMES

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.sparse import Sparse
from spaceenvs.template import GAME


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_packs_what_it_would_show(name):
    game = registry.load(name)
    plain, sparse = (Batch(game, 6, num_players=game.players[1], sparse=s) for s in (False, True))
    rows = Sparse(game)
    for batch in (plain, sparse):
        batch.reset(seed=3)
    for _ in range(6):
        rows.clear()
        sparse.pack(np.arange(6), rows)
        np.testing.assert_array_equal(rows.observations(), plain.observation)
        np.testing.assert_array_equal(rows.masks(), plain.mask)
        actions = plain.sample()
        plain.step(actions)
        sparse.step(actions)


def test_rows_are_added_taken_and_joined():
    batch = Batch(GAME, 20, num_players=4)
    batch.reset(seed=1)
    batch.step(batch.sample())
    rows = Sparse(GAME)
    rows.add(batch.observation[:12], batch.mask[:12])
    rows.add(batch.observation[12:], batch.mask[12:])
    wanted = np.array([3, 19, 3, 0])
    taken = rows.take(wanted)
    np.testing.assert_array_equal(taken.observations(), batch.observation[wanted])
    np.testing.assert_array_equal(taken.masks(), batch.mask[wanted])
    np.testing.assert_array_equal(taken.legal_counts, batch.mask[wanted].sum(1))
    taken.extend(rows.take(np.array([5])))
    np.testing.assert_array_equal(taken.observations()[4], batch.observation[5])
    np.testing.assert_array_equal(taken.masks()[4], batch.mask[5])
    nothing = rows.take(np.array([], np.int64))
    assert len(nothing) == 0
    taken.extend(nothing)
    assert len(taken) == 5


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ValueError, match="scaled or sparse, not both"):
        Batch(GAME, 2, num_players=2, scaled=True, sparse=True)
    batch = Batch(GAME, 2, num_players=2)
    batch.reset(seed=1)
    with pytest.raises(IndexError, match=r"rows are 0\.\.1"):
        batch.pack(np.array([2]), Sparse(GAME))
