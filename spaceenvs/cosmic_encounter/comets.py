"""Comets: destiny cards that change one challenge (11.5, R206-R208).

Each comet is a block: its number and name in the table, and the kernels that ask whether it is
in force or do what it says. The phases call them where the rules say; `COMETS` lists all blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import ALL_COMETS, FIRST_COMET
from spaceenvs.cosmic_encounter.moon_points import DRAWS_CARD, SELECTS_OPENLY, apply_moons
from spaceenvs.cosmic_encounter.satellites import is_duel
from spaceenvs.cosmic_encounter.stack import count_external_bases, count_home_bases

(
    POWER_OUTAGE,
    CONSOLATION_WAR,
    FREE_FOR_ALL,
    VICTORY_DANCE,
    ODD_WAY,
    TENACIOUS_DEFENSE,
    EXPENSE_WAR,
    HALF_HEARTED_WAR,
    OPEN_WAR,
    LONELY_WAR,
    SMALL_WAR,
    LAST_STAND,
    MERCY_WAR,
    SPOILS_OF_WAR,
    BLIND_WAR,
    REVERSE_WAR,
) = (int(row["number"]) for row in ALL_COMETS)

MOST_TOKENS_OF_A_DANCE = 20
SMALL_LIMIT = 2
PRICE_OF_A_CARD = 2
SPOILS = 2
LARGEST_DOUBLED = 10


@dataclass(frozen=True)
class Comet:
    """One comet: its row, and what asks for it."""

    number: int
    name: str
    kernels: tuple[Any, ...]


@kernel
def comet_of(card: int) -> int:
    """Return the number of a comet, 0 of another destiny card."""
    return card - FIRST_COMET + POWER_OUTAGE if card >= FIRST_COMET else 0


@kernel
def comet_card(number: int) -> int:
    """Return the destiny card of a comet."""
    return number - POWER_OUTAGE + FIRST_COMET


# -- 11 Power Outage ---------------------------------------------------------------------------


@kernel
def are_powers_out(s: State) -> bool:
    """No power may be used."""
    return s.challenge.comet == POWER_OUTAGE  # type: ignore[no-any-return]


# -- 12 Consolation War ------------------------------------------------------------------------


@kernel
def double_consolation(s: State, due: int) -> int:
    """R207: after the H_CONS window every consolation is doubled."""
    return 2 * int(due) if s.challenge.comet == CONSOLATION_WAR else int(due)


# -- 13 Free-for-All ---------------------------------------------------------------------------


@kernel
def is_everybody_invited(s: State) -> bool:
    """R208: both main players invite everybody, and nobody who is invited may stay out."""
    return s.challenge.comet == FREE_FOR_ALL  # type: ignore[no-any-return]


# -- 14 Victory Dance, 21 Small War ------------------------------------------------------------


@kernel
def usual_limit(s: State, p: int, limit: int) -> int:
    """Return how many tokens a player may commit, but for powers and Flares (R205).

    Victory Dance: as many as he has bases; Small War: two.
    """
    if s.challenge.comet == VICTORY_DANCE:
        bases = int(count_home_bases(s, p)) + int(count_external_bases(s, p))
        return max(1, min(MOST_TOKENS_OF_A_DANCE, bases))
    return SMALL_LIMIT if s.challenge.comet == SMALL_WAR else int(limit)


# -- 15 An Odd Way to Win a War ----------------------------------------------------------------


@kernel
def find_odd_winner(s: State) -> int:
    """Return the side whose printed main card alone is odd, -1 if the comet does not decide."""
    c = s.challenge
    if c.comet != ODD_WAY:
        return -1
    is_odd = int(c.printed[0, 0]) % 2 != 0
    if is_odd == (int(c.printed[1, 0]) % 2 != 0):
        return -1
    return 0 if is_odd else 1


# -- 16 Tenacious Defense, 18 Half-Hearted War -------------------------------------------------


@kernel
def change_value(s: State, side: int, value: int) -> int:
    """V2: return the value of a main card after the comet (R206).

    Tenacious Defense: the DEF's card of 1-10 counts double; Half-Hearted War: every card half,
    rounded toward zero.
    """
    c = s.challenge
    if c.comet == TENACIOUS_DEFENSE and side == 1:
        return 2 * value if 1 <= c.printed[1, 0] <= LARGEST_DOUBLED else value
    if c.comet == HALF_HEARTED_WAR:
        return -(-value // 2) if value < 0 else value // 2
    return value


# -- 17 Expense War ----------------------------------------------------------------------------


@kernel
def can_afford_card(s: State, p: int, cards: int) -> bool:
    """R209: whether a player can pay for so many cards besides his Challenge card."""
    return s.challenge.comet != EXPENSE_WAR or s.lucre[p] >= PRICE_OF_A_CARD * cards


@kernel
def pay_for_card(s: State, p: int) -> None:
    """A card is put down or played: its player pays, at most what he has."""
    if s.challenge.comet == EXPENSE_WAR:
        paid = min(PRICE_OF_A_CARD, int(s.lucre[p]))
        s.lucre[p] -= paid
        s.bank += paid


# -- 19 Open War -------------------------------------------------------------------------------


@kernel
def is_off_open(s: State, box: Box) -> bool:
    """Whether the OFF selects his card face up, before the DEF."""
    is_moon_on = apply_moons(s, box, SELECTS_OPENLY, s.challenge.off, 0, 0) != 0
    return is_moon_on or s.challenge.comet == OPEN_WAR


# -- 20 Lonely War -----------------------------------------------------------------------------


@kernel
def are_allies_barred(s: State) -> bool:
    """R208: no invitations and no alliances, by no power either; nor on a moon."""
    return is_duel(s) or s.challenge.comet == LONELY_WAR


# -- 22 Last Stand -----------------------------------------------------------------------------


@kernel
def change_strength(s: State, p: int, each: int) -> int:
    """R206: each of the DEF's own tokens counts 2, but a Macron's 4."""
    is_stand = s.challenge.comet == LAST_STAND and p == s.challenge.defender
    return 2 if is_stand and each == 1 else each


# -- 23 Mercy War ------------------------------------------------------------------------------


@kernel
def count_spared(s: State, count: int) -> int:
    """Return how many of so many tokens a losing main player keeps: he loses half, rounded up."""
    return count // 2 if s.challenge.comet == MERCY_WAR else 0


# -- 24 Spoils of War --------------------------------------------------------------------------


@kernel
def count_spoils(s: State) -> int:
    """Return how many cards the winning main player draws just before the H_OUT window."""
    c = s.challenge
    return SPOILS if c.comet == SPOILS_OF_WAR and c.winner >= 0 else 0


# -- 25 Blind War ------------------------------------------------------------------------------


@kernel
def are_cards_random(s: State, box: Box) -> bool:
    """Whether both Challenge cards are drawn at random from those that each may select."""
    is_moon_on = apply_moons(s, box, DRAWS_CARD, s.challenge.off, 0, 0) != 0
    return is_moon_on or s.challenge.comet == BLIND_WAR


# -- 26 Reverse War ----------------------------------------------------------------------------


@kernel
def is_cone_turned(s: State) -> bool:
    """R204: the other side of the cone than the card shows is used."""
    return s.challenge.comet == REVERSE_WAR  # type: ignore[no-any-return]


COMETS = (
    Comet(POWER_OUTAGE, "Power Outage", (are_powers_out,)),
    Comet(CONSOLATION_WAR, "Consolation War", (double_consolation,)),
    Comet(FREE_FOR_ALL, "Free-for-All", (is_everybody_invited,)),
    Comet(VICTORY_DANCE, "Victory Dance", (usual_limit,)),
    Comet(ODD_WAY, "An Odd Way to Win a War", (find_odd_winner,)),
    Comet(TENACIOUS_DEFENSE, "Tenacious Defense", (change_value,)),
    Comet(EXPENSE_WAR, "Expense War", (can_afford_card, pay_for_card)),
    Comet(HALF_HEARTED_WAR, "Half-Hearted War", (change_value,)),
    Comet(OPEN_WAR, "Open War", (is_off_open,)),
    Comet(LONELY_WAR, "Lonely War", (are_allies_barred,)),
    Comet(SMALL_WAR, "Small War", (usual_limit,)),
    Comet(LAST_STAND, "Last Stand", (change_strength,)),
    Comet(MERCY_WAR, "Mercy War", (count_spared,)),
    Comet(SPOILS_OF_WAR, "Spoils of War", (count_spoils,)),
    Comet(BLIND_WAR, "Blind War", (are_cards_random,)),
    Comet(REVERSE_WAR, "Reverse War", (is_cone_turned,)),
)
