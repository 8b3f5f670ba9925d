"""Batch: many games stepped by one call.

The arrays of a batch are allocated once and refilled by every step; copy what you keep.
One kernel per game does all the stepping: it plays the action, plays forced decisions,
rewards, starts the next game where one has ended, and writes mask and observation. The
AEC environment is this same kernel on a batch of one.
"""

from __future__ import annotations

import dataclasses
import json
import os
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numba.core import cgutils
from numba.core import types as numba_types
from numba.extending import intrinsic
from numba.np.arrayobj import get_itemsize, populate_array
from numpy.typing import ArrayLike, NDArray

from spaceenvs.core.errors import IllegalActionError
from spaceenvs.core.game import Game, Mask, Observation, State
from spaceenvs.core.jit import JIT_ENABLED, home_of, kernel
from spaceenvs.core.rewards import REWARDS, settle
from spaceenvs.core.rng import next_seed
from spaceenvs.core.rows import AHEAD, fetch, find_only
from spaceenvs.core.sample import choose, choose_rows, make_streams
from spaceenvs.core.team import Team

WAIT, RESET, LOOK = -1, -2, -3
"""In place of an action: leave the game alone; start a new one from its seed; write its mask
and observation again."""

# What `Batch.settings` holds.
_SKIP_FORCED, _AUTORESET, _MAX_CYCLES, _REWARD, _SCALED = range(5)
NUM_SETTINGS = 5
NUM_ADDRESSES = 18  # the number of games, then the arrays of a batch

_SAVED = ("id", "options", "fields", "states", "seeds", "cycles", "streams")

# What a kernel returns about the last game of its range: the seat to move and these bits.
TERMINATED, TRUNCATED = 1 << 8, 1 << 9
SEAT = TERMINATED - 1


class Step(NamedTuple):
    """What a batch shows after a step; the arrays are the batch's own and are refilled.

    A game that was left alone (`WAIT`) shows what it showed before.
    """

    observation: NDArray[np.int8]
    """(games, length): what the player to move sees."""
    mask: NDArray[np.int8]
    """(games, actions): 1 where the player to move may act."""
    to_move: NDArray[np.int8]
    """(games,): the seat that decides."""
    rewards: NDArray[np.float32]
    """(games, seats): the result of a game that has just ended, else 0."""
    terminated: NDArray[np.bool_]
    """(games,): the game has just ended."""
    truncated: NDArray[np.bool_]
    """(games,): the game was just cut off by `max_cycles`."""


# ---------------------------------------------------------------------------------------
# Templates: the functions named here in capitals, and the sizes, are bound to one game by
# `_bind`. A closure over them would never be found in numba's cache; a copy with other
# globals is.

STATE: Any = None
BOX: Any = None
NUM_ACTIONS = 0
LENGTH = 0
SEATS = 0
THIRD = 0
TWO_THIRDS = 0
FRONT = 0
SIZE = 0
MAX_SCORE = 0
DO_RESET: Any = None
DO_LEGAL: Any = None
DO_STEP: Any = None
DO_OBSERVE: Any = None
DO_REDEAL: Any = None
DO_CHECK: Any = None
ADVANCE: Any = None
SETTLE_FORCED: Any = None


@kernel
def scale_row(row: Observation, scale: NDArray[np.float32], out: NDArray[np.float32]) -> None:
    """Write an observation scaled into [-1, 1]."""
    for j in range(out.size):
        # Without the cast numba multiplies in float64, at half the speed.
        out[j] = np.float32(row[j]) * scale[j]


def _play_forced(s: State, box: Any, mask: Mask, skip_forced: int) -> None:
    """Write the mask; as long as just one action is legal, play it (if asked to)."""
    while s.done == 0:
        DO_LEGAL(s, box, mask)
        if skip_forced == 0:
            return
        only = find_only(mask)
        if only < 0:
            return
        DO_STEP(s, box, only)
    mask[:] = 0


