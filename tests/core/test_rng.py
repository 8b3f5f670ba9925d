"""The generator: fair dice, fair shuffles, loaded dice."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import JIT
from oracle_rng import Chance

from spaceenvs.core import rng
from spaceenvs.core.jit import kernel

DRAWS = 120_000 if JIT else 1_200


def make_rng(seed=1):
    records = np.zeros(1, rng.RNG)
    rng.seed_rng(records[0], seed)
    return records


@kernel
def roll_many(records, out):
    for i in range(out.size):
        out[i] = rng.roll(records[0])


@kernel
def pick_many(records, n, out):
    for i in range(out.size):
        out[i] = rng.pick(records[0], n)


@kernel
def shuffle_many(records, count, out):
    cards = np.arange(count)
    for i in range(out.shape[0]):
        for k in range(count):
            cards[k] = k
        rng.shuffle(records[0], cards, count)
        out[i, :] = cards


@kernel
def draw_many(records, count, hand, out):
    cards = np.arange(count)
    for i in range(out.shape[0]):
        for k in range(count):
            cards[k] = k
        for k in range(hand):
            out[i, k] = rng.draw(records[0], cards, count - k)


def assert_fair(counts):
    """Chi-square against equal chances: within four standard deviations of its mean."""
    counts = np.asarray(counts).ravel()
    expected = counts.sum() / counts.size
    statistic = ((counts - expected) ** 2 / expected).sum()
    freedom = counts.size - 1
    assert abs(statistic - freedom) < 4 * np.sqrt(2 * freedom), statistic


def test_dice_are_fair():
    out = np.zeros(DRAWS, np.int64)
    roll_many(make_rng(), out)
    assert set(np.unique(out)) == {1, 2, 3, 4, 5, 6}
    assert_fair(np.bincount(out)[1:])


def test_two_dice_in_a_row_are_independent():
    out = np.zeros(DRAWS, np.int64)
    roll_many(make_rng(2), out)
    pairs = np.zeros((6, 6), int)
    np.add.at(pairs, (out[::2] - 1, out[1::2] - 1), 1)
    assert_fair(pairs)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 104])
def test_picks_are_uniform(n):
    out = np.zeros(DRAWS, np.int64)
    pick_many(make_rng(n), n, out)
    assert out.min() == 0
    assert out.max() == n - 1
    if n > 1:
        assert_fair(np.bincount(out, minlength=n))


@pytest.mark.skipif(not JIT, reason="needs many draws")
def test_picks_have_no_modulo_bias():
    # With 3/4 of 2**32 things, a plain multiply-shift favours every third one two to one.
    n = 3 << 30
    out = np.zeros(DRAWS, np.int64)
    pick_many(make_rng(5), n, out)
    assert_fair(np.bincount(out % 3, minlength=3))


def test_every_order_of_a_shuffle_is_equally_likely():
    out = np.zeros((DRAWS // 4, 4), np.int64)
    shuffle_many(make_rng(3), 4, out)
    orders = np.unique(out @ [1000, 100, 10, 1], return_counts=True)[1]
    assert orders.size == 24
    assert_fair(orders)


def test_every_card_is_equally_likely_at_every_place_of_a_deck():
    games = DRAWS // 20
    out = np.zeros((games, 52), np.int64)
    shuffle_many(make_rng(4), 52, out)
    assert (np.sort(out, axis=1) == np.arange(52)).all()
    for place in (0, 25, 51):
        assert_fair(np.bincount(out[:, place], minlength=52))


def test_every_hand_is_equally_likely():
    out = np.zeros((DRAWS // 4, 2), np.int64)
    draw_many(make_rng(6), 5, 2, out)
    assert (out[:, 0] != out[:, 1]).all()
    pairs = np.unique(out @ [10, 1], return_counts=True)[1]
    assert pairs.size == 20
    assert_fair(pairs)


def test_a_draw_leaves_the_others_in_order():
    records = make_rng()
    rng.load(records[0], [2])
    cards = np.array([10, 11, 12, 13, 14])
    assert rng.draw(records[0], cards, 5) == 12
    assert cards[:4].tolist() == [10, 11, 13, 14]


@pytest.mark.parametrize("seed", [0, 2026, 2**63 - 1])
def test_the_same_seed_gives_the_same_stream_for_good(seed):
    out = np.zeros(500, np.int64)
    roll_many(make_rng(seed), out)
    chance = Chance(seed)
    assert out.tolist() == [chance.below(6) + 1 for _ in range(500)]


def test_loaded_results_come_first_and_in_order():
    records = make_rng()
    rng.load(records[0], [6, 0, 1])
    assert rng.roll(records[0]) == 6
    assert rng.pick(records[0], 9) == 0
    assert rng.roll(records[0]) == 1
    assert records[0].loaded_used == 3
    out = np.zeros(3, np.int64)
    roll_many(records, out)
    fresh = np.zeros(3, np.int64)
    roll_many(make_rng(), fresh)
    assert (out == fresh).all(), "loaded results must not use up the generator"


def test_a_loaded_result_that_does_not_fit_is_remembered():
    records = make_rng()
    rng.load(records[0], [7])
    rng.roll(records[0])
    assert records[0].loaded_wrong == 1


def test_too_many_loaded_results_are_refused():
    records = make_rng()
    with pytest.raises(ValueError, match=f"at most {rng.MAX_LOADED}"):
        rng.load(records[0], [1] * (rng.MAX_LOADED + 1))
