"""What a player sees: the layout of an observation, and `observe`."""

from __future__ import annotations

from spaceenvs.core.game import Box, Observation, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.layout import Field, Layout
from spaceenvs.core.rows import prefetch_row_ahead, put
from spaceenvs.galactic_emperor.actions import D_SABOTAGE, DECISIONS, NUM_DECISIONS
from spaceenvs.galactic_emperor.combat import NUM_KINDS
from spaceenvs.galactic_emperor.components import (
    MAX_ENERGY,
    MAX_METAL,
    NUM_CARDS,
    NUM_FOOD_CUBES,
    NUM_MARKET_DICE,
    NUM_ROLES,
    NUM_SHIPS,
    ROLE_NAMES,
    TECH_NAMES,
)
from spaceenvs.galactic_emperor.state import (
    BATTLE_DICE,
    CAPTURE_DIE,
    EVERYBODY,
    MARKET_DICE,
    NO_WINDOW,
    NOBODY,
)
from spaceenvs.galactic_emperor.tables import (
    MAX_DICE,
    MAX_NUMBER,
    MAX_PLAYERS,
    NUM_HEXES,
    NUM_RESOURCES,
    NUM_SHIP_TYPES,
    NUM_TECHNOLOGIES,
    NUM_TILES,
)

BYTE = 127
"""The largest number that an entry holds; marks and pool go on in a second entry."""
NUM_WINDOWS = 4
SEATS = (MAX_PLAYERS,)
HEXES = (NUM_HEXES,)

# What stands in `numbers` of every seat.
SEAT_NUMBERS = (
    ("seated", 1),
    ("fighters left", 8),
    ("cruisers left", 8),
    ("dreadnoughts left", 8),
    ("tokens left", 11),
    ("influence in hand", 11),
    ("influence on the Throne", 11),
    ("metal", MAX_METAL),
    ("energy", MAX_ENERGY),
)

