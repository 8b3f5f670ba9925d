"""Doppelganger: fights with the cards of somebody else (R119)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.actions import PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import MANDATORY, Words, power, rule, super_, wild
from spaceenvs.cosmic_encounter.components import (
    COMPROMISE,
    DOPPELGANGER,
    KINDS,
    NUM_CHALLENGE,
)
from spaceenvs.cosmic_encounter.hands import (
    count_challenge_cards,
    discard_from_hand,
    is_challenge_left,
    lend_card,
    put_away,
    take_openly,
    turn_over,
)
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_PRE
from spaceenvs.cosmic_encounter.points import CARDS_NEEDED
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_player,
    ask,
    end,
    open_question,
    opponent,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.uses import can_as_main, run_enlarge

CARDS_TO_HAVE = 2
FULL_TABLE = 4  # players, from which on several can be haunted
D_DOPPELGANGER = decision("D_DOPPELGANGER")


@kernel
def ask_for_victim(s: State, f: Frame) -> None:
    """Ask for a player other than the OPP."""
    open_question(s)
    for q in range(s.seats):
        if q != f.who and q != opponent(s, f.who):
            allow(s, PLAYER + q)
    ask(s, f, D_DOPPELGANGER, f.who)


@kernel
def find_third(s: State, p: int) -> int:
    """Return the first player who is neither he nor his OPP."""
    for q in range(s.seats):
        if q != p and q != opponent(s, p):
            return q
    return NOBODY


@kernel
def find_highest(s: State, box: Box, p: int) -> int:
    """Return the highest Attack in a hand, -1 if there is none."""
    highest = NOBODY
    for k in range(COMPROMISE):
        if s.hand[p, k] > 0 and (highest < 0 or box.value[k] > box.value[highest]):
            highest = k
    return highest


@kernel
def haunt(s: State, box: Box, p: int, victim: int) -> None:
    """The victim gives his highest Attack and a Compromise; what is missing is turned over."""
    attack = find_highest(s, box, victim)
    if attack >= 0:
        lend_card(s, victim, p, attack, 0)
    if s.hand[victim, COMPROMISE] > 0:
        lend_card(s, victim, p, COMPROMISE, 0)
    turned = s.pool
    for k in range(KINDS):
        turned[k] = 0
    while count_challenge_cards(s, p) < CARDS_TO_HAVE and is_challenge_left(s):
        kind = turn_over(s)
        if kind < NUM_CHALLENGE:
            take_openly(s, p, kind)
        else:
            turned[kind] += 1
    for k in range(KINDS):
        for _ in range(turned[k]):
            put_away(s, p, k)


@kernel
def run_doppelganger(s: State, box: Box, f: Frame) -> None:
    """Discard all Challenge cards, then haunt somebody; the OPP with the Super."""
    p = f.who
    if f.at == 0:
        for k in range(NUM_CHALLENGE):
            while s.hand[p, k] > 0:
                discard_from_hand(s, p, k)
        is_enlarged = s.super_use != 0
        s.super_use = 0
        if is_enlarged or s.seats < FULL_TABLE:
            haunt(s, box, p, opponent(s, p) if is_enlarged else find_third(s, p))
            end(s)
            return
        f.at = 2
    if f.at == 2:
        ask_for_victim(s, f)
        return
    haunt(s, box, p, answered_player(s))
    end(s)


@kernel
def need_no_card(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """He never draws a new hand for lack of Challenge cards."""
    return 0 if holder == p and has_power(s, p, DOPPELGANGER) else value


@kernel
def run_wild_doppelganger(s: State, box: Box, f: Frame) -> None:
    """Take a random Challenge card; at 10c it goes back, if he still holds that kind."""
    if f.at == 0:
        ask_for_victim(s, f)
        return
    victim = answered_player(s)
    count = count_challenge_cards(s, victim)
    if count > 0:
        left = pick(s.rng, count)
        for k in range(NUM_CHALLENGE):
            left -= s.hand[victim, k]
            if left < 0:
                lend_card(s, victim, f.who, k, 1)
                break
    end(s)


PLAYS = (
    power("Doppelganger", H_PRE, can=can_as_main, run=run_doppelganger, use=MANDATORY),
    wild("Doppelganger", H_PRE, can=can_as_main, run=run_wild_doppelganger),
    super_("Doppelganger", H_OWN, run=run_enlarge),
)
RULES = (rule("Doppelganger", CARDS_NEEDED, need_no_card),)
WORDS = (
    Words(
        "D_DOPPELGANGER",
        asked="Doppelganger: whose Challenge cards to take",
        player="take from {}",
    ),
)
