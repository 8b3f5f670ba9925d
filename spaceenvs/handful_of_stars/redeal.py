"""Draw anew what a player cannot see (section 8, R59)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import below, seed_rng, shuffle
from spaceenvs.handful_of_stars.actions import (
    A_DONE,
    D_ANNEX,
    D_COL_KIND,
    D_COL_SPACE,
    D_COUNT,
    D_DISCARD,
    D_MENU,
    D_MOVE_DEST,
    D_MOVE_ORIGIN,
    D_PAY,
    D_PRODUCE_SPACE,
    D_PRODUCE_UNIT,
    D_REMOVE,
    D_RESPONSE,
    D_ROUTE,
    D_STORE,
    D_TECH_PICK,
    D_UNIT,
    D_WITHDRAW_DEST,
    NUM_ACTIONS,
)
from spaceenvs.handful_of_stars.cards import form_deck
from spaceenvs.handful_of_stars.colonise import offer_annexations, offer_markers, offer_sites
from spaceenvs.handful_of_stars.combat import offer_response
from spaceenvs.handful_of_stars.components import (
    ALIENS,
    CARDS,
    DEALT_TECHNOLOGIES,
    HABITABLE,
    MATTER,
    NOTHING,
    OUTPOST,
    POPULATION,
    RESEARCH,
    SPACES,
    TECHNOLOGIES,
    TOKENS,
    WORMHOLE_TECHNOLOGY,
)
from spaceenvs.handful_of_stars.hand import offer_held, offer_stores
from spaceenvs.handful_of_stars.move import (
    offer_counts,
    offer_destinations,
    offer_origins,
    offer_routes,
    offer_units,
    weigh_sources,
)
from spaceenvs.handful_of_stars.payment import find_due, offer_sources
from spaceenvs.handful_of_stars.produce import can_produce, offer_kinds
from spaceenvs.handful_of_stars.routes import look_around
from spaceenvs.handful_of_stars.state import ALIEN_UNSEEN, DECK, HAND, NOT_OWNED, RETREATING
from spaceenvs.handful_of_stars.tallies import recount
from spaceenvs.handful_of_stars.technology import offer_technologies
from spaceenvs.handful_of_stars.turn import offer_menu


@kernel
def redeal(s: State, box: Box, player: int, seed: int) -> None:
    """Draw anew what a player cannot see, consistent with what the player can."""
    seed_rng(s.rng, seed)
    deal_aliens(s)
    shuffle(s.rng, s.token_stack[s.stack_top :], TOKENS - s.stack_top)
    deal_choices(s, player)
    form_deck(s, player)
    while True:
        deal_technologies(s, player)
        for p in range(s.num_players):
            if p != player:
                deal_hand(s, p)
                recount(s, box, p)
        if s.done != 0 or s.to_move == player or offer_again(s, box):
            return


@kernel
def deal_aliens(s: State) -> None:
    """Shuffle the alien tokens never seen, on the board and off it."""
    n = 0
    for token in range(ALIENS):
        if s.alien_fate[token] == ALIEN_UNSEEN:
            s.list[n] = token
            n += 1
    shuffle(s.rng, s.list, n)
    k = 0
    for x in range(SPACES):
        if s.alien[x] != NOTHING and s.alien_fate[s.alien[x]] == ALIEN_UNSEEN:
            s.alien[x] = s.list[k]
            k += 1


@kernel
def deal_choices(s: State, player: int) -> None:
    """Choose again what rivals chose in secret (D01, D02)."""
    for p in range(s.num_players):
        if p == player or s.choice[p] == NOTHING:
            continue
        n = 0
        for c in range(HABITABLE):
            if s.zone[p, c] == DECK and s.marker[p, s.space_of[c]] == OUTPOST:
                s.list[n] = c
                n += 1
        s.choice[p] = s.list[below(s.rng, n)]


@kernel
def deal_technologies(s: State, player: int) -> None:
    """Draw the technology deck and the rivals' dealt technologies that nobody saw."""
    n = 0
    has_wormhole = False
    for i in range(s.tech_top, TECHNOLOGIES):
        if s.tech_deck[i] == WORMHOLE_TECHNOLOGY:
            has_wormhole = True
        else:
            s.list[n] = s.tech_deck[i]
            n += 1
    for p in range(s.num_players):
        for i in range(DEALT_TECHNOLOGIES):
            card = s.secret[p, i]
            if p != player and card != NOTHING:
                s.list[n] = card
                n += 1
                s.zone[p, card] = NOT_OWNED
    shuffle(s.rng, s.list, n)
    for p in range(s.num_players):
        for i in range(DEALT_TECHNOLOGIES):
            if p != player and s.secret[p, i] != NOTHING:
                n -= 1
                s.secret[p, i] = s.list[n]
                s.zone[p, s.list[n]] = HAND if s.secret_in_hand[p, i] != 0 else DECK
    # What is left is the deck; Wormhole Technology can be nowhere else (R4).
    for i in range(n):
        s.tech_deck[s.tech_top + i] = s.list[i]
    if has_wormhole:
        s.tech_deck[s.tech_top + n] = WORMHOLE_TECHNOLOGY
        n += 1
    shuffle(s.rng, s.tech_deck[s.tech_top :], n)


