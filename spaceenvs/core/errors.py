"""The errors that spaceenvs raises beside Python's own."""

from __future__ import annotations


class IllegalActionError(ValueError):
    """An action that the rules do not allow here; the game has not changed."""


class ReplayError(ValueError):
    """A replay file that is damaged, of another game, or does not play as it says."""


class ScenarioError(ValueError):
    """A scenario file that does not say what it must, or expects what does not happen."""
