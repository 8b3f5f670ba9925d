"""Seeker: asks a main player a question and gets a true answer (6.10, R141; `bindings.py`)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.actions import OPT, PASS, PLAYER, YES, decision
from spaceenvs.cosmic_encounter.bindings import (
    TO_ART,
    TO_ATTACK,
    TO_COMPROMISE,
    TO_HIGHEST,
    TO_KICKER,
    TO_LOWER,
    TO_NO_ART,
    TO_NO_KICKER,
    bind,
    find_highest,
    is_bound,
)
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import find_bond, fits_bond, is_in_hoard, is_selectable
from spaceenvs.cosmic_encounter.cells import set_cell
from spaceenvs.cosmic_encounter.components import (
    COMPROMISE,
    COSMIC_ZAP,
    FIRST_EDICT,
    FIRST_FLARE,
    FIRST_KICKER,
    FIRST_REINFORCEMENT,
    KINDS,
    MISER,
    NUM_CHALLENGE,
    SCHIZOID,
    SEEKER,
)
from spaceenvs.cosmic_encounter.hands import learn_shown
from spaceenvs.cosmic_encounter.hoard import holds
from spaceenvs.cosmic_encounter.hooks import H_ALLIED, H_OWN, H_PRE
from spaceenvs.cosmic_encounter.points import HOARD, apply_rules
from spaceenvs.cosmic_encounter.scoring import CONDITION
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.sheets import memory_of
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_player,
    ask,
    end,
    is_main,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.uses import run_enlarge

VICTIM, QUESTION, LEFT = 1, 2, 3  # what its frame notes; LEFT: questions still to ask
# Its cells, the last question and answer, all of it public: seat + 1, number + 1, 1 yes or 2 no.
CELLS = ("asked player", "question", "answer")
ASKED_PLAYER, ASKED, ANSWER = 0, 1, 2
# The questions.
COMPROMISE_HELD, FIFTEEN_HELD, TWENTY_HELD, TEN_HELD, EDICT_HELD, ZAP_HELD = 0, 1, 2, 3, 4, 5
FLARE_HELD, OWN_FLARE_HELD, KICKER_HELD, REINFORCEMENT_HELD = 6, 7, 8, 9
PLAYS_COMPROMISE, PLAYS_HIGHEST, PLAYS_KICKER, PLAYS_ART = 10, 11, 12, 13
HOARD_HOLDS_FIFTEEN, NEEDS_FIVE_BASES = 14, 15
QUESTIONS = 16
FIFTEEN, TWENTY, TEN = 15, 20, 10
CONDITION_OF_FIVE, CONDITION_OF_SIX = 0, 3  # those of 7.4 with 5 or more external bases
MOST_LOOKED_AT = 3
D_SEEKER = decision("D_SEEKER")


@kernel
def can_seeker(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally, once in a challenge."""
    return side_of(s, p) >= 0 and not has(s.challenge.used, SEEKER)


@kernel
def can_super_seeker(s: State, box: Box, p: int, about: int) -> bool:
    """In phase 7 only (R95): below the window of the Super lies the use."""
    return s.stack[s.depth - 2].hook == H_PRE  # type: ignore[no-any-return]


@kernel
def is_question(s: State, box: Box, q: int, question: int) -> bool:
    """Whether a question can be asked of a player (R141)."""
    if question == PLAYS_KICKER:
        return box.kickers != 0  # type: ignore[no-any-return]
    if question == HOARD_HOLDS_FIFTEEN:
        return has(s.powers[q], MISER)
    if question == NEEDS_FIVE_BASES:
        return has(s.powers[q], SCHIZOID)
    return True


@kernel
def holds_any(s: State, q: int, first: int, last: int) -> bool:
    """Whether a player holds a card of the kinds first..last-1."""
    for kind in range(first, last):
        if s.hand[q, kind] > 0:
            return True
    return False


@kernel
def can_play_any(s: State, q: int, first: int, last: int) -> bool:
    """Whether a player can play a card of the kinds first..last-1, from a hoard too (R106)."""
    for kind in range(first, last):
        if holds(s, q, kind):
            return True
    return False


@kernel
def holds_attack_of(s: State, box: Box, q: int, value: int) -> bool:
    """Whether a player holds an Attack of this value or more."""
    highest = find_highest(s, q)
    return highest >= 0 and box.value[highest] >= value


