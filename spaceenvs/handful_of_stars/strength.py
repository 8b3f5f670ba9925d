"""Strength in combat (6.5)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.components import (
    ATTACKER,
    BASE,
    BASE_STRENGTH,
    DEFENDER,
    FLEET,
    FLEET_STRENGTH,
    NEED_BASE,
    NEED_FLEET,
    NO_MARKER,
    NOBODY,
    NOTHING,
    SIDE_ANY,
    SIDE_ATTACKER,
    SIDE_DEFENDER,
    Effect,
)
from spaceenvs.handful_of_stars.routes import count_units
from spaceenvs.handful_of_stars.state import CHART_STRENGTH, RESERVE
from spaceenvs.handful_of_stars.tallies import does


@kernel
def player_in_role(s: State, role: int) -> int:
    """Return the attacking or the defending player; NOBODY for a neutral system."""
    return int(s.attacker) if role == ATTACKER else int(s.defender)


@kernel
def role_of(s: State, p: int) -> int:
    """Return the role of a player in the combat."""
    return ATTACKER if p == s.attacker else DEFENDER


@kernel
def is_side(side: int, role: int) -> bool:
    """Whether a side named by an effect fits a role: a card may serve one side only (R62)."""
    if side == SIDE_ANY:
        return True
    return side == (SIDE_ATTACKER if role == ATTACKER else SIDE_DEFENDER)


@kernel
def sum_fight(s: State, box: Box, p: int, role: int, fleets: int, bases: int) -> int:
    """Add up the FIGHT cards in a player's reserve that apply with these units there."""
    total = 0
    if not does(s, p, Effect.FIGHT):
        return total
    for k in range(s.held_count[p]):
        c = int(s.held[p, k])
        if s.zone[p, c] == RESERVE and box.effect[c] == Effect.FIGHT:
            if not is_side(box.p2[c], role):
                continue
            if box.p3[c] == NEED_FLEET and fleets == 0:
                continue
            if box.p3[c] == NEED_BASE and bases == 0:
                continue
            total += int(box.p1[c])
    return total


@kernel
def strength_with(s: State, box: Box, role: int, fleets: int, bases: int) -> int:
    """Return the strength that a player would have with these units; markers have none (R43)."""
    p = player_in_role(s, role)
    units = FLEET_STRENGTH * fleets + BASE_STRENGTH * bases
    return units + sum_fight(s, box, p, role, fleets, bases) + int(s.extra[role])


@kernel
def find_strength(s: State, box: Box, role: int) -> int:
    """Return the strength of a side at the contested space."""
    p = player_in_role(s, role)
    if p == NOBODY:
        return find_neutral_strength(s, box)
    return strength_with(s, box, role, int(s.fleets[p, s.battle]), int(s.bases[p, s.battle]))


@kernel
def find_neutral_strength(s: State, box: Box) -> int:
    """Return the strength of a neutral system: tile and alien token, lowered by KILL."""
    strength = int(s.chart[CHART_STRENGTH, s.battle])
    token = s.alien[s.battle]
    if token != NOTHING:
        strength += int(box.alien_strength[token])
    return max(strength - int(s.lowered), 0)


@kernel
def find_lead(s: State, box: Box) -> int:
    """Return the difference: the attacker is ahead from 1, the defender up to 0 (R40)."""
    return find_strength(s, box, ATTACKER) - find_strength(s, box, DEFENDER)


@kernel
def is_ahead(s: State, box: Box, role: int) -> bool:
    """Whether a side is ahead now."""
    attacker_leads = find_lead(s, box) >= 1
    return attacker_leads == (role == ATTACKER)


@kernel
def find_withdrawal_limit(s: State, box: Box, p: int, unit: int) -> int:
    """Return how many units may leave: still ahead afterwards, never the last piece (R26).

    Worked out before anything is paid; a FIGHT card may pay and no longer help then (R52).
    """
    role = role_of(s, p)
    fleets = count_units(s, p, s.battle, FLEET)
    bases = count_units(s, p, s.battle, BASE)
    pieces = fleets + bases + (s.marker[p, s.battle] != NO_MARKER)
    enemy = find_strength(s, box, 1 - role)
    limit = 0
    for k in range(1, count_units(s, p, s.battle, unit) + 1):
        if pieces - k < 1:
            break
        fewer_fleets = k if unit == FLEET else 0
        mine = strength_with(s, box, role, fleets - fewer_fleets, bases - (k - fewer_fleets))
        lead = mine - enemy if role == ATTACKER else enemy - mine
        if (lead >= 1) != (role == ATTACKER):
            break
        limit = k
    return limit
