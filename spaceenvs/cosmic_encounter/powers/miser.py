"""Miser: has a second hand, the hoard, which nobody sees or takes (R106, `hoard.py`)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, PASS, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, rule, super_, wild
from spaceenvs.cosmic_encounter.components import COMPROMISE, HAND, KINDS, MISER
from spaceenvs.cosmic_encounter.hands import (
    add_card,
    allow_hand,
    drop_card,
    leave_unseen,
    note_arts,
    put_away,
    put_by,
    put_on_discard,
    turn_over,
)
from spaceenvs.cosmic_encounter.hoard import (
    HOARD_SIZE,
    MOST_HOARDED,
    count_challenge_in_hoard,
    count_hoard,
    count_hoarded,
    hoarded,
    put_into_hoard,
    take_out_of_hoard,
)
from spaceenvs.cosmic_encounter.hooks import (
    H_CONS,
    H_NEWHAND,
    H_REGROUP,
    H_START,
    SETUP_HAND,
)
from spaceenvs.cosmic_encounter.points import HOARD, OBTAINED, OUT_OF_PLAY
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_kind,
    ask,
    end,
    open_question,
)
from spaceenvs.cosmic_encounter.state import MAX_PUT_BY

SECRET = tuple(range(HOARD_SIZE))
MEMORY = (*(f"card {i}" for i in range(HOARD_SIZE)), "cards")
PUT_BY = 1  # what the frame of the Flare notes: how many cards
D_MISER = decision("D_MISER")


@kernel
def deal_hoard(s: State, p: int) -> None:
    """Cards from the top of the deck become the hoard; no window opens."""
    for _ in range(HAND):
        kind = turn_over(s)
        if kind >= 0:
            put_into_hoard(s, p, kind)
    note_arts(s, p)


@kernel
def run_setup(s: State, box: Box, f: Frame) -> None:
    """A second hand; one of the two is the hoard."""
    p = f.who
    if f.at == 0:
        deal_hoard(s, p)
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_MISER, p)
        return
    if s.answer == OPT:
        exchange(s, p)
    end(s)


@kernel
def exchange(s: State, p: int) -> None:
    """The first hand becomes the hoard, the second one the hand."""
    second = s.pool
    for k in range(KINDS):
        second[k] = 0
    while count_hoard(s, p) > 0:
        kind = hoarded(s, p, 0)
        take_out_of_hoard(s, p, kind)
        second[kind] += 1
    for k in range(KINDS):
        while s.hand[p, k] > 0:
            drop_card(s, p, k)
            put_into_hoard(s, p, k)
            for viewer in range(s.seats):
                leave_unseen(s, viewer, p)  # an Aura had shown the first hand (R132)
        for _ in range(second[k]):
            add_card(s, p, k)
    note_arts(s, p)


@kernel
def can_renew(s: State, box: Box, p: int, about: int) -> bool:
    """The hoard has no Challenge card."""
    return count_challenge_in_hoard(s, p) == 0


@kernel
def discard_hoard(s: State, p: int, is_by_him: int) -> None:
    """The hoard is shown and discarded, in ascending order of the ids (6.17).

    What the Miser discards himself a Vulch may take; nobody discards what leaves play (R147).
    """
    for k in range(KINDS):
        while count_hoarded(s, p, k) > 0:
            take_out_of_hoard(s, p, k)
            if is_by_him != 0:
                put_away(s, p, k)
            else:
                put_on_discard(s, k)
    note_arts(s, p)


@kernel
def run_renew(s: State, box: Box, f: Frame) -> None:
    """It is shown and discarded, and he draws seven new cards into it."""
    discard_hoard(s, f.who, 1)
    deal_hoard(s, f.who)
    end(s)


@kernel
def leave_play(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """His sheet leaves the game: the hoard is discarded."""
    if holder == p and about == MISER:
        discard_hoard(s, p, 0)
    return value


@kernel
def change_hands(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """The hoard has come with the sheet to another player."""
    for q in range(s.seats):
        note_arts(s, q)
    return value


@kernel
def find_big_attack(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Whether the hoard holds an Attack of this value or more (6.10)."""
    if holder == p:
        for i in range(count_hoard(s, p)):
            kind = hoarded(s, p, i)
            if kind < COMPROMISE and box.value[kind] >= about:
                return 1
    return value


@kernel
def can_wild_miser(s: State, box: Box, p: int, about: int) -> bool:
    """He is about to draw a new hand, or to give consolation."""
    return s.hand_size[p] > 0 and s.challenge.put_by_count == 0  # type: ignore[no-any-return]


@kernel
def can_wild_at_consolation(s: State, box: Box, p: int, about: int) -> bool:
    """Consolation is due from him."""
    c = s.challenge
    return c.giver == p and c.due > 0 and can_wild_miser(s, box, p, about)


@kernel
def run_wild_miser(s: State, box: Box, f: Frame) -> None:
    """Up to two cards are set aside until it is over."""
    if f.at == 1:
        f.at = 0
        if s.answer == PASS:
            end(s)
            return
        put_by(s, f.who, answered_kind(s))
        f.notes[PUT_BY] += 1
    if f.notes[PUT_BY] < MAX_PUT_BY and s.hand_size[f.who] > 0:
        open_question(s)
        allow(s, PASS)
        allow_hand(s, f.who)
        ask(s, f, D_MISER, f.who)
        return
    end(s)


@kernel
def can_super_miser(s: State, box: Box, p: int, about: int) -> bool:
    """OFF, with room in the hoard."""
    return p == s.challenge.off and count_hoard(s, p) < MOST_HOARDED


@kernel
def run_super_miser(s: State, box: Box, f: Frame) -> None:
    """A card from the deck into the hoard."""
    kind = turn_over(s)
    if kind >= 0:
        put_into_hoard(s, f.who, kind)
        note_arts(s, f.who)
    end(s)


PLAYS = (
    power("Miser", SETUP_HAND, run=run_setup, use=ANNOUNCED),
    power("Miser", H_START, can=can_renew, run=run_renew),
    wild("Miser", H_NEWHAND, can=can_wild_miser, run=run_wild_miser),
    wild("Miser", H_CONS, can=can_wild_at_consolation, run=run_wild_miser),
    super_("Miser", H_REGROUP, can=can_super_miser, run=run_super_miser),
)
RULES = (
    rule("Miser", OUT_OF_PLAY, leave_play),
    rule("Miser", OBTAINED, change_hands),
    rule("Miser", HOARD, find_big_attack),
)
WORDS = (
    Words(
        "D_MISER",
        asked="Miser: which hand is the hoard; wild Miser: a card to set aside",
        stop="set aside no more",
        card="set aside",
        menu=("hoard the first hand", "hoard the second hand"),
    ),
)
