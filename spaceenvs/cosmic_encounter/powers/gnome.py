"""Gnome: double income; it buys cards of others for Lucre."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import NUM, PASS, PLAYER, YES, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, rule, super_, wild
from spaceenvs.cosmic_encounter.components import GNOME
from spaceenvs.cosmic_encounter.hands import take_random
from spaceenvs.cosmic_encounter.hooks import H_INV
from spaceenvs.cosmic_encounter.lucre import pay_player, take_from_bank
from spaceenvs.cosmic_encounter.points import INCOME
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_player,
    ask,
    end,
    open_question,
)

MOST_OFFERED = 5
BINDING = 4  # an offer that must be accepted
SUPER_LUCRE = 10
SELLER, OFFER = 1, 2  # what its frame notes
D_GNOME = decision("D_GNOME")


@kernel
def double_income(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """His income is doubled."""
    return 2 * int(value) if holder == p and has_power(s, p, GNOME) else int(value)


@kernel
def can_gnome(s: State, box: Box, p: int, about: int) -> bool:
    """He has Lucre, somebody else holds a card, and he has made no offer in this challenge."""
    if s.lucre[p] == 0 or has(s.challenge.used, GNOME):
        return False
    for q in range(s.seats):
        if q != p and s.hand_size[q] > 0:
            return True
    return False


@kernel
def run_gnome(s: State, box: Box, f: Frame) -> None:
    """He offers a player 1-5 Lucre for a random card; 4 or more must be accepted."""
    p = f.who
    if f.at == 0:
        add(s.challenge.used, GNOME)
        f.at = 2
    if f.at == 2:
        open_question(s)
        for q in range(s.seats):
            if q != p and s.hand_size[q] > 0:
                allow(s, PLAYER + q)
        if s.choices == 0 or s.lucre[p] == 0:  # CANCEL has cost the last card
            end(s)
            return
        ask(s, f, D_GNOME, p)
        return
    if f.at == 3:
        f.notes[SELLER] = answered_player(s)
        f.at = 4
    if f.at == 4:
        open_question(s)
        for k in range(1, min(MOST_OFFERED, int(s.lucre[p])) + 1):
            allow(s, NUM + k)
        ask(s, f, D_GNOME, p)
        return
    if f.at == 5:
        f.notes[OFFER] = s.answer - NUM
        f.at = 6 if f.notes[OFFER] < BINDING else 8
    if f.at == 6:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_GNOME, f.notes[SELLER])
        return
    if f.at == 8 or s.answer == YES:
        pay_player(s, p, f.notes[SELLER], f.notes[OFFER])
        take_random(s, p, f.notes[SELLER])
    end(s)


@kernel
def run_wild_gnome(s: State, box: Box, f: Frame) -> None:
    """Each other player gives him 1 Lucre, if he has one."""
    for q in range(s.seats):
        if q != f.who:
            pay_player(s, q, f.who, 1)
    end(s)


@kernel
def run_super_gnome(s: State, box: Box, f: Frame) -> None:
    """He takes 10 Lucre from the bank."""
    take_from_bank(s, f.who, SUPER_LUCRE)
    end(s)


PLAYS = (
    power("Gnome", H_INV, can=can_gnome, run=run_gnome),
    wild("Gnome", H_INV, run=run_wild_gnome),
    super_("Gnome", H_INV, run=run_super_gnome),
)
RULES = (rule("Gnome", INCOME, double_income),)
WORDS = (
    Words(
        "D_GNOME",
        asked="Gnome: whom to offer Lucre for a card, how much, whether to sell",
        stop="keep the card",
        yes="sell a card",
        player="offer {} Lucre for a card",
        number="offer {} Lucre",
    ),
)
