"""Pavlov: conditions a player on a type of card (R129)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import OPT, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.cards import CLAIM, CLAIMS_KICKER, find_revealed
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.components import COMPROMISE, GAMBLER, PAVLOV
from spaceenvs.cosmic_encounter.hooks import H_CARD, H_OWN, H_REV, H_START
from spaceenvs.cosmic_encounter.sheets import memory_of
from spaceenvs.cosmic_encounter.stack import (
    ABOUT,
    DRAW,
    WINDOW,
    Frame,
    allow,
    allow_others,
    answered_player,
    ask,
    call,
    end,
    is_main,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.tokens import choose_loss
from spaceenvs.cosmic_encounter.uses import (
    TYPE_ATTACK,
    TYPE_COMPROMISE,
    TYPE_EDICT,
    TYPE_KICKER,
    TYPE_REINFORCEMENT,
    card_player,
    card_type_of,
    run_enlarge,
)

MEMORY = ("player", "type")  # the seat + 1 that is conditioned, and the type of card
PLAYER_KEPT, TYPE_KEPT = 0, 1
CHOSEN, VICTIM, IS_BOTH = 1, 1, 2  # what its frames note
D_PAVLOV = decision("D_PAVLOV")


@kernel
def run_condition(s: State, box: Box, f: Frame) -> None:
    """At the start of a challenge: condition one other player on a type of card."""
    if f.at == 0:
        open_question(s)
        allow_others(s, f.who)
        ask(s, f, D_PAVLOV, f.who)
        return
    if f.at == 1:
        f.notes[CHOSEN] = answered_player(s)
        f.at = 2
    if f.at == 2:
        open_question(s)
        for card_type in range(TYPE_REINFORCEMENT + 1):
            allow(s, OPT + card_type)
        ask(s, f, D_PAVLOV, f.who)
        return
    memory = memory_of(s, f.who, PAVLOV)
    memory[PLAYER_KEPT] = f.notes[CHOSEN] + 1
    memory[TYPE_KEPT] = s.answer - OPT
    end(s)


@kernel
def can_after_card(s: State, box: Box, p: int, about: int) -> bool:
    """The player conditioned has played an Edict, Flare or Reinforcement of that type."""
    memory = memory_of(s, p, PAVLOV)
    q = card_player(about)
    return q != p and memory[PLAYER_KEPT] == q + 1 and memory[TYPE_KEPT] == card_type_of(about)


@kernel
def has_revealed(s: State, q: int, card_type: int) -> bool:
    """Whether a player has revealed a card of a type: main players, and allies with a Cavalry."""
    c = s.challenge
    laid = int(c.extra[q])
    if card_type == (TYPE_COMPROMISE if laid == COMPROMISE else TYPE_ATTACK) and laid >= 0:
        return True
    if not is_main(s, q):
        return False
    side = side_of(s, q)
    if card_type == TYPE_KICKER:
        return c.kicker[side] >= 0 or get_cell(s, GAMBLER, CLAIM + side) > CLAIMS_KICKER
    if card_type == TYPE_COMPROMISE:
        return find_revealed(s, side) == COMPROMISE or c.second[side] == COMPROMISE
    if card_type == TYPE_ATTACK:
        return 0 <= find_revealed(s, side) < COMPROMISE or 0 <= c.second[side] < COMPROMISE
    return False


@kernel
def can_at_reveal(s: State, box: Box, p: int, about: int) -> bool:
    """The player conditioned has revealed a card of that type."""
    memory = memory_of(s, p, PAVLOV)
    q = int(memory[PLAYER_KEPT]) - 1
    return q >= 0 and q != p and has_revealed(s, q, memory[TYPE_KEPT])


@kernel
def run_pavlov(s: State, box: Box, f: Frame) -> None:
    """OPT_0: he and the Pavlov draw a card each; OPT_1: he loses a token; enlarged, both."""
    p = f.who
    if f.at == 0:
        f.notes[VICTIM] = memory_of(s, p, PAVLOV)[PLAYER_KEPT] - 1
        f.notes[IS_BOTH] = s.super_use
        s.super_use = 0
        f.at = 2 if f.notes[IS_BOTH] == 0 else 4
    if f.at == 2:
        open_question(s)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_PAVLOV, p)
        return
    if f.at == 3:
        f.at = 4 if s.answer == OPT else 6
    if f.at == 4:
        f.at = 5
        call(s, DRAW, f.notes[VICTIM], 1)
        return
    if f.at == 5:
        f.at = 6 if f.notes[IS_BOTH] != 0 else 7
        call(s, DRAW, p, 1)
        return
    victim, is_lost = f.notes[VICTIM], f.at == 6
    end(s)
    if is_lost:
        choose_loss(s, victim, 1, victim, 0)


@kernel
def can_wild_pavlov(s: State, box: Box, p: int, about: int) -> bool:
    """Another player has played an Edict, whether he has a token to lose or not (R300)."""
    return card_type_of(about) == TYPE_EDICT and card_player(about) != p


@kernel
def find_card_player(s: State) -> int:
    """Return who played the card that the innermost H_CARD window is about."""
    i = s.depth - 1
    while i > 0 and s.stack[i].hook != H_CARD:
        i -= 1
    while i > 0 and s.stack[i].kind != WINDOW:
        i -= 1
    return card_player(s.stack[i].notes[ABOUT])


@kernel
def run_wild_pavlov(s: State, box: Box, f: Frame) -> None:
    """He loses a token of his choice."""
    victim = find_card_player(s)
    end(s)
    choose_loss(s, victim, 1, victim, 0)


@kernel
def can_super_pavlov(s: State, box: Box, p: int, about: int) -> bool:
    """The power punishes or rewards now, it does not condition."""
    return s.stack[s.depth - 2].hook != H_START  # the use below the window of its Super


PLAYS = (
    power("Pavlov", H_START, run=run_condition),
    power("Pavlov", H_CARD, can=can_after_card, run=run_pavlov),
    power("Pavlov", H_REV, can=can_at_reveal, run=run_pavlov),
    wild("Pavlov", H_CARD, can=can_wild_pavlov, run=run_wild_pavlov),
    super_("Pavlov", H_OWN, can=can_super_pavlov, run=run_enlarge),
)
WORDS = (
    Words(
        "D_PAVLOV",
        asked="Pavlov: whom to condition, on which type of card; then a card each, or a token lost",
        player="condition {}",
        menu=(
            *("Attack, or a card each", "Compromise, or a token lost"),
            *("Edict", "Flare", "Kicker", "Reinforcement"),
        ),
    ),
)
