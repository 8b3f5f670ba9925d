"""All blocks of moons together: which moon does what when, and the dispatch to its kernels.

Everything here is derived from the blocks in `moons/`, as `plays.py` does for powers and cards.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter import moon_points, moons
from spaceenvs.cosmic_encounter.blocks import Words
from spaceenvs.cosmic_encounter.components import (
    CONTINUING,
    IS_SECRET_MOON,
    MAX_MOONS,
    MOON_DURATION,
    NUM_MOONS,
)
from spaceenvs.cosmic_encounter.dispatch import (
    make_condition_tree,
    make_effect_tree,
    make_rule_tree,
)
from spaceenvs.cosmic_encounter.hooks import H_POST, H_START
from spaceenvs.cosmic_encounter.moon_blocks import NO_HOOK, Moon
from spaceenvs.cosmic_encounter.satellites import occupant_of, works
from spaceenvs.cosmic_encounter.sets import make_set
from spaceenvs.cosmic_encounter.stack import RUN_MOON, Frame, call

MODULES = [
    import_module(f"spaceenvs.cosmic_encounter.moons.{name}")
    for _, name, _ in pkgutil.iter_modules(moons.__path__)
]
MOON_BLOCKS: tuple[Moon, ...] = tuple(moon for module in MODULES for moon in module.MOONS)
MOON_WORDS: tuple[Words, ...] = tuple(
    words for module in MODULES for words in getattr(module, "WORDS", ())
)

NO_EFFECT = -1
_RUNS = list(dict.fromkeys(block.run for block in MOON_BLOCKS if block.run is not None))
_CANS = list(dict.fromkeys(block.can for block in MOON_BLOCKS if block.can is not None))
RUN_OF = np.full(NUM_MOONS, NO_EFFECT, np.int16)
CAN_OF = np.full(NUM_MOONS, NO_EFFECT, np.int16)
ACTS_AT = np.full(NUM_MOONS, NO_HOOK, np.int16)
"""The hook of a continuing moon with an effect of its own; of a secret one, when to reveal it."""
for _block in MOON_BLOCKS:
    ACTS_AT[_block.number] = _block.at
    if _block.run is not None:
        RUN_OF[_block.number] = _RUNS.index(_block.run)
    if _block.can is not None:
        CAN_OF[_block.number] = _CANS.index(_block.can)

_find_moon_effect = make_effect_tree(_RUNS, "moon")
_find_moon_condition = make_condition_tree(_CANS, "moon")


def _place_rules() -> None:
    """Tell `moon_points.py` which moon has which rule."""
    kernels: list[Any] = []
    for block in MOON_BLOCKS:
        for point, rule in block.rules:
            moon_points.MOON_RULE_OF[point, block.number] = len(kernels)
            moon_points.MOONS_AT[point] |= make_set([block.number])
            kernels.append(rule)
    moon_points.find_moon_rule = make_rule_tree(kernels, "moon")


_place_rules()


@kernel
def is_revealed_at(s: State, box: Box, kind: int, hook: int, p: int, about: int) -> bool:
    """Whether the occupant of a secret moon may reveal it at this moment (R216)."""
    if IS_SECRET_MOON[kind] == 0:
        return False
    if ACTS_AT[kind] == NO_HOOK:
        return hook in (H_START, H_POST)
    if ACTS_AT[kind] != hook:
        return False
    return CAN_OF[kind] == NO_EFFECT or _find_moon_condition(CAN_OF[kind], s, box, p, about)


@kernel
def acts_when_it_starts(kind: int) -> bool:
    """Whether a moon has something to do as soon as its effect starts."""
    return MOON_DURATION[kind] != CONTINUING and RUN_OF[kind] != NO_EFFECT


@kernel
def call_moon(s: State, p: int, kind: int) -> None:
    """Carry out what a moon does for its occupant."""
    call(s, RUN_MOON, p, 0)
    s.stack[s.depth - 1].play = kind


@kernel
def call_moons(s: State, hook: int) -> None:
    """Let the continuing moons act that have something to do at this moment."""
    if s.moons_up == 0:
        return
    for moon in range(MAX_MOONS):
        kind = s.moon[moon]
        if kind >= 0 and MOON_DURATION[kind] == CONTINUING and ACTS_AT[kind] == hook:
            occupant = occupant_of(s, moon)
            if occupant >= 0 and works(s, moon):
                call_moon(s, occupant, kind)


@kernel
def run_moon(s: State, box: Box, f: Frame) -> None:
    """RUN_MOON: what a moon does for its occupant."""
    _find_moon_effect(RUN_OF[f.play], s, box, f)
