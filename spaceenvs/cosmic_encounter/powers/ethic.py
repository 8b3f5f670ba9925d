"""Ethic: consolation for a lost Attack."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.hands import see_hand
from spaceenvs.cosmic_encounter.hooks import H_CONS
from spaceenvs.cosmic_encounter.results import count_for_consolation
from spaceenvs.cosmic_encounter.stack import AA, Frame, end, is_main, opponent, side_of

D_ETHIC = decision("D_ETHIC")  # asked where the cards are taken (`outcome.py`)


@kernel
def can_ethic(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN who lost tokens in AA."""
    c = s.challenge
    if not is_main(s, p) or c.meeting != AA:
        return False
    side = side_of(s, p)
    return c.winner == 1 - side and c.lost_main[side] > 0 and c.due == 0


@kernel
def run_ethic(s: State, box: Box, f: Frame) -> None:
    """The OPP owes him consolation."""
    c = s.challenge
    c.giver = opponent(s, f.who)
    c.taker = f.who
    c.due = count_for_consolation(s, box, side_of(s, f.who))
    end(s)


@kernel
def can_super_ethic(s: State, box: Box, p: int, about: int) -> bool:
    """Consolation is due to him."""
    c = s.challenge
    return c.taker == p and c.due > 0 and c.chosen == 0 and s.hand_size[c.giver] > 0


@kernel
def run_super_ethic(s: State, box: Box, f: Frame) -> None:
    """He sees the hand and chooses the cards."""
    s.challenge.chosen = 1
    see_hand(s, f.who, s.challenge.giver)
    end(s)


PLAYS = (
    power("Ethic", H_CONS, can=can_ethic, run=run_ethic, use=MANDATORY),
    wild("Ethic", H_CONS, can=can_ethic, run=run_ethic),
    super_("Ethic", H_CONS, can=can_super_ethic, run=run_super_ethic),
)
WORDS = (Words("D_ETHIC", asked="super Ethic: the card to take as consolation", card="take"),)
