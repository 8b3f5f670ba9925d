"""All blocks together: which play answers in which window, and the dispatch to its kernels.

Everything here is derived from the blocks in `powers/` and `edicts/`. A window first compares
sets (`OPTIONAL_AT`, `ARTS_AT`), so most players are passed by at a glance; only then a kernel is
looked up (`dispatch.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter import points, sheets
from spaceenvs.cosmic_encounter.blocks import (
    ANNOUNCED,
    MANDATORY,
    OPTIONAL,
    QUIET,
    Play,
    Rule,
    Words,
)
from spaceenvs.cosmic_encounter.cells import IS_DECLARED
from spaceenvs.cosmic_encounter.components import (
    BLOCK_NAMES,
    DEMON,
    JUDGE,
    NUM_EDICTS,
    NUM_POWERS,
    POWERS,
    PROPHET,
    SKEPTIC,
    WARRIOR,
)
from spaceenvs.cosmic_encounter.dispatch import (
    make_condition_tree,
    make_effect_tree,
    make_rule_tree,
)
from spaceenvs.cosmic_encounter.hooks import (
    ARTS_AT,
    H_DEF,
    H_EDICT,
    H_NEWHAND,
    H_NEWHAND_DEF,
    H_OUT,
    H_OWN,
    HAS_MANDATORY,
    HOOKS,
    MANDATORY_AT,
    OPTIONAL_AT,
    QUIET_AT,
)
from spaceenvs.cosmic_encounter.sets import Set, make_set
from spaceenvs.cosmic_encounter.stack import Frame
from spaceenvs.cosmic_encounter.state import POWER_MEMORY
from spaceenvs.cosmic_encounter.uses import EDICT, NUM_PLAYS, SUPER, WILD

BLOCKS = {name: import_module(f"spaceenvs.cosmic_encounter.{place}") for name, place in BLOCK_NAMES}
"""The module of every power and Edict that is there, by its name in the tables."""
PLAYS: tuple[Play, ...] = tuple(play for block in BLOCKS.values() for play in block.PLAYS)
WORDS: tuple[Words, ...] = tuple(
    words for block in BLOCKS.values() for words in getattr(block, "WORDS", ())
)
RULES: tuple[Rule, ...] = tuple(
    rule for block in BLOCKS.values() for rule in getattr(block, "RULES", ())
)


# -- what they keep ----------------------------------------------------------------------------

MEMORY_NAMES: dict[str, tuple[str, ...]] = {
    name: getattr(block, "MEMORY", ()) for name, block in BLOCKS.items()
}
CELL_NAMES: dict[str, tuple[str, ...]] = {
    name: getattr(block, "CELLS", ()) for name, block in BLOCKS.items()
}
"""The names that a block gives to its numbers (`sheets.py`, `cells.py`), for positions in words."""
KEEPS_MEMORY = np.zeros(NUM_POWERS, np.int8)
"""1: the power keeps numbers in its memory: its block names them or uses `memory_of`."""
IS_SECRET = np.zeros((NUM_POWERS, POWER_MEMORY), np.int8)
"""1: only the holder sees this number of the memory: `SECRET`, True for all or a tuple of them."""
for _name, _block in BLOCKS.items():
    if _name in POWERS:
        _power_number = POWERS.index(_name)
        KEEPS_MEMORY[_power_number] = hasattr(_block, "memory_of") or hasattr(_block, "MEMORY")
        _secret = getattr(_block, "SECRET", ())
        IS_SECRET[_power_number, slice(None) if _secret is True else list(_secret)] = 1


# -- who answers where -------------------------------------------------------------------------


def hooks_of(play: Play) -> tuple[int, ...]:
    """Return the windows in which a play may be used.

    A card of H_DEF may be at a DEF's new hand too, what is for H_EDICT wherever an Edict may.
    """
    if H_EDICT in play.hooks:  # R107
        edicts = [edict for edict in PLAYS if EDICT <= edict.number < WILD]
        return (*play.hooks, *sorted({hook for edict in edicts for hook in hooks_of(edict)}))
    at_new_hand = play.number >= EDICT and (H_NEWHAND in play.hooks or H_DEF in play.hooks)
    return (*play.hooks, H_NEWHAND_DEF) if at_new_hand else play.hooks  # R95


def _sets_at(choose: Callable[[Play], int | None]) -> NDArray[np.int64]:
    """Return a set for every hook: the numbers that `choose` gives for the plays there."""
    sets: list[Set] = []
    for hook in range(len(HOOKS)):
        found = (choose(play) for play in PLAYS if hook in hooks_of(play))
        sets.append(make_set(number for number in found if number is not None))
    return np.array(sets)


def _power(play: Play, use: str) -> int | None:
    return play.number if play.number < EDICT and play.use == use else None


def _art(play: Play) -> int | None:
    """Return the place of a card among the Edicts and Flares; Wild and Super are one card."""
    if play.number < EDICT:
        return None
    if play.number < WILD:
        return play.number - EDICT
    return NUM_EDICTS + (play.number - WILD) % NUM_POWERS


OPTIONAL_AT[:] = _sets_at(lambda play: _power(play, OPTIONAL))
QUIET_AT[:] = _sets_at(lambda play: _power(play, QUIET))
MANDATORY_AT[:] = _sets_at(lambda play: _power(play, MANDATORY)) | QUIET_AT
ARTS_AT[:] = _sets_at(_art)
HAS_MANDATORY[:] = (MANDATORY_AT != 0).any(axis=1)
for _name, _block in BLOCKS.items():
    if getattr(_block, "IS_DECLARED", False):
        IS_DECLARED[POWERS.index(_name)] = 1

DUE: NDArray[np.int64] = np.array(
    [
        power
        for power in (JUDGE, SKEPTIC, PROPHET, DEMON, WARRIOR)
        for play in PLAYS
        if play.number == power and play.use == ANNOUNCED and H_OUT in play.hooks
    ],
    np.int64,
)
"""The powers with a consequence declared before, in the order of R123: fiats, doubts,
predictions, possession, points. It is carried out at the beginning of H_OUT for every seat whose
`can` says so, if the power has something in its cells; Warrior's points always."""


