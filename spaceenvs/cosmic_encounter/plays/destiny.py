"""Plays about destiny, the target system and the target planet (phases 2 and 3)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_ASSASSIN, D_DICTATOR, D_MIND, D_WILL, PLAYER
from spaceenvs.cosmic_encounter.components import (
    ASSASSIN,
    CHRONOS,
    CONE_FLIP,
    DESTINY_WILD,
    DICTATOR,
    MAX_PLAYERS,
    PLANETS,
    SLOTS,
    SOLAR_WIND,
    WILL,
)
from spaceenvs.cosmic_encounter.hands import see_hand
from spaceenvs.cosmic_encounter.hooks import EDICT, SUPER, WILD
from spaceenvs.cosmic_encounter.plays.start import allow_others
from spaceenvs.cosmic_encounter.stack import (
    LOSE,
    TARGET,
    Frame,
    allow,
    allow_bases,
    answered_place,
    answered_player,
    ask,
    call,
    end,
    has_base,
    has_foreign_base,
    is_empty,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.targets import has_other_target
from spaceenvs.cosmic_encounter.tokens import add_to_loss, open_loss


@kernel
def is_wild_card(s: State) -> bool:
    """Whether the destiny card shows all colours."""
    return s.challenge.card_up >= DESTINY_WILD


@kernel
def find_colour(s: State) -> int:
    """Return the colour of the destiny card, -1 for a wild."""
    return NOBODY if is_wild_card(s) else s.challenge.card_up % MAX_PLAYERS


@kernel
def can_at_destiny(s: State, box: Box, play: int, p: int, x: int) -> bool:
    """Whether the condition of a play of this file holds."""
    c = s.challenge
    if play == ASSASSIN:
        return is_anybody_exposed(s, p)
    if play == WILD + ASSASSIN:
        return not is_wild_card(s) and is_anybody_exposed(s, p)
    if play == WILD + DICTATOR:
        return p != c.off and c.rejected == 0
    if play == SUPER + DICTATOR:
        return p == c.off and not is_wild_card(s)
    if play == WILD + WILL:
        return p == c.off and c.system != c.off and c.system == find_colour(s)
    if play == WILD + CHRONOS or play == EDICT + SOLAR_WIND:
        return has_other_target(s, box)
    if play == EDICT + CONE_FLIP:
        return box.reverse_cone != 0
    return play == SUPER + x  # H_OWN: supers of Assassin and Will


@kernel
def is_anybody_exposed(s: State, p: int) -> bool:
    """Assassin: whether the card names another player with a token on a base."""
    for q in range(s.seats):
        if q != p and (is_wild_card(s) or q == find_colour(s)) and has_base(s, q):
            return True
    return False


@kernel
def run_destiny_play(s: State, box: Box, f: Frame) -> None:
    """Carry out a play of this file."""
    c = s.challenge
    play = f.a
    if play == ASSASSIN or play == WILD + ASSASSIN:
        run_assassin(s, f)
    elif play == DICTATOR:
        run_dictator(s, f)
    elif play == WILL:
        run_will(s, f)
    elif play == SUPER + WILL:
        run_look(s, f)
    elif play == WILD + CHRONOS or play == EDICT + SOLAR_WIND:
        end(s)
        call(s, TARGET, c.off, c.target, 0)
    else:
        if play == WILD + DICTATOR:
            c.rejected = 1
            s.window_over = 1  # R78
        elif play == SUPER + DICTATOR:
            c.super_dictator = 1
        elif play == WILD + WILL:
            c.wild_will = 1
        elif play == EDICT + CONE_FLIP:
            c.dark = 1 - c.dark
        else:
            s.super_use = 1  # super Assassin
        end(s)


@kernel
def run_assassin(s: State, f: Frame) -> None:
    """Assassin: the player of the colour loses a token (Super: two) from a base of his choice."""
    if f.at == 0:
        f.c = 2 if s.super_use != 0 else 1
        s.super_use = 0
        f.b = find_colour(s)
        f.at = 2 if f.b < 0 else 4
    if f.at == 2:
        open_question(s)
        for q in range(s.seats):
            if q != f.who and has_base(s, q):
                allow(s, PLAYER + q)
        ask(s, f, D_ASSASSIN, f.who)
        return
    if f.at == 3:
        f.b = answered_player(s)
        f.at = 4
    if f.at == 4:
        f.x = open_loss(s, f.b)
        f.at = 6
    if f.at == 7:
        f.at = 6
        place = answered_place(s)
        s.tokens[f.b, place] -= 1
        add_to_loss(s, f.x, place)
        f.c -= 1
    if f.c > 0 and has_base(s, f.b):
        open_question(s)
        allow_bases(s, f.b, NOBODY)
        ask(s, f, D_ASSASSIN, f.who)
        return
    victim, level = f.b, f.x
    end(s)
    call(s, LOSE, victim, level, 0)


@kernel
def run_dictator(s: State, f: Frame) -> None:
    """Dictator: choose the target system, the OFF's own only if it was drawn (R100)."""
    c = s.challenge
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            if q != c.off or find_colour(s) == c.off:
                allow(s, PLAYER + q)
        ask(s, f, D_DICTATOR, f.who)
        return
    c.system = answered_player(s)
    end(s)


@kernel
def can_will_stay_home(s: State) -> bool:
    """Will: whether the OFF may choose his own system (4.1 h)."""
    c = s.challenge
    for slot in range(PLANETS):
        place = c.off * SLOTS + slot
        if has_foreign_base(s, place):
            return True
        if find_colour(s) == c.off and is_empty(s, place):
            return True
    return False


@kernel
def run_will(s: State, f: Frame) -> None:
    """Will: choose the system, unless the Dictator did; any base in it may be attacked."""
    c = s.challenge
    if f.at == 0:
        c.will = 1
        if c.system >= 0:
            end(s)
            return
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow_others(s, f.who)
        if can_will_stay_home(s):
            allow(s, PLAYER + c.off)
        ask(s, f, D_WILL, f.who)
        return
    c.will = 2
    c.system = answered_player(s)
    end(s)


@kernel
def run_look(s: State, f: Frame) -> None:
    """Super Will: look at the hand of one other player before the choice."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_MIND, f.who)
        return
    see_hand(s, f.who, answered_player(s))
    end(s)
