"""The position as a picture and as text."""

from __future__ import annotations

from spaceenvs.core.game import Box, State


def text(s: State, box: Box, player: int | None) -> str:
    """Draw for a terminal."""
    return "x"


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw as a picture."""
    return "<svg/>"
