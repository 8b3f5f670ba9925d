"""An Empire: its hand, deck, discard pile and Warzone, and how cards move between them."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import shuffle
from spaceenvs.core_worlds.components import (
    DEFS,
    GRUNT,
    HAND,
    NOTHING,
    SNUB,
    SUBTYPES,
    UNITS,
    Effect,
    Kind,
)

RANKS = len(SUBTYPES)

Player = Any
"""The record of one player, `s.players[p]`."""


# Hand, deck, discard pile ---------------------------------------------------------------


@kernel
def insert_sorted(cards: NDArray[Any], size: int, card: int) -> None:
    """Put a card into a sorted list of `size` cards; the caller counts one more."""
    i = size
    while i > 0 and cards[i - 1] > card:
        cards[i] = cards[i - 1]
        i -= 1
    cards[i] = card


@kernel
def remove_at(cards: NDArray[Any], size: int, slot: int) -> None:
    """Take a card out of a list of `size` cards; the caller counts one less."""
    for i in range(slot, size - 1):
        cards[i] = cards[i + 1]
    cards[size - 1] = NOTHING


@kernel
def put_into_hand(me: Player, card: int) -> None:
    """Put a card of the pool into the hand, which stays sorted (R39)."""
    insert_sorted(me.hand, me.hand_size, card)
    me.hand_size += 1


@kernel
def add_known(me: Player, card: int) -> None:
    """Note that everybody knows of this card in the hand."""
    insert_sorted(me.known, me.known_size, card)
    me.known_size += 1


@kernel
def leave_hand(me: Player, slot: int) -> int:
    """Take a card from the hand, out of the pool, and return it."""
    card = me.hand[slot]
    remove_at(me.hand, me.hand_size, slot)
    me.hand_size -= 1
    me.pool[card] -= 1
    for i in range(me.known_size):
        if me.known[i] == card:
            remove_at(me.known, me.known_size, i)
            me.known_size -= 1
            break
    return card


@kernel
def put_on_discard_pile(me: Player, card: int) -> None:
    """Put a card on the discard pile."""
    me.discard[card] += 1
    me.discard_size += 1


@kernel
def discard_from_hand(me: Player, slot: int) -> None:
    """Discard a card of the hand."""
    put_on_discard_pile(me, leave_hand(me, slot))


@kernel
def add_to_deck(me: Player, card: int) -> None:
    """Put a card into the draw deck, which is shuffled later."""
    me.deck[me.deck_size] = card
    me.deck_size += 1
    me.pool[card] += 1


@kernel
def shuffle_discards_in(s: State, box: Box, me: Player) -> None:
    """Shuffle the discard pile into the draw deck."""
    if me.deck_size == 0 and box.public_discards != 0:
        # Section 8: hand + deck is public, and the deck was empty. R57: not if piles are hidden.
        for i in range(HAND):
            me.known[i] = me.hand[i]
        me.known_size = me.hand_size
    for card in range(DEFS):
        for _ in range(me.discard[card]):
            add_to_deck(me, card)
        me.discard[card] = 0
    me.discard_size = 0
    shuffle(s.rng, me.deck, me.deck_size)


@kernel
def draw_card(s: State, box: Box, me: Player) -> bool:
    """Draw one card; return False if there is none, or no room for it."""
    if me.hand_size == HAND:  # R30, R62: tested before the deck is looked at
        return False
    if me.deck_size == 0:
        if me.discard_size == 0:  # R66
            return False
        shuffle_discards_in(s, box, me)
    me.deck_size -= 1
    card = me.deck[me.deck_size]
    me.deck[me.deck_size] = NOTHING
    put_into_hand(me, card)
    return True


@kernel
def draw_cards(s: State, box: Box, me: Player, count: int) -> None:
    """Draw so many cards, or as many as there are (6.3)."""
    for _ in range(count):
        if not draw_card(s, box, me):
            return


@kernel
def can_draw(me: Player) -> bool:
    """Whether deck and discard pile hold a card (5.3)."""
    return me.deck_size + me.discard_size > 0


@kernel
def is_first_of_its_kind(me: Player, slot: int) -> bool:
    """Whether no lower hand slot holds the same card (R38)."""
    return slot == 0 or me.hand[slot] != me.hand[slot - 1]


@kernel
def find_colonist(box: Box, card: int) -> int:
    """Return GRUNT or SNUB if the card can be colonised, else NOTHING (R26)."""
    if card == box.colonists[GRUNT]:
        return GRUNT
    if card == box.colonists[SNUB]:
        return SNUB
    return NOTHING


# Warzone --------------------------------------------------------------------------------


@kernel
def count_ranks(ranks: NDArray[Any], mask: int) -> int:
    """Return how many of the Units counted by subtype have a subtype of the mask."""
    count = 0
    for rank in range(RANKS):
        if (mask >> rank) & 1:
            count += int(ranks[rank])
    return count


@kernel
def _change_auras(me: Player, card: Any, sign: int) -> None:
    """Add (or take away) what a card in the Warzone makes Units cheaper (6.1)."""
    for i in range(card.effects):
        if card.code[i] == Effect.AURA_DISCOUNT:
            for rank in range(RANKS):
                if (card.parameter[i, 0] >> rank) & 1:
                    me.aura[rank] += sign * card.parameter[i, 1]


@kernel
def enter_warzone(box: Box, me: Player, card: int) -> None:
    """Put a Unit at the end of the Warzone's list (4.4)."""
    me.units[me.unit_count] = card
    me.tokens[me.unit_count] = 0
    me.unit_count += 1
    me.ranks[box.cards[card].rank] += 1
    _change_auras(me, box.cards[card], 1)


