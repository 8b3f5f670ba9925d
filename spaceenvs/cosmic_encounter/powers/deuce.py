"""Deuce: a second card (R89, R306).

The second card is offered where cards are selected (`cards.py`), which announces the use.
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_DEUCE
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, power, rule, super_, wild
from spaceenvs.cosmic_encounter.cards import allow_selectable, count_selectable, lay_second
from spaceenvs.cosmic_encounter.comets import can_afford_card
from spaceenvs.cosmic_encounter.components import DEUCE
from spaceenvs.cosmic_encounter.hands import take_openly
from spaceenvs.cosmic_encounter.hooks import H_DISC, H_SECOND, H_SEL
from spaceenvs.cosmic_encounter.points import CARDS_NEEDED
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    answered_kind,
    ask,
    end,
    is_main,
    main_of,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import NOBODY

DEUCE_CARDS = 2


@kernel
def run_deuce(s: State, box: Box, f: Frame) -> None:
    """The second card lies on the table already (R89)."""
    end(s)


@kernel
def can_wild_deuce(s: State, box: Box, p: int, about: int) -> bool:
    """He has no second card yet and holds one."""
    has_room = s.challenge.second[side_of(s, p)] < 0 and count_selectable(s, p) > 0
    return has_room and can_afford_card(s, p, 2)  # the Flare and the card


@kernel
def run_wild_deuce(s: State, box: Box, f: Frame) -> None:
    """Wild Deuce: select a second card, if there still is one."""
    if f.at == 0 and count_selectable(s, f.who) == 0:
        end(s)  # a wild Filch against a Flare Zap has cost the last one
        return
    if f.at == 0:
        open_question(s)
        allow_selectable(s, f.who)
        ask(s, f, D_DEUCE, f.who)
        return
    lay_second(s, f.who, answered_kind(s), 0)
    end(s)


@kernel
def can_super_deuce(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN with a second card by the power."""
    return is_main(s, p) and s.challenge.second_by_power[side_of(s, p)] != 0


@kernel
def run_super_deuce(s: State, box: Box, f: Frame) -> None:
    """Both cards return to his hand."""
    take_both_back(s, side_of(s, f.who))
    end(s)


@kernel
def take_both_back(s: State, side: int) -> None:
    """Super Deuce: both cards return to his hand."""
    c = s.challenge
    p = main_of(s, side)
    if c.card[side] >= 0:
        take_openly(s, p, c.card[side])
        c.card[side] = NOBODY
    if c.second[side] >= 0:
        take_openly(s, p, c.second[side])
        c.second[side] = NOBODY
    c.second_by_power[side] = 0


@kernel
def need_two_cards(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """He draws a new hand with fewer than two Challenge cards."""
    return DEUCE_CARDS if holder == p and has_power(s, p, DEUCE) else value


PLAYS = (
    power("Deuce", H_SEL, run=run_deuce, use=ANNOUNCED),
    wild("Deuce", H_SECOND, can=can_wild_deuce, run=run_wild_deuce),
    super_("Deuce", H_DISC, can=can_super_deuce, run=run_super_deuce),
)
RULES = (rule("Deuce", CARDS_NEEDED, need_two_cards),)
