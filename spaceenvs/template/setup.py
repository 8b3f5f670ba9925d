"""Setting up: a fresh game, ready for its first decision.

Role: `reset` starts the generator from the seed, sets every field (the record may hold an old
game) and stops at the first decision. All chance comes from `s.rng`, in the order the rules fix.

Forbidden: allocation (no `np.zeros`, no `np.arange`), exceptions, chance from anywhere else.
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick, seed_rng
from spaceenvs.template.actions import D_TURN
from spaceenvs.template.components import ASTEROIDS, CLAIMS, MAX_PLAYERS
from spaceenvs.template.state import DECK, HAND


@kernel
def reset(s: State, box: Box, seed: int) -> None:
    """Set up a fresh game and stop at its first decision."""
    seed_rng(s.rng, seed)
    clear_game(s, box)
    for p in range(s.num_players):
        deal(s, p, CLAIMS)


@kernel
def clear_game(s: State, box: Box) -> None:
    """Set every field as before the deal."""
    s.num_players = box.num_players
    s.to_move = 0
    s.decision = D_TURN
    s.done = 0
    s.turn = 0
    s.probed = 0
    for a in range(ASTEROIDS):
        s.place[a] = DECK
    for p in range(MAX_PLAYERS):
        s.points[p] = 0
        s.rank[p] = 0
        s.score[p] = 0
        s.reward[p] = 0


@kernel
def deal(s: State, player: int, count: int) -> None:
    """Deal a player some claims at random."""
    for _ in range(count):
        nth = pick(s.rng, count_at(s, DECK))
        s.place[find_in_deck(s, nth)] = HAND + player


@kernel
def count_at(s: State, place: int) -> int:
    """Count the claims at a place."""
    count = 0
    for a in range(ASTEROIDS):
        if s.place[a] == place:
            count += 1
    return count


@kernel
def find_in_deck(s: State, nth: int) -> int:
    """Return the nth claim of the deck, counted from 0 in order of their numbers."""
    for a in range(ASTEROIDS):
        if s.place[a] == DECK:
            if nth == 0:
                return a
            nth -= 1
    return -1
