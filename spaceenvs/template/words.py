"""The moves in words.

Role: `describe` says a legal action as a player would. What it names (cards, seats) may come from
the position: `s` and `box` are there for that.

Forbidden: the same words for two actions that are legal at the same time, and numbers of seats
("seat 2"): players go by the names of their seats.
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.template.actions import MINE, PROBE
from spaceenvs.template.components import ASTEROID_NAMES


def describe(s: State, box: Box, action: int) -> str:
    """Return a legal action in words."""
    if action == PROBE:
        return "send a probe"
    return f"mine {ASTEROID_NAMES[action - MINE]}"
