"""Pirate: captures losing tokens, sells them or lets their owners ransom them (R110, R150)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_GIVE, NUM, PASS, PLAYER, YES, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import MAX_PLAYERS, PIRATE
from spaceenvs.cosmic_encounter.hands import allow_hand, give_card, take_random
from spaceenvs.cosmic_encounter.hexes import take_off_standing
from spaceenvs.cosmic_encounter.hooks import H_OUT, H_OWN, H_REGROUP, H_WON
from spaceenvs.cosmic_encounter.points import FREE, HELD_FAST, NAILED, apply_rules
from spaceenvs.cosmic_encounter.results import is_on_side
from spaceenvs.cosmic_encounter.sheets import memory_of
from spaceenvs.cosmic_encounter.stack import (
    FROM_WARP,
    REWARD,
    Frame,
    allow,
    answered_kind,
    answered_player,
    ask,
    call,
    count_defending,
    count_on_side,
    defends_planet,
    end,
    is_ally,
    is_main,
    is_other_defender,
    main_of,
    open_question,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY
from spaceenvs.cosmic_encounter.tokens import return_last, take_last
from spaceenvs.cosmic_encounter.uses import run_enlarge

HOLDS_TOKENS = True
MEMORY = tuple(f"captives of seat {p}" for p in range(MAX_PLAYERS))
MOST_SOLD = 4
MOST_OFFERED = 3
IS_SUPER = 1  # what the frame of a capture notes
SOLD, NEXT_UP, OFFER = 1, 2, 3  # what the frame at H_REGROUP notes; the owner, by timing order
D_PIRATE = decision("D_PIRATE")


# -- capturing ---------------------------------------------------------------------------------


@kernel
def count_planet_tokens(s: State, box: Box, q: int) -> int:
    """Count the tokens on the target planet with which q defends, and which can leave it."""
    c = s.challenge
    if c.target < 0 or not defends_planet(s, q):
        return 0
    hold = apply_rules(s, box, HELD_FAST, q, c.target, FREE)
    return 0 if hold == NAILED else int(count_defending(s, q))


@kernel
def count_losing(s: State, box: Box, q: int, side: int) -> int:
    """Count the tokens that a player of the losing side has in the challenge."""
    if is_main(s, q) or is_other_defender(s, q):
        return count_planet_tokens(s, box, q) + int(s.challenge.commit_count[q])
    return int(count_on_side(s, q, side))


@kernel
def find_prey(s: State, box: Box, side: int) -> int:
    """Return whose token is captured next, -1 if none: main player, other defenders, allies."""
    main = int(main_of(s, side))
    if count_losing(s, box, main, side) > 0:
        return main
    for i in range(s.seats):
        q = int(s.challenge.order[i])
        if side == DEFENCE and is_other_defender(s, q) and count_losing(s, box, q, side) > 0:
            return q
    for i in range(s.seats):
        q = int(s.challenge.order[i])
        if is_ally(s, q, side) and count_losing(s, box, q, side) > 0:
            return q
    return NOBODY


@kernel
def capture(s: State, box: Box, p: int, side: int) -> None:
    """A losing token becomes a captive: the one committed last; it counts as lost."""
    c = s.challenge
    q = find_prey(s, box, side)
    if q < 0:
        return
    if count_planet_tokens(s, box, q) > 0:
        s.tokens[q, c.target] -= 1
        take_off_standing(s, q, -1)
    elif side == DEFENCE and c.on_ring[q] > 0:
        c.commit_count[q] -= 1
        c.on_ring[q] -= 1
    else:
        take_last(s, q)
    memory_of(s, p, PIRATE)[q] += 1
    s.away[q] += 1
    c.lost[q] += 1
    if is_main(s, q):
        c.lost_main[side] += 1


@kernel
def count_winning(s: State, p: int) -> int:
    """Count his own winning tokens on the cone or its ring: OFF, or an ally.

    Tokens that defend on the planet neither land nor are rewarded, also when a Delegator has made
    an ally of the DEF; and the new DEF is neither OFF nor ally (R144).
    """
    c = s.challenge
    if c.winner < 0 or p == c.defender or defends_planet(s, p) or not is_on_side(s, p, c.winner):
        return 0
    return int(c.commit_count[p]) if p == c.off else int(count_on_side(s, p, c.winner))


@kernel
def count_prey(s: State, box: Box, p: int) -> int:
    """Return how many tokens he can capture."""
    side = 1 - int(s.challenge.winner)
    losing = count_losing(s, box, main_of(s, side), side)
    for q in range(s.seats):
        if is_ally(s, q, side) or (side == DEFENCE and is_other_defender(s, q)):
            losing += count_losing(s, box, q, side)
    return min(losing, count_winning(s, p))


@kernel
def can_capture(s: State, box: Box, p: int, about: int) -> bool:
    """OFF or ally on the winning side, and there is a token to capture."""
    return count_winning(s, p) > 0 and count_prey(s, box, p) > 0


@kernel
def run_capture(s: State, box: Box, f: Frame) -> None:
    """So many captives for as many own tokens sent home; Super: without sending any."""
    p = f.who
    if f.at == 0:
        f.notes[IS_SUPER] = s.super_use
        s.super_use = 0
        f.at = 2
    if f.at == 2:
        open_question(s)
        for count in range(1, count_prey(s, box, p) + 1):
            allow(s, NUM + count)
        ask(s, f, D_PIRATE, p)
        return
    count = s.answer - NUM
    for _ in range(count):
        capture(s, box, p, 1 - s.challenge.winner)
    is_super = f.notes[IS_SUPER] != 0
    end(s)
    if not is_super:
        send_last_home(s, p, count)


@kernel
def send_last_home(s: State, p: int, count: int) -> None:
    """His winning tokens that were committed last return; they are not rewarded (R110)."""
    c = s.challenge
    is_ring = c.on_ring[p] > 0 and c.winner == DEFENCE
    last = int(c.commit_count[p]) - (0 if is_ring else int(c.on_ring[p]))
    if is_ring:
        c.on_ring[p] -= count
    c.reward_due[p] = max(0, int(c.reward_due[p]) - count)
    return_last(s, p, last, count)


# -- selling and ransom ------------------------------------------------------------------------


@kernel
def count_captives(s: State, p: int) -> int:
    """Count the captives on his sheet."""
    memory = memory_of(s, p, PIRATE)
    count = 0
    for q in range(s.seats):
        count += int(memory[q])
    return count


@kernel
def can_sell(s: State, box: Box, p: int, about: int) -> bool:
    """He has captives."""
    return count_captives(s, p) > 0


@kernel
def free_captives(s: State, p: int, q: int, count: int) -> None:
    """Captives go to their owner's Warp."""
    memory_of(s, p, PIRATE)[q] -= count
    s.away[q] -= count
    s.warp[q] += count


