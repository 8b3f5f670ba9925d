"""One seat in each of many games, as Gymnasium's own vector environment on one Batch.

`gymnasium.make_vec("spaceenvs/galaxy-v0", num_envs=1024)` gives one. A game that ends starts anew
in the same step (`AutoresetMode.SAME_STEP`): the last observation stands in `infos["final_obs"]`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import vector
from gymnasium.spaces import Discrete
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from spaceenvs.core.batch import Batch, as_seed
from spaceenvs.core.game import Game
from spaceenvs.core.opponents import Lineup, Opponent
from spaceenvs.core.rendering import RENDER_MODES, check_render_mode, warn_no_render_mode
from spaceenvs.core.seat import Seats, observation_space


def _autoreset_mode(name: str) -> Any:
    """Return the mode as Gymnasium writes it: an enum since version 1.1."""
    modes = getattr(vector, "AutoresetMode", str)
    return modes(name)


class SeatVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """One seat in each of many games, as a Gymnasium VectorEnv.

    There is no Python per environment: all games step in one kernel call, the opponents
    answer for all games at once. `infos["action_mask"]` (games, actions) tells the legal
    actions, `infos["seat"]` the learner's seats.

    Args:
        game: The game, as `spaceenvs.load("galaxy")` returns it.
        num_envs: How many games are played at once.
        opponents: "random", a function of batched observations and masks, one of these for
            every other seat in turn order, or a `Lineup` that chooses them game by game.
        seat: The learner's seat, or None to change it from game to game.
        scaled: Whether observations are float32 in [-1, 1] or plain int8.
        render_mode: "human" (prints the first game), "ansi", "svg" or "rgb_array".
        illegal_action: "terminate" ends the game, terminated, with -1 for the learner and nothing
            for the others; "raise" raises and leaves the games as they were.
        **kwargs: `num_threads`, `max_cycles`, `reward`, `skip_forced` and the game's options.

    >>> import gymnasium, spaceenvs
    >>> envs = gymnasium.make_vec("spaceenvs/galaxy-v0", num_envs=16, num_players=2)
    >>> observations, infos = envs.reset(seed=1)
    >>> actions = infos["action_mask"].argmax(1)
    >>> observations, rewards, terminated, truncated, infos = envs.step(actions)
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        opponents: str | Opponent | Lineup | Sequence[str | Opponent] = "random",
        seat: int | None = None,
        scaled: bool = True,
        render_mode: str | None = None,
        illegal_action: str = "terminate",
        **kwargs: Any,
    ) -> None:
        check_render_mode(render_mode)
        self.game = game
        self.batch = Batch(game, num_envs, scaled=scaled, **kwargs)
        if not self.batch.autoreset:
            raise ValueError("a vector environment starts new games itself: autoreset is True")
        self._seats = Seats(self.batch, opponents, seat, scaled, illegal_action)
        self.num_envs = self.batch.num_games
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "autoreset_mode": _autoreset_mode(self.batch.autoreset_mode),
        }
        self.single_observation_space = observation_space(game, scaled)
        self.single_action_space = Discrete(game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._everywhere = np.ones(self.num_envs, np.bool_)
        self._playing = False

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,  # type: ignore[override]
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Start new games and play them to the learner's first decision.

        Args:
            seed: One seed from which every game gets its own, or a seed for each, or None.
            options: None are known; `reset_mask` is refused, since games start anew themselves.
        """
        if options and "reset_mask" in options:
            raise ValueError(
                "reset_mask is for environments that do not start new games themselves"
            )
        if seed is None:
            given: int | Sequence[int] = int(self.np_random.integers(2**62))
        elif isinstance(seed, Sequence):
            given = [as_seed(one) for one in seed]
            self._seats.seed(int(np.random.SeedSequence(given).generate_state(1)[0]))
        else:
            given = as_seed(seed)
            super().reset(seed=given)
            self._seats.seed(given)
        self._seats.reset(given)
        self._playing = True
        return self._seats.observations.copy(), self._infos()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play the learner's actions and let the opponents answer.

        Raises:
            IllegalActionError: If an action is out of range, or not legal and
                `illegal_action="raise"`; no game has changed then.
        """
        if not self._playing:
            raise RuntimeError("call reset() before step()")
        seats = self._seats
        seats.step(actions)
        infos = self._infos()
        if seats.ended.any():
            self._add_ends(infos)
        return (
            seats.observations.copy(),
            seats.returns.astype(np.float64),
            seats.ended & ~seats.cut,
            seats.cut.copy(),
            infos,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, for all games at once."""
        return self.batch.mask != 0

    def _infos(self) -> dict[str, Any]:
        """Return masks and seats as Gymnasium stacks infos: `_name` tells who has an entry."""
        return {
            "action_mask": self.batch.mask.copy(),
            "_action_mask": self._everywhere.copy(),
            "seat": self._seats.seats.copy(),
            "_seat": self._everywhere.copy(),
        }

    def _add_ends(self, infos: dict[str, Any]) -> None:
        """Add the last observation and info of the games that have ended."""
        seats = self._seats
        ended = seats.ended.copy()
        last = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(ended).tolist():
            last[row] = seats.final_observation[row].copy()
        infos["final_obs"], infos["_final_obs"] = last, ended
        infos["final_info"] = {
            "action_mask": np.zeros_like(self.batch.mask),
            "_action_mask": ended.copy(),
            "seat": np.where(ended, seats.final_seats, 0),
            "_seat": ended.copy(),
        }
        infos["_final_info"] = ended.copy()

    def render(self) -> tuple[Any, ...] | None:
        """Draw the positions as the learner sees them: see `render_mode`."""
        if self.render_mode is None:
            warn_no_render_mode()
            return None
        if self.render_mode == "human":
            sys.stdout.write(f"{self._seats.draw(0, 'human')}\n")
            return None
        return tuple(self._seats.draw(row, self.render_mode) for row in range(self.num_envs))
