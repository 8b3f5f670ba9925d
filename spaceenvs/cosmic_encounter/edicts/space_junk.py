"""Space Junk: another player takes the top discard."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import decision
from spaceenvs.cosmic_encounter.blocks import Words, edict
from spaceenvs.cosmic_encounter.hands import take_openly, take_top_discard
from spaceenvs.cosmic_encounter.hooks import H_START
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow_others,
    answered_player,
    ask,
    end,
    open_question,
)

D_SPACE_JUNK = decision("D_SPACE_JUNK")


@kernel
def can_space_junk(s: State, box: Box, p: int, about: int) -> bool:
    """The discard pile is not empty."""
    return s.discard_count > 0


@kernel
def run_space_junk(s: State, box: Box, f: Frame) -> None:
    """Another player must take the top card of the discard pile."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_SPACE_JUNK, f.who)
        return
    take_openly(s, answered_player(s), take_top_discard(s))
    end(s)


PLAYS = (edict("Space Junk", H_START, can=can_space_junk, run=run_space_junk),)
WORDS = (
    Words(
        "D_SPACE_JUNK",
        asked="Space Junk: who takes the top discard",
        player="give the top discard to {}",
    ),
)
