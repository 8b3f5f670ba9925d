"""Phase 8, second part: losses, landings, consolation, rewards (6.5 to 6.7)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_REWARD, NUM
from spaceenvs.cosmic_encounter.cards import has_played_attack
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.comets import count_spoils, double_consolation
from spaceenvs.cosmic_encounter.components import BULLY, FEWEST_TOKENS, FILTH, GAS_GIANT, SLOTS
from spaceenvs.cosmic_encounter.cones import MOST_RISKED, count_risked, is_warp_challenge
from spaceenvs.cosmic_encounter.hands import (
    allow_hand,
    close_taking,
    give_card,
    note_taken,
    open_taking,
    pick_random,
    take_put_by,
)
from spaceenvs.cosmic_encounter.hooks import H_CONS, H_LAND, H_OUT, H_WON
from spaceenvs.cosmic_encounter.lunar import call_moons
from spaceenvs.cosmic_encounter.moon_points import (
    CONSOLATION,
    HAS_CONSOLATION,
    REWARD_COUNT,
    apply_moons,
)
from spaceenvs.cosmic_encounter.powers.bully import SUPER_BULLY, bully_ally
from spaceenvs.cosmic_encounter.powers.ethic import D_ETHIC
from spaceenvs.cosmic_encounter.results import count_each, count_for_consolation
from spaceenvs.cosmic_encounter.scoring import check_victory
from spaceenvs.cosmic_encounter.sets import has
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    AC,
    ALL_LOST,
    BASES,
    CONSEQUENCES,
    CONSOLE,
    DISCARD,
    DRAW,
    FROM_WARP,
    RETURN,
    REWARD,
    WON_BY_DEFENCE,
    WON_BY_OFFENCE,
    Frame,
    allow,
    answered_kind,
    ask,
    call,
    count_in_challenge,
    count_on_side,
    defends_planet,
    end,
    go_to,
    has_base,
    is_ally,
    is_main,
    is_other_defender,
    main_of,
    open_question,
    open_window,
    side_of,
    use_play,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.tokens import FROM_CONE, land_tokens, lose_from_challenge

# Notes of OUTCOME: in timing order (-1 the main player); the losing side; who is losing tokens.
NEXT_UP, LOSING, LOSER = 1, 2, 3
REFUSED, REDIRECTED = 21, 22  # places of OUTCOME: a Filth's use is over
ENRICHED, STAKED = 13, 14  # further ones: the comet's cards are drawn; a moon has acted
REWARDS, CARDS = 0, 1  # notes of REWARD
TAKING, NEXT_ALLY = 1, 2  # notes of CONSOLE (R130; R125, in timing order)
DUE_FIXED = 8  # a place of CONSOLE: after the H_CONS window
MOST_REWARDS = 20  # the largest number there is to answer


@kernel
def run_outcome(s: State, box: Box, f: Frame) -> None:
    """8c after AA or AC, in the order of R21."""
    c = s.challenge
    if f.at == 0:
        f.at = 1
        for p in range(s.seats):
            c.engaged[p] = count_in_challenge(s, p)
            c.reward_due[p] = 0
            is_earner = c.winner >= 0 and is_ally(s, p, c.winner)
            if is_earner and not defends_planet(s, p):  # nothing for the DEF whose place one took
                c.reward_due[p] = count_on_side(s, p, c.winner)
        if is_warp_challenge(s) and c.winner == OFFENCE:
            c.reward_due[c.off] = count_risked(s)  # R212
        open_window(s, H_WON)
        return
    if f.at == 1:
        f.notes[LOSING] = 1 - c.winner if c.winner >= 0 else OFFENCE
        f.notes[NEXT_UP] = -1
        f.at = 2
    if f.at == 2 or f.at == 3:
        if lose_next(s, box, f):
            return
        f.notes[NEXT_UP] = 0
        f.at = 4 if c.winner >= 0 else 7
        if is_landing_refused(s):
            f.at = REFUSED
            use_play(s, c.defender, FILTH, H_LAND)
            return
        if settle_winner(s):
            return
    if f.at == REFUSED:
        f.at = 4
        if s.result == 0:
            settle_winner(s)
            return
        c.outcome = WON_BY_OFFENCE
    if f.at == REDIRECTED:
        f.at = 4
        if s.result == 0:
            settle_ally(s, f.notes[LOSER])
            return
    if f.at == 4:
        while f.notes[NEXT_UP] < s.seats:
            q = c.order[f.notes[NEXT_UP]]
            f.notes[NEXT_UP] += 1
            if c.commit_count[q] > 0 and q == c.defender and c.winner == DEFENCE:
                call(s, RETURN, q, FROM_CONE)  # R144: a new DEF
                return
            if is_ally(s, q, c.winner) and c.commit_count[q] > 0:
                if is_redirected(s):
                    f.at = REDIRECTED
                    f.notes[LOSER] = q
                    use_play(s, c.off, FILTH, H_LAND)
                else:
                    settle_ally(s, q)
                return
        f.at = 5
        if c.stellar_gas == 0:
            call(s, CONSOLE, NOBODY, 0)
            return
    if f.at == 5:
        f.notes[NEXT_UP] = 0
        f.at = 6 if c.stellar_gas == 0 else 7
    if f.at == 6:
        while f.notes[NEXT_UP] < s.seats:
            q = c.order[f.notes[NEXT_UP]]
            f.notes[NEXT_UP] += 1
            if is_rewarded(s, q):
                call(s, REWARD, q, count_rewards(s, box, q))
                return
        f.at = 7
    end_outcome(s, f)


@kernel
def end_outcome(s: State, f: Frame) -> None:
    """H_OUT: consequences (R123) and the window; an H_BASES point, the victory check."""
    if f.at == 7:
        f.at = ENRICHED
        if count_spoils(s) > 0:  # R208
            call(s, DRAW, main_of(s, s.challenge.winner), count_spoils(s))
    elif f.at == ENRICHED:
        f.at = STAKED
        call_moons(s, H_OUT)  # R123, R208
    elif f.at == STAKED:
        f.at = 8
        call(s, CONSEQUENCES, NOBODY, 0)
    elif f.at == 8:
        f.at = 9
        open_window(s, H_OUT)
    elif f.at == 9:
        f.at = 10
        call(s, BASES, NOBODY, 0)
    else:
        check_victory(s)
        go_to(s, DISCARD)


@kernel
def risks_the_warp(s: State, f: Frame) -> bool:
    """R212: whether the loser is the DEF of a Warp challenge; only what he risks is consoled."""
    is_main_loser = f.notes[LOSER] == s.challenge.defender and f.notes[LOSING] == DEFENCE
    return is_main_loser and is_warp_challenge(s)


@kernel
def note_loss(s: State, f: Frame, count: int) -> None:
    """Remember how many tokens the loser has lost in step 1 (6.6, R82)."""
    c = s.challenge
    c.lost[f.notes[LOSER]] += count
    if is_main(s, f.notes[LOSER]):
        c.lost_main[f.notes[LOSING]] += count


@kernel
def lose_next(s: State, box: Box, f: Frame) -> bool:
    """6.5 step 1: the next loss event of the losing side, main player first.

    After a wild Loser the DEF's side follows the OFF's. Returns False if all have lost.
    """
    c = s.challenge
    if f.at == 3:
        if not risks_the_warp(s, f):
            note_loss(s, f, s.result)
        f.at = 2
        if is_main(s, f.notes[LOSER]) and c.commit_count[f.notes[LOSER]] > 0:
            call(s, RETURN, f.notes[LOSER], FROM_CONE)  # R208
            return True
    while True:
        if f.notes[NEXT_UP] < 0:
            f.notes[NEXT_UP] = 0
            f.at = 3
            f.notes[LOSER] = main_of(s, f.notes[LOSING])
            if risks_the_warp(s, f):
                note_loss(s, f, remove_risked(s))
            lose_from_challenge(s, box, f.notes[LOSER], f.notes[LOSING])
            return True
        while f.notes[NEXT_UP] < 2 * s.seats:  # R135, R110: the DEF's fellows before the allies
            q = c.order[f.notes[NEXT_UP] % s.seats]
            is_fellow = f.notes[NEXT_UP] < s.seats
            f.notes[NEXT_UP] += 1
            if is_fellow:
                is_loser = f.notes[LOSING] == DEFENCE and is_other_defender(s, q)
            else:
                is_loser = is_ally(s, q, f.notes[LOSING])
            if is_loser:
                f.at = 3
                f.notes[LOSER] = q
                if get_cell(s, BULLY, SUPER_BULLY) != 0 and not is_fellow:
                    bully_ally(s, q)  # R108
                else:
                    lose_from_challenge(s, box, q, f.notes[LOSING])
                return True
        if c.winner >= 0 or f.notes[LOSING] == DEFENCE:
            return False
        f.notes[LOSING] = DEFENCE
        f.notes[NEXT_UP] = -1


@kernel
def has_filth(s: State, p: int) -> bool:
    """Whether a player's Filth works on the target planet: not on a Gas Giant."""
    c = s.challenge
    if c.target < 0 or s.hex[c.target // SLOTS] == GAS_GIANT:
        return False
    return has(s.powers[p], FILTH) and has_power(s, p, FILTH)


@kernel
def is_landing_refused(s: State) -> bool:
    """Whether the winners do not land: a Filth has lost as DEF with tokens on the planet."""
    c = s.challenge
    if c.winner != OFFENCE or not has_filth(s, c.defender):
        return False
    return defends_planet(s, c.defender) and c.engaged[c.defender] > 0


@kernel
def is_redirected(s: State) -> bool:
    """Whether the allies of a winning Filth land on other planets than his."""
    c = s.challenge
    if c.winner != OFFENCE or not do_allies_land(s) or s.tokens[c.off, c.target] == 0:
        return False
    return has_filth(s, c.off)


@kernel
def remove_risked(s: State) -> int:
    """R212: what the DEF risked in the Warp leaves the game, down to the limit of R46.

    Returns the number for consolation: all that he risked.
    """
    p = s.challenge.defender
    risked = count_risked(s)
    for _ in range(risked):
        if s.owned[p] - s.removed[p] > FEWEST_TOKENS:
            s.warp[p] -= 1
            s.removed[p] += 1
            s.away[p] += 1
    return risked


@kernel
def settle_winner(s: State) -> bool:
    """6.5 step 2: a winning OFF lands; True if he does. The allies of the winner follow."""
    c = s.challenge
    if c.winner < 0:
        c.outcome = ALL_LOST
        return False
    if c.winner == DEFENCE:
        c.outcome = WON_BY_DEFENCE
        if is_warp_challenge(s):
            call(s, FROM_WARP, c.defender, MOST_RISKED)
            return True
        return False
    c.outcome = WON_BY_OFFENCE
    if is_warp_challenge(s):
        call(s, RETURN, c.off, FROM_CONE)
    else:
        land_tokens(s, c.off)
    return True


@kernel
def settle_ally(s: State, q: int) -> None:
    """6.5 step 3: an ally of the winner lands or returns to bases."""
    if do_allies_land(s):
        land_tokens(s, q)
    else:
        call(s, RETURN, q, FROM_CONE)


@kernel
def do_allies_land(s: State) -> bool:
    """Light cone: the OFF's allies land; dark cone: the DEF's (R69)."""
    c = s.challenge
    return not is_warp_challenge(s) and c.dark == (1 if c.winner == DEFENCE else 0)


@kernel
def is_rewarded(s: State, q: int) -> bool:
    """Whether a player gets rewards: the winner's allies who do not land; R212: a winning OFF."""
    if is_main(s, q) and not is_warp_challenge(s):
        return False
    return s.challenge.reward_due[q] > 0 and not do_allies_land(s)


@kernel
def count_rewards(s: State, box: Box, q: int) -> int:
    """Return what a player has earned: for each token of his, or for those of a DEF (R212)."""
    each = 1 if is_main(s, q) else count_each(s, box, q)
    return int(s.challenge.reward_due[q]) * each


@kernel
def run_reward(s: State, box: Box, f: Frame) -> None:
    """D_REWARD: who splits his rewards into cards and tokens (6.7, R22); no refusal (R23)."""
    p = f.who
    if f.at == 0:
        count = int(f.notes[REWARDS])
        f.notes[REWARDS] = min(MOST_REWARDS, apply_moons(s, box, REWARD_COUNT, p, 0, count))
        if f.notes[REWARDS] == 0:
            end(s)
            return
        f.at = 2
    if f.at == 2:
        open_question(s)
        fewest = max(0, f.notes[REWARDS] - s.warp[p]) if has_base(s, p) else f.notes[REWARDS]
        for k in range(fewest, f.notes[REWARDS] + 1):
            allow(s, NUM + k)
        ask(s, f, D_REWARD, p)
        return
    if f.at == 3:
        f.notes[CARDS] = s.answer - NUM
        f.at = 4
        if f.notes[CARDS] > 0:
            call(s, DRAW, p, f.notes[CARDS])
            return
    tokens = f.notes[REWARDS] - f.notes[CARDS]
    end(s)
    call(s, FROM_WARP, p, tokens)


@kernel
def fix_consolation(s: State, box: Box) -> None:
    """6.6: how many cards are due, and from whom to whom, before the H_CONS window (R312)."""
    c = s.challenge
    loser = 1 - c.winner
    c.due = 0
    c.giver = NOBODY
    c.taker = NOBODY
    if c.meeting != AC or has_played_attack(s, loser):
        return
    c.due = count_for_consolation(s, box, loser) * c.factor[loser]
    c.giver = main_of(s, c.winner)
    c.taker = main_of(s, loser)
    if c.due < 0:
        # E1: the winner takes the cards.
        c.due = -c.due
        c.giver = main_of(s, loser)
        c.taker = main_of(s, c.winner)


@kernel
def run_console(s: State, box: Box, f: Frame) -> None:
    """Consolation: the number due, the H_CONS window, then the cards; no refusal (R23)."""
    c = s.challenge
    if f.at == 0:
        if apply_moons(s, box, HAS_CONSOLATION, NOBODY, 0, 1) == 0:  # R207
            end(s)
            return
        fix_consolation(s, box)
        f.at = DUE_FIXED
        open_window(s, H_CONS)
        return
    if f.at == DUE_FIXED:
        f.at = 2
        c.due = double_consolation(s, c.due)
        if c.taker >= 0:
            c.due = apply_moons(s, box, CONSOLATION, c.taker, 0, c.due)  # R207
    if f.at == 2:
        f.notes[TAKING] = open_taking(s) if c.due > 1 else NOBODY
        f.at = 4
    if f.at == 5:
        f.at = 4
        note_taken(s, f.notes[TAKING], answered_kind(s))
        give_card(s, c.giver, c.taker, answered_kind(s))
        c.due -= 1
    while f.at < 6 and c.due > 0 and s.hand_size[c.giver] > 0:
        if c.chosen != 0:
            open_question(s)
            allow_hand(s, c.giver)
            ask(s, f, D_ETHIC, c.taker)
            return
        kind = pick_random(s, c.giver)
        note_taken(s, f.notes[TAKING], kind)
        give_card(s, c.giver, c.taker, kind)
        c.due -= 1
    c.due = 0
    if f.at < 6:
        f.at = 6
        if f.notes[TAKING] >= 0:
            close_taking(s, c.taker, f.notes[TAKING])
            return
    while f.notes[NEXT_ALLY] < s.seats:
        q = c.order[f.notes[NEXT_ALLY]]
        f.notes[NEXT_ALLY] += 1
        if has_laid_compromise(s, q):
            console_ally(s, box, q)
            return
    if c.giver >= 0:
        take_put_by(s, c.giver)
    end(s)


@kernel
def has_laid_compromise(s: State, q: int) -> bool:
    """Whether an ally of the losing side has laid a card that is no Attack (Cavalry)."""
    c = s.challenge
    is_compromise = c.extra[q] >= 0 and c.extra_attack[q] == 0
    return is_compromise and c.ally[q] != 0 and side_of(s, q) == 1 - c.winner


@kernel
def console_ally(s: State, box: Box, q: int) -> None:
    """R125: he takes cards for his own lost tokens, without Kicker and without a window."""
    giver = main_of(s, s.challenge.winner)
    due = int(count_each(s, box, q)) * int(s.challenge.lost[q])
    due = apply_moons(s, box, CONSOLATION, q, 0, double_consolation(s, due))  # R207
    level = open_taking(s) if due > 1 else NOBODY
    while due > 0 and s.hand_size[giver] > 0:
        kind = pick_random(s, giver)
        note_taken(s, level, kind)
        give_card(s, giver, q, kind)
        due -= 1
    close_taking(s, q, level)
