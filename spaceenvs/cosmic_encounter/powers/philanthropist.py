"""Philanthropist: gives a card to a main player."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.actions import PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, rule, super_, wild
from spaceenvs.cosmic_encounter.components import IS_ARTEFACT, NUM_CHALLENGE, POWERS
from spaceenvs.cosmic_encounter.hands import allow_hand, give_card, must_renew
from spaceenvs.cosmic_encounter.hooks import H_ALLIED, H_PRE, H_START
from spaceenvs.cosmic_encounter.points import REDRAW
from spaceenvs.cosmic_encounter.sheets import find_held, graft_power, is_active, memory_of
from spaceenvs.cosmic_encounter.stack import (
    NEW_HAND,
    Frame,
    allow,
    allow_others,
    answered_kind,
    answered_player,
    ask,
    call,
    end,
    has_base,
    is_main,
    main_of,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.tokens import choose_loss

PHILANTHROPIST = POWERS.index("Philanthropist")
# Its memory: who got a Challenge card (seat + 1, 0 nobody), its kind, and in which challenge.
TAKER, KIND, WHEN = 0, 1, 2
MEMORY = ("taker of a Challenge card", "its kind", "the challenge")
SECRET = (KIND,)  # third players do not see the card
WHOM = 1  # what its frame notes
D_PHILANTHROPIST = decision("D_PHILANTHROPIST")


@kernel
def can_philanthropist(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally with a card to give."""
    return side_of(s, p) >= 0 and s.hand_size[p] > 0


@kernel
def run_philanthropist(s: State, box: Box, f: Frame) -> None:
    """Choose the main player, then the card; a MAIN without a Challenge card draws a new hand."""
    p = f.who
    if f.at == 0:
        if s.hand_size[p] == 0:  # a wild Filch has cost him the last one
            end(s)
            return
        open_question(s)
        for side in range(2):
            if main_of(s, side) != p:
                allow(s, PLAYER + main_of(s, side))
        ask(s, f, D_PHILANTHROPIST, p)
        return
    if f.at == 1:
        f.notes[WHOM] = answered_player(s)
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, PASS)
        allow_hand(s, p)
        ask(s, f, D_PHILANTHROPIST, p)
        return
    end(s)
    if s.answer == PASS:
        return
    kind = answered_kind(s)
    give_card(s, p, f.notes[WHOM], kind)
    if kind < NUM_CHALLENGE and find_held(s, p, PHILANTHROPIST) >= 0:
        memory = memory_of(s, p, PHILANTHROPIST)
        memory[TAKER] = f.notes[WHOM] + 1
        memory[KIND] = kind
        memory[WHEN] = s.challenges
    if is_main(s, p) and must_renew(s, box, p):
        call(s, NEW_HAND, p, 0)


@kernel
def can_wild_philanthropist(s: State, box: Box, p: int, about: int) -> bool:
    """His power is active and no artefact; he has a token to lose."""
    return is_active(s, p) and IS_ARTEFACT[s.power[p]] == 0 and has_base(s, p)


@kernel
def run_wild_philanthropist(s: State, box: Box, f: Frame) -> None:
    """Lose a token; another player has his power until the end of the challenge (R105)."""
    p = f.who
    if f.at == 0:
        f.at = 2
        choose_loss(s, p, 1, p, 0)
        return
    if f.at == 2:
        open_question(s)
        allow_others(s, p)
        ask(s, f, D_PHILANTHROPIST, p)
        return
    q = answered_player(s)
    end(s)
    if s.power[p] >= 0:
        graft_power(s, q, p)


@kernel
def can_super_philanthropist(s: State, box: Box, p: int, about: int) -> bool:
    """He has given a Challenge card in this challenge, whether it can be demanded or not (R300)."""
    memory = memory_of(s, p, PHILANTHROPIST)
    return memory[TAKER] > 0 and memory[WHEN] == s.challenges  # type: ignore[no-any-return]


@kernel
def run_super_philanthropist(s: State, box: Box, f: Frame) -> None:
    """The receiver must select it, if he is still a main player and has not selected."""
    memory = memory_of(s, f.who, PHILANTHROPIST)
    taker = int(memory[TAKER]) - 1
    if is_main(s, taker) and s.challenge.card[side_of(s, taker)] < 0:
        for i in range(2):
            s.challenge.demanded[side_of(s, taker), i] = memory[KIND]
    end(s)


@kernel
def redraw_kind(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Third players do not know which Challenge card was given."""
    memory = memory_of(s, holder, PHILANTHROPIST)
    if memory[TAKER] > 0 and p != holder and p != int(memory[TAKER]) - 1:
        memory[KIND] = pick(s.rng, NUM_CHALLENGE)
    return value


PLAYS = (
    power("Philanthropist", H_ALLIED, can=can_philanthropist, run=run_philanthropist),
    wild("Philanthropist", H_START, can=can_wild_philanthropist, run=run_wild_philanthropist),
    super_("Philanthropist", H_PRE, can=can_super_philanthropist, run=run_super_philanthropist),
)
WORDS = (
    Words(
        "D_PHILANTHROPIST",
        asked="Philanthropist: whom to give what",
        stop="give nothing",
        player="give to {}",
        card="give",
    ),
)
RULES = (rule("Philanthropist", REDRAW, redraw_kind),)
