"""The table of hooks: which power, Edict or Flare answers in which window.

A *play* is a power, an Edict, a Flare as Wild or a Flare as Super. Each row of `PLAYS` says at
which hooks it can be used and which file of `plays/` holds its condition and its effect. The
phases only open windows; a new power is a row here and its code in one of those files.

The hooks are those of section 4.2 of the rules. Where the rules tell two moments of one hook
apart, each has a number of its own: H_SEL, H_SECOND (directly after the own card) and H_SHOWN
(Oracle has seen the card) are the rules' H_SEL; H_AGREED and H_FAILED are H_DEAL.
Hooks without a row yet are opened all the same, so that a power to come finds them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spaceenvs.cosmic_encounter.components import (
    EDICTS,
    FIRST_EDICT,
    NUM_EDICTS,
    NUM_POWERS,
    POWERS,
)

HOOKS = (
    *("H_START", "H_NEWHAND", "H_REGROUP", "H_DEST", "H_SYSTEM", "H_DEF", "H_LAUNCH", "H_TARGET"),
    *("H_INV", "H_ALLY", "H_ALLIED", "H_PRE", "H_SEL", "H_SECOND", "H_SHOWN", "H_POST", "H_REV"),
    *("H_TOT", "H_WIN", "H_WON", "H_AGREED", "H_FAILED", "H_LOSS", "H_CONS", "H_OUT", "H_DISC"),
    *("H_DISC2", "H_END", "H_DRAW", "H_DISCARD", "H_CANCEL", "H_OWN", "H_BASES"),
)
(
    H_START,
    H_NEWHAND,
    H_REGROUP,
    H_DEST,
    H_SYSTEM,
    H_DEF,
    H_LAUNCH,
    H_TARGET,
    H_INV,
    H_ALLY,
    H_ALLIED,
    H_PRE,
    H_SEL,
    H_SECOND,
    H_SHOWN,
    H_POST,
    H_REV,
    H_TOT,
    H_WIN,
    H_WON,
    H_AGREED,
    H_FAILED,
    H_LOSS,
    H_CONS,
    H_OUT,
    H_DISC,
    H_DISC2,
    H_END,
    H_DRAW,
    H_DISCARD,
    H_CANCEL,
    H_OWN,
    H_BASES,
) = range(len(HOOKS))

# Plays: powers, then Edicts, then Flares as Wild, then Flares as Super.
EDICT = NUM_POWERS
WILD = EDICT + NUM_EDICTS
SUPER = WILD + NUM_POWERS
NUM_PLAYS = SUPER + NUM_POWERS

# The files of `plays/`.
FAMILIES = ("start", "cancelling", "destiny", "alliance", "selection", "reveal", "outcome")
START, CANCELLING, DESTINY, ALLIANCE, SELECTION, REVEAL, OUTCOME = range(len(FAMILIES))

# How a power is used in its window.
OPTIONAL, MANDATORY, PASSIVE = 0, 1, 2


@dataclass(frozen=True)
class Play:
    """One row: a power, Edict or Flare, and the windows it answers in."""

    number: int
    hooks: tuple[int, ...]
    family: int
    use: int = OPTIONAL


def _power(name: str, family: int, *hooks: int, use: int = OPTIONAL) -> Play:
    return Play(POWERS.index(name), hooks, family, use)


def _edict(name: str, family: int, *hooks: int) -> Play:
    return Play(EDICT + EDICTS.index(name), hooks, family)


def _wild(name: str, family: int, *hooks: int) -> Play:
    return Play(WILD + POWERS.index(name), hooks, family)


def _super(name: str, family: int, *hooks: int) -> Play:
    return Play(SUPER + POWERS.index(name), hooks, family)


PLAYS = [
    # Start of the challenge, new hands, draws.
    _edict("Mobius Tubes", START, H_START),
    _edict("Warp Break", START, H_START),
    _edict("Plague", START, H_START),
    _edict("Finder", START, H_START, H_PRE),
    _edict("Rebirth", START, H_START),
    _edict("Sanity", START, H_START),
    _edict("Hand Zap", START, H_START),
    _edict("Space Junk", START, H_START),
    _edict("Keeper", START, H_NEWHAND),
    _super("Machine", START, H_REGROUP),
    _wild("Mind", START, H_DRAW),
    # Cancelling, and what happens to a card that was played.
    _edict("Cosmic Zap", CANCELLING, H_CANCEL),
    _edict("Flare Zap", CANCELLING, H_CANCEL),
    _edict("Un-Zap", CANCELLING, H_CANCEL),
    _wild("Anti-Matter", CANCELLING, H_CANCEL),
    _super("Anti-Matter", CANCELLING, H_CANCEL),
    _wild("Filch", CANCELLING, H_CANCEL),
    _wild("Healer", CANCELLING, H_CANCEL),
    _wild("Clone", CANCELLING, H_DISCARD),
    # Destiny and target.
    _power("Assassin", DESTINY, H_DEST, use=MANDATORY),
    _wild("Assassin", DESTINY, H_DEST),
    _super("Assassin", DESTINY, H_OWN),
    _power("Dictator", DESTINY, use=PASSIVE),  # announced at 4.1 g
    _wild("Dictator", DESTINY, H_DEST),
    _super("Dictator", DESTINY, H_DEST),
    _power("Will", DESTINY, use=PASSIVE),  # announced at 4.1 h
    _wild("Will", DESTINY, H_SYSTEM),
    _super("Will", DESTINY, H_OWN),
    _wild("Chronos", DESTINY, H_TARGET),
    _edict("Solar Wind", DESTINY, H_TARGET),
    _edict("Cone Flip", DESTINY, H_TARGET),
    # Launch, invitations, alliances, lost home bases.
    _super("Macron", ALLIANCE, H_LAUNCH),
    _super("Parasite", ALLIANCE, H_LAUNCH),
    _power("Mind", ALLIANCE, H_INV),
    _super("Mind", ALLIANCE, H_INV),
    _power("Mutant", ALLIANCE, H_INV),
    _super("Mutant", ALLIANCE, H_OWN),
    _wild("Trader", ALLIANCE, H_INV),
    _wild("Laser", ALLIANCE, H_INV),
    _power("Parasite", ALLIANCE, use=PASSIVE),  # announced at D_ALLY
    _edict("Force Field", ALLIANCE, H_ALLIED),
    _super("Zombie", ALLIANCE, H_ALLIED),
    _wild("Parasite", ALLIANCE, H_BASES),
    # Before and after the selection of cards.
    _power("Loser", SELECTION, H_PRE),
    _wild("Loser", SELECTION, H_PRE),
    _super("Loser", SELECTION, H_POST),
    _power("Trader", SELECTION, H_PRE),
    _super("Trader", SELECTION, H_PRE),
    _wild("Oracle", SELECTION, H_PRE),
    _wild("Sorcerer", SELECTION, H_PRE),
    _wild("Amoeba", SELECTION, H_PRE),
    _power("Amoeba", SELECTION, H_POST),
    _super("Amoeba", SELECTION, H_POST),
    _power("Laser", SELECTION, H_SEL, use=MANDATORY),
    _super("Laser", SELECTION, H_OWN),
    _power("Oracle", SELECTION, H_SEL, use=MANDATORY),
    _super("Oracle", SELECTION, H_SHOWN),
    _power("Deuce", SELECTION, use=PASSIVE),  # announced at D_DEUCE
    _wild("Deuce", SELECTION, H_SECOND),
    _power("Calculator", SELECTION, H_POST),
    _wild("Calculator", SELECTION, H_POST),
    _super("Calculator", SELECTION, H_POST),
    _power("Mirror", SELECTION, H_POST),
    _super("Mirror", SELECTION, H_OWN),
    _power("Sorcerer", SELECTION, H_POST),
    _super("Sorcerer", SELECTION, H_POST),
    # Reveal and totals.
    _power("Chronos", REVEAL, H_REV),
    _super("Chronos", REVEAL, H_OWN),
    _power("Empath", REVEAL, H_REV),
    _wild("Empath", REVEAL, H_REV),
    _wild("Mirror", REVEAL, H_REV),
    _wild("Pacifist", REVEAL, H_REV),
    _wild("Vacuum", REVEAL, H_REV),
    _edict("Emotion Control", REVEAL, H_REV),
    _edict("Timegash", REVEAL, H_REV),
    _edict("Kicker Zap", REVEAL, H_REV),
    _power("Anti-Matter", REVEAL, H_TOT, use=MANDATORY),
    _power("Macron", REVEAL, H_TOT, use=MANDATORY),
    _wild("Macron", REVEAL, H_TOT),
    _power("Virus", REVEAL, H_TOT, use=MANDATORY),
    _wild("Virus", REVEAL, H_TOT),
    _super("Virus", REVEAL, H_TOT),
    _power("Warpish", REVEAL, H_TOT, use=MANDATORY),
    _wild("Warpish", REVEAL, H_TOT),
    _super("Warpish", REVEAL, H_TOT),
    _power("Pacifist", REVEAL, H_WIN, use=MANDATORY),
    # Outcome, losses, deals, discards, end of the challenge.
    _edict("Stellar Gas", OUTCOME, H_WON),
    _wild("Grudge", OUTCOME, H_WON),
    _power("Grudge", OUTCOME, H_OUT, use=MANDATORY),
    _super("Grudge", OUTCOME, H_OWN),
    _wild("Mutant", OUTCOME, H_OUT),
    _power("Zombie", OUTCOME, H_LOSS, use=MANDATORY),
    _wild("Zombie", OUTCOME, H_LOSS),
    _power("Vacuum", OUTCOME, H_LOSS, use=MANDATORY),
    _super("Vacuum", OUTCOME, H_OWN),
    _power("Healer", OUTCOME, H_LOSS),
    _super("Healer", OUTCOME, H_OWN),
    _power("Ethic", OUTCOME, H_CONS, use=MANDATORY),
    _wild("Ethic", OUTCOME, H_CONS),
    _super("Ethic", OUTCOME, H_CONS),
    _super("Clone", OUTCOME, H_CONS),
    _edict("Quash", OUTCOME, H_AGREED),
    _super("Empath", OUTCOME, H_FAILED),
    _super("Pacifist", OUTCOME, H_FAILED),
    _power("Clone", OUTCOME, H_DISC),
    _super("Deuce", OUTCOME, H_DISC),
    _power("Filch", OUTCOME, H_DISC2),
    _super("Filch", OUTCOME, H_DISC2),
    _power("Machine", OUTCOME, H_END),
    _wild("Machine", OUTCOME, H_END),
]

_WIDTH = 10


def _fill_tables() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the optional plays of each hook, the mandatory powers of each hook, the families."""
    optional = np.full((len(HOOKS), _WIDTH), -1)
    mandatory = np.zeros((len(HOOKS), NUM_POWERS), np.int64)
    family = np.full(NUM_PLAYS, -1)
    for play in PLAYS:
        family[play.number] = play.family
        for hook in play.hooks:
            if play.use == MANDATORY:
                mandatory[hook, play.number] = 1
            else:
                optional[hook, np.flatnonzero(optional[hook] < 0)[0]] = play.number
    return optional, mandatory, family


