"""What happens on moons: occupations, D_MOON, effects, refusals, discards (11.4, R214-R220)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import shuffle
from spaceenvs.cosmic_encounter.actions import (
    D_MOON,
    D_RETURN,
    DECISIONS,
    PASS,
    PLAYER,
    YES,
    decision,
    decision_name,
)
from spaceenvs.cosmic_encounter.components import (
    EDICTS,
    FORCE_FIELD,
    INTERMITTENT,
    IS_SECRET_MOON,
    MAX_MOONS,
    MAX_PLAYERS,
    MOON_BASE_OMEGA,
    MOON_DURATION,
    NUM_MOONS,
    ONE_SHOT,
    POWERS,
    REFUSAL_MOON,
    SYSTEM_MOONS,
    WILL,
)
from spaceenvs.cosmic_encounter.hooks import H_MOON
from spaceenvs.cosmic_encounter.lunar import ACTS_AT, acts_when_it_starts, call_moon, is_revealed_at
from spaceenvs.cosmic_encounter.moon_blocks import NO_HOOK
from spaceenvs.cosmic_encounter.satellites import (
    ENTERED,
    FACE_UP,
    MOON,
    UNTOUCHED,
    WAS_HERE,
    is_moon_there,
    note_moons,
    occupant_of,
    place_of,
    remove_place,
)
from spaceenvs.cosmic_encounter.scoring import check_victory
from spaceenvs.cosmic_encounter.stack import (
    ASK_MOON,
    CANCEL,
    DROP_MOONS,
    EFFECT,
    OUTCOME,
    REFUSE,
    START_MOON,
    Frame,
    allow,
    allow_bases,
    answered_place,
    ask,
    begin_play,
    call,
    end,
    has_base_besides,
    open_question,
    with_seat,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.uses import (
    CANCELLED,
    EDICT,
    FATE,
    NOT_CANCELLED,
    NUM_PLAYS,
    OF_MOON,
    SUPER,
    WILD,
)

NEXT_UP, ABOUT = 1, 2  # notes of ASK_MOON: who is asked, by timing order; what the moment is about
ANSWER = 1  # note of REFUSE: the answer that names its player
STARTS = 4  # a place of START_MOON: the moon lies face up, its effect starts


# -- setup -------------------------------------------------------------------------------------


@kernel
def deal_moons(s: State, box: Box) -> None:
    """R214: the moons in use are shuffled; every system gets two, which its owner knows."""
    if box.moons == 0:
        return
    count = 0
    for kind in range(NUM_MOONS):
        for _ in range(box.moon_copies[kind]):
            s.pool[count] = kind
            count += 1
    shuffle(s.rng, s.pool, count)
    for moon in range(s.seats * SYSTEM_MOONS):
        s.moon[moon] = s.pool[moon]
        s.moon_seen[moon] = with_seat(0, moon // SYSTEM_MOONS)


@kernel
def clear_moons(s: State) -> None:
    """There are no moons."""
    for moon in range(MAX_MOONS):
        s.moon[moon] = NOBODY
        s.moon_face[moon] = UNTOUCHED
        s.moon_seen[moon] = 0
        s.moon_spent[moon] = 0
    for p in range(MAX_PLAYERS):
        s.barred[p] = 0
    note_moons(s)


# -- occupying and revealing -------------------------------------------------------------------


@kernel
def turn_up(s: State, moon: int) -> None:
    """A moon is turned face up."""
    s.moon_face[moon] = FACE_UP
    note_moons(s)


@kernel
def is_skipped(s: State, moon: int, was_here: bool) -> bool:
    """Whether an occupation starts nothing: the moon stays secret, or the occupant came back."""
    kind = s.moon[moon]
    if s.moon_face[moon] == FACE_UP:
        return was_here and MOON_DURATION[kind] == INTERMITTENT
    is_kept = ACTS_AT[kind] != NO_HOOK or s.challenge.sanity != 0
    return IS_SECRET_MOON[kind] != 0 and is_kept


@kernel
def run_start_moon(s: State, box: Box, f: Frame) -> None:
    """START_MOON: who has occupied a moon, or reveals it; its effect starts (R215).

    Returns 1 if it took effect.
    """
    c = s.challenge
    moon = f.notes[MOON]
    kind = s.moon[moon]
    if f.at == 0:
        is_here = s.tokens[f.who, place_of(moon)] > 0
        if not is_here or is_skipped(s, moon, f.notes[WAS_HERE] != 0):
            end(s)
            return
        f.at = STARTS
        if s.moon_face[moon] != FACE_UP:
            f.at = 2 if IS_SECRET_MOON[kind] != 0 else STARTS
    if f.at == 2:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_MOON, f.who)
        return
    if f.at == 3:
        if s.answer == PASS:
            end(s)
            return
        f.at = STARTS
    if f.at == STARTS:
        turn_up(s, moon)
        s.result = 0
        if s.moon_spent[moon] != 0:
            end(s)
            return
        if MOON_DURATION[kind] == ONE_SHOT:
            s.moon_spent[moon] = 1
        if c.sanity != 0:  # R219: an effect that is had once is lost
            end(s)
            return
        f.at = 5
        begin_play(s, CANCEL, f.who, moon, H_MOON)
        s.stack[s.depth - 1].notes[OF_MOON] = 1
        return
    if f.at == 5:
        if s.result != NOT_CANCELLED:
            c.zapped[moon] = 1
            s.result = 0
            end(s)
            return
        f.at = 6
        if acts_when_it_starts(kind):
            call_moon(s, f.who, kind)
            return
    end(s)
    s.result = 1
    if kind == MOON_BASE_OMEGA and s.stack[c.floor].kind != OUTCOME:
        check_victory(s)  # 7.1: an effect that makes an external base


@kernel
def reveal_moon(s: State, p: int, moon: int) -> None:
    """A player reveals a secret moon: its effect starts."""
    call(s, START_MOON, p, moon)
    s.stack[s.depth - 1].at = STARTS


@kernel
def is_hidden_under(s: State, p: int, moon: int) -> bool:
    """Whether a player is on a secret moon that he has not revealed."""
    is_secret = s.moon_face[moon] == ENTERED and is_moon_there(s, moon)
    return is_secret and s.tokens[p, place_of(moon)] > 0 and s.challenge.sanity == 0


@kernel
def ask_moons(s: State, box: Box, hook: int, about: int) -> None:
    """D_MOON before a window: who is on a secret moon may reveal it (R216)."""
    if box.moons != 0:
        call(s, ASK_MOON, NOBODY, 0)
        f = s.stack[s.depth - 1]
        f.hook = hook
        f.notes[ABOUT] = about


@kernel
def run_ask_moon(s: State, box: Box, f: Frame) -> None:
    """ASK_MOON: everybody on a secret moon, in timing order, moon by moon."""
    order = s.challenge.order
    if f.at == 1:
        f.at = 0
        moon = f.notes[MOON]
        f.notes[MOON] += 1
        if s.answer == YES:
            reveal_moon(s, order[f.notes[NEXT_UP]], moon)
            return
    while f.notes[NEXT_UP] < s.seats:
        p = order[f.notes[NEXT_UP]]
        while f.notes[MOON] < s.seats * SYSTEM_MOONS:
            moon = f.notes[MOON]
            is_his = is_hidden_under(s, p, moon)
            if is_his and is_revealed_at(s, box, s.moon[moon], f.hook, p, f.notes[ABOUT]):
                open_question(s)
                allow(s, PASS)
                allow(s, YES)
                ask(s, f, D_MOON, p)
                return
            f.notes[MOON] += 1
        f.notes[MOON] = 0
        f.notes[NEXT_UP] += 1
    end(s)


# -- Refusal Moon ------------------------------------------------------------------------------


def _decision_of(play: int) -> int:
    """Return the decision named after an Edict or a Flare itself (R218), 0 if there is none."""
    if play < EDICT or play == EDICT + FORCE_FIELD:
        return 0
    if play == SUPER + WILL:
        return decision("D_MIND")
    name = EDICTS[play - EDICT] if play < WILD else POWERS[(play - WILD) % len(POWERS)]
    return DECISIONS.index(decision_name(name))


DECISION_OF: NDArray[np.int64] = np.array([_decision_of(play) for play in range(NUM_PLAYS)])


@kernel
def ask_refusal(s: State, action: int) -> None:
    """R218: whom a card of another player names may refuse, directly after the choice."""
    if not PLAYER <= action < PLAYER + MAX_PLAYERS or s.depth == 0:
        return
    f = s.stack[s.depth - 1]
    q = action - PLAYER
    if f.kind != EFFECT or q == f.who or DECISION_OF[f.play] != s.decision:
        return
    for moon in range(s.seats * SYSTEM_MOONS):
        if s.moon[moon] == REFUSAL_MOON and is_hidden_under(s, q, moon):
            call(s, REFUSE, q, moon)
            s.stack[s.depth - 1].notes[ANSWER] = action
            return


@kernel
def run_refuse(s: State, box: Box, f: Frame) -> None:
    """REFUSE: who is named may reveal his Refusal Moon; then the card is cancelled."""
    if f.at == 0:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_MOON, f.who)
        return
    if f.at == 1:
        f.at = 2
        if s.answer == YES:
            reveal_moon(s, f.who, f.notes[MOON])
            return
        s.result = 0
    action = f.notes[ANSWER]
    is_refused = s.result != 0
    end(s)
    if is_refused:
        end(s)  # the effect of the card; its use is on top now
        s.stack[s.depth - 1].notes[FATE] = CANCELLED
    s.answer = action


# -- discards ----------------------------------------------------------------------------------


@kernel
def drop_moons(s: State, box: Box) -> None:
    """R211: one-shot moons that have had their effect are discarded."""
    if box.moons != 0:
        call(s, DROP_MOONS, NOBODY, 0)


@kernel
def run_drop_moons(s: State, box: Box, f: Frame) -> None:
    """DROP_MOONS: moon by moon; the tokens on it return to bases their owner chooses (R54, R16)."""
    if f.at == 1:
        f.at = 0
        place = place_of(f.notes[MOON])
        p = occupant_of(s, f.notes[MOON])
        s.tokens[p, place] -= 1
        s.tokens[p, answered_place(s)] += 1
    while f.notes[MOON] < s.seats * SYSTEM_MOONS:
        moon = f.notes[MOON]
        if s.moon_spent[moon] != 0 and is_moon_there(s, moon):
            place = place_of(moon)
            p = occupant_of(s, moon)
            if p >= 0 and has_base_besides(s, p, place):
                open_question(s)
                allow_bases(s, p, place)
                ask(s, f, D_RETURN, p)
                return
            if p >= 0:
                s.warp[p] += s.tokens[p, place]
                s.tokens[p, place] = 0
            remove_place(s, place)
        f.notes[MOON] += 1
    end(s)