@kernel
def run_sell(s: State, box: Box, f: Frame) -> None:
    """Up to four captives for a reward each; then the owners offer ransoms."""
    p = f.who
    if f.at == 0:
        f.at = 2
    if f.at == 3:
        f.at = 2
        if s.answer == PASS:
            f.at = 4
        else:
            free_captives(s, p, answered_player(s), 1)
            f.notes[SOLD] += 1
    if f.at == 2 and f.notes[SOLD] < MOST_SOLD:
        open_question(s)
        for q in range(s.seats):
            if memory_of(s, p, PIRATE)[q] > 0:
                allow(s, PLAYER + q)
        if s.choices > 0:
            allow(s, PASS)
            ask(s, f, D_PIRATE, p)
            return
    if f.at == 2 or f.at == 4:
        f.at = 6
        if f.notes[SOLD] > 0:
            call(s, REWARD, p, f.notes[SOLD])
            return
    ransom(s, f)


@kernel
def ransom(s: State, f: Frame) -> None:
    """Each owner in timing order may offer cards of his choice for all of his captives."""
    p = f.who
    q = int(s.challenge.order[f.notes[NEXT_UP]]) if f.notes[NEXT_UP] < s.seats else NOBODY
    if f.at == 7:
        f.notes[OFFER] = s.answer - NUM
        f.at = 8 if f.notes[OFFER] > 0 else 12
    elif f.at == 9:
        f.at = 10 if s.answer == YES else 12
    elif f.at == 11:
        f.at = 10
        give_card(s, q, p, answered_kind(s))
        f.notes[OFFER] -= 1
    if f.at == 8:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_PIRATE, p)
        return
    if f.at == 10 and f.notes[OFFER] > 0 and s.hand_size[q] > 0:
        open_question(s)
        allow_hand(s, q)
        ask(s, f, D_GIVE, q)
        return
    if f.at == 10:
        count = int(memory_of(s, p, PIRATE)[q])
        free_captives(s, p, q, count)
        f.notes[NEXT_UP] += 1
        f.at = 6
        call(s, FROM_WARP, q, count)
        return
    if f.at == 12:
        f.notes[NEXT_UP] += 1
        f.at = 6
    while f.notes[NEXT_UP] < s.seats:
        q = int(s.challenge.order[f.notes[NEXT_UP]])
        if memory_of(s, p, PIRATE)[q] > 0:
            open_question(s)
            for count in range(min(MOST_OFFERED, int(s.hand_size[q])) + 1):
                allow(s, NUM + count)
            ask(s, f, D_PIRATE, q)
            return
        f.notes[NEXT_UP] += 1
    end(s)


# -- its Flare ---------------------------------------------------------------------------------


@kernel
def can_wild_pirate(s: State, box: Box, p: int, about: int) -> bool:
    """OFF or ally of the winning side."""
    c = s.challenge
    return c.winner >= 0 and p != c.defender and is_on_side(s, p, c.winner)


@kernel
def run_wild_pirate(s: State, box: Box, f: Frame) -> None:
    """Take a random card from the losing main player."""
    loser = main_of(s, 1 - s.challenge.winner)
    if s.hand_size[loser] > 0:
        take_random(s, f.who, loser)
    end(s)


@kernel
def can_super_pirate(s: State, box: Box, p: int, about: int) -> bool:
    """In a use that captures: there is a winner."""
    return s.challenge.winner >= 0


PLAYS = (
    power("Pirate", H_WON, can=can_capture, run=run_capture),
    power("Pirate", H_REGROUP, can=can_sell, run=run_sell),
    wild("Pirate", H_OUT, can=can_wild_pirate, run=run_wild_pirate),
    super_("Pirate", H_OWN, can=can_super_pirate, run=run_enlarge),
)
WORDS = (
    Words(
        "D_PIRATE",
        asked="Pirate: how many tokens to capture, whose captive to sell, a ransom",
        stop="no",
        yes="accept the ransom",
        player="sell a captive of {}",
        number="{} tokens or cards",
    ),
)
