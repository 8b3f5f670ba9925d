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
    "SETUP_HOME": "the homeworld",
    "SETUP_COLONY": "the first colony",
    "DEV_TOKEN": "a development token",
    "MENU": "an action",
    "PRODUCE_UNIT": "a unit to build",
    "PRODUCE_SPACE": "where to build",
    "PAY": "how to pay",
    "MOVE_ORIGIN": "where to move from",
    "UNIT": "fleets or star bases",
    "MOVE_DEST": "where to go",
    "ROUTE": "the route",
    "COUNT": "how many",
    "ATT_RETREAT": "whether to retreat",
    "DEF_RETREAT": "whether to retreat",
    "RESPONSE": "a response in combat",
    "MODE": "how to use the card",
    "WITHDRAW_DEST": "where to withdraw to",
    "LOSS": "a unit to lose",
    "RETREAT_DEST": "where to retreat to",
    "COL_SPACE": "where to settle",
    "COL_KIND": "an outpost or a colony",
    "TECH_PICK": "a technology",
    "STORE": "a card for the reserve",
    "DISCARD": "a card to discard",
    "REMOVE": "a card to remove",
    "RETRIEVE": "a card to take back",
    "ANNEX": "a system to annex",
    "RIVAL": "a rival",
    "REFRESH": "a token to turn up",
    "REFILL_RESERVE": "a card from the reserve",
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
