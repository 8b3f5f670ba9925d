"""One seat against opponents: a Gymnasium environment, and an SB3 VecEnv on a Batch.

Gymnasium's own vector environment is in `vector.py`.

The learner sits on one seat of every game and sees only its own decisions; the opponents
play the others. The learner's return is its own final reward.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box as BoxSpace
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from spaceenvs.core.batch import Batch, as_seed, check_illegal_action
from spaceenvs.core.driver import WAIT
from spaceenvs.core.errors import IllegalActionError
from spaceenvs.core.game import Game
from spaceenvs.core.jit import kernel
from spaceenvs.core.opponents import Lineup, Opponent, make_lineup
from spaceenvs.core.rendering import (
    RENDER_MODES,
    check_render_mode,
    render,
    warn_no_render_mode,
)

HAS_SB3 = importlib.util.find_spec("stable_baselines3") is not None

if TYPE_CHECKING or HAS_SB3:
    from stable_baselines3.common.vec_env.base_vec_env import VecEnv
else:
    VecEnv = object  # The core does without stable-baselines3; SeatVecEnv says so.


@kernel
def _find_waiting(
    to_move: NDArray[np.int8],
    seats: NDArray[np.int64],
    over: NDArray[np.bool_],
    cut: NDArray[np.bool_],
    autoreset: bool,
    rows: NDArray[np.int64],
) -> int:
    """Write the games in which an opponent must decide; return how many there are."""
    count = 0
    for i in range(seats.size):
        if to_move[i] != seats[i] and (autoreset or not (over[i] or cut[i])):
            rows[count] = i
            count += 1
    return count


@kernel
def _find_ended(
    over: NDArray[np.bool_],
    cut: NDArray[np.bool_],
    rows: NDArray[np.int64],
    ended: NDArray[np.int64],
) -> int:
    """Write which of the given games have ended; return how many there are."""
    count = 0
    for k in range(rows.size):
        if over[rows[k]] or cut[rows[k]]:
            ended[count] = rows[k]
            count += 1
    return count


def observation_space(game: Game, scaled: bool = True) -> BoxSpace:
    """Return the space of a game's observations: float32 in [-1, 1], or plain int8."""
    length = (game.observation.size,)
    if scaled:
        return BoxSpace(-1.0, 1.0, length, np.float32)
    return BoxSpace(-128, 127, length, np.int8)


