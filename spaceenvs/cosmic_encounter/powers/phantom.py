"""Phantom: ghosts on its star haunt a challenge, or become tokens again (R102, R111).

Ghosts stay with their player when the power goes. What they are as tokens stands in `tokens.py`.
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import NUM, decision
from spaceenvs.cosmic_encounter.blocks import (
    ANNOUNCED,
    OPTIONAL,
    Words,
    lasting,
    power,
    super_,
    wild,
)
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import PHANTOM
from spaceenvs.cosmic_encounter.hooks import H_PRE, H_TOT, SETUP
from spaceenvs.cosmic_encounter.points import TOTAL
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_bases,
    answered_place,
    ask,
    end,
    has_base,
    is_main,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.uses import can_as_main

CELLS = ("ghosts of the offence", "ghosts of the defence", "double offence", "double defence")
HAUNTING, IS_DOUBLED = 0, 2  # its cells, each for OFF's and DEF's side
GHOSTS = 5  # turned over when he gets the power
WILD_BONUS = 3
TURNED = 1  # what the frame of the setup notes
D_PHANTOM = decision("D_PHANTOM")


@kernel
def run_setup(s: State, box: Box, f: Frame) -> None:
    """Five tokens from any bases become ghosts on his star, all if he has fewer."""
    p = f.who
    if f.at == 1:
        f.at = 0
        s.tokens[p, answered_place(s)] -= 1
        s.ghosts[p] += 1
        s.away[p] += 1
        f.notes[TURNED] += 1
    if f.notes[TURNED] == GHOSTS or not has_base(s, p):
        end(s)
        return
    open_question(s)
    allow_bases(s, p, NOBODY)
    ask(s, f, D_PHANTOM, p)


@kernel
def can_phantom(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once per challenge (R121)."""
    return is_main(s, p) and not has(s.challenge.used, PHANTOM)


@kernel
def run_phantom(s: State, box: Box, f: Frame) -> None:
    """Any number of ghosts joins his side at no risk; they never leave the star."""
    p = f.who
    if f.at == 0:
        add(s.challenge.used, PHANTOM)
        f.at = 2
    if f.at == 2:
        open_question(s)
        for count in range(s.ghosts[p] + 1):
            allow(s, NUM + count)
        ask(s, f, D_PHANTOM, p)
        return
    set_cell(s, PHANTOM, HAUNTING + side_of(s, p), s.answer - NUM)
    end(s)


@kernel
def add_ghosts(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Each ghost on a side counts 1 in its total; after the super 2."""
    each = 1 if get_cell(s, PHANTOM, IS_DOUBLED + about) == 0 else 2
    return int(value) + each * get_cell(s, PHANTOM, HAUNTING + about)


@kernel
def run_wild_phantom(s: State, box: Box, f: Frame) -> None:
    """Add 3 to his total."""
    s.challenge.bonus[side_of(s, f.who)] += WILD_BONUS
    end(s)


@kernel
def run_super_phantom(s: State, box: Box, f: Frame) -> None:
    """The ghosts on his side count 2 each."""
    set_cell(s, PHANTOM, IS_DOUBLED + side_of(s, f.who), 1)
    end(s)


PLAYS = (
    power("Phantom", SETUP, run=run_setup, use=ANNOUNCED),
    power("Phantom", H_PRE, can=can_phantom, run=run_phantom, use=OPTIONAL),
    wild("Phantom", H_TOT, can=can_as_main, run=run_wild_phantom),
    super_("Phantom", H_TOT, can=can_as_main, run=run_super_phantom),
)
RULES = (lasting("Phantom", TOTAL, add_ghosts),)
WORDS = (
    Words(
        "D_PHANTOM",
        asked="Phantom: the tokens that become ghosts, or how many ghosts join the challenge",
        place="ghost of a token on",
        number="{} ghosts",
    ),
)
