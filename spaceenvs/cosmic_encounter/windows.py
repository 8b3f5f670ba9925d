"""Windows, uses and cancelling (6.13, 6.14): how powers, Edicts and Flares come into play."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_CANCEL, D_WIN, OPT, PASS, YES, decision
from spaceenvs.cosmic_encounter.bindings import TO_ART, TO_NO_ART, TO_NO_POWER, is_bound, release
from spaceenvs.cosmic_encounter.comets import can_afford_card, pay_for_card
from spaceenvs.cosmic_encounter.components import (
    ACTION_OF_KIND,
    ASSASSIN,
    FIRST_EDICT,
    FIRST_FLARE,
    KINDS,
    MESMER,
    MISER,
    NUM_EDICTS,
    QUEUE,
)
from spaceenvs.cosmic_encounter.hands import (
    leave_openly,
    play_card,
    put_away,
    remember_play,
    take_openly,
)
from spaceenvs.cosmic_encounter.hoard import holds
from spaceenvs.cosmic_encounter.hooks import (
    ARTS_AT,
    H_CANCEL,
    H_CARD,
    H_DEST,
    H_DISCARD,
    H_JOINED,
    H_MOON,
    H_OWN,
    H_TIMING,
    HAS_MANDATORY,
    MANDATORY_AT,
    OPTIONAL_AT,
    QUIET_AT,
)
from spaceenvs.cosmic_encounter.plays import is_condition_met
from spaceenvs.cosmic_encounter.sets import add, has, meets, next_in_both
from spaceenvs.cosmic_encounter.sheets import (
    find_holder,
    find_number,
    has_power,
    is_used_here,
    note_first_power,
    note_use,
    numbered_power,
    power_at,
)
from spaceenvs.cosmic_encounter.stack import (
    ABOUT,
    CANCEL,
    IS_FOR_CARDS,
    IS_PLAYED,
    WINDOW,
    Frame,
    allow,
    allow_card,
    answered_kind,
    ask,
    begin_effect,
    begin_play,
    end,
    find_frame,
    is_silenced,
    may_answer,
    open_question,
    open_window_for,
    use_play,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.uses import (
    EDICT,
    FATE,
    IS_BLOCKED,
    NEXT_UP,
    NOT_CANCELLED,
    OF_MOON,
    OUTSIDE,
    RETURNED,
    STANDING_IN,
    STANDS_FOR,
    SUPER,
    TAKEN,
    TYPE_EDICT,
    TYPE_FLARE,
    VERDICT,
    WILD,
    card_about,
    card_of,
    is_barred,
)

# The places of a window besides 1 and 2, the question to the players.
OFFERS_FIRST, ANNOUNCED_FIRST, BEGUN = 10, 12, 13
SAYS_EDICT, IS_PLAYED_NOW = 20, 22  # places of USE
IS_FLARE_ITSELF = 0  # note of MESMERISE, besides STANDING_IN
D_QUEUE = decision("D_QUEUE")
D_MESMER = decision("D_MESMER")


# -- what a player may use ---------------------------------------------------------------------


@kernel
def find_role(s: State, p: int, power: int) -> int:
    """Return the play that a player's Flare is: own, active and un-zapped, Super (R33)."""
    return (SUPER if has_power(s, p, power) else WILD) + power


@kernel
def is_playable(s: State, box: Box, hook: int, p: int, about: int, edict: int) -> bool:
    """R107: whether a player's card may be played as this Edict now."""
    if box.nameable[FIRST_EDICT + edict] == 0 or not has(ARTS_AT[hook], edict):
        return False
    if is_barred(s, p, edict) or (is_silenced(s, p) and IS_BLOCKED[EDICT + edict] != 0):
        return False
    return is_condition_met(s, box, hook, EDICT + edict, p, about)


@kernel
def count_playable(s: State, box: Box, hook: int, p: int, about: int) -> int:
    """Count the Edicts that a card may be played as."""
    count = 0
    for edict in range(NUM_EDICTS):
        if is_playable(s, box, hook, p, about, edict):
            count += 1
    return count