@kernel
def leave_warzone(s: State, box: Box, me: Player, slot: int) -> int:
    """Take a Unit out of the Warzone; the later ones move down. Returns the card."""
    card = me.units[slot]
    last = me.unit_count - 1
    for i in range(slot, last):
        me.units[i] = me.units[i + 1]
        me.tokens[i] = me.tokens[i + 1]
        s.committed[i] = s.committed[i + 1]
        s.uses[i] = s.uses[i + 1]
        s.bonus_fleet[i] = s.bonus_fleet[i + 1]
        s.bonus_ground[i] = s.bonus_ground[i + 1]
    me.units[last] = NOTHING
    me.tokens[last] = 0
    s.committed[last] = 0
    s.uses[last] = 0
    s.bonus_fleet[last] = 0
    s.bonus_ground[last] = 0
    me.unit_count = last
    me.ranks[box.cards[card].rank] -= 1
    _change_auras(me, box.cards[card], -1)
    return card


@kernel
def are_interchangeable(s: State, me: Player, a: int, b: int) -> bool:
    """Whether two Unit slots hold Units that nothing tells apart (R38, R63)."""
    return (
        me.units[a] == me.units[b]
        and me.tokens[a] == me.tokens[b]
        and s.committed[a] == s.committed[b]
        and s.uses[a] == s.uses[b]
        and s.bonus_fleet[a] == s.bonus_fleet[b]
        and s.bonus_ground[a] == s.bonus_ground[b]
    )


@kernel
def is_first_of_its_like(s: State, me: Player, slot: int) -> bool:
    """Whether no lower Unit slot holds an interchangeable Unit (R38)."""
    for lower in range(slot):
        if are_interchangeable(s, me, lower, slot):
            return False
    return True


@kernel
def has_room(me: Player) -> bool:
    """Whether another Unit may be deployed (R31)."""
    return me.unit_count < UNITS


@kernel
def hold(box: Box, me: Player, number: int) -> None:
    """Put a World or a Prestige card into the Warzone."""
    card = box.cards[number]
    me.held[number] += 1
    if card.kind == Kind.WORLD:
        me.worlds += 1
        me.world_energy += card.energy
        _change_auras(me, card, 1)
