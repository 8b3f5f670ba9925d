"""The whole truth of a record as one vector of numbers, for centralised critics."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.rng import RNG


def find_bounds(dtype: np.dtype[Any]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the smallest and the largest of every number that `flatten` gives for a record.

    An integer is bounded by its type; the floats of a record are rewards.
    """
    parts: list[NDArray[Any]] = []
    _collect(np.zeros(1, dtype), dtype, parts)
    low, high = [], []
    for part in parts:
        kind = part.dtype
        ends = (-1, 1) if kind.kind == "f" else (np.iinfo(kind).min, np.iinfo(kind).max)
        low.append(np.full(part.size, ends[0], np.float32))
        high.append(np.full(part.size, ends[1], np.float32))
    return np.concatenate(low), np.concatenate(high)


def flatten(record: Any, dtype: np.dtype[Any]) -> NDArray[np.float32]:
    """Return all numbers of a record, field by field, in natural units.

    The generator is left out: a critic may know the cards, not the dice to come.
    """
    parts: list[NDArray[Any]] = []
    _collect(np.asarray(record).reshape(1), dtype, parts)
    return np.concatenate(parts).astype(np.float32)


def _collect(records: NDArray[Any], dtype: np.dtype[Any], parts: list[NDArray[Any]]) -> None:
    assert dtype.names is not None
    for name in dtype.names:
        field = dtype[name].base
        if field == RNG:
            continue
        values = records[name].reshape(-1)
        if field.names is None:
            parts.append(values)
        else:
            _collect(values, field, parts)
