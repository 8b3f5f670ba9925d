"""The hooks: moments at which powers, Edicts and Flares may be used (section 4.2).

Where the rules tell two moments of one hook apart, each has a number of its own: H_SEL, H_SECOND
(directly after the own card) and H_SHOWN (Oracle has seen the card) are the rules' H_SEL;
H_AGREED and H_FAILED are H_DEAL; H_CLAIM is the beginning of H_REV, before the cards of a side
are shown. The last four are no windows: they order what was declared before and is carried out at
the beginning of H_OUT (R123). Hooks without a play yet are opened all the same, so that a
power to come finds them.
"""

from __future__ import annotations

HOOKS = (
    *("H_START", "H_NEWHAND", "H_REGROUP", "H_DEST", "H_SYSTEM", "H_DEF", "H_LAUNCH", "H_TARGET"),
    *("H_INV", "H_ALLY", "H_ALLIED", "H_PRE", "H_SEL", "H_SECOND", "H_SHOWN", "H_POST", "H_REV"),
    *("H_TOT", "H_WIN", "H_WON", "H_AGREED", "H_FAILED", "H_LOSS", "H_CONS", "H_OUT", "H_DISC"),
    *("H_DISC2", "H_END", "H_DRAW", "H_DISCARD", "H_CANCEL", "H_OWN", "H_BASES"),
    *("H_CLAIM", "H_VAL", "H_DOUBT", "H_PREDICTION", "H_POSSESSION", "H_POINTS"),
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
    H_CLAIM,
    H_VAL,
    H_DOUBT,
    H_PREDICTION,
    H_POSSESSION,
    H_POINTS,
) = range(len(HOOKS))

DUE_HOOKS = (H_DOUBT, H_PREDICTION, H_POSSESSION, H_POINTS)
"""The order in which consequences declared before are carried out (R123)."""
