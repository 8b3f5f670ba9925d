"""The Scientist role (4.9): everybody may buy one technology."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor.actions import D_TECH, PASS, TECH
from spaceenvs.galactic_emperor.state import NOBODY, ask
from spaceenvs.galactic_emperor.tables import NUM_TECHNOLOGIES


@kernel
def begin_scientist_turn(s: State) -> None:
    """Ask for a technology."""
    ask(s, D_TECH, s.actor)


@kernel
def price_of_tech(s: State, box: Box, player: int, tech: int) -> int:
    """Return the energy to pay: the taker pays 1 less."""
    discount = 1 if player == s.taker else 0
    return max(0, box.tech_cost[tech] - discount)


@kernel
def legal_tech(s: State, box: Box, mask: Mask) -> None:
    """D27: technologies that nobody owns and that can be paid."""
    p = s.to_move
    mask[PASS] = 1
    for tech in range(NUM_TECHNOLOGIES):
        is_available = s.tech_owner[tech] == NOBODY and s.tech_removed[tech] == 0
        if is_available and s.players[p].energy >= price_of_tech(s, box, p, tech):
            mask[TECH + tech] = 1


@kernel
def play_tech(s: State, box: Box, action: int) -> None:
    """Pay and own the card."""
    if action == PASS:
        return
    p = s.to_move
    tech = action - TECH
    s.players[p].energy -= price_of_tech(s, box, p, tech)
    s.tech_owner[tech] = p