def _advance(
    states: NDArray[Any],
    final_states: NDArray[Any],
    boxes: NDArray[Any],
    settings: NDArray[np.int64],
    seeds: NDArray[np.int64],
    cycles: NDArray[np.int32],
    actions: NDArray[np.int32],
    mask: NDArray[np.int8],
    observation: NDArray[np.int8],
    scaled: NDArray[np.float32],
    scale: NDArray[np.float32],
    to_move: NDArray[np.int8],
    rewards: NDArray[np.float32],
    terminated: NDArray[np.bool_],
    truncated: NDArray[np.bool_],
    first: int,
    last: int,
) -> int:
    """Play one action in every game of a range, or do what stands in its place."""
    box = boxes[0]
    code = 0
    for i in range(first, last):
        action = actions[i]
        if action == WAIT:
            continue
        s = states[i]
        legal = mask[i]
        later = i + AHEAD
        if later < last:
            fetch(states, later, 0, THIRD)
            fetch(mask, later, 0, NUM_ACTIONS)
            fetch(actions, later, 0, 1)
            fetch(cycles, later, 0, 1)
        if action >= 0:
            DO_STEP(s, box, action)
            cycles[i] += 1
        elif action == RESET:
            DO_RESET(s, box, seeds[i])
            cycles[i] = 0
        if later < last:
            fetch(states, later, THIRD, TWO_THIRDS)
        # A position that is only looked at again keeps its forced decision.
        SETTLE_FORCED(s, box, legal, settings[_SKIP_FORCED] if action != LOOK else 0)
        over = s.done != 0
        cut = not over and cycles[i] >= settings[_MAX_CYCLES]
        terminated[i] = over
        truncated[i] = cut
        if over:
            fetch(final_states, i, 0, SIZE)  # nobody has touched it for a whole game
            settle(s, settings[_REWARD], MAX_SCORE)
            for p in range(s.num_players):
                rewards[i, p] = s.reward[p]
        else:
            for p in range(s.num_players):
                rewards[i, p] = 0
        if over or cut:
            if settings[_AUTORESET] != 0 and action != LOOK:
                final_states[i] = states[i]
                seeds[i] = next_seed(seeds[i])
                DO_RESET(s, box, seeds[i])
                cycles[i] = 0
                SETTLE_FORCED(s, box, legal, settings[_SKIP_FORCED])
            elif cut:
                legal[:] = 0
        to_move[i] = s.to_move
        if later < last:
            fetch(states, later, TWO_THIRDS, FRONT)
        DO_OBSERVE(s, box, s.to_move, observation[i])
        if settings[_SCALED] != 0:
            scale_row(observation[i], scale, scaled[i])
        code = s.to_move + TERMINATED * over + TRUNCATED * cut
    return code


