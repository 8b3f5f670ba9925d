"""The turn: the menu of actions (D04), effects used from it, and the order of play (section 4)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.actions import (
    A_CARD,
    A_COLONISE,
    A_DISCARD,
    A_DONE,
    A_MOVE,
    A_PASS,
    A_PRODUCE,
    A_REMOVE,
    A_RESERVE,
    A_TECH,
    D_MENU,
)
from spaceenvs.handful_of_stars.asking import ask, clear_options
from spaceenvs.handful_of_stars.cards import (
    begin_refill,
    can_store,
    draw_one,
    play_card,
    put_away,
)
from spaceenvs.handful_of_stars.colonise import begin_colonise, can_annex_any, can_colonise
from spaceenvs.handful_of_stars.components import (
    ACTIONS_PER_TURN,
    CARDS,
    ENERGY,
    NOTHING,
    NOWHERE,
    RESEARCH,
    TIMING_ACTION,
    TIMING_FREE,
    UNITS_PER_PRODUCTION,
    Effect,
)
from spaceenvs.handful_of_stars.hand import begin_repeated, can_spy, count_face_down
from spaceenvs.handful_of_stars.move import begin_move, forget_group
from spaceenvs.handful_of_stars.payment import clear_pool
from spaceenvs.handful_of_stars.produce import begin_produce, can_produce
from spaceenvs.handful_of_stars.routes import can_anything_move
from spaceenvs.handful_of_stars.state import (
    ACTION_OVER,
    ANNEX,
    BEGIN_TURN,
    DECK,
    DISCARD,
    DISCARDING,
    GAME_OVER,
    MENU,
    REFILL,
    REFRESH,
    REMOVING,
    RETRIEVE,
    SPY,
    STORE,
)
from spaceenvs.handful_of_stars.tallies import bonus_of
from spaceenvs.handful_of_stars.technology import begin_tech, can_acquire


@kernel
def begin_turn(s: State) -> None:
    """Begin the turn of the active player (R55: nothing has been used)."""
    s.actor = s.active
    s.actions_left = ACTIONS_PER_TURN
    for c in range(CARDS):
        s.used[c] = 0
    s.stage = MENU


@kernel
def end_turn(s: State, box: Box) -> None:
    """Go on to the next seat, the next round or the end (section 4)."""
    following = (s.active + 1) % s.num_players  # R8; nobody is out of the game (R38)
    s.stage = BEGIN_TURN
    if following == s.first:
        last = s.end_round > 0 and s.round_number >= s.end_round
        if last or s.round_number == box.max_rounds:  # R35
            s.stage = GAME_OVER
            return
        s.round_number += 1
    s.active = following


@kernel
def menu(s: State, box: Box) -> None:
    """Ask what to do; with nothing left to do the turn ends (R53)."""
    cards = offer_menu(s, box)
    if s.actions_left > 0 or cards > 0:
        ask(s, s.active, D_MENU)
    else:
        begin_refill(s, box, s.active)
        s.stage = REFILL


@kernel
def offer_menu(s: State, box: Box) -> int:
    """Offer actions and cards; return how many cards can be used."""
    clear_options(s)
    p = s.active
    if s.actions_left > 0:
        offer_actions(s, box, p)
    else:
        s.options[A_DONE] = 1
    found = 0
    for k in range(s.held_count[p]):
        c = int(s.held[p, k])
        if s.used[c] == 0:  # R15
            timing = box.timing[c]
            # Free cards are used here, between actions, and nowhere else (R14).
            now = timing == TIMING_FREE or (timing == TIMING_ACTION and s.actions_left > 0)
            if now and can_use(s, box, p, c):
                s.options[A_CARD + c] = 1
                found += 1
    return found


@kernel
def offer_actions(s: State, box: Box, p: int) -> None:
    """Offer the basic actions that can be begun."""
    s.options[A_PASS] = 1
    s.options[A_PRODUCE] = can_produce(s, box, p, 0, 0, NOTHING)
    s.options[A_MOVE] = can_move(s, box, p, 0, NOTHING)
    s.options[A_COLONISE] = can_colonise(s, box, p, 0, NOTHING)
    s.options[A_TECH] = can_acquire(s, box, p, bonus_of(s, p, Effect.LABS), NOTHING)
    s.options[A_RESERVE] = can_store(s, box, p, NOTHING)
    held = s.held_count[p] > 0
    s.options[A_DISCARD] = held
    s.options[A_REMOVE] = held


@kernel
def can_move(s: State, box: Box, p: int, bonus: int, without: int) -> bool:
    """Whether a Move can be begun with a bonus, without one card."""
    energy = int(s.total[p, ENERGY]) + bonus + bonus_of(s, p, Effect.DRIVE)
    research = int(s.total[p, RESEARCH])
    if without != NOTHING:
        energy -= box.amount[ENERGY, without]
        research -= box.amount[RESEARCH, without]
    return can_anything_move(s, box, p, energy, research)


@kernel
def can_use(s: State, box: Box, p: int, card: int) -> bool:
    """Whether the effect of a held card can be used at the menu (6.11)."""
    effect = box.effect[card]
    if effect == Effect.PRODUCE:
        return can_produce(s, box, p, box.p2[card], box.p3[card], card)
    if effect == Effect.MOVE:
        return can_move(s, box, p, box.p1[card], card)
    if effect == Effect.COLONISE:
        return can_colonise(s, box, p, box.p1[card], card)
    if effect == Effect.TECH:
        bonus = int(box.p1[card]) + bonus_of(s, p, Effect.LABS)
        return can_acquire(s, box, p, bonus, card)
    if effect == Effect.STORE:
        return can_store(s, box, p, card)
    if effect == Effect.DRAW:
        return s.count[p, DECK] + s.count[p, DISCARD] > 0
    if effect == Effect.RETRIEVE:
        return s.count[p, DISCARD] > 0
    if effect == Effect.REMOVE:
        return s.held_count[p] > 1
    if effect == Effect.ANNEX:
        return can_annex_any(s, box, p, card)
    if effect == Effect.SPY:
        return can_spy(s, p)
    if effect == Effect.REFRESH:
        return count_face_down(s, p) > 0
    return effect == Effect.EXTRA or effect == Effect.CAPACITY


@kernel
def play_menu(s: State, box: Box, action: int) -> None:
    """Begin what was chosen."""
    if action >= A_CARD:
        use_card(s, box, action - A_CARD)
        return
    if action == A_DONE:
        begin_refill(s, box, s.active)
        s.stage = REFILL
        return
    s.actions_left -= 1
    if action == A_PASS:
        s.stage = ACTION_OVER  # R37
    elif action == A_PRODUCE:
        begin_produce(s, box, UNITS_PER_PRODUCTION, 0, 0)
    elif action == A_MOVE:
        begin_move(s, box, 0)
    elif action == A_COLONISE:
        begin_colonise(s, 0, 1)
    elif action == A_TECH:
        begin_tech(s, box, 0)
    elif action == A_RESERVE:
        begin_repeated(s, STORE, 1)
    elif action == A_DISCARD:
        begin_repeated(s, DISCARDING, 1)
    else:
        begin_repeated(s, REMOVING, 1)


@kernel
def use_card(s: State, box: Box, card: int) -> None:
    """Put a card in play and begin its effect (6.11)."""
    p = s.active
    if box.timing[card] == TIMING_ACTION:
        s.actions_left -= 1
    play_card(s, box, p, card)
    effect = box.effect[card]
    p1 = box.p1[card]
    if effect == Effect.PRODUCE:
        begin_produce(s, box, p1, box.p2[card], box.p3[card])  # p1 may be more than two (R62)
    elif effect == Effect.MOVE:
        begin_move(s, box, p1)
    elif effect == Effect.COLONISE:
        begin_colonise(s, p1, box.p2[card])
    elif effect == Effect.TECH:
        begin_tech(s, box, p1)
    elif effect == Effect.STORE:
        begin_repeated(s, STORE, 1)
    elif effect == Effect.RETRIEVE:
        begin_repeated(s, RETRIEVE, p1)
    elif effect == Effect.REMOVE:
        begin_repeated(s, REMOVING, p1)
    elif effect == Effect.ANNEX:
        clear_pool(s)
        s.stage = ANNEX
    elif effect == Effect.SPY:
        begin_repeated(s, SPY, p1)
    elif effect == Effect.REFRESH:
        begin_repeated(s, REFRESH, p1)
    else:
        apply_at_once(s, box, p, effect, p1)


@kernel
def apply_at_once(s: State, box: Box, p: int, effect: int, p1: int) -> None:
    """Apply an effect that asks nothing: DRAW, EXTRA, CAPACITY."""
    if effect == Effect.DRAW:
        for _ in range(p1):
            if not draw_one(s, box, p):
                break  # R17
    elif effect == Effect.EXTRA:
        s.actions_left += p1
    elif effect == Effect.CAPACITY:
        s.capacity[p] += p1
    s.stage = ACTION_OVER


@kernel
def end_action(s: State, box: Box) -> None:
    """Put the card in play away and go back to the menu."""
    if s.card_in_play != NOTHING:
        put_away(s, box, s.active, s.card_in_play)
        s.card_in_play = NOTHING
    forget_group(s)
    clear_pool(s)  # R13
    s.actor = s.active
    s.target = NOWHERE
    s.battle = NOWHERE
    s.begun = 0
    s.left = 0
    s.stage = MENU
