"""A trained player: the network of PPO, its file, and the agent that plays with it.

Needs torch alone; how the network is trained stands in `agents.learner` and `agents.train`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from spaceenvs.core.game import Game
from spaceenvs.players import Turn

MODEL_FILE = "model.pt"
"""What the trained network is called in the folder of a run."""
IMPOSSIBLE = -1e8
"""The logit of an illegal action; finite, so that its gradient is 0 and not NaN."""


class Network(nn.Module):
    """Policy and value of one game: int8 observations in, logits and values out.

    The first layer is by far the largest, so policy and value share it.

    Args:
        game: The game; its layout scales the observations.
        width: The number of units of each hidden layer.
    """

    scale: Tensor

    def __init__(self, game: Game, width: int) -> None:
        super().__init__()
        self.game = game
        self.width = width
        # Not a part of the file: the layout of the game has it.
        self.register_buffer("scale", torch.tensor(game.observation.scale), persistent=False)
        self.first = nn.Linear(game.observation.size, width)
        self.policy = nn.Sequential(
            nn.Linear(width, width), nn.ReLU(), nn.Linear(width, game.actions.size)
        )
        self.value = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))
        for layer in (self.first, self.policy[0], self.value[0]):
            _initialise(layer, 2**0.5)
        _initialise(self.policy[2], 0.01)  # The untrained policy is nearly uniform.
        _initialise(self.value[2], 1.0)

    def features(self, observations: Tensor) -> Tensor:
        """Return what policy and value share."""
        # Scaling the weights does the same as scaling every observation, for less.
        weights = self.first.weight * self.scale
        return functional.relu(functional.linear(observations.float(), weights, self.first.bias))

    def logits(self, features: Tensor, masks: Tensor) -> Tensor:
        """Return how much it likes every action; illegal ones are `IMPOSSIBLE`."""
        return torch.where(masks, self.policy(features), IMPOSSIBLE)

    def values(self, features: Tensor) -> Tensor:
        """Return what the learner may expect as its final reward."""
        return self.value(features)


def _initialise(layer: Any, gain: float) -> None:
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)


def save_atomically(content: Any, path: Path) -> None:
    """Write a file of torch, all of it or nothing."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        torch.save(content, draft)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def save_network(network: Network, path: Path) -> None:
    """Write a network with the game it plays."""
    content = {
        "game": network.game.id,
        "width": network.width,
        "weights": network.state_dict(),
    }
    save_atomically(content, path)


def load_network(path: str | Path, game: Game) -> Network:
    """Read a network: from its file, or from the folder of a run.

    Raises:
        ValueError: If there is none, or it plays another game.
    """
    file = Path(path)
    if file.is_dir():
        file /= MODEL_FILE
    if not file.is_file():
        raise ValueError(f"there is no trained network {str(file)!r}")
    try:
        content = torch.load(file, weights_only=True)
        plays, width, weights = content["game"], content["width"], content["weights"]
    except Exception as error:
        raise ValueError(f"{str(file)!r} does not hold a trained network") from error
    if plays != game.id:
        raise ValueError(f"{str(file)!r} plays {plays}, not {game.id}")
    network = Network(game, width)
    network.load_state_dict(weights)
    return network


class PPOAgent:
    """Plays with a trained network.

    Args:
        path: The file of the network or the folder of its run, or the network itself.
        game: The game it is to play.
        seed: The seed of its choices.
        sample: Whether it draws its actions with the probabilities it has learned; if not, it
            takes the most probable one. A network that is hardly trained then repeats itself:
            in three-player Galactic Emperor one that wins 0.6 by drawing won 0.006.
    """

    def __init__(
        self, path: str | Path | Network, game: Game, seed: int = 0, sample: bool = True
    ) -> None:
        self.network = path if isinstance(path, Network) else load_network(path, game)
        self.sample = sample
        self.name = "ppo" if isinstance(path, Network) else f"ppo:{path}"
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start the random choices anew."""
        self._random = np.random.default_rng(seed)

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Return an action for every game, as the network likes them."""
        with torch.no_grad():
            features = self.network.features(torch.from_numpy(turn.observations))
            masks = torch.from_numpy(turn.masks != 0)
            logits = self.network.logits(features, masks)
        if not self.sample:
            return logits.argmax(-1).numpy().astype(np.int32)
        # Where the running sum first exceeds a random number; float64 keeps it below the end.
        sums = logits.double().softmax(-1).cumsum(-1).numpy()
        wanted = self._random.random(len(sums)) * sums[:, -1]
        return (sums > wanted[:, None]).argmax(-1).astype(np.int32)
