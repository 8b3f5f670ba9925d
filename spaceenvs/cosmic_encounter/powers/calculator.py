"""Calculator: the higher card is reduced by the lower one (V5)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.hooks import H_POST
from spaceenvs.cosmic_encounter.stack import Frame, allow, ask, end, is_main, open_question, side_of
from spaceenvs.cosmic_encounter.uses import can_as_main

EQUALISE = 1  # what `declared` holds
FIRST_WILD_DECLARATION = 2  # + 2 x side + parity announced (0 odd, 1 even)
D_CALCULATOR = decision("D_CALCULATOR")


@kernel
def is_equalised(s: State) -> bool:
    """Whether equalise was declared already."""
    c = s.challenge
    for i in range(c.declared_count):
        if c.declared[i] == EQUALISE:
            return True
    return False


@kernel
def add_declaration(s: State, code: int) -> None:
    """Remember a declaration of a Calculator, in order (V5)."""
    c = s.challenge
    c.declared[c.declared_count] = code
    c.declared_count += 1


@kernel
def can_calculator(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN; once in a challenge (R301)."""
    return is_main(s, p) and not is_equalised(s)


@kernel
def can_super_calculator(s: State, box: Box, p: int, about: int) -> bool:
    """The same as an ally."""
    return s.challenge.ally[p] != 0 and not is_equalised(s)


@kernel
def run_calculator(s: State, box: Box, f: Frame) -> None:
    """Equalise is declared."""
    add_declaration(s, EQUALISE)
    end(s)


@kernel
def run_wild_calculator(s: State, box: Box, f: Frame) -> None:
    """Wild Calculator: say odd or even."""
    if f.at == 0:
        open_question(s)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_CALCULATOR, f.who)
        return
    add_declaration(s, FIRST_WILD_DECLARATION + 2 * side_of(s, f.who) + s.answer - OPT)
    end(s)


PLAYS = (
    power("Calculator", H_POST, can=can_calculator, run=run_calculator),
    wild("Calculator", H_POST, can=can_as_main, run=run_wild_calculator),
    super_("Calculator", H_POST, can=can_super_calculator, run=run_calculator),
)
WORDS = (Words("D_CALCULATOR", asked="wild Calculator: odd or even", menu=("odd", "even")),)