LAYOUT = Layout(
    [
        Field("decision", (NUM_DECISIONS,), "which decision is asked: D01 is entry 1"),
        Field("to_move", SEATS, "who is asked, you first"),
        Field("role", (NUM_ROLES,), f"the role being resolved: {', '.join(ROLE_NAMES)}"),
        Field("taker", SEATS, "who took its card"),
        Field("actor", SEATS, "whose turn in the role it is"),
        Field("throne", SEATS, "who holds the Throne"),
        Field("first", SEATS, "who chose a role card first in this round"),
        Field("direction", (1,), "1 clockwise (seat + 1), -1 counter-clockwise"),
        Field("chosen", (1,), "players who have chosen a card in this round", MAX_PLAYERS),
        Field("cards", (NUM_CARDS,), "role cards: 0 available, 1 taken, 2 removed", 2),
        Field("card_0", (1,), "the Explorer card: 0 Explorer, 1 to flip, 2 Warlord B", 2),
        Field("round", (1,), "number of the round (at most 127)", BYTE),
        Field("end_fired", (1,), "1: the game ends with this round (option finish_round)"),
        Field("pool", (2,), "victory points left: up to 127, and what is above", BYTE),
        Field("food", (2,), "food cubes in the supply, in the hand of the actor", NUM_FOOD_CUBES),
        Field("market_dice", (NUM_MARKET_DICE,), "market dice, 0 if there is none", 6),
        Field("prices", (NUM_RESOURCES,), "prices of food, metal, energy", MAX_NUMBER),
        Field("traded", (2, NUM_RESOURCES), "bought, sold this turn"),
        Field("protein_uses", (1,), "sectors that produced freely this turn", 2),
        Field("build_type", (NUM_SHIP_TYPES,), "the ship being bought or deployed"),
        Field("robotics", (2,), "declared this turn, metal it still pays", 2),
        Field("tech_asked", (NUM_TECHNOLOGIES,), "the technology of D15"),
        Field("declared", (NUM_TECHNOLOGIES,), "the technology that may be or is sabotaged"),
        Field("declared_by", SEATS, "who declared it"),
        Field("window", (NUM_WINDOWS,), "Time Reversal: before the roll, market, battle, capture"),
        Field("announced", (1,), "1: it was announced before the market roll"),
        Field("reroll", (1,), "the die being rerolled", 6),
        Field("capture_die", (1,), "the capture die of the Saboteur, 0 if not rolled", 6),
        Field(
            "technologies",
            (5, NUM_TECHNOLOGIES),
            f"removed, blocked, used, active, spent: {', '.join(TECH_NAMES)}",
        ),
        Field("row", (NUM_TILES,), "1 for every tile in the row"),
        Field("tile_in_hand", (NUM_TILES,), "the tile taken"),
        Field("drawn_tile", (NUM_TILES,), "the tile that you see with the Scanner"),
        Field("top_tile", (NUM_TILES,), "the top of the pile, if you know it"),
        Field("pile", (1,), "tiles in the pile", NUM_TILES),
        Field("moving", (NUM_SHIPS,), "the ship of the actor that moves"),
        Field("steps", (2,), "steps it has left, steps done", 2 * MAX_NUMBER),
        Field("in_battle", (2,), "a battle or the duel is fought, it is the duel"),
        Field("fighters", (2, MAX_PLAYERS), "attacker, defender"),
        Field("units", (2, NUM_KINDS), "units of attacker, defender, as in HIT", 8),
        Field("powers", (2, 3), "plasma, ion cannons, shield of attacker, defender"),
        Field("faces", (2, 6), "dice of attacker, defender that show 1 to 6", MAX_DICE),
        Field("hits", (2,), "hits that attacker, defender must still take", MAX_DICE),
        Field("battle_round", (1,), "0 is the surprise volley", 50),
        Field("phase", (1,), "phase of the battle round", 3),
        Field("bonus_type", (NUM_SHIP_TYPES,), "the ship with the bonus die"),
        Field("no_retreat", (1,), "1: the attacker cannot retreat"),
        Field("hit_kind", (NUM_KINDS,), "the kind of ship that waits for D31"),
        Field("influence", (3,), "Regent: buying, placing, price of a token", 9),
        Field("has_tile", HEXES, "1 where a tile lies"),
        Field("planets", HEXES, "planets", MAX_NUMBER),
        Field("food_symbols", HEXES, "food symbols", MAX_NUMBER),
        Field("metal_symbols", HEXES, "metal symbols", MAX_NUMBER),
        Field("energy_symbols", HEXES, "energy symbols", MAX_NUMBER),
        Field("sun", HEXES, "1 for a sun"),
        Field("black_hole", HEXES, "1 for the Black Hole"),
        Field("cubes", HEXES, "food cubes", 2),
        Field("touched", HEXES, "this turn: 1 invested or produced, 2 retrieved", 2),
        Field("focus", HEXES, "1 for the hex that the decision is about"),
        Field("battle_hex", HEXES, "1 for the battle"),
        Field("tele_dest", HEXES, "1 for the destination of teleports"),
        Field("private_hex", HEXES, "1 for the sector reserved by the Ambassador"),
        Field("own_ships", (NUM_SHIPS, 3), "your ships: on the board, q, r", MAX_NUMBER),
        Field(
            "fleet",
            (NUM_SHIPS, 4),
            "ships of the actor: retreat hex q, r, moved, teleported",
            MAX_NUMBER,
        ),
        Field(
            "ships_at",
            (MAX_PLAYERS, NUM_SHIP_TYPES, NUM_HEXES),
            "fighters, cruisers, dreadnoughts of every seat, you first",
            8,
        ),
        Field(
            "token",
            (MAX_PLAYERS, NUM_HEXES),
            "1 Empire, 2 Starbase, 3 Home Starbase of every seat",
            3,
        ),
        Field("influence_at", (MAX_PLAYERS, NUM_HEXES), "influence placed by every seat", 11),
        Field(
            "numbers",
            (MAX_PLAYERS, len(SEAT_NUMBERS)),
            f"of every seat: {', '.join(name for name, _ in SEAT_NUMBERS)}",
            11,
        ),
        Field("marks", (MAX_PLAYERS, 2), "marks of every seat: up to 127, and above", BYTE),
        Field("vp", SEATS, "victory points of every seat, -1 if hidden", BYTE),
        Field("owns", (MAX_PLAYERS, NUM_TECHNOLOGIES), "technologies of every seat"),
    ]
)
assert len(DECISIONS) == NUM_DECISIONS

