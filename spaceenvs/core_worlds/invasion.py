"""Invasions (sections 4.5, 6.2): INVADE, SIDE, PAY_CARD, TAC_DISCARD, KEEP_UNIT, COLONIZE."""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core_worlds.actions import (
    COLONIZE_GRUNT,
    COLONIZE_SNUB,
    CONQUER,
    END,
    FLEET,
    GROUND,
    RETREAT,
    TAKE_HAND,
    TAKE_UNIT,
    USE_ABILITY,
    USE_TOKEN,
    Decision,
)
from spaceenvs.core_worlds.components import (
    DEFS,
    GRUNT,
    INVASION_COST,
    NOTHING,
    SNUB,
    UNITS,
    Effect,
    Timing,
    find_effect,
)
from spaceenvs.core_worlds.deploy import finish_tactic, use_surge_token
from spaceenvs.core_worlds.empire import (
    Player,
    can_draw,
    discard_from_hand,
    draw_cards,
    hold,
    is_first_of_its_kind,
    is_first_of_its_like,
    leave_hand,
    leave_warzone,
    put_on_discard_pile,
)
from spaceenvs.core_worlds.galactic import take_from_zone
from spaceenvs.core_worlds.state import SHOWN_FLEET, SHOWN_GROUND


@kernel
def begin_invasion(s: State, me: Player, slot: int) -> None:
    """Pay for the Invasion of a World and ask INVADE (4.5 step 1, R44)."""
    me.ap -= 1
    me.energy -= INVASION_COST
    s.target = slot
    s.decision = Decision.INVADE


@kernel
def end_invasion(s: State) -> None:
    """Let all Units be uncommitted and all bonuses vanish."""
    s.target = NOTHING
    s.conquered = NOTHING
    for i in range(UNITS):
        s.committed[i] = 0
        s.uses[i] = 0
        s.bonus_fleet[i] = 0
        s.bonus_ground[i] = 0
    s.tactic_fleet = 0
    s.tactic_ground = 0
    if s.played_count > 0:
        s.played_count = 0
        for card in range(DEFS):
            s.played[card] = 0
    s.keeps = 0
    s.fleet = 0
    s.ground = 0


# Strength -------------------------------------------------------------------------------


@kernel
def count_committed(s: State, box: Box, me: Player, unit_mask: int) -> int:
    """Return how many committed Units have a subtype of the mask."""
    count = 0
    for slot in range(me.unit_count):
        if s.committed[slot] != 0 and box.cards[me.units[slot]].subtype & unit_mask != 0:
            count += 1
    return count


@kernel
def count_strength(s: State, box: Box, me: Player) -> None:
    """Count the Invasion totals anew (6.2)."""
    fleet = int(s.tactic_fleet)
    ground = int(s.tactic_ground)
    for slot in range(me.unit_count):
        if s.committed[slot] == 0:
            continue
        card = box.cards[me.units[slot]]
        fleet += int(card.fleet) + int(s.bonus_fleet[slot])
        ground += int(card.ground) + int(s.bonus_ground[slot])
        for i in range(card.effects):
            if card.code[i] == Effect.STAT_PER:
                own = 1 if card.subtype & card.parameter[i, 0] != 0 else 0  # others only
                count = count_committed(s, box, me, card.parameter[i, 0]) - own
                count = min(count, int(card.parameter[i, 3]))
                fleet += card.parameter[i, 1] * count
                ground += card.parameter[i, 2] * count
            elif card.code[i] == Effect.STAT_TOKEN:
                fleet += int(card.parameter[i, 0]) * me.tokens[slot]
                ground += int(card.parameter[i, 1]) * me.tokens[slot]
    s.fleet = fleet
    s.ground = ground
    if s.played_count > 0:
        _add_tactics_per_unit(s, box, me)


@kernel
def _add_tactics_per_unit(s: State, box: Box, me: Player) -> None:
    """Add TAC_PER of every Tactic played in this Invasion, wherever it lies now (R61)."""
    for number in range(DEFS):
        if s.played[number] == 0:
            continue
        card = box.cards[number]
        for i in range(card.effects):
            if card.code[i] == Effect.TAC_PER:
                count = count_committed(s, box, me, card.parameter[i, 0])
                count = min(count, int(card.parameter[i, 3])) * int(s.played[number])
                s.fleet += int(card.parameter[i, 1]) * count
                s.ground += int(card.parameter[i, 2]) * count


