"""The Explorer role (4.2): take tiles, look with the Scanner, place them, claim the first."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor.actions import (
    D_KEEP,
    D_PLACE,
    D_SCAN,
    D_TILE,
    D_XCLAIM,
    HEXA,
    KEEP_DRAWN,
    KEEP_FACEUP,
    TILE,
    YES,
)
from spaceenvs.galactic_emperor.components import CARD_SCIENTIST, CENTRE, SCANNER
from spaceenvs.galactic_emperor.state import (
    CARD_REMOVED,
    EVERYBODY,
    NOBODY,
    NOTHING,
    PLACE_TILE,
    SCAN_RESULT,
    TO_FLIP,
    ask,
    can_claim,
    claim,
    push,
    put_tile,
)
from spaceenvs.galactic_emperor.tables import BLACK_HOLE, NUM_HEXES, NUM_TILES
from spaceenvs.galactic_emperor.technologies import declare, is_usable


@kernel
def begin_explorer_turn(s: State) -> None:
    """Ask for a tile; a player who comes after the row is empty gets none (R30)."""
    if s.row_count > 0:
        ask(s, D_TILE, s.actor)


@kernel
def is_first_pass(s: State) -> bool:
    """Whether every player takes his one tile; afterwards the taker places the rest."""
    return s.turn < s.num_players


@kernel
def legal_tile(s: State, mask: Mask) -> None:
    """D03: the tiles of the row."""
    for t in range(NUM_TILES):
        mask[TILE + t] = s.row[t]


@kernel
def play_tile(s: State, action: int) -> None:
    """Take a tile; with a Scanner and a pile to look at, ask whether to use it."""
    tile = action - TILE
    s.row[tile] = 0
    s.row_count -= 1
    s.tile_in_hand = tile
    may_scan = is_first_pass(s) and tile != BLACK_HOLE and s.pile_count > 0  # R28
    if may_scan and is_usable(s, s.actor, SCANNER):
        ask(s, D_SCAN, s.actor)
    else:
        push(s, PLACE_TILE)


@kernel
def play_scan(s: State, action: int) -> None:
    """D04: declare the Scanner, or place the tile as it is."""
    if action == YES:
        declare(s, s.actor, SCANNER, SCAN_RESULT)
    else:
        push(s, PLACE_TILE)


@kernel
def look_at_pile(s: State) -> None:
    """Draw the top tile of the pile, seen by the actor alone."""
    if s.works == 0:
        push(s, PLACE_TILE)
        return
    s.drawn_tile = take_from_pile(s)
    ask(s, D_KEEP, s.actor)


@kernel
def take_from_pile(s: State) -> int:
    """Take the top tile; whoever knew it forgets it."""
    s.pile_count -= 1
    s.top_known_to = NOBODY
    return s.pile[s.pile_count]


@kernel
def legal_keep(mask: Mask) -> None:
    """D05: one of the two tiles."""
    mask[KEEP_FACEUP] = 1
    mask[KEEP_DRAWN] = 1


@kernel
def play_keep(s: State, action: int) -> None:
    """Keep one tile; the other goes on top of the pile."""
    if action == KEEP_DRAWN:
        returned = s.tile_in_hand
        s.tile_in_hand = s.drawn_tile
        s.top_known_to = EVERYBODY  # it lay face up
    else:
        returned = s.drawn_tile
        s.top_known_to = s.actor
    s.pile[s.pile_count] = returned
    s.pile_count += 1
    s.drawn_tile = NOTHING
    push(s, PLACE_TILE)


@kernel
def place_tile(s: State, box: Box) -> None:
    """Ask where the tile goes; the Black Hole replaces the Omega Sun at once."""
    if s.tile_in_hand != BLACK_HOLE:
        ask(s, D_PLACE, s.actor)
        return
    put_tile(s, box, BLACK_HOLE, CENTRE)
    s.cards[CARD_SCIENTIST] = CARD_REMOVED  # R35
    s.tile_in_hand = NOTHING
    go_on_with_leftovers(s)


@kernel
def legal_place(s: State, mask: Mask) -> None:
    """D06: any hex without a tile."""
    for h in range(NUM_HEXES):
        mask[HEXA + h] = 1 - s.has_tile[h]


@kernel
def play_place(s: State, box: Box, action: int) -> None:
    """Lay the tile; the taker may claim the first one he places (R29)."""
    h = action - HEXA
    put_tile(s, box, s.tile_in_hand, h)
    s.tile_in_hand = NOTHING
    if is_first_pass(s) and s.actor == s.taker and can_claim(s, s.actor, h):
        s.claim_hex = h
        ask(s, D_XCLAIM, s.actor)
    else:
        go_on_with_leftovers(s)


@kernel
def play_claim(s: State, action: int) -> None:
    """D07: put an Empire on the hex in question."""
    if action == YES:
        claim(s, s.actor, s.claim_hex)
    s.claim_hex = NOTHING


@kernel
def go_on_with_leftovers(s: State) -> None:
    """After everybody's turn the taker places what is left in the row."""
    if is_first_pass(s):
        return
    if s.row_count > 0:
        ask(s, D_TILE, s.taker)
    else:
        refill_row(s)


@kernel
def close_explorer(s: State) -> None:
    """Everybody has had a turn: the taker takes and places the rest of the row."""
    s.actor = s.taker
    go_on_with_leftovers(s)


@kernel
def turn_up_tile(s: State) -> None:
    """Turn the top tile of the pile face up into the row."""
    s.row[take_from_pile(s)] = 1
    s.row_count += 1


@kernel
def refill_row(s: State) -> None:
    """Turn up n+1 tiles; when none is left at all, the card will flip."""
    for _ in range(s.num_players + 1):
        if s.pile_count > 0:
            turn_up_tile(s)
    if s.row_count == 0:
        s.card_0 = TO_FLIP
