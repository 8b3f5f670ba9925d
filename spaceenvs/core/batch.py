"""Batch: many games stepped by one call.

The arrays of a batch are allocated once and refilled by every step; copy what you keep.
One kernel per game does all the stepping: it plays the action, plays forced decisions,
rewards, starts the next game where one has ended, and writes mask and observation. The
AEC environment is this same kernel on a batch of one.
"""

from __future__ import annotations

import dataclasses
import hashlib
import io
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import get_ident
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from spaceenvs.core.driver import (
    AUTORESET,
    LOOK,
    MAX_CYCLES,
    NUM_SETTINGS,
    RESET,
    RESUME,
    REWARD,
    SCALED,
    SKIP_FORCED,
    SPARSE,
    WAIT,
    driver,
)
from spaceenvs.core.errors import IllegalActionError
from spaceenvs.core.files import MOST_UNPACKED, read_arrays, write_atomically
from spaceenvs.core.game import Game, Mask, State, find_out_of_range
from spaceenvs.core.jit import JIT_ENABLED, kernel
from spaceenvs.core.rewards import REWARDS
from spaceenvs.core.rng import next_seed
from spaceenvs.core.sample import choose_rows, make_streams
from spaceenvs.core.sparse import Sparse
from spaceenvs.core.team import Team

ILLEGAL_ACTIONS = ("terminate", "raise")
"""What an environment does about an action that is not legal."""