_AT = {field.name: field.start for field in LAYOUT}
AT_DECISION, AT_TO_MOVE, AT_ROLE = _AT["decision"], _AT["to_move"], _AT["role"]
AT_TAKER, AT_ACTOR, AT_THRONE, AT_FIRST = (
    _AT[name] for name in ("taker", "actor", "throne", "first")
)
AT_DIRECTION, AT_CHOSEN, AT_CARDS, AT_CARD_0 = (
    _AT[name] for name in ("direction", "chosen", "cards", "card_0")
)
AT_ROUND, AT_END_FIRED, AT_POOL, AT_FOOD = (
    _AT[name] for name in ("round", "end_fired", "pool", "food")
)
AT_MARKET_DICE, AT_PRICES, AT_TRADED = _AT["market_dice"], _AT["prices"], _AT["traded"]
AT_PROTEIN, AT_BUILD, AT_ROBOTICS = _AT["protein_uses"], _AT["build_type"], _AT["robotics"]
AT_TECH_ASKED, AT_DECLARED, AT_DECLARED_BY = (
    _AT[name] for name in ("tech_asked", "declared", "declared_by")
)
AT_WINDOW, AT_ANNOUNCED, AT_REROLL, AT_CAPTURE = (
    _AT[name] for name in ("window", "announced", "reroll", "capture_die")
)
AT_TECHNOLOGIES = _AT["technologies"]
AT_ROW, AT_IN_HAND, AT_DRAWN, AT_TOP, AT_PILE = (
    _AT[name] for name in ("row", "tile_in_hand", "drawn_tile", "top_tile", "pile")
)
AT_MOVING, AT_STEPS = _AT["moving"], _AT["steps"]
AT_IN_BATTLE, AT_FIGHTERS, AT_UNITS, AT_POWERS = (
    _AT[name] for name in ("in_battle", "fighters", "units", "powers")
)
AT_FACES, AT_HITS, AT_BATTLE_ROUND, AT_PHASE = (
    _AT[name] for name in ("faces", "hits", "battle_round", "phase")
)
AT_BONUS, AT_NO_RETREAT, AT_HIT_KIND = (
    _AT[name] for name in ("bonus_type", "no_retreat", "hit_kind")
)
AT_INFLUENCE = _AT["influence"]
AT_HAS_TILE, AT_PLANETS, AT_FOOD_SYMBOLS, AT_METAL_SYMBOLS, AT_ENERGY_SYMBOLS = (
    _AT[name] for name in ("has_tile", "planets", "food_symbols", "metal_symbols", "energy_symbols")
)
AT_SUN, AT_BLACK_HOLE, AT_CUBES, AT_TOUCHED = (
    _AT[name] for name in ("sun", "black_hole", "cubes", "touched")
)
AT_FOCUS, AT_BATTLE_HEX, AT_TELE_DEST, AT_PRIVATE = (
    _AT[name] for name in ("focus", "battle_hex", "tele_dest", "private_hex")
)
AT_OWN_SHIPS, AT_FLEET = _AT["own_ships"], _AT["fleet"]
AT_SHIPS_AT, AT_TOKEN, AT_INFLUENCE_AT, AT_NUMBERS = (
    _AT[name] for name in ("ships_at", "token", "influence_at", "numbers")
)
AT_MARKS, AT_VP, AT_OWNS = _AT["marks"], _AT["vp"], _AT["owns"]
NUM_SEAT_NUMBERS = len(SEAT_NUMBERS)


@kernel
def observe(s: State, box: Box, player: int, out: Observation) -> None:
    """Write what a player may know, seen from that seat."""
    prefetch_row_ahead(out, 0)
    out[:] = 0
    observe_round(s, player, out)
    observe_role(s, player, out)
    observe_technologies(s, player, out)
    prefetch_row_ahead(out, 1)
    observe_tiles(s, player, out)
    observe_battle(s, player, out)
    observe_board(s, out)
    prefetch_row_ahead(out, 2)
    observe_fleets(s, box, player, out)
    prefetch_row_ahead(out, 3)
    seat = int(player)
    for k in range(s.num_players):
        observe_pieces(s, seat, k, out)
        observe_numbers(s, box, player, seat, k, out)
        seat = seat + 1 if seat + 1 < s.num_players else 0


@kernel
def relative(s: State, player: int, seat: int) -> int:
    """Return how far to the left of the player a seat is."""
    distance = int(seat) - int(player)
    return distance if distance >= 0 else distance + int(s.num_players)


@kernel
def mark(out: Observation, start: int, index: int) -> None:
    """Write a 1 at an index, if there is one."""
    if index >= 0:
        out[start + int(index)] = 1


@kernel
def mark_seat(s: State, player: int, out: Observation, start: int, seat: int) -> None:
    """Write a 1 for a seat, counted from the player's own, if it is one."""
    if seat >= 0:
        out[start + relative(s, player, seat)] = 1


