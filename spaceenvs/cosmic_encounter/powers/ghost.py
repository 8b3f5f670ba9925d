"""Ghost: commits tokens from the Warp (R111). Announced at the first such token of a D_TOKENS."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, lasting, power, rule, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import POWERS
from spaceenvs.cosmic_encounter.hooks import H_LAUNCH
from spaceenvs.cosmic_encounter.points import TOKEN_PICK
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import Frame, end
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import BEYOND_LIMIT, QUIET, commit_picked

GHOST = POWERS.index("Ghost")
# Its cells: who played the Flare (seat + 1, 0 nobody), as what, for which D_TOKENS of the
# challenge, and how many tokens he has taken in it.
PLAYED_BY, ROLE, WHICH, TAKEN = 0, 1, 2, 3
A_FEW, ON_TOP = 1, 2  # the wild, the super
WILD_TOKENS = 2
FROM_WARP = 0  # the option at D_TOKENS


@kernel
def run_ghost(s: State, box: Box, f: Frame) -> None:
    """He takes a token from the Warp; it has no base to return to."""
    s.warp[f.who] -= 1
    commit_picked(s, NOBODY)
    if get_cell(s, GHOST, PLAYED_BY) != 0:
        set_cell(s, GHOST, TAKEN, get_cell(s, GHOST, TAKEN) + 1)
    end(s)


@kernel
def find_flare(s: State, p: int) -> int:
    """Return which Flare a player has played for this D_TOKENS, 0 none."""
    is_his = get_cell(s, GHOST, PLAYED_BY) == p + 1
    is_now = get_cell(s, GHOST, WHICH) == s.challenge.commits
    return get_cell(s, GHOST, ROLE) if is_his and is_now else 0


@kernel
def take_from_warp(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """He may take a token from the Warp within the limit."""
    is_his = about == FROM_WARP and holder == p and s.warp[p] > 0
    return GHOST if is_his and has_power(s, p, GHOST) else value


@kernel
def take_by_flare(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Wild: two tokens, without a use of a power. Super: they do not count against the limit."""
    if s.warp[p] == 0 or about % BEYOND_LIMIT != FROM_WARP:
        return value
    role = find_flare(s, p)
    if role == A_FEW and about == FROM_WARP and get_cell(s, GHOST, TAKEN) < WILD_TOKENS:
        return GHOST + QUIET
    return GHOST if role == ON_TOP and has_power(s, p, GHOST) else value


@kernel
def can_flare(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF, or an ally when he alone is asked (then `about` is his seat + 1)."""
    return p == s.challenge.off if about == 0 else p == about - 1


@kernel
def play_flare(s: State, p: int, role: int) -> None:
    """The Flare counts for the D_TOKENS that follows."""
    set_cell(s, GHOST, PLAYED_BY, p + 1)
    set_cell(s, GHOST, ROLE, role)
    set_cell(s, GHOST, WHICH, s.challenge.commits)
    set_cell(s, GHOST, TAKEN, 0)


@kernel
def run_wild_ghost(s: State, box: Box, f: Frame) -> None:
    """Up to 2 tokens may come from the Warp."""
    play_flare(s, f.who, A_FEW)
    end(s)


@kernel
def run_super_ghost(s: State, box: Box, f: Frame) -> None:
    """Tokens from the Warp do not count against the limit."""
    play_flare(s, f.who, ON_TOP)
    end(s)


PLAYS = (
    power("Ghost", H_LAUNCH, run=run_ghost, use=ANNOUNCED),
    wild("Ghost", H_LAUNCH, can=can_flare, run=run_wild_ghost),
    super_("Ghost", H_LAUNCH, can=can_flare, run=run_super_ghost),
)
RULES = (
    rule("Ghost", TOKEN_PICK, take_from_warp),
    lasting("Ghost", TOKEN_PICK, take_by_flare),
)
