"""The end of the game (section 7): secret bases, scores, ties, ranks."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.galaxy.actions import NOTHING
from spaceenvs.galaxy.cards import discard, is_dead_ship, join_hand, show_to_all
from spaceenvs.galaxy.components import (
    LOWEST_LEVEL_WITH_INFLUENCE,
    SHIPS,
    TOKENS,
    VALUE_OF,
    WORLD_OF,
    WORLDS,
)
from spaceenvs.galaxy.governors import count_influence, find_token, lose_base, reveal_secret_base
from spaceenvs.galaxy.state import HAND, NO_CARD, SECRET, VISIBLE


@kernel
def end_game(s: State, box: Box) -> None:
    """End the game: reveal, count, rank."""
    s.done = 1
    s.decision = NOTHING
    s.to_move = s.active
    for p in range(s.num_players):
        if s.garrison[p] != NO_CARD:
            reveal_at_end(s, p)
    for w in range(WORLDS):
        count_influence(s, w)
    for p in range(s.num_players):
        s.score[p] = count_score(s, p)
        s.hand_value[p] = count_hand_value(s, box, p)
    for p in range(s.num_players):
        better = 0
        for q in range(s.num_players):
            if is_better(s, q, p):
                better += 1
        s.rank[p] = better


@kernel
def reveal_at_end(s: State, player: int) -> None:
    """Reveal a secret base; no governor changes any more (R46, R53)."""
    card = s.garrison[player]
    s.garrison[player] = NO_CARD
    if is_dead_ship(s, card):
        discard(s, card)
        lose_base(s, find_token(s, player, SECRET))
    else:
        join_hand(s, player, card)
        show_to_all(s, card)
        reveal_secret_base(s, player, WORLD_OF[card])


@kernel
def count_score(s: State, player: int) -> int:
    """Return the influence of a player's visible bases."""
    score = 0
    for b in range(TOKENS * player, TOKENS * player + TOKENS):
        if s.base_state[b] == VISIBLE:
            score += max(0, LOWEST_LEVEL_WITH_INFLUENCE - s.base_level[b])
    return score


@kernel
def count_hand_value(s: State, box: Box, player: int) -> int:
    """Return what the hand is worth in a tie (R47)."""
    total = 0
    for card in range(SHIPS):
        if s.place[card] != HAND + player:
            continue
        if not is_dead_ship(s, card):
            total += 2 * VALUE_OF[card]
        elif box.surrendered_in_tiebreak != 0:
            total += VALUE_OF[card]
    return total


@kernel
def is_better(s: State, player: int, other: int) -> bool:
    """Whether a player ranks before another: score, hand value, last to have a turn (R48)."""
    if s.score[player] != s.score[other]:
        return s.score[player] > s.score[other]
    if s.hand_value[player] != s.hand_value[other]:
        return s.hand_value[player] > s.hand_value[other]
    return s.last_turn[player] > s.last_turn[other]
