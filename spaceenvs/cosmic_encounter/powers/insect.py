"""Insect: uses the OPP's power in addition to his own."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import power, super_, wild
from spaceenvs.cosmic_encounter.components import IS_ARTEFACT
from spaceenvs.cosmic_encounter.hooks import H_DEF, H_OWN
from spaceenvs.cosmic_encounter.sheets import COPIED, find_held, gain_power, note_use, put_away
from spaceenvs.cosmic_encounter.stack import Frame, end, is_main, is_silenced, opponent
from spaceenvs.cosmic_encounter.uses import IS_BLOCKED, run_enlarge


@kernel
def can_wild_insect(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN; the OPP's power is no artefact and not one that he has already (R154)."""
    if not is_main(s, p) or s.power[opponent(s, p)] < 0:
        return False
    copied = s.power[opponent(s, p)]
    return IS_ARTEFACT[copied] == 0 and find_held(s, p, copied) < 0


@kernel
def can_insect(s: State, box: Box, p: int, about: int) -> bool:
    """The same; silenced, he copies no power that silence blocks (6.11)."""
    if not can_wild_insect(s, box, p, about):
        return False
    return not is_silenced(s, p) or IS_BLOCKED[s.power[opponent(s, p)]] == 0


@kernel
def run_insect(s: State, box: Box, f: Frame) -> None:
    """He has the OPP's power too until the end of the challenge; enlarged, the OPP has not."""
    opp = int(opponent(s, f.who))
    copied = int(s.power[opp])
    gain_power(s, f.who, copied, COPIED)
    note_use(s, f.who, copied)  # R154: not in this window
    if s.super_use != 0:
        s.super_use = 0
        put_away(s, opp)
    end(s)


PLAYS = (
    power("Insect", H_DEF, can=can_insect, run=run_insect),
    wild("Insect", H_DEF, can=can_wild_insect, run=run_insect),
    super_("Insect", H_OWN, run=run_enlarge),
)