@kernel
def observe_round(s: State, player: int, out: Observation) -> None:
    """The round: who, which cards, how much is left."""
    out[AT_DECISION + int(s.decision)] = 1
    mark_seat(s, player, out, AT_TO_MOVE, s.to_move)
    mark(out, AT_ROLE, s.role)
    mark_seat(s, player, out, AT_TAKER, s.taker)
    mark_seat(s, player, out, AT_ACTOR, s.actor)
    mark_seat(s, player, out, AT_THRONE, s.throne)
    mark_seat(s, player, out, AT_FIRST, s.first)
    out[AT_DIRECTION] = s.direction
    out[AT_CHOSEN] = s.chosen
    put(out, AT_CARDS, s.cards)
    out[AT_CARD_0] = s.card_0
    out[AT_ROUND] = min(BYTE, s.round_number)
    out[AT_END_FIRED] = s.end_fired
    out[AT_POOL] = max(-BYTE, min(BYTE, s.pool))
    out[AT_POOL + 1] = max(0, min(BYTE, s.pool - BYTE))


@kernel
def observe_role(s: State, player: int, out: Observation) -> None:
    """What is going on in a peaceful role."""
    out[AT_FOOD] = s.food_supply
    out[AT_FOOD + 1] = s.food_hand
    put(out, AT_MARKET_DICE, s.market_dice)
    put(out, AT_PRICES, s.prices)
    put(out, AT_TRADED, s.bought)
    put(out, AT_TRADED + NUM_RESOURCES, s.sold)
    out[AT_PROTEIN] = s.protein_uses
    mark(out, AT_BUILD, s.build_type)
    out[AT_ROBOTICS] = s.robotics_declared
    out[AT_ROBOTICS + 1] = s.credit
    if s.influence_phase > 0:
        out[AT_INFLUENCE + int(s.influence_phase) - 1] = 1
        out[AT_INFLUENCE + 2] = s.influence_price


@kernel
def observe_technologies(s: State, player: int, out: Observation) -> None:
    """The state and owner of every technology, and the reaction that is asked for."""
    put(out, AT_TECHNOLOGIES, s.tech_removed)
    put(out, AT_TECHNOLOGIES + NUM_TECHNOLOGIES, s.tech_blocked)
    put(out, AT_TECHNOLOGIES + 2 * NUM_TECHNOLOGIES, s.tech_used)
    put(out, AT_TECHNOLOGIES + 3 * NUM_TECHNOLOGIES, s.tech_active)
    put(out, AT_TECHNOLOGIES + 4 * NUM_TECHNOLOGIES, s.tech_spent)
    for tech in range(NUM_TECHNOLOGIES):
        owned = s.tech_owner[tech] != NOBODY
        k = relative(s, player, s.tech_owner[tech]) if owned else 0
        out[AT_OWNS + k * NUM_TECHNOLOGIES + tech] = owned  # or a 0 over a 0
    mark(out, AT_TECH_ASKED, s.tech_asked)
    if s.decision == D_SABOTAGE or s.window == CAPTURE_DIE:
        mark(out, AT_DECLARED, s.declared)
        mark_seat(s, player, out, AT_DECLARED_BY, s.declared_by)
    if s.window != NO_WINDOW:
        out[AT_WINDOW + int(s.window) - 1] = 1
        if s.reroll_die >= 0:
            out[AT_REROLL] = die_being_rerolled(s)
    out[AT_ANNOUNCED] = s.announced
    out[AT_CAPTURE] = s.capture_die


@kernel
def die_being_rerolled(s: State) -> int:
    """Return the face of the die that Time Reversal has chosen."""
    if s.window == MARKET_DICE:
        return int(s.market_dice[s.reroll_die])
    if s.window == BATTLE_DICE:
        return int(s.dice[s.reroll_side].face[s.reroll_die])
    return int(s.capture_die)


@kernel
def observe_tiles(s: State, player: int, out: Observation) -> None:
    """The row, and the tiles that this player has in hand or knows."""
    put(out, AT_ROW, s.row)
    mark(out, AT_IN_HAND, s.tile_in_hand)
    if s.actor == player:
        mark(out, AT_DRAWN, s.drawn_tile)
    if is_top_known(s, player):
        out[AT_TOP + int(s.pile[s.pile_count - 1])] = 1
    out[AT_PILE] = s.pile_count


@kernel
def is_top_known(s: State, player: int) -> bool:
    """Whether a player knows the top tile of the pile."""
    return s.top_known_to == player or s.top_known_to == EVERYBODY


