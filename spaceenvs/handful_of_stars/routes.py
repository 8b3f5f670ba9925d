"""Ways over the board: control, connections, wormhole jumps and what they cost (6.4).

What the map fixes stands in the record since setup: the neighbours of every space over open
connections and over black holes, and the spaces with a wormhole. A search spreads from one
space over those that the player controls; it allocates nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.components import (
    BASE,
    FLEET,
    LETTERS,
    NOBODY,
    NOWHERE,
    SPACES,
    Effect,
)
from spaceenvs.handful_of_stars.spaces import first, has, only, without_first
from spaceenvs.handful_of_stars.state import CHART_WORMHOLE, QUEUE, UNREACHED
from spaceenvs.handful_of_stars.tallies import does, note_presence

_STEP = np.array([1, 2], np.int8)
"""Energy for one connection, or Research for one jump, of a fleet and of a star base (R11)."""
_BLACK_HOLE = 1
"""More Energy for a connection with a black hole (NAVIGATE)."""


@kernel
def step_cost(unit: int) -> int:
    """Return what one connection or one jump costs a unit of this kind."""
    return int(_STEP[unit])


@kernel
def controls(s: State, p: int, space: int) -> bool:
    """Whether a player has any piece in a space (6.4); units alone will do (R50)."""
    return has(s.present[p], space)


@kernel
def find_controller(s: State, space: int, apart_from: int) -> int:
    """Return the player with a piece in a space, apart from one player; NOBODY if neutral."""
    for p in range(s.num_players):
        if p != apart_from and controls(s, p, space):
            return p
    return NOBODY


@kernel
def count_units(s: State, p: int, space: int, unit: int) -> int:
    """Return how many units of one kind a player has in a space."""
    if unit == FLEET:
        return int(s.fleets[p, space])
    return int(s.bases[p, space])


@kernel
def add_units(s: State, p: int, space: int, unit: int, number: int) -> None:
    """Put units into a space, or take them out if the number is negative."""
    if unit == FLEET:
        s.fleets[p, space] += number
    else:
        s.bases[p, space] += number
    note_presence(s, p, space)


@kernel
def mark_own(s: State, p: int) -> None:
    """Mark the spaces that a player may pass: those controlled, not the foreign target (R9)."""
    s.own = s.present[p]
    if s.target != NOWHERE:
        s.own &= ~only(s.target)


@kernel
def can_enter(s: State, space: int) -> bool:
    """Whether a Move may end in a space: an own one, or the one foreign target."""
    return has(s.own, space) or s.target == NOWHERE or s.target == space


@kernel
def spread(s: State, energy: NDArray[Any], waiting: int, step: int, hole_step: int) -> None:
    """Lower `energy` from the first `waiting` spaces of the queue on, over own spaces.

    `hole_step` 0: black holes are closed.
    """
    head = 0
    tail = waiting
    while head != tail:
        x = s.queue[head]
        head = (head + 1) % QUEUE
        s.queued[x] = 0
        tail = reach(s, energy, s.open_way[x], int(energy[x]) + step, tail)
        if hole_step > 0:
            tail = reach(s, energy, s.hole_way[x], int(energy[x]) + hole_step, tail)


@kernel
def reach(s: State, energy: NDArray[Any], ways: NDArray[Any], cost: int, tail: int) -> int:
    """Lower `energy` of the neighbours to `cost`; own ones spread on. Returns the queue's end."""
    for i in range(LETTERS):
        y = ways[i]
        if y == NOWHERE:
            break
        if cost < energy[y]:
            energy[y] = cost
            if has(s.own, y) and s.queued[y] == 0:
                s.queued[y] = 1
                s.queue[tail] = y
                tail = (tail + 1) % QUEUE
    return tail


@kernel
def find_routes(s: State, box: Box, p: int, hub: int, unit: int) -> None:
    """Work out the Energy of both routes between a space and all others (R10).

    `s.own` must be marked. Connections can be used both ways, so the routes from `hub` are
    those to `hub` too. BASEMOVE and NAVIGATE are read now (R51).
    """
    step = step_cost(unit)
    hole_step = 0
    if does(s, p, Effect.NAVIGATE):
        hole_step = step + _BLACK_HOLE
    normal = s.normal[unit]
    jump = s.jump[unit]
    for x in range(SPACES):
        normal[x] = UNREACHED
        jump[x] = UNREACHED
        s.queued[x] = 0
    normal[hub] = 0
    s.queue[0] = hub
    spread(s, normal, 1, step, hole_step)
    if s.wormhole_token[p] != 0:
        spread(s, jump, begin_jumps(s, hub, unit), step, hole_step)


@kernel
def begin_jumps(s: State, hub: int, unit: int) -> int:
    """Set the Energy of every space where a jump can end; queue those that are passed on.

    The jump starts at the hub or an own space with a wormhole, and ends at another wormhole.
    Returns the number of spaces in the queue.
    """
    normal = s.normal[unit]
    jump = s.jump[unit]
    start = NOWHERE  # where jumps start cheapest, and the cheapest start apart from that
    cheapest = UNREACHED
    second = UNREACHED
    for i in range(s.wormhole_count):
        x = s.wormholes[i]
        if x == hub or has(s.own, x):
            if normal[x] < cheapest:
                second = cheapest
                cheapest = int(normal[x])
                start = x
            elif normal[x] < second:
                second = int(normal[x])
    waiting = 0
    for i in range(s.wormhole_count):
        x = s.wormholes[i]
        cost = second if x == start else cheapest
        if cost < UNREACHED:
            jump[x] = cost
            if has(s.own, x):
                s.queued[x] = 1
                s.queue[waiting] = x
                waiting += 1
    return waiting


