"""Colourless cones: destiny cards that name players by what they have (11.5, R202, R203).

Each cone is a block: how much it finds in a player (the players with most of it are named), and,
if it says something about the target, which planets may be attacked. `CONES` lists all blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_VOTE
from spaceenvs.cosmic_encounter.components import (
    FIRST_COMET,
    FIRST_SPECIAL,
    LOCATIONS,
    SITES,
    SLOTS,
    SPACE_DUST,
)
from spaceenvs.cosmic_encounter.moons.omega import omega_system
from spaceenvs.cosmic_encounter.satellites import is_moon, is_moon_there, moon_at
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow_others,
    answered_player,
    ask,
    count_external_bases,
    count_home_bases,
    count_in_challenge,
    end,
    has_seat,
    open_question,
    seat_after,
    with_seat,
)

(
    ANY_MOON,
    VOTE,
    LEFT,
    RIGHT,
    MOST_BASES,
    INTRUDERS,
    LARGEST_BASE,
    MOST_CARDS,
    MOST_EXTERNAL,
    WARP_CHALLENGE,
) = range(1, 11)
NOT_NAMED = -1
MOST_RISKED = 4  # tokens that the DEF of a Warp challenge risks (R212)
NEXT_UP = 1  # note of CAST: places to the OFF's left


@dataclass(frozen=True)
class Cone:
    """One colourless cone: its row, and how much it finds in a player."""

    number: int
    measure: Any


@kernel
def cone_of(card: int) -> int:
    """Return the number of a colourless cone, 0 of another destiny card."""
    return card - FIRST_SPECIAL + ANY_MOON if FIRST_SPECIAL <= card < FIRST_COMET else 0


# -- 1: any moon ------------------------------------------------------------------------------


@kernel
def measure_moons(s: State, q: int) -> int:
    """Everybody but the OFF, if there is a moon without a base of the OFF (R202)."""
    if q == s.challenge.off:
        return NOT_NAMED
    for place in range(LOCATIONS):
        if is_moon_target(s, place):
            return 0
    return NOT_NAMED


@kernel
def is_moon_target(s: State, place: int) -> bool:
    """Whether a moon may be attacked or occupied: without moons there is none."""
    if not is_moon(place) or not is_moon_there(s, moon_at(place)):
        return False
    return s.tokens[s.challenge.off, place] == 0  # type: ignore[no-any-return]


# -- 2: a vote --------------------------------------------------------------------------------


@kernel
def measure_votes(s: State, q: int) -> int:
    """The votes for him; everybody but the OFF can be voted for."""
    return NOT_NAMED if q == s.challenge.off else int(s.challenge.votes[q])


@kernel
def run_cast(s: State, box: Box, f: Frame) -> None:
    """D_VOTE: every player but the OFF, clockwise from his left, openly (R202)."""
    c = s.challenge
    if f.at == 0:
        for p in range(s.seats):
            c.votes[p] = 0
        f.notes[NEXT_UP] = 1
        f.at = 2
    if f.at == 3:
        c.votes[answered_player(s)] += 1
        f.notes[NEXT_UP] += 1
        f.at = 2
    if f.notes[NEXT_UP] == s.seats:
        end(s)
        return
    open_question(s)
    allow_others(s, c.off)
    ask(s, f, D_VOTE, seat_after(s, c.off, f.notes[NEXT_UP]))


# -- 3, 4: neighbours -------------------------------------------------------------------------


@kernel
def measure_left(s: State, q: int) -> int:
    """The player to the OFF's left."""
    return 0 if q == seat_after(s, s.challenge.off, 1) else NOT_NAMED


@kernel
def measure_right(s: State, q: int) -> int:
    """The player to the OFF's right."""
    return 0 if q == seat_after(s, s.challenge.off, s.seats - 1) else NOT_NAMED


# -- 5: most bases ----------------------------------------------------------------------------


@kernel
def count_moon_bases(s: State, q: int) -> int:
    """Count the moons outside his own system on which he has a base, Moon Base Omega apart."""
    count = -1 if omega_system(s, q) >= 0 else 0
    for place in range(s.seats * SLOTS):
        if place % SLOTS >= SITES and place // SLOTS != q and s.tokens[q, place] > 0:
            count += 1
    return count


@kernel
def measure_bases(s: State, q: int) -> int:
    """His bases in all, home and external, planets and moons; not the OFF's."""
    if q == s.challenge.off:
        return NOT_NAMED
    return int(count_home_bases(s, q)) + int(count_external_bases(s, q)) + count_moon_bases(s, q)


# -- 6: who stands in the OFF's system --------------------------------------------------------


@kernel
def measure_intrusion(s: State, q: int) -> int:
    """He has a base in the OFF's system on a planet where the OFF has none."""
    off = s.challenge.off
    if q == off:
        return NOT_NAMED
    for slot in range(SITES):
        if s.tokens[q, off * SLOTS + slot] > 0 and s.tokens[off, off * SLOTS + slot] == 0:
            return 0
    return NOT_NAMED


# -- 7: the largest base ----------------------------------------------------------------------


@kernel
def base_size(s: State, q: int, place: int) -> int:
    """Count the tokens of a planet base; a mote of the Space Dust is a base of one (R203)."""
    count = int(s.tokens[q, place])
    is_dust = s.hex[q] == SPACE_DUST and place == q * SLOTS
    return min(1, count) if is_dust else count