@kernel
def is_fitting(s: State, box: Box, hook: int, p: int, about: int, edict: int) -> bool:
    """Whether a player holds this Edict and it may be played as another one."""
    if not holds(s, p, FIRST_EDICT + edict):
        return False
    own = 1 if is_playable(s, box, hook, p, about, edict) else 0
    return count_playable(s, box, hook, p, about) > own


@kernel
def can_stand_in(s: State, box: Box, hook: int, p: int, about: int, cards: int) -> bool:
    """Whether a player has an Edict that may be played as another one, and can pay for it."""
    if not can_afford_card(s, p, cards):
        return False
    for edict in range(NUM_EDICTS):
        if is_fitting(s, box, hook, p, about, edict):
            return True
    return False


@kernel
def allow_powers(s: State, box: Box, hook: int, p: int, about: int) -> None:
    """List the powers a player may use in a window: YES for the sheet, OPT for others (R103)."""
    if is_bound(s, p, TO_NO_POWER):
        return
    power = next_in_both(s.powers[p], OPTIONAL_AT[hook], -1)
    while power >= 0:
        is_free = hook in (H_CANCEL, H_JOINED, H_MOON) or not is_used_here(s, p, power)
        is_free = is_free and has_power(s, p, power)
        if power == MESMER:  # 6.10: what he plays is an Edict
            is_free = is_free and not is_bound(s, p, TO_NO_ART)
            is_free = is_free and can_stand_in(s, box, hook, p, about, 1)
        if is_free and is_condition_met(s, box, hook, power, p, about):
            number = find_number(s, p, power)
            allow(s, YES if number == 0 else OPT + number - 1)
        power = next_in_both(s.powers[p], OPTIONAL_AT[hook], power)


@kernel
def allow_arts(s: State, box: Box, hook: int, p: int, about: int) -> None:
    """List the Edicts and Flares a player may play in a window."""
    if is_bound(s, p, TO_NO_ART):
        return
    art = next_in_both(s.arts[p], ARTS_AT[hook], -1)
    while art >= 0:
        play = EDICT + art
        is_open = True
        if art >= NUM_EDICTS:
            play = find_role(s, p, art - NUM_EDICTS)
            is_open = s.challenge.sanity == 0
        is_open = is_open and holds(s, p, FIRST_EDICT + art)
        is_open = is_open and not is_barred(s, p, art) and can_afford_card(s, p, 1)
        is_open = is_open and not (is_silenced(s, p) and IS_BLOCKED[play] != 0)
        if play == WILD + MESMER:
            is_open = is_open and can_stand_in(s, box, hook, p, about, 2)
        elif play == SUPER + MESMER:
            is_open = is_open and count_playable(s, box, hook, p, about) > 0
        if is_open and is_condition_met(s, box, hook, play, p, about):
            allow_card(s, FIRST_EDICT + art)
        art = next_in_both(s.arts[p], ARTS_AT[hook], art)


@kernel
def allow_pass(s: State, p: int) -> None:
    """Passing is legal, unless a player is bound to play a card that he may play (6.10)."""
    if is_bound(s, p, TO_ART):
        for kind in range(FIRST_EDICT, KINDS):
            if s.mask[ACTION_OF_KIND[kind]] != 0:
                return
    allow(s, PASS)


@kernel
def find_play(s: State, p: int) -> int:
    """Return the play that the answer means."""
    if s.answer == YES:  # the sheet, or what is borrowed where there is no sheet
        return numbered_power(s, p, 0)
    if s.answer >= OPT:
        return numbered_power(s, p, s.answer - OPT + 1)
    kind = answered_kind(s)
    if kind < FIRST_FLARE:
        return EDICT + kind - FIRST_EDICT
    return find_role(s, p, kind - FIRST_FLARE)


# -- windows -----------------------------------------------------------------------------------


@kernel
def close_window(s: State) -> None:
    """The window that is open ends."""
    f = s.stack[s.depth - 1]
    if f.hook == H_CARD and f.seats != 0:
        s.window_over = f.seats
    s.windows -= 1
    end(s)


