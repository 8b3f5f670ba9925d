"""Which phase answers: what is legal, and what an action does."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core_worlds.actions import END, Decision
from spaceenvs.core_worlds.deploy import (
    legal_combo,
    legal_deploy_more,
    play_combo,
    play_deploy_more,
)
from spaceenvs.core_worlds.energy import legal_energy, play_energy, play_explore_card
from spaceenvs.core_worlds.invasion import (
    legal_colonize,
    legal_invade,
    legal_keep_unit,
    legal_side,
    play_colonize,
    play_invade,
    play_keep_unit,
    play_pay_card,
    play_side,
    play_tac_discard,
)
from spaceenvs.core_worlds.rounds import (
    end_energy,
    end_turn,
    legal_any_card,
    legal_reshuffle,
    play_keep_card,
    play_reshuffle,
)
from spaceenvs.core_worlds.setup import legal_pregame, play_pregame
from spaceenvs.core_worlds.tactics import (
    legal_colonize_hand,
    legal_draft_hand,
    play_colonize_hand,
    play_draft_hand,
)
from spaceenvs.core_worlds.turn import legal_turn, play_turn


@kernel
def legal(s: State, box: Box, mask: Mask) -> None:
    """Write 1 for every legal action of the player to decide, 0 elsewhere (section 5.2)."""
    mask[:] = 0
    decision = s.decision
    if decision == Decision.TURN:
        legal_turn(s, box, mask)
    elif decision == Decision.INVADE:
        legal_invade(s, box, mask)
    elif decision == Decision.ENERGY:
        legal_energy(s, box, mask)
    elif decision == Decision.DEPLOY_MORE:
        legal_deploy_more(s, box, mask)
    elif decision == Decision.COMBO:
        legal_combo(s, box, mask)
    elif decision == Decision.EXPLORE_CARD or decision == Decision.PAY_CARD:
        legal_any_card(s, box, mask)
    elif decision == Decision.TAC_DISCARD or decision == Decision.KEEP_CARD:
        legal_any_card(s, box, mask)
        mask[END] = 1
    elif decision == Decision.COLONIZE:
        legal_colonize(s, box, mask)
    elif decision == Decision.SIDE:
        legal_side(s, box, mask)
    elif decision == Decision.KEEP_UNIT:
        legal_keep_unit(s, box, mask)
    elif decision == Decision.COLONIZE_HAND:
        legal_colonize_hand(s, box, mask)
    elif decision == Decision.DRAFT_HAND:
        legal_draft_hand(s, box, mask)
    elif decision == Decision.RESHUFFLE:
        legal_reshuffle(s, box, mask)
    elif decision == Decision.PREGAME:
        legal_pregame(s, box, mask)


@kernel
def step(s: State, box: Box, action: int) -> None:
    """Play a legal action and stop at the next decision, or at the end."""
    decision = s.decision
    if decision == Decision.ENERGY:
        if action == END:
            end_energy(s, box)
        else:
            play_energy(s, box, action)
    elif decision == Decision.EXPLORE_CARD:
        play_explore_card(s, box, action)
    elif decision == Decision.KEEP_CARD:
        play_keep_card(s, box, action)
    elif decision == Decision.RESHUFFLE:
        play_reshuffle(s, box, action)
    elif decision == Decision.PREGAME:
        play_pregame(s, box, action)
    elif _act(s, box, decision, action):
        end_turn(s, box)


@kernel
def _act(s: State, box: Box, decision: int, action: int) -> bool:
    """Answer a decision of the Action Phase; return True if the turn is over."""
    if decision == Decision.TURN:
        return play_turn(s, box, action)
    if decision == Decision.INVADE:
        return play_invade(s, box, action)
    if decision == Decision.DEPLOY_MORE:
        return play_deploy_more(s, box, action)
    if decision == Decision.COMBO:
        return play_combo(s, box, action)
    if decision == Decision.COLONIZE:
        return play_colonize(s, box, action)
    if decision == Decision.KEEP_UNIT:
        return play_keep_unit(s, box, action)
    if decision == Decision.COLONIZE_HAND:
        return play_colonize_hand(s, box, action)
    if decision == Decision.DRAFT_HAND:
        return play_draft_hand(s, box, action)
    if decision == Decision.SIDE:
        play_side(s, box, action)
    elif decision == Decision.PAY_CARD:
        play_pay_card(s, box, action)
    elif decision == Decision.TAC_DISCARD:
        play_tac_discard(s, box, action)
    return False
