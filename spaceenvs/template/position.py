"""The whole position in words, and positions from words, for scenarios, puzzles and notebooks.

Role: `position` gives everything as plain dicts, lists, numbers and words, `seen` what a player may
know of it; `arrange` sets up any position that `position` gives, and fills in what is not
mentioned. All are plain Python.

Forbidden: entries that `arrange` does not know (it refuses them, so that a slip of the pen in a
scenario is found), and numpy numbers in a position (it must go into JSON).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.template.components import ASTEROID_NAMES, CLAIMS
from spaceenvs.template.invariants import count_ore
from spaceenvs.template.scoring import finish
from spaceenvs.template.setup import clear_game, count_at, find_in_deck
from spaceenvs.template.state import DECK, HAND, MINED

ENTRIES = ("hands", "mined", "points", "probed")


def position(s: State, box: Box) -> dict[str, Any]:
    """Return the whole position as plain dicts, lists and words."""
    n = int(s.num_players)
    return {
        "hands": [names_at(s, HAND + p) for p in range(n)],
        "mined": [names_at(s, MINED + p) for p in range(n)],
        "points": s.points[:n].tolist(),
        "probed": bool(s.probed),
    }


def seen(s: State, box: Box, player: int) -> dict[str, Any]:
    """Return what a player may know of the position; of cards that he does not see, how many."""
    words = position(s, box)
    hands = words["hands"]
    words["hands"] = [hand if p == player else len(hand) for p, hand in enumerate(hands)]
    return words


def names_at(s: State, place: int) -> list[str]:
    """Return the names of the asteroids whose claims are at a place."""
    return [ASTEROID_NAMES[a] for a in np.flatnonzero(s.place == place)]


def arrange(s: State, box: Box, words: dict[str, Any]) -> None:
    """Set up a position; everything may be left out.

    Claims that are missing from `hands` and `mined` are the lowest that nobody else has: mined
    ones if `hands` is given, else in hand. `points` are those for what is mined.

    Raises:
        KeyError: If there is no entry or no asteroid of that name.
        ValueError: If an asteroid is named twice, or a player has too many of them.
    """
    unknown = set(words) - set(ENTRIES)
    if unknown:
        known = ", ".join(ENTRIES)
        raise KeyError(f"no entry is called {', '.join(sorted(unknown))}; there are: {known}")
    n = int(s.num_players)
    clear_game(s, box)
    for first, entry in ((HAND, "hands"), (MINED, "mined")):
        for p, names in enumerate(words.get(entry, [])):
            for name in names:
                _put(s, name, first + p)
    for p in range(n):
        _fill(s, p, MINED if "hands" in words else HAND)
    s.turn = sum(count_at(s, MINED + p) for p in range(n))
    s.to_move = int(s.turn) % n
    s.probed = words.get("probed", False)
    for p in range(n):
        s.points[p] = words["points"][p] if "points" in words else count_ore(s, box, p)
    if s.turn == CLAIMS * n:
        finish(s)


def _put(s: State, name: str, place: int) -> None:
    """Put the claim to an asteroid in its place."""
    if name not in ASTEROID_NAMES:
        raise KeyError(f"no asteroid is called {name}")
    asteroid = ASTEROID_NAMES.index(name)
    if s.place[asteroid] != DECK:
        raise ValueError(f"the asteroid {name} is named twice")
    s.place[asteroid] = place


def _fill(s: State, player: int, first: int) -> None:
    """Give a player the claims that were not named."""
    missing = CLAIMS - count_at(s, HAND + player) - count_at(s, MINED + player)
    if missing < 0:
        raise ValueError(f"a player has {CLAIMS} claims, {CLAIMS - missing} were named")
    for _ in range(missing):
        s.place[find_in_deck(s, 0)] = first + player
