"""Phases 9 and 10c: discards and the end of the challenge."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_AGAIN, PASS, YES
from spaceenvs.cosmic_encounter.begin import pass_turn, pop_challenge
from spaceenvs.cosmic_encounter.cards import MAIN, SECOND, discard_table, return_set_aside
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.components import BOOMERANG, DEMON, DEUCE
from spaceenvs.cosmic_encounter.destiny import discard_destiny
from spaceenvs.cosmic_encounter.hands import give_back_all_lent, take_openly
from spaceenvs.cosmic_encounter.hexes import settle_dust
from spaceenvs.cosmic_encounter.hooks import H_DISC, H_DISC2, H_END, H_NEXT
from spaceenvs.cosmic_encounter.launch import LAUNCH_ENDS
from spaceenvs.cosmic_encounter.limbo import fill_limbo
from spaceenvs.cosmic_encounter.occupation import ask_moons, drop_moons
from spaceenvs.cosmic_encounter.points import CHALLENGE_OVER, apply_rules
from spaceenvs.cosmic_encounter.powers.demon import find_staker, is_staked
from spaceenvs.cosmic_encounter.results import is_second_offered
from spaceenvs.cosmic_encounter.scoring import check_victory, count_challenge
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    BASES,
    CHALLENGE,
    DESTINY,
    END,
    GO_HOME,
    LAUNCH,
    VOID,
    Frame,
    allow,
    ask,
    begin_effect,
    call,
    go_to,
    main_of,
    open_question,
    open_window,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import ALL

CANCELS_THE_OTHER = 0  # cell of Boomerang: its Super was played in the return challenge


@kernel
def take_one_back(s: State, side: int) -> None:
    """Deuce: one of the two cards returns to hand.

    The Compromise is discarded; of two Attacks the higher one; in a tie the main card.
    """
    c = s.challenge
    p = main_of(s, side)
    if c.attack[side, MAIN] != c.attack[side, SECOND]:
        is_main_back = c.attack[side, MAIN] != 0
    elif c.attack[side, MAIN] == 0:
        is_main_back = False
    else:
        is_main_back = c.printed[side, MAIN] < c.printed[side, SECOND]
    if is_main_back:
        take_openly(s, p, c.card[side])
        c.card[side] = NOBODY
    else:
        take_openly(s, p, c.second[side])
        c.second[side] = NOBODY


@kernel
def run_discard(s: State, box: Box, f: Frame) -> None:
    """Phase 9: Deuce and the H_DISC window, the discards, the H_DISC2 window (R80)."""
    if f.at == 0:
        for side in range(2):
            has_both = s.challenge.second_by_power[side] != 0 and s.challenge.card[side] >= 0
            if has_both and has_power(s, main_of(s, side), DEUCE):
                take_one_back(s, side)
        f.at = 1
        open_window(s, H_DISC)
        return
    if f.at == 1:
        discard_table(s)
        f.at = 2
        open_window(s, H_DISC2)
        return
    go_to(s, END)


@kernel
def run_end(s: State, box: Box, f: Frame) -> None:
    """10c: set-aside cards, H_BASES, H_END, victory check, another challenge or the next turn."""
    c = s.challenge
    if f.at == 0:
        if is_staked(s):
            begin_effect(s, find_staker(s), DEMON, H_END)  # R117
            return
        give_back_all_lent(s)
        settle_dust(s)  # R211
        fill_limbo(s, box)
        return_set_aside(s)
        apply_rules(s, box, CHALLENGE_OVER, NOBODY, 0, 0)
        f.at = 8
        drop_moons(s, box)
        return
    if f.at == 8:
        f.at = 1
        call(s, BASES, NOBODY, 0)
        return
    if f.at == 1:
        f.at = 9
        ask_moons(s, box, H_END, 1 if is_second_offered(s, box) else 0)
        return
    if f.at == 9:
        f.at = 2
        open_window(s, H_END)
        return
    if f.at == 2:
        check_victory(s)
        if s.done != 0:
            return
        if s.interrupted > 0:
            count_challenge(s, box)
            if s.done == 0:
                end_inner(s, box)
            return
        is_offered = is_second_offered(s, box)
        s.turn_challenges += 1
        count_challenge(s, box)
        if s.done != 0:
            return
        if c.again != 0:
            go_to(s, CHALLENGE)
            return
        f.at = 4 if is_offered else 6
    if f.at == 4:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_AGAIN, s.turn)  # R127
        return
    if f.at == 5:
        if s.answer == YES:
            go_to(s, CHALLENGE)
            return
        f.at = 6
    if f.at == 6:
        f.at = 7
        open_window(s, H_NEXT)
        return
    pass_turn(s, box)


@kernel
def end_inner(s: State, box: Box) -> None:
    """R114: a return challenge is over; the other one goes on, or a super Boomerang ends it."""
    is_cancelled = get_cell(s, BOOMERANG, CANCELS_THE_OTHER) != 0
    pop_challenge(s, box)
    if is_cancelled and s.stack[s.challenge.floor].kind == END:  # inside a window of 10c
        s.challenge.outcome = VOID  # all is settled: no other challenge follows
        s.challenge.again = 0
        s.window_over = 1
        return
    if is_cancelled:
        if s.stack[s.challenge.floor].kind == DESTINY:  # in phase 3 it is discarded already
            discard_destiny(s)
        s.windows = 0
        go_to(s, LAUNCH)
        s.stack[s.depth - 1].at = LAUNCH_ENDS
        call(s, GO_HOME, NOBODY, ALL)
