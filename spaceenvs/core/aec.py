"""The PettingZoo AEC environment of any game: the stepping kernel on a batch of one.

Order, range and legality are checked here, without PettingZoo's wrapper stack, which costs
twelve to forty times an empty step.
"""

from __future__ import annotations

import hashlib
import io
import json
import operator
import sys
from pathlib import Path
from typing import Any, Literal, cast, overload

import numpy as np
from gymnasium.spaces import Box as BoxSpace
from gymnasium.spaces import Dict as DictSpace
from gymnasium.spaces import Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from spaceenvs.core.batch import Batch, Step, as_seed, check_illegal_action, illegal_action
from spaceenvs.core.driver import SEAT, TERMINATED, TRUNCATED, driver
from spaceenvs.core.game import Game
from spaceenvs.core.rendering import (
    RENDER_MODES,
    check_render_mode,
    render,
    warn_no_render_mode,
)
from spaceenvs.core.rng import next_seed
from spaceenvs.core.truth import find_bounds, flatten

_FIRST = np.zeros(1, np.int64)
"""The rows of a batch of one."""

RENDER_VIEWS = ("all", "to_move")
"""What a picture shows: everything, what the agent to act sees; or an agent's view by its name."""

_MAGIC = b"spaceenvs game 1\n"


class _HeldBatch(Batch):
    """The batch of an environment, which alone knows whose turn it is and who has left."""

    def save(self, path: str | Path) -> None:
        """Refuse: half of the game would be missing."""
        raise RuntimeError("the batch of an environment is not saved alone: use env.save()")

    def restore(self, path: str | Path) -> Step:
        """Refuse: the environment would not notice."""
        raise RuntimeError("the batch of an environment is not restored alone: use env.restore()")


_KEPT = (
    *("agents", "agent_selection", "rewards", "_cumulative_rewards"),
    *("terminations", "truncations", "_skip_agent_selection"),
)
"""What an environment knows besides the record of the game."""
_KINDS_KEPT = {
    **dict.fromkeys(("rewards", "_cumulative_rewards"), float),
    **dict.fromkeys(("terminations", "truncations"), bool),
}


