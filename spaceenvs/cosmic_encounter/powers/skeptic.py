"""Skeptic: doubts the opposing main player, who gives in or stakes more tokens (R123, R143)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, YES, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import take_back
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import SKEPTIC
from spaceenvs.cosmic_encounter.cones import count_risked, is_warp_challenge
from spaceenvs.cosmic_encounter.hooks import H_OUT, H_OWN, H_PRE
from spaceenvs.cosmic_encounter.outcome import count_rewards, is_rewarded, settle_ally
from spaceenvs.cosmic_encounter.results import is_lost_by
from spaceenvs.cosmic_encounter.stack import (
    CC,
    DEAL_FAILED,
    GIVEN_IN,
    GO_HOME,
    LOSE,
    RETURN,
    REWARD,
    VOID,
    WON_BY_OFFENCE,
    Frame,
    allow,
    ask,
    call,
    count_on_side,
    end,
    is_ally,
    is_main,
    main_of,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.tokens import (
    ALL,
    FROM_CONE,
    begin_defeat,
    choose_loss,
    land_tokens,
    return_last,
)
from spaceenvs.cosmic_encounter.uses import run_enlarge

# Its cells, twice: who doubts whom (seats + 1).
CELLS = ("doubting", "doubted", "doubting too", "doubted too")
ENTRIES = (0, 2)
IS_DECLARED = True  # time travel ends doubts (R121)
WILD_TOKENS = 2
PAID = 1  # note of the loss afterwards: doubts that are settled
VICTIM, IS_SUPER, NEXT_UP = 1, 2, 3  # what its frame notes; the next ally by timing order
GIVES_IN, SETTLES, REWARDS = 4, 6, 8  # places of its frame
D_SKEPTIC = decision("D_SKEPTIC")


@kernel
def can_skeptic(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally."""
    return side_of(s, p) >= 0


@kernel
def run_skeptic(s: State, box: Box, f: Frame) -> None:
    """The opposing main player gives in, which ends phase 7 at once, or stakes more tokens."""
    if f.at == 0:
        f.notes[VICTIM] = main_of(s, 1 - side_of(s, f.who))
        f.notes[IS_SUPER] = s.super_use
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_SKEPTIC, f.notes[VICTIM])
        return
    if f.at == 3:
        if s.answer == PASS:
            doubt(s, f.who, f.notes[VICTIM])
            end(s)
            return
        f.at = GIVES_IN
    victim = int(f.notes[VICTIM])
    if f.at == GIVES_IN:
        f.at = SETTLES if victim == s.challenge.defender else REWARDS
        for side in range(2):
            take_back(s, side)
        note_rewards(s)
        s.challenge.outcome = VOID
        if victim == s.challenge.defender:
            s.challenge.winner = OFFENCE
            s.challenge.outcome = WON_BY_OFFENCE
        if f.notes[IS_SUPER] != 0:
            lose_in_challenge(s, box, victim)
            return
    settle(s, box, f, victim)


@kernel
def doubt(s: State, p: int, victim: int) -> None:
    """Remember who doubts whom until the outcome."""
    entry = 0 if get_cell(s, SKEPTIC, 0) == 0 else 2
    set_cell(s, SKEPTIC, entry, int(p) + 1)
    set_cell(s, SKEPTIC, entry + 1, int(victim) + 1)


@kernel
def note_rewards(s: State) -> None:
    """The offence may be rewarded for the tokens that it has now, as if it had won."""
    c = s.challenge
    for q in range(s.seats):
        c.reward_due[q] = count_on_side(s, q, OFFENCE) if is_ally(s, q, OFFENCE) else 0
    if is_warp_challenge(s):
        c.reward_due[c.off] = count_risked(s)  # R212


@kernel
def lose_in_challenge(s: State, box: Box, victim: int) -> None:
    """Super: LOSE the tokens in the challenge of who gives in; it is no lost challenge."""
    level = begin_defeat(s, box, victim, side_of(s, victim))
    s.loss_by_defeat[level] = 0
    call(s, LOSE, victim, level)


