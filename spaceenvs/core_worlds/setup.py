"""Setup (section 3) and the pre-game draft (section 11): PREGAME."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import seed_rng, shuffle
from spaceenvs.core_worlds.actions import TAKE_ZONE, Decision
from spaceenvs.core_worlds.components import (
    DEFS,
    GALACTIC,
    GRUNT,
    HAND,
    MAX_PLAYERS,
    NOTHING,
    PICKS,
    PILE,
    SECTORS,
    SNUB,
    START,
    SURGE_TOKENS,
    UNITS,
    ZONE,
    ZONE_SIZE,
)
from spaceenvs.core_worlds.empire import RANKS, Player, add_to_deck, hold
from spaceenvs.core_worlds.galactic import clear_slot, reveal, take_from_zone
from spaceenvs.core_worlds.invasion import end_invasion
from spaceenvs.core_worlds.rounds import begin_round


@kernel
def reset(s: State, box: Box, seed: int) -> None:
    """Set up a game and stop at its first decision."""
    clear(s, box)
    seed_rng(s.rng, seed)
    _deal_home_worlds(s, box)
    for p in range(s.num_players):
        deal_starting_deck(s, box, p)
    if box.pregame_draft != 0:
        _begin_draft(s, box)
    else:
        _begin_game(s, box)


@kernel
def clear(s: State, box: Box) -> None:
    """Empty the table: nothing dealt, everything still in the Galactic Decks."""
    s.num_players = box.num_players
    s.to_move = 0
    s.decision = 0
    s.done = 0
    s.round_number = 0
    s.destiny = 0
    s.picks = 0
    s.resolving = NOTHING
    s.acting = NOTHING
    s.left = 0
    s.combo_mask = 0
    s.played_count = 1  # so that all of `played` is cleared
    end_invasion(s)
    for slot in range(ZONE):
        clear_slot(s, slot)
    s.zone_slots = 0
    for card in range(DEFS):
        s.unrevealed[card] = 0
        s.removed[card] = 0
    for deck in range(SECTORS + 1):
        is_used = deck > 0 or box.pregame_draft != 0  # step 5, R42
        size = box.galactic_size[deck] if is_used else 0
        s.galactic_size[deck] = size
        for i in range(GALACTIC):
            s.galactic[deck, i] = box.galactic[deck, i] if i < size else NOTHING
            if deck > 0 and i < size:
                s.unrevealed[box.galactic[deck, i]] += 1
    for p in range(MAX_PLAYERS):
        s.rank[p] = 0
        s.score[p] = 0
        s.reward[p] = 0
        _clear_player(s.players[p])


@kernel
def _clear_player(me: Player) -> None:
    """Empty a place at the table."""
    for i in range(HAND):
        me.hand[i] = NOTHING
        me.known[i] = NOTHING
    for i in range(PILE):
        me.deck[i] = NOTHING
    for card in range(DEFS):
        me.pool[card] = 0
        me.discard[card] = 0
        me.held[card] = 0
    for i in range(UNITS):
        me.units[i] = NOTHING
        me.tokens[i] = 0
    for rank in range(RANKS):
        me.ranks[rank] = 0
        me.aura[rank] = 0
    me.colony[GRUNT] = 0
    me.colony[SNUB] = 0
    me.hand_size = 0
    me.known_size = 0
    me.deck_size = 0
    me.discard_size = 0
    me.unit_count = 0
    me.home = NOTHING
    me.energy = 0
    me.ap = 0
    me.passed = 0
    me.explored = 0
    me.surge_tokens = 0
    me.generated = 0
    me.worlds = 0
    me.world_energy = 0
    me.points = 0


@kernel
def _deal_home_worlds(s: State, box: Box) -> None:
    """Deal Home Worlds; the lowest number gets the Destiny Marker (steps 1, 2 and 4)."""
    numbers = s.zone  # the table is still empty
    for i in range(MAX_PLAYERS):
        numbers[i] = i
    shuffle(s.rng, numbers, MAX_PLAYERS)
    for p in range(s.num_players):
        s.players[p].home = box.homes[numbers[p]]
        if numbers[p] < numbers[s.destiny]:
            s.destiny = p
    for i in range(MAX_PLAYERS):
        numbers[i] = NOTHING
    give_surge_tokens(s, box)


@kernel
def give_surge_tokens(s: State, box: Box) -> None:
    """Give out the surge tokens, counted from the Destiny holder (step 4)."""
    for k in range(s.num_players):
        me = s.players[(s.destiny + k) % s.num_players]
        me.surge_tokens = SURGE_TOKENS[s.num_players, k] if box.surge_tokens != 0 else 0


@kernel
def find_home_number(box: Box, home: int) -> int:
    """Return which of the five Home Worlds this is, counted from 0."""
    for i in range(MAX_PLAYERS):
        if box.homes[i] == home:
            return i
    return 0


@kernel
def deal_starting_deck(s: State, box: Box, player: int) -> None:
    """Lay the Home World into the Warzone and take its starting deck (step 3)."""
    me = s.players[player]
    hold(box, me, me.home)
    me.points += box.cards[me.home].points
    number = find_home_number(box, me.home)
    for i in range(START):
        card = box.start[number, i]
        add_to_deck(me, card)
        me.points += box.cards[card].points


@kernel
def _begin_game(s: State, box: Box) -> None:
    """Shuffle all decks (step 6, R59) and begin round 1."""
    for p in range(s.num_players):
        shuffle(s.rng, s.players[p].deck, s.players[p].deck_size)
    for deck in range(1, SECTORS + 1):
        shuffle(s.rng, s.galactic[deck], s.galactic_size[deck])
    s.round_number = 1
    begin_round(s, box)


# Pre-game draft -------------------------------------------------------------------------


@kernel
def _begin_draft(s: State, box: Box) -> None:
    """Take a Grunts and a Snub out of every deck, lay out cards of Deck 0, ask PREGAME."""
    for p in range(s.num_players):
        for which in range(2):
            remove_from_deck(s, box, s.players[p], box.colonists[which])  # R41
    shuffle(s.rng, s.galactic[0], s.galactic_size[0])
    for _ in range(ZONE_SIZE[s.num_players]):
        reveal(s, box, 0)
    s.to_move = s.destiny
    s.decision = Decision.PREGAME


@kernel
def remove_from_deck(s: State, box: Box, me: Player, card: int) -> None:
    """Take one copy of a card out of a draw deck, and out of the game."""
    for i in range(me.deck_size):
        if me.deck[i] == card:
            me.deck_size -= 1
            for k in range(i, me.deck_size):
                me.deck[k] = me.deck[k + 1]
            me.deck[me.deck_size] = NOTHING
            me.pool[card] -= 1
            me.points -= box.cards[card].points
            s.removed[card] += 1
            return


@kernel
def find_picker(s: State) -> int:
    """Return whose pick it is: clockwise from P1, then back again."""
    place = s.picks
    if place >= s.num_players:
        place = PICKS * s.num_players - 1 - place
    return (s.destiny + place) % s.num_players


@kernel
def legal_pregame(s: State, box: Box, mask: Mask) -> None:
    """PREGAME: every card not yet picked."""
    for slot in range(s.zone_slots):
        mask[TAKE_ZONE + slot] = s.zone[slot] != NOTHING


@kernel
def play_pregame(s: State, box: Box, action: int) -> None:
    """PREGAME: the card goes to the picker's deck; after the last pick the game begins."""
    me = s.players[s.to_move]
    add_to_deck(me, take_from_zone(s, box, me, action - TAKE_ZONE))
    s.picks += 1
    if s.picks < PICKS * s.num_players:
        s.to_move = find_picker(s)
        return
    _clear_draft(s)
    _begin_game(s, box)


@kernel
def _clear_draft(s: State) -> None:
    """Take what was not picked, and the rest of Deck 0, out of the game."""
    for slot in range(s.zone_slots):
        if s.zone[slot] != NOTHING:
            s.removed[s.zone[slot]] += 1
            clear_slot(s, slot)
    s.zone_slots = 0
    for i in range(s.galactic_size[0]):
        s.removed[s.galactic[0, i]] += 1
        s.galactic[0, i] = NOTHING
    s.galactic_size[0] = 0
