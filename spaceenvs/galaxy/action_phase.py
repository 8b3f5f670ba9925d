"""Phase 1 (4.3, 5.3): the Action menu D2, the garrison D5, and what the entries do."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galaxy.actions import (
    A_ATTACK,
    A_BASE_DOWN,
    A_BASE_UP,
    A_END,
    A_PLACE,
    A_POWER,
    A_REVEAL,
    A_ROW,
    A_SEAT,
    A_SECRET,
    A_SENSORS,
    D_ACTION,
    D_GARRISON,
)
from spaceenvs.galaxy.cards import (
    discard,
    discard_from_hand,
    draw_card,
    has_technology,
    hide_hand,
    is_dead_ship,
    is_visible,
    join_hand,
    join_reserve,
    leave_hand,
    show_to_all,
    take_from_pile,
    take_random,
)
from spaceenvs.galaxy.combat import play_attack, play_attack_on_base, roll_two_dice
from spaceenvs.galaxy.components import (
    ADVPROC,
    ASSAULT_CRAFT,
    BASES,
    CARDS,
    DIV,
    DRONE,
    FIRST_ALLY,
    FRIGATE,
    NOVA,
    PROCESSING_DRAWS,
    RAIDER,
    SENSORS,
    SHIPS,
    SHUTTLE,
    TOKENS,
    TRANSPORT,
    VALUE_OF,
    VALUES,
    WARP,
    WORLD_OF,
    WORLDS,
)
from spaceenvs.galaxy.governors import (
    can_be_lowered,
    can_be_raised,
    find_base,
    find_token,
    lose_base,
    move_base,
    put_base,
    relative_base,
    reveal_secret_base,
    update_governor,
)
from spaceenvs.galaxy.powers import begin_powers
from spaceenvs.galaxy.ships import choose_ship
from spaceenvs.galaxy.state import (
    DISCARDED_SHIP,
    EMPTY,
    FRONT,
    GARRISON,
    HAND,
    NO_CARD,
    NOBODY,
    NOT_YET,
    PLACED_SECRET,
    SECRET,
    SUPPLY,
)
from spaceenvs.galaxy.turn import is_bound

ALL_TOKENS = (1 << TOKENS) - 1  # the bits of one player's bases

# -- D2: what is legal ----------------------------------------------------------------------


@kernel
def legal_action(s: State, box: Box, mask: Mask) -> None:
    """D2: all entries of the Action menu."""
    technologies = count_technologies(s, s.active)
    ships = s.hand_count[s.active] - technologies
    if ships > 0:
        legal_ships(s, mask)
    if technologies > 0 and s.technology_done == 0:  # R6: once in a turn
        legal_technologies(s, mask)
    if s.base_done == 0 and s.action_done != PLACED_SECRET:  # R6, R10
        legal_bases(s, mask)
    if s.ship != NO_CARD:
        legal_ship(s, box, mask)
    if s.action_done != NOT_YET or ships == 0:  # R8
        mask[A_END] = 1


@kernel
def count_technologies(s: State, player: int) -> int:
    """Return the number of technology cards in a hand."""
    count = 0
    for card in range(SHIPS, CARDS):
        count += s.place[card] == HAND + player
    return count


@kernel
def legal_ships(s: State, mask: Mask) -> None:
    """Allow to play a ship (A1), to discard one (A2), SECRET (A3), or a second ship."""
    if s.action_done == NOT_YET:
        allow_ships_in_hand(s, mask)
        if is_bound(s):
            keep_value(mask, s.bid_value)
            return
        legal_secret(s, mask)
        if s.committed != 0:
            forbid_dead_ships(s, mask)  # R9: no A2 after a technology
    elif can_play_second_ship(s):
        allow_ships_in_hand(s, mask)
        forbid_dead_ships(s, mask)
        forbid_world(mask, DIV)


@kernel
def allow_ships_in_hand(s: State, mask: Mask) -> None:
    """Allow every ship in hand."""
    me = np.int8(HAND + s.active)
    for card in range(SHIPS):
        mask[card] = s.place[card] == me


@kernel
def keep_value(mask: Mask, value: int) -> None:
    """Forbid all ships of another value."""
    for card in range(SHIPS):
        if VALUE_OF[card] != value:
            mask[card] = 0


@kernel
def forbid_dead_ships(s: State, mask: Mask) -> None:
    """Forbid the ships of surrendered worlds."""
    for w in range(WORLDS):
        if s.in_play[w] == 0:
            forbid_world(mask, w)


@kernel
def forbid_world(mask: Mask, world: int) -> None:
    """Forbid the ships of a world."""
    for card in range(VALUES * world, VALUES * world + VALUES):
        mask[card] = 0


@kernel
def can_play_second_ship(s: State) -> bool:
    """Whether Divergence lets its governor play another ship (R39)."""
    return (
        s.ships_played == 1
        and s.played_column[0] == DIV
        and s.played_as_governor[0] != 0
        and s.governor[DIV] == s.active
    )


@kernel
def legal_technologies(s: State, mask: Mask) -> None:
    """Allow the technologies in hand if a ship or secret base goes with them (R9)."""
    if s.action_done == DISCARDED_SHIP or (s.action_done == NOT_YET and not can_play_ship(s)):
        return
    me = np.int8(HAND + s.active)
    for card in range(SHIPS, CARDS):
        mask[card] = s.place[card] == me


@kernel
def can_play_ship(s: State) -> bool:
    """Whether the active player holds a ship that A1 allows at this moment."""
    bound = is_bound(s)
    for card in range(SHIPS):
        if (
            s.place[card] == HAND + s.active
            and not is_dead_ship(s, card)
            and (not bound or VALUE_OF[card] == s.bid_value)
        ):
            return True
    return False


@kernel
def legal_secret(s: State, mask: Mask) -> None:
    """Allow SECRET: in round 1, once, with a base and a garrison at hand (R10)."""
    p = s.active
    if s.active_row != 1 or s.base_done != 0 or s.secret_placed[p] != 0 or s.supply[p] == 0:
        return
    for card in range(FIRST_ALLY):
        if s.place[card] == HAND + p:
            mask[A_SECRET] = 1
            return


@kernel
def legal_bases(s: State, mask: Mask) -> None:
    """Allow PLACE and REVEAL (B)."""
    p = s.active
    if s.supply[p] > 0:
        taken = find_taken(s)
        for w in range(WORLDS):
            mask[A_PLACE + w] = s.in_play[w] & ~(taken >> w)
    garrison = s.garrison[p]
    if garrison == NO_CARD:
        return
    if not is_dead_ship(s, garrison):
        mask[A_REVEAL] = 1
    elif s.action_done == NOT_YET and s.committed == 0 and not is_bound(s):
        mask[A_REVEAL] = 1  # R11: it is the turn's A2 as well


@kernel
def find_taken(s: State) -> int:
    """Return the worlds that have a base at the active row, a bit each."""
    taken = 0
    for b in range(TOKENS * s.num_players):
        if s.base_level[b] == s.active_row:  # 0 for bases that are not visible
            taken |= 1 << s.base_world[b]
    return taken


@kernel
def legal_ship(s: State, box: Box, mask: Mask) -> None:
    """Allow what the current ship can do (C), and Sensors and Warp Drive with it."""
    if s.warp_used == 0 and has_technology(s, s.active, WARP):  # R55: even if it was destroyed
        for row in range(1, s.active_row):
            if is_visible(s, row, s.ship_column):  # R35
                mask[A_ROW + row - 1] = 1
    if s.ship_face_down != 0 or s.destroyed != 0:
        return
    if (
        s.sensors_used == 0
        and s.power_used == 0
        and s.ship_value >= SHUTTLE  # R28: lower values cannot succeed
        and has_technology(s, s.active, SENSORS)
    ):
        mask[A_SENSORS] = 1
    if s.ship_value >= FRIGATE:
        if s.opportunities > 0:
            legal_attacks(s, mask)
    elif s.power_used == 0:
        legal_power(s, box, mask)


@kernel
def legal_attacks(s: State, mask: Mask) -> None:
    """Allow the attacks of a Fleet ship on ships and on undefended bases."""
    for w in range(WORLDS):  # R23: columns that the attacker governs himself, too
        can_be_hit = s.shown[s.active_row, w] > EMPTY + 1 + NOVA  # R25: visible and not a Nova
        mask[A_ATTACK + w] = can_be_hit & (s.denied[w] == 0)
    mask[A_ATTACK + s.ship_column] = 0
    undefended = find_undefended(s)
    seat = int(s.active)
    for k in range(1, s.num_players):
        seat = seat + 1 if seat + 1 < s.num_players else 0
        if ((undefended >> (TOKENS * seat)) & ALL_TOKENS) != 0:
            for t in range(TOKENS):
                b = TOKENS * seat + t
                if ((undefended >> b) & 1) != 0 and can_be_lowered(s, b):
                    mask[A_BASE_DOWN + TOKENS * k + t] = 1


@kernel
def find_undefended(s: State) -> int:
    """Return the visible bases in columns that show no ship in the active row, a bit each.

    Without a branch: the processor would often guess wrong where bases lie.
    """
    empty = 0  # bit 1 + column; bit 0, for the bases that are in no column, stays 0
    for w in range(WORLDS):
        empty |= int(s.shown[s.active_row, w] == EMPTY) << (w + 1)
    undefended = 0
    for b in range(TOKENS * s.num_players):
        undefended |= ((empty >> (int(s.base_world[b]) + 1)) & 1) << b
    return undefended


@kernel
def legal_power(s: State, box: Box, mask: Mask) -> None:
    """Allow the powers of Drone, Raider, Transport and Assault Craft."""
    if s.ship_value == DRONE or s.ship_value == RAIDER:
        governor = s.governor[s.ship_column]
        if governor == NOBODY or s.hand_count[governor] == 0:
            return
        own = governor == s.active
        if not own or (s.ship_value == DRONE and box.drone_own_hand != 0):  # R18
            mask[A_POWER] = 1
    elif s.ship_value == TRANSPORT:
        for b in range(TOKENS * s.active, TOKENS * s.active + TOKENS):
            if s.base_world[b] == s.ship_column and can_be_raised(s, b):
                mask[A_BASE_UP + b % TOKENS] = 1
    elif s.ship_value == ASSAULT_CRAFT:  # R19: any owner
        for b in range(BASES):
            if s.base_world[b] == s.ship_column and can_be_lowered(s, b):
                mask[A_BASE_DOWN + relative_base(s, s.active, b)] = 1


# -- D2: what the entries do ----------------------------------------------------------------


@kernel
def play_action(s: State, box: Box, action: int) -> None:
    """D2: do what was chosen from the Action menu."""
    if action < CARDS:
        play_card(s, action)
    elif action == A_END:
        begin_powers(s, box)
    elif action == A_SECRET:
        s.decision = D_GARRISON
    elif action == A_REVEAL:
        play_reveal(s, box)
    elif action == A_POWER:
        play_power(s)
    elif action == A_SENSORS:
        play_sensors(s, box)
    elif action >= A_ROW:
        play_warp(s, action - A_ROW + 1)
    elif action >= A_BASE_UP and action < A_SEAT:
        s.power_used = 1
        base = find_base(s, action - A_BASE_UP)
        move_base(s, base, s.base_level[base] - 1)
        update_governor(s, box, s.base_world[base], s.active)
    elif action >= A_BASE_DOWN:
        play_base_down(s, box, find_base(s, action - A_BASE_DOWN))
    elif action >= A_ATTACK:
        play_attack(s, action - A_ATTACK)
    else:
        play_place(s, box, action - A_PLACE)


@kernel
def play_card(s: State, card: int) -> None:
    """Play a ship (A1), discard one of a surrendered world (A2), or play a technology (D)."""
    if card >= SHIPS:
        play_technology(s, card)
    elif is_dead_ship(s, card):  # R7: nothing else can be discarded
        discard_from_hand(s, s.active, card)
        s.action_done = DISCARDED_SHIP
    else:
        choose_ship(s, card)


@kernel
def play_technology(s: State, card: int) -> None:
    """Play a technology card (6.6)."""
    p = s.active
    s.technology_done = 1
    if s.action_done == NOT_YET:
        s.committed = 1
    if card == ADVPROC:
        discard_from_hand(s, p, card)
        for _ in range(PROCESSING_DRAWS):  # R30
            draw_card(s, p)
    else:
        leave_hand(s, p, card)
        s.place[card] = FRONT + p
        show_to_all(s, card)


@kernel
def legal_garrison(s: State, mask: Mask) -> None:
    """D5: any ship of a world in hand."""
    me = np.int8(HAND + s.active)
    for card in range(FIRST_ALLY):
        mask[card] = s.place[card] == me


@kernel
def play_garrison(s: State, card: int) -> None:
    """D5: the card goes under a base that becomes secret (A3)."""
    p = s.active
    hide_hand(s, p, 0, FIRST_ALLY, 1 << p)  # 8.1, rule 5
    leave_hand(s, p, card)
    s.place[card] = GARRISON + p
    s.garrison[p] = card
    s.base_state[find_token(s, p, SUPPLY)] = SECRET
    s.supply[p] -= 1
    s.secret_placed[p] = 1
    s.action_done = PLACED_SECRET
    s.decision = D_ACTION


@kernel
def play_place(s: State, box: Box, world: int) -> None:
    """Place a base at the active row of a column (B)."""
    p = s.active
    s.base_done = 1
    put_base(s, find_token(s, p, SUPPLY), world, s.active_row)
    s.supply[p] -= 1
    update_governor(s, box, world, p)


@kernel
def return_garrison(s: State, player: int) -> None:
    """Take a garrison of a world in play back into the hand; everybody sees it."""
    card = s.garrison[player]
    s.garrison[player] = NO_CARD
    join_hand(s, player, card)
    show_to_all(s, card)


@kernel
def play_reveal(s: State, box: Box) -> None:
    """Reveal the own secret base (B), or give it up if its world has surrendered (R11)."""
    p = s.active
    card = s.garrison[p]
    s.base_done = 1
    if is_dead_ship(s, card):
        s.garrison[p] = NO_CARD
        discard(s, card)
        lose_base(s, find_token(s, p, SECRET))
        s.action_done = DISCARDED_SHIP
        return
    world = WORLD_OF[card]
    return_garrison(s, p)
    reveal_secret_base(s, p, world)
    update_governor(s, box, world, p)


@kernel
def play_power(s: State) -> None:
    """Use the power of a Drone or Raider on the governor's hand."""
    s.power_used = 1
    thief = s.active
    victim = s.governor[s.ship_column]
    hide_hand(s, victim, 0, CARDS, (1 << thief) | (1 << victim))  # 8.1, rule 3
    card = take_random(s, victim)
    s.known[card] |= 1 << thief
    if s.ship_value == DRONE:
        join_reserve(s, victim, card)
    else:
        join_hand(s, thief, card)


