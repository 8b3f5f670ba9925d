"""Thin wrappers for libraries that want the mask, or the keys, elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box as BoxSpace
from gymnasium.spaces import Dict as DictSpace
from numpy.typing import NDArray
from pettingzoo.utils import BaseWrapper

from spaceenvs.core.aec import SpaceEnv


class MaskInInfo(BaseWrapper[str, Any, int]):  # type: ignore[misc]
    """The observation is the bare vector; the mask stands in `infos[agent]["action_mask"]`.

    For libraries whose networks take a plain Box.
    """

    env: SpaceEnv

    def observation_space(self, agent: str) -> BoxSpace:
        """Return the space of the bare vector."""
        space = self.env.observation_space(agent)["observation"]
        assert isinstance(space, BoxSpace)
        return space

    def observe(self, agent: str) -> NDArray[np.float32]:
        """Return the bare vector and put the mask into the agent's info."""
        seen = self.env.observe(agent)
        if agent in self.env.infos:  # else it has left; SuperSuit looks once more
            self.env.infos[agent]["action_mask"] = seen["action_mask"]
        return seen["observation"]

    def last(
        self, observe: bool = True
    ) -> tuple[NDArray[np.float32] | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and info of the agent to act."""
        agent = self.env.agent_selection
        seen = self.observe(agent) if observe else None
        _, reward, terminated, truncated, info = self.env.last(observe=False)
        return seen, reward, terminated, truncated, info


class RllibKeys(BaseWrapper[str, Any, int]):  # type: ignore[misc]
    """Key names and mask type as RLlib's action-masking module wants them.

    `{"observations": float32, "action_mask": float32}`.
    """

    env: SpaceEnv

    def __init__(self, env: SpaceEnv) -> None:
        super().__init__(env)
        self._spaces = {
            agent: DictSpace(
                {
                    "action_mask": BoxSpace(0.0, 1.0, (env.game.actions.size,), np.float32),
                    "observations": env.observation_space(agent)["observation"],
                }
            )
            for agent in env.possible_agents
        }

    def observation_space(self, agent: str) -> DictSpace:
        """Return the space with RLlib's key names."""
        return self._spaces[agent]

    def observe(self, agent: str) -> dict[str, NDArray[np.float32]]:
        """Return the observation with RLlib's key names."""
        seen = self.env.observe(agent)
        return {
            "action_mask": seen["action_mask"].astype(np.float32),
            "observations": seen["observation"],
        }

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, NDArray[np.float32]] | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and info of the agent to act."""
        seen = self.observe(self.env.agent_selection) if observe else None
        return (seen, *self.env.last(observe=False)[1:])
