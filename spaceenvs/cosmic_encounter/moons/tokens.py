"""Moons about tokens: those committed, lost, returned, removed."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words
from spaceenvs.cosmic_encounter.components import (
    CONE_SIZE_3_MOON,
    CONE_SIZE_5_MOON,
    CONE_SIZE_VARIABLE_MOON,
    CONQUEST_MOON,
    EARTHQUAKE_MOON,
    SITES,
    SLOTS,
)
from spaceenvs.cosmic_encounter.hexes import can_settle_on
from spaceenvs.cosmic_encounter.hooks import H_LOSS, H_OUT
from spaceenvs.cosmic_encounter.moon_blocks import moon
from spaceenvs.cosmic_encounter.moon_points import COMMIT_LIMIT, REGROUPS
from spaceenvs.cosmic_encounter.satellites import find_moon, find_user, place_of
from spaceenvs.cosmic_encounter.scoring import check_victory
from spaceenvs.cosmic_encounter.stack import (
    FROM_WARP,
    LAND,
    OUTCOME,
    RETURN,
    Frame,
    allow,
    answered_place,
    answered_player,
    ask,
    call,
    end,
    is_silenced,
    main_of,
    open_question,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import (
    choose_loss,
    find_loss,
    has_movable,
    lose_all_on,
)

D_COLD_REVENGE_MOON = decision("D_COLD_REVENGE_MOON")
D_CONQUEST_MOON = decision("D_CONQUEST_MOON")
D_EARTHQUAKE_MOON = decision("D_EARTHQUAKE_MOON")
NEXT_UP, PLACE = 0, 1  # notes: the next in timing order, or the next side; the place chosen
FEWEST_TOKENS = 5  # R46
LESS, MORE = 3, 5  # tokens of the Cone Size Moons
RESCUED, CATACLYSM = 2, 3


# -- the limit of tokens (R205) ----------------------------------------------------------------


@kernel
def limit_to_3(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Cone Size 3 Moon; a Cone Size 5 Moon cancels it out."""
    return value if find_user(s, CONE_SIZE_5_MOON) >= 0 else LESS


