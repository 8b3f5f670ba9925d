"""Oracle: the OPP selects first and shows his card."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import shuffle
from spaceenvs.cosmic_encounter.blocks import MANDATORY, power, super_, wild
from spaceenvs.cosmic_encounter.cards import show_card, take_back
from spaceenvs.cosmic_encounter.components import KINDS
from spaceenvs.cosmic_encounter.hands import add_card, must_renew, note_arts
from spaceenvs.cosmic_encounter.hooks import H_PRE, H_SEL, H_SHOWN
from spaceenvs.cosmic_encounter.stack import (
    DEALT,
    GO_HOME,
    NEW_HAND,
    NO_CHALLENGE,
    Frame,
    call,
    end,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.tokens import ALL
from spaceenvs.cosmic_encounter.uses import can_as_main


@kernel
def run_oracle(s: State, box: Box, f: Frame) -> None:
    """The OPP's card lies face up from now on."""
    c = s.challenge
    c.oracle = side_of(s, f.who)
    other = 1 - c.oracle
    if c.card[other] >= 0:
        show_card(s, other)
    end(s)


@kernel
def shuffle_hands_together(s: State, p: int, q: int) -> None:
    """Wild Oracle: both hands are shuffled together; p gets as many as he held first (6.17)."""
    size = s.hand_size[p]
    total = size + s.hand_size[q]
    # The free end of the discard list serves as the table on which the cards are shuffled.
    table = s.discard[s.discard_count : s.discard_count + total]
    n = 0
    for k in range(KINDS):
        for _ in range(s.hand[p, k] + s.hand[q, k]):
            table[n] = k
            n += 1
        s.hand[p, k] = 0
        s.hand[q, k] = 0
        for v in range(s.seats):
            s.known[v, p, k] = 0
            s.known[v, q, k] = 0
    for v in range(s.seats):
        s.knows[v, p] = 0
        s.knows[v, q] = 0
    s.hand_size[p] = 0
    s.hand_size[q] = 0
    note_arts(s, p)  # a hoard stays (R106)
    note_arts(s, q)
    shuffle(s.rng, table, n)
    for i in range(n):
        add_card(s, p if i < size else q, table[i])


@kernel
def run_wild_oracle(s: State, box: Box, f: Frame) -> None:
    """Wild Oracle; a main player who then has no Challenge card draws a new hand, OFF first."""
    c = s.challenge
    if f.at == 0:
        shuffle_hands_together(s, f.who, opponent(s, f.who))
    while f.at < 2:
        side = f.at
        f.at += 1
        p = c.off if side == OFFENCE else c.defender
        if c.card[side] < 0 and must_renew(s, box, p):
            call(s, NEW_HAND, p, 0)
            return
    end(s)


@kernel
def run_super_oracle(s: State, box: Box, f: Frame) -> None:
    """The challenge ends as a deal: first cards and tokens are back (R78, R309, R311)."""
    if f.at == 0:
        f.at = 1
        take_back(s, OFFENCE)
        take_back(s, DEFENCE)
        call(s, GO_HOME, NOBODY, ALL)
        return
    s.challenge.outcome = DEALT
    s.challenge.jump = NO_CHALLENGE
    s.window_over = 1
    end(s)


PLAYS = (
    power("Oracle", H_SEL, can=can_as_main, run=run_oracle, use=MANDATORY),
    wild("Oracle", H_PRE, can=can_as_main, run=run_wild_oracle),
    super_("Oracle", H_SHOWN, run=run_super_oracle),
)
