"""Prolong: both main players add another Attack."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import add_to_card, can_add, has_played_attack
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import COMPROMISE, PROLONG
from spaceenvs.cosmic_encounter.hands import has_attack, leave_openly, play_card
from spaceenvs.cosmic_encounter.hoard import has_attack_in_hoard, holds
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_REV
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_card,
    answered_kind,
    ask,
    end,
    is_main,
    main_of,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE
from spaceenvs.cosmic_encounter.uses import run_enlarge

IS_USED = 0  # its cell
IS_DECLARED = True  # R121
SIDE, ONLY_HE = 1, 2  # what the frames note: whose card is chosen; the super
ASK = 2  # place of the question
D_PROLONG = decision("D_PROLONG")


@kernel
def can_wild_prolong(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN; both cards are Attacks."""
    return is_main(s, p) and has_played_attack(s, OFFENCE) and has_played_attack(s, DEFENCE)


@kernel
def can_prolong(s: State, box: Box, p: int, about: int) -> bool:
    """The same, once in a challenge."""
    return can_wild_prolong(s, box, p, about) and get_cell(s, PROLONG, IS_USED) == 0


@kernel
def allow_attacks(s: State, p: int) -> None:
    """Make every Attack of a hand, and of a hoard (R106), a legal answer."""
    for k in range(COMPROMISE):
        if holds(s, p, k):
            allow_card(s, k)


@kernel
def can_add_attack(s: State, p: int) -> bool:
    """Whether a main player has another Attack, in his hand or his hoard, and room for it."""
    return can_add(s, side_of(s, p)) and (has_attack(s, p) or has_attack_in_hoard(s, p))


@kernel
def reveal_chosen(s: State, box: Box) -> None:
    """Both cards are turned up and added."""
    c = s.challenge
    for side in range(2):
        for i in range(c.given_count[side]):
            leave_openly(s, main_of(s, side), c.given[side, i])
            add_to_card(s, side, c.given[side, i])
            c.added_value[side] += box.value[c.given[side, i]]
        c.given_count[side] = 0


@kernel
def run_prolong(s: State, box: Box, f: Frame) -> None:
    """Each who holds another Attack selects one face down; super: only he."""
    c = s.challenge
    if f.at == 0:
        set_cell(s, PROLONG, IS_USED, 1)
        f.notes[ONLY_HE] = s.super_use
        s.super_use = 0
        f.at = ASK
    if f.at == ASK + 1:
        kind = answered_kind(s)
        side = f.notes[SIDE]
        play_card(s, main_of(s, side), kind)
        c.given[side, c.given_count[side]] = kind
        c.given_count[side] += 1
        f.notes[SIDE] += 1
        f.at = ASK
    while f.notes[SIDE] <= DEFENCE:
        p = main_of(s, f.notes[SIDE])
        is_asked = f.notes[ONLY_HE] == 0 or p == f.who
        if is_asked and can_add_attack(s, p):
            open_question(s)
            allow_attacks(s, p)
            ask(s, f, D_PROLONG, p)
            return
        f.notes[SIDE] += 1
    reveal_chosen(s, box)
    end(s)


@kernel
def run_wild_prolong(s: State, box: Box, f: Frame) -> None:
    """Each main player may add an Attack, openly, OFF first."""
    if f.at == 1:
        f.at = 0
        if s.answer != PASS:
            kind = answered_kind(s)
            p = main_of(s, f.notes[SIDE])
            play_card(s, p, kind)
            leave_openly(s, p, kind)
            add_to_card(s, f.notes[SIDE], kind)
            s.challenge.added_value[f.notes[SIDE]] += box.value[kind]
        f.notes[SIDE] += 1
    while f.notes[SIDE] <= DEFENCE:
        p = main_of(s, f.notes[SIDE])
        if can_add_attack(s, p):
            open_question(s)
            allow(s, PASS)
            allow_attacks(s, p)
            ask(s, f, D_PROLONG, p)
            return
        f.notes[SIDE] += 1
    end(s)


PLAYS = (
    power("Prolong", H_REV, can=can_prolong, run=run_prolong),
    wild("Prolong", H_REV, can=can_wild_prolong, run=run_wild_prolong),
    super_("Prolong", H_OWN, run=run_enlarge),
)
WORDS = (Words("D_PROLONG", asked="Prolong: another Attack", stop="add no card", card="add"),)
