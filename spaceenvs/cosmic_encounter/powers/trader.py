"""Trader: exchanges hands with the OPP."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_GIVE, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import KINDS
from spaceenvs.cosmic_encounter.hands import (
    allow_hand,
    give_card,
    leave_unseen,
    note_arts,
    see_hand,
    take_random,
)
from spaceenvs.cosmic_encounter.hooks import H_INV, H_PRE
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow_others,
    answered_kind,
    answered_player,
    ask,
    end,
    is_main,
    open_question,
    opponent,
    side_of,
)
from spaceenvs.cosmic_encounter.uses import can_as_main

D_TRADER = decision("D_TRADER")


@kernel
def forget_table(s: State, p: int) -> None:
    """R92: before an exchange each face-down card of a player is an unseen leave."""
    c = s.challenge
    side = side_of(s, p)
    if not is_main(s, p):
        return
    count = 0
    if c.card[side] >= 0:
        count += 1
    if c.second[side] >= 0:
        count += 1
    if c.kicker[side] >= 0:
        count += 1
    for _ in range(count):
        for v in range(s.seats):
            if v != p:
                leave_unseen(s, v, p)


@kernel
def exchange_hands(s: State, p: int, q: int) -> None:
    """Trader: two players exchange hands."""
    forget_table(s, p)
    forget_table(s, q)
    for k in range(KINDS):
        count = s.hand[p, k]
        s.hand[p, k] = s.hand[q, k]
        s.hand[q, k] = count
        for v in range(s.seats):
            if v != p and v != q:
                count = s.known[v, p, k]
                s.known[v, p, k] = s.known[v, q, k]
                s.known[v, q, k] = count
    for v in range(s.seats):
        if v != p and v != q:
            count = s.knows[v, p]
            s.knows[v, p] = s.knows[v, q]
            s.knows[v, q] = count
    size = s.hand_size[p]
    s.hand_size[p] = s.hand_size[q]
    s.hand_size[q] = size
    note_arts(s, p)
    note_arts(s, q)
    see_hand(s, p, q)
    see_hand(s, q, p)


@kernel
def run_trader(s: State, box: Box, f: Frame) -> None:
    """He and the OPP exchange hands."""
    exchange_hands(s, f.who, opponent(s, f.who))
    end(s)


@kernel
def can_wild_trader(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN whose OPP has a card."""
    return is_main(s, p) and s.hand_size[opponent(s, p)] > 0


@kernel
def run_wild_trader(s: State, box: Box, f: Frame) -> None:
    """Wild Trader: take a random card from the OPP, then give him any one."""
    p = f.who
    if f.at == 0:
        if s.hand_size[opponent(s, p)] > 0:  # not if a cancel has cost him the last one
            take_random(s, p, opponent(s, p))
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow_hand(s, p)
        ask(s, f, D_GIVE, p)
        return
    give_card(s, p, opponent(s, p), answered_kind(s))
    end(s)


@kernel
def run_super_trader(s: State, box: Box, f: Frame) -> None:
    """Super Trader: exchange hands with any other player."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_TRADER, f.who)
        return
    exchange_hands(s, f.who, answered_player(s))
    end(s)


PLAYS = (
    power("Trader", H_PRE, can=can_as_main, run=run_trader),
    wild("Trader", H_INV, can=can_wild_trader, run=run_wild_trader),
    super_("Trader", H_PRE, run=run_super_trader),
)
WORDS = (
    Words("D_TRADER", asked="super Trader: whom to exchange hands with", player="trade with {}"),
)
