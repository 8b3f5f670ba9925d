"""Plays at the start of a challenge, at new hands and at draws."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.actions import (
    D_DISCARD,
    D_FINDER,
    D_HAND_ZAP,
    D_PLAGUE,
    D_SPACE_JUNK,
    PLAYER,
)
from spaceenvs.cosmic_encounter.components import (
    COMPROMISE,
    FINDER,
    FIRST_EDICT,
    FIRST_FLARE,
    FIRST_KICKER,
    FIRST_REINFORCEMENT,
    HAND_ZAP,
    KEEPER,
    KINDS,
    MACHINE,
    MIND,
    MOBIUS_TUBES,
    NUM_CHALLENGE,
    NUM_POWERS,
    PLAGUE,
    REBIRTH,
    SANITY,
    SPACE_JUNK,
    WARP_BREAK,
)
from spaceenvs.cosmic_encounter.hands import (
    discard_from_hand,
    drop_card,
    leave_openly,
    take_openly,
    take_top_discard,
)
from spaceenvs.cosmic_encounter.hooks import EDICT, SUPER, WILD
from spaceenvs.cosmic_encounter.stack import (
    DRAW,
    FROM_WARP,
    NEW_HAND,
    Frame,
    allow,
    allow_card,
    answered_kind,
    answered_player,
    ask,
    call,
    end,
    find_holder,
    has_base,
    open_question,
)
from spaceenvs.cosmic_encounter.tokens import choose_loss

PLAGUE_TOKENS = 3


@kernel
def can_at_start(s: State, box: Box, play: int, p: int, x: int) -> bool:
    """Whether the condition of a play of this file holds."""
    c = s.challenge
    if play == EDICT + MOBIUS_TUBES:
        return p == c.off and is_anybody_freed(s)
    if play == EDICT + WARP_BREAK:
        return s.warp[p] > 0 and has_base(s, p)
    if play == EDICT + REBIRTH:
        return s.power[p] >= 0 and count_unheld_powers(s, box) > 0
    if play == EDICT + SPACE_JUNK:
        return s.discard_count > 0
    if play == EDICT + KEEPER:
        return has_keepable(s, p)
    if play == SUPER + MACHINE:
        return p == c.off and c.took_token == 0
    if play == WILD + MIND:
        return p != x and c.watch[p, x] == 0
    return True  # Plague, Finder, Sanity, Hand Zap


@kernel
def run_start_play(s: State, box: Box, f: Frame) -> None:
    """Carry out a play of this file."""
    play = f.a
    if play == EDICT + MOBIUS_TUBES:
        run_mobius_tubes(s, f)
    elif play == EDICT + PLAGUE:
        run_plague(s, f)
    elif play == EDICT + FINDER:
        run_finder(s, box, f)
    elif play == EDICT + HAND_ZAP:
        run_hand_zap(s, f)
    elif play == EDICT + SPACE_JUNK:
        run_space_junk(s, f)
    else:
        p = f.who
        end(s)
        if play == EDICT + WARP_BREAK:
            call(s, FROM_WARP, p, s.warp[p], 0)
        elif play == EDICT + REBIRTH:
            change_power(s, box, p)
        elif play == EDICT + SANITY:
            s.challenge.sanity = 1
        elif play == EDICT + KEEPER:
            s.keeper = 1
        elif play == SUPER + MACHINE:
            call(s, DRAW, p, 1, 0)
        elif play == WILD + MIND:
            start_watching(s, p)


@kernel
def is_anybody_freed(s: State) -> bool:
    """Mobius Tubes: whether a player with a base has a token in the Warp."""
    for q in range(s.seats):
        if s.warp[q] > 0 and has_base(s, q):
            return True
    return False


@kernel
def run_mobius_tubes(s: State, f: Frame) -> None:
    """All tokens leave the Warp; their owners, in timing order, pick bases."""
    while f.b < s.seats:
        q = s.challenge.order[f.b]
        f.b += 1
        if s.warp[q] > 0 and has_base(s, q):
            call(s, FROM_WARP, q, s.warp[q], 0)
            return
    end(s)


@kernel
def count_unheld_powers(s: State, box: Box) -> int:
    """Rebirth: count the enabled powers that nobody has."""
    count = 0
    for power in range(NUM_POWERS):
        if box.power_enabled[power] != 0 and find_holder(s, power) < 0:
            count += 1
    return count


@kernel
def change_power(s: State, box: Box, p: int) -> None:
    """Rebirth: a random unused power, uniformly in index order (6.17)."""
    left = pick(s.rng, count_unheld_powers(s, box))
    for power in range(NUM_POWERS):
        if box.power_enabled[power] != 0 and find_holder(s, power) < 0:
            if left == 0:
                s.power[p] = power
                return
            left -= 1


@kernel
def has_keepable(s: State, p: int) -> bool:
    """Keeper: whether the hand holds another card that is not a Challenge card."""
    for k in range(NUM_CHALLENGE, KINDS):
        if s.hand[p, k] > (1 if k == FIRST_EDICT + KEEPER else 0):
            return True
    return False


@kernel
def start_watching(s: State, p: int) -> None:
    """Wild Mind: see every card that the player about to draw draws in this challenge."""
    # The stack now ends with DRAW, its window, and the use of this flare.
    for i in range(s.depth - 1, -1, -1):
        if s.stack[i].kind == DRAW:
            s.challenge.watch[p, s.stack[i].who] = 1
            return


@kernel
def allow_others(s: State, p: int) -> None:
    """Make every other player a legal answer."""
    for q in range(s.seats):
        if q != p:
            allow(s, PLAYER + q)


@kernel
def allow_type(s: State, p: int, type_number: int) -> None:
    """Make the cards of one type (in Plague's order) that a player holds legal answers."""
    first, last = 0, COMPROMISE
    if type_number == 1:
        first, last = COMPROMISE, FIRST_KICKER
    elif type_number == 2:
        first, last = FIRST_EDICT, FIRST_FLARE
    elif type_number == 3:
        first, last = FIRST_FLARE, KINDS
    elif type_number == 4:
        first, last = FIRST_KICKER, FIRST_REINFORCEMENT
    elif type_number == 5:
        first, last = FIRST_REINFORCEMENT, FIRST_EDICT
    for k in range(first, last):
        if s.hand[p, k] > 0:
            allow_card(s, k)


PLAGUE_TYPES = 6


@kernel
def run_plague(s: State, f: Frame) -> None:
    """Another player loses 3 tokens and discards one card of each type, his choice."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_PLAGUE, f.who)
        return
    if f.at == 1:
        f.at = 2
        f.b = answered_player(s)
        choose_loss(s, f.b, PLAGUE_TOKENS, f.b, 0)
        return
    if f.at == 3:
        f.at = 2
        discard_from_hand(s, f.b, answered_kind(s))
        f.c += 1
    while f.c < PLAGUE_TYPES:
        open_question(s)
        allow_type(s, f.b, f.c)
        if s.choices > 0:
            ask(s, f, D_DISCARD, f.b)
            return
        f.c += 1
    end(s)


@kernel
def run_finder(s: State, box: Box, f: Frame) -> None:
    """Name a player and a kind of card: if he holds it, he gives one copy openly."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_FINDER, f.who)
        return
    if f.at == 1:
        f.b = answered_player(s)
        f.at = 2
    if f.at == 2:
        open_question(s)
        for k in range(KINDS):
            if box.nameable[k] != 0:  # R74
                allow_card(s, k)
        ask(s, f, D_FINDER, f.who)
        return
    kind = answered_kind(s)
    if s.hand[f.b, kind] > 0:
        drop_card(s, f.b, kind)
        leave_openly(s, f.b, kind)
        take_openly(s, f.who, kind)
        if kind >= FIRST_FLARE:
            s.flare_seen[kind - FIRST_FLARE] = 1
    end(s)


@kernel
def run_hand_zap(s: State, f: Frame) -> None:
    """Any player discards his hand and draws a new one."""
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            allow(s, PLAYER + q)
        ask(s, f, D_HAND_ZAP, f.who)
        return
    q = answered_player(s)
    end(s)
    call(s, NEW_HAND, q, 0, 0)


@kernel
def run_space_junk(s: State, f: Frame) -> None:
    """Another player must take the top card of the discard pile."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_SPACE_JUNK, f.who)
        return
    take_openly(s, answered_player(s), take_top_discard(s))
    end(s)