@kernel
def play_base_down(s: State, box: Box, base: int) -> None:
    """Lower a base by Assault Craft, or attack it with a Fleet ship."""
    if s.ship_value >= FRIGATE:
        play_attack_on_base(s, box, base)
        return
    s.power_used = 1
    move_base(s, base, s.base_level[base] + 1)
    update_governor(s, box, s.base_world[base], s.active)


@kernel
def play_sensors(s: State, box: Box) -> None:
    """Roll for Sensors: garrisons of this column's world come to light (6.6)."""
    s.sensors_used = 1
    world = s.ship_column
    if roll_two_dice(s.rng) > s.ship_value:
        return
    revealed = False
    for p in range(s.num_players):
        if p == s.active or s.garrison[p] == NO_CARD:
            continue
        if WORLD_OF[s.garrison[p]] == world:
            return_garrison(s, p)
            reveal_secret_base(s, p, world)
            revealed = True
        else:
            s.excluded[p, world] = 1  # 8.1, rule 9
    if revealed:
        update_governor(s, box, world, s.active)


@kernel
def play_warp(s: State, row: int) -> None:
    """Take the visible ship of an earlier row of the column with Warp Drive (R29)."""
    s.warp_used = 1
    card = take_from_pile(s, row, s.ship_column)
    join_hand(s, s.active, card)
    show_to_all(s, card)
