"""The Engineer role (4.5, 5.3): build ships and put them on Starbases."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor.actions import D_BUILD, D_DEPLOY, HEXA, PASS, TYPE
from spaceenvs.galactic_emperor.components import ROBOTICS, ROBOTICS_CREDIT
from spaceenvs.galactic_emperor.state import (
    BUILD_RESULT,
    NOTHING,
    STARBASE_TOKEN,
    ask,
    earn,
    find_ship_in_reserve,
    move_ship,
)
from spaceenvs.galactic_emperor.tables import FIGHTER, NUM_HEXES, NUM_SHIP_TYPES
from spaceenvs.galactic_emperor.technologies import declare, is_usable

BEFORE_TURNS = -1


@kernel
def begin_engineer(s: State) -> None:
    """The taker gets a Fighter for free, if one is in reserve (R32)."""
    if s.players[s.taker].ships_left[FIGHTER] > 0:
        s.build_type = FIGHTER
        ask(s, D_DEPLOY, s.taker)


@kernel
def begin_engineer_turn(s: State) -> None:
    """Robotics is declared with the first purchase of the turn."""
    s.robotics_declared = 0
    s.credit = 0
    ask(s, D_BUILD, s.actor)


@kernel
def legal_deploy(s: State, mask: Mask) -> None:
    """D13: own Starbases, the Home Starbase among them."""
    token = s.players[s.to_move].token
    for h in range(NUM_HEXES):
        if token[h] >= STARBASE_TOKEN:
            mask[HEXA + h] = 1


@kernel
def play_deploy(s: State, action: int) -> None:
    """Put the ship with the lowest free index there."""
    p = s.to_move
    move_ship(s, p, find_ship_in_reserve(s, p, s.build_type), action - HEXA)
    s.build_type = NOTHING
    if s.turn != BEFORE_TURNS:
        ask(s, D_BUILD, p)


@kernel
def can_pay(s: State, box: Box, player: int, ship_type: int, credit: int) -> bool:
    """Whether a ship is in reserve and can be paid."""
    me = s.players[player]
    return (
        me.ships_left[ship_type] > 0
        and me.marks >= box.cost_marks[ship_type]
        and me.energy >= box.cost_energy[ship_type]
        and me.metal + credit >= box.cost_metal[ship_type]
    )


@kernel
def expected_credit(s: State, player: int) -> int:
    """Return the metal that Robotics pays, or would pay once declared."""
    if s.robotics_declared == 0 and is_usable(s, player, ROBOTICS):
        return ROBOTICS_CREDIT
    return int(s.credit)


@kernel
def legal_build(s: State, box: Box, mask: Mask) -> None:
    """D14: ships that can be paid."""
    p = s.to_move
    mask[PASS] = 1
    credit = expected_credit(s, p)
    for ship_type in range(NUM_SHIP_TYPES):
        if can_pay(s, box, p, ship_type, credit):
            mask[TYPE + ship_type] = 1


@kernel
def play_build(s: State, box: Box, action: int) -> None:
    """Buy a ship; the first purchase of a turn declares Robotics."""
    if action == PASS:
        s.credit = 0
        return
    p = s.to_move
    s.build_type = action - TYPE
    if s.robotics_declared == 0 and is_usable(s, p, ROBOTICS):
        s.robotics_declared = 1
        declare(s, p, ROBOTICS, BUILD_RESULT)
    else:
        pay_ship(s, box, p)


@kernel
def build_with_robotics(s: State, box: Box) -> None:
    """If the sabotaged owner can no longer pay, nothing is bought."""
    s.credit = ROBOTICS_CREDIT if s.works != 0 else 0
    if can_pay(s, box, s.actor, s.build_type, s.credit):
        pay_ship(s, box, s.actor)
    else:
        s.build_type = NOTHING
        ask(s, D_BUILD, s.actor)


@kernel
def pay_ship(s: State, box: Box, player: int) -> None:
    """Pay the ship; the credit is used before the metal."""
    me = s.players[player]
    from_credit = min(box.cost_metal[s.build_type], s.credit)
    s.credit -= from_credit
    me.metal -= box.cost_metal[s.build_type] - from_credit
    me.energy -= box.cost_energy[s.build_type]
    earn(s, player, -box.cost_marks[s.build_type])
    ask(s, D_DEPLOY, player)