# INVADE ---------------------------------------------------------------------------------


@kernel
def find_ability(card: Any) -> int:
    """Return where the card's row holds its Invasion ability, or NOTHING."""
    for i in range(card.effects):
        code = card.code[i]
        if code == Effect.INV_PAY or code == Effect.INV_CHOICE or code == Effect.INV_DISCARD:
            return i
    return NOTHING


@kernel
def can_use_ability(s: State, box: Box, me: Player, slot: int) -> bool:
    """Whether a committed Unit has a use left that can be paid (5.3, R21, R22)."""
    card = box.cards[me.units[slot]]
    i = find_ability(card)
    if i == NOTHING:
        return False
    if card.code[i] == Effect.INV_PAY:
        return s.uses[slot] < card.parameter[i, 3] and me.energy >= card.parameter[i, 0]
    if card.code[i] == Effect.INV_CHOICE:  # R49: once per Invasion
        return s.uses[slot] == 0 and me.energy >= card.parameter[i, 0]
    return s.uses[slot] < card.parameter[i, 2] and me.hand_size > 0


@kernel
def can_play_in_invasion(box: Box, me: Player, number: int) -> bool:
    """Whether a TAC_ Tactic can be paid and can do something (5.3, R29)."""
    card = box.cards[number]
    if card.timing != Timing.INVASION or card.deploy_cost > me.energy:
        return False
    for i in range(card.effects):
        code = card.code[i]
        if code == Effect.TAC_DRAW:
            if can_draw(me):
                return True
        elif code == Effect.TAC_DISCARD:
            if me.hand_size > 1:
                return True
        elif code >= Effect.TAC_BONUS and code <= Effect.TAC_KEEP:
            return True
    return False


@kernel
def can_conquer(s: State, box: Box, me: Player) -> bool:
    """Whether both totals reach the defence, with at least one Unit (6.2, R23)."""
    return (
        s.fleet >= s.zone_shown[SHOWN_FLEET, s.target]
        and s.ground >= s.zone_shown[SHOWN_GROUND, s.target]
        and has_committed(s, me)
    )


@kernel
def has_committed(s: State, me: Player) -> bool:
    """Whether some Unit is committed."""
    for slot in range(me.unit_count):
        if s.committed[slot] != 0:
            return True
    return False


@kernel
def legal_invade(s: State, box: Box, mask: Mask) -> None:
    """INVADE: commit, use an ability, play a Tactic, a surge token, conquer, retreat."""
    me = s.players[s.to_move]
    for slot in range(me.unit_count):
        if s.committed[slot] == 0:  # R20: more Units than needed, too
            mask[TAKE_UNIT + slot] = is_first_of_its_like(s, me, slot)
        elif can_use_ability(s, box, me, slot):
            mask[USE_ABILITY + slot] = is_first_of_its_like(s, me, slot)
    for slot in range(me.hand_size):
        if is_first_of_its_kind(me, slot):
            mask[TAKE_HAND + slot] = can_play_in_invasion(box, me, me.hand[slot])
    mask[USE_TOKEN] = me.surge_tokens > 0
    mask[CONQUER] = can_conquer(s, box, me)
    mask[RETREAT] = 1  # R67: always


@kernel
def play_invade(s: State, box: Box, action: int) -> bool:
    """INVADE; return True if the turn is over."""
    me = s.players[s.to_move]
    if action == RETREAT:  # R24
        end_invasion(s)
        return True
    if action == CONQUER:
        return _conquer(s, box, me)
    if action == USE_TOKEN:
        use_surge_token(me)
    elif action >= USE_ABILITY:
        _use_ability(s, box, me, action - USE_ABILITY)
    elif action >= TAKE_UNIT:
        s.committed[action - TAKE_UNIT] = 1
    else:
        _play_tactic(s, box, me, action - TAKE_HAND)
    count_strength(s, box, me)
    return False