# -- the kernels -------------------------------------------------------------------------------

NEVER, ALWAYS = -1, -2


def _list_kernels() -> tuple[list[Any], NDArray[np.int16], list[Any], NDArray[np.int16]]:
    """Return the conditions and effects of all plays, each once, and which one is whose."""
    conditions: dict[Any, int] = {}
    effects: dict[Any, int] = {}
    can_at = np.full((len(HOOKS), NUM_PLAYS), NEVER, np.int16)
    run_at = np.full((len(HOOKS), NUM_PLAYS), NEVER, np.int16)
    for play in PLAYS:
        for hook in hooks_of(play):
            can = ALWAYS if play.can is None else conditions.setdefault(play.can, len(conditions))
            can_at[hook, play.number] = can
            run_at[hook, play.number] = effects.setdefault(play.run, len(effects))
    return list(conditions), can_at, list(effects), run_at


_CONDITIONS, CAN_AT, _EFFECTS, RUN_AT = _list_kernels()
"""CAN_AT[hook, play]: the number of its condition, ALWAYS, or NEVER if it has no use there.
RUN_AT[hook, play]: the number of its effect."""

_find_condition = make_condition_tree(_CONDITIONS, "")
_find_effect = make_effect_tree(_EFFECTS, "")


def _place_rules() -> None:
    """Tell `points.py` which power has which rule."""
    for number, rule in enumerate(RULES):
        of, at = (
            (points.LASTING_OF, points.LASTING_AT)
            if rule.is_lasting
            else (points.RULE_OF, points.RULES_AT)
        )
        of[rule.point, rule.power] = number
        at[rule.point] |= make_set([rule.power])
    points.find_rule = make_rule_tree([rule.kernel for rule in RULES], "")


_place_rules()
for _name, _block in BLOCKS.items():
    if getattr(_block, "HOLDS_TOKENS", False):
        sheets.HOLDS_TOKENS[POWERS.index(_name)] = 1


@kernel
def is_condition_met(s: State, box: Box, hook: int, play: int, p: int, about: int) -> bool:
    """Whether a play has a use at a hook and its condition holds for a player."""
    which = CAN_AT[hook, play]
    if which == NEVER or (hook == H_OWN and play - SUPER != about):
        return False
    return which == ALWAYS or _find_condition(which, s, box, p, about)


@kernel
def run_effect(s: State, box: Box, f: Frame) -> None:
    """EFFECT: carry out a play that was not cancelled."""
    _find_effect(RUN_AT[f.hook, f.play], s, box, f)
