"""Keeper: keeps all but the Challenge cards at a new hand."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import edict
from spaceenvs.cosmic_encounter.components import FIRST_EDICT, KEEPER, KINDS, NUM_CHALLENGE
from spaceenvs.cosmic_encounter.hoard import holds
from spaceenvs.cosmic_encounter.hooks import H_NEWHAND
from spaceenvs.cosmic_encounter.stack import Frame, end


@kernel
def has_keepable(s: State, p: int) -> bool:
    """Whether the hand holds, besides the card played as Keeper, one that is no Challenge card.

    The card played may be another one (R107), or lie in a hoard (R106).
    """
    count = 0
    for k in range(NUM_CHALLENGE, KINDS):
        count += int(s.hand[p, k])
    keeper = FIRST_EDICT + KEEPER
    is_in_hoard = s.hand[p, keeper] == 0 and holds(s, p, keeper)
    return count > (0 if is_in_hoard else 1)


@kernel
def can_keeper(s: State, box: Box, p: int, about: int) -> bool:
    """There is another card to keep."""
    return has_keepable(s, p)


@kernel
def run_keeper(s: State, box: Box, f: Frame) -> None:
    """The other cards are kept (`hands.py`)."""
    s.keeper = 1
    end(s)


PLAYS = (edict("Keeper", H_NEWHAND, can=can_keeper, run=run_keeper),)
