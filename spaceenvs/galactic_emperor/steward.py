"""The Steward role (4.4, 5.2): a free cube, then sectors produce metal and energy."""

from __future__ import annotations

from spaceenvs.core.game import Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor.actions import (
    D_STEWARD,
    D_STEWARD_BONUS,
    HEXA,
    HEXB,
    PASS,
    RES_ENERGY,
    RES_METAL,
)
from spaceenvs.galactic_emperor.components import (
    MAX_ENERGY,
    MAX_METAL,
    MAX_PROTEIN_SECTORS,
    PROTEIN,
)
from spaceenvs.galactic_emperor.state import (
    NOTHING,
    PRODUCED,
    PROTEIN_RESULT,
    UNTOUCHED,
    ask,
)
from spaceenvs.galactic_emperor.tables import NUM_HEXES
from spaceenvs.galactic_emperor.technologies import declare, is_usable


@kernel
def begin_steward(s: State) -> None:
    """The taker gets a cube for which he has room (R31); nothing if both storages are full."""
    me = s.players[s.taker]
    if me.metal < MAX_METAL or me.energy < MAX_ENERGY:
        ask(s, D_STEWARD_BONUS, s.taker)


@kernel
def legal_steward_bonus(s: State, mask: Mask) -> None:
    """D11: a cube that fits."""
    me = s.players[s.to_move]
    if me.metal < MAX_METAL:
        mask[RES_METAL] = 1
    if me.energy < MAX_ENERGY:
        mask[RES_ENERGY] = 1


@kernel
def play_steward_bonus(s: State, action: int) -> None:
    """Take the cube."""
    me = s.players[s.to_move]
    if action == RES_METAL:
        me.metal += 1
    else:
        me.energy += 1


@kernel
def begin_steward_turn(s: State) -> None:
    """No sector has produced yet."""
    clear_touched(s)
    s.protein_uses = 0
    ask(s, D_STEWARD, s.actor)


@kernel
def clear_touched(s: State) -> None:
    """Forget what was done with the sectors this turn."""
    for h in range(NUM_HEXES):
        s.touched[h] = UNTOUCHED


@kernel
def can_produce(s: State, player: int, h: int) -> bool:
    """Whether a sector may still produce this turn and a cube would fit (R31)."""
    if s.controller[h] != player or s.touched[h] == PRODUCED:
        return False
    me = s.players[player]
    return (s.metal[h] > 0 and me.metal < MAX_METAL) or (s.energy[h] > 0 and me.energy < MAX_ENERGY)


@kernel
def legal_steward(s: State, mask: Mask) -> None:
    """D12: produce for a food cube, or freely with Protein Fields (R27)."""
    p = s.to_move
    mask[PASS] = 1
    protein = is_usable(s, p, PROTEIN) and s.protein_uses < MAX_PROTEIN_SECTORS
    for h in range(NUM_HEXES):
        if can_produce(s, p, h):
            if s.cubes[h] > 0:
                mask[HEXA + h] = 1
            if protein:
                mask[HEXB + h] = 1


@kernel
def play_steward(s: State, action: int) -> None:
    """Let one sector produce, or end the turn."""
    if action == PASS:
        return
    p = s.to_move
    if action >= HEXB:
        h = action - HEXB
        if s.protein_uses == 0:
            s.produce_hex = h
            declare(s, p, PROTEIN, PROTEIN_RESULT)
            return
        s.protein_uses += 1
    else:
        h = action - HEXA
        s.cubes[h] -= 1
        s.food_supply += 1
    produce(s, p, h)
    ask(s, D_STEWARD, p)


@kernel
def produce_freely(s: State) -> None:
    """The first free production, unless the Protein Fields were sabotaged."""
    h = s.produce_hex
    s.produce_hex = NOTHING
    if s.works != 0:
        s.protein_uses = 1
        produce(s, s.actor, h)
    ask(s, D_STEWARD, s.actor)


@kernel
def produce(s: State, player: int, h: int) -> None:
    """Fill the storages; what does not fit is lost."""
    me = s.players[player]
    me.metal = min(MAX_METAL, me.metal + s.metal[h])
    me.energy = min(MAX_ENERGY, me.energy + s.energy[h])
    s.touched[h] = PRODUCED
