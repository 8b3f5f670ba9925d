"""The reshuffle of the destiny deck (11.7, R201): when it runs out, and by a New Destiny Moon."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import shuffle
from spaceenvs.cosmic_encounter.components import NUM_DESTINY
from spaceenvs.cosmic_encounter.piles import replace_all_specials, replace_last_special
from spaceenvs.cosmic_encounter.sheets import clear_memory, count_kept, keeps_cards


@kernel
def reshuffle_destiny(s: State, box: Box) -> None:
    """Special cards are replaced, then all cards are shuffled to a new deck (11.7, R201)."""
    if box.special_destiny != 0:
        if box.replace_all != 0:
            replace_all_specials(s)
        else:
            replace_last_special(s)
    for k in range(s.destiny_discard_count):
        s.destiny[s.destiny_count] = s.destiny_discard[k]
        s.destiny_count += 1
    s.destiny_discard_count = 0
    for i in range(s.fleet_count):
        s.destiny[s.destiny_count] = s.fleet[i]
        s.destiny_count += 1
    s.fleet_count = 0
    return_kept_cards(s)
    for card in range(NUM_DESTINY):
        s.destiny_discards[card] = 0
    shuffle(s.rng, s.destiny, s.destiny_count)


@kernel
def return_kept_cards(s: State) -> None:
    """What Dragons have kept goes back into the destiny deck before it is shuffled."""
    for p in range(s.seats):
        for place in range(s.held_count[p]):
            if keeps_cards(s, p, place):
                memory = s.held[p, place].memory
                for i in range(count_kept(memory)):
                    s.destiny[s.destiny_count] = memory[i] - 1
                    s.destiny_count += 1
                clear_memory(s.held[p, place])
    for card in range(NUM_DESTINY):
        while s.destiny_aside[card] > 0:
            s.destiny_aside[card] -= 1
            s.destiny[s.destiny_count] = card
            s.destiny_count += 1
