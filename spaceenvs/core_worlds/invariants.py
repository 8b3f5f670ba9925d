"""What must hold in every position: cards conserved, counters true."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core_worlds.actions import Decision
from spaceenvs.core_worlds.components import (
    DEFS,
    HAND,
    NOTHING,
    PILE,
    RESHUFFLE_ROUND,
    ROUNDS,
    SECTORS,
    SUBTYPES,
    UNITS,
    ZONE,
    Effect,
    Kind,
)
from spaceenvs.core_worlds.empire import Player
from spaceenvs.core_worlds.setup import find_home_number
from spaceenvs.core_worlds.state import SHOWN_FLEET, SHOWN_GROUND, SHOWN_POINTS, SHOWN_WORLD

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
    if s.done == 0 and not _is_decision_sound(s):
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
    return 0 if _is_every_card_there(s, box) else _CARDS


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
    if d == Decision.KEEP_CARD and s.done == 0 and s.round_number >= ROUNDS:
        return False  # R33: the last round has no Discard Phase
    if d == Decision.RESHUFFLE and s.round_number != RESHUFFLE_ROUND:
        return False  # R34
    return (
        (s.target != NOTHING) == invading
        and (s.conquered != NOTHING) == after
        and (s.left > 0) == counting
        and s.keeps >= 0
    )


@kernel
def _is_every_card_there(s: State, box: Box) -> bool:
    """Whether all cards dealt lie somewhere, and no others do."""
    missing = np.zeros(DEFS, np.int64)
    for p in range(s.num_players):
        home = s.players[p].home
        missing[home] += 1
        for card in box.start[find_home_number(box, home)]:
            missing[card] += 1
        _take_away_empire(box, s.players[p], missing)
    first = 0 if box.pregame_draft != 0 else 1  # setup step 5: else Deck 0 is not used
    for deck in range(first, SECTORS + 1):
        for i in range(box.galactic_size[deck]):
            missing[box.galactic[deck, i]] += 1
    for i in range(s.galactic_size[0]):
        missing[s.galactic[0, i]] -= 1
    for slot in range(ZONE):
        if s.zone[slot] != NOTHING:
            missing[s.zone[slot]] -= 1
    if s.resolving != NOTHING:
        missing[s.resolving] -= 1  # R56
    for card in range(DEFS):
        if missing[card] != s.removed[card] + s.unrevealed[card]:
            return False
    return True


@kernel
def _take_away_empire(box: Box, me: Player, missing: NDArray[np.int64]) -> None:
    """Count away the cards of an Empire."""
    for card in range(DEFS):
        missing[card] -= me.pool[card] + me.discard[card] + me.held[card]
    for slot in range(me.unit_count):
        missing[me.units[slot]] -= 1
    for which in range(2):
        missing[box.colonists[which]] -= me.colony[which]


@kernel
def _check_piles(box: Box, me: Player) -> int:
    """Check hand, deck, discard pile and what is known of the hand."""
    if me.hand_size < 0 or me.hand_size > HAND or me.deck_size < 0 or me.unit_count > UNITS:
        return _SIZES
    if int(me.hand_size) + int(me.deck_size) + int(me.discard_size) > PILE:
        return _SIZES
    for i in range(HAND):
        if (me.hand[i] == NOTHING) != (i >= me.hand_size):
            return _HAND_ORDER
    pool = np.zeros(DEFS, np.int64)
    for i in range(me.hand_size):
        pool[me.hand[i]] += 1
    for i in range(me.deck_size):
        pool[me.deck[i]] += 1
    discards = 0
    for card in range(DEFS):
        if pool[card] != me.pool[card] or me.discard[card] < 0:
            return _POOL
        discards += int(me.discard[card])
    if discards != me.discard_size:
        return _DISCARD
    for i in range(me.hand_size):
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
    aura = np.zeros(len(SUBTYPES), np.int64)
    for number in range(DEFS):
        held = int(me.held[number])
        points += int(box.cards[number].points) * (held + me.pool[number] + me.discard[number])
        if held == 0:
            continue
        card = box.cards[number]
        if card.kind == Kind.WORLD:
            worlds += held
            energy += held * int(card.energy)
            _add_auras(card, held, aura)
        elif card.kind != Kind.PRESTIGE:
            return _COUNTERS
    for which in range(2):
        points += int(me.colony[which]) * int(box.cards[box.colonists[which]].points)
    for slot in range(me.unit_count):
        points += int(box.cards[me.units[slot]].points)
        _add_auras(box.cards[me.units[slot]], 1, aura)
    if worlds != me.worlds or energy != me.world_energy:
        return _COUNTERS
    if s.resolving != NOTHING and player == s.to_move:
        points += box.cards[s.resolving].points  # R56: beside the hand
    if points != me.points:
        return _COUNTERS
    units = 0
    for rank in range(len(SUBTYPES)):
        if aura[rank] != me.aura[rank]:
            return _COUNTERS
        units += int(me.ranks[rank])
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
def _add_auras(card: Any, copies: int, aura: NDArray[np.int64]) -> None:
    """Add what copies of a card in the Warzone take off the cost of Units (6.1)."""
    for i in range(card.effects):
        if card.code[i] == Effect.AURA_DISCOUNT:
            for rank in range(len(SUBTYPES)):
                if (card.parameter[i, 0] >> rank) & 1:
                    aura[rank] += copies * card.parameter[i, 1]


@kernel
def _is_invasion_sound(s: State) -> bool:
    """Whether only Units that are there, and only in an Invasion, are committed."""
    count = s.players[s.to_move].unit_count
    running = s.target != NOTHING or s.conquered != NOTHING
    for slot in range(UNITS):
        is_used = s.committed[slot] != 0 or s.uses[slot] != 0
        if is_used and (not running or slot >= count):
            return False
    return running or (s.fleet == 0 and s.ground == 0 and s.played_count == 0)


@kernel
def _is_zone_sound(s: State, box: Box) -> bool:
    """Whether the zone's slots hold cards as counted."""
    for slot in range(ZONE):
        if s.zone[slot] == NOTHING:
            continue
        card = box.cards[s.zone[slot]]
        if slot >= s.zone_slots or card.kind == Kind.NONE:
            return False
        if (s.zone_shown[SHOWN_WORLD, slot] != 0) != (card.kind == Kind.WORLD):
            return False
        if (
            s.zone_shown[SHOWN_FLEET, slot] != card.fleet
            or s.zone_shown[SHOWN_GROUND, slot] != card.ground
            or s.zone_shown[SHOWN_POINTS, slot] != card.points
        ):
            return False
    return True


@kernel
def _is_galaxy_sound(s: State) -> bool:
    """Whether Galactic Decks 1 to 5 hold exactly what is unrevealed."""
    count = np.zeros(DEFS, np.int64)
    for deck in range(1, SECTORS + 1):
        for i in range(s.galactic_size[deck]):
            count[s.galactic[deck, i]] += 1
    for card in range(DEFS):
        if count[card] != s.unrevealed[card]:
            return False
    return True
