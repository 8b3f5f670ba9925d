"""Busybody: allies with both sides (R116). Announced at D_ALLY, when he chooses both.

What he commits to the offence lies first in `commit_origin`, what he commits to the ring of the
defence last (`on_ring`).
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.bindings import TO_NO_POWER, is_bound
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, lasting, power, rule, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import BUSYBODY
from spaceenvs.cosmic_encounter.hooks import H_ALLY
from spaceenvs.cosmic_encounter.points import ALLY_CHOICES, ALLY_USE, JOIN_BOTH, MAY_ALLY
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import Frame, end, has_seat, with_seat
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE
from spaceenvs.cosmic_encounter.tokens import count_committable

# Its cells are sets of seats: who may join either side (wild), who may join both (Super).
UNINVITED, IN_ANY_CASE = 0, 1
CELLS = ("either side", "both sides")
BOTH = 2  # the answer to D_ALLY
TOKENS_NEEDED = 2  # one for each side


@kernel
def run_busybody(s: State, box: Box, f: Frame) -> None:
    """He joins both sides (`launch.py`)."""
    end(s)


@kernel
def offer_both(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Both sides have invited him, or he has played the Super; he has a token for each."""
    if (
        holder != p
        or not has_power(s, p, BUSYBODY)
        or is_bound(s, p, TO_NO_POWER)
        or about < TOKENS_NEEDED
    ):
        return value
    c = s.challenge
    is_invited = c.invited[OFFENCE, p] != 0 and c.invited[DEFENCE, p] != 0
    if is_invited or has_seat(get_cell(s, BUSYBODY, IN_ANY_CASE), p):
        return value | JOIN_BOTH
    return value


@kernel
def announce_busybody(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """He uses his power when he chooses both."""
    return BUSYBODY if holder == p and about == BOTH else value


@kernel
def join_either(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Wild: he may join a side that has not invited him."""
    return 1 if has_seat(get_cell(s, BUSYBODY, UNINVITED), p) else value


@kernel
def run_wild_busybody(s: State, box: Box, f: Frame) -> None:
    """He may answer D_ALLY for either side."""
    set_cell(s, BUSYBODY, UNINVITED, with_seat(get_cell(s, BUSYBODY, UNINVITED), f.who))
    end(s)


@kernel
def can_super_busybody(s: State, box: Box, p: int, about: int) -> bool:
    """He has a token for each side."""
    return count_committable(s, box, p) >= TOKENS_NEEDED


@kernel
def run_super_busybody(s: State, box: Box, f: Frame) -> None:
    """He may join both sides without invitations."""
    set_cell(s, BUSYBODY, IN_ANY_CASE, with_seat(get_cell(s, BUSYBODY, IN_ANY_CASE), f.who))
    end(s)


PLAYS = (
    power("Busybody", H_ALLY, run=run_busybody, use=ANNOUNCED),
    wild("Busybody", H_ALLY, run=run_wild_busybody),
    super_("Busybody", H_ALLY, can=can_super_busybody, run=run_super_busybody),
)
RULES = (
    rule("Busybody", ALLY_CHOICES, offer_both),
    rule("Busybody", ALLY_USE, announce_busybody),
    lasting("Busybody", MAY_ALLY, join_either),
)
