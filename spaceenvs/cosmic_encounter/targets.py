"""Legal targets and the defender (5.3, 4.1 j)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_TARGET, D_WHOSE, LOC, PLAYER
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.components import (
    BUTLER,
    DESTINY_WILD,
    FIRST_SPECIAL,
    MAX_MOONS,
    SLOTS,
)
from spaceenvs.cosmic_encounter.cones import (
    ANY_MOON,
    cone_of,
    is_aim_of_cone,
    is_target_late,
    is_warp_challenge,
    rule_of_target,
)
from spaceenvs.cosmic_encounter.hands import AS_DEFENDER, needs_new_hand
from spaceenvs.cosmic_encounter.hooks import H_DEF
from spaceenvs.cosmic_encounter.moon_points import IS_SAFE, apply_moons
from spaceenvs.cosmic_encounter.satellites import (
    is_moon,
    is_moon_there,
    is_vacant_moon,
    moon_at,
    place_of,
)
from spaceenvs.cosmic_encounter.stack import (
    DEFENDER,
    NEW_HAND,
    Frame,
    allow,
    answered_place,
    answered_player,
    ask,
    begin_rounds_anew,
    call,
    end,
    has_foreign_base,
    has_seat,
    is_empty,
    is_silenced,
    is_stack,
    open_question,
    open_window,
    set_order,
)
from spaceenvs.cosmic_encounter.state import NOBODY

AIMED_BY = 0  # cell of Butler: the seat + 1 of who answers D_TARGET
ATTACK_AT_HOME, OCCUPY = 1, 2  # what `own` says
PRESENT, FOUND = 0, 1  # notes of TARGET: the planet that is no answer; the defender


@kernel
def is_target(s: State, box: Box, place: int) -> bool:
    """Whether the cone may be aimed at a planet (5.3); a Siren has fixed it (R134)."""
    c = s.challenge
    if c.lured != 0:
        return place == c.target
    if rule_of_target(s) != 0:
        return is_aim_of_cone(s, rule_of_target(s), place) or is_base_elsewhere(s, place)
    if c.own == OCCUPY:
        return place // SLOTS == c.off and is_empty(s, place)
    if c.own == ATTACK_AT_HOME:
        return place // SLOTS == c.off and has_foreign_base(s, place)
    if is_moon(place):
        is_here = place // SLOTS == c.system and is_moon_there(s, moon_at(place))
        if s.interrupted > 0 and s.tokens[c.defender, place] == 0:
            return False  # R114: his DEF and no other
        return is_here and s.tokens[c.off, place] == 0
    if place // SLOTS == c.system:
        is_open = s.interrupted == 0 and may_attack_any(s, box)  # R114
        if is_stack(s, place) and c.wild_will == 0 and is_open:
            return is_taken(s, place)  # R222
        # R11, R68: whether he has a base there himself, or the owner none, does not matter.
        return s.gone[place] == 0
    return is_base_elsewhere(s, place)


@kernel
def is_base_elsewhere(s: State, place: int) -> bool:
    """Wild Will: whether the owner of S has a base on this planet outside S."""
    c = s.challenge
    if c.wild_will == 0 or is_moon(place) or place // SLOTS == c.system:
        return False
    return s.tokens[c.system, place] > 0  # type: ignore[no-any-return]


@kernel
def may_attack_any(s: State, box: Box) -> bool:
    """Whether third players can be attacked: by Will, unless silenced, or the option (R58)."""
    c = s.challenge
    return (c.will != 0 and not is_silenced(s, c.off)) or box.attack_any_base != 0


@kernel
def is_taken(s: State, place: int) -> bool:
    """Whether another player than the OFF has a base on a place."""
    for q in range(s.seats):
        if q != s.challenge.off and s.tokens[q, place] > 0:
            return True
    return False


@kernel
def has_other_target(s: State, box: Box) -> bool:
    """Whether the OFF has another legal target than the present one."""
    for place in range(s.seats * SLOTS):
        if is_aim(s, box, place, s.challenge.target):
            return True
    return False


@kernel
def is_aim(s: State, box: Box, place: int, present: int) -> bool:
    """Whether a place other than the present target is one, if no moon protects it."""
    return place != present and is_target(s, box, place)


@kernel
def is_safe(s: State, box: Box, place: int) -> bool:
    """Whether an Immunity Moon protects a planet."""
    return apply_moons(s, box, IS_SAFE, NOBODY, place, 0) != 0


@kernel
def allow_targets(s: State, box: Box, present: int) -> None:
    """List the targets; those that a moon protects only if nothing else is left."""
    for place in range(s.seats * SLOTS):
        if is_aim(s, box, place, present) and not is_safe(s, box, place):
            allow(s, LOC + place)
    if s.choices == 0:
        for place in range(s.seats * SLOTS):
            if is_aim(s, box, place, present):
                allow(s, LOC + place)


@kernel
def can_aim_at_moon(s: State, box: Box) -> bool:
    """Whether a moon of the target system is a legal target (4.1 j)."""
    for moon in range(MAX_MOONS):
        if is_target(s, box, place_of(moon)):
            return True
    return False


@kernel
def is_possible_defender(s: State, box: Box, p: int) -> bool:
    """Whether this player may be attacked on the target planet (D_WHOSE)."""
    c = s.challenge
    if p == c.off:
        return False
    if is_moon(c.target):
        return s.tokens[p, c.target] > 0  # type: ignore[no-any-return]
    if s.interrupted > 0 or is_target_late(s):
        return p == c.system  # R114: against that player; R203
    owner = c.target // SLOTS
    if c.own == ATTACK_AT_HOME:
        return s.tokens[p, c.target] > 0
    if c.wild_will != 0:
        return p == c.system  # wild Will: the owner of S in any case
    if is_stack(s, c.target):
        return s.tokens[p, c.target] > 0  # type: ignore[no-any-return]  # R222
    if p == owner:
        return True  # R68: without a token there too
    return may_attack_any(s, box) and s.tokens[p, c.target] > 0


@kernel
def is_defender_known(s: State, box: Box) -> bool:
    """4.1 j: whether DEF is known before the target is chosen, as in a return challenge (R114)."""
    c = s.challenge
    if is_warp_challenge(s):
        return True  # R212
    if is_target_late(s):
        return False
    is_plain = c.system != c.off and c.will == 0 and box.attack_any_base == 0
    return (is_plain and not can_aim_at_moon(s, box)) or s.interrupted > 0


@kernel
def find_aimer(s: State, f: Frame) -> int:
    """Return who answers D_TARGET: in phase 3 perhaps a Butler (R133)."""
    butler = get_cell(s, BUTLER, AIMED_BY) - 1
    return butler if butler >= 0 and f.notes[PRESENT] == NOBODY else int(s.challenge.off)


@kernel
def run_target(s: State, box: Box, f: Frame) -> None:
    """D_TARGET (not the present one), D_WHOSE if several may defend; then DEF is fixed."""
    c = s.challenge
    if f.at == 0:
        open_question(s)
        allow_targets(s, box, f.notes[PRESENT])
        ask(s, f, D_TARGET, find_aimer(s, f))
        return
    if f.at == 1:
        c.target = answered_place(s)
        c.garrison = 0  # those whom a Berserker has named defend the planet that was the target
        if c.own == OCCUPY:
            end(s)
            return
        if is_vacant_moon(s, c.target):
            has_no_defender(s, f)
            return
        f.at = 2
    if f.at == 2:
        open_question(s)
        only = NOBODY
        for q in range(s.seats):
            if is_possible_defender(s, box, q):
                allow(s, PLAYER + q)
                only = q
        if s.choices == 1:
            f.notes[FOUND] = only
            f.at = 4
        else:
            ask(s, f, D_WHOSE, c.off)
            return
    if f.at == 3:
        f.notes[FOUND] = answered_player(s)
    defender = f.notes[FOUND]
    end(s)
    if defender != c.defender:
        call(s, DEFENDER, defender, 0)


@kernel
def has_no_defender(s: State, f: Frame) -> None:
    """A vacant moon is occupied at once: nobody defends it, and an open window is over (R78)."""
    c = s.challenge
    if f.notes[PRESENT] >= 0:
        s.window_over = 1
    if c.defender >= 0:
        c.defender = NOBODY
        set_order(s)
        begin_rounds_anew(s)
    end(s)


@kernel
def run_defender(s: State, box: Box, f: Frame) -> None:
    """DEF becomes known: a new hand if he needs one, then the H_DEF window (4.1 j)."""
    if f.at == 0:
        f.at = 1
        s.challenge.defender = f.who
        set_order(s)
        begin_rounds_anew(s)
        if needs_new_hand(s, box, f.who):
            call(s, NEW_HAND, f.who, AS_DEFENDER)
            return
    end(s)
    open_window(s, H_DEF)


@kernel
def is_wild_card(s: State) -> bool:
    """Whether the destiny card shows all colours, or is the cone that counts as one (R202)."""
    card = s.challenge.card_up
    return DESTINY_WILD <= card < FIRST_SPECIAL or cone_of(card) == ANY_MOON


@kernel
def is_named(s: State, p: int) -> bool:
    """Whether the destiny card, no wild, gives this player: by his colour or as a cone."""
    return not is_wild_card(s) and has_seat(s.challenge.named, p)


@kernel
def is_own_colour(s: State) -> bool:
    """Whether the OFF's own colour was turned up, or a cone that fits him (R57)."""
    return is_named(s, s.challenge.off)


@kernel
def find_colour(s: State) -> int:
    """Return whose colour was turned up, -1 for a wild or a cone that fits several."""
    found = NOBODY
    for q in range(s.seats):
        if is_named(s, q):
            if found >= 0:
                return NOBODY
            found = q
    return found
