"""The network of `spaceenvs.players.network` for torch, which reads only what is not zero.

Torch's own sparse layers take five times as long for the gradient of their weights. So the first
layer and the logits are kernels with their gradients, all between them is plain torch.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from spaceenvs.core.game import Game
from spaceenvs.core.jit import kernel
from spaceenvs.core.sparse import Sparse
from spaceenvs.players.network import Array, Network, add_first_layer, shapes_of

BLOCK = 1024
"""So many rows at once are sorted by what they read: their gradients stay in the cache."""


@kernel
def _first_layer(
    starts: NDArray[np.int64],
    places: NDArray[np.uint16],
    values: NDArray[np.int8],
    scale: Array,
    weight: Array,
    out: Array,
) -> None:
    """Add to every row of `out` what the first layer makes of an observation."""
    for row in range(len(out)):
        add_first_layer(places, values, starts[row], starts[row + 1], scale, weight, out[row])


def _add_block(
    starts: NDArray[np.int64],
    places: NDArray[np.uint16],
    values: NDArray[np.int8],
    first: int,
    last: int,
    scale: Array,
    gradient: Array,
    ends: NDArray[np.int64],
    rows: NDArray[np.int32],
    factors: Array,
    out: Array,
) -> None:
    """Add the gradient of the first layer's weights from a block of rows.

    Sorted by places, each row of weights is written once and not once for each sample.
    """
    begin = starts[first]
    ends[:] = 0
    for k in range(begin, starts[last]):
        ends[places[k] + 1] += 1
    for p in range(1, ends.size):
        ends[p] += ends[p - 1]
    for row in range(first, last):
        for k in range(starts[row], starts[row + 1]):
            p = places[k]
            rows[ends[p]] = row
            factors[ends[p]] = np.float32(values[k]) * scale[p]
            ends[p] += 1
    width = out.shape[1]
    k = 0
    for p in range(len(out)):
        end = ends[p]
        target = out[p]
        while k + 4 <= end:
            x0, x1, x2, x3 = factors[k], factors[k + 1], factors[k + 2], factors[k + 3]
            g0, g1 = gradient[rows[k]], gradient[rows[k + 1]]
            g2, g3 = gradient[rows[k + 2]], gradient[rows[k + 3]]
            for j in range(width):
                target[j] += x0 * g0[j] + x1 * g1[j] + x2 * g2[j] + x3 * g3[j]
            k += 4
        while k < end:
            x0, g0 = factors[k], gradient[rows[k]]
            for j in range(width):
                target[j] += x0 * g0[j]
            k += 1


_add_block_kernel = kernel(_add_block, reorder=True)


@kernel
def _first_gradient(
    starts: NDArray[np.int64],
    places: NDArray[np.uint16],
    values: NDArray[np.int8],
    scale: Array,
    gradient: Array,
    out: Array,
) -> None:
    """Add the gradient of the first layer's weights, a block of rows after the other."""
    count = len(gradient)
    largest = 0
    for first in range(0, count, BLOCK):
        largest = max(largest, starts[min(first + BLOCK, count)] - starts[first])
    ends = np.empty(len(out) + 1, np.int64)
    rows = np.empty(largest, np.int32)
    factors = np.empty(largest, np.float32)
    for first in range(0, count, BLOCK):
        last = min(first + BLOCK, count)
        _add_block_kernel(
            starts, places, values, first, last, scale, gradient, ends, rows, factors, out
        )


def _logits(
    starts: NDArray[np.int64],
    legal: NDArray[np.uint16],
    hidden: Array,
    weight: Array,
    bias: Array,
    out: Array,
) -> None:
    """Write the logits of all legal actions, row after row."""
    width = hidden.shape[1]
    for row in range(len(hidden)):
        h = hidden[row]
        for k in range(starts[row], starts[row + 1]):
            w = weight[legal[k]]
            total = np.float32(0)
            for j in range(width):
                total += h[j] * w[j]
            out[k] = total + bias[legal[k]]


_logits_kernel = kernel(_logits, reorder=True)


def _logits_gradient(
    starts: NDArray[np.int64],
    legal: NDArray[np.uint16],
    gradient: Array,
    hidden: Array,
    weight: Array,
    of_hidden: Array,
    of_weight: Array,
    of_bias: Array,
) -> None:
    """Add the gradients of all that the logits were made from."""
    width = hidden.shape[1]
    for row in range(len(hidden)):
        h, of_h = hidden[row], of_hidden[row]
        for k in range(starts[row], starts[row + 1]):
            a = legal[k]
            g = gradient[k]
            w, of_w = weight[a], of_weight[a]
            of_bias[a] += g
            for j in range(width):
                of_h[j] += g * w[j]
                of_w[j] += g * h[j]


_logits_gradient_kernel = kernel(_logits_gradient, reorder=True)


