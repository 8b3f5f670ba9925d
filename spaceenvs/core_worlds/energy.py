"""The Draw Phase and the Energy Phase (sections 4.1, 4.2): ENERGY, EXPLORE_CARD."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core_worlds.actions import END, EXPLORE, TAKE_HAND, Decision
from spaceenvs.core_worlds.components import NOTHING, Effect, Timing, find_effect, sector_of
from spaceenvs.core_worlds.empire import (
    Player,
    discard_from_hand,
    draw_card,
    is_first_of_its_kind,
    leave_hand,
    put_on_discard_pile,
)


@kernel
def run_draw_phase(s: State, box: Box) -> None:
    """Everybody draws up to the sector's hand size, the Destiny holder first (R59)."""
    limit = box.hand_limit[sector_of(s.round_number)]
    for k in range(s.num_players):
        me = s.players[(s.destiny + k) % s.num_players]
        while me.hand_size < limit:
            if not draw_card(s, box, me):
                break


@kernel
def generate_energy(s: State, box: Box) -> None:
    """Worlds and Units generate; the World Energy totals are stored for the phase (R6)."""
    for p in range(s.num_players):
        me = s.players[p]
        me.generated = me.world_energy
        me.energy = me.world_energy
        for slot in range(me.unit_count):
            card = box.cards[me.units[slot]]
            for i in range(card.effects):
                if card.code[i] == Effect.EN_UNIT:
                    me.energy += card.parameter[i, 0]


@kernel
def can_explore(box: Box, me: Player) -> bool:
    """Whether Energy Exploration is open: once a round, with enough cards (R8)."""
    home = box.cards[me.home]
    i = find_effect(home, Effect.EN_EXPLORE)
    return i != NOTHING and me.explored == 0 and me.hand_size >= home.parameter[i, 0]


@kernel
def legal_energy(s: State, box: Box, mask: Mask) -> None:
    """ENERGY: play an EN_ Tactic, explore, or be done."""
    me = s.players[s.to_move]
    for slot in range(me.hand_size):
        card = box.cards[me.hand[slot]]
        if (
            card.timing == Timing.ENERGY
            and card.deploy_cost <= me.energy
            and is_first_of_its_kind(me, slot)
        ):
            mask[TAKE_HAND + slot] = 1
    mask[EXPLORE] = can_explore(box, me)
    mask[END] = 1


@kernel
def play_energy(s: State, box: Box, action: int) -> None:
    """ENERGY, all but END."""
    me = s.players[s.to_move]
    if action == EXPLORE:
        home = box.cards[me.home]
        me.explored = 1
        s.left = home.parameter[find_effect(home, Effect.EN_EXPLORE), 0]
        s.decision = Decision.EXPLORE_CARD
        return
    number = leave_hand(me, action - TAKE_HAND)
    card = box.cards[number]
    me.energy -= card.deploy_cost
    for i in range(card.effects):
        if card.code[i] == Effect.EN_BURST:
            me.energy += card.parameter[i, 0]
        elif card.code[i] == Effect.EN_SURGE:
            behind = _is_behind(s, s.to_move)
            me.energy += card.parameter[i, 0] if behind else card.parameter[i, 1]
    put_on_discard_pile(me, number)


@kernel
def _is_behind(s: State, player: int) -> bool:
    """Whether some opponent's stored World Energy total is strictly greater (6.3, R6)."""
    for p in range(s.num_players):
        if s.players[p].generated > s.players[player].generated:
            return True
    return False


@kernel
def play_explore_card(s: State, box: Box, action: int) -> None:
    """EXPLORE_CARD: discard a card; after the last one comes the Energy."""
    me = s.players[s.to_move]
    discard_from_hand(me, action - TAKE_HAND)
    s.left -= 1
    if s.left == 0:
        home = box.cards[me.home]
        me.energy += home.parameter[find_effect(home, Effect.EN_EXPLORE), 1]
        s.decision = Decision.ENERGY
