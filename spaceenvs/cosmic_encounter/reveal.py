"""Phase 8, first part: the reveal, totals, Reinforcements and the winner (8a, 8b)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_REINF, D_REINF_SIDE, OPT, PASS, YES
from spaceenvs.cosmic_encounter.bindings import TO_NO_POWER, is_bound
from spaceenvs.cosmic_encounter.cards import (
    find_claim,
    has_played_attack,
    reveal_extras,
    reveal_side,
)
from spaceenvs.cosmic_encounter.comets import can_afford_card, find_odd_winner, pay_for_card
from spaceenvs.cosmic_encounter.components import (
    ANTI_MATTER,
    COMPROMISE,
    FIRST_EDICT,
    FIRST_FLARE,
    FIRST_REINFORCEMENT,
    GAMBLER,
    INDUSTRIALIST,
    RESERVE,
)
from spaceenvs.cosmic_encounter.hands import (
    discard_from_hand,
    give_back_lent,
    leave_openly,
    play_card,
    put_away,
    show_cards,
)
from spaceenvs.cosmic_encounter.hexes import call_bound, call_evacuation
from spaceenvs.cosmic_encounter.hoard import holds
from spaceenvs.cosmic_encounter.hooks import (
    H_CARD,
    H_CLAIM,
    H_DISCARD,
    H_REINF,
    H_REV,
    H_TOT,
    H_VAL,
    H_WIN,
)
from spaceenvs.cosmic_encounter.lucre import LW8, open_lucre_window
from spaceenvs.cosmic_encounter.moon_points import LOW_WINS, OFF_WINS_TIES, apply_moons
from spaceenvs.cosmic_encounter.occupation import ask_moons
from spaceenvs.cosmic_encounter.powers.reserve import D_RESERVE, MOST_BY_POWER, allow_attacks
from spaceenvs.cosmic_encounter.sets import has
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    AA,
    AC,
    CALLED_OFF,
    CC,
    DEAL,
    END,
    OUTCOME,
    PLAN,
    REINFORCE,
    RESOLVE,
    TIME_TRAVEL,
    VOID,
    Frame,
    allow,
    allow_card,
    answered_kind,
    ask,
    call,
    end,
    go_to,
    main_of,
    open_question,
    open_window,
    open_window_for,
    side_of,
    use_play,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.totals import add_up
from spaceenvs.cosmic_encounter.uses import TYPE_REINFORCEMENT, card_about
from spaceenvs.cosmic_encounter.windows import allow_arts, find_play

NEXT_UP, IS_PLAYED, KIND = 1, 2, 3  # notes of RESOLVE, for D_REINF
CARD, FOR_SIDE, NEXT_RESERVE = 0, 1, 2  # notes of REINFORCE
AMBUSHED = 20  # a place of RESOLVE: secret moons could be revealed before H_TOT
CONCEDED = 12  # a place of RESOLVE: an Industrialist's OPP has chosen
EVACUATED = 13  # another one: a Rosette has evacuated its planet, or not


@kernel
def run_reveal(s: State, box: Box, f: Frame) -> None:
    """8a: cards face up, the H_REV window; it may send play back to 7a or end the challenge."""
    c = s.challenge
    while f.at < 2:  # R118; R62: claims come before the H_REV window
        side = OFFENCE if f.at == 0 else DEFENCE
        f.at += 1
        if may_claim(s, side):
            if find_claim(s, 1 - side) < 0:
                reveal_side(s, box, 1 - side)
            open_window_for(s, main_of(s, side), H_CLAIM, 0)
            return
    if f.at == 2:
        f.at = 3
        for side in range(2):
            if find_claim(s, side) < 0:
                reveal_side(s, box, side)
        reveal_extras(s, box)
        c.revealed = 1
        give_back_lent(s, 0)
        open_window(s, H_REV)
        return
    if c.jump == TIME_TRAVEL:
        go_to(s, PLAN)  # R63
    elif c.jump == CALLED_OFF:
        c.outcome = VOID
        go_to(s, END)
    else:
        go_to(s, RESOLVE)


@kernel
def may_claim(s: State, side: int) -> bool:
    """Whether a main player is a Gambler whose card lies face down."""
    c = s.challenge
    p = main_of(s, side)
    if not has(s.powers[p], GAMBLER) or c.card[side] < 0:
        return False
    return c.shown[side] == 0 and c.opened[side] == 0 and has_power(s, p, GAMBLER)


@kernel
def run_resolve(s: State, box: Box, f: Frame) -> None:
    """8b: the type is fixed; totals or the single Attack decide."""
    c = s.challenge
    if f.at == 0:
        attacks = 0
        for side in range(2):
            if has_played_attack(s, side):
                attacks += 1
        c.meeting = CC
        if attacks == 2:
            c.meeting = AA
            f.at = 9
            open_window(s, H_VAL)
            return
        if attacks == 1:
            c.meeting = AC
            f.at = EVACUATED
            call_evacuation(s)
            return
        go_to(s, DEAL)
        return
    if f.at == EVACUATED:
        f.at = 8
        open_window(s, H_WIN)
        return
    if f.at == 9:
        f.at = AMBUSHED
        ask_moons(s, box, H_TOT, 0)
        return
    if f.at == AMBUSHED:
        f.at = 1
        open_window(s, H_TOT)
        return
    if f.at == 1:
        f.at = 11
        call_bound(s)
        return
    if f.at == 11:
        add_up(s, box)
        f.at = 10
        open_lucre_window(s, box, LW8)
        return
    if f.at == 10:
        f.at = 2 if is_reinforced(s, box) else 7
    if 2 <= f.at < 7:
        run_reinforcements(s, box, f)
        return
    if f.at == 7 or f.at == 8:
        find_winner(s, box)
        f.at = CONCEDED
        if begin_concession(s):
            return
    find_final_winner(s)
    go_to(s, OUTCOME)


@kernel
def is_reinforced(s: State, box: Box) -> bool:
    """Whether there is a D_REINF: Reinforcements are used, or a Reserve is involved (R138)."""
    if box.reinforcements != 0:
        return True
    for p in range(s.seats):
        if has(s.powers[p], RESERVE) and side_of(s, p) >= 0 and has_power(s, p, RESERVE):
            return True
    return False


@kernel
def run_reinforcements(s: State, box: Box, f: Frame) -> None:
    """D_REINF: involved players in timing order, round after round until all pass (R44)."""
    c = s.challenge
    if f.at == 3:
        f.at = 2
        if s.answer == PASS:
            f.notes[NEXT_UP] += 1
        else:
            f.notes[IS_PLAYED] = 1
            begin_reinforcement(s, f, c.order[f.notes[NEXT_UP]])
            return
    if f.at == 4:
        f.at = 5
        if s.result != 0:  # cancelled, the Attack stays in his hand (R138)
            call(s, REINFORCE, c.order[f.notes[NEXT_UP]], f.notes[KIND])
            return
    if f.at == 5:
        f.at = 2
        f.notes[NEXT_UP] += 1
    while True:
        if f.notes[NEXT_UP] >= s.seats:
            if f.notes[IS_PLAYED] == 0:
                f.at = 7
                return
            f.notes[NEXT_UP] = 0
            f.notes[IS_PLAYED] = 0
        p = c.order[f.notes[NEXT_UP]]
        if side_of(s, p) >= 0:
            add_up(s, box)  # 6.3: tokens and Warp are read again
            open_question(s)
            allow(s, PASS)
            allow_reinforcements(s, box, p)
            ask(s, f, D_REINF, p)
            return
        f.notes[NEXT_UP] += 1


@kernel
def allow_reinforcements(s: State, box: Box, p: int) -> None:
    """List what a player may add to a total: also Attacks, and the Super, of a Reserve."""
    for k in range(FIRST_REINFORCEMENT, FIRST_EDICT):
        if holds(s, p, k) and can_afford_card(s, p, 1):
            allow_card(s, k)
    if not can_afford_card(s, p, 1):
        return
    if has(s.powers[p], RESERVE) and has_power(s, p, RESERVE):
        if not is_bound(s, p, TO_NO_POWER):
            allow_attacks(s, box, p, MOST_BY_POWER)
        allow_arts(s, box, H_REINF, p, 0)


@kernel
def begin_reinforcement(s: State, f: Frame, p: int) -> None:
    """A player answers D_REINF with a card."""
    kind = answered_kind(s)
    if kind >= FIRST_FLARE:
        f.at = 5
        use_play(s, p, find_play(s, p), H_REINF)
    elif kind >= FIRST_REINFORCEMENT:
        f.at = 5
        call(s, REINFORCE, p, kind)
    else:
        f.at = 4
        f.notes[KIND] = kind
        if s.hand[p, kind] > 0:
            show_cards(s, p, kind, 1)
        use_play(s, p, RESERVE, H_REINF)


@kernel
def run_reinforce(s: State, box: Box, f: Frame) -> None:
    """REINFORCE: who plays a card as a Reinforcement; a Reserve may cancel it (R138)."""
    c = s.challenge
    kind = int(f.notes[CARD])
    if f.at == 0:
        play_card(s, f.who, kind)
        leave_openly(s, f.who, kind)
        put_away(s, f.who, kind)
        pay_for_card(s, f.who)
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow(s, OPT + OFFENCE)
        allow(s, OPT + DEFENCE)
        ask(s, f, D_REINF_SIDE, f.who)
        return
    if f.at == 3:
        f.notes[FOR_SIDE] = s.answer - OPT
        f.at = 4
    elif f.at == 5:
        f.at = 4
        if s.answer == YES:
            f.at = 6
            use_play(s, c.order[f.notes[NEXT_RESERVE]], RESERVE, H_REINF)
            return
        f.notes[NEXT_RESERVE] += 1
    elif f.at == 6:
        q = c.order[f.notes[NEXT_RESERVE]]
        f.notes[NEXT_RESERVE] += 1
        f.at = 4
        if s.result != 0 and s.hand[q, COMPROMISE] > 0:
            discard_from_hand(s, q, COMPROMISE)
            f.at = 8
    if f.at == 4:
        while f.notes[NEXT_RESERVE] < s.seats:
            q = c.order[f.notes[NEXT_RESERVE]]
            if q != f.who and can_stop_reinforcement(s, q):
                open_question(s)
                allow(s, PASS)
                allow(s, YES)
                ask(s, f, D_RESERVE, q)
                return
            f.notes[NEXT_RESERVE] += 1
        c.reinforced[f.notes[FOR_SIDE]] += box.value[kind]
        add_up(s, box)
        f.at = 8
        open_window_for(s, NOBODY, H_DISCARD, kind)
        return
    about = card_about(f.who, TYPE_REINFORCEMENT)
    end(s)
    open_window_for(s, NOBODY, H_CARD, about)  # R129


@kernel
def can_stop_reinforcement(s: State, q: int) -> bool:
    """Whether a player may cancel a Reinforcement: an involved Reserve with a Compromise."""
    if not has(s.powers[q], RESERVE) or s.hand[q, COMPROMISE] == 0 or is_bound(s, q, TO_NO_POWER):
        return False
    if is_bound(s, q, TO_NO_POWER):
        return False
    return side_of(s, q) >= 0 and has_power(s, q, RESERVE)


@kernel
def find_winner(s: State, box: Box) -> None:
    """6.4, steps 1 to 3: who wins by the totals, or by the single Attack."""
    c = s.challenge
    if c.meeting == AA:
        difference = c.total[OFFENCE] - c.total[DEFENCE]
        low_wins = apply_moons(s, box, LOW_WINS, NOBODY, 0, 0) != 0
        # R148: also with two of them the lower total wins.
        is_anti = has(c.force[0], ANTI_MATTER) or has(c.force[1], ANTI_MATTER)
        if is_anti != low_wins:
            difference = -difference
        elif difference == 0:
            difference = apply_moons(s, box, OFF_WINS_TIES, NOBODY, 0, 0)
        c.winner = OFFENCE if difference > 0 else DEFENCE  # R19
        if find_odd_winner(s) >= 0:
            c.winner = find_odd_winner(s)  # R206
    elif c.pacified >= 0:
        c.winner = c.pacified
    else:
        c.winner = OFFENCE if has_played_attack(s, OFFENCE) else DEFENCE


@kernel
def begin_concession(s: State) -> bool:
    """6.4 step 4: an Industrialist loses with an Attack, and his OPP chooses (R146)."""
    c = s.challenge
    loser = main_of(s, 1 - c.winner)
    if c.both_lose != 0 or not has_power(s, loser, INDUSTRIALIST):
        return False
    if not has_played_attack(s, 1 - c.winner):
        return False
    use_play(s, loser, INDUSTRIALIST, H_WIN)
    return True


@kernel
def find_final_winner(s: State) -> None:
    """6.4, steps 5 and 6: an upset exchanges winner and loser; after a wild Loser nobody wins."""
    c = s.challenge
    if c.upset != 0:
        c.winner = 1 - c.winner
    if c.both_lose != 0:
        c.winner = NOBODY
