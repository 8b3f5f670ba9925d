"""Warrior: gains points by every challenge and adds them to its totals (R123)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, MANDATORY, power, rule, super_, wild
from spaceenvs.cosmic_encounter.components import WARRIOR
from spaceenvs.cosmic_encounter.destiny import begin_return_challenge
from spaceenvs.cosmic_encounter.hands import count_challenge_cards
from spaceenvs.cosmic_encounter.hooks import H_END, H_OUT, H_TOT
from spaceenvs.cosmic_encounter.points import TOTAL
from spaceenvs.cosmic_encounter.results import has_done_well
from spaceenvs.cosmic_encounter.sheets import has_power, in_force, memory_of, run_in_force
from spaceenvs.cosmic_encounter.stack import Frame, end, has_base, is_main, side_of
from spaceenvs.cosmic_encounter.uses import can_as_ally, can_as_main

MEMORY = ("points",)
POINTS = 0
FOR_SUCCESS, FOR_FAILURE = 1, 2


@kernel
def add_points(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """His points count for his total."""
    if p == holder and in_force(s, p, WARRIOR):
        return value + int(memory_of(s, p, WARRIOR)[POINTS])
    return value


@kernel
def can_gain_points(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN with the active power; not announced."""
    return is_main(s, p) and has_power(s, p, WARRIOR)


@kernel
def run_gain_points(s: State, box: Box, f: Frame) -> None:
    """A point for a victory or a deal, two for a defeat or a failed deal."""
    is_success = has_done_well(s, side_of(s, f.who))
    memory_of(s, f.who, WARRIOR)[POINTS] += FOR_SUCCESS if is_success else FOR_FAILURE
    end(s)


@kernel
def can_wild_warrior(s: State, box: Box, p: int, about: int) -> bool:
    """DEF with a token on a base and a Challenge card; not in a return challenge (R114)."""
    is_free = s.interrupted == 0 and p == s.challenge.defender
    return is_free and has_base(s, p) and count_challenge_cards(s, p) > 0


@kernel
def run_wild_warrior(s: State, box: Box, f: Frame) -> None:
    """He makes a challenge against the OFF; then the turn goes on."""
    if f.at == 0:
        f.at = 1
        begin_return_challenge(s, f.who)
        return
    end(s)


@kernel
def run_super_warrior(s: State, box: Box, f: Frame) -> None:
    """An ally adds his points to the total of his side."""
    points = memory_of(s, f.who, WARRIOR)[POINTS]
    s.challenge.bonus[side_of(s, f.who)] += points
    end(s)


PLAYS = (
    power("Warrior", H_TOT, can=can_as_main, run=run_in_force, use=MANDATORY),
    power("Warrior", H_OUT, can=can_gain_points, run=run_gain_points, use=ANNOUNCED),
    wild("Warrior", H_END, can=can_wild_warrior, run=run_wild_warrior),
    super_("Warrior", H_TOT, can=can_as_ally, run=run_super_warrior),
)
RULES = (rule("Warrior", TOTAL, add_points),)
