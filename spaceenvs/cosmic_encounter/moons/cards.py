"""Moons about hands, the deck and the discard pile."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import shuffle
from spaceenvs.cosmic_encounter.actions import D_DISCARD, D_GIVE, decision
from spaceenvs.cosmic_encounter.blocks import Words
from spaceenvs.cosmic_encounter.components import (
    BIG_HAND_MOON,
    COMPROMISE,
    HAND,
    KINDS,
    SMALL_HAND_MOON,
    TOLL_MOON,
)
from spaceenvs.cosmic_encounter.hands import (
    allow_hand,
    discard_from_hand,
    give_card,
    leave_unseen,
    note_arts,
    see_hand,
    show_cards,
    take_random,
)
from spaceenvs.cosmic_encounter.hooks import H_TARGET
from spaceenvs.cosmic_encounter.moon_blocks import moon
from spaceenvs.cosmic_encounter.moon_points import NEW_HAND_SIZE
from spaceenvs.cosmic_encounter.satellites import find_user, is_in_system_of
from spaceenvs.cosmic_encounter.stack import (
    DRAW,
    Frame,
    allow_others,
    answered_kind,
    answered_player,
    ask,
    call,
    end,
    is_silenced,
    open_question,
    seat_after,
)
from spaceenvs.cosmic_encounter.state import NOBODY

D_LOOK_MOON = decision("D_LOOK_MOON")
NEXT_UP, PAID = 0, 1  # notes: the next in timing order; cards that he has given
BIG_HAND, SMALL_HAND = 9, 5
DEALT = 3  # cards of the Deck Moon
TRIBUTE = 2  # cards of each player


# -- showing -----------------------------------------------------------------------------------


@kernel
def find_attack(s: State, box: Box, p: int, wants_highest: bool) -> int:
    """Return the highest or lowest Attack of a hand, -1 if there is none."""
    found = NOBODY
    for k in range(COMPROMISE):
        is_better = found < 0 or (box.value[k] > box.value[found]) == wants_highest
        if s.hand[p, k] > 0 and is_better:
            found = k
    return found


@kernel
def show_attacks(s: State, box: Box, wants_highest: bool) -> None:
    """Every player shows his highest or lowest Attack to all."""
    for p in range(s.seats):
        kind = find_attack(s, box, p, wants_highest)
        if kind >= 0:
            show_cards(s, p, kind, 1)


@kernel
def run_attack_revelation(s: State, box: Box, f: Frame) -> None:
    """Every player who holds an Attack shows the lowest one."""
    show_attacks(s, box, False)
    end(s)


@kernel
def run_confession(s: State, box: Box, f: Frame) -> None:
    """Every player who holds an Attack shows the highest one."""
    show_attacks(s, box, True)
    end(s)


@kernel
def run_look(s: State, box: Box, f: Frame) -> None:
    """The occupant looks at the hand of another player (R219)."""
    if f.at == 0:
        if is_silenced(s, f.who):
            end(s)
            return
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_LOOK_MOON, f.who)
        return
    see_hand(s, f.who, answered_player(s))
    end(s)


# -- drawing, discarding, giving ---------------------------------------------------------------


@kernel
def run_card_gift(s: State, box: Box, f: Frame) -> None:
    """Every player draws a card, in timing order."""
    if f.notes[NEXT_UP] == s.seats:
        end(s)
        return
    p = s.challenge.order[f.notes[NEXT_UP]]
    f.notes[NEXT_UP] += 1
    call(s, DRAW, p, 1)


@kernel
def run_deck(s: State, box: Box, f: Frame) -> None:
    """The occupant draws 3 cards."""
    p = f.who
    end(s)
    call(s, DRAW, p, DEALT)


@kernel
def run_discard_moon(s: State, box: Box, f: Frame) -> None:
    """Every player, in timing order, discards a card of his choice."""
    order = s.challenge.order
    if f.at == 1:
        f.at = 0
        discard_from_hand(s, order[f.notes[NEXT_UP]], answered_kind(s))
        f.notes[NEXT_UP] += 1
    while f.notes[NEXT_UP] < s.seats:
        p = order[f.notes[NEXT_UP]]
        if s.hand_size[p] > 0:
            open_question(s)
            allow_hand(s, p)
            ask(s, f, D_DISCARD, p)
            return
        f.notes[NEXT_UP] += 1
    end(s)


@kernel
def run_toll(s: State, box: Box, f: Frame) -> None:
    """The OFF of a challenge in this system, not the occupant, discards a card (R219)."""
    p = s.challenge.off
    if f.at == 1:
        discard_from_hand(s, p, answered_kind(s))
        end(s)
        return
    is_here = is_in_system_of(s, TOLL_MOON, s.challenge.target)
    if not is_here or p == f.who or s.hand_size[p] == 0:
        end(s)
        return
    open_question(s)
    allow_hand(s, p)
    ask(s, f, D_DISCARD, p)


@kernel
def run_thief(s: State, box: Box, f: Frame) -> None:
    """The occupant takes a random card from each other player, in timing order."""
    for i in range(s.seats):
        q = s.challenge.order[i]
        if q != f.who and s.hand_size[q] > 0:
            take_random(s, f.who, q)
    end(s)


@kernel
def run_gift(s: State, box: Box, f: Frame) -> None:
    """The occupant gives a card to each other player, clockwise, while he has cards."""
    p = f.who
    if f.at == 1:
        f.at = 0
        give_card(s, p, seat_after(s, p, f.notes[NEXT_UP] + 1), answered_kind(s))
        f.notes[NEXT_UP] += 1
    if f.notes[NEXT_UP] == s.seats - 1 or s.hand_size[p] == 0:
        end(s)
        return
    open_question(s)
    allow_hand(s, p)
    ask(s, f, D_GIVE, p)


@kernel
def run_tribute(s: State, box: Box, f: Frame) -> None:
    """Each other player, in timing order, gives the occupant 2 cards of his choice."""
    order = s.challenge.order
    if f.at == 1:
        f.at = 0
        give_card(s, order[f.notes[NEXT_UP]], f.who, answered_kind(s))
        f.notes[PAID] += 1
    while f.notes[NEXT_UP] < s.seats:
        q = order[f.notes[NEXT_UP]]
        if q != f.who and f.notes[PAID] < TRIBUTE and s.hand_size[q] > 0:
            open_question(s)
            allow_hand(s, q)
            ask(s, f, D_GIVE, q)
            return
        f.notes[NEXT_UP] += 1
        f.notes[PAID] = 0
    end(s)


# -- whole hands and piles ---------------------------------------------------------------------


@kernel
def count_face_down(s: State, p: int) -> int:
    """Count the cards of a player that lie face down in the challenge."""
    c = s.challenge
    count = 1 if c.extra[p] >= 0 and c.revealed == 0 else 0
    if p != c.off and p != c.defender:
        return count
    side = 0 if p == c.off else 1
    if c.card[side] >= 0 and c.shown[side] == 0:
        count += 1
    if c.revealed == 0 and c.opened[side] == 0:
        count += 1 if c.second[side] >= 0 else 0
        count += 1 if c.kicker[side] >= 0 else 0
    return count


@kernel
def run_pass_left(s: State, box: Box, f: Frame) -> None:
    """Every player passes his hand to the left; he knows it there (R92)."""
    for p in range(s.seats):
        for _ in range(count_face_down(s, p)):
            for v in range(s.seats):
                if v != p:
                    leave_unseen(s, v, p)
    last = int(s.seats) - 1
    for k in range(KINDS):
        count = s.hand[last, k]
        for p in range(last, 0, -1):
            s.hand[p, k] = s.hand[p - 1, k]
        s.hand[0, k] = count
        for v in range(s.seats):
            count = s.known[v, last, k]
            for p in range(last, 0, -1):
                s.known[v, p, k] = s.known[v, p - 1, k]
            s.known[v, 0, k] = count
    for v in range(s.seats):
        knows = s.knows[v, last]
        for p in range(last, 0, -1):
            s.knows[v, p] = s.knows[v, p - 1]
        s.knows[v, 0] = knows
    size = s.hand_size[last]
    for p in range(last, 0, -1):
        s.hand_size[p] = s.hand_size[p - 1]
    s.hand_size[0] = size
    for p in range(s.seats):
        note_arts(s, p)
        see_hand(s, p, seat_after(s, p, 1))
        forget_own(s, p)
    end(s)


@kernel
def forget_own(s: State, p: int) -> None:
    """What a player knew of the hand that is his now is his own hand."""
    for k in range(KINDS):
        s.known[p, p, k] = 0
    s.knows[p, p] = 0


@kernel
def run_reshuffle(s: State, box: Box, f: Frame) -> None:
    """The discard pile is shuffled into the deck."""
    for i in range(s.discard_count):
        s.deck[s.deck_count + i] = s.discard[i]
    s.deck_count += s.discard_count
    s.discard_count = 0
    s.discard_top = NOBODY
    for k in range(KINDS):
        s.discards[k] = 0
    s.face_up = 0
    s.challenge.played_count = 0  # R77: reshuffled cards do not come back
    shuffle(s.rng, s.deck, s.deck_count)
    end(s)


# -- new hands ---------------------------------------------------------------------------------


@kernel
def enlarge_hand(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Big Hand Moon: 9 cards; a Small Hand Moon cancels it out."""
    return value if find_user(s, SMALL_HAND_MOON) >= 0 else value + BIG_HAND - HAND


@kernel
def shrink_hand(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Small Hand Moon: 5 cards; a Big Hand Moon cancels it out."""
    return value if find_user(s, BIG_HAND_MOON) >= 0 else value + SMALL_HAND - HAND


MOONS = (
    moon("Attack Revelation Moon", run=run_attack_revelation),
    moon("Confession Moon", run=run_confession),
    moon("Look Moon", run=run_look),
    moon("Card Gift Moon", run=run_card_gift),
    moon("Deck Moon", run=run_deck),
    moon("Discard Moon", run=run_discard_moon),
    moon("Toll Moon", run=run_toll, at=H_TARGET),
    moon("Thief Moon", run=run_thief),
    moon("Gift Moon", run=run_gift),
    moon("Tribute Moon", run=run_tribute),
    moon("Pass Left Moon", run=run_pass_left),
    moon("Reshuffle Moon", run=run_reshuffle),
    moon("Big Hand Moon", (NEW_HAND_SIZE, enlarge_hand)),
    moon("Small Hand Moon", (NEW_HAND_SIZE, shrink_hand)),
)
WORDS = (
    Words("D_LOOK_MOON", asked="Look Moon: whose hand to look at", player="look at the hand of {}"),
)
