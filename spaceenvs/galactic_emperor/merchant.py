"""The Merchant role (4.3, 5.1): market dice, buying, selling, investing, the Space Pirate."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import roll
from spaceenvs.galactic_emperor.actions import (
    BUY,
    D_DISCARD,
    D_MERCHANT,
    D_PIRATE_TARGET,
    D_TIME_REVERSAL,
    DIE,
    HEXA,
    HEXB,
    PASS,
    PIRATE,
    SEAT,
    SELL,
)
from spaceenvs.galactic_emperor.components import (
    MAX_CUBES_ON_SECTOR,
    MAX_ENERGY,
    MAX_METAL,
    MERCHANT_BONUS,
    NUM_MARKET_DICE,
    PIRATE_TECH,
    TIME_REVERSAL,
)
from spaceenvs.galactic_emperor.state import (
    BEFORE_ROLL,
    INVESTED,
    MARKET_DICE,
    NOBODY,
    PIRATE_RESULT,
    RETRIEVED,
    ROLL_MARKET,
    SET_MARKET,
    UNTOUCHED,
    ask,
    earn,
    is_producing,
    push,
)
from spaceenvs.galactic_emperor.tables import ENERGY, FOOD, METAL, NUM_HEXES, NUM_RESOURCES
from spaceenvs.galactic_emperor.technologies import declare, is_usable, open_window


@kernel
def begin_merchant(s: State, box: Box) -> None:
    """Give the taker his 3 marks; then the dice are rolled."""
    earn(s, s.taker, MERCHANT_BONUS)
    s.tech_used[PIRATE_TECH] = 0
    push(s, ROLL_MARKET)
    if box.reversal_before_roll != 0:
        open_window(s, BEFORE_ROLL)


@kernel
def roll_market(s: State, box: Box) -> None:
    """Roll the four dice; Time Reversal may change one of them (R23)."""
    for i in range(NUM_MARKET_DICE):
        s.market_dice[i] = roll(s.rng)
    push(s, SET_MARKET)
    if box.reversal_before_roll == 0:
        open_window(s, MARKET_DICE)
    elif s.announced != 0:
        s.window = MARKET_DICE
        ask(s, D_TIME_REVERSAL, s.tech_owner[TIME_REVERSAL])


@kernel
def set_market(s: State) -> None:
    """Sort the dice ascending and let the taker discard one."""
    dice = s.market_dice
    for i in range(1, NUM_MARKET_DICE):
        for j in range(i, 0, -1):
            if dice[j] < dice[j - 1]:
                lower = dice[j]
                dice[j] = dice[j - 1]
                dice[j - 1] = lower
    ask(s, D_DISCARD, s.taker)


@kernel
def legal_discard(s: State, mask: Mask) -> None:
    """D08: any die; of equal dice only the one at the lowest position."""
    for i in range(NUM_MARKET_DICE):
        if i == 0 or s.market_dice[i] != s.market_dice[i - 1]:
            mask[DIE + i] = 1


@kernel
def play_discard(s: State, box: Box, action: int) -> None:
    """Drop a die; the kept ones are the dice of food, metal and energy."""
    for i in range(action - DIE, NUM_MARKET_DICE - 1):
        s.market_dice[i] = s.market_dice[i + 1]
    s.market_dice[NUM_MARKET_DICE - 1] = 0
    for resource in range(NUM_RESOURCES):
        die = s.market_dice[resource]
        if box.dice_are_prices != 0:
            s.prices[resource] = die
        else:
            s.prices[resource] = box.price[resource, die - 1]


@kernel
def begin_merchant_turn(s: State) -> None:
    """Collect food by hex id as far as the supply reaches; then the market is open."""
    for resource in range(NUM_RESOURCES):
        s.bought[resource] = 0
        s.sold[resource] = 0
    for h in range(NUM_HEXES):
        s.touched[h] = UNTOUCHED
        if s.controller[h] == s.actor:
            food = min(s.food[h], s.food_supply)
            s.food_hand += food
            s.food_supply -= food
    ask(s, D_MERCHANT, s.actor)


@kernel
def count_room_for_food(s: State, player: int) -> int:
    """Count the cubes that own producing sectors could still take this turn."""
    room = 0
    for h in range(NUM_HEXES):
        if s.controller[h] == player and is_producing(s, h) and s.touched[h] != RETRIEVED:
            room += MAX_CUBES_ON_SECTOR - s.cubes[h]
    return room


@kernel
def can_invest(s: State, player: int, h: int) -> bool:
    """Whether a food cube may be put on a sector."""
    return (
        s.controller[h] == player
        and is_producing(s, h)
        and s.cubes[h] < MAX_CUBES_ON_SECTOR
        and s.food_hand > 0
        and s.touched[h] != RETRIEVED
    )


@kernel
def can_retrieve(s: State, player: int, h: int) -> bool:
    """Whether a food cube may be taken back from a sector."""
    return s.controller[h] == player and s.cubes[h] > 0 and s.touched[h] != INVESTED


@kernel
def legal_merchant(s: State, mask: Mask) -> None:
    """D09: the net-trade restrictions of 5.1 keep the loop finite (R11)."""
    p = s.to_move
    me = s.players[p]
    mask[PASS] = 1
    if s.food_hand > 0 and s.bought[FOOD] == 0:
        mask[SELL + FOOD] = 1
    if me.metal > 0 and s.bought[METAL] == 0:
        mask[SELL + METAL] = 1
    if me.energy > 0 and s.bought[ENERGY] == 0:
        mask[SELL + ENERGY] = 1
    can_buy_food = me.marks >= s.prices[FOOD] and s.food_supply > 0 and s.sold[FOOD] == 0
    if can_buy_food and s.food_hand < count_room_for_food(s, p):
        mask[BUY + FOOD] = 1
    if me.marks >= s.prices[METAL] and me.metal < MAX_METAL and s.sold[METAL] == 0:
        mask[BUY + METAL] = 1
    if me.marks >= s.prices[ENERGY] and me.energy < MAX_ENERGY and s.sold[ENERGY] == 0:
        mask[BUY + ENERGY] = 1
    for h in range(NUM_HEXES):
        if s.controller[h] == p:
            if can_invest(s, p, h):
                mask[HEXA + h] = 1
            if can_retrieve(s, p, h):
                mask[HEXB + h] = 1
    if is_usable(s, p, PIRATE_TECH) and s.tech_used[PIRATE_TECH] == 0 and has_victim(s, p):
        mask[PIRATE] = 1


@kernel
def play_merchant(s: State, action: int) -> None:
    """Trade, invest or retrieve one cube, send the Pirate, or end the turn."""
    p = s.to_move
    if action == PASS:
        close_merchant_turn(s)
        return
    if action == PIRATE:
        s.tech_used[PIRATE_TECH] = 1  # R46
        declare(s, p, PIRATE_TECH, PIRATE_RESULT)
        return
    if action >= BUY:
        buy(s, p, action - BUY)
    elif action >= SELL:
        sell(s, p, action - SELL)
    elif action >= HEXB:
        h = action - HEXB
        s.cubes[h] -= 1
        s.food_hand += 1
        s.touched[h] = RETRIEVED
    else:
        h = action - HEXA
        s.cubes[h] += 1
        s.food_hand -= 1
        s.touched[h] = INVESTED
    ask(s, D_MERCHANT, p)


@kernel
def add_cube(s: State, player: int, resource: int, number: int) -> None:
    """Put cubes into hand or storage (negative: take them away)."""
    me = s.players[player]
    if resource == FOOD:
        s.food_hand += number
        s.food_supply -= number
    elif resource == METAL:
        me.metal += number
    else:
        me.energy += number


@kernel
def buy(s: State, player: int, resource: int) -> None:
    """Buy one cube at the price of this role."""
    s.bought[resource] = 1
    earn(s, player, -s.prices[resource])
    add_cube(s, player, resource, 1)


@kernel
def sell(s: State, player: int, resource: int) -> None:
    """Sell one cube at the price of this role."""
    s.sold[resource] = 1
    earn(s, player, s.prices[resource])
    add_cube(s, player, resource, -1)


@kernel
def close_merchant_turn(s: State) -> None:
    """All food left in hand is sold."""
    earn(s, s.actor, int(s.food_hand) * int(s.prices[FOOD]))
    s.food_supply += s.food_hand
    s.food_hand = 0


# -- Space Pirate (R40) -----------------------------------------------------------------------


@kernel
def can_rob_seat(s: State, player: int, victim: int) -> bool:
    """Whether a metal cube can be taken from a storage."""
    if victim == player or s.players[victim].metal == 0:
        return False
    return s.players[player].metal < MAX_METAL


@kernel
def can_rob_sector(s: State, player: int, h: int) -> bool:
    """Whether a food cube can be taken from an opponent's sector, his home included."""
    owner = s.controller[h]
    return owner != NOBODY and owner != player and s.cubes[h] > 0


