"""Judge: declares what the winner or the loser gets besides (R123, R136)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import JUDGE
from spaceenvs.cosmic_encounter.deal import allow_gains, has_gain
from spaceenvs.cosmic_encounter.hands import (
    take_cards,
)
from spaceenvs.cosmic_encounter.hooks import H_OUT, H_OWN, H_PRE
from spaceenvs.cosmic_encounter.stack import (
    LAND,
    Frame,
    allow,
    answered_place,
    ask,
    call,
    end,
    main_of,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import has_movable
from spaceenvs.cosmic_encounter.uses import can_as_main, run_enlarge

# Its cells: the fiats of the OFF, of the DEF, in the order declared (first + 1, then
# FIAT_BASE times the second + 1); how often the wild Flare was played.
FIATS, WILD_FIATS = 0, 2
CELLS = ("fiats of the OFF", "fiats of the DEF", "wild")
IS_DECLARED = True  # R121
FIAT_BASE = 8
BASE_FOR_WINNER, TWO_FOR_WINNER, FOUR_FOR_WINNER = 0, 1, 2
BASE_FOR_LOSER = 3
FIAT_COUNT = 6
WILD_CARDS = 2
IS_DOUBLE, FIRST = 1, 2  # what the frame of a declaration notes; the first fiat + 1
NEXT, GAINER = 1, 2  # what the frame at H_OUT notes: the next fiat; who gets it
D_JUDGE = decision("D_JUDGE")


@kernel
def run_judge(s: State, box: Box, f: Frame) -> None:
    """Declare a fiat; Super: two different ones."""
    if f.at == 0:
        f.notes[IS_DOUBLE] = s.super_use
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        for fiat in range(FIAT_COUNT):
            if fiat + 1 != f.notes[FIRST]:
                allow(s, OPT + fiat)
        ask(s, f, D_JUDGE, f.who)
        return
    fiat = s.answer - OPT + 1
    if f.notes[IS_DOUBLE] != 0 and f.notes[FIRST] == 0:
        f.notes[FIRST] = fiat
        f.at = 2
        return
    first = int(f.notes[FIRST])
    declared = fiat if first == 0 else first + FIAT_BASE * fiat
    set_cell(s, JUDGE, FIATS + side_of(s, f.who), declared)
    end(s)


@kernel
def run_wild_judge(s: State, box: Box, f: Frame) -> None:
    """The loser will give the winner two cards."""
    set_cell(s, JUDGE, WILD_FIATS, get_cell(s, JUDGE, WILD_FIATS) + 1)
    end(s)


@kernel
def is_due(s: State, box: Box, p: int, about: int) -> bool:
    """A main player has won; all fiats are carried out together, for the OFF."""
    return s.challenge.winner >= 0 and p == s.challenge.off


@kernel
def find_fiat(s: State, number: int) -> int:
    """Return the fiat in this place: two of the OFF, two of the DEF, then the wild ones.

    -1: there is none here; -2: there are no more.
    """
    if number < 4:
        declared = get_cell(s, JUDGE, FIATS + number // 2)
        return (declared % FIAT_BASE if number % 2 == 0 else declared // FIAT_BASE) - 1
    return TWO_FOR_WINNER if number - 4 < get_cell(s, JUDGE, WILD_FIATS) else -2


@kernel
def run_fiats(s: State, box: Box, f: Frame) -> None:
    """H_OUT: each fiat in turn, a base (D_LAND) or random cards."""
    c = s.challenge
    if f.at == 3:
        f.at = 0
        call(s, LAND, f.notes[GAINER], answered_place(s))
        return
    while f.at == 0:
        fiat = find_fiat(s, int(f.notes[NEXT]))
        f.notes[NEXT] += 1
        if fiat == -2:
            end(s)
            return
        if fiat == NOBODY:
            continue
        side = c.winner if fiat < BASE_FOR_LOSER else 1 - c.winner
        p, q = main_of(s, side), main_of(s, 1 - side)
        f.notes[GAINER] = p
        if fiat % BASE_FOR_LOSER != BASE_FOR_WINNER:
            take_cards(s, p, q, 2 * (fiat % BASE_FOR_LOSER))
            return
        if has_movable(s, box, p) and has_gain(s, p, q):  # R136
            f.at = 2
    p = int(f.notes[GAINER])
    open_question(s)
    allow_gains(s, p, opponent(s, p))
    ask(s, f, D_JUDGE, p)


PLAYS = (
    power("Judge", H_PRE, can=can_as_main, run=run_judge),
    power("Judge", H_OUT, can=is_due, run=run_fiats, use=ANNOUNCED),
    wild("Judge", H_PRE, can=can_as_main, run=run_wild_judge),
    super_("Judge", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_JUDGE",
        asked="Judge: the fiat; later, where the base is",
        place="a base on",
        menu=(
            *("the winner gets a base", "the winner gets 2 cards", "the winner gets 4 cards"),
            *("the loser gets a base", "the loser gets 2 cards", "the loser gets 4 cards"),
        ),
    ),
)
