"""Cards on their way: zones, drawing, reshuffling (6.2), the reserve (6.8), and who knows what."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import shuffle
from spaceenvs.handful_of_stars.actions import D_REFILL_RESERVE
from spaceenvs.handful_of_stars.asking import ask, clear_options, offer_cards_in
from spaceenvs.handful_of_stars.components import (
    CARDS,
    DEALT_TECHNOLOGIES,
    FIRST_TECHNOLOGY,
    HAND_SIZE,
    MARKET,
    NOTHING,
    NOWHERE,
    SYSTEMS,
    TECHNOLOGIES,
    WORMHOLE_TECHNOLOGY,
)
from spaceenvs.handful_of_stars.state import (
    ACTION_OVER,
    DECK,
    DISCARD,
    END_TURN,
    HAND,
    IN_PLAY,
    NOT_OWNED,
    REMOVED,
    RESERVE,
)
from spaceenvs.handful_of_stars.tallies import (
    hold,
    is_held,
    let_go,
    show_market,
    tally_reserve,
    turn_token,
)

ROOM_NONE, ROOM_MARKED, ROOM_ANY = range(3)
"""What the two reserves have room for: nothing, cards with the reserve mark, any card."""


@kernel
def put(s: State, box: Box, p: int, card: int, zone: int) -> None:
    """Move a card of a player's openly: from now on everybody knows where it is (R41)."""
    before = s.zone[p, card]
    s.count[p, before] -= 1
    s.count[p, zone] += 1
    s.zone[p, card] = zone
    s.shown[p, card] = zone
    if is_held(before) and not is_held(zone):
        let_go(s, box, p, card)
    elif is_held(zone) and not is_held(before):
        hold(s, box, p, card)
    if before == RESERVE:
        tally_reserve(s, box, p, card, -1)
    if zone == RESERVE:
        tally_reserve(s, box, p, card, 1)
    if zone == REMOVED and card >= FIRST_TECHNOLOGY:
        s.gone[card - FIRST_TECHNOLOGY] = 1
    for i in range(DEALT_TECHNOLOGIES):
        if s.secret[p, i] == card:
            s.secret[p, i] = NOTHING


@kernel
def form_deck(s: State, p: int) -> None:
    """Shuffle all cards that are in the deck zone, from ascending order (6.12, R54)."""
    n = 0
    for c in range(CARDS):
        if s.zone[p, c] == DECK:
            s.deck[p, n] = c
            n += 1
    s.deck_top[p] = 0
    shuffle(s.rng, s.deck[p], n)


@kernel
def reshuffle(s: State, box: Box, p: int) -> None:
    """Make the discard pile the new deck, turn up the tokens, advance the clock (6.2)."""
    # The deck is empty: what was drawn unseen must be in the hand (section 8).
    for c in range(CARDS):
        if s.zone[p, c] == HAND and s.shown[p, c] != NOT_OWNED:
            s.shown[p, c] = HAND
        elif s.zone[p, c] == DISCARD:
            s.zone[p, c] = DECK
            s.shown[p, c] = DECK
    for i in range(DEALT_TECHNOLOGIES):
        s.secret_in_hand[p, i] = s.secret[p, i] != NOTHING
    s.count[p, DECK] = s.count[p, DISCARD]
    s.count[p, DISCARD] = 0
    form_deck(s, p)
    for i in range(s.token_count[p]):
        turn_token(s, box, p, i, 1)
    if s.shuffles < box.last_shuffle:
        s.shuffles += 1
        if s.shuffles == box.last_shuffle:
            s.end_round = s.round_number + 1


@kernel
def draw_one(s: State, box: Box, p: int) -> bool:
    """Draw the top card, if there is one; only the owner sees it."""
    if s.count[p, DECK] == 0:
        if s.count[p, DISCARD] == 0:
            return False  # R18
        reshuffle(s, box, p)  # R44
    card = s.deck[p, s.deck_top[p]]
    s.deck_top[p] += 1
    s.zone[p, card] = HAND
    s.count[p, DECK] -= 1
    s.count[p, HAND] += 1
    hold(s, box, p, card)
    return True


@kernel
def play_card(s: State, box: Box, p: int, card: int) -> None:
    """Take a card out of hand or reserve to use its effect (6.11)."""
    put(s, box, p, card, IN_PLAY)
    s.used[card] = 1
    s.card_in_play = card


