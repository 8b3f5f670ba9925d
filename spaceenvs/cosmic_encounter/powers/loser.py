"""Loser: declares an upset, the loser wins."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import power, super_, wild
from spaceenvs.cosmic_encounter.hooks import H_POST, H_PRE
from spaceenvs.cosmic_encounter.stack import Frame, end, is_main


@kernel
def can_loser(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN; no upset was declared."""
    return is_main(s, p) and s.challenge.upset == 0


@kernel
def run_loser(s: State, box: Box, f: Frame) -> None:
    """The upset: both must select an Attack if they have one."""
    s.challenge.upset = 1
    end(s)


@kernel
def can_wild_loser(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once in a challenge (R301)."""
    return is_main(s, p) and s.challenge.both_lose == 0


@kernel
def run_wild_loser(s: State, box: Box, f: Frame) -> None:
    """Both sides lose."""
    s.challenge.both_lose = 1
    end(s)


PLAYS = (
    power("Loser", H_PRE, can=can_loser, run=run_loser),
    wild("Loser", H_PRE, can=can_wild_loser, run=run_wild_loser),
    super_("Loser", H_POST, can=can_loser, run=run_loser),
)
