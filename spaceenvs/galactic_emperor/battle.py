"""A battle (4.7, section 6), and the duel (section 7): phases, hits, retreat, the end."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor.actions import (
    D_BONUS_SHIP,
    D_CONTINUE,
    D_HIT,
    D_HIT_ORIGIN,
    D_XCLAIM,
    HEXA,
    HIT,
    TYPE,
    YES,
)
from spaceenvs.galactic_emperor.combat import (
    ATTACKER,
    DAMAGED,
    DEFENDER,
    EMPIRE,
    FRESH,
    NO_BONUS,
    NUM_KINDS,
    NUM_PHASES,
    STARBASE,
    apply_shield,
    can_take,
    can_take_any,
    count_hits,
    count_of_type,
    count_ships,
    is_alive,
    roll_phase,
    take_hit,
)
from spaceenvs.galactic_emperor.components import (
    ION,
    MAX_BATTLE_ROUNDS,
    MAX_DUEL_ROUNDS,
    NUM_SHIPS,
    PLASMA,
    SHIELD,
    TYPE_OF_SHIP,
)
from spaceenvs.galactic_emperor.state import (
    ASSIGN_HITS,
    BATTLE_DICE,
    BATTLE_PHASE,
    BATTLE_ROUND,
    COUNT_HITS,
    EMPIRE_TOKEN,
    NO_TOKEN,
    NOBODY,
    NOTHING,
    STARBASE_TOKEN,
    TECH_STEP,
    ask,
    can_claim,
    claim,
    count_ships_at,
    move_ship,
    push,
    remove_token,
    score,
)
from spaceenvs.galactic_emperor.tables import DREADNOUGHT, NUM_SHIP_TYPES
from spaceenvs.galactic_emperor.technologies import (
    is_active,
    is_usable,
    offer_warlord_tech,
    open_window,
)

NUM_TECH_STEPS = 4
VOLLEY_ROUND = 0


# -- the beginning ------------------------------------------------------------------------------


@kernel
def find_enemy(s: State, player: int, h: int) -> int:
    """Return the one other player with forces on a hex."""
    owner = s.controller[h]
    if owner != NOBODY and owner != player:
        return int(owner)
    for q in range(s.num_players):
        if q != player and count_ships_at(s, q, h) > 0:
            return q
    return NOBODY


@kernel
def begin_battle(s: State, h: int) -> None:
    """The actor attacks what is on a hex; technologies are declared first."""
    s.in_battle = 1
    s.battle_hex = h
    s.fighters[ATTACKER] = s.actor
    s.fighters[DEFENDER] = find_enemy(s, s.actor, h)
    s.tech_step = 0
    push(s, TECH_STEP)


@kernel
def is_tech_wanted(s: State, step: int) -> bool:
    """Whether the technology of a place in the tech step could help its side in this battle."""
    attacker, defender, h = s.fighters[ATTACKER], s.fighters[DEFENDER], s.battle_hex
    if step == 0:
        return is_usable(s, attacker, PLASMA) and s.tech_active[PLASMA] == 0
    if step == 1:
        return is_usable(s, attacker, SHIELD) and s.tech_active[SHIELD] == 0
    if step == 2:
        token = s.players[defender].token[h] != NO_TOKEN
        return token and is_usable(s, defender, ION) and s.tech_active[ION] == 0
    ships = count_ships_at(s, defender, h) > 0
    return ships and is_usable(s, defender, SHIELD) and s.tech_active[SHIELD] == 0


@kernel
def take_tech_step(s: State) -> None:
    """Offer the next technology of 4.7; after the last one the sides are mustered."""
    while s.tech_step < NUM_TECH_STEPS:
        step = s.tech_step
        s.tech_step += 1
        if is_tech_wanted(s, step):
            push(s, TECH_STEP)
            if step == 0:
                offer_warlord_tech(s, s.fighters[ATTACKER], PLASMA)
            elif step == 1:
                offer_warlord_tech(s, s.fighters[ATTACKER], SHIELD)
            elif step == 2:
                offer_warlord_tech(s, s.fighters[DEFENDER], ION)
            else:
                offer_warlord_tech(s, s.fighters[DEFENDER], SHIELD)
            return
    muster_sides(s)


@kernel
def is_in_battle(s: State, side: int, ship: int) -> bool:
    """Whether a ship of a side takes part: on the battle hex; in the duel anywhere."""
    h = s.players[s.fighters[side]].ship_hex[ship]
    return h >= 0 and (s.duel != 0 or h == s.battle_hex)


@kernel
def muster_sides(s: State) -> None:
    """Count the units of both sides and what their technologies do; settle R44."""
    for side in range(2):
        forces = s.sides[side]
        for kind in range(NUM_KINDS):
            forces.units[kind] = 0
            s.volley[side].units[kind] = 0
        forces.plasma, forces.ion, forces.shield = 0, 0, 0
        for ship in range(NUM_SHIPS):
            if is_in_battle(s, side, ship):
                forces.units[TYPE_OF_SHIP[ship]] += 1
    s.battle_round = VOLLEY_ROUND
    s.no_retreat = 0
    s.bonus_type = NO_BONUS
    s.hit_kind = NOTHING
    if s.duel == 0:
        muster_sector(s)
    if s.no_retreat != 0:
        begin_round(s)  # the surprise volley
    else:
        push(s, BATTLE_ROUND)


@kernel
def muster_sector(s: State) -> None:
    """Add the defender's token, active technologies and teleported ships to a battle."""
    attacker, defender, h = s.fighters[ATTACKER], s.fighters[DEFENDER], s.battle_hex
    defending = s.sides[DEFENDER]
    token = s.players[defender].token[h]
    if token == STARBASE_TOKEN:
        defending.units[STARBASE] = 1
    elif token == EMPIRE_TOKEN:
        defending.units[EMPIRE] = 1
    if is_active(s, attacker, PLASMA):
        s.sides[ATTACKER].plasma = 1
    if is_active(s, attacker, SHIELD):
        s.sides[ATTACKER].shield = 1
    if is_active(s, defender, ION):
        defending.ion = 1
    if is_active(s, defender, SHIELD) and count_ships(defending) > 0:  # R26
        defending.shield = 1
    for ship in range(NUM_SHIPS):
        if s.teleported[ship] != 0 and is_in_battle(s, ATTACKER, ship):
            s.volley[ATTACKER].units[TYPE_OF_SHIP[ship]] += 1
            s.no_retreat = 1


