"""Chronos: time travel, back to the choice of Kickers and cards (R77)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import power, super_, wild
from spaceenvs.cosmic_encounter.cards import (
    MAIN,
    SECOND,
    clear_table,
    discard_added,
    return_extras,
)
from spaceenvs.cosmic_encounter.cells import clear_declared
from spaceenvs.cosmic_encounter.components import (
    CHRONOS,
    FIRST_FLARE,
    FORCE,
    MIRROR,
    NEGATOR,
    QUEUE,
    SEEKER,
    WORM,
)
from spaceenvs.cosmic_encounter.hands import (
    count_challenge_cards,
    see_hand,
    take_from_discard,
    take_openly,
)
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_REV, H_TARGET
from spaceenvs.cosmic_encounter.sets import add, has, remove
from spaceenvs.cosmic_encounter.stack import (
    TARGET,
    TIME_TRAVEL,
    Frame,
    call,
    end,
    is_main,
    main_of,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.targets import has_other_target


@kernel
def can_chronos(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once in a challenge (R63)."""
    return is_main(s, p) and not has(s.challenge.used, CHRONOS)


@kernel
def can_wild_chronos(s: State, box: Box, p: int, about: int) -> bool:
    """There is another legal target."""
    return has_other_target(s, box)


@kernel
def run_chronos(s: State, box: Box, f: Frame) -> None:
    """Time travel."""
    p = f.who
    end(s)
    travel_in_time(s, p)


@kernel
def travel_in_time(s: State, p: int) -> None:
    """Chronos: cards come back or are set aside, declarations are void, 7a begins again (R77)."""
    c = s.challenge
    side = side_of(s, p)
    opp = opponent(s, p)
    other = 1 - side
    add(c.used, CHRONOS)
    give_back(s, side, MAIN)
    give_back(s, side, SECOND)
    if c.kicker[side] >= 0:
        take_openly(s, p, c.kicker[side])
    if count_challenge_cards(s, opp) > 0:
        c.aside[other, 0] = c.card[other]
        c.aside[other, 1] = c.second[other]
    else:
        give_back(s, other, MAIN)
        give_back(s, other, SECOND)
    c.aside[other, 2] = c.kicker[other]
    clear_table(s, OFFENCE)
    clear_table(s, DEFENCE)
    return_extras(s)
    discard_added(s)
    return_played(s)
    forget_declarations(s)
    c.jump = TIME_TRAVEL
    s.window_over = 1  # R78


@kernel
def give_back(s: State, side: int, place: int) -> None:
    """A revealed card returns to the hand of its side's main player."""
    c = s.challenge
    kind = c.card[side] if place == MAIN else c.second[side]
    if kind >= 0:
        take_openly(s, main_of(s, side), kind)


@kernel
def return_played(s: State) -> None:
    """Edicts and Flares played since 7a return from the discard pile, not the super Chronos."""
    c = s.challenge
    for i in range(c.played_count):
        kind = c.played[i]
        if kind != FIRST_FLARE + CHRONOS:
            take_from_discard(s, kind)
            take_openly(s, c.played_by[i], kind)
    c.played_count = 0


@kernel
def forget_declarations(s: State) -> None:
    """R77, R121: upset, wild Loser, equalise, reversal, changes of cards and more are void."""
    c = s.challenge
    clear_declared(s)
    c.upset = 0
    c.both_lose = 0
    c.declared_count = 0
    c.copied = NOBODY
    c.oracle = NOBODY
    c.revealed = 0
    for reusable in (FORCE, MIRROR, NEGATOR, QUEUE, SEEKER, WORM):  # those not named in R121
        remove(c.used, reusable)
    for side in range(2):
        c.reversed[side] = 0
        c.factor[side] = 1
        for i in range(2):
            c.demanded[side, i] = NOBODY
            c.attack[side, i] = 0
            c.printed[side, i] = 0


@kernel
def run_wild_chronos(s: State, box: Box, f: Frame) -> None:
    """The OFF chooses another target."""
    end(s)
    call(s, TARGET, s.challenge.off, s.challenge.target)


@kernel
def run_super_chronos(s: State, box: Box, f: Frame) -> None:
    """Look at the OPP's hand before travelling."""
    p = f.who
    end(s)
    see_hand(s, p, opponent(s, p))


PLAYS = (
    power("Chronos", H_REV, can=can_chronos, run=run_chronos),
    wild("Chronos", H_TARGET, can=can_wild_chronos, run=run_wild_chronos),
    super_("Chronos", H_OWN, run=run_super_chronos),
)
