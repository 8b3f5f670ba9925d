"""What must hold in every position: cards conserved, counters true."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core_worlds.actions import Decision
from spaceenvs.core_worlds.components import (
    DEFS,
    HAND,
    NOTHING,
    PILE,
    ROUNDS,
    SECTORS,
    START,
    SUBTYPES,
    UNITS,
    ZONE,
    Effect,
    Kind,
)
from spaceenvs.core_worlds.empire import Player
from spaceenvs.core_worlds.scoring import count_copies
from spaceenvs.core_worlds.setup import find_home_number

BROKEN = (
    "",
    "a card was lost or made",
    "a hand, deck or list has more cards than it may hold",
    "hand and deck together do not hold what the pool says",
    "a discard pile does not hold as many cards as counted",
    "a hand is not sorted, or holds a card that is no Unit and no Tactic",
    "a card that everybody knows is not in the hand",
    "Worlds, World Energy, points or discounts are counted wrongly",
    "Energy, Action Points or tokens are out of range",
    "a Unit outside the running Invasion is committed, or a Unit slot is wrong",
    "the Central Zone shows a card wrongly",
    "the Galactic Decks do not hold what is unrevealed",
    "a counter of the round or of a decision is out of range",
)
(
    _CARDS,
    _SIZES,
    _POOL,
    _DISCARD,
    _HAND_ORDER,
    _KNOWN,
    _COUNTERS,
    _RANGES,
    _UNITS,
    _ZONE,
    _GALACTIC,
    _ROUND,
) = range(1, 13)


@kernel
def check(s: State, box: Box) -> int:
    """Return 0, or the number of the first broken invariant."""
    if s.round_number < 0 or s.round_number > ROUNDS or s.destiny < 0 or s.destiny >= s.num_players:
        return _ROUND
    if not _is_decision_sound(s):
        return _ROUND
    for p in range(s.num_players):
        me = s.players[p]
        broken = _check_piles(box, me)
        if broken == 0:
            broken = _check_warzone(s, box, p)
        if broken != 0:
            return broken
    if not _is_invasion_sound(s):
        return _UNITS
    if not _is_zone_sound(s, box):
        return _ZONE
    if not _is_galaxy_sound(s):
        return _GALACTIC
    for card in range(DEFS):
        if _count_found(s, box, card) != _count_dealt(s, box, card):
            return _CARDS
    return 0


@kernel
def _is_decision_sound(s: State) -> bool:
    """Whether what is pending fits the decision."""
    d = s.decision
    invading = d >= Decision.INVADE and d <= Decision.TAC_DISCARD
    after = d == Decision.KEEP_UNIT or d == Decision.COLONIZE
    counting = (
        d == Decision.EXPLORE_CARD
        or d == Decision.COMBO
        or d == Decision.COLONIZE_HAND
        or d == Decision.TAC_DISCARD
    )
    return (
        (s.target != NOTHING) == invading
        and (s.conquered != NOTHING) == after
        and (s.left > 0) == counting
        and s.keeps >= 0
    )


@kernel
def _count_dealt(s: State, box: Box, card: int) -> int:
    """Return how many copies of a card this game is played with."""
    count = 0
    for p in range(s.num_players):
        home = s.players[p].home
        if home == card:
            count += 1
        number = find_home_number(box, home)
        for i in range(START):
            if box.start[number, i] == card:
                count += 1
    first = 0 if box.pregame_draft != 0 else 1  # setup step 5: else Deck 0 is not used
    for deck in range(first, SECTORS + 1):
        for i in range(box.galactic_size[deck]):
            if box.galactic[deck, i] == card:
                count += 1
    return count


@kernel
def _count_found(s: State, box: Box, card: int) -> int:
    """Return how many copies of a card lie anywhere."""
    count = int(s.removed[card]) + int(s.unrevealed[card])
    for p in range(s.num_players):
        count += count_copies(box, s.players[p], card)
    for slot in range(ZONE):
        if s.zone[slot] == card:
            count += 1
    if box.pregame_draft != 0:
        for i in range(s.galactic_size[0]):
            if s.galactic[0, i] == card:
                count += 1
    if s.resolving == card:
        count += 1
    return count


@kernel
def _check_piles(box: Box, me: Player) -> int:
    """Check hand, deck, discard pile and what is known of the hand."""
    if me.hand_size < 0 or me.hand_size > HAND or me.deck_size < 0 or me.unit_count > UNITS:
        return _SIZES
    if int(me.hand_size) + int(me.deck_size) + int(me.discard_size) > PILE:
        return _SIZES
    discards = 0
    for card in range(DEFS):
        count = 0
        for i in range(me.hand_size):
            if me.hand[i] == card:
                count += 1
        for i in range(me.deck_size):
            if me.deck[i] == card:
                count += 1
        if count != me.pool[card] or me.discard[card] < 0:
            return _POOL
        discards += me.discard[card]
    if discards != me.discard_size:
        return _DISCARD
    for i in range(HAND):
        if (me.hand[i] == NOTHING) != (i >= me.hand_size):
            return _HAND_ORDER
        if i < me.hand_size:
            kind = box.cards[me.hand[i]].kind
            if kind != Kind.UNIT and kind != Kind.TACTIC:
                return _HAND_ORDER
            if i > 0 and me.hand[i] < me.hand[i - 1]:
                return _HAND_ORDER
    return _check_known(me)


@kernel
def _check_known(me: Player) -> int:
    """Check that the known cards are a part of the hand."""
    k = 0
    for i in range(me.hand_size):
        if k < me.known_size and me.hand[i] == me.known[k]:
            k += 1
    return 0 if k == me.known_size else _KNOWN


@kernel
def _check_warzone(s: State, box: Box, player: int) -> int:
    """Check the counters that go with Worlds, Units and points."""
    me = s.players[player]
    worlds = 0
    energy = 0
    points = 0
    for number in range(DEFS):
        card = box.cards[number]
        if me.held[number] > 0 and card.kind != Kind.WORLD and card.kind != Kind.PRESTIGE:
            return _COUNTERS
        if card.kind == Kind.WORLD:
            worlds += me.held[number]
            energy += int(me.held[number]) * int(card.energy)
        points += int(card.points) * count_copies(box, me, number)
    if worlds != me.worlds or energy != me.world_energy:
        return _COUNTERS
    if s.resolving != NOTHING and player == s.to_move:
        points += box.cards[s.resolving].points  # R56: beside the hand
    if points != me.points:
        return _COUNTERS
    for rank in range(len(SUBTYPES)):
        if _count_aura(box, me, rank) != me.aura[rank]:
            return _COUNTERS
    units = 0
    for rank in range(len(SUBTYPES)):
        units += me.ranks[rank]
    if units != me.unit_count:
        return _COUNTERS
    for slot in range(UNITS):
        if (me.units[slot] == NOTHING) != (slot >= me.unit_count) or me.tokens[slot] < 0:
            return _UNITS
        if slot < me.unit_count and box.cards[me.units[slot]].kind != Kind.UNIT:
            return _UNITS
    if me.energy < 0 or me.ap < 0 or me.ap > 6 or me.surge_tokens < 0 or me.surge_tokens > 2:
        return _RANGES
    return 0


@kernel
def _count_aura(box: Box, me: Player, rank: int) -> int:
    """Count the discount of a subtype anew (6.1)."""
    total = 0
    for number in range(DEFS):
        card = box.cards[number]
        copies = int(me.held[number])
        for slot in range(me.unit_count):
            if me.units[slot] == number:
                copies += 1
        for i in range(card.effects):
            if card.code[i] == Effect.AURA_DISCOUNT and (card.parameter[i, 0] >> rank) & 1:
                total += copies * int(card.parameter[i, 1])
    return total


@kernel
def _is_invasion_sound(s: State) -> bool:
    """Whether only Units that are there, and only in an Invasion, are committed."""
    count = s.players[s.to_move].unit_count
    running = s.target != NOTHING or s.conquered != NOTHING
    for slot in range(UNITS):
        if s.committed[slot] != 0 or s.uses[slot] != 0:
            if not running or slot >= count:
                return False
    return running or (s.fleet == 0 and s.ground == 0 and s.played_count == 0)


@kernel
def _is_zone_sound(s: State, box: Box) -> bool:
    """Whether the zone's slots hold cards as counted."""
    for slot in range(ZONE):
        if s.zone[slot] != NOTHING:
            card = box.cards[s.zone[slot]]
            if slot >= s.zone_slots or card.kind == Kind.NONE:
                return False
    return True


@kernel
def _is_galaxy_sound(s: State) -> bool:
    """Whether Galactic Decks 1 to 5 hold exactly what is unrevealed."""
    for card in range(DEFS):
        count = 0
        for deck in range(1, SECTORS + 1):
            for i in range(s.galactic_size[deck]):
                if s.galactic[deck, i] == card:
                    count += 1
        if count != s.unrevealed[card]:
            return False
    return True
