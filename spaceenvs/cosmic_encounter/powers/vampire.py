"""Vampire: captures the loser's tokens and spends them for his total (R104)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, NUM, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import (
    MANDATORY,
    OPTIONAL,
    Words,
    power,
    super_,
    wild,
)
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import MAX_PLAYERS, SLOTS, VAMPIRE
from spaceenvs.cosmic_encounter.hexes import may_stand
from spaceenvs.cosmic_encounter.hooks import H_LOSS, H_OWN, H_REGROUP, H_TOT
from spaceenvs.cosmic_encounter.satellites import is_moon, moon_at, see_moon
from spaceenvs.cosmic_encounter.scoring import check_victory
from spaceenvs.cosmic_encounter.sheets import Memory, memory_of
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_place,
    answered_player,
    ask,
    end,
    is_ally,
    is_main,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import (
    find_loss,
    is_won_from,
    may_leave,
    occupy,
    open_landing,
    take_first,
)

HOLDS_TOKENS = True
MEMORY = tuple(f"captives of seat {p}" for p in range(MAX_PLAYERS))
CELLS = ("takes the allies",)
MOST_CAPTIVES = 10
WORTH = 2  # of a captive in the total
TAKES_ALLIES = 0  # cell, 1: super Vampire
MINE, THEIRS, WHOSE = 1, 2, 3  # what the frame of the wild flare notes
D_VAMPIRE = decision("D_VAMPIRE")


@kernel
def count_captives(s: State, memory: Memory) -> int:
    """Count the captives on the sheet."""
    count = 0
    for q in range(s.seats):
        count += memory[q]
    return count


@kernel
def can_vampire(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN winner, the loss event of his OPP; after the super flare of an ally too."""
    if not is_main(s, p) or not is_won_from(s, about, p):
        return False
    owner = int(s.loss_owner[about])
    is_taken = get_cell(s, VAMPIRE, TAKES_ALLIES) != 0 and is_ally(s, owner, 1 - side_of(s, p))
    return owner == opponent(s, p) or is_taken


@kernel
def run_vampire(s: State, box: Box, f: Frame) -> None:
    """The tokens become captives as long as there is room."""
    if s.super_use != 0:
        set_cell(s, VAMPIRE, TAKES_ALLIES, 1)
        s.super_use = 0
    memory = memory_of(s, f.who, VAMPIRE)
    level = find_loss(s)
    q = s.loss_owner[level]
    while s.loss_count[level] > 0 and count_captives(s, memory) < MOST_CAPTIVES:
        take_first(s, q, level)
        memory[q] += 1
        s.away[q] += 1
    end(s)


