"""Which procedure runs: reset, legal, step."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS
from spaceenvs.cosmic_encounter.begin import run_challenge, run_next, run_regroup, run_turn
from spaceenvs.cosmic_encounter.captives import free_stranded, has_captives
from spaceenvs.cosmic_encounter.cards import run_pick_card, run_pick_kicker
from spaceenvs.cosmic_encounter.components import NUM_ACTIONS
from spaceenvs.cosmic_encounter.cones import run_cast
from spaceenvs.cosmic_encounter.consequences import run_consequences
from spaceenvs.cosmic_encounter.deal import run_deal, run_propose
from spaceenvs.cosmic_encounter.destiny import run_destiny
from spaceenvs.cosmic_encounter.ending import run_discard, run_end
from spaceenvs.cosmic_encounter.hands import run_draw, run_new_hand, run_taken
from spaceenvs.cosmic_encounter.hexes import run_bound, run_place
from spaceenvs.cosmic_encounter.launch import run_alliance, run_invite, run_launch
from spaceenvs.cosmic_encounter.lucre import run_spend
from spaceenvs.cosmic_encounter.lunar import run_moon
from spaceenvs.cosmic_encounter.moons.sight import show_open_hand
from spaceenvs.cosmic_encounter.occupation import (
    ask_refusal,
    run_ask_moon,
    run_drop_moons,
    run_refuse,
    run_start_moon,
)
from spaceenvs.cosmic_encounter.outcome import run_console, run_outcome, run_reward
from spaceenvs.cosmic_encounter.plays import run_effect
from spaceenvs.cosmic_encounter.powers.aura import show_hands
from spaceenvs.cosmic_encounter.reveal import run_reinforce, run_resolve, run_reveal
from spaceenvs.cosmic_encounter.scoring import finish
from spaceenvs.cosmic_encounter.selection import run_plan, run_select
from spaceenvs.cosmic_encounter.setup import run_prepare, set_up
from spaceenvs.cosmic_encounter.stack import (
    ALLIANCE,
    ASK_MOON,
    BASES,
    BOUND,
    CANCEL,
    CAST,
    CHALLENGE,
    CHOOSE_LOSS,
    COMMIT,
    CONSEQUENCES,
    CONSOLE,
    DEAL,
    DEFENDER,
    DESTINY,
    DISCARD,
    DRAW,
    DROP_MOONS,
    EFFECT,
    END,
    FROM_WARP,
    GO_HOME,
    INVITE,
    LAND,
    LAUNCH,
    LOSE,
    MESMERISE,
    NEW_HAND,
    NEXT,
    OUTCOME,
    PICK_CARD,
    PICK_KICKER,
    PLACE,
    PLAN,
    REFUSE,
    REGROUP,
    REINFORCE,
    RESOLVE,
    RETURN,
    REVEAL,
    REWARD,
    RUN_MOON,
    SELECT,
    SPEND,
    START_MOON,
    SUBSTITUTE,
    TAKEN,
    TARGET,
    TURN,
    USE,
    WINDOW,
    end,
)
from spaceenvs.cosmic_encounter.state import MAX_DEPTH
from spaceenvs.cosmic_encounter.targets import run_defender, run_target
from spaceenvs.cosmic_encounter.tokens import (
    run_bases,
    run_choose_loss,
    run_commit,
    run_from_warp,
    run_go_home,
    run_land,
    run_lose,
    run_return,
)
from spaceenvs.cosmic_encounter.windows import run_cancel, run_mesmerise, run_use, run_window
from spaceenvs.cosmic_encounter.worldships import run_substitute

MOST_PROCEDURES = 100_000
"""Far more than ever run between two questions."""
DEEPEST = MAX_DEPTH - 8
"""So deep no play has come; a procedure calls a few others at once."""


@kernel
def give_up(s: State) -> None:
    """End a game in which nobody would ever be asked: no play leads to it, a forged file may."""
    finish(s, (1 << int(s.seats)) - 1)
    s.asking = 0


@kernel
def step(s: State, box: Box, action: int) -> None:
    """Play an action; the top of the stack goes on until somebody has a choice or all is over.

    The whole dispatch stands here in one place. The kernels that it calls are only translated,
    and become part of this one, which is optimised and cached as a whole (`core/jit.py`).
    """
    s.answer = action
    if box.moons != 0 and s.asked_again == 0:
        ask_refusal(s, action)
    left = MOST_PROCEDURES
    while s.done == 0:
        left -= 1
        if left < 0 or s.depth > DEEPEST:
            give_up(s)
            return
        f = s.stack[s.depth - 1]
        kind = f.kind
        if kind < WINDOW:
            if kind == TURN:
                run_turn(s, box, f)
            elif kind == CHALLENGE:
                run_challenge(s, box, f)
            elif kind == REGROUP:
                run_regroup(s, box, f)
            elif kind == DESTINY:
                run_destiny(s, box, f)
            elif kind == LAUNCH:
                run_launch(s, box, f)
            elif kind == INVITE:
                run_invite(s, box, f)
            elif kind == ALLIANCE:
                run_alliance(s, box, f)
            elif kind == PLAN:
                run_plan(s, box, f)
            elif kind == SELECT:
                run_select(s, box, f)
            elif kind == REVEAL:
                run_reveal(s, box, f)
            elif kind == RESOLVE:
                run_resolve(s, box, f)
            elif kind == OUTCOME:
                run_outcome(s, box, f)
            elif kind == DEAL:
                run_deal(s, box, f)
            elif kind == DISCARD:
                run_discard(s, box, f)
            elif kind == END:
                run_end(s, box, f)
            elif kind == NEXT:
                run_next(s, box, f)
            else:
                run_prepare(s, box, f)
        else:
            if kind == WINDOW:
                run_window(s, box, f)
            elif kind == USE:
                run_use(s, box, f)
            elif kind == CANCEL:
                run_cancel(s, box, f)
            elif kind == EFFECT:
                run_effect(s, box, f)
            elif kind == BASES:
                run_bases(s, box, f)
            elif kind == NEW_HAND:
                run_new_hand(s, box, f)
            elif kind == DRAW:
                run_draw(s, box, f)
            elif kind == LOSE:
                run_lose(s, box, f)
            elif kind == CHOOSE_LOSS:
                run_choose_loss(s, box, f)
            elif kind == RETURN:
                run_return(s, box, f)
            elif kind == FROM_WARP:
                run_from_warp(s, box, f)
            elif kind == GO_HOME:
                run_go_home(s, box, f)
            elif kind == COMMIT:
                run_commit(s, box, f)
            elif kind == DEFENDER:
                run_defender(s, box, f)
            elif kind == TARGET:
                run_target(s, box, f)
            elif kind == PICK_KICKER:
                run_pick_kicker(s, box, f)
            elif kind == PICK_CARD:
                run_pick_card(s, box, f)
            elif kind == REWARD:
                run_reward(s, box, f)
            elif kind == CONSOLE:
                run_console(s, box, f)
            elif kind == LAND:
                run_land(s, box, f)
            elif kind == CONSEQUENCES:
                run_consequences(s, box, f)
            elif kind == PLACE:
                run_place(s, box, f)
            elif kind == BOUND:
                run_bound(s, box, f)
            elif kind == SPEND:
                run_spend(s, box, f)
            elif kind == REINFORCE:
                run_reinforce(s, box, f)
            elif kind == MESMERISE:
                run_mesmerise(s, box, f)
            elif kind == TAKEN:
                run_taken(s, box, f)
            elif kind == SUBSTITUTE:
                run_substitute(s, box, f)
            elif kind == CAST:
                run_cast(s, box, f)
            elif kind == ASK_MOON:
                run_ask_moon(s, box, f)
            elif kind == START_MOON:
                run_start_moon(s, box, f)
            elif kind == RUN_MOON:
                run_moon(s, box, f)
            elif kind == DROP_MOONS:
                run_drop_moons(s, box, f)
            elif kind == REFUSE:
                run_refuse(s, box, f)
            else:
                run_propose(s, box, f)
        if s.asked_again != 0:
            s.asking = 0
            return
        if has_captives(s):
            free_stranded(s)
        if s.asking != 0:
            s.asking = 0
            if s.choices > 0:
                show_hands(s)
                show_open_hand(s)
                return
            if s.mask[PASS] == 0 and s.stack[s.depth - 1].kind == EFFECT:
                end(s)  # 6.13: what the play asks for was there when it was announced, and is gone
            s.answer = PASS  # 5.1: where nothing but PASS is legal the decision is skipped


@kernel
def resume(s: State, box: Box) -> None:
    """Go on from a position that was set up by hand: what stands on the stack begins.

    After `ask_anew` the pending question is asked, and nothing else happens.
    """
    step(s, box, PASS if s.asked_again == 0 else s.answer)
    s.asked_again = 0


@kernel
def reset(s: State, box: Box, seed: int) -> None:
    """Set up a fresh game and go on to the first decision."""
    set_up(s, box, seed)
    step(s, box, PASS)


@kernel
def legal(s: State, box: Box, mask: Mask) -> None:
    """Write the legal actions of the player to move."""
    for a in range(NUM_ACTIONS):
        mask[a] = s.mask[a]


@kernel
def ask_anew(s: State) -> None:
    """Let the procedure on top ask its question again when it goes on."""
    s.stack[s.depth - 1].at -= 1
    s.asked_again = 1


@kernel
def ask_again(s: State, box: Box) -> None:
    """Write the legal actions anew after hidden cards have changed: ask the same question."""
    ask_anew(s)
    step(s, box, s.answer)
    s.asked_again = 0
