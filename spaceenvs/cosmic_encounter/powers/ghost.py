"""Ghost: commits tokens from the Warp (R111).

Announced at the first such token of a D_TOKENS (`tokens.py`).
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, claim_seat_cells, power, super_, wild
from spaceenvs.cosmic_encounter.components import POWERS
from spaceenvs.cosmic_encounter.hooks import H_LAUNCH
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import Frame, end

GHOST = POWERS.index("Ghost")
GHOST_FLARE = claim_seat_cells()  # which flare the player has played for this D_TOKENS
A_FEW, UNLIMITED = 1, 2  # the wild, the super
WILD_TOKENS = 2


@kernel
def run_ghost(s: State, box: Box, f: Frame) -> None:
    """He takes tokens from the Warp (`tokens.py`)."""
    end(s)


@kernel
def find_ghost(s: State, p: int) -> int:
    """Return which Ghost flare a player has played for this D_TOKENS, 0 none."""
    return int(s.challenge.cells[GHOST_FLARE + p])


@kernel
def is_ghost_announced(s: State, p: int) -> bool:
    """Whether a token from the Warp is a use of the power: not if the wild flare allows it."""
    return find_ghost(s, p) != A_FEW


@kernel
def can_take_from_warp(s: State, p: int, taken: int) -> bool:
    """Whether the player may commit one more token from the Warp in this D_TOKENS."""
    if s.warp[p] == 0:
        return False
    if find_ghost(s, p) == A_FEW:
        return taken < WILD_TOKENS
    return has_power(s, p, GHOST)


@kernel
def can_ghost_flare(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF, or an ally when he alone is asked (then `about` is his seat + 1)."""
    return p == s.challenge.off if about == 0 else p == about - 1


@kernel
def run_wild_ghost(s: State, box: Box, f: Frame) -> None:
    """Up to 2 tokens may come from the Warp."""
    s.challenge.cells[GHOST_FLARE + f.who] = A_FEW
    end(s)


@kernel
def run_super_ghost(s: State, box: Box, f: Frame) -> None:
    """Tokens from the Warp do not count against the limit."""
    s.challenge.cells[GHOST_FLARE + f.who] = UNLIMITED
    end(s)


PLAYS = (
    power("Ghost", H_LAUNCH, run=run_ghost, use=ANNOUNCED),
    wild("Ghost", H_LAUNCH, can=can_ghost_flare, run=run_wild_ghost),
    super_("Ghost", H_LAUNCH, can=can_ghost_flare, run=run_super_ghost),
)
