"""Which phase answers: `legal` and `step` only dispatch."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor import (
    battle,
    engineer,
    explorer,
    merchant,
    regent,
    rounds,
    scientist,
    scoring,
    steward,
    technologies,
    warlord,
)
from spaceenvs.galactic_emperor import state as codes
from spaceenvs.galactic_emperor.actions import (
    D_AMBASSADOR,
    D_BATTLE_PICK,
    D_BONUS_SHIP,
    D_BUILD,
    D_CONTINUE,
    D_DEPLOY,
    D_DIRECTION,
    D_DISCARD,
    D_DISPLACE,
    D_HIT,
    D_HIT_ORIGIN,
    D_INFLUENCE,
    D_KEEP,
    D_MERCHANT,
    D_MOVE,
    D_PIRATE_TARGET,
    D_PLACE,
    D_RBUY,
    D_REROLL_AGAIN,
    D_ROLE,
    D_SABOTAGE,
    D_SCAN,
    D_STEP,
    D_STEWARD,
    D_STEWARD_BONUS,
    D_TECH,
    D_TELE_DEST,
    D_TILE,
    D_TIME_REVERSAL,
    D_USE_TECH,
    D_XCLAIM,
    NO_DECISION,
    TYPE,
)


@kernel
def legal(s: State, box: Box, mask: Mask) -> None:
    """Write 1 for every legal action of the player to move, 0 elsewhere."""
    mask[:] = 0
    d = s.decision
    if d < D_DEPLOY:
        legal_peaceful(s, box, mask)
    elif d == D_DEPLOY:
        engineer.legal_deploy(s, mask)
    elif d == D_BUILD:
        engineer.legal_build(s, box, mask)
    elif d == D_MOVE:
        warlord.legal_move(s, box, mask)
    elif d == D_STEP:
        warlord.legal_step(s, box, mask)
    elif d == D_TELE_DEST:
        warlord.legal_tele_dest(s, box, mask)
    elif d == D_BATTLE_PICK:
        warlord.legal_battle_pick(s, mask)
    elif d == D_BONUS_SHIP:
        battle.legal_bonus_ship(s, mask)
    elif d == D_HIT:
        battle.legal_hit(s, mask)
    elif d == D_HIT_ORIGIN:
        battle.legal_hit_origin(s, mask)
    elif d == D_RBUY:
        regent.legal_influence_purchase(s, mask)
    elif d == D_INFLUENCE:
        regent.legal_influence(s, box, mask)
    elif d == D_DISPLACE:
        regent.legal_displace(s, box, mask)
    elif d == D_TECH:
        scientist.legal_tech(s, box, mask)
    elif d == D_TIME_REVERSAL:
        technologies.legal_time_reversal(s, mask)
    else:  # D15, D22, D25, D28, D30
        technologies.legal_yes_or_pass(mask)


@kernel
def legal_peaceful(s: State, box: Box, mask: Mask) -> None:
    """D01 to D12: the round, the Explorer, the Merchant, the Steward."""
    d = s.decision
    if d == D_DIRECTION:
        rounds.legal_direction(mask)
    elif d == D_ROLE:
        rounds.legal_role(s, mask)
    elif d == D_TILE:
        explorer.legal_tile(s, mask)
    elif d == D_KEEP:
        explorer.legal_keep(mask)
    elif d == D_PLACE:
        explorer.legal_place(s, mask)
    elif d == D_DISCARD:
        merchant.legal_discard(s, mask)
    elif d == D_MERCHANT:
        merchant.legal_merchant(s, mask)
    elif d == D_PIRATE_TARGET:
        merchant.legal_pirate_target(s, mask)
    elif d == D_STEWARD_BONUS:
        steward.legal_steward_bonus(s, mask)
    elif d == D_STEWARD:
        steward.legal_steward(s, mask)
    else:  # D04, D07
        technologies.legal_yes_or_pass(mask)


@kernel
def step(s: State, box: Box, action: int) -> None:
    """Play a legal action and go on to the next decision or to the end."""
    decision = s.decision
    s.decision = NO_DECISION
    if decision < D_DEPLOY:
        play_peaceful(s, box, decision, action)
    else:
        play_warlike(s, box, decision, action)
    while s.decision == NO_DECISION and s.done == 0:
        follow(s, box, codes.pop(s))


@kernel
def play_peaceful(s: State, box: Box, decision: int, action: int) -> None:
    """Answer D01 to D12."""
    if decision == D_DIRECTION:
        rounds.play_direction(s, action)
    elif decision == D_ROLE:
        rounds.play_role(s, box, action)
    elif decision == D_TILE:
        explorer.play_tile(s, action)
    elif decision == D_SCAN:
        explorer.play_scan(s, action)
    elif decision == D_KEEP:
        explorer.play_keep(s, action)
    elif decision == D_PLACE:
        explorer.play_place(s, box, action)
    elif decision == D_XCLAIM:
        explorer.play_claim(s, action)
    elif decision == D_DISCARD:
        merchant.play_discard(s, box, action)
    elif decision == D_MERCHANT:
        merchant.play_merchant(s, action)
    elif decision == D_PIRATE_TARGET:
        merchant.play_pirate_target(s, action)
    elif decision == D_STEWARD_BONUS:
        steward.play_steward_bonus(s, action)
    else:
        steward.play_steward(s, action)


@kernel
def play_warlike(s: State, box: Box, decision: int, action: int) -> None:
    """Answer D13 to D31."""
    if decision == D_DEPLOY:
        engineer.play_deploy(s, action)
    elif decision == D_BUILD:
        engineer.play_build(s, box, action)
    elif decision == D_USE_TECH:
        technologies.play_use_tech(s, action)
    elif decision == D_MOVE:
        warlord.play_move(s, box, action)
    elif decision == D_STEP:
        warlord.play_step(s, box, action)
    elif decision == D_TELE_DEST:
        warlord.play_tele_dest(s, action)
    elif decision == D_BATTLE_PICK:
        warlord.play_battle_pick(s, action)
    elif decision == D_BONUS_SHIP:
        s.bonus_type = action - TYPE
    elif decision == D_HIT:
        battle.play_hit(s, action)
    elif decision == D_CONTINUE:
        battle.play_continue(s, action)
    elif decision == D_RBUY:
        regent.play_influence_purchase(s, action)
    elif decision == D_INFLUENCE:
        regent.play_influence(s, action)
    elif decision == D_AMBASSADOR:
        regent.play_ambassador(s, action)
    elif decision == D_DISPLACE:
        regent.play_displace(s, action)
    elif decision == D_TECH:
        scientist.play_tech(s, box, action)
    elif decision == D_SABOTAGE:
        technologies.play_sabotage(s, action)
    elif decision == D_TIME_REVERSAL:
        technologies.play_time_reversal(s, action)
    elif decision == D_REROLL_AGAIN:
        technologies.play_reroll_again(s, action)
    else:
        battle.play_hit_origin(s, action)


@kernel
def follow(s: State, box: Box, then: int) -> None:
    """Do what follows when nobody is asked."""
    if then == codes.NEXT_TURN:
        rounds.next_turn(s)
    elif then == codes.NEXT_CHOICE:
        rounds.next_choice(s, box)
    elif then == codes.ROLE_OVER:
        rounds.role_over(s, box)
    elif then == codes.PLACE_TILE:
        explorer.place_tile(s, box)
    elif then == codes.SCAN_RESULT:
        explorer.look_at_pile(s)
    elif then == codes.ROLL_MARKET:
        merchant.roll_market(s, box)
    elif then == codes.REVERSAL_ANNOUNCED:
        technologies.announce_reversal(s)
    elif then == codes.SET_MARKET:
        merchant.set_market(s)
    elif then == codes.PIRATE_RESULT:
        merchant.send_pirate(s)
    elif then == codes.PROTEIN_RESULT:
        steward.produce_freely(s)
    elif then == codes.BUILD_RESULT:
        engineer.build_with_robotics(s, box)
    elif then == codes.DIPLOMAT_RESULT:
        regent.buy_with_diplomat(s)
    elif then == codes.NEXT_INFLUENCE:
        regent.next_influence(s)
    elif then == codes.AMBASSADOR_RESULT:
        regent.send_back(s)
    elif then == codes.DISPLACE:
        regent.displace(s, box)
    else:
        follow_warlord(s, box, then)


@kernel
def follow_warlord(s: State, box: Box, then: int) -> None:
    """The same for moves, battles and dice."""
    if then == codes.BEGIN_MOVES:
        warlord.begin_moves(s)
    elif then == codes.GO_ON_MOVING:
        codes.ask(s, D_MOVE, s.actor)
    elif then == codes.NEXT_BATTLE:
        warlord.next_battle(s)
    elif then == codes.ACTIVATE:
        technologies.activate(s)
    elif then == codes.TECH_STEP:
        battle.take_tech_step(s)
    elif then == codes.BATTLE_ROUND:
        battle.next_round(s)
    elif then == codes.BATTLE_PHASE:
        battle.next_phase(s, box)
    elif then == codes.COUNT_HITS:
        battle.count_phase_hits(s)
    elif then == codes.ASSIGN_HITS:
        battle.assign_hits(s, box)
    elif then == codes.REROLL:
        technologies.begin_reroll(s, s.works)
    elif then == codes.FREE_REROLL:
        technologies.begin_reroll(s, 1)
    elif then == codes.READ_CAPTURE:
        technologies.read_capture(s, box)
    else:  # DUEL_OVER
        scoring.end_duel(s)
