"""Random calls of the public interface: machines of hypothesis, for the tests and `make fuzz`.

Every exception is a documented one and leaves the object as it was, also with threads and
interrupts; whatever was called, the games keep every invariant.
"""

from __future__ import annotations

import copy
import functools
import pickle
import signal
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from spaceenvs import registry
from spaceenvs.core.aec import SpaceEnv
from spaceenvs.core.batch import Batch
from spaceenvs.core.seat import SeatEnv, SeatVecEnv

ODD_NUMBERS = st.one_of(
    st.integers(-5, 40),
    st.sampled_from([2**31, 2**32, 2**63 - 1, 2**63, 2**70, -(2**63)]),
    st.sampled_from([0.0, 1.5, float("nan"), True, None, "a", "", [], [[0]], b"x"]),
)
ODD_ROWS = st.one_of(ODD_NUMBERS, st.lists(ODD_NUMBERS, max_size=6))
SEEDS = st.one_of(st.integers(0, 2**63 - 1), ODD_ROWS)
REFUSALS = (TypeError, ValueError, IndexError, RuntimeError)
"""What the interface raises at what is not allowed; `IllegalActionError` is a ValueError.

OverflowError is not among them: a number that is too large is a wrong value.
"""


def as_it_is(batch: Batch) -> bytes:
    """Return all that a batch shows and goes on from."""
    parts = (batch.states, batch.mask, batch.seeds, batch.cycles, batch.streams)
    shown = (batch.to_move, batch.terminated, batch.truncated, batch.observation, batch.rewards)
    return b"".join(np.ascontiguousarray(part).tobytes() for part in (*parts, *shown))


def refuse_or_do(batch: Batch, call: Callable[[], Any]) -> bool:
    """Call; return whether it was done. A refusal must have changed nothing."""
    before = as_it_is(batch)
    try:
        call()
    except REFUSALS as error:
        assert str(error), "an error without a sentence"
        assert as_it_is(batch) == before, f"changed by {error!r}"
        return False
    return True


