"""The position as text for a terminal."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import several
from spaceenvs.galactic_emperor.actions import D_SABOTAGE, DECISIONS
from spaceenvs.galactic_emperor.combat import KIND_NAMES
from spaceenvs.galactic_emperor.components import (
    CARD_NAMES,
    NUM_CARDS,
    ROLE_NAMES,
    SEAT_NAMES,
    SHIP_NAMES,
    TECH_NAMES,
    TILE_CODES,
)
from spaceenvs.galactic_emperor.observation import can_see_points, is_top_known
from spaceenvs.galactic_emperor.state import (
    CARD_AVAILABLE,
    CARD_REMOVED,
    NOBODY,
)
from spaceenvs.galactic_emperor.tables import (
    NUM_HEXES,
    NUM_TECHNOLOGIES,
    NUM_TILES,
    RESOURCES,
)
from spaceenvs.galactic_emperor.telling import ASKED, is_tie, verdict
from spaceenvs.galactic_emperor.words import (
    CARD_STATES,
    TECH_STATES,
    TOKEN_NAMES,
    card_name,
    ships_in_words,
    tile_in_words,
)

# -- what is shown, in words --------------------------------------------------------------------


def moment(s: State) -> str:
    """Return the moment of the game, at the end who has won."""
    if s.done:
        winners = " and ".join(SEAT_NAMES[p] for p in _by_rank(s) if s.rank[p] == 0)
        return f"Galactic Emperor: won by {winners}"
    role = f", {ROLE_NAMES[s.role]} of {SEAT_NAMES[s.taker]}" if s.role >= 0 else ""
    return f"Galactic Emperor: round {s.round_number}{role}"


def question(s: State) -> str:
    """Return who decides what, at the end all scores."""
    if s.done:
        scores = ", ".join(f"{SEAT_NAMES[p]} {s.score[p]}" for p in _by_rank(s))
        return f"{scores}; {verdict(s)}" if is_tie(s) else scores
    return f"{SEAT_NAMES[s.to_move]} decides: {ASKED[DECISIONS[s.decision]]}"


def _by_rank(s: State) -> list[int]:
    return sorted(range(int(s.num_players)), key=lambda p: int(s.rank[p]))


def title(s: State) -> str:
    """Return one line about the moment of the game."""
    return f"{moment(s)} ({question(s)})" if s.done else f"{moment(s)}, {question(s)}"


def is_top_shown(s: State, player: int | None) -> bool:
    """Whether the top of the pile is shown to a player."""
    return s.pile_count > 0 and (player is None or is_top_known(s, player))


def is_drawn_tile_shown(s: State, player: int | None) -> bool:
    """Whether there is a tile seen with the Scanner, and this player is the one who sees it."""
    return s.drawn_tile >= 0 and (player is None or player == s.actor)


def find_available_technologies(s: State) -> list[int]:
    """Return the technologies that nobody owns and that are still in the game."""
    free = range(NUM_TECHNOLOGIES)
    return [t for t in free if s.tech_owner[t] == NOBODY and not s.tech_removed[t]]


def points_in_words(s: State, box: Box, player: int | None, seat: int) -> str:
    """Return the points of a seat, or `? points` if this player may not see them."""
    seen = player is None or can_see_points(s, box, player, seat)
    return several(s.players[seat].vp, "point") if seen else "? points"


def stores_in_words(s: State, seat: int) -> str:
    """Return the marks and cubes of a seat."""
    me = s.players[seat]
    return f"{several(me.marks, 'mark')}, {me.metal} metal, {me.energy} energy"


def technology_in_words(s: State, tech: int) -> str:
    """Return a technology and what became of it this round: `Plasma Weapons (spent)`."""
    states = [name for name in TECH_STATES if s[f"tech_{name}"][tech]]
    return TECH_NAMES[tech] + (f" ({', '.join(states)})" if states else "")


def technologies_in_words(s: State, seat: int) -> str:
    """Return the technologies of a seat, or an empty string."""
    owned = [t for t in range(NUM_TECHNOLOGIES) if s.tech_owner[t] == seat]
    return ", ".join(technology_in_words(s, t) for t in owned)


def reserve_in_words(s: State, seat: int) -> str:
    """Return the ships of a seat in reserve: `7F 4C 2D`."""
    left = s.players[seat].ships_left
    return " ".join(f"{left[t]}{SHIP_NAMES[t][0]}" for t in range(len(SHIP_NAMES)))


def table_lines(s: State, box: Box, player: int | None) -> list[str]:
    """Return what lies beside the board, a line each."""
    lines = []
    cards = [card_name(s, k) for k in range(NUM_CARDS) if s.cards[k] == CARD_AVAILABLE]
    gone = [CARD_NAMES[k] for k in range(NUM_CARDS) if s.cards[k] == CARD_REMOVED]
    lines.append(f"role cards: {', '.join(cards) or 'none'}")
    if gone:
        lines.append(f"{CARD_STATES[CARD_REMOVED]}: {', '.join(gone)}")
    row = [tile_in_words(box, t) for t in range(NUM_TILES) if s.row[t]]
    lines.append(f"row: {', '.join(row) or 'no tiles'}")
    lines.append(f"pile: {several(s.pile_count, 'tile')}")
    if is_top_shown(s, player):
        lines.append(f"top of the pile: {tile_in_words(box, s.pile[s.pile_count - 1])}")
    if s.tile_in_hand >= 0:
        lines.append(f"tile in hand: {tile_in_words(box, s.tile_in_hand)}")
    if is_drawn_tile_shown(s, player):
        lines.append(f"drawn tile: {tile_in_words(box, s.drawn_tile)}")
    throne = SEAT_NAMES[s.throne] if s.throne >= 0 else "nobody"
    direction = "clockwise" if s.direction > 0 else "counter-clockwise"
    left = max(0, int(s.pool))  # what is earned is paid even if none are left
    lines.append(f"throne: {throne}; {direction}; victory points left: {left}")
    costs = [f"{TECH_NAMES[t]} {box.tech_cost[t]}" for t in find_available_technologies(s)]
    lines.append(f"technologies for energy: {', '.join(costs) or 'none left'}")
    lines += _pending_lines(s)
    return lines


def _pending_lines(s: State) -> list[str]:
    """Return what is going on in the role."""
    lines = []
    if s.market_dice[0] > 0:
        dice = " ".join(str(d) for d in s.market_dice if d > 0)
        prices = ", ".join(f"{r} {s.prices[k]}" for k, r in enumerate(RESOURCES))
        lines.append(f"market dice: {dice}; prices: {prices}; food in hand: {s.food_hand}")
    if s.decision == D_SABOTAGE or s.capture_die > 0:
        lines.append(f"{SEAT_NAMES[s.declared_by]} declares {TECH_NAMES[s.declared]}")
    if s.tech_asked >= 0:
        lines.append(f"to be used now or later: {TECH_NAMES[s.tech_asked]}")
    if s.capture_die > 0:
        lines.append(f"capture die: {s.capture_die}")
    if s.influence_phase > 0:
        lines.append(f"influence costs {s.influence_price}")
    if s.in_battle:
        where = "the duel" if s.duel else f"battle on hex {s.battle_hex}"
        lines.append(f"{where}, round {s.battle_round}, phase {s.phase}")
        for side, name in enumerate(("attacker", "defender")):
            units = s.sides[side].units
            words = [f"{units[k]} {KIND_NAMES[k]}" for k in range(len(KIND_NAMES)) if units[k]]
            dice = s.dice[side]
            faces = " ".join(str(d) for d in dice.face[: dice.count])
            hits = f", takes {s.hits[side]}" if s.hits[side] else ""
            seat = SEAT_NAMES[s.fighters[side]]
            lines.append(f"  {name} {seat}: {', '.join(words)}; dice: {faces or '-'}{hits}")
    return lines


# -- text -----------------------------------------------------------------------------------------

CELL = 11
"""So many columns of a terminal belong to a hex: seven hexes fit into 80."""


def _cell_lines(s: State, h: int) -> tuple[str, str, str]:
    """Return the three lines of a hex: id, tile and owner; symbols and cubes; ships."""
    owner = int(s.controller[h])
    token = ""
    if owner >= 0:
        token = f"{TOKEN_NAMES[s.players[owner].token[h]][0].upper()}/{SEAT_NAMES[owner][0]}"
    code = TILE_CODES[s.tile_at[h]] if s.has_tile[h] else "."
    symbols = (
        "o" * int(s.planets[h])
        + "f" * int(s.food[h])
        + "m" * int(s.metal[h])
        + "e" * int(s.energy[h])
    )
    cubes = f"+{s.cubes[h]}" if s.cubes[h] else ""
    kind = "sun" if s.sun[h] else "hole" if s.black_hole[h] else symbols
    ships = " ".join(
        f"{SEAT_NAMES[p][0]}:{ships_in_words(s, p, h).replace(' ', '')}"
        for p in range(s.num_players)
        if ships_in_words(s, p, h)
    )
    return f"{h} {code} {token}".strip(), f"{kind}{cubes}", ships


def text(s: State, box: Box, player: int | None) -> str:
    """Draw the position for a terminal, as a player sees it, or everything."""
    lines = [title(s), ""]
    for r in sorted({int(r) for r in box.r}):
        hexes = sorted((h for h in range(NUM_HEXES) if box.r[h] == r), key=lambda h: int(box.q[h]))
        left = min(2 * int(box.q[h]) + int(box.r[h]) for h in range(NUM_HEXES))
        indent = " " * (CELL * (2 * int(box.q[hexes[0]]) + r - left) // 2)
        cells = [_cell_lines(s, h) for h in hexes]
        lines += [
            (indent + "".join(cell[k].ljust(CELL) for cell in cells)).rstrip() for k in range(3)
        ]
    lines.append(
        "12 P04 E/R: hex, tile, token (E empire, S starbase, H home) of Red; o planet, f food, "
        "m metal, e energy, +2 cubes of food; ships: F Fighter, C Cruiser, D Dreadnought"
    )
    lines.append("")
    for p in range(s.num_players):
        me = s.players[p]
        parts = [
            stores_in_words(s, p),
            points_in_words(s, box, player, p),
            several(me.tokens_left, "token"),
            f"{me.influence_hand} influence",
            f"reserve {reserve_in_words(s, p)}",
        ]
        owned = technologies_in_words(s, p) or "no technologies"
        lines.append(f"{SEAT_NAMES[p]}: {', '.join(parts)}; {owned}")
    return "\n".join([*lines, "", *table_lines(s, box, player)])
