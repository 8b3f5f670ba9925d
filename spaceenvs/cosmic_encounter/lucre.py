"""Lucre: money, its windows, income (11.2, R209)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_DISCARD, D_LUCRE, OPT, PASS
from spaceenvs.cosmic_encounter.components import ENTREPRENEUR, LUCRE
from spaceenvs.cosmic_encounter.curses import NO_REGROUPING, is_cursed
from spaceenvs.cosmic_encounter.hands import (
    allow_hand,
    discard_from_hand,
    is_flare_unused,
    take_random_flare,
)
from spaceenvs.cosmic_encounter.hexes import find_income
from spaceenvs.cosmic_encounter.points import INCOME, apply_rules
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    DRAW,
    FROM_WARP,
    SPEND,
    Frame,
    allow,
    answered_kind,
    ask,
    call,
    end,
    has_base,
    is_main,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.totals import add_up

# The windows, by the phase they belong to.
LW1, LW3, LW6, LW7, LW8 = 1, 3, 6, 7, 8
MOMENT, NEXT_UP = 0, 1  # notes of SPEND: which window; the buyer, by timing order

# What is sold: the options of D_LUCRE.
TOKEN, BOUGHT_CARD, DISCARD_ONE, RANDOM_FLARE, POINT, LATE_POINT = range(6)
GOODS = 6
FIRST_LUCRE = 4  # of the first player; each further one in turn order has one more


@kernel
def price(good: int) -> int:
    """Return what an option of D_LUCRE costs."""
    if good == BOUGHT_CARD:
        return 4
    if good == DISCARD_ONE:
        return 10
    if good == RANDOM_FLARE:
        return 7
    return 6 if good == LATE_POINT else 3


@kernel
def is_sold(good: int, moment: int) -> bool:
    """Whether an option is offered in a Lucre window."""
    if good == TOKEN:
        return moment == LW1
    if good in (BOUGHT_CARD, DISCARD_ONE):
        return moment <= LW6
    if good == RANDOM_FLARE:
        return moment <= LW3
    return moment == (LW7 if good == POINT else LW8)


# -- money -------------------------------------------------------------------------------------


@kernel
def pay_bank(s: State, p: int, amount: int) -> int:
    """A player pays the bank, at most what he has; returns what he paid."""
    paid = min(int(amount), int(s.lucre[p]))
    s.lucre[p] -= paid
    s.bank += paid
    return paid


@kernel
def take_from_bank(s: State, p: int, amount: int) -> None:
    """A player gets Lucre; what the bank cannot pay is not paid (R52)."""
    paid = min(int(amount), int(s.bank))
    s.lucre[p] += paid
    s.bank -= paid


@kernel
def pay_player(s: State, payer: int, taker: int, amount: int) -> int:
    """A player pays another one, at most what he has; returns what he paid."""
    paid = min(int(amount), int(s.lucre[payer]))
    s.lucre[payer] -= paid
    s.lucre[taker] += paid
    return paid


@kernel
def deal_lucre(s: State) -> None:
    """Setup step 9: the first player gets 4, the next clockwise 5, and so on."""
    s.bank = LUCRE
    for i in range(s.seats):
        p = (int(s.turn) + i) % int(s.seats)
        s.lucre[p] = 0
        take_from_bank(s, p, FIRST_LUCRE + i)


@kernel
def take_income(s: State, box: Box, p: int) -> None:
    """T0: 3 and one for each home base; no window (R3, R209)."""
    take_from_bank(s, p, apply_rules(s, box, INCOME, p, 0, find_income(s, p)))


# -- the windows -------------------------------------------------------------------------------


@kernel
def may_spend(s: State, p: int) -> bool:
    """Main players spend, and an Entrepreneur who is an ally."""
    return is_main(s, p) or (s.challenge.ally[p] != 0 and has_power(s, p, ENTREPRENEUR))


@kernel
def is_for_sale(s: State, box: Box, p: int, good: int) -> bool:
    """Whether there is something to buy besides the money for it."""
    if good == TOKEN:
        return s.warp[p] > 0 and has_base(s, p) and not is_cursed(s, p, NO_REGROUPING)
    if good == DISCARD_ONE:
        return s.hand_size[p] > 0  # type: ignore[no-any-return]
    if good == RANDOM_FLARE:
        return is_flare_unused(s, box)
    return True


@kernel
def allow_goods(s: State, box: Box, p: int, moment: int) -> None:
    """List what a player can buy in a window."""
    for good in range(GOODS):
        is_affordable = is_sold(good, moment) and s.lucre[p] >= price(good)
        if is_affordable and is_for_sale(s, box, p, good):
            allow(s, OPT + good)


@kernel
def buy(s: State, box: Box, f: Frame, p: int, good: int) -> None:
    """A player pays for an option and gets it."""
    pay_bank(s, p, price(good))
    if good == TOKEN:
        s.challenge.took_token = 1
        call(s, FROM_WARP, p, 1)
    elif good == BOUGHT_CARD:
        call(s, DRAW, p, 1)
    elif good == DISCARD_ONE:
        f.at = 2
    elif good == RANDOM_FLARE:
        take_random_flare(s, p)
    else:
        s.challenge.lucre_points[side_of(s, p)] += 1
        if good == LATE_POINT:
            add_up(s, box)


@kernel
def run_spend(s: State, box: Box, f: Frame) -> None:
    """SPEND: a Lucre window; each buyer goes on until he passes or can buy nothing."""
    order = s.challenge.order
    if f.at == 1:
        f.at = 0
        if s.answer == PASS:
            f.notes[NEXT_UP] += 1
        else:
            buy(s, box, f, order[f.notes[NEXT_UP]], s.answer - OPT)
            if f.at == 0:
                return
    if f.at == 2:
        open_question(s)
        allow_hand(s, order[f.notes[NEXT_UP]])
        ask(s, f, D_DISCARD, order[f.notes[NEXT_UP]])
        return
    if f.at == 3:
        f.at = 0
        discard_from_hand(s, order[f.notes[NEXT_UP]], answered_kind(s))
    while f.notes[NEXT_UP] < s.seats:
        p = order[f.notes[NEXT_UP]]
        if may_spend(s, p):
            open_question(s)
            allow(s, PASS)
            allow_goods(s, box, p, f.notes[MOMENT])
            if s.choices > 0:
                ask(s, f, D_LUCRE, p)
                return
        f.notes[NEXT_UP] += 1
    end(s)


@kernel
def open_lucre_window(s: State, box: Box, moment: int) -> None:
    """Open a Lucre window, if Lucre is used."""
    if box.lucre != 0:
        call(s, SPEND, s.challenge.off, moment)
