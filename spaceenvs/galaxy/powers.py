"""Phase 2 (6.5): the powers of Felowi D9, Myrmidon D10, Ecup D11-D12, Erithizonian D13-D14."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galaxy.actions import (
    A_PASS,
    A_ROW,
    A_SEAT,
    A_WORLD,
    D_ECUP,
    D_ECUP_GIVE,
    D_ERI_DEST,
    D_ERI_SOURCE,
    D_FELOWI,
    D_MYRMIDON,
)
from spaceenvs.galaxy.cards import (
    hide_hand,
    is_ally,
    is_visible,
    join_hand,
    join_reserve,
    leave_hand,
    put_on_pile,
    show_to_all,
    take_from_pile,
    take_random,
)
from spaceenvs.galaxy.components import CARDS, ECU, ERI, FEL, FIRST_ALLY, MYR, NOVA, WORLDS
from spaceenvs.galaxy.state import HAND, NOBODY, POWER_PHASE
from spaceenvs.galaxy.surrender import begin_surrender


@kernel
def begin_powers(s: State, box: Box) -> None:
    """Begin phase 2."""
    s.phase = POWER_PHASE
    s.next_power = 0
    go_on_with_powers(s, box)


@kernel
def go_on_with_powers(s: State, box: Box) -> None:
    """Ask for the power of the next ship played this turn, or go on to phase 3."""
    s.to_move = s.active
    while s.next_power < s.ships_played:
        k = s.next_power
        s.next_power = k + 1
        decision = find_power(s, box, k)
        if decision != 0:
            s.decision = decision
            return
    begin_surrender(s, box)  # R41: before the draw


@kernel
def find_power(s: State, box: Box, k: int) -> int:
    """Return the decision that the k-th ship played brings in phase 2, or 0 (R16)."""
    world = s.played_column[k]
    if s.played_as_governor[k] == 0 or s.governor[world] != s.active:
        return 0
    if world == FEL:
        for row in range(1, s.active_row):
            if is_visible(s, row, FEL):  # R35
                return D_FELOWI
    elif world == MYR:
        if can_rob_anybody(s):
            return D_MYRMIDON
    elif world == ECU:
        if can_rob_anybody(s):
            return D_ECUP
    elif world == ERI:
        for w in range(WORLDS):
            if can_move_ally(s, box, w):
                return D_ERI_SOURCE
    return 0


@kernel
def can_rob_anybody(s: State) -> bool:
    """Whether an opponent has cards in hand."""
    for p in range(s.num_players):
        if p != s.active and s.hand_count[p] > 0:
            return True
    return False


@kernel
def can_move_ally(s: State, box: Box, world: int) -> bool:
    """Whether the top ship of the active row there is a visible Ally that may be moved."""
    if not is_visible(s, s.active_row, world):
        return False
    card = s.top[s.active_row, world]
    if box.nova_immovable != 0 and card == FIRST_ALLY + NOVA:  # R25
        return False
    return is_ally(card)


@kernel
def legal_felowi(s: State, mask: Mask) -> None:
    """D9: an earlier row with a visible ship, or none."""
    mask[A_PASS] = 1
    for row in range(1, s.active_row):
        if is_visible(s, row, FEL):  # R35
            mask[A_ROW + row - 1] = 1


@kernel
def play_felowi(s: State, box: Box, action: int) -> None:
    """D9: take that ship into the hand."""
    if action != A_PASS:
        card = take_from_pile(s, action - A_ROW + 1, FEL)
        join_hand(s, s.active, card)
        show_to_all(s, card)
    go_on_with_powers(s, box)


@kernel
def legal_victim(s: State, mask: Mask) -> None:
    """D10, D11: an opponent with cards in hand, or none."""
    mask[A_PASS] = 1
    for k in range(1, s.num_players):
        if s.hand_count[(s.active + k) % s.num_players] > 0:
            mask[A_SEAT + k] = 1


@kernel
def play_myrmidon(s: State, box: Box, action: int) -> None:
    """D10: half of the hand, rounded up, goes unseen into its owner's Reserve (R36)."""
    if action != A_PASS:
        victim = (action - A_SEAT + s.active) % s.num_players
        hide_hand(s, victim, 0, CARDS, 1 << victim)  # 8.1, rule 3
        for _ in range((s.hand_count[victim] + 1) // 2):
            join_reserve(s, victim, take_random(s, victim))
    go_on_with_powers(s, box)


@kernel
def play_ecup(s: State, box: Box, action: int) -> None:
    """D11: take a random card of that hand, then D12."""
    if action == A_PASS:
        go_on_with_powers(s, box)
        return
    victim = (action - A_SEAT + s.active) % s.num_players
    hide_hand(s, victim, 0, CARDS, (1 << victim) | (1 << s.active))  # 8.1, rule 3
    join_hand(s, s.active, take_random(s, victim))
    s.victim = victim
    s.decision = D_ECUP_GIVE


@kernel
def legal_ecup_give(s: State, mask: Mask) -> None:
    """D12: any card in hand (R37)."""
    me = np.int8(HAND + s.active)
    for card in range(CARDS):
        mask[card] = s.place[card] == me


@kernel
def play_ecup_give(s: State, box: Box, card: int) -> None:
    """D12: give the card to the victim."""
    p = s.active
    hide_hand(s, p, 0, CARDS, (1 << p) | (1 << s.victim))  # 8.1, rule 4
    leave_hand(s, p, card)
    join_hand(s, s.victim, card)
    s.victim = NOBODY
    go_on_with_powers(s, box)


@kernel
def legal_eri_source(s: State, box: Box, mask: Mask) -> None:
    """D13: a column whose top ship of the active row is a visible Ally, or none."""
    mask[A_PASS] = 1
    for w in range(WORLDS):
        if can_move_ally(s, box, w):
            mask[A_WORLD + w] = 1


@kernel
def play_eri_source(s: State, box: Box, action: int) -> None:
    """D13: remember the column, then D14."""
    if action == A_PASS:
        go_on_with_powers(s, box)
        return
    s.target_world = action - A_WORLD
    s.decision = D_ERI_DEST


@kernel
def legal_eri_dest(s: State, mask: Mask) -> None:
    """D14: any other world in play."""
    for w in range(WORLDS):
        mask[A_WORLD + w] = s.in_play[w]
    mask[A_WORLD + s.target_world] = 0


@kernel
def play_eri_dest(s: State, box: Box, world: int) -> None:
    """D14: the Ally becomes the top ship there, without opportunity or power (R38)."""
    card = take_from_pile(s, s.active_row, s.target_world)
    put_on_pile(s, card, s.active_row, world)
    s.target_world = -1
    go_on_with_powers(s, box)
