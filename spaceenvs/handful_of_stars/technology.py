"""Acquire Technology: the market and the wormhole token (6.7)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.actions import A_MARKET, A_WORMHOLE_TOKEN, D_TECH_PICK
from spaceenvs.handful_of_stars.asking import ask, clear_options
from spaceenvs.handful_of_stars.cards import put, refill_market
from spaceenvs.handful_of_stars.components import (
    ENERGY,
    MARKET,
    NOTHING,
    RESEARCH,
    WORMHOLE_TECHNOLOGY,
    Effect,
)
from spaceenvs.handful_of_stars.payment import can_afford, clear_pool, demand
from spaceenvs.handful_of_stars.state import ACTION_OVER, BUYING_TECHNOLOGY, DISCARD, TECH
from spaceenvs.handful_of_stars.tallies import bonus_of

_NO_CARD = -1


@kernel
def find_cost(s: State, box: Box, p: int, slot: int) -> int:
    """Return the price in a market slot, or of the wormhole token (slot MARKET); -1: not there."""
    if slot < MARKET:
        card = s.market[slot]
        return -1 if card == NOTHING else int(box.cost[card])
    if s.wormhole_out == 0 or s.wormhole_token[p] != 0:
        return -1
    return int(box.cost[WORMHOLE_TECHNOLOGY])


@kernel
def can_acquire(s: State, box: Box, p: int, bonus: int, without: int) -> bool:
    """Whether something can be bought with a bonus in the pool."""
    for slot in range(MARKET + 1):
        cost = find_cost(s, box, p, slot)
        if cost >= 0 and can_afford(s, box, p, RESEARCH, cost, bonus, without):
            return True
    return False


@kernel
def begin_tech(s: State, box: Box, bonus: int) -> None:
    """Begin to acquire technology; LABS is read now (R51)."""
    clear_pool(s)
    s.pool[RESEARCH] = bonus + bonus_of(s, s.actor, Effect.LABS)
    s.stage = TECH


@kernel
def tech(s: State, box: Box) -> None:
    """Ask what to buy (D22)."""
    offer_technologies(s, box)
    ask(s, s.actor, D_TECH_PICK)


@kernel
def offer_technologies(s: State, box: Box) -> int:
    """Offer what can be paid; return how many."""
    clear_options(s)
    found = 0
    for slot in range(MARKET + 1):
        cost = find_cost(s, box, s.actor, slot)
        if cost >= 0 and can_afford(s, box, s.actor, RESEARCH, cost, s.pool[RESEARCH], _NO_CARD):
            s.options[A_WORMHOLE_TOKEN if slot == MARKET else A_MARKET + slot] = 1
            found += 1
    return found


@kernel
def play_technology(s: State, box: Box, action: int) -> None:
    """Choose what to buy, then pay."""
    s.slot = MARKET if action == A_WORMHOLE_TOKEN else action - A_MARKET
    demand(s, BUYING_TECHNOLOGY, RESEARCH, find_cost(s, box, s.actor, s.slot), ENERGY, 0)


@kernel
def take_technology(s: State, box: Box) -> None:
    """Take what was paid for; a card goes to the discard pile and its slot is refilled."""
    p = s.actor
    if s.slot == MARKET:
        s.wormhole_token[p] = 1
    else:
        put(s, box, p, s.market[s.slot], DISCARD)
        s.market[s.slot] = NOTHING
        refill_market(s, box)
    s.slot = NOTHING
    s.stage = ACTION_OVER
