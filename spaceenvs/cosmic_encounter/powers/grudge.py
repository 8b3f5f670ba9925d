"""Grudge: who was invited and did not join loses tokens."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.hooks import H_OUT, H_OWN, H_WON
from spaceenvs.cosmic_encounter.results import has_done_well
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_player,
    ask,
    end,
    has_allies,
    is_ally,
    is_main,
    is_silenced,
    open_question,
    side_of,
    with_seat,
)
from spaceenvs.cosmic_encounter.tokens import choose_loss, has_losable, send_side_home
from spaceenvs.cosmic_encounter.uses import run_enlarge

WON, LOST = 1, 4  # tokens
VICTIM, COUNT = 1, 2  # what its frame notes
D_GRUDGE = decision("D_GRUDGE")


@kernel
def is_grudged(s: State, p: int, q: int) -> bool:
    """Grudge: invited by p, asked, did not join him, and has a token to lose."""
    c = s.challenge
    side = side_of(s, p)
    if c.invited[side, q] == 0 or c.asked[q] == 0:
        return False
    return int(c.joined[q]) & (side + 1) == 0 and has_losable(s, q, 1)


@kernel
def count_grudged(s: State, p: int) -> int:
    """Count the grudged players who can lose a token."""
    count = 0
    for q in range(s.seats):
        if is_grudged(s, p, q):
            count += 1
    return count


@kernel
def can_grudge(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN with somebody to punish."""
    grudged = count_grudged(s, p) if is_main(s, p) else 0
    return grudged == 1 or (grudged > 1 and not is_silenced(s, p))  # silence: no choice


@kernel
def run_grudge(s: State, box: Box, f: Frame) -> None:
    """Grudge: one grudged player loses 1 token, or 4 if the Grudge's side did badly."""
    p = f.who
    if f.at == 0:
        is_mild = has_done_well(s, side_of(s, p)) and s.super_use == 0
        f.notes[COUNT] = WON if is_mild else LOST
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        for q in range(s.seats):
            if is_grudged(s, p, q):
                allow(s, PLAYER + q)
                f.notes[VICTIM] = q
        if s.choices == 0 and s.asked_again == 0:
            end(s)  # what answered the announcement has cost him his last token
            return
        if s.choices > 1:
            ask(s, f, D_GRUDGE, p)
            return
    if f.at == 3:
        f.notes[VICTIM] = answered_player(s)
    victim, count = f.notes[VICTIM], f.notes[COUNT]
    end(s)
    choose_loss(s, victim, count, victim, 1)


@kernel
def can_wild_grudge(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN who lost against a winner with allies; asked at H_WON, before they land (R79)."""
    c = s.challenge
    if not is_main(s, p):
        return False
    return c.winner == 1 - side_of(s, p) and has_allies(s, c.winner)


@kernel
def run_wild_grudge(s: State, box: Box, f: Frame) -> None:
    """The winner's allies return to bases, without base or reward."""
    end(s)
    send_winners_allies_home(s)


@kernel
def send_winners_allies_home(s: State) -> None:
    """Wild Grudge: the winner's allies return to bases, without base or reward."""
    c = s.challenge
    seats = 0
    for q in range(s.seats):
        if is_ally(s, q, c.winner):
            seats = with_seat(seats, q)
            c.reward_due[q] = 0
    send_side_home(s, seats, c.winner)


@kernel
def can_super_grudge(s: State, box: Box, p: int, about: int) -> bool:
    """His side won or dealt: the loss would be mild."""
    return has_done_well(s, side_of(s, p))


PLAYS = (
    power("Grudge", H_OUT, can=can_grudge, run=run_grudge, use=MANDATORY),
    wild("Grudge", H_WON, can=can_wild_grudge, run=run_wild_grudge),
    super_("Grudge", H_OWN, can=can_super_grudge, run=run_enlarge),
)
WORDS = (Words("D_GRUDGE", asked="Grudge: whom to punish", player="punish {}"),)
