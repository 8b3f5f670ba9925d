"""The turn (4.2): how it begins."""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.galaxy.actions import D_ACTION
from spaceenvs.galaxy.cards import look_at_face_down
from spaceenvs.galaxy.components import WORLDS
from spaceenvs.galaxy.state import ACTION_PHASE, NO_BID, NO_CARD, NOBODY, NOT_YET


@kernel
def clear_turn(s: State) -> None:
    """Forget what was done in the last turn."""
    s.action_done = NOT_YET
    s.base_done = 0
    s.technology_done = 0
    s.committed = 0
    s.shuttle_played = 0
    s.ships_played = 0
    for k in range(2):
        s.played_card[k] = NO_CARD
        s.played_column[k] = -1
        s.played_as_governor[k] = 0
    s.chosen_card = NO_CARD
    s.target_world = -1
    s.victim = NOBODY
    s.next_power = 0
    s.cylor_discards = 0
    s.redraws = 0
    clear_ship(s)


@kernel
def clear_ship(s: State) -> None:
    """Forget the current ship."""
    s.ship = NO_CARD
    s.ship_column = -1
    s.ship_value = 0
    s.ship_face_down = 0
    s.opportunities = 0
    s.power_used = 0
    s.sensors_used = 0
    s.warp_used = 0
    s.destroyed = 0
    for w in range(WORLDS):
        s.denied[w] = 0


@kernel
def begin_turn(s: State, player: int) -> None:
    """Begin the turn of a player with its Action phase."""
    clear_turn(s)
    s.turn += 1
    s.active = player
    s.last_turn[player] = s.turn
    s.phase = ACTION_PHASE
    s.decision = D_ACTION
    s.to_move = player
    look_at_face_down(s)


@kernel
def is_bound(s: State) -> bool:
    """Whether the first ship of the game must still show the winning bid (R5)."""
    return s.turn == 0 and s.bid_value != NO_BID and s.action_done == NOT_YET
