"""What the notes of a waiting procedure may be: a stack from a file is safe to run on.

A frame's four notes mean something else in every procedure (`stack.py`), and many are indices. So
their ranges stand here: by procedure for those of `rules.py`, by the name of the note for the
plays of blocks and for moons. A name means the same in every block; a block whose notes are other
ones says itself what all of them may be: `NOTE_RANGES = {WHICH_NOTE: (smallest, largest)}`.
`check` looks at the notes before anything else.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter import (
    begin,
    cones,
    consequences,
    deal,
    hands,
    hexes,
    hooks,
    launch,
    lucre,
    lunar,
    occupation,
    outcome,
    plays,
    reveal,
    satellites,
    selection,
    setup,
    stack,
    targets,
    tokens,
    uses,
    windows,
    worldships,
)
from spaceenvs.cosmic_encounter.components import (
    KINDS,
    LOCATIONS,
    MAX_MOONS,
    MAX_PLAYERS,
    MOST_TOKENS,
    NUM_ACTIONS,
    NUM_EDICTS,
    NUM_MOONS,
    NUM_POWERS,
)
from spaceenvs.cosmic_encounter.hooks import H_CARD
from spaceenvs.cosmic_encounter.lunar import RUN_OF
from spaceenvs.cosmic_encounter.plays import RUN_AT
from spaceenvs.cosmic_encounter.stack import ABOUT, DEAL, EFFECT, RUN_MOON, USE, WINDOW, Frame
from spaceenvs.cosmic_encounter.state import (
    DEFENCE,
    MAX_DRAWN,
    MAX_LOSSES,
    MAX_TAKINGS,
    NOBODY,
    NOTES,
)
from spaceenvs.cosmic_encounter.uses import card_player
from spaceenvs.cosmic_encounter.windows import OFFERS_FIRST

Range = tuple[int, int]

_NONE = (0, 0)
_FLAG = (0, 1)
_SIDE = (0, DEFENCE)
_SIDE_OR_DONE = (0, DEFENCE + 1)
_SEAT = (NOBODY, MAX_PLAYERS - 1)
_SEAT_PLUS_ONE = (0, MAX_PLAYERS)
_NEXT = (0, MAX_PLAYERS)
_PLACE = (NOBODY, LOCATIONS - 1)
_KIND = (NOBODY, KINDS - 1)
_KIND_PLUS_ONE = (0, KINDS)
_LEVEL = (NOBODY, MAX_LOSSES - 1)
_MOON = (0, MAX_MOONS - 1)
_COUNT = (-MOST_TOKENS, MOST_TOKENS)
"""Tokens, cards or Lucre: nothing is looked up by it. Below zero it is nothing left."""
_FEW = (0, 6)
"""What is chosen from a short menu, or counted up to a limit."""

PROCEDURES: dict[int, dict[int, Range]] = {
    stack.REGROUP: {begin.REGROUPED: _COUNT},
    stack.INVITE: {launch.NEXT_UP: _NEXT, launch.SIDE: _SIDE_OR_DONE},
    stack.ALLIANCE: {launch.NEXT_UP: _NEXT, launch.SIDE: _SIDE_OR_DONE, launch.TO_RING: _FLAG},
    stack.SELECT: {selection.HAS_RENEWED: _FLAG},
    stack.RESOLVE: {reveal.NEXT_UP: _NEXT, reveal.IS_PLAYED: _FLAG, reveal.KIND: _KIND},
    stack.OUTCOME: {
        outcome.NEXT_UP: (-1, 2 * MAX_PLAYERS),  # who loses: first the fellows, then the allies
        outcome.LOSING: _SIDE,
        outcome.LOSER: _SEAT,
    },
    stack.DEAL: {deal.GIVING: _SIDE_OR_DONE, deal.FREER: _SEAT},
    stack.PREPARE: {setup.NEXT_UP: _NEXT, setup.PLACED: (0, MAX_PLAYERS + 1)},
    stack.WINDOW: {
        stack.IS_FOR_CARDS: _FLAG,
        stack.ASKED_NEXT: _NEXT,
        stack.IS_PLAYED: _FLAG,
        stack.ABOUT: _NONE,  # by hook: see below
    },
    stack.USE: {
        uses.OUTSIDE: (0, 3),
        uses.FATE: (0, uses.RETURNED),
        uses.STANDING_IN: _KIND_PLUS_ONE,
        uses.STANDS_FOR: (0, NUM_EDICTS),
    },
    stack.CANCEL: {uses.OF_MOON: _FLAG, uses.NEXT_UP: _NEXT, uses.VERDICT: (0, uses.RETURNED)},
    stack.NEW_HAND: {0: _FLAG},
    stack.DRAW: {hands.CARDS: (-1, MAX_DRAWN), hands.IS_HAND: _FLAG, hands.EXTRA: (0, MAX_DRAWN)},
    stack.LOSE: {tokens.LEVEL: _LEVEL, tokens.BEFORE: _COUNT, tokens.COUNTED: _COUNT},
    stack.CHOOSE_LOSS: {
        tokens.COUNT: _COUNT,
        tokens.EVENT: _LEVEL,
        tokens.SPARED: (0, tokens.SPARES_CHALLENGE),
        tokens.DECIDER: _SEAT,
    },
    stack.RETURN: {tokens.LEVEL: _LEVEL, tokens.RETURNED: _COUNT, tokens.STAYING: _COUNT},
    stack.FROM_WARP: {tokens.COUNT: _COUNT},
    stack.GO_HOME: {
        tokens.WHOSE: (0, tokens.NAMED),
        tokens.NEXT_UP: _NEXT,
        tokens.ONLY_SIDE: _SIDE_OR_DONE,
    },
    stack.COMMIT: {
        tokens.LIMIT: (-127, 127),
        tokens.OPTION: _FEW,
        tokens.IS_FREE: _FLAG,
        tokens.BEFORE_RING: _COUNT,
    },
    stack.TARGET: {targets.PRESENT: _PLACE, targets.FOUND: _SEAT},
    stack.REWARD: {outcome.REWARDS: _COUNT, outcome.CARDS: _COUNT},
    stack.CONSOLE: {outcome.TAKING: (NOBODY, MAX_TAKINGS), outcome.NEXT_ALLY: _NEXT},
    stack.LAND: {tokens.PLANET: _PLACE, tokens.LANDED: _COUNT},
    stack.PROPOSE: {deal.SIDE: _SIDE},
    stack.CONSEQUENCES: {
        consequences.NEXT_DUE: (0, len(plays.DUE)),
        consequences.NEXT_UP: _NEXT,
    },
    stack.SPEND: {lucre.MOMENT: (0, lucre.LW8), lucre.NEXT_UP: _NEXT},
    stack.PLACE: {hexes.PLANET: _FEW, hexes.LEFT: _COUNT},
    stack.BOUND: {hexes.PURPOSE: (0, hexes.OF_STARS), hexes.STEP: (0, 2)},
    stack.REINFORCE: {
        reveal.CARD: _KIND,
        reveal.FOR_SIDE: _SIDE,
        reveal.NEXT_RESERVE: _NEXT,
    },
    stack.TAKEN: {hands.TAKING: (NOBODY, MAX_TAKINGS - 1)},
    stack.SUBSTITUTE: {worldships.ONLY_COMETS: _FLAG},
    stack.CAST: {cones.NEXT_UP: _NEXT},
    stack.START_MOON: {satellites.MOON: _MOON, satellites.WAS_HERE: _FLAG},
    stack.ASK_MOON: {
        satellites.MOON: (0, MAX_MOONS),  # the next one, while the one before is revealed
        occupation.NEXT_UP: _NEXT,
        occupation.ABOUT: _LEVEL,
    },
    stack.DROP_MOONS: {satellites.MOON: _MOON},
    stack.REFUSE: {satellites.MOON: _MOON, occupation.ANSWER: (0, NUM_ACTIONS - 1)},
    stack.MESMERISE: {windows.IS_FLARE_ITSELF: _FLAG, uses.STANDING_IN: _KIND_PLUS_ONE},
}
"""The notes of every procedure by their place; those not named are 0."""

ABOUTS: dict[int, Range] = {
    hooks.H_LAND: (0, 2 * MAX_PLAYERS * LOCATIONS - 1),
    hooks.H_LOSS: (0, MAX_LOSSES - 1),
    hooks.H_OWN: (0, NUM_POWERS - 1),
    hooks.H_DISCARD: (0, KINDS - 1),
    hooks.H_CARD: (0, uses.card_about(MAX_PLAYERS - 1, uses.TYPE_REINFORCEMENT)),
    hooks.H_TAXED: (0, MAX_PLAYERS - 1),
    hooks.H_LAUNCH: _SEAT_PLUS_ONE,
    hooks.H_DRAW: (0, MAX_PLAYERS - 1),
    hooks.H_TAKEN: (0, MAX_TAKINGS * MAX_PLAYERS - 1),
}
"""What a window is about, by its hook (`blocks.py`); 0 where it is about nothing."""

BLOCK_NOTES: dict[str, Range] = {
    **dict.fromkeys(("VICTIM", "SELLER", "WHOM", "GAINER", "COLOUR", "WHOSE", "CHOOSER"), _SEAT),
    **dict.fromkeys(("MOVED",), _SEAT),
    **dict.fromkeys(("PLANET", "PLACE", "MINE", "THEIRS", "BASE", "SOURCE", "BEFORE"), _PLACE),
    **dict.fromkeys(("KIND", "FOUND", "DRAWN", "DRAWN_TOO"), _KIND),
    **dict.fromkeys(("KICKER",), _KIND_PLUS_ONE),
    **dict.fromkeys(("NEXT_UP",), _NEXT),
    **dict.fromkeys(("SIDE",), _SIDE_OR_DONE),
    **dict.fromkeys(("LEVEL",), _LEVEL),
    **dict.fromkeys(("LEFT", "COUNT", "CARDS", "AT_FIRST", "PICKED_THERE", "WANTED"), _COUNT),
    **dict.fromkeys(("TAKEN", "PAID", "MORE", "OFFER", "FACTOR", "STEPS", "TURNED"), _COUNT),
    **dict.fromkeys(("SHOWN", "DISCARDED", "THROWN_OUT"), _COUNT),
    **dict.fromkeys(
        ("IS_REMOVING", "FEWEST", "HAS_FACTOR", "IS_FREE", "IS_WELL", "IS_LOST"), _FLAG
    ),
    **dict.fromkeys(("IS_DOUBLE", "IS_REPEATED", "IS_BOTH", "IS_SUPER", "ENLARGED"), _FLAG),
    **dict.fromkeys(("ONLY_HE", "NAMES_TWO", "FLAG"), _FLAG),
    **dict.fromkeys(("ORDER", "STEP", "PLACED", "PUT_BY", "SOLD", "GRAFTED", "WHINE"), _FEW),
    **dict.fromkeys(("TYPE", "NEXT", "PROPOSER", "ALLY", "CHOSEN"), _FEW),
    "FIRST": _KIND_PLUS_ONE,
    "QUESTION": (0, 15),
}
"""The notes of blocks and moons by name. A place with two names may be what either may be."""

_ANSWER_IN_WINDOW, _CARD_GIVEN = 2, 8
"""The places of answers that are even."""
_ABOVE_PROCEDURES = stack.MESMERISE + 1
_ABOVE_EFFECTS = _ABOVE_PROCEDURES + int(plays.RUN_AT.max()) + 1
_ROWS = _ABOVE_EFFECTS + int(lunar.RUN_OF.max()) + 1
LOW = np.zeros((_ROWS, NOTES), np.int16)
HIGH = np.zeros((_ROWS, NOTES), np.int16)
"""The smallest and the largest note: of a procedure, then of an effect, then of a moon's."""
ABOUT_LOW = np.zeros(len(hooks.HOOKS), np.int16)
ABOUT_HIGH = np.zeros(len(hooks.HOOKS), np.int16)


