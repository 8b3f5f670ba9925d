"""Phase 8, first part: the reveal, totals, Reinforcements and the winner (8a, 8b)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_REINF, D_REINF_SIDE, OPT, PASS
from spaceenvs.cosmic_encounter.cards import has_played_attack, reveal_side
from spaceenvs.cosmic_encounter.components import ANTI_MATTER, FIRST_EDICT, FIRST_REINFORCEMENT
from spaceenvs.cosmic_encounter.hands import discard_from_hand
from spaceenvs.cosmic_encounter.hexes import call_bound
from spaceenvs.cosmic_encounter.hooks import H_CARD, H_REV, H_TOT, H_VAL, H_WIN
from spaceenvs.cosmic_encounter.lucre import LW8, open_lucre_window
from spaceenvs.cosmic_encounter.sets import has
from spaceenvs.cosmic_encounter.stack import (
    AA,
    AC,
    CALLED_OFF,
    CC,
    DEAL,
    END,
    OUTCOME,
    PLAN,
    RESOLVE,
    TIME_TRAVEL,
    VOID,
    Frame,
    allow,
    allow_card,
    answered_kind,
    ask,
    go_to,
    open_question,
    open_window,
    open_window_for,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.totals import add_up
from spaceenvs.cosmic_encounter.uses import TYPE_REINFORCEMENT, card_about

NEXT_UP, IS_PLAYED, KIND = 1, 2, 3  # notes of RESOLVE, for D_REINF


@kernel
def run_reveal(s: State, box: Box, f: Frame) -> None:
    """8a: cards face up, the H_REV window; it may send play back to 7a or end the challenge."""
    c = s.challenge
    if f.at == 0:
        f.at = 1
        reveal_side(s, box, OFFENCE)
        reveal_side(s, box, DEFENCE)
        c.revealed = 1
        open_window(s, H_REV)
        return
    if c.jump == TIME_TRAVEL:
        go_to(s, PLAN)
    elif c.jump == CALLED_OFF:
        c.outcome = VOID
        go_to(s, END)
    else:
        go_to(s, RESOLVE)


@kernel
def run_resolve(s: State, box: Box, f: Frame) -> None:
    """8b: the type is fixed; totals or the single Attack decide."""
    c = s.challenge
    if f.at == 0:
        attacks = 0
        for side in range(2):
            if has_played_attack(s, side):
                attacks += 1
        c.meeting = CC
        if attacks == 2:
            c.meeting = AA
            f.at = 9
            open_window(s, H_VAL)
            return
        if attacks == 1:
            c.meeting = AC
            f.at = 8
            open_window(s, H_WIN)
            return
        go_to(s, DEAL)
        return
    if f.at == 9:
        f.at = 1
        open_window(s, H_TOT)
        return
    if f.at == 1:
        f.at = 11
        call_bound(s)
        return
    if f.at == 11:
        add_up(s, box)
        f.at = 10
        open_lucre_window(s, box, LW8)
        return
    if f.at == 10:
        f.at = 2 if box.reinforcements != 0 else 7
    if 2 <= f.at < 7:
        run_reinforcements(s, box, f)
        return
    find_winner(s)
    go_to(s, OUTCOME)


@kernel
def run_reinforcements(s: State, box: Box, f: Frame) -> None:
    """D_REINF: involved players in timing order, round after round until all pass (R44)."""
    c = s.challenge
    if f.at == 3:
        f.at = 2
        if s.answer == PASS:
            f.notes[NEXT_UP] += 1
        else:
            f.notes[KIND] = answered_kind(s)
            f.notes[IS_PLAYED] = 1
            discard_from_hand(s, c.order[f.notes[NEXT_UP]], f.notes[KIND])
            f.at = 4
    if f.at == 4:
        open_question(s)
        allow(s, OPT + OFFENCE)
        allow(s, OPT + DEFENCE)
        ask(s, f, D_REINF_SIDE, c.order[f.notes[NEXT_UP]])
        return
    if f.at == 5:
        c.reinforced[s.answer - OPT] += box.value[f.notes[KIND]]
        add_up(s, box)
        about = card_about(c.order[f.notes[NEXT_UP]], TYPE_REINFORCEMENT)
        f.notes[NEXT_UP] += 1
        f.at = 6
        open_window_for(s, NOBODY, H_CARD, about)  # R129
        return
    if f.at == 6:
        f.at = 2
    while True:
        if f.notes[NEXT_UP] >= s.seats:
            if f.notes[IS_PLAYED] == 0:
                f.at = 7
                return
            f.notes[NEXT_UP] = 0
            f.notes[IS_PLAYED] = 0
        p = c.order[f.notes[NEXT_UP]]
        if side_of(s, p) >= 0:
            open_question(s)
            allow(s, PASS)
            for k in range(FIRST_REINFORCEMENT, FIRST_EDICT):
                if s.hand[p, k] > 0:
                    allow_card(s, k)
            ask(s, f, D_REINF, p)
            return
        f.notes[NEXT_UP] += 1


@kernel
def find_winner(s: State) -> None:
    """6.4: who wins; an upset exchanges winner and loser, last; wild Loser: nobody."""
    c = s.challenge
    if c.meeting == AA:
        difference = c.total[OFFENCE] - c.total[DEFENCE]
        if has(c.force, ANTI_MATTER):
            difference = -difference
        c.winner = OFFENCE if difference > 0 else DEFENCE  # R19
    elif c.pacified >= 0:
        c.winner = c.pacified
    else:
        c.winner = OFFENCE if has_played_attack(s, OFFENCE) else DEFENCE
    if c.upset != 0:
        c.winner = 1 - c.winner
    if c.both_lose != 0:
        c.winner = NOBODY
