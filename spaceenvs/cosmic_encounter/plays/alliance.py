"""Plays around launch, invitations and alliances (phases 3 to 6), and wild Parasite."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import (
    D_DISCARD,
    D_FORCE_FIELD,
    D_GIVE,
    D_LASER,
    D_MIND,
    D_MUTANT,
    D_PARASITE,
    D_ZOMBIE,
    LOC,
    OPT,
    PASS,
    PLAYER,
    YES,
)
from spaceenvs.cosmic_encounter.components import (
    FORCE_FIELD,
    HAND,
    KINDS,
    LASER,
    MACRON,
    MIND,
    MUTANT,
    PARASITE,
    PLANETS,
    SLOTS,
    TOKENS,
    TRADER,
    USUAL_LIMIT,
    ZOMBIE,
)
from spaceenvs.cosmic_encounter.hands import (
    count_challenge_cards,
    discard_from_hand,
    give_card,
    see_hand,
    take_random,
)
from spaceenvs.cosmic_encounter.hooks import EDICT, SUPER, WILD
from spaceenvs.cosmic_encounter.stack import (
    DRAW,
    GO_HOME,
    PICK_CARD,
    PICK_KICKER,
    Frame,
    allow,
    allow_bases,
    allow_card,
    answered_kind,
    answered_place,
    answered_player,
    ask,
    call,
    end,
    has_base,
    is_main,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.tokens import commit_token
from spaceenvs.cosmic_encounter.victory import check_victory

MUTANT_DISCARDS = 3


@kernel
def can_at_alliance(s: State, box: Box, play: int, p: int, x: int) -> bool:
    """Whether the condition of a play of this file holds."""
    c = s.challenge
    if play == SUPER + MACRON:
        # The OFF in phase 3; an ally when he alone is asked (x is then his seat + 1).
        return c.limit[p] == 0 and (p == c.off if x == 0 else p == x - 1)
    if play == SUPER + PARASITE:
        return c.limit[p] == 0 and x == p + 1
    if play == MIND:
        return can_look_at(s, p, c.off) or can_look_at(s, p, c.defender)
    if play == MUTANT:
        return is_main(s, p) and s.hand_size[p] < HAND
    if play == WILD + TRADER:
        return is_main(s, p) and s.hand_size[opponent(s, p)] > 0
    if play == WILD + LASER:
        return can_select_early(s, p, OFFENCE) or can_select_early(s, p, DEFENCE)
    if play == EDICT + FORCE_FIELD:
        return is_anybody_allied(s)
    if play == SUPER + ZOMBIE:
        return is_main(s, p)
    if play == WILD + PARASITE:
        return has_base(s, p) and has_parasite_planet(s, p)
    if play == SUPER + MUTANT:
        return x == MUTANT
    return True  # super Mind


@kernel
def run_alliance_play(s: State, box: Box, f: Frame) -> None:
    """Carry out a play of this file."""
    c = s.challenge
    play = f.a
    if play == MIND:
        run_mind(s, f)
    elif play == MUTANT:
        run_mutant(s, f)
    elif play == SUPER + MUTANT:
        run_mutant_discards(s, f)
    elif play == WILD + TRADER:
        run_trader_swap(s, f)
    elif play == WILD + LASER:
        run_early_selection(s, f)
    elif play == EDICT + FORCE_FIELD:
        run_force_field(s, f)
    elif play == SUPER + ZOMBIE:
        run_zombie_allies(s, f)
    elif play == WILD + PARASITE:
        run_parasite_move(s, f)
    else:
        p = f.who
        end(s)
        if play == SUPER + MACRON:
            c.limit[p] = USUAL_LIMIT
        elif play == SUPER + PARASITE:
            c.limit[p] = TOKENS
        elif play == SUPER + MIND:
            look_at_mains(s, p)
        # The Parasite's power itself only lets him answer D_ALLY without an invitation.


@kernel
def can_look_at(s: State, p: int, q: int) -> bool:
    """Mind: whether q is another main player with a card."""
    return p != q and s.hand_size[q] > 0


@kernel
def run_mind(s: State, f: Frame) -> None:
    """Mind: look at the hand of a main player."""
    c = s.challenge
    if f.at == 0:
        open_question(s)
        if can_look_at(s, f.who, c.off):
            allow(s, PLAYER + c.off)
        if can_look_at(s, f.who, c.defender):
            allow(s, PLAYER + c.defender)
        ask(s, f, D_MIND, f.who)
        return
    see_hand(s, f.who, answered_player(s))
    end(s)


@kernel
def look_at_mains(s: State, p: int) -> None:
    """Super Mind: look at the hands of both main players."""
    c = s.challenge
    if p != c.off:
        see_hand(s, p, c.off)
    if p != c.defender:
        see_hand(s, p, c.defender)


@kernel
def run_mutant(s: State, f: Frame) -> None:
    """Mutant: fill the hand up to seven, each card from the deck or at random from a player."""
    p = f.who
    if f.at == 1:
        if s.answer == PASS:
            end(s)
            return
        f.at = 0
        if s.answer == OPT:
            call(s, DRAW, p, 1, 0)
            return
        take_random(s, p, answered_player(s))
    if s.hand_size[p] >= HAND:
        end(s)
        return
    open_question(s)
    allow(s, PASS)
    if s.deck_count + s.discard_count > 0:
        allow(s, OPT)
    for q in range(s.seats):
        if q != p and s.hand_size[q] > 0:
            allow(s, PLAYER + q)
    ask(s, f, D_MUTANT, p)


@kernel
def run_mutant_discards(s: State, f: Frame) -> None:
    """Super Mutant: discard up to 3 cards before refilling."""
    if f.at == 1:
        f.at = 0
        if s.answer == PASS:
            end(s)
            return
        discard_from_hand(s, f.who, answered_kind(s))
        f.b += 1
    if f.b >= MUTANT_DISCARDS:
        end(s)
        return
    open_question(s)
    allow(s, PASS)
    allow_hand(s, f.who)
    ask(s, f, D_DISCARD, f.who)


@kernel
def allow_hand(s: State, p: int) -> None:
    """Make every card of a hand a legal answer."""
    for k in range(KINDS):
        if s.hand[p, k] > 0:
            allow_card(s, k)


@kernel
def run_trader_swap(s: State, f: Frame) -> None:
    """Wild Trader: take a random card from the OPP, then give him any one."""
    p = f.who
    if f.at == 0:
        take_random(s, p, opponent(s, p))
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow_hand(s, p)
        ask(s, f, D_GIVE, p)
        return
    give_card(s, p, opponent(s, p), answered_kind(s))
    end(s)


@kernel
def can_select_early(s: State, p: int, side: int) -> bool:
    """Wild Laser: whether a main player other than p holds a Challenge card and can select."""
    c = s.challenge
    q = c.off if side == OFFENCE else c.defender
    return q != p and c.card[side] < 0 and count_challenge_cards(s, q) > 0


@kernel
def run_early_selection(s: State, f: Frame) -> None:
    """Wild Laser: a main player decides on a Kicker and selects now (R91)."""
    c = s.challenge
    if f.at == 0:
        if not (can_select_early(s, f.who, OFFENCE) or can_select_early(s, f.who, DEFENCE)):
            end(s)  # a wild Filch has cost the last card
            return
        open_question(s)
        if can_select_early(s, f.who, OFFENCE):
            allow(s, PLAYER + c.off)
        if can_select_early(s, f.who, DEFENCE):
            allow(s, PLAYER + c.defender)
        ask(s, f, D_LASER, f.who)
        return
    if f.at == 1:
        f.at = 2
        f.b = answered_player(s)
        c.early[side_of(s, f.b)] = 1
        call(s, PICK_KICKER, f.b, 0, 0)
        return
    victim = f.b
    end(s)
    call(s, PICK_CARD, victim, 0, 0)


@kernel
def is_anybody_allied(s: State) -> bool:
    """Whether there is an ally."""
    for q in range(s.seats):
        if s.challenge.ally[q] != 0:
            return True
    return False


@kernel
def run_force_field(s: State, f: Frame) -> None:
    """Force Field: end one or more alliances; then those tokens return."""
    c = s.challenge
    if f.at == 1:
        if s.answer == PASS:
            f.at = 2
        else:
            f.at = 0
            q = answered_player(s)
            f.bits |= 1 << q
            f.b += 1
            c.ally[q] = 0
    if f.at == 0:
        open_question(s)
        if f.b > 0:
            allow(s, PASS)
        for q in range(s.seats):
            if c.ally[q] != 0:
                allow(s, PLAYER + q)
        ask(s, f, D_FORCE_FIELD, f.who)
        return
    thrown_out = f.bits
    end(s)
    call(s, GO_HOME, NOBODY, 2, 0)
    s.stack[s.depth - 1].bits = thrown_out


@kernel
def run_zombie_allies(s: State, f: Frame) -> None:
    """Super Zombie: each ally of his may add a token from the Warp."""
    c = s.challenge
    side = side_of(s, f.who)
    if f.at == 1:
        f.at = 0
        q = c.order[f.b]
        if s.answer == YES:
            s.warp[q] -= 1
            commit_token(s, q, NOBODY)
        f.b += 1
    while f.b < s.seats:
        q = c.order[f.b]
        if c.ally[q] == side + 1 and s.warp[q] > 0:
            open_question(s)
            allow(s, PASS)
            allow(s, YES)
            ask(s, f, D_ZOMBIE, q)
            return
        f.b += 1
    end(s)


@kernel
def is_parasite_planet(s: State, p: int, place: int) -> bool:
    """Wild Parasite: a planet of a player who has dropped, where p has no base."""
    owner = place // SLOTS
    return owner != p and s.challenge.dropped[owner] != 0 and s.tokens[p, place] == 0


@kernel
def has_parasite_planet(s: State, p: int) -> bool:
    """Whether there is such a planet."""
    for system in range(s.seats):
        for slot in range(PLANETS):
            if is_parasite_planet(s, p, system * SLOTS + slot):
                return True
    return False


@kernel
def run_parasite_move(s: State, f: Frame) -> None:
    """Wild Parasite: move a token to a planet of a player who has dropped; victory check."""
    if f.at == 0:
        open_question(s)
        for system in range(s.seats):
            for slot in range(PLANETS):
                if is_parasite_planet(s, f.who, system * SLOTS + slot):
                    allow(s, LOC + system * SLOTS + slot)
        ask(s, f, D_PARASITE, f.who)
        return
    if f.at == 1:
        f.b = answered_place(s)
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow_bases(s, f.who, NOBODY)
        ask(s, f, D_PARASITE, f.who)
        return
    s.tokens[f.who, answered_place(s)] -= 1
    s.tokens[f.who, f.b] += 1
    end(s)
    check_victory(s)
