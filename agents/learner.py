"""The network of `agents.ppo` as sb3-contrib's MaskablePPO trains it."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor

from agents.ppo import Network
from spaceenvs.core.game import Game


class MaskedPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """A policy without torch's distributions, which check and normalise everything twice.

    Takes the int8 observations of `SeatVecEnv(..., scaled=False)`.
    """

    def __init__(
        self,
        observation_space: spaces.Box,
        action_space: spaces.Discrete,
        lr_schedule: Schedule,
        *,
        game: Game,
        width: int,
        **_unused: Any,
    ) -> None:
        self._game, self._width = game, width
        super().__init__(observation_space, action_space, lr_schedule)

    def _build(self, lr_schedule: Schedule) -> None:
        self.network = Network(self._game, self._width)
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), lr=lr_schedule(1), eps=1e-5, fused=True
        )

    def forward(
        self,
        obs: Tensor,
        deterministic: bool = False,
        action_masks: NDArray[np.bool_] | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return actions, values and the logarithms of the actions' probabilities."""
        features = self.network.features(obs)
        logits = self._logits(features, action_masks)
        actions = self._pick(logits, deterministic)
        return actions, self.network.values(features), _chosen(logits.log_softmax(-1), actions)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return values, logarithms of the actions' probabilities, and entropies."""
        features = self.network.features(obs)
        logits = self._logits(features, action_masks)
        logarithms = logits.log_softmax(-1)
        # An illegal action's probability is exactly 0, and so is its part of the entropy.
        # (softmax, because exp is ten times as slow with numbers as low as IMPOSSIBLE.)
        entropies = -(logits.softmax(-1) * logarithms).sum(-1)
        return self.network.values(features), _chosen(logarithms, actions), entropies

    def predict_values(self, obs: Tensor) -> Tensor:
        """Return the values alone."""
        return self.network.values(self.network.features(obs))

    def _predict(
        self,
        observation: Tensor,
        deterministic: bool = False,
        action_masks: NDArray[np.bool_] | None = None,
    ) -> Tensor:
        logits = self._logits(self.network.features(observation), action_masks)
        return self._pick(logits, deterministic)

    def _logits(self, features: Tensor, masks: Any) -> Tensor:
        if masks is None:
            raise ValueError("these games have illegal actions: action_masks are needed")
        return self.network.logits(features, torch.as_tensor(masks, dtype=torch.bool))

    @staticmethod
    def _pick(logits: Tensor, deterministic: bool) -> Tensor:
        if deterministic:
            return logits.argmax(-1)
        return torch.multinomial(logits.softmax(-1), 1).squeeze(1)


def _chosen(logarithms: Tensor, actions: Tensor) -> Tensor:
    return logarithms.gather(1, actions[:, None]).squeeze(1)


class MaskBuffer(MaskableRolloutBuffer):  # type: ignore[misc]
    """A rollout buffer that keeps masks as they are, in a byte each instead of four."""

    def reset(self) -> None:
        """Forget the last rollout."""
        super().reset()
        shape = (self.buffer_size, self.n_envs, self.mask_dims)
        self.action_masks = np.zeros(shape, np.bool_)


def make_model(env: VecEnv, game: Game, *, width: int, learning_rate: float, **kwargs: Any) -> Any:
    """Return a MaskablePPO on the network of a game.

    The learning rate falls in a straight line to nothing at the end of the training.

    Args:
        env: Environments with int8 observations (`scaled=False`).
        game: The game that they play.
        width: The number of units of each hidden layer.
        learning_rate: The learning rate at the beginning.
        **kwargs: The other arguments of MaskablePPO.
    """
    return MaskablePPO(
        MaskedPolicy,
        env,
        learning_rate=lambda remaining: learning_rate * remaining,
        rollout_buffer_class=MaskBuffer,
        policy_kwargs={"game": game, "width": width},
        device="cpu",
        **kwargs,
    )
