"""Force: makes another player do something, or keep from it (R115; `bindings.py`)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, PLAYER, decision
from spaceenvs.cosmic_encounter.bindings import (
    MUST,
    MUST_NOT,
    TO_ATTACK,
    TO_COMPROMISE,
    TO_NO_ART,
    TO_NO_POWER,
    TOLD_OFFENCE,
    bind,
)
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import FORCE
from spaceenvs.cosmic_encounter.hooks import H_INV, H_OWN, H_PRE
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_others,
    answered_player,
    ask,
    end,
    is_main,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.uses import run_enlarge

VICTIM, ORDER = 1, 2  # what its frame notes
# The menu.
INVITE, INVITE_NOT, WITH_OFFENCE, WITH_DEFENCE, OUT = 0, 1, 2, 3, 4
SELECT_ATTACK, SELECT_COMPROMISE, NO_POWER, NO_ART = 5, 6, 7, 8
D_FORCE = decision("D_FORCE")


@kernel
def can_force(s: State, box: Box, p: int, about: int) -> bool:
    """Not a main player, once in a challenge."""
    return not is_main(s, p) and not has(s.challenge.used, FORCE)


@kernel
def has_not_selected(s: State, p: int) -> bool:
    """Whether a main player has not selected his card."""
    return s.challenge.card[side_of(s, p)] < 0  # type: ignore[no-any-return]


@kernel
def allow_orders(s: State, hook: int, q: int) -> None:
    """List what a player can be forced to (R115)."""
    if is_main(s, q):
        if hook == H_INV:
            allow(s, OPT + INVITE)
            allow(s, OPT + INVITE_NOT)
        if has_not_selected(s, q):
            allow(s, OPT + SELECT_ATTACK)
            allow(s, OPT + SELECT_COMPROMISE)
    elif hook == H_INV:
        for order in range(WITH_OFFENCE, OUT + 1):
            allow(s, OPT + order)
    allow(s, OPT + NO_POWER)
    allow(s, OPT + NO_ART)


@kernel
def carry_out(s: State, q: int, order: int) -> None:
    """The player is bound until the end of the challenge."""
    if order <= OUT:
        s.challenge.told_ally[q] = order - WITH_OFFENCE + TOLD_OFFENCE
    elif order == SELECT_ATTACK:
        bind(s, q, TO_ATTACK)
    elif order == SELECT_COMPROMISE:
        bind(s, q, TO_COMPROMISE)
    else:
        bind(s, q, TO_NO_POWER if order == NO_POWER else TO_NO_ART)


@kernel
def run_force(s: State, box: Box, f: Frame) -> None:
    """Name a player and what he must do; for invitations the third player (Super: once more)."""
    if f.at == 0:
        if s.super_use == 0:
            add(s.challenge.used, FORCE)
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_FORCE, f.who)
        return
    if f.at == 3:
        f.notes[VICTIM] = answered_player(s)
        f.at = 4
    if f.at == 4:
        open_question(s)
        allow_orders(s, f.hook, f.notes[VICTIM])
        ask(s, f, D_FORCE, f.who)
        return
    if f.at == 5:
        f.notes[ORDER] = s.answer - OPT
        if f.notes[ORDER] > INVITE_NOT:
            carry_out(s, f.notes[VICTIM], f.notes[ORDER])
            end(s)
            return
        f.at = 6
    if f.at == 6:
        open_question(s)
        for q in range(s.seats):
            if not is_main(s, q):
                allow(s, PLAYER + q)
        ask(s, f, D_FORCE, f.who)
        return
    told = MUST if f.notes[ORDER] == INVITE else MUST_NOT
    s.challenge.told_invite[side_of(s, f.notes[VICTIM]), answered_player(s)] = told
    end(s)


@kernel
def can_wild_force(s: State, box: Box, p: int, about: int) -> bool:
    """A main player has not selected."""
    c = s.challenge
    return has_not_selected(s, c.off) or has_not_selected(s, c.defender)


@kernel
def run_wild_force(s: State, box: Box, f: Frame) -> None:
    """A main player must select an Attack, or a Compromise, if he holds one."""
    c = s.challenge
    if f.at == 0:
        open_question(s)
        if has_not_selected(s, c.off):
            allow(s, PLAYER + c.off)
        if has_not_selected(s, c.defender):
            allow(s, PLAYER + c.defender)
        ask(s, f, D_FORCE, f.who)
        return
    if f.at == 1:
        f.notes[VICTIM] = answered_player(s)
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_FORCE, f.who)
        return
    bind(s, f.notes[VICTIM], TO_ATTACK if s.answer == OPT else TO_COMPROMISE)
    end(s)


PLAYS = (
    power("Force", H_INV, H_PRE, can=can_force, run=run_force),
    wild("Force", H_PRE, can=can_wild_force, run=run_wild_force),
    super_("Force", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_FORCE",
        asked="Force: who must do what",
        player="force {}",
        menu=(
            *("to invite a player (wild: to select an Attack)",),
            *("not to invite a player (wild: to select a Compromise)",),
            *("to join the offence", "to join the defence", "to stay out"),
            *("to select an Attack", "to select a Compromise"),
            *("to use no optional power", "to play no Edict or Flare"),
        ),
    ),
)
