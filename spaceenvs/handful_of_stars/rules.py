"""Which phase answers: `legal`, `step`, and the stages between two decisions."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rows import put as put_row
from spaceenvs.handful_of_stars.actions import (
    A_CARD,
    A_COUNT,
    D_ANNEX,
    D_ATT_RETREAT,
    D_COL_KIND,
    D_COL_SPACE,
    D_COUNT,
    D_DEF_RETREAT,
    D_DEV_TOKEN,
    D_DISCARD,
    D_LOSS,
    D_MENU,
    D_MODE,
    D_MOVE_DEST,
    D_MOVE_ORIGIN,
    D_PAY,
    D_PRODUCE_SPACE,
    D_PRODUCE_UNIT,
    D_REFRESH,
    D_REMOVE,
    D_RESPONSE,
    D_RETREAT_DEST,
    D_RETRIEVE,
    D_RIVAL,
    D_ROUTE,
    D_SETUP_COLONY,
    D_SETUP_HOME,
    D_STORE,
    D_TECH_PICK,
    D_UNIT,
    D_WITHDRAW_DEST,
)
from spaceenvs.handful_of_stars.aftermath import (
    change_control,
    play_loss,
    play_retreat_count,
    play_retreat_space,
    retreat,
    suffer,
)
from spaceenvs.handful_of_stars.cards import put, refill
from spaceenvs.handful_of_stars.colonise import (
    annex,
    colonise,
    place_annexed,
    place_marker,
    play_annex,
    play_marker,
    play_site,
    play_token,
)
from spaceenvs.handful_of_stars.combat import (
    attacker_may_retreat,
    begin_combat,
    defender_may_retreat,
    find_responder,
    play_mode,
    play_response,
    play_retreat,
    respond,
)
from spaceenvs.handful_of_stars.hand import (
    discard,
    play_discard,
    play_refresh,
    play_remove,
    play_retrieve,
    play_rival,
    play_store,
    refresh,
    remove,
    retrieve,
    spy,
    store,
)
from spaceenvs.handful_of_stars.move import (
    NO_COMBAT,
    advance_group,
    arrive,
    end_move,
    move,
    play_destination,
    play_origin,
    play_route,
    play_unit,
)
from spaceenvs.handful_of_stars.payment import pay, play_pay
from spaceenvs.handful_of_stars.produce import place_unit, play_kind, play_shipyard, produce
from spaceenvs.handful_of_stars.scoring import end_game
from spaceenvs.handful_of_stars.setup import (
    choose_colonies,
    choose_homes,
    choose_tokens,
    play_choice,
)
from spaceenvs.handful_of_stars.state import (
    ACTION_OVER,
    ANNEX,
    ANNEXING,
    ASK,
    ATTACKER_MAY_RETREAT,
    BEGIN_TURN,
    BEHIND,
    BOUGHT,
    BUYING_TECHNOLOGY,
    BUYING_UNIT,
    CHOOSE_COLONIES,
    CHOOSE_HOMES,
    CHOOSE_TOKENS,
    COLONISE,
    CONTROL,
    DEFENDER_MAY_RETREAT,
    DISCARDING,
    END_TURN,
    GROUP,
    HAND,
    LOSER_LOSSES,
    LOSER_RETREAT,
    MENU,
    MOVE,
    MOVE_OVER,
    MOVING,
    PAY,
    PRODUCE,
    REFILL,
    REFRESH,
    REMOVING,
    RESPOND,
    RETREATING,
    RETRIEVE,
    SETTLING,
    SPY,
    STORE,
    TECH,
    WINNER_LOSSES,
)
from spaceenvs.handful_of_stars.technology import play_technology, take_technology, tech
from spaceenvs.handful_of_stars.turn import begin_turn, end_action, end_turn, menu, play_menu


@kernel
def legal(s: State, box: Box, mask: Mask) -> None:
    """Write the legal actions of the player to decide; the step has worked them out."""
    put_row(mask, 0, s.options)


@kernel
def step(s: State, box: Box, action: int) -> None:
    """Play a legal action and all that follows, up to the next decision."""
    play(s, box, int(action))
    run(s, box)


@kernel
def play(s: State, box: Box, action: int) -> None:
    """Play an action; it names the stage that follows."""
    d = s.decision
    if d == D_MENU:
        play_menu(s, box, action)
    elif d == D_PAY:
        play_pay(s, box, action)
    elif d in (D_SETUP_HOME, D_SETUP_COLONY):
        play_choice(s, action)
    elif d == D_DEV_TOKEN:
        play_token(s, box, action)
    elif d == D_PRODUCE_UNIT:
        play_kind(s, action)
    elif d == D_PRODUCE_SPACE:
        play_shipyard(s, action)
    elif d == D_MOVE_ORIGIN:
        play_origin(s, action)
    elif d == D_UNIT:
        play_unit(s, action)
    elif d in (D_MOVE_DEST, D_WITHDRAW_DEST):
        play_destination(s, action)
    elif d == D_ROUTE:
        play_route(s, action)
    elif d == D_COUNT:
        play_count(s, action)
    elif d in (D_ATT_RETREAT, D_DEF_RETREAT):
        play_retreat(s, box, action)
    elif d == D_RESPONSE:
        play_response(s, box, action)
    elif d == D_MODE:
        play_mode(s, box, action)
    elif d == D_LOSS:
        play_loss(s, action)
    elif d == D_RETREAT_DEST:
        play_retreat_space(s, box, action)
    elif d == D_COL_SPACE:
        play_site(s, box, action)
    elif d == D_COL_KIND:
        play_marker(s, action)
    elif d == D_TECH_PICK:
        play_technology(s, box, action)
    elif d == D_STORE:
        play_store(s, box, action)
    elif d == D_DISCARD:
        play_discard(s, box, action)
    elif d == D_REMOVE:
        play_remove(s, box, action)
    elif d == D_RETRIEVE:
        play_retrieve(s, box, action)
    elif d == D_ANNEX:
        play_annex(s, box, action)
    elif d == D_RIVAL:
        play_rival(s, box, action)
    elif d == D_REFRESH:
        play_refresh(s, box, action)
    else:
        put(s, box, s.to_move, action - A_CARD, HAND)  # D30
        s.stage = REFILL


@kernel
def play_count(s: State, action: int) -> None:
    """Choose how many units go (D12)."""
    s.group = action - A_COUNT
    if s.errand == RETREATING:
        play_retreat_count(s)
    else:
        s.stage = GROUP


@kernel
def run(s: State, box: Box) -> None:
    """Go from stage to stage until one asks a decision or the game is over.

    Every stage asks or names the one that follows.
    """
    while s.stage != ASK and s.done == 0:
        stage = s.stage
        if stage == MENU:
            menu(s, box)
        elif stage == ACTION_OVER:
            end_action(s, box)
        elif stage == PAY:
            pay(s, box)
        elif stage == BOUGHT:
            deliver(s, box)
        elif stage == GROUP:
            advance_group(s, box)
        elif stage == CHOOSE_HOMES:
            choose_homes(s)
        elif stage == CHOOSE_COLONIES:
            choose_colonies(s, box)
        elif stage == CHOOSE_TOKENS:
            choose_tokens(s, box)
        elif stage == BEGIN_TURN:
            begin_turn(s)
        elif stage == PRODUCE:
            produce(s, box)
        elif stage == MOVE:
            move(s, box)
        elif stage == MOVE_OVER:
            finish_move(s, box)
        elif stage == COLONISE:
            colonise(s, box)
        elif stage == TECH:
            tech(s, box)
        elif stage == STORE:
            store(s, box)
        elif stage == DISCARDING:
            discard(s)
        elif stage == REMOVING:
            remove(s)
        elif stage == RETRIEVE:
            retrieve(s)
        elif stage == ANNEX:
            annex(s, box)
        elif stage == SPY:
            spy(s)
        elif stage == REFRESH:
            refresh(s)
        elif stage == ATTACKER_MAY_RETREAT:
            attacker_may_retreat(s, box)
        elif stage == DEFENDER_MAY_RETREAT:
            defender_may_retreat(s, box)
        elif stage == BEHIND:
            find_responder(s, box)
        elif stage == RESPOND:
            respond(s, box)
        elif stage in (LOSER_LOSSES, WINNER_LOSSES):
            suffer(s)
        elif stage == LOSER_RETREAT:
            retreat(s, box)
        elif stage == CONTROL:
            change_control(s, box)
        elif stage == REFILL:
            refill(s, box)
        elif stage == END_TURN:
            end_turn(s, box)
        else:
            end_game(s, box)


@kernel
def deliver(s: State, box: Box) -> None:
    """Hand over what was paid for."""
    errand = s.errand
    if errand == BUYING_UNIT:
        place_unit(s)
    elif errand == SETTLING:
        place_marker(s, box)
    elif errand == BUYING_TECHNOLOGY:
        take_technology(s, box)
    elif errand == ANNEXING:
        place_annexed(s, box)
    else:
        arrive(s)
        s.stage = MOVE if errand == MOVING else RESPOND


@kernel
def finish_move(s: State, box: Box) -> None:
    """End a Move: a combat, which costs no further action (R46), or nothing follows."""
    defender = end_move(s)
    if defender == NO_COMBAT:
        s.stage = ACTION_OVER
    else:
        begin_combat(s, box, s.target, defender)