class Seats:
    """Many games in each of which one seat is the learner's; the opponents play the rest.

    What the Gymnasium environment and the VecEnv share. A game goes on by itself until the
    learner must decide; where it ends, `ended`, `returns` and `final_observation` tell how.

    Args:
        batch: The games; they must start anew by themselves (`autoreset=True`).
        opponents: One opponent for all other seats, or one for every seat after the
            learner's, in turn order, or a `Lineup` that chooses them game by game.
        seat: The learner's seat, or None to change it from game to game.
        scaled: Whether observations are float32 in [-1, 1] or plain int8.
        illegal_action: "terminate" ends the game, terminated, with -1 for the learner and nothing
            for the others; "raise" raises and leaves the games as they were.
    """

    def __init__(
        self,
        batch: Batch,
        opponents: str | Opponent | Lineup | Sequence[str | Opponent] = "random",
        seat: int | None = None,
        scaled: bool = True,
        illegal_action: str = "terminate",
    ) -> None:
        players = batch.num_players
        check_illegal_action(illegal_action)
        if seat is not None:
            if isinstance(seat, bool) or not isinstance(seat, int | np.integer):
                raise TypeError(f"seat is an integer or None, {seat!r} was given")
            if not 0 <= seat < players:
                raise ValueError(f"seat is 0..{players - 1} or None, {seat} was given")
        self.batch = batch
        self.lineup = make_lineup(opponents, players)
        self.fixed_seat = seat
        self._raise_illegal = illegal_action == "raise"
        n = batch.num_games
        self.seats = np.zeros(n, np.int64)
        self.final_seats = np.zeros(n, np.int64)
        self.ended = np.zeros(n, np.bool_)
        self.cut = np.zeros(n, np.bool_)
        self.returns = np.zeros(n, np.float32)
        self.observations = batch.scaled if scaled else batch.observation
        self._scale = batch.game.observation.scale if scaled else None
        self._games_begun = np.zeros(n, np.int64)
        self._is_broken_off = False  # in the middle of the opponents' turns
        self.final_observation = np.zeros_like(self.observations)

    def seed(self, seed: int) -> None:
        """Start the order of the learner's seats and the choices of the opponents anew."""
        self._games_begun[:] = np.arange(self.batch.num_games)
        self.lineup.reseed(seed)

    def reset(self, seed: int | Sequence[int] | None) -> None:
        """Start new games and play them to the learner's first decision."""
        self._is_broken_off = False
        self.batch.reset(seed)
        everywhere = np.arange(self.batch.num_games)
        self._sit_down(everywhere)
        self.ended[:] = False
        self._play_opponents()
        self.ended[:] = False

    def step(self, actions: NDArray[Any]) -> None:
        """Play the learner's actions, then the opponents until the learner must decide."""
        if self._is_broken_off:
            raise RuntimeError(
                "the last step was broken off while the opponents played: call reset()"
            )
        given = np.asarray(actions)
        if given.dtype.kind in "iu" and (given < 0).any():  # the batch would take it as WAIT
            raise IllegalActionError(
                f"{self.batch.game.name} has actions 0..{self.batch.game.actions.size - 1}, "
                f"{given.min()} was given"
            )
        self.ended[:] = False
        self.cut[:] = False
        self.returns[:] = 0
        batch = self.batch
        wrong = batch._accept(actions)
        if wrong < 0:
            batch._run()
            self._note_ends(np.flatnonzero(batch.terminated | batch.truncated))
        else:
            self._step_with_offenders(given, wrong)
        self._play_opponents()

    def _step_with_offenders(self, actions: NDArray[Any], first: int) -> None:
        """Play where the learner's action is legal; end the other games, the learner punished."""
        batch = self.batch
        far = np.flatnonzero(actions >= batch.mask.shape[1])
        if far.size:
            raise batch._illegal(int(far[0]), int(actions[far[0]]))
        if self._raise_illegal:
            raise batch._illegal(first, int(actions[first]))
        offended = np.flatnonzero(batch.mask[np.arange(batch.num_games), actions] == 0)
        batch._break_off(offended)
        self.ended[offended] = True
        self.returns[offended] = -1
        self._keep_last_view(offended)
        if batch.autoreset or offended.size < batch.num_games:
            batch._run()
        fresh = batch.terminated | batch.truncated
        fresh[offended] = False
        self._note_ends(np.flatnonzero(fresh))
        if batch.autoreset:
            self._sit_down(offended)

    def _sit_down(self, rows: NDArray[np.int64]) -> None:
        """Give the learner its seat in games that begin, and choose its opponents."""
        if self.fixed_seat is None:
            self.seats[rows] = self._games_begun[rows] % self.batch.num_players
        else:
            self.seats[rows] = self.fixed_seat
        self._games_begun[rows] += 1
        self.lineup.begin(self, rows)

    def _play_opponents(self) -> None:
        """Let the opponents play wherever the learner is not to move."""
        batch = self.batch
        # The kernels are compiled for arrays that can be written to.
        to_move, over, cut = batch._to_move, batch._terminated, batch._truncated
        self._is_broken_off = True
        actions = np.empty(batch.num_games, np.int32)
        waiting, ended = np.empty((2, batch.num_games), np.int64)
        # Some twenty rounds for one decision of the learner: two kernels look for what to do,
        # since numpy takes longer to be called than to look through a few games.
        while count := _find_waiting(to_move, self.seats, over, cut, batch.autoreset, waiting):
            rows = waiting[:count]
            actions[:] = WAIT
            self.lineup.act(self, rows, actions)
            if (actions[rows] < 0).any():  # nobody would ever play there
                raise IllegalActionError(
                    f"the lineup {self.lineup!r} wrote no action of an opponent for game "
                    f"{int(rows[np.argmin(actions[rows])])}"
                )
            batch.step(actions)
            self._note_ends(ended[: _find_ended(over, cut, rows, ended)])
        self._is_broken_off = False

    def _note_ends(self, rows: NDArray[np.int64]) -> None:
        """Keep result and last observation of games that have just ended."""
        if rows.size == 0:
            return
        batch = self.batch
        # A game may end, and the next one too, before the learner decides: the first counts.
        fresh = rows[~self.ended[rows]]
        self.ended[fresh] = True
        self.cut[fresh] = batch.truncated[fresh]
        self.returns[fresh] = batch.rewards[fresh, self.seats[fresh]]
        self._keep_last_view(fresh)
        if batch.autoreset:
            self._sit_down(rows)

    def _keep_last_view(self, rows: NDArray[np.int64]) -> None:
        """Keep what the learner sees at the end of games, and from which seat."""
        batch = self.batch
        self.final_seats[rows] = self.seats[rows]
        look = batch.final_observation if batch.autoreset else batch.observe
        seen = look(rows, self.seats[rows])
        self.final_observation[rows] = seen if self._scale is None else seen * self._scale

    def draw(self, row: int, mode: str) -> str | NDArray[np.uint8]:
        """Draw the position of a game as the learner sees it."""
        batch = self.batch
        batch._need_games("render")
        return render(batch.game, batch.states[row], batch.box[0], mode, int(self.seats[row]))


