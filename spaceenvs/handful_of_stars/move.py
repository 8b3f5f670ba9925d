"""Move (6.4), and groups on their way: moved, reinforcing or withdrawing."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.actions import (
    A_COUNT,
    A_DONE,
    A_ROUTE,
    A_SPACE,
    A_UNIT,
    D_COUNT,
    D_MOVE_DEST,
    D_MOVE_ORIGIN,
    D_ROUTE,
    D_UNIT,
    D_WITHDRAW_DEST,
)
from spaceenvs.handful_of_stars.asking import ask, clear_options
from spaceenvs.handful_of_stars.components import (
    BASE,
    ENERGY,
    FLEET,
    KINDS,
    MAX_COUNT,
    NOBODY,
    NORMAL,
    NOTHING,
    NOWHERE,
    RESEARCH,
    SPACES,
    WORMHOLE,
    Effect,
)
from spaceenvs.handful_of_stars.payment import (
    can_pay,
    clear_pool,
    demand,
    most_beside,
)
from spaceenvs.handful_of_stars.routes import (
    add_units,
    can_go,
    can_go_by_jump,
    can_go_normally,
    can_leave,
    controls,
    count_units,
    find_controller,
    find_routes,
    look_around,
    step_cost,
)
from spaceenvs.handful_of_stars.spaces import first, has, only, without_first
from spaceenvs.handful_of_stars.state import (
    CHART_HABITABLE,
    GROUP,
    MOVE,
    MOVE_OVER,
    MOVING,
    NO_ERRAND,
    REINFORCING,
    RETREATING,
    WITHDRAWING,
)
from spaceenvs.handful_of_stars.strength import find_withdrawal_limit
from spaceenvs.handful_of_stars.tallies import bonus_of

_NO_SOURCE = -1
ALL_SPACES = (1 << SPACES) - 1
NO_COMBAT = -2
"""Instead of a defender: nobody is there to fight."""


@kernel
def begin_move(s: State, box: Box, bonus: int) -> None:
    """Begin to move; DRIVE is read now (R51)."""
    clear_pool(s)
    s.pool[ENERGY] = bonus + bonus_of(s, s.actor, Effect.DRIVE)
    s.target = NOWHERE
    s.begun = 0
    s.stage = MOVE


@kernel
def move(s: State, box: Box) -> None:
    """Ask for the next group's origin, if anything more can move (D08)."""
    forget_group(s)
    if offer_origins(s, box) > 0:
        ask(s, s.actor, D_MOVE_ORIGIN)
    else:
        s.stage = MOVE_OVER


@kernel
def offer_origins(s: State, box: Box) -> int:
    """Offer the spaces from which some unit can go; return how many."""
    clear_options(s)
    p = s.actor
    weigh_sources(s, box)
    look_around(s, box, p, s.energy, s.pool[RESEARCH] + s.total[p, RESEARCH])
    found = 0
    spaces = s.own
    while spaces != 0:
        x = first(spaces)
        spaces = without_first(spaces)
        if can_leave(s, p, x, FLEET) or can_leave(s, p, x, BASE):
            s.options[A_SPACE + x] = 1
            found += 1
    s.options[A_DONE] = s.begun
    return found


@kernel
def play_origin(s: State, action: int) -> None:
    """Choose where the next group comes from, or end the moving."""
    if action == A_DONE:
        s.stage = MOVE_OVER
    else:
        begin_group(s, MOVING, action - A_SPACE, NOWHERE)


@kernel
def end_move(s: State) -> int:
    """Return who defends the foreign target: a player, NOBODY for a neutral system, NO_COMBAT.

    A neutral uninhabitable system is simply occupied (R2).
    """
    if s.target == NOWHERE:
        return NO_COMBAT
    defender = find_controller(s, s.target, s.actor)
    if defender == NOBODY and s.chart[CHART_HABITABLE, s.target] == 0:
        return NO_COMBAT
    return defender


# -- one group ----------------------------------------------------------------------------


@kernel
def weigh_sources(s: State, box: Box) -> None:
    """Work out how much Energy the actor can pay, alone and beside one jump's Research."""
    p = s.actor
    s.energy = s.pool[ENERGY] + s.total[p, ENERGY]
    for unit in range(KINDS):
        s.energy_beside_jump[unit] = -1
        need = step_cost(unit) - int(s.pool[RESEARCH])
        if s.wormhole_token[p] != 0 and s.total[p, RESEARCH] >= need:
            most = most_beside(s, box, p, RESEARCH, need, ENERGY, _NO_SOURCE)
            if most >= 0:
                s.energy_beside_jump[unit] = s.pool[ENERGY] + most


@kernel
def forget_group(s: State) -> None:
    """No group is on its way."""
    s.errand = NO_ERRAND
    s.origin = NOWHERE
    s.destination = NOWHERE
    s.unit = NOTHING
    s.route = NOTHING
    s.group = 0


@kernel
def begin_group(s: State, errand: int, origin: int, destination: int) -> None:
    """Send a group on its way; what is not said yet is asked for."""
    forget_group(s)
    s.errand = errand
    s.origin = origin
    s.destination = destination
    s.stage = GROUP


@kernel
def find_far_end(s: State) -> int:
    """Return the end of the group's way that is not the hub of the routes worked out."""
    return int(s.origin) if s.errand == REINFORCING else int(s.destination)


