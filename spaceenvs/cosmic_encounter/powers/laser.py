"""Laser: the OPP's card is drawn at random (R303)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import count_choices, lay_card, pick_choice
from spaceenvs.cosmic_encounter.hands import count_challenge_cards, learn_shown
from spaceenvs.cosmic_encounter.hooks import H_INV, H_OWN, H_SEL
from spaceenvs.cosmic_encounter.stack import (
    PICK_CARD,
    PICK_KICKER,
    Frame,
    allow,
    allow_card,
    answered_kind,
    answered_player,
    ask,
    call,
    end,
    is_main,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.uses import run_enlarge

DRAWN, DRAWN_TOO = 1, 2  # what the frame of the power notes
VICTIM = 1  # what the frame of the wild flare notes
D_LASER = decision("D_LASER")


@kernel
def can_laser(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN whose OPP has not selected."""
    return is_main(s, p) and s.challenge.card[1 - side_of(s, p)] < 0


@kernel
def see_drawn(s: State, f: Frame, victim: int) -> None:
    """Super Laser: its user keeps in mind what was drawn (R303)."""
    first, second = f.notes[DRAWN], f.notes[DRAWN_TOO] if f.at == 2 else NOBODY
    learn_shown(s, f.who, victim, first, 2 if second == first else 1)
    if second >= 0 and second != first:
        learn_shown(s, f.who, victim, second, 1)


@kernel
def run_laser(s: State, box: Box, f: Frame) -> None:
    """Laser: the OPP's card is drawn at random; Super: two are drawn and the Laser chooses."""
    victim = opponent(s, f.who)
    kind = NOBODY
    if f.at == 0 and count_choices(s, victim) == 0:
        s.super_use = 0
        end(s)  # a wild Filch has cost the last one
        return
    if f.at == 0:
        f.notes[DRAWN] = pick_choice(s, victim, NOBODY)
        kind = f.notes[DRAWN]
        if s.super_use != 0 and count_choices(s, victim) > 1:
            f.notes[DRAWN_TOO] = pick_choice(s, victim, f.notes[DRAWN])
            f.at = 2
        if s.super_use != 0:
            see_drawn(s, f, victim)
        s.super_use = 0
    if f.at == 2:
        open_question(s)
        allow_card(s, f.notes[DRAWN])
        allow_card(s, f.notes[DRAWN_TOO])
        ask(s, f, D_LASER, f.who)
        return
    if f.at == 3:
        kind = answered_kind(s)
    lay_card(s, victim, kind)
    end(s)


@kernel
def can_select_early(s: State, p: int, side: int) -> bool:
    """Wild Laser: whether a main player other than p holds a Challenge card and can select."""
    c = s.challenge
    q = c.off if side == OFFENCE else c.defender
    return q != p and c.card[side] < 0 and count_challenge_cards(s, q) > 0


@kernel
def can_wild_laser(s: State, box: Box, p: int, about: int) -> bool:
    """A main player other than he can select."""
    return can_select_early(s, p, OFFENCE) or can_select_early(s, p, DEFENCE)


@kernel
def run_wild_laser(s: State, box: Box, f: Frame) -> None:
    """Wild Laser: a main player decides on a Kicker and selects now (R91)."""
    c = s.challenge
    if f.at == 0:
        if not (can_select_early(s, f.who, OFFENCE) or can_select_early(s, f.who, DEFENCE)):
            end(s)  # a wild Filch has cost the last card
            return
        open_question(s)
        if can_select_early(s, f.who, OFFENCE):
            allow(s, PLAYER + c.off)
        if can_select_early(s, f.who, DEFENCE):
            allow(s, PLAYER + c.defender)
        ask(s, f, D_LASER, f.who)
        return
    if f.at == 1:
        f.at = 2
        f.notes[VICTIM] = answered_player(s)
        c.early[side_of(s, f.notes[VICTIM])] = 1
        call(s, PICK_KICKER, f.notes[VICTIM], 0)
        return
    victim = f.notes[VICTIM]
    end(s)
    call(s, PICK_CARD, victim, 0)


PLAYS = (
    power("Laser", H_SEL, can=can_laser, run=run_laser, use=MANDATORY),
    wild("Laser", H_INV, can=can_wild_laser, run=run_wild_laser),
    super_("Laser", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_LASER",
        asked="super Laser: which of two cards is played; wild Laser: who selects now",
        card="let him play",
        player="make {} select",
    ),
)
