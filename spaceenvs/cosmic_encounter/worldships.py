"""Worldships: destiny cards of their own (11.6, R213)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_WS, OPT, PASS
from spaceenvs.cosmic_encounter.comets import comet_of, is_cone_turned
from spaceenvs.cosmic_encounter.components import WORLDSHIPS, WORLDSHIPS_HAND
from spaceenvs.cosmic_encounter.piles import discard_destiny_card, note_special
from spaceenvs.cosmic_encounter.stack import (
    SUBSTITUTE,
    Frame,
    allow,
    ask,
    call,
    end,
    find_hex,
    open_question,
)

ONLY_COMETS = 0  # note of SUBSTITUTE: it is asked just before D_TARGET


@kernel
def draw_worldships(s: State) -> None:
    """His three cards come from the top of the destiny deck."""
    if find_hex(s, WORLDSHIPS) < 0:
        return
    for i in range(WORLDSHIPS_HAND):
        s.destiny_count -= 1
        s.fleet[i] = s.destiny[s.destiny_count]
    s.fleet_count = WORLDSHIPS_HAND


@kernel
def can_substitute(s: State, i: int, only_comets: int) -> bool:
    """Whether a card of his may be used: a comet only while none is in force (R56, R213)."""
    card = s.fleet[i]
    if comet_of(card) != 0:
        c = s.challenge
        is_turned_up = only_comets == 0 and comet_of(c.card_up) != 0
        return c.comet == 0 and not is_turned_up
    return only_comets == 0


@kernel
def ask_worldships(s: State, only_comets: int) -> bool:
    """Call D_WS, if there are Worldships with a card; not while Sanity is in force."""
    owner = find_hex(s, WORLDSHIPS)
    if owner < 0 or s.fleet_count == 0 or s.challenge.sanity != 0:
        return False
    call(s, SUBSTITUTE, owner, only_comets)
    return True


@kernel
def take_from_fleet(s: State, i: int) -> int:
    """Take a card out of his hand; the others close up."""
    card = int(s.fleet[i])
    s.fleet_count -= 1
    for k in range(i, s.fleet_count):
        s.fleet[k] = s.fleet[k + 1]
    note_special(s, card)
    return card


@kernel
def begin_comet(s: State, box: Box, number: int) -> None:
    """A comet takes effect, if it is the first one of the challenge and Sanity is not in force."""
    c = s.challenge
    if c.comet == 0 and c.sanity == 0:
        c.comet = number


@kernel
def run_substitute(s: State, box: Box, f: Frame) -> None:
    """D_WS: asked until he passes or replaces the card; before D_TARGET once, comets only."""
    c = s.challenge
    if f.at == 1:
        f.at = 0
        if s.answer == PASS:
            end(s)
            return
        card = take_from_fleet(s, s.answer - OPT)
        if comet_of(card) == 0:
            discard_destiny_card(s, c.card_up)
            c.card_up = card
            c.by_worldships = 1
            end(s)
            return
        discard_destiny_card(s, card)
        begin_comet(s, box, comet_of(card))
        if f.notes[ONLY_COMETS] != 0:
            if is_cone_turned(s) and box.reverse_cone != 0:
                c.dark = 1 - c.dark  # R204
            end(s)
            return
    open_question(s)
    for i in range(s.fleet_count):
        if can_substitute(s, i, f.notes[ONLY_COMETS]):
            allow(s, OPT + i)
    if s.choices == 0 and s.asked_again == 0:
        end(s)
        return
    allow(s, PASS)
    ask(s, f, D_WS, f.who)
