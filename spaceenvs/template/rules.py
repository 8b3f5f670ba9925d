"""Which phase answers: legal actions and steps, by decision.

Role: `legal` and `step` ask the phase that `s.decision` belongs to. `step` goes on by itself until
somebody must decide again, also if there is one legal action only, or to the end.

Forbidden: rules. They stand in the files of the phases; here is only the way to them.
"""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.template.actions import D_TURN
from spaceenvs.template.turn import legal_turn, play_turn


@kernel
def legal(s: State, box: Box, mask: Mask) -> None:
    """Write 1 for every legal action of the player to move, 0 elsewhere."""
    mask[:] = 0
    if s.decision == D_TURN:
        legal_turn(s, mask)


@kernel
def step(s: State, box: Box, action: int) -> None:
    """Play a legal action and go on to the next decision or to the end."""
    if s.decision == D_TURN:
        play_turn(s, box, action)