@kernel
def find_next_up(s: State, f: Frame) -> int:
    """Return whose turn it is in a window: timing order, but a Queue may be first (R139)."""
    order = s.challenge.order
    i = int(f.notes[NEXT_UP])
    if f.play == 0:
        return int(order[i])
    first = int(f.play) - 1
    if i == 0:
        return first
    for k in range(i):
        if order[k] == first:
            return int(order[i])
    return int(order[i - 1])


@kernel
def can_be_first(s: State, box: Box, f: Frame) -> bool:
    """R139: whether a Queue has a play in a window that begins and is not first in it."""
    if box.power_enabled[QUEUE] == 0 or f.who >= 0 or has(s.challenge.used, QUEUE):
        return False
    p = find_holder(s, QUEUE)
    if p < 0 or p == s.challenge.order[0] or is_silenced(s, p) or not has_power(s, p, QUEUE):
        return False
    if is_bound(s, p, TO_NO_POWER):
        return False
    open_question(s)
    if f.notes[IS_FOR_CARDS] == 0:
        allow_powers(s, box, f.hook, p, f.notes[ABOUT])
    allow_arts(s, box, f.hook, p, f.notes[ABOUT])
    return s.choices > 0  # type: ignore[no-any-return]


@kernel
def fires_assassin(s: State, box: Box, f: Frame) -> bool:
    """4.1 f: an Assassin is first in the window H_DEST, before what the timing order says."""
    p = find_holder(s, ASSASSIN)
    if p < 0 or is_used_here(s, p, ASSASSIN) or not has_power(s, p, ASSASSIN):
        return False
    if not is_condition_met(s, box, H_DEST, ASSASSIN, p, 0):
        return False
    note_use(s, p, ASSASSIN)
    use_play(s, p, ASSASSIN, H_DEST)
    return True


@kernel
def fires_power(s: State, box: Box, f: Frame) -> bool:
    """Let the next mandatory power fire, in timing order (R38); False if there is none left."""
    if f.hook == H_DEST and fires_assassin(s, box, f):
        return True
    while f.notes[NEXT_UP] < s.seats:
        p = find_next_up(s, f)
        if meets(s.powers[p], MANDATORY_AT[f.hook]):
            for place in range(s.held_count[p]):  # R103
                power = power_at(s, p, place)
                if not has(MANDATORY_AT[f.hook], power) or is_used_here(s, p, power):
                    continue
                if not has_power(s, p, power):
                    continue
                if is_condition_met(s, box, f.hook, power, p, f.notes[ABOUT]):
                    note_use(s, p, power)
                    if has(QUIET_AT[f.hook], power):
                        begin_effect(s, p, power, f.hook)
                    else:
                        use_play(s, p, power, f.hook)
                    return True
        f.notes[NEXT_UP] += 1
    return False


