"""Sets of spaces: bit x of an integer stands for space x.

Most questions about the board concern the ten spaces or so where a player has a piece. A set
of them is walked through in as many steps; a loop over all spaces stumbles over every one.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic

from spaceenvs.core.jit import JIT_ENABLED, kernel


@kernel
def only(space: int) -> int:
    """Return the set of one space."""
    return 1 << int(space)


@kernel
def has(spaces: int, space: int) -> bool:
    """Whether a space is in a set."""
    return (int(spaces) >> int(space)) & 1 != 0


@kernel
def without_first(spaces: int) -> int:
    """Return a set without its first space."""
    return int(spaces) & (int(spaces) - 1)


def _first_plainly(spaces: int) -> int:
    """Return the first space of a set that is not empty."""
    return (int(spaces) & -int(spaces)).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator]
def _first_compiled(context: Any, spaces: Any) -> Any:
    """Do the same in compiled code, in one instruction."""

    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.true_bit)

    return types.int64(types.int64), build


first = _first_compiled if JIT_ENABLED else _first_plainly
