"""The reverse Warp and its Limbo (11.3, R93, R210, R211).

The Limbo has a section for every colour in play (R47). Tokens lost wait outside the Warp until the
challenge is over, then they are put into the section of the marker; a destiny card empties a
section into the Warp. What waits or lies in the Limbo counts as `away`.
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import (
    DESTINY_DARK_WILD,
    DESTINY_WILD,
    MAX_PLAYERS,
    SLOTS,
)
from spaceenvs.cosmic_encounter.cones import names_a_base
from spaceenvs.cosmic_encounter.stack import seat_after


@kernel
def put_into_warp(s: State, box: Box, p: int, count: int) -> None:
    """Tokens are lost: they go to the Warp, with the reverse Warp they wait outside it."""
    if box.reverse_warp == 0:
        s.warp[p] += count
    else:
        s.outside[p] += count
        s.away[p] += count


@kernel
def fill_limbo(s: State, box: Box) -> None:
    """R211: what waits goes into the section of the marker, which moves on."""
    if box.reverse_warp == 0:
        return
    for p in range(s.seats):
        s.limbo[s.marker, p] += s.outside[p]
        s.outside[p] = 0
    s.marker = seat_after(s, s.marker, 1)


@kernel
def empty_section(s: State, section: int) -> None:
    """The tokens of a section of the Limbo go to the Warp."""
    for p in range(s.seats):
        s.warp[p] += s.limbo[section, p]
        s.away[p] -= s.limbo[section, p]
        s.limbo[section, p] = 0


@kernel
def empty_by_colour(s: State, box: Box) -> None:
    """4.1 d: a light card of one colour empties its section, a dark one none (R210)."""
    c = s.challenge
    is_light = c.card_up < MAX_PLAYERS or box.reverse_cone == 0
    if box.reverse_warp != 0 and 0 <= c.card_up < DESTINY_WILD and is_light:
        empty_section(s, c.card_up % MAX_PLAYERS)


@kernel
def empty_by_system(s: State, box: Box) -> None:
    """After 4.1 h: a light wild card or a cone empties the section of the system chosen."""
    c = s.challenge
    is_light = c.card_up != DESTINY_DARK_WILD or box.reverse_cone == 0
    if box.reverse_warp == 0 or c.card_up < DESTINY_WILD or not is_light:
        return
    if c.system >= 0 and not names_a_base(c.card_up):
        empty_section(s, c.system)


@kernel
def empty_by_target(s: State, box: Box) -> None:
    """After D_TARGET: a cone that names a base empties the section of the system attacked."""
    c = s.challenge
    if box.reverse_warp != 0 and c.target >= 0 and names_a_base(c.card_up):
        empty_section(s, c.target // SLOTS)
