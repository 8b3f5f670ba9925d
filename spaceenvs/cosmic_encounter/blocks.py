"""What a power, an Edict or a Flare is made of: its block.

Each power has a file of its own in `powers/`, each Edict in `edicts/`, named after it. A block is

* its condition and its effect in each role (kernels `can_...` and `run_...`),
* `PLAYS`: in which windows it answers, with which of these kernels,
* `RULES`: the numbers that it changes while it is active (`points.py`), if it does,
* `MEMORY`, `CELLS`: the names of the numbers it keeps (`sheets.py`, `cells.py`), if it does;
  `SECRET`: True if only its holder sees its memory, or a tuple of the numbers that are hidden (a
  rule at the point REDRAW chooses them anew in a redeal),
* `HOLDS_TOKENS = True`, if tokens can lie on its sheet (`sheets.py`),
* `IS_DECLARED = True`: time travel ends what its cells say (R121),
* `WORDS`: how its own decisions and their answers are said, if it has any.

All other facts (phase, who is silenced by it, artefact, Lucre) stand in the tables of the rules
and are read from there. `plays.py` collects the blocks and derives from them what the windows
dispatch on; there is no second list. A row of the tables without a block is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spaceenvs.cosmic_encounter.components import EDICTS, POWERS
from spaceenvs.cosmic_encounter.uses import EDICT, SUPER, WILD

Can = Callable[[Any, Any, int, int], bool]
"""`can_...(s, box, p, about)`: whether the player may use it now. `about` is what the window is
about: the play announced (H_CANCEL), the power in use (H_OWN), the number of the loss event
(H_LOSS), who draws (H_DRAW), the seat + 1 of an ally (H_LAUNCH), the kind of card (H_DISCARD)."""
Run = Callable[[Any, Any, Any], None]
"""`run_...(s, box, f)`: carry it out; `f.who` uses it. It ends with `end(s)`."""

# How a power is used in its window.
OPTIONAL = "optional"  # its holder is asked (R37)
MANDATORY = "mandatory"  # it fires by itself (R37)
QUIET = "quiet"  # the same without an announcement: a passive part with a place in the window
ANNOUNCED = "announced"  # the phase announces it where the rules say, not in the window


@dataclass(frozen=True)
class Play:
    """One part of a block: a power, an Edict, or a Flare in one role, in some windows."""

    number: int
    hooks: tuple[int, ...]
    can: Can | None
    run: Run
    use: str


@dataclass(frozen=True)
class Rule:
    """A rule that a power changes at a point (`points.py`) while it is active."""

    power: int
    point: int
    kernel: Callable[[Any, Any, int, int, int, int], int]
    is_lasting: bool = False


@dataclass(frozen=True)
class Words:
    """How a decision of a block is said: what is asked, and each kind of answer."""

    decision: str
    asked: str
    stop: str = "pass"
    yes: str = "yes"
    player: str = "{}"
    place: str = "planet"
    card: str = "card"
    number: str = "{}"
    menu: tuple[str, ...] = ()


def power(name: str, *hooks: int, run: Run, can: Can | None = None, use: str = OPTIONAL) -> Play:
    """Return what a power does at some hooks; without `can` it is always possible there."""
    return Play(POWERS.index(name), hooks, can, run, use)


def rule(name: str, point: int, kernel: Callable[..., int]) -> Rule:
    """Return what a power changes at a point."""
    return Rule(POWERS.index(name), point, kernel)


def lasting(name: str, point: int, kernel: Callable[..., int]) -> Rule:
    """Return what a power or its Flare, once used, changes at a point: while cells say so."""
    return Rule(POWERS.index(name), point, kernel, is_lasting=True)


def edict(name: str, *hooks: int, run: Run, can: Can | None = None) -> Play:
    """Return what an Edict does at some hooks."""
    return Play(EDICT + EDICTS.index(name), hooks, can, run, OPTIONAL)


def wild(name: str, *hooks: int, run: Run, can: Can | None = None) -> Play:
    """Return what a Flare does as Wild."""
    return Play(WILD + POWERS.index(name), hooks, can, run, OPTIONAL)


def super_(name: str, *hooks: int, run: Run, can: Can | None = None) -> Play:
    """Return what a Flare does as Super; at H_OWN it is offered when this very power is used."""
    return Play(SUPER + POWERS.index(name), hooks, can, run, OPTIONAL)
