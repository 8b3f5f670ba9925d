"""The Warlord role (4.6, 5.4): moving ships, claiming sectors, the order of the battles."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor.actions import (
    D_BATTLE_PICK,
    D_MOVE,
    D_STEP,
    D_TELE_DEST,
    HEXA,
    HEXB,
    PASS,
    SHIP,
    TELEPORT,
    YES,
)
from spaceenvs.galactic_emperor.battle import begin_battle
from spaceenvs.galactic_emperor.components import CENTRE, FUSION, NUM_SHIPS, TYPE_OF_SHIP
from spaceenvs.galactic_emperor.state import (
    BEGIN_MOVES,
    GO_ON_MOVING,
    NEXT_BATTLE,
    NOTHING,
    ask,
    can_claim,
    claim,
    count_ships_at,
    count_ships_on_board,
    has_enemy_forces,
    is_home,
    is_in,
    move_ship,
    push,
    set_of,
)
from spaceenvs.galactic_emperor.tables import NUM_HEXES, NUM_TECHNOLOGIES
from spaceenvs.galactic_emperor.technologies import is_active, is_usable, offer_warlord_tech


@kernel
def begin_warlord_turn(s: State) -> None:
    """Fusion Engines come first, then the moves."""
    push(s, BEGIN_MOVES)
    if count_ships_on_board(s, s.actor) > 0 and is_usable(s, s.actor, FUSION):
        offer_warlord_tech(s, s.actor, FUSION)


@kernel
def begin_moves(s: State) -> None:
    """Every ship starts where it stands."""
    for ship in range(NUM_SHIPS):
        s.retreat_hex[ship] = s.players[s.actor].ship_hex[ship]
        s.moved[ship] = 0
        s.teleported[ship] = 0
    s.tele_dest = NOTHING
    ask(s, D_MOVE, s.actor)


@kernel
def find_neighbours(s: State, box: Box, player: int, h: int) -> int:
    """Return N*(player, h): the hexes one step away; suns are crossed for free (R14)."""
    reached = box.neighbours[h]
    crossed = 0
    suns_ahead = reached & s.suns
    while suns_ahead != 0:
        for v in range(NUM_HEXES):
            if is_in(v, suns_ahead):
                reached = reached | box.neighbours[v]
        crossed = crossed | suns_ahead
        suns_ahead = reached & s.suns & ~crossed
    enemy_homes = box.homes & ~set_of(box.home[player])
    return reached & ~s.suns & ~enemy_homes & ~set_of(h)


@kernel
def can_teleport(s: State, h: int) -> bool:
    """Whether a ship that has not moved stands on the Black Hole."""
    return h == CENTRE and s.black_hole[CENTRE] != 0


@kernel
def is_first_of_its_kind(s: State, player: int, ship: int) -> bool:
    """Whether no lower unmoved ship of the same type stands on the same hex."""
    me = s.players[player]
    for other in range(ship):
        if (
            s.moved[other] == 0
            and TYPE_OF_SHIP[other] == TYPE_OF_SHIP[ship]
            and me.ship_hex[other] == me.ship_hex[ship]
        ):
            return False
    return True


@kernel
def legal_move(s: State, box: Box, mask: Mask) -> None:
    """D16: move a ship, claim a sector, or end the movement."""
    p = s.to_move
    me = s.players[p]
    mask[PASS] = 1
    for ship in range(NUM_SHIPS):
        h = me.ship_hex[ship]
        if h < 0:
            continue
        can_leave = can_teleport(s, h) or find_neighbours(s, box, p, h) != 0
        if can_leave and s.moved[ship] == 0 and is_first_of_its_kind(s, p, ship):
            mask[SHIP + ship] = 1
        if can_claim(s, p, h):
            mask[HEXA + h] = 1
        if box.early_battles != 0 and has_enemy_forces(s, p, h):
            mask[HEXB + h] = 1


@kernel
def play_move(s: State, box: Box, action: int) -> None:
    """Choose a ship to move, claim, fight early, or end the movement."""
    p = s.to_move
    if action == PASS:
        push(s, NEXT_BATTLE)  # R15: all ships have moved, now all battles
    elif action >= SHIP:
        ship = action - SHIP
        s.moving = ship
        s.moved[ship] = 1
        s.steps_left = box.move[TYPE_OF_SHIP[ship]]
        if is_active(s, p, FUSION):
            s.steps_left += 1
        s.steps_done = 0
        ask(s, D_STEP, p)
    elif action >= HEXB:
        push(s, GO_ON_MOVING)
        begin_battle(s, action - HEXB)
    else:
        claim(s, p, action - HEXA)
        ask(s, D_MOVE, p)


@kernel
def legal_step(s: State, box: Box, mask: Mask) -> None:
    """D17: one step further, teleport, claim in passing, or stop."""
    p = s.to_move
    h = s.players[p].ship_hex[s.moving]
    reach = find_neighbours(s, box, p, h)
    for v in range(NUM_HEXES):
        if is_in(v, reach):
            mask[HEXA + v] = 1
    if s.steps_done == 0:
        if can_teleport(s, h):
            mask[TELEPORT] = 1
    else:
        mask[PASS] = 1
        if can_claim(s, p, h):
            mask[YES] = 1


@kernel
def play_step(s: State, box: Box, action: int) -> None:
    """Go one step; movement ends at enemy forces or without a step left."""
    p = s.to_move
    here = s.players[p].ship_hex[s.moving]
    if action == PASS:
        end_move(s)
    elif action == YES:
        claim(s, p, here)
        ask(s, D_STEP, p)
    elif action == TELEPORT:
        if s.tele_dest == NOTHING:
            ask(s, D_TELE_DEST, p)
        else:
            teleport(s)
    else:
        target = action - HEXA
        if box.retreat_last_hex != 0 and s.sun[here] == 0:
            s.retreat_hex[s.moving] = here
        move_ship(s, p, s.moving, target)
        s.steps_done += 1
        s.steps_left -= 1
        if s.steps_left == 0 or has_enemy_forces(s, p, target):
            end_move(s)
        else:
            ask(s, D_STEP, p)


@kernel
def end_move(s: State) -> None:
    """The ship stays where it is; the next one may move."""
    s.moving = NOTHING
    s.steps_left = 0
    s.steps_done = 0
    ask(s, D_MOVE, s.actor)


@kernel
def legal_tele_dest(s: State, box: Box, mask: Mask) -> None:
    """D18: no home sector, the own one included (R54), no sun, not the Black Hole itself."""
    for h in range(NUM_HEXES):
        if h != CENTRE and s.sun[h] == 0 and not is_home(box, h):
            mask[HEXA + h] = 1


@kernel
def play_tele_dest(s: State, action: int) -> None:
    """All teleports of this turn go there."""
    s.tele_dest = action - HEXA
    teleport(s)


@kernel
def teleport(s: State) -> None:
    """The moving ship appears at the destination and moves no further."""
    move_ship(s, s.actor, s.moving, s.tele_dest)
    s.teleported[s.moving] = 1
    end_move(s)


# -- the battles of a turn ----------------------------------------------------------------------


@kernel
def is_battle_pending(s: State, player: int, h: int) -> bool:
    """Whether own ships and enemy forces share a hex."""
    return count_ships_at(s, player, h) > 0 and has_enemy_forces(s, player, h)


@kernel
def next_battle(s: State) -> None:
    """Fight the only battle left, or ask which of several comes now."""
    pending = 0
    battle = NOTHING
    for h in range(NUM_HEXES):
        if is_battle_pending(s, s.actor, h):
            pending += 1
            battle = h
    if pending == 1:
        push(s, NEXT_BATTLE)
        begin_battle(s, battle)
    elif pending > 1:
        ask(s, D_BATTLE_PICK, s.actor)
    else:
        end_warlord_turn(s)


@kernel
def legal_battle_pick(s: State, mask: Mask) -> None:
    """D19: every battle still to be fought."""
    for h in range(NUM_HEXES):
        if is_battle_pending(s, s.to_move, h):
            mask[HEXA + h] = 1


@kernel
def play_battle_pick(s: State, action: int) -> None:
    """Fight that battle now; the others follow."""
    push(s, NEXT_BATTLE)
    begin_battle(s, action - HEXA)


@kernel
def end_warlord_turn(s: State) -> None:
    """The starts and moves of the ships are forgotten."""
    for ship in range(NUM_SHIPS):
        s.retreat_hex[ship] = NOTHING
        s.moved[ship] = 0
        s.teleported[ship] = 0
    s.tele_dest = NOTHING


@kernel
def close_warlord(s: State) -> None:
    """Technologies active in this role are spent for the round (5.5)."""
    for tech in range(NUM_TECHNOLOGIES):
        if s.tech_active[tech] != 0:
            s.tech_active[tech] = 0
            s.tech_spent[tech] = 1
