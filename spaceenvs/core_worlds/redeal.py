"""Other hidden cards in agreement with what a player knows (section 8)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import seed_rng, shuffle
from spaceenvs.core_worlds.components import DEFS, HAND, NOTHING, SECTORS
from spaceenvs.core_worlds.empire import Player, insert_sorted


@kernel
def redeal(s: State, box: Box, player: int, seed: int) -> None:
    """Draw anew all that a player cannot see, as section 8 samples it."""
    seed_rng(s.rng, seed)
    for p in range(s.num_players):
        me = s.players[p]
        if p == player:
            shuffle(s.rng, me.deck, me.deck_size)
        else:
            _redeal_hand(s, box, me)
    for deck in range(SECTORS + 1):
        shuffle(s.rng, s.galactic[deck], s.galactic_size[deck])


@kernel
def _redeal_hand(s: State, box: Box, me: Player) -> None:
    """Deal an opponent's hand and deck (and a hidden discard pile) anew."""
    hidden_discards = box.public_discards == 0
    count = 0
    for card in range(DEFS):
        copies = me.pool[card] + 0
        if hidden_discards:
            copies += me.discard[card]
            me.discard[card] = 0
        for i in range(me.known_size):
            if me.known[i] == card:
                copies -= 1
        for _ in range(copies):
            me.deck[count] = card
            count += 1
    shuffle(s.rng, me.deck, count)
    for i in range(HAND):
        me.hand[i] = me.known[i]
    for size in range(me.known_size, me.hand_size):
        count -= 1
        insert_sorted(me.hand, size, me.deck[count])
        me.deck[count] = NOTHING
    if hidden_discards:
        for _ in range(me.discard_size):
            count -= 1
            me.discard[me.deck[count]] += 1
            me.deck[count] = NOTHING
        _recount_pool(me)


@kernel
def _recount_pool(me: Player) -> None:
    """Count hand and deck anew."""
    for card in range(DEFS):
        me.pool[card] = 0
    for i in range(me.hand_size):
        me.pool[me.hand[i]] += 1
    for i in range(me.deck_size):
        me.pool[me.deck[i]] += 1
