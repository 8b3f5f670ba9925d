"""Plays around the selection of cards (phase 7): before it, in it, after it."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick, shuffle
from spaceenvs.cosmic_encounter.actions import (
    D_AMOEBA,
    D_CALCULATOR,
    D_DEUCE,
    D_LASER,
    D_MIRROR,
    D_TRADER,
    OPT,
    PASS,
)
from spaceenvs.cosmic_encounter.cards import (
    allow_selectable,
    count_selectable,
    is_selectable,
    show_card,
)
from spaceenvs.cosmic_encounter.components import (
    AMOEBA,
    CALCULATOR,
    DEUCE,
    KINDS,
    LASER,
    LOSER,
    MIRROR,
    NUM_CHALLENGE,
    ORACLE,
    SORCERER,
    TRADER,
)
from spaceenvs.cosmic_encounter.hands import (
    add_card,
    count_challenge_cards,
    drop_card,
    leave_unseen,
    note_arts,
    see_hand,
)
from spaceenvs.cosmic_encounter.hooks import SUPER, WILD
from spaceenvs.cosmic_encounter.plays.start import allow_others
from spaceenvs.cosmic_encounter.stack import (
    NEW_HAND,
    NO_CHALLENGE,
    Frame,
    allow,
    allow_bases,
    allow_card,
    answered_kind,
    answered_place,
    answered_player,
    ask,
    call,
    count_in_challenge,
    end,
    find_holder,
    has_base_besides,
    is_main,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.tokens import commit_token

EQUALISE = 1
FIRST_WILD_DECLARATION = 2  # + 2 x side + parity announced (0 odd, 1 even)
MAX_AMOEBA_STEPS = 20


@kernel
def can_at_selection(s: State, box: Box, play: int, p: int, x: int) -> bool:
    """Whether the condition of a play of this file holds."""
    c = s.challenge
    if play == SUPER + LASER or play == SUPER + MIRROR:
        return play == SUPER + x  # H_OWN
    if play == LOSER or play == SUPER + LOSER:
        return is_main(s, p) and c.upset == 0
    if play == WILD + SORCERER:
        return can_exchange_powers(s)
    if play == AMOEBA or play == WILD + AMOEBA:
        return is_main(s, p) and can_amoeba(s, p)
    if play == SUPER + AMOEBA:
        return c.ally[p] != 0 and can_amoeba(s, p)
    if play == LASER:
        return is_main(s, p) and c.card[1 - side_of(s, p)] < 0
    if play == WILD + DEUCE:
        side = side_of(s, p)
        return c.second[side] < 0 and count_selectable(s, p) > 0
    if play == CALCULATOR:
        return is_main(s, p) and not is_equalised(s)
    if play == SUPER + CALCULATOR:
        return c.ally[p] != 0 and not is_equalised(s)
    if play == MIRROR:
        return is_main(s, p) and c.used[MIRROR] == 0
    if play == SUPER + SORCERER:
        return c.ally[p] != 0
    if play == SUPER + TRADER or play == SUPER + ORACLE:
        return True
    return is_main(s, p)  # Trader, Oracle, Sorcerer, the wilds of Loser, Oracle, Calculator


@kernel
def run_selection_play(s: State, box: Box, f: Frame) -> None:
    """Carry out a play of this file."""
    play = f.a
    if play == AMOEBA or play == WILD + AMOEBA or play == SUPER + AMOEBA:
        run_amoeba(s, f)
    elif play == LASER:
        run_laser(s, f)
    elif play == SUPER + TRADER:
        run_super_trader(s, f)
    elif play == WILD + ORACLE:
        run_wild_oracle(s, f)
    elif play == WILD + DEUCE:
        run_wild_deuce(s, f)
    elif play == WILD + CALCULATOR:
        run_wild_calculator(s, f)
    elif play == MIRROR:
        run_mirror(s, f)
    else:
        declare(s, f)
        end(s)


@kernel
def declare(s: State, f: Frame) -> None:
    """Carry out a play without a choice."""
    c = s.challenge
    play = f.a
    if play == LOSER or play == SUPER + LOSER:
        c.upset = 1
    elif play == WILD + LOSER:
        c.both_lose = 1
    elif play == TRADER:
        exchange_hands(s, f.who, opponent(s, f.who))
    elif play == WILD + SORCERER:
        power = s.power[c.off]
        s.power[c.off] = s.power[c.defender]
        s.power[c.defender] = power
    elif play == ORACLE:
        c.oracle = side_of(s, f.who)
        other = 1 - c.oracle
        if c.card[other] >= 0:
            show_card(s, other)
    elif play == SUPER + ORACLE:
        c.jump = NO_CHALLENGE
        s.window_over = 1  # R78
    elif play == CALCULATOR or play == SUPER + CALCULATOR:
        add_declaration(s, EQUALISE)
    elif play == SORCERER or play == SUPER + SORCERER:
        exchange_cards(s)
    elif play == SUPER + LASER or play == SUPER + MIRROR:
        s.super_use = 1
    # Deuce: the second card lies on the table already (R89).


# -- Amoeba -----------------------------------------------------------------------------------


@kernel
def find_own_planet(s: State, p: int) -> int:
    """Return the planet whose tokens are in the challenge: the target, for the DEF only."""
    c = s.challenge
    return c.target if p == c.defender else NOBODY


@kernel
def can_amoeba(s: State, p: int) -> bool:
    """Amoeba: a token in the challenge and a base elsewhere."""
    return count_in_challenge(s, p) > 0 and has_base_besides(s, p, find_own_planet(s, p))


@kernel
def run_amoeba(s: State, f: Frame) -> None:
    """Amoeba: add tokens from bases to the challenge, or remove them to bases, one by one."""
    p = f.who
    here = find_own_planet(s, p)
    if f.at == 0:
        open_question(s)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_AMOEBA, p)
        return
    if f.at == 1:
        f.b = s.answer - OPT
        f.at = 2
    elif f.at == 3:
        f.at = 2
        if s.answer == PASS:
            end(s)
            return
        move_by_amoeba(s, p, answered_place(s), f.b)
        f.c += 1
    if f.c >= MAX_AMOEBA_STEPS:
        end(s)
        return
    open_question(s)
    allow(s, PASS)
    if f.b == 0 or count_in_challenge(s, p) > 0:
        allow_bases(s, p, here)
    ask(s, f, D_AMOEBA, p)


@kernel
def move_by_amoeba(s: State, p: int, place: int, is_removing: int) -> None:
    """Move one token between a base and the challenge."""
    c = s.challenge
    step = 1 if is_removing != 0 else -1
    s.tokens[p, place] += step
    if p == c.defender:
        s.tokens[p, c.target] -= step
    elif is_removing != 0:
        c.commit_count[p] -= 1  # the token committed last
    else:
        commit_token(s, p, place)


# -- hands and powers -------------------------------------------------------------------------


@kernel
def can_exchange_powers(s: State) -> bool:
    """Wild Sorcerer: both main players have powers, neither the Sorcerer's."""
    c = s.challenge
    holder = find_holder(s, SORCERER)
    if holder >= 0 and is_main(s, holder):
        return False
    return s.power[c.off] >= 0 and s.power[c.defender] >= 0


