"""The end of the game (section 7)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import BASES_TO_WIN
from spaceenvs.cosmic_encounter.stack import (
    count_external_bases,
    count_on_bases,
    has_seat,
    with_seat,
)


@kernel
def finish(s: State, winners: int) -> None:
    """End the game; `winners` is a set of seats. There is no ranking among the others (7.2)."""
    s.done = 1
    count = 0
    for p in range(s.seats):
        count += 1 if has_seat(winners, p) else 0
    for p in range(s.seats):
        s.rank[p] = 0 if has_seat(winners, p) else count
        s.score[p] = count_external_bases(s, p)


@kernel
def check_victory(s: State) -> None:
    """7.1: whoever has five external bases wins, several together."""
    winners = 0
    for p in range(s.seats):
        if count_external_bases(s, p) >= BASES_TO_WIN:
            winners = with_seat(winners, p)
    if winners != 0:
        finish(s, winners)


@kernel
def count_challenge(s: State, box: Box) -> None:
    """7.3: count a challenge; after the last one the most external bases win, then tokens."""
    s.challenges += 1
    if s.done != 0 or s.challenges < box.max_challenges:
        return
    best = -1
    winners = 0
    for p in range(s.seats):
        worth = int(count_external_bases(s, p)) * 100 + int(count_on_bases(s, p))
        if worth > best:
            best = worth
            winners = 0
        if worth == best:
            winners = with_seat(winners, p)
    finish(s, winners)
