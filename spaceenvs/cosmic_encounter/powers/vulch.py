"""Vulch: gets the Edicts that others discard (R147).

Passive: `hands.py` asks who takes a card that is discarded, and keeps his Edicts at a new hand.
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, YES, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import VULCH
from spaceenvs.cosmic_encounter.hands import (
    TAKES_FLARES,
    discard_from_hand,
    drop_card,
    leave_openly,
    pick_random,
    show_cards,
    take_openly,
)
from spaceenvs.cosmic_encounter.hooks import H_DISCARD, H_OUT, H_START
from spaceenvs.cosmic_encounter.results import has_done_well
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    ask,
    end,
    is_main,
    open_question,
    opponent,
    side_of,
    with_seat,
)

MOST_SHOWN = 7
KIND, SHOWN = 1, 2  # what the frame of the wild flare notes: the card shown; how many so far
D_VULCH = decision("D_VULCH")


@kernel
def run_vulch(s: State, box: Box, f: Frame) -> None:
    """The card comes into his hand (`hands.py`)."""
    end(s)


@kernel
def can_wild_vulch(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN who won or dealt."""
    return is_main(s, p) and has_done_well(s, side_of(s, p))


@kernel
def run_wild_vulch(s: State, box: Box, f: Frame) -> None:
    """The OPP's cards are shown one by one: discard each, or take one and stop."""
    opp = opponent(s, f.who)
    if f.at == 3:
        f.at = 0
        if s.answer == YES:
            drop_card(s, opp, f.notes[KIND])
            leave_openly(s, opp, f.notes[KIND])
            take_openly(s, f.who, f.notes[KIND])
            end(s)
            return
        discard_from_hand(s, opp, f.notes[KIND])
    if f.at == 0:
        if f.notes[SHOWN] >= MOST_SHOWN or s.hand_size[opp] == 0:
            end(s)
            return
        f.notes[KIND] = pick_random(s, opp)
        f.notes[SHOWN] += 1
        show_cards(s, opp, f.notes[KIND], 1)
        f.at = 2
    open_question(s)
    allow(s, PASS)
    allow(s, YES)
    ask(s, f, D_VULCH, f.who)


@kernel
def run_super_vulch(s: State, box: Box, f: Frame) -> None:
    """Until the end of the challenge he gets the Flares too."""
    seats = with_seat(get_cell(s, VULCH, TAKES_FLARES), f.who)
    set_cell(s, VULCH, TAKES_FLARES, seats)
    end(s)


PLAYS = (
    power("Vulch", H_DISCARD, run=run_vulch, use=ANNOUNCED),
    wild("Vulch", H_OUT, can=can_wild_vulch, run=run_wild_vulch),
    super_("Vulch", H_START, run=run_super_vulch),
)
WORDS = (
    Words(
        "D_VULCH",
        asked="whether to take the card shown",
        stop="discard the card",
        yes="take the card",
    ),
)
