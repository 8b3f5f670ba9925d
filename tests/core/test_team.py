"""The threads of a batch: they share every step, sleep, wake, and go with their batch."""

from __future__ import annotations

import gc
import multiprocessing
import sys
import threading
import time

import numpy as np
import pytest

import spaceenvs
from spaceenvs.core.jit import JIT_ENABLED

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="plain Python steps in one thread")


def make(num_threads, num_games=101):
    batch = spaceenvs.make_batch("galaxy-v0", num_games, num_players=3, num_threads=num_threads)
    batch.reset(seed=5)
    return batch


def play(batch, steps):
    for _ in range(steps):
        batch.step(batch.sample())
    return batch.states.copy()


def wait_until(condition, seconds=10.0):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


@pytest.mark.parametrize("num_threads", [2, 3, 7])
@pytest.mark.parametrize("num_games", [7, 101])
def test_any_number_of_threads_plays_the_same_games(num_threads, num_games):
    alone, shared = make(1, num_games), make(num_threads, num_games)
    assert (play(alone, 200) == play(shared, 200)).all()


def test_threads_that_have_fallen_asleep_wake_for_the_next_step():
    alone, shared = make(1), make(2)
    for _ in range(5):
        assert (play(alone, 20) == play(shared, 20)).all()
        time.sleep(0.05)


def test_threads_end_with_their_batch():
    # By identity: threads of an earlier test may end while this one runs.
    before = set(threading.enumerate())
    batch = make(3)
    play(batch, 3)
    its_own = set(threading.enumerate()) - before
    assert len(its_own) == 2
    del batch
    gc.collect()
    assert wait_until(lambda: not any(thread.is_alive() for thread in its_own))


def test_copies_have_threads_of_their_own():
    batch = make(2)
    play(batch, 10)
    twin = batch.copy()
    assert (play(batch, 50) == play(twin, 50)).all()


def _play_in_child(batch, answer):
    answer.put(play(batch, 20).tobytes())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_makes_threads_of_its_own():
    batch = make(2)
    play(batch, 3)
    context = multiprocessing.get_context("fork")
    answer = context.SimpleQueue()
    child = context.Process(target=_play_in_child, args=(batch, answer))
    child.start()
    found = answer.get()
    child.join()
    assert found == play(batch, 20).tobytes()
    assert np.frombuffer(found, np.uint8).any()
