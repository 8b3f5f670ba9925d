"""Diplomat: turns Attacks into Compromises and deals as a third (6.9, R152)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_GIVE, LOC, NUM, PASS, YES, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import (
    change_to_compromise,
    has_played_attack,
    is_any_attack,
)
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import COMPROMISE, DIPLOMAT, SITES, SLOTS
from spaceenvs.cosmic_encounter.deal import THIRD, can_gain, clear_proposal
from spaceenvs.cosmic_encounter.hands import allow_hand, discard_from_hand, drop_card, hand_over
from spaceenvs.cosmic_encounter.hooks import H_AGREED, H_REV
from spaceenvs.cosmic_encounter.stack import (
    LAND,
    Frame,
    allow,
    answered_kind,
    answered_place,
    ask,
    call,
    end,
    has_base,
    is_main,
    main_of,
    open_question,
    open_window,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE

# Its cells, besides the seat + 1 of the third player: the place + 1 that he gains, his cards.
GAIN, GIVEN = 1, 2
CELLS = ("third player", "his gain", "his cards")
IS_DECLARED = True  # R121
PARTIES = 3  # OFF, DEF, Diplomat, in this order
MOST_CARDS = 3
PROPOSER, STEP = 1, 2  # what the frame of the bargaining notes
# Places of this frame.
BEGINNING, GAINS, NUMBERS, ANSWERS, AGREED, LANDING, CHOOSING = 2, 4, 6, 8, 12, 14, 16
D_DIPLOMAT = decision("D_DIPLOMAT")


@kernel
def can_diplomat(s: State, box: Box, p: int, about: int) -> bool:
    """Not a main player, with a Compromise, against an Attack."""
    return can_super_diplomat(s, box, p, about) and s.hand[p, COMPROMISE] > 0


@kernel
def can_super_diplomat(s: State, box: Box, p: int, about: int) -> bool:
    """Not a main player, against an Attack."""
    return not is_main(s, p) and is_any_attack(s)


@kernel
def begin_three_way(s: State, p: int) -> None:
    """All revealed Attacks become Compromises; the player deals as a third."""
    change_to_compromise(s, OFFENCE)
    change_to_compromise(s, DEFENCE)
    set_cell(s, DIPLOMAT, THIRD, int(p) + 1)


@kernel
def run_diplomat(s: State, box: Box, f: Frame) -> None:
    """Discard a Compromise; none if a wild Filch has cost him the last one."""
    if s.hand[f.who, COMPROMISE] > 0:
        discard_from_hand(s, f.who, COMPROMISE)
        begin_three_way(s, f.who)
    end(s)


@kernel
def run_super_diplomat(s: State, box: Box, f: Frame) -> None:
    """The same without a Compromise."""
    begin_three_way(s, f.who)
    end(s)


@kernel
def can_wild_diplomat(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN in AC whose card is the Attack."""
    if not is_main(s, p):
        return False
    side = side_of(s, p)
    return has_played_attack(s, side) and not has_played_attack(s, 1 - side)


@kernel
def run_wild_diplomat(s: State, box: Box, f: Frame) -> None:
    """It becomes a Compromise."""
    change_to_compromise(s, side_of(s, f.who))
    end(s)


# -- the bargaining ----------------------------------------------------------------------------


@kernel
def party(s: State, f: Frame, i: int) -> int:
    """Return the i-th of the three: OFF, DEF, Diplomat."""
    return int(f.who) if i == 2 else int(main_of(s, i))


@kernel
def gain_of(s: State, i: int) -> int:
    """Return the place that one of the three gains by the proposal, -1 none."""
    return get_cell(s, DIPLOMAT, GAIN) - 1 if i == 2 else int(s.challenge.gain[i])


@kernel
def cards_of(s: State, i: int) -> int:
    """Return how many cards one of the three gives the next one."""
    return get_cell(s, DIPLOMAT, GIVEN) if i == 2 else int(s.challenge.cards_given[i])


@kernel
def is_gain(s: State, f: Frame, i: int, place: int) -> bool:
    """Whether one of the three can gain a base there: another one has one, he has none."""
    p = party(s, f, i)
    for k in range(PARTIES):
        if k != i and can_gain(s, p, party(s, f, k), place):
            return has_base(s, p)
    return False


@kernel
def has_any_gain(s: State, f: Frame, i: int) -> bool:
    """Whether there is a base that one of the three can gain."""
    for system in range(s.seats):
        for slot in range(SITES):
            if is_gain(s, f, i, system * SLOTS + slot):
                return True
    return False


@kernel
def is_anything_named(s: State) -> bool:
    """Whether the proposal holds an item so far."""
    for i in range(PARTIES):
        if gain_of(s, i) >= 0 or cards_of(s, i) > 0:
            return True
    return False


@kernel
def can_name_from(s: State, f: Frame, first: int) -> bool:
    """Whether an item can be named in this step of a proposal or a later one."""
    for step in range(first, 2 * PARTIES):
        if step < PARTIES:
            if has_any_gain(s, f, step):
                return True
        elif s.hand_size[party(s, f, step - PARTIES)] > 0:
            return True
    return False


