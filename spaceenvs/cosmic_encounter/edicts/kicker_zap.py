"""Kicker Zap: a Kicker counts x1."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import Words, edict
from spaceenvs.cosmic_encounter.hooks import H_REV
from spaceenvs.cosmic_encounter.stack import Frame, allow, ask, end, is_silenced, open_question
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE

D_KICKER_ZAP = decision("D_KICKER_ZAP")


@kernel
def can_kicker_zap(s: State, box: Box, p: int, about: int) -> bool:
    """A Kicker was played."""
    c = s.challenge
    if is_silenced(s, p) and c.kicker[OFFENCE] >= 0 and c.kicker[DEFENCE] >= 0:
        return False  # he could not say which
    return c.kicker[OFFENCE] >= 0 or c.kicker[DEFENCE] >= 0


@kernel
def run_kicker_zap(s: State, box: Box, f: Frame) -> None:
    """Kicker Zap: one revealed Kicker counts x1."""
    c = s.challenge
    if f.at == 0:
        if c.kicker[OFFENCE] >= 0 and c.kicker[DEFENCE] >= 0:
            open_question(s)
            allow(s, OPT + OFFENCE)
            allow(s, OPT + DEFENCE)
            ask(s, f, D_KICKER_ZAP, f.who)
            return
        c.factor[OFFENCE if c.kicker[OFFENCE] >= 0 else DEFENCE] = 1
    else:
        c.factor[s.answer - OPT] = 1
    end(s)


PLAYS = (edict("Kicker Zap", H_REV, can=can_kicker_zap, run=run_kicker_zap),)
WORDS = (
    Words(
        "D_KICKER_ZAP",
        asked="Kicker Zap: which Kicker to cancel",
        menu=("OFF's Kicker", "DEF's Kicker"),
    ),
)
