"""The whole truth of a record as one vector of numbers, for centralised critics."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.rng import RNG


def count_numbers(dtype: np.dtype[Any]) -> int:
    """Return how many numbers `flatten` gives for a record."""
    return flatten(np.zeros(1, dtype)[0], dtype).size


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
