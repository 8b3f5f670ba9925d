"""Drawing anew what a player cannot see (8.2)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import below, seed_rng, shuffle
from spaceenvs.galaxy.actions import D_COLUMN, D_CYLOR, D_FACE, D_GARRISON, D_REDRAW
from spaceenvs.galaxy.cards import is_ally, is_dead_ship
from spaceenvs.galaxy.components import (
    CARDS,
    FIRST_ALLY,
    FIRST_KHA,
    KHA,
    MAX_PLAYERS,
    ROWS,
    SHIPS,
    VALUE_OF,
    VALUES,
    WORLD_OF,
)
from spaceenvs.galaxy.state import ACTION_PHASE, GARRISON, HAND, NO_CARD, NOT_YET, TABLE
from spaceenvs.galaxy.turn import is_bound

MAX_TRIES = 1000  # far more than needed: the true cards are always a solution

Cards = NDArray[Any]


@kernel
def redeal(s: State, box: Box, player: int, seed: int) -> None:
    """Deal the cards whose place the player does not know anew, with fresh dice for the game.

    A card that is dealt into the place of another one also takes over who else knows it.
    """
    seed_rng(s.rng, seed)
    unknown = np.empty(CARDS, np.int64)  # the places: each named by the card that lies there
    count = 0
    for card in range(CARDS):
        if (s.known[card] & (1 << player)) == 0:
            unknown[count] = card
            count += 1
    dealt = np.full(CARDS, NO_CARD, np.int64)  # by place: the card that lies there now
    for _ in range(MAX_TRIES):
        if deal_unknown(s, player, unknown, count, dealt):
            lay_out(s, unknown, count, dealt)
            choose_again(s, player)
            return


@kernel
def deal_unknown(s: State, player: int, unknown: Cards, count: int, dealt: Cards) -> bool:
    """Deal once: face-down ships, garrisons, a card that must be in a hand, then all others.

    Returns False if it ran out of candidates.
    """
    pool = unknown.copy()
    shuffle(s.rng, pool, count)
    for i in range(count):
        dealt[unknown[i]] = NO_CARD
    for i in range(count):
        place = unknown[i]
        if s.place[place] == TABLE and not deal_one(
            s, pool, count, dealt, place, FACE_DOWN_SHIP, 0
        ):
            return False
    for p in range(MAX_PLAYERS):
        place = s.garrison[p]
        if (
            place != NO_CARD
            and (s.known[place] & (1 << player)) == 0
            and not deal_one(s, pool, count, dealt, place, GARRISON_OF, p)
        ):
            return False
    if player != s.active and needs_card(s) and not has_known_card(s, player):
        place = find_unknown_in_hand(s, player, s.active)
        if not deal_one(s, pool, count, dealt, place, NEEDED_CARD, 0):
            return False
    next_card = 0
    for i in range(count):
        if dealt[unknown[i]] == NO_CARD:
            while pool[next_card] == NO_CARD:
                next_card += 1
            dealt[unknown[i]] = pool[next_card]
            next_card += 1
    return True


FACE_DOWN_SHIP, GARRISON_OF, NEEDED_CARD = range(3)


@kernel
def deal_one(
    s: State, pool: Cards, count: int, dealt: Cards, place: int, kind: int, owner: int
) -> bool:
    """Deal a place the first card of the pool that may lie there."""
    for i in range(count):
        card = pool[i]
        if card == NO_CARD:
            continue
        if kind == FACE_DOWN_SHIP:
            fits = card < FIRST_ALLY and WORLD_OF[card] == KHA
        elif kind == GARRISON_OF:
            fits = card < FIRST_ALLY and s.excluded[owner, WORLD_OF[card]] == 0
        else:
            fits = is_needed(s, card)
        if fits:
            dealt[place] = card
            pool[i] = NO_CARD
            return True
    return False


# -- what the table knows of the active player's hand without having seen it -----------------


@kernel
def needs_card(s: State) -> bool:
    """Whether the decision shows that the active player holds a card of some kind."""
    d = s.decision
    if d in (D_COLUMN, D_FACE, D_GARRISON, D_CYLOR, D_REDRAW):
        return True
    return (
        s.phase == ACTION_PHASE and s.action_done == NOT_YET and (is_bound(s) or s.committed != 0)
    )


@kernel
def is_needed(s: State, card: int) -> bool:
    """Whether the card is of the kind that the decision shows."""
    d = s.decision
    if d in (D_CYLOR, D_REDRAW):
        return is_dead_ship(s, card)
    if d == D_FACE:
        return card < FIRST_ALLY and WORLD_OF[card] == KHA
    if d == D_GARRISON:
        return card < FIRST_ALLY
    if card >= SHIPS or is_dead_ship(s, card):
        return False
    if is_bound(s) and VALUE_OF[card] != s.bid_value:
        return False
    return is_ally(card) or d != D_COLUMN


@kernel
def has_known_card(s: State, player: int) -> bool:
    """Whether a card known to the player already is what the decision shows."""
    for card in range(CARDS):
        if (
            s.place[card] == HAND + s.active
            and (s.known[card] & (1 << player)) != 0
            and is_needed(s, card)
        ):
            return True
    return False


@kernel
def find_unknown_in_hand(s: State, player: int, owner: int) -> int:
    """Return a card of the owner's hand that the player does not know."""
    for card in range(CARDS):
        if s.place[card] == HAND + owner and (s.known[card] & (1 << player)) == 0:
            return card
    return NO_CARD


# -- laying the cards out --------------------------------------------------------------------


@kernel
def lay_out(s: State, unknown: Cards, count: int, dealt: Cards) -> None:
    """Move every dealt card to its place, with all that the record says about that place."""
    place = s.place.copy()
    known = s.known.copy()
    row = s.row.copy()
    height = s.height.copy()
    under = s.under.copy()
    face_down = s.face_down.copy()
    for i in range(count):
        old = unknown[i]
        new = dealt[old]
        s.place[new] = place[old]
        s.known[new] = known[old]
        s.row[new] = row[old]
        s.height[new] = height[old]
        s.under[new] = under[old]
        if place[old] >= GARRISON:
            s.garrison[place[old] - GARRISON] = new
        if new // VALUES == KHA:
            s.face_down[new - FIRST_KHA] = place[old] == TABLE and face_down[old - FIRST_KHA] != 0
    for card in range(CARDS):
        s.under[card] = new_card(dealt, s.under[card])
    for i in range(s.deck_count):
        slot = (int(s.deck_first) + i) % CARDS
        s.deck[slot] = new_card(dealt, s.deck[slot])
        s.slot[s.deck[slot]] = slot
    for r in range(ROWS + 1):
        s.top[r, KHA] = new_card(dealt, s.top[r, KHA])
    for k in range(2):
        s.played_card[k] = new_card(dealt, s.played_card[k])
    s.ship = new_card(dealt, s.ship)
    if s.ship != NO_CARD:
        s.ship_value = VALUE_OF[s.ship]


@kernel
def new_card(dealt: Cards, card: int) -> int:
    """Return the card that now lies where this one lay."""
    if card != NO_CARD and dealt[card] != NO_CARD:
        return dealt[card]
    return int(card)


@kernel
def choose_again(s: State, player: int) -> None:
    """Let an opponent be about to play any card of his new hand that the decision allows."""
    if s.chosen_card == NO_CARD or player == s.active:
        return
    seen = 0
    for card in range(CARDS):
        if s.place[card] == HAND + s.active and is_needed(s, card):
            seen += 1
            if below(s.rng, seen) == 0:
                s.chosen_card = card
