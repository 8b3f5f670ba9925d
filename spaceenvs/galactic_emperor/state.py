"""The record of a game, and the small steps that every phase is made of."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import Box, State, state_dtype
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor.combat import DICE, SIDE
from spaceenvs.galactic_emperor.components import (
    FIRST_SHIP,
    NUM_CARDS,
    NUM_MARKET_DICE,
    NUM_SHIPS,
    TYPE_OF_SHIP,
)
from spaceenvs.galactic_emperor.tables import (
    KIND_BLACK_HOLE,
    KIND_SUN,
    MAX_DICE,
    MAX_PLAYERS,
    NUM_HEXES,
    NUM_RESOURCES,
    NUM_SHIP_TYPES,
    NUM_TECHNOLOGIES,
    NUM_TILES,
)

# What stands on a sector: `players[p].token[h]`.
NO_TOKEN, EMPIRE_TOKEN, STARBASE_TOKEN, HOME_TOKEN = range(4)
# The Explorer card: `card_0`.
SHOWS_EXPLORER, TO_FLIP, SHOWS_WARLORD = range(3)
# A role card: `cards[k]`.
CARD_AVAILABLE, CARD_TAKEN, CARD_REMOVED = range(3)
# What a player did with a sector this turn: `touched[h]`.
UNTOUCHED, INVESTED, RETRIEVED = range(3)
PRODUCED = INVESTED
# Which dice a Time Reversal window is about: `window`.
NO_WINDOW, BEFORE_ROLL, MARKET_DICE, BATTLE_DICE, CAPTURE_DIE = range(5)
# What follows when nobody is asked: the codes on `stack`, played by `rules.py`.
(
    NEXT_CHOICE,  # the next player takes a role card, or the round is over
    ROLE_OVER,  # everybody has acted in the role: END_CHECK
    NEXT_TURN,  # the next player acts in the role
    PLACE_TILE,  # Explorer: the tile in hand is placed
    SCAN_RESULT,  # the Scanner was declared
    ROLL_MARKET,  # Merchant: the four dice are rolled
    REVERSAL_ANNOUNCED,  # Time Reversal was declared before the market roll
    SET_MARKET,  # the dice lie: the taker discards one
    PIRATE_RESULT,  # the Space Pirate was declared
    PROTEIN_RESULT,  # the Protein Fields were declared
    BUILD_RESULT,  # Robotics was declared
    ACTIVATE,  # a Warlord technology was declared
    BEGIN_MOVES,  # Warlord: the actor moves his ships
    GO_ON_MOVING,  # the next move of the actor, after an early battle
    NEXT_BATTLE,  # the actor's next battle, if any is left
    TECH_STEP,  # the technologies of a battle, one after the other
    BATTLE_ROUND,  # a battle round begins
    BATTLE_PHASE,  # the next phase of the round
    COUNT_HITS,  # the dice of the phase lie
    ASSIGN_HITS,  # the next hit is assigned, or the phase is over
    DIPLOMAT_RESULT,  # the Diplomat was declared
    NEXT_INFLUENCE,  # the actor places his next influence token
    AMBASSADOR_RESULT,  # the Ambassador was declared
    DISPLACE,  # Regent: the next displaced ships
    REROLL,  # Time Reversal was declared
    FREE_REROLL,  # Time Reversal works without a declaration
    READ_CAPTURE,  # the capture die of the Saboteur lies
    DUEL_OVER,  # the tie-break duel is decided
) = range(28)
NOBODY = -1
EVERYBODY = MAX_PLAYERS
NOTHING = -1

PLAYER = np.dtype(
    (
        np.record,
        [
            # Everything here is public but `vp`.
            ("ships_at", np.int8, (NUM_SHIP_TYPES, NUM_HEXES)),  # ships by type and hex
            ("token", np.int8, (NUM_HEXES,)),  # NO_TOKEN, EMPIRE_TOKEN, ...
            ("influence", np.int8, (NUM_HEXES,)),  # influence placed in this Regent role
            ("ship_hex", np.int8, (NUM_SHIPS,)),  # hex of every ship, -1 in reserve
            ("damaged", np.int8, (NUM_SHIPS,)),  # 1: flipped Dreadnought, only in a battle
            ("ships_left", np.int8, (NUM_SHIP_TYPES,)),  # ships in reserve by type
            ("tokens_left", np.int8),  # Empire tokens in reserve
            ("influence_hand", np.int8),  # influence tokens not yet placed
            ("influence_throne", np.int8),  # influence tokens on the Throne
            ("metal", np.int8),
            ("energy", np.int8),
            ("marks", np.int32),
            ("vp", np.int16),  # hidden from the others (option `hidden_vp`)
        ],
    )
)

MAX_STACK = 12

STATE = state_dtype(
    MAX_PLAYERS,
    [
        ("players", PLAYER, (MAX_PLAYERS,)),  # by seat
        # -- what follows when nobody is asked: codes of `rules.py`, the top is done next
        ("stack", np.int8, (MAX_STACK,)),
        ("stack_size", np.int8),
        # -- the board, by hex; all 0 where no tile lies
        ("tile_at", np.int8, (NUM_HEXES,)),  # tile id, -1 without tile
        ("has_tile", np.int8, (NUM_HEXES,)),
        ("planets", np.int8, (NUM_HEXES,)),
        ("food", np.int8, (NUM_HEXES,)),  # symbols
        ("metal", np.int8, (NUM_HEXES,)),
        ("energy", np.int8, (NUM_HEXES,)),
        ("sun", np.int8, (NUM_HEXES,)),  # 1: a sun
        ("black_hole", np.int8, (NUM_HEXES,)),  # 1: the Black Hole
        ("cubes", np.int8, (NUM_HEXES,)),  # food cubes
        ("touched", np.int8, (NUM_HEXES,)),  # in this turn: INVESTED, RETRIEVED, PRODUCED
        ("controller", np.int8, (NUM_HEXES,)),  # seat, -1 if nobody
        ("suns", np.int64),  # the set of sun hexes
        # -- tiles
        ("row", np.int8, (NUM_TILES,)),  # 1: lies face up in the row
        ("row_count", np.int8),
        ("pile", np.int8, (NUM_TILES,)),  # tile ids, the top is the last one; hidden
        ("pile_count", np.int8),
        ("top_known_to", np.int8),  # a seat, EVERYBODY, or -1: who knows the top of the pile
        ("tile_in_hand", np.int8),  # the tile taken, -1 if none
        ("drawn_tile", np.int8),  # seen with the Scanner by the actor alone, -1 if none
        ("claim_hex", np.int8),  # the hex of D07, -1 if none
        # -- technologies, by id
        ("tech_owner", np.int8, (NUM_TECHNOLOGIES,)),  # seat, -1 if nobody
        ("tech_removed", np.int8, (NUM_TECHNOLOGIES,)),  # 1: out of the game
        ("tech_blocked", np.int8, (NUM_TECHNOLOGIES,)),  # 1: sabotaged this round
        ("tech_used", np.int8, (NUM_TECHNOLOGIES,)),  # 1: once-per-round use is over
        ("tech_active", np.int8, (NUM_TECHNOLOGIES,)),  # 1: active in this Warlord role
        ("tech_spent", np.int8, (NUM_TECHNOLOGIES,)),  # 1: was active in an earlier one
        # -- the round
        ("round_number", np.int16),  # 1, 2, ...
        ("throne", np.int8),  # the holder, -1 while a Regent role is resolved
        ("direction", np.int8),  # +1 clockwise, -1 counter-clockwise
        ("first", np.int8),  # who chose first in this round
        ("chosen", np.int8),  # how many players have chosen a card in this round
        ("cards", np.int8, (NUM_CARDS,)),  # CARD_AVAILABLE, CARD_TAKEN, CARD_REMOVED
        ("card_0", np.int8),  # SHOWS_EXPLORER, TO_FLIP, SHOWS_WARLORD
        ("pool", np.int16),  # victory points left, may be negative
        ("bank", np.int32),  # marks paid minus marks received, all players together
        ("food_supply", np.int8),  # food cubes neither on a sector nor in a hand
        ("end_fired", np.int8),  # 1: END_CHECK has ended the game
        ("counted", np.int8),  # 1: the final count is done, all victory points are open
        # -- the role being resolved
        ("role", np.int8),  # EXPLORER, ..., -1 between roles
        ("card", np.int8),  # its card
        ("taker", np.int8),
        ("turn", np.int8),  # place of the actor in the order of the role, 0, 1, ...
        ("actor", np.int8),  # whose turn it is in the role
        # -- reactions
        ("tech_asked", np.int8),  # the technology of D15
        ("declared", np.int8),  # the technology just declared, -1 if none
        ("declared_by", np.int8),
        ("works", np.int8),  # 1: what was declared is not sabotaged
        ("window", np.int8),  # which dice Time Reversal may change
        ("announced", np.int8),  # 1: Time Reversal was announced before the market roll
        ("reroll_side", np.int8),  # whose battle die is rerolled
        ("reroll_die", np.int8),  # the index of the die being rerolled, -1 if none
        ("capture_die", np.int8),  # 0 if not rolled
        # -- Merchant, Steward, Engineer
        ("market_dice", np.int8, (NUM_MARKET_DICE,)),  # 0 if not rolled or discarded
        ("prices", np.int8, (NUM_RESOURCES,)),  # 0 before they are set
        ("food_hand", np.int8),  # food cubes in the hand of the actor
        ("bought", np.int8, (NUM_RESOURCES,)),  # 1: bought this turn
        ("sold", np.int8, (NUM_RESOURCES,)),  # 1: sold this turn
        ("protein_uses", np.int8),  # sectors that produced freely this turn
        ("produce_hex", np.int8),  # the sector for which Protein Fields were declared, or -1
        ("build_type", np.int8),  # the type of ship being bought or deployed, -1 if none
        ("robotics_declared", np.int8),
        ("credit", np.int8),  # metal that Robotics still pays
        # -- Warlord: the ships of the actor
        ("retreat_hex", np.int8, (NUM_SHIPS,)),  # where it goes in a retreat, -1 in reserve
        ("moved", np.int8, (NUM_SHIPS,)),
        ("teleported", np.int8, (NUM_SHIPS,)),
        ("moving", np.int8),  # the ship that moves, -1 if none
        ("steps_left", np.int8),
        ("steps_done", np.int8),
        ("tele_dest", np.int8),  # the destination of all teleports of the turn, -1 if open
        # -- the battle
        ("battle_hex", np.int8),  # -1 without battle and in the duel
        ("in_battle", np.int8),  # 1 in a battle or in the duel
        ("duel", np.int8),  # 1: the final tie-break duel
        ("fighters", np.int8, (2,)),  # seats of attacker and defender, -1 if none
        ("sides", SIDE, (2,)),  # what they have
        ("volley", SIDE, (2,)),  # which units fire the surprise volley
        ("dice", DICE, (2,)),  # their dice in this phase
        ("faces", np.int8, (2, 6)),  # how many dice of each side show 1..6
        ("hits", np.int8, (2,)),  # hits that each side still has to take
        ("tech_step", np.int8),  # place in the tech step, 0..4
        ("battle_round", np.int8),  # 0 in the surprise volley
        ("phase", np.int8),  # 1..3
        ("bonus_type", np.int8),  # the type of ship with the bonus die, -1 if none
        ("no_retreat", np.int8),  # 1: a teleported ship took part at the start (R44)
        ("hit_kind", np.int8),  # the kind of ship that waits for D31, -1 if none
        # -- Regent
        ("influence_phase", np.int8),  # 1: buying, 2: placing
        ("influence_price", np.int8),
        ("influence_hex", np.int8),  # where the last token was placed, for the Ambassador
        ("private_hex", np.int8),  # only the Ambassador's owner may place here, -1 if none
        ("controlled_before", np.int64, (MAX_PLAYERS,)),  # sets of hexes before phase 3
        ("starbases_before", np.int64, (MAX_PLAYERS,)),
        ("displace_next", np.int16),  # place in the order of displacements
        ("displaced_from", np.int8),  # the hex that the ships of D26 leave, -1 if none
    ],
)

_HEX = (-1, NUM_HEXES - 1)
_SEAT = (NOBODY, MAX_PLAYERS - 1)
_TILE = (NOTHING, NUM_TILES - 1)
_TECHNOLOGY = (NOTHING, NUM_TECHNOLOGIES - 1)
RANGES = {
    "players.ships_at": (0, NUM_SHIPS),
    "players.token": (NO_TOKEN, HOME_TOKEN),
    "players.ship_hex": _HEX,
    "players.ships_left": (0, NUM_SHIPS),
    "stack": (NEXT_CHOICE, DUEL_OVER),
    "stack_size": (0, MAX_STACK),
    **dict.fromkeys(("tile_at", "pile", "tile_in_hand", "drawn_tile"), _TILE),
    **dict.fromkeys(("row_count", "pile_count"), (0, NUM_TILES)),
    **dict.fromkeys(("claim_hex", "produce_hex", "retreat_hex", "tele_dest", "battle_hex"), _HEX),
    **dict.fromkeys(("influence_hex", "private_hex", "displaced_from"), _HEX),
    **dict.fromkeys(
        ("controller", "tech_owner", "throne", "taker", "actor", "declared_by", "fighters"), _SEAT
    ),
    **dict.fromkeys(("tech_asked", "declared"), _TECHNOLOGY),
    "top_known_to": (NOBODY, EVERYBODY),
    "first": (0, MAX_PLAYERS - 1),
    "chosen": (0, MAX_PLAYERS),
    "turn": (-1, MAX_PLAYERS),
    "cards": (CARD_AVAILABLE, CARD_REMOVED),
    "card_0": (SHOWS_EXPLORER, SHOWS_WARLORD),
    **dict.fromkeys(("role", "card"), (-1, NUM_CARDS - 1)),
    "direction": (-1, 1),
    "window": (NO_WINDOW, CAPTURE_DIE),
    "reroll_side": (-1, 1),
    "market_dice": (0, 6),
    **dict.fromkeys(("build_type", "bonus_type"), (-1, NUM_SHIP_TYPES - 1)),
    "moving": (-1, NUM_SHIPS - 1),
    "dice.count": (0, MAX_DICE),
    "dice.face": (0, 6),
    "reroll_die": (-1, MAX_DICE - 1),
    "displace_next": (0, MAX_PLAYERS * NUM_HEXES),
}
"""The smallest and the largest value of every index and count: what a file may hold."""


# -- the stack of what follows --------------------------------------------------------------


@kernel
def push(s: State, then: int) -> None:
    """Let something follow when nobody is asked."""
    s.stack[s.stack_size] = then
    s.stack_size += 1


@kernel
def pop(s: State) -> int:
    """Take what follows next."""
    s.stack_size -= 1
    return int(s.stack[s.stack_size])


@kernel
def ask(s: State, decision: int, player: int) -> None:
    """Stop at a decision of a player."""
    s.decision = decision
    s.to_move = player


# -- seats ----------------------------------------------------------------------------------


@kernel
def seat_in_order(s: State, start: int, place: int) -> int:
    """Return the seat at a place (0, 1, ...) of ORDER(start)."""
    return (int(start) + int(s.direction) * place) % int(s.num_players)


# -- sets of hexes --------------------------------------------------------------------------


@kernel
def set_of(h: int) -> int:
    """Return the set that holds one hex."""
    return 1 << int(h)


@kernel
def is_in(h: int, hexes: int) -> bool:
    """Whether a set holds a hex."""
    return (int(hexes) >> int(h)) & 1 != 0


# -- sectors --------------------------------------------------------------------------------


@kernel
def is_home(box: Box, h: int) -> bool:
    """Whether a hex is the home sector of some player (R5: of a Home Starbase)."""
    return is_in(h, box.homes)


@kernel
def is_producing(s: State, h: int) -> bool:
    """Whether a sector shows metal or energy."""
    return s.metal[h] + s.energy[h] > 0


@kernel
def put_tile(s: State, box: Box, tile: int, h: int) -> None:
    """Lay a tile on a hex; ships on the hex stay."""
    s.tile_at[h] = tile
    s.has_tile[h] = 1
    s.planets[h] = box.tile_planets[tile]
    s.food[h] = box.tile_food[tile]
    s.metal[h] = box.tile_metal[tile]
    s.energy[h] = box.tile_energy[tile]
    s.sun[h] = 1 if box.tile_kind[tile] == KIND_SUN else 0
    s.black_hole[h] = 1 if box.tile_kind[tile] == KIND_BLACK_HOLE else 0
    s.suns = s.suns & ~set_of(h)
    if s.sun[h] != 0:
        s.suns = s.suns | set_of(h)


@kernel
def put_token(s: State, player: int, h: int, token: int) -> None:
    """Put an Empire token from the reserve on a sector without one."""
    me = s.players[player]
    me.tokens_left -= 1
    me.token[h] = token
    s.controller[h] = player


@kernel
def remove_token(s: State, player: int, h: int) -> None:
    """Return the token on a sector to its owner's reserve (6.1); food cubes stay (R13)."""
    me = s.players[player]
    me.tokens_left += 1
    me.token[h] = NO_TOKEN
    s.controller[h] = NOBODY


