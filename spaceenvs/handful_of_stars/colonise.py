"""Colonise (6.6), annexing (6.11), and the development tokens that discs uncover (D03)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.actions import (
    A_COLONY,
    A_DISPLAY,
    A_DONE,
    A_OUTPOST,
    A_SPACE,
    D_ANNEX,
    D_COL_KIND,
    D_COL_SPACE,
    D_DEV_TOKEN,
)
from spaceenvs.handful_of_stars.aftermath import remove_alien
from spaceenvs.handful_of_stars.asking import ask, clear_options
from spaceenvs.handful_of_stars.cards import gain_system_card
from spaceenvs.handful_of_stars.components import (
    COLONY,
    COLONY_COST,
    DISPLAY,
    ENERGY,
    LETTERS,
    NO_MARKER,
    NOBODY,
    NOTHING,
    NOWHERE,
    OUTPOST,
    OUTPOST_COST,
    POPULATION,
    RESERVE_PLUS,
    SPACES,
    TOKENS,
)
from spaceenvs.handful_of_stars.payment import can_afford, clear_pool, demand
from spaceenvs.handful_of_stars.routes import find_controller, look_around
from spaceenvs.handful_of_stars.spaces import first, has, without_first
from spaceenvs.handful_of_stars.state import (
    ACTION_OVER,
    ANNEXING,
    CHART_HABITABLE,
    CHART_TILE,
    CHOOSE_TOKENS,
    COLONISE,
    SETTLING,
)
from spaceenvs.handful_of_stars.tallies import gain_token, note_presence, show_display

_NO_CARD = -1


@kernel
def has_disc(s: State, p: int) -> bool:
    """Whether a disc is left, on the track or spare."""
    return s.track_discs[p] > 0 or s.spare_discs[p] > 0


@kernel
def can_place(s: State, p: int, space: int, kind: int) -> bool:
    """Whether a marker of this kind may be placed in a space, if it can be paid (R61)."""
    habitable = s.chart[CHART_HABITABLE, space] != 0
    units = (s.fleets[p, space] | s.bases[p, space]) != 0
    new = units & (s.marker[p, space] == NO_MARKER)
    if kind == OUTPOST:
        return bool(new)
    # An upgrade needs no unit.
    return bool(habitable & (new | (s.marker[p, space] == OUTPOST)))


@kernel
def can_pay_marker(s: State, box: Box, p: int, kind: int, bonus: int, without: int) -> bool:
    """Whether a player has a marker of this kind left and can pay for it."""
    if kind == OUTPOST:
        return s.cubes[p] > 0 and can_afford(s, box, p, POPULATION, OUTPOST_COST, bonus, without)
    return has_disc(s, p) and can_afford(s, box, p, POPULATION, COLONY_COST, bonus, without)


@kernel
def can_colonise(s: State, box: Box, p: int, bonus: int, without: int) -> bool:
    """Whether some placement is possible with a bonus in the pool."""
    outposts = can_pay_marker(s, box, p, OUTPOST, bonus, without)
    colonies = can_pay_marker(s, box, p, COLONY, bonus, without)
    if not outposts and not colonies:
        return False
    new = False
    upgrade = False
    spaces = s.present[p]
    while spaces != 0:  # no early end: such a loop is fast
        new |= can_place(s, p, first(spaces), OUTPOST)
        upgrade |= can_place(s, p, first(spaces), COLONY)
        spaces = without_first(spaces)
    return (outposts and new) or (colonies and upgrade)


@kernel
def begin_colonise(s: State, bonus: int, placements: int) -> None:
    """Begin to settle."""
    clear_pool(s)
    s.pool[POPULATION] = bonus
    s.left = placements
    s.begun = 0
    s.stage = COLONISE


@kernel
def colonise(s: State, box: Box) -> None:
    """Ask where to settle, if anything can be placed (D20)."""
    if s.left > 0 and offer_sites(s, box) > 0:
        ask(s, s.actor, D_COL_SPACE)
    else:
        s.stage = ACTION_OVER


@kernel
def offer_sites(s: State, box: Box) -> int:
    """Offer the spaces where a marker can be placed; return how many."""
    clear_options(s)
    p = s.actor
    outposts = can_pay_marker(s, box, p, OUTPOST, s.pool[POPULATION], _NO_CARD)
    colonies = can_pay_marker(s, box, p, COLONY, s.pool[POPULATION], _NO_CARD)
    found = 0
    spaces = s.present[p]
    while spaces != 0:
        x = first(spaces)
        spaces = without_first(spaces)
        if (outposts and can_place(s, p, x, OUTPOST)) or (colonies and can_place(s, p, x, COLONY)):
            s.options[A_SPACE + x] = 1
            found += 1
    s.options[A_DONE] = s.begun
    return found


@kernel
def play_site(s: State, box: Box, action: int) -> None:
    """Choose where to settle; ask how if both markers are possible (D21)."""
    if action == A_DONE:
        s.stage = ACTION_OVER
        return
    s.destination = action - A_SPACE
    s.errand = SETTLING
    if offer_markers(s, box) > 1:
        ask(s, s.actor, D_COL_KIND)
    else:
        settle(s, OUTPOST if s.options[A_OUTPOST] != 0 else COLONY)


@kernel
def offer_markers(s: State, box: Box) -> int:
    """Offer the markers that can be placed at the chosen space; return how many."""
    clear_options(s)
    p = s.actor
    outpost = can_pay_marker(s, box, p, OUTPOST, s.pool[POPULATION], _NO_CARD)
    colony = can_pay_marker(s, box, p, COLONY, s.pool[POPULATION], _NO_CARD)
    outpost = outpost and can_place(s, p, s.destination, OUTPOST)
    colony = colony and can_place(s, p, s.destination, COLONY)
    s.options[A_OUTPOST] = outpost
    s.options[A_COLONY] = colony
    return int(outpost) + int(colony)


@kernel
def play_marker(s: State, action: int) -> None:
    """Choose which marker to place."""
    settle(s, OUTPOST if action == A_OUTPOST else COLONY)


@kernel
def settle(s: State, kind: int) -> None:
    """Pay for a marker."""
    s.settling = kind
    cost = OUTPOST_COST if kind == OUTPOST else COLONY_COST
    demand(s, SETTLING, POPULATION, cost, ENERGY, 0)


@kernel
def place_marker(s: State, box: Box) -> None:
    """Place the marker that was paid for; a new one brings the system's card."""
    p = s.actor
    space = s.destination
    s.left -= 1
    s.begun = 1
    s.stage = COLONISE
    if s.marker[p, space] == OUTPOST:
        s.cubes[p] += 1  # an upgrade: no card (R32)
    else:
        gain_system_card(s, box, p, s.chart[CHART_TILE, space])
    s.marker[p, space] = s.settling
    note_presence(s, p, space)
    if s.settling == OUTPOST:
        s.cubes[p] -= 1
    elif s.track_discs[p] > 0:
        s.track_discs[p] -= 1
        choose_token(s, p)
    else:
        s.spare_discs[p] -= 1  # a spare disc uncovers no token


