"""Beginning of a turn and of a challenge (T1, 10a, 10b), and phase 1, regrouping."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_REGROUP, D_SKIP, PASS, YES, decision
from spaceenvs.cosmic_encounter.cards import clear_table, return_set_aside
from spaceenvs.cosmic_encounter.cells import clear_cells
from spaceenvs.cosmic_encounter.components import DEMON, MAX_MOONS, MAX_PLAYERS
from spaceenvs.cosmic_encounter.curses import NO_REGROUPING, atone, is_cursed
from spaceenvs.cosmic_encounter.hands import (
    count_challenge_cards,
    give_back_all_lent,
    needs_new_hand,
    renew_hand_silently,
)
from spaceenvs.cosmic_encounter.hexes import settle_dust
from spaceenvs.cosmic_encounter.hooks import H_END, H_NEXT, H_REGROUP, H_START
from spaceenvs.cosmic_encounter.limbo import fill_limbo
from spaceenvs.cosmic_encounter.lucre import LW1, open_lucre_window, take_income
from spaceenvs.cosmic_encounter.moon_points import REGROUPS, apply_moons
from spaceenvs.cosmic_encounter.occupation import ask_moons, drop_moons
from spaceenvs.cosmic_encounter.points import CHALLENGE_OVER, NEXT_TURN, apply_rules
from spaceenvs.cosmic_encounter.powers.demon import find_staker, is_staked
from spaceenvs.cosmic_encounter.satellites import occupant_of
from spaceenvs.cosmic_encounter.scoring import count_challenge
from spaceenvs.cosmic_encounter.sets import clear
from spaceenvs.cosmic_encounter.sheets import (
    end_borrowing,
    resume_borrowing,
    suspend_borrowing,
)
from spaceenvs.cosmic_encounter.stack import (
    BASES,
    CHALLENGE,
    DESTINY,
    NEW_HAND,
    NEXT,
    NO_JUMP,
    REGROUP,
    TURN,
    Frame,
    allow,
    allow_bases,
    answered_place,
    ask,
    begin_effect,
    call,
    go_to,
    has_base,
    open_question,
    open_window,
    open_window_for_cards,
    seat_after,
    set_order,
    with_seat,
)
from spaceenvs.cosmic_encounter.state import NOBODY
from spaceenvs.cosmic_encounter.tokens import allow_movable, commit_token, has_tokens_at_all

REGROUPED = 1  # note of REGROUP: tokens that he has taken from the Warp
ATONING, ATONED = 6, 8  # places of REGROUP: a cursed OFF may atone
D_WITCH = decision("D_WITCH")


@kernel
def run_turn(s: State, box: Box, f: Frame) -> None:
    """T1: with the option, the OFF may skip his turn for a new hand (R53)."""
    c = s.challenge
    if f.at == 0:
        s.turn_challenges = 0
        c.defender = NOBODY
        set_order(s)
        if box.skip_turn == 0:
            begin_turn(s, box)
            return
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_SKIP, c.off)
        return
    if s.answer == YES:
        renew_hand_silently(s, box, c.off)
        go_to(s, NEXT)
    else:
        begin_turn(s, box)


@kernel
def begin_turn(s: State, box: Box) -> None:
    """T0: the income, then the first challenge, which nobody may decline (R98)."""
    if box.lucre != 0:
        take_income(s, box, s.challenge.off)
    go_to(s, CHALLENGE)


@kernel
def run_next(s: State, box: Box, f: Frame) -> None:
    """A turn ends before 10c (R315): its challenge is counted (R86); the next player begins."""
    if f.at == 0:
        if is_staked(s):
            begin_effect(s, find_staker(s), DEMON, H_END)  # R117
            return
        give_back_all_lent(s)
        return_set_aside(s)
        apply_rules(s, box, CHALLENGE_OVER, NOBODY, 0, 0)
        settle_dust(s)  # R211
        fill_limbo(s, box)
        f.at = 2
        drop_moons(s, box)
        return
    if f.at == 2:
        count_challenge(s, box)
        if s.done != 0:
            return
        if s.interrupted > 0:
            pop_challenge(s, box)  # R114: R8 and R10 end only the challenge inside
            return
        f.at = 1
        open_window(s, H_NEXT)
        return
    pass_turn(s, box)


@kernel
def pass_turn(s: State, box: Box) -> None:
    """The next player begins his turn: to the left, or as a power says."""
    if s.next_turn > 0:
        s.turn = s.next_turn - 1  # a Queue flare
        s.next_turn = 0
    else:
        s.turn = apply_rules(s, box, NEXT_TURN, s.turn, 0, seat_after(s, s.turn, 1))
    s.challenge.off = s.turn
    go_to(s, TURN)


@kernel
def clear_challenge(s: State) -> None:
    """Forget what lasts until the end of the challenge, which is when the next begins (R315)."""
    c = s.challenge
    c.defender = NOBODY
    c.card_up = NOBODY
    c.dark = 0
    c.card_lies = 0
    c.comet = 0
    c.named = 0
    c.by_worldships = 0
    c.standing = 0
    c.dust_card = 0
    c.system = NOBODY
    c.target = NOBODY
    c.own = 0
    c.took_token = 0
    c.rejected = 0
    c.super_dictator = 0
    c.will = 0
    c.wild_will = 0
    c.sanity = 0
    c.again = 0
    c.jump = NO_JUMP
    c.silenced = 0
    c.mute = 0
    c.meeting = NOBODY
    c.winner = NOBODY
    c.outcome = 0
    c.stellar_gas = 0
    c.due = 0
    c.giver = NOBODY
    c.taker = NOBODY
    c.chosen = 0
    c.quashed = 0
    c.proposals = 0
    c.freed = 0
    c.played_count = 0
    c.lent_count = 0
    c.put_by_count = 0
    c.put_by_owner = NOBODY
    c.commits = 0
    c.garrison = 0
    c.lured = 0
    c.bribe_by = 0
    c.bribe_to = 0
    c.bribe = NOBODY
    for moon in range(MAX_MOONS):
        occupant = occupant_of(s, moon)
        c.visited[moon] = with_seat(0, occupant) if occupant >= 0 else 0
        c.zapped[moon] = 0
    clear(c.cancelled)
    clear(c.used)
    clear(c.force[0])
    clear(c.force[1])
    clear_cells(s)
    for p in range(MAX_PLAYERS):
        clear_player(s, p)
    clear_cards(s)


@kernel
def push_challenge(s: State, off: int, phase: int) -> None:
    """Begin a challenge inside the one that is fought, which waits until it is over (R114)."""
    s.waiting[s.interrupted] = s.challenge
    s.interrupted += 1
    suspend_borrowing(s)
    c = s.challenge
    clear(c.marked)
    clear_challenge(s)
    for p in range(MAX_PLAYERS):
        c.commit_count[p] = 0
    c.floor = s.depth
    c.off = off
    set_order(s)
    go_to(s, phase)


@kernel
def pop_challenge(s: State, box: Box) -> None:
    """The challenge inside is over: the procedure that was interrupted goes on."""
    end_borrowing(s, box)
    clear_cells(s)
    s.depth = s.challenge.floor
    s.interrupted -= 1
    s.challenge = s.waiting[s.interrupted]
    resume_borrowing(s)


@kernel
def clear_player(s: State, p: int) -> None:
    """Forget a player's part in the challenge."""
    c = s.challenge
    c.limit[p] = 0
    c.asked[p] = 0
    c.landed_at[p] = NOBODY
    c.ally[p] = 0
    c.on_ring[p] = 0
    c.bound[p] = 0
    c.told_ally[p] = 0
    c.joined[p] = 0
    c.reward_due[p] = 0
    c.landed[p] = 0
    c.engaged[p] = 0
    c.lost[p] = 0
    c.extra[p] = NOBODY
    c.extra_attack[p] = 0
    c.dropped[p] = 0
    c.first_power[p] = 0
    for v in range(MAX_PLAYERS):
        c.watch[v, p] = 0
    for side in range(2):
        c.invited[side, p] = 0
        c.told_invite[side, p] = 0


