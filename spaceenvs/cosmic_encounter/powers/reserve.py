"""Reserve: plays low Attacks as Reinforcements, and stops those of others (R138)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, super_, wild
from spaceenvs.cosmic_encounter.comets import can_afford_card
from spaceenvs.cosmic_encounter.components import COMPROMISE, FIRST_EDICT
from spaceenvs.cosmic_encounter.hands import take_from_discard, take_openly
from spaceenvs.cosmic_encounter.hoard import holds
from spaceenvs.cosmic_encounter.hooks import H_DISCARD, H_REINF
from spaceenvs.cosmic_encounter.stack import (
    ABOUT,
    REINFORCE,
    WINDOW,
    Frame,
    allow_card,
    answered_kind,
    ask,
    call,
    end,
    find_frame,
    open_question,
)

MOST_BY_POWER, MOST_BY_SUPER = 6, 9  # the highest Attack that may be played so
D_RESERVE = decision("D_RESERVE")


@kernel
def allow_attacks(s: State, box: Box, p: int, most: int) -> None:
    """Make a player's Attacks of value 1 to `most` legal answers, those of a hoard too (R106)."""
    for k in range(COMPROMISE):
        if holds(s, p, k) and 1 <= box.value[k] <= most:
            allow_card(s, k)


@kernel
def run_reserve(s: State, box: Box, f: Frame) -> None:
    """It was not cancelled; the rest is done where it was announced (`reveal.py`)."""
    end(s)


@kernel
def can_super_reserve(s: State, box: Box, p: int, about: int) -> bool:
    """He has an Attack of value 1 to 9, and can pay for it besides the Flare (R209)."""
    if not can_afford_card(s, p, 2):
        return False
    for k in range(COMPROMISE):
        if holds(s, p, k) and 1 <= box.value[k] <= MOST_BY_SUPER:
            return True
    return False


@kernel
def run_super_reserve(s: State, box: Box, f: Frame) -> None:
    """An Attack of value 1 to 9 as a Reinforcement; none if a cancel has cost the last one."""
    if f.at == 0:
        open_question(s)
        allow_attacks(s, box, f.who, MOST_BY_SUPER)
        if s.choices == 0:
            end(s)
            return
        ask(s, f, D_RESERVE, f.who)
        return
    p, kind = f.who, answered_kind(s)
    end(s)
    call(s, REINFORCE, p, kind)


@kernel
def can_wild_reserve(s: State, box: Box, p: int, about: int) -> bool:
    """Another player has played a Reinforcement, and it counted."""
    if about >= FIRST_EDICT or s.discards[about] == 0:
        return False
    return find_frame(s, REINFORCE).who != p  # type: ignore[no-any-return]


@kernel
def run_wild_reserve(s: State, box: Box, f: Frame) -> None:
    """The Reinforcement comes into his hand."""
    kind = int(find_frame(s, WINDOW).notes[ABOUT])
    if s.discards[kind] > 0:
        take_from_discard(s, kind)
        take_openly(s, f.who, kind)
    end(s)


PLAYS = (
    power("Reserve", H_REINF, run=run_reserve, use=ANNOUNCED),
    wild("Reserve", H_DISCARD, can=can_wild_reserve, run=run_wild_reserve),
    super_("Reserve", H_REINF, can=can_super_reserve, run=run_super_reserve),
)
WORDS = (
    Words(
        "D_RESERVE",
        asked="Reserve: whether to cancel the Reinforcement; Super: the Attack to add",
        stop="let it count",
        yes="discard a Compromise to cancel it",
        card="add",
    ),
)
