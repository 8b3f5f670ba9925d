"""Playing a ship (6.1): the column of an Ally D3, face up or face down D4, opportunities."""

from __future__ import annotations

from spaceenvs.core.game import Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galaxy.actions import A_FACE_DOWN, A_FACE_UP, A_WORLD, D_ACTION, D_COLUMN, D_FACE
from spaceenvs.galaxy.cards import hide_hand, is_ally, leave_hand, put_on_pile, show_to_all
from spaceenvs.galaxy.components import (
    DIV,
    FIRST_KHA,
    FRIGATE,
    IMP,
    KHA,
    SHUTTLE,
    VALUE_OF,
    VALUES,
    WORLD_OF,
    WORLDS,
)
from spaceenvs.galaxy.state import EMPTY, NO_CARD, NOT_YET, PLAYED_SHIP
from spaceenvs.galaxy.turn import clear_ship, is_bound


@kernel
def choose_ship(s: State, card: int) -> None:
    """Begin to play a ship: ask for its column or its face if there is a choice."""
    if is_ally(card):
        s.chosen_card = card
        s.decision = D_COLUMN
    elif WORLD_OF[card] == KHA and s.governor[KHA] == s.active and not is_bound(s):
        s.chosen_card = card
        s.decision = D_FACE
    else:
        put_ship(s, card, WORLD_OF[card], False)


@kernel
def legal_column(s: State, mask: Mask) -> None:
    """D3: any world in play; a second ship may not go to Divergence."""
    for w in range(WORLDS):
        mask[A_WORLD + w] = s.in_play[w]
    if s.action_done != NOT_YET:
        mask[A_WORLD + DIV] = 0


@kernel
def play_column(s: State, world: int) -> None:
    """D3: play the Ally there, face up also in Kha'Farjimmn (R58)."""
    card = s.chosen_card
    s.chosen_card = NO_CARD
    put_ship(s, card, world, False)


@kernel
def legal_face(mask: Mask) -> None:
    """D4: face up or face down."""
    mask[A_FACE_UP] = 1
    mask[A_FACE_DOWN] = 1


@kernel
def play_face(s: State, action: int) -> None:
    """D4: play the Kha'Farjimmn ship so."""
    card = s.chosen_card
    s.chosen_card = NO_CARD
    put_ship(s, card, KHA, action == A_FACE_DOWN)


@kernel
def count_opportunities(s: State, value: int, world: int) -> int:
    """Count the attacks of a Fleet ship about to be played face up (6.1, R20)."""
    count = 0
    if s.shown[s.active_row, world] != EMPTY:
        count += 1
    for w in range(WORLDS):
        if w != world and s.shown[s.active_row, w] == 1 + value:
            count += 1
    if world == IMP and s.governor[IMP] == s.active:  # R60
        count += 1
    return count


@kernel
def put_ship(s: State, card: int, world: int, face_down: bool) -> None:
    """Put a ship from the hand into the active row; it is the current ship now."""
    p = s.active
    clear_ship(s)  # R21
    s.ship = card
    s.ship_column = world
    s.ship_value = VALUE_OF[card]
    s.ship_face_down = face_down
    if not face_down and s.ship_value >= FRIGATE:
        s.opportunities = count_opportunities(s, s.ship_value, world)
    k = s.ships_played
    s.played_card[k] = card
    s.played_column[k] = world
    s.played_as_governor[k] = s.governor[world] == p
    s.ships_played = k + 1
    s.action_done = PLAYED_SHIP
    if face_down:
        hide_hand(s, p, FIRST_KHA, FIRST_KHA + VALUES, 1 << p)  # 8.1, rule 6
        s.face_down[card - FIRST_KHA] = 1
    else:
        show_to_all(s, card)
        if s.ship_value == SHUTTLE:
            s.shuttle_played = 1  # R54: a second ship does not undo it
    leave_hand(s, p, card)
    put_on_pile(s, card, s.active_row, world)
    s.decision = D_ACTION
