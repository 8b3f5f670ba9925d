"""Plays at the reveal and for the totals (phase 8)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_KICKER_ZAP, OPT
from spaceenvs.cosmic_encounter.cards import (
    MAIN,
    SECOND,
    clear_table,
    discard_table,
    has_played_attack,
)
from spaceenvs.cosmic_encounter.components import (
    CHRONOS,
    EMOTION_CONTROL,
    EMPATH,
    FIRST_FLARE,
    KICKER_ZAP,
    MACRON,
    MIRROR,
    PACIFIST,
    TIMEGASH,
    VACUUM,
    VIRUS,
    WARPISH,
)
from spaceenvs.cosmic_encounter.hands import (
    count_challenge_cards,
    see_hand,
    take_from_discard,
    take_openly,
)
from spaceenvs.cosmic_encounter.hooks import EDICT, SUPER, WILD
from spaceenvs.cosmic_encounter.stack import (
    CALLED_OFF,
    FROM_WARP,
    GO_HOME,
    TIME_TRAVEL,
    Frame,
    allow,
    ask,
    call,
    count_in_challenge,
    end,
    has_allies,
    has_base,
    is_main,
    main_of,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE

PACIFIST_ATTACK = 15


@kernel
def can_at_reveal(s: State, box: Box, play: int, p: int, x: int) -> bool:
    """Whether the condition of a play of this file holds."""
    c = s.challenge
    side = side_of(s, p)
    if play == WILD + VACUUM:
        return s.warp[p] > 0 and has_base(s, p)
    if play == EDICT + EMOTION_CONTROL:
        return is_any_attack(s)
    if play == EDICT + KICKER_ZAP:
        return c.kicker[OFFENCE] >= 0 or c.kicker[DEFENCE] >= 0
    if play == EDICT + TIMEGASH:
        return True
    if play == SUPER + CHRONOS:
        return x == CHRONOS
    if play == MACRON or play == WILD + MACRON:
        is_there = side >= 0
        if play == MACRON:
            return is_there and count_in_challenge(s, p) > 0
        return is_there
    if not is_main(s, p):
        return False
    if play == CHRONOS:
        return c.used[CHRONOS] == 0
    if play == EMPATH or play == WILD + EMPATH:
        return has_played_attack(s, OFFENCE) != has_played_attack(s, DEFENCE)
    if play == WILD + PACIFIST or play == PACIFIST:
        return not has_played_attack(s, side) and has_played_attack(s, 1 - side)
    if play == WILD + VIRUS:
        return count_in_challenge(s, p) > 0 and has_allies(s, side)
    return True  # MAIN: wild Mirror, Anti-Matter, Virus, Warpish and their Flares


@kernel
def run_reveal_play(s: State, box: Box, f: Frame) -> None:
    """Carry out a play of this file."""
    play = f.a
    if play == EDICT + KICKER_ZAP:
        run_kicker_zap(s, f)
        return
    p = f.who
    end(s)
    if play == CHRONOS:
        travel_in_time(s, p)
    elif play == WILD + VACUUM:
        call(s, FROM_WARP, p, count_attacking_others(s, p), 0)
    elif play == EDICT + TIMEGASH:
        discard_table(s)
        s.challenge.jump = CALLED_OFF
        s.window_over = 1  # R78
        call(s, GO_HOME, NOBODY, 0, 0)
    elif play < EDICT:
        put_in_force(s, p, play)
    else:
        change_cards(s, p, play)


@kernel
def put_in_force(s: State, p: int, power: int) -> None:
    """A power without a choice takes effect."""
    c = s.challenge
    if power == EMPATH:
        change_the_attack(s)
    elif power == PACIFIST:
        c.pacified = side_of(s, p)
    else:
        c.force[power] = 1  # Anti-Matter, Macron, Virus, Warpish


@kernel
def change_cards(s: State, p: int, play: int) -> None:
    """An Edict or Flare without a choice takes effect."""
    c = s.challenge
    side = side_of(s, p)
    if play == SUPER + CHRONOS:
        see_hand(s, p, opponent(s, p))
    elif play == WILD + EMPATH:
        change_the_attack(s)
    elif play == EDICT + EMOTION_CONTROL:
        change_to_compromise(s, OFFENCE)
        change_to_compromise(s, DEFENCE)
    elif play == WILD + MIRROR:
        c.attack[side, MAIN] = c.attack[1 - side, MAIN]
        c.printed[side, MAIN] = c.printed[1 - side, MAIN]
        c.copied = side
    elif play == WILD + PACIFIST:
        for i in range(2):
            if c.attack[side, i] == 0:
                c.attack[side, i] = 1
                c.printed[side, i] = PACIFIST_ATTACK
    elif play == WILD + MACRON:
        c.bonus[side] += count_in_challenge(s, p)
    elif play == WILD + VIRUS:
        c.wild_virus[side] = 1
    elif play == SUPER + VIRUS:
        c.super_virus[side] = 1
    elif play == WILD + WARPISH:
        c.wild_warpish[side] = 1
    elif play == SUPER + WARPISH:
        c.super_warpish[side] = 1


# -- changing cards ---------------------------------------------------------------------------


@kernel
def is_any_attack(s: State) -> bool:
    """Emotion Control: whether any revealed card is an Attack."""
    c = s.challenge
    for side in range(2):
        if c.attack[side, MAIN] != 0 or c.attack[side, SECOND] != 0:
            return True
    return False


@kernel
def change_to_compromise(s: State, side: int) -> None:
    """All Attacks of a side become Compromises (R89: both of a Deuce)."""
    c = s.challenge
    c.attack[side, MAIN] = 0
    c.attack[side, SECOND] = 0


@kernel
def change_the_attack(s: State) -> None:
    """Empath: all Attacks of the side that played an Attack become Compromises."""
    change_to_compromise(s, OFFENCE if has_played_attack(s, OFFENCE) else DEFENCE)


@kernel
def count_attacking_others(s: State, p: int) -> int:
    """Wild Vacuum: count the main players other than p whose card is an Attack now."""
    count = 0
    for side in range(2):
        if main_of(s, side) != p and has_played_attack(s, side):
            count += 1
    return count


@kernel
def run_kicker_zap(s: State, f: Frame) -> None:
    """Kicker Zap: one revealed Kicker counts x1."""
    c = s.challenge
    if f.at == 0:
        if c.kicker[OFFENCE] >= 0 and c.kicker[DEFENCE] >= 0:
            open_question(s)
            allow(s, OPT + OFFENCE)
            allow(s, OPT + DEFENCE)
            ask(s, f, D_KICKER_ZAP, f.who)
            return
        c.factor[OFFENCE if c.kicker[OFFENCE] >= 0 else DEFENCE] = 1
    else:
        c.factor[s.answer - OPT] = 1
    end(s)


# -- Chronos ----------------------------------------------------------------------------------


@kernel
def travel_in_time(s: State, p: int) -> None:
    """Chronos: cards come back or are set aside, declarations are void, 7a begins again (R77)."""
    c = s.challenge
    side = side_of(s, p)
    opp = opponent(s, p)
    other = 1 - side
    c.used[CHRONOS] = 1
    give_back(s, side, MAIN)
    give_back(s, side, SECOND)
    if c.kicker[side] >= 0:
        take_openly(s, p, c.kicker[side])
    if count_challenge_cards(s, opp) > 0:
        c.aside[other, 0] = c.card[other]
        c.aside[other, 1] = c.second[other]
    else:
        give_back(s, other, MAIN)
        give_back(s, other, SECOND)
    c.aside[other, 2] = c.kicker[other]
    clear_table(s, OFFENCE)
    clear_table(s, DEFENCE)
    return_played(s)
    forget_declarations(s)
    c.jump = TIME_TRAVEL
    s.window_over = 1  # R78


@kernel
def give_back(s: State, side: int, place: int) -> None:
    """A revealed card returns to the hand of its side's main player."""
    c = s.challenge
    kind = c.card[side] if place == MAIN else c.second[side]
    if kind >= 0:
        take_openly(s, main_of(s, side), kind)


@kernel
def return_played(s: State) -> None:
    """Edicts and Flares played since 7a return from the discard pile, not the super Chronos."""
    c = s.challenge
    for i in range(c.played_count):
        kind = c.played[i]
        if kind != FIRST_FLARE + CHRONOS:
            take_from_discard(s, kind)
            take_openly(s, c.played_by[i], kind)
    c.played_count = 0


@kernel
def forget_declarations(s: State) -> None:
    """R77: upset, wild Loser, equalise, reversal, changes of cards are void."""
    c = s.challenge
    c.upset = 0
    c.both_lose = 0
    c.declared_count = 0
    c.copied = NOBODY
    c.oracle = NOBODY
    c.revealed = 0
    c.used[MIRROR] = 0
    for side in range(2):
        c.reversed[side] = 0
        c.factor[side] = 1
        for i in range(2):
            c.attack[side, i] = 0
            c.printed[side, i] = 0
