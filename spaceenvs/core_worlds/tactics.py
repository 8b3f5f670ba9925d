"""Tactics played as an Action (sections 4.4, 5.3): COLONIZE_HAND, DRAFT_HAND."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core_worlds.actions import END, TAKE_HAND, TAKE_ZONE, Decision
from spaceenvs.core_worlds.components import (
    ANY_UNIT,
    NOTHING,
    SURGE_TOKEN_ENERGY,
    Effect,
    find_effect,
)
from spaceenvs.core_worlds.deploy import can_deploy, continue_deploying, finish_tactic
from spaceenvs.core_worlds.empire import (
    Player,
    add_known,
    can_draw,
    draw_cards,
    find_colonist,
    is_first_of_its_kind,
    leave_hand,
    put_into_hand,
)
from spaceenvs.core_worlds.galactic import take_from_zone
from spaceenvs.core_worlds.state import SHOWN_PRICE, SHOWN_TACTIC, SHOWN_UNIT


@kernel
def has_colonist(box: Box, me: Player) -> bool:
    """Whether the hand has a card that can be colonised (R26)."""
    for slot in range(me.hand_size):
        if find_colonist(box, me.hand[slot]) != NOTHING:
            return True
    return False


@kernel
def can_draft_to_hand(s: State, slot: int, discount: int, energy: int) -> bool:
    """Whether a zone card is a Unit or Tactic that so much Energy pays for (5.2)."""
    return (
        s.zone_shown[SHOWN_UNIT, slot] + s.zone_shown[SHOWN_TACTIC, slot] > 0
        and s.zone_shown[SHOWN_PRICE, slot] - discount <= energy
    )


@kernel
def can_draft_any_to_hand(s: State, discount: int, energy: int) -> bool:
    """Whether some zone card is a Unit or Tactic that so much Energy pays for."""
    for slot in range(s.zone_slots):
        if can_draft_to_hand(s, slot, discount, energy):
            return True
    return False


@kernel
def can_play_as_action(s: State, box: Box, me: Player, number: int) -> bool:
    """Whether an ACT_ Tactic can be paid and can do something (5.3, R29)."""
    card = box.cards[number]
    energy = me.energy - card.deploy_cost
    if energy < 0:
        return False
    after_tokens = energy + SURGE_TOKEN_ENERGY * me.surge_tokens
    for i in range(card.effects):
        code = card.code[i]
        if code == Effect.ACT_DRAW and can_draw(me):
            return True
        if code == Effect.ACT_DEPLOY and can_deploy(box, me, ANY_UNIT, after_tokens):
            return True
        if code == Effect.ACT_COLONIZE and has_colonist(box, me):
            return True
        if code == Effect.ACT_DRAFT_HAND:
            return can_draft_any_to_hand(s, card.parameter[i, 0], energy)
    return False


@kernel
def play_as_action(s: State, box: Box, me: Player, slot: int) -> bool:
    """Play an ACT_ Tactic for an AP and its cost; return True if the turn is over."""
    s.resolving = leave_hand(me, slot)
    card = box.cards[s.resolving]
    me.ap -= 1
    me.energy -= card.deploy_cost
    for i in range(card.effects):
        code = card.code[i]
        if code == Effect.ACT_DRAW:
            draw_cards(s, box, me, card.parameter[i, 0])
        elif code == Effect.ACT_DEPLOY:
            s.combo_mask = ANY_UNIT
            s.left = card.parameter[i, 0]
            return continue_deploying(s, box, me)
        elif code == Effect.ACT_COLONIZE:
            s.left = card.parameter[i, 0]
            return _continue_colonising(s, box, me)
        elif code == Effect.ACT_DRAFT_HAND and can_draft_any_to_hand(
            s, card.parameter[i, 0], me.energy
        ):
            s.decision = Decision.DRAFT_HAND
            return False
    finish_tactic(s, me)
    return True


@kernel
def _continue_colonising(s: State, box: Box, me: Player) -> bool:
    """Ask COLONIZE_HAND while it can be answered; return True if the turn is over."""
    if s.left > 0 and has_colonist(box, me):
        s.decision = Decision.COLONIZE_HAND
        return False
    s.left = 0
    finish_tactic(s, me)
    return True


@kernel
def legal_colonize_hand(s: State, box: Box, mask: Mask) -> None:
    """COLONIZE_HAND: a Galactic Grunts or Snub Fighter of the hand, or stop."""
    me = s.players[s.to_move]
    for slot in range(me.hand_size):
        if find_colonist(box, me.hand[slot]) != NOTHING and is_first_of_its_kind(me, slot):
            mask[TAKE_HAND + slot] = 1
    mask[END] = 1


@kernel
def play_colonize_hand(s: State, box: Box, action: int) -> bool:
    """COLONIZE_HAND; return True if the turn is over."""
    me = s.players[s.to_move]
    if action == END:
        s.left = 0
    else:
        s.left -= 1
        me.colony[find_colonist(box, leave_hand(me, action - TAKE_HAND))] += 1
    return _continue_colonising(s, box, me)


@kernel
def _find_discount(s: State, box: Box) -> int:
    """Return what the ACT_DRAFT_HAND being resolved takes off."""
    card = box.cards[s.resolving]
    return card.parameter[find_effect(card, Effect.ACT_DRAFT_HAND), 0]


@kernel
def legal_draft_hand(s: State, box: Box, mask: Mask) -> None:
    """DRAFT_HAND: a Unit or Tactic of the zone; there is no way out."""
    me = s.players[s.to_move]
    discount = _find_discount(s, box)
    for slot in range(s.zone_slots):
        if can_draft_to_hand(s, slot, discount, me.energy):
            mask[TAKE_ZONE + slot] = 1


@kernel
def play_draft_hand(s: State, box: Box, action: int) -> bool:
    """DRAFT_HAND: pay, take the card into the hand (R46), then its token; the turn is over."""
    me = s.players[s.to_move]
    slot = action - TAKE_ZONE
    me.energy -= max(0, s.zone_shown[SHOWN_PRICE, slot] - _find_discount(s, box))
    card = take_from_zone(s, box, me, slot)
    me.pool[card] += 1
    put_into_hand(me, card)
    add_known(me, card)
    finish_tactic(s, me)
    return True
