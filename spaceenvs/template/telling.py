"""What a person at the table hears: what is being decided, and what everybody sees happen.

Role: `ASKED` says each decision in plain words. `happened` says what
comes of a move and is not in its words: dice, gains, losses, cards turned up. `is_spoken` names
the moves that are said aloud even if nothing visible comes of them.

Forbidden: to tell what some player cannot see, and to change the batch that is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spaceenvs.core.game import State
from spaceenvs.core.rng import roll
from spaceenvs.template.actions import MINE, PROBE
from spaceenvs.template.components import FINDING, SEAT_NAMES

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {"TURN": "a probe or an asteroid to mine"}


def happened(before: Batch, action: int) -> list[str]:
    """Return what everybody sees come of a legal action."""
    s, box = before.states[0], before.box[0]
    name = SEAT_NAMES[s.to_move]
    if action != PROBE:
        return [f"{name} gains {box.ore[action - MINE]}"]
    face = roll(s.rng.copy())  # the generator is a part of the record: a copy rolls the same
    found = f"{name} gains {box.bonus}" if face == FINDING else "nothing is found"
    return [f"the die shows {face}: {found}"]


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it."""
    return action == PROBE
