"""Clone: takes his main card back instead of discarding it."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import NUM, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import FIRST_EDICT
from spaceenvs.cosmic_encounter.hands import take_openly
from spaceenvs.cosmic_encounter.hooks import H_CONS, H_DISC, H_DISCARD
from spaceenvs.cosmic_encounter.stack import Frame, allow, ask, end, is_main, open_question, side_of
from spaceenvs.cosmic_encounter.state import NOBODY

MAX_CONSOLATION = 20
D_CLONE = decision("D_CLONE")


@kernel
def can_clone(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN whose main card lies on the table."""
    return is_main(s, p) and s.challenge.card[side_of(s, p)] >= 0


@kernel
def run_clone(s: State, box: Box, f: Frame) -> None:
    """The main card returns to his hand."""
    c = s.challenge
    side = side_of(s, f.who)
    take_openly(s, f.who, c.card[side])
    c.card[side] = NOBODY
    end(s)


@kernel
def can_wild_clone(s: State, box: Box, p: int, about: int) -> bool:
    """An Edict, not a Reinforcement, is about to be discarded."""
    return about >= FIRST_EDICT


@kernel
def run_wild_clone(s: State, box: Box, f: Frame) -> None:
    """The Edict that was played returns to its player (`windows.py`)."""
    s.kept = 1
    end(s)


@kernel
def can_super_clone(s: State, box: Box, p: int, about: int) -> bool:
    """Consolation is due to him, and more could be taken."""
    c = s.challenge
    hand = s.hand_size[c.giver] if c.giver >= 0 else 0
    return c.taker == p and 1 <= c.due < hand and c.due < MAX_CONSOLATION


@kernel
def run_super_clone(s: State, box: Box, f: Frame) -> None:
    """Super Clone: take up to twice the consolation."""
    c = s.challenge
    if f.at == 0:
        open_question(s)
        most = min(2 * c.due, s.hand_size[c.giver], MAX_CONSOLATION)
        for k in range(c.due, most + 1):
            allow(s, NUM + k)
        ask(s, f, D_CLONE, f.who)
        return
    c.due = s.answer - NUM
    end(s)


PLAYS = (
    power("Clone", H_DISC, can=can_clone, run=run_clone),
    wild("Clone", H_DISCARD, can=can_wild_clone, run=run_wild_clone),
    super_("Clone", H_CONS, can=can_super_clone, run=run_super_clone),
)
WORDS = (
    Words(
        "D_CLONE",
        asked="super Clone: how many cards to take as consolation",
        number="take {} cards",
    ),
)
