"""Phase 8, second part: losses, landings, consolation, rewards (6.5 to 6.7)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_ETHIC, D_REWARD, NUM
from spaceenvs.cosmic_encounter.cards import has_played_attack
from spaceenvs.cosmic_encounter.components import MACRON
from spaceenvs.cosmic_encounter.hands import give_card, take_random
from spaceenvs.cosmic_encounter.hooks import H_CONS, H_OUT, H_WON
from spaceenvs.cosmic_encounter.plays.alliance import allow_hand
from spaceenvs.cosmic_encounter.plays.outcome import count_for_consolation
from spaceenvs.cosmic_encounter.stack import (
    AC,
    ALL_LOST,
    BASES,
    CONSOLE,
    DISCARD,
    DRAW,
    FROM_WARP,
    RETURN,
    REWARD,
    WON_BY_DEFENCE,
    WON_BY_OFFENCE,
    Frame,
    allow,
    answered_kind,
    ask,
    call,
    end,
    go_to,
    has_base,
    has_power,
    is_main,
    main_of,
    open_question,
    open_window,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.tokens import FROM_CONE, land_tokens, lose_from_challenge
from spaceenvs.cosmic_encounter.victory import check_victory

MACRON_COUNT = 2


@kernel
def run_outcome(s: State, box: Box, f: Frame) -> None:
    """8c after AA or AC."""
    if f.at == 0:
        f.at = 1
        for p in range(s.seats):
            s.reward_due[p] = 0
            if s.winner >= 0 and s.ally[p] == s.winner + 1:
                s.reward_due[p] = s.commit_count[p]
        open_window(s, H_WON)
        return
    if f.at == 1:
        f.c = 1 - s.winner if s.winner >= 0 else OFFENCE
        f.b = -1
        f.at = 2
    if f.at == 2 or f.at == 3:
        if lose_next(s, f):
            return
        settle_winner(s)
        f.b = 0
        f.at = 4 if s.winner >= 0 else 7
    if f.at == 4:
        while f.b < s.seats:
            q = s.order[f.b]
            f.b += 1
            if s.ally[q] == s.winner + 1 and s.commit_count[q] > 0:
                call(s, RETURN, q, FROM_CONE, 0)
                return
        f.at = 5
        if s.stellar_gas == 0:
            call(s, CONSOLE, NOBODY, 0, 0)
            return
    if f.at == 5:
        f.b = 0
        f.at = 6 if s.stellar_gas == 0 else 7
    if f.at == 6:
        while f.b < s.seats:
            q = s.order[f.b]
            f.b += 1
            if is_rewarded(s, q):
                call(s, REWARD, q, s.reward_due[q], 0)
                return
        f.at = 7
    end_outcome(s, f)


@kernel
def end_outcome(s: State, f: Frame) -> None:
    """The H_OUT window, an H_BASES point, the victory check."""
    if f.at == 7:
        f.at = 8
        open_window(s, H_OUT)
    elif f.at == 8:
        f.at = 9
        call(s, BASES, NOBODY, 0, 0)
    else:
        check_victory(s)
        go_to(s, DISCARD)


@kernel
def lose_next(s: State, f: Frame) -> bool:
    """6.5 step 1: the next loss event of the losing side (c), main player first.

    After a wild Loser the DEF's side follows the OFF's. Returns False if all have lost.
    """
    if f.at == 3:
        s.lost_main[f.c] = s.result
        f.at = 2
    while True:
        if f.b < 0:
            f.b = 0
            f.at = 3
            lose_from_challenge(s, main_of(s, f.c))
            return True
        while f.b < s.seats:
            q = s.order[f.b]
            f.b += 1
            if s.ally[q] == f.c + 1:
                lose_from_challenge(s, q)
                return True
        if s.winner >= 0 or f.c == DEFENCE:
            return False
        f.c = DEFENCE
        f.b = -1


@kernel
def settle_winner(s: State) -> None:
    """6.5 steps 2 and 3: who lands; the other allies of the winner return next."""
    if s.winner < 0:
        s.outcome = ALL_LOST
        return
    if s.winner == OFFENCE:
        s.outcome = WON_BY_OFFENCE
        land_tokens(s, s.off)
    else:
        s.outcome = WON_BY_DEFENCE
    if do_allies_land(s):
        for q in range(s.seats):
            if s.ally[q] == s.winner + 1:
                land_tokens(s, q)


@kernel
def do_allies_land(s: State) -> bool:
    """Light cone: the OFF's allies land; dark cone: the DEF's (R69)."""
    return s.dark == (1 if s.winner == DEFENCE else 0)


@kernel
def is_rewarded(s: State, q: int) -> bool:
    """Whether an ally of the winner gets rewards: those who do not land."""
    return not is_main(s, q) and s.reward_due[q] > 0 and not do_allies_land(s)


@kernel
def run_reward(s: State, box: Box, f: Frame) -> None:
    """D_REWARD: who splits his rewards (a tokens) into cards and tokens (6.7, R22)."""
    p = f.who
    if f.at == 0:
        if has_power(s, p, MACRON):
            f.a *= MACRON_COUNT
        f.at = 2
    if f.at == 2:
        open_question(s)
        fewest = max(0, f.a - s.warp[p]) if has_base(s, p) else f.a
        for k in range(fewest, f.a + 1):
            allow(s, NUM + k)
        ask(s, f, D_REWARD, p)
        return
    if f.at == 3:
        f.b = s.answer - NUM
        f.at = 4
        if f.b > 0:
            call(s, DRAW, p, f.b, 0)
            return
    tokens = f.a - f.b
    end(s)
    call(s, FROM_WARP, p, tokens, 0)


@kernel
def fix_consolation(s: State) -> None:
    """6.6: how many cards are due, and from whom to whom, before the H_CONS window."""
    loser = 1 - s.winner
    s.due = 0
    s.giver = NOBODY
    s.taker = NOBODY
    if s.meeting != AC or has_played_attack(s, loser):
        return
    s.due = count_for_consolation(s, loser) * s.factor[loser]
    s.giver = main_of(s, s.winner)
    s.taker = main_of(s, loser)
    if s.due < 0:
        # E1: the winner takes the cards.
        s.due = -s.due
        s.giver = main_of(s, loser)
        s.taker = main_of(s, s.winner)


@kernel
def run_console(s: State, box: Box, f: Frame) -> None:
    """Consolation: the number due, the H_CONS window, then the cards."""
    if f.at == 0:
        fix_consolation(s)
        f.at = 2
        open_window(s, H_CONS)
        return
    if f.at == 3:
        f.at = 2
        give_card(s, s.giver, s.taker, answered_kind(s))
        s.due -= 1
    while s.due > 0 and s.hand_size[s.giver] > 0:
        if s.chosen != 0:
            open_question(s)
            allow_hand(s, s.giver)
            ask(s, f, D_ETHIC, s.taker)
            return
        take_random(s, s.taker, s.giver)
        s.due -= 1
    s.due = 0
    end(s)
