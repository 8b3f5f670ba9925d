"""Windows, uses and cancelling (6.13, 6.14): how powers, Edicts and Flares come into play."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_CANCEL, D_WIN, PASS, YES
from spaceenvs.cosmic_encounter.components import FIRST_FLARE
from spaceenvs.cosmic_encounter.hands import (
    drop_card,
    leave_openly,
    put_on_discard,
    remember_play,
    take_openly,
)
from spaceenvs.cosmic_encounter.hooks import (
    ALLIANCE,
    ARTS_AT,
    CANCELLING,
    DESTINY,
    EDICT,
    FAMILY_OF,
    H_CANCEL,
    H_DISCARD,
    H_OWN,
    HAS_MANDATORY,
    MANDATORY_AT,
    OUTCOME,
    PLAY_KIND,
    PLAYS_AT,
    POWERS_AT,
    REVEAL,
    SELECTION,
    START,
    SUPER,
    WILD,
)
from spaceenvs.cosmic_encounter.plays.alliance import can_at_alliance, run_alliance_play
from spaceenvs.cosmic_encounter.plays.cancelling import can_cancel, run_cancelling_play
from spaceenvs.cosmic_encounter.plays.destiny import can_at_destiny, run_destiny_play
from spaceenvs.cosmic_encounter.plays.outcome import can_at_outcome, run_outcome_play
from spaceenvs.cosmic_encounter.plays.reveal import can_at_reveal, run_reveal_play
from spaceenvs.cosmic_encounter.plays.selection import can_at_selection, run_selection_play
from spaceenvs.cosmic_encounter.plays.start import can_at_start, run_start_play
from spaceenvs.cosmic_encounter.stack import (
    CANCEL,
    EFFECT,
    WINDOW,
    Frame,
    allow,
    allow_card,
    answered_kind,
    ask,
    call,
    end,
    is_active,
    open_question,
    use_play,
)

NOT_CANCELLED, CANCELLED, TAKEN = 0, 1, 2


@kernel
def is_condition_met(s: State, box: Box, play: int, p: int, x: int) -> bool:
    """Whether the condition of a play's row holds for a player; x is what the window is about."""
    family = FAMILY_OF[play]
    if family == START:
        return can_at_start(s, box, play, p, x)
    if family == CANCELLING:
        return can_cancel(s, box, play, p, x)
    if family == DESTINY:
        return can_at_destiny(s, box, play, p, x)
    if family == ALLIANCE:
        return can_at_alliance(s, box, play, p, x)
    if family == SELECTION:
        return can_at_selection(s, box, play, p, x)
    if family == REVEAL:
        return can_at_reveal(s, box, play, p, x)
    if family == OUTCOME:
        return can_at_outcome(s, box, play, p, x)
    return False


@kernel
def run_effect(s: State, box: Box, f: Frame) -> None:
    """EFFECT: carry out a play that was not cancelled."""
    family = FAMILY_OF[f.a]
    if family == START:
        run_start_play(s, box, f)
    elif family == CANCELLING:
        run_cancelling_play(s, box, f)
    elif family == DESTINY:
        run_destiny_play(s, box, f)
    elif family == ALLIANCE:
        run_alliance_play(s, box, f)
    elif family == SELECTION:
        run_selection_play(s, box, f)
    elif family == REVEAL:
        run_reveal_play(s, box, f)
    else:
        run_outcome_play(s, box, f)


@kernel
def is_held(s: State, play: int, p: int, used: int) -> bool:
    """Whether a player has the power, or the card in the right role (6.14)."""
    if play < EDICT:
        return s.power[p] == play and (used >> play) & 1 == 0 and is_active(s, p)
    kind = PLAY_KIND[play]
    if s.hand[p, kind] == 0:
        return False
    if play < WILD:
        return True
    if s.challenge.sanity != 0:
        return False
    # R33: own, active and un-zapped power: Super; otherwise Wild.
    is_super = s.power[p] == kind - FIRST_FLARE and is_active(s, p)
    return is_super == (play >= SUPER)


@kernel
def may_answer(s: State, hook: int, p: int) -> bool:
    """Whether a player has a card or a power for a window; can he use it, `allow_plays` finds."""
    if s.arts[p] & ARTS_AT[hook] != 0:
        return True
    power = int(s.power[p])
    return power >= 0 and (POWERS_AT[hook] >> power) & 1 != 0


@kernel
def allow_plays(s: State, box: Box, hook: int, p: int, x: int, used: int) -> None:
    """List everything a player may use in a window."""
    for i in range(PLAYS_AT.shape[1]):
        play = PLAYS_AT[hook, i]
        if play < 0:
            break
        if is_held(s, play, p, used) and is_condition_met(s, box, play, p, x):
            if play < EDICT:
                allow(s, YES)
            else:
                allow_card(s, PLAY_KIND[play])


