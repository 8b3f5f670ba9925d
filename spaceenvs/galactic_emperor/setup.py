"""The setup (section 3)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick, seed_rng, shuffle
from spaceenvs.galactic_emperor.combat import NO_BONUS
from spaceenvs.galactic_emperor.components import (
    CENTRE,
    NUM_CARDS,
    NUM_FOOD_CUBES,
    NUM_MARKET_DICE,
    NUM_SHIPS,
    START_ENERGY,
    START_MARKS,
    START_METAL,
)
from spaceenvs.galactic_emperor.regent import NOT_REGENT
from spaceenvs.galactic_emperor.rounds import CLOCKWISE, begin_round, clear_role
from spaceenvs.galactic_emperor.state import (
    CARD_AVAILABLE,
    HOME_TOKEN,
    NO_TOKEN,
    NO_WINDOW,
    NOBODY,
    NOTHING,
    SHOWS_EXPLORER,
    UNTOUCHED,
    earn,
    move_ship,
    put_tile,
)
from spaceenvs.galactic_emperor.tables import (
    BACK_ATOMIC,
    BACK_PLAIN,
    BLACK_HOLE,
    FIRST_PILE_TILE,
    MAX_PLAYERS,
    NUM_HEXES,
    NUM_RESOURCES,
    NUM_SHIP_TYPES,
    NUM_TECHNOLOGIES,
    NUM_TILES,
    OMEGA_SUN,
    STOCK,
)


@kernel
def reset(s: State, box: Box, seed: int) -> None:
    """Set up a fresh game and stop at the first decision."""
    seed_rng(s.rng, seed)
    s.num_players = box.num_players
    s.done = 0
    clear_players(s)
    clear_board(s)
    clear_table(s, box)
    clear_pending(s)
    build_pile(s, box)
    for p in range(s.num_players):
        set_up_player(s, box, p)
    put_tile(s, box, OMEGA_SUN, CENTRE)
    if box.start_throne >= 0:
        s.throne = box.start_throne
    else:
        s.throne = pick(s.rng, s.num_players)
    for _ in range(s.num_players + 1):
        turn_up(s)
    begin_round(s)


@kernel
def turn_up(s: State) -> None:
    """Turn the top tile of the pile face up."""
    s.pile_count -= 1
    s.row[s.pile[s.pile_count]] = 1
    s.row_count += 1


@kernel
def clear_players(s: State) -> None:
    """Nobody has anything, all ships are in reserve."""
    for p in range(MAX_PLAYERS):
        me = s.players[p]
        for h in range(NUM_HEXES):
            for ship_type in range(NUM_SHIP_TYPES):
                me.ships_at[ship_type, h] = 0
            me.token[h] = NO_TOKEN
            me.influence[h] = 0
        for ship in range(NUM_SHIPS):
            me.ship_hex[ship] = NOTHING
            me.damaged[ship] = 0
        for ship_type in range(NUM_SHIP_TYPES):
            me.ships_left[ship_type] = STOCK[ship_type]
        me.tokens_left = 0
        me.influence_hand = 0
        me.influence_throne = 0
        me.metal = 0
        me.energy = 0
        me.marks = 0
        me.vp = 0
        s.rank[p] = 0
        s.score[p] = 0
        s.reward[p] = 0
        s.controlled_before[p] = 0
        s.starbases_before[p] = 0


@kernel
def clear_board(s: State) -> None:
    """No tile lies on the board."""
    s.suns = 0
    for h in range(NUM_HEXES):
        s.tile_at[h] = NOTHING
        s.has_tile[h] = 0
        s.planets[h] = 0
        s.food[h] = 0
        s.metal[h] = 0
        s.energy[h] = 0
        s.sun[h] = 0
        s.black_hole[h] = 0
        s.cubes[h] = 0
        s.touched[h] = UNTOUCHED
        s.controller[h] = NOBODY


@kernel
def clear_table(s: State, box: Box) -> None:
    """All cards and technologies are available."""
    for t in range(NUM_TILES):
        s.row[t] = 0
        s.pile[t] = NOTHING
    s.row_count = 0
    s.pile_count = 0
    s.top_known_to = NOBODY
    for tech in range(NUM_TECHNOLOGIES):
        s.tech_owner[tech] = NOBODY
        s.tech_removed[tech] = 0
        s.tech_blocked[tech] = 0
        s.tech_used[tech] = 0
        s.tech_active[tech] = 0
        s.tech_spent[tech] = 0
    for card in range(NUM_CARDS):
        s.cards[card] = CARD_AVAILABLE
    s.card_0 = SHOWS_EXPLORER
    s.round_number = 0
    s.direction = CLOCKWISE
    s.first = 0
    s.chosen = 0
    s.pool = box.pool
    s.bank = 0
    s.food_supply = NUM_FOOD_CUBES
    s.end_fired = 0
    s.counted = 0


@kernel
def clear_pending(s: State) -> None:
    """Nothing is going on."""
    s.stack_size = 0
    for i in range(s.stack.size):
        s.stack[i] = 0
    clear_role(s)
    s.tile_in_hand = NOTHING
    s.drawn_tile = NOTHING
    s.claim_hex = NOTHING
    s.tech_asked = NOTHING
    s.declared = NOTHING
    s.declared_by = NOBODY
    s.works = 0
    s.window = NO_WINDOW
    s.announced = 0
    s.reroll_side = NOTHING
    s.reroll_die = NOTHING
    s.capture_die = 0
    for i in range(NUM_MARKET_DICE):
        s.market_dice[i] = 0
    for resource in range(NUM_RESOURCES):
        s.prices[resource] = 0
        s.bought[resource] = 0
        s.sold[resource] = 0
    s.food_hand = 0
    s.protein_uses = 0
    s.produce_hex = NOTHING
    s.build_type = NOTHING
    s.robotics_declared = 0
    s.credit = 0
    clear_fleet(s)
    clear_fight(s)
    s.influence_phase = NOT_REGENT
    s.influence_price = 0
    s.influence_hex = NOTHING
    s.private_hex = NOTHING
    s.displace_next = 0
    s.displaced_from = NOTHING


@kernel
def clear_fleet(s: State) -> None:
    """No ship is on the move."""
    for ship in range(NUM_SHIPS):
        s.retreat_hex[ship] = NOTHING
        s.moved[ship] = 0
        s.teleported[ship] = 0
    s.moving = NOTHING
    s.steps_left = 0
    s.steps_done = 0
    s.tele_dest = NOTHING


@kernel
def clear_fight(s: State) -> None:
    """No battle is fought."""
    s.battle_hex = NOTHING
    s.in_battle = 0
    s.duel = 0
    s.tech_step = 0
    s.battle_round = 0
    s.phase = 0
    s.bonus_type = NO_BONUS
    s.no_retreat = 0
    s.hit_kind = NOTHING
    for side in range(2):
        s.fighters[side] = NOBODY
        s.hits[side] = 0
        s.dice[side].count = 0
        for i in range(s.dice[side].face.size):
            s.dice[side].face[i] = 0
            s.dice[side].need[i] = 0
        for face in range(6):
            s.faces[side, face] = 0
        clear_side(s.sides[side])
        clear_side(s.volley[side])


@kernel
def clear_side(side: State) -> None:
    """A side has no units and no technologies."""
    for kind in range(side.units.size):
        side.units[kind] = 0
    side.plasma = 0
    side.ion = 0
    side.shield = 0


@kernel
def build_pile(s: State, box: Box) -> None:
    """From the top: shuffled plain tiles, the Black Hole, shuffled atomic tiles (R4).

    The pile lies upside down in its array (the top is the last entry), and each part is
    shuffled in the order of the chance events (4.12, R50): plain first.
    """
    homes_back = BACK_PLAIN if box.unused_homes_plain != 0 else BACK_ATOMIC
    plain = collect_tiles(s, box, BACK_PLAIN, homes_back)
    shuffle(s.rng, s.pile, plain)
    turn_over(s, plain)
    keep = NUM_TILES - plain  # the plain part waits at the end of the array
    for i in range(plain - 1, -1, -1):
        s.pile[keep + i] = s.pile[i]
    atomic = collect_tiles(s, box, BACK_ATOMIC, homes_back)
    shuffle(s.rng, s.pile, atomic)
    turn_over(s, atomic)
    s.pile[atomic] = BLACK_HOLE
    for i in range(plain):
        s.pile[atomic + 1 + i] = s.pile[keep + i]
    s.pile_count = atomic + 1 + plain


@kernel
def turn_over(s: State, count: int) -> None:
    """Turn the first tiles over: the first of a shuffled list is the upper one."""
    for i in range(count // 2):
        lower = s.pile[i]
        s.pile[i] = s.pile[count - 1 - i]
        s.pile[count - 1 - i] = lower


@kernel
def collect_tiles(s: State, box: Box, back: int, homes_back: int) -> int:
    """Put the tiles of one back at the beginning of the pile and count them."""
    count = 0
    for tile in range(FIRST_PILE_TILE, NUM_TILES):
        if box.tile_back[tile] == back:
            s.pile[count] = tile
            count += 1
    if back == homes_back:
        for tile in range(s.num_players, OMEGA_SUN):
            s.pile[count] = tile
            count += 1
    return count


@kernel
def set_up_player(s: State, box: Box, player: int) -> None:
    """Home tile, Home Starbase and one Fighter; marks, cubes and tokens."""
    me = s.players[player]
    home = box.home[player]
    me.tokens_left = box.tokens
    me.metal = START_METAL
    me.energy = START_ENERGY
    earn(s, player, START_MARKS)
    put_tile(s, box, player, home)
    me.token[home] = HOME_TOKEN
    s.controller[home] = player
    move_ship(s, player, 0, home)
