"""How a decision is put to a player: the step writes the legal actions into the record.

Whether a decision arises at all often depends on its options (R53), so the step works them out
anyway; `legal` only copies them.
"""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.actions import A_CARD, NUM_ACTIONS
from spaceenvs.handful_of_stars.components import CARDS
from spaceenvs.handful_of_stars.state import ASK


@kernel
def clear_options(s: State) -> None:
    """Forget the options of the last decision."""
    for a in range(NUM_ACTIONS):
        s.options[a] = 0


@kernel
def ask(s: State, player: int, decision: int) -> None:
    """Stop and let a player decide among the options."""
    s.to_move = player
    s.decision = decision
    s.stage = ASK


@kernel
def offer_cards_in(s: State, player: int, zone: int) -> None:
    """Offer every card of a player's in one zone."""
    for c in range(CARDS):
        if s.zone[player, c] == zone:
            s.options[A_CARD + c] = 1
