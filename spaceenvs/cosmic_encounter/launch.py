"""Phases 3 to 6: launch, invitations, alliances."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_ALLY, D_INVITE, OPT, PASS, YES
from spaceenvs.cosmic_encounter.bindings import MUST, MUST_NOT, bind_choices
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.comets import are_allies_barred, is_everybody_invited
from spaceenvs.cosmic_encounter.components import BUTLER, NEGATOR
from spaceenvs.cosmic_encounter.cones import is_warp_challenge
from spaceenvs.cosmic_encounter.curses import INVITES_NOBODY, is_cursed
from spaceenvs.cosmic_encounter.hooks import (
    H_ALLIED,
    H_ALLY,
    H_INV,
    H_JOINED,
    H_LAUNCH,
    H_TARGET,
    H_TAXED,
)
from spaceenvs.cosmic_encounter.limbo import empty_by_target
from spaceenvs.cosmic_encounter.lucre import LW3, LW6, open_lucre_window
from spaceenvs.cosmic_encounter.lunar import call_moons
from spaceenvs.cosmic_encounter.moon_points import MAY_INVITE, MUST_ALLY, MUST_INVITE, apply_moons
from spaceenvs.cosmic_encounter.moons.alliance import pay_bribe
from spaceenvs.cosmic_encounter.points import (
    ALLY_CHOICES,
    ALLY_USE,
    JOIN_DEFENCE,
    JOIN_OFFENCE,
    MAY_ALLY,
    STAY_OUT,
    apply_rules,
)
from spaceenvs.cosmic_encounter.satellites import is_vacant_moon
from spaceenvs.cosmic_encounter.stack import (
    ALLIANCE,
    BASES,
    CANCEL,
    COMMIT,
    END,
    GO_HOME,
    INVITE,
    NEXT,
    OCCUPIED,
    PLAN,
    TARGET,
    Frame,
    allow,
    ask,
    begin_play,
    call,
    go_to,
    has_seat,
    is_anybody_concerned,
    is_main,
    is_other_defender,
    is_silenced,
    main_of,
    open_question,
    open_window,
    open_window_for,
    seat_after,
    use_play,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE, ON_BOTH_SIDES
from spaceenvs.cosmic_encounter.targets import OCCUPY, has_other_target
from spaceenvs.cosmic_encounter.tokens import (
    ALL,
    BEFORE_RING,
    LIMIT,
    count_committable,
    find_limit,
    has_token_to_commit,
    land_tokens,
)
from spaceenvs.cosmic_encounter.uses import NOT_CANCELLED
from spaceenvs.cosmic_encounter.worldships import ask_worldships

LAUNCH_ENDS = 6  # a place of LAUNCH: all tokens are back, the turn ends
TAXED, AIMED, UNAIMED, TOLLED = 8, 9, 10, 11  # further ones: after D_TOKENS; LW3; D_WS; moons
JOINED_TAXED, ALLIED = 13, 14  # places of ALLIANCE: after an ally's D_TOKENS; after LW6
TO_THE_RING, RING_LAUNCHED = 15, 16  # further ones, R116: before and after the second H_LAUNCH
# Cells of Butler: 1, he has taken the tokens; whom the OFF must invite (seat + 1).
HAS_LAUNCHED, MUST_BE_INVITED = 1, 3
NEXT_UP, SIDE = 1, 2  # notes of INVITE and ALLIANCE: places to OFF's left; which side
TO_RING = 3  # further note of ALLIANCE, 1: a second D_TOKENS follows (R116)


@kernel
def run_launch(s: State, box: Box, f: Frame) -> None:
    """Phase 3: tokens to the cone, then the target."""
    c = s.challenge
    p = c.off
    if f.at == 0:
        if not has_token_to_commit(s, box, p) and c.commit_count[p] == 0:
            go_to(s, NEXT)  # R10
            return
        f.at = 1
        if c.own != OCCUPY:  # R88
            open_window(s, H_LAUNCH)
            return
    if f.at == 1:
        f.at = TAXED
        if not has_token_to_commit(s, box, p) and c.commit_count[p] == 0:
            go_to(s, NEXT)  # R10: what he had was lost, or nailed down, in the window
            return
        if get_cell(s, BUTLER, HAS_LAUNCHED) == 0:
            call(s, COMMIT, p, find_limit(s, box, p))
            return
        c.commits += 1
    if f.at == TAXED:
        f.at = 2
        if c.own != OCCUPY:  # R88
            open_window_for(s, NOBODY, H_TAXED, p)
            return
    if f.at == 2:
        if c.own != 0 and not has_other_target(s, box):
            f.at = 6  # a wild Parasite took the last one away: as R8
            call(s, GO_HOME, NOBODY, ALL)
            return
        f.at = UNAIMED
        if c.lured == 0 and not is_warp_challenge(s) and ask_worldships(s, 1):
            return
    if f.at == UNAIMED:
        f.at = 3
        if c.lured == 0 and not is_warp_challenge(s):  # R212
            call(s, TARGET, p, NOBODY)
            return
    if f.at == 3:
        empty_by_target(s, box)
        if begin_occupation(s, f):
            return
        f.at = TOLLED
        call_moons(s, H_TARGET)
        return
    if f.at == TOLLED:
        f.at = 4
        open_window(s, H_TARGET)
        return
    if f.at == 4:
        if begin_occupation(s, f):  # a vacant moon chosen anew
            return
        f.at = AIMED
        open_lucre_window(s, box, LW3)
        return
    if f.at == AIMED:
        f.at = 5
        call(s, BASES, NOBODY, 0)
        return
    if f.at == 7:
        go_to(s, END)
        return
    go_to(s, INVITE if f.at == 5 else NEXT)


@kernel
def begin_occupation(s: State, f: Frame) -> bool:
    """An empty home planet or vacant moon is occupied at once, without a challenge (R88, R215).

    A moon that was not vacant when it was chosen has a DEF, and is fought for even if he leaves it.
    """
    c = s.challenge
    if c.own != OCCUPY and (c.defender >= 0 or not is_vacant_moon(s, c.target)):
        return False
    c.outcome = OCCUPIED
    f.at = 7
    land_tokens(s, c.off)
    return True


@kernel
def run_invite(s: State, box: Box, f: Frame) -> None:
    """Phases 4 and 5: OFF, then DEF invites each other player, clockwise from OFF."""
    c = s.challenge
    if f.at == 0:
        f.at = 4
        f.notes[NEXT_UP] = 1
        call_moons(s, H_INV)
        return
    if f.at == 4:
        f.at = 2
        open_window(s, H_INV)
        return
    if f.at == 3:
        f.at = 2
        q = seat_after(s, c.off, f.notes[NEXT_UP])
        c.invited[f.notes[SIDE], q] = 1 if s.answer == YES else 0
        if s.answer == YES:
            pay_bribe(s, main_of(s, f.notes[SIDE]), q)
        f.notes[NEXT_UP] += 1
    while f.notes[SIDE] <= DEFENCE:
        inviter = main_of(s, f.notes[SIDE])
        may_invite = not is_silenced(s, inviter) and not has_seat(c.mute, inviter)  # R94
        is_barred = are_allies_barred(s) or is_cursed(s, inviter, INVITES_NOBODY)
        may_invite = may_invite and not is_barred
        may_invite = may_invite and apply_moons(s, box, MAY_INVITE, inviter, f.notes[SIDE], 1) != 0
        while f.notes[NEXT_UP] < s.seats:
            is_asked = may_invite and is_invitable(s, f)
            q = seat_after(s, c.off, f.notes[NEXT_UP])
            has_to = apply_moons(s, box, MUST_INVITE, inviter, q, 0) != 0
            if is_asked and (is_everybody_invited(s) or is_invited_by_force(s, f)):
                c.invited[f.notes[SIDE], q] = 1
            elif is_asked and (has_to or find_told(s, f) != MUST_NOT):  # R115
                open_question(s)
                if not has_to:
                    allow(s, PASS)
                allow(s, YES)
                ask(s, f, D_INVITE, inviter)
                return
            f.notes[NEXT_UP] += 1
        f.notes[NEXT_UP] = 1
        f.notes[SIDE] += 1
    go_to(s, ALLIANCE)


@kernel
def is_invitable(s: State, f: Frame) -> bool:
    """Whether the side asks about this player; a DEF does not invite his fellow defenders."""
    q = seat_after(s, s.challenge.off, f.notes[NEXT_UP])
    if is_main(s, q):
        return False
    return f.notes[SIDE] == OFFENCE or not is_other_defender(s, q)


@kernel
def is_invited_by_force(s: State, f: Frame) -> bool:
    """Whether the side has to invite him: a wild Butler has given his turn away, or a Force."""
    q = seat_after(s, s.challenge.off, f.notes[NEXT_UP])
    is_served = f.notes[SIDE] == OFFENCE and get_cell(s, BUTLER, MUST_BE_INVITED) == q + 1
    return is_served or find_told(s, f) == MUST


@kernel
def find_told(s: State, f: Frame) -> int:
    """Return what a Force has told the side about this player (R115)."""
    q = seat_after(s, s.challenge.off, f.notes[NEXT_UP])
    return int(s.challenge.told_invite[f.notes[SIDE], q])


@kernel
def can_ally(s: State, box: Box, q: int, side: int) -> bool:
    """Whether a player may join a side: invited, or by a power; silence is no bar (R42)."""
    return apply_rules(s, box, MAY_ALLY, q, side, s.challenge.invited[side, q]) != 0


@kernel
def find_choices(s: State, box: Box, q: int) -> int:
    """Return what a player may answer at D_ALLY, summed up (`points.py`)."""
    c = s.challenge
    is_invited = c.invited[OFFENCE, q] != 0 or c.invited[DEFENCE, q] != 0
    must_ally = is_everybody_invited(s) or apply_moons(s, box, MUST_ALLY, q, 0, 0) != 0  # R219
    choices = 0 if must_ally and is_invited else STAY_OUT
    if can_ally(s, box, q, OFFENCE):
        choices += JOIN_OFFENCE
    if can_ally(s, box, q, DEFENCE):
        choices += JOIN_DEFENCE
    choices = apply_rules(s, box, ALLY_CHOICES, q, count_committable(s, box, q), choices)
    return bind_choices(s, q, choices)


@kernel
def run_alliance(s: State, box: Box, f: Frame) -> None:
    """Phase 6: each other player, clockwise from OFF's left, answers and commits tokens."""
    c = s.challenge
    if f.at == 0:
        f.notes[NEXT_UP] = 1
        f.at = 8 if are_allies_barred(s) else 1
    if f.at == 1:
        if find_next_answer(s, box, f):
            f.at = 2
            open_window_for(s, seat_after(s, c.off, f.notes[NEXT_UP]), H_ALLY, 0)
            return
        f.at = 8
    if 8 <= f.at <= 10 or f.at == ALLIED:
        end_alliance(s, box, f)
        return
    q = seat_after(s, c.off, f.notes[NEXT_UP])
    if f.at == 2:
        if find_choices(s, box, q) & ~STAY_OUT != 0 or s.asked_again != 0:
            ask_ally(s, box, f, q)
            return
        f.at = 7
    if f.at == 3:
        f.at = 7
        if s.answer != PASS:
            f.notes[SIDE] = s.answer - OPT
            f.at = 5
            power = apply_rules(s, box, ALLY_USE, q, f.notes[SIDE], NOBODY)
            if power >= 0:
                f.at = 4
                use_play(s, q, power, H_ALLY)
                return
    if f.at == 4:
        f.at = 5 if s.result != 0 else 2  # cancelled: he answers again
        if f.at == 2:
            return
    if f.at == 5:
        f.at = 12
        if is_anybody_concerned(s, NOBODY, H_JOINED):  # R128
            f.at = 11
            begin_play(s, CANCEL, q, NEGATOR, H_JOINED)
            return
    if f.at == 11:
        f.at = 12 if s.result == NOT_CANCELLED else 7
    if f.at == 12:
        join(s, q, f.notes[SIDE])
        f.at = 6
        open_window_for(s, q, H_LAUNCH, q + 1)
        return
    if f.at == 6:
        f.at = JOINED_TAXED
        call(s, COMMIT, q, find_limit(s, box, q))
        if c.ally[q] == ON_BOTH_SIDES:
            spare_one(s, box, q)
            f.notes[TO_RING] = 1
        return
    if f.at == JOINED_TAXED:
        f.at = TO_THE_RING if f.notes[TO_RING] != 0 else 7
        f.notes[TO_RING] = 0
        open_window_for(s, NOBODY, H_TAXED, q)
        return
    if f.at == TO_THE_RING:
        f.at = RING_LAUNCHED
        c.limit[q] = 0  # what a Flare allowed was for the first commitment
        open_window_for(s, q, H_LAUNCH, q + 1)
        return
    if f.at == RING_LAUNCHED:
        f.at = JOINED_TAXED
        if has_token_to_commit(s, box, q):
            call(s, COMMIT, q, find_limit(s, box, q))
            s.stack[s.depth - 1].notes[BEFORE_RING] = c.commit_count[q]
        return
    f.notes[NEXT_UP] += 1
    f.at = 1