# -- rounds and phases --------------------------------------------------------------------------


@kernel
def next_round(s: State) -> None:
    """Go on with the next battle round."""
    s.battle_round += 1
    begin_round(s)


@kernel
def begin_round(s: State) -> None:
    """The taker of the card chooses the ship with the bonus die, in his own attack only."""
    s.phase = 0
    s.bonus_type = NO_BONUS
    push(s, BATTLE_PHASE)
    if s.duel == 0 and s.fighters[ATTACKER] == s.taker:
        ask(s, D_BONUS_SHIP, s.taker)


@kernel
def is_volley(s: State) -> bool:
    """Whether the surprise volley is being fired (R19)."""
    return s.battle_round == VOLLEY_ROUND


@kernel
def legal_bonus_ship(s: State, mask: Mask) -> None:
    """D20: types of ships that fire in this round."""
    for ship_type in range(NUM_SHIP_TYPES):
        if is_volley(s):
            number = count_of_type(s.volley[ATTACKER].units, ship_type)
        else:
            number = count_of_type(s.sides[ATTACKER].units, ship_type)
        if number > 0:
            mask[TYPE + ship_type] = 1


@kernel
def next_phase(s: State, box: Box) -> None:
    """Roll the dice of the next phase in which anybody has some."""
    while s.phase < NUM_PHASES:
        s.phase += 1
        if is_volley(s):
            fire(s, box, ATTACKER, s.volley[ATTACKER].units)
            fire(s, box, DEFENDER, s.volley[DEFENDER].units)
        else:
            fire(s, box, ATTACKER, s.sides[ATTACKER].units)
            fire(s, box, DEFENDER, s.sides[DEFENDER].units)
        if s.dice[ATTACKER].count + s.dice[DEFENDER].count > 0:
            push(s, COUNT_HITS)
            if s.duel == 0:  # R24: no window opens inside the duel
                open_window(s, BATTLE_DICE)
            return
    end_round(s)


