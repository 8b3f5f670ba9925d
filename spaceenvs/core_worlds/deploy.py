"""Deploying Units (sections 4.4, 6.1): DEPLOY_MORE, COMBO."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core_worlds.actions import END, TAKE_HAND, USE_TOKEN, Decision
from spaceenvs.core_worlds.components import (
    ANY_UNIT,
    NOTHING,
    SURGE_TOKEN_ENERGY,
    Effect,
    find_effect,
)
from spaceenvs.core_worlds.empire import (
    Player,
    count_ranks,
    draw_cards,
    enter_warzone,
    has_room,
    is_first_of_its_kind,
    leave_hand,
    put_on_discard_pile,
)


@kernel
def find_deploy_cost(box: Box, me: Player, number: int) -> int:
    """Return what deploying a Unit costs now (6.1); all discounts add up (R18).

    Its own DEP_DISCOUNT works while it is still in hand (R64, R68).
    """
    card = box.cards[number]
    cost = int(card.deploy_cost) - int(me.aura[card.rank])
    for i in range(card.effects):
        if card.code[i] == Effect.DEP_DISCOUNT:
            cost -= int(card.parameter[i, 1]) * count_ranks(me.ranks, card.parameter[i, 0])
    return max(0, cost)


@kernel
def mark_units_in_hand(box: Box, me: Player, unit_mask: int, mask: Mask) -> None:
    """Mark the Units of these subtypes that can be paid for."""
    if not has_room(me):
        return
    for slot in range(me.hand_size):
        number = me.hand[slot]
        if (
            box.cards[number].subtype & unit_mask != 0
            and is_first_of_its_kind(me, slot)
            and find_deploy_cost(box, me, number) <= me.energy
        ):
            mask[TAKE_HAND + slot] = 1


@kernel
def can_deploy(box: Box, me: Player, unit_mask: int, energy: int) -> bool:
    """Whether some Unit of these subtypes in hand could be deployed with so much Energy."""
    if not has_room(me):
        return False
    for slot in range(me.hand_size):
        number = me.hand[slot]
        is_meant = box.cards[number].subtype & unit_mask != 0
        if is_meant and find_deploy_cost(box, me, number) <= energy:
            return True
    return False


@kernel
def has_unit_of(box: Box, me: Player, unit_mask: int) -> bool:
    """Whether the hand has a Unit of these subtypes."""
    for slot in range(me.hand_size):
        if box.cards[me.hand[slot]].subtype & unit_mask != 0:
            return True
    return False


@kernel
def is_worth_asking(box: Box, me: Player, unit_mask: int) -> bool:
    """Whether DEPLOY_MORE or COMBO is asked: room, a Unit, and means to pay (5.2, R60)."""
    if me.surge_tokens > 0:
        return has_room(me) and has_unit_of(box, me, unit_mask)
    return can_deploy(box, me, unit_mask, me.energy)


@kernel
def use_surge_token(me: Player) -> None:
    """Use an Energy Surge token, where the decision offers it (4.4, R40)."""
    me.surge_tokens -= 1
    me.energy += SURGE_TOKEN_ENERGY


@kernel
def deploy(s: State, box: Box, me: Player, slot: int) -> int:
    """Pay for a Unit, put it into the Warzone, resolve its DEP_DRAW; return the card."""
    cost = find_deploy_cost(box, me, me.hand[slot])
    me.energy -= cost
    number = leave_hand(me, slot)
    enter_warzone(box, me, number)
    card = box.cards[number]
    for i in range(card.effects):
        if card.code[i] == Effect.DEP_DRAW:
            draw_cards(s, box, me, card.parameter[i, 0])
    return number


@kernel
def deploy_with_action(s: State, box: Box, me: Player, slot: int) -> None:
    """Deploy for an AP; only then DEP_COMBO offers free deployments (6.3)."""
    me.ap -= 1
    card = box.cards[deploy(s, box, me, slot)]
    i = find_effect(card, Effect.DEP_COMBO)
    if i != NOTHING:
        s.combo_mask = card.parameter[i, 0]
        s.left = card.parameter[i, 1]


@kernel
def continue_deploying(s: State, box: Box, me: Player) -> bool:
    """Ask for the next deployment, one at a time (R17); return True if the turn is over."""
    if s.left > 0 and is_worth_asking(box, me, s.combo_mask):
        s.decision = Decision.COMBO
        return False
    s.left = 0
    s.combo_mask = 0
    if s.resolving != NOTHING:  # ACT_DEPLOY: the Tactic is finished now (R28)
        finish_tactic(s, me)
        return True
    if me.ap >= 1 and is_worth_asking(box, me, ANY_UNIT):
        s.decision = Decision.DEPLOY_MORE
        return False
    return True


@kernel
def finish_tactic(s: State, me: Player) -> None:
    """Put the Tactic being resolved on the discard pile (R28, R56)."""
    put_on_discard_pile(me, s.resolving)
    s.resolving = NOTHING


@kernel
def legal_deploy_more(s: State, box: Box, mask: Mask) -> None:
    """DEPLOY_MORE: another Unit for an AP, a surge token, or done."""
    me = s.players[s.to_move]
    mark_units_in_hand(box, me, ANY_UNIT, mask)
    mask[USE_TOKEN] = me.surge_tokens > 0
    mask[END] = 1


@kernel
def legal_combo(s: State, box: Box, mask: Mask) -> None:
    """COMBO: a Unit of the mask without an AP (R68), a surge token, or done."""
    me = s.players[s.to_move]
    mark_units_in_hand(box, me, s.combo_mask, mask)
    mask[USE_TOKEN] = me.surge_tokens > 0
    mask[END] = 1


@kernel
def play_deploy_more(s: State, box: Box, action: int) -> bool:
    """DEPLOY_MORE; return True if the turn is over."""
    me = s.players[s.to_move]
    if action == END:
        return True
    if action == USE_TOKEN:
        use_surge_token(me)
    else:
        deploy_with_action(s, box, me, action - TAKE_HAND)
    return continue_deploying(s, box, me)


@kernel
def play_combo(s: State, box: Box, action: int) -> bool:
    """COMBO; return True if the turn is over."""
    me = s.players[s.to_move]
    if action == END:
        s.left = 0
    elif action == USE_TOKEN:
        use_surge_token(me)
    else:
        s.left -= 1
        deploy(s, box, me, action - TAKE_HAND)
    return continue_deploying(s, box, me)
