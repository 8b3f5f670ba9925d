"""Reincarnator: a loser draws a power, and has it until he draws the next one (R102, R103)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, rule, super_, wild
from spaceenvs.cosmic_encounter.components import IS_ARTEFACT, REINCARNATOR
from spaceenvs.cosmic_encounter.hooks import H_OUT, H_OWN
from spaceenvs.cosmic_encounter.points import GIVEN_UP, OBTAINED, tell_power
from spaceenvs.cosmic_encounter.results import has_failed, is_lost_by
from spaceenvs.cosmic_encounter.sheets import (
    BORROWED,
    DRAWN,
    DREW,
    carry_out_setup,
    count_unused,
    find_held,
    gain_power,
    lose_drawn,
    memory_of,
    pick_unused,
    replace_sheet,
)
from spaceenvs.cosmic_encounter.stack import Frame, allow, ask, end, main_of, open_question, side_of
from spaceenvs.cosmic_encounter.state import DEFENCE, MAX_HELD, OFFENCE
from spaceenvs.cosmic_encounter.uses import run_enlarge

MEMORY = ("the power drawn, its number + 1",)
NOTHING = -1
D_REINCARNATOR = decision("D_REINCARNATOR")


@kernel
def can_reincarnator(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally on the losing side, MAIN in a failed deal."""
    side = side_of(s, p)  # of an ally of both the offence (R116)
    return (side >= 0 and is_lost_by(s, side)) or has_failed(s, p)


@kernel
def run_reincarnator(s: State, box: Box, f: Frame) -> None:
    """Draw an unused power and have it instead of the one drawn before; Super: keep that one."""
    p = int(f.who)
    is_kept = s.super_use != 0
    s.super_use = 0
    end(s)
    drawn = NOTHING if is_kept else int(pick_unused(s, box, 0))
    if drawn < 0 or find_held(s, p, REINCARNATOR) < 0:
        return
    lose_drawn(s, p)
    if s.held_count[p] < MAX_HELD:
        memory_of(s, p, REINCARNATOR)[DREW] = drawn + 1
        gain_power(s, p, drawn, DRAWN)
        tell_power(s, box, OBTAINED, p, drawn)
        carry_out_setup(s, p, drawn)


@kernel
def give_up(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """What was drawn ends with the power; a borrowed one leaves what its owner drew."""
    lose_drawn(s, holder)
    entry = s.held[holder, find_held(s, holder, REINCARNATOR)]
    for q in range(s.seats):
        if entry.way == BORROWED and s.power[q] == REINCARNATOR:
            entry.memory[DREW] = s.held[q, 0].memory[DREW]
    return value


@kernel
def is_reborn(s: State, p: int, q: int) -> bool:
    """Wild: whether q is another main player who failed, and his power no artefact (R102)."""
    return q != p and has_failed(s, q) and s.power[q] >= 0 and IS_ARTEFACT[s.power[q]] == 0


@kernel
def can_wild_reincarnator(s: State, box: Box, p: int, about: int) -> bool:
    """There is such a main player, and an unused power."""
    is_any = is_reborn(s, p, main_of(s, OFFENCE)) or is_reborn(s, p, main_of(s, DEFENCE))
    return is_any and count_unused(s, box, 0) > 0


@kernel
def run_wild_reincarnator(s: State, box: Box, f: Frame) -> None:
    """He replaces his power by an unused one."""
    p = int(f.who)
    if f.at == 0:
        open_question(s)
        for side in range(2):
            if is_reborn(s, p, main_of(s, side)):
                allow(s, OPT + side)
        if s.choices > 1:
            ask(s, f, D_REINCARNATOR, p)
            return
        side = OFFENCE if is_reborn(s, p, main_of(s, OFFENCE)) else DEFENCE
    else:
        side = s.answer - OPT
    loser = int(main_of(s, side))
    drawn = int(pick_unused(s, box, 0))
    end(s)
    if drawn >= 0 and is_reborn(s, p, loser):
        replace_sheet(s, box, loser, drawn)
        carry_out_setup(s, loser, drawn)


PLAYS = (
    power("Reincarnator", H_OUT, can=can_reincarnator, run=run_reincarnator, use=MANDATORY),
    wild("Reincarnator", H_OUT, can=can_wild_reincarnator, run=run_wild_reincarnator),
    super_("Reincarnator", H_OWN, run=run_enlarge),
)
RULES = (rule("Reincarnator", GIVEN_UP, give_up),)
WORDS = (
    Words(
        "D_REINCARNATOR",
        asked="wild Reincarnator: which main player gets another power",
        menu=("a new power for the OFF", "a new power for the DEF"),
    ),
)