@kernel
def fire(s: State, box: Box, side: int, firing: Mask) -> None:
    """Roll all dice of one side in this phase."""
    bonus = s.bonus_type if side == ATTACKER else NO_BONUS
    dice = s.dice[side]
    roll_phase(s.rng, box, s.sides[side], firing, s.phase, bonus, dice)
    for face in range(6):
        s.faces[side, face] = 0
    for i in range(dice.count):
        s.faces[side, dice.face[i] - 1] += 1


@kernel
def count_phase_hits(s: State) -> None:
    """Read the dice; a shield cancels the first hit against its side."""
    s.hits[DEFENDER] = apply_shield(s.sides[DEFENDER], count_hits(s.dice[ATTACKER]))
    s.hits[ATTACKER] = apply_shield(s.sides[ATTACKER], count_hits(s.dice[DEFENDER]))
    push(s, ASSIGN_HITS)


@kernel
def assign_hits(s: State, box: Box) -> None:
    """Ask for the next hit, the defender first (R39); then the phase is over."""
    for k in range(2):
        side = DEFENDER if k == 0 else ATTACKER
        if s.hits[side] > 0 and can_take_any(s.sides[side]):
            ask(s, D_HIT, s.fighters[side])
            return
        s.hits[side] = 0  # surplus hits are lost
    if is_alive(s.sides[ATTACKER]) and is_alive(s.sides[DEFENDER]):
        push(s, BATTLE_PHASE)
    else:
        end_battle(s, box)


# -- hits (6.4) -----------------------------------------------------------------------------------


@kernel
def side_to_move(s: State) -> int:
    """Return the side whose owner assigns a hit."""
    return ATTACKER if s.to_move == s.fighters[ATTACKER] else DEFENDER


@kernel
def legal_hit(s: State, mask: Mask) -> None:
    """D21: the units that may take a hit."""
    side = s.sides[side_to_move(s)]
    for kind in range(NUM_KINDS):
        if can_take(side, kind):
            mask[HIT + kind] = 1


@kernel
def is_of_kind(s: State, side: int, ship: int, kind: int) -> bool:
    """Whether a ship in the battle is of a kind; Dreadnoughts are fresh or damaged."""
    if not is_in_battle(s, side, ship):
        return False
    if TYPE_OF_SHIP[ship] == DREADNOUGHT:
        damaged = s.players[s.fighters[side]].damaged[ship]
        return (kind == FRESH and damaged == 0) or (kind == DAMAGED and damaged != 0)
    return kind == TYPE_OF_SHIP[ship]


@kernel
def differ_in_retreat(s: State, kind: int) -> bool:
    """Whether attacking ships of a kind would retreat to different hexes (R52)."""
    found = NOTHING
    for ship in range(NUM_SHIPS):
        if is_of_kind(s, ATTACKER, ship, kind):
            if found != NOTHING and s.retreat_hex[ship] != found:
                return True
            found = s.retreat_hex[ship]
    return False


@kernel
def play_hit(s: State, action: int) -> None:
    """Assign one hit; the attacker may have to say which of his equal ships it is."""
    side = side_to_move(s)
    kind = action - HIT
    if side == ATTACKER and s.duel == 0 and s.no_retreat == 0 and differ_in_retreat(s, kind):
        s.hit_kind = kind
        ask(s, D_HIT_ORIGIN, s.to_move)
        return
    suffer_hit(s, side, kind, NOTHING)


@kernel
def legal_hit_origin(s: State, mask: Mask) -> None:
    """D31: the hexes to which ships of the hit kind would retreat."""
    for ship in range(NUM_SHIPS):
        if is_of_kind(s, ATTACKER, ship, s.hit_kind):
            mask[HEXA + s.retreat_hex[ship]] = 1


