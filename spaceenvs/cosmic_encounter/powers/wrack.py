"""Wrack: the OPP gives up a card or a token, again and again (R150)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, PASS, YES, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import WRACK
from spaceenvs.cosmic_encounter.hands import take_random
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_PRE
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    ask,
    count_in_challenge,
    end,
    is_main,
    open_question,
    opponent,
)
from spaceenvs.cosmic_encounter.tokens import lose_one_from_challenge
from spaceenvs.cosmic_encounter.uses import run_enlarge

LEFT, CHOOSER = 1, 2  # what its frame notes: tortures to come, who chooses what is given up
CARD_GIVEN, TOKEN_LOST = 0, 1  # the menu
ASK_PRICE, ASK_MORE = 2, 4  # places of its questions
D_WRACK = decision("D_WRACK")


@kernel
def can_pay(s: State, p: int) -> bool:
    """Whether a player has a card, or a token in the challenge."""
    return s.hand_size[p] > 0 or count_in_challenge(s, p) > 0


@kernel
def can_wrack(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once in a challenge (R121)."""
    return is_main(s, p) and not has(s.challenge.used, WRACK)


@kernel
def run_wrack(s: State, box: Box, f: Frame) -> None:
    """As many tortures as he has tokens; after each he may stop."""
    if f.at == 0:
        add(s.challenge.used, WRACK)
        f.notes[LEFT] = count_in_challenge(s, f.who)
        f.notes[CHOOSER] = f.who if s.super_use != 0 else opponent(s, f.who)
        s.super_use = 0
        f.at = ASK_PRICE
    run_torture(s, box, f)


@kernel
def can_wild_wrack(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN whose OPP can give something up."""
    return is_main(s, p) and can_pay(s, opponent(s, p))


@kernel
def run_wild_wrack(s: State, box: Box, f: Frame) -> None:
    """One torture."""
    if f.at == 0:
        f.notes[LEFT] = 1
        f.notes[CHOOSER] = opponent(s, f.who)
        f.at = ASK_PRICE
    run_torture(s, box, f)


@kernel
def run_torture(s: State, box: Box, f: Frame) -> None:
    """A card or a token; then whether to go on."""
    victim = opponent(s, f.who)
    if f.at == ASK_PRICE + 1:
        f.at = ASK_MORE
        f.notes[LEFT] -= 1
        if s.answer == OPT + CARD_GIVEN:
            take_random(s, f.who, victim)
        else:
            lose_one_from_challenge(s, box, victim)
            return
    elif f.at == ASK_MORE + 1:
        f.at = ASK_PRICE
        if s.answer == PASS:
            f.notes[LEFT] = 0
    if f.notes[LEFT] == 0 or not can_pay(s, victim):
        end(s)
        return
    open_question(s)
    if f.at == ASK_MORE:
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_WRACK, f.who)
        return
    if s.hand_size[victim] > 0:
        allow(s, OPT + CARD_GIVEN)
    if count_in_challenge(s, victim) > 0:
        allow(s, OPT + TOKEN_LOST)
    ask(s, f, D_WRACK, f.notes[CHOOSER])


PLAYS = (
    power("Wrack", H_PRE, can=can_wrack, run=run_wrack),
    wild("Wrack", H_PRE, can=can_wild_wrack, run=run_wild_wrack),
    super_("Wrack", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_WRACK",
        asked="Wrack: what the torture costs, or whether to go on",
        stop="stop the torture",
        yes="torture again",
        menu=("a random card", "a token"),
    ),
)
