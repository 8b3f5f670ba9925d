"""Phase 3 (6.7): a world surrenders, Spoils of War D15, the end of a round."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galaxy.actions import A_BASE_DOWN, A_BASE_UP, A_PASS, D_SPOILS
from spaceenvs.galaxy.cards import discard, show_to_all, show_top, take_from_pile
from spaceenvs.galaxy.components import (
    BASES,
    CARDS,
    FIRST_KHA,
    KHA,
    ROWS,
    SHIPS,
    SURVIVORS,
    WORLDS,
)
from spaceenvs.galaxy.draw_phase import begin_draw_phase
from spaceenvs.galaxy.governors import (
    can_be_lowered,
    can_be_raised,
    count_influence,
    find_base,
    find_controller,
    lose_base,
    move_base,
    relative_base,
    set_governor,
    update_governor,
)
from spaceenvs.galaxy.scoring import end_game
from spaceenvs.galaxy.state import (
    EMPTY,
    FACE_DOWN,
    FRONT,
    NO_CARD,
    NOBODY,
    SURRENDER_PHASE,
    VISIBLE,
)


@kernel
def begin_surrender(s: State, box: Box) -> None:
    """Begin phase 3: look whether a world surrenders (R42)."""
    s.phase = SURRENDER_PHASE
    if not is_row_full(s):
        begin_draw_phase(s, box)
        return
    turn_up(s)
    world = find_lowest(s)
    if world < 0:
        begin_draw_phase(s, box)
        return
    surrender(s, world)
    fix_spoils(s)
    go_on_with_spoils(s, box)


@kernel
def is_row_full(s: State) -> bool:
    """Whether every world in play has a ship in the active row."""
    gaps = 0
    for w in range(WORLDS):
        gaps += (s.in_play[w] != 0) & (s.shown[s.active_row, w] == EMPTY)
    return gaps == 0


@kernel
def turn_up(s: State) -> None:
    """Turn the face-down top ship of Kha'Farjimmn up (R34)."""
    if s.in_play[KHA] != 0 and s.shown[s.active_row, KHA] == FACE_DOWN:
        card = s.top[s.active_row, KHA]
        s.face_down[card - FIRST_KHA] = 0
        show_to_all(s, card)
        show_top(s, s.active_row, KHA)


@kernel
def find_lowest(s: State) -> int:
    """Return the only world that shows the lowest ship of the full row, or -1."""
    lowest = 127
    world = -1
    for w in range(WORLDS):
        if s.in_play[w] == 0:
            continue
        if s.shown[s.active_row, w] < lowest:
            lowest = s.shown[s.active_row, w]
            world = w
        elif s.shown[s.active_row, w] == lowest:
            world = -1
    return world


@kernel
def surrender(s: State, world: int) -> None:
    """Take a world out of the game with its ships and visible bases."""
    for row in range(1, ROWS + 1):
        while s.top[row, world] != NO_CARD:
            discard(s, take_from_pile(s, row, world))
    for b in range(BASES):
        if s.base_state[b] == VISIBLE and s.base_world[b] == world:
            lose_base(s, b)
    count_influence(s, world)
    set_governor(s, world, NOBODY)
    s.in_play[world] = 0
    s.worlds_left -= 1


@kernel
def fix_spoils(s: State) -> None:
    """Give Spoils to whoever controls the highest ships now (R52)."""
    highest = EMPTY
    for w in range(WORLDS):
        highest = max(highest, s.shown[s.active_row, w])
    for w in range(WORLDS):
        s.spoils[w] = NOBODY
        if s.in_play[w] != 0 and s.shown[s.active_row, w] == highest:
            s.spoils[w] = find_controller(s, w)


@kernel
def go_on_with_spoils(s: State, box: Box) -> None:
    """Ask for the next Spoils: the active player first, then clockwise; or end the round."""
    for k in range(s.num_players):
        player = (s.active + k) % s.num_players
        for w in range(WORLDS):
            if s.spoils[w] != player:
                continue
            if has_spoils(s, box, player, w):
                s.decision = D_SPOILS
                s.to_move = player
                s.target_world = w
                return
            s.spoils[w] = NOBODY
    end_round(s, box)


@kernel
def is_spoils_column(s: State, box: Box, player: int, asked: int, world: int) -> bool:
    """Whether the Spoils asked for one column may be taken in this one (R43)."""
    if box.spoils_one_per_player != 0:
        return s.spoils[world] == player
    return world == asked


@kernel
def has_spoils(s: State, box: Box, player: int, asked: int) -> bool:
    """Whether there is a base to move."""
    for b in range(BASES):
        if (
            s.base_state[b] == VISIBLE
            and is_spoils_column(s, box, player, asked, s.base_world[b])
            and (can_be_raised(s, b) or can_be_lowered(s, b))
        ):
            return True
    return False


@kernel
def legal_spoils(s: State, box: Box, mask: Mask) -> None:
    """D15: move one base of the column up or down (R19), or none."""
    player = s.to_move
    mask[A_PASS] = 1
    for b in range(BASES):
        if s.base_state[b] != VISIBLE:
            continue
        if not is_spoils_column(s, box, player, s.target_world, s.base_world[b]):
            continue
        name = relative_base(s, player, b)
        if can_be_raised(s, b):
            mask[A_BASE_UP + name] = 1
        if can_be_lowered(s, b):
            mask[A_BASE_DOWN + name] = 1


@kernel
def play_spoils(s: State, box: Box, action: int) -> None:
    """D15: move the base; the governor of its column may change."""
    player = s.to_move
    s.spoils[s.target_world] = NOBODY
    if box.spoils_one_per_player != 0:
        for w in range(WORLDS):
            if s.spoils[w] == player:
                s.spoils[w] = NOBODY
    if action != A_PASS:
        if action >= A_BASE_UP:
            base = find_base(s, action - A_BASE_UP)
            move_base(s, base, s.base_level[base] - 1)
        else:
            base = find_base(s, action - A_BASE_DOWN)
            move_base(s, base, s.base_level[base] + 1)
        if update_governor(s, box, s.base_world[base], player):
            return
    go_on_with_spoils(s, box)


@kernel
def end_round(s: State, box: Box) -> None:
    """Discard the technologies in play (R31); end the game or go on to the next row."""
    s.target_world = -1
    s.to_move = s.active
    for card in range(SHIPS, CARDS):
        if s.place[card] >= FRONT:
            discard(s, card)
    if s.worlds_left > SURVIVORS:
        s.active_row += 1
        begin_draw_phase(s, box)
    elif box.final_draw != 0:
        s.last_turn_of_game = 1
        begin_draw_phase(s, box)
    else:
        end_game(s, box)  # R44
