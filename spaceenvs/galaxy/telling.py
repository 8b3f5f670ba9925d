"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spaceenvs.core.game import State
from spaceenvs.core.rng import roll
from spaceenvs.galaxy.actions import ACTIONS
from spaceenvs.galaxy.components import WORLD_NAMES, WORLDS

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {
    "BID": "what to bid for the first turn",
    "ACTION": "what to do in the Action phase",
    "COLUMN": "in which column to play the Ally",
    "FACE": "whether to play the ship face up or face down",
    "GARRISON": "which ship to put under the secret base",
    "ALLOW": "whether to allow the attack or to refuse it with Screens",
    "COUNTER": "whether the ship attacked strikes back",
    "GOVERNOR_PICK": "which of the tied players becomes governor",
    "FELOWI": "which ship of an earlier Felowi row to take",
    "MYRMIDON": "whose hand loses half of its cards to the Reserve",
    "ECUP": "from whose hand to take a random card",
    "ECUP_GIVE": "which card to give in return",
    "ERI_SOURCE": "which Ally of the active row to move",
    "ERI_DEST": "to which column the Ally moves",
    "SPOILS": "which base to raise or lower as Spoils of War",
    "CYLOR": "which ship of a surrendered world to discard",
    "DRAW": "whether to draw a card or to take the Reserve",
    "SHUTTLE": "whether to keep the top card of the deck",
    "DRAW2": "whether to draw the next card or to take the Reserve",
    "REDRAW": "whether to keep the ship of a surrendered world just drawn",
}

SPOKEN = ("ATTACK", "BASE_DOWN", "BASE_UP", "END", "YES", "NO", "SENSORS")
ROLLING = ("ATTACK", "BASE_DOWN", "YES", "SENSORS")
"""Moves after which dice may roll, and nothing else is random."""
MOST_DICE = 8
"""Two each of attacker and defender, and again for the ship that strikes back."""


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it."""
    return ACTIONS.find(action).name in SPOKEN


def happened(before: Batch, action: int) -> list[str]:
    """Return what everybody sees happen by a move: dice, ships and bases hit, worlds lost."""
    after = before.copy()
    after.step([action])
    s, now = before.states[0], after.states[0]
    lines = []
    dice = _dice(s, now) if ACTIONS.find(action).name in ROLLING else []
    if len(dice) == 4:  # the attack has failed, and the ship attacked strikes back
        lines.append(_roll(dice[:2], "the attack fails"))
        dice = dice[2:]
    if dice:
        lines.append(_roll(dice, _find_result(s, now)))
    lost = [w for w in range(WORLDS) if s.in_play[w] and not now.in_play[w]]
    return lines + [f"{WORLD_NAMES[w]} surrenders" for w in lost]


def _dice(s: State, now: State) -> list[int]:
    """Return the sums of two dice rolled in a move: what leads from one generator to the other."""
    rng = s.rng.copy()
    faces: list[int] = []
    while (rng.words != now.rng.words).any():
        faces.append(int(roll(rng)))
        if len(faces) > MOST_DICE:
            return []  # something else was drawn
    return [sum(faces[k : k + 2]) for k in range(0, len(faces), 2)]


def _roll(dice: list[int], result: str) -> str:
    """Return a roll in words: of ship against ship, or of a base or Sensors against a ship."""
    if len(dice) == 1:
        return f"dice {dice[0]} against the value of the ship: {result}"
    return f"dice {dice[0]} against {dice[1]}, added to the values of the ships: {result}"


def _find_result(s: State, now: State) -> str:
    """Return what the dice have done."""
    if now.destroyed and not s.destroyed:
        return "the attacker is destroyed"
    if (now.pile_size < s.pile_size).any():
        return "the ship attacked is destroyed"
    if (now.base_level > s.base_level).any():
        return "the base is lowered"
    if now.sensors_used and not s.sensors_used:
        found = (now.base_state != s.base_state).any()
        return "a secret base comes to light" if found else "Sensors find nothing"
    return "nothing is hit"