@kernel
def can_release(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN with captives."""
    return is_main(s, p) and count_captives(s, memory_of(s, p, VAMPIRE)) > 0


@kernel
def run_release(s: State, box: Box, f: Frame) -> None:
    """Captives go to their owners' Warp, lowest seats first; each adds to his total."""
    memory = memory_of(s, f.who, VAMPIRE)
    if f.at == 0:
        open_question(s)
        for k in range(count_captives(s, memory) + 1):
            allow(s, NUM + k)
        ask(s, f, D_VAMPIRE, f.who)
        return
    left = s.answer - NUM
    s.challenge.bonus[side_of(s, f.who)] += WORTH * left
    for q in range(s.seats):
        count = min(left, memory[q])
        memory[q] -= count
        s.away[q] -= count
        s.warp[q] += count
        left -= count
    end(s)


@kernel
def can_super_vampire(s: State, box: Box, p: int, about: int) -> bool:
    """In the use that captures, once in a challenge."""
    return s.losses > 0 and get_cell(s, VAMPIRE, TAKES_ALLIES) == 0


@kernel
def run_super_vampire(s: State, box: Box, f: Frame) -> None:
    """The use that follows, and those of this challenge, are for the allies too."""
    s.super_use = 1
    end(s)


@kernel
def can_swap(s: State, box: Box, p: int, mine: int, q: int, theirs: int) -> bool:
    """Wild Vampire: whether the groups of p and q can change places."""
    if p == q or s.tokens[p, mine] == 0 or s.tokens[q, theirs] == 0:
        return False
    if s.tokens[q, mine] > 0 or s.tokens[p, theirs] > 0:
        return False
    if not may_stand(s, p, theirs) or not may_stand(s, q, mine):
        return False
    return may_leave(s, box, p, mine) and may_leave(s, box, q, theirs)  # R140


@kernel
def find_swapper(s: State, box: Box, p: int, mine: int, theirs: int) -> int:
    """Return a player whose group on a place can change with his, -1 if there is none."""
    for q in range(s.seats):
        if can_swap(s, box, p, mine, q, theirs):
            return q
    return NOBODY


@kernel
def can_swap_from(s: State, box: Box, p: int, mine: int) -> bool:
    """Whether a group of his can change places with any other."""
    for theirs in range(s.seats * SLOTS):
        if find_swapper(s, box, p, mine, theirs) >= 0:
            return True
    return False


@kernel
def can_wild_vampire(s: State, box: Box, p: int, about: int) -> bool:
    """Two groups can change places."""
    for mine in range(s.seats * SLOTS):
        if can_swap_from(s, box, p, mine):
            return True
    return False


@kernel
def run_wild_vampire(s: State, box: Box, f: Frame) -> None:
    """A group of his tokens and a group of another player change places; victory check."""
    p = f.who
    if f.at == 0:
        open_question(s)
        for place in range(s.seats * SLOTS):
            if can_swap_from(s, box, p, place):
                allow(s, LOC + place)
        ask(s, f, D_VAMPIRE, p)
        return
    if f.at == 1:
        f.notes[MINE] = answered_place(s)
        f.at = 2
    if f.at == 2:
        open_question(s)
        for place in range(s.seats * SLOTS):
            if find_swapper(s, box, p, f.notes[MINE], place) >= 0:
                allow(s, LOC + place)
        ask(s, f, D_VAMPIRE, p)
        return
    if f.at == 3:
        f.notes[THEIRS] = answered_place(s)
        f.notes[WHOSE] = find_swapper(s, box, p, f.notes[MINE], f.notes[THEIRS])
        f.at = 4
    if f.at == 4:
        open_question(s)
        for q in range(s.seats):
            if can_swap(s, box, p, f.notes[MINE], q, f.notes[THEIRS]):
                allow(s, PLAYER + q)
        if s.choices > 1:
            ask(s, f, D_VAMPIRE, p)
            return
        f.at = 6
    if f.at == 5:
        f.notes[WHOSE] = answered_player(s)
        f.at = 6
    if f.at == 6:
        swap_groups(s, p, f.notes[MINE], f.notes[WHOSE], f.notes[THEIRS])
        f.at = 7
        occupy(s, p, f.notes[THEIRS], False)
        open_landing(s, p, f.notes[THEIRS], False)  # R112
        return
    if f.at == 7:
        f.at = 8
        occupy(s, f.notes[WHOSE], f.notes[MINE], False)
        open_landing(s, f.notes[WHOSE], f.notes[MINE], False)
        return
    end(s)
    check_victory(s)


@kernel
def swap_groups(s: State, p: int, mine: int, q: int, theirs: int) -> None:
    """Two groups of tokens change places; each player knows the moon that he is on now."""
    s.tokens[p, theirs] = s.tokens[p, mine]
    s.tokens[p, mine] = 0
    s.tokens[q, mine] = s.tokens[q, theirs]
    s.tokens[q, theirs] = 0
    if is_moon(theirs):
        see_moon(s, p, moon_at(theirs))
    if is_moon(mine):
        see_moon(s, q, moon_at(mine))


PLAYS = (
    power("Vampire", H_LOSS, can=can_vampire, run=run_vampire, use=MANDATORY),
    power("Vampire", H_TOT, can=can_release, run=run_release, use=OPTIONAL),
    wild("Vampire", H_REGROUP, can=can_wild_vampire, run=run_wild_vampire),
    super_("Vampire", H_OWN, can=can_super_vampire, run=run_super_vampire),
)
WORDS = (
    Words(
        "D_VAMPIRE",
        asked="captives to release, or bases to exchange",
        number="release {} captives",
        place="exchange the base on",
        player="exchange with {}",
    ),
)