# -- ships ----------------------------------------------------------------------------------


@kernel
def count_ships_at(s: State, player: int, h: int) -> int:
    """Count the ships of a player on a hex."""
    at = s.players[player].ships_at
    return int(at[0, h]) + at[1, h] + at[2, h]


@kernel
def count_ships_on_board(s: State, player: int) -> int:
    """Count the ships of a player that are not in reserve."""
    left = s.players[player].ships_left
    return NUM_SHIPS - (int(left[0]) + left[1] + left[2])


@kernel
def has_enemy_ships(s: State, player: int, h: int) -> bool:
    """Whether another player has a ship on a hex."""
    for q in range(s.num_players):
        if q != player and count_ships_at(s, q, h) > 0:
            return True
    return False


@kernel
def has_enemy_forces(s: State, player: int, h: int) -> bool:
    """Whether another player has a ship, an Empire or a Starbase on a hex."""
    owner = s.controller[h]
    if owner >= 0 and owner != player and s.players[owner].token[h] != HOME_TOKEN:
        return True
    return has_enemy_ships(s, player, h)


@kernel
def move_ship(s: State, player: int, ship: int, h: int) -> None:
    """Move a ship on the board, from the reserve to it, or (h = -1) back to the reserve."""
    me = s.players[player]
    ship_type = TYPE_OF_SHIP[ship]
    before = me.ship_hex[ship]
    if before >= 0:
        me.ships_at[ship_type, before] -= 1
    else:
        me.ships_left[ship_type] -= 1
    me.ship_hex[ship] = h
    if h >= 0:
        me.ships_at[ship_type, h] += 1
    else:
        me.ships_left[ship_type] += 1
        me.damaged[ship] = 0