@kernel
def is_jump_offered(s: State, unit: int, space: int) -> bool:
    """Whether the wormhole route is on offer: cheaper in Energy, or the only one (6.4)."""
    return bool(s.jump[unit, space] < s.normal[unit, space])


@kernel
def can_go_normally(s: State, unit: int, space: int) -> bool:
    """Whether one unit can pay the normal route between the hub and a space."""
    cost = s.normal[unit, space]
    return bool((cost < UNREACHED) & (cost <= s.energy))


@kernel
def can_go_by_jump(s: State, unit: int, space: int) -> bool:
    """Whether one unit can pay the wormhole route, and it is on offer."""
    cost = s.jump[unit, space]
    return bool(is_jump_offered(s, unit, space) & (cost <= s.energy_beside_jump[unit]))


@kernel
def can_go(s: State, unit: int, space: int) -> bool:
    """Whether one unit can pay a route on offer between the hub and a space."""
    # No `or`: nobody can guess the answer, the processor neither.
    return can_go_normally(s, unit, space) | can_go_by_jump(s, unit, space)


@kernel
def count_enterable_wormholes(s: State) -> int:
    """Return how many spaces with a wormhole a Move may end in."""
    found = 0
    for i in range(s.wormhole_count):
        if can_enter(s, s.wormholes[i]):
            found += 1
    return found


@kernel
def look_around(s: State, box: Box, p: int, energy: int, research: int) -> None:
    """Read all that decides which units can move: control, reserve, what can be paid."""
    mark_own(s, p)
    s.energy = energy
    s.navigates = does(s, p, Effect.NAVIGATE)
    s.bases_move = does(s, p, Effect.BASEMOVE)
    s.jumps[FLEET] = 0
    s.jumps[BASE] = 0
    if s.wormhole_token[p] != 0:
        found = count_enterable_wormholes(s)
        if research >= step_cost(FLEET):
            s.jumps[FLEET] = found
        if research >= step_cost(BASE):
            s.jumps[BASE] = found


@kernel
def can_leave(s: State, p: int, space: int, unit: int) -> bool:
    """Whether a unit there has a legal destination, affordable for one unit (D08).

    The nearest destinations decide: whoever can pay a longer way can pay its first step, which
    ends in an own space, and a jump at once needs no Energy.
    """
    if count_units(s, p, space, unit) == 0 or (unit == BASE and s.bases_move == 0):
        return False
    step = step_cost(unit)
    if s.energy >= step and can_enter_any(s, s.open_way[space]):
        return True
    crosses = s.navigates != 0 and s.energy >= step + _BLACK_HOLE
    if crosses and can_enter_any(s, s.hole_way[space]):
        return True
    # One of the wormholes that can be entered is the one to be left.
    return s.chart[CHART_WORMHOLE, space] != 0 and s.jumps[unit] > 1


@kernel
def can_anything_move(s: State, box: Box, p: int, energy: int, research: int) -> bool:
    """Whether a Move can be begun with these points (6.4)."""
    look_around(s, box, p, energy, research)
    spaces = s.own
    while spaces != 0:
        x = first(spaces)
        spaces = without_first(spaces)
        if can_leave(s, p, x, FLEET) or can_leave(s, p, x, BASE):
            return True
    return False


@kernel
def can_enter_any(s: State, ways: NDArray[Any]) -> bool:
    """Whether a Move may end in one of these neighbours."""
    for i in range(LETTERS):
        if ways[i] == NOWHERE:
            return False
        if can_enter(s, ways[i]):
            return True
    return False


@kernel
def is_adjacent(s: State, box: Box, p: int, space: int, other: int) -> bool:
    """Whether a connection that is open for a player joins two spaces."""
    # R24: black holes block retreats, too.
    for i in range(LETTERS):
        if s.open_way[space, i] == other:
            return True
    if does(s, p, Effect.NAVIGATE):
        for i in range(LETTERS):
            if s.hole_way[space, i] == other:
                return True
    return False


@kernel
def is_retreat(s: State, box: Box, p: int, battle: int, space: int) -> bool:
    """Whether a player's units may retreat from the contested space to another own one (R23)."""
    if is_adjacent(s, box, p, battle, space):
        return True
    return (
        s.wormhole_token[p] != 0
        and s.chart[CHART_WORMHOLE, battle] != 0
        and s.chart[CHART_WORMHOLE, space] != 0
    )


@kernel
def count_retreats(s: State, box: Box, p: int, battle: int) -> int:
    """Return how many retreat spaces a player has."""
    found = 0
    spaces = s.present[p] & ~only(battle)
    while spaces != 0:
        if is_retreat(s, box, p, battle, first(spaces)):
            found += 1
        spaces = without_first(spaces)
    return found


@kernel
def can_retreat(s: State, box: Box, p: int, battle: int) -> bool:
    """Whether some unit of a player can retreat from the contested space (R22)."""
    # R12: star bases move, and so retreat, only with BASEMOVE.
    bases = s.bases[p, battle] > 0 and does(s, p, Effect.BASEMOVE)
    if s.fleets[p, battle] == 0 and not bases:
        return False
    return count_retreats(s, box, p, battle) > 0