class SeatEnv(gymnasium.Env[NDArray[Any], Any]):
    """One seat of a game against opponents, as a Gymnasium environment.

    `info["action_mask"]` and `action_masks()` (for sb3-contrib) tell the legal actions.

    Args:
        game: The game, as `spaceenvs.load("galaxy")` returns it.
        opponents: "random", a function of batched observations and masks, one of these for
            every other seat in turn order, or a `Lineup` that chooses them game by game.
        seat: The learner's seat, or None to change it from game to game.
        render_mode: "human" (prints), "ansi", "svg" or "rgb_array".
        illegal_action: "terminate" ends the game, terminated, with -1 for the learner and nothing
            for the others; "raise" raises and leaves the games as they were.
        **kwargs: `max_cycles`, `reward`, `skip_forced` and the options of the game.

    >>> import spaceenvs
    >>> env = spaceenvs.make_seat("galaxy-v0", num_players=2)
    >>> observation, info = env.reset(seed=1)
    >>> action = int(info["action_mask"].nonzero()[0][0])
    >>> observation, reward, terminated, truncated, info = env.step(action)
    """

    def __init__(
        self,
        game: Game,
        *,
        opponents: str | Opponent | Lineup | Sequence[str | Opponent] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        illegal_action: str = "terminate",
        **kwargs: Any,
    ) -> None:
        check_render_mode(render_mode)
        self.game = game
        self.render_mode = render_mode
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self._batch = Batch(game, 1, autoreset=False, scaled=True, **kwargs)
        self._seats = Seats(self._batch, opponents, seat, illegal_action=illegal_action)
        self.observation_space = observation_space(game)
        self.action_space = Discrete(game.actions.size)
        self._playing = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Start a new game and play it to the learner's first decision."""
        super().reset(seed=seed)
        if seed is not None:
            self._seats.seed(as_seed(seed))
        self._seats.reset(int(self.np_random.integers(2**62)) if seed is None else seed)
        self._playing = True
        return self._seats.observations[0].copy(), self._info()

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play the learner's action and let the opponents answer.

        Raises:
            IllegalActionError: If the action is out of range, or not legal and
                `illegal_action="raise"`; the game has not changed then.
        """
        if not self._playing:
            raise RuntimeError("call reset() before step(), also after the end of a game")
        if np.ndim(action) != 0:
            raise TypeError(f"an action is one integer, {action!r} was given")
        self._seats.step(np.atleast_1d(action))
        seats = self._seats
        over = bool(seats.ended[0])
        if over:
            self._playing = False
        seen = seats.final_observation if over else seats.observations
        cut = bool(seats.cut[0])
        return seen[0].copy(), float(seats.returns[0]), over and not cut, cut, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib asks for it."""
        return self._batch.mask[0] != 0

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._batch.mask[0].copy(), "seat": int(self._seats.seats[0])}

    def render(self) -> Any:
        """Draw the position as the learner sees it."""
        if self.render_mode is None:
            warn_no_render_mode()
            return None
        picture = self._seats.draw(0, self.render_mode)
        if self.render_mode == "human":
            sys.stdout.write(f"{picture}\n")
            return None
        return picture


