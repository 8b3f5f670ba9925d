"""Rules that a power changes for as long as it is active, without being used: points.

At a *point* a phase asks for a number, and every power that has a rule for the point may change
it: how many tokens may be committed, what a token is worth. A rule is a kernel
`rule(s, box, holder, p, about, value)`: `holder` has the power, `p` is the player the number is
for, `about` is what the point is about; it returns the value, changed or not. It looks itself
whether the power counts now (`has_power`, or `in_force` for the totals). It must not call what
calls `apply_rules` or `tell_power` again: kernels cannot be recursive.

A *lasting* rule is one that a use or a Flare has declared: it counts while the power has something
in its cells (`cells.py`), whoever has the power now; its holder is -1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import NUM_POWERS
from spaceenvs.cosmic_encounter.sets import SET_WORDS, meets, next_in_both

POINTS = (
    *("TOKEN_LIMIT", "CARDS_NEEDED", "TOKEN_WORTH", "MAY_ALLY", "STRENGTH", "TOTAL"),
    *("REDRAW", "GIVEN_UP", "OBTAINED", "BASES_POINT", "NEXT_TURN"),
    *("ALLY_CHOICES", "ALLY_USE", "TOKEN_PICK", "INCOME"),
    *("CAPTOR", "ADDED_STRENGTH", "HELD_FAST", "OUT_OF_PLAY"),
    *("LOSS_BEGINS", "INSURED", "CHALLENGE_OVER"),
    *("HOARD",),
)
(
    TOKEN_LIMIT,  # tokens that p may commit
    CARDS_NEEDED,  # Challenge cards without which p draws a new hand (10b, 4.1 j)
    TOKEN_WORTH,  # what a token of p counts for consolation and rewards
    MAY_ALLY,  # 1: p may join the side `about`
    STRENGTH,  # of each token of p in the totals
    TOTAL,  # of the side `about`, whose main player is p
    REDRAW,  # no number: p must not see what the holder hides; choose it anew (s.rng)
    GIVEN_UP,  # no number: the holder is about to lose this power for good, or it ends (R104)
    OBTAINED,  # no number: the holder has just got the sheet of this power in play (R102)
    BASES_POINT,  # no number: an H_BASES point of section 4
    NEXT_TURN,  # the seat whose turn follows that of p
    ALLY_CHOICES,  # what p, with `about` tokens to move, may answer at D_ALLY: a sum, see below
    ALLY_USE,  # the power that p uses when he answers D_ALLY by `about`, -1 none
    TOKEN_PICK,  # R111: what p uses when he answers D_TOKENS by `about`, -1 none (`tokens.py`)
    INCOME,  # Lucre that p gets at T0
    CAPTOR,  # the seat that captures the loss event `about` of p before its window, -1 none
    ADDED_STRENGTH,  # of the tokens of p on the side `about`, besides their own
    HELD_FAST,  # whether tokens of p can leave the planet `about`: one of the holds below
    OUT_OF_PLAY,  # no number: the holder's sheet leaves play, with all that lies on it
    LOSS_BEGINS,  # no number: p is about to lose the event `about` (R108)
    INSURED,  # 1: what p would lose to the Warp returns
    CHALLENGE_OVER,  # no number: 10c, or a turn that ends early, has begun
    HOARD,  # 1: a hoard of p holds an Attack of `about` or more (6.10)
) = range(len(POINTS))

# The choices at D_ALLY, summed up by ALLY_CHOICES.
JOIN_OFFENCE, JOIN_DEFENCE, JOIN_BOTH, STAY_OUT = 1, 2, 4, 8

# The holds of HELD_FAST: a token may leave, only by being lost, not at all.
FREE, UNMOVED, NAILED = 0, 1, 2

NO_RULE = -1

# `plays.py` writes these when it has collected the blocks; numba reads them when it
# compiles, which is later.
RULES_AT = np.zeros((len(POINTS), SET_WORDS), np.int64)  # the set of powers with a rule
RULE_OF = np.full((len(POINTS), NUM_POWERS), NO_RULE, np.int16)
LASTING_AT = np.zeros((len(POINTS), SET_WORDS), np.int64)  # those whose cells have a rule
LASTING_OF = np.full((len(POINTS), NUM_POWERS), NO_RULE, np.int16)
find_rule: Any = None


@kernel
def apply_rules(s: State, box: Box, point: int, p: int, about: int, value: int) -> int:
    """Return a number as the powers of all seats change it, then what lies in cells."""
    result = int(value)
    for holder in range(s.seats):
        power = next_in_both(s.powers[holder], RULES_AT[point], -1)
        while power >= 0:
            result = find_rule(RULE_OF[point, power], s, box, holder, p, about, result)
            power = next_in_both(s.powers[holder], RULES_AT[point], power)
    power = next_in_both(s.challenge.marked, LASTING_AT[point], -1)
    while power >= 0:
        result = find_rule(LASTING_OF[point, power], s, box, -1, p, about, result)
        power = next_in_both(s.challenge.marked, LASTING_AT[point], power)
    return result


@kernel
def has_rule(s: State, point: int) -> bool:
    """Whether any rule may answer at a point now: most often none."""
    for holder in range(s.seats):
        if meets(s.powers[holder], RULES_AT[point]):
            return True
    return meets(s.challenge.marked, LASTING_AT[point])


@kernel
def tell_power(s: State, box: Box, point: int, p: int, power: int) -> None:
    """Let one power of a seat, and no other, answer at a point."""
    if RULE_OF[point, power] != NO_RULE:
        find_rule(RULE_OF[point, power], s, box, p, p, power, 0)
