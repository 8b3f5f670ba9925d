"""What players are bound to until the end of the challenge.

A Force binds them (R115), or answers to a Seeker (6.10). It is public, and the masks keep it.
"""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import COMPROMISE
from spaceenvs.cosmic_encounter.points import JOIN_DEFENCE, JOIN_OFFENCE, STAY_OUT

BINDINGS = (
    *("an Attack", "a Compromise", "the highest Attack", "not the highest Attack"),
    *("a Kicker", "no Kicker", "an Edict or Flare", "no Edict or Flare", "no optional power"),
)
(
    TO_ATTACK,  # he must select it, if he can; so the next ones
    TO_COMPROMISE,
    TO_HIGHEST,
    TO_LOWER,
    TO_KICKER,
    TO_NO_KICKER,
    TO_ART,  # he must play one as soon as he can
    TO_NO_ART,
    TO_NO_POWER,
) = range(len(BINDINGS))
MUST, MUST_NOT = 1, -1  # what `told_invite` says
TOLD_OFFENCE, TOLD_DEFENCE, TOLD_OUT = 1, 2, 3  # what `told_ally` says


@kernel
def is_bound(s: State, p: int, binding: int) -> bool:
    """Whether a player is bound to something."""
    return (int(s.challenge.bound[p]) >> int(binding)) & 1 != 0


@kernel
def bind(s: State, p: int, binding: int) -> None:
    """A player is bound to something."""
    s.challenge.bound[p] = int(s.challenge.bound[p]) | (1 << int(binding))


@kernel
def release(s: State, p: int, binding: int) -> None:
    """A player has done what he was bound to."""
    s.challenge.bound[p] = int(s.challenge.bound[p]) & ~(1 << int(binding))


@kernel
def find_highest(s: State, p: int) -> int:
    """Return the kind of a player's highest Attack, -1 if he holds none (they lie in order)."""
    for kind in range(COMPROMISE):
        if s.hand[p, kind] > 0:
            return kind
    return -1


@kernel
def fits_bindings(s: State, p: int, kind: int) -> bool:
    """Whether a Challenge card is what a player is bound to select."""
    if is_bound(s, p, TO_ATTACK) and kind == COMPROMISE:
        return False
    if is_bound(s, p, TO_COMPROMISE) and kind != COMPROMISE:
        return False
    is_highest = kind == find_highest(s, p)
    if is_bound(s, p, TO_HIGHEST) and not is_highest:
        return False
    return not (is_bound(s, p, TO_LOWER) and is_highest)


@kernel
def bind_choices(s: State, p: int, choices: int) -> int:
    """R115: the side that a player must join, if he can, or none."""
    told = s.challenge.told_ally[p]
    if told == TOLD_OUT and choices & STAY_OUT != 0:
        return STAY_OUT
    if told == TOLD_OFFENCE and choices & JOIN_OFFENCE != 0:
        return JOIN_OFFENCE
    if told == TOLD_DEFENCE and choices & JOIN_DEFENCE != 0:
        return JOIN_DEFENCE
    return choices
