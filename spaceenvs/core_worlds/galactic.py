"""The Central Zone and the Galactic Phase (section 4.3)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core_worlds.components import (
    INVASION_COST,
    NOTHING,
    ROUNDS,
    ZONE,
    ZONE_SIZE,
    ZONE_TOKEN_ENERGY,
    Kind,
    sector_of,
)
from spaceenvs.core_worlds.empire import Player
from spaceenvs.core_worlds.state import (
    SHOWN,
    SHOWN_BONUS,
    SHOWN_ENERGY,
    SHOWN_FLEET,
    SHOWN_GROUND,
    SHOWN_POINTS,
    SHOWN_PRESTIGE,
    SHOWN_PRICE,
    SHOWN_TACTIC,
    SHOWN_TOKEN,
    SHOWN_UNIT,
    SHOWN_WORLD,
)


@kernel
def lay_out(s: State, box: Box, slot: int, number: int) -> None:
    """Lay a card face up into an empty zone slot."""
    card = box.cards[number]
    is_world = card.kind == Kind.WORLD
    s.zone[slot] = number
    s.zone_shown[SHOWN_WORLD, slot] = is_world
    s.zone_shown[SHOWN_UNIT, slot] = card.kind == Kind.UNIT
    s.zone_shown[SHOWN_TACTIC, slot] = card.kind == Kind.TACTIC
    s.zone_shown[SHOWN_PRESTIGE, slot] = card.kind == Kind.PRESTIGE
    s.zone_shown[SHOWN_PRICE, slot] = INVASION_COST if is_world else card.draft_cost
    s.zone_shown[SHOWN_FLEET, slot] = card.fleet
    s.zone_shown[SHOWN_GROUND, slot] = card.ground
    s.zone_shown[SHOWN_ENERGY, slot] = card.energy
    s.zone_shown[SHOWN_POINTS, slot] = card.points
    s.zone_shown[SHOWN_BONUS, slot] = card.has_bonus
    s.zone_shown[SHOWN_TOKEN, slot] = 0


@kernel
def clear_slot(s: State, slot: int) -> None:
    """Leave a zone slot empty until the next Galactic Phase (5.1, R45)."""
    s.zone[slot] = NOTHING
    for row in range(SHOWN):
        s.zone_shown[row, slot] = 0


@kernel
def take_from_zone(s: State, box: Box, me: Player, slot: int) -> int:
    """Take a card, and the Energy of its token (R14: after all costs are paid)."""
    card = s.zone[slot]
    if s.zone_shown[SHOWN_TOKEN, slot] != 0:
        me.energy += ZONE_TOKEN_ENERGY
    clear_slot(s, slot)
    me.points += box.cards[card].points
    return card


@kernel
def run_galactic_phase(s: State, box: Box) -> None:
    """Remove cards with a token, put tokens on the rest, refill the zone."""
    _age_zone(s)
    deck = sector_of(s.round_number)
    worlds = 0
    others = 0
    for slot in range(s.zone_slots):
        if s.zone_shown[SHOWN_WORLD, slot] != 0:
            worlds += 1
        else:
            others += 1  # R35: Prestige cards too
    n = s.num_players
    # R12: up to the zone size, then n Worlds, then n others. Cards only ever come, so one loop
    # until all three hold draws the same cards as three loops in a row.
    while _can_reveal(s, deck):
        if not (
            worlds + others < ZONE_SIZE[n]
            or worlds < n
            or others < n
            or s.round_number == ROUNDS  # R13: at last everything that is left
        ):
            break
        card = reveal(s, box, deck)
        s.unrevealed[card] -= 1
        if box.cards[card].kind == Kind.WORLD:
            worlds += 1
        else:
            others += 1


@kernel
def _age_zone(s: State) -> None:
    """Close the gaps; a card with a token leaves the game (R10), another gets a token."""
    kept = 0
    for slot in range(s.zone_slots):
        card = s.zone[slot]
        if card == NOTHING:
            continue
        if s.zone_shown[SHOWN_TOKEN, slot] != 0:
            s.removed[card] += 1
            continue
        s.zone[kept] = card
        for row in range(SHOWN):
            s.zone_shown[row, kept] = s.zone_shown[row, slot]
        s.zone_shown[SHOWN_TOKEN, kept] = 1  # R9: tokens never run out
        kept += 1
    for slot in range(kept, s.zone_slots):
        clear_slot(s, slot)
    s.zone_slots = kept


@kernel
def _can_reveal(s: State, deck: int) -> bool:
    """Whether a card is left to draw and the zone has room for it (R11)."""
    return s.galactic_size[deck] > 0 and s.zone_slots < ZONE


@kernel
def reveal(s: State, box: Box, deck: int) -> int:
    """Draw the next card of a Galactic Deck into the zone's next slot and return it."""
    s.galactic_size[deck] -= 1
    card = s.galactic[deck, s.galactic_size[deck]]
    s.galactic[deck, s.galactic_size[deck]] = NOTHING
    lay_out(s, box, s.zone_slots, card)
    s.zone_slots += 1
    return card
