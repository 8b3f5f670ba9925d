"""Lloyd: insures the others' tokens for Lucre (R108, R121, R149)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, YES, decision
from spaceenvs.cosmic_encounter.blocks import Words, lasting, power, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import LLOYD
from spaceenvs.cosmic_encounter.hooks import H_LOSS, H_OWN, H_PRE
from spaceenvs.cosmic_encounter.lucre import pay_player
from spaceenvs.cosmic_encounter.points import INSURED, LOSS_BEGINS
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import (
    RETURN,
    Frame,
    allow,
    ask,
    call,
    end,
    has_seat,
    is_main,
    is_phase_8,
    open_question,
    side_of,
    with_seat,
)
from spaceenvs.cosmic_encounter.tokens import find_loss

CELLS = ("insured", "insurer", "compulsory")
POLICIES, INSURER, IS_COMPULSORY = 0, 1, 2  # its cells: a set of seats; a seat + 1; 1: the super
PREMIUM, SUPER_PREMIUM = 3, 5
NEXT_UP = 1  # what its frame notes; the customer, by timing order
D_LLOYD = decision("D_LLOYD")


@kernel
def premium(s: State) -> int:
    """Return the price of an insurance in this challenge."""
    return PREMIUM if get_cell(s, LLOYD, IS_COMPULSORY) == 0 else SUPER_PREMIUM


@kernel
def has_policy(s: State, q: int) -> bool:
    """Whether a player is insured."""
    return has_seat(get_cell(s, LLOYD, POLICIES), q)


@kernel
def insure(s: State, p: int, q: int) -> None:
    """A player pays the premium as far as he can and is insured."""
    pay_player(s, q, p, premium(s))
    set_cell(s, LLOYD, POLICIES, with_seat(get_cell(s, LLOYD, POLICIES), q))
    set_cell(s, LLOYD, INSURER, p + 1)


@kernel
def can_lloyd(s: State, box: Box, p: int, about: int) -> bool:
    """Once per challenge (R121)."""
    return not has(s.challenge.used, LLOYD)


@kernel
def run_lloyd(s: State, box: Box, f: Frame) -> None:
    """Offer insurance to each other involved player in timing order who can pay for it."""
    c = s.challenge
    if f.at == 0:
        add(c.used, LLOYD)
        set_cell(s, LLOYD, INSURER, f.who + 1)
        f.at = 2
    if f.at == 3:
        f.at = 4 if s.answer == YES else 6
    if f.at == 4:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_LLOYD, c.order[f.notes[NEXT_UP]])
        return
    if f.at == 5:
        f.at = 6
        if s.answer == YES:
            insure(s, f.who, c.order[f.notes[NEXT_UP]])
    if f.at == 6:
        f.notes[NEXT_UP] += 1
        f.at = 2
    while f.notes[NEXT_UP] < s.seats:
        q = c.order[f.notes[NEXT_UP]]
        if q != f.who and side_of(s, q) >= 0 and s.lucre[q] >= premium(s):
            open_question(s)
            allow(s, PASS)
            allow(s, YES)
            ask(s, f, D_LLOYD, f.who)
            return
        f.notes[NEXT_UP] += 1
    end(s)


@kernel
def force_premium(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Super: the losing MAIN, if uninsured, must pay and is insured."""
    insurer = get_cell(s, LLOYD, INSURER) - 1
    is_defeat = is_main(s, p) and s.loss_by_defeat[about] != 0 and s.loss_count[about] > 0
    is_forced = get_cell(s, LLOYD, IS_COMPULSORY) != 0 and p != insurer
    if is_forced and is_defeat and not has_policy(s, p):
        insure(s, insurer, p)
    return value


@kernel
def is_insured(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """What an insured player would lose to the Warp returns to his bases."""
    return 1 if has_policy(s, p) else value


@kernel
def can_wild_lloyd(s: State, box: Box, p: int, about: int) -> bool:
    """His own event, in phase 8."""
    return p == s.loss_owner[about] and s.loss_count[about] > 0 and is_phase_8(s)


@kernel
def run_wild_lloyd(s: State, box: Box, f: Frame) -> None:
    """The tokens return to his bases and do not count as lost."""
    p, level = int(f.who), find_loss(s)
    s.loss_saved[level] += s.loss_count[level]  # without a base too (R16)
    end(s)
    call(s, RETURN, p, level)


@kernel
def run_super_lloyd(s: State, box: Box, f: Frame) -> None:
    """A higher premium, and insurance is compulsory for the losing MAIN."""
    set_cell(s, LLOYD, IS_COMPULSORY, 1)
    end(s)


PLAYS = (
    power("Lloyd", H_PRE, can=can_lloyd, run=run_lloyd),
    wild("Lloyd", H_LOSS, can=can_wild_lloyd, run=run_wild_lloyd),
    super_("Lloyd", H_OWN, run=run_super_lloyd),
)
RULES = (
    lasting("Lloyd", LOSS_BEGINS, force_premium),
    lasting("Lloyd", INSURED, is_insured),
)
WORDS = (
    Words(
        "D_LLOYD",
        asked="Lloyd: whether to offer insurance, whether to take it",
        stop="no insurance",
        yes="insurance",
    ),
)
