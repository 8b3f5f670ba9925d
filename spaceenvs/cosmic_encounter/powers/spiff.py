"""Spiff: crash-lands a token when he loses by ten or more (R153)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import power, super_, wild
from spaceenvs.cosmic_encounter.hexes import find_landing
from spaceenvs.cosmic_encounter.hooks import H_LOSS
from spaceenvs.cosmic_encounter.satellites import is_duel
from spaceenvs.cosmic_encounter.stack import AA, Frame, defends_planet, end
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE
from spaceenvs.cosmic_encounter.tokens import (
    find_loss,
    is_own_defeat,
    open_landing,
    take_first,
)

USUAL_MARGIN, SUPER_MARGIN = 10, 5


@kernel
def has_lost_by(s: State, p: int, level: int, margin: int) -> bool:
    """OFF who loses AA by so much, whatever decided (R153)."""
    c = s.challenge
    is_elsewhere = c.target < 0 or is_duel(s)
    if p != c.off or is_elsewhere or c.meeting != AA or not is_own_defeat(s, level, p):
        return False
    is_beaten = abs(c.total[OFFENCE] - c.total[DEFENCE]) >= margin
    return is_beaten and find_landing(s, p, c.target) >= 0


@kernel
def can_spiff(s: State, box: Box, p: int, about: int) -> bool:
    """OFF who loses AA by 10 or more."""
    return has_lost_by(s, p, about, USUAL_MARGIN)


@kernel
def can_super_spiff(s: State, box: Box, p: int, about: int) -> bool:
    """OFF who loses AA by 5 or more."""
    return has_lost_by(s, p, about, SUPER_MARGIN)


@kernel
def save_on_target(s: State, p: int) -> None:
    """One token of the loss event stands on the target planet and is not lost."""
    save_on(s, p, s.challenge.target)


@kernel
def save_on(s: State, p: int, place: int) -> None:
    """One token of the loss event stands on a place and is not lost."""
    level = find_loss(s)
    take_first(s, p, level)
    s.loss_saved[level] += 1
    s.tokens[p, place] += 1


@kernel
def run_spiff(s: State, box: Box, f: Frame) -> None:
    """One token lands on the target planet."""
    c = s.challenge
    p = f.who
    place = find_landing(s, p, c.target)
    had_base = s.tokens[p, place] > 0
    save_on(s, p, place)
    c.landed[p] += 1
    c.landed_at[p] = place
    end(s)
    open_landing(s, p, place, had_base)


@kernel
def can_wild_spiff(s: State, box: Box, p: int, about: int) -> bool:
    """Losing DEF with a token that was on the target planet."""
    c = s.challenge
    if p != c.defender or is_duel(s) or not is_own_defeat(s, about, p):
        return False
    return c.target >= 0 and defends_planet(s, p)  # R144: not a new DEF, who has none there


@kernel
def run_wild_spiff(s: State, box: Box, f: Frame) -> None:
    """One token stays on the target planet."""
    save_on_target(s, f.who)
    end(s)


PLAYS = (
    power("Spiff", H_LOSS, can=can_spiff, run=run_spiff),
    wild("Spiff", H_LOSS, can=can_wild_spiff, run=run_wild_spiff),
    super_("Spiff", H_LOSS, can=can_super_spiff, run=run_spiff),
)