class SpaceEnv(AECEnv[str, dict[str, NDArray[Any]], int]):  # type: ignore[misc]
    """Any game as a PettingZoo AEC environment.

    Observations are `{"observation": float32 in [-1, 1], "action_mask": int8}`; the arrays
    are fresh ones, yours to keep. The mask is all zero for agents who are not to move.
    Rewards come at the end, for all agents at once.

    Args:
        game: The game, as `spaceenvs.load("galaxy")` returns it.
        render_mode: "human" (prints), "ansi", "svg" or "rgb_array".
        render_view: Whose eyes `render` takes: "all" shows everything, hands too; "to_move" what
            the agent to act sees; "player_1" what that agent sees.
        max_cycles: Truncate the game after so many decisions.
        reward: "winner" (winners share +1, the others -1), "rank" or "score".
        illegal_action: "terminate" ends the game and punishes the offender alone; "raise"
            raises and leaves the game as it was.
        skip_forced: Play decisions with one legal action without asking.
        **options: The options of the game, `num_players` among them.

    >>> import spaceenvs
    >>> from spaceenvs.core.sample import Sampler
    >>> env = spaceenvs.make("galaxy-v0", num_players=3)
    >>> env.reset(seed=1)
    >>> sample = Sampler(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     over = terminated or truncated
    ...     env.step(None if over else sample(observation["action_mask"]))
    """

    def __init__(
        self,
        game: Game,
        *,
        render_mode: str | None = None,
        render_view: str = "all",
        max_cycles: int | None = None,
        reward: str = "winner",
        illegal_action: str = "terminate",
        skip_forced: bool = True,
        **options: Any,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        check_illegal_action(illegal_action)
        self.game = game
        self.render_mode = render_mode
        self._raise_illegal = illegal_action == "raise"
        self._batch = _HeldBatch(
            game,
            1,
            reward=reward,
            skip_forced=skip_forced,
            autoreset=False,
            max_cycles=max_cycles,
            scaled=True,
            **options,
        )
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{p}" for p in range(self._batch.num_players)]
        if render_view not in (*RENDER_VIEWS, *self.possible_agents):
            allowed = ", ".join((*RENDER_VIEWS, *self.possible_agents))
            raise ValueError(f"render_view is one of {allowed}; {render_view!r} was given")
        self.render_view = render_view
        length, actions = game.observation.size, game.actions.size
        self.observation_spaces = {
            agent: DictSpace(
                {
                    "observation": BoxSpace(-1.0, 1.0, (length,), np.float32),
                    "action_mask": BoxSpace(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self.state_space = BoxSpace(*find_bounds(game.state), dtype=np.float32)
        self.agents: list[str] = []
        self._over = True
        self._seeded = False
        self._num_actions = actions
        self._connect()

    def _connect(self) -> None:
        """Keep at hand what every step touches; needed again after a copy."""
        self._enter = self._batch.enter
        self._table = self._batch.table
        self._mask = self._batch._mask[0]
        self._scaled = self._batch.scaled[0]
        self._observe_rows = driver(self.game).observe_rows
        self._scale = self.game.observation.scale
        self._seats = np.arange(len(self.possible_agents))

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle the running game; what points into its arrays is made anew."""
        connected = {"_enter", "_table", "_mask", "_scaled", "_observe_rows"}
        return {name: value for name, value in vars(self).items() if name not in connected}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._connect()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let `last` of a subclass with an `observe` of its own use that."""
        super().__init_subclass__(**kwargs)
        if "observe" in vars(cls) and "last" not in vars(cls):
            cls.last = SpaceEnv._last  # type: ignore[method-assign]

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> DictSpace:
        """Return the space of an agent's observations; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions; the same object every time."""
        return self.action_spaces[agent]

    @property
    def batch(self) -> Batch:
        """The batch of one that holds the game: `env.batch.states[0]` is its record."""
        return self._batch

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game: from a seed, or with None the one that follows the last game."""
        if seed is not None:
            self._batch.seeds[0] = as_seed(seed)
            self._seeded = True
        elif self._seeded:
            self._batch.seeds[0] = next_seed(self._batch.seeds[0])
        else:
            self._batch.seeds[0] = np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 1
            self._seeded = True
        self._batch.restart()
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self._over = False
        self.agent_selection = agents[self._batch.to_move[0]]
        if self._batch.terminated[0]:
            self._end(self._batch.rewards[0].tolist(), truncated=False)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent may know now; the mask is zero unless the agent is to move."""
        if not self._over and agent == self.agent_selection:
            return {"observation": self._scaled.copy(), "action_mask": self._mask.copy()}
        if not self._seeded:
            raise RuntimeError("call reset() before observe()")
        if agent not in self.observation_spaces:
            known = ", ".join(self.possible_agents)
            raise ValueError(f"there is no agent {agent!r}; the agents are: {known}")
        # What `Batch.observe` does, without its checks: all agents look once more at the end.
        seat = self.possible_agents.index(agent)
        batch, seen = self._batch, np.empty((1, self._scale.size), np.int8)
        self._observe_rows(batch.states, batch.box, _FIRST, self._seats[seat : seat + 1], seen)
        return {
            "observation": seen[0] * self._scale,
            "action_mask": np.zeros(self._num_actions, np.int8),
        }

    @overload
    def last(
        self, observe: Literal[True] = True
    ) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]: ...

    @overload
    def last(
        self, observe: bool
    ) -> tuple[dict[str, NDArray[Any]] | None, float, bool, bool, dict[str, Any]]: ...

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, NDArray[Any]] | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and info of the agent to act."""
        if observe and not self._over:
            # What `observe` does for the agent to act, without the call.
            seen = {"observation": self._scaled.copy(), "action_mask": self._mask.copy()}
            return seen, 0.0, False, False, self.infos[self.agent_selection]
        return self._last(observe)

    def _last(self, observe: bool = True) -> Any:
        """Do what `last` does, always by `observe`."""
        if not self._seeded:
            raise RuntimeError("call reset() before last()")
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """Play an action for the agent to act; None for agents whose game has ended.

        Raises:
            IllegalActionError: If the action is out of range, or not legal and
                `illegal_action="raise"`; the game has not changed then.
        """
        if self._over:
            self._step_over(action)
            return
        if type(action) is not int:
            action = _as_action(action)
        allowed = 0 <= action < self._num_actions
        code = self._enter(self._table, 0, 1, action) if allowed else -1
        if code < 0:
            self._refuse(action)
            return
        self.agent_selection = self.possible_agents[code & SEAT]
        if code >= TERMINATED:
            self._end(self._batch.rewards[0].tolist(), truncated=code >= TRUNCATED)

    def _step_over(self, action: int | None) -> None:
        """Step after the end: every agent takes its leave with None."""
        if not self._seeded:
            raise RuntimeError("call reset() before step()")
        if not self.agents:
            raise RuntimeError("the game is over and all agents have left; call reset()")
        if action is not None:
            raise ValueError(f"the game is over: step(None) is expected, {action!r} was given")
        self._was_dead_step(None)

    def _refuse(self, action: int) -> None:
        """End the game and punish the offender alone, or raise."""
        if self._raise_illegal or not 0 <= action < self._num_actions:
            batch = self._batch
            raise illegal_action(self.game, batch.states[0], batch.box[0], self._mask, action)
        offender = self.agent_selection
        self._mask[:] = 0
        self._end([-1.0 if agent == offender else 0.0 for agent in self.possible_agents], False)

    def _end(self, rewards: list[float], truncated: bool) -> None:
        """Tell every agent the result."""
        self._over = True
        over = self.truncations if truncated else self.terminations
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            over[agent] = True
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] = reward

    def state(self) -> NDArray[np.float32]:
        """Return the whole truth in natural units, for centralised critics: all but the dice."""
        if not self._seeded:
            raise RuntimeError("call reset() before state()")
        return flatten(self._batch.states[0], self.game.state)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw the position: see `render_mode` and `render_view`."""
        if self.render_mode is None:
            warn_no_render_mode()
            return None
        if not self._seeded:
            raise RuntimeError("call reset() before render()")
        batch = self._batch
        view = self.agent_selection if self.render_view == "to_move" else self.render_view
        player = None if view == "all" else self.possible_agents.index(view)
        picture = render(self.game, batch.states[0], batch.box[0], self.render_mode, player)
        if self.render_mode == "human":
            sys.stdout.write(f"{picture}\n")
            return None
        return picture

    def action_name(self, action: int) -> str:
        """Return an action in words: a legal one as "sail to Nova", any other as "SAIL 3"."""
        action = _as_action(action)
        if not 0 <= action < self._num_actions:
            raise ValueError(
                f"{self.game.name} has actions 0..{self._num_actions - 1}, {action} was given"
            )
        if self._over or not self._mask[action]:
            return self.game.actions.name(action)
        return self.game.describe(self._batch.states[0], self._batch.box[0], action)

    # -- keeping ------------------------------------------------------------------------

    def save(self) -> bytes:
        """Return the running game, from which `restore` goes on exactly."""
        if not self._seeded:
            raise RuntimeError("call reset() before save()")
        known = {name: getattr(self, name) for name in _KEPT}
        own = json.dumps({**known, "over": self._over}).encode()
        games = self._batch._dump()
        digest = hashlib.sha256(own + games).hexdigest().encode()
        return b"".join([_MAGIC, digest, b"%12d" % len(own), own, games])

    def restore(self, saved: bytes) -> None:
        """Go on with the game that `save` returned, of the same game with the same options.

        Raises:
            ValueError: If it is damaged, or of another game, release or options; the environment
                is as it was then.
        """
        start = len(_MAGIC) + 64 + 12
        if not isinstance(saved, bytes):
            raise TypeError(f"a saved game is bytes, {type(saved).__name__} was given")
        if not saved.startswith(_MAGIC):
            raise ValueError("what was given is no saved game: env.save() returns one")
        digest, size = saved[len(_MAGIC) : start - 12], saved[start - 12 : start]
        if (
            hashlib.sha256(saved[start:]).hexdigest().encode() != digest
            or not size.strip().isdigit()
        ):
            raise ValueError("the saved game is damaged: its checksum is not that of its content")
        middle = start + int(size)
        trial = self._batch.copy()
        trial._load(io.BytesIO(saved[middle:]), "the saved game")
        known = self._read_known(saved[start:middle], trial)
        self._batch._load(io.BytesIO(saved[middle:]), "the saved game")
        for name in _KEPT:
            setattr(self, name, known[name])
        self.infos = {agent: {} for agent in self.agents}
        self._over = known["over"]
        self._seeded = True
        if self._over:
            self._mask[:] = 0

    def _read_known(self, text: bytes, batch: Batch) -> dict[str, Any]:
        """Return what a saved game says beside its record, if it may be so."""
        try:
            known = json.loads(text)
        except (ValueError, RecursionError):
            known = None
        if not self._may_know(known, batch):
            raise ValueError("what was given is no saved game: its agents are none of this game")
        return cast(dict[str, Any], known)

    def _may_know(self, known: Any, batch: Batch) -> bool:
        """Whether a saved game may say so beside its record."""
        if not isinstance(known, dict) or set(known) != {*_KEPT, "over"}:
            return False
        agents, chosen, seats = known["agents"], known["agent_selection"], self.possible_agents
        if not isinstance(agents, list) or agents != [seat for seat in seats if seat in agents]:
            return False
        for name, kind in _KINDS_KEPT.items():
            table = known[name]
            if not isinstance(table, dict) or not set(agents) <= set(table) <= set(seats):
                return False
            if not all(type(value) is kind and abs(value) <= 1 for value in table.values()):
                return False
        if known["over"] is False:
            to_move = seats[batch.to_move[0]]
            return bool(agents == seats and chosen == to_move and not batch.terminated[0])
        return (
            known["over"] is True
            and chosen in seats
            and known["_skip_agent_selection"]
            in [
                None,
                *seats,
            ]
        )

    def close(self) -> None:
        """Nothing is open."""


def _as_action(action: Any) -> int:
    """Return an action as a plain integer, or raise."""
    if action is None:
        raise TypeError("an action is an integer, None was given: the agent is still playing")
    try:
        return operator.index(action)
    except TypeError:
        raise TypeError(
            f"an action is an integer, {action!r} ({type(action).__name__}) was given"
        ) from None