@kernel
def observe_battle(s: State, player: int, out: Observation) -> None:
    """The moving ship and the battle."""
    mark(out, AT_MOVING, s.moving)
    out[AT_STEPS] = s.steps_left
    out[AT_STEPS + 1] = s.steps_done
    if s.in_battle == 0:
        return
    out[AT_IN_BATTLE] = 1
    out[AT_IN_BATTLE + 1] = s.duel
    for side in range(2):
        mark_seat(s, player, out, AT_FIGHTERS + side * MAX_PLAYERS, s.fighters[side])
        forces = s.sides[side]
        put(out, AT_UNITS + side * NUM_KINDS, forces.units)
        out[AT_POWERS + side * 3] = forces.plasma
        out[AT_POWERS + side * 3 + 1] = forces.ion
        out[AT_POWERS + side * 3 + 2] = forces.shield
        put(out, AT_FACES + side * 6, s.faces[side])
        out[AT_HITS + side] = s.hits[side]
    out[AT_BATTLE_ROUND] = s.battle_round
    out[AT_PHASE] = s.phase
    mark(out, AT_BONUS, s.bonus_type)
    out[AT_NO_RETREAT] = s.no_retreat
    mark(out, AT_HIT_KIND, s.hit_kind)


@kernel
def find_focus(s: State) -> int:
    """Return the hex that the decision is about, or -1."""
    if s.moving >= 0:
        return int(s.players[s.actor].ship_hex[s.moving])
    if s.claim_hex >= 0:
        return int(s.claim_hex)
    if s.produce_hex >= 0:
        return int(s.produce_hex)
    if s.influence_hex >= 0:
        return int(s.influence_hex)
    return int(s.displaced_from)


@kernel
def observe_board(s: State, out: Observation) -> None:
    """Everything that lies on the hexes and belongs to nobody."""
    put(out, AT_HAS_TILE, s.has_tile)
    put(out, AT_PLANETS, s.planets)
    put(out, AT_FOOD_SYMBOLS, s.food)
    put(out, AT_METAL_SYMBOLS, s.metal)
    put(out, AT_ENERGY_SYMBOLS, s.energy)
    put(out, AT_SUN, s.sun)
    put(out, AT_BLACK_HOLE, s.black_hole)
    put(out, AT_CUBES, s.cubes)
    put(out, AT_TOUCHED, s.touched)
    mark(out, AT_FOCUS, find_focus(s))
    mark(out, AT_BATTLE_HEX, s.battle_hex)
    mark(out, AT_TELE_DEST, s.tele_dest)
    mark(out, AT_PRIVATE, s.private_hex)


@kernel
def observe_fleets(s: State, box: Box, player: int, out: Observation) -> None:
    """Own ships one by one, and what the ships of the actor have done this turn."""
    me = s.players[player]
    for ship in range(NUM_SHIPS):
        h = me.ship_hex[ship]
        if h >= 0:
            at = AT_OWN_SHIPS + 3 * ship
            out[at] = 1
            out[at + 1] = box.q[h]
            out[at + 2] = box.r[h]
        start = s.retreat_hex[ship]
        if start >= 0:
            at = AT_FLEET + 4 * ship
            out[at] = box.q[start]
            out[at + 1] = box.r[start]
            out[at + 2] = s.moved[ship]
            out[at + 3] = s.teleported[ship]


@kernel
def observe_pieces(s: State, seat: int, k: int, out: Observation) -> None:
    """Ships, tokens and influence of a seat, k places after the player's own."""
    them = s.players[seat]
    put(out, AT_SHIPS_AT + k * NUM_SHIP_TYPES * NUM_HEXES, them.ships_at)
    put(out, AT_TOKEN + k * NUM_HEXES, them.token)
    put(out, AT_INFLUENCE_AT + k * NUM_HEXES, them.influence)


@kernel
def observe_numbers(s: State, box: Box, player: int, seat: int, k: int, out: Observation) -> None:
    """Reserves, storages, marks and points of a seat."""
    them = s.players[seat]
    at = AT_NUMBERS + k * NUM_SEAT_NUMBERS
    out[at] = 1
    put(out, at + 1, them.ships_left)
    at += 1 + NUM_SHIP_TYPES
    out[at] = them.tokens_left
    out[at + 1] = them.influence_hand
    out[at + 2] = them.influence_throne
    out[at + 3] = them.metal
    out[at + 4] = them.energy
    out[AT_MARKS + 2 * k] = min(BYTE, them.marks)
    out[AT_MARKS + 2 * k + 1] = max(0, min(BYTE, them.marks - BYTE))
    if can_see_points(s, box, player, seat):
        out[AT_VP + k] = min(BYTE, them.vp)
    else:
        out[AT_VP + k] = -1


@kernel
def can_see_points(s: State, box: Box, player: int, seat: int) -> bool:
    """Whether a player sees the points of a seat; after the final count all are open."""
    return seat == player or box.hidden_vp == 0 or s.counted != 0
