"""Filch: takes the OPP's card from the discard pile."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import COMPROMISE
from spaceenvs.cosmic_encounter.hands import discard_from_hand, take_from_discard, take_openly
from spaceenvs.cosmic_encounter.hooks import H_CANCEL, H_DISC2
from spaceenvs.cosmic_encounter.stack import Frame, allow, ask, end, is_main, open_question, side_of
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.uses import EDICT, FATE, TAKEN, cancel_use, cancelled_use, card_of

D_FILCH = decision("D_FILCH")


@kernel
def can_filch(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN; the OPP's card lies on the discard pile."""
    return is_main(s, p) and s.challenge.lying[1 - side_of(s, p)] >= 0


@kernel
def filch(s: State, p: int, side: int) -> None:
    """Filch: take the main card of a side from the discard pile."""
    c = s.challenge
    take_from_discard(s, c.lying[side])
    take_openly(s, p, c.lying[side])
    c.lying[side] = NOBODY


@kernel
def run_filch(s: State, box: Box, f: Frame) -> None:
    """The OPP's card comes into his hand."""
    filch(s, f.who, 1 - side_of(s, f.who))
    end(s)


@kernel
def can_wild_filch(s: State, box: Box, p: int, about: int) -> bool:
    """An Edict or Flare is played, and he has the Compromise that it costs."""
    return about >= EDICT and s.hand[p, COMPROMISE] > 0


@kernel
def run_wild_filch(s: State, box: Box, f: Frame) -> None:
    """The Compromise is the price; the cancelled card comes into his hand."""
    discard_from_hand(s, f.who, COMPROMISE)
    use = cancelled_use(s)
    use.notes[FATE] = TAKEN
    take_openly(s, f.who, card_of(use))
    cancel_use(s, TAKEN)
    end(s)


@kernel
def can_super_filch(s: State, box: Box, p: int, about: int) -> bool:
    """Not MAIN; a card lies on the discard pile."""
    c = s.challenge
    return not is_main(s, p) and (c.lying[OFFENCE] >= 0 or c.lying[DEFENCE] >= 0)


@kernel
def run_super_filch(s: State, box: Box, f: Frame) -> None:
    """Super Filch: as a bystander, take the OFF's or the DEF's card."""
    if f.at == 0:
        open_question(s)
        for side in range(2):
            if s.challenge.lying[side] >= 0:
                allow(s, OPT + side)
        ask(s, f, D_FILCH, f.who)
        return
    filch(s, f.who, s.answer - OPT)
    end(s)


PLAYS = (
    power("Filch", H_DISC2, can=can_filch, run=run_filch),
    wild("Filch", H_CANCEL, can=can_wild_filch, run=run_wild_filch),
    super_("Filch", H_DISC2, can=can_super_filch, run=run_super_filch),
)
WORDS = (
    Words(
        "D_FILCH",
        asked="super Filch: whose discarded card to take",
        menu=("take OFF's card", "take DEF's card"),
    ),
)
