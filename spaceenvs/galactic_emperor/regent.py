"""The Regent role (4.8, 6.6, 6.7): influence, the Throne, displaced ships, victory points."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor.actions import (
    D_AMBASSADOR,
    D_DISPLACE,
    D_INFLUENCE,
    D_RBUY,
    HEXA,
    PASS,
    THRONE,
    YES,
)
from spaceenvs.galactic_emperor.components import (
    AMBASSADOR,
    DIPLOMAT,
    DIPLOMAT_PRICE,
    START_INFLUENCE,
    START_INFLUENCE_PRICE,
)
from spaceenvs.galactic_emperor.state import (
    AMBASSADOR_RESULT,
    DIPLOMAT_RESULT,
    DISPLACE,
    EMPIRE_TOKEN,
    HOME_TOKEN,
    NEXT_INFLUENCE,
    NEXT_TURN,
    NO_TOKEN,
    NOBODY,
    NOTHING,
    STARBASE_TOKEN,
    ask,
    count_planets,
    count_ships_at,
    earn,
    is_home,
    is_in,
    move_all_ships,
    push,
    put_token,
    remove_token,
    score,
    seat_in_order,
    set_of,
)
from spaceenvs.galactic_emperor.tables import NUM_HEXES
from spaceenvs.galactic_emperor.technologies import declare, is_usable

NOT_REGENT, BUYING, PLACING = range(3)
FAR_AWAY = 127


@kernel
def begin_regent(s: State) -> None:
    """Lay the Throne aside (R47) and take influence tokens from the reserves (R41)."""
    s.throne = NOBODY
    s.influence_phase = BUYING
    s.influence_price = START_INFLUENCE_PRICE
    s.tech_used[AMBASSADOR] = 0
    for p in range(s.num_players):
        take_influence(s, p, min(START_INFLUENCE, s.players[p].tokens_left))


@kernel
def take_influence(s: State, player: int, tokens: int) -> None:
    """Move Empire tokens from the reserve to the influence in hand."""
    me = s.players[player]
    me.tokens_left -= tokens
    me.influence_hand += tokens


@kernel
def begin_regent_turn(s: State) -> None:
    """Phase 1: buy a token, the taker first (R34). Phase 2: place tokens, the taker last."""
    if s.influence_phase == BUYING:
        ask(s, D_RBUY, s.actor)
    else:
        s.actor = seat_in_order(s, s.taker, s.turn + 1)
        push(s, NEXT_INFLUENCE)


# -- phase 1 ------------------------------------------------------------------------------------


@kernel
def price_of_influence(s: State, player: int) -> int:
    """Return what one more token costs; the Diplomat pays 2 whatever the price."""
    if is_usable(s, player, DIPLOMAT):
        return min(DIPLOMAT_PRICE, s.influence_price)
    return int(s.influence_price)


@kernel
def legal_influence_purchase(s: State, mask: Mask) -> None:
    """D23: a token in reserve and the marks for it."""
    me = s.players[s.to_move]
    mask[PASS] = 1
    if me.tokens_left > 0 and me.marks >= price_of_influence(s, s.to_move):
        mask[YES] = 1


@kernel
def play_influence_purchase(s: State, action: int) -> None:
    """Buy one token; below the full price the Diplomat is declared."""
    if action == PASS:
        return
    p = s.to_move
    if s.influence_price > DIPLOMAT_PRICE and is_usable(s, p, DIPLOMAT):
        declare(s, p, DIPLOMAT, DIPLOMAT_RESULT)
    else:
        buy_influence(s, p, s.influence_price)


@kernel
def buy_with_diplomat(s: State) -> None:
    """If the Diplomat was sabotaged nothing is bought yet: the full price is asked for."""
    if s.works != 0:
        buy_influence(s, s.actor, DIPLOMAT_PRICE)
    else:
        ask(s, D_RBUY, s.actor)


@kernel
def buy_influence(s: State, player: int, marks: int) -> None:
    """Pay for one more token; the next buyer pays more."""
    earn(s, player, -marks)
    take_influence(s, player, 1)
    s.influence_price += 1


@kernel
def begin_placing(s: State) -> None:
    """Phase 2 begins with the player after the taker."""
    s.influence_phase = PLACING
    s.turn = -1
    push(s, NEXT_TURN)


# -- phase 2 ------------------------------------------------------------------------------------


@kernel
def next_influence(s: State) -> None:
    """Ask for the next token of the actor, if he has one."""
    s.influence_hex = NOTHING
    if s.players[s.actor].influence_hand > 0:
        ask(s, D_INFLUENCE, s.actor)


@kernel
def legal_influence(s: State, box: Box, mask: Mask) -> None:
    """D24: planet sectors but home sectors (R33), the Throne, or no more."""
    p = s.to_move
    mask[PASS] = 1
    mask[THRONE] = 1
    for h in range(NUM_HEXES):
        if s.planets[h] > 0 and not is_home(box, h):
            mask[HEXA + h] = 1
    if s.private_hex != NOTHING and s.tech_owner[AMBASSADOR] != p:
        mask[HEXA + s.private_hex] = 0


@kernel
def play_influence(s: State, action: int) -> None:
    """Place one token; the Ambassador may send it back."""
    p = s.to_move
    me = s.players[p]
    if action == PASS:
        me.tokens_left += me.influence_hand
        me.influence_hand = 0
        return
    me.influence_hand -= 1
    push(s, NEXT_INFLUENCE)
    if action == THRONE:
        me.influence_throne += 1
        return
    s.influence_hex = action - HEXA
    me.influence[s.influence_hex] += 1
    owner = s.tech_owner[AMBASSADOR]
    is_unused = owner != NOBODY and owner != p and s.tech_used[AMBASSADOR] == 0
    if is_unused and is_usable(s, owner, AMBASSADOR):
        ask(s, D_AMBASSADOR, owner)


@kernel
def play_ambassador(s: State, action: int) -> None:
    """D25: one use per Regent role (R46)."""
    if action == YES:
        s.tech_used[AMBASSADOR] = 1
        declare(s, s.to_move, AMBASSADOR, AMBASSADOR_RESULT)


@kernel
def send_back(s: State) -> None:
    """The token returns to its owner's hand, the sector is private; earlier tokens stay (R53)."""
    if s.works == 0:
        return
    me = s.players[s.actor]
    me.influence[s.influence_hex] -= 1
    me.influence_hand += 1
    s.private_hex = s.influence_hex


