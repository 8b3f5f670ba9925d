"""Silencer: one player must keep silent for this challenge (6.11).

What a silenced player cannot do is asked with `is_silenced` and the tables' columns (`uses.py`).
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.hooks import H_DEF, H_INV, H_OWN
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_others,
    answered_player,
    ask,
    end,
    is_main,
    open_question,
    opponent,
    with_seat,
)
from spaceenvs.cosmic_encounter.uses import can_as_main, run_enlarge

D_SILENCER = decision("D_SILENCER")


@kernel
def silence(s: State, p: int) -> None:
    """A player is silenced until the end of the challenge."""
    s.challenge.silenced = with_seat(s.challenge.silenced, p)


@kernel
def run_silencer(s: State, box: Box, f: Frame) -> None:
    """Silence one other player; enlarged, all of them."""
    if f.at == 0:
        if s.super_use != 0:
            s.super_use = 0
            for q in range(s.seats):
                if q != f.who:
                    silence(s, q)
            end(s)
            return
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_SILENCER, f.who)
        return
    silence(s, answered_player(s))
    end(s)


@kernel
def run_wild_silencer(s: State, box: Box, f: Frame) -> None:
    """The OPP, or as a bystander one main player, may not invite allies."""
    c = s.challenge
    if f.at == 0:
        if is_main(s, f.who):
            c.mute = with_seat(c.mute, opponent(s, f.who))
            end(s)
            return
        open_question(s)
        allow(s, PLAYER + c.off)
        allow(s, PLAYER + c.defender)
        ask(s, f, D_SILENCER, f.who)
        return
    c.mute = with_seat(c.mute, answered_player(s))
    end(s)


PLAYS = (
    power("Silencer", H_DEF, can=can_as_main, run=run_silencer),
    wild("Silencer", H_INV, run=run_wild_silencer),
    super_("Silencer", H_OWN, run=run_enlarge),
)
WORDS = (Words("D_SILENCER", asked="Silencer: who must keep silent", player="silence {}"),)