_SAVED = ("id", "options", "fields", "states", "seeds", "cycles", "streams")
_FIXED = {
    *("states", "final_states", "box", "settings", "seeds", "cycles", "mask", "observation"),
    *("scaled", "to_move", "rewards", "terminated", "truncated", "streams"),
}
_MAX_SEED = np.iinfo(np.int64).max
_MOST = np.iinfo(np.int32).max
_BUSY = (
    "this batch is in use by another thread: give every thread a batch of its own, "
    "or let one batch use several threads (num_threads)"
)


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
        sparse: Leave `observation` alone; `pack` hands out observations without their zeros.
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
        sparse: bool = False,
        **options: Any,
    ) -> None:
        num_games = _at_least_one("num_games", num_games)
        num_threads = _at_least_one("num_threads", num_threads)
        if max_cycles is not None:
            max_cycles = _at_least_one("max_cycles", max_cycles)
        if reward not in REWARDS:
            raise ValueError(f"reward is one of {', '.join(REWARDS)}; {reward!r} was given")
        switches = {"skip_forced": skip_forced, "autoreset": autoreset, "scaled": scaled}
        switches["sparse"] = sparse
        for name, value in switches.items():
            if not isinstance(value, bool | np.bool_):
                raise TypeError(f"{name} is True or False, {value!r} was given")
        self.game = game
        self.options = game.make_options(**options)
        if scaled and sparse:
            raise ValueError("observations are scaled or sparse, not both")
        self.num_games = num_games
        self.num_threads = min(num_threads, num_games)
        self.num_players: int = self.options.num_players
        self.autoreset = autoreset
        self.skip_forced = skip_forced
        self.sparse = sparse
        self.box = game.make_box(self.options)
        n, actions, length = num_games, game.actions.size, game.observation.size
        self.settings = np.zeros(NUM_SETTINGS, np.int64)
        self.settings[SKIP_FORCED] = skip_forced
        self.settings[AUTORESET] = autoreset
        self.settings[MAX_CYCLES] = np.iinfo(np.int32).max if max_cycles is None else max_cycles
        self.settings[REWARD] = REWARDS.index(reward)
        self.settings[SCALED] = scaled
        self.settings[SPARSE] = sparse
        self.states = np.zeros(n, game.state)
        self.final_states = np.zeros(n if autoreset else 1, game.state)
        # Memory that is only promised would be found and cleared when the first games end.
        self.final_states.view(np.uint8).fill(0)
        self.seeds = np.zeros(n, np.int64)
        self.cycles = np.zeros(n, np.int32)
        self._mask = np.zeros((n, actions), np.int8)
        self.observation = np.zeros((n, length), np.int8)
        self.scaled = np.zeros((n if scaled else 1, length), np.float32)
        self._to_move = np.zeros(n, np.int8)
        self._rewards = np.zeros((n, game.players[1]), np.float32)
        self._terminated = np.zeros(n, np.bool_)
        self._truncated = np.zeros(n, np.bool_)
        self.streams = make_streams(None, n)
        self._actions = np.zeros(n, np.int32)
        self._sampled = np.zeros(n, np.int32)
        self._scratch = np.zeros(length, np.int8)
        self._started = False
        self._user = 0  # the thread that is in a kernel with this batch
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
            self._mask,
            self.observation,
            self.scaled,
            self._scale,
            self._to_move,
            self._rewards,
            self._terminated,
            self._truncated,
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
        # The batch trusts these (an action is legal if the mask says so): users may only read.
        self.mask = _read_only(self._mask)
        self.to_move = _read_only(self._to_move)
        self.terminated = _read_only(self._terminated)
        self.truncated = _read_only(self._truncated)
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
            "mask",
            "to_move",
            "terminated",
            "truncated",
            "rewards",
            "_shown",
            "_team",
        }
        return {k: v for k, v in vars(self).items() if k not in process_only}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._connect()

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse to put another array in place of one that the kernels have the address of."""
        if name in _FIXED and "_shown" in vars(self):
            raise AttributeError(f"batch.{name} is filled in place: write batch.{name}[:] = ...")
        super().__setattr__(name, value)

    def copy(self) -> Batch:
        """Return an independent copy that goes on exactly like this batch."""
        self._settle()
        twin = Batch.__new__(Batch)
        twin.__setstate__(
            {
                k: v.copy() if isinstance(v, np.ndarray) else v
                for k, v in self.__getstate__().items()
            }
        )
        return twin

    @property
    def autoreset_mode(self) -> str:
        """When the next game starts, by the name in Gymnasium: "SameStep" or "Disabled"."""
        return "SameStep" if self.autoreset else "Disabled"

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
            if (given > _MAX_SEED).any():
                raise ValueError(f"seeds are below 2**63, {given.max()} was given")
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
        wrong = self._accept(actions)
        if wrong >= 0:
            raise self._illegal(wrong, int(self._actions[wrong]))
        return self._run()

    def _accept(self, actions: ArrayLike) -> int:
        """Take the actions of the next step; return the first game whose action is not legal.

        Returns -1 if all are legal. Raises if something is no action of the game at all.
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
        self._refuse_a_second_thread()
        self._actions[:] = given
        return _find_illegal(self._mask, self._actions)

    def _break_off(self, rows: NDArray[np.int64]) -> None:
        """End these games here, for a player who has chosen what is not legal.

        With autoreset the next `_run` starts their next games. The result is the caller's affair.
        """
        if self.autoreset:
            self.final_states[rows] = self.states[rows]
            for row in rows.tolist():
                self.seeds[row] = next_seed(self.seeds[row])
            self._actions[rows] = RESET
        else:
            self._mask[rows] = 0
            self._terminated[rows] = True
            self._actions[rows] = WAIT

    def _need_games(self, wanted: str) -> None:
        """Refuse to touch records that hold no game yet."""
        if not self._started:
            raise RuntimeError(f"call reset() before {wanted}()")
        self._settle()

    def _settle(self) -> None:
        """Let the threads finish what an interrupt has left."""
        if self._team is not None and self._team.process == os.getpid():
            self._team.settle()

    def sample(self) -> NDArray[np.int32]:
        """Return a random legal action for every game (-1 where none is legal)."""
        self._need_games("sample")
        if JIT_ENABLED:
            self._share(self._driver.sample)
        else:
            choose_rows(self._mask, self.streams, self._sampled, 0, self.num_games)
        return self._sampled.copy()

    def look(self) -> Step:
        """Write masks and observations anew, after states have been changed by hand."""
        self._started = True
        return self._run(LOOK)

    def resume(self) -> Step:
        """Go on to the next decision, after positions have been set up by `Game.arrange`."""
        self._started = True
        return self._run(RESUME)

    def _run(self, instead_of_actions: int | None = None) -> Step:
        if instead_of_actions is not None:
            self._actions[:] = instead_of_actions
        self._share(self.enter)
        return self._shown

    def _enter_plainly(self, table: int, first: int, last: int, action: int) -> int:
        """Do what the kernel `_enter` does, without compilation."""
        if action != WAIT:
            if action >= self._mask.shape[1] or not self._mask[first, action]:
                return -1
            self._actions[first] = action
        return self._driver.advance(*self._arrays, first, last)

    def _share(self, function: Callable[[int, int, int, int], int]) -> None:
        """Call a kernel for all games, in as many threads as there are."""
        self._refuse_a_second_thread()
        self._user = get_ident()
        try:
            if self.num_threads == 1 or not JIT_ENABLED:
                function(self.table, 0, self.num_games, WAIT)
                return
            # Threads do not follow into a process that was forked.
            if self._team is None or self._team.process != os.getpid():
                kept = (self._addresses, self._arrays, self.streams, self._sampled)
                self._team = Team(self.num_threads, self.num_games, kept)
            self._team.run(function, self.table)
        finally:
            self._user = 0

    def _refuse_a_second_thread(self) -> None:
        """Two threads in one batch would play on each other's half-finished games.

        A thread that finds itself here was interrupted (Ctrl-C) before it could sign off.
        """
        if self._user not in (0, get_ident()):
            raise RuntimeError(_BUSY)

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
        row_array = _as_numbers("rows", rows)
        player_array = _as_numbers("players", players)
        if player_array.size not in (1, row_array.size):
            raise ValueError(
                f"players are one number or one for each of {row_array.size} rows, "
                f"{player_array.size} were given"
            )
        player_array = np.broadcast_to(player_array, row_array.shape).copy()
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

    def pack(self, rows: NDArray[np.int64], out: Sparse) -> None:
        """Add what the player to move sees and may do in the given games, without the zeros."""
        self._need_games("pack")
        row_array = _as_numbers("rows", rows)
        if ((row_array < 0) | (row_array >= self.num_games)).any():
            raise IndexError(f"rows are 0..{self.num_games - 1}, {rows!r} were given")
        out.make_room(row_array.size)
        self._driver.pack_rows(
            *(self.states, self.box, self._mask, row_array, self._scratch),
            *(out.starts, out.places, out.values, out.legal_starts, out.legal, out.count),
        )
        out.count += row_array.size

    def _check_players(self, players: NDArray[np.int64]) -> None:
        wrong = players[(players < 0) | (players >= self.num_players)]
        if wrong.size:
            raise IndexError(f"players are 0..{self.num_players - 1}, {wrong[0]} was given")

    def playout(self) -> int:
        """Play every game to its end with random legal actions; return the decisions played.

        Results stand in `states["reward"]`; call `reset` or `look` before stepping on.
        """
        self._need_games("playout")
        most = self.game.max_decisions
        return self._driver.playout_rows(
            self.states, self.box, self.streams, self.settings[REWARD], most
        )

    # -- keeping ------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the games to a file from which `restore` goes on exactly.

        The file is there as a whole or not at all; an older one stays until then.
        """
        self._need_games("save")
        write_atomically(path, self._dump())

    def _dump(self) -> bytes:
        """Return what `save` writes."""
        content = {
            "id": np.array(self.game.id),
            "options": np.array(self._options_text()),
            "fields": np.array(self._fields_text()),
            "states": self.states.view(np.uint8).reshape(self.num_games, -1),
            "seeds": self.seeds,
            "cycles": self.cycles,
            "streams": self.streams,
        }
        file = io.BytesIO()
        np.savez(file, **content, checksum=np.array(_checksum(content)))  # type: ignore[arg-type]
        return file.getvalue()

    def restore(self, path: str | Path) -> Step:
        """Go on with the games that `save` wrote.

        Nothing runs on the records before they are found whole: the checksum, the numbers that
        every game has, the ranges that the game declares and its invariants.

        Raises:
            ValueError: If the file is damaged, or of another game, release, number of games or
                options; the batch is as it was then.
        """
        return self._load(path, str(path))

    def _load(self, source: str | Path | IO[bytes], path: str) -> Step:
        """Do what `restore` does, from a file or its content; errors name it by `path`."""
        kept = _read_saved(source, path, MOST_UNPACKED + 2 * self.states.nbytes)
        found, options = str(kept["id"]), str(kept["options"])
        if found != self.game.id:
            raise ValueError(f"{path} holds games of {found}, not of {self.game.id}")
        if options != self._options_text():
            raise ValueError(
                f"{path} holds games with the options {options}, "
                f"this batch has {self._options_text()}"
            )
        if str(kept["fields"]) != self._fields_text():
            raise ValueError(f"{path} was written by a release with other records of {found}")
        count = len(kept["states"]) if kept["states"].ndim else 0
        if count != self.num_games:
            raise ValueError(f"{path} holds {count} games, this batch {self.num_games}")
        if str(kept["checksum"]) != _checksum(kept):
            raise ValueError(f"{path} is damaged: its checksum is not that of its content")
        for name, wanted in (
            ("states", self.states.view(np.uint8).reshape(self.num_games, -1)),
            ("seeds", self.seeds),
            ("cycles", self.cycles),
            ("streams", self.streams),
        ):
            if kept[name].dtype != wanted.dtype or kept[name].shape != wanted.shape:
                raise ValueError(
                    f"{path} holds no saved games: {name} is an array of {kept[name].dtype} "
                    f"with shape {kept[name].shape}"
                )
        states = np.ascontiguousarray(kept["states"]).view(self.game.state).reshape(-1)
        self._refuse_broken(states, kept, path)
        self._settle()
        self.states[:] = states
        self.seeds[:] = kept["seeds"]
        self.cycles[:] = kept["cycles"]
        self.streams[:] = kept["streams"]
        return self.look()

    def _refuse_broken(
        self, states: NDArray[Any], kept: dict[str, NDArray[Any]], path: str
    ) -> None:
        """Raise if a record is none that the rules could have left."""
        if (kept["seeds"] < 0).any():
            problem = "a negative seed"
        elif (kept["cycles"] < 0).any():
            problem = "a negative number of decisions"
        else:
            problem = self.find_problem(states)
        if problem:
            raise ValueError(f"{path} holds no game that could have been played: {problem}")

    def find_problem(self, states: NDArray[Any]) -> str:
        """Return why records for this batch are none that the rules could have left, or ""."""
        problem = find_out_of_range(self.game, states, self.num_players)
        if problem:
            return problem
        numbers = np.zeros(self.num_games, np.int32)
        self._driver.check_rows(states, self.box, numbers)
        broken = np.flatnonzero(numbers)
        if broken.size:
            row = int(broken[0])
            return f"game {row}: {self.game.broken[numbers[row]]}"
        if self.game.ask_anew is None:
            return ""
        twin = self.copy()
        twin.states[:] = states
        running = states["done"] == 0
        for i in np.flatnonzero(running):
            self.game.ask_anew(twin.states[i])
        twin._actions[:] = np.where(running, RESUME, WAIT)
        twin._share(twin.enter)
        differs = twin.states.view(np.uint8) != states.view(np.uint8)
        wrong = np.flatnonzero(differs.reshape(self.num_games, -1).any(1))
        return f"game {wrong[0]}: the rules would not ask this question" if wrong.size else ""

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
    if value > _MOST:
        raise ValueError(f"{name} is at most {_MOST}, {value} was given")
    return int(value)


def _as_numbers(name: str, given: ArrayLike) -> NDArray[np.int64]:
    """Return one number or a row of them as an array, or raise."""
    array = np.atleast_1d(np.asarray(given))
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(
            f"{name} are integers in one row, an array of {array.dtype} "
            f"with shape {array.shape} was given"
        )
    return array.astype(np.int64)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Return a view of an array that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def _checksum(content: dict[str, NDArray[Any]]) -> str:
    """Return a checksum of the arrays of a saved file."""
    digest = hashlib.sha256()
    for name in _SAVED:
        array = np.ascontiguousarray(content[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}\0".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def _read_saved(source: str | Path | IO[bytes], path: str, most: int) -> dict[str, NDArray[Any]]:
    """Return the arrays of a saved file, or raise ValueError."""
    try:
        file = source if hasattr(source, "read") else io.BytesIO(Path(source).read_bytes())
        return read_arrays(file, (*_SAVED, "checksum"), most)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError):
        raise
    except Exception as error:  # a damaged archive raises whatever zip or numpy comes upon
        raise ValueError(f"{path} holds no saved games: {error}") from None


def as_seed(seed: Any) -> int:
    """Return a seed as a plain integer, or raise."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise TypeError(f"a seed is an integer, {seed!r} was given")
    if seed < 0:
        raise ValueError(f"a seed is not negative, {seed} was given")
    if seed >= 2**63:
        raise ValueError(f"a seed is below 2**63, {seed} was given")
    return int(seed)


def check_illegal_action(given: str) -> None:
    """Raise if there is no such way to treat an illegal action."""
    if given not in ILLEGAL_ACTIONS:
        allowed = " or ".join(ILLEGAL_ACTIONS)
        raise ValueError(f"illegal_action is {allowed}, {given!r} was given")


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