# -- phase 3 ------------------------------------------------------------------------------------


@kernel
def resolve_influence(s: State) -> None:
    """Settle every sector and the Throne; displaced ships follow."""
    for p in range(s.num_players):
        s.controlled_before[p] = 0
        s.starbases_before[p] = 0
        for h in range(NUM_HEXES):
            if s.players[p].token[h] != NO_TOKEN:
                s.controlled_before[p] |= set_of(h)
            if s.players[p].token[h] == STARBASE_TOKEN:
                s.starbases_before[p] |= set_of(h)
    for h in range(NUM_HEXES):
        if is_influenced(s, h):
            resolve_sector(s, h)
    resolve_throne(s)
    s.influence_hex = NOTHING
    s.private_hex = NOTHING
    s.displace_next = 0
    push(s, DISPLACE)


@kernel
def is_influenced(s: State, h: int) -> bool:
    """Whether any token was placed on a sector."""
    for p in range(s.num_players):
        if s.players[p].influence[h] > 0:
            return True
    return False


@kernel
def strength_of(s: State, player: int, h: int) -> int:
    """Return placed tokens, and 1 for an Empire or 2 for a Starbase."""
    me = s.players[player]
    return int(me.influence[h]) + me.token[h]  # EMPIRE_TOKEN is 1, STARBASE_TOKEN 2


