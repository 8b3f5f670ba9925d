"""Mind: looks at the hand of a main player."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.hands import see_hand
from spaceenvs.cosmic_encounter.hooks import H_DRAW, H_INV
from spaceenvs.cosmic_encounter.stack import (
    DRAW,
    Frame,
    allow,
    answered_player,
    ask,
    end,
    open_question,
)

D_MIND = decision("D_MIND")


@kernel
def can_look_at(s: State, p: int, q: int) -> bool:
    """Mind: whether q is another main player with a card."""
    return p != q and s.hand_size[q] > 0


@kernel
def can_mind(s: State, box: Box, p: int, about: int) -> bool:
    """A main player other than he has a card."""
    return can_look_at(s, p, s.challenge.off) or can_look_at(s, p, s.challenge.defender)


@kernel
def run_mind(s: State, box: Box, f: Frame) -> None:
    """Mind: look at the hand of a main player."""
    c = s.challenge
    if f.at == 0:
        open_question(s)
        if can_look_at(s, f.who, c.off):
            allow(s, PLAYER + c.off)
        if can_look_at(s, f.who, c.defender):
            allow(s, PLAYER + c.defender)
        ask(s, f, D_MIND, f.who)
        return
    see_hand(s, f.who, answered_player(s))
    end(s)


@kernel
def can_wild_mind(s: State, box: Box, p: int, about: int) -> bool:
    """Another player is about to draw, whose draws he does not see yet."""
    return p != about and s.challenge.watch[p, about] == 0


@kernel
def start_watching(s: State, p: int) -> None:
    """Wild Mind: see every card that the player about to draw draws in this challenge."""
    # The stack now ends with DRAW, its window, and the use of this flare.
    for i in range(s.depth - 1, -1, -1):
        if s.stack[i].kind == DRAW:
            s.challenge.watch[p, s.stack[i].who] = 1
            return


@kernel
def run_wild_mind(s: State, box: Box, f: Frame) -> None:
    """He sees every card that this player draws in this challenge."""
    p = f.who
    end(s)
    start_watching(s, p)


@kernel
def run_super_mind(s: State, box: Box, f: Frame) -> None:
    """Look at the hands of both main players."""
    p = f.who
    end(s)
    look_at_mains(s, p)


@kernel
def look_at_mains(s: State, p: int) -> None:
    """Super Mind: look at the hands of both main players."""
    c = s.challenge
    if p != c.off:
        see_hand(s, p, c.off)
    if p != c.defender:
        see_hand(s, p, c.defender)


PLAYS = (
    power("Mind", H_INV, can=can_mind, run=run_mind),
    wild("Mind", H_DRAW, can=can_wild_mind, run=run_wild_mind),
    super_("Mind", H_INV, run=run_super_mind),
)
WORDS = (
    Words(
        "D_MIND", asked="Mind, super Will: whose hand to look at", player="look at the hand of {}"
    ),
)
