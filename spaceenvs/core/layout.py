"""Named slices of observations and actions: a name and a meaning for every number."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Field:
    """One named part of an observation.

    Attributes:
        name: What it is called.
        shape: Its shape; the entries lie in C order.
        meaning: What its numbers say, in a sentence.
        scale: The number that stands for 1.0 after scaling (the largest usual value).
        start: The index of its first entry (set by the layout).
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    scale: float = 1.0
    start: int = 0

    @property
    def size(self) -> int:
        """The number of entries."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """The index after its last entry."""
        return self.start + self.size


@dataclass(frozen=True)
class Actions:
    """One named range of actions.

    Attributes:
        name: What it is called.
        arguments: What each action of the range is about, in order of the ids.
        meaning: What the actions do, in a sentence.
        start: The id of its first action (set by the table).
    """

    name: str
    arguments: tuple[str, ...] = ("",)
    meaning: str = ""
    start: int = 0

    @property
    def size(self) -> int:
        """The number of actions."""
        return len(self.arguments)

    @property
    def stop(self) -> int:
        """The id after its last action."""
        return self.start + self.size


B = TypeVar("B", Field, Actions)


class _Blocks(Generic[B]):
    """Named blocks, one after the other."""

    def __init__(self, blocks: Sequence[B]) -> None:
        placed: dict[str, B] = {}
        start = 0
        for block in blocks:
            if block.name in placed:
                raise ValueError(f"the name {block.name!r} is given twice")
            placed[block.name] = type(block)(**{**vars(block), "start": start})
            start += block.size
        self._blocks: dict[str, B] = placed
        self.size = start

    def __getitem__(self, name: str) -> B:
        try:
            return self._blocks[name]
        except KeyError:
            names = ", ".join(self._blocks)
            raise KeyError(f"no part is called {name!r}; there are: {names}") from None

    def __iter__(self) -> Iterator[B]:
        return iter(self._blocks.values())

    def __len__(self) -> int:
        return len(self._blocks)

    def find(self, index: int) -> B:
        """Return the block that holds this index."""
        for block in self:
            if block.start <= index < block.stop:
                return block
        raise IndexError(f"{index} is not in 0..{self.size - 1}")


class Layout(_Blocks[Field]):
    """What every number of an observation means.

    >>> layout = Layout([Field("hand", (10,), "1 if held"), Field("coins", (1,), "coins", 8)])
    >>> layout["coins"].start
    10
    """

    def __init__(self, fields: Sequence[Field]) -> None:
        super().__init__(fields)
        scale = np.empty(self.size, np.float32)
        for field in self:
            scale[field.start : field.stop] = 1 / field.scale
        scale.flags.writeable = False
        self.scale: NDArray[np.float32] = scale
        """What each number is multiplied with to lie in [-1, 1]."""

    def view(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return the parts of an observation (or of a stack of them) by name."""
        lead = observation.shape[:-1]
        return {
            field.name: observation[..., field.start : field.stop].reshape(lead + field.shape)
            for field in self
        }

    def table(self) -> str:
        """Return the layout as a Markdown table."""
        rows = ["| index | name | shape | scale | meaning |", "|---|---|---|---|---|"]
        for field in self:
            shape = " x ".join(map(str, field.shape))
            index = f"{field.start}-{field.stop - 1}" if field.size > 1 else f"{field.start}"
            rows.append(f"| {index} | {field.name} | {shape} | {field.scale:g} | {field.meaning} |")
        return "\n".join(rows)


class ActionTable(_Blocks[Actions]):
    """What every action id means."""

    def name(self, action: int) -> str:
        """Return the plain name of an action: `CARD CYL9`."""
        block = self.find(action)
        return f"{block.name} {block.arguments[action - block.start]}".strip()

    def index(self, name: str) -> int:
        """Return the id of the action with this plain name."""
        kind, _, argument = name.partition(" ")
        block = self[kind]
        if argument not in block.arguments:
            raise KeyError(f"no action is called {name!r}; {kind} takes: {block.arguments}")
        return block.start + block.arguments.index(argument)

    def table(self) -> str:
        """Return the actions as a Markdown table."""
        rows = ["| ids | name | argument | meaning |", "|---|---|---|---|"]
        for block in self:
            ids = f"{block.start}-{block.stop - 1}" if block.size > 1 else f"{block.start}"
            first, last = block.arguments[0], block.arguments[-1]
            argument = first if block.size == 1 else f"{first} ... {last}"
            rows.append(f"| {ids} | {block.name} | {argument} | {block.meaning} |")
        return "\n".join(rows)
