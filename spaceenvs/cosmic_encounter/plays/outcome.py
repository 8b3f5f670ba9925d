"""Plays at the outcome: losses, consolation, deals, discards, end of the challenge."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import (
    D_CLONE,
    D_FILCH,
    D_GRUDGE,
    D_RETURN,
    D_VACUUM,
    NUM,
    OPT,
    PASS,
    PLAYER,
)
from spaceenvs.cosmic_encounter.components import (
    CLONE,
    DEUCE,
    EMPATH,
    ETHIC,
    FILCH,
    GRUDGE,
    HEALER,
    MACHINE,
    MACRON,
    MAX_TURN_CHALLENGES,
    MUTANT,
    PACIFIST,
    QUASH,
    STELLAR_GAS,
    VACUUM,
    ZOMBIE,
)
from spaceenvs.cosmic_encounter.hands import (
    count_challenge_cards,
    see_hand,
    take_from_discard,
    take_openly,
    take_random,
)
from spaceenvs.cosmic_encounter.hooks import EDICT, SUPER, WILD
from spaceenvs.cosmic_encounter.stack import (
    AA,
    DEALT,
    DRAW,
    GO_HOME,
    NEW_HAND,
    OCCUPIED,
    RETURN,
    WON_BY_DEFENCE,
    WON_BY_OFFENCE,
    Frame,
    allow,
    allow_bases,
    answered_place,
    answered_player,
    ask,
    call,
    count_on_bases,
    end,
    has_allies,
    has_base,
    has_power,
    is_main,
    main_of,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import choose_loss, has_losable, take_first

GRUDGE_WON, GRUDGE_LOST = 1, 4
PACIFIST_SHIFT = 2
MAX_CONSOLATION = 20


@kernel
def can_at_outcome(s: State, box: Box, play: int, p: int, x: int) -> bool:
    """Whether the condition of a play of this file holds."""
    c = s.challenge
    if play == WILD + ZOMBIE or play in (ZOMBIE, VACUUM, HEALER):
        return can_at_loss(s, play, p, x)
    if play == SUPER + GRUDGE:
        return x == GRUDGE and has_done_well(s, side_of(s, p))
    if play == SUPER + VACUUM or play == SUPER + HEALER:
        return play == SUPER + x
    if play == SUPER + FILCH:
        return not is_main(s, p) and (c.lying[0] >= 0 or c.lying[1] >= 0)
    if play == SUPER + ETHIC:
        is_due = c.taker == p and c.due > 0 and c.chosen == 0
        return is_due and s.hand_size[c.giver] > 0
    if play == SUPER + CLONE:
        hand = s.hand_size[c.giver] if c.giver >= 0 else 0
        return c.taker == p and 1 <= c.due < hand and c.due < MAX_CONSOLATION
    if play == EDICT + STELLAR_GAS:
        return c.winner >= 0
    if play == EDICT + QUASH:
        return c.quashed == 0
    if play == MACHINE or play == WILD + MACHINE:
        return can_go_on(s, play, p)
    if not is_main(s, p):
        return False
    side = side_of(s, p)
    if play == WILD + GRUDGE:
        return c.winner == 1 - side and has_allies(s, c.winner)
    if play == GRUDGE:
        return count_grudged(s, p) > 0
    if play == WILD + MUTANT:
        return has_done_well(s, side)
    if play == ETHIC or play == WILD + ETHIC:
        return c.meeting == AA and c.winner == 1 - side and c.lost_main[side] > 0 and c.due == 0
    if play == CLONE:
        return c.card[side] >= 0
    if play == SUPER + DEUCE:
        return c.second_by_power[side] != 0
    if play == FILCH:
        return c.lying[1 - side] >= 0
    return True  # MAIN in a failed deal: supers of Empath and Pacifist


@kernel
def run_outcome_play(s: State, box: Box, f: Frame) -> None:
    """Carry out a play of this file."""
    play = f.a
    if play == ZOMBIE:
        run_zombie(s, f)
    elif play == WILD + ZOMBIE:
        run_wild_zombie(s, f)
    elif play == VACUUM:
        run_vacuum(s, f)
    elif play == HEALER:
        run_healer(s, f)
    elif play == GRUDGE:
        run_grudge(s, f)
    elif play == WILD + MUTANT:
        take_spoils(s, f.who)
        end(s)
    elif play == SUPER + CLONE:
        run_super_clone(s, f)
    elif play == SUPER + FILCH:
        run_super_filch(s, f)
    else:
        p = f.who
        end(s)
        if play == WILD + GRUDGE:
            send_winners_allies_home(s)
        elif play == MACHINE or play == WILD + MACHINE:
            s.challenge.again = 1
            if play == WILD + MACHINE and count_challenge_cards(s, p) == 0:
                call(s, NEW_HAND, p, 0, 0)
        else:
            settle_at_once(s, p, play)


@kernel
def settle_at_once(s: State, p: int, play: int) -> None:
    """A play without a choice takes effect."""
    c = s.challenge
    side = side_of(s, p)
    if play == EDICT + STELLAR_GAS:
        c.stellar_gas = 1
    elif play == EDICT + QUASH:
        c.quashed = 1
    elif play == ETHIC or play == WILD + ETHIC:
        c.giver = opponent(s, p)
        c.taker = p
        c.due = count_for_consolation(s, side)
    elif play == SUPER + ETHIC:
        c.chosen = 1
        see_hand(s, p, c.giver)
    elif play == SUPER + EMPATH:
        if c.deal_loss[side] > 0:
            c.deal_loss[side] = 0
    elif play == SUPER + PACIFIST:
        if c.deal_loss[side] > 0:
            c.deal_loss[side] = max(0, c.deal_loss[side] - PACIFIST_SHIFT)
        if c.deal_loss[1 - side] >= 0:
            c.deal_loss[1 - side] += PACIFIST_SHIFT
    elif play == CLONE:
        take_openly(s, p, c.card[side])
        c.card[side] = NOBODY
    elif play == SUPER + DEUCE:
        take_both_back(s, side)
    elif play == FILCH:
        filch(s, p, 1 - side)
    else:
        s.super_use = 1  # supers of Grudge, Vacuum, Healer


@kernel
def has_done_well(s: State, side: int) -> bool:
    """Whether a side won or dealt."""
    c = s.challenge
    if c.outcome == DEALT:
        return True
    return c.outcome == (WON_BY_OFFENCE if side == 0 else WON_BY_DEFENCE)


# -- losses -----------------------------------------------------------------------------------


@kernel
def can_at_loss(s: State, play: int, p: int, level: int) -> bool:
    """Whether a play at a loss event is possible; the event must still hold tokens."""
    owner = s.loss_owner[level]
    if s.loss_count[level] == 0:
        return False
    if play == HEALER:
        return p != owner
    if p != owner:
        return False
    if play == WILD + ZOMBIE:
        return has_base(s, p)
    if play == VACUUM:
        for q in range(s.seats):
            if q != p and has_base(s, q):
                return True
        return False
    return True


@kernel
def find_loss(s: State) -> int:
    """Return the loss event whose window is open: the innermost one."""
    return s.losses - 1


@kernel
def run_zombie(s: State, f: Frame) -> None:
    """Zombie: the tokens return to his bases; they are not lost (R24)."""
    level = find_loss(s)
    if level < 0:
        end(s)  # his part in a deal: deal.py frees the tokens
        return
    if f.at == 0:
        f.at = 1
        call(s, RETURN, f.who, level, 0)
        return
    s.loss_saved[level] += s.result
    end(s)


@kernel
def run_wild_zombie(s: State, f: Frame) -> None:
    """Wild Zombie: one token goes to a base of his choice and is not lost."""
    if f.at == 0:
        open_question(s)
        allow_bases(s, f.who, NOBODY)
        ask(s, f, D_RETURN, f.who)
        return
    level = find_loss(s)
    s.tokens[f.who, answered_place(s)] += 1
    take_first(s, f.who, level)
    s.loss_saved[level] += 1
    end(s)


@kernel
def run_healer(s: State, f: Frame) -> None:
    """Healer: the tokens return to their owner's bases; draw a card (Super: one per token)."""
    level = find_loss(s)
    if f.at == 0:
        f.b = s.loss_count[level] if s.super_use != 0 else 1
        s.super_use = 0
        f.at = 1
        call(s, RETURN, s.loss_owner[level], level, 0)
        return
    healer, count = f.who, f.b
    end(s)
    call(s, DRAW, healer, count, 0)


