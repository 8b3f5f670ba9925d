"""How a challenge went: questions that powers and phases ask."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.hands import count_challenge_cards
from spaceenvs.cosmic_encounter.moon_points import CHALLENGE_LIMIT, apply_moons
from spaceenvs.cosmic_encounter.points import TOKEN_WORTH, apply_rules
from spaceenvs.cosmic_encounter.stack import (
    ALL_LOST,
    DEAL_FAILED,
    DEALT,
    OCCUPIED,
    WON_BY_DEFENCE,
    WON_BY_OFFENCE,
    is_ally,
    is_main,
    main_of,
)
from spaceenvs.cosmic_encounter.state import OFFENCE

USUAL_CHALLENGES = 2  # of a turn


@kernel
def has_done_well(s: State, side: int) -> bool:
    """Whether a side won or dealt."""
    outcome = s.challenge.outcome
    if outcome == DEALT:
        return True
    return outcome == (WON_BY_OFFENCE if side == OFFENCE else WON_BY_DEFENCE)


@kernel
def is_on_side(s: State, p: int, side: int) -> bool:
    """Whether a player is the main player or an ally of a side; he may be an ally of both."""
    return p == main_of(s, side) or is_ally(s, p, side)


@kernel
def has_lost_challenge(s: State, p: int) -> bool:
    """Whether a main player or an ally is on the losing side of AA or AC; wild Loser: on any."""
    for side in range(2):
        if is_lost_by(s, side) and is_on_side(s, p, side):
            return True
    return False


@kernel
def is_lost_by(s: State, side: int) -> bool:
    """Whether a side has lost AA or AC; after a wild Loser both have."""
    outcome = s.challenge.outcome
    return outcome == ALL_LOST or outcome == (WON_BY_DEFENCE if side == OFFENCE else WON_BY_OFFENCE)


@kernel
def has_failed(s: State, p: int) -> bool:
    """Whether a main player has lost, or failed to deal."""
    if not is_main(s, p):
        return False
    return s.challenge.outcome == DEAL_FAILED or has_lost_challenge(s, p)


@kernel
def is_successful(s: State) -> bool:
    """Section 4: OFF's side won, a deal was made, or an empty home planet was occupied."""
    outcome = s.challenge.outcome
    return outcome in (WON_BY_OFFENCE, DEALT, OCCUPIED)


@kernel
def is_second_offered(s: State, box: Box) -> bool:
    """Whether D_AGAIN follows this challenge: with a Challenge card in hand (R30)."""
    has_card = count_challenge_cards(s, s.turn) > 0
    limit = apply_moons(s, box, CHALLENGE_LIMIT, s.turn, 0, USUAL_CHALLENGES)
    return is_successful(s) and s.turn_challenges + 1 < limit and has_card


@kernel
def count_each(s: State, box: Box, p: int) -> int:
    """Return what a token of a player counts for consolation and rewards."""
    return apply_rules(s, box, TOKEN_WORTH, p, 0, 1)


@kernel
def count_for_consolation(s: State, box: Box, side: int) -> int:
    """Count the tokens of his own that a main player lost in the challenge (R20)."""
    return count_each(s, box, main_of(s, side)) * int(s.challenge.lost_main[side])