@kernel
def limit_to_5(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Cone Size 5 Moon; a Cone Size 3 Moon cancels it out."""
    return value if find_user(s, CONE_SIZE_3_MOON) >= 0 else MORE


@kernel
def limit_to_moon(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Cone Size Variable Moon: as many as stand on it; overrides the others."""
    return int(s.tokens[holder, place_of(find_moon(s, CONE_SIZE_VARIABLE_MOON))])


@kernel
def ask_twice(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Second Wind Moon: D_REGROUP a second time at the occupant's phase 1."""
    return value + 1 if holder == p else value


# -- from the Warp -----------------------------------------------------------------------------


@kernel
def run_rescue(s: State, box: Box, f: Frame) -> None:
    """The occupant takes 2 of his tokens from the Warp, if they are there."""
    p = f.who
    end(s)
    call(s, FROM_WARP, p, RESCUED)


@kernel
def run_amnesty(s: State, box: Box, f: Frame) -> None:
    """Each player takes a token of his from the Warp."""
    if f.notes[NEXT_UP] == s.seats:
        end(s)
        return
    p = s.challenge.order[f.notes[NEXT_UP]]
    f.notes[NEXT_UP] += 1
    call(s, FROM_WARP, p, 1)


@kernel
def run_exodus(s: State, box: Box, f: Frame) -> None:
    """All tokens leave the Warp for bases."""
    if f.notes[NEXT_UP] == s.seats:
        end(s)
        return
    p = s.challenge.order[f.notes[NEXT_UP]]
    f.notes[NEXT_UP] += 1
    call(s, FROM_WARP, p, s.warp[p])


# -- losses ------------------------------------------------------------------------------------


@kernel
def run_sacrifice(s: State, box: Box, f: Frame) -> None:
    """Each other player loses a token of his choice."""
    if f.notes[NEXT_UP] == s.seats:
        end(s)
        return
    p = s.challenge.order[f.notes[NEXT_UP]]
    f.notes[NEXT_UP] += 1
    if p != f.who:
        choose_loss(s, p, 1, p, 0)


@kernel
def run_cataclysm(s: State, box: Box, f: Frame) -> None:
    """Each player loses 3 tokens of his choice."""
    if f.notes[NEXT_UP] == s.seats:
        end(s)
        return
    p = s.challenge.order[f.notes[NEXT_UP]]
    f.notes[NEXT_UP] += 1
    choose_loss(s, p, CATACLYSM, p, 0)


@kernel
def run_double_stakes(s: State, box: Box, f: Frame) -> None:
    """The losing main player loses as many tokens again as in 6.5 step 1 (R208, R151)."""
    c = s.challenge
    while f.notes[NEXT_UP] < 2:
        side = int(f.notes[NEXT_UP])
        f.notes[NEXT_UP] += 1
        if c.winner != side and c.lost_main[side] > 0:
            p = main_of(s, side)
            choose_loss(s, p, c.lost_main[side], p, 0)
            return
    end(s)


@kernel
def run_earthquake(s: State, box: Box, f: Frame) -> None:
    """All tokens on a planet of this system are lost, one event for each player."""
    if f.at == 0:
        if is_silenced(s, f.who):
            end(s)
            return
        open_question(s)
        allow_planets(s, EARTHQUAKE_MOON, NOBODY)
        ask(s, f, D_EARTHQUAKE_MOON, f.who)
        return
    if f.at == 1:
        f.notes[PLACE] = answered_place(s)
        f.at = 2
    place = f.notes[PLACE]
    while f.notes[NEXT_UP] < s.seats:
        p = s.challenge.order[f.notes[NEXT_UP]]
        f.notes[NEXT_UP] += 1
        if s.tokens[p, place] > 0:
            lose_all_on(s, box, p, place)
            return
    end(s)


@kernel
def can_escape(s: State, box: Box, p: int, about: int) -> bool:
    """He loses tokens to the Warp."""
    return p == s.loss_owner[about] and s.loss_count[about] > 0


@kernel
def run_escape(s: State, box: Box, f: Frame) -> None:
    """Escape Moon: the tokens return to his bases; they are not lost."""
    p, level = int(f.who), find_loss(s)
    s.loss_saved[level] += s.loss_count[level]  # without a base too (R16)
    end(s)
    call(s, RETURN, p, level)


# -- out of the game; new bases ----------------------------------------------------------------


@kernel
def is_removable_token(s: State, p: int, place: int) -> bool:
    """Whether a token of a player on a base can leave the game (R46)."""
    return s.tokens[p, place] > 0 and s.owned[p] - s.removed[p] > FEWEST_TOKENS


@kernel
def run_cold_revenge(s: State, box: Box, f: Frame) -> None:
    """The occupant may remove a token of any player, on any base, from the game."""
    if f.at == 0:
        if is_silenced(s, f.who):
            end(s)
            return
        open_question(s)
        allow(s, PASS)
        for place in range(s.seats * SLOTS):
            for p in range(s.seats):
                if is_removable_token(s, p, place):
                    allow(s, LOC + place)
        ask(s, f, D_COLD_REVENGE_MOON, f.who)
        return
    if f.at == 1:
        if s.answer == PASS:
            end(s)
            return
        f.notes[PLACE] = answered_place(s)
        f.at = 2
    if f.at == 2:
        open_question(s)
        for p in range(s.seats):
            if is_removable_token(s, p, f.notes[PLACE]):
                allow(s, PLAYER + p)
        ask(s, f, D_COLD_REVENGE_MOON, f.who)
        return
    p = answered_player(s)
    s.tokens[p, f.notes[PLACE]] -= 1
    s.removed[p] += 1
    s.away[p] += 1
    end(s)


@kernel
def allow_planets(s: State, kind: int, without: int) -> None:
    """Make the planets of a moon's system legal answers; not those with a base of `without`."""
    first = place_of(find_moon(s, kind)) // SLOTS * SLOTS
    for place in range(first, first + SITES):
        if s.gone[place] == 0 and (without < 0 or can_settle_on(s, without, place)):
            allow(s, LOC + place)


@kernel
def run_conquest(s: State, box: Box, f: Frame) -> None:
    """The occupant gets a base with 1-4 tokens on a planet of this system (7.1)."""
    p = f.who
    if f.at == 0:
        open_question(s)
        allow_planets(s, CONQUEST_MOON, p)
        is_nowhere = s.choices == 0 and s.asked_again == 0
        if is_silenced(s, p) or is_nowhere or not has_movable(s, box, p):  # as R136
            end(s)
            return
        ask(s, f, D_CONQUEST_MOON, p)
        return
    if f.at == 1:
        f.at = 2
        call(s, LAND, p, answered_place(s))
        return
    end(s)
    if s.stack[s.challenge.floor].kind != OUTCOME:
        check_victory(s)


MOONS = (
    moon("Cone Size 3 Moon", (COMMIT_LIMIT, limit_to_3)),
    moon("Cone Size 5 Moon", (COMMIT_LIMIT, limit_to_5)),
    moon("Cone Size Variable Moon", (COMMIT_LIMIT, limit_to_moon)),
    moon("Second Wind Moon", (REGROUPS, ask_twice)),
    moon("Rescue Moon", run=run_rescue),
    moon("Amnesty Moon", run=run_amnesty),
    moon("Exodus Moon", run=run_exodus),
    moon("Sacrifice Moon", run=run_sacrifice),
    moon("Cataclysm Moon", run=run_cataclysm),
    moon("Double Stakes Moon", run=run_double_stakes, at=H_OUT),
    moon("Earthquake Moon", run=run_earthquake),
    moon("Escape Moon", run=run_escape, at=H_LOSS, can=can_escape),
    moon("Cold Revenge Moon", run=run_cold_revenge),
    moon("Conquest Moon", run=run_conquest),
)
WORDS = (
    Words(
        "D_COLD_REVENGE_MOON",
        asked="Cold Revenge Moon: a token to remove from the game",
        stop="remove no token",
        place="remove a token on",
        player="remove a token of {}",
    ),
    Words(
        "D_CONQUEST_MOON",
        asked="Conquest Moon: the planet to get a base on",
        place="conquer planet",
    ),
    Words(
        "D_EARTHQUAKE_MOON",
        asked="Earthquake Moon: the planet on which all tokens are lost",
        place="shake planet",
    ),
)