def _widen(row: int, place: int, numbers: Range) -> None:
    """Let the note at a place be these numbers too."""
    LOW[row, place] = min(LOW[row, place], numbers[0])
    HIGH[row, place] = max(HIGH[row, place], numbers[1])


def find_ranges(block: ModuleType) -> list[tuple[int, Range]]:
    """Return the places of a block's notes and what may stand there."""
    if hasattr(block, "NOTE_RANGES"):
        return list(block.NOTE_RANGES.items())
    places = [(getattr(block, name, None), numbers) for name, numbers in BLOCK_NOTES.items()]
    return [
        (place, numbers)
        for place, numbers in places
        if isinstance(place, int) and 0 <= place < NOTES
    ]


def _read_block(row: int, run: Any) -> None:
    """Enter the notes of an effect: all those of its block."""
    block = sys.modules[run.__module__]
    for place, numbers in find_ranges(block):
        _widen(row, place, numbers)


for _kind, _notes in PROCEDURES.items():
    for _place, _numbers in _notes.items():
        _widen(_kind, _place, _numbers)
for _play in plays.PLAYS:
    for _hook in plays.hooks_of(_play):
        _read_block(_ABOVE_PROCEDURES + plays.RUN_AT[_hook, _play.number], _play.run)
for _moon in lunar.MOON_BLOCKS:
    if _moon.run is not None:
        _read_block(_ABOVE_EFFECTS + lunar.RUN_OF[_moon.number], _moon.run)
