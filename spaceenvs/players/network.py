"""The network of a trained player: its numbers, its file, and how it is evaluated without torch.

One hidden layer reads the observation, a second one has a half for the policy and a half for the
value. Only what is not zero in an observation is read, only legal actions get a logit.

A network may have an adviser, a scripted player: it is told which actions the adviser would take,
and has learned how far to trust that in which position.
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.files import read_arrays, write_atomically
from spaceenvs.core.game import Game
from spaceenvs.core.jit import JIT_ENABLED, kernel
from spaceenvs.core.sparse import Sparse
from spaceenvs.players.player import Thoughts

MODEL_FILE = "model.npz"
"""What the trained network is called in the folder of a run."""

Array = NDArray[np.float32]


def shapes_of(game: Game, width: int) -> dict[str, tuple[int, ...]]:
    """Return the names and shapes of the numbers of a network."""
    return {
        "first_weight": (game.observation.size, width),
        "first_bias": (width,),
        "hidden_weight": (width, 2 * width),
        "hidden_bias": (2 * width,),
        "action_weight": (game.actions.size, width),
        "action_bias": (game.actions.size,),
        "trust_weight": (width,),
        "trust_bias": (1,),
        "value_weight": (width,),
        "value_bias": (1,),
    }


def fingerprint_of(game: Game) -> str:
    """Return a short hash of what every number of observations and actions is."""
    observation = [(field.name, field.shape, field.scale) for field in game.observation]
    actions = [(block.name, block.arguments) for block in game.actions]
    return hashlib.sha256(repr((game.id, observation, actions)).encode()).hexdigest()[:16]


@dataclass
class Network:
    """The numbers of a network, and what is known about it.

    The layout's scale is a part of the first layer, as in training.
    """

    game: Game
    weights: dict[str, Array]
    card: dict[str, Any]
    adviser: str = ""
    """The player that advises it, by name, or "" if none does."""

    @property
    def width(self) -> int:
        """The number of units of the first layer."""
        return int(self.weights["first_bias"].size)

    def evaluate(
        self, rows: Sparse, first: int = 0, advice: Array | None = None
    ) -> tuple[Array, Array]:
        """Return the logits of all legal actions, row after row, and the value of every row.

        Args:
            rows: What is seen.
            first: The first of the rows that are wanted.
            advice: 1 for the legal actions that the adviser would take, 0 for the others.
        """
        values = np.empty(rows.count - first, np.float32)
        begin, end = int(rows.legal_starts[first]), int(rows.legal_starts[rows.count])
        logits = np.empty(end - begin, np.float32)
        if advice is None:
            advice = np.zeros(end - begin, np.float32)
        function: Any = _evaluate if JIT_ENABLED else _evaluate_plainly
        function(
            *(rows.starts[first : rows.count + 1], rows.places, rows.values),
            *(rows.legal_starts[first : rows.count + 1], rows.legal),
            self.game.observation.scale.copy(),
            *self.weights.values(),
            *(advice, logits, values),
        )
        return logits, values

    def save(self, path: str | Path, dtype: Any = np.float32) -> None:
        """Write the network; half precision (`np.float16`) makes a file half as large."""
        about = {
            "game": self.game.id,
            "layout": fingerprint_of(self.game),
            "adviser": self.adviser,
            "card": self.card,
        }
        arrays = {name: array.astype(dtype) for name, array in self.weights.items()}
        file = io.BytesIO()
        np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)  # type: ignore[arg-type]
        write_atomically(path, file.getvalue())


def load_network(path: str | Path, game: Game) -> Network:
    """Read a network: from its file, or from the folder of a run.

    Raises:
        ValueError: If there is none, it plays another game, or an older layout of this one.
    """
    file = Path(path)
    if file.is_dir():
        file /= MODEL_FILE
    if not file.is_file():
        raise ValueError(f"there is no trained network {str(file)!r}")
    try:
        kept = read_arrays(file)
        about = json.loads(str(kept.pop("about")))
        weights = {name: array.astype(np.float32) for name, array in kept.items()}
        plays, layout, card = str(about["game"]), about["layout"], dict(about["card"])
        adviser = str(about["adviser"])
        width = weights["first_bias"].size
    except Exception as error:
        raise ValueError(f"{str(file)!r} does not hold a trained network") from error
    if plays != game.id:
        raise ValueError(f"{str(file)!r} plays {plays}, not {game.id}")
    shapes = shapes_of(game, width)
    if layout != fingerprint_of(game) or {k: v.shape for k, v in weights.items()} != shapes:
        raise ValueError(
            f"{str(file)!r} was trained with another layout of {game.id}: its observations or "
            "actions have changed since; train it anew (python -m agents.train)"
        )
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise ValueError(f"{str(file)!r} holds weights that are no finite numbers")
    ordered = {name: np.ascontiguousarray(weights[name]) for name in shapes}
    return Network(game, ordered, card, adviser)


# -- evaluation ----------------------------------------------------------------------------


def _add_first_layer(
    places: NDArray[np.uint16],
    values: NDArray[np.int8],
    begin: int,
    end: int,
    scale: Array,
    weight: Array,
    out: Array,
) -> None:
    """Add the rows of the first layer that an observation reads, four at a time."""
    width = out.size
    k = begin
    while k + 4 <= end:
        p0, p1, p2, p3 = places[k], places[k + 1], places[k + 2], places[k + 3]
        x0 = np.float32(values[k]) * scale[p0]
        x1 = np.float32(values[k + 1]) * scale[p1]
        x2 = np.float32(values[k + 2]) * scale[p2]
        x3 = np.float32(values[k + 3]) * scale[p3]
        w0, w1, w2, w3 = weight[p0], weight[p1], weight[p2], weight[p3]
        for j in range(width):
            out[j] += x0 * w0[j] + x1 * w1[j] + x2 * w2[j] + x3 * w3[j]
        k += 4
    while k < end:
        p0 = places[k]
        x0 = np.float32(values[k]) * scale[p0]
        w0 = weight[p0]
        for j in range(width):
            out[j] += x0 * w0[j]
        k += 1


add_first_layer = kernel(_add_first_layer, reorder=True)


def _evaluate_rows(
    starts: NDArray[np.int64],
    places: NDArray[np.uint16],
    values: NDArray[np.int8],
    legal_starts: NDArray[np.int64],
    legal: NDArray[np.uint16],
    scale: Array,
    first_weight: Array,
    first_bias: Array,
    hidden_weight: Array,
    hidden_bias: Array,
    action_weight: Array,
    action_bias: Array,
    trust_weight: Array,
    trust_bias: Array,
    value_weight: Array,
    value_bias: Array,
    advice: Array,
    logits: Array,
    out: Array,
) -> None:
    """Evaluate row after row: what is read stays in the cache, rows do not depend on others."""
    width = first_bias.size
    first = np.empty(width, np.float32)
    hidden = np.empty(2 * width, np.float32)
    at = 0
    for row in range(out.size):
        first[:] = first_bias
        add_first_layer(places, values, starts[row], starts[row + 1], scale, first_weight, first)
        hidden[:] = hidden_bias
        for i in range(width):
            x = first[i]
            if x > 0:
                w = hidden_weight[i]
                for j in range(2 * width):
                    hidden[j] += x * w[j]
        for j in range(2 * width):
            hidden[j] = max(hidden[j], np.float32(0))
        trust = trust_bias[0]
        for j in range(width):
            trust += hidden[j] * trust_weight[j]
        for k in range(legal_starts[row], legal_starts[row + 1]):
            a = legal[k]
            w = action_weight[a]
            total = np.float32(0)
            for j in range(width):
                total += hidden[j] * w[j]
            logits[at] = total + action_bias[a] + trust * advice[at]
            at += 1
        total = np.float32(0)
        for j in range(width):
            total += hidden[width + j] * value_weight[j]
        out[row] = total + value_bias[0]


_evaluate = kernel(_evaluate_rows, reorder=True)


def _evaluate_plainly(
    starts: NDArray[np.int64],
    places: NDArray[np.uint16],
    values: NDArray[np.int8],
    legal_starts: NDArray[np.int64],
    legal: NDArray[np.uint16],
    scale: Array,
    first_weight: Array,
    first_bias: Array,
    hidden_weight: Array,
    hidden_bias: Array,
    action_weight: Array,
    action_bias: Array,
    trust_weight: Array,
    trust_bias: Array,
    value_weight: Array,
    value_bias: Array,
    advice: Array,
    logits: Array,
    out: Array,
) -> None:
    """Do the same with numpy's matrices, where nothing is compiled."""
    seen = np.zeros((out.size, len(first_weight)), np.float32)
    rows = np.repeat(np.arange(out.size), np.diff(starts))
    at = slice(int(starts[0]), int(starts[-1]))
    seen[rows, places[at]] = values[at]
    first = np.maximum(seen * scale @ first_weight + first_bias, 0)
    hidden = np.maximum(first @ hidden_weight + hidden_bias, 0)
    width = first_bias.size
    owners = np.repeat(np.arange(out.size), np.diff(legal_starts))
    actions = legal[int(legal_starts[0]) : int(legal_starts[-1])]
    likes = hidden[:, :width] @ action_weight.T + action_bias
    trust = hidden[:, :width] @ trust_weight + trust_bias
    logits[:] = likes[owners, actions] + trust[owners] * advice
    out[:] = hidden[:, width:] @ value_weight + value_bias[0]


