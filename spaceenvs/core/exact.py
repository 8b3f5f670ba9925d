"""Records field by field: what distinguishes two of them, and how to write that.

A game's own words say what lies on the table. What they leave open (the dice generator, what is
pending, who knows what) a position says by the names of the record's fields:

    {"turn": 7, "last_turn.2": [5, 6], "stack.0.kind": 3}

A path ends with the place in the field; several values are those of the places from there on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.given import Words


def find_differences(found: NDArray[Any], before: NDArray[Any]) -> dict[str, Any]:
    """Return what a record (an array of one) holds unlike another one: paths and values."""
    return {
        ".".join(map(str, path)): values[0] if len(values) == 1 else values
        for path, values in _compare(found, before, ())
    }


def _compare(
    found: NDArray[Any], before: NDArray[Any], path: tuple[Any, ...]
) -> Iterator[tuple[tuple[Any, ...], list[Any]]]:
    """Yield what differs in an array of one, field by field, row by row."""
    if found.tobytes() == before.tobytes():
        return
    if found.ndim > 1 and (found.ndim > 2 or found.dtype.names is not None):
        for i in range(found.shape[1]):
            yield from _compare(found[:, i], before[:, i], (*path, i))
    elif found.dtype.names is not None:
        for name in found.dtype.names:
            yield from _compare(found[name], before[name], (*path, name))
    elif found.ndim == 1:
        yield path, found.tolist()
    else:
        differs = np.flatnonzero(found[0] != before[0])
        for run in np.split(differs, np.flatnonzero(np.diff(differs) > 1) + 1):
            yield (*path, int(run[0])), found[0, run].tolist()


def write_fields(record: NDArray[Any], words: Words) -> None:
    """Write what `find_differences` has found into a record (an array of one).

    Raises:
        ScenarioError: If there is no such field or place, or a value does not fit.
    """
    for path, entry in words.table():
        places = _find_places(record, path, entry)
        values = entry.entries(places.size) if isinstance(entry.value, list) else [entry]
        for i, value in enumerate(values):
            if places.dtype.kind == "f":
                places[i] = value.real(places.dtype)
            else:
                limits = np.iinfo(places.dtype)
                places[i] = value.number(int(limits.min), int(limits.max))


def _find_places(record: NDArray[Any], path: str, entry: Words) -> NDArray[Any]:
    """Return the places of a field from the one that a path names to the end of its row."""
    found = record
    for word in path.split("."):
        if found.ndim > 1:
            at = int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else -1
            if not 0 <= at < found.shape[1]:
                entry.refuse(f"places are 0 to {found.shape[1] - 1}, {word[:40]!r} was given")
            is_row = found.ndim == 2 and found.dtype.names is None
            found = found[0, at:] if is_row else found[:, at]
        elif found.dtype.names is not None:
            if word not in found.dtype.names:
                entry.refuse(f"no field of the record is called {word[:40]!r}")
            found = found[word]
        else:
            entry.refuse(f"there is nothing inside, {word[:40]!r} was given")
    if found.ndim > 1 or found.dtype.names is not None:
        entry.refuse("this is no single place of the record")
    return found