@kernel
def forget_table(s: State, p: int) -> None:
    """R92: before an exchange each face-down card of a player is an unseen leave."""
    c = s.challenge
    side = side_of(s, p)
    if not is_main(s, p):
        return
    count = 0
    if c.card[side] >= 0:
        count += 1
    if c.second[side] >= 0:
        count += 1
    if c.kicker[side] >= 0:
        count += 1
    for _ in range(count):
        for v in range(s.seats):
            if v != p:
                leave_unseen(s, v, p)


@kernel
def exchange_hands(s: State, p: int, q: int) -> None:
    """Trader: two players exchange hands."""
    forget_table(s, p)
    forget_table(s, q)
    for k in range(KINDS):
        count = s.hand[p, k]
        s.hand[p, k] = s.hand[q, k]
        s.hand[q, k] = count
        for v in range(s.seats):
            if v != p and v != q:
                count = s.known[v, p, k]
                s.known[v, p, k] = s.known[v, q, k]
                s.known[v, q, k] = count
    for v in range(s.seats):
        if v != p and v != q:
            count = s.knows[v, p]
            s.knows[v, p] = s.knows[v, q]
            s.knows[v, q] = count
    size = s.hand_size[p]
    s.hand_size[p] = s.hand_size[q]
    s.hand_size[q] = size
    note_arts(s, p)
    note_arts(s, q)
    see_hand(s, p, q)
    see_hand(s, q, p)


