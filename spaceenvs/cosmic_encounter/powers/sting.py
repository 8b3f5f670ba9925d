"""Sting: another player loses half of his tokens for him."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.hands import take_random
from spaceenvs.cosmic_encounter.hooks import H_LOSS, H_OWN
from spaceenvs.cosmic_encounter.stack import (
    DRAW,
    Frame,
    allow,
    answered_player,
    ask,
    call,
    end,
    has_base,
    open_question,
)
from spaceenvs.cosmic_encounter.tokens import choose_loss, find_loss, return_some
from spaceenvs.cosmic_encounter.uses import run_enlarge

FEWEST_TOKENS = 2
VICTIM, COUNT, CARDS = 1, 2, 3  # what the frames note: who; tokens; cards that he takes
D_STING = decision("D_STING")


@kernel
def allow_victims(s: State, p: int) -> None:
    """Make every other player with tokens on bases a legal answer."""
    for q in range(s.seats):
        if q != p and has_base(s, q):
            allow(s, PLAYER + q)


@kernel
def can_wild_sting(s: State, box: Box, p: int, about: int) -> bool:
    """His loss event holds tokens, and another player has a base."""
    if s.loss_count[about] == 0 or p != s.loss_owner[about]:
        return False
    for q in range(s.seats):
        if q != p and has_base(s, q):
            return True
    return False


@kernel
def can_sting(s: State, box: Box, p: int, about: int) -> bool:
    """His loss event holds two tokens at least, and another player has a base."""
    return s.loss_count[about] >= FEWEST_TOKENS and can_wild_sting(s, box, p, about)


@kernel
def take_cards(s: State, taker: int, giver: int, count: int) -> None:
    """Take random cards from a hand; what is missing comes from the deck."""
    missing = count
    while missing > 0 and s.hand_size[giver] > 0:
        take_random(s, taker, giver)
        missing -= 1
    if missing > 0:
        call(s, DRAW, taker, missing)


@kernel
def pass_on(s: State, f: Frame) -> None:
    """The answer names the victim: tokens return, he loses as many, and takes the cards."""
    if f.at == 3:
        f.at = 4
        f.notes[VICTIM] = answered_player(s)
        return_some(s, find_loss(s), f.notes[COUNT])
        return
    if f.at == 4:
        f.at = 5
        choose_loss(s, f.notes[VICTIM], f.notes[COUNT], f.notes[VICTIM], 0)
        return
    giver, taker, cards = f.who, f.notes[VICTIM], f.notes[CARDS]
    end(s)
    take_cards(s, taker, giver, cards)


@kernel
def run_sting(s: State, box: Box, f: Frame) -> None:
    """Half of the tokens return, the victim loses as many and takes as many cards."""
    if f.at == 0:
        count = s.loss_count[find_loss(s)]
        f.notes[COUNT] = count if s.super_use != 0 else count // 2
        f.notes[CARDS] = f.notes[COUNT]
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, PASS)
        allow_victims(s, f.who)
        ask(s, f, D_STING, f.who)
        return
    if f.at == 3 and s.answer == PASS:
        end(s)
        return
    pass_on(s, f)


@kernel
def run_wild_sting(s: State, box: Box, f: Frame) -> None:
    """One token returns, and the victim loses one."""
    if f.at == 0:
        f.notes[COUNT] = 1
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow_victims(s, f.who)
        ask(s, f, D_STING, f.who)
        return
    pass_on(s, f)


PLAYS = (
    power("Sting", H_LOSS, can=can_sting, run=run_sting),
    wild("Sting", H_LOSS, can=can_wild_sting, run=run_wild_sting),
    super_("Sting", H_OWN, run=run_enlarge),
)
WORDS = (Words("D_STING", asked="who loses tokens instead", stop="nobody", player="sting {}"),)
