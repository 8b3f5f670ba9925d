"""Vacuum: takes tokens of others along into the Warp (R83)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import has_played_attack
from spaceenvs.cosmic_encounter.components import VACUUM
from spaceenvs.cosmic_encounter.hooks import H_LOSS, H_OWN, H_REV
from spaceenvs.cosmic_encounter.stack import (
    EFFECT,
    FROM_WARP,
    Frame,
    allow,
    answered_player,
    ask,
    call,
    count_on_bases,
    end,
    has_base,
    main_of,
    open_question,
)
from spaceenvs.cosmic_encounter.tokens import choose_loss, find_loss
from spaceenvs.cosmic_encounter.uses import run_enlarge

NEXT_UP, LEFT, IS_SUPER = 1, 2, 3  # what its frame notes
D_VACUUM = decision("D_VACUUM")


@kernel
def takes_along(s: State, p: int) -> bool:
    """Whether tokens are lost now because a player takes them along."""
    for i in range(s.depth):
        f = s.stack[i]
        if f.kind == EFFECT and f.who == p and f.play == VACUUM and f.hook == H_LOSS:
            return True
    return False


@kernel
def can_vacuum(s: State, box: Box, p: int, about: int) -> bool:
    """His loss event holds tokens, his Vacuum has not caused it, and another player has a base."""
    if s.loss_count[about] == 0 or p != s.loss_owner[about] or takes_along(s, p):
        return False
    for q in range(s.seats):
        if q != p and has_base(s, q):
            return True
    return False


@kernel
def run_vacuum(s: State, box: Box, f: Frame) -> None:
    """Name victims token by token; then they lose in timing order."""
    along = s.loss_along[find_loss(s)]  # how many tokens of each player go along
    if f.at == 0:
        f.notes[LEFT] = s.loss_count[find_loss(s)]
        f.notes[IS_SUPER] = s.super_use
        s.super_use = 0
        for q in range(s.seats):
            along[q] = 0
        f.at = 2
    if f.at == 3:
        f.at = 2
        if s.answer == PASS:
            f.notes[LEFT] = 0
        else:
            along[answered_player(s)] += 1
            f.notes[LEFT] -= 1
    if f.at == 2:
        if f.notes[LEFT] > 0:
            open_question(s)
            allow(s, PASS)
            for q in range(s.seats):
                if q != f.who and count_on_bases(s, q) > along[q]:
                    allow(s, PLAYER + q)
            ask(s, f, D_VACUUM, f.who)
            return
        f.at = 4
    while f.notes[NEXT_UP] < s.seats:
        q = s.challenge.order[f.notes[NEXT_UP]]
        f.notes[NEXT_UP] += 1
        if along[q] > 0:
            choose_loss(s, q, along[q], f.who if f.notes[IS_SUPER] != 0 else q, 0)
            return
    end(s)


@kernel
def can_wild_vacuum(s: State, box: Box, p: int, about: int) -> bool:
    """He has a token in the Warp, and a base."""
    return s.warp[p] > 0 and has_base(s, p)


@kernel
def count_attacking_others(s: State, p: int) -> int:
    """Wild Vacuum: count the main players other than p whose card is an Attack now."""
    count = 0
    for side in range(2):
        if main_of(s, side) != p and has_played_attack(s, side):
            count += 1
    return count


@kernel
def run_wild_vacuum(s: State, box: Box, f: Frame) -> None:
    """A token returns for each other main player's Attack."""
    p = f.who
    end(s)
    call(s, FROM_WARP, p, count_attacking_others(s, p))


PLAYS = (
    power("Vacuum", H_LOSS, can=can_vacuum, run=run_vacuum, use=MANDATORY),
    wild("Vacuum", H_REV, can=can_wild_vacuum, run=run_wild_vacuum),
    super_("Vacuum", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_VACUUM",
        asked="Vacuum: whose tokens are lost as well, one by one",
        stop="no more victims",
        player="take along a token of {}",
    ),
)
