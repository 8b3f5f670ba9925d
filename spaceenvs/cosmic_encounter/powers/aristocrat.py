"""Aristocrat: chooses his first hand, and takes flares from outside the game (R126)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import shuffle
from spaceenvs.cosmic_encounter.actions import decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import ARISTOCRAT, FIRST_FLARE, HAND, KINDS, NUM_POWERS
from spaceenvs.cosmic_encounter.hands import (
    add_card,
    drop_card,
    is_flare_unused,
    leave_openly,
    pick_unused_flare,
    take_random_flare,
    take_unused_flare,
)
from spaceenvs.cosmic_encounter.hooks import H_PRE, SETUP_DEAL
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow_card,
    answered_kind,
    ask,
    end,
    is_main,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY

TAKEN = 1  # what the frame of the setup notes: how many cards
DRAWN = 1  # what the frame of the Super notes: three flares from here on, the power + 1
DRAWN_BY_SUPER = 3
NOTE_RANGES = {DRAWN + i: (0, NUM_POWERS) for i in range(DRAWN_BY_SUPER)}
OUT_OF_THE_GAME = -1  # what `flare_seen` says then
D_ARISTOCRAT = decision("D_ARISTOCRAT")


@kernel
def take_from_deck(s: State, p: int, kind: int) -> None:
    """Take the uppermost card of a kind out of the deck."""
    i = int(s.deck_count) - 1
    while s.deck[i] != kind:
        i -= 1
    for k in range(i, s.deck_count - 1):
        s.deck[k] = s.deck[k + 1]
    s.deck_count -= 1
    add_card(s, p, kind)


@kernel
def run_choose_hand(s: State, box: Box, f: Frame) -> None:
    """Any cards of the deck but his own flare as the first hand; the deck is shuffled again."""
    if f.at == 1:
        f.at = 0
        f.notes[TAKEN] += 1
        take_from_deck(s, f.who, answered_kind(s))
    if f.notes[TAKEN] < HAND:
        open_question(s)
        for i in range(s.deck_count):
            if s.deck[i] != FIRST_FLARE + ARISTOCRAT:
                allow_card(s, s.deck[i])
        ask(s, f, D_ARISTOCRAT, f.who)
        return
    shuffle(s.rng, s.deck, s.deck_count)
    end(s)


@kernel
def is_of_nobody(s: State, kind: int) -> bool:
    """Whether a card is a flare that matches no player's power."""
    if kind < FIRST_FLARE:
        return False
    for q in range(s.seats):
        if has(s.powers[q], kind - FIRST_FLARE):
            return False
    return True


@kernel
def count_of_nobody(s: State, p: int) -> int:
    """Count such flares in a hand."""
    count = 0
    for k in range(FIRST_FLARE, KINDS):
        if s.hand[p, k] > 0 and is_of_nobody(s, k):
            count += 1
    return count


@kernel
def can_aristocrat(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once in a challenge (R121), with a flare outside the game."""
    is_free = is_main(s, p) and not has(s.challenge.used, ARISTOCRAT)
    return is_free and is_flare_unused(s, box)


@kernel
def run_aristocrat(s: State, box: Box, f: Frame) -> None:
    """Take a flare; of two that match nobody's power one leaves the game."""
    p = f.who
    if f.at == 0:
        add(s.challenge.used, ARISTOCRAT)
        take_random_flare(s, p)
        if count_of_nobody(s, p) < 2:
            end(s)
            return
        f.at = 2
    if f.at == 2:
        open_question(s)
        for k in range(FIRST_FLARE, KINDS):
            if s.hand[p, k] > 0 and is_of_nobody(s, k):
                allow_card(s, k)
        ask(s, f, D_ARISTOCRAT, p)
        return
    kind = answered_kind(s)
    drop_card(s, p, kind)
    leave_openly(s, p, kind)
    s.flare_seen[kind - FIRST_FLARE] = OUT_OF_THE_GAME
    end(s)


@kernel
def can_take_flare(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, and a flare is outside the game."""
    return is_main(s, p) and is_flare_unused(s, box)


@kernel
def run_wild_aristocrat(s: State, box: Box, f: Frame) -> None:
    """Take a random flare; none if the last one has gone meanwhile."""
    if is_flare_unused(s, box):
        take_random_flare(s, f.who)
    end(s)


@kernel
def run_super_aristocrat(s: State, box: Box, f: Frame) -> None:
    """Draw three and keep one; the others are put back."""
    drawn = f.notes
    if f.at == 0:
        for i in range(min(DRAWN_BY_SUPER, int(s.unused_count))):
            first = drawn[DRAWN] - 1 if i > 0 else NOBODY
            second = drawn[DRAWN + 1] - 1 if i > 1 else NOBODY
            drawn[DRAWN + i] = pick_unused_flare(s, first, second) + 1
        if drawn[DRAWN] == 0:
            end(s)
            return
        f.at = 2
    if f.at == 2:
        open_question(s)
        for i in range(DRAWN_BY_SUPER):
            if drawn[DRAWN + i] > 0:
                allow_card(s, FIRST_FLARE + drawn[DRAWN + i] - 1)
        ask(s, f, D_ARISTOCRAT, f.who)
        return
    take_unused_flare(s, f.who, answered_kind(s) - FIRST_FLARE)
    end(s)


PLAYS = (
    power("Aristocrat", SETUP_DEAL, run=run_choose_hand, use=ANNOUNCED),
    power("Aristocrat", H_PRE, can=can_aristocrat, run=run_aristocrat),
    wild("Aristocrat", H_PRE, can=can_take_flare, run=run_wild_aristocrat),
    super_("Aristocrat", H_PRE, can=can_take_flare, run=run_super_aristocrat),
)
WORDS = (
    Words(
        "D_ARISTOCRAT",
        asked="Aristocrat: a card for the first hand; later the flare to remove or to keep",
        card="choose",
    ),
)