@kernel
def put_away(s: State, box: Box, p: int, card: int) -> None:
    """Discard a card whose effect was used, or remove it if it works only once (R16)."""
    put(s, box, p, card, REMOVED if box.single_use[card] != 0 else DISCARD)


@kernel
def remove_card(s: State, box: Box, p: int, card: int) -> None:
    """Remove a card for good; a system card goes to the neutral ones (6.10)."""
    if card < SYSTEMS:
        put(s, box, p, card, NOT_OWNED)
        s.neutral_card[card] = 1
    else:
        put(s, box, p, card, REMOVED)  # abilities too (R33)


@kernel
def lose_system_card(s: State, box: Box, p: int, card: int) -> None:
    """Give up the card of a lost system, wherever it is (6.5, R31)."""
    zone = s.zone[p, card]
    if zone == NOT_OWNED:
        return
    put(s, box, p, card, NOT_OWNED)
    s.neutral_card[card] = 1
    if zone == DECK:
        form_deck(s, p)


@kernel
def gain_system_card(s: State, box: Box, p: int, card: int) -> None:
    """Take the card of a system just settled, if it lies beside the board (6.6)."""
    if s.neutral_card[card] != 0:
        s.neutral_card[card] = 0
        put(s, box, p, card, DISCARD)


# -- technology ---------------------------------------------------------------------------


@kernel
def draw_technology(s: State) -> int:
    """Draw from the technology deck; Wormhole Technology is set aside at once (R4)."""
    while s.tech_top < TECHNOLOGIES:
        card = s.tech_deck[s.tech_top]
        s.tech_top += 1
        if card != WORMHOLE_TECHNOLOGY:
            return int(card)
        s.wormhole_out = 1
        s.gone[WORMHOLE_TECHNOLOGY - FIRST_TECHNOLOGY] = 1
    return NOTHING


@kernel
def refill_market(s: State, box: Box) -> None:
    """Fill the empty slots of the market while the deck lasts (6.7)."""
    for slot in range(MARKET):
        if s.market[slot] == NOTHING:
            s.market[slot] = draw_technology(s)
    show_market(s, box)


# -- the reserve --------------------------------------------------------------------------


@kernel
def find_room(s: State, box: Box, p: int, without: int) -> int:
    """Return what the reserve has room for: ROOM_NONE, ROOM_MARKED or ROOM_ANY (6.8, R20).

    `without` is a card that counts as gone, -1 for none.
    """
    marked = s.marked[p]
    unmarked = s.unmarked[p]
    if without != NOTHING and s.zone[p, without] == RESERVE and box.reserve_counts[without] != 0:
        marked -= box.reserve_mark[without]
        unmarked -= 1 - box.reserve_mark[without]
    if unmarked + marked >= 2 * s.capacity[p]:
        return ROOM_NONE
    return ROOM_ANY if unmarked < s.capacity[p] else ROOM_MARKED


@kernel
def fits(box: Box, card: int, room: int) -> bool:
    """Whether a card fits where there is this room; Mass Armies always do (R20)."""
    if box.reserve_counts[card] == 0 or room == ROOM_ANY:
        return True
    return room == ROOM_MARKED and box.reserve_mark[card] != 0


@kernel
def can_store(s: State, box: Box, p: int, without: int) -> bool:
    """Whether some card of the hand fits into the reserve."""
    room = find_room(s, box, p, without)
    for k in range(s.held_count[p]):
        c = int(s.held[p, k])
        if s.zone[p, c] == HAND and c != without and fits(box, c, room):
            return True
    return False


# -- refilling the hand -------------------------------------------------------------------


@kernel
def begin_refill(s: State, box: Box, p: int) -> None:
    """Draw up to six cards (REFILL of 6.2); the reserve follows in `refill`."""
    s.refilling = p
    while s.count[p, HAND] < HAND_SIZE and draw_one(s, box, p):
        continue


@kernel
def refill(s: State, box: Box) -> None:
    """Take what is missing from the reserve; all of it goes without asking (R19, R53)."""
    p = s.refilling
    missing = HAND_SIZE - s.count[p, HAND]
    if missing > 0 and s.count[p, RESERVE] > missing:
        clear_options(s)
        offer_cards_in(s, p, RESERVE)
        ask(s, p, D_REFILL_RESERVE)
        return
    if missing > 0:
        for c in range(CARDS):
            if s.zone[p, c] == RESERVE:
                put(s, box, p, c, HAND)
    s.refilling = NOTHING
    s.stage = END_TURN if s.battle == NOWHERE else ACTION_OVER