@kernel
def advance_group(s: State, box: Box) -> None:
    """Ask for the group's kind, destination, route and number, then let it pay (R58)."""
    p = s.actor
    if s.unit == NOTHING:
        if offer_units(s, box) > 1:
            ask(s, p, D_UNIT)
            return
        s.unit = FLEET if s.options[A_UNIT + FLEET] != 0 else BASE
    if s.destination == NOWHERE:
        if s.errand == MOVING:
            find_routes(s, box, p, s.origin, s.unit)
        offer_destinations(s)
        ask(s, p, D_MOVE_DEST if s.errand == MOVING else D_WITHDRAW_DEST)
        return
    if s.route == NOTHING:
        if offer_routes(s) > 1:
            ask(s, p, D_ROUTE)
            return
        s.route = NORMAL if s.options[A_ROUTE + NORMAL] != 0 else WORMHOLE
    if s.group == 0:
        offer_counts(s, box)
        ask(s, p, D_COUNT)
        return
    energy, research = find_price(s)
    demand(s, s.errand, RESEARCH, int(s.group) * research, ENERGY, int(s.group) * energy)


@kernel
def offer_units(s: State, box: Box) -> int:
    """Offer the kinds of unit that could go (R58); return how many."""
    clear_options(s)
    found = 0
    for unit in range(KINDS):
        if can_unit_go(s, box, unit):
            s.options[A_UNIT + unit] = 1
            found += 1
    return found


@kernel
def can_unit_go(s: State, box: Box, unit: int) -> bool:
    """Whether a unit of this kind could go on the group's errand (R58)."""
    p = s.actor
    if s.errand == MOVING:
        return can_leave(s, p, s.origin, unit)
    if s.errand == REINFORCING:
        return can_reinforce(s, p, s.origin, unit)
    return can_withdraw(s, box, unit)


@kernel
def can_reinforce(s: State, p: int, space: int, unit: int) -> bool:
    """Whether a unit there can pay its way to the contested space."""
    if count_units(s, p, space, unit) == 0 or (unit == BASE and s.bases_move == 0):
        return False
    return can_go(s, unit, space)


@kernel
def can_withdraw(s: State, box: Box, unit: int) -> bool:
    """Whether a unit of this kind may leave the contested space and has somewhere to go."""
    if unit == BASE and s.bases_move == 0:
        return False
    if find_withdrawal_limit(s, box, s.actor, unit) == 0:
        return False
    spaces = s.own & ~only(s.battle)
    while spaces != 0:
        if can_go(s, unit, first(spaces)):
            return True
        spaces = without_first(spaces)
    return False


@kernel
def offer_destinations(s: State) -> int:
    """Offer where the group can go; return how many spaces (D10, D17)."""
    clear_options(s)
    found = 0
    allowed = find_destinations(s)
    for x in range(SPACES):
        offered = has(allowed, x) & can_go(s, s.unit, x)
        s.options[A_SPACE + x] = offered
        found += offered
    return found


@kernel
def find_destinations(s: State) -> int:
    """Return the spaces where the group's way may end, as far as they can be reached."""
    spaces = s.own
    if s.errand == MOVING:
        spaces = ALL_SPACES if s.target == NOWHERE else spaces | only(s.target)
    return int(spaces & ~only(s.origin))


@kernel
def offer_routes(s: State) -> int:
    """Offer the routes that one unit can pay; return how many (D11)."""
    clear_options(s)
    far = find_far_end(s)
    normally = can_go_normally(s, s.unit, far)
    by_jump = can_go_by_jump(s, s.unit, far)
    s.options[A_ROUTE + NORMAL] = normally
    s.options[A_ROUTE + WORMHOLE] = by_jump
    return int(normally) + int(by_jump)


@kernel
def find_price(s: State) -> tuple[int, int]:
    """Return the Energy and the Research that one unit of the group pays."""
    far = find_far_end(s)
    if s.route == NORMAL:
        return int(s.normal[s.unit, far]), 0
    return int(s.jump[s.unit, far]), step_cost(s.unit)


@kernel
def offer_counts(s: State, box: Box) -> int:
    """Offer the numbers of units that can go; return the largest (D12)."""
    clear_options(s)
    limit = count_units(s, s.actor, s.origin, s.unit)
    if s.errand == WITHDRAWING:
        limit = find_withdrawal_limit(s, box, s.actor, s.unit)
    if s.errand != RETREATING:
        limit = min(limit, find_affordable_count(s, box, limit))
    for k in range(1, limit + 1):
        s.options[A_COUNT + k] = 1
    return limit


@kernel
def find_affordable_count(s: State, box: Box, limit: int) -> int:
    """Return for how many units, up to a limit, the group's way can be paid."""
    energy, research = find_price(s)
    if research == 0:
        return min(limit, int(s.energy) // max(energy, 1))
    for k in range(1, min(limit, MAX_COUNT) + 1):
        need = k * research - int(s.pool[RESEARCH])
        also = k * energy - int(s.pool[ENERGY])
        if not can_pay(s, box, s.actor, RESEARCH, need, ENERGY, also, _NO_SOURCE):
            return k - 1
    return limit


@kernel
def play_unit(s: State, action: int) -> None:
    """Choose the kind of unit that goes."""
    s.unit = action - A_UNIT
    s.stage = GROUP


@kernel
def play_destination(s: State, action: int) -> None:
    """Choose where the group goes."""
    s.destination = action - A_SPACE
    s.stage = GROUP


@kernel
def play_route(s: State, action: int) -> None:
    """Choose the group's route."""
    s.route = action - A_ROUTE
    s.stage = GROUP


@kernel
def arrive(s: State) -> None:
    """Move the group that was paid for; a space not controlled becomes the foreign target."""
    p = s.actor
    if s.errand == MOVING:
        if not controls(s, p, s.destination):
            s.target = s.destination
        s.begun = 1
        s.stage = MOVE
    add_units(s, p, s.origin, s.unit, -s.group)
    add_units(s, p, s.destination, s.unit, s.group)