@kernel
def clear_cards(s: State) -> None:
    """Forget the cards and declarations of the challenge."""
    c = s.challenge
    c.oracle = NOBODY
    c.copied = NOBODY
    c.pacified = NOBODY
    c.revealed = 0
    c.declared_count = 0
    c.upset = 0
    c.given_count[2] = 0
    c.both_lose = 0
    for side in range(2):
        clear_table(s, side)
        c.reversed[side] = 0
        c.bonus[side] = 0
        c.moon_bonus[side] = 0
        c.hex_bonus[side] = 0
        c.reinforced[side] = 0
        c.lucre_points[side] = 0
        c.lucre_given[side] = 0
        c.total[side] = 0
        c.lost_main[side] = 0
        c.lying[side] = NOBODY
        c.factor[side] = 1
        c.gain[side] = NOBODY
        c.cards_given[side] = 0
        c.deal_loss[side] = 0
        c.given_count[side] = 0
        c.added_count[side] = 0
        c.added_value[side] = 0
        for i in range(3):
            c.aside[side, i] = NOBODY
        for i in range(2):
            c.demanded[side, i] = NOBODY
            c.attack[side, i] = 0
            c.printed[side, i] = 0


@kernel
def pass_challenge(s: State) -> None:
    """A Zap Moon lasts until the challenge after the next begins (R219)."""
    for p in range(s.seats):
        if s.barred[p] > 0:
            s.barred[p] -= 1


