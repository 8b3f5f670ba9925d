"""Crystal: fixes how many tokens the allies bring."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import NUM, PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import MACRON, USUAL_LIMIT
from spaceenvs.cosmic_encounter.hooks import H_ALLIED, H_OWN
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_bases,
    answered_place,
    answered_player,
    ask,
    defends_planet,
    end,
    has_base,
    is_main,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import NOBODY, ON_BOTH_SIDES
from spaceenvs.cosmic_encounter.tokens import allow_movable, commit_token, take_back_last
from spaceenvs.cosmic_encounter.uses import run_enlarge

ALLY, WANTED, FEWEST = 1, 2, 3  # what its frame notes; ALLY: by timing order
D_CRYSTAL = decision("D_CRYSTAL")


@kernel
def is_set(s: State, p: int, q: int) -> bool:
    """Whether a player can fix the tokens of q: another ally, Macron stays at 1."""
    c = s.challenge
    if q == p or c.ally[q] == 0 or c.ally[q] == ON_BOTH_SIDES:  # R116
        return False
    return not defends_planet(s, q) and not has_power(s, q, MACRON)


@kernel
def find_ally(s: State, p: int, start: int) -> int:
    """Return the place in timing order of the first such ally from a place on."""
    place = int(start)
    while place < s.seats and not is_set(s, p, s.challenge.order[place]):
        place += 1
    return place


@kernel
def can_crystal(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN or ally, and there is another ally."""
    return side_of(s, p) >= 0 and find_ally(s, p, 0) < s.seats


@kernel
def can_wild_crystal(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, and there is an ally."""
    return is_main(s, p) and find_ally(s, p, 0) < s.seats


@kernel
def run_crystal(s: State, box: Box, f: Frame) -> None:
    """Each other ally in timing order: a number, which he then brings (Super: 0 too)."""
    if f.at == 0:
        f.notes[FEWEST] = 0 if s.super_use != 0 else 1
        s.super_use = 0
        f.at = 2
    if f.at == 3:
        f.at = 4
        if s.answer == PASS:
            f.at = 2
            f.notes[ALLY] += 1
        else:
            f.notes[WANTED] = s.answer - NUM
    if f.at >= 4:
        if is_adjusting(s, box, f):
            return
        f.at = 2
        f.notes[ALLY] += 1
    f.notes[ALLY] = find_ally(s, f.who, f.notes[ALLY])
    if f.notes[ALLY] >= s.seats:
        end(s)
        return
    open_question(s)
    allow(s, PASS)
    allow_numbers(s, f.notes[FEWEST])
    ask(s, f, D_CRYSTAL, f.who)


@kernel
def allow_numbers(s: State, fewest: int) -> None:
    """Make the numbers of tokens legal answers."""
    for count in range(fewest, USUAL_LIMIT + 1):
        allow(s, NUM + count)


@kernel
def is_adjusting(s: State, box: Box, f: Frame) -> bool:
    """Let the ally add or take back tokens, one by one; False when he has the number wanted."""
    c = s.challenge
    q = c.order[f.notes[ALLY]]
    if f.at == 5:
        f.at = 4
        place = answered_place(s)
        if c.commit_count[q] > f.notes[WANTED]:
            take_back_last(s, q, place)
        else:
            s.tokens[q, place] -= 1
            commit_token(s, q, place)
    if not has_base(s, q):
        while c.commit_count[q] > f.notes[WANTED]:
            c.commit_count[q] -= 1
            s.warp[q] += 1  # R16
    elif c.commit_count[q] != f.notes[WANTED]:
        open_question(s)
        if c.commit_count[q] > f.notes[WANTED]:
            allow_bases(s, q, NOBODY)
        else:
            allow_movable(s, box, q, NOBODY)
        if s.choices > 0:
            ask(s, f, D_CRYSTAL, q)
            return True
    if f.notes[WANTED] == 0:
        c.ally[q] = 0
    return False


@kernel
def run_wild_crystal(s: State, box: Box, f: Frame) -> None:
    """One ally brings a number of tokens that the player names."""
    c = s.challenge
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            if is_set(s, f.who, q):
                allow(s, PLAYER + q)
        ask(s, f, D_CRYSTAL, f.who)
        return
    if f.at == 1:
        q = answered_player(s)
        for place in range(s.seats):
            if c.order[place] == q:
                f.notes[ALLY] = place
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow_numbers(s, 1)
        ask(s, f, D_CRYSTAL, f.who)
        return
    if f.at == 3:
        f.notes[WANTED] = s.answer - NUM
        f.at = 4
    if not is_adjusting(s, box, f):
        end(s)


PLAYS = (
    power("Crystal", H_ALLIED, can=can_crystal, run=run_crystal),
    wild("Crystal", H_ALLIED, can=can_wild_crystal, run=run_wild_crystal),
    super_("Crystal", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_CRYSTAL",
        asked="Crystal: how many tokens an ally brings",
        stop="leave the ally alone",
        player="fix the tokens of {}",
        place="token at",
        number="{} tokens",
    ),
)
