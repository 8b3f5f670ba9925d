"""Cards on the move: hands, deck, discard pile, piles on the table, and who knows what (8.1)."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.galaxy.components import (
    CARDS,
    FIRST_ALLY,
    FIRST_KHA,
    KHA,
    SHIPS,
    VALUE_OF,
    VALUES,
    WORLD_OF,
)
from spaceenvs.galaxy.state import (
    DECK,
    DISCARD,
    EMPTY,
    FACE_DOWN,
    FRONT,
    HAND,
    NO_CARD,
    NOBODY,
    RESERVE,
    TABLE,
)

EVERYBODY = np.int8(31)  # the bits of all five seats in `known`


# -- questions ------------------------------------------------------------------------------


@kernel
def is_ally(card: int) -> bool:
    """Whether the card is an Ally."""
    return card >= FIRST_ALLY and card < SHIPS


@kernel
def is_dead_ship(s: State, card: int) -> bool:
    """Whether the card is a ship of a surrendered world."""
    return card < FIRST_ALLY and s.in_play[WORLD_OF[card]] == 0


@kernel
def has_technology(s: State, player: int, technology: int) -> bool:
    """Whether this technology lies in front of the player."""
    return s.place[technology] == FRONT + player


@kernel
def is_visible(s: State, row: int, world: int) -> bool:
    """Whether the pile shows a ship face up."""
    return s.shown[row, world] > EMPTY


@kernel
def has_dead_ship(s: State, player: int) -> bool:
    """Whether the player holds a ship of a surrendered world."""
    for card in range(FIRST_ALLY):
        if s.place[card] == HAND + player and s.in_play[WORLD_OF[card]] == 0:
            return True
    return False


@kernel
def find_in_hand(s: State, player: int, index: int) -> int:
    """Return the card at this index of a hand in increasing id order (6.9, R56)."""
    seen = 0
    for card in range(CARDS):
        if s.place[card] == HAND + player:
            if seen == index:
                return card
            seen += 1
    return NO_CARD


# -- knowledge ------------------------------------------------------------------------------


@kernel
def show_to_all(s: State, card: int) -> None:
    """Everybody knows from now on where the card is (8.1, rule 2)."""
    s.known[card] = EVERYBODY


@kernel
def hide_hand(s: State, player: int, first: int, last: int, keep: int) -> None:
    """Make the player's hand cards in first..last-1 unknown to all but the seats in `keep`.

    One of them leaves the hand unseen, and it could be any (8.1, R57).
    """
    hand, kept = np.int8(HAND + player), np.int8(keep)
    for card in range(first, last):
        s.known[card] &= kept if s.place[card] == hand else EVERYBODY


@kernel
def look_at_face_down(s: State) -> None:
    """Let the active governor of Kha'Farjimmn see the face-down top ship (8.1, rule 7)."""
    if (
        s.governor[KHA] == s.active
        and s.active != NOBODY
        and s.shown[s.active_row, KHA] == FACE_DOWN
    ):
        s.known[s.top[s.active_row, KHA]] |= 1 << s.active


# -- moves ----------------------------------------------------------------------------------


@kernel
def leave_hand(s: State, player: int, card: int) -> None:
    """Take a card out of a hand; the caller says where it goes."""
    s.place[card] = DISCARD
    s.hand_count[player] -= 1


@kernel
def join_hand(s: State, player: int, card: int) -> None:
    """Put a card into a hand; its owner knows it."""
    s.place[card] = HAND + player
    s.hand_count[player] += 1
    s.known[card] |= 1 << player


@kernel
def join_reserve(s: State, player: int, card: int) -> None:
    """Put a card into the Reserve of a player, who knows it."""
    s.place[card] = RESERVE + player
    s.reserve_count[player] += 1
    s.known[card] |= 1 << player


@kernel
def discard(s: State, card: int) -> None:
    """Put a card, taken from its place before, on the discard pile."""
    s.place[card] = DISCARD
    show_to_all(s, card)


@kernel
def discard_from_hand(s: State, player: int, card: int) -> None:
    """Discard a card of a hand."""
    leave_hand(s, player, card)
    discard(s, card)


@kernel
def take_random(s: State, player: int) -> int:
    """Take a random card out of a hand and return it (6.9)."""
    card = find_in_hand(s, player, pick(s.rng, s.hand_count[player]))
    leave_hand(s, player, card)
    return card


@kernel
def take_reserve(s: State, player: int) -> None:
    """Take the whole Reserve into the hand; knowledge stays (8.1, rule 2)."""
    for card in range(CARDS):
        if s.place[card] == RESERVE + player:
            s.place[card] = HAND + player
    s.hand_count[player] += s.reserve_count[player]
    s.reserve_count[player] = 0


@kernel
def take_top_of_deck(s: State) -> int:
    """Take the top card of the deck, which is not empty; the caller says where it goes."""
    card = s.deck[s.deck_first]
    s.deck_first = (int(s.deck_first) + 1) % CARDS
    s.deck_count -= 1
    return int(card)


@kernel
def put_under_deck(s: State, card: int) -> None:
    """Put a card under the deck."""
    slot = (int(s.deck_first) + int(s.deck_count)) % CARDS
    s.deck[slot] = card
    s.slot[card] = slot
    s.place[card] = DECK
    s.deck_count += 1


@kernel
def draw_card(s: State, player: int) -> int:
    """Draw the top card of the deck into the hand and return it, or -1 if the deck is empty."""
    if s.deck_count == 0:
        return NO_CARD
    card = take_top_of_deck(s)
    join_hand(s, player, card)
    return card


# -- piles ----------------------------------------------------------------------------------


@kernel
def show_top(s: State, row: int, world: int) -> None:
    """Note what the pile shows."""
    card = s.top[row, world]
    if card == NO_CARD:
        s.shown[row, world] = EMPTY
    elif world == KHA and card // VALUES == KHA and s.face_down[card - FIRST_KHA] != 0:
        s.shown[row, world] = FACE_DOWN
    else:
        s.shown[row, world] = 1 + VALUE_OF[card]


@kernel
def put_on_pile(s: State, card: int, row: int, world: int) -> None:
    """Make the card, taken from its place before, the top ship of a pile."""
    s.place[card] = TABLE
    s.row[card] = row
    s.under[card] = s.top[row, world]
    s.top[row, world] = card
    s.pile_size[row, world] += 1
    s.height[card] = s.pile_size[row, world]
    if is_ally(card):
        s.ally_at[card - FIRST_ALLY, world] = 1
    show_top(s, row, world)


@kernel
def take_from_pile(s: State, row: int, world: int) -> int:
    """Take the top ship off a pile and return it; the card below becomes the top ship."""
    card = int(s.top[row, world])
    s.top[row, world] = s.under[card]
    s.pile_size[row, world] -= 1
    s.under[card] = NO_CARD
    s.row[card] = 0
    s.height[card] = 0
    if is_ally(card):
        s.ally_at[card - FIRST_ALLY, world] = 0
    elif card // VALUES == KHA:
        s.face_down[card - FIRST_KHA] = 0
    show_top(s, row, world)
    look_at_face_down(s)
    return card