@kernel
def resolve_sector(s: State, h: int) -> None:
    """The lead of the strongest player decides what he has there (6.6)."""
    strongest, most, second = NOBODY, 0, 0
    for p in range(s.num_players):
        strength = strength_of(s, p, h)
        if strength > most:
            strongest, second, most = p, most, strength
        elif strength > second:
            second = strength
    for p in range(s.num_players):
        me = s.players[p]
        me.tokens_left += me.influence[h]
        me.influence[h] = 0
        if me.token[h] != NO_TOKEN:
            remove_token(s, p, h)
    lead = most - second
    if lead == 1:
        put_token(s, strongest, h, EMPIRE_TOKEN)
    elif lead > 1:
        put_token(s, strongest, h, STARBASE_TOKEN)


@kernel
def resolve_throne(s: State) -> None:
    """Strictly most tokens win the Throne; otherwise the taker of the card gets it."""
    strongest, most = s.taker, 0
    for p in range(s.num_players):
        tokens = s.players[p].influence_throne
        if tokens > most:
            strongest, most = p, tokens
        elif tokens == most:
            strongest = s.taker
    s.throne = strongest
    for p in range(s.num_players):
        me = s.players[p]
        me.tokens_left += me.influence_throne
        me.influence_throne = 0


# -- displaced ships (R20) ------------------------------------------------------------------------


@kernel
def must_leave(s: State, player: int, h: int) -> bool:
    """Whether ships of a player on a sector must move after phase 3."""
    if s.planets[h] == 0 or count_ships_at(s, player, h) == 0:
        return False
    owner = s.controller[h]
    if owner == NOBODY:
        return is_in(h, s.controlled_before[player])
    return owner != player


@kernel
def is_refuge(s: State, player: int, h: int) -> bool:
    """Whether a hex is the own home or a Starbase that stood before this role and still does."""
    token = s.players[player].token[h]
    if token == HOME_TOKEN:
        return True
    return token == STARBASE_TOKEN and is_in(h, s.starbases_before[player])


@kernel
def find_nearest_refuge(s: State, box: Box, player: int, h: int) -> int:
    """Return the distance of the nearest refuge."""
    nearest = FAR_AWAY
    for v in range(NUM_HEXES):
        if is_refuge(s, player, v):
            nearest = min(nearest, int(box.distance[h, v]))
    return nearest


@kernel
def displace(s: State, box: Box) -> None:
    """Move displaced ships in the order of seats, then hexes; ask where several are as near."""
    while s.displace_next < int(s.num_players) * NUM_HEXES:
        place = s.displace_next // NUM_HEXES
        h = s.displace_next % NUM_HEXES
        s.displace_next += 1
        p = seat_in_order(s, s.taker, place)
        if must_leave(s, p, h):
            push(s, DISPLACE)
            flee(s, box, p, h)
            return
    score_planets(s)
    s.influence_phase = NOT_REGENT
    s.displace_next = 0


@kernel
def flee(s: State, box: Box, player: int, h: int) -> None:
    """All ships of the lost sector go to the nearest refuge."""
    nearest = find_nearest_refuge(s, box, player, h)
    refuges = 0
    refuge = NOTHING
    for v in range(NUM_HEXES):
        if is_refuge(s, player, v) and box.distance[h, v] == nearest:
            refuges += 1
            refuge = v
    if refuges == 1:
        move_all_ships(s, player, h, refuge)
    else:
        s.displaced_from = h
        ask(s, D_DISPLACE, player)


@kernel
def legal_displace(s: State, box: Box, mask: Mask) -> None:
    """D26: the nearest refuges."""
    p = s.to_move
    nearest = find_nearest_refuge(s, box, p, s.displaced_from)
    for v in range(NUM_HEXES):
        if is_refuge(s, p, v) and box.distance[s.displaced_from, v] == nearest:
            mask[HEXA + v] = 1


@kernel
def play_displace(s: State, action: int) -> None:
    """Move the ships there."""
    move_all_ships(s, s.to_move, s.displaced_from, action - HEXA)
    s.displaced_from = NOTHING


@kernel
def score_planets(s: State) -> None:
    """Every player gets 1 point per planet he controls, his home included."""
    for p in range(s.num_players):
        score(s, p, count_planets(s, p))
