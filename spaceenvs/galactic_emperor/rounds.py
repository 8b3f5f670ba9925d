"""The round (section 4): direction, role cards, turns in a role, the end of roles and rounds."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor.actions import (
    D_DIRECTION,
    D_ROLE,
    DIR_CCW,
    DIR_CW,
    ROLE,
)
from spaceenvs.galactic_emperor.components import (
    CARD_EXPLORER,
    ENGINEER,
    EXPLORER,
    INCOME,
    MERCHANT,
    NO_ROLE,
    NUM_CARDS,
    REGENT,
    STEWARD,
    WARLORD,
)
from spaceenvs.galactic_emperor.engineer import begin_engineer, begin_engineer_turn
from spaceenvs.galactic_emperor.explorer import (
    begin_explorer_turn,
    close_explorer,
    turn_up_tile,
)
from spaceenvs.galactic_emperor.merchant import (
    begin_merchant,
    begin_merchant_turn,
    close_merchant,
)
from spaceenvs.galactic_emperor.regent import (
    BUYING,
    begin_placing,
    begin_regent,
    begin_regent_turn,
    resolve_influence,
)
from spaceenvs.galactic_emperor.scientist import begin_scientist_turn
from spaceenvs.galactic_emperor.scoring import end_game
from spaceenvs.galactic_emperor.state import (
    CARD_AVAILABLE,
    CARD_TAKEN,
    NEXT_CHOICE,
    NEXT_TURN,
    NOBODY,
    NOTHING,
    ROLE_OVER,
    SHOWS_EXPLORER,
    SHOWS_WARLORD,
    TO_FLIP,
    ask,
    earn,
    push,
    seat_in_order,
)
from spaceenvs.galactic_emperor.steward import (
    begin_steward,
    begin_steward_turn,
    clear_touched,
)
from spaceenvs.galactic_emperor.tables import NUM_TECHNOLOGIES
from spaceenvs.galactic_emperor.warlord import begin_warlord_turn, close_warlord

CLOCKWISE, COUNTER_CLOCKWISE = 1, -1


@kernel
def begin_round(s: State) -> None:
    """The holder of the Throne chooses the direction."""
    s.round_number += 1
    s.chosen = 0
    s.first = s.throne
    ask(s, D_DIRECTION, s.throne)


@kernel
def legal_direction(mask: Mask) -> None:
    """D01: one of two."""
    mask[DIR_CW] = 1
    mask[DIR_CCW] = 1


@kernel
def play_direction(s: State, action: int) -> None:
    """Direction and order stay as they are for the whole round (R10)."""
    s.direction = CLOCKWISE if action == DIR_CW else COUNTER_CLOCKWISE
    push(s, NEXT_CHOICE)


@kernel
def next_choice(s: State, box: Box) -> None:
    """The next player takes a role card; after the last one the round is over."""
    if s.chosen < s.num_players:
        ask(s, D_ROLE, seat_in_order(s, s.first, s.chosen))
    elif s.end_fired != 0:
        end_game(s, s.role != REGENT)  # option `finish_round`
    else:
        end_round(s, box)


@kernel
def legal_role(s: State, mask: Mask) -> None:
    """D02: the cards that are neither taken nor removed."""
    for card in range(NUM_CARDS):
        if s.cards[card] == CARD_AVAILABLE:
            mask[ROLE + card] = 1


@kernel
def play_role(s: State, box: Box, action: int) -> None:
    """Take a card; the whole table acts in its role."""
    s.card = action - ROLE
    s.cards[s.card] = CARD_TAKEN
    s.role = s.card
    if s.card == CARD_EXPLORER and s.card_0 == SHOWS_WARLORD:
        s.role = WARLORD
    s.chosen += 1
    s.taker = s.to_move
    s.actor = s.taker
    s.turn = -1
    push(s, ROLE_OVER)
    push(s, NEXT_TURN)
    begin_role(s, box)


@kernel
def begin_role(s: State, box: Box) -> None:
    """What comes before the turns: mostly the privilege of the taker."""
    if s.role == MERCHANT:
        begin_merchant(s, box)
    elif s.role == STEWARD:
        begin_steward(s)
    elif s.role == ENGINEER:
        begin_engineer(s)
    elif s.role == REGENT:
        begin_regent(s)


@kernel
def next_turn(s: State) -> None:
    """The next player acts in the role; after the last one the role is closed."""
    s.turn += 1
    if s.turn == s.num_players:
        close_role(s)
        return
    s.actor = seat_in_order(s, s.taker, s.turn)
    push(s, NEXT_TURN)
    if s.role == EXPLORER:
        begin_explorer_turn(s)
    elif s.role == MERCHANT:
        begin_merchant_turn(s)
    elif s.role == STEWARD:
        begin_steward_turn(s)
    elif s.role == ENGINEER:
        begin_engineer_turn(s)
    elif s.role == WARLORD:
        begin_warlord_turn(s)
    elif s.role == REGENT:
        begin_regent_turn(s)
    else:
        begin_scientist_turn(s)


@kernel
def close_role(s: State) -> None:
    """What comes after the turns."""
    if s.role == EXPLORER:
        close_explorer(s)
    elif s.role == MERCHANT:
        close_merchant(s)
    elif s.role == STEWARD:
        clear_touched(s)
    elif s.role == WARLORD:
        close_warlord(s)
    elif s.role == REGENT:
        if s.influence_phase == BUYING:
            begin_placing(s)
        else:
            resolve_influence(s)


@kernel
def role_over(s: State, box: Box) -> None:
    """END_CHECK after an Explorer, Warlord or Regent role (R8, R51)."""
    may_end = s.role == EXPLORER or s.role == WARLORD or s.role == REGENT
    if may_end and is_end_reached(s):
        s.end_fired = 1  # R48: it stays fired
        if box.finish_round == 0:
            end_game(s, s.role != REGENT)
            return
    push(s, NEXT_CHOICE)
    if s.chosen < s.num_players:
        clear_role(s)


@kernel
def is_end_reached(s: State) -> bool:
    """Whether the pool is empty or some player has no Empire token in reserve."""
    if s.pool <= 0:
        return True
    for p in range(s.num_players):
        if s.players[p].tokens_left == 0:
            return True
    return False


@kernel
def clear_role(s: State) -> None:
    """No role is being resolved."""
    s.role = NO_ROLE
    s.protein_uses = 0  # what was declared "this turn" is over with the last turn of a role
    s.robotics_declared = 0
    s.card = NOTHING
    s.taker = NOBODY
    s.actor = NOBODY
    s.turn = 0


@kernel
def end_round(s: State, box: Box) -> None:
    """ROUND_END: a new tile, cards back, income, per-round states cleared."""
    clear_role(s)
    not_explored = s.cards[CARD_EXPLORER] == CARD_AVAILABLE and s.card_0 == SHOWS_EXPLORER
    if not_explored and s.pile_count > 0:
        turn_up_tile(s)
    for card in range(NUM_CARDS):
        if s.cards[card] == CARD_TAKEN:
            s.cards[card] = CARD_AVAILABLE
    if s.card_0 == TO_FLIP:
        s.card_0 = SHOWS_WARLORD  # R36
    for p in range(s.num_players):
        earn(s, p, INCOME)
    for tech in range(NUM_TECHNOLOGIES):
        s.tech_blocked[tech] = 0
        s.tech_used[tech] = 0
        s.tech_active[tech] = 0
        s.tech_spent[tech] = 0
    if s.round_number >= box.round_cap:
        end_game(s, True)  # R9
    else:
        begin_round(s)
