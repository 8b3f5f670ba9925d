"""Mutant: fills his hand up to seven."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_DISCARD, OPT, PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import HAND
from spaceenvs.cosmic_encounter.hands import allow_hand, discard_from_hand, take_random
from spaceenvs.cosmic_encounter.hooks import H_INV, H_OUT, H_OWN
from spaceenvs.cosmic_encounter.results import has_done_well
from spaceenvs.cosmic_encounter.stack import (
    DRAW,
    Frame,
    allow,
    answered_kind,
    answered_player,
    ask,
    call,
    end,
    is_ally,
    is_main,
    is_silenced,
    open_question,
    opponent,
    side_of,
)

MAX_DISCARDS = 3
DISCARDED = 1  # what the frame of the super flare notes
D_MUTANT = decision("D_MUTANT")


@kernel
def can_mutant(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN with fewer than seven cards."""
    return is_main(s, p) and s.hand_size[p] < HAND


@kernel
def run_mutant(s: State, box: Box, f: Frame) -> None:
    """Mutant: fill the hand up to seven, each card from the deck or at random from a player."""
    p = f.who
    if f.at == 1:
        if s.answer == PASS:
            end(s)
            return
        f.at = 0
        if s.answer == OPT:
            call(s, DRAW, p, 1)
            return
        take_random(s, p, answered_player(s))
    if s.hand_size[p] >= HAND:
        end(s)
        return
    open_question(s)
    allow(s, PASS)
    if s.deck_count + s.discard_count > 0:
        allow(s, OPT)
    for q in range(s.seats):
        if q != p and s.hand_size[q] > 0 and not is_silenced(s, p):
            allow(s, PLAYER + q)
    ask(s, f, D_MUTANT, p)


@kernel
def can_wild_mutant(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN whose side won or dealt."""
    return is_main(s, p) and has_done_well(s, side_of(s, p))


@kernel
def run_wild_mutant(s: State, box: Box, f: Frame) -> None:
    """A random card from the OPP and from each of his allies."""
    take_spoils(s, f.who)
    end(s)


@kernel
def take_spoils(s: State, p: int) -> None:
    """Wild Mutant: a random card from the OPP and from each of his allies, in this order."""
    c = s.challenge
    opp = opponent(s, p)
    if s.hand_size[opp] > 0:
        take_random(s, p, opp)
    for i in range(s.seats):
        q = c.order[i]
        if is_ally(s, q, side_of(s, opp)) and s.hand_size[q] > 0:
            take_random(s, p, q)


@kernel
def run_super_mutant(s: State, box: Box, f: Frame) -> None:
    """Super Mutant: discard up to 3 cards before refilling."""
    if f.at == 1:
        f.at = 0
        if s.answer == PASS:
            end(s)
            return
        discard_from_hand(s, f.who, answered_kind(s))
        f.notes[DISCARDED] += 1
    if f.notes[DISCARDED] >= MAX_DISCARDS:
        end(s)
        return
    open_question(s)
    allow(s, PASS)
    allow_hand(s, f.who)
    ask(s, f, D_DISCARD, f.who)


PLAYS = (
    power("Mutant", H_INV, can=can_mutant, run=run_mutant),
    wild("Mutant", H_OUT, can=can_wild_mutant, run=run_wild_mutant),
    super_("Mutant", H_OWN, run=run_super_mutant),
)
WORDS = (
    Words(
        "D_MUTANT",
        asked="Mutant: where to take a card from",
        stop="enough cards",
        player="a card of {}",
        menu=("a card from the deck",),
    ),
)
