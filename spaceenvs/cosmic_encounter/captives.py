"""Captives under the tokens of a Fungus (R109): they lie at a place, a planet or the cone.

They go along when the last own token leaves the place for another one (`carry`); where no own
token is left otherwise they go to their owners' Warp (`free_stranded`, after every procedure).
"""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rows import read_word
from spaceenvs.cosmic_encounter.components import LOCATIONS, MAX_PLAYERS
from spaceenvs.cosmic_encounter.stack import defends_planet

_SEATS_OF_A_WORD = np.uint64(2 ** (8 * MAX_PLAYERS) - 1)


@kernel
def cone_place(s: State) -> int:
    """Return the place of captives on the cone, or its ring, of the challenge that is fought."""
    return LOCATIONS + int(s.interrupted)


@kernel
def find_stand(s: State, p: int) -> int:
    """Return the place of a player's tokens in the challenge, -1 if he has none."""
    c = s.challenge
    if c.target >= 0 and defends_planet(s, p) and s.tokens[p, c.target] > 0:
        return int(c.target)
    return cone_place(s) if c.commit_count[p] > 0 else -1


@kernel
def count_captives_at(s: State, p: int, place: int) -> int:
    """Count the captives under a player's tokens at a place."""
    count = 0
    if s.captive_count[p] > 0 and place >= 0:
        for q in range(s.seats):
            count += int(s.captives[p, place, q])
    return count


@kernel
def put_under(s: State, p: int, place: int, q: int, count: int) -> None:
    """Tokens of q become captives of p; a negative number takes them away again."""
    s.captives[p, place, q] += count
    s.captive_count[p] += count
    s.away[q] += count


@kernel
def carry(s: State, p: int, source: int, target: int) -> None:
    """The captives at a place go along with a token of their captor."""
    if s.captive_count[p] > 0:
        for q in range(s.seats):
            count = s.captives[p, source, q]
            s.captives[p, source, q] = 0
            s.captives[p, target, q] += count


@kernel
def carry_with_last(s: State, p: int, source: int, target: int) -> None:
    """The same if it was the last token on a planet."""
    if s.tokens[p, source] == 0:
        carry(s, p, source, target)


@kernel
def free_at(s: State, p: int, place: int) -> None:
    """The captives at a place go to their owners' Warp."""
    for q in range(s.seats):
        count = int(s.captives[p, place, q])
        if count > 0:
            put_under(s, p, place, q, -count)
            s.warp[q] += count


@kernel
def free_all(s: State, p: int) -> None:
    """All captives of a player go to their owners' Warp (R104)."""
    if s.captive_count[p] > 0:
        for place in range(cone_place(s) + 1):
            free_at(s, p, place)


@kernel
def has_captives(s: State) -> bool:
    """Whether anybody has captives under his tokens: most often nobody."""
    for p in range(MAX_PLAYERS):
        if s.captive_count[p] > 0:
            return True
    return False


@kernel
def free_stranded(s: State) -> None:
    """Captives with no token of their captor left at their place go to their owners' Warp."""
    for p in range(s.seats):
        if s.captive_count[p] == 0:
            continue
        for place in range(LOCATIONS):
            # A word holds the captives of all at a place, and a bit of the next one.
            is_any = read_word(s.captives[p, place], 0) & _SEATS_OF_A_WORD != 0
            if is_any and s.tokens[p, place] == 0:
                free_at(s, p, place)
        for level in range(s.interrupted):
            if s.waiting[level].commit_count[p] == 0:
                free_at(s, p, LOCATIONS + level)
        if s.challenge.commit_count[p] == 0:
            free_at(s, p, cone_place(s))
