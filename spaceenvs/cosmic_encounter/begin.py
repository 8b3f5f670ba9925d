"""Beginning of a turn and of a challenge (T1, 10a, 10b), and phase 1, regrouping."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_REGROUP, D_SKIP, PASS, YES
from spaceenvs.cosmic_encounter.cards import clear_table, return_set_aside
from spaceenvs.cosmic_encounter.components import MAX_PLAYERS, NUM_POWERS
from spaceenvs.cosmic_encounter.hands import (
    count_challenge_cards,
    needs_new_hand,
    renew_hand_silently,
)
from spaceenvs.cosmic_encounter.hooks import H_REGROUP, H_START
from spaceenvs.cosmic_encounter.stack import (
    BASES,
    CHALLENGE,
    DESTINY,
    NEW_HAND,
    NEXT,
    NO_JUMP,
    REGROUP,
    TURN,
    Frame,
    allow,
    allow_bases,
    answered_place,
    ask,
    call,
    go_to,
    has_base,
    open_question,
    open_window,
    seat_after,
    set_order,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import commit_token, has_tokens_at_all
from spaceenvs.cosmic_encounter.victory import count_challenge


@kernel
def run_turn(s: State, box: Box, f: Frame) -> None:
    """T1: with the option, the OFF may skip his turn for a new hand (R53)."""
    if f.at == 0:
        s.turn_challenges = 0
        if box.skip_turn == 0:
            go_to(s, CHALLENGE)
            return
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_SKIP, s.off)
        return
    if s.answer == YES:
        renew_hand_silently(s, s.off)
        go_to(s, NEXT)
    else:
        go_to(s, CHALLENGE)


@kernel
def run_next(s: State, box: Box, f: Frame) -> None:
    """A turn that ends before 10c: its challenge is counted (R86); the next player begins."""
    return_set_aside(s)
    clear_challenge(s)
    count_challenge(s, box)
    pass_turn(s)


@kernel
def pass_turn(s: State) -> None:
    """The next player to the left begins his turn."""
    s.off = seat_after(s, s.off, 1)
    go_to(s, TURN)


@kernel
def clear_challenge(s: State) -> None:
    """Forget everything that lasts until the end of the challenge."""
    s.defender = NOBODY
    s.card_up = NOBODY
    s.dark = 0
    s.system = NOBODY
    s.target = NOBODY
    s.own = 0
    s.took_token = 0
    s.rejected = 0
    s.super_dictator = 0
    s.will = 0
    s.wild_will = 0
    s.sanity = 0
    s.again = 0
    s.jump = NO_JUMP
    s.meeting = NOBODY
    s.winner = NOBODY
    s.outcome = 0
    s.stellar_gas = 0
    s.due = 0
    s.giver = NOBODY
    s.taker = NOBODY
    s.chosen = 0
    s.quashed = 0
    s.proposals = 0
    s.freed = 0
    s.played_count = 0
    for i in range(NUM_POWERS):
        s.cancelled[i] = 0
        s.used[i] = 0
        s.force[i] = 0
    for p in range(MAX_PLAYERS):
        clear_player(s, p)
    clear_cards(s)


@kernel
def clear_player(s: State, p: int) -> None:
    """Forget a player's part in the challenge."""
    s.limit[p] = 0
    s.asked[p] = 0
    s.ally[p] = 0
    s.joined[p] = 0
    s.reward_due[p] = 0
    s.landed[p] = 0
    s.dropped[p] = 0
    for v in range(MAX_PLAYERS):
        s.watch[v, p] = 0
    for side in range(2):
        s.invited[side, p] = 0


@kernel
def clear_cards(s: State) -> None:
    """Forget the cards and declarations of the challenge."""
    s.oracle = NOBODY
    s.copied = NOBODY
    s.pacified = NOBODY
    s.revealed = 0
    s.declared_count = 0
    s.upset = 0
    s.both_lose = 0
    for side in range(2):
        clear_table(s, side)
        s.reversed[side] = 0
        s.bonus[side] = 0
        s.super_virus[side] = 0
        s.wild_virus[side] = 0
        s.wild_warpish[side] = 0
        s.super_warpish[side] = 0
        s.reinforced[side] = 0
        s.total[side] = 0
        s.lost_main[side] = 0
        s.lying[side] = NOBODY
        s.factor[side] = 1
        s.gain[side] = NOBODY
        s.cards_given[side] = 0
        s.deal_loss[side] = 0
        s.given_count[side] = 0
        for i in range(3):
            s.aside[side, i] = NOBODY
        for i in range(2):
            s.attack[side, i] = 0
            s.printed[side, i] = 0


@kernel
def run_challenge(s: State, box: Box, f: Frame) -> None:
    """10a and 10b: the H_START window, a new hand, and who can challenge at all."""
    p = s.off
    if f.at == 0:
        clear_challenge(s)
        set_order(s)
        f.at = 1
        open_window(s, H_START)
        return
    if f.at == 1:
        f.at = 2
        call(s, BASES, NOBODY, 0, 0)
        return
    if f.at == 2:
        f.at = 5
        if s.turn_challenges == 0 and needs_new_hand(s, p):
            f.at = 3
            call(s, NEW_HAND, p, 0, 0)
            return
        if s.turn_challenges > 0 and count_challenge_cards(s, p) == 0:
            go_to(s, NEXT)
            return
    if f.at == 3:
        # R35: once more, cards only; no power of this box answers at H_START.
        f.at = 4
        open_window(s, H_START)
        return
    if f.at == 4:
        f.at = 5
        call(s, BASES, NOBODY, 0, 0)
        return
    go_to(s, REGROUP if has_tokens_at_all(s, p) else NEXT)  # R10


@kernel
def run_regroup(s: State, box: Box, f: Frame) -> None:
    """Phase 1: the OFF may take a token from the Warp (R9)."""
    p = s.off
    if f.at == 0:
        if s.warp[p] > 0:
            open_question(s)
            allow(s, PASS)
            if has_base(s, p):
                allow_bases(s, p, NOBODY)
            else:
                allow(s, YES)
            ask(s, f, D_REGROUP, p)
            return
        f.at = 2
    if f.at == 1:
        if s.answer != PASS:
            s.warp[p] -= 1
            s.took_token = 1
            if s.answer == YES:
                commit_token(s, p, NOBODY)
            else:
                s.tokens[p, answered_place(s)] += 1
        f.at = 2
    if f.at == 2:
        f.at = 3
        open_window(s, H_REGROUP)
        return
    go_to(s, DESTINY)
