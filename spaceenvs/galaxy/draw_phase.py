"""Phase 4 (6.8): Cylor D16, the draw D17-D19, and the end of the turn."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galaxy.actions import (
    A_DRAW,
    A_KEEP,
    A_PASS,
    A_REJECT,
    A_TAKE_RESERVE,
    D_CYLOR,
    D_DRAW,
    D_DRAW2,
    D_REDRAW,
    D_SHUTTLE,
)
from spaceenvs.galaxy.cards import (
    discard_from_hand,
    draw_card,
    has_dead_ship,
    is_dead_ship,
    put_under_deck,
    take_reserve,
    take_top_of_deck,
)
from spaceenvs.galaxy.components import (
    CYL,
    MAX_CYLOR_DISCARDS,
    MAX_REDRAWS,
    SHIPS,
    VALUES,
    WORLDS,
)
from spaceenvs.galaxy.scoring import end_game
from spaceenvs.galaxy.state import DRAW_PHASE, GARRISON, HAND, NO_CARD
from spaceenvs.galaxy.turn import begin_turn


@kernel
def begin_draw_phase(s: State, box: Box) -> None:
    """Begin phase 4 with the power of Cylor."""
    s.phase = DRAW_PHASE
    s.to_move = s.active
    s.cylor_discards = 0
    if can_use_cylor(s):
        go_on_with_cylor(s, box)
    else:
        begin_draw(s, box)


# -- Cylor ----------------------------------------------------------------------------------


@kernel
def can_use_cylor(s: State) -> bool:
    """Whether a ship was played in Cylor by its governor, who still is (R16, R40)."""
    if s.governor[CYL] != s.active:
        return False
    for k in range(s.ships_played):
        if s.played_column[k] == CYL and s.played_as_governor[k] != 0:
            return True
    return False


@kernel
def go_on_with_cylor(s: State, box: Box) -> None:
    """Ask for the next discard, or draw the replacements."""
    if s.cylor_discards < MAX_CYLOR_DISCARDS and has_dead_ship(s, s.active):
        s.decision = D_CYLOR
    else:
        replace_discards(s, box)


@kernel
def replace_discards(s: State, box: Box) -> None:
    """Draw as many cards as were discarded, then go on with the normal draw."""
    while s.cylor_discards > 0:
        if draw_or_ask(s, box):
            return
        s.cylor_discards -= 1
    begin_draw(s, box)


@kernel
def legal_cylor(s: State, mask: Mask) -> None:
    """D16: any ship of a surrendered world in hand, or no more."""
    me = np.int8(HAND + s.active)
    mask[A_PASS] = 1
    for w in range(WORLDS):
        if s.in_play[w] == 0:
            for card in range(VALUES * w, VALUES * w + VALUES):
                mask[card] = s.place[card] == me


@kernel
def play_cylor(s: State, box: Box, action: int) -> None:
    """D16: discard the ship, or stop."""
    if action == A_PASS:
        replace_discards(s, box)
        return
    discard_from_hand(s, s.active, action)
    s.cylor_discards += 1
    go_on_with_cylor(s, box)


# -- the draw -------------------------------------------------------------------------------


@kernel
def begin_draw(s: State, box: Box) -> None:
    """Ask for the source of the draw if there are two (R33)."""
    if s.deck_count > 0 and s.reserve_count[s.active] > 0:
        s.decision = D_DRAW
    elif s.deck_count > 0:
        draw_first(s, box)
    else:
        take_reserve(s, s.active)
        end_turn(s, box)


@kernel
def draw_first(s: State, box: Box) -> None:
    """Draw from the deck; with a Shuttle the card is only looked at (R32)."""
    if s.shuttle_played != 0:
        s.known[s.deck[s.deck_first]] |= 1 << s.active  # 8.1, rule 8
        s.decision = D_SHUTTLE
    else:
        draw_and_keep(s, box)


@kernel
def draw_and_keep(s: State, box: Box) -> None:
    """Draw a card that must be kept, unless the option allows to discard a dead ship."""
    if not draw_or_ask(s, box):
        end_turn(s, box)


@kernel
def draw_or_ask(s: State, box: Box) -> bool:
    """Draw a card; say whether the option asks if a dead ship is to be discarded."""
    card = draw_card(s, s.active)
    if (
        box.redraw_dead_cards == 0
        or card == NO_CARD
        or s.redraws >= MAX_REDRAWS
        or not is_dead_ship(s, card)
    ):
        return False
    s.chosen_card = card
    s.decision = D_REDRAW
    return True


@kernel
def legal_draw(mask: Mask) -> None:
    """D17, D19: from the deck, or the Reserve."""
    mask[A_DRAW] = 1
    mask[A_TAKE_RESERVE] = 1


@kernel
def play_draw(s: State, box: Box, action: int) -> None:
    """D17: the first source."""
    if action == A_TAKE_RESERVE:
        take_reserve(s, s.active)
        end_turn(s, box)
    else:
        draw_first(s, box)


@kernel
def legal_keep(mask: Mask) -> None:
    """D18, REDRAW: keep the card or not."""
    mask[A_KEEP] = 1
    mask[A_REJECT] = 1


@kernel
def play_shuttle(s: State, box: Box, action: int) -> None:
    """D18: keep the card seen, or put it under the deck and draw again (R32)."""
    if action == A_KEEP:
        draw_and_keep(s, box)
        return
    put_under_deck(s, take_top_of_deck(s))
    if s.reserve_count[s.active] > 0:
        s.decision = D_DRAW2
    else:
        draw_and_keep(s, box)


@kernel
def play_draw2(s: State, box: Box, action: int) -> None:
    """D19: the source after a refused card."""
    if action == A_TAKE_RESERVE:
        take_reserve(s, s.active)
        end_turn(s, box)
    else:
        draw_and_keep(s, box)


@kernel
def play_redraw(s: State, box: Box, action: int) -> None:
    """Option redraw_dead_cards: keep the dead ship, or discard it and draw again."""
    card = s.chosen_card
    s.chosen_card = NO_CARD
    if action == A_REJECT:
        discard_from_hand(s, s.active, card)
        s.redraws += 1
        if draw_or_ask(s, box):
            return
    if s.cylor_discards > 0:  # it was a replacement
        s.cylor_discards -= 1
        replace_discards(s, box)
    else:
        end_turn(s, box)


# -- the end of the turn --------------------------------------------------------------------


@kernel
def end_turn(s: State, box: Box) -> None:
    """End the turn: the game is over, or the player on the left is next."""
    if s.last_turn_of_game != 0 or is_exhausted(s):
        end_game(s, box)
    else:
        begin_turn(s, (s.active + 1) % s.num_players)


@kernel
def is_exhausted(s: State) -> bool:
    """Whether the deck is empty and no ship is in any hand or Reserve (R45)."""
    if s.deck_count > 0:
        return False
    for card in range(SHIPS):
        if s.place[card] >= HAND and s.place[card] < GARRISON:
            return False
    return True
