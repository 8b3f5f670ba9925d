"""The kernels that drive a batch: written once as templates, bound to each game.

A template calls the rules as `GAME.step(s, box, action)`, and other templates by their names.
`Driver` copies it with the game in question as the global `GAME`, the sizes of that game as the
other globals, and the bound copies of the other templates under their names, and compiles the
copy. (A closure over the rules would do the same, but numba never finds a closure again in its
cache on disk.)
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba.core import cgutils
from numba.core import types as numba_types
from numba.extending import intrinsic
from numba.np.arrayobj import get_itemsize, populate_array
from numpy.typing import NDArray

from spaceenvs.core.game import Game, Mask, Observation, State
from spaceenvs.core.jit import JIT_ENABLED, home_of, kernel
from spaceenvs.core.rewards import settle
from spaceenvs.core.rng import next_seed
from spaceenvs.core.rows import AHEAD, find_only, prefetch
from spaceenvs.core.sample import choose, choose_rows
from spaceenvs.core.sparse import pack_mask, pack_row

WAIT, RESET, LOOK, RESUME = -1, -2, -3, -4
"""In place of an action: leave the game alone; start a new one from its seed; write its mask
and observation again; go on from a position that was set up by hand."""
REDEAL, PLAYOUT = -5, -6
"""In place of an action, for a table of other addresses: see `_redeal` and `_playout`."""

# What `Batch.settings` holds.
SKIP_FORCED, AUTORESET, MAX_CYCLES, REWARD, SCALED, SPARSE = range(6)
NUM_SETTINGS = 6
NUM_ADDRESSES = 18  # the number of games, then the arrays of a batch

# What a kernel returns about the last game of its range: the seat to move and these bits.
TERMINATED, TRUNCATED = 1 << 8, 1 << 9
SEAT = TERMINATED - 1

# Bound to one game by `Driver`: the game, and its sizes in bytes and numbers.
GAME: Game = cast(Game, None)  # `Driver` puts the game here; its rules are the fields of `Game`
NUM_ACTIONS = 0
LENGTH = 0  # of an observation
SEATS = 0
SIZE = 0  # of a record
FRONT = 0  # of the part of a record that is prefetched, in three portions
FRONT_1 = 0
FRONT_2 = 0
PREFETCH_ROWS = 1  # 0: the game's own `observe` does it
LENGTH_1 = 0  # the row of an observation is prefetched in four
LENGTH_2 = 0
LENGTH_3 = 0


@kernel
def scale_row(row: Observation, scale: NDArray[np.float32], out: NDArray[np.float32]) -> None:
    """Write an observation scaled into [-1, 1]."""
    for j in range(out.size):
        # Without the cast numba multiplies in float64, at half the speed.
        out[j] = np.float32(row[j]) * scale[j]


def _play_forced(s: State, box: Any, mask: Mask, skip_forced: int) -> None:
    """Write the mask; as long as just one action is legal, play it (if asked to)."""
    while s.done == 0:
        GAME.legal(s, box, mask)
        if skip_forced == 0:
            return
        only = find_only(mask)
        if only < 0:
            return
        GAME.step(s, box, only)
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
            prefetch(states, later, 0, FRONT_1)
            prefetch(mask, later, 0, NUM_ACTIONS)
            prefetch(actions, later, 0, 1)
            prefetch(cycles, later, 0, 1)
            if PREFETCH_ROWS != 0:
                prefetch(observation, later, 0, LENGTH_1)
        if action >= 0:
            GAME.step(s, box, action)
            cycles[i] += 1
        elif action == RESET:
            GAME.reset(s, box, seeds[i])
            cycles[i] = 0
        elif action == RESUME:
            GAME.resume(s, box)
        is_play = action >= RESET
        if later < last:
            prefetch(states, later, FRONT_1, FRONT_2)
            if PREFETCH_ROWS != 0:
                prefetch(observation, later, LENGTH_1, LENGTH_2)
        # A position that is looked at again or was set up keeps its forced decision.
        _play_forced(s, box, legal, settings[SKIP_FORCED] if is_play else 0)
        over = s.done != 0
        cut = not over and cycles[i] >= settings[MAX_CYCLES]
        terminated[i] = over
        truncated[i] = cut
        if over:
            prefetch(final_states, i, 0, SIZE)  # nobody has touched it for a whole game
            settle(s, settings[REWARD], GAME.max_score)
            for p in range(s.num_players):
                rewards[i, p] = s.reward[p]
        else:
            for p in range(s.num_players):
                rewards[i, p] = 0
        if over or cut:
            if settings[AUTORESET] != 0 and is_play:
                final_states[i] = states[i]
                seeds[i] = next_seed(seeds[i])
                GAME.reset(s, box, seeds[i])
                cycles[i] = 0
                _play_forced(s, box, legal, settings[SKIP_FORCED])
            elif cut:
                legal[:] = 0
        to_move[i] = s.to_move
        if later < last:
            prefetch(states, later, FRONT_2, FRONT)
            if PREFETCH_ROWS != 0:
                prefetch(observation, later, LENGTH_2, LENGTH_3)
        if settings[SPARSE] == 0:
            GAME.observe(s, box, s.to_move, observation[i])
        if PREFETCH_ROWS != 0 and later < last:
            prefetch(observation, later, LENGTH_3, LENGTH)
        if settings[SCALED] != 0:
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


def _redeal_rows(
    states: NDArray[Any],
    boxes: NDArray[Any],
    players: NDArray[np.int64],
    seeds: NDArray[np.int64],
) -> None:
    """Draw anew, in every game, what its given player cannot see."""
    for i in range(states.size):
        GAME.redeal(states[i], boxes[0], players[i], seeds[i])


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
            GAME.legal(s, box, mask)
            action = choose(mask, streams, i)
            if action < 0:
                break  # a broken game; its caller sees that it is not over
            GAME.step(s, box, action)
            played += 1
        if s.done != 0:
            settle(s, reward_scheme, GAME.max_score)
        decisions += played
    return decisions


def _redeal(table: int, n: int) -> int:
    """Redeal n games; the table holds the addresses of the arrays of `_redeal_rows`."""
    addresses = _array_at(table, (4,), np.int64)
    _redeal_rows(
        _array_at(addresses[0], (n,), GAME.state),
        _array_at(addresses[1], (1,), GAME.box),
        _array_at(addresses[2], (n,), np.int64),
        _array_at(addresses[3], (n,), np.int64),
    )
    return 0


def _playout(table: int, n: int) -> int:
    """Play n games to their ends; the table holds what `_playout_rows` wants, in its order."""
    addresses = _array_at(table, (6,), np.int64)
    return _playout_rows(
        _array_at(addresses[0], (n,), GAME.state),
        _array_at(addresses[1], (1,), GAME.box),
        _array_at(addresses[2], (NUM_ACTIONS,), np.int8),
        _array_at(addresses[3], (n,), np.uint64),
        addresses[4],
        addresses[5],
    )


def _enter(table: int, first: int, last: int, action: int) -> int:
    """Advance a range of a batch whose arrays lie at the addresses in a table.

    Handing over fifteen arrays costs 1.5 microseconds a call, one address a third of one.
    With an action (not `WAIT`) it is checked and played in the first game of the range;
    returns -1 if it is not legal.

    The two other things that need all the rules, redealing and playouts, are orders to this
    kernel instead of kernels of their own: each would be optimised as a whole again.
    """
    if action == REDEAL:
        return _redeal(table, last)
    if action == PLAYOUT:
        return _playout(table, last)
    addresses = _array_at(table, (NUM_ADDRESSES,), np.int64)
    n = addresses[0]
    actions = _array_at(addresses[7], (n,), np.int32)
    mask = _array_at(addresses[8], (n, NUM_ACTIONS), np.int8)
    if action != WAIT:
        if action >= NUM_ACTIONS or mask[first, action] == 0:
            return -1
        actions[first] = action
    return _advance(
        _array_at(addresses[1], (n,), GAME.state),
        _array_at(addresses[2], (n,), GAME.state),
        _array_at(addresses[3], (1,), GAME.box),
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
        GAME.observe(states[rows[k]], boxes[0], players[k], out[k])


def _pack_rows(
    states: NDArray[Any],
    boxes: NDArray[Any],
    masks: NDArray[np.int8],
    rows: NDArray[np.int64],
    scratch: NDArray[np.int8],
    starts: NDArray[np.int64],
    places: NDArray[np.uint16],
    values: NDArray[np.int8],
    legal_starts: NDArray[np.int64],
    legal: NDArray[np.uint16],
    first: int,
) -> None:
    """Write, without its zeros, what the player to move sees in each of the given games.

    The plain observation is written into a row that stays in the cache.
    """
    for k in range(rows.size):
        s = states[rows[k]]
        GAME.observe(s, boxes[0], s.to_move, scratch)
        at = first + k
        starts[at + 1] = pack_row(scratch, places, values, starts[at])
        legal_starts[at + 1] = pack_mask(masks[rows[k]], legal, legal_starts[at])


def _check_rows(states: NDArray[Any], boxes: NDArray[Any], out: NDArray[np.int32]) -> None:
    """Write 0, or the number of the first broken invariant, for every game."""
    for i in range(states.size):
        out[i] = GAME.check(states[i], boxes[0])


class Driver:
    """The templates above, bound to one game and compiled when first used."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._bound: dict[str, Any] = {
            "GAME": _as_module(game) if JIT_ENABLED else game,
            "NUM_ACTIONS": game.actions.size,
            "LENGTH": game.observation.size,
            "SEATS": game.players[1],
            "SIZE": game.state.itemsize,
            "FRONT": game.front,
            "PREFETCH_ROWS": 0 if game.prefetches_rows else 1,
        }
        for name, portions in (("FRONT", 3), ("LENGTH", 4)):
            for k in range(1, portions):
                self._bound[f"{name}_{k}"] = k * self._bound[name] // portions
        self._bind(_play_forced)
        self.advance = self._bind(_advance)
        self._plain_redeal = self._bind(_redeal_rows)
        self._plain_playout = self._bind(_playout_rows)
        self._bind(_redeal)
        self._bind(_playout)
        self.enter = self._bind(_enter)
        self.sample = self._bind(_sample)
        self.observe_rows = self._bind(_observe_rows)
        self.pack_rows = self._bind(_pack_rows)
        self.check_rows = self._bind(_check_rows)

    def redeal_rows(
        self,
        states: NDArray[Any],
        boxes: NDArray[Any],
        players: NDArray[np.int64],
        seeds: NDArray[np.int64],
    ) -> None:
        """Draw anew, in every game, what its given player cannot see."""
        if JIT_ENABLED:
            self._order(REDEAL, states.size, states, boxes, players, seeds)
        else:
            self._plain_redeal(states, boxes, players, seeds)

    def playout_rows(
        self,
        states: NDArray[Any],
        boxes: NDArray[Any],
        streams: NDArray[np.uint64],
        reward_scheme: int,
        max_decisions: int,
    ) -> int:
        """Play every game to its end with random legal actions; return the decisions played."""
        mask = np.zeros(self.game.actions.size, np.int8)
        limits = (int(reward_scheme), int(max_decisions))
        if JIT_ENABLED:
            return self._order(PLAYOUT, states.size, states, boxes, mask, streams, *limits)
        return int(self._plain_playout(states, boxes, mask, streams, *limits))

    def _order(self, order: int, num_games: int, *given: NDArray[Any] | int) -> int:
        """Let `enter` do something else than stepping, with these arrays and numbers."""
        arrays = [part for part in given if isinstance(part, np.ndarray)]
        assert all(array.flags.c_contiguous for array in arrays)
        table = np.array(
            [part if isinstance(part, int) else part.ctypes.data for part in given], np.int64
        )
        return int(self.enter(table.ctypes.data, 0, num_games, order))

    def _bind(self, template: Callable[..., Any]) -> Any:
        """Return a copy of a template bound to the game, compiled; later copies call it too."""
        name = f"{self.game.name}{template.__name__}"
        code = template.__code__.replace(co_name=name)
        copy = types.FunctionType(code, {**globals(), **self._bound}, name)
        copy.__qualname__ = name
        copy.__module__ = __name__
        bound = self._bound[template.__name__] = kernel(copy, home_of(self.game.step))
        return bound


def _as_module(game: Game) -> types.ModuleType:
    """Return the parts of a game that templates use, as numba can read them: from a module."""
    module = types.ModuleType(game.name)
    for name in ("reset", "legal", "step", "observe", "resume", "redeal", "check", "max_score"):
        setattr(module, name, getattr(game, name))
    module.state, module.box = game.state, game.box  # type: ignore[attr-defined]
    return module


_drivers: dict[int, Driver] = {}


def driver(game: Game) -> Driver:
    """Return the compiled driver of a game; the same one every time."""
    found = _drivers.get(id(game))
    if found is None:
        found = _drivers[id(game)] = Driver(game)
    return found
