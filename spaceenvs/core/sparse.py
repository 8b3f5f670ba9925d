"""Observations without their zeros, masks as lists of legal actions: what a network reads.

Three to thirteen of a hundred numbers of an observation are not zero, and about five of two
hundred actions are legal. Rows are kept one after the other, as in a sparse matrix: entry
`starts[k]` to `starts[k + 1]` of `places` and `values` is row k.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Game
from spaceenvs.core.jit import kernel
from spaceenvs.core.rows import WORD, read_word


@kernel
def pack_row(
    row: NDArray[np.int8], places: NDArray[np.uint16], values: NDArray[np.int8], at: int
) -> int:
    """Write where a row is not zero, and what stands there, from `at` on; return the end.

    Up to `WORD` entries after the end are written over.
    """
    whole = row.size - row.size % WORD
    for start in range(0, whole, WORD):
        if read_word(row, start) != 0:
            for j in range(start, start + WORD):
                places[at] = j
                values[at] = row[j]
                at += row[j] != 0
    for j in range(whole, row.size):
        if row[j] != 0:
            places[at] = j
            values[at] = row[j]
            at += 1
    return at


@kernel
def pack_mask(mask: NDArray[np.int8], legal: NDArray[np.uint16], at: int) -> int:
    """Write the legal actions from `at` on; return the end."""
    whole = mask.size - mask.size % WORD
    for start in range(0, whole, WORD):
        if read_word(mask, start) != 0:
            for a in range(start, start + WORD):
                legal[at] = a
                at += mask[a] != 0
    for a in range(whole, mask.size):
        if mask[a] != 0:
            legal[at] = a
            at += 1
    return at


@kernel
def _pack(
    observations: NDArray[np.int8],
    masks: NDArray[np.int8],
    starts: NDArray[np.int64],
    places: NDArray[np.uint16],
    values: NDArray[np.int8],
    legal_starts: NDArray[np.int64],
    legal: NDArray[np.uint16],
    first: int,
) -> None:
    for k in range(len(observations)):
        row = first + k
        starts[row + 1] = pack_row(observations[k], places, values, starts[row])
        legal_starts[row + 1] = pack_mask(masks[k], legal, legal_starts[row])


@kernel
def _take(
    starts: NDArray[np.int64],
    places: NDArray[np.uint16],
    values: NDArray[np.int8],
    wanted: NDArray[np.int64],
    new_starts: NDArray[np.int64],
    new_places: NDArray[np.uint16],
    new_values: NDArray[np.int8],
) -> None:
    at = 0
    for k in range(wanted.size):
        for source in range(starts[wanted[k]], starts[wanted[k] + 1]):
            new_places[at] = places[source]
            new_values[at] = values[source]
            at += 1
        new_starts[k + 1] = at


class Sparse:
    """What players see and may do, row after row; rows are added at the end.

    Args:
        game: The game.
        rows: Room for so many rows; there will be more when it is needed.
    """

    def __init__(self, game: Game, rows: int = 0) -> None:
        self.game = game
        self.count = 0
        """The number of rows."""
        self.starts = np.zeros(rows + 1, np.int64)
        self.places = np.zeros(0, np.uint16)
        """Where the observations are not zero."""
        self.values = np.zeros(0, np.int8)
        """What stands there."""
        self.legal_starts = np.zeros(rows + 1, np.int64)
        self.legal = np.zeros(0, np.uint16)
        """The legal actions."""

    def __len__(self) -> int:
        return self.count

    @property
    def legal_counts(self) -> NDArray[np.int64]:
        """The number of legal actions of every row."""
        return np.diff(self.legal_starts[: self.count + 1])

    def clear(self) -> None:
        """Forget all rows; their memory is kept for the next ones."""
        self.count = 0

    def make_room(self, rows: int) -> None:
        """Make room for so many further rows, whatever they hold."""
        needed = self.count + rows + 1
        self.starts = _grown(self.starts, needed)
        self.legal_starts = _grown(self.legal_starts, needed)
        numbers = int(self.starts[self.count]) + rows * self.game.observation.size + WORD
        self.places = _grown(self.places, numbers)
        self.values = _grown(self.values, numbers)
        actions = int(self.legal_starts[self.count]) + rows * self.game.actions.size + WORD
        self.legal = _grown(self.legal, actions)

    def add(self, observations: NDArray[np.int8], masks: NDArray[np.int8]) -> None:
        """Add plain observations and masks."""
        self.make_room(len(observations))
        _pack(
            np.ascontiguousarray(observations),
            np.ascontiguousarray(masks),
            self.starts,
            self.places,
            self.values,
            self.legal_starts,
            self.legal,
            self.count,
        )
        self.count += len(observations)

    def take(self, rows: NDArray[np.int64]) -> Sparse:
        """Return some of the rows, in this order."""
        taken = Sparse(self.game, rows.size)
        taken.count = rows.size
        sizes = self.starts[rows + 1] - self.starts[rows]
        taken.places = np.empty(int(sizes.sum()), np.uint16)
        taken.values = np.empty(int(sizes.sum()), np.int8)
        _take(
            *(self.starts, self.places, self.values, rows),
            *(taken.starts, taken.places, taken.values),
        )
        taken.legal_starts[1:] = np.cumsum(self.legal_counts[rows])
        owners = np.repeat(
            self.legal_starts[rows] - taken.legal_starts[:-1], self.legal_counts[rows]
        )
        taken.legal = self.legal[owners + np.arange(owners.size)]
        return taken

    def extend(self, other: Sparse) -> None:
        """Add the rows of another one."""
        first, count = self.count, other.count
        self.make_room(0)
        at, size = int(self.starts[first]), int(other.starts[count])
        legal_at, legal_size = int(self.legal_starts[first]), int(other.legal_starts[count])
        self.starts = _grown(self.starts, first + count + 1)
        self.legal_starts = _grown(self.legal_starts, first + count + 1)
        self.starts[first : first + count + 1] = at + other.starts[: count + 1]
        self.legal_starts[first : first + count + 1] = legal_at + other.legal_starts[: count + 1]
        self.places = _grown(self.places, at + size)
        self.values = _grown(self.values, at + size)
        self.legal = _grown(self.legal, legal_at + legal_size)
        self.places[at : at + size] = other.places[:size]
        self.values[at : at + size] = other.values[:size]
        self.legal[legal_at : legal_at + legal_size] = other.legal[:legal_size]
        self.count += count

    def observations(self) -> NDArray[np.int8]:
        """Return the plain observations."""
        plain = np.zeros((self.count, self.game.observation.size), np.int8)
        rows = np.repeat(np.arange(self.count), np.diff(self.starts[: self.count + 1]))
        plain[rows, self.places[: rows.size]] = self.values[: rows.size]
        return plain

    def masks(self) -> NDArray[np.int8]:
        """Return the plain masks."""
        plain = np.zeros((self.count, self.game.actions.size), np.int8)
        rows = np.repeat(np.arange(self.count), self.legal_counts)
        plain[rows, self.legal[: rows.size]] = 1
        return plain


def _grown(array: NDArray[Any], needed: int) -> NDArray[Any]:
    """Return an array with so many entries at least, and with the same ones first."""
    if array.size >= needed:
        return array
    larger = np.empty(max(needed, 2 * array.size), array.dtype)
    larger[: array.size] = array
    return larger
