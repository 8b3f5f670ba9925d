"""Will: chooses system and defender himself (R75).

Announced at 4.1 h (`destiny.py`).
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_WILL, PLAYER
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, power, super_, wild
from spaceenvs.cosmic_encounter.components import SLOTS
from spaceenvs.cosmic_encounter.hands import see_hand
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_SYSTEM
from spaceenvs.cosmic_encounter.powers.mind import D_MIND
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_others,
    answered_player,
    ask,
    end,
    has_foreign_base,
    is_empty,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.targets import find_colour, is_own_colour


@kernel
def can_stay_home(s: State) -> bool:
    """Will: whether the OFF may choose his own system (4.1 h)."""
    c = s.challenge
    for slot in range(SLOTS):
        place = c.off * SLOTS + slot
        if has_foreign_base(s, place):
            return True
        if is_own_colour(s) and is_empty(s, place):
            return True
    return False


@kernel
def run_will(s: State, box: Box, f: Frame) -> None:
    """Will: choose the system, unless the Dictator did; any base in it may be attacked."""
    c = s.challenge
    if f.at == 0:
        c.will = 1
        if c.system >= 0:
            end(s)
            return
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow_others(s, f.who)
        if can_stay_home(s):
            allow(s, PLAYER + c.off)
        ask(s, f, D_WILL, f.who)
        return
    c.will = 2
    c.system = answered_player(s)
    end(s)


@kernel
def can_wild_will(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF sent to the system that was drawn, not his own."""
    c = s.challenge
    is_sent = c.system != NOBODY and c.system != c.off
    return p == c.off and is_sent and c.system == find_colour(s)


@kernel
def run_wild_will(s: State, box: Box, f: Frame) -> None:
    """Bases of the DEF outside his system are targets too (R314)."""
    s.challenge.wild_will = 1
    end(s)


@kernel
def run_super_will(s: State, box: Box, f: Frame) -> None:
    """Super Will: look at the hand of one other player before the choice."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_MIND, f.who)
        return
    see_hand(s, f.who, answered_player(s))
    end(s)


PLAYS = (
    power("Will", H_SYSTEM, run=run_will, use=ANNOUNCED),
    wild("Will", H_SYSTEM, can=can_wild_will, run=run_wild_will),
    super_("Will", H_OWN, run=run_super_will),
)
