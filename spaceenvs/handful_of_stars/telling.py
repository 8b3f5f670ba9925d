"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spaceenvs.core.game import Box, State
from spaceenvs.handful_of_stars.components import ATTACKER, DEFENDER, NOBODY, NOWHERE, SEAT_NAMES
from spaceenvs.handful_of_stars.strength import find_strength
from spaceenvs.handful_of_stars.words import space_name

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {
    "SETUP_HOME": "which habitable system dealt becomes the homeworld",
    "SETUP_COLONY": "which other habitable system dealt becomes the first colony",
    "DEV_TOKEN": "a development token of the display",
    "MENU": "an action or a card to use or the end of the turn",
    "PRODUCE_UNIT": "a unit to build or no more",
    "PRODUCE_SPACE": "the homeworld or colony to build at",
    "PAY": "a card or development token to pay with",
    "MOVE_ORIGIN": "where the next units move from or no more",
    "UNIT": "whether fleets or star bases go",
    "MOVE_DEST": "where the units go",
    "ROUTE": "whether to go by connections or through a wormhole",
    "COUNT": "how many units go",
    "ATT_RETREAT": "whether the attacker retreats before the fight",
    "DEF_RETREAT": "whether the defender retreats before the fight",
    "RESPONSE": "the next step of a response in combat",
    "MODE": "whether to use a combat card for its Matter or its effect",
    "WITHDRAW_DEST": "where units withdraw to from the combat",
    "LOSS": "which kind of unit to lose",
    "RETREAT_DEST": "where beaten units retreat to",
    "COL_SPACE": "a system to settle or no more",
    "COL_KIND": "an outpost or a colony",
    "TECH_PICK": "a technology or the wormhole token to acquire",
    "STORE": "a card to place in the reserve or no more",
    "DISCARD": "a card to discard or no more",
    "REMOVE": "a card to remove for good",
    "RETRIEVE": "a card to take back from the discard pile",
    "ANNEX": "a neutral system to annex",
    "RIVAL": "a rival to spy on",
    "REFRESH": "a development token to turn face up",
    "REFILL_RESERVE": "a card of the reserve to fill up the hand",
}


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it: here all leave a trace."""
    return False


def happened(before: Batch, action: int) -> list[str]:
    """Return what everybody sees happen by a move: combats begun and decided.

    A combat may be over before anybody is asked. The record keeps the loser of the last one,
    so it is forgotten before the move is played once more.
    """
    s, box = before.states[0], before.box[0]
    after = before.copy()
    now = after.states[0]
    begins = s.battle == NOWHERE
    if begins:
        now.loser = NOBODY
    after.step([action])
    lines = []
    if begins and now.battle != NOWHERE:
        sides = [f"{_name(now, role)} ({_strength(now, box, role)})" for role in _ROLES]
        lines.append(f"combat at {_place(s, now, box)}: {' attacks '.join(sides)}")
    if now.loser != NOBODY and (begins or s.loser == NOBODY):
        lines.append(f"combat at {_place(s, now, box)}: won by {_name(now, 1 - now.loser)}")
    return lines


_ROLES = (ATTACKER, DEFENDER)


def _name(s: State, role: int) -> str:
    """Return who fights in a role."""
    p = int(s.attacker if role == ATTACKER else s.defender)
    return "the natives" if p == NOBODY else SEAT_NAMES[p]


def _strength(s: State, box: Box, role: int) -> str:
    return f"strength {find_strength(s, box, role)}"


def _place(s: State, now: State, box: Box) -> str:
    """Return where the combat is, or was: a Move names its target before."""
    space = next(x for x in (now.battle, s.battle, s.target) if x != NOWHERE)
    return space_name(now, box, int(space))
