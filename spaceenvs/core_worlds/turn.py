"""A turn of the Action Phase (section 4.4): TURN. Nobody can be attacked (R48)."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core_worlds.actions import (
    END,
    TAKE_HAND,
    TAKE_UNIT,
    TAKE_ZONE,
    USE_TOKEN,
    Decision,
)
from spaceenvs.core_worlds.components import NOTHING, ZONE, Effect, Kind, Timing, find_effect
from spaceenvs.core_worlds.deploy import (
    continue_deploying,
    deploy_with_action,
    find_deploy_cost,
    use_surge_token,
)
from spaceenvs.core_worlds.empire import (
    Player,
    has_room,
    hold,
    is_first_of_its_kind,
    is_first_of_its_like,
    put_on_discard_pile,
)
from spaceenvs.core_worlds.galactic import take_from_zone
from spaceenvs.core_worlds.invasion import begin_invasion
from spaceenvs.core_worlds.state import SHOWN_PRICE, SHOWN_WORLD
from spaceenvs.core_worlds.tactics import can_play_as_action, play_as_action


@kernel
def legal_turn(s: State, box: Box, mask: Mask) -> None:
    """TURN: draft, invade, deploy, play a Tactic, charge, a surge token, or pass."""
    me = s.players[s.to_move]
    # A World's price is the cost of an Invasion; a hopeless one is legal too (R19).
    for slot in range(ZONE):
        open_slot = s.zone[slot] != NOTHING
        mask[TAKE_ZONE + slot] = open_slot & (s.zone_shown[SHOWN_PRICE, slot] <= me.energy)
    room = has_room(me)
    for slot in range(me.hand_size):
        if not is_first_of_its_kind(me, slot):
            continue
        number = me.hand[slot]
        card = box.cards[number]
        if card.kind == Kind.UNIT:
            mask[TAKE_HAND + slot] = room and find_deploy_cost(box, me, number) <= me.energy
        elif card.timing == Timing.ACTION:
            mask[TAKE_HAND + slot] = can_play_as_action(s, box, me, number)
    for slot in range(me.unit_count):
        if can_charge(box, me, slot):
            mask[TAKE_UNIT + slot] = is_first_of_its_like(s, me, slot)
    mask[USE_TOKEN] = me.surge_tokens > 0  # R40
    mask[END] = 1  # R16: perhaps the only option, and asked all the same


@kernel
def can_charge(box: Box, me: Player, slot: int) -> bool:
    """Whether a Unit has ACT_CHARGE(m) and fewer than m tokens (R50)."""
    card = box.cards[me.units[slot]]
    i = find_effect(card, Effect.ACT_CHARGE)
    return i != NOTHING and me.tokens[slot] < card.parameter[i, 0]


@kernel
def play_turn(s: State, box: Box, action: int) -> bool:
    """TURN; return True if the turn is over."""
    me = s.players[s.to_move]
    if action == END:
        me.ap = 0
        return True
    if action == USE_TOKEN:  # no AP, no turn spent
        use_surge_token(me)
        return False
    if action >= TAKE_UNIT:
        me.ap -= 1
        me.tokens[action - TAKE_UNIT] += 1  # R9: tokens never run out
        return True
    if action >= TAKE_HAND:
        slot = action - TAKE_HAND
        if box.cards[me.hand[slot]].kind == Kind.UNIT:
            deploy_with_action(s, box, me, slot)
            return continue_deploying(s, box, me)
        return play_as_action(s, box, me, slot)
    slot = action - TAKE_ZONE
    if s.zone_shown[SHOWN_WORLD, slot] != 0:
        begin_invasion(s, me, slot)
        return False
    _draft(s, box, me, slot)
    return True


@kernel
def _draft(s: State, box: Box, me: Player, slot: int) -> None:
    """Draft a card: to the discard pile, or to the Warzone if it is Prestige (4.4)."""
    me.ap -= 1
    me.energy -= s.zone_shown[SHOWN_PRICE, slot]
    card = take_from_zone(s, box, me, slot)
    if box.cards[card].kind == Kind.PRESTIGE:
        hold(box, me, card)
    else:
        put_on_discard_pile(me, card)


@kernel
def find_next_turn(s: State, first: int) -> bool:
    """Ask TURN of the first seat from `first` on that has not passed; False if all have."""
    for k in range(s.num_players):
        p = (first + k) % s.num_players
        me = s.players[p]
        if me.ap == 0:  # R15
            me.passed = 1
        if me.passed == 0:
            s.to_move = p
            s.decision = Decision.TURN
            return True
    return False
