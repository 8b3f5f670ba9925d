"""Setting up (section 3): the dealer, the deal, an empty galaxy."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick, seed_rng, shuffle
from spaceenvs.galaxy.auction import begin_auction
from spaceenvs.galaxy.components import (
    BASES,
    CARDS,
    FIRST_HAND,
    MAX_PLAYERS,
    ROWS,
    TOKENS,
    VALUES,
    WORLDS,
)
from spaceenvs.galaxy.state import (
    DECK,
    EMPTY,
    HAND,
    LOST,
    NO_BID,
    NO_CARD,
    NOBODY,
    SUPPLY,
)
from spaceenvs.galaxy.turn import begin_turn, clear_turn


@kernel
def reset(s: State, box: Box, seed: int) -> None:
    """Set up a fresh game and stop at its first decision."""
    seed_rng(s.rng, seed)
    clear_game(s, box)
    s.dealer = pick(s.rng, s.num_players)  # R3
    for i in range(CARDS):
        s.deck[i] = i
    shuffle(s.rng, s.deck, CARDS)
    deal(s)
    if box.random_start != 0:
        begin_turn(s, s.dealer)
    else:
        begin_auction(s)


@kernel
def clear_game(s: State, box: Box) -> None:
    """Set every field as before the deal."""
    s.num_players = box.num_players
    s.done = 0
    s.active_row = 1
    s.turn = -1
    s.active = NOBODY
    s.worlds_left = WORLDS
    s.dealer = 0
    s.high_bid = NO_BID
    s.passes = 0
    s.bid_value = NO_BID
    s.last_turn_of_game = 0
    for p in range(MAX_PLAYERS):
        s.rank[p] = 0
        s.score[p] = 0
        s.reward[p] = 0
        s.hand_value[p] = 0
        s.hand_count[p] = 0
        s.reserve_count[p] = 0
        s.garrison[p] = NO_CARD
        s.secret_placed[p] = 0
        s.last_bid[p] = NO_BID
        s.failed_bid[p] = NO_BID
        s.last_turn[p] = -1
        s.supply[p] = TOKENS if p < s.num_players else 0
    s.base_at[:] = 0
    for b in range(BASES):
        s.base_state[b] = SUPPLY if b < TOKENS * s.num_players else LOST
        s.base_world[b] = -1
        s.base_level[b] = 0
    clear_galaxy(s)
    clear_turn(s)


@kernel
def clear_galaxy(s: State) -> None:
    """Lay out the eight worlds without ships, bases and governors."""
    for w in range(WORLDS):
        s.in_play[w] = 1
        s.governor[w] = NOBODY
        s.spoils[w] = NOBODY
        for p in range(MAX_PLAYERS):
            s.governs[p, w] = 0
            s.influence[p, w] = 0
            s.excluded[p, w] = 0
        for row in range(ROWS + 1):
            s.top[row, w] = NO_CARD
            s.shown[row, w] = EMPTY
            s.pile_size[row, w] = 0
    for v in range(VALUES):
        s.face_down[v] = 0
        for w in range(WORLDS):
            s.ally_at[v, w] = 0
    for card in range(CARDS):
        s.row[card] = 0
        s.height[card] = 0
        s.under[card] = NO_CARD
        s.known[card] = 0


@kernel
def deal(s: State) -> None:
    """Deal the shuffled cards: eight to each seat in turn, the rest is the deck (6.9, R56)."""
    for i in range(CARDS):
        card = int(s.deck[i])
        s.slot[card] = i
        seat = i // FIRST_HAND
        if seat < s.num_players:
            s.place[card] = HAND + seat
            s.known[card] = 1 << seat
        else:
            s.place[card] = DECK
    for p in range(s.num_players):
        s.hand_count[p] = FIRST_HAND
    s.deck_first = FIRST_HAND * s.num_players
    s.deck_count = CARDS - FIRST_HAND * s.num_players