@kernel
def settle(s: State, box: Box, f: Frame, victim: int) -> None:
    """An OFF who gives in: all go home. A DEF: the offence lands, its allies as the cone says."""
    c = s.challenge
    if victim != c.defender:
        if f.at == REWARDS:
            f.at = REWARDS + 2
            call(s, GO_HOME, NOBODY, ALL)
            return
        give_in(s)
        return
    if f.at == SETTLES:
        f.at = SETTLES + 1
        if is_warp_challenge(s):
            call(s, RETURN, c.off, FROM_CONE)  # R212: there is no planet to land on
        else:
            land_tokens(s, c.off)
        return
    while f.at == SETTLES + 1 and f.notes[NEXT_UP] < s.seats:
        q = c.order[f.notes[NEXT_UP]]
        if c.commit_count[q] == 0:
            f.notes[NEXT_UP] += 1
        elif c.on_ring[q] > 0:  # R116: those on the ring go home first
            ring = int(c.on_ring[q])
            c.on_ring[q] = 0
            return_last(s, q, c.commit_count[q], ring)
            return
        elif is_ally(s, q, OFFENCE):
            settle_ally(s, q)
            return
        else:
            return_last(s, q, c.commit_count[q], c.commit_count[q])
            return
    if f.at == SETTLES + 1:
        f.at = REWARDS
        f.notes[NEXT_UP] = 0
    while f.notes[NEXT_UP] < s.seats:
        q = c.order[f.notes[NEXT_UP]]
        f.notes[NEXT_UP] += 1
        if is_rewarded(s, q):
            call(s, REWARD, q, count_rewards(s, box, q))
            return
    give_in(s)


@kernel
def give_in(s: State) -> None:
    """Play goes on at 10c (`selection.py`)."""
    s.challenge.jump = GIVEN_IN
    s.window_over = 1
    end(s)


@kernel
def must_pay(s: State, p: int, entry: int) -> bool:
    """Whether a player has lost by a doubt: the loser of the two, both after a failed deal."""
    doubting = get_cell(s, SKEPTIC, entry) - 1
    doubted = get_cell(s, SKEPTIC, entry + 1) - 1
    if doubting < 0 or p not in (doubting, doubted):
        return False
    if s.challenge.outcome == DEAL_FAILED:
        return is_main(s, doubting) and is_main(s, doubted)
    return is_lost_by(s, side_of(s, p))


@kernel
def can_pay(s: State, box: Box, p: int, about: int) -> bool:
    """He has lost by a doubt."""
    if s.challenge.lost[p] == 0:
        return False
    return must_pay(s, p, ENTRIES[0]) or must_pay(s, p, ENTRIES[1])


@kernel
def run_pay(s: State, box: Box, f: Frame) -> None:
    """The loser of the two loses as many tokens again, of his choice; each doubt is an event."""
    p = f.who
    while f.notes[PAID] < len(ENTRIES):
        entry = ENTRIES[f.notes[PAID]]
        f.notes[PAID] += 1
        if must_pay(s, p, entry):
            choose_loss(s, p, s.challenge.lost[p], p, 0)  # R151
            return
    end(s)


@kernel
def can_wild_skeptic(s: State, box: Box, p: int, about: int) -> bool:
    """There is a losing MAIN of AA or AC."""
    c = s.challenge
    return c.winner >= 0 and c.meeting != CC


@kernel
def run_wild_skeptic(s: State, box: Box, f: Frame) -> None:
    """He loses two more tokens of his choice."""
    loser = main_of(s, 1 - s.challenge.winner)
    end(s)
    choose_loss(s, loser, WILD_TOKENS, loser, 0)


PLAYS = (
    power("Skeptic", H_PRE, can=can_skeptic, run=run_skeptic),
    power("Skeptic", H_OUT, can=can_pay, run=run_pay, use=ANNOUNCED),
    wild("Skeptic", H_OUT, can=can_wild_skeptic, run=run_wild_skeptic),
    super_("Skeptic", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_SKEPTIC",
        asked="Skeptic: whether to give in to the doubt",
        stop="fight on",
        yes="give in",
    ),
)
