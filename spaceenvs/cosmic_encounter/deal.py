"""Two Compromises: the deal (6.8)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import (
    D_DEAL_1,
    D_DEAL_2,
    D_DEAL_3,
    D_DEAL_4,
    D_DEAL_5,
    D_DEAL_6,
    D_DEAL_7,
    D_DEAL_A,
    D_GIVE,
    LOC,
    NUM,
    PASS,
    YES,
)
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.components import (
    DIPLOMAT,
    MOST_PROPOSED_CARDS,
    MOST_PROPOSED_LUCRE,
    SITES,
    SLOTS,
    ZOMBIE,
)
from spaceenvs.cosmic_encounter.hands import allow_hand, drop_card, hand_over
from spaceenvs.cosmic_encounter.hexes import find_new_base
from spaceenvs.cosmic_encounter.hooks import H_AGREED, H_FAILED, H_OUT
from spaceenvs.cosmic_encounter.lucre import pay_player
from spaceenvs.cosmic_encounter.scoring import check_victory
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    BASES,
    CONSEQUENCES,
    DEAL_FAILED,
    DEALT,
    DISCARD,
    FROM_WARP,
    GO_HOME,
    LAND,
    PROPOSE,
    Frame,
    allow,
    answered_kind,
    answered_place,
    ask,
    begin_effect,
    call,
    count_in_challenge,
    end,
    go_to,
    has_base,
    is_silenced,
    main_of,
    open_question,
    open_window,
    opponent,
    use_play,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.tokens import ALL, choose_loss

LOSS_WITHOUT_DEAL = 3
MOST_FREED = 20  # the largest number there is to answer; a Symbiote may have more in the Warp
SIDE = 0  # note of PROPOSE
THIRD = 0  # cell of Diplomat: the seat + 1 of the third player of a three-way deal
THREE_WAY = 40  # a place of DEAL: the bargaining of three is over
GIVING, FREER = 1, 2  # notes of DEAL: the side that chooses the cards it gives; a Zombie
LUCRE_NAMED = 16  # a place of PROPOSE: cards and Lucre are named


@kernel
def clear_proposal(s: State) -> None:
    """Begin a proposal with nothing in it."""
    c = s.challenge
    for side in range(2):
        c.gain[side] = NOBODY
        c.cards_given[side] = 0
        c.lucre_given[side] = 0
    c.freed = 0


@kernel
def can_gain(s: State, gainer: int, giver: int, place: int) -> bool:
    """Whether a planet can be gained: the giver has a base there, the gainer none."""
    if s.tokens[giver, place] == 0 or s.tokens[gainer, place] > 0:
        return False
    found = find_new_base(s, gainer, place)  # R222
    return found >= 0 and s.tokens[gainer, found] == 0


@kernel
def has_gain(s: State, gainer: int, giver: int) -> bool:
    """Whether the gainer can gain any planet from the giver."""
    if not has_base(s, gainer):
        return False
    for system in range(s.seats):
        for slot in range(SITES):
            if can_gain(s, gainer, giver, system * SLOTS + slot):
                return True
    return False


@kernel
def allow_gains(s: State, gainer: int, giver: int) -> None:
    """Make every planet that can be gained a legal answer."""
    if has_base(s, gainer):
        for system in range(s.seats):
            for slot in range(SITES):
                if can_gain(s, gainer, giver, system * SLOTS + slot):
                    allow(s, LOC + system * SLOTS + slot)


@kernel
def is_base_moved(s: State) -> bool:
    """Whether the proposal so far holds a base."""
    c = s.challenge
    return c.gain[OFFENCE] >= 0 or c.gain[DEFENCE] >= 0


@kernel
def find_freer(s: State) -> int:
    """Return the main player, OFF first, who as an active Zombie can free tokens of his OPP."""
    for side in range(2):
        opp = main_of(s, 1 - side)
        if has_power(s, main_of(s, side), ZOMBIE) and has_base(s, opp) and s.warp[opp] > 0:
            return int(main_of(s, side))
    return NOBODY


@kernel
def allow_numbers(s: State, first: int, last: int) -> None:
    """Make the numbers first..last legal answers."""
    for k in range(first, last + 1):
        allow(s, NUM + k)


@kernel
def run_propose(s: State, box: Box, f: Frame) -> None:
    """One proposal of a side, and the answer; returns 1 if accepted."""
    c = s.challenge
    side = f.notes[SIDE]
    p = main_of(s, side)
    q = main_of(s, 1 - side)
    has_cards = s.hand_size[p] > 0 or s.hand_size[q] > 0 or has_lucre(s, box, p, q)
    if f.at == 0:
        open_question(s)
        allow(s, PASS)
        allow_gains(s, p, q)
        if has_cards or has_gain(s, q, p):
            allow(s, YES)
        ask(s, f, D_DEAL_1, p)
        return
    if f.at == 1:
        clear_proposal(s)
        if s.answer == PASS:
            s.result = 0
            end(s)
            return
        if s.answer != YES:
            c.gain[side] = answered_place(s)
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow_gains(s, q, p)
        if has_cards or is_base_moved(s):
            allow(s, PASS)
        ask(s, f, D_DEAL_2, p)
        return
    if f.at == 3:
        if s.answer != PASS:
            c.gain[1 - side] = answered_place(s)
        f.at = 4
    propose_cards(s, box, f, side, p, q)


@kernel
def has_lucre(s: State, box: Box, p: int, q: int) -> bool:
    """Whether Lucre can be part of a deal between two players."""
    return box.lucre != 0 and s.lucre[p] + s.lucre[q] > 0


@kernel
def is_anything_moved(s: State) -> bool:
    """Whether the proposal so far holds a base, a card or Lucre, freed tokens apart (R85)."""
    c = s.challenge
    for side in range(2):
        if c.gain[side] >= 0 or c.cards_given[side] > 0 or c.lucre_given[side] > 0:
            return True
    return False


@kernel
def propose_lucre(s: State, f: Frame, side: int, p: int, q: int) -> None:
    """D_DEAL_5, D_DEAL_6: Lucre that the proposer gives, and asks."""
    c = s.challenge
    if f.at == 13:
        c.lucre_given[side] = s.answer - NUM
        f.at = 14
    if f.at == 12:
        open_question(s)
        fewest = 0 if is_anything_moved(s) or s.lucre[q] > 0 else 1
        allow_numbers(s, fewest, min(MOST_PROPOSED_LUCRE, s.lucre[p]))
        ask(s, f, D_DEAL_5, p)
    elif f.at == 14:
        open_question(s)
        fewest = 0 if is_anything_moved(s) else 1
        allow_numbers(s, fewest, min(MOST_PROPOSED_LUCRE, s.lucre[q]))
        ask(s, f, D_DEAL_6, p)
    else:
        c.lucre_given[1 - side] = s.answer - NUM
        f.at = LUCRE_NAMED


@kernel
def propose_cards(s: State, box: Box, f: Frame, side: int, p: int, q: int) -> None:
    """The second half of a proposal: cards, Lucre, freed tokens, the answer.

    R26: the last number of cards or Lucre is at least 1 if nothing else changes hands.
    """
    c = s.challenge
    if f.at == 4:
        open_question(s)
        has_more = s.hand_size[q] > 0 or has_lucre(s, box, p, q)
        fewest = 0 if is_base_moved(s) or has_more else 1
        allow_numbers(s, fewest, min(MOST_PROPOSED_CARDS, s.hand_size[p]))
        ask(s, f, D_DEAL_3, p)
        return
    if f.at == 5:
        c.cards_given[side] = s.answer - NUM
        f.at = 6
    if f.at == 6:
        open_question(s)
        fewest = 0 if is_anything_moved(s) or has_lucre(s, box, p, q) else 1
        allow_numbers(s, fewest, min(MOST_PROPOSED_CARDS, s.hand_size[q]))
        ask(s, f, D_DEAL_4, p)
        return
    if f.at == 7:
        c.cards_given[1 - side] = s.answer - NUM
        f.at = 12 if box.lucre != 0 else LUCRE_NAMED
    if 12 <= f.at < LUCRE_NAMED:
        propose_lucre(s, f, side, p, q)
        return
    if f.at == LUCRE_NAMED:
        f.at = 8 if find_freer(s) >= 0 else 10
    if f.at == 8:
        open_question(s)
        allow_numbers(s, 0, min(MOST_FREED, s.warp[opponent(s, find_freer(s))]))
        ask(s, f, D_DEAL_7, p)
        return
    if f.at == 9:
        c.freed = s.answer - NUM
        f.at = 10
    if f.at == 10:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_DEAL_A, q)
        return
    s.result = 1 if s.answer == YES else 0
    end(s)


@kernel
def find_third(s: State) -> int:
    """Return the Diplomat of a three-way deal (6.9), -1 if two deal."""
    return get_cell(s, DIPLOMAT, THIRD) - 1


@kernel
def run_deal(s: State, box: Box, f: Frame) -> None:
    """The bargaining: all go home, proposals in turn, agreement or failure."""
    c = s.challenge
    if f.at == 0:
        f.at = 1
        for p in range(s.seats):
            c.engaged[p] = count_in_challenge(s, p)
        call(s, GO_HOME, NOBODY, ALL)  # R27, R29
        return
    if f.at == 1:
        c.proposals = 0
        s.result = 0
        f.at = 2
        third = find_third(s)
        if is_silenced(s, c.off) or is_silenced(s, c.defender):
            f.at = 20  # 6.11, R94: the deal fails at once
        elif third >= 0:
            f.at = 20
            if not is_silenced(s, third):  # R152
                f.at = THREE_WAY
                begin_effect(s, third, DIPLOMAT, H_AGREED)
                return
    if f.at == THREE_WAY:
        f.at = 20
        if s.result != 0:
            c.outcome = DEALT
            f.at = 30
            return
    if f.at == 2:
        if s.result != 0:
            f.at = 3
            open_window(s, H_AGREED)
            return
        clear_proposal(s)
        if c.proposals < box.deal_proposals:  # R28
            c.proposer = c.proposals % 2
            c.proposals += 1
            call(s, PROPOSE, NOBODY, c.proposer)
            return
        f.at = 20
    if f.at == 3:
        f.at = 20 if c.quashed != 0 else 4
    if f.at < 20:
        carry_out(s, f)
    elif f.at < 30:
        fail(s, f)
    else:
        end_deal(s, f)


@kernel
def carry_out(s: State, f: Frame) -> None:
    """6.8 step 4: bases, OFF's gain first; cards; freed tokens."""
    c = s.challenge
    while f.at == 4 or f.at == 5:
        side = f.at - 4
        f.at += 1
        if c.gain[side] >= 0:
            call(s, LAND, main_of(s, side), c.gain[side])  # R25: the giver stays
            return
    if f.at == 6:
        f.notes[GIVING] = 0
        f.at = 7
    if f.at == 8:
        kind = answered_kind(s)
        drop_card(s, main_of(s, f.notes[GIVING]), kind)  # R313: still the giver's
        c.given[f.notes[GIVING], c.given_count[f.notes[GIVING]]] = kind
        c.given_count[f.notes[GIVING]] += 1
        f.at = 7
    if f.at == 7:
        while f.notes[GIVING] <= DEFENCE:
            p = main_of(s, f.notes[GIVING])
            if (
                c.given_count[f.notes[GIVING]] < c.cards_given[f.notes[GIVING]]
                and s.hand_size[p] > 0
            ):
                open_question(s)
                allow_hand(s, p)
                ask(s, f, D_GIVE, p)
                return
            f.notes[GIVING] += 1
        exchange_given(s)
        exchange_lucre(s)
        f.at = 9
        f.notes[FREER] = find_freer(s)
        if c.freed > 0 and f.notes[FREER] >= 0:
            use_play(s, f.notes[FREER], ZOMBIE, H_AGREED)
            f.at = 10
            return
    if f.at == 10:
        f.at = 9
        if s.result != 0:
            call(s, FROM_WARP, opponent(s, f.notes[FREER]), c.freed)
            return
    c.outcome = DEALT
    f.at = 30