class FirstLayer(torch.autograd.Function):
    """A linear layer that reads sparse observations."""

    @staticmethod
    def forward(ctx: Any, weight: Tensor, bias: Tensor, rows: Sparse) -> Tensor:  # type: ignore[override]
        """Return what the layer makes of every row."""
        ctx.rows, ctx.size = rows, weight.shape
        out = bias.detach().expand(rows.count, -1).contiguous()
        _first_layer(
            *(rows.starts, rows.places, rows.values, _scale(rows)),
            *(weight.detach().numpy(), out.numpy()),
        )
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:  # type: ignore[override]
        """Return the gradients of weight and bias."""
        rows = ctx.rows
        of_weight = torch.zeros(ctx.size)
        _first_gradient(
            *(rows.starts, rows.places, rows.values, _scale(rows)),
            *(gradient.contiguous().numpy(), of_weight.numpy()),
        )
        return of_weight, gradient.sum(0), None


class LegalLogits(torch.autograd.Function):
    """A linear layer that is evaluated for legal actions alone."""

    @staticmethod
    def forward(ctx: Any, hidden: Tensor, weight: Tensor, bias: Tensor, rows: Sparse) -> Tensor:  # type: ignore[override]
        """Return the logits of the legal actions, row after row."""
        ctx.save_for_backward(hidden, weight)
        ctx.rows = rows
        out = torch.empty(int(rows.legal_starts[rows.count]))
        _logits_kernel(
            *(rows.legal_starts, rows.legal, hidden.detach().numpy(), weight.detach().numpy()),
            *(bias.detach().numpy(), out.numpy()),
        )
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:  # type: ignore[override]
        """Return the gradients of hidden units, weight and bias."""
        hidden, weight = (saved.detach() for saved in ctx.saved_tensors)
        of_hidden, of_weight = torch.zeros_like(hidden), torch.zeros_like(weight)
        of_bias = torch.zeros(len(weight))
        rows = ctx.rows
        _logits_gradient_kernel(
            *(rows.legal_starts, rows.legal, gradient.contiguous().numpy()),
            *(hidden.numpy(), weight.numpy()),
            *(of_hidden.numpy(), of_weight.numpy(), of_bias.numpy()),
        )
        return of_hidden, of_weight, of_bias, None


def _scale(rows: Sparse) -> Array:
    return rows.game.observation.scale.copy()  # kernels are compiled for arrays to write to


class Learner(nn.Module):
    """Policy and value of one game, as torch trains them.

    Args:
        game: The game; its layout scales the observations.
        width: The number of units of the first layer; the second has as many for the policy and
            as many for the value.
        adviser: The player that tells it what it would do; "" if none does.
    """

    def __init__(self, game: Game, width: int, adviser: str = "") -> None:
        super().__init__()
        self.game = game
        self.width = width
        self.adviser = adviser
        for name, shape in shapes_of(game, width).items():
            self.register_parameter(name, nn.Parameter(torch.zeros(shape)))
        with torch.no_grad():
            # Some dozens of the first layer's inputs are not zero at a time.
            nn.init.normal_(self.get_parameter("first_weight"), std=0.1)
            hidden = self.get_parameter("hidden_weight")
            for half in (hidden[:, :width], hidden[:, width:]):
                half.copy_(nn.init.orthogonal_(torch.empty(width, width), 2**0.5))
            nn.init.normal_(self.get_parameter("action_weight"), std=0.01 / width**0.5)
            nn.init.normal_(self.get_parameter("value_weight"), std=0.1 / width**0.5)
            if adviser:  # At first it mostly does as it is told.
                nn.init.constant_(self.get_parameter("trust_bias"), 4.0)

    def forward(self, rows: Sparse, advice: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return the logits of the legal actions, row after row, and the values of the rows.

        Args:
            rows: What is seen.
            advice: 1 for the legal actions that the adviser would take, 0 for the others.
        """
        first_weight, first_bias, hidden_weight, hidden_bias, *heads = self.parameters()
        action_weight, action_bias, trust_weight, trust_bias, value_weight, value_bias = heads
        read: Any = FirstLayer.apply  # type: ignore[no-untyped-call]
        first = read(first_weight, first_bias, rows).relu()
        hidden = torch.addmm(hidden_bias, first, hidden_weight).relu()
        policy = hidden[:, : self.width].contiguous()
        like: Any = LegalLogits.apply  # type: ignore[no-untyped-call]
        logits = like(policy, action_weight, action_bias, rows)
        if advice is not None:
            trust = policy @ trust_weight + trust_bias
            logits = logits + trust.repeat_interleave(torch.from_numpy(rows.legal_counts)) * advice
        return logits, hidden[:, self.width :] @ value_weight + value_bias

    def network(self) -> Network:
        """Return the network that plays: it shares its numbers with this one."""
        weights = {name: given.detach().numpy() for name, given in self.named_parameters()}
        return Network(self.game, weights, {}, self.adviser)

    def snapshot(self) -> Network:
        """Return the network as it is now."""
        weights = {name: given.detach().numpy().copy() for name, given in self.named_parameters()}
        return Network(self.game, weights, {}, self.adviser)

    def load(self, network: Network) -> None:
        """Take over the numbers of a network."""
        with torch.no_grad():
            for name, given in self.named_parameters():
                given.copy_(torch.tensor(network.weights[name]))