class SeatVecEnv(VecEnv):
    """One seat in each of many games, as a stable-baselines3 VecEnv on one Batch.

    There is no Python per environment: all games step in one kernel call, the opponents
    answer for all games at once. `env_method("action_masks")` serves MaskablePPO. Where a game
    ends, its info holds the return and the number of the learner's decisions as a Monitor writes
    them, so that `ep_rew_mean` appears in the log.

    Args:
        game: The game, as `spaceenvs.load("galaxy")` returns it.
        num_envs: How many games are played at once.
        opponents: "random", a function of batched observations and masks, one of these for
            every other seat in turn order, or a `Lineup` that chooses them game by game.
        seat: The learner's seat, or None to change it from game to game.
        scaled: Whether observations are float32 in [-1, 1], or plain int8 for a network that
            applies `game.observation.scale` itself.
        seed: The seed of the first games.
        render_mode: "human" (prints the first game), "ansi", "svg" or "rgb_array".
        illegal_action: "terminate" ends the game, terminated, with -1 for the learner and nothing
            for the others; "raise" raises and leaves the games as they were.
        **kwargs: `num_threads`, `max_cycles`, `reward`, `skip_forced` and the game's options.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        opponents: str | Opponent | Lineup | Sequence[str | Opponent] = "random",
        seat: int | None = None,
        scaled: bool = True,
        seed: int | None = None,
        render_mode: str | None = None,
        illegal_action: str = "terminate",
        **kwargs: Any,
    ) -> None:
        check_render_mode(render_mode)
        if not HAS_SB3:
            raise ImportError('a VecEnv needs stable-baselines3: pip install "spaceenvs[agents]"')
        self.game = game
        self.batch = Batch(game, num_envs, scaled=scaled, **kwargs)
        self._seats = Seats(self.batch, opponents, seat, scaled, illegal_action)
        self._next_seed = seed
        self._actions: NDArray[Any] = np.zeros(num_envs, np.int32)
        self._decisions = np.zeros(num_envs, np.int64)
        self._begun = time.time()
        self.metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.render_mode = render_mode
        super().__init__(num_envs, observation_space(game, scaled), Discrete(game.actions.size))

    def reset(self) -> NDArray[Any]:
        """Start new games and return the learner's observations."""
        if self._next_seed is not None:
            self._seats.seed(as_seed(self._next_seed))
        self._seats.reset(self._next_seed)
        self._next_seed = None
        self._decisions[:] = 0
        return self._seats.observations.copy()

    def seed(self, seed: int | None = None) -> list[int | None]:  # type: ignore[override]
        """Set the seed of the games that the next reset starts."""
        self._next_seed = seed
        return [seed] * self.num_envs

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the learner's actions."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play them and return observations, rewards, ends and infos."""
        seats = self._seats
        seats.step(self._actions)
        self._decisions += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(seats.ended)
        if ended.size:
            seconds = round(time.time() - self._begun, 6)
        for row in ended.tolist():
            length = int(self._decisions[row])
            infos[row] = {
                "terminal_observation": seats.final_observation[row].copy(),
                "TimeLimit.truncated": bool(seats.cut[row]),
                "episode": {"r": float(seats.returns[row]), "l": length, "t": seconds},
            }
        self._decisions[ended] = 0
        return seats.observations.copy(), seats.returns.copy(), seats.ended.copy(), infos

    def render(self, mode: str | None = None) -> Any:
        """Draw the positions as the learner sees them: see `render_mode`.

        All games tiled into one picture ("rgb_array"), or the first one.
        """
        if self.render_mode is None:
            warn_no_render_mode()
            return None
        if self.render_mode == "rgb_array":
            return super().render(mode)
        picture = self._seats.draw(0, self.render_mode)
        if self.render_mode == "human":
            sys.stdout.write(f"{picture}\n")
            return None
        return picture

    def get_images(self) -> list[Any]:
        """Return a picture of every game, for videos."""
        return [self._seats.draw(row, "rgb_array") for row in range(self.num_envs)]

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, for all games at once."""
        return self.batch.mask != 0

    def close(self) -> None:
        """Nothing is open."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute once for every environment."""
        return [getattr(self, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute: all games share one object."""
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Serve `action_masks`, the one method that differs from game to game."""
        if method_name != "action_masks":
            raise AttributeError(
                f"the games of a SeatVecEnv share one object: only action_masks can be called, "
                f"{method_name!r} was asked for"
            )
        return list(self.action_masks()[self._rows(indices)])

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False] * len(self._rows(indices))

    def _rows(self, indices: int | Iterable[int] | None) -> list[int]:
        return list(self._get_indices(indices))
