"""Phase 2: destiny (procedure 4.1)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import shuffle
from spaceenvs.cosmic_encounter.actions import D_OWN, D_WILD, OPT, PASS
from spaceenvs.cosmic_encounter.components import (
    DESTINY_DARK_WILD,
    DESTINY_WILD,
    DICTATOR,
    MAX_PLAYERS,
    NUM_DESTINY,
    PLANETS,
    SLOTS,
    WILL,
)
from spaceenvs.cosmic_encounter.hooks import H_DEST, H_SYSTEM
from spaceenvs.cosmic_encounter.plays.destiny import find_colour, is_wild_card
from spaceenvs.cosmic_encounter.plays.start import allow_others
from spaceenvs.cosmic_encounter.stack import (
    BASES,
    DEFENDER,
    EFFECT,
    LAUNCH,
    Frame,
    allow,
    answered_player,
    ask,
    call,
    find_holder,
    go_to,
    has_foreign_base,
    has_power,
    is_active,
    is_empty,
    open_question,
    open_window,
    use_play,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.targets import ATTACK_AT_HOME, OCCUPY, is_defender_known

WILL_CHOSE = 2


@kernel
def turn_up_card(s: State, box: Box) -> None:
    """Turn up the top destiny card; the last one is shuffled with the discards first (11.7)."""
    if s.destiny_count == 1:
        for k in range(s.destiny_discard_count):
            s.destiny[1 + k] = s.destiny_discard[k]
        s.destiny_count += s.destiny_discard_count
        s.destiny_discard_count = 0
        for card in range(NUM_DESTINY):
            s.destiny_discards[card] = 0
        shuffle(s.rng, s.destiny, s.destiny_count)
    s.destiny_count -= 1
    s.card_up = s.destiny[s.destiny_count]
    is_dark = MAX_PLAYERS <= s.card_up < DESTINY_WILD or s.card_up == DESTINY_DARK_WILD
    s.dark = 1 if is_dark and box.reverse_cone != 0 else 0
    s.rejected = 0
    s.super_dictator = 0
    s.system = NOBODY
    s.own = 0
    s.will = 0
    s.wild_will = 0


@kernel
def discard_destiny(s: State) -> None:
    """Discard the destiny card; its cone side stays in use."""
    s.destiny_discard[s.destiny_discard_count] = s.card_up
    s.destiny_discard_count += 1
    s.destiny_discards[s.card_up] += 1


@kernel
def can_attack_at_home(s: State) -> bool:
    """D_OWN OPT_0: a foreign base in the own system."""
    for slot in range(PLANETS):
        if has_foreign_base(s, s.off * SLOTS + slot):
            return True
    return False


@kernel
def can_occupy(s: State) -> bool:
    """D_OWN OPT_1: the own colour was turned up and an own planet is empty (R12)."""
    if find_colour(s) != s.off:
        return False
    for slot in range(PLANETS):
        if is_empty(s, s.off * SLOTS + slot):
            return True
    return False


@kernel
def begin_dictator(s: State) -> bool:
    """4.1 g: an active Dictator, or an OFF with the super Dictator, chooses the system."""
    if is_wild_card(s):
        return False
    if s.super_dictator != 0:
        call(s, EFFECT, s.off, DICTATOR, 0)
        return True
    holder = find_holder(s, DICTATOR)
    if holder >= 0 and holder != s.off and is_active(s, holder):
        use_play(s, holder, DICTATOR)
        return True
    return False


@kernel
def run_destiny(s: State, box: Box, f: Frame) -> None:
    """Phase 2, steps a to h."""
    if f.at == 0:
        turn_up_card(s, box)
        f.at = 1
        open_window(s, H_DEST)
        return
    if f.at == 1:
        if s.rejected != 0:
            discard_destiny(s)
            f.at = 0
            return
        f.at = 2
        if begin_dictator(s):
            return
    if f.at == 2:
        f.at = 3
        if has_power(s, s.off, WILL):
            use_play(s, s.off, WILL)
            return
    if f.at == 3:
        f.at = 6
        if s.system < 0:
            if is_wild_card(s):
                f.at = 4
            else:
                s.system = find_colour(s)
    if f.at == 4:
        open_question(s)
        allow_others(s, s.off)  # R14
        ask(s, f, D_WILD, s.off)
        return
    if f.at == 5:
        s.system = answered_player(s)
        f.at = 6
    if f.at == 6:
        if s.system == s.off:
            open_question(s)
            if s.will != WILL_CHOSE:
                allow(s, PASS)
            if can_attack_at_home(s):
                allow(s, OPT)
            if can_occupy(s):
                allow(s, OPT + 1)
            ask(s, f, D_OWN, s.off)
            return
        f.at = 8
    if f.at == 7:
        if s.answer == PASS:  # R13
            discard_destiny(s)
            f.at = 0
            return
        s.own = ATTACK_AT_HOME if s.answer == OPT else OCCUPY
        f.at = 8
    fix_target_system(s, box, f)


@kernel
def fix_target_system(s: State, box: Box, f: Frame) -> None:
    """Phase 2, steps h (the H_SYSTEM window) to k."""
    if f.at == 8:
        f.at = 9
        open_window(s, H_SYSTEM)
        return
    if f.at == 9:
        f.at = 10
        if is_defender_known(s, box):
            call(s, DEFENDER, s.system, 0, 0)
            return
    if f.at == 10:
        discard_destiny(s)
        f.at = 11
        call(s, BASES, NOBODY, 0, 0)
        return
    go_to(s, LAUNCH)
