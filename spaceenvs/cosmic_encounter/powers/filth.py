"""Filth: nobody stays on a planet with his tokens (R122).

He acts when tokens land. That the winners do not land where he has lost, and that his allies land
elsewhere, is announced by the outcome (`outcome.py`).
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_RETURN, LOC, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, super_, wild
from spaceenvs.cosmic_encounter.captives import carry, cone_place
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.components import DIPLOMAT, GAS_GIANT, SITES, SLOTS
from spaceenvs.cosmic_encounter.hooks import H_LAND, H_OWN
from spaceenvs.cosmic_encounter.points import FREE, HELD_FAST, NAILED, apply_rules
from spaceenvs.cosmic_encounter.stack import (
    ABOUT,
    DEAL,
    GO_HOME,
    LOSE,
    RETURN,
    WINDOW,
    Frame,
    allow,
    allow_bases,
    answered_place,
    ask,
    call,
    end,
    has_base_besides,
    has_seat,
    is_ally,
    is_main,
    is_phase_8,
    open_question,
    with_seat,
)
from spaceenvs.cosmic_encounter.state import NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.tokens import (
    ALL,
    FROM_CONE,
    begin_defeat,
    landing_place,
    landing_player,
    lose_all_on,
    open_landing,
)
from spaceenvs.cosmic_encounter.uses import run_enlarge

# What its frame notes: the planet; the next by timing order; 1: the tokens are lost (Super).
# Its `seats` are those who have to leave.
PLACE, NEXT_UP, IS_LOST = 1, 2, 3
D_FILTH = decision("D_FILTH")


@kernel
def is_shared(s: State, p: int, place: int) -> bool:
    """Whether a player's tokens share a planet with others', not on a Gas Giant."""
    if s.tokens[p, place] == 0 or s.hex[place // SLOTS] == GAS_GIANT:
        return False
    for q in range(s.seats):
        if q != p and s.tokens[q, place] > 0:
            return True
    return False


@kernel
def can_filth(s: State, box: Box, p: int, about: int) -> bool:
    """Tokens have landed on a planet that he shares."""
    return is_shared(s, p, landing_place(about))


@kernel
def can_wild_filth(s: State, box: Box, p: int, about: int) -> bool:
    """He has landed on a planet that he shares, in phase 8 (R95)."""
    return landing_player(about) == p and is_phase_8(s) and is_shared(s, p, landing_place(about))


@kernel
def is_party(s: State, p: int) -> bool:
    """Whether a player deals: a main player, or the Diplomat of a three-way deal (6.9)."""
    return is_main(s, p) or get_cell(s, DIPLOMAT, 0) == p + 1


@kernel
def is_giver(s: State, p: int, about: int) -> bool:
    """Whether a deal that is carried out gives another player a base on his planet (R122)."""
    is_deal = s.stack[s.challenge.floor].kind == DEAL and s.challenge.outcome == 0
    return is_deal and is_party(s, p) and landing_player(about) != p


@kernel
def find_about(s: State) -> int:
    """Return what the window is about that the use belongs to; -1: the outcome announced it."""
    below = s.stack[s.depth - 3]  # below the use and its effect
    return int(below.notes[ABOUT]) if below.kind == WINDOW else NOBODY


@kernel
def find_leaving(s: State, p: int, place: int) -> int:
    """Return the set of all others with tokens on a planet."""
    seats = 0
    for q in range(s.seats):
        if q != p and s.tokens[q, place] > 0:
            seats = with_seat(seats, q)
    return seats


@kernel
def run_filth(s: State, box: Box, f: Frame) -> None:
    """The others leave the planet; as the giver of a deal he leaves himself."""
    if f.at == 0:
        f.notes[IS_LOST] = s.super_use
        s.super_use = 0
        about = find_about(s)
        if about == NOBODY:
            f.at = 10 if f.who == s.challenge.off else 20
        else:
            f.notes[PLACE] = landing_place(about)
            f.seats = find_leaving(s, f.who, f.notes[PLACE])
            if is_giver(s, f.who, about):
                f.seats = with_seat(0, f.who)
            f.at = 2
    if f.at >= 20:
        run_refusal(s, box, f)
    elif f.at >= 10:
        run_redirection(s, f)
    else:
        run_leaving(s, box, f)


@kernel
def run_wild_filth(s: State, box: Box, f: Frame) -> None:
    """The others leave the planet where he has landed."""
    if f.at == 0:
        f.notes[PLACE] = landing_place(find_about(s))
        f.seats = find_leaving(s, f.who, f.notes[PLACE])
        f.at = 2
    run_leaving(s, box, f)


@kernel
def run_leaving(s: State, box: Box, f: Frame) -> None:
    """Those who have to leave return to other bases, token by token; Super: they lose them."""
    c = s.challenge
    place = int(f.notes[PLACE])
    if f.at == 3:
        f.at = 2
        q = c.order[f.notes[NEXT_UP]]
        s.tokens[q, place] -= 1
        s.tokens[q, answered_place(s)] += 1
    while f.notes[NEXT_UP] < s.seats:
        q = c.order[f.notes[NEXT_UP]]
        is_nailed = apply_rules(s, box, HELD_FAST, q, place, FREE) == NAILED  # a super Gorgon
        if has_seat(f.seats, q) and s.tokens[q, place] > 0 and not is_nailed:
            if place == c.target:
                c.landed[q] = 0
            if f.notes[IS_LOST] != 0:
                f.notes[NEXT_UP] += 1
                lose_all_on(s, box, q, place)
                return
            if has_base_besides(s, q, place):
                open_question(s)
                allow_bases(s, q, place)
                ask(s, f, D_RETURN, q)
                return
            s.warp[q] += s.tokens[q, place]  # R16
            s.tokens[q, place] = 0
        f.notes[NEXT_UP] += 1
    end(s)


@kernel
def find_redirected(s: State) -> int:
    """Return the next ally of the OFF with tokens on the cone: the outcome lands him now."""
    c = s.challenge
    for i in range(s.seats):
        q = c.order[i]
        if is_ally(s, q, OFFENCE) and c.commit_count[q] > 0:
            return int(q)
    return NOBODY


@kernel
def allow_clean_planets(s: State, p: int) -> None:
    """Make the other planets of the target system without his tokens legal answers."""
    system = s.challenge.target // SLOTS
    for slot in range(SITES):
        place = int(system) * SLOTS + slot
        if place != s.challenge.target and s.gone[place] == 0 and s.tokens[p, place] == 0:
            allow(s, LOC + place)


@kernel
def run_redirection(s: State, f: Frame) -> None:
    """His ally lands on another planet of the system; if there is none his tokens return."""
    c = s.challenge
    q = find_redirected(s)
    if f.at == 11:
        place = answered_place(s)
        had_base = s.tokens[q, place] > 0
        s.tokens[q, place] += c.commit_count[q]
        carry(s, q, cone_place(s), place)
        c.commit_count[q] = 0
        c.on_ring[q] = 0
        carry(s, q, cone_place(s), place)
        end(s)
        open_landing(s, q, place, had_base)
        return
    open_question(s)
    allow_clean_planets(s, f.who)
    if s.choices == 0:
        end(s)
        call(s, RETURN, q, FROM_CONE)
        return
    ask(s, f, D_FILTH, q)


@kernel
def run_refusal(s: State, box: Box, f: Frame) -> None:
    """The winners do not land: their tokens return (Super: those who would land lose them)."""
    c = s.challenge
    if f.notes[IS_LOST] != 0:
        while f.notes[NEXT_UP] < s.seats:
            q = c.order[f.notes[NEXT_UP]]
            f.notes[NEXT_UP] += 1
            would_land = q == c.off or (c.dark == 0 and is_ally(s, q, OFFENCE))
            if would_land and c.commit_count[q] > 0:
                level = begin_defeat(s, box, q, OFFENCE)
                s.loss_by_defeat[level] = 0
                call(s, LOSE, q, level)
                return
    end(s)
    call(s, GO_HOME, NOBODY, ALL)


@kernel
def can_super_filth(s: State, box: Box, p: int, about: int) -> bool:
    """Others have to leave: not he himself, nor does an ally land elsewhere; in phase 8 (R95)."""
    if not is_phase_8(s):
        return False
    below = s.stack[s.depth - 3]  # below the use and the window of its Super
    if below.kind == WINDOW:
        return not is_giver(s, p, int(below.notes[ABOUT]))
    return p != s.challenge.off


PLAYS = (
    power("Filth", H_LAND, can=can_filth, run=run_filth, use=MANDATORY),
    wild("Filth", H_LAND, can=can_wild_filth, run=run_wild_filth),
    super_("Filth", H_OWN, can=can_super_filth, run=run_enlarge),
)
WORDS = (Words("D_FILTH", asked="Filth: the planet where an ally lands instead", place="land on"),)
