"""What a person at the table hears: what is being decided, and what everybody sees happen.

Role: `ASKED` says each decision in plain words. `happened` says what
comes of a move and is not in its words: dice, gains, losses, cards turned up, and why. `is_spoken`
names the moves that are said aloud even if nothing visible comes of them. `TOLD` and `UNTOLD` say
for every field of the record how a change is told, or why it needs no sentence; a test plays many
games and finds changes that nobody was told.

Forbidden: to tell what some player cannot see, and to change the batch that is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from spaceenvs.core.game import State
from spaceenvs.core.rng import roll
from spaceenvs.template.actions import MINE, PROBE
from spaceenvs.template.components import FINDING, SEAT_NAMES

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {"TURN": "a probe or an asteroid to mine"}


def happened(before: Batch, action: int) -> list[str]:
    """Return what everybody sees come of a legal action."""
    after = before.copy()  # a copy of the record rolls the same dice
    after.step([action])
    s, now, box = before.states[0], after.states[0], before.box[0]
    p = int(s.to_move)
    gained = now.points[p] - s.points[p]
    total = f"{SEAT_NAMES[p]} gains {gained} and has {now.points[p]} now"
    if action == PROBE:
        face = roll(s.rng.copy())
        found = total if face == FINDING else f"nothing is found, that takes a {FINDING}"
        return [f"the die shows {face}: {found}"]
    lines = [f"the asteroid holds {box.ore[action - MINE]}: {total}"]
    return lines + (_end(now) if now.done else [])


def _end(s: State) -> list[str]:
    """Return who has won."""
    players = range(s.num_players)
    names = [SEAT_NAMES[p] for p in players if s.rank[p] == 0]
    points = ", ".join(f"{SEAT_NAMES[p]} {s.score[p]}" for p in players)
    verb = "share the victory" if len(names) > 1 else "wins"
    return [f"all claims are mined; {' and '.join(names)} {verb}: {points}"]


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it."""
    return action == PROBE


TOLD: Mapping[str, Callable[..., Any]] = {
    "points": lambda s, now, p: f"{SEAT_NAMES[p]} gains .* {now.points[p]} now",
    "score": lambda s, now, p: f"{SEAT_NAMES[p]} {now.score[p]}",
    "rank": lambda s, now, p: "wins|share the victory",
}
"""For every public field, what one of the sentences told of a change must match; falsy: none."""

UNTOLD: Mapping[str, str] = {
    "place": "a hand is hidden; the move says what is mined",
    "turn": "every mined asteroid is a turn",
    "probed": "the move says it",
}
"""The fields of the record whose changes need no sentence, and why."""