@kernel
def find_truth(s: State, box: Box, q: int, question: int) -> bool:
    """Return the answer that the game gives to one of the questions 0-9, 14, 15."""
    if question == FIFTEEN_HELD:
        return holds_attack_of(s, box, q, FIFTEEN)
    if question == TWENTY_HELD:
        return holds_attack_of(s, box, q, TWENTY)
    if question == TEN_HELD:
        return holds_attack_of(s, box, q, TEN)
    if question == EDICT_HELD:
        return holds_any(s, q, FIRST_EDICT, FIRST_FLARE)
    if question == FLARE_HELD:
        return holds_any(s, q, FIRST_FLARE, KINDS)
    if question == KICKER_HELD:
        return holds_any(s, q, FIRST_KICKER, FIRST_REINFORCEMENT)
    if question == REINFORCEMENT_HELD:
        return holds_any(s, q, FIRST_REINFORCEMENT, FIRST_EDICT)
    if question == HOARD_HOLDS_FIFTEEN:
        return apply_rules(s, box, HOARD, q, FIFTEEN, 0) != 0
    if question == NEEDS_FIVE_BASES:
        condition = memory_of(s, q, SCHIZOID)[CONDITION]
        return condition in (CONDITION_OF_FIVE, CONDITION_OF_SIX)
    kind = find_named(s, q, question)
    return kind >= 0 and s.hand[q, kind] > 0


@kernel
def find_named(s: State, q: int, question: int) -> int:
    """Return the one kind of card that a question is about, -1 if there is none."""
    if question == COMPROMISE_HELD:
        return COMPROMISE
    if question == ZAP_HELD:
        return FIRST_EDICT + COSMIC_ZAP
    if question == OWN_FLARE_HELD and s.power[q] >= 0:
        return FIRST_FLARE + int(s.power[q])
    return -1


@kernel
def is_meant(s: State, q: int, question: int, kind: int) -> bool:
    """Whether selecting a kind makes "yes" true."""
    if question == PLAYS_COMPROMISE:
        return kind == COMPROMISE
    highest = find_highest(s, q)
    return kind < COMPROMISE and (highest < 0 or kind <= highest)


@kernel
def can_keep(s: State, q: int, question: int, is_yes: bool) -> bool:
    """Whether a player can keep an answer about this challenge (R141)."""
    c = s.challenge
    side = side_of(s, q)
    if question == PLAYS_KICKER:
        is_laid = c.kicker[side] >= 0
        if not is_yes:
            return not is_laid and not is_bound(s, q, TO_KICKER)
        has_one = can_play_any(s, q, FIRST_KICKER, FIRST_REINFORCEMENT)
        is_asked = c.early[side] == 0  # R91: for a Kicker, in phase 7
        return is_laid or (has_one and is_asked and not is_bound(s, q, TO_NO_KICKER))
    if question == PLAYS_ART:
        if not is_yes:
            return not is_bound(s, q, TO_ART)
        return can_play_any(s, q, FIRST_EDICT, KINDS) and not is_bound(s, q, TO_NO_ART)
    if c.card[side] >= 0:  # selected early
        return is_meant(s, q, question, c.card[side]) == is_yes
    bond = find_bond(s, q)
    for kind in range(NUM_CHALLENGE):
        is_open = is_selectable(s, q, kind) or is_in_hoard(s, q, kind)
        is_open = is_open and fits_bond(s, q, kind, bond)
        if is_open and is_meant(s, q, question, kind) == is_yes:
            return True
    return False


@kernel
def bind_answer(s: State, q: int, question: int, is_yes: bool) -> None:
    """The player is bound by his answer until the end of the challenge."""
    if question == PLAYS_COMPROMISE:
        bind(s, q, TO_COMPROMISE if is_yes else TO_ATTACK)
    elif question == PLAYS_HIGHEST:
        bind(s, q, TO_HIGHEST if is_yes else TO_LOWER)
    elif question == PLAYS_KICKER:
        bind(s, q, TO_KICKER if is_yes else TO_NO_KICKER)
    else:
        bind(s, q, TO_ART if is_yes else TO_NO_ART)


@kernel
def publish(s: State, q: int, question: int, is_yes: bool) -> None:
    """All hear question and answer; a kind that he is known to hold is known (R92)."""
    set_cell(s, SEEKER, ASKED_PLAYER, q + 1)
    set_cell(s, SEEKER, ASKED, question + 1)
    set_cell(s, SEEKER, ANSWER, 1 if is_yes else 2)
    kind = find_named(s, q, question)
    if is_yes and kind >= 0:
        for v in range(s.seats):
            if v != q:
                learn_shown(s, v, q, kind, 1)


