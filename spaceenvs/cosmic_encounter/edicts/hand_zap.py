"""Hand Zap: a player draws a new hand."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, edict
from spaceenvs.cosmic_encounter.hooks import H_START
from spaceenvs.cosmic_encounter.stack import (
    NEW_HAND,
    Frame,
    allow,
    answered_player,
    ask,
    call,
    end,
    open_question,
)

D_HAND_ZAP = decision("D_HAND_ZAP")


@kernel
def run_hand_zap(s: State, box: Box, f: Frame) -> None:
    """Any player discards his hand and draws a new one."""
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            allow(s, PLAYER + q)
        ask(s, f, D_HAND_ZAP, f.who)
        return
    q = answered_player(s)
    end(s)
    call(s, NEW_HAND, q, 0)


PLAYS = (edict("Hand Zap", H_START, run=run_hand_zap),)
WORDS = (
    Words("D_HAND_ZAP", asked="Hand Zap: whose hand is replaced", player="zap the hand of {}"),
)