for _hook, _numbers in ABOUTS.items():
    ABOUT_LOW[_hook], ABOUT_HIGH[_hook] = _numbers


@kernel
def find_row(f: Frame) -> int:
    """Return the row of a procedure's notes, -1 if there is nothing that it could carry out."""
    if f.kind == EFFECT:
        effect = RUN_AT[f.hook, f.play] if f.play >= 0 else NOBODY
        return _ABOVE_PROCEDURES + effect if effect >= 0 else NOBODY
    if f.kind == RUN_MOON:
        effect = RUN_OF[f.play] if 0 <= f.play < NUM_MOONS else NOBODY
        return _ABOVE_EFFECTS + effect if effect >= 0 else NOBODY
    return int(f.kind)


@kernel
def is_about_sound(f: Frame) -> bool:
    """Whether a window is about something that there is."""
    about = int(f.notes[ABOUT])
    if about < ABOUT_LOW[f.hook] or about > ABOUT_HIGH[f.hook]:
        return False
    return f.hook != H_CARD or card_player(about) < MAX_PLAYERS


@kernel
def is_frame_sound(s: State, f: Frame) -> bool:
    """Whether a procedure can go on with what it remembers."""
    if f.who >= s.seats or (f.kind == USE and f.play < 0):
        return False
    row = find_row(f)
    if row < 0:
        return False
    for i in range(NOTES):
        is_about = f.kind == WINDOW and i == ABOUT
        if not is_about and (f.notes[i] < LOW[row, i] or f.notes[i] > HIGH[row, i]):
            return False
    return f.kind != WINDOW or is_about_sound(f)


@kernel
def waits_for_answer(f: Frame) -> bool:
    """Whether a procedure is at a place at which it gets an answer (`stack.py`)."""
    if f.kind == WINDOW:
        return f.at in (_ANSWER_IN_WINDOW, OFFERS_FIRST + 1)
    return f.at % 2 == 1 or (f.kind == DEAL and f.at == _CARD_GIVEN)


@kernel
def are_frames_sound(s: State) -> bool:
    """Whether all procedures on the stack can go on, the top one with an answer."""
    if s.done == 0 and (s.depth < 1 or not waits_for_answer(s.stack[s.depth - 1])):
        return False
    windows = 0
    for i in range(s.depth):
        if not is_frame_sound(s, s.stack[i]):
            return False
        windows += s.stack[i].kind == WINDOW
    return windows == s.windows
