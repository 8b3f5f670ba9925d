"""Fungus: the losers' tokens stay under its own as captives (R108, R109; `captives.py`)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.blocks import ANNOUNCED, power, rule, super_, wild
from spaceenvs.cosmic_encounter.captives import count_captives_at, find_stand, put_under
from spaceenvs.cosmic_encounter.components import FUNGUS
from spaceenvs.cosmic_encounter.hooks import H_LOSS
from spaceenvs.cosmic_encounter.points import ADDED_STRENGTH, CAPTOR
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import RETURN, Frame, call, end, side_of
from spaceenvs.cosmic_encounter.tokens import find_loss, is_own_defeat, is_won_from, take_first


@kernel
def can_fungus(s: State, box: Box, p: int, about: int) -> bool:
    """On the winning side with a token in the challenge, the event of a loser."""
    return is_won_from(s, about, p) and find_stand(s, p) >= 0


@kernel
def find_captor(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """He captures the tokens before the H_LOSS window; of two the first in timing order."""
    if not has_power(s, holder, FUNGUS) or not can_fungus(s, box, holder, about):
        return value
    for i in range(s.seats):
        q = s.challenge.order[i]
        if q in (holder, value):
            return int(q)
    return value


@kernel
def run_fungus(s: State, box: Box, f: Frame) -> None:
    """All of them become captives under his tokens in the challenge; they count as lost."""
    level = find_loss(s)
    stand = find_stand(s, f.who)
    if stand >= 0:
        put_under(s, f.who, stand, s.loss_owner[level], s.loss_count[level])
        s.loss_count[level] = 0
    end(s)


@kernel
def add_captives(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """His tokens and the captives under them count together."""
    if holder != p or s.captive_count[p] == 0 or about != side_of(s, p):
        return value
    if not has_power(s, p, FUNGUS):
        return value
    return int(value) + count_captives_at(s, p, find_stand(s, p))


@kernel
def run_wild_fungus(s: State, box: Box, f: Frame) -> None:
    """One token of the event becomes a captive; without the power until the challenge ends."""
    level = find_loss(s)
    q = s.loss_owner[level]
    take_first(s, q, level)
    put_under(s, f.who, find_stand(s, f.who), q, 1)
    end(s)


@kernel
def can_super_fungus(s: State, box: Box, p: int, about: int) -> bool:
    """His side lost, his own event."""
    return is_own_defeat(s, about, p)


@kernel
def run_super_fungus(s: State, box: Box, f: Frame) -> None:
    """His tokens return to his bases; they were lost."""
    if f.at == 0:
        f.at = 1
        call(s, RETURN, f.who, find_loss(s))
        return
    end(s)


PLAYS = (
    power("Fungus", H_LOSS, can=can_fungus, run=run_fungus, use=ANNOUNCED),
    wild("Fungus", H_LOSS, can=can_fungus, run=run_wild_fungus),
    super_("Fungus", H_LOSS, can=can_super_fungus, run=run_super_fungus),
)
RULES = (
    rule("Fungus", CAPTOR, find_captor),
    rule("Fungus", ADDED_STRENGTH, add_captives),
)