@kernel
def run_super_trader(s: State, f: Frame) -> None:
    """Super Trader: exchange hands with any other player."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_TRADER, f.who)
        return
    exchange_hands(s, f.who, answered_player(s))
    end(s)


@kernel
def shuffle_hands_together(s: State, p: int, q: int) -> None:
    """Wild Oracle: both hands are shuffled together; p gets as many as he held first (6.17)."""
    size = s.hand_size[p]
    total = size + s.hand_size[q]
    # The free end of the discard list serves as the table on which the cards are shuffled.
    table = s.discard[s.discard_count : s.discard_count + total]
    n = 0
    for k in range(KINDS):
        for _ in range(s.hand[p, k] + s.hand[q, k]):
            table[n] = k
            n += 1
        s.hand[p, k] = 0
        s.hand[q, k] = 0
        for v in range(s.seats):
            s.known[v, p, k] = 0
            s.known[v, q, k] = 0
    for v in range(s.seats):
        s.knows[v, p] = 0
        s.knows[v, q] = 0
    s.hand_size[p] = 0
    s.hand_size[q] = 0
    s.arts[p] = 0
    s.arts[q] = 0
    shuffle(s.rng, table, n)
    for i in range(n):
        add_card(s, p if i < size else q, table[i])


@kernel
def run_wild_oracle(s: State, f: Frame) -> None:
    """Wild Oracle; a main player who then has no Challenge card draws a new hand, OFF first."""
    c = s.challenge
    if f.at == 0:
        shuffle_hands_together(s, f.who, opponent(s, f.who))
    while f.at < 2:
        side = f.at
        f.at += 1
        p = c.off if side == OFFENCE else c.defender
        if c.card[side] < 0 and count_challenge_cards(s, p) == 0:
            call(s, NEW_HAND, p, 0, 0)
            return
    end(s)


# -- selection --------------------------------------------------------------------------------


@kernel
def pick_selectable(s: State, p: int, besides: int) -> int:
    """Return a random Challenge card that a player may select (but one copy of `besides`)."""
    count = count_selectable(s, p) - (1 if besides >= 0 else 0)
    left = pick(s.rng, count)
    for k in range(NUM_CHALLENGE):
        if is_selectable(s, p, k):
            left -= s.hand[p, k] - (1 if k == besides else 0)
            if left < 0:
                return k
    return 0


@kernel
def run_laser(s: State, f: Frame) -> None:
    """Laser: the OPP's card is drawn at random; Super: two are drawn and the Laser chooses."""
    victim = opponent(s, f.who)
    side = side_of(s, victim)
    kind = NOBODY
    if f.at == 0 and count_selectable(s, victim) == 0:
        s.super_use = 0
        end(s)  # a wild Filch has cost the last one
        return
    if f.at == 0:
        f.b = pick_selectable(s, victim, NOBODY)
        kind = f.b
        if s.super_use != 0 and count_selectable(s, victim) > 1:
            f.c = pick_selectable(s, victim, f.b)
            f.at = 2
        s.super_use = 0
    if f.at == 2:
        open_question(s)
        allow_card(s, f.b)
        allow_card(s, f.c)
        ask(s, f, D_LASER, f.who)
        return
    if f.at == 3:
        kind = answered_kind(s)
    drop_card(s, victim, kind)
    s.challenge.card[side] = kind
    end(s)


@kernel
def run_wild_deuce(s: State, f: Frame) -> None:
    """Wild Deuce: select a second card, if there still is one."""
    c = s.challenge
    if f.at == 0 and count_selectable(s, f.who) == 0:
        end(s)  # a wild Filch against a Flare Zap has cost the last one
        return
    if f.at == 0:
        open_question(s)
        allow_selectable(s, f.who)
        ask(s, f, D_DEUCE, f.who)
        return
    kind = answered_kind(s)
    side = side_of(s, f.who)
    drop_card(s, f.who, kind)
    c.second[side] = kind
    c.second_by_power[side] = 0
    end(s)


@kernel
def exchange_cards(s: State) -> None:
    """Sorcerer: the two main cards are exchanged; each counts as played by the other (R65)."""
    c = s.challenge
    kind = c.card[OFFENCE]
    c.card[OFFENCE] = c.card[DEFENCE]
    c.card[DEFENCE] = kind
    was_shown = c.shown[OFFENCE]
    c.shown[OFFENCE] = c.shown[DEFENCE]
    c.shown[DEFENCE] = was_shown
    for v in range(s.seats):
        if v != c.off:
            leave_unseen(s, v, c.off)
        if v != c.defender:
            leave_unseen(s, v, c.defender)


# -- declarations -----------------------------------------------------------------------------


@kernel
def is_equalised(s: State) -> bool:
    """Whether equalise was declared already."""
    c = s.challenge
    for i in range(c.declared_count):
        if c.declared[i] == EQUALISE:
            return True
    return False


@kernel
def add_declaration(s: State, code: int) -> None:
    """Remember a declaration of a Calculator, in order (V5)."""
    c = s.challenge
    c.declared[c.declared_count] = code
    c.declared_count += 1


@kernel
def run_wild_calculator(s: State, f: Frame) -> None:
    """Wild Calculator: say odd or even."""
    if f.at == 0:
        open_question(s)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_CALCULATOR, f.who)
        return
    add_declaration(s, FIRST_WILD_DECLARATION + 2 * side_of(s, f.who) + s.answer - OPT)
    end(s)


@kernel
def run_mirror(s: State, f: Frame) -> None:
    """Mirror: the digits of all revealed Attacks are reversed; Super: of one side only."""
    c = s.challenge
    if f.at == 0:
        c.used[MIRROR] = 1
        if s.super_use == 0:
            c.reversed[OFFENCE] = 1
            c.reversed[DEFENCE] = 1
            end(s)
            return
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_MIRROR, f.who)
        return
    c.reversed[s.answer - OPT] = 1
    end(s)