@kernel
def _use_ability(s: State, box: Box, me: Player, slot: int) -> None:
    """Activate the Invasion ability of a committed Unit."""
    card = box.cards[me.units[slot]]
    i = find_ability(card)
    s.uses[slot] += 1
    if card.code[i] == Effect.INV_PAY:
        me.energy -= card.parameter[i, 0]
        s.bonus_fleet[slot] += card.parameter[i, 1]
        s.bonus_ground[slot] += card.parameter[i, 2]
        return
    s.acting = slot
    if card.code[i] == Effect.INV_CHOICE:
        me.energy -= card.parameter[i, 0]
        s.decision = Decision.SIDE
    else:
        s.decision = Decision.PAY_CARD


@kernel
def _play_tactic(s: State, box: Box, me: Player, slot: int) -> None:
    """Play a TAC_ Tactic; its bonus lasts until the Invasion ends (6.3)."""
    s.resolving = leave_hand(me, slot)
    card = box.cards[s.resolving]
    me.energy -= card.deploy_cost
    s.played[s.resolving] += 1
    s.played_count += 1
    for i in range(card.effects):
        code = card.code[i]
        if code == Effect.TAC_BONUS:
            s.tactic_fleet += card.parameter[i, 0]
            s.tactic_ground += card.parameter[i, 1]
        elif code == Effect.TAC_DRAW:
            draw_cards(s, box, me, card.parameter[i, 0])
        elif code == Effect.TAC_KEEP:
            s.keeps = min(UNITS, s.keeps + card.parameter[i, 0])  # several add up
        elif code == Effect.TAC_CHOICE:
            s.acting = NOTHING
            s.decision = Decision.SIDE
            return
        elif code == Effect.TAC_DISCARD:
            s.left = card.parameter[i, 2]
            _continue_discarding(s, me)
            return
    finish_tactic(s, me)


# Decisions within INVADE ----------------------------------------------------------------


@kernel
def play_side(s: State, box: Box, action: int) -> None:
    """SIDE: take the Fleet or the Ground of an INV_CHOICE or TAC_CHOICE."""
    me = s.players[s.to_move]
    slot = s.acting
    if slot != NOTHING:
        card = box.cards[me.units[slot]]
        i = find_ability(card)
        if action == FLEET:
            s.bonus_fleet[slot] += card.parameter[i, 1]
        else:
            s.bonus_ground[slot] += card.parameter[i, 2]
        s.acting = NOTHING
    else:
        card = box.cards[s.resolving]
        i = find_effect(card, Effect.TAC_CHOICE)
        if action == FLEET:
            s.tactic_fleet += card.parameter[i, 0]
        else:
            s.tactic_ground += card.parameter[i, 1]
        finish_tactic(s, me)
    s.decision = Decision.INVADE
    count_strength(s, box, me)


@kernel
def play_pay_card(s: State, box: Box, action: int) -> None:
    """PAY_CARD: discard a card for an INV_DISCARD."""
    me = s.players[s.to_move]
    discard_from_hand(me, action - TAKE_HAND)
    card = box.cards[me.units[s.acting]]
    i = find_ability(card)
    s.bonus_fleet[s.acting] += card.parameter[i, 0]
    s.bonus_ground[s.acting] += card.parameter[i, 1]
    s.acting = NOTHING
    s.decision = Decision.INVADE
    count_strength(s, box, me)


@kernel
def _continue_discarding(s: State, me: Player) -> None:
    """Ask TAC_DISCARD while cards may be discarded, else go on with INVADE."""
    if s.left > 0 and me.hand_size > 0:
        s.decision = Decision.TAC_DISCARD
        return
    s.left = 0
    finish_tactic(s, me)
    s.decision = Decision.INVADE


@kernel
def play_tac_discard(s: State, box: Box, action: int) -> None:
    """TAC_DISCARD: discard a card for a bonus, or stop."""
    me = s.players[s.to_move]
    if action == END:
        s.left = 0
    else:
        discard_from_hand(me, action - TAKE_HAND)
        s.left -= 1
        card = box.cards[s.resolving]
        i = find_effect(card, Effect.TAC_DISCARD)
        s.tactic_fleet += card.parameter[i, 0]
        s.tactic_ground += card.parameter[i, 1]
    _continue_discarding(s, me)
    count_strength(s, box, me)


