"""Wraith: what it loses waits in a reserve and is sent again (R111, R161)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import (
    ANNOUNCED,
    MANDATORY,
    lasting,
    power,
    rule,
    super_,
    wild,
)
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import GHOST, MACRON, MAX_PLAYERS, WRAITH
from spaceenvs.cosmic_encounter.hooks import H_LAUNCH, H_LOSS
from spaceenvs.cosmic_encounter.points import TOKEN_LIMIT, TOKEN_PICK
from spaceenvs.cosmic_encounter.powers.ghost import FROM_WARP, find_flare
from spaceenvs.cosmic_encounter.sheets import find_held, has_power, memory_of
from spaceenvs.cosmic_encounter.stack import Frame, end
from spaceenvs.cosmic_encounter.tokens import (
    BEYOND_LIMIT,
    FROM_RESERVE,
    commit_picked,
    find_loss,
    is_own_defeat,
    put_into_reserve,
)

HOLDS_TOKENS = True
MEMORY = tuple(f"reserve of seat {p}" for p in range(MAX_PLAYERS))
# Its cells count for one D_TOKENS of the challenge, `commits` + 1: who played the Flare for it
# (seat + 1, 0 nobody), as what, and how many tokens of the reserve were taken in it.
WHICH, PLAYED_BY, ROLE, TAKEN = 0, 1, 2, 3
CELLS = ("which D_TOKENS", "flare played by", "as wild or super", "taken from the reserve")
AS_WILD, AS_SUPER = 1, 2
WILD_LIMIT = 5
USUAL_TOKENS, SUPER_TOKENS = 2, 4
AFTER_GHOST = 2  # the option of a player who may use Ghost


@kernel
def can_keep(s: State, box: Box, p: int, about: int) -> bool:
    """His tokens are lost with the challenge (R161)."""
    return is_own_defeat(s, about, p)


@kernel
def run_keep(s: State, box: Box, f: Frame) -> None:
    """They go to his reserve; they count as lost."""
    level = find_loss(s)
    put_into_reserve(s, f.who, s.loss_count[level])
    s.loss_count[level] = 0
    end(s)


@kernel
def get_for_now(s: State, cell: int) -> int:
    """Return a cell, 0 if it was written for another D_TOKENS."""
    return get_cell(s, WRAITH, cell) if get_cell(s, WRAITH, WHICH) == s.challenge.commits + 1 else 0


@kernel
def set_for_now(s: State, cell: int, value: int) -> None:
    """Write a cell for the D_TOKENS at hand, or the one that comes next."""
    if get_cell(s, WRAITH, WHICH) != s.challenge.commits + 1:
        set_cell(s, WRAITH, WHICH, s.challenge.commits + 1)
        for other in (PLAYED_BY, ROLE, TAKEN):
            set_cell(s, WRAITH, other, 0)
    set_cell(s, WRAITH, cell, value)


@kernel
def has_sent_from_base(s: State, p: int) -> bool:
    """Whether one of the tokens that he has committed comes from a base."""
    c = s.challenge
    for i in range(c.commit_count[p]):
        if c.commit_origin[p, i] >= 0:
            return True
    return False


@kernel
def reserve_option(s: State, p: int) -> int:
    """Return the option of D_TOKENS that takes from the reserve, -1 without a reserve (R111)."""
    if find_held(s, p, WRAITH) < 0:
        return -1
    return AFTER_GHOST if has_power(s, p, GHOST) or find_flare(s, p) != 0 else FROM_WARP


@kernel
def offer_reserve(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """After a token from a base he may take two of his reserve, beyond the limit."""
    if holder != p or about % BEYOND_LIMIT != reserve_option(s, p) or not has_power(s, p, WRAITH):
        return value
    is_super = get_for_now(s, ROLE) == AS_SUPER and get_for_now(s, PLAYED_BY) == p + 1
    most = SUPER_TOKENS if is_super else USUAL_TOKENS
    is_left = memory_of(s, p, WRAITH)[p] > 0 and get_for_now(s, TAKEN) < most
    return WRAITH if is_left and has_sent_from_base(s, p) else value


@kernel
def run_send(s: State, box: Box, f: Frame) -> None:
    """A token of the reserve goes to the cone or its ring."""
    put_into_reserve(s, f.who, -1)
    commit_picked(s, FROM_RESERVE)
    set_for_now(s, TAKEN, get_for_now(s, TAKEN) + 1)
    end(s)


@kernel
def can_flare(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF, or an ally when he alone is asked (then `about` is his seat + 1)."""
    return p == s.challenge.off if about == 0 else p == about - 1


@kernel
def run_wild_wraith(s: State, box: Box, f: Frame) -> None:
    """His limit is 5 in the D_TOKENS that follows."""
    set_for_now(s, PLAYED_BY, f.who + 1)
    set_for_now(s, ROLE, AS_WILD)
    end(s)


@kernel
def raise_limit(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """The wild; an active Macron has his own limit whatever else there is (R205)."""
    is_his = get_for_now(s, PLAYED_BY) == p + 1 and get_for_now(s, ROLE) == AS_WILD
    return WILD_LIMIT if is_his and not has_power(s, p, MACRON) else value


@kernel
def run_super_wraith(s: State, box: Box, f: Frame) -> None:
    """Four tokens of the reserve in the D_TOKENS that follows."""
    set_for_now(s, PLAYED_BY, f.who + 1)
    set_for_now(s, ROLE, AS_SUPER)
    end(s)


PLAYS = (
    power("Wraith", H_LOSS, can=can_keep, run=run_keep, use=MANDATORY),
    power("Wraith", H_LAUNCH, run=run_send, use=ANNOUNCED),
    wild("Wraith", H_LAUNCH, can=can_flare, run=run_wild_wraith),
    super_("Wraith", H_LAUNCH, can=can_flare, run=run_super_wraith),
)
RULES = (
    rule("Wraith", TOKEN_PICK, offer_reserve),
    lasting("Wraith", TOKEN_LIMIT, raise_limit),
)