@kernel
def run_window(s: State, box: Box, f: Frame) -> None:
    """WINDOW of a hook for all, or for who alone.

    Mandatory powers fire first; then all are asked in timing order, round after round, until
    a whole round passes without a play.
    """
    hook = f.hook
    if f.at == 0:
        if hook == H_CARD and s.window_over != 0:
            f.seats = s.window_over  # the card ends the window that it was played in, not this one
            s.window_over = 0
        f.at = OFFERS_FIRST if can_be_first(s, box, f) else BEGUN
    if f.at == OFFERS_FIRST:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_QUEUE, find_holder(s, QUEUE))
        return
    if f.at == OFFERS_FIRST + 1:
        f.at = BEGUN
        if s.answer == YES:
            f.at = ANNOUNCED_FIRST
            add(s.challenge.used, QUEUE)
            use_play(s, find_holder(s, QUEUE), QUEUE, H_TIMING)
            return
    if f.at == ANNOUNCED_FIRST:
        f.at = BEGUN
        if s.result != 0:
            f.play = find_holder(s, QUEUE) + 1
    if f.at == BEGUN:
        is_open = HAS_MANDATORY[hook] != 0 and f.notes[IS_FOR_CARDS] == 0
        if is_open and fires_power(s, box, f):
            return
        f.at = 1
        f.notes[NEXT_UP] = 0
    elif f.at == 2:
        f.at = 1
        if s.answer == PASS:
            f.notes[NEXT_UP] += 1
        else:
            f.notes[IS_PLAYED] = 1
            p = find_next_up(s, f)
            play = find_play(s, p)
            if play < EDICT:
                note_use(s, p, play)
            if play == MISER:
                begin_effect(s, p, play, hook)  # never announced
            else:
                use_play(s, p, play, hook)
            return
    # The Edict that ends the window it was played in (Timegash) is discarded first.
    if s.window_over != 0 and hook != H_DISCARD:
        s.window_over = 0  # R78
        close_window(s)
        return
    while True:
        if f.notes[NEXT_UP] >= s.seats:
            if f.notes[IS_PLAYED] == 0:
                close_window(s)
                return
            f.notes[NEXT_UP] = 0
            f.notes[IS_PLAYED] = 0
        p = find_next_up(s, f)
        is_asked = f.who < 0 or f.who == p
        if is_asked and (may_answer(s, hook, p) or s.asked_again != 0):
            open_question(s)
            if f.notes[IS_FOR_CARDS] == 0:
                allow_powers(s, box, hook, p, f.notes[ABOUT])
            allow_arts(s, box, hook, p, f.notes[ABOUT])
            if s.choices > 0 or s.asked_again != 0:
                allow_pass(s, p)
                ask(s, f, D_WIN, p)
                return
        f.notes[NEXT_UP] += 1


# -- uses --------------------------------------------------------------------------------------


@kernel
def run_use(s: State, box: Box, f: Frame) -> None:
    """USE: who uses a play; returns 1 if it took effect."""
    play = f.play
    kind = card_of(f)
    if f.at == 0:
        f.notes[OUTSIDE] = s.super_use + 2 * s.kept
        if kind < 0:
            note_first_power(s, f.who, play)
        if kind >= 0:
            play_card(s, f.who, kind)
            leave_openly(s, f.who, kind)
            release(s, f.who, TO_ART)
            pay_for_card(s, f.who)
            if kind >= FIRST_FLARE:
                s.flare_seen[kind - FIRST_FLARE] = 1
        f.at = SAYS_EDICT if play == SUPER + MESMER and f.hook == H_CANCEL else IS_PLAYED_NOW
    if f.at == SAYS_EDICT:
        ask_for_edict(s, box, f, f.hook, NOBODY)  # R107: before CANCEL
        return
    if f.at == SAYS_EDICT + 1:
        f.notes[STANDS_FOR] = s.answer - OPT + 1
        f.at = IS_PLAYED_NOW
    if f.at == IS_PLAYED_NOW:
        f.at = 1
        # R71: before the choices of the use.
        begin_play(s, CANCEL, f.who, play, H_CANCEL if f.hook == H_JOINED else f.hook)
        return
    if f.at == 1:
        if s.result != NOT_CANCELLED:
            f.notes[FATE] = max(f.notes[FATE], s.result)
            f.at = 4
            if kind < 0:
                add(s.challenge.cancelled, play)  # R32
        else:
            f.at = 3
            s.super_use = 0
            if kind < 0:
                open_window_for(s, f.who, H_OWN, play)  # R73
                return
    if f.at == 3:
        f.at = 4
        stands_for = EDICT + f.notes[STANDS_FOR] - 1
        begin_effect(s, f.who, play if f.notes[STANDS_FOR] == 0 else stands_for, f.hook)
        return
    if f.at == 4:
        f.at = 5
        if EDICT <= play < WILD and f.notes[FATE] < TAKEN:
            s.kept = 0
            open_window_for(s, f.who, H_DISCARD, kind)
            return
    if kind >= 0 and f.notes[FATE] == RETURNED:
        take_openly(s, f.who, kind)  # R128
    elif kind >= 0 and f.notes[FATE] != TAKEN:
        if s.kept != 0 and play < WILD:
            s.kept = 0
            take_openly(s, f.who, kind)
        elif put_away(s, f.who, kind):  # R72: when its effect is over
            remember_play(s, f.who, kind)
    s.result = 1 if f.notes[FATE] == NOT_CANCELLED else 0
    if kind < 0:  # a Pavlov has answered the Super or the Clone (R129)
        s.super_use = f.notes[OUTSIDE] % 2
        s.kept = f.notes[OUTSIDE] // 2
    is_played = kind >= 0 and f.notes[FATE] != RETURNED
    about = card_about(f.who, TYPE_EDICT if play < WILD else TYPE_FLARE)
    end(s)
    if is_played:
        open_window_for(s, NOBODY, H_CARD, about)  # R129