@kernel
def draw_actions(
    logits: Array,
    legal_starts: NDArray[np.int64],
    legal: NDArray[np.uint16],
    draws: NDArray[np.float64],
    choices: NDArray[np.int32],
    actions: NDArray[np.int32],
    logarithms: Array,
) -> None:
    """Draw an action in every row, with the probabilities that the logits stand for.

    Args:
        logits: Those of the legal actions, row after row.
        legal_starts: Where the legal actions of every row begin, and the end.
        legal: The legal actions.
        draws: A random number for every row; a negative one takes the most probable action.
        choices: Is filled with which of its legal actions every row takes.
        actions: Is filled with the actions.
        logarithms: Is filled with the logarithms of their probabilities.
    """
    for row in range(actions.size):
        begin = legal_starts[row] - legal_starts[0]
        end = legal_starts[row + 1] - legal_starts[0]
        chosen = begin
        for k in range(begin, end):
            if logits[k] > logits[chosen]:
                chosen = k
        highest = logits[chosen]
        total = 0.0
        for k in range(begin, end):
            total += np.exp(np.float64(logits[k] - highest))
        left = draws[row] * total
        if left >= 0:
            for k in range(begin, end):
                left -= np.exp(np.float64(logits[k] - highest))
                if left < 0:
                    chosen = k
                    break
        choices[row] = chosen - begin
        actions[row] = legal[legal_starts[row] + chosen - begin]
        logarithms[row] = logits[chosen] - highest - np.log(total)


def advice_of(thoughts: Thoughts, masks: NDArray[np.int8]) -> Array:
    """Return what a network is told of its adviser's thoughts: 1 where it might act so."""
    return (thoughts.probabilities[masks != 0] > 0).astype(np.float32)