@kernel
def run_challenge(s: State, box: Box, f: Frame) -> None:
    """10a and 10b: the H_START window, a new hand, and who can challenge at all."""
    if f.at == 0:
        s.challenge.off = s.turn  # R127: another may have been OFF
    p = s.challenge.off
    if f.at == 0:
        end_borrowing(s, box)
        clear_challenge(s)
        set_order(s)
        pass_challenge(s)
        f.at = 6
        ask_moons(s, box, H_START, 0)
        return
    if f.at == 6:
        f.at = 1
        open_window(s, H_START)
        return
    if f.at == 1:
        f.at = 2
        call(s, BASES, NOBODY, 0)
        return
    if f.at == 2:
        f.at = 5
        if s.turn_challenges == 0 and needs_new_hand(s, box, p):
            f.at = 3
            call(s, NEW_HAND, p, 0)
            return
        if s.turn_challenges > 0 and count_challenge_cards(s, p) == 0:
            go_to(s, NEXT)  # R30
            return
    if f.at == 3:
        f.at = 7
        ask_moons(s, box, H_START, 0)
        return
    if f.at == 7:
        f.at = 4
        open_window_for_cards(s, H_START)
        return
    if f.at == 4:
        f.at = 5
        call(s, BASES, NOBODY, 0)
        return
    go_to(s, REGROUP if has_tokens_at_all(s, box, p) else NEXT)  # R10


@kernel
def run_regroup(s: State, box: Box, f: Frame) -> None:
    """Phase 1: the OFF may take a token from the Warp (R9)."""
    c = s.challenge
    p = c.off
    if f.at == 0:
        if s.warp[p] > 0 and not is_cursed(s, p, NO_REGROUPING):
            open_question(s)
            allow(s, PASS)
            if has_base(s, p):
                allow_bases(s, p, NOBODY)
            else:
                allow(s, YES)
            ask(s, f, D_REGROUP, p)
            return
        f.at = 2
    if f.at == 1:
        f.at = 2
        if s.answer != PASS:
            s.warp[p] -= 1
            c.took_token = 1
            if s.answer == YES:
                commit_token(s, p, NOBODY)
            else:
                s.tokens[p, answered_place(s)] += 1
            f.notes[REGROUPED] += 1
            if f.notes[REGROUPED] < apply_moons(s, box, REGROUPS, p, 0, 1):
                f.at = 0
                return
    if f.at == 2:
        f.at = 3
        open_lucre_window(s, box, LW1)
        return
    if f.at == 3:
        f.at = ATONING if s.curse[p] != 0 else ATONED
    if f.at == ATONING:
        open_question(s)
        allow_movable(s, box, p, NOBODY)
        allow(s, PASS)
        ask(s, f, D_WITCH, p)  # R124
        return
    if f.at == ATONING + 1:
        f.at = ATONED
        if s.answer != PASS:
            s.tokens[p, answered_place(s)] -= 1
            s.warp[p] += 1
            atone(s, p)
    if f.at == ATONED:
        f.at = 4
        open_window(s, H_REGROUP)
        return
    go_to(s, DESTINY)
