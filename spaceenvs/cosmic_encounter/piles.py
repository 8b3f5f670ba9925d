"""The destiny deck: its discards, and the special cards that a reshuffle replaces (11.7, R201)."""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.components import (
    DESTINY_COUNT,
    DESTINY_DARK_WILD,
    DESTINY_WILD,
    FIRST_SPECIAL,
    MAX_PLAYERS,
    NUM_SPECIAL,
    SPACE_DUST,
)
from spaceenvs.cosmic_encounter.stack import find_hex

IN_GAME, OUTSIDE = 1, -1  # what all know of a special card


@kernel
def count_copies(s: State, card: int) -> int:
    """Step 3: return how many copies of an ordinary destiny card are in the game.

    Colours in play and the wilds; with 3 players not the dark wild.
    """
    if card >= FIRST_SPECIAL or (card == DESTINY_DARK_WILD and s.seats == 3):
        return 0
    if card < DESTINY_WILD and card % MAX_PLAYERS >= s.seats:
        return 0
    return int(DESTINY_COUNT[card])


@kernel
def count_dust(s: State, card: int) -> int:
    """Return how many copies of a destiny card Space Dust keeps, played or not."""
    owner = find_hex(s, SPACE_DUST)
    if owner < 0 or card >= DESTINY_WILD or card % MAX_PLAYERS != owner:
        return 0
    dark = card // MAX_PLAYERS
    count = int(s.dust[dark])
    if s.challenge.dust_card == dark + 1:
        count += 1
    for i in range(s.interrupted):
        if s.waiting[i].dust_card == dark + 1:
            count += 1
    return count


@kernel
def note_special(s: State, card: int) -> None:
    """All see a destiny card: if it is a special one, it is known to be in the game."""
    if card >= FIRST_SPECIAL:
        s.special_seen[card - FIRST_SPECIAL] = IN_GAME


@kernel
def discard_destiny_card(s: State, card: int) -> None:
    """Put a destiny card on the destiny discards."""
    s.destiny_discard[s.destiny_discard_count] = card
    s.destiny_discard_count += 1
    s.destiny_discards[card] += 1


@kernel
def draw_outside(s: State) -> int:
    """Take a random special card of those outside, in ascending order (R201); -1 if none is."""
    count = 0
    for i in range(NUM_SPECIAL):
        count += int(s.special_out[i])
    if count == 0:
        return -1
    left = pick(s.rng, count)
    for i in range(NUM_SPECIAL):
        left -= s.special_out[i]
        if left < 0:
            s.special_out[i] = 0
            return FIRST_SPECIAL + i
    return -1


@kernel
def exchange_special(s: State, card: int) -> int:
    """R201: return the card that takes the place of a special card, which goes outside."""
    other = draw_outside(s)
    if other < 0:
        return card
    s.special_out[card - FIRST_SPECIAL] = 1
    for i in range(NUM_SPECIAL):
        if s.special_seen[i] == OUTSIDE:
            s.special_seen[i] = 0  # it may have come back
    return other


@kernel
def replace_last_special(s: State) -> None:
    """R201: the special card that lies highest on the discards is replaced."""
    for i in range(s.destiny_discard_count - 1, -1, -1):
        card = int(s.destiny_discard[i])
        if card >= FIRST_SPECIAL:
            s.destiny_discard[i] = exchange_special(s, card)
            if s.destiny_discard[i] != card:
                s.special_seen[card - FIRST_SPECIAL] = OUTSIDE
            return


@kernel
def replace_all_specials(s: State) -> None:
    """R201, `replace_all`: those of the deck, of the discards and of Worldships, one by one."""
    for i in range(s.destiny_count):
        if s.destiny[i] >= FIRST_SPECIAL:
            s.destiny[i] = exchange_special(s, s.destiny[i])
    for i in range(s.destiny_discard_count):
        if s.destiny_discard[i] >= FIRST_SPECIAL:
            s.destiny_discard[i] = exchange_special(s, s.destiny_discard[i])
    for i in range(s.fleet_count):
        if s.fleet[i] >= FIRST_SPECIAL:
            s.fleet[i] = exchange_special(s, s.fleet[i])
    for i in range(NUM_SPECIAL):
        s.special_seen[i] = 0
