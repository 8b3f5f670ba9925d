"""The hooks: moments at which powers, Edicts and Flares may be used (section 4.2).

Where the rules tell two moments of one hook apart, each has a number of its own: H_SEL, H_SECOND
(directly after the own card) and H_SHOWN (Oracle has seen the card) are the rules' H_SEL; H_AGREED
and H_FAILED are H_DEAL; H_JOINED (somebody has answered D_ALLY, R128) and H_MOON (the effect of a
moon starts, R215) are H_CANCEL; H_LURE (4.1 i, after the window) is H_SYSTEM; H_TAXED (somebody has
ended D_TOKENS) is H_LAUNCH and H_ALLY; H_CLAIM (8a, the OPP's card is shown) is H_REV;
H_NEWHAND_DEF (the new hand of 4.1 j) is H_NEWHAND with the cards of H_DEF (R95); SETUP (after step
6), SETUP_DEAL (before the deal) and SETUP_HAND (directly after the own first hand) are SETUP, which
is no window: the setup carries out what a block has there (R126). Hooks without a play yet are
opened all the same, so that a power to come finds them.
"""

from __future__ import annotations

import numpy as np

from spaceenvs.cosmic_encounter.sets import SET_WORDS

HOOKS = (
    *("H_START", "H_NEWHAND", "H_REGROUP", "H_DEST", "H_SYSTEM", "H_DEF", "H_LAUNCH", "H_TARGET"),
    *("H_INV", "H_ALLY", "H_ALLIED", "H_PRE", "H_SEL", "H_SECOND", "H_SHOWN", "H_POST", "H_REV"),
    *("H_TOT", "H_WIN", "H_WON", "H_AGREED", "H_FAILED", "H_LOSS", "H_CONS", "H_OUT", "H_DISC"),
    *("H_DISC2", "H_END", "H_DRAW", "H_DISCARD", "H_CANCEL", "H_OWN", "H_BASES", "H_TURN"),
    *("H_VAL", "H_REINF", "H_LAND", "H_REWARD", "H_TAKEN", "H_CARD", "H_EDICT", "H_NEXT"),
    *("SETUP", "SETUP_DEAL", "SETUP_HAND", "H_JOINED", "H_TIMING", "H_LURE", "H_TAXED"),
    *("H_NEWHAND_DEF", "H_CLAIM", "H_MOON"),
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
    H_TURN,
    H_VAL,
    H_REINF,
    H_LAND,
    H_REWARD,
    H_TAKEN,
    H_CARD,
    H_EDICT,
    H_NEXT,
    SETUP,
    SETUP_DEAL,
    SETUP_HAND,
    H_JOINED,
    H_TIMING,
    H_LURE,
    H_TAXED,
    H_NEWHAND_DEF,
    H_CLAIM,
    H_MOON,
) = range(len(HOOKS))

# For each hook a set, written by `plays.py` when it has collected the blocks. A window compares
# them with what the players have before anything else.
OPTIONAL_AT = np.zeros((len(HOOKS), SET_WORDS), np.int64)  # powers whose holder is asked there
MANDATORY_AT = np.zeros((len(HOOKS), SET_WORDS), np.int64)  # powers that fire by themselves
QUIET_AT = np.zeros((len(HOOKS), SET_WORDS), np.int64)  # those of them not announced (R113)
ARTS_AT = np.zeros((len(HOOKS), SET_WORDS), np.int64)  # Edicts and Flares, in either role
HAS_MANDATORY = np.zeros(len(HOOKS), np.int64)  # 1: there is a power that fires by itself