@kernel
def join(s: State, q: int, side: int) -> None:
    """A player is an ally of this side now; what he has joined before is remembered."""
    c = s.challenge
    c.ally[q] = side + 1
    c.joined[q] = int(c.joined[q]) | (side + 1)


@kernel
def spare_one(s: State, box: Box, q: int) -> None:
    """An ally of both sides keeps a token for the second D_TOKENS (R116)."""
    limit = s.stack[s.depth - 1].notes
    limit[LIMIT] = max(1, min(limit[LIMIT], count_committable(s, box, q) - 1))


@kernel
def find_next_answer(s: State, box: Box, f: Frame) -> bool:
    """Go on to the next player who could be an ally (R17); False if there is none."""
    while f.notes[NEXT_UP] < s.seats:
        q = seat_after(s, s.challenge.off, f.notes[NEXT_UP])
        if not is_main(s, q) and not is_other_defender(s, q) and has_token_to_commit(s, box, q):
            return True
        f.notes[NEXT_UP] += 1
    return False


@kernel
def ask_ally(s: State, box: Box, f: Frame, q: int) -> None:
    """D_ALLY: which side, if any."""
    s.challenge.asked[q] = 1
    choices = find_choices(s, box, q)
    open_question(s)
    if choices & STAY_OUT != 0:
        allow(s, PASS)
    for side in range(3):  # the last one is both
        if (choices >> side) & 1 != 0:
            allow(s, OPT + side)
    ask(s, f, D_ALLY, q)


@kernel
def end_alliance(s: State, box: Box, f: Frame) -> None:
    """After all have answered: the H_ALLIED window, LW6 and an H_BASES point."""
    if f.at == 8:
        f.at = 9
        open_window(s, H_ALLIED)
    elif f.at == 9:
        f.at = ALLIED
        open_lucre_window(s, box, LW6)
    elif f.at == ALLIED:
        f.at = 10
        call(s, BASES, NOBODY, 0)
    else:
        go_to(s, PLAN)