@kernel
def find_play(s: State, p: int) -> int:
    """Return the play that the answer means."""
    if s.answer == YES:
        return int(s.power[p])
    kind = answered_kind(s)
    if kind < FIRST_FLARE:
        return EDICT + kind - PLAY_KIND[EDICT]
    power = kind - FIRST_FLARE
    return (SUPER if s.power[p] == power and is_active(s, p) else WILD) + power


@kernel
def run_window(s: State, box: Box, f: Frame) -> None:
    """WINDOW(hook a) for all, or for who alone; x is what the window is about.

    Mandatory powers fire first; then all are asked in timing order, round after round, until
    a whole round passes without a play.
    """
    c = s.challenge
    hook = f.a
    if f.at == 0:
        if HAS_MANDATORY[hook] != 0:
            while f.b < s.seats:
                p = c.order[f.b]
                f.b += 1
                power = int(s.power[p])
                if power < 0 or MANDATORY_AT[hook, power] == 0:
                    continue
                if is_active(s, p) and is_condition_met(s, box, power, p, f.x):
                    f.bits |= 1 << power
                    use_play(s, p, power)
                    return
        f.at = 1
        f.b = 0
    elif f.at == 2:
        f.at = 1
        if s.answer == PASS:
            f.b += 1
        else:
            f.c = 1
            p = c.order[f.b]
            play = find_play(s, p)
            if play < EDICT:
                f.bits |= 1 << play
            use_play(s, p, play)
            return
    # The Edict that ends the window it was played in (Timegash) is discarded first.
    if s.window_over != 0 and hook != H_DISCARD:
        s.window_over = 0  # R78
        end(s)
        return
    while True:
        if f.b >= s.seats:
            if f.c == 0:
                end(s)
                return
            f.b = 0
            f.c = 0
        p = c.order[f.b]
        is_asked = f.who < 0 or f.who == p
        if is_asked and (may_answer(s, hook, p) or s.asked_again != 0):
            open_question(s)
            allow_plays(s, box, hook, p, f.x, f.bits)
            if s.choices > 0 or s.asked_again != 0:
                allow(s, PASS)
                ask(s, f, D_WIN, p)
                return
        f.b += 1


@kernel
def run_use(s: State, box: Box, f: Frame) -> None:
    """USE: who uses the play a; returns 1 if it took effect."""
    play = f.a
    kind = PLAY_KIND[play]
    if f.at == 0:
        f.at = 1
        if kind >= 0:
            drop_card(s, f.who, kind)
            leave_openly(s, f.who, kind)
            if kind >= FIRST_FLARE:
                s.flare_seen[kind - FIRST_FLARE] = 1
        call(s, CANCEL, f.who, play, 0)
        return
    if f.at == 1:
        if s.result != NOT_CANCELLED:
            f.b = max(f.b, s.result)
            f.at = 4
            if kind < 0:
                s.challenge.cancelled[play] = 1  # R32
        else:
            f.at = 3
            s.super_use = 0
            if kind < 0:
                call(s, WINDOW, f.who, H_OWN, play)
                return
    if f.at == 3:
        f.at = 4
        call(s, EFFECT, f.who, play, 0)
        return
    if f.at == 4:
        f.at = 5
        if EDICT <= play < WILD and f.b != TAKEN:
            s.kept = 0
            call(s, WINDOW, f.who, H_DISCARD, kind)
            return
    if kind >= 0 and f.b != TAKEN:
        if s.kept != 0 and play < WILD:
            s.kept = 0
            take_openly(s, f.who, kind)
        else:
            put_on_discard(s, kind)
            remember_play(s, f.who, kind)
    s.result = 1 if f.b == NOT_CANCELLED else 0
    end(s)


@kernel
def run_cancel(s: State, box: Box, f: Frame) -> None:
    """CANCEL: the players other than who may cancel his use of the play a.

    The first cancel that is not cancelled itself counts. Returns what became of the use.
    """
    c = s.challenge
    if f.at == 1:
        f.at = 0
        if s.answer == PASS:
            f.b += 1
        else:
            q = c.order[f.b]
            use_play(s, q, find_play(s, q))
            return
    if f.c == NOT_CANCELLED:
        while f.b < s.seats:
            q = c.order[f.b]
            if q != f.who and (may_answer(s, H_CANCEL, q) or s.asked_again != 0):
                open_question(s)
                allow_plays(s, box, H_CANCEL, q, f.a, 0)
                if s.choices > 0 or s.asked_again != 0:
                    allow(s, PASS)
                    ask(s, f, D_CANCEL, q)
                    return
            f.b += 1
    s.result = f.c
    end(s)