class BatchCalls(RuleBasedStateMachine):  # type: ignore[misc]
    """Random calls of a `Batch`."""

    GAME = "template"

    @initialize(
        games=st.integers(1, 5),
        threads=st.integers(1, 3),
        skip_forced=st.booleans(),
        autoreset=st.booleans(),
        max_cycles=st.sampled_from([None, 1, 7]),
        scaled=st.booleans(),
    )
    def begin(self, games: int, threads: int, **switches: Any) -> None:
        self.batch = Batch(registry.load(self.GAME), games, num_threads=threads, **switches)
        self.started = False

    @rule(seed=SEEDS)
    def reset(self, seed: Any) -> None:
        self.started |= refuse_or_do(self.batch, lambda: self.batch.reset(seed=seed))

    @rule(actions=ODD_ROWS)
    def step_with_anything(self, actions: Any) -> None:
        refuse_or_do(self.batch, lambda: self.batch.step(actions))

    @rule(row=st.integers(0, 4), action=ODD_NUMBERS)
    def step_with_one_odd_action(self, row: int, action: Any) -> None:
        if self.started:
            actions: list[Any] = self.batch.sample().tolist()
            actions[row % len(actions)] = action
            refuse_or_do(self.batch, lambda: self.batch.step(actions))

    @precondition(lambda self: self.started)
    @rule(steps=st.integers(1, 12))
    def play(self, steps: int) -> None:
        for _ in range(steps):
            self.batch.step(self.batch.sample())

    @rule(rows=ODD_ROWS, players=ODD_ROWS)
    def observe(self, rows: Any, players: Any) -> None:
        refuse_or_do(self.batch, lambda: self.batch.observe(rows, players))

    @rule(players=ODD_ROWS, seed=SEEDS)
    def redeal(self, players: Any, seed: Any) -> None:
        def call() -> None:
            self.batch.redeal(players, seed)
            self.batch.look()

        refuse_or_do(self.batch, call)

    @rule()
    def playout(self) -> None:
        if refuse_or_do(self.batch, self.batch.playout):
            self.batch.restart()

    @rule(name=st.sampled_from(["mask", "to_move", "terminated", "truncated"]))
    def write_what_is_trusted(self, name: str) -> None:
        array = getattr(self.batch, name)
        assert not refuse_or_do(self.batch, lambda: array.fill(1))

    @rule(how=st.sampled_from([copy.copy, copy.deepcopy, Batch.copy]))
    def copy(self, how: Any) -> None:
        twin = how(self.batch)
        assert as_it_is(twin) == as_it_is(self.batch)
        self.batch = twin

    @rule()
    def pickle(self) -> None:
        twin = pickle.loads(pickle.dumps(self.batch))
        assert as_it_is(twin) == as_it_is(self.batch)
        self.batch = twin

    @rule(steps=st.integers(0, 3), cut=st.integers(0, 400))
    def save_and_restore(self, steps: int, cut: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games"
            if not refuse_or_do(self.batch, lambda: self.batch.save(path)):
                return
            kept = self.batch.states.tobytes()
            for _ in range(steps):
                self.batch.step(self.batch.sample())
            content = path.read_bytes()
            path.write_bytes(content[:cut])
            assert not refuse_or_do(self.batch, lambda: self.batch.restore(path))
            path.write_bytes(content)
            self.batch.restore(path)
            assert self.batch.states.tobytes() == kept

    @precondition(lambda self: self.started)
    @rule()
    def step_in_two_threads(self) -> None:
        problems: list[BaseException] = []
        wait = np.full(self.batch.num_games, -1)

        def play() -> None:
            for _ in range(5):
                try:
                    self.batch.step(wait)
                except RuntimeError as error:
                    assert "in use by another thread" in str(error)
                except BaseException as error:
                    problems.append(error)

        threads = [threading.Thread(target=play) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not problems

    @precondition(lambda self: self.started)
    @rule(after=st.floats(1e-6, 5e-4))
    def interrupt(self, after: float) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        armed = True

        def raise_once(*_: Any) -> None:
            nonlocal armed
            if armed:
                armed = False
                raise KeyboardInterrupt

        former = signal.signal(signal.SIGALRM, raise_once)
        try:
            signal.setitimer(signal.ITIMER_REAL, after)
            while armed:
                self.batch.step(self.batch.sample())
        except KeyboardInterrupt:
            pass
        finally:
            armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, former)
        self.batch.look()

    @invariant()
    def is_sound(self) -> None:
        if getattr(self, "started", False):
            assert not self.batch.check().any()


class EnvCalls(RuleBasedStateMachine):  # type: ignore[misc]
    """Random calls of a `SpaceEnv`."""

    GAME = "template"

    @initialize(players=st.integers(2, 4), illegal=st.sampled_from(["terminate", "raise"]))
    def begin(self, players: int, illegal: str) -> None:
        self.env = SpaceEnv(registry.load(self.GAME), num_players=players, illegal_action=illegal)
        self.raises, self.started = illegal == "raise", False

    def _do(self, call: Callable[[], Any], *more: type[Exception]) -> bool:
        before = as_it_is(self.env.batch)
        try:
            call()
        except REFUSALS + more as error:
            assert str(error), "an error without a sentence"
            assert as_it_is(self.env.batch) == before, f"changed by {error!r}"
            return False
        return True

    @rule(seed=SEEDS)
    def reset(self, seed: Any) -> None:
        self.started |= self._do(lambda: self.env.reset(seed=seed))

    @rule(action=ODD_NUMBERS)
    def step_with_anything(self, action: Any) -> None:
        self._do(lambda: self.env.step(action), KeyError, AttributeError)

    @precondition(lambda self: self.started)
    @rule(steps=st.integers(1, 12))
    def play(self, steps: int) -> None:
        for _ in range(steps):
            if not self.env.agents:
                return
            observation, _, terminated, truncated, _ = self.env.last()
            done = terminated or truncated
            self.env.step(None if done else int(observation["action_mask"].argmax()))

    @rule(agent=st.sampled_from(["player_0", "player_9", "", None, 0]))
    def observe(self, agent: Any) -> None:
        self._do(lambda: self.env.observe(agent), KeyError, AttributeError)

    @precondition(lambda self: self.started)
    @rule(cut=st.integers(0, 200))
    def save_and_restore(self, cut: int) -> None:
        saved = self.env.save()
        assert not self._do(lambda: self.env.restore(saved[:cut]))
        self.env.restore(saved)

    @invariant()
    def is_sound(self) -> None:
        if getattr(self, "started", False):
            assert not self.env.batch.check().any()


class _Odd:
    """An opponent that is told what to answer."""

    answer: Any = None

    def __call__(self, observations: Any, masks: Any) -> Any:
        return masks.argmax(1) if self.answer is None else np.full(len(masks), self.answer)


class SeatCalls(RuleBasedStateMachine):  # type: ignore[misc]
    """Random calls of a `SeatEnv`, with opponents that answer what they should not."""

    GAME = "template"

    @initialize(seat=st.sampled_from([None, 0, 1]), illegal=st.sampled_from(["terminate", "raise"]))
    def begin(self, seat: int | None, illegal: str) -> None:
        self.opponent = _Odd()
        self.env = SeatEnv(
            registry.load(self.GAME), opponents=self.opponent, seat=seat, illegal_action=illegal
        )
        self.started = False

    def _do(self, call: Callable[[], Any]) -> bool:
        try:
            call()
        except REFUSALS as error:
            assert str(error), "an error without a sentence"
            return False
        return True

    @rule(seed=st.one_of(st.none(), st.integers(0, 2**31)))
    def reset(self, seed: Any) -> None:
        self.opponent.answer = None
        self.env.reset(seed=seed)
        self.started = True

    @rule(action=ODD_NUMBERS)
    def step_with_anything(self, action: Any) -> None:
        if not self._do(lambda: self.env.step(action)):
            self.started &= self.opponent.answer is None

    @precondition(lambda self: self.started)
    @rule(steps=st.integers(1, 12), answer=st.sampled_from([None, None, -1, 10_000, 0.5, 2**40]))
    def play(self, steps: int, answer: Any) -> None:
        self.opponent.answer = answer
        for _ in range(steps):
            masks = self.env.action_masks()
            if not masks.any() or not self._do(
                functools.partial(self.env.step, int(masks.argmax()))
            ):
                assert answer is not None or not masks.any()
                self.started = False
                return


class VecCalls(RuleBasedStateMachine):  # type: ignore[misc]
    """Random calls of a `SeatVecEnv`."""

    GAME = "template"

    @initialize(games=st.integers(1, 4), illegal=st.sampled_from(["terminate", "raise"]))
    def begin(self, games: int, illegal: str) -> None:
        self.opponent = _Odd()
        self.env = SeatVecEnv(
            registry.load(self.GAME), games, opponents=self.opponent, illegal_action=illegal
        )
        self.games, self.started = games, False

    @rule()
    def reset(self) -> None:
        self.opponent.answer = None
        self.env.reset()
        self.started = True

    @rule(actions=ODD_ROWS)
    def step_with_anything(self, actions: Any) -> None:
        try:
            self.env.step(actions)
        except REFUSALS as error:
            assert str(error), "an error without a sentence"
            self.started &= self.opponent.answer is None

    @precondition(lambda self: self.started)
    @rule(steps=st.integers(1, 12), answer=st.sampled_from([None, None, -1, 10_000, 0.5, 2**40]))
    def play(self, steps: int, answer: Any) -> None:
        self.opponent.answer = answer
        for _ in range(steps):
            try:
                self.env.step(self.env.action_masks().argmax(1))
            except REFUSALS as error:
                assert answer is not None, f"{error!r} with good opponents"
                self.started = False
                return


MACHINES = (BatchCalls, EnvCalls, SeatCalls, VecCalls)