@kernel
def deal_hand(s: State, p: int) -> None:
    """Draw a rival's hand: what is known to be in it, the rest from the pool (section 8)."""
    missing = int(s.count[p, HAND])
    n = 0
    for c in range(CARDS):
        if s.shown[p, c] == HAND:
            missing -= 1
        elif s.shown[p, c] == DECK:
            s.list[n] = c
            n += 1
    for i in range(DEALT_TECHNOLOGIES):
        if s.secret[p, i] != NOTHING:
            if s.secret_in_hand[p, i] != 0:
                missing -= 1
            else:
                s.list[n] = s.secret[p, i]
                n += 1
    shuffle(s.rng, s.list, n)
    for k in range(n):
        s.zone[p, s.list[k]] = HAND if k < missing else DECK
    form_deck(s, p)


# -- the decision of a player whose hand was dealt again (R59) --------------------------------


@kernel
def offer_again(s: State, box: Box) -> bool:
    """Work out the options anew; return whether the decision could have come about."""
    d = s.decision
    if d == D_MENU:
        return offer_menu(s, box) > 0 or s.actions_left > 0
    if d == D_PRODUCE_UNIT:
        return offer_kinds(s, box) > 0
    if d == D_PRODUCE_SPACE:
        return can_produce(s, box, s.actor, s.pool[POPULATION], s.pool[MATTER], NOTHING)
    if d == D_PAY:
        return offer_sources(s, box) > 0 and can_pay_due(s)
    if d == D_COL_SPACE:
        return offer_sites(s, box) > 0
    if d == D_COL_KIND:
        return offer_markers(s, box) > 1
    if d == D_TECH_PICK:
        return offer_technologies(s, box) > 0
    if d == D_STORE:
        return offer_stores(s, box) > 0
    if d == D_ANNEX:
        return offer_annexations(s, box) > 0
    if d in (D_DISCARD, D_REMOVE):
        found = offer_held(s)
        s.options[A_DONE] = s.begun * (d == D_DISCARD)
        return found > 0
    if d == D_MOVE_ORIGIN:
        return offer_origins(s, box) > 0
    return offer_group_again(s, box)


@kernel
def can_pay_due(s: State) -> bool:
    """Whether all sources together reach what is due now; one more may not be enough."""
    now = find_due(s)
    r = s.due_kind[now]
    return s.pool[r] + s.total[s.actor, r] >= s.due[now]


@kernel
def offer_group_again(s: State, box: Box) -> bool:
    """The same for groups and responses; other decisions do not depend on hidden cards."""
    d = s.decision
    if d == D_COUNT and s.errand == RETREATING:
        return True
    if d not in (D_RESPONSE, D_UNIT, D_MOVE_DEST, D_WITHDRAW_DEST, D_ROUTE, D_COUNT):
        return True
    weigh_sources(s, box)
    look_around(s, box, s.actor, s.energy, s.pool[RESEARCH] + s.total[s.actor, RESEARCH])
    if d == D_RESPONSE:
        offer_response(s, box)
        return True
    if d == D_UNIT:
        return offer_units(s, box) > 1
    if d == D_ROUTE:
        return offer_routes(s) > 1
    if d == D_COUNT:
        return offer_counts(s, box) > 0
    return offer_destinations(s) > 0


@kernel
def count_options(s: State) -> int:
    """Return how many actions are legal."""
    found = 0
    for a in range(NUM_ACTIONS):
        found += s.options[a]
    return found
