"""Bases, influence, governors (6.3) and the control of ships (6.4)."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galaxy.actions import A_SEAT, D_GOVERNOR_PICK
from spaceenvs.galaxy.cards import look_at_face_down
from spaceenvs.galaxy.components import (
    LEVELS,
    LOWEST_LEVEL_WITH_INFLUENCE,
    TOKENS,
)
from spaceenvs.galaxy.state import LOST, NOBODY, SECRET, SUPPLY, VISIBLE

# -- bases ----------------------------------------------------------------------------------


@kernel
def find_token(s: State, player: int, state: int) -> int:
    """Return the player's lowest-numbered base in this state, or -1."""
    for b in range(TOKENS * player, TOKENS * player + TOKENS):
        if s.base_state[b] == state:
            return b
    return -1


@kernel
def lose_highest_supply(s: State, player: int) -> None:
    """Remove one base of the supply for good, the highest-numbered one."""
    for k in range(TOKENS):
        b = TOKENS * player + TOKENS - 1 - k
        if s.base_state[b] == SUPPLY:
            s.base_state[b] = LOST
            s.supply[player] -= 1
            return


@kernel
def put_base(s: State, base: int, world: int, level: int) -> None:
    """Put a base visibly into a column."""
    s.base_state[base] = VISIBLE
    s.base_world[base] = world
    move_base(s, base, level)


@kernel
def move_base(s: State, base: int, level: int) -> None:
    """Move a visible base to another level of its column."""
    s.base_level[base] = level
    s.base_at[base // TOKENS, base % TOKENS, s.base_world[base]] = LEVELS - level


@kernel
def lose_base(s: State, base: int) -> None:
    """Take a base, visible or secret, out of the game for good."""
    if s.base_state[base] == VISIBLE:
        s.base_at[base // TOKENS, base % TOKENS, s.base_world[base]] = 0
    s.base_state[base] = LOST
    s.base_world[base] = -1
    s.base_level[base] = 0


@kernel
def reveal_secret_base(s: State, player: int, world: int) -> None:
    """Put the player's secret base at the top of its world's column (R12: whoever reveals it)."""
    put_base(s, find_token(s, player, SECRET), world, 0)


@kernel
def is_first_of_equals(s: State, base: int) -> bool:
    """Whether no lower-numbered base of its owner lies at the same place (5.1)."""
    for b in range(base - base % TOKENS, base):
        if (
            s.base_state[b] == VISIBLE
            and s.base_world[b] == s.base_world[base]
            and s.base_level[b] == s.base_level[base]
        ):
            return False
    return True


@kernel
def can_be_raised(s: State, base: int) -> bool:
    """Whether the base is visible, not at the very top, and the one to name among equals."""
    return s.base_state[base] == VISIBLE and s.base_level[base] > 0 and is_first_of_equals(s, base)


@kernel
def can_be_lowered(s: State, base: int) -> bool:
    """Whether the base is visible, above the limit of damage (R13), and the one to name."""
    return (
        s.base_state[base] == VISIBLE
        and s.base_level[base] <= s.active_row
        and is_first_of_equals(s, base)
    )


@kernel
def find_base(s: State, argument: int) -> int:
    """Return the base that the player to move names by relative seat and token."""
    seat = (s.to_move + argument // TOKENS) % s.num_players
    return TOKENS * seat + argument % TOKENS


@kernel
def relative_base(s: State, player: int, base: int) -> int:
    """Return how this player names a base: 5 x relative seat + token."""
    seat = int((base // TOKENS - player + s.num_players) % s.num_players)
    return TOKENS * seat + base % TOKENS


# -- governors ------------------------------------------------------------------------------


@kernel
def count_influence(s: State, world: int) -> None:
    """Count the influence of every player on a world anew (R14)."""
    for p in range(s.num_players):
        total = 0
        for b in range(TOKENS * p, TOKENS * p + TOKENS):
            if s.base_world[b] == world:
                total += max(0, LOWEST_LEVEL_WITH_INFLUENCE - int(s.base_level[b]))
        s.influence[p, world] = total


@kernel
def set_governor(s: State, world: int, player: int) -> None:
    """Hand the governor card of a world to a player, or to nobody."""
    before = s.governor[world]
    if before != NOBODY:
        s.governs[before, world] = 0
    s.governor[world] = player
    if player != NOBODY:
        s.governs[player, world] = 1
    look_at_face_down(s)


@kernel
def find_most_influence(s: State, world: int) -> int:
    """Return the largest influence that a player has on a world."""
    most = 0
    for p in range(s.num_players):
        most = max(most, int(s.influence[p, world]))
    return most


@kernel
def update_governor(s: State, box: Box, world: int, cause: int) -> bool:
    """Find the governor after a change of bases (6.3); return True if D8 must be asked."""
    count_influence(s, world)
    most = find_most_influence(s, world)
    governor = s.governor[world]
    if most == 0:
        if box.governor_at_zero == 0:  # R14
            set_governor(s, world, NOBODY)
        return False
    if governor != NOBODY and s.influence[governor, world] == most:
        return False  # a tie never unseats (R15)
    tied = 0
    best = 0
    for p in range(s.num_players):
        if s.influence[p, world] == most:
            tied += 1
            best = p
    if tied == 1:
        set_governor(s, world, best)
        return False
    s.decision = D_GOVERNOR_PICK
    s.to_move = cause
    s.target_world = world
    return True


@kernel
def legal_governor_pick(s: State, mask: Mask) -> None:
    """D8: any of the tied players."""
    world = s.target_world
    most = find_most_influence(s, world)
    for k in range(s.num_players):
        if s.influence[(s.to_move + k) % s.num_players, world] == most:
            mask[A_SEAT + k] = 1


@kernel
def play_governor_pick(s: State, action: int) -> None:
    """D8: the player named becomes governor; the caller goes on where the change happened."""
    set_governor(s, s.target_world, (action - A_SEAT + s.to_move) % s.num_players)
    s.target_world = -1


# -- control --------------------------------------------------------------------------------


@kernel
def find_controller(s: State, world: int) -> int:
    """Return who controls the top ship of the active row in a column, or -1 (6.4)."""
    card = s.top[s.active_row, world]
    if card == s.played_card[0] or card == s.played_card[1]:
        return int(s.active)  # R17: until the end of his turn, wherever it lies
    return int(s.governor[world])  # R59
