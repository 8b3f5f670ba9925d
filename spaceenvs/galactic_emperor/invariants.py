"""What must hold at every decision: components conserved, counts in range (section 9)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor.actions import D_DISPLACE, NUM_DECISIONS
from spaceenvs.galactic_emperor.components import (
    MAX_CUBES_ON_SECTOR,
    MAX_ENERGY,
    MAX_METAL,
    NUM_FOOD_CUBES,
    NUM_SHIPS,
    TYPE_OF_SHIP,
    WARLORD,
)
from spaceenvs.galactic_emperor.state import (
    HOME_TOKEN,
    MAX_STACK,
    NO_TOKEN,
    NOBODY,
    count_ships_at,
    is_home,
)
from spaceenvs.galactic_emperor.tables import (
    NUM_HEXES,
    NUM_SHIP_TYPES,
    NUM_TECHNOLOGIES,
    NUM_TILES,
    OMEGA_SUN,
    STOCK,
)

BROKEN = (
    "",
    "a tile lies in two places or nowhere",
    "the row or the tiles on the board are counted wrongly",
    "the ships of a player are counted wrongly",
    "a damaged Dreadnought stands outside of a battle",
    "Empire tokens were lost or made",
    "a sector has two tokens or the wrong controller",
    "a home sector has lost its Home Starbase",
    "two players share a hex outside of a Warlord turn",
    "metal, energy or marks are out of range",
    "marks were lost or made",
    "victory points and pool do not add up",
    "food cubes were lost or made",
    "a sector has too many food cubes, or some without producing",
    "a technology belongs to nobody at the table",
    "the decision, the seat to move or the stack is out of range",
)


@kernel
def check(s: State, box: Box) -> int:
    """Return 0, or the number of the first broken invariant."""
    for number in range(1, 16):
        if is_broken(s, box, number):
            return number
    return 0


@kernel
def is_broken(s: State, box: Box, number: int) -> bool:
    """Whether the invariant of this number is broken."""
    if number == 1:
        return not are_tiles_kept(s)
    if number == 2:
        return not are_tiles_counted(s)
    if number in (3, 4, 5):
        for p in range(s.num_players):
            if number == 3 and not are_ships_kept(s, p):
                return True
            if number == 4 and has_stray_damage(s, p):
                return True
            if number == 5 and count_tokens(s, p) != box.tokens:
                return True
        return False
    if number == 6:
        return not are_controllers_right(s)
    if number == 7:
        return not are_homes_kept(s, box)
    if number == 8:
        return is_hex_shared(s)
    if number == 9:
        return not are_storages_in_range(s)
    if number == 10:
        return not are_marks_kept(s)
    if number == 11:
        return not are_points_kept(s, box)
    if number == 12:
        return not is_food_kept(s)
    if number == 13:
        return not are_cubes_in_place(s)
    if number == 14:
        return not are_technologies_owned(s)
    return not is_pending_in_range(s)


@kernel
def count_places_of_tile(s: State, tile: int) -> int:
    """Count where a tile lies: board, row, pile, hand."""
    places = int(s.row[tile])
    for h in range(NUM_HEXES):
        if s.tile_at[h] == tile:
            places += 1
    for i in range(s.pile_count):
        if s.pile[i] == tile:
            places += 1
    if s.tile_in_hand == tile:
        places += 1
    if s.drawn_tile == tile:
        places += 1
    return places


@kernel
def are_tiles_kept(s: State) -> bool:
    """Every tile is in one place; the Omega Sun leaves when the Black Hole comes."""
    for tile in range(NUM_TILES):
        wanted = 1
        if tile == OMEGA_SUN and s.black_hole[0] != 0:
            wanted = 0
        if count_places_of_tile(s, tile) != wanted:
            return False
    return True


@kernel
def are_tiles_counted(s: State) -> bool:
    """Counts and flags agree with the tiles."""
    row = 0
    for tile in range(NUM_TILES):
        row += s.row[tile]
    if row != s.row_count:
        return False
    for h in range(NUM_HEXES):
        if (s.tile_at[h] >= 0) != (s.has_tile[h] != 0):
            return False
    return True


@kernel
def are_ships_kept(s: State, player: int) -> bool:
    """Ships on the board and in reserve are the stock, hex by hex."""
    me = s.players[player]
    for ship_type in range(NUM_SHIP_TYPES):
        on_board = 0
        for h in range(NUM_HEXES):
            here = 0
            for ship in range(NUM_SHIPS):
                if TYPE_OF_SHIP[ship] == ship_type and me.ship_hex[ship] == h:
                    here += 1
            if here != me.ships_at[ship_type, h]:
                return False
            on_board += here
        if on_board + me.ships_left[ship_type] != STOCK[ship_type]:
            return False
    return True


@kernel
def has_stray_damage(s: State, player: int) -> bool:
    """Whether a ship is damaged that is not in a battle."""
    if s.in_battle != 0 and (s.fighters[0] == player or s.fighters[1] == player):
        return False
    for ship in range(NUM_SHIPS):
        if s.players[player].damaged[ship] != 0:
            return True
    return False


@kernel
def count_tokens(s: State, player: int) -> int:
    """Count the Empire tokens of a player: reserve, board, influence."""
    me = s.players[player]
    tokens = int(me.tokens_left) + int(me.influence_hand) + int(me.influence_throne)
    if me.tokens_left < 0 or me.influence_hand < 0:
        return -1
    for h in range(NUM_HEXES):
        tokens += me.influence[h]
        if me.token[h] != NO_TOKEN and me.token[h] != HOME_TOKEN:
            tokens += 1
    return tokens


@kernel
def are_controllers_right(s: State) -> bool:
    """At most one token on a hex; it belongs to the controller; planets are needed."""
    for h in range(NUM_HEXES):
        for p in range(s.num_players):
            if (s.players[p].token[h] != NO_TOKEN) != (s.controller[h] == p):
                return False
        if s.controller[h] != NOBODY and s.planets[h] == 0:
            return False
    return True


@kernel
def are_homes_kept(s: State, box: Box) -> bool:
    """Home Starbases stand on the home hexes and nowhere else."""
    for h in range(NUM_HEXES):
        for p in range(s.num_players):
            if (s.players[p].token[h] == HOME_TOKEN) != (box.home[p] == h):
                return False
            if is_home(box, h) and box.home[p] != h and count_ships_at(s, p, h) > 0:
                return False
    return True


@kernel
def is_hex_shared(s: State) -> bool:
    """Whether two players are on one hex.

    Only an actor with battles to come may, and ships that are about to be displaced.
    """
    if s.decision == D_DISPLACE:
        return False
    for h in range(NUM_HEXES):
        present = 0
        actor_present = False
        for p in range(s.num_players):
            if count_ships_at(s, p, h) > 0 or s.controller[h] == p:
                present += 1
                if p == s.actor and count_ships_at(s, p, h) > 0:
                    actor_present = True
        if present > 2 or (present == 2 and not (s.role == WARLORD and actor_present)):
            return True
    return False


@kernel
def are_storages_in_range(s: State) -> bool:
    """Storages hold 0..6 metal and 0..3 energy, nobody owes marks."""
    for p in range(s.num_players):
        me = s.players[p]
        if me.metal < 0 or me.metal > MAX_METAL or me.energy < 0 or me.energy > MAX_ENERGY:
            return False
        if me.marks < 0:
            return False
    return True


@kernel
def are_marks_kept(s: State) -> bool:
    """What the players have came from the bank."""
    marks = int(s.bank)
    for p in range(s.num_players):
        marks += s.players[p].marks
    return marks == 0


@kernel
def are_points_kept(s: State, box: Box) -> bool:
    """Points of all players and the pool are the initial pool."""
    points = int(s.pool)
    for p in range(s.num_players):
        if s.players[p].vp < 0:
            return False
        points += s.players[p].vp
    return points == box.pool


@kernel
def is_food_kept(s: State) -> bool:
    """There are 40 food cubes."""
    food = int(s.food_supply) + int(s.food_hand)
    for h in range(NUM_HEXES):
        food += s.cubes[h]
    return food == NUM_FOOD_CUBES and s.food_supply >= 0 and s.food_hand >= 0


@kernel
def are_cubes_in_place(s: State) -> bool:
    """At most 2 cubes, and only on producing sectors."""
    for h in range(NUM_HEXES):
        if s.cubes[h] < 0 or s.cubes[h] > MAX_CUBES_ON_SECTOR:
            return False
        if s.cubes[h] > 0 and s.metal[h] + s.energy[h] == 0:
            return False
    return True


@kernel
def are_technologies_owned(s: State) -> bool:
    """Owners sit at the table; what is removed has none."""
    for tech in range(NUM_TECHNOLOGIES):
        owner = s.tech_owner[tech]
        if owner < NOBODY or owner >= s.num_players:
            return False
        if s.tech_removed[tech] != 0 and owner != NOBODY:
            return False
    return True


@kernel
def is_pending_in_range(s: State) -> bool:
    """Decision, seat and stack are possible."""
    if s.decision < 0 or s.decision >= NUM_DECISIONS or (s.decision == 0 and s.done == 0):
        return False
    if s.to_move < 0 or s.to_move >= s.num_players:
        return False
    return 0 <= s.stack_size <= MAX_STACK
