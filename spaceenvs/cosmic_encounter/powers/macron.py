"""Macron: one token that counts four."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import MANDATORY, lasting, power, rule, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import MACRON, USUAL_LIMIT
from spaceenvs.cosmic_encounter.cones import count_fighting
from spaceenvs.cosmic_encounter.hooks import H_LAUNCH, H_TOT
from spaceenvs.cosmic_encounter.points import STRENGTH, TOKEN_LIMIT, TOKEN_WORTH, TOTAL
from spaceenvs.cosmic_encounter.sheets import has_power, in_force, run_in_force
from spaceenvs.cosmic_encounter.stack import Frame, end, has_seat, side_of, with_seat

CELLS = ("wild flare played by",)
COUNT_TWICE = 0  # cell: a set of seats
MACRON_LIMIT = 1
MACRON_STRENGTH = 4
WORTH = 2


@kernel
def can_macron(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally with a token in the challenge."""
    return side_of(s, p) >= 0 and count_fighting(s, p) > 0


@kernel
def can_wild_macron(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally."""
    return side_of(s, p) >= 0


@kernel
def run_wild_macron(s: State, box: Box, f: Frame) -> None:
    """His tokens count twice: as many as there are when the totals are added up (6.3)."""
    set_cell(s, MACRON, COUNT_TWICE, with_seat(get_cell(s, MACRON, COUNT_TWICE), f.who))
    end(s)


@kernel
def add_wild(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """The wild: 1 for each own token in the challenge, for the total of its user's side."""
    total = int(value)
    for q in range(s.seats):
        if has_seat(get_cell(s, MACRON, COUNT_TWICE), q) and side_of(s, q) == about:
            total += int(count_fighting(s, q))
    return total


@kernel
def can_super_macron(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF in phase 3; an ally when he alone is asked (then `about` is his seat + 1)."""
    is_asked = p == s.challenge.off if about == 0 else p == about - 1
    return is_asked and s.challenge.limit[p] == 0


@kernel
def run_super_macron(s: State, box: Box, f: Frame) -> None:
    """He may commit as many tokens as others."""
    s.challenge.limit[f.who] = USUAL_LIMIT
    end(s)


@kernel
def limit_tokens(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """He commits one token only; fixed when D_TOKENS begins (R87)."""
    return MACRON_LIMIT if holder == p and has_power(s, p, MACRON) else value


@kernel
def raise_worth(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Each of his tokens counts 2 for consolation and rewards."""
    return WORTH * value if holder == p and has_power(s, p, MACRON) else value


@kernel
def raise_strength(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Each of his tokens counts 4 in the totals."""
    return MACRON_STRENGTH * value if holder == p and in_force(s, p, MACRON) else value


PLAYS = (
    power("Macron", H_TOT, can=can_macron, run=run_in_force, use=MANDATORY),
    wild("Macron", H_TOT, can=can_wild_macron, run=run_wild_macron),
    super_("Macron", H_LAUNCH, can=can_super_macron, run=run_super_macron),
)
RULES = (
    rule("Macron", TOKEN_LIMIT, limit_tokens),
    rule("Macron", TOKEN_WORTH, raise_worth),
    rule("Macron", STRENGTH, raise_strength),
    lasting("Macron", TOTAL, add_wild),
)