@kernel
def run_seeker(s: State, box: Box, f: Frame) -> None:
    """Choose whom and what to ask (Super: two questions), then the answer."""
    c = s.challenge
    if f.at == 0:
        add(c.used, SEEKER)
        f.notes[LEFT] = 2 if s.super_use != 0 else 1
        s.super_use = 0
        f.at = 2
    if f.at == 7:
        is_yes = s.answer == YES
        bind_answer(s, f.notes[VICTIM], f.notes[QUESTION], is_yes)
        publish(s, int(f.notes[VICTIM]), int(f.notes[QUESTION]), is_yes)
        f.at = 8
    if f.at == 5:
        if s.answer == PASS:
            end(s)
            return
        f.notes[QUESTION] = s.answer - OPT
        f.at = 6
        if not PLAYS_COMPROMISE <= f.notes[QUESTION] <= PLAYS_ART:
            q, question = int(f.notes[VICTIM]), int(f.notes[QUESTION])
            publish(s, q, question, find_truth(s, box, q, question))
            f.at = 8
    if f.at == 8:
        f.notes[LEFT] -= 1
        f.at = 2
    if f.at == 6:
        allow_answers(s, f.notes[VICTIM], f.notes[QUESTION])
        ask(s, f, D_SEEKER, f.notes[VICTIM])
        return
    if f.at == 2:
        if f.notes[LEFT] == 0:
            end(s)
            return
        open_question(s)
        if is_main(s, f.who):
            allow(s, PLAYER + opponent(s, f.who))
        else:
            allow(s, PLAYER + c.off)
            allow(s, PLAYER + c.defender)
        ask(s, f, D_SEEKER, f.who)
        return
    if f.at == 3:
        f.notes[VICTIM] = answered_player(s)
        f.at = 4
    open_question(s)
    allow(s, PASS)
    for question in range(QUESTIONS):
        if is_question(s, box, f.notes[VICTIM], question):
            allow(s, OPT + question)
    ask(s, f, D_SEEKER, f.who)


@kernel
def allow_answers(s: State, q: int, question: int) -> None:
    """List the answers that a player can keep; "no" if there is none."""
    open_question(s)
    if can_keep(s, q, question, True):
        allow(s, YES)
    if s.choices == 0 or can_keep(s, q, question, False):
        allow(s, PASS)


@kernel
def run_wild_seeker(s: State, box: Box, f: Frame) -> None:
    """Look at three random cards of a main player other than himself."""
    c = s.challenge
    p = f.who
    if f.at == 0:
        open_question(s)
        for side in range(2):
            q = c.off if side == 0 else c.defender
            if q != p:
                allow(s, PLAYER + q)
        ask(s, f, D_SEEKER, p)
        return
    q = answered_player(s)
    left = s.pool
    for kind in range(KINDS):
        left[kind] = s.hand[q, kind]
    for number in range(min(MOST_LOOKED_AT, int(s.hand_size[q]))):
        rest = pick(s.rng, int(s.hand_size[q]) - number)
        for kind in range(KINDS):
            rest -= int(left[kind])
            if rest < 0:
                left[kind] -= 1
                learn_shown(s, p, q, kind, int(s.hand[q, kind]) - int(left[kind]))
                break
    end(s)


PLAYS = (
    power("Seeker", H_ALLIED, H_PRE, can=can_seeker, run=run_seeker),
    wild("Seeker", H_PRE, run=run_wild_seeker),
    super_("Seeker", H_OWN, can=can_super_seeker, run=run_enlarge),
)
WORDS = (
    Words(
        "D_SEEKER",
        asked="Seeker: whom to ask what, and the answer",
        stop="no, or no question",
        player="ask {}",
        menu=(
            *("do you hold a Compromise", "an Attack of 15 or more", "an Attack of 20 or more"),
            *("is your highest Attack 10 or more", "do you hold an Edict", "a Cosmic Zap"),
            *("a Flare", "your own flare", "a Kicker", "a Reinforcement"),
            *("will you play a Compromise", "will you play your highest Attack"),
            *("will you play a Kicker", "will you play an Edict or Flare"),
            *("does your hoard hold an Attack of 15 or more", "do you need 5 external bases"),
        ),
    ),
)
