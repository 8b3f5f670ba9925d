"""Rows of bytes: copied into observations, counted in masks."""

from __future__ import annotations

import numpy as np
import pytest

from spaceenvs.core.jit import kernel
from spaceenvs.core.rows import (
    count_legal,
    count_not_zero,
    count_ones,
    find_only,
    prefetch,
    put,
    read_word,
    write_part,
    write_word,
)
from spaceenvs.core.sample import choose

RECORD = np.dtype((np.record, [("before", np.int8), ("grid", np.int8, (3, 4))]))
SIZES = (1, 7, 8, 9, 31, 64, 212, 2040)


@kernel
def put_grids(records, out):
    put(out, 2, records[0].grid)
    put(out, 15, records[0].grid[1:])
    put(out, 24, records[0].grid[2])


@kernel
def prefetch_all(rows):
    for i in range(rows.shape[0]):
        prefetch(rows, i, 0, 70)


@kernel
def read(mask, start):
    return read_word(mask, start)


@kernel
def copy_word(mask, start, out, place):
    write_word(out, place, read_word(mask, start))


@kernel
def copy_five(mask, start, out, place):
    write_part(out, place, read_word(mask, start), 5)


@kernel
def count(word):
    return count_ones(word)


@kernel
def count_set(word):
    return count_not_zero(word)


def masks(size, count=300):
    rng = np.random.default_rng(size)
    return (rng.random((count, size)) < 1.5 / size).astype(np.int8)


def test_put_copies_a_field_and_rows_of_it():
    records = np.zeros(1, RECORD)
    records["grid"] = np.arange(1, 13).reshape(3, 4)
    out = np.zeros(30, np.int8)
    put_grids(records, out)
    grid = list(range(1, 13))
    assert out.tolist() == [0, 0, *grid, 0, *grid[4:], 0, *grid[8:], 0, 0]


def test_loading_ahead_changes_nothing_also_behind_the_last_row():
    rows = np.arange(4 * 70, dtype=np.int64).astype(np.int8).reshape(4, 70)
    before = rows.copy()
    prefetch_all(rows)
    assert (rows == before).all()


def test_a_word_is_eight_entries_the_first_lowest():
    mask = np.array([1, 0, 1, 1, 0, 0, 0, 0, 1, 1], np.int8)
    assert int(read(mask, 0)) == 0x01010001
    assert int(read(mask, 2)) == 0x0101000000000101
    assert count(read(mask, 2)) == 4


def test_a_word_is_written_as_it_was_read():
    mask = np.arange(-5, 7, dtype=np.int8)
    out = np.zeros(11, np.int8)
    copy_word(mask, 3, out, 2)
    assert out.tolist() == [0, 0, *range(-2, 6), 0]


@pytest.mark.parametrize("size", SIZES)
def test_full_and_empty_masks_are_counted(size):
    assert count_legal(np.ones(size, np.int8)) == size
    assert count_legal(np.zeros(size, np.int8)) == 0
    assert find_only(np.zeros(size, np.int8)) == -1


@pytest.mark.parametrize("size", SIZES)
def test_the_only_action_is_found(size):
    for mask in masks(size):
        legal = np.flatnonzero(mask)
        assert find_only(mask) == (legal[0] if len(legal) == 1 else -1)
        assert count_legal(mask) == len(legal)


@pytest.mark.parametrize("size", SIZES)
def test_every_legal_action_is_chosen_and_no_other(size):
    streams = np.array([5], np.uint64)
    for mask in masks(size, 20):
        legal = set(np.flatnonzero(mask).tolist())
        chosen = {choose(mask, streams, 0) for _ in range(200)}
        assert chosen == (legal or {-1})


def test_a_part_of_a_word_is_written_and_nothing_behind_it():
    row = np.arange(1, 21, dtype=np.int8)
    row[3] = -7
    out = np.full(12, 77, np.int8)
    copy_five(row, 2, out, 4)
    assert out.tolist() == [77] * 4 + [3, -7, 5, 6, 7] + [77] * 3


def test_entries_that_are_not_zero_are_counted():
    rng = np.random.default_rng(3)
    for row in rng.integers(0, 128, (200, 8)) * (rng.random((200, 8)) < 0.5):
        word = row.astype(np.int8).view(np.uint64)[0]
        assert count_set(word) == np.count_nonzero(row)
