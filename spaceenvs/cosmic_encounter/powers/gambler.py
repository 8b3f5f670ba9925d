"""Gambler: keeps his card face down and claims what it is (R118)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import NUM, PASS, YES, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import (
    CLAIM,
    CLAIMS_KICKER,
    MAIN,
    find_claim,
    reveal_second,
    reveal_side,
)
from spaceenvs.cosmic_encounter.cells import set_cell
from spaceenvs.cosmic_encounter.components import (
    COMPROMISE,
    FIRST_KICKER,
    FIRST_REINFORCEMENT,
    GAMBLER,
    NUM_CHALLENGE,
)
from spaceenvs.cosmic_encounter.hands import leave_unseen, put_under_deck
from spaceenvs.cosmic_encounter.hooks import H_CLAIM, H_OWN, H_POST
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_card,
    answered_kind,
    ask,
    count_in_challenge,
    end,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import SPARES_CHALLENGE, choose_loss
from spaceenvs.cosmic_encounter.uses import can_as_main, run_enlarge

# Its cells, for each side: the spread of the wild Flare, the claim (`cards.py`).
CELLS = ("spread of OFF", "spread of DEF", "claim of OFF", "claim of DEF")
SPREAD = 0
IS_DECLARED = True  # R121
MORE, KICKER = 1, 2  # what its frame notes: tokens more at stake; the Kicker claimed + 1
MOST_SPREAD, MOST_MORE = 20, 10
D_GAMBLER = decision("D_GAMBLER")


@kernel
def ask_for_number(s: State, f: Frame, most: int) -> None:
    """Ask for a number from 1 on."""
    open_question(s)
    for n in range(1, most + 1):
        allow(s, NUM + n)
    ask(s, f, D_GAMBLER, f.who)


@kernel
def allow_nameable(s: State, box: Box, first: int, last: int) -> None:
    """Make the kinds in use among these legal answers (R74)."""
    for k in range(first, last):
        if box.nameable[k] != 0:
            allow_card(s, k)


@kernel
def claim(s: State, box: Box, side: int, kind: int) -> None:
    """The claim counts as true, for now."""
    c = s.challenge
    set_cell(s, GAMBLER, CLAIM + side, kind + 1)
    c.attack[side, MAIN] = 1 if kind != COMPROMISE else 0
    c.printed[side, MAIN] = box.value[kind]
    c.factor[side] = 1


@kernel
def claim_kicker(s: State, box: Box, f: Frame, side: int, kind: int) -> None:
    """He claims a Kicker too."""
    f.notes[KICKER] = kind + 1
    set_cell(s, GAMBLER, CLAIM + side, find_claim(s, side) + 1 + CLAIMS_KICKER)
    s.challenge.factor[side] = box.value[kind]


@kernel
def hide_for_good(s: State, p: int, kind: int) -> None:
    """A card that nobody has seen goes under the deck."""
    for v in range(s.seats):
        if v != p:
            leave_unseen(s, v, p)
    put_under_deck(s, kind)


@kernel
def believe(s: State, box: Box, p: int) -> None:
    """Nobody challenges the claim: it is true, and his cards are gone."""
    c = s.challenge
    side = side_of(s, p)
    hide_for_good(s, p, c.card[side])
    c.card[side] = NOBODY
    if c.kicker[side] >= 0:
        hide_for_good(s, p, c.kicker[side])
        c.kicker[side] = NOBODY
    reveal_second(s, box, side)
    c.opened[side] = 1


@kernel
def is_lie(s: State, f: Frame) -> bool:
    """Whether the claim is false."""
    c = s.challenge
    side = side_of(s, f.who)
    return c.card[side] != find_claim(s, side) or c.kicker[side] != f.notes[KICKER] - 1


@kernel
def run_gambler(s: State, box: Box, f: Frame) -> None:
    """A claim, which the OPP believes or challenges."""
    p = f.who
    side = side_of(s, p)
    if f.at == 0:
        f.at = 2 if s.super_use != 0 else 4
        s.super_use = 0
    if f.at == 2:
        ask_for_number(s, f, MOST_MORE)
        return
    if f.at == 3:
        f.notes[MORE] = s.answer - NUM
        f.at = 4
    if f.at == 4:
        open_question(s)
        allow_nameable(s, box, 0, NUM_CHALLENGE)
        ask(s, f, D_GAMBLER, p)
        return
    if f.at == 5:
        claim(s, box, side, answered_kind(s))
        f.at = 6 if box.kickers != 0 else 8
    if f.at == 6:
        open_question(s)
        allow(s, PASS)
        allow_nameable(s, box, FIRST_KICKER, FIRST_REINFORCEMENT)
        ask(s, f, D_GAMBLER, p)
        return
    if f.at == 7:
        if s.answer != PASS:
            claim_kicker(s, box, f, side, answered_kind(s))
        f.at = 8
    if f.at == 8:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_GAMBLER, opponent(s, p))
        return
    if s.answer == PASS:
        believe(s, box, p)
        end(s)
        return
    loser = p if is_lie(s, f) else opponent(s, p)
    count = int(count_in_challenge(s, loser)) + int(f.notes[MORE])
    set_cell(s, GAMBLER, CLAIM + side, 0)
    reveal_side(s, box, side)
    end(s)
    choose_loss(s, loser, count, loser, SPARES_CHALLENGE)


@kernel
def run_wild_gambler(s: State, box: Box, f: Frame) -> None:
    """A spread, which counts if the values differ by as much (V6)."""
    if f.at == 0:
        ask_for_number(s, f, MOST_SPREAD)
        return
    set_cell(s, GAMBLER, SPREAD + side_of(s, f.who), s.answer - NUM)
    end(s)


PLAYS = (
    power("Gambler", H_CLAIM, run=run_gambler),
    wild("Gambler", H_POST, can=can_as_main, run=run_wild_gambler),
    super_("Gambler", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_GAMBLER",
        asked="Gambler: the claim, or whether to challenge it; the tokens or points at stake",
        stop="leave it at that",
        yes="challenge the claim",
        card="claim",
        number="stake {}",
    ),
)
