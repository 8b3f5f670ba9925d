"""Numbers that a moon changes while it works: like those of powers (`points.py`).

A rule is a kernel `rule(s, box, holder, p, about, value)`: `holder` is on the moon, `p` is the
player the number is for, `about` is what the point is about; it returns the value, changed or not.
`apply_moons` is called apart from `apply_rules`, because some numbers are first set by moons and
others last.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import NUM_MOONS
from spaceenvs.cosmic_encounter.satellites import find_user
from spaceenvs.cosmic_encounter.sets import SET_WORDS, next_in_both

MOON_POINTS = (
    *("COMMIT_LIMIT", "ALLY_LIMIT", "SIDE_TOTAL", "ALLIED_STRENGTH", "CHALLENGE_LIMIT", "REGROUPS"),
    *("MUST_INVITE", "MAY_INVITE", "REWARD_COUNT", "CONSOLATION", "HAS_CONSOLATION"),
    *("CONE_SIDE", "NEW_HAND_SIZE", "CARD_VALUE", "OFF_WINS_TIES", "LOW_WINS", "IS_SAFE"),
    *("MUST_ALLY", "SELECTS_OPENLY", "DRAWS_CARD", "COUNTS_AS_ATTACK"),
)
(
    COMMIT_LIMIT,  # tokens that p may commit
    ALLY_LIMIT,  # the same once more, for what is said of allies alone
    SIDE_TOTAL,  # of the side `about`, whose main player is p
    ALLIED_STRENGTH,  # of the tokens of p, an ally of the side `about`
    CHALLENGE_LIMIT,  # challenges of a turn
    REGROUPS,  # how often p is asked D_REGROUP in phase 1
    MUST_INVITE,  # 1: player `about` must be invited
    MAY_INVITE,  # 1: the side `about` may invite allies
    REWARD_COUNT,  # rewards that p gets
    CONSOLATION,  # cards that p takes
    HAS_CONSOLATION,  # 1: consolation is paid
    CONE_SIDE,  # 1: the dark side
    NEW_HAND_SIZE,  # cards of a new hand
    CARD_VALUE,  # of a main card after V1
    OFF_WINS_TIES,  # 1: a tie is won by the OFF
    LOW_WINS,  # 1: the lower total wins
    IS_SAFE,  # 1: the place `about` is no target unless nothing else is left
    MUST_ALLY,  # 1: who is invited may not stay out
    SELECTS_OPENLY,  # 1: the OFF selects face up, before the DEF
    DRAWS_CARD,  # 1: main cards are drawn at random
    COUNTS_AS_ATTACK,  # 1: the card of kind `about` counts as an Attack
) = range(len(MOON_POINTS))

NO_RULE = -1

# `lunar.py` writes these when it has collected the blocks; numba reads them when it compiles,
# which is later.
MOONS_AT = np.zeros((len(MOON_POINTS), SET_WORDS), np.int64)  # the set of kinds with a rule
MOON_RULE_OF = np.full((len(MOON_POINTS), NUM_MOONS), NO_RULE, np.int16)
find_moon_rule: Any = None


@kernel
def apply_moons(s: State, box: Box, point: int, p: int, about: int, value: int) -> int:
    """Return a number as the moons that work change it, in the order of their table."""
    result = int(value)
    if s.moons_up == 0:
        return result
    kind = next_in_both(s.moon_kinds_up, MOONS_AT[point], -1)
    while kind >= 0:
        holder = find_user(s, kind)
        if holder >= 0:
            result = find_moon_rule(MOON_RULE_OF[point, kind], s, box, holder, p, about, result)
        kind = next_in_both(s.moon_kinds_up, MOONS_AT[point], kind)
    return result
