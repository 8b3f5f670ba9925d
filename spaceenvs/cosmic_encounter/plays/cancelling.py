"""Cards that cancel another play (H_CANCEL), and wild Clone, which saves a played Edict."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import (
    ANTI_MATTER,
    CLONE,
    COMPROMISE,
    COSMIC_ZAP,
    FILCH,
    FLARE_ZAP,
    HAND_ZAP,
    HEALER,
    KICKER_ZAP,
    MOON_ZAP,
    UN_ZAP,
)
from spaceenvs.cosmic_encounter.hands import discard_from_hand, take_openly
from spaceenvs.cosmic_encounter.hooks import EDICT, PLAY_KIND, SUPER, WILD
from spaceenvs.cosmic_encounter.stack import Frame, end, side_of

CANCELLED, TAKEN = 1, 2


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


@kernel
def can_cancel(s: State, box: Box, play: int, p: int, x: int) -> bool:
    """Whether a card fits: x is the play that was announced (wild Clone: the Edict's kind)."""
    if play == EDICT + COSMIC_ZAP:
        return x < EDICT
    if play == EDICT + FLARE_ZAP:
        return x >= EDICT and not is_zap(x) and x != EDICT + UN_ZAP
    if play == EDICT + UN_ZAP:
        return is_zap(x)
    if play == WILD + ANTI_MATTER:
        return WILD <= x < SUPER and side_of(s, p) >= 0
    if play == SUPER + ANTI_MATTER:
        return x >= WILD
    if play == WILD + FILCH:
        return x >= EDICT and s.hand[p, COMPROMISE] > 0
    if play == WILD + HEALER:
        return (x == EDICT + COSMIC_ZAP or x == EDICT + FLARE_ZAP) and is_aimed_at(s, p)
    return True  # wild Clone


@kernel
def is_aimed_at(s: State, p: int) -> bool:
    """Whether the Zap that was announced cancels a play of this player."""
    # The stack ends with: the use, its CANCEL, the use of the Zap, its CANCEL.
    return s.depth >= 4 and s.stack[s.depth - 4].who == p


@kernel
def run_cancelling_play(s: State, box: Box, f: Frame) -> None:
    """Carry out a cancel: the stack ends with the use, its CANCEL, this card's use, its effect."""
    play = f.a
    if play == WILD + CLONE:
        s.kept = 1
    else:
        outcome = CANCELLED
        if play == WILD + FILCH:
            # The Compromise is the price; the cancelled card comes into his hand.
            discard_from_hand(s, f.who, COMPROMISE)
            use = s.stack[s.depth - 4]
            use.b = TAKEN
            take_openly(s, f.who, PLAY_KIND[use.a])
            outcome = TAKEN
        s.stack[s.depth - 3].c = outcome
    end(s)
