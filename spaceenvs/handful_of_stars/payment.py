"""Paying with cards and tokens, without change (6.1)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.actions import A_CARD, A_TOKEN, D_PAY
from spaceenvs.handful_of_stars.asking import ask, clear_options
from spaceenvs.handful_of_stars.cards import put
from spaceenvs.handful_of_stars.components import CARDS, NOTHING, RESOURCES
from spaceenvs.handful_of_stars.state import BOUGHT, DISCARD, MOST_DUE, PAY
from spaceenvs.handful_of_stars.tallies import turn_token

FIRST_TOKEN = CARDS
"""Sources are numbered: a card by its id, token i as FIRST_TOKEN + i."""


@kernel
def clear_pool(s: State) -> None:
    """Begin a new pool; what was left of the last one is lost (R13)."""
    for r in range(RESOURCES):
        s.pool[r] = 0


@kernel
def token_of(s: State, box: Box, p: int, i: int, r: int) -> int:
    """Return what a player's token number i yields of a resource: 0 if face down or another."""
    token = s.token[p, i]
    if s.token_up[p, i] != 0 and box.token_kind[token] == r:  # R63
        return int(box.token_amount[token])
    return 0


@kernel
def can_afford(s: State, box: Box, p: int, r: int, amount: int, bonus: int, without: int) -> bool:
    """Whether a player's sources and a bonus reach an amount of one resource.

    `without` is a card in hand or reserve that counts as gone, -1 for none.
    """
    total = int(s.total[p, r]) + bonus
    if without != NOTHING:
        total -= int(box.amount[r, without])
    return total >= amount


@kernel
def most_beside(
    s: State, box: Box, p: int, first: int, need: int, second: int, without: int
) -> int:
    """Return the most of the second resource while `need` of the first is gathered, or -1.

    The small dynamic program of 6.1, only for sources that could give either. `without` is a
    source that counts as gone, -1 for none.
    """
    most = 0  # of the second resource
    either = 0
    for k in range(s.held_count[p]):
        c = int(s.held[p, k])
        if c != without:
            if box.amount[first, c] == 0:
                most += int(box.amount[second, c])
            elif box.amount[second, c] == 0:
                need -= int(box.amount[first, c])
            else:
                s.list[either] = c
                either += 1
    for i in range(s.token_count[p]):
        if FIRST_TOKEN + i != without:
            most += token_of(s, box, p, i, second)
            need -= token_of(s, box, p, i, first)
    if need <= 0:
        for k in range(either):
            most += int(box.amount[second, s.list[k]])
        return most
    if either == 0 or need >= MOST_DUE:
        return -1
    return most + split_sources(s, box, first, need, second, either)


@kernel
def split_sources(s: State, box: Box, first: int, need: int, second: int, either: int) -> int:
    """Split the sources in `s.list`; best[i]: the most of the second with i of the first."""
    s.best[0] = 0
    for i in range(1, need + 1):
        s.best[i] = -CARDS * CARDS
    for k in range(either):
        card = s.list[k]
        gain = int(box.amount[first, card])
        other = int(box.amount[second, card])
        for i in range(need, 0, -1):
            s.best[i] = max(s.best[i] + other, s.best[max(i - gain, 0)])
        s.best[0] += other
    if s.best[need] < 0:
        return -CARDS * CARDS
    return int(s.best[need])


@kernel
def can_pay(
    s: State, box: Box, p: int, first: int, need: int, second: int, also: int, without: int
) -> bool:
    """CAN(first: need, second: also) of 6.1, beyond what is in the pool."""
    return most_beside(s, box, p, first, need, second, without) >= max(also, 0)


@kernel
def demand(s: State, errand: int, first: int, amount: int, second: int, second_amount: int) -> None:
    """Begin to pay for a purchase: the first resource, then the second (R60)."""
    s.errand = errand
    s.due_kind[0] = first
    s.due[0] = amount
    s.due_kind[1] = second
    s.due[1] = second_amount
    s.stage = PAY


@kernel
def pay(s: State, box: Box) -> None:
    """Take what is due from the pool, or ask for a source (D07)."""
    for i in range(2):
        r = s.due_kind[i]
        if s.pool[r] < s.due[i]:
            offer_sources(s, box)
            ask(s, s.actor, D_PAY)
            return
        s.pool[r] -= s.due[i]
        s.due[i] = 0
    s.stage = BOUGHT


@kernel
def find_due(s: State) -> int:
    """Return which of the two resources due is being paid now."""
    return 0 if s.due[0] > 0 else 1


@kernel
def offer_sources(s: State, box: Box) -> int:
    """Offer every source of the resource due that leaves the rest affordable; return how many."""
    clear_options(s)
    p = s.actor
    now = find_due(s)
    r = s.due_kind[now]
    found = 0
    for k in range(s.held_count[p]):
        c = int(s.held[p, k])
        if box.amount[r, c] > 0:
            s.options[A_CARD + c] = 1
            found += 1
    for i in range(s.token_count[p]):
        if token_of(s, box, p, i, r) > 0:
            s.options[A_TOKEN + i] = 1
            found += 1
    if now == 0 and s.due[1] > s.pool[s.due_kind[1]]:
        return keep_affordable(s, box)
    return found


@kernel
def keep_affordable(s: State, box: Box) -> int:
    """Take back the sources that are needed for the second resource; return how many stay."""
    p = s.actor
    r = s.due_kind[0]
    other = s.due_kind[1]
    need = s.due[0] - s.pool[r]
    also = s.due[1] - s.pool[other]
    found = 0
    for k in range(s.held_count[p]):
        c = int(s.held[p, k])
        if s.options[A_CARD + c] != 0:
            if can_pay(s, box, p, r, need - box.amount[r, c], other, also, c):
                found += 1
            else:
                s.options[A_CARD + c] = 0
    for i in range(s.token_count[p]):
        if s.options[A_TOKEN + i] != 0:
            gain = token_of(s, box, p, i, r)
            if can_pay(s, box, p, r, need - gain, other, also, FIRST_TOKEN + i):
                found += 1
            else:
                s.options[A_TOKEN + i] = 0
    return found


@kernel
def play_pay(s: State, box: Box, action: int) -> None:
    """Use a source: a card goes to the discard pile, a token turns face down."""
    p = s.actor
    r = s.due_kind[find_due(s)]
    if action >= A_CARD:
        card = action - A_CARD
        s.pool[r] += box.amount[r, card]
        put(s, box, p, card, DISCARD)
    else:
        i = action - A_TOKEN
        s.pool[r] += token_of(s, box, p, i, r)
        turn_token(s, box, p, i, 0)
    s.stage = PAY