@kernel
def run_bargain(s: State, box: Box, f: Frame) -> None:
    """Three proposals; returns 1 if one was accepted and carried out."""
    if f.at == 0:
        f.at = BEGINNING
    if f.at == BEGINNING:
        clear_proposal(s)
        set_cell(s, DIPLOMAT, GAIN, 0)
        set_cell(s, DIPLOMAT, GIVEN, 0)
        f.notes[STEP] = 0
        if f.notes[PROPOSER] == PARTIES or not can_name_from(s, f, 0):
            s.result = 0
            end(s)
            return
        f.at = GAINS
    if f.at < ANSWERS:
        propose(s, f)
    elif f.at < AGREED:
        answer(s, f)
    else:
        carry_out(s, f)


@kernel
def propose(s: State, f: Frame) -> None:
    """A proposal: what each of the three gains, then the cards that each gives the next one."""
    if f.at == GAINS + 1:
        f.at = GAINS
        place = answered_place(s) if s.answer != PASS else NOBODY
        if f.notes[STEP] == 2:
            set_cell(s, DIPLOMAT, GAIN, place + 1)
        else:
            s.challenge.gain[f.notes[STEP]] = place
        f.notes[STEP] += 1
        if f.notes[STEP] == PARTIES:
            f.at = NUMBERS
    if f.at == NUMBERS + 1:
        f.at = NUMBERS
        if f.notes[STEP] == PARTIES + 2:
            set_cell(s, DIPLOMAT, GIVEN, s.answer - NUM)
        else:
            s.challenge.cards_given[f.notes[STEP] - PARTIES] = s.answer - NUM
        f.notes[STEP] += 1
        if f.notes[STEP] == 2 * PARTIES:
            f.notes[STEP] = 0
            f.at = ANSWERS
            return
    step = int(f.notes[STEP])
    may_be_nothing = is_anything_named(s) or can_name_from(s, f, step + 1)
    open_question(s)
    if f.at == GAINS:
        for system in range(s.seats):
            for slot in range(SITES):
                if is_gain(s, f, step, system * SLOTS + slot):
                    allow(s, LOC + system * SLOTS + slot)
        if may_be_nothing:
            allow(s, PASS)
    else:
        most = min(MOST_CARDS, int(s.hand_size[party(s, f, step - PARTIES)]))
        for count in range(0 if may_be_nothing else 1, most + 1):
            allow(s, NUM + count)
    ask(s, f, D_DIPLOMAT, party(s, f, f.notes[PROPOSER]))


@kernel
def answer(s: State, f: Frame) -> None:
    """The two others answer, in the same order; a refusal ends the proposal."""
    if f.at == ANSWERS + 1:
        f.at = ANSWERS
        if s.answer == PASS:
            f.notes[PROPOSER] += 1
            f.at = BEGINNING
            return
        f.notes[STEP] += 1
    if f.notes[STEP] == f.notes[PROPOSER]:
        f.notes[STEP] += 1
    if f.notes[STEP] >= PARTIES:
        f.at = AGREED
        open_window(s, H_AGREED)
        return
    open_question(s)
    allow(s, PASS)
    allow(s, YES)
    ask(s, f, D_DIPLOMAT, party(s, f, f.notes[STEP]))


@kernel
def carry_out(s: State, f: Frame) -> None:
    """As in 6.8: bases in the order of the three, then cards, which change hands together."""
    c = s.challenge
    if f.at == AGREED:
        if c.quashed != 0:
            s.result = 0
            end(s)
            return
        f.notes[STEP] = 0
        f.at = LANDING
    if f.at == LANDING:
        while f.notes[STEP] < PARTIES:
            i = int(f.notes[STEP])
            f.notes[STEP] += 1
            if gain_of(s, i) >= 0:
                call(s, LAND, party(s, f, i), gain_of(s, i))
                return
        f.notes[STEP] = 0
        f.at = CHOOSING
    if f.at == CHOOSING + 1:
        f.at = CHOOSING
        i = int(f.notes[STEP])
        kind = answered_kind(s)
        drop_card(s, party(s, f, i), kind)
        c.given[i, c.given_count[i]] = kind
        c.given_count[i] += 1
    while f.notes[STEP] < PARTIES:
        i = int(f.notes[STEP])
        p = party(s, f, i)
        if c.given_count[i] < cards_of(s, i) and s.hand_size[p] > 0:
            open_question(s)
            allow_hand(s, p)
            ask(s, f, D_GIVE, p)
            return
        f.notes[STEP] += 1
    for i in range(PARTIES):
        for k in range(c.given_count[i]):
            hand_over(s, party(s, f, i), party(s, f, (i + 1) % PARTIES), c.given[i, k])
        c.given_count[i] = 0
    s.result = 1
    end(s)


PLAYS = (
    power("Diplomat", H_REV, can=can_diplomat, run=run_diplomat),
    power("Diplomat", H_AGREED, run=run_bargain, use=ANNOUNCED),
    wild("Diplomat", H_REV, can=can_wild_diplomat, run=run_wild_diplomat),
    super_("Diplomat", H_REV, can=can_super_diplomat, run=run_super_diplomat),
)
WORDS = (
    Words(
        "D_DIPLOMAT",
        asked="Diplomat: a three-way proposal, item by item, and the answers",
        stop="nothing, or refuse",
        yes="accept",
        place="a base on",
        number="{} cards to the next player",
    ),
)
