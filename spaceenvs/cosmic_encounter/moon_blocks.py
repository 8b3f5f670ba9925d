"""What a moon is made of: its block.

The blocks stand in `moons/`, in files by what they are about; every row of `moons.csv` has one. A
moon does what it does in one of these ways:

* `rules`: numbers that it changes while it works (`moon_points.py`),
* `run`, a kernel `run_...(s, box, f)` as of a power: `f.who` is its occupant, it ends with
  `end(s)`. An intermittent or one-shot moon runs it when its effect starts; a continuing one at the
  moment `at`, a hook, in every challenge,
* `asked`, a kernel that the rule it changes asks directly.

A secret moon whose row says "Reveal ..." has that moment for `at`, and `can(s, box, p, about)`:
whether its occupant may reveal it then. All other facts (class, duration, secret or not) stand in
the table. `lunar.py` collects the blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spaceenvs.cosmic_encounter.components import MOONS

Rule = Callable[[Any, Any, int, int, int, int], int]
Run = Callable[[Any, Any, Any], None]
Can = Callable[[Any, Any, int, int], bool]
NO_HOOK = -1


@dataclass(frozen=True)
class Moon:
    """The block of a moon."""

    number: int
    rules: tuple[tuple[int, Rule], ...]
    run: Run | None
    at: int
    can: Can | None
    asked: Callable[..., Any] | None


def moon(
    name: str,
    *rules: tuple[int, Rule],
    run: Run | None = None,
    at: int = NO_HOOK,
    can: Can | None = None,
    asked: Callable[..., Any] | None = None,
) -> Moon:
    """Return the block of a moon."""
    return Moon(MOONS.index(name), rules, run, at, can, asked)
