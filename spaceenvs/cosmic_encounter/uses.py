"""Plays: powers, Edicts and Flares as numbers, and what many of them have in common.

A *play* is a power, an Edict, a Flare as Wild or a Flare as Super.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import (
    ALL_EDICTS,
    ALL_FLARES,
    ALL_POWERS,
    COSMIC_ZAP,
    FIRST_EDICT,
    FIRST_FLARE,
    FLARE_ZAP,
    HAND_ZAP,
    KICKER_ZAP,
    MOON_ZAP,
    NEGATOR,
    NUM_EDICTS,
    NUM_POWERS,
)
from spaceenvs.cosmic_encounter.hooks import MANDATORY_AT
from spaceenvs.cosmic_encounter.sets import has
from spaceenvs.cosmic_encounter.stack import CANCEL, Frame, end, find_frame, find_index, is_main
from spaceenvs.cosmic_encounter.state import CELLS

# Plays: powers, then Edicts, then Flares as Wild, then Flares as Super.
EDICT = NUM_POWERS
WILD = EDICT + NUM_EDICTS
SUPER = WILD + NUM_POWERS
NUM_PLAYS = SUPER + NUM_POWERS

PLAY_KIND: NDArray[np.int64] = np.array(
    [
        *([-1] * NUM_POWERS),
        *(FIRST_EDICT + e for e in range(NUM_EDICTS)),
        *(FIRST_FLARE + p for p in range(NUM_POWERS)),
        *(FIRST_FLARE + p for p in range(NUM_POWERS)),
    ]
)
"""The kind of card of a play, -1 for a power."""

IS_BLOCKED: NDArray[np.int64] = np.array(
    [
        *(row["silencer"] == "blocked" for row in ALL_POWERS),
        *(row["silencer"].split(" (")[0] == "blocked" for row in ALL_EDICTS),
        *(row["wild_silencer"] == "blocked" for row in ALL_FLARES),
        *(row["super_silencer"] == "blocked" for row in ALL_FLARES),
    ],
    np.int64,
)
"""1: a silenced player cannot use this play (6.11); what is `partly` blocked asks `is_silenced`."""

_USE = {"optional": 1, "mandatory": 0, "both": -1}
OPTIONAL_USE: NDArray[np.int64] = np.array([_USE[row["use"]] for row in ALL_POWERS])
"""1: its holder decides whether to use the power; -1: in some windows."""

# What becomes of a use.
NOT_CANCELLED, CANCELLED, TAKEN, RETURNED = 0, 1, 2, 3
# Notes of USE: what a Super and a wild Clone have done to the use outside (1 and 2); one of these;
# the kind of the card + 1 that stands for the Edict played, and the Edict + 1 that a Flare stands
# for (Mesmer).
OUTSIDE, FATE, STANDING_IN, STANDS_FOR = 0, 1, 2, 3
# Notes of CANCEL: 1, a moon's effect is cancelled; whom it asks, by timing order; one of these.
OF_MOON, NEXT_UP, VERDICT = 0, 1, 2


# Types of cards (Pavlov), and what the window H_CARD is about: who played a card of which type.
(
    TYPE_ATTACK,
    TYPE_COMPROMISE,
    TYPE_EDICT,
    TYPE_FLARE,
    TYPE_KICKER,
    TYPE_REINFORCEMENT,
) = range(6)
_SEATS_OF_A_TYPE = 8


@kernel
def card_about(p: int, card_type: int) -> int:
    """Return what a window H_CARD is about: a player has played a card of this type."""
    return int(card_type) * _SEATS_OF_A_TYPE + int(p)


@kernel
def card_player(about: int) -> int:
    """Return who played the card."""
    return int(about) % _SEATS_OF_A_TYPE


@kernel
def card_type_of(about: int) -> int:
    """Return the type of the card that was played."""
    return int(about) // _SEATS_OF_A_TYPE


# -- conditions that many blocks share ---------------------------------------------------------


@kernel
def can_as_main(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN."""
    return is_main(s, p)


@kernel
def can_as_ally(s: State, box: Box, p: int, about: int) -> bool:
    """An ally of either side."""
    return s.challenge.ally[p] != 0


@kernel
def bar_card(s: State, p: int, art: int) -> None:
    """R128: a player cannot play an Edict or Flare again until the end of the challenge."""
    first = 0 if get_cell(s, NEGATOR, 0) == 0 else 2
    set_cell(s, NEGATOR, first, int(p) + 1)
    set_cell(s, NEGATOR, first + 1, art)


@kernel
def is_barred(s: State, p: int, art: int) -> bool:
    """Whether a Negator keeps a player from playing an Edict or Flare."""
    if not has(s.challenge.marked, NEGATOR):
        return False
    for first in range(0, CELLS, 2):
        if get_cell(s, NEGATOR, first) == p + 1 and get_cell(s, NEGATOR, first + 1) == art:
            return True
    return False


@kernel
def is_optional_use(s: State, play: int) -> bool:
    """Whether the power whose use a CANCEL on top of the stack is about was used at will."""
    if play >= EDICT:
        return False
    return OPTIONAL_USE[play] > 0 or (
        OPTIONAL_USE[play] < 0 and not has(MANDATORY_AT[s.stack[s.depth - 1].hook], play)
    )


@kernel
def is_zap(play: int) -> bool:
    """Whether a play is one of the Edicts with Zap in their name, Un-Zap apart."""
    return (
        play == EDICT + COSMIC_ZAP
        or play == EDICT + FLARE_ZAP
        or play == EDICT + HAND_ZAP
        or play == EDICT + MOON_ZAP
        or play == EDICT + KICKER_ZAP
    )


# -- effects that many blocks share ------------------------------------------------------------


@kernel
def run_enlarge(s: State, box: Box, f: Frame) -> None:
    """A Super at H_OWN that only changes the use that follows (R304)."""
    s.super_use = 1
    end(s)


@kernel
def card_of(f: Frame) -> int:
    """Return the kind of the card in a USE, -1 for a power; a Mesmer's is not what it says."""
    return int(f.notes[STANDING_IN]) - 1 if f.notes[STANDING_IN] > 0 else int(PLAY_KIND[f.play])


@kernel
def cancelled_use(s: State) -> Frame:
    """Return the use that a card played at CANCEL is aimed at: below the innermost CANCEL."""
    return s.stack[find_index(s, CANCEL) - 1]


@kernel
def cancel_use(s: State, verdict: int) -> None:
    """Tell the CANCEL that asked what becomes of the use."""
    find_frame(s, CANCEL).notes[VERDICT] = verdict


@kernel
def run_cancel_use(s: State, box: Box, f: Frame) -> None:
    """The use is cancelled."""
    cancel_use(s, CANCELLED)
    end(s)
