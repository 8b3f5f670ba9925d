"""Values of Attack cards and totals (6.2, 6.3)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.cards import MAIN, SECOND
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.comets import change_strength, change_value
from spaceenvs.cosmic_encounter.components import (
    ANOMALY,
    ANTI_MATTER,
    CHOSEN,
    GAMBLER,
    VIRUS,
    WARPISH,
)
from spaceenvs.cosmic_encounter.cones import count_fighting
from spaceenvs.cosmic_encounter.curses import WEAK, WEAKNESS, is_cursed
from spaceenvs.cosmic_encounter.moon_points import (
    ALLIED_STRENGTH,
    CARD_VALUE,
    SIDE_TOTAL,
    apply_moons,
)
from spaceenvs.cosmic_encounter.points import ADDED_STRENGTH, STRENGTH, TOTAL, apply_rules
from spaceenvs.cosmic_encounter.powers.anomaly import IS_EXCHANGED, parity_bonus
from spaceenvs.cosmic_encounter.powers.calculator import EQUALISE, FIRST_WILD_DECLARATION
from spaceenvs.cosmic_encounter.powers.chosen import FACTOR_BASE, TURNED
from spaceenvs.cosmic_encounter.powers.gambler import SPREAD
from spaceenvs.cosmic_encounter.powers.virus import SUPER_VIRUS, WILD_VIRUS
from spaceenvs.cosmic_encounter.powers.warpish import SUPER_WARPISH, WILD_WARPISH
from spaceenvs.cosmic_encounter.sheets import in_force
from spaceenvs.cosmic_encounter.stack import (
    count_in_challenge,
    count_on_side,
    is_ally,
    is_other_defender,
    main_of,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE


@kernel
def reverse_digits(value: int) -> int:
    """V4, Mirror: reverse the digits, written with at least two; keep the sign."""
    left = abs(value)
    result = 0
    digits = 0
    while left > 0 or digits < 2:
        result = 10 * result + left % 10
        left //= 10
        digits += 1
    return -result if value < 0 else result


@kernel
def card_factor(s: State, side: int) -> int:
    """V1: the factor of a main card, the Kicker's; of a Chosen's new card the one turned over."""
    turned = get_cell(s, CHOSEN, TURNED + side)
    return turned - FACTOR_BASE if turned != 0 else int(s.challenge.factor[side])


@kernel
def shown_value(s: State, box: Box, side: int, value: int) -> int:
    """Return the value of a main card after V2: what comet and moons make of it."""
    changed = change_value(s, side, value)
    return apply_moons(s, box, CARD_VALUE, main_of(s, side), side, changed)


@kernel
def find_values(s: State, box: Box) -> tuple[int, int]:
    """Return the values of the two main cards after V6."""
    c = s.challenge
    shown_off = int(c.printed[OFFENCE, MAIN]) * card_factor(s, OFFENCE)  # V0, V1
    shown_dfn = int(c.printed[DEFENCE, MAIN]) * card_factor(s, DEFENCE)
    difference = abs(shown_off - shown_dfn)
    shown_off = shown_value(s, box, OFFENCE, shown_off)  # V2
    shown_dfn = shown_value(s, box, DEFENCE, shown_dfn)
    off, dfn = shown_off, shown_dfn
    if get_cell(s, ANOMALY, IS_EXCHANGED) != 0:  # V3, Anomaly
        off, dfn = shown_dfn, shown_off
    if c.copied == OFFENCE:  # V3, wild Mirror
        off = shown_dfn
    elif c.copied == DEFENCE:
        dfn = shown_off
    if c.reversed[OFFENCE] != 0:  # V4
        off = reverse_digits(off)
    if c.reversed[DEFENCE] != 0:
        dfn = reverse_digits(dfn)
    parity = (int(c.printed[OFFENCE, MAIN]) + int(c.printed[DEFENCE, MAIN])) % 2
    for i in range(c.declared_count):  # V5, in the order of the declarations
        if c.declared[i] == EQUALISE:
            if off > dfn:
                off -= dfn
            elif dfn > off:
                dfn -= off
        else:
            code = c.declared[i] - FIRST_WILD_DECLARATION
            announced_odd = code % 2 == 0
            is_right = announced_odd == (parity == 1)
            # Right: the OPP's value is reduced by the user's; wrong: the other way round.
            if (code // 2 == OFFENCE) == is_right:
                dfn -= off
            else:
                off -= dfn
    for side in range(2):  # V6, wild Gambler
        spread = get_cell(s, GAMBLER, SPREAD + side)
        if spread > 0 and difference >= spread:
            off += spread if side == OFFENCE else 0
            dfn += spread if side == DEFENCE else 0
    return off + int(c.added_value[OFFENCE]), dfn + int(c.added_value[DEFENCE])  # V6


@kernel
def find_strength(s: State, box: Box, p: int, side: int) -> int:
    """Return the strength of a player's tokens on this side."""
    each = change_strength(s, p, apply_rules(s, box, STRENGTH, p, 0, 1))
    added = apply_rules(s, box, ADDED_STRENGTH, p, side, 0)
    if p == main_of(s, side):
        return each * count_fighting(s, p) + added
    return each * int(count_on_side(s, p, side)) + added


