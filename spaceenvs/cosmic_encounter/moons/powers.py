"""Moons about the powers of players."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words
from spaceenvs.cosmic_encounter.components import IS_ARTEFACT, SYMBIOTE
from spaceenvs.cosmic_encounter.hooks import H_CANCEL
from spaceenvs.cosmic_encounter.moon_blocks import moon
from spaceenvs.cosmic_encounter.sheets import (
    can_exchange,
    carry_out_setup,
    count_unused,
    exchange_for_good,
    pick_unused,
    replace_sheet,
)
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_others,
    answered_player,
    ask,
    end,
    is_silenced,
    open_question,
)

D_ZAP_MOON = decision("D_ZAP_MOON")
D_POWER_EXCHANGE_MOON = decision("D_POWER_EXCHANGE_MOON")
BARRED = 2  # this challenge and the next one


@kernel
def run_zap(s: State, box: Box, f: Frame) -> None:
    """Another player cannot use his power until the end of the next challenge (R219)."""
    if f.at == 0:
        if is_silenced(s, f.who):
            end(s)
            return
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_ZAP_MOON, f.who)
        return
    s.barred[answered_player(s)] = BARRED
    end(s)


@kernel
def is_exchangeable(s: State, p: int, q: int) -> bool:
    """Whether two players may exchange sheets: no artefacts, no Symbiote (R99)."""
    if p == q or not can_exchange(s, p, q):
        return False
    return IS_ARTEFACT[s.power[p]] == 0 and IS_ARTEFACT[s.power[q]] == 0


@kernel
def run_power_exchange(s: State, box: Box, f: Frame) -> None:
    """The occupant exchanges power sheets with a player of his choice."""
    p = f.who
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            if is_exchangeable(s, p, q):
                allow(s, PLAYER + q)
        if is_silenced(s, p) or (s.choices == 0 and s.asked_again == 0):
            end(s)
            return
        ask(s, f, D_POWER_EXCHANGE_MOON, p)
        return
    end(s)
    exchange_for_good(s, box, p, answered_player(s))


@kernel
def run_new_power(s: State, box: Box, f: Frame) -> None:
    """A random unused power takes the place of the occupant's (R102, R219)."""
    p = int(f.who)
    end(s)
    if s.power[p] >= 0 and s.power[p] != SYMBIOTE and count_unused(s, box, 0) > 0:
        power = int(pick_unused(s, box, 0))
        replace_sheet(s, box, p, power)
        carry_out_setup(s, p, power)


@kernel
def run_refusal(s: State, box: Box, f: Frame) -> None:
    """Refusal Moon: what it cancels, `occupation.py` cancels."""
    end(s)


MOONS = (
    moon("Zap Moon", run=run_zap),
    moon("Power Exchange Moon", run=run_power_exchange),
    moon("New Power Moon", run=run_new_power),
    moon("Refusal Moon", run=run_refusal, at=H_CANCEL),
)
WORDS = (
    Words("D_ZAP_MOON", asked="Zap Moon: who cannot use his power", player="zap the power of {}"),
    Words(
        "D_POWER_EXCHANGE_MOON",
        asked="Power Exchange Moon: whom to exchange powers with",
        player="exchange powers with {}",
    ),
)
