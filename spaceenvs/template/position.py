"""The whole position in words, and positions from words, for scenarios, puzzles and notebooks.

Role: `position` gives everything as plain dicts, lists, numbers and words, `seen` what a player may
know of it; `arrange` sets up any position that `position` gives, and fills in what is not
mentioned. All are plain Python. What the words leave open (here: the generator) is added by core,
field by field (`record`); if it is there (`words.is_exact`), `arrange` need not bring the game to
a decision.

Forbidden: to take anything from a position otherwise than by a reader of `Words` (`number`, `flag`,
`index`, `entries`, `items`), which refuses what is none with its path; to give a kernel an index
that was not read with its range; numpy numbers in a position (it must go into JSON).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.given import Words
from spaceenvs.template.components import ASTEROID_NAMES, CLAIMS
from spaceenvs.template.invariants import count_ore
from spaceenvs.template.scoring import finish
from spaceenvs.template.setup import clear_game, count_at, find_in_deck
from spaceenvs.template.state import DECK, HAND, MINED


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


def arrange(s: State, box: Box, words: Words) -> None:
    """Set up a position; everything may be left out.

    Claims that are missing from `hands` and `mined` are the lowest that nobody else has: mined
    ones if `hands` is given, else in hand. `points` are those for what is mined.
    """
    n = int(s.num_players)
    clear_game(s, box)
    for first, entry in ((HAND, "hands"), (MINED, "mined")):
        for p, claims in enumerate(words[entry].entries(n)):
            for claim in claims.entries(CLAIMS):
                _put(s, claim, first + p)
    for p in range(n):
        _fill(s, p, words["mined" if words["hands"].is_given else "hands"])
    s.turn = sum(count_at(s, MINED + p) for p in range(n))
    s.to_move = int(s.turn) % n
    s.probed = words["probed"].flag()
    s.points[:n] = words["points"].numbers(n, 0, 127, [count_ore(s, box, p) for p in range(n)])
    if s.turn == CLAIMS * n:
        finish(s)


def _put(s: State, claim: Words, place: int) -> None:
    """Put the claim to an asteroid in its place."""
    asteroid = claim.index(ASTEROID_NAMES)
    if s.place[asteroid] != DECK:
        claim.refuse(f"the asteroid {claim.value} is named twice")
    s.place[asteroid] = place


def _fill(s: State, player: int, entry: Words) -> None:
    """Give a player the claims that were not named: those of the entry that says no more."""
    missing = CLAIMS - count_at(s, HAND + player) - count_at(s, MINED + player)
    if missing < 0:
        entry.refuse(f"a player has {CLAIMS} claims, {CLAIMS - missing} were named")
    first = MINED if entry.keys == ("mined",) else HAND
    for _ in range(missing):
        s.place[find_in_deck(s, 0)] = first + player
