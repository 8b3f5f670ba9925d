"""Butler: serves the OFF for a tip, and himself without one (R133)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import NUM, OPT, PASS, PLAYER, YES, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import BUTLER, USUAL_LIMIT
from spaceenvs.cosmic_encounter.cones import is_warp_challenge
from spaceenvs.cosmic_encounter.hands import take_random
from spaceenvs.cosmic_encounter.hooks import H_LAUNCH, H_START
from spaceenvs.cosmic_encounter.launch import HAS_LAUNCHED, MUST_BE_INVITED
from spaceenvs.cosmic_encounter.lucre import pay_player
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_place,
    answered_player,
    ask,
    begin_rounds_anew,
    end,
    has_base,
    open_question,
    set_order,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.targets import AIMED_BY
from spaceenvs.cosmic_encounter.tokens import (
    allow_movable,
    commit_token,
    count_movable,
    find_limit,
)

CELLS = ("aims", "has launched", "high tip", "must be invited")
HIGH_TIP = 2  # cell, 1: the Super was played
LUCRE_TIP, CARD_TIP = 2, 1  # the Super doubles both
LEFT = 1  # what the frame of the launch notes: tokens still to pick
AIM, LAUNCH_TOKENS = 0, 1  # the menu
D_BUTLER = decision("D_BUTLER")


@kernel
def can_butler(s: State, box: Box, p: int, about: int) -> bool:
    """Another player's challenge, just before his D_TOKENS (about 0: not an ally's); once."""
    return p != s.challenge.off and about == 0 and not has(s.challenge.used, BUTLER)


@kernel
def find_tip(s: State, box: Box) -> int:
    """Return the tip in Lucre, or minus the number of cards; 0: none is possible."""
    c = s.challenge
    factor = 2 if get_cell(s, BUTLER, HIGH_TIP) != 0 else 1
    if box.lucre != 0 and s.lucre[c.off] >= LUCRE_TIP * factor:
        return LUCRE_TIP * factor
    return -CARD_TIP * factor if s.hand_size[c.off] >= CARD_TIP * factor else 0


@kernel
def pay_tip(s: State, box: Box, p: int) -> None:
    """The OFF pays his tip; two cards of the Super open no H_TAKEN, it is none of R130."""
    tip = find_tip(s, box)
    if tip > 0:
        pay_player(s, s.challenge.off, p, tip)
    for _ in range(-tip):
        take_random(s, p, s.challenge.off)


@kernel
def find_most(s: State, box: Box) -> int:
    """Return how many tokens from bases the OFF may commit."""
    c = s.challenge
    room = int(find_limit(s, box, c.off)) - int(c.commit_count[c.off])
    return min(USUAL_LIMIT, room, count_movable(s, box, c.off))


@kernel
def run_butler(s: State, box: Box, f: Frame) -> None:
    """The OFF tips him or not; without a tip he aims, or launches, or neither."""
    c = s.challenge
    if f.at == 0:
        add(c.used, BUTLER)
        f.at = 2 if find_tip(s, box) != 0 else 4
    if f.at == 2:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_BUTLER, c.off)
        return
    if f.at == 3:
        f.at = 4
        if s.answer == YES:
            p = f.who
            end(s)
            pay_tip(s, box, p)
            return
    if f.at == 4:
        open_question(s)
        allow(s, PASS)
        if c.lured == 0 and not is_warp_challenge(s):
            allow(s, OPT + AIM)
        if find_most(s, box) > 0:
            allow(s, OPT + LAUNCH_TOKENS)
        ask(s, f, D_BUTLER, f.who)
        return
    if f.at == 5:
        if s.answer == OPT + LAUNCH_TOKENS:
            f.at = 6
        elif s.answer == OPT + AIM:
            set_cell(s, BUTLER, AIMED_BY, int(f.who) + 1)
    if f.at >= 6:
        launch_tokens(s, box, f)
        return
    end(s)


@kernel
def launch_tokens(s: State, box: Box, f: Frame) -> None:
    """Instead of D_TOKENS: the OFF says how many, the Butler takes them from bases."""
    c = s.challenge
    if f.at == 6:
        open_question(s)
        for count in range(1, find_most(s, box) + 1):
            allow(s, NUM + count)
        ask(s, f, D_BUTLER, c.off)
        return
    if f.at == 7:
        f.notes[LEFT] = s.answer - NUM
        f.at = 8
    if f.at == 9:
        f.at = 8
        place = answered_place(s)
        s.tokens[c.off, place] -= 1
        commit_token(s, c.off, place)
        f.notes[LEFT] -= 1
    if f.notes[LEFT] == 0:
        set_cell(s, BUTLER, HAS_LAUNCHED, 1)
        end(s)
        return
    open_question(s)
    allow_movable(s, box, c.off, NOBODY)
    ask(s, f, D_BUTLER, f.who)


@kernel
def can_super_butler(s: State, box: Box, p: int, about: int) -> bool:
    """Just before the D_TOKENS of the OFF, without an effect if it is he (R300)."""
    return about == 0


@kernel
def run_super_butler(s: State, box: Box, f: Frame) -> None:
    """The tip of this challenge is doubled."""
    set_cell(s, BUTLER, HIGH_TIP, 1)
    end(s)


@kernel
def is_servant(s: State, p: int, q: int) -> bool:
    """Whether a player can make the challenge for another one: he has a token on a base."""
    return q != p and has_base(s, q)


@kernel
def can_wild_butler(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF whose turn it is, and there is a player to take his place."""
    if p != s.challenge.off or p != s.turn:
        return False
    for q in range(s.seats):
        if is_servant(s, p, q):
            return True
    return False


@kernel
def run_wild_butler(s: State, box: Box, f: Frame) -> None:
    """The player named is the OFF of this challenge, and must invite him (R133, R320)."""
    if f.at == 0:
        open_question(s)
        for q in range(s.seats):
            if is_servant(s, f.who, q):
                allow(s, PLAYER + q)
        ask(s, f, D_BUTLER, f.who)
        return
    s.challenge.off = answered_player(s)
    set_cell(s, BUTLER, MUST_BE_INVITED, int(f.who) + 1)
    set_order(s)
    begin_rounds_anew(s)
    end(s)


PLAYS = (
    power("Butler", H_LAUNCH, can=can_butler, run=run_butler),
    wild("Butler", H_START, can=can_wild_butler, run=run_wild_butler),
    super_("Butler", H_LAUNCH, can=can_super_butler, run=run_super_butler),
)
WORDS = (
    Words(
        "D_BUTLER",
        asked="Butler: a tip, how he serves himself, and from where the tokens go",
        stop="no tip, or no service",
        yes="tip the Butler",
        player="let {} challenge",
        place="token from",
        number="{} tokens",
        menu=("choose the target", "choose the tokens"),
    ),
)