@kernel
def has_victim(s: State, player: int) -> bool:
    """Whether D10 would have an option."""
    for q in range(s.num_players):
        if can_rob_seat(s, player, q):
            return True
    for h in range(NUM_HEXES):
        if can_rob_sector(s, player, h):
            return True
    return False


@kernel
def send_pirate(s: State) -> None:
    """Ask for the victim, or go on trading if the Pirate was sabotaged."""
    ask(s, D_PIRATE_TARGET if s.works != 0 else D_MERCHANT, s.actor)


@kernel
def legal_pirate_target(s: State, mask: Mask) -> None:
    """D10: a storage with metal or a sector with food."""
    p = s.to_move
    for q in range(s.num_players):
        if can_rob_seat(s, p, q):
            mask[SEAT + q] = 1
    for h in range(NUM_HEXES):
        if can_rob_sector(s, p, h):
            mask[HEXA + h] = 1


@kernel
def play_pirate_target(s: State, action: int) -> None:
    """Take the cube."""
    p = s.to_move
    if action >= SEAT:
        s.players[action - SEAT].metal -= 1
        s.players[p].metal += 1
    else:
        s.cubes[action - HEXA] -= 1
        s.food_hand += 1
    ask(s, D_MERCHANT, p)


@kernel
def close_merchant(s: State) -> None:
    """The market closes."""
    for i in range(NUM_MARKET_DICE):
        s.market_dice[i] = 0
    for resource in range(NUM_RESOURCES):
        s.prices[resource] = 0
        s.bought[resource] = 0
        s.sold[resource] = 0
    for h in range(NUM_HEXES):
        s.touched[h] = UNTOUCHED
