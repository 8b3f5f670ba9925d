"""The position as text and as a picture."""

from __future__ import annotations

from spaceenvs.core.game import Box, State


def text(s: State, box: Box, player: int | None) -> str:
    """Draw the position for a terminal."""
    return f"round {s.round_number}"


def svg(s: State, box: Box, player: int | None) -> str:
    """Draw the position as a picture."""
    return "<svg xmlns='http://www.w3.org/2000/svg'></svg>"
