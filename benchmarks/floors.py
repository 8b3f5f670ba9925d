"""The baselines: rates that no environment with these observation and mask sizes can beat."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from spaceenvs.core.game import Game
from spaceenvs.core.jit import kernel

DECISIONS = 230
"""Decisions in an episode of the no-op environment, about as in a random Galaxy."""


class NoOp(AECEnv[str, dict[str, NDArray[Any]], int]):  # type: ignore[misc]
    """An AEC environment without a game, written with as little Python as we know how.

    It hands out observations and masks of the game's sizes: fresh ones as our environment
    does (`fresh`), or the same arrays again and again.
    """

    def __init__(self, game: Game, players: int, fresh: bool = True) -> None:
        super().__init__()
        self.metadata = {"name": "no_op_v0", "is_parallelizable": False}
        self.possible_agents = [f"player_{p}" for p in range(players)]
        length, actions = game.observation.size, game.actions.size
        self._observation = np.zeros(length, np.float32)
        self._mask = np.zeros(actions, np.int8)
        self._mask[:: max(1, actions // 8)] = 1
        self._same: dict[str, NDArray[Any]] = {
            "observation": self._observation,
            "action_mask": self._mask,
        }
        self._fresh = fresh
        self._players = players
        space = Dict(
            {
                "observation": Box(-1, 1, (length,), np.float32),
                "action_mask": Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, Discrete(actions))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start an episode."""
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self.agent_selection = agents[0]
        self._played = 0
        self._over = False

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return constant arrays of the right sizes."""
        if self._fresh:
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        return self._same

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, NDArray[Any]] | None, float, bool, bool, dict[str, Any]]:
        """Return what the agent to act is told."""
        agent = self.agent_selection
        if observe and self._fresh and not self._over:
            # As our environment: without a further call where a game goes on.
            seen: dict[str, NDArray[Any]] = {
                "observation": self._observation.copy(),
                "action_mask": self._mask.copy(),
            }
            return seen, 0.0, False, False, self.infos[agent]
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """Count, and end after a while."""
        if self._over:
            self._was_dead_step(action)
            return
        self._played += 1
        self.agent_selection = self.possible_agents[self._played % self._players]
        if self._played == DECISIONS:
            self._over = True
            self.terminations = dict.fromkeys(self.agents, True)


@kernel
def fill(observation: NDArray[np.int8], mask: NDArray[np.int8], salt: int) -> None:
    """Memory-fill baseline: write every byte of observations and masks, and nothing else."""
    for i in range(observation.shape[0]):
        for j in range(observation.shape[1]):
            observation[i, j] = (i + j + salt) & 127
        for j in range(mask.shape[1]):
            mask[i, j] = (i ^ j ^ salt) & 1


@kernel
def touch(words: NDArray[np.uint64]) -> None:
    """Read every word, write it back changed, and nothing else."""
    for i in range(words.size):
        words[i] += np.uint64(1)
