"""Moons about cards' values, totals and who wins."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import COMPROMISE, SIEGE_MOON, SLOTS
from spaceenvs.cosmic_encounter.hooks import H_TOT
from spaceenvs.cosmic_encounter.moon_blocks import moon
from spaceenvs.cosmic_encounter.moon_points import (
    CARD_VALUE,
    COUNTS_AS_ATTACK,
    DRAWS_CARD,
    LOW_WINS,
    OFF_WINS_TIES,
    SELECTS_OPENLY,
    SIDE_TOTAL,
)
from spaceenvs.cosmic_encounter.satellites import is_in_system_of, is_moon
from spaceenvs.cosmic_encounter.stack import AA, Frame, end
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE

CEILING, LOW_CARD, LIFT = 15, 5, 10
AMBUSH, HOME_GUARD, SIEGE = 5, 2, 2
HIGH_CARD = 20  # above it the Peace Moon turns an Attack


@kernel
def add_small_bonus(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Small Bonus Moon: the occupant as MAIN adds 1."""
    return value + 1 if holder == p else value


@kernel
def add_ally_bonus(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Ally Bonus Moon: the occupant as ally adds 1; on both sides for the offence (R116)."""
    side = s.challenge.ally[holder]
    if side == 0:
        return value
    return value + 1 if about == (OFFENCE if side != DEFENCE + 1 else DEFENCE) else value


@kernel
def add_home_guard(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Home Guard Moon: the occupant as DEF on a home planet adds 2."""
    c = s.challenge
    is_home = c.target >= 0 and c.target // SLOTS == holder and not is_moon(c.target)
    return value + HOME_GUARD if about == DEFENCE and holder == p and is_home else value


@kernel
def add_siege(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Siege Moon: the OFF of a challenge in its system adds 2."""
    is_here = is_in_system_of(s, SIEGE_MOON, s.challenge.target)
    return value + SIEGE if about == OFFENCE and is_here else value


@kernel
def put_ceiling(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Ceiling Moon: values above 15 count 15 (V2)."""
    return min(value, CEILING)


@kernel
def lift_low(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Underdog Moon: values 1-5 count 10 more (V2)."""
    return value + LIFT if 1 <= value <= LOW_CARD else value


@kernel
def pacify(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Peace Moon: Attacks with a printed value above 20 count as Compromises (R217)."""
    is_high = about != COMPROMISE and box.value[about] > HIGH_CARD
    return 0 if is_high else value


@kernel
def arm(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """War Moon: Compromises count as Attack 0; not what the Peace Moon has turned (R217)."""
    return 1 if about == COMPROMISE else value


@kernel
def say_yes(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """While it works, that is so."""
    return 1


@kernel
def can_ambush(s: State, box: Box, p: int, about: int) -> bool:
    """DEF in AA."""
    c = s.challenge
    return p == c.defender and c.meeting == AA


@kernel
def run_ambush(s: State, box: Box, f: Frame) -> None:
    """Ambush Moon: 5 more for the DEF."""
    s.challenge.moon_bonus[DEFENCE] += AMBUSH
    end(s)


MOONS = (
    moon("Tie Moon", (OFF_WINS_TIES, say_yes)),
    moon("Low Wins Moon", (LOW_WINS, say_yes)),
    moon("Face-Up Moon", (SELECTS_OPENLY, say_yes)),
    moon("Random Moon", (DRAWS_CARD, say_yes)),
    moon("Small Bonus Moon", (SIDE_TOTAL, add_small_bonus)),
    moon("Ally Bonus Moon", (SIDE_TOTAL, add_ally_bonus)),
    moon("Home Guard Moon", (SIDE_TOTAL, add_home_guard)),
    moon("Siege Moon", (SIDE_TOTAL, add_siege)),
    moon("Ceiling Moon", (CARD_VALUE, put_ceiling)),
    moon("Underdog Moon", (CARD_VALUE, lift_low)),
    moon("Peace Moon", (COUNTS_AS_ATTACK, pacify)),
    moon("War Moon", (COUNTS_AS_ATTACK, arm)),
    moon("Ambush Moon", run=run_ambush, at=H_TOT, can=can_ambush),
)
