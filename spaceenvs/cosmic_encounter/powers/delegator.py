"""Delegator: allies take the place of main players after the alliances (R144)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import take_back
from spaceenvs.cosmic_encounter.hands import count_challenge_cards
from spaceenvs.cosmic_encounter.hooks import H_ALLIED
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_player,
    ask,
    begin_rounds_anew,
    end,
    is_main,
    main_of,
    open_question,
    set_order,
    side_of,
    with_seat,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE

SIDE = 1  # what its frame notes
D_DELEGATOR = decision("D_DELEGATOR")


@kernel
def is_delegate(s: State, q: int, side: int) -> bool:
    """Whether an ally of this side can become its main player: he has a Challenge card."""
    return s.challenge.ally[q] == side + 1 and count_challenge_cards(s, q) > 0


@kernel
def has_delegate(s: State, side: int) -> bool:
    """Whether a side has such an ally."""
    for q in range(s.seats):
        if is_delegate(s, q, side):
            return True
    return False


@kernel
def has_any_delegate(s: State) -> bool:
    """Whether either side has one."""
    return has_delegate(s, OFFENCE) or has_delegate(s, DEFENCE)


@kernel
def allow_delegates(s: State, side: int) -> None:
    """Make them legal answers."""
    for q in range(s.seats):
        if is_delegate(s, q, side):
            allow(s, PLAYER + q)


@kernel
def take_place(s: State, q: int) -> None:
    """An ally becomes the main player of his side, who becomes an ally; all tokens stay."""
    c = s.challenge
    side = side_of(s, q)
    before = main_of(s, side)
    take_back(s, side)  # selected early; the new main player plays cards of his own
    c.ally[q] = 0
    c.ally[before] = side + 1
    if side == OFFENCE:
        c.off = q
    else:
        if c.garrison == 0:
            c.garrison = with_seat(0, before)
        c.defender = q
    set_order(s)
    begin_rounds_anew(s)  # R320


@kernel
def can_delegator(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally, and there is an ally who can take a place."""
    return side_of(s, p) >= 0 and has_any_delegate(s)


@kernel
def can_super_delegator(s: State, box: Box, p: int, about: int) -> bool:
    """The same, not involved."""
    return side_of(s, p) < 0 and has_any_delegate(s)


@kernel
def run_delegator(s: State, box: Box, f: Frame) -> None:
    """An offensive ally becomes OFF, a defensive one DEF, or neither."""
    if f.at == 0:
        f.notes[SIDE] = OFFENCE
        f.at = 2
    if f.at == 3:
        if s.answer != PASS:
            take_place(s, answered_player(s))
        f.notes[SIDE] += 1
        f.at = 2
    while f.notes[SIDE] <= DEFENCE and not has_delegate(s, f.notes[SIDE]):
        f.notes[SIDE] += 1
    if f.notes[SIDE] > DEFENCE:
        end(s)
        return
    open_question(s)
    allow(s, PASS)
    allow_delegates(s, f.notes[SIDE])
    ask(s, f, D_DELEGATOR, f.who)


@kernel
def can_wild_delegator(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN with an ally who can take his place."""
    return is_main(s, p) and has_delegate(s, side_of(s, p))


@kernel
def run_wild_delegator(s: State, box: Box, f: Frame) -> None:
    """One of his allies takes his place; none if a wild Filch has cost the last one his card."""
    if f.at == 0:
        if not has_delegate(s, side_of(s, f.who)):
            end(s)
            return
        open_question(s)
        allow_delegates(s, side_of(s, f.who))
        ask(s, f, D_DELEGATOR, f.who)
        return
    take_place(s, answered_player(s))
    end(s)


PLAYS = (
    power("Delegator", H_ALLIED, can=can_delegator, run=run_delegator),
    wild("Delegator", H_ALLIED, can=can_wild_delegator, run=run_wild_delegator),
    super_("Delegator", H_ALLIED, can=can_super_delegator, run=run_delegator),
)
WORDS = (
    Words(
        "D_DELEGATOR",
        asked="Delegator: the ally who becomes main player",
        stop="nobody on this side",
        player="put {} in his place",
    ),
)
