"""Anomaly: exchanges the values of the cards, and bets on their parity (`totals.py`)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, PASS, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import MAIN, has_played_attack
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import ANOMALY
from spaceenvs.cosmic_encounter.hooks import H_PRE, H_REV, H_VAL
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    ask,
    end,
    is_main,
    is_silenced,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE

# Its cells: the values change places at V3; super, the side + 1 that exchanges at any parity;
# for each side, 1 odd or 2 even was declared.
IS_EXCHANGED, FORCED, PARITY = 0, 1, 2
IS_DECLARED = True  # R121
BONUS = 5
ODD, EVEN = 0, 1  # the menu
D_ANOMALY = decision("D_ANOMALY")


@kernel
def is_sum_odd(s: State) -> bool:
    """Whether one printed value is odd and the other even."""
    c = s.challenge
    return (int(c.printed[OFFENCE, MAIN]) + int(c.printed[DEFENCE, MAIN])) % 2 == 1


@kernel
def can_anomaly(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN in AA; both printed values are odd or both even."""
    if not is_main(s, p):
        return False
    return not is_sum_odd(s) or get_cell(s, ANOMALY, FORCED) == side_of(s, p) + 1


@kernel
def run_anomaly(s: State, box: Box, f: Frame) -> None:
    """The values change places; a second exchange changes them back."""
    set_cell(s, ANOMALY, IS_EXCHANGED, 1 - get_cell(s, ANOMALY, IS_EXCHANGED))
    end(s)


@kernel
def can_declare(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN who has not declared, and not in silence (6.11)."""
    return (
        is_main(s, p)
        and not is_silenced(s, p)
        and get_cell(s, ANOMALY, PARITY + side_of(s, p)) == 0
    )


@kernel
def run_declare(s: State, box: Box, f: Frame) -> None:
    """Odd or even, or neither after all."""
    if f.at == 0:
        open_question(s)
        allow(s, PASS)
        allow(s, OPT + ODD)
        allow(s, OPT + EVEN)
        ask(s, f, D_ANOMALY, f.who)
        return
    if s.answer != PASS:
        set_cell(s, ANOMALY, PARITY + side_of(s, f.who), s.answer - OPT + 1)
    end(s)


@kernel
def parity_bonus(s: State, side: int) -> int:
    """Return what a right declaration adds to the total."""
    declared = get_cell(s, ANOMALY, PARITY + side)
    if declared == 0:
        return 0
    return BONUS if is_sum_odd(s) == (declared == ODD + 1) else 0


@kernel
def can_wild_anomaly(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN; both cards are Attacks."""
    return is_main(s, p) and has_played_attack(s, OFFENCE) and has_played_attack(s, DEFENCE)


@kernel
def can_super_anomaly(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN; both cards are Attacks, one odd, one even."""
    return can_wild_anomaly(s, box, p, about) and is_sum_odd(s)


@kernel
def run_super_anomaly(s: State, box: Box, f: Frame) -> None:
    """His exchange comes all the same."""
    set_cell(s, ANOMALY, FORCED, side_of(s, f.who) + 1)
    end(s)


PLAYS = (
    power("Anomaly", H_VAL, can=can_anomaly, run=run_anomaly, use=MANDATORY),
    power("Anomaly", H_PRE, can=can_declare, run=run_declare),
    wild("Anomaly", H_REV, can=can_wild_anomaly, run=run_anomaly),
    super_("Anomaly", H_REV, can=can_super_anomaly, run=run_super_anomaly),
)
WORDS = (
    Words(
        "D_ANOMALY",
        asked="Anomaly: odd or even",
        stop="declare nothing",
        menu=("declare odd", "declare even"),
    ),
)
