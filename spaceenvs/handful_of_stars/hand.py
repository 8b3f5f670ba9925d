"""Storing, discarding, removing and retrieving cards, spying, refreshing tokens (6.8 to 6.11)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.handful_of_stars.actions import (
    A_CARD,
    A_DONE,
    A_RIVAL,
    A_TOKEN,
    D_DISCARD,
    D_REFRESH,
    D_REMOVE,
    D_RETRIEVE,
    D_RIVAL,
    D_STORE,
)
from spaceenvs.handful_of_stars.asking import ask, clear_options, offer_cards_in
from spaceenvs.handful_of_stars.cards import find_room, fits, put, remove_card
from spaceenvs.handful_of_stars.components import CARDS, NOTHING
from spaceenvs.handful_of_stars.state import (
    ACTION_OVER,
    DISCARD,
    DISCARDING,
    HAND,
    REFRESH,
    REMOVING,
    RESERVE,
    RETRIEVE,
    SPY,
    STORE,
)
from spaceenvs.handful_of_stars.tallies import turn_token


@kernel
def begin_repeated(s: State, stage: int, times: int) -> None:
    """Begin a step that is done so many times."""
    s.left = times
    s.begun = 0
    s.stage = stage


# -- Place Cards in Reserve (6.8) -----------------------------------------------------------


@kernel
def store(s: State, box: Box) -> None:
    """Ask for the next card to store, if one fits (D23)."""
    if offer_stores(s, box) > 0:
        ask(s, s.actor, D_STORE)
    else:
        s.stage = ACTION_OVER


@kernel
def offer_stores(s: State, box: Box) -> int:
    """Offer the hand cards that fit into the reserve; return how many."""
    clear_options(s)
    p = s.actor
    room = find_room(s, box, p, NOTHING)
    found = 0
    for k in range(s.held_count[p]):
        c = int(s.held[p, k])
        if s.zone[p, c] == HAND and fits(box, c, room):
            s.options[A_CARD + c] = 1
            found += 1
    s.options[A_DONE] = s.begun
    return found


@kernel
def play_store(s: State, box: Box, action: int) -> None:
    """Store a card, or stop."""
    if action == A_DONE:
        s.stage = ACTION_OVER
        return
    put(s, box, s.actor, action - A_CARD, RESERVE)
    s.begun = 1
    s.stage = STORE


# -- Discard (6.9) and Remove (6.10) --------------------------------------------------------


@kernel
def offer_held(s: State) -> int:
    """Offer every card in hand and reserve; return how many."""
    clear_options(s)
    for k in range(s.held_count[s.actor]):
        s.options[A_CARD + int(s.held[s.actor, k])] = 1
    return int(s.held_count[s.actor])


@kernel
def discard(s: State) -> None:
    """Ask for the next card to discard, if one is left (D24)."""
    if offer_held(s) > 0:
        s.options[A_DONE] = s.begun
        ask(s, s.actor, D_DISCARD)
    else:
        s.stage = ACTION_OVER


@kernel
def play_discard(s: State, box: Box, action: int) -> None:
    """Discard a card, or stop."""
    if action == A_DONE:
        s.stage = ACTION_OVER
        return
    put(s, box, s.actor, action - A_CARD, DISCARD)
    s.begun = 1
    s.stage = DISCARDING


@kernel
def remove(s: State) -> None:
    """Ask for the next card to remove (D25)."""
    if s.left > 0 and offer_held(s) > 0:
        ask(s, s.actor, D_REMOVE)
    else:
        s.stage = ACTION_OVER


@kernel
def play_remove(s: State, box: Box, action: int) -> None:
    """Remove a card; a system card goes to the neutral ones."""
    remove_card(s, box, s.actor, action - A_CARD)
    s.left -= 1
    s.stage = REMOVING


# -- effects on hands and tokens (6.11) -----------------------------------------------------


@kernel
def retrieve(s: State) -> None:
    """Ask for the next card to take back (D26)."""
    if s.left > 0 and s.count[s.actor, DISCARD] > 0:
        clear_options(s)
        offer_cards_in(s, s.actor, DISCARD)
        ask(s, s.actor, D_RETRIEVE)
    else:
        s.stage = ACTION_OVER


@kernel
def play_retrieve(s: State, box: Box, action: int) -> None:
    """Take a card from the discard pile into the hand, openly."""
    put(s, box, s.actor, action - A_CARD, HAND)
    s.left -= 1
    s.stage = RETRIEVE


@kernel
def can_spy(s: State, p: int) -> bool:
    """Whether a rival has a card in hand."""
    for q in range(s.num_players):
        if q != p and s.count[q, HAND] > 0:
            return True
    return False


@kernel
def spy(s: State) -> None:
    """Ask whom to spy on (D28)."""
    if s.left > 0 and can_spy(s, s.actor):
        offer_rivals(s)
        ask(s, s.actor, D_RIVAL)
    else:
        s.stage = ACTION_OVER


@kernel
def offer_rivals(s: State) -> None:
    """Offer the rivals that have a card in hand."""
    clear_options(s)
    for k in range(1, s.num_players):
        if s.count[(s.actor + k) % s.num_players, HAND] > 0:
            s.options[A_RIVAL + k] = 1


@kernel
def play_rival(s: State, box: Box, action: int) -> None:
    """A random card of the rival's hand, in ascending order of ids, is discarded (6.12)."""
    rival = (action - A_RIVAL + s.actor) % s.num_players
    index = pick(s.rng, s.count[rival, HAND])
    for c in range(CARDS):
        if s.zone[rival, c] == HAND:
            if index == 0:
                put(s, box, rival, c, DISCARD)
                break
            index -= 1
    s.left -= 1
    s.stage = SPY


@kernel
def count_face_down(s: State, p: int) -> int:
    """Return how many of a player's development tokens are face down."""
    found = 0
    for i in range(s.token_count[p]):
        found += s.token_up[p, i] == 0
    return found


@kernel
def refresh(s: State) -> None:
    """Ask for the next token to turn face up (D29); as many as possible (R56)."""
    if s.left > 0 and count_face_down(s, s.actor) > 0:
        offer_face_down(s)
        ask(s, s.actor, D_REFRESH)
    else:
        s.stage = ACTION_OVER


@kernel
def offer_face_down(s: State) -> None:
    """Offer the own face-down tokens."""
    clear_options(s)
    for i in range(s.token_count[s.actor]):
        if s.token_up[s.actor, i] == 0:
            s.options[A_TOKEN + i] = 1


@kernel
def play_refresh(s: State, box: Box, action: int) -> None:
    """Turn a token face up."""
    turn_token(s, box, s.actor, action - A_TOKEN, 1)
    s.left -= 1
    s.stage = REFRESH
