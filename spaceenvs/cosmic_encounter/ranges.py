"""What the numbers of a record may be: a file whose records keep to this is safe to look at.

Every index and every count is here, because `check` follows them, and so do the rules.
"""

from __future__ import annotations

from spaceenvs.cosmic_encounter.components import (
    HEXES,
    KINDS,
    LOCATIONS,
    MAX_DECK,
    MAX_DESTINY,
    MAX_PLAYERS,
    MOST_TOKENS,
    NUM_ACTIONS,
    NUM_DESTINY,
    NUM_MOONS,
    NUM_POWERS,
    NUM_SPECIAL,
    WORLDSHIPS_HAND,
)
from spaceenvs.cosmic_encounter.curses import CURSE_NAMES
from spaceenvs.cosmic_encounter.hooks import HOOKS
from spaceenvs.cosmic_encounter.satellites import FACE_UP
from spaceenvs.cosmic_encounter.stack import AA, CC, GIVEN_IN, MESMERISE, NO_PLANET, VOID
from spaceenvs.cosmic_encounter.state import (
    DEFENCE,
    MAX_ADDED,
    MAX_DEPTH,
    MAX_DRAWN,
    MAX_GIVEN,
    MAX_HELD,
    MAX_INTERRUPTED,
    MAX_LENT,
    MAX_LOSSES,
    MAX_PLAYED,
    MAX_PUT_BY,
    MAX_TAKINGS,
    MAX_WINDOWS,
    NOBODY,
    ON_BOTH_SIDES,
)
from spaceenvs.cosmic_encounter.tokens import FROM_RESERVE
from spaceenvs.cosmic_encounter.uses import NUM_PLAYS

_FLAG = (0, 1)
_PLAYER = (0, MAX_PLAYERS - 1)
_SEAT = (NOBODY, MAX_PLAYERS - 1)
_SEAT_PLUS_ONE = (0, MAX_PLAYERS)
_SET_OF_SEATS = (0, (1 << MAX_PLAYERS) - 1)
_SIDE = (NOBODY, DEFENCE)
_PLACE = (NOBODY, LOCATIONS - 1)
_KIND = (NOBODY, KINDS - 1)
_DESTINY_CARD = (NOBODY, NUM_DESTINY - 1)
_POWER = (NOBODY, NUM_POWERS - 1)
_TOKENS = (0, MOST_TOKENS)
_COUNT = (0, 127)

_CHALLENGE = {
    **dict.fromkeys(("card_lies", "shown", "opened", "revealed", "zapped"), _FLAG),
    **dict.fromkeys(("defender", "order", "system", "put_by_owner"), _SEAT),
    **dict.fromkeys(("giver", "taker", "played_by", "lender", "borrower"), _SEAT),
    **dict.fromkeys(("bribe_by", "bribe_to", "lured"), _SEAT_PLUS_ONE),
    **dict.fromkeys(("named", "silenced", "mute", "garrison", "visited"), _SET_OF_SEATS),
    **dict.fromkeys(("oracle", "copied", "winner", "pacified", "proposer"), _SIDE),
    **dict.fromkeys(("target", "landed_at", "gain"), _PLACE),
    **dict.fromkeys(("card", "second", "kicker", "extra", "aside", "lying", "bribe"), _KIND),
    **dict.fromkeys(("demanded", "played", "added", "given", "put_by", "lent"), _KIND),
    **dict.fromkeys(("commit_count", "on_ring"), _TOKENS),
    **dict.fromkeys(("ally", "joined"), (0, ON_BOTH_SIDES)),
    "floor": (0, MAX_DEPTH - 1),
    "off": _PLAYER,
    "card_up": _DESTINY_CARD,
    "comet": (0, NUM_SPECIAL),
    "jump": (0, GIVEN_IN),
    "first_power": (0, NUM_POWERS),
    "commit_origin": (FROM_RESERVE, LOCATIONS - 1),
    "meeting": (AA - 1, CC),
    "outcome": (0, VOID),
    "declared_count": (0, 4),
    "added_count": (0, MAX_ADDED),
    "played_count": (0, MAX_PLAYED),
    "given_count": (0, MAX_GIVEN),
    "put_by_count": (0, MAX_PUT_BY),
    "lent_count": (0, MAX_LENT),
}

RANGES = {
    **{f"challenge.{name}": numbers for name, numbers in _CHALLENGE.items()},
    **{f"waiting.{name}": numbers for name, numbers in _CHALLENGE.items()},
    **dict.fromkeys(("tokens", "warp", "owned", "outside", "limbo", "ghosts"), _TOKENS),
    **dict.fromkeys(("removed", "captives", "loss_count", "loss_along"), _TOKENS),
    **dict.fromkeys(("hand", "known", "discards", "destiny_discards", "destiny_aside"), _COUNT),
    **dict.fromkeys(("lucre", "bank", "face_up", "moons_up", "captive_count"), _COUNT),
    **dict.fromkeys(("deck", "discard", "discard_top", "drawn"), _KIND),
    **dict.fromkeys(("deck_count", "discard_count"), (0, MAX_DECK)),
    **dict.fromkeys(("destiny", "destiny_discard", "fleet"), _DESTINY_CARD),
    **dict.fromkeys(("destiny_count", "destiny_discard_count"), (0, MAX_DESTINY)),
    **dict.fromkeys(("power", "held.power", "unused"), _POWER),
    **dict.fromkeys(("marker", "turn"), _PLAYER),
    "seats": (3, MAX_PLAYERS),
    "loss_owner": _SEAT,
    "next_turn": _SEAT_PLUS_ONE,
    "moon_seen": _SET_OF_SEATS,
    "gone": (0, NO_PLANET),
    "hex": (0, len(HEXES)),
    "twin": (0, NUM_POWERS),
    "curse": (0, len(CURSE_NAMES)),
    "held_count": (0, MAX_HELD),
    "unused_count": (0, NUM_POWERS),
    "fleet_count": (0, WORLDSHIPS_HAND),
    "interrupted": (0, MAX_INTERRUPTED),
    "losses": (0, MAX_LOSSES),
    "drawn_count": (0, MAX_DRAWN),
    "takings": (0, MAX_TAKINGS),
    "depth": (0, MAX_DEPTH - 1),
    "windows": (0, MAX_WINDOWS),
    "stack.kind": (0, MESMERISE),
    "stack.at": _COUNT,
    "stack.who": _SEAT,
    "stack.hook": (0, len(HOOKS) - 1),
    "stack.seats": _COUNT,
    "stack.play": (NOBODY, NUM_PLAYS - 1),
    "moon": (NOBODY, NUM_MOONS - 1),
    "moon_face": (0, FACE_UP),
    "mask": _FLAG,
    "answer": (0, NUM_ACTIONS - 1),
    **dict.fromkeys(("asking", "asked_again"), (0, 0)),  # between two decisions
}
"""The smallest and the largest value of every index and count: what a file may hold."""
