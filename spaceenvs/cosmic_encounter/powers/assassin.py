"""Assassin: whoever destiny names loses a token."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.hooks import H_DEST, H_OWN
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_bases,
    answered_place,
    answered_player,
    ask,
    count_on_bases,
    end,
    has_base,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.targets import find_colour, is_named, is_wild_card
from spaceenvs.cosmic_encounter.tokens import add_to_loss, lose_from_planets, open_loss
from spaceenvs.cosmic_encounter.uses import run_enlarge

VICTIM, LEFT, LEVEL = 1, 2, 3  # what its frame notes
D_ASSASSIN = decision("D_ASSASSIN")


@kernel
def is_exposed(s: State, q: int) -> bool:
    """Whether the card names a player with a token on a base; a wild one names all."""
    return (is_wild_card(s) or is_named(s, q)) and has_base(s, q)


@kernel
def is_anybody_exposed(s: State, p: int) -> bool:
    """Assassin: whether the card names another player with a token on a base."""
    for q in range(s.seats):
        if q != p and is_exposed(s, q):
            return True
    return False


@kernel
def can_assassin(s: State, box: Box, p: int, about: int) -> bool:
    """The card names another player with a token on a base."""
    return is_anybody_exposed(s, p)


@kernel
def can_wild_assassin(s: State, box: Box, p: int, about: int) -> bool:
    """The same, but not on a wild card, nor on a cone that fits several players."""
    return find_colour(s) >= 0 and is_anybody_exposed(s, p)


@kernel
def can_super_assassin(s: State, box: Box, p: int, about: int) -> bool:
    """The card names another player with two tokens on bases."""
    for q in range(s.seats):
        if q != p and is_exposed(s, q) and count_on_bases(s, q) > 1:
            return True
    return False


@kernel
def run_assassin(s: State, box: Box, f: Frame) -> None:
    """Assassin: the player of the colour loses a token (Super: two) from a base of his choice."""
    if f.at == 0:
        f.notes[LEFT] = 2 if s.super_use != 0 else 1
        s.super_use = 0
        f.notes[VICTIM] = find_colour(s)
        f.at = 2 if f.notes[VICTIM] < 0 else 4
    if f.at == 2:
        open_question(s)
        for q in range(s.seats):
            if q != f.who and is_exposed(s, q):
                allow(s, PLAYER + q)
        ask(s, f, D_ASSASSIN, f.who)
        return
    if f.at == 3:
        f.notes[VICTIM] = answered_player(s)
        f.at = 4
    if f.at == 4:
        f.notes[LEVEL] = open_loss(s, f.notes[VICTIM])
        f.at = 6
    if f.at == 7:
        f.at = 6
        place = answered_place(s)
        s.tokens[f.notes[VICTIM], place] -= 1
        add_to_loss(s, f.notes[LEVEL], place)
        f.notes[LEFT] -= 1
    if f.notes[LEFT] > 0 and has_base(s, f.notes[VICTIM]):
        open_question(s)
        allow_bases(s, f.notes[VICTIM], NOBODY)
        ask(s, f, D_ASSASSIN, f.who)
        return
    victim, level = f.notes[VICTIM], f.notes[LEVEL]
    end(s)
    lose_from_planets(s, box, victim, level)


PLAYS = (
    power("Assassin", H_DEST, can=can_assassin, run=run_assassin, use=MANDATORY),
    wild("Assassin", H_DEST, can=can_wild_assassin, run=run_assassin),
    super_("Assassin", H_OWN, can=can_super_assassin, run=run_enlarge),
)
WORDS = (
    Words(
        "D_ASSASSIN",
        asked="Assassin: the victim, then the base that loses a token",
        place="kill a token on",
        player="kill a token of {}",
    ),
)