@kernel
def find_extras(s: State, box: Box, side: int) -> int:
    """Return what the Attacks of allies are worth: with the main player's Kicker (V1, V4)."""
    c = s.challenge
    worth = 0
    for q in range(s.seats):
        if c.extra_attack[q] != 0 and c.ally[q] != 0 and side_of(s, q) == side:
            value = int(box.value[c.extra[q]]) * int(c.factor[side])
            worth += reverse_digits(value) if c.reversed[side] != 0 else value
    return worth


@kernel
def find_total(s: State, box: Box, side: int, value: int) -> int:
    """Return the total of a side whose main card is worth `value` (6.3)."""
    c = s.challenge
    p = main_of(s, side)
    opp = main_of(s, 1 - side)
    own = find_strength(s, box, p, side)
    allied = 0
    for q in range(s.seats):
        if is_ally(s, q, side):
            strength = find_strength(s, box, q, side)
            allied += apply_moons(s, box, ALLIED_STRENGTH, q, side, strength)
        elif side == DEFENCE and is_other_defender(s, q):
            allied += int(count_in_challenge(s, q))  # R135: 1 each
    own_sign = -1 if in_force(s, p, ANTI_MATTER) else 1  # R148: also on both sides
    is_anti = in_force(s, p, ANTI_MATTER) or in_force(s, opp, ANTI_MATTER)
    allied_sign = -1 if is_anti else 1
    if get_cell(s, VIRUS, SUPER_VIRUS + side) != 0:
        total = value * (own + allied)
    elif get_cell(s, VIRUS, WILD_VIRUS + side) != 0:
        total = value + allied_sign * own * allied
    elif in_force(s, p, VIRUS):
        total = value * int(count_fighting(s, p)) + allied_sign * allied
    else:
        total = value + own_sign * own + allied_sign * allied
    if c.second[side] >= 0:
        second = int(c.printed[side, SECOND])  # V0 and V4 only
        total += reverse_digits(second) if c.reversed[side] != 0 else second
    total += find_extras(s, box, side)
    if is_cursed(s, p, WEAK):
        total -= WEAKNESS
    total = apply_rules(s, box, TOTAL, p, side, total)
    if get_cell(s, WARPISH, WILD_WARPISH + side) != 0:
        total += int(s.warp[p])
    if get_cell(s, WARPISH, SUPER_WARPISH + 1 - side) != 0:
        total -= int(s.warp[p])
    total += parity_bonus(s, side)
    total = apply_moons(s, box, SIDE_TOTAL, p, side, total + int(c.moon_bonus[side]))
    total += int(c.bonus[side]) + int(c.hex_bonus[side])
    return total + int(c.reinforced[side]) + int(c.lucre_points[side])


@kernel
def add_up(s: State, box: Box) -> None:
    """Write both totals."""
    c = s.challenge
    off, dfn = find_values(s, box)
    c.total[OFFENCE] = find_total(s, box, OFFENCE, off)
    c.total[DEFENCE] = find_total(s, box, DEFENCE, dfn)