# After a conquest -----------------------------------------------------------------------


@kernel
def _conquer(s: State, box: Box, me: Player) -> bool:
    """Take the World: 4.5 step 4 a to d (R25); return True if the turn is over."""
    number = take_from_zone(s, box, me, s.target)
    hold(box, me, number)
    s.target = NOTHING
    s.conquered = number
    card = box.cards[number]
    for i in range(card.effects):
        if card.code[i] == Effect.CONQ_ENERGY:
            me.energy += card.parameter[i, 0]
    return _continue_conquest(s, box, me)


@kernel
def _continue_conquest(s: State, box: Box, me: Player) -> bool:
    """Ask KEEP_UNIT, then COLONIZE, then finish; return True if the turn is over."""
    if s.keeps > 0 and has_committed(s, me):
        s.decision = Decision.KEEP_UNIT
        return False
    s.keeps = 0
    for which in range(2):
        if find_committed_colonist(s, box, me, which) != NOTHING:
            s.decision = Decision.COLONIZE
            return False
    _finish_conquest(s, box, me)
    return True


@kernel
def _finish_conquest(s: State, box: Box, me: Player) -> None:
    """Discard the committed Units (R20), draw for CONQ_DRAW: 4.5 step 4 f to h."""
    slot = 0
    while slot < me.unit_count:
        if s.committed[slot] != 0:
            put_on_discard_pile(me, leave_warzone(s, box, me, slot))
        else:
            slot += 1
    card = box.cards[s.conquered]
    for i in range(card.effects):
        if card.code[i] == Effect.CONQ_DRAW:
            draw_cards(s, box, me, card.parameter[i, 0])
    end_invasion(s)


@kernel
def legal_keep_unit(s: State, box: Box, mask: Mask) -> None:
    """KEEP_UNIT: a committed Unit, or stop (R63: the full comparison)."""
    me = s.players[s.to_move]
    for slot in range(me.unit_count):
        if s.committed[slot] != 0:
            mask[TAKE_UNIT + slot] = is_first_of_its_like(s, me, slot)
    mask[END] = 1


@kernel
def play_keep_unit(s: State, box: Box, action: int) -> bool:
    """KEEP_UNIT; return True if the turn is over."""
    me = s.players[s.to_move]
    if action == END:
        s.keeps = 0
    else:
        s.keeps -= 1
        s.committed[action - TAKE_UNIT] = 0
        count_strength(s, box, me)
    return _continue_conquest(s, box, me)


@kernel
def find_committed_colonist(s: State, box: Box, me: Player, which: int) -> int:
    """Return the lowest slot of a committed Galactic Grunts or Snub Fighter, or NOTHING."""
    for slot in range(me.unit_count):
        if s.committed[slot] != 0 and me.units[slot] == box.colonists[which]:
            return slot
    return NOTHING


@kernel
def legal_colonize(s: State, box: Box, mask: Mask) -> None:
    """COLONIZE: with a committed Grunts, a committed Snub, or not at all."""
    me = s.players[s.to_move]
    mask[COLONIZE_GRUNT] = find_committed_colonist(s, box, me, GRUNT) != NOTHING
    mask[COLONIZE_SNUB] = find_committed_colonist(s, box, me, SNUB) != NOTHING
    mask[END] = 1


@kernel
def play_colonize(s: State, box: Box, action: int) -> bool:
    """COLONIZE: at most one card (R26); the turn is over."""
    me = s.players[s.to_move]
    if action != END:
        which = GRUNT if action == COLONIZE_GRUNT else SNUB
        leave_warzone(s, box, me, find_committed_colonist(s, box, me, which))
        me.colony[which] += 1
    _finish_conquest(s, box, me)
    return True


@kernel
def legal_side(s: State, box: Box, mask: Mask) -> None:
    """SIDE: Fleet or Ground."""
    mask[FLEET] = 1
    mask[GROUND] = 1
