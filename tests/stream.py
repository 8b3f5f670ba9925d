"""A game in words: every decision, every move, and what it changed, by name.

`python -m stream galaxy 3 7 100` prints it; golden games and the comparison of compiled and
plain Python play read it. A decision looks like this:

    12 Green ACTION: play Cylor 5 [0aa93175ba0a]
        rows.1.CYL: - -> CYL5
        seats.0.hand: -CYL5
        ! Green's base is lowered

First who decides what and the move; the digest in brackets is of the legal mask and of what all
players see before the move. Then what changed in the position, field by field as `position`
names it (of a list, what went and what came), and, after `!`, what everybody sees happen. Every
tenth decision each seat's view follows: what that player's observation shows differently from
the view before, by the names of the layout.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game

VIEW_EVERY = 10
"""Decisions between two views of every seat."""


def play_stream(name: str, players: int, seed: int, decisions: int) -> Iterator[str]:
    """Yield a random game in words."""
    game = registry.load(name)
    batch = Batch(game, 1, num_players=players, skip_forced=False, autoreset=False)
    batch.reset(seed=np.array([seed]))
    views = [np.zeros(game.observation.size, np.int8)] * players
    position = _fields(game, batch)
    for number in range(decisions):
        if batch.terminated[0]:
            break
        seen = [batch.observe(0, player)[0] for player in range(players)]
        if number % VIEW_EVERY == 0:
            for player, (old, new) in enumerate(zip(views, seen, strict=True)):
                yield f"    {game.seats[player]} sees {_compare_views(game, old, new)}"
            views = seen
        s, action = batch.states[0], int(batch.sample()[0])
        digest = hashlib.sha256(b"".join([batch.mask.tobytes(), *(row.tobytes() for row in seen)]))
        words = game.describe(s, batch.box[0], action)
        happened = game.happened(batch, action)
        where = f"{game.seats[s.to_move]} {game.decisions[s.decision]}"
        yield f"{number} {where}: {words} [{digest.hexdigest()[:12]}]"
        batch.step([action])
        before, position = position, _fields(game, batch)
        yield from (f"    {line}" for line in _compare(before, position))
        yield from (f"    ! {line}" for line in happened)
    if batch.terminated[0]:
        s = batch.states[0]
        yield f"end: score {s.score[:players].tolist()} rank {s.rank[:players].tolist()}"


def _fields(game: Game, batch: Batch) -> dict[str, Any]:
    """Return the position as values by path: `seats.0.hand`."""
    fields: dict[str, Any] = {}
    _flatten(game.position(batch.states[0], batch.box[0]), "", fields)
    return fields


def _flatten(value: Any, path: str, fields: dict[str, Any]) -> None:
    if isinstance(value, dict):
        for key, below in value.items():
            _flatten(below, f"{path}.{key}".lstrip("."), fields)
    elif isinstance(value, list) and any(isinstance(below, dict | list) for below in value):
        for number, below in enumerate(value):
            _flatten(below, f"{path}.{number}", fields)
    else:
        fields[path] = value


def _compare(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Yield the fields that differ, in the order of their paths."""
    for path in sorted({*before, *after}):
        old, new = before.get(path), after.get(path)
        if _say(old) == _say(new):
            continue
        if isinstance(old, list) and isinstance(new, list):
            yield f"{path}: {_compare_lists(old, new)}"
        else:
            yield f"{path}: {_say(old)} -> {_say(new)}"


def _compare_lists(old: list[Any], new: list[Any]) -> str:
    """Return what left a list and what came: `-KHA3 +CYL5`."""
    if len(old) == len(new) and all(isinstance(entry, int) for entry in old + new):
        return f"{_say(old)} -> {_say(new)}"  # numbers by place
    gone, come = Counter(map(str, filter(None, old))), Counter(map(str, filter(None, new)))
    words = [f"-{entry}" for entry in (gone - come).elements()]
    words += [f"+{entry}" for entry in (come - gone).elements()]
    return " ".join(words) or f"now {_say(new)}"  # the same entries in another order


def _say(value: Any) -> str:
    if value is None or value in ("", []):
        return "-"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _compare_views(game: Game, old: NDArray[np.int8], new: NDArray[np.int8]) -> str:
    """Return what an observation shows differently: `hand 3:1 7:0; supply 0:4`."""
    parts = []
    for field in game.observation:
        here = slice(field.start, field.stop)
        changed = np.flatnonzero(old[here] != new[here])
        if changed.size:
            shown = " ".join(f"{k}:{new[field.start + k]}" for k in changed)
            parts.append(f"{field.name} {shown}")
    return "; ".join(parts) or "the same"


if __name__ == "__main__":
    given_name, *numbers = sys.argv[1:]
    print("\n".join(play_stream(given_name, *map(int, numbers))))
