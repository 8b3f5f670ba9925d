"""Chosen: turns over a card from the deck that replaces his own or is added to it (R145)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, PASS, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import MAIN, add_to_card, can_add
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import (
    CHOSEN,
    COMPROMISE,
    FIRST_KICKER,
    FIRST_REINFORCEMENT,
    KINDS,
    NUM_CHALLENGE,
)
from spaceenvs.cosmic_encounter.hands import (
    is_challenge_left,
    put_away,
    put_on_discard,
    take_openly,
    turn_over,
)
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_PRE, H_REV
from spaceenvs.cosmic_encounter.stack import (
    DRAW,
    Frame,
    allow,
    ask,
    call,
    end,
    is_main,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.uses import can_as_main, run_enlarge

# Its cells: used in this challenge; for each side, what multiplies the new card + FACTOR_BASE.
IS_USED, TURNED = 0, 1
IS_DECLARED = True  # R121
FACTOR_BASE = 10
FOUND, FACTOR, HAS_FACTOR = 1, 2, 3  # what its frame notes
REPLACE, ADD = 0, 1  # the menu
D_CHOSEN = decision("D_CHOSEN")


@kernel
def can_chosen(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once in a challenge."""
    return is_main(s, p) and get_cell(s, CHOSEN, IS_USED) == 0


@kernel
def turn_over_cards(s: State, box: Box, f: Frame) -> None:
    """Turn cards over until a Challenge card appears; the others are discarded together."""
    turned = s.pool
    for k in range(KINDS):
        turned[k] = 0
    kind = turn_over(s)
    while kind >= NUM_CHALLENGE:
        turned[kind] += 1
        if FIRST_KICKER <= kind < FIRST_REINFORCEMENT and f.notes[HAS_FACTOR] == 0:
            f.notes[HAS_FACTOR] = 1
            f.notes[FACTOR] = box.value[kind]
        kind = turn_over(s)
    f.notes[FOUND] = kind
    for k in range(KINDS):
        for _ in range(turned[k]):
            if s.super_use != 0 and k >= FIRST_REINFORCEMENT:
                take_openly(s, f.who, k)
            else:
                put_away(s, f.who, k)  # an Edict that he discards is a Vulch's


@kernel
def run_chosen(s: State, box: Box, f: Frame) -> None:
    """Turn over, then replace, add or discard."""
    c = s.challenge
    side = side_of(s, f.who)
    if f.at == 0:
        set_cell(s, CHOSEN, IS_USED, 1)
        if not is_challenge_left(s) or not can_add(s, side):
            s.super_use = 0
            end(s)
            return
        turn_over_cards(s, box, f)
        s.super_use = 0
        add_to_card(s, side, f.notes[FOUND])
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, PASS)
        allow(s, OPT + REPLACE)
        if c.attack[side, MAIN] != 0 and f.notes[FOUND] != COMPROMISE:
            allow(s, OPT + ADD)
        ask(s, f, D_CHOSEN, f.who)
        return
    kind = f.notes[FOUND]
    if s.answer == OPT + ADD:
        factor = f.notes[FACTOR] if f.notes[HAS_FACTOR] != 0 else 1
        c.added_value[side] += box.value[kind] * factor
    else:
        c.added_count[side] -= 1  # it was the last one
        if s.answer == PASS:
            put_on_discard(s, kind)
        else:
            replace_card(s, box, f, side, kind)
    end(s)


@kernel
def replace_card(s: State, box: Box, f: Frame, side: int, kind: int) -> None:
    """The new card is his main card; the old one is discarded at once."""
    c = s.challenge
    if c.card[side] >= 0:
        put_on_discard(s, c.card[side])
    c.card[side] = kind
    c.attack[side, MAIN] = 1 if kind != COMPROMISE else 0
    c.printed[side, MAIN] = box.value[kind]
    if c.copied == side:
        c.copied = NOBODY  # the copy of a wild Mirror is gone
    if f.notes[HAS_FACTOR] != 0:
        set_cell(s, CHOSEN, TURNED + side, f.notes[FACTOR] + FACTOR_BASE)


@kernel
def run_wild_chosen(s: State, box: Box, f: Frame) -> None:
    """Draw a card."""
    p = f.who
    end(s)
    call(s, DRAW, p, 1)


PLAYS = (
    power("Chosen", H_REV, can=can_chosen, run=run_chosen),
    wild("Chosen", H_PRE, can=can_as_main, run=run_wild_chosen),
    super_("Chosen", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_CHOSEN",
        asked="Chosen: what to do with the card turned over",
        stop="discard the new card",
        menu=("replace the card", "add the new card"),
    ),
)
