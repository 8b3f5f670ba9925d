"""What follows from the rest of the record, kept up to date where it changes.

Where a player has pieces, which cards a player holds and what they could pay, what the reserve
does, and the faces of tokens, market and display as an observation shows them. `recount` works
a player's out anew.
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.components import (
    CARDS,
    DISPLAY,
    FACE,
    FIRST_RESERVE_EFFECT,
    FIRST_TECHNOLOGY,
    MARKET,
    NOTHING,
    RESERVE_EFFECTS,
    RESOURCES,
    SPACES,
    TECHNOLOGIES,
    TIMING_RESERVE,
    TOKEN_KINDS,
    TRACK,
    VICTORY_POINTS,
    WORMHOLE_TECHNOLOGY,
)
from spaceenvs.handful_of_stars.spaces import only
from spaceenvs.handful_of_stars.state import ALIEN_UNSEEN, HAND, REMOVED, RESERVE


@kernel
def is_held(zone: int) -> bool:
    """Whether a card in this zone can be spent and used: hand or reserve."""
    return (zone == HAND) | (zone == RESERVE)


@kernel
def tally_source(s: State, p: int, r: int, amount: int, sign: int) -> None:
    """Count a source of a resource in (sign 1) or out (sign -1)."""
    if amount > 0:
        s.total[p, r] += sign * amount
        s.sources[p, r] += sign


@kernel
def hold(s: State, box: Box, p: int, card: int) -> None:
    """Note that a card has come to a player's hand or reserve."""
    s.held[p, s.held_count[p]] = card
    s.held_count[p] += 1
    for r in range(RESOURCES):
        tally_source(s, p, r, int(box.amount[r, card]), 1)


@kernel
def let_go(s: State, box: Box, p: int, card: int) -> None:
    """Note that a card has left a player's hand and reserve."""
    last = s.held_count[p] - 1
    for k in range(last):
        if s.held[p, k] == card:
            s.held[p, k] = s.held[p, last]
            break
    s.held_count[p] = last
    for r in range(RESOURCES):
        tally_source(s, p, r, int(box.amount[r, card]), -1)


@kernel
def tally_reserve(s: State, box: Box, p: int, card: int, sign: int) -> None:
    """Count a card of the reserve in (sign 1) or out (sign -1): its effect and its room."""
    if box.timing[card] == TIMING_RESERVE:
        effect = box.effect[card] - FIRST_RESERVE_EFFECT
        s.works[p, effect] += sign
        s.bonus[p, effect] += sign * int(box.p1[card])
    if box.reserve_counts[card] != 0:
        if box.reserve_mark[card] != 0:
            s.marked[p] += sign
        else:
            s.unmarked[p] += sign


@kernel
def does(s: State, p: int, effect: int) -> bool:
    """Whether a card with this effect works in a player's reserve."""
    return bool(s.works[p, effect - FIRST_RESERVE_EFFECT] != 0)


@kernel
def bonus_of(s: State, p: int, effect: int) -> int:
    """Return the sum of the numbers of all cards with this effect in a player's reserve."""
    return int(s.bonus[p, effect - FIRST_RESERVE_EFFECT])


@kernel
def note_presence(s: State, p: int, space: int) -> None:
    """Note whether a player has a piece in a space."""
    if (s.fleets[p, space] | s.bases[p, space] | s.marker[p, space]) != 0:
        s.present[p] |= only(space)
    else:
        s.present[p] &= ~only(space)


@kernel
def turn_token(s: State, box: Box, p: int, i: int, up: int) -> None:
    """Turn a player's token number i face up (1) or down (0)."""
    if s.token_up[p, i] == up:
        return
    s.token_up[p, i] = up
    s.token_face[p, i, TOKEN_KINDS] = up
    token = s.token[p, i]
    if box.token_kind[token] < RESOURCES:
        sign = 1 if up != 0 else -1
        tally_source(s, p, box.token_kind[token], int(box.token_amount[token]), sign)


@kernel
def gain_token(s: State, box: Box, p: int, token: int) -> None:
    """Give a player a development token, face up on the next track space."""
    i = s.token_count[p]
    s.token_count[p] += 1
    s.token[p, i] = token
    s.token_face[p, i, box.token_kind[token]] = box.token_amount[token]
    if box.token_kind[token] == VICTORY_POINTS:
        s.token_vp[p] += box.token_amount[token]
    turn_token(s, box, p, i, 1)


@kernel
def recount(s: State, box: Box, p: int) -> None:
    """Work out anew what a player holds, could pay and has working in the reserve."""
    s.held_count[p] = 0
    s.marked[p] = 0
    s.unmarked[p] = 0
    for r in range(RESOURCES):
        s.total[p, r] = 0
        s.sources[p, r] = 0
    for e in range(RESERVE_EFFECTS):
        s.works[p, e] = 0
        s.bonus[p, e] = 0
    s.present[p] = 0
    for x in range(SPACES):
        note_presence(s, p, x)
    for c in range(CARDS):
        if is_held(s.zone[p, c]):
            hold(s, box, p, c)
        if s.zone[p, c] == RESERVE:
            tally_reserve(s, box, p, c, 1)
    for i in range(TRACK):
        token = s.token[p, i]
        if token != NOTHING and s.token_up[p, i] != 0 and box.token_kind[token] < RESOURCES:
            tally_source(s, p, box.token_kind[token], int(box.token_amount[token]), 1)


@kernel
def show_alien(s: State, box: Box, space: int) -> None:
    """Note what everybody sees of the alien token on a space."""
    token = s.alien[space]
    if token == NOTHING:
        s.alien_shown[space] = 0
    elif s.alien_fate[token] == ALIEN_UNSEEN:
        s.alien_shown[space] = -1
    else:
        s.alien_shown[space] = box.alien_strength[token] + 1


@kernel
def show_market(s: State, box: Box) -> None:
    """Note what the market shows."""
    for slot in range(MARKET):
        card = s.market[slot]
        for i in range(FACE):
            s.market_face[slot, i] = 0 if card == NOTHING else box.face[card, i]


@kernel
def show_display(s: State, box: Box, slot: int) -> None:
    """Note what a slot of the display shows."""
    for kind in range(TOKEN_KINDS):
        s.display_face[slot, kind] = 0
    token = s.display[slot]
    if token != NOTHING:
        s.display_face[slot, box.token_kind[token]] = box.token_amount[token]


@kernel
def show_everything(s: State, box: Box) -> None:
    """Note what everybody sees, after a position was set up by hand."""
    for x in range(SPACES):
        show_alien(s, box, x)
    show_market(s, box)
    for slot in range(DISPLAY):
        show_display(s, box, slot)
    for i in range(TECHNOLOGIES):
        s.gone[i] = 0
        for p in range(s.num_players):
            s.gone[i] |= s.zone[p, FIRST_TECHNOLOGY + i] == REMOVED
    s.gone[WORMHOLE_TECHNOLOGY - FIRST_TECHNOLOGY] = s.wormhole_out