PLAYS_AT, MANDATORY_AT, FAMILY_OF = _fill_tables()
"""PLAYS_AT[hook]: its optional plays, filled up with -1. MANDATORY_AT[hook, power]: 1 if the
power fires there by itself. FAMILY_OF[play]: the file with its code."""


def _find_users() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return, for each hook, the powers used there and the kinds of cards played there."""
    powers = np.zeros(len(HOOKS), np.int64)
    arts = np.zeros(len(HOOKS), np.int64)
    for play in PLAYS:
        for hook in play.hooks:
            if play.number < EDICT:
                powers[hook] |= 1 << play.number
            else:
                # Wild and Super are the same card.
                art = play.number - (NUM_POWERS if play.number < SUPER else 2 * NUM_POWERS)
                arts[hook] |= 1 << art
    return powers, arts


POWERS_AT, ARTS_AT = _find_users()
"""POWERS_AT[hook]: the powers used there, ARTS_AT[hook]: the Edicts and Flares played there, as
sets of bits: a window passes by most players at a glance."""

HAS_MANDATORY: NDArray[np.int64] = MANDATORY_AT.max(axis=1)
PLAY_KIND: NDArray[np.int64] = np.array(
    [
        *([-1] * NUM_POWERS),
        *(FIRST_EDICT + e for e in range(NUM_EDICTS)),
        *(FIRST_EDICT + NUM_EDICTS + p for p in range(NUM_POWERS)),
        *(FIRST_EDICT + NUM_EDICTS + p for p in range(NUM_POWERS)),
    ]
)
"""The kind of card of a play, -1 for a power."""