# -- development tokens -------------------------------------------------------------------


@kernel
def choose_token(s: State, p: int) -> None:
    """Let a player take a development token, if any is on display (D03, R48)."""
    if offer_tokens(s) > 0:
        ask(s, p, D_DEV_TOKEN)


@kernel
def offer_tokens(s: State) -> int:
    """Offer the tokens on display; return how many."""
    clear_options(s)
    found = 0
    for i in range(DISPLAY):
        if s.display[i] != NOTHING:
            s.options[A_DISPLAY + i] = 1
            found += 1
    return found


@kernel
def play_token(s: State, box: Box, action: int) -> None:
    """Take a token face up to the next track space; refill the display."""
    p = s.to_move
    slot = action - A_DISPLAY
    token = s.display[slot]
    gain_token(s, box, p, token)
    if box.token_kind[token] == RESERVE_PLUS:
        s.capacity[p] += box.token_amount[token]
    s.display[slot] = draw_token(s)
    show_display(s, box, slot)
    s.stage = CHOOSE_TOKENS if s.round_number == 0 else COLONISE


@kernel
def draw_token(s: State) -> int:
    """Return the top token of the stack, NOTHING if it is empty."""
    if s.stack_top >= TOKENS:
        return NOTHING
    s.stack_top += 1
    return int(s.token_stack[s.stack_top - 1])


# -- annexing -----------------------------------------------------------------------------


@kernel
def can_annex(s: State, space: int) -> bool:
    """Whether a space is a neutral habitable system next to an own one; `s.own` is marked."""
    if s.chart[CHART_HABITABLE, space] == 0 or find_controller(s, space, NOBODY) != NOBODY:
        return False
    for i in range(LETTERS):
        x = s.open_way[space, i]
        if x != NOWHERE and has(s.own, x):
            return True
        x = s.hole_way[space, i]
        if s.navigates != 0 and x != NOWHERE and has(s.own, x):
            return True
    return False


@kernel
def can_annex_any(s: State, box: Box, p: int, card: int) -> bool:
    """Whether a card's ANNEX can be used (6.11)."""
    if s.cubes[p] == 0 or not can_afford(s, box, p, POPULATION, box.p1[card], 0, card):
        return False
    look_around(s, box, p, 0, 0)
    for x in range(SPACES):
        if can_annex(s, x):
            return True
    return False


@kernel
def annex(s: State, box: Box) -> None:
    """Ask which system to annex (D27)."""
    offer_annexations(s, box)
    ask(s, s.actor, D_ANNEX)


@kernel
def offer_annexations(s: State, box: Box) -> int:
    """Offer the systems that can be annexed and paid for; return how many."""
    clear_options(s)
    p = s.actor
    if not can_afford(s, box, p, POPULATION, box.p1[s.card_in_play], 0, _NO_CARD):
        return 0
    look_around(s, box, p, 0, 0)
    found = 0
    for x in range(SPACES):
        if can_annex(s, x):
            s.options[A_SPACE + x] = 1
            found += 1
    return found


@kernel
def play_annex(s: State, box: Box, action: int) -> None:
    """Choose the system, then pay."""
    s.destination = action - A_SPACE
    demand(s, ANNEXING, POPULATION, box.p1[s.card_in_play], ENERGY, 0)


@kernel
def place_annexed(s: State, box: Box) -> None:
    """Place an outpost without a fight; the alien token goes unseen."""
    p = s.actor
    space = s.destination
    remove_alien(s, box, space)
    s.marker[p, space] = OUTPOST
    note_presence(s, p, space)
    s.cubes[p] -= 1
    gain_system_card(s, box, p, s.chart[CHART_TILE, space])
    s.stage = ACTION_OVER
