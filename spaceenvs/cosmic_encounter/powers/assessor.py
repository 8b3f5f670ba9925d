"""Assessor: others pay Lucre for the tokens they commit."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import MANDATORY, power, super_, wild
from spaceenvs.cosmic_encounter.hands import take_random
from spaceenvs.cosmic_encounter.hooks import H_ALLIED, H_OWN, H_TAXED
from spaceenvs.cosmic_encounter.lucre import pay_player
from spaceenvs.cosmic_encounter.stack import ABOUT, Frame, count_in_challenge, end
from spaceenvs.cosmic_encounter.uses import run_enlarge

FEWEST_TAXED = 2
MANY = 3  # tokens of those whom the wild concerns


@kernel
def count_just_committed(s: State, p: int) -> int:
    """Count the tokens of a player's last D_TOKENS (R157)."""
    c = s.challenge
    return int(c.on_ring[p]) if c.on_ring[p] > 0 else int(c.commit_count[p])


@kernel
def can_assessor(s: State, box: Box, p: int, about: int) -> bool:
    """Another player has committed 2 or more tokens."""
    return about != p and count_just_committed(s, about) >= FEWEST_TAXED


@kernel
def run_assessor(s: State, box: Box, f: Frame) -> None:
    """He pays 1 Lucre for each token beyond the first, or what he has and a random card."""
    payer = int(s.stack[s.depth - 3].notes[ABOUT])  # of the window, below the use and its effect
    due = count_just_committed(s, payer) - (0 if s.super_use != 0 else 1)
    s.super_use = 0
    if pay_player(s, payer, f.who, due) < due and s.hand_size[payer] > 0:
        take_random(s, f.who, payer)
    end(s)


@kernel
def run_wild_assessor(s: State, box: Box, f: Frame) -> None:
    """Each other player with 3 or more tokens in the challenge gives him a random card."""
    for i in range(s.seats):
        q = s.challenge.order[i]
        if q != f.who and count_in_challenge(s, q) >= MANY and s.hand_size[q] > 0:
            take_random(s, f.who, q)
    end(s)


PLAYS = (
    power("Assessor", H_TAXED, can=can_assessor, run=run_assessor, use=MANDATORY),
    wild("Assessor", H_ALLIED, run=run_wild_assessor),
    super_("Assessor", H_OWN, run=run_enlarge),
)