@kernel
def find_ship_in_reserve(s: State, player: int, ship_type: int) -> int:
    """Return the lowest free ship of a type, or -1 (5.3)."""
    for ship in range(FIRST_SHIP[ship_type], FIRST_SHIP[ship_type + 1]):
        if s.players[player].ship_hex[ship] < 0:
            return ship
    return -1


@kernel
def move_all_ships(s: State, player: int, start: int, target: int) -> None:
    """Move all ships of a player from one hex to another."""
    for ship in range(NUM_SHIPS):
        if s.players[player].ship_hex[ship] == start:
            move_ship(s, player, ship, target)


# -- money and points -----------------------------------------------------------------------


@kernel
def earn(s: State, player: int, marks: int) -> None:
    """Give marks to a player (negative: he pays)."""
    s.players[player].marks += marks
    s.bank -= marks


@kernel
def score(s: State, player: int, points: int) -> None:
    """Give victory points from the pool, which may go below 0."""
    s.players[player].vp += points
    s.pool -= points


@kernel
def count_planets(s: State, player: int) -> int:
    """Count the planets of all sectors that a player controls."""
    planets = 0
    for h in range(NUM_HEXES):
        if s.controller[h] == player:
            planets += s.planets[h]
    return planets


@kernel
def count_sectors(s: State, player: int) -> int:
    """Count the sectors that a player controls."""
    sectors = 0
    for h in range(NUM_HEXES):
        if s.controller[h] == player:
            sectors += 1
    return sectors


# -- claims (6.1) -----------------------------------------------------------------------------


@kernel
def can_claim(s: State, player: int, h: int) -> bool:
    """Whether a planet sector is free to be claimed (R43), presence of a ship apart."""
    return (
        s.planets[h] > 0
        and s.controller[h] == NOBODY
        and s.players[player].tokens_left > 0
        and not has_enemy_ships(s, player, h)
    )


@kernel
def claim(s: State, player: int, h: int) -> None:
    """Put an Empire on a free planet sector."""
    put_token(s, player, h, EMPIRE_TOKEN)
