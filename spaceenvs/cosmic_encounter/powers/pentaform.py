"""Pentaform: five life stages, each with a power of its own (R41, R126)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, Words, power, rule, super_, wild
from spaceenvs.cosmic_encounter.components import NUM_POWERS, PENTAFORM
from spaceenvs.cosmic_encounter.hooks import H_DEF, H_START, SETUP
from spaceenvs.cosmic_encounter.points import BASES_POINT, GIVEN_UP, OBTAINED
from spaceenvs.cosmic_encounter.sheets import (
    BORROWED,
    DRAWN,
    Memory,
    count_unused,
    gain_power,
    has_power,
    is_unused,
    lose_power,
    memory_of,
    pick_unused,
)
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    ask,
    count_external_bases,
    end,
    is_main,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY

MEMORY = (
    *("stage", "bases", "stage 1", "stage 2", "stage 3", "stage 4", "stage 5"),
    *("first drawn", "second drawn", "third drawn", "fourth drawn", "fifth drawn"),
)
STAGE, BASES, STAGES, POOL = 0, 1, 2, 7  # powers are kept as their number + 1
LIFE = 5
PLACED = 1  # what the frame of the setup notes
D_PENTAFORM = decision("D_PENTAFORM")


@kernel
def is_drawable(s: State, box: Box, memory: Memory, power: int) -> bool:
    """Whether a power may be a stage: unused, no artefact, no setup part, not drawn before."""
    if not is_unused(s, box, power, 1):
        return False
    for i in range(LIFE):
        if memory[POOL + i] == power + 1:
            return False
    return True


@kernel
def draw_stage(s: State, box: Box, memory: Memory) -> int:
    """Return a random power for a stage, -1 if none is left."""
    count = 0
    for number in range(NUM_POWERS):
        if is_drawable(s, box, memory, number):
            count += 1
    if count == 0:
        return NOBODY
    left = pick(s.rng, count)
    for number in range(NUM_POWERS):
        if is_drawable(s, box, memory, number):
            if left == 0:
                return number
            left -= 1
    return NOBODY


@kernel
def is_placed(memory: Memory, number: int) -> bool:
    """Whether a power drawn has its stage already."""
    for i in range(LIFE):
        if memory[STAGES + i] == number:
            return True
    return False


@kernel
def count_stages(memory: Memory) -> int:
    """Count the stages; there are fewer than five only if too few powers were left."""
    count = 0
    for i in range(LIFE):
        if memory[STAGES + i] != 0:
            count += 1
    return count


@kernel
def run_setup(s: State, box: Box, f: Frame) -> None:
    """Draw five powers one after the other, then order them; the first is the power now."""
    memory = memory_of(s, f.who, PENTAFORM)
    if f.at == 0:
        for i in range(LIFE):
            memory[POOL + i] = draw_stage(s, box, memory) + 1
        f.at = 2
    if f.at == 3:
        f.at = 2
        memory[STAGES + f.notes[PLACED]] = memory[POOL + s.answer - OPT]
        f.notes[PLACED] += 1
    open_question(s)
    for i in range(LIFE):
        if memory[POOL + i] != 0 and not is_placed(memory, memory[POOL + i]):
            allow(s, OPT + i)
    if s.choices > 0:
        ask(s, f, D_PENTAFORM, f.who)
        return
    enter_stage(s, f.who, memory, 1)
    end(s)


@kernel
def enter_stage(s: State, p: int, memory: Memory, stage: int) -> None:
    """He has the power of this stage, and no longer that of the one before."""
    if stage == memory[STAGE] or stage > count_stages(memory):
        return
    if memory[STAGE] > 0:
        lose_power(s, p, memory[STAGES + memory[STAGE] - 1] - 1)
    memory[STAGE] = stage
    gain_power(s, p, memory[STAGES + stage - 1] - 1, DRAWN)


@kernel
def grow(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """At an H_BASES point the stage moves by the change of his external bases."""
    memory = memory_of(s, holder, PENTAFORM)
    bases = int(count_external_bases(s, holder))
    change = bases - int(memory[BASES])
    memory[BASES] = bases
    if change != 0 and memory[STAGE] > 0 and has_power(s, holder, PENTAFORM):
        stage = max(1, min(count_stages(memory), int(memory[STAGE]) + change))
        enter_stage(s, holder, memory, stage)
    return value


@kernel
def give_up(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """The sheet goes to somebody else: so does the power of its stage."""
    memory = memory_of(s, holder, PENTAFORM)
    if memory[STAGE] > 0:
        lose_power(s, holder, memory[STAGES + memory[STAGE] - 1] - 1)
    return value


@kernel
def obtain(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """The sheet came from somebody else: the power of its stage is his."""
    memory = memory_of(s, holder, PENTAFORM)
    memory[BASES] = count_external_bases(s, holder)
    if memory[STAGE] > 0:
        gain_power(s, holder, memory[STAGES + memory[STAGE] - 1] - 1, DRAWN)
    return value


@kernel
def can_wild_pentaform(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, and there is an unused power without an artefact."""
    return is_main(s, p) and count_unused(s, box, 0) > 0


@kernel
def run_wild_pentaform(s: State, box: Box, f: Frame) -> None:
    """He has a random unused power too until the end of the challenge."""
    gain_power(s, f.who, pick_unused(s, box, 0), BORROWED)
    end(s)


@kernel
def can_super_pentaform(s: State, box: Box, p: int, about: int) -> bool:
    """He has stages to move to."""
    return memory_of(s, p, PENTAFORM)[STAGE] > 0


@kernel
def run_super_pentaform(s: State, box: Box, f: Frame) -> None:
    """Move to any stage."""
    memory = memory_of(s, f.who, PENTAFORM)
    if f.at == 0:
        open_question(s)
        for i in range(count_stages(memory)):
            allow(s, OPT + i)
        ask(s, f, D_PENTAFORM, f.who)
        return
    enter_stage(s, f.who, memory, s.answer - OPT + 1)
    end(s)


PLAYS = (
    power("Pentaform", SETUP, run=run_setup, use=ANNOUNCED),
    wild("Pentaform", H_DEF, can=can_wild_pentaform, run=run_wild_pentaform),
    super_("Pentaform", H_START, can=can_super_pentaform, run=run_super_pentaform),
)
RULES = (
    rule("Pentaform", BASES_POINT, grow),
    rule("Pentaform", GIVEN_UP, give_up),
    rule("Pentaform", OBTAINED, obtain),
)
WORDS = (
    Words(
        "D_PENTAFORM",
        asked="Pentaform: the next life stage, by the order drawn; or the stage to move to",
        menu=("the first", "the second", "the third", "the fourth", "the fifth"),
    ),
)
