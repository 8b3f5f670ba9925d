"""Curses of a Witch (6.12): a player has at most one, whoever has the power now (R124)."""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel

(
    LOSES_MORE,  # after each of his loss events a token more
    INVITES_NOBODY,
    SMALL_HANDS,  # his new hands have 6 cards
    WEAK,  # -3 to his total as MAIN in AA
    NO_REGROUPING,  # no token from the Warp in phase 1
    SMALL_FORCES,  # at most 2 tokens committed
) = range(6)
CURSE_NAMES = (
    *("loses a token more", "invites nobody", "small hands", "weak", "no regrouping"),
    *("small forces",),
)
CURSES = len(CURSE_NAMES)
ATONEMENTS = 2  # tokens sent to the Warp that end a curse
SMALL_HAND = 6
MOST_COMMITTED = 2
WEAKNESS = 3


@kernel
def is_cursed(s: State, p: int, curse: int) -> bool:
    """Whether this curse lies on a player."""
    return s.curse[p] == curse + 1  # type: ignore[no-any-return]


@kernel
def put_curse(s: State, p: int, curse: int) -> None:
    """A curse lies on a player."""
    s.curse[p] = curse + 1
    s.atoned[p] = 0


@kernel
def atone(s: State, p: int) -> None:
    """One of the two atonements; then the curse ends."""
    s.atoned[p] += 1
    if s.atoned[p] >= ATONEMENTS:
        s.curse[p] = 0
        s.atoned[p] = 0