VICTIM_BITS = 5  # Vacuum counts the tokens of each victim in so many bits of its set


@kernel
def count_taken(bits: int, p: int) -> int:
    """Return how many tokens the Vacuum takes from a player."""
    return (bits >> (VICTIM_BITS * p)) & ((1 << VICTIM_BITS) - 1)


@kernel
def run_vacuum(s: State, f: Frame) -> None:
    """Vacuum: name victims token by token; then they lose in timing order (R83)."""
    if f.at == 0:
        f.c = s.loss_count[find_loss(s)]
        f.x = s.super_use
        s.super_use = 0
        f.at = 2
    if f.at == 3:
        f.at = 2
        if s.answer == PASS:
            f.c = 0
        else:
            f.bits += 1 << (VICTIM_BITS * answered_player(s))
            f.c -= 1
    if f.at == 2:
        if f.c > 0:
            open_question(s)
            allow(s, PASS)
            for q in range(s.seats):
                if q != f.who and count_on_bases(s, q) > count_taken(f.bits, q):
                    allow(s, PLAYER + q)
            ask(s, f, D_VACUUM, f.who)
            return
        f.at = 4
    while f.b < s.seats:
        q = s.challenge.order[f.b]
        f.b += 1
        count = count_taken(f.bits, q)
        if count > 0:
            choose_loss(s, q, count, f.who if f.x != 0 else q, 0)
            return
    end(s)


# -- Grudge and Mutant ------------------------------------------------------------------------