@kernel
def find_about(s: State, hook: int) -> int:
    """Return what the window or CANCEL is about in which a play is used."""
    if hook == H_CANCEL:
        return int(find_frame(s, CANCEL).play)
    return int(find_frame(s, WINDOW).notes[ABOUT])


@kernel
def ask_for_edict(s: State, box: Box, f: Frame, hook: int, besides: int) -> None:
    """Ask which Edict a card is played as."""
    about = find_about(s, hook)
    open_question(s)
    for edict in range(NUM_EDICTS):
        if edict != besides and is_playable(s, box, hook, f.who, about, edict):
            allow(s, OPT + edict)
    ask(s, f, D_MESMER, f.who)


@kernel
def run_mesmerise(s: State, box: Box, f: Frame) -> None:
    """MESMERISE: who plays an Edict, or the Flare itself, as another one (R107)."""
    p, hook = f.who, f.hook
    if f.at == 0:
        f.at = 4 if f.notes[IS_FLARE_ITSELF] != 0 else 2
    if f.at == 2:
        about = find_about(s, hook)
        open_question(s)
        for edict in range(NUM_EDICTS):
            if is_fitting(s, box, hook, p, about, edict):
                allow_card(s, FIRST_EDICT + edict)
        if s.choices == 0 and s.asked_again == 0:
            end(s)  # CANCEL has cost him his last one
            return
        ask(s, f, D_MESMER, p)
        return
    if f.at == 3:
        f.notes[STANDING_IN] = answered_kind(s) + 1
        f.at = 4
    if f.at == 4:
        card = int(f.notes[STANDING_IN]) - 1
        if count_playable(s, box, hook, p, find_about(s, hook)) == 0:
            end(s)
            return
        ask_for_edict(s, box, f, hook, card - FIRST_EDICT if card >= 0 else NOBODY)
        return
    play = EDICT + s.answer - OPT
    card = f.notes[STANDING_IN]
    is_flare = f.notes[IS_FLARE_ITSELF] != 0
    end(s)
    if is_flare:
        begin_effect(s, p, play, hook)
    else:
        use_play(s, p, play, hook)
        s.stack[s.depth - 1].notes[STANDING_IN] = card


@kernel
def run_cancel(s: State, box: Box, f: Frame) -> None:
    """CANCEL: the players other than who may cancel his use of a play (R71).

    The first cancel that is not cancelled itself counts. Returns what became of the use.
    """
    c = s.challenge
    hook = H_JOINED if f.hook == H_JOINED else H_CANCEL
    if f.notes[OF_MOON] != 0:
        hook = H_MOON
    if f.at == 1:
        f.at = 0
        if s.answer == PASS:
            f.notes[NEXT_UP] += 1
        else:
            q = c.order[f.notes[NEXT_UP]]
            use_play(s, q, find_play(s, q), hook)
            return
    if f.notes[VERDICT] == NOT_CANCELLED:
        while f.notes[NEXT_UP] < s.seats:
            q = c.order[f.notes[NEXT_UP]]
            if q != f.who and (may_answer(s, hook, q) or s.asked_again != 0):
                open_question(s)
                allow_powers(s, box, hook, q, f.play)
                allow_arts(s, box, hook, q, f.play)
                if s.choices > 0 or s.asked_again != 0:
                    allow_pass(s, q)
                    ask(s, f, D_CANCEL, q)
                    return
            f.notes[NEXT_UP] += 1
    s.result = f.notes[VERDICT]
    end(s)
