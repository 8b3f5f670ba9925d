"""From phase to phase (section 4), with the Discard and End Phases: KEEP_CARD, RESHUFFLE."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core_worlds.actions import DO_RESHUFFLE, END, TAKE_HAND, Decision
from spaceenvs.core_worlds.components import RESHUFFLE_ROUND, ROUNDS, sector_of
from spaceenvs.core_worlds.empire import (
    discard_from_hand,
    is_first_of_its_kind,
    shuffle_discards_in,
)
from spaceenvs.core_worlds.energy import generate_energy, run_draw_phase
from spaceenvs.core_worlds.galactic import run_galactic_phase
from spaceenvs.core_worlds.scoring import finish_game
from spaceenvs.core_worlds.turn import find_next_turn


@kernel
def begin_round(s: State, box: Box) -> None:
    """Set the action markers (R54), draw, generate Energy, ask ENERGY of the Destiny holder."""
    for p in range(s.num_players):
        me = s.players[p]
        me.ap = box.actions[sector_of(s.round_number)]
        me.passed = 0
        me.explored = 0
    run_draw_phase(s, box)
    generate_energy(s, box)
    s.to_move = s.destiny
    s.decision = Decision.ENERGY


@kernel
def end_energy(s: State, box: Box) -> None:
    """Go on to the next player, after the last one to the Galactic and Action Phases (R7)."""
    s.to_move = (s.to_move + 1) % s.num_players
    if s.to_move == s.destiny:
        run_galactic_phase(s, box)
        find_next_turn(s, s.destiny)


@kernel
def end_turn(s: State, box: Box) -> None:
    """Go on to the next turn; when all have passed, to the Discard Phase or the end."""
    me = s.players[s.to_move]
    if me.ap == 0:
        me.passed = 1
    if find_next_turn(s, (s.to_move + 1) % s.num_players):
        return
    if s.round_number == ROUNDS:  # R33
        finish_game(s, box)
    else:
        _ask_keep_card(s, box, 0)


# Discard Phase --------------------------------------------------------------------------


@kernel
def _ask_keep_card(s: State, box: Box, first: int) -> None:
    """Ask KEEP_CARD of who hold cards, from place `first` on (R51); then end the round."""
    for k in range(first, s.num_players):
        p = (s.destiny + k) % s.num_players
        if s.players[p].hand_size > 0:
            s.to_move = p
            s.decision = Decision.KEEP_CARD
            return
    _end_round(s, box)


@kernel
def _place_of(s: State, player: int) -> int:
    """Return how far a seat sits from the Destiny holder."""
    return (player - s.destiny + s.num_players) % s.num_players


@kernel
def legal_any_card(s: State, box: Box, mask: Mask) -> None:
    """Any card of the hand: EXPLORE_CARD, PAY_CARD, TAC_DISCARD, KEEP_CARD."""
    me = s.players[s.to_move]
    for slot in range(me.hand_size):
        mask[TAKE_HAND + slot] = is_first_of_its_kind(me, slot)


@kernel
def play_keep_card(s: State, box: Box, action: int) -> None:
    """KEEP_CARD: discard the hand but the card kept; Units stay in the Warzone (R47)."""
    me = s.players[s.to_move]
    for slot in range(me.hand_size - 1, -1, -1):
        if slot != action - TAKE_HAND:
            discard_from_hand(me, slot)
    _ask_keep_card(s, box, _place_of(s, s.to_move) + 1)


# End Phase ------------------------------------------------------------------------------


@kernel
def _end_round(s: State, box: Box) -> None:
    """Lose all Energy (R55), advance the round and the Destiny Marker."""
    for p in range(s.num_players):
        s.players[p].energy = 0
    s.round_number += 1
    s.destiny = (s.destiny + 1) % s.num_players
    if s.round_number == RESHUFFLE_ROUND:  # R34
        ask_reshuffle(s, box, 0)
    else:
        begin_round(s, box)


@kernel
def ask_reshuffle(s: State, box: Box, first: int) -> None:
    """Ask RESHUFFLE of who have discards, from place `first` on (R51, R54); then begin."""
    for k in range(first, s.num_players):
        p = (s.destiny + k) % s.num_players
        if s.players[p].discard_size > 0:
            s.to_move = p
            s.decision = Decision.RESHUFFLE
            return
    begin_round(s, box)


@kernel
def legal_reshuffle(s: State, box: Box, mask: Mask) -> None:
    """RESHUFFLE: shuffle the discard pile in, or leave it."""
    mask[DO_RESHUFFLE] = 1
    mask[END] = 1


@kernel
def play_reshuffle(s: State, box: Box, action: int) -> None:
    """RESHUFFLE: shuffle discard pile and deck together, or not."""
    if action == DO_RESHUFFLE:
        shuffle_discards_in(s, box, s.players[s.to_move])
    ask_reshuffle(s, box, _place_of(s, s.to_move) + 1)