@kernel
def exchange_given(s: State) -> None:
    """R84, R313: the cards change hands when both have chosen, OFF's first."""
    c = s.challenge
    for side in range(2):
        for i in range(c.given_count[side]):
            hand_over(s, main_of(s, side), main_of(s, 1 - side), c.given[side, i])
        c.given_count[side] = 0


@kernel
def exchange_lucre(s: State) -> None:
    """R209: Lucre changes hands after the cards."""
    c = s.challenge
    off, dfn = main_of(s, OFFENCE), main_of(s, DEFENCE)
    balance = int(c.lucre_given[OFFENCE]) - int(c.lucre_given[DEFENCE])
    if balance > 0:
        pay_player(s, off, dfn, balance)
    else:
        pay_player(s, dfn, off, -balance)


@kernel
def fail(s: State, f: Frame) -> None:
    """6.8 step 6: each loses 3 tokens times the other's Kicker; below 0 he gains instead."""
    c = s.challenge
    if f.at == 20:
        c.outcome = DEAL_FAILED
        for side in range(2):
            c.deal_loss[side] = LOSS_WITHOUT_DEAL * c.factor[1 - side]
        f.at = 21
        open_window(s, H_FAILED)
        return
    while 21 <= f.at <= 23:
        side = f.at - 21
        if side > OFFENCE and c.deal_loss[side - 1] > 0:
            c.lost[main_of(s, side - 1)] = s.result
        f.at += 1
        if side > DEFENCE:
            break
        p = main_of(s, side)
        if c.deal_loss[side] > 0:
            choose_loss(s, p, c.deal_loss[side], p, 0)
            return
        if c.deal_loss[side] < 0:
            call(s, FROM_WARP, p, -c.deal_loss[side])
            return
    f.at = 30
    if find_third(s) >= 0:  # R152
        choose_loss(s, find_third(s), LOSS_WITHOUT_DEAL, find_third(s), 0)


@kernel
def end_deal(s: State, f: Frame) -> None:
    """H_OUT: consequences (R123) and the window; an H_BASES point, the victory check."""
    if f.at == 30:
        f.at = 31
        call(s, CONSEQUENCES, NOBODY, 0)
    elif f.at == 31:
        f.at = 32
        open_window(s, H_OUT)
    elif f.at == 32:
        f.at = 33
        call(s, BASES, NOBODY, 0)
    else:
        check_victory(s)
        go_to(s, DISCARD)
