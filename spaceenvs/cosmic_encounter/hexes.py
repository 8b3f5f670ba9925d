"""Reverse hexes: systems with rules of their own (11.6, R221-R225)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_BOUND, D_PLACE, NUM, OPT, PASS
from spaceenvs.cosmic_encounter.components import (
    HEX_SPREADS,
    MAX_PLAYERS,
    PLANETS,
    RINGS,
    SLOTS,
)
from spaceenvs.cosmic_encounter.stack import (
    BOUND,
    Frame,
    allow,
    ask,
    call,
    end,
    open_question,
)
from spaceenvs.cosmic_encounter.state import DEFENCE

PLANET, LEFT = 1, 2  # notes of PLACE: the next planet, the tokens left for it and those after it
FIRST_RING, RING_STEP = 10, 2  # R51: 10, 8, 6, 4, 2


@kernel
def give_hexes(s: State, box: Box) -> None:
    """Every seat gets its hex, or a normal system."""
    for p in range(MAX_PLAYERS):
        s.hex[p] = box.hexes[p]


@kernel
def spreads_tokens(s: State, p: int) -> bool:
    """Whether a player spreads his tokens over his planets at the start (R221)."""
    return HEX_SPREADS[s.hex[p]] != 0


@kernel
def run_place(s: State, box: Box, f: Frame) -> None:
    """D_PLACE: so many tokens for each planet of who; the last one takes the rest."""
    p = f.who
    last = p * SLOTS + PLANETS - 1
    if f.at == 0:
        f.notes[LEFT] = s.owned[p]
        for slot in range(PLANETS):
            s.tokens[p, p * SLOTS + slot] = 0
        s.tokens[p, last] = s.owned[p]
        f.at = 2
    if f.at == 3:
        count = s.answer - NUM
        s.tokens[p, p * SLOTS + f.notes[PLANET]] = count
        s.tokens[p, last] -= count
        f.notes[LEFT] -= count
        f.notes[PLANET] += 1
        f.at = 2
    if f.notes[PLANET] == PLANETS - 1:
        end(s)
        return
    open_question(s)
    for count in range(f.notes[LEFT] + 1):
        allow(s, NUM + count)
    ask(s, f, D_PLACE, p)


@kernel
def ring_number(s: State) -> int:
    """Return the defence number of the target planet, 0 if its owner does not defend Rings."""
    c = s.challenge
    if c.target < 0 or c.target // SLOTS != c.defender or s.hex[c.defender] != RINGS:
        return 0
    slot = int(c.target) % SLOTS
    return FIRST_RING - RING_STEP * slot if slot < PLANETS else 0


@kernel
def call_bound(s: State) -> None:
    """Between H_TOT and the totals: the DEF's hex may change his total (R225); not with Sanity."""
    if ring_number(s) > 0 and s.challenge.sanity == 0:
        call(s, BOUND, s.challenge.defender, 0)


@kernel
def run_bound(s: State, box: Box, f: Frame) -> None:
    """D_BOUND: the Rings' owner adds or subtracts the defence number, or neither (R51)."""
    if f.at == 0:
        open_question(s)
        allow(s, PASS)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_BOUND, f.who)
        return
    if s.answer == OPT:
        s.challenge.hex_bonus[DEFENCE] = ring_number(s)
    elif s.answer == OPT + 1:
        s.challenge.hex_bonus[DEFENCE] = -ring_number(s)
    end(s)
