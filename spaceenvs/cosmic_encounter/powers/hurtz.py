"""Hurtz: rents out tokens of a colour that nobody plays (R121, R149)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import NUM, OPT, PASS, YES, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, lasting, power, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import HURTZ, TOKENS
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_PRE, SETUP
from spaceenvs.cosmic_encounter.lucre import pay_player
from spaceenvs.cosmic_encounter.points import CHALLENGE_OVER, TOTAL
from spaceenvs.cosmic_encounter.results import is_lost_by
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.sheets import find_held, memory_of
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    ask,
    end,
    main_of,
    open_question,
    side_of,
)

MEMORY = ("stock",)
STOCK = 0
CELLS = ("rented by the offence", "rented by the defence", "doubled")
RENTED, IS_DOUBLED = 0, 2  # its cells; the first for OFF's and DEF's side
MOST_RENTED = 4
PRICE = 2  # of each token
WILD_BONUS, WILD_PRICE = 2, 2
NEXT_UP, OFFER = 1, 2  # what its frame notes; the customer, by timing order
D_HURTZ = decision("D_HURTZ")


@kernel
def run_setup(s: State, box: Box, f: Frame) -> None:
    """The tokens of an unused colour are his stock."""
    memory_of(s, f.who, HURTZ)[STOCK] = TOKENS
    end(s)


@kernel
def can_hurtz(s: State, box: Box, p: int, about: int) -> bool:
    """Once per challenge (R121)."""
    return not has(s.challenge.used, HURTZ)


@kernel
def run_hurtz(s: State, box: Box, f: Frame) -> None:
    """Offer each other involved player in timing order 1-4 tokens; he refuses or pays."""
    c = s.challenge
    if f.at == 0:
        add(c.used, HURTZ)
        f.at = 2
    if f.at == 3:
        f.notes[OFFER] = s.answer - NUM
        f.at = 4 if f.notes[OFFER] > 0 else 6
    if f.at == 4:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_HURTZ, c.order[f.notes[NEXT_UP]])
        return
    if f.at == 5:
        f.at = 6
        if s.answer == YES:
            rent_out(s, f.who, c.order[f.notes[NEXT_UP]], f.notes[OFFER])
    if f.at == 6:
        f.notes[NEXT_UP] += 1
        f.at = 2
    while f.notes[NEXT_UP] < s.seats:
        q = c.order[f.notes[NEXT_UP]]
        if q != f.who and side_of(s, q) >= 0:
            stock = int(memory_of(s, f.who, HURTZ)[STOCK])
            open_question(s)
            for count in range(min(MOST_RENTED, stock, int(s.lucre[q]) // PRICE) + 1):
                allow(s, NUM + count)
            ask(s, f, D_HURTZ, f.who)
            return
        f.notes[NEXT_UP] += 1
    end(s)


@kernel
def rent_out(s: State, p: int, q: int, count: int) -> None:
    """A player pays for tokens, which count for his side."""
    pay_player(s, q, p, PRICE * count)
    memory_of(s, p, HURTZ)[STOCK] -= count
    cell = RENTED + int(side_of(s, q))
    set_cell(s, HURTZ, cell, get_cell(s, HURTZ, cell) + count)


@kernel
def add_rented(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Each token rented counts 1 for its side; after the super 2."""
    each = 1 if get_cell(s, HURTZ, IS_DOUBLED) == 0 else 2
    return int(value) + each * get_cell(s, HURTZ, RENTED + about)


@kernel
def take_back(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """At 10c tokens rented return to the stock; those of a losing side are out of the game."""
    for side in range(2):
        for q in range(s.seats):
            if find_held(s, q, HURTZ) >= 0 and not is_lost_by(s, side):
                memory_of(s, q, HURTZ)[STOCK] += get_cell(s, HURTZ, RENTED + side)
        set_cell(s, HURTZ, RENTED + side, 0)
    return value


@kernel
def run_wild_hurtz(s: State, box: Box, f: Frame) -> None:
    """Add 2 to the total of a side, whose main player pays for it as far as he can."""
    if f.at == 0:
        open_question(s)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_HURTZ, f.who)
        return
    side = s.answer - OPT
    s.challenge.bonus[side] += WILD_BONUS
    pay_player(s, main_of(s, side), f.who, WILD_PRICE)
    end(s)


@kernel
def run_super_hurtz(s: State, box: Box, f: Frame) -> None:
    """Tokens rented in this challenge count 2."""
    set_cell(s, HURTZ, IS_DOUBLED, 1)
    end(s)


PLAYS = (
    power("Hurtz", SETUP, run=run_setup, use=ANNOUNCED),
    power("Hurtz", H_PRE, can=can_hurtz, run=run_hurtz),
    wild("Hurtz", H_PRE, run=run_wild_hurtz),
    super_("Hurtz", H_OWN, run=run_super_hurtz),
)
RULES = (
    lasting("Hurtz", TOTAL, add_rented),
    lasting("Hurtz", CHALLENGE_OVER, take_back),
)
WORDS = (
    Words(
        "D_HURTZ",
        asked="Hurtz: how many tokens to offer, whether to rent them, or which side gains",
        stop="rent nothing",
        yes="rent the tokens",
        number="offer {} tokens",
        menu=("for the offence", "for the defence"),
    ),
)
