"""Phase 2: destiny (procedure 4.1)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_OWN, D_WILD, OPT, PASS, PLAYER
from spaceenvs.cosmic_encounter.begin import push_challenge
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.comets import comet_of, is_cone_turned
from spaceenvs.cosmic_encounter.components import (
    DESTINY_DARK_WILD,
    DESTINY_WILD,
    DICTATOR,
    DRAGON,
    MAX_PLAYERS,
    SLOTS,
    WILL,
    WORLDSHIPS,
)
from spaceenvs.cosmic_encounter.cones import (
    ANY_MOON,
    VOTE,
    cone_of,
    find_named_by,
    rule_of_target,
)
from spaceenvs.cosmic_encounter.hooks import H_DEST, H_LURE, H_SYSTEM
from spaceenvs.cosmic_encounter.limbo import empty_by_colour, empty_by_system
from spaceenvs.cosmic_encounter.moon_points import CONE_SIDE, apply_moons
from spaceenvs.cosmic_encounter.piles import (
    discard_destiny_card,
    note_special,
)
from spaceenvs.cosmic_encounter.reshuffle import reshuffle_destiny
from spaceenvs.cosmic_encounter.sets import has
from spaceenvs.cosmic_encounter.sheets import (
    find_holder,
    has_power,
)
from spaceenvs.cosmic_encounter.stack import (
    BASES,
    CAST,
    DEFENDER,
    DESTINY,
    LAUNCH,
    Frame,
    allow,
    answered_player,
    ask,
    begin_effect,
    call,
    find_hex,
    go_to,
    has_foreign_base,
    has_seat,
    is_empty,
    open_question,
    open_window,
    use_play,
    with_seat,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.targets import (
    ATTACK_AT_HOME,
    OCCUPY,
    find_colour,
    is_defender_known,
    is_own_colour,
)
from spaceenvs.cosmic_encounter.worldships import (
    ask_worldships,
    begin_comet,
    draw_worldships,
)

WILL_CHOSE = 2
IS_KEPT, IS_ASIDE = 0, 1  # cells of Dragon: the card turned up is on a sheet; goes aside
TURNED_UP, VOTED = 20, 22  # places of DESTINY: after D_WS; after D_VOTE


@kernel
def turn_up_card(s: State, box: Box) -> None:
    """Turn up the top destiny card; the last one is shuffled with the discards first (11.7)."""
    c = s.challenge
    if s.destiny_count == 1:
        reshuffle_destiny(s, box)
        draw_worldships(s)
    s.destiny_count -= 1
    c.card_up = s.destiny[s.destiny_count]
    c.card_lies = 1
    note_special(s, c.card_up)
    c.dark = 0
    c.named = 0
    c.by_worldships = 0
    c.rejected = 0
    c.super_dictator = 0
    c.system = NOBODY
    c.lured = 0
    c.own = 0
    c.will = 0
    c.wild_will = 0


@kernel
def fix_cone(s: State, box: Box) -> None:
    """R204: the side of the cone that the destiny card shows, or the other one."""
    c = s.challenge
    is_dark = MAX_PLAYERS <= c.card_up < DESTINY_WILD or c.card_up == DESTINY_DARK_WILD
    is_shown = apply_moons(s, box, CONE_SIDE, c.off, 0, 1 if is_dark else 0) != 0
    c.dark = 1 if is_shown != is_cone_turned(s) and box.reverse_cone != 0 else 0


@kernel
def discard_destiny(s: State) -> None:
    """Discard the destiny card, unless a Dragon keeps it; its cone side stays in use."""
    card = int(s.challenge.card_up)
    s.challenge.card_lies = 0
    if get_cell(s, DRAGON, IS_KEPT) == 0:
        if get_cell(s, DRAGON, IS_ASIDE) != 0:
            s.destiny_aside[card] += 1
        else:
            discard_destiny_card(s, card)
    if has(s.challenge.marked, DRAGON):
        set_cell(s, DRAGON, IS_KEPT, 0)
        set_cell(s, DRAGON, IS_ASIDE, 0)


@kernel
def name_players(s: State) -> None:
    """4.1 e: the players that the destiny card gives: F."""
    c = s.challenge
    if cone_of(c.card_up) != 0:
        c.named = find_named_by(s, cone_of(c.card_up))
    elif c.card_up >= DESTINY_WILD:
        c.named = 0
        for q in range(s.seats):
            if q != c.off:
                c.named = with_seat(c.named, q)
    else:
        c.named = with_seat(0, c.card_up % MAX_PLAYERS)


@kernel
def run_turned_up(s: State, box: Box, f: Frame) -> bool:
    """4.1 b to e: D_WS, comets, the Limbo, whom the card names; False if a card is turned up anew.

    Goes on at place 1 when the H_DEST window is over.
    """
    c = s.challenge
    if f.at == 0:
        turn_up_card(s, box)
        f.at = TURNED_UP
        if ask_worldships(s, 0):
            return True
    if f.at == TURNED_UP:
        if comet_of(c.card_up) != 0:
            begin_comet(s, box, comet_of(c.card_up))
            return False
        fix_cone(s, box)
        empty_by_colour(s, box)
        f.at = VOTED
        if cone_of(c.card_up) == VOTE:
            call(s, CAST, NOBODY, 0)
            return True
    name_players(s)
    if c.named == 0:
        return False
    f.at = 1
    open_window(s, H_DEST)
    return True


@kernel
def can_attack_at_home(s: State) -> bool:
    """D_OWN OPT_0: a foreign base in the own system."""
    for slot in range(SLOTS):
        if has_foreign_base(s, s.challenge.off * SLOTS + slot):
            return True
    return False


@kernel
def can_occupy(s: State) -> bool:
    """D_OWN OPT_1: the own colour was turned up (R57) and an own planet is empty (R12)."""
    c = s.challenge
    if not is_own_colour(s):
        return False
    for slot in range(SLOTS):
        if is_empty(s, c.off * SLOTS + slot):
            return True
    return False


@kernel
def begin_dictator(s: State) -> bool:
    """4.1 g: an active Dictator, or an OFF with the super Dictator, chooses the system."""
    c = s.challenge
    if find_colour(s) < 0:
        return False
    if c.super_dictator != 0:
        begin_effect(s, c.off, DICTATOR, H_SYSTEM)
        return True
    holder = find_holder(s, DICTATOR)
    if holder >= 0 and holder != c.off and has_power(s, holder, DICTATOR):
        use_play(s, holder, DICTATOR, H_SYSTEM)
        return True
    return False


@kernel
def run_destiny(s: State, box: Box, f: Frame) -> None:
    """Phase 2, steps a to h."""
    c = s.challenge
    if f.at == 0 or f.at >= TURNED_UP:
        if not run_turned_up(s, box, f):
            discard_destiny(s)
            f.at = 0
        return
    if f.at == 1:
        if c.rejected != 0:
            discard_destiny(s)
            f.at = 0
            return
        f.at = 2
        if begin_dictator(s):
            return
    if f.at == 2:
        f.at = 3
        if has_power(s, c.off, WILL):
            use_play(s, c.off, WILL, H_SYSTEM)
            return
    if f.at == 3:
        f.at = 6
        if c.system < 0:
            if rule_of_target(s) == ANY_MOON:
                f.at = 8
            elif find_colour(s) < 0:
                f.at = 4
            else:
                c.system = find_colour(s)
    if f.at == 4:
        open_question(s)
        for q in range(s.seats):
            if has_seat(c.named, q):  # R14, R57
                allow(s, PLAYER + q)
        ask(s, f, D_WILD, find_hex(s, WORLDSHIPS) if c.by_worldships != 0 else c.off)  # R213
        return
    if f.at == 5:
        c.system = answered_player(s)
        f.at = 6
    if f.at == 6:
        if c.system == c.off:
            open_question(s)
            if c.will != WILL_CHOSE:
                allow(s, PASS)
            if can_attack_at_home(s):
                allow(s, OPT)
            if can_occupy(s):
                allow(s, OPT + 1)
            ask(s, f, D_OWN, c.off)
            return
        f.at = 8
    if f.at == 7:
        if s.answer == PASS:  # R13
            discard_destiny(s)
            f.at = 0
            return
        c.own = ATTACK_AT_HOME if s.answer == OPT else OCCUPY
        f.at = 8
    fix_target_system(s, box, f)


@kernel
def begin_return_challenge(s: State, p: int) -> None:
    """R114: a challenge inside the one that is fought, against its OFF in his home system."""
    system = s.challenge.off
    push_challenge(s, p, DESTINY)
    s.challenge.system = system
    s.stack[s.depth - 1].at = 10  # DEF becomes known, then phase 3


@kernel
def fix_target_system(s: State, box: Box, f: Frame) -> None:
    """Phase 2, steps h (the H_SYSTEM window) to k."""
    if f.at == 8:
        f.at = 9
        open_window(s, H_SYSTEM)
        return
    if f.at == 9:
        empty_by_system(s, box)
        f.at = 10
        open_window(s, H_LURE)
        return
    if f.at == 10:
        f.at = 11
        lured = s.challenge.lured
        if lured > 0:
            call(s, DEFENDER, lured - 1, 0)
            return
        if is_defender_known(s, box):
            call(s, DEFENDER, s.challenge.system, 0)
            return
    if f.at == 11:
        if s.challenge.card_up >= 0:  # R114: none in a return challenge
            discard_destiny(s)
            fix_cone(s, box)
        f.at = 12
        call(s, BASES, NOBODY, 0)
        return
    go_to(s, LAUNCH)