@kernel
def largest_base(s: State, q: int) -> int:
    """Return the tokens of his largest planet base, 0 if he has none."""
    most = 0
    for system in range(s.seats):
        for slot in range(SITES):
            most = max(most, base_size(s, q, system * SLOTS + slot))
    return most


@kernel
def measure_largest(s: State, q: int) -> int:
    """The tokens of his largest planet base; not the OFF's."""
    most = largest_base(s, q)
    return most if q != s.challenge.off and most > 0 else NOT_NAMED


# -- 8: most cards ----------------------------------------------------------------------------


@kernel
def measure_cards(s: State, q: int) -> int:
    """His cards in hand; the OFF is named too (R57, R96)."""
    return int(s.hand_size[q])


# -- 9: most external bases -------------------------------------------------------------------


@kernel
def measure_external(s: State, q: int) -> int:
    """His external bases; the OFF is named too (R57, R96)."""
    return int(count_external_bases(s, q))


# -- 10: the Warp challenge -------------------------------------------------------------------


@kernel
def measure_warp(s: State, q: int) -> int:
    """His tokens in the Warp; not the OFF's."""
    return int(s.warp[q]) if q != s.challenge.off and s.warp[q] > 0 else NOT_NAMED


@kernel
def is_warp_challenge(s: State) -> bool:
    """Whether the challenge is fought against tokens in the Warp (R55, R212)."""
    return rule_of_target(s) == WARP_CHALLENGE


@kernel
def count_fighting(s: State, p: int) -> int:
    """Count the tokens of a player that count for a total: in a Warp challenge those in the Warp.

    They are in the challenge for nothing else (R212).
    """
    if p == s.challenge.defender and is_warp_challenge(s):
        return int(s.warp[p])
    return int(count_in_challenge(s, p))


@kernel
def count_risked(s: State) -> int:
    """Return how many tokens the DEF of a Warp challenge risks (R212)."""
    return min(MOST_RISKED, int(s.warp[s.challenge.defender]))


# -- all --------------------------------------------------------------------------------------

CONES = (
    Cone(ANY_MOON, measure_moons),
    Cone(VOTE, measure_votes),
    Cone(LEFT, measure_left),
    Cone(RIGHT, measure_right),
    Cone(MOST_BASES, measure_bases),
    Cone(INTRUDERS, measure_intrusion),
    Cone(LARGEST_BASE, measure_largest),
    Cone(MOST_CARDS, measure_cards),
    Cone(MOST_EXTERNAL, measure_external),
    Cone(WARP_CHALLENGE, measure_warp),
)


@kernel
def measure(s: State, number: int, q: int) -> int:
    """Return how much a cone finds in a player, NOT_NAMED if it cannot name him."""
    if number == ANY_MOON:
        return measure_moons(s, q)
    if number == VOTE:
        return measure_votes(s, q)
    if number == LEFT:
        return measure_left(s, q)
    if number == RIGHT:
        return measure_right(s, q)
    if number == MOST_BASES:
        return measure_bases(s, q)
    if number == INTRUDERS:
        return measure_intrusion(s, q)
    if number == LARGEST_BASE:
        return measure_largest(s, q)
    if number == MOST_CARDS:
        return measure_cards(s, q)
    if number == MOST_EXTERNAL:
        return measure_external(s, q)
    return measure_warp(s, q)


@kernel
def find_named_by(s: State, number: int) -> int:
    """Return the set of the players in whom a cone finds most (4.1 e)."""
    named = 0
    most = 0
    for q in range(s.seats):
        found = measure(s, number, q)
        if found > most:
            most = found
            named = 0
        if found >= most:
            named = with_seat(named, q)
    return named


@kernel
def rule_of_target(s: State) -> int:
    """R203: return the cone that says what may be attacked, 0 if the challenge is a regular one."""
    c = s.challenge
    number = cone_of(c.card_up)
    if number == 0 or c.will != 0 or c.lured != 0 or c.own != 0:
        return 0
    if number == ANY_MOON:
        return number if c.system < 0 else 0
    if c.system < 0 or not has_seat(c.named, c.system):
        return 0
    if number == INTRUDERS:
        return number if has_any_base(s, c.system) else 0
    if number == LARGEST_BASE:
        return number if largest_base(s, c.system) > 0 else 0
    return number if number == WARP_CHALLENGE else 0


@kernel
def names_a_base(card: int) -> bool:
    """Whether a destiny card is a cone that may name a base instead of a system (4.1 d)."""
    number = cone_of(card)
    return number in (ANY_MOON, INTRUDERS, LARGEST_BASE)


@kernel
def has_any_base(s: State, q: int) -> bool:
    """Whether a player has a base anywhere, planet or moon."""
    for place in range(s.seats * SLOTS):
        if s.tokens[q, place] > 0:
            return True
    return False


@kernel
def is_aim_of_cone(s: State, number: int, place: int) -> bool:
    """Whether a cone that says what may be attacked allows a place."""
    c = s.challenge
    if number == ANY_MOON:
        return is_moon_target(s, place)
    if number == INTRUDERS:
        return s.tokens[c.system, place] > 0  # type: ignore[no-any-return]
    if number == LARGEST_BASE and place % SLOTS < SITES:
        return base_size(s, c.system, place) == largest_base(s, c.system)
    return False


@kernel
def is_target_late(s: State) -> bool:
    """4.1 j: whether a cone leaves DEF open until the target is chosen."""
    rule = rule_of_target(s)
    return rule != 0 and rule != WARP_CHALLENGE