@kernel
def play_hit_origin(s: State, action: int) -> None:
    """The lowest ship that would retreat to that hex is hit."""
    kind = s.hit_kind
    s.hit_kind = NOTHING
    suffer_hit(s, ATTACKER, kind, action - HEXA)


@kernel
def suffer_hit(s: State, side: int, kind: int, origin: int) -> None:
    """Damage a unit; `origin` is the retreat hex of the ship, or NOTHING for any."""
    owner = s.fighters[side]
    s.hits[side] -= 1
    take_hit(s.sides[side], kind)
    if kind == STARBASE:
        s.players[owner].token[s.battle_hex] = EMPIRE_TOKEN
    elif kind == EMPIRE:
        remove_token(s, owner, s.battle_hex)
        score(s, s.fighters[ATTACKER], 1)
    else:
        for ship in range(NUM_SHIPS):
            is_from_there = origin == NOTHING or s.retreat_hex[ship] == origin
            if is_from_there and is_of_kind(s, side, ship, kind):
                damage_ship(s, owner, ship, kind)
                break
    push(s, ASSIGN_HITS)


@kernel
def damage_ship(s: State, owner: int, ship: int, kind: int) -> None:
    """Flip a fresh Dreadnought; any other ship goes to the reserve."""
    if kind == FRESH:
        s.players[owner].damaged[ship] = 1
    else:
        move_ship(s, owner, ship, NOTHING)


# -- the end (6.5) -------------------------------------------------------------------------------


@kernel
def end_round(s: State) -> None:
    """After phase 3: the next round, a retreat, or the end by the cap (R18)."""
    if is_volley(s):
        push(s, BATTLE_ROUND)
    elif s.duel != 0:
        if s.battle_round < MAX_DUEL_ROUNDS:
            push(s, BATTLE_ROUND)
        else:
            clear_battle(s)
    elif s.battle_round < MAX_BATTLE_ROUNDS:
        if s.no_retreat != 0:
            push(s, BATTLE_ROUND)
        else:
            ask(s, D_CONTINUE, s.fighters[ATTACKER])
    else:
        leave_battle(s)


@kernel
def play_continue(s: State, action: int) -> None:
    """D22: fight on or retreat."""
    if action == YES:
        push(s, BATTLE_ROUND)
    else:
        leave_battle(s)


@kernel
def leave_battle(s: State) -> None:
    """All attacking ships retreat together (R17); without a way back they are lost (R18)."""
    attacker = s.fighters[ATTACKER]
    for ship in range(NUM_SHIPS):
        if is_in_battle(s, ATTACKER, ship):
            if s.no_retreat != 0:
                move_ship(s, attacker, ship, NOTHING)
            else:
                move_ship(s, attacker, ship, s.retreat_hex[ship])  # R45: even if it is a sun
    clear_battle(s)


@kernel
def end_battle(s: State, box: Box) -> None:
    """One side has no unit left; a victorious attacker puts an Empire there (R16)."""
    attacker, h = s.fighters[ATTACKER], s.battle_hex
    won = s.duel == 0 and is_alive(s.sides[ATTACKER])  # R38: if both are gone, nobody has it
    clear_battle(s)
    if won and can_claim(s, attacker, h):
        if box.optional_conquest != 0:
            s.claim_hex = h
            ask(s, D_XCLAIM, attacker)
        else:
            claim(s, attacker, h)


@kernel
def clear_battle(s: State) -> None:
    """Repair the Dreadnoughts of both sides and clear the table."""
    for side in range(2):
        for ship in range(NUM_SHIPS):
            s.players[s.fighters[side]].damaged[ship] = 0
        for kind in range(NUM_KINDS):
            s.sides[side].units[kind] = 0
            s.volley[side].units[kind] = 0
        s.sides[side].plasma, s.sides[side].ion, s.sides[side].shield = 0, 0, 0
        for face in range(6):
            s.faces[side, face] = 0
        s.dice[side].count = 0
        s.hits[side] = 0
        s.fighters[side] = NOBODY
    s.in_battle = 0
    s.battle_hex = NOTHING
    s.battle_round = 0
    s.phase = 0
    s.bonus_type = NO_BONUS
    s.no_retreat = 0
    s.tech_step = 0
