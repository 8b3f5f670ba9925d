"""Sorcerer: the two main cards are exchanged (R65, R316)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import power, super_, wild
from spaceenvs.cosmic_encounter.components import IS_ARTEFACT, SORCERER
from spaceenvs.cosmic_encounter.hands import leave_unseen
from spaceenvs.cosmic_encounter.hooks import H_POST, H_PRE
from spaceenvs.cosmic_encounter.sets import has
from spaceenvs.cosmic_encounter.sheets import exchange_for_good
from spaceenvs.cosmic_encounter.stack import Frame, end
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE
from spaceenvs.cosmic_encounter.uses import can_as_ally, can_as_main


@kernel
def run_sorcerer(s: State, box: Box, f: Frame) -> None:
    """The cards are exchanged."""
    exchange_cards(s)
    end(s)


@kernel
def exchange_cards(s: State) -> None:
    """Sorcerer: the two main cards are exchanged; each counts as played by the other (R65)."""
    c = s.challenge
    kind = c.card[OFFENCE]
    c.card[OFFENCE] = c.card[DEFENCE]
    c.card[DEFENCE] = kind
    was_shown = c.shown[OFFENCE]
    c.shown[OFFENCE] = c.shown[DEFENCE]
    c.shown[DEFENCE] = was_shown
    for v in range(s.seats):
        if v != c.off:
            leave_unseen(s, v, c.off)
        if v != c.defender:
            leave_unseen(s, v, c.defender)


@kernel
def can_exchange_powers(s: State) -> bool:
    """Wild Sorcerer: both have powers, none an artefact, neither the Sorcerer's, copied or not."""
    c = s.challenge
    if has(s.powers[c.off], SORCERER) or has(s.powers[c.defender], SORCERER):
        return False
    if s.power[c.off] < 0 or s.power[c.defender] < 0:
        return False
    return IS_ARTEFACT[s.power[c.off]] == 0 and IS_ARTEFACT[s.power[c.defender]] == 0


@kernel
def can_wild_sorcerer(s: State, box: Box, p: int, about: int) -> bool:
    """Both main players have powers, neither the Sorcerer's."""
    return can_exchange_powers(s)


@kernel
def run_wild_sorcerer(s: State, box: Box, f: Frame) -> None:
    """The main players exchange powers."""
    end(s)
    exchange_for_good(s, box, s.challenge.off, s.challenge.defender)


PLAYS = (
    power("Sorcerer", H_POST, can=can_as_main, run=run_sorcerer),
    wild("Sorcerer", H_PRE, can=can_wild_sorcerer, run=run_wild_sorcerer),
    super_("Sorcerer", H_POST, can=can_as_ally, run=run_sorcerer),
)
