"""Plant: grafts the power of a player in whose system he has a base."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import IS_ARTEFACT, PLANT, SITES, SLOTS
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_PRE
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.sheets import (
    COPIED,
    find_held,
    gain_power,
    graft_power,
    is_active,
    note_use,
)
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_player,
    ask,
    end,
    is_main,
    open_question,
)
from spaceenvs.cosmic_encounter.uses import run_enlarge

ENLARGED, GRAFTED = 1, 2  # what its frame notes
SUPER_GRAFTS = 2
D_PLANT = decision("D_PLANT")


@kernel
def has_planet_base(s: State, p: int, system: int) -> bool:
    """Whether a player has a base on a planet of a system; moons do not count."""
    for slot in range(SITES):
        if s.tokens[p, system * SLOTS + slot] > 0:
            return True
    return False


@kernel
def can_graft(s: State, p: int, q: int) -> bool:
    """Whether a player's active power can be grafted: no artefact, not one he has (R154)."""
    if q == p or not is_active(s, q) or IS_ARTEFACT[s.power[q]] != 0:
        return False
    return find_held(s, p, s.power[q]) < 0 and has_planet_base(s, p, q)


@kernel
def count_grafts(s: State, p: int) -> int:
    """Count the players whose power can be grafted."""
    count = 0
    for q in range(s.seats):
        if can_graft(s, p, q):
            count += 1
    return count


@kernel
def can_plant(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once per challenge (R121), with somebody to graft."""
    return is_main(s, p) and not has(s.challenge.used, PLANT) and count_grafts(s, p) > 0


@kernel
def allow_grafts(s: State, p: int) -> None:
    """Make every player whose power can be grafted a legal answer."""
    for q in range(s.seats):
        if can_graft(s, p, q):
            allow(s, PLAYER + q)


@kernel
def run_plant(s: State, box: Box, f: Frame) -> None:
    """Graft one player, or none; enlarged, two: they do not have their power meanwhile."""
    p = f.who
    if f.at == 0:
        add(s.challenge.used, PLANT)
        f.notes[ENLARGED] = s.super_use
        s.super_use = 0
        f.at = 2
    if f.at == 3:
        f.at = 2
        if s.answer == PASS:
            end(s)
            return
        grafted = s.power[answered_player(s)]
        graft_power(s, p, answered_player(s))
        note_use(s, p, grafted)  # R154: not in this window
        f.notes[GRAFTED] += 1
        if f.notes[ENLARGED] == 0 or f.notes[GRAFTED] == SUPER_GRAFTS:
            end(s)
            return
    open_question(s)
    allow_grafts(s, p)
    if f.notes[ENLARGED] == 0:
        allow(s, PASS)
    ask(s, f, D_PLANT, p)


@kernel
def can_wild_plant(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN with somebody whose power he can use."""
    return is_main(s, p) and count_grafts(s, p) > 0


@kernel
def run_wild_plant(s: State, box: Box, f: Frame) -> None:
    """Use the power of one player, who keeps it."""
    if f.at == 0:
        open_question(s)
        allow_grafts(s, f.who)
        ask(s, f, D_PLANT, f.who)
        return
    copied = s.power[answered_player(s)]
    gain_power(s, f.who, copied, COPIED)
    note_use(s, f.who, copied)  # R154
    end(s)


@kernel
def can_super_plant(s: State, box: Box, p: int, about: int) -> bool:
    """There are two players to graft."""
    return count_grafts(s, p) >= SUPER_GRAFTS


PLAYS = (
    power("Plant", H_PRE, can=can_plant, run=run_plant),
    wild("Plant", H_PRE, can=can_wild_plant, run=run_wild_plant),
    super_("Plant", H_OWN, can=can_super_plant, run=run_enlarge),
)
WORDS = (
    Words(
        "D_PLANT",
        asked="Plant: whose power to graft",
        stop="graft nobody",
        player="graft {}",
    ),
)
