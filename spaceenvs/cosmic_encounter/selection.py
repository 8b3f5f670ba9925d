"""Phase 7: Kickers, selection of Challenge cards."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.cards import draw_own_card, show_card, take_back
from spaceenvs.cosmic_encounter.comets import are_cards_random, is_off_open
from spaceenvs.cosmic_encounter.hands import count_challenge_cards, must_renew
from spaceenvs.cosmic_encounter.hexes import call_dust, call_withdrawal
from spaceenvs.cosmic_encounter.hoard import count_challenge_in_hoard, may_use_hoard
from spaceenvs.cosmic_encounter.hooks import H_POST, H_PRE, H_SEL, H_SHOWN
from spaceenvs.cosmic_encounter.lucre import LW7, open_lucre_window
from spaceenvs.cosmic_encounter.occupation import ask_moons
from spaceenvs.cosmic_encounter.stack import (
    BASES,
    END,
    GIVEN_IN,
    GO_HOME,
    NEW_HAND,
    NEXT,
    NO_JUMP,
    PICK_CARD,
    PICK_KICKER,
    REVEAL,
    SELECT,
    Frame,
    call,
    go_to,
    main_of,
    open_window,
    open_window_for,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.tokens import ALL

HAS_RENEWED = 2  # note of SELECT: the DEF has drawn a new hand in it


@kernel
def run_plan(s: State, box: Box, f: Frame) -> None:
    """7a: the H_PRE window; Kickers of OFF, DEF, and OFF again (R43); LW7."""
    c = s.challenge
    if f.at == 0:
        c.played_count = 0
        c.jump = NO_JUMP
        f.at = 6
        call_withdrawal(s)
        return
    if f.at == 6:
        f.at = 1
        open_window(s, H_PRE)
        return
    if f.at == 1 and c.jump == GIVEN_IN:
        go_to(s, END)  # R143
        return
    if f.at == 1:
        f.at = 2
        if c.early[OFFENCE] == 0:  # R91
            call(s, PICK_KICKER, c.off, 0)
            return
    if f.at == 2:
        f.at = 3
        if c.early[DEFENCE] == 0:
            call(s, PICK_KICKER, c.defender, 0)
            return
    if f.at == 3:
        f.at = 4
        # R310: only a Kicker that the DEF has played in 7a gives the OFF another chance.
        is_answer = c.kicker[OFFENCE] < 0 and c.kicker[DEFENCE] >= 0 and c.early[DEFENCE] == 0
        if is_answer and c.early[OFFENCE] == 0:
            call(s, PICK_KICKER, c.off, 0)
            return
    if f.at == 4:
        f.at = 5
        open_lucre_window(s, box, LW7)
        return
    go_to(s, SELECT)


@kernel
def lacks_card(s: State, side: int) -> bool:
    """Whether a main player has neither selected nor a Challenge card, in a hoard either (R106)."""
    p = main_of(s, side)
    if s.challenge.card[side] >= 0 or count_challenge_cards(s, p) > 0:
        return False
    return not may_use_hoard(s, p) or count_challenge_in_hoard(s, p) == 0


@kernel
def misses_card(s: State, box: Box, f: Frame, side: int) -> bool:
    """Whether a main player has lost his last Challenge card since 7b began: R7 and R8 again.

    A wild Filch costs a Compromise, and cards are cancelled in every window (R308).
    """
    if not lacks_card(s, side):
        return False
    is_renewed = side == DEFENCE and must_renew(s, box, s.challenge.defender)
    if is_renewed and f.notes[HAS_RENEWED] == 0:
        f.notes[HAS_RENEWED] = 1
        call(s, NEW_HAND, s.challenge.defender, 0)
    else:
        f.at = 20
        call_off(s, f)
    return True


@kernel
def draw_random_cards(s: State) -> None:
    """Both Challenge cards are drawn at random, OFF's first (6.17), but for early ones."""
    for side in range(2):
        if s.challenge.card[side] < 0:
            draw_own_card(s, main_of(s, side))


@kernel
def run_select(s: State, box: Box, f: Frame) -> None:
    """7b and 7c: both select, the OPP of an Oracle first and face up; the H_POST window."""
    c = s.challenge
    if f.at == 0:
        if lacks_card(s, OFFENCE):
            f.at = 20  # R8
        else:
            f.at = 1
            if c.card[DEFENCE] < 0 and must_renew(s, box, c.defender):
                call(s, NEW_HAND, c.defender, 0)  # R7
                return
    if f.at == 1:
        f.at = 20 if lacks_card(s, DEFENCE) else 2  # R70
    if f.at == 2:
        f.at = 3
        open_window(s, H_SEL)
        return
    if 20 <= f.at < 30:
        call_off(s, f)
        return
    # R59: one after the other stands for both at once.
    first = DEFENCE if c.oracle == OFFENCE else OFFENCE
    if f.at == 3:
        if misses_card(s, box, f, first):
            return
        if are_cards_random(s, box):
            if misses_card(s, box, f, 1 - first):
                return
            draw_random_cards(s)
        f.at = 4
        if c.early[first] == 0:
            call(s, PICK_CARD, main_of(s, first), 0)
            return
    if f.at == 4:
        f.at = 5
        if first == OFFENCE and is_off_open(s, box):
            show_card(s, OFFENCE)
        if c.oracle == 1 - first:
            show_card(s, first)
            if c.card[c.oracle] < 0:
                open_window_for(s, main_of(s, c.oracle), H_SHOWN, 0)
                return
    if f.at == 5:
        if c.jump != NO_JUMP:
            go_to(s, END)  # super Oracle
            return
        if misses_card(s, box, f, 1 - first):
            return
        f.at = 6
        if c.early[1 - first] == 0:
            call(s, PICK_CARD, main_of(s, 1 - first), 0)
            return
    if is_off_open(s, box):
        show_card(s, OFFENCE)  # an Oracle as OFF has let the DEF select first
    end_selection(s, box, f)


@kernel
def end_selection(s: State, box: Box, f: Frame) -> None:
    """7c: the H_POST window and an H_BASES point."""
    if f.at == 6:
        f.at = 9
        call_dust(s)
    elif f.at == 9:
        f.at = 10
        ask_moons(s, box, H_POST, 0)
    elif f.at == 10:
        f.at = 7
        open_window(s, H_POST)
    elif f.at == 7:
        f.at = 8
        call(s, BASES, NOBODY, 0)
    else:
        go_to(s, REVEAL)


@kernel
def call_off(s: State, f: Frame) -> None:
    """R8: the challenge is aborted, cards and tokens return, the turn ends."""
    if f.at == 20:
        f.at = 21
        take_back(s, OFFENCE)
        take_back(s, DEFENCE)
        call(s, GO_HOME, NOBODY, ALL)
    else:
        go_to(s, NEXT)
