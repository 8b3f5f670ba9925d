"""Mirror: the digits of all Attacks are reversed (V4)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import MAIN
from spaceenvs.cosmic_encounter.components import MIRROR
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_POST, H_REV
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import Frame, allow, ask, end, is_main, open_question, side_of
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.uses import run_enlarge

D_MIRROR = decision("D_MIRROR")


@kernel
def can_mirror(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once in a challenge."""
    return is_main(s, p) and not has(s.challenge.used, MIRROR)


@kernel
def run_mirror(s: State, box: Box, f: Frame) -> None:
    """Mirror: the digits of all revealed Attacks are reversed; Super: of one side only."""
    c = s.challenge
    if f.at == 0:
        add(c.used, MIRROR)
        if s.super_use == 0:
            c.reversed[OFFENCE] = 1
            c.reversed[DEFENCE] = 1
            end(s)
            return
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_MIRROR, f.who)
        return
    c.reversed[s.answer - OPT] = 1
    end(s)


@kernel
def can_wild_mirror(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once in a challenge, unless time travel has ended the first (R301)."""
    return is_main(s, p) and s.challenge.copied == NOBODY


@kernel
def run_wild_mirror(s: State, box: Box, f: Frame) -> None:
    """His main card becomes a copy of the OPP's."""
    c = s.challenge
    side = side_of(s, f.who)
    c.attack[side, MAIN] = c.attack[1 - side, MAIN]
    c.printed[side, MAIN] = c.printed[1 - side, MAIN]
    c.copied = side
    end(s)


PLAYS = (
    power("Mirror", H_POST, can=can_mirror, run=run_mirror),
    wild("Mirror", H_REV, can=can_wild_mirror, run=run_wild_mirror),
    super_("Mirror", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_MIRROR",
        asked="super Mirror: whose cards to reverse",
        menu=("reverse OFF's cards", "reverse DEF's cards"),
    ),
)