@kernel
def send_winners_allies_home(s: State) -> None:
    """Wild Grudge: the winner's allies return to bases, without base or reward."""
    c = s.challenge
    bits = 0
    for q in range(s.seats):
        if c.ally[q] == c.winner + 1:
            bits |= 1 << q
            c.reward_due[q] = 0
    call(s, GO_HOME, NOBODY, 2, 0)
    s.stack[s.depth - 1].bits = bits


@kernel
def is_grudged(s: State, p: int, q: int) -> bool:
    """Grudge: invited by p, asked, did not join him, and has a token to lose."""
    c = s.challenge
    side = side_of(s, p)
    if is_main(s, q) or c.invited[side, q] == 0 or c.asked[q] == 0:
        return False
    return c.joined[q] != side + 1 and has_losable(s, q, 1)


@kernel
def count_grudged(s: State, p: int) -> int:
    """Count the grudged players who can lose a token."""
    count = 0
    for q in range(s.seats):
        if is_grudged(s, p, q):
            count += 1
    return count


@kernel
def run_grudge(s: State, f: Frame) -> None:
    """Grudge: one grudged player loses 1 token, or 4 if the Grudge's side did badly."""
    p = f.who
    if f.at == 0:
        is_mild = has_done_well(s, side_of(s, p)) and s.super_use == 0
        f.c = GRUDGE_WON if is_mild else GRUDGE_LOST
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        for q in range(s.seats):
            if is_grudged(s, p, q):
                allow(s, PLAYER + q)
                f.b = q
        if s.choices > 1:
            ask(s, f, D_GRUDGE, p)
            return
    if f.at == 3:
        f.b = answered_player(s)
    victim, count = f.b, f.c
    end(s)
    choose_loss(s, victim, count, victim, 1)


@kernel
def take_spoils(s: State, p: int) -> None:
    """Wild Mutant: a random card from the OPP and from each of his allies, in this order."""
    c = s.challenge
    opp = opponent(s, p)
    if s.hand_size[opp] > 0:
        take_random(s, p, opp)
    for i in range(s.seats):
        q = c.order[i]
        if c.ally[q] == side_of(s, opp) + 1 and s.hand_size[q] > 0:
            take_random(s, p, q)


# -- consolation ------------------------------------------------------------------------------


@kernel
def count_for_consolation(s: State, side: int) -> int:
    """Count the tokens a main player lost in the challenge; an active Macron's count 2."""
    each = 2 if has_power(s, main_of(s, side), MACRON) else 1
    return each * int(s.challenge.lost_main[side])


@kernel
def run_super_clone(s: State, f: Frame) -> None:
    """Super Clone: take up to twice the consolation."""
    c = s.challenge
    if f.at == 0:
        open_question(s)
        most = min(2 * c.due, s.hand_size[c.giver], MAX_CONSOLATION)
        for k in range(c.due, most + 1):
            allow(s, NUM + k)
        ask(s, f, D_CLONE, f.who)
        return
    c.due = s.answer - NUM
    end(s)


# -- discards ---------------------------------------------------------------------------------


@kernel
def take_both_back(s: State, side: int) -> None:
    """Super Deuce: both cards return to his hand."""
    c = s.challenge
    p = main_of(s, side)
    if c.card[side] >= 0:
        take_openly(s, p, c.card[side])
        c.card[side] = NOBODY
    if c.second[side] >= 0:
        take_openly(s, p, c.second[side])
        c.second[side] = NOBODY
    c.second_by_power[side] = 0


@kernel
def filch(s: State, p: int, side: int) -> None:
    """Filch: take the main card of a side from the discard pile."""
    c = s.challenge
    take_from_discard(s, c.lying[side])
    take_openly(s, p, c.lying[side])
    c.lying[side] = NOBODY


@kernel
def run_super_filch(s: State, f: Frame) -> None:
    """Super Filch: as a bystander, take the OFF's or the DEF's card."""
    if f.at == 0:
        open_question(s)
        for side in range(2):
            if s.challenge.lying[side] >= 0:
                allow(s, OPT + side)
        ask(s, f, D_FILCH, f.who)
        return
    filch(s, f.who, s.answer - OPT)
    end(s)


# -- another challenge ------------------------------------------------------------------------


@kernel
def is_successful(s: State) -> bool:
    """Section 4: OFF's side won, a deal was made, or an empty home planet was occupied."""
    c = s.challenge
    return c.outcome == WON_BY_OFFENCE or c.outcome == DEALT or c.outcome == OCCUPIED


@kernel
def is_second_offered(s: State) -> bool:
    """Whether D_AGAIN follows this challenge."""
    has_card = count_challenge_cards(s, s.challenge.off) > 0
    return is_successful(s) and s.turn_challenges + 1 < 2 and has_card


@kernel
def can_go_on(s: State, play: int, p: int) -> bool:
    """Machine and its wild Flare: another challenge where D_AGAIN is not offered."""
    c = s.challenge
    if p != c.off or c.again != 0 or is_second_offered(s):
        return False
    if play == MACHINE:
        # R48: at most 8 challenges in a turn.
        limit = s.turn_challenges + 1 < MAX_TURN_CHALLENGES
        return limit and count_challenge_cards(s, p) > 0
    return s.turn_challenges == 0