@intrinsic  # type: ignore[untyped-decorator]
def _array_at(context: Any, address: Any, shape: Any, dtype: Any) -> Any:
    """Return the array that lies at an address.

    As `numba.carray`, but not a function of its own: the compiler sees the sizes of rows before
    it arranges the loops over them.
    """
    kind = numba_types.Array(dtype.dtype, len(shape), "C")  # type: ignore[attr-defined]

    def build(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        array = context.make_array(kind)(context, builder)
        sizes = cgutils.unpack_tuple(builder, args[1])
        itemsize = context.get_constant(numba_types.intp, get_itemsize(context, kind))
        strides = [itemsize]
        for size in reversed(sizes[1:]):
            strides.insert(0, builder.mul(strides[0], size))
        data = builder.inttoptr(args[0], array.data.type)
        populate_array(array, data, sizes, strides, itemsize, meminfo=None)
        return array._getvalue()

    return kind(address, shape, dtype), build


def _enter(table: int, first: int, last: int, action: int) -> int:
    """Advance a range of a batch whose arrays lie at the addresses in a table.

    Handing over fifteen arrays costs 1.5 microseconds a call, one address a third of one.
    With an action (not `WAIT`) it is checked and played in the first game of the range;
    returns -1 if it is not legal.
    """
    addresses = _array_at(table, (NUM_ADDRESSES,), np.int64)
    n = addresses[0]
    actions = _array_at(addresses[7], (n,), np.int32)
    mask = _array_at(addresses[8], (n, NUM_ACTIONS), np.int8)
    if action != WAIT:
        if action >= NUM_ACTIONS or mask[first, action] == 0:
            return -1
        actions[first] = action
    return ADVANCE(
        _array_at(addresses[1], (n,), STATE),
        _array_at(addresses[2], (n,), STATE),
        _array_at(addresses[3], (1,), BOX),
        _array_at(addresses[4], (NUM_SETTINGS,), np.int64),
        _array_at(addresses[5], (n,), np.int64),
        _array_at(addresses[6], (n,), np.int32),
        actions,
        mask,
        _array_at(addresses[9], (n, LENGTH), np.int8),
        _array_at(addresses[10], (n, LENGTH), np.float32),
        _array_at(addresses[11], (LENGTH,), np.float32),
        _array_at(addresses[12], (n,), np.int8),
        _array_at(addresses[13], (n, SEATS), np.float32),
        _array_at(addresses[14], (n,), np.bool_),
        _array_at(addresses[15], (n,), np.bool_),
        first,
        last,
    )


def _sample(table: int, first: int, last: int, _action: int) -> int:
    """Draw a random legal action in every game of a range of a batch; see `_enter`."""
    addresses = _array_at(table, (NUM_ADDRESSES,), np.int64)
    n = addresses[0]
    choose_rows(
        _array_at(addresses[8], (n, NUM_ACTIONS), np.int8),
        _array_at(addresses[16], (n,), np.uint64),
        _array_at(addresses[17], (n,), np.int32),
        first,
        last,
    )
    return 0


def _observe_rows(
    states: NDArray[Any],
    boxes: NDArray[Any],
    rows: NDArray[np.int64],
    players: NDArray[np.int64],
    out: NDArray[np.int8],
) -> None:
    """Write what the given players see in the given games."""
    for k in range(rows.size):
        DO_OBSERVE(states[rows[k]], boxes[0], players[k], out[k])


def _redeal_rows(
    states: NDArray[Any],
    boxes: NDArray[Any],
    players: NDArray[np.int64],
    seeds: NDArray[np.int64],
) -> None:
    """Draw anew, in every game, what its given player cannot see."""
    for i in range(states.size):
        DO_REDEAL(states[i], boxes[0], players[i], seeds[i])


def _check_rows(states: NDArray[Any], boxes: NDArray[Any], out: NDArray[np.int32]) -> None:
    """Write 0, or the number of the first broken invariant, for every game."""
    for i in range(states.size):
        out[i] = DO_CHECK(states[i], boxes[0])


def _playout_rows(
    states: NDArray[Any],
    boxes: NDArray[Any],
    mask: Mask,
    streams: NDArray[np.uint64],
    reward_scheme: int,
    max_decisions: int,
) -> int:
    """Play every game to its end with random legal actions; return the decisions played."""
    decisions = 0
    box = boxes[0]
    for i in range(states.size):
        s = states[i]
        played = 0
        while s.done == 0 and played < max_decisions:
            DO_LEGAL(s, box, mask)
            DO_STEP(s, box, choose(mask, streams, i))
            played += 1
        if s.done != 0:
            settle(s, reward_scheme, MAX_SCORE)
        decisions += played
    return decisions


# ---------------------------------------------------------------------------------------


class Driver:
    """The templates above, bound to one game and compiled when first used."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._globals: dict[str, Any] = {
            "STATE": game.state,
            "BOX": game.box,
            "NUM_ACTIONS": game.actions.size,
            "LENGTH": game.observation.size,
            "SEATS": game.players[1],
            "THIRD": game.front // 3,
            "TWO_THIRDS": 2 * game.front // 3,
            "FRONT": game.front,
            "SIZE": game.state.itemsize,
            "MAX_SCORE": game.max_score,
            "DO_RESET": game.reset,
            "DO_LEGAL": game.legal,
            "DO_STEP": game.step,
            "DO_OBSERVE": game.observe,
            "DO_REDEAL": game.redeal,
            "DO_CHECK": game.check,
        }
        self._globals["SETTLE_FORCED"] = self._bind(_play_forced)
        self.advance = self._globals["ADVANCE"] = self._bind(_advance)
        self.enter = self._bind(_enter)
        self.sample = self._bind(_sample)
        self.observe_rows = self._bind(_observe_rows)
        self.redeal_rows = self._bind(_redeal_rows)
        self.check_rows = self._bind(_check_rows)
        self.playout_rows = self._bind(_playout_rows)

    def _bind(self, template: Callable[..., Any]) -> Any:
        """Return a copy of a template with the game's functions as its globals, compiled."""
        name = f"{self.game.name}{template.__name__}"
        code = template.__code__.replace(co_name=name)
        bound = types.FunctionType(code, {**globals(), **self._globals}, name)
        bound.__qualname__ = name
        bound.__module__ = __name__
        return kernel(bound, home_of(self.game.step))


_drivers: dict[int, Driver] = {}


def driver(game: Game) -> Driver:
    """Return the compiled driver of a game; the same one every time."""
    found = _drivers.get(id(game))
    if found is None:
        found = _drivers[id(game)] = Driver(game)
    return found


@kernel
def _find_illegal(mask: NDArray[np.int8], actions: NDArray[np.int32]) -> int:
    """Return the first game whose action is neither legal nor a plain WAIT, or -1."""
    for i in range(actions.size):
        action = actions[i]
        if action == WAIT:
            continue
        if action < 0 or action >= mask.shape[1] or mask[i, action] == 0:
            return i
    return -1


class Batch:
    """Many games of one kind, stepped by one call.

    Args:
        game: The game, as `spaceenvs.load("galaxy")` returns it.
        num_games: How many games are played at once.
        num_threads: How many threads share the work of a step.
        reward: "winner" (winners share +1, the others -1), "rank" or "score".
        skip_forced: Play decisions with one legal action without asking.
        autoreset: Start the next game at once where one has ended. The last state of the
            ended game is kept in `final_states`; its result stands in `rewards`.
        max_cycles: Cut a game off after so many decisions.
        scaled: Also write float32 observations scaled into [-1, 1], in `scaled`.
        **options: The options of the game, `num_players` among them.

    >>> import spaceenvs
    >>> batch = spaceenvs.make_batch("galaxy-v0", 64, num_players=3)
    >>> shown = batch.reset(seed=1)
    >>> for _ in range(100):
    ...     shown = batch.step(batch.sample())
    >>> shown.observation.shape[0]
    64
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        *,
        num_threads: int = 1,
        reward: str = "winner",
        skip_forced: bool = True,
        autoreset: bool = True,
        max_cycles: int | None = None,
        scaled: bool = False,
        **options: Any,
    ) -> None:
        num_games = _at_least_one("num_games", num_games)
        num_threads = _at_least_one("num_threads", num_threads)
        if max_cycles is not None:
            max_cycles = _at_least_one("max_cycles", max_cycles)
        if reward not in REWARDS:
            raise ValueError(f"reward is one of {', '.join(REWARDS)}; {reward!r} was given")
        for name, value in (("skip_forced", skip_forced), ("autoreset", autoreset)):
            if not isinstance(value, bool | np.bool_):
                raise TypeError(f"{name} is True or False, {value!r} was given")
        self.game = game
        self.options = game.make_options(**options)
        self.num_games = num_games
        self.num_threads = min(num_threads, num_games)
        self.num_players: int = self.options.num_players
        self.autoreset = autoreset
        self.skip_forced = skip_forced
        self.box = game.make_box(self.options)
        n, actions, length = num_games, game.actions.size, game.observation.size
        self.settings = np.zeros(NUM_SETTINGS, np.int64)
        self.settings[_SKIP_FORCED] = skip_forced
        self.settings[_AUTORESET] = autoreset
        self.settings[_MAX_CYCLES] = np.iinfo(np.int32).max if max_cycles is None else max_cycles
        self.settings[_REWARD] = REWARDS.index(reward)
        self.settings[_SCALED] = scaled
        self.states = np.zeros(n, game.state)
        self.final_states = np.zeros(n if autoreset else 1, game.state)
        # Memory that is only promised would be found and cleared when the first games end.
        self.final_states.view(np.uint8).fill(0)
        self.seeds = np.zeros(n, np.int64)
        self.cycles = np.zeros(n, np.int32)
        self.mask = np.zeros((n, actions), np.int8)
        self.observation = np.zeros((n, length), np.int8)
        self.scaled = np.zeros((n if scaled else 1, length), np.float32)
        self.to_move = np.zeros(n, np.int8)
        self._rewards = np.zeros((n, game.players[1]), np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.streams = make_streams(None, n)
        self._actions = np.zeros(n, np.int32)
        self._sampled = np.zeros(n, np.int32)
        self._started = False
        self._connect()

    def _connect(self) -> None:
        """Tell the kernels where the arrays lie; needed after every new allocation."""
        self._driver = driver(self.game)
        self._scale = np.array(self.game.observation.scale)
        self._arrays = (
            self.states,
            self.final_states,
            self.box,
            self.settings,
            self.seeds,
            self.cycles,
            self._actions,
            self.mask,
            self.observation,
            self.scaled,
            self._scale,
            self.to_move,
            self._rewards,
            self.terminated,
            self.truncated,
        )
        others = (self.streams, self._sampled)
        self._addresses = np.array(
            [self.num_games, *(array.ctypes.data for array in (*self._arrays, *others))], np.int64
        )
        self.table = self._addresses.ctypes.data
        # For a batch of one: `enter(table, 0, 1, action)` plays an action that is not negative
        # and returns the seat to move (the bits of `SEAT`) with `TERMINATED` or `TRUNCATED`,
        # or -1 if the action is not legal.
        self.enter: Callable[[int, int, int, int], int] = (
            self._driver.enter if JIT_ENABLED else self._enter_plainly
        )
        self.rewards = self._rewards[:, : self.num_players]
        self._shown = Step(
            self.observation,
            self.mask,
            self.to_move,
            self.rewards,
            self.terminated,
            self.truncated,
        )
        self._team: Team | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what only this process can use."""
        process_only = {
            "_driver",
            "_arrays",
            "_addresses",
            "table",
            "enter",
            "rewards",
            "_shown",
            "_team",
        }
        return {k: v for k, v in vars(self).items() if k not in process_only}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._connect()

    def copy(self) -> Batch:
        """Return an independent copy that goes on exactly like this batch."""
        twin = Batch.__new__(Batch)
        twin.__setstate__(
            {
                k: v.copy() if isinstance(v, np.ndarray) else v
                for k, v in self.__getstate__().items()
            }
        )
        return twin

    # -- playing ------------------------------------------------------------------------

    def reset(self, seed: int | ArrayLike | None = None) -> Step:
        """Start a new game everywhere.

        Args:
            seed: One seed from which every game gets its own, or an array with the seed of
                every game, or None for fresh ones.
        """
        if seed is None or np.ndim(seed) == 0:
            entropy = None if seed is None else as_seed(seed)
            words = np.random.SeedSequence(entropy).generate_state(self.num_games, np.uint64)
            self.seeds[:] = (words >> np.uint64(1)).astype(np.int64)
            self.streams[:] = make_streams(entropy, self.num_games)
        else:
            given = np.asarray(seed)
            if given.shape != (self.num_games,) or given.dtype.kind not in "iu":
                raise ValueError(
                    f"seeds are {self.num_games} integers, an array of {given.dtype} "
                    f"with shape {given.shape} was given"
                )
            if (given < 0).any():
                raise ValueError(f"seeds are not negative, {given.min()} was given")
            self.seeds[:] = given
            self.streams[:] = given.astype(np.uint64)
        return self.restart()

    def restart(self) -> Step:
        """Start a new game everywhere from the seeds that stand in `seeds`."""
        self._started = True
        return self._run(RESET)

    def step(self, actions: ArrayLike) -> Step:
        """Play one action in every game; -1 (`WAIT`) leaves a game alone.

        Raises:
            IllegalActionError: If an action is not legal; no game has changed then.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_games,) or given.dtype.kind not in "iu":
            raise TypeError(
                f"actions are {self.num_games} integers, an array of {given.dtype} "
                f"with shape {given.shape} was given"
            )
        self._need_games("step")
        if given.dtype != np.int32:  # A number too large would turn into another one.
            far = np.flatnonzero((given < WAIT) | (given >= self.mask.shape[1]))
            if far.size:
                raise self._illegal(int(far[0]), int(given[far[0]]))
        self._actions[:] = given
        wrong = _find_illegal(self.mask, self._actions)
        if wrong >= 0:
            raise self._illegal(wrong, int(given[wrong]))
        return self._run()

    def _need_games(self, wanted: str) -> None:
        """Refuse to touch records that hold no game yet."""
        if not self._started:
            raise RuntimeError(f"call reset() before {wanted}()")

    def sample(self) -> NDArray[np.int32]:
        """Return a random legal action for every game (-1 where none is legal)."""
        self._need_games("sample")
        if JIT_ENABLED:
            self._share(self._driver.sample)
        else:
            choose_rows(self.mask, self.streams, self._sampled, 0, self.num_games)
        return self._sampled.copy()

    def look(self) -> Step:
        """Write masks and observations anew, after states have been changed by hand."""
        self._started = True
        return self._run(LOOK)

    def _run(self, instead_of_actions: int | None = None) -> Step:
        if instead_of_actions is not None:
            self._actions[:] = instead_of_actions
        self._share(self.enter)
        return self._shown

    def _enter_plainly(self, table: int, first: int, last: int, action: int) -> int:
        """Do what the kernel `_enter` does, without compilation."""
        if action != WAIT:
            if action >= self.mask.shape[1] or not self.mask[first, action]:
                return -1
            self._actions[first] = action
        return self._driver.advance(*self._arrays, first, last)

    def _share(self, function: Callable[[int, int, int, int], int]) -> None:
        """Call a kernel for all games, in as many threads as there are."""
        if self.num_threads == 1 or not JIT_ENABLED:
            function(self.table, 0, self.num_games, WAIT)
            return
        # Threads do not follow into a process that was forked.
        if self._team is None or self._team.process != os.getpid():
            kept = (self._addresses, self._arrays, self.streams, self._sampled)
            self._team = Team(self.num_threads, self.num_games, kept)
        self._team.run(function, self.table)

    def _illegal(self, row: int, action: int) -> IllegalActionError:
        return illegal_action(self.game, self.states[row], self.box[0], self.mask[row], action, row)

    # -- looking ------------------------------------------------------------------------

    def observe(self, rows: ArrayLike, players: ArrayLike) -> NDArray[np.int8]:
        """Return what the given players see in the given games."""
        return self._observe(self.states, rows, players)

    def final_observation(self, rows: ArrayLike, players: ArrayLike) -> NDArray[np.int8]:
        """Return what the given players saw at the end of the last games of these rows."""
        return self._observe(self.final_states, rows, players)

    def _observe(
        self, states: NDArray[Any], rows: ArrayLike, players: ArrayLike
    ) -> NDArray[np.int8]:
        self._need_games("observe")
        row_array = np.atleast_1d(np.asarray(rows, np.int64))
        player_array = np.broadcast_to(np.asarray(players, np.int64), row_array.shape).copy()
        if ((row_array < 0) | (row_array >= states.size)).any():
            raise IndexError(f"rows are 0..{states.size - 1}, {rows!r} were given")
        self._check_players(player_array)
        out = np.empty((row_array.size, self.game.observation.size), np.int8)
        self._driver.observe_rows(states, self.box, row_array, player_array, out)
        return out

    def check(self) -> NDArray[np.int32]:
        """Return 0, or the number of the first broken invariant, for every game."""
        self._need_games("check")
        out = np.zeros(self.num_games, np.int32)
        self._driver.check_rows(self.states, self.box, out)
        return out

    def redeal(self, players: ArrayLike, seed: int) -> None:
        """Draw anew, in every game, what its given player cannot see."""
        self._need_games("redeal")
        n = self.num_games
        seeds = np.random.SeedSequence(as_seed(seed)).generate_state(n, np.uint64) >> np.uint64(1)
        player_array = np.broadcast_to(np.asarray(players, np.int64), n).copy()
        self._check_players(player_array)
        self._driver.redeal_rows(self.states, self.box, player_array, seeds.astype(np.int64))

    def _check_players(self, players: NDArray[np.int64]) -> None:
        wrong = players[(players < 0) | (players >= self.num_players)]
        if wrong.size:
            raise IndexError(f"players are 0..{self.num_players - 1}, {wrong[0]} was given")

    def playout(self) -> int:
        """Play every game to its end with random legal actions; return the decisions played.

        Results stand in `states["reward"]`; call `reset` or `look` before stepping on.
        """
        self._need_games("playout")
        scratch = np.zeros(self.game.actions.size, np.int8)
        return int(
            self._driver.playout_rows(
                self.states,
                self.box,
                scratch,
                self.streams,
                self.settings[_REWARD],
                self.game.max_decisions,
            )
        )

    # -- keeping ------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the games to a file from which `restore` goes on exactly."""
        self._need_games("save")
        np.savez(
            path,
            id=np.array(self.game.id),
            options=np.array(self._options_text()),
            fields=np.array(self._fields_text()),
            states=self.states.view(np.uint8).reshape(self.num_games, -1),
            seeds=self.seeds,
            cycles=self.cycles,
            streams=self.streams,
        )

    def restore(self, path: str | Path) -> Step:
        """Go on with the games that `save` wrote.

        Raises:
            ValueError: If the file is of another game, release, number of games or options.
        """
        try:
            with np.load(path) as file:
                kept = {name: file[name] for name in _SAVED}
        except (ValueError, KeyError, EOFError, BadZipFile) as error:
            raise ValueError(f"{path!s} holds no saved games: {error}") from None
        found, options = str(kept["id"]), str(kept["options"])
        if found != self.game.id:
            raise ValueError(f"{path!s} holds games of {found}, not of {self.game.id}")
        if options != self._options_text():
            raise ValueError(
                f"{path!s} holds games with the options {options}, "
                f"this batch has {self._options_text()}"
            )
        if str(kept["fields"]) != self._fields_text():
            raise ValueError(f"{path!s} was written by a release with other records of {found}")
        count = len(kept["states"])
        if count != self.num_games:
            raise ValueError(f"{path!s} holds {count} games, this batch {self.num_games}")
        self.states.view(np.uint8).reshape(self.num_games, -1)[:] = kept["states"]
        self.seeds[:] = kept["seeds"]
        self.cycles[:] = kept["cycles"]
        self.streams[:] = kept["streams"]
        return self.look()

    def _options_text(self) -> str:
        return json.dumps(dataclasses.asdict(self.options), sort_keys=True)

    def _fields_text(self) -> str:
        return str(self.game.state.descr)


def _at_least_one(name: str, value: Any) -> int:
    """Return a number of things as a plain integer, or raise."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name} is an integer, {value!r} was given")
    if value < 1:
        raise ValueError(f"{name} is at least 1, {value} was given")
    return int(value)


def as_seed(seed: Any) -> int:
    """Return a seed as a plain integer, or raise."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise TypeError(f"a seed is an integer, {seed!r} was given")
    if seed < 0:
        raise ValueError(f"a seed is not negative, {seed} was given")
    if seed >= 2**63:
        raise ValueError(f"a seed is below 2**63, {seed} was given")
    return int(seed)


def illegal_action(
    game: Game, s: State, box: Any, mask: Mask, action: int, row: int | None = None
) -> IllegalActionError:
    """Return the error for an action that is not legal: names it and the legal ones."""
    where = "" if row is None else f" in game {row}"
    if not 0 <= action < game.actions.size:
        return IllegalActionError(
            f"{game.name} has actions 0..{game.actions.size - 1}, {action} was given{where}"
        )
    legal = [game.describe(s, box, int(a)) for a in np.flatnonzero(mask)]
    shown = _shortened(legal) if legal else "none, the game is over"
    return IllegalActionError(
        f"action {action} ({game.actions.name(action)}) is not legal{where}; legal are: {shown}"
    )


def _shortened(words: Sequence[str], most: int = 20) -> str:
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more
