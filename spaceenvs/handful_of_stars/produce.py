"""Produce: building units (6.3)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.actions import (
    A_DONE,
    A_SPACE,
    A_UNIT,
    D_PRODUCE_SPACE,
    D_PRODUCE_UNIT,
)
from spaceenvs.handful_of_stars.asking import ask, clear_options
from spaceenvs.handful_of_stars.components import (
    BASE,
    COLONY,
    FLEET,
    MATTER,
    NOTHING,
    POPULATION,
    SPARE_DISCS,
    TRACK_DISCS,
    Effect,
)
from spaceenvs.handful_of_stars.payment import can_afford, can_pay, clear_pool, demand
from spaceenvs.handful_of_stars.routes import add_units
from spaceenvs.handful_of_stars.spaces import first, without_first
from spaceenvs.handful_of_stars.state import ACTION_OVER, BUYING_UNIT, HOME_STANDS, PRODUCE
from spaceenvs.handful_of_stars.tallies import bonus_of


@kernel
def can_produce(s: State, box: Box, p: int, population: int, matter: int, without: int) -> bool:
    """Whether a unit can be built with these points in the pool."""
    if s.stock[p, FLEET] == 0 and s.stock[p, BASE] == 0:
        return False
    if not can_afford(s, box, p, POPULATION, 1, population, without):
        return False
    if not can_afford(s, box, p, MATTER, 1, matter, without):
        return False
    if not has_shipyard(s, p):
        return False
    gone = 0 if without == NOTHING else 1
    if s.sources[p, POPULATION] > 1 + gone or s.sources[p, MATTER] > 1 + gone:
        return True  # there are two different sources
    return can_pay(s, box, p, POPULATION, 1 - population, MATTER, 1 - matter, without)


@kernel
def has_shipyard(s: State, p: int) -> bool:
    """Whether a player has a homeworld or colony to build on."""
    discs = s.track_discs[p] + s.spare_discs[p]
    return s.home[p] == HOME_STANDS or discs < TRACK_DISCS + SPARE_DISCS


@kernel
def begin_produce(s: State, box: Box, limit: int, population: int, matter: int) -> None:
    """Begin to build; YARDS is read now (R51)."""
    clear_pool(s)
    s.pool[POPULATION] = population
    s.pool[MATTER] = matter
    s.left = limit + bonus_of(s, s.actor, Effect.YARDS)
    s.begun = 0
    s.stage = PRODUCE


@kernel
def produce(s: State, box: Box) -> None:
    """Ask for the next unit, if one can be built (D05)."""
    if s.left > 0 and offer_kinds(s, box) > 0:
        ask(s, s.actor, D_PRODUCE_UNIT)
    else:
        s.stage = ACTION_OVER


@kernel
def offer_kinds(s: State, box: Box) -> int:
    """Offer the kinds of unit that can be built; return how many."""
    clear_options(s)
    p = s.actor
    if not can_produce(s, box, p, s.pool[POPULATION], s.pool[MATTER], NOTHING):
        return 0
    found = 0
    for unit in range(2):
        if s.stock[p, unit] > 0:
            s.options[A_UNIT + unit] = 1
            found += 1
    s.options[A_DONE] = s.begun
    return found


@kernel
def play_kind(s: State, action: int) -> None:
    """Choose the kind of unit, or end the action; then ask where (D06)."""
    if action == A_DONE:
        s.stage = ACTION_OVER
        return
    s.unit = action - A_UNIT
    s.errand = BUYING_UNIT
    offer_shipyards(s)
    ask(s, s.actor, D_PRODUCE_SPACE)


@kernel
def offer_shipyards(s: State) -> None:
    """Offer the own homeworld and colonies."""
    clear_options(s)
    spaces = s.present[s.actor]
    while spaces != 0:
        x = first(spaces)
        spaces = without_first(spaces)
        s.options[A_SPACE + x] = s.marker[s.actor, x] >= COLONY


@kernel
def play_shipyard(s: State, action: int) -> None:
    """Choose where the unit is built, then pay for it."""
    s.destination = action - A_SPACE
    demand(s, BUYING_UNIT, POPULATION, 1, MATTER, 1)


@kernel
def place_unit(s: State) -> None:
    """Put the unit that was paid for on the board."""
    s.stock[s.actor, s.unit] -= 1
    add_units(s, s.actor, s.destination, s.unit, 1)
    s.left -= 1
    s.begun = 1
    s.stage = PRODUCE
