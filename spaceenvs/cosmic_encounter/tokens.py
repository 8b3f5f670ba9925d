"""Tokens: losing, returning, committing, landing (6.1)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_LAND, D_LOSE, D_RETURN, D_TOKENS, LOC, OPT, PASS
from spaceenvs.cosmic_encounter.bindings import TO_NO_POWER, is_bound
from spaceenvs.cosmic_encounter.captives import carry, carry_with_last, cone_place
from spaceenvs.cosmic_encounter.comets import count_spared, usual_limit
from spaceenvs.cosmic_encounter.components import (
    BASES_FOR_POWER,
    FUNGUS,
    GHOST,
    LOCATIONS,
    MAX_PLAYERS,
    SLOTS,
    USUAL_LIMIT,
    WRAITH,
)
from spaceenvs.cosmic_encounter.curses import LOSES_MORE, MOST_COMMITTED, SMALL_FORCES, is_cursed
from spaceenvs.cosmic_encounter.hexes import find_landing, find_new_base, take_off_standing
from spaceenvs.cosmic_encounter.hooks import H_BASES, H_LAND, H_LAUNCH, H_LOSS
from spaceenvs.cosmic_encounter.limbo import put_into_warp
from spaceenvs.cosmic_encounter.moon_points import ALLY_LIMIT, COMMIT_LIMIT, apply_moons
from spaceenvs.cosmic_encounter.points import (
    BASES_POINT,
    CAPTOR,
    FREE,
    HELD_FAST,
    INSURED,
    LOSS_BEGINS,
    NAILED,
    TOKEN_LIMIT,
    TOKEN_PICK,
    UNMOVED,
    apply_rules,
    has_rule,
)
from spaceenvs.cosmic_encounter.satellites import (
    WAS_HERE,
    enter,
    is_moon,
    is_occupied_by_other,
    moon_at,
)
from spaceenvs.cosmic_encounter.sheets import find_held, memory_of
from spaceenvs.cosmic_encounter.stack import (
    ASK_MOON,
    CHOOSE_LOSS,
    COMMIT,
    GO_HOME,
    LOSE,
    RETURN,
    START_MOON,
    Frame,
    allow,
    allow_bases,
    answered_place,
    ask,
    begin_effect,
    call,
    count_defending,
    count_home_bases,
    count_on_bases,
    count_on_side,
    defends_planet,
    end,
    has_base,
    has_seat,
    is_main,
    open_question,
    open_window,
    open_window_for,
    side_of,
    use_play,
    with_seat,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE

FROM_CONE = -1  # where RETURN takes the tokens from, instead of a loss event
FROM_RESERVE = -2  # the origin of a committed token that lay in a Wraith's reserve
FROM_THE_WARP, FROM_STAR = 0, 1  # options of D_TOKENS (R111): Ghost's, and a Phantom's ghost

# What the frames of these procedures note.
# COMMIT, besides its set of the options announced in it; R111: the option chosen last, whether its
# token does not count against the limit.
LIMIT, OPTION, IS_FREE = 0, 1, 2
BEFORE_RING = 3  # of an ally of both sides who commits to the ring: tokens on the cone
LEVEL, BEFORE, COUNTED = 0, 1, 2  # LOSE: the event, the tokens in it at first, those lost
CURSED = 8  # a place of LOSE: a curse costs one more; its `seats`: 1, no further one
COUNT, EVENT, SPARED, DECIDER = 0, 1, 2, 3  # CHOOSE_LOSS; FROM_WARP: the first
# SPARED: all may be chosen, not those just landed (Grudge), not those in the challenge (Gambler).
SPARES_NONE, SPARES_NEW, SPARES_CHALLENGE = 0, 1, 2
ABOUT_LOSS = 2  # of ASK_MOON
RETURNED, STAYING = 1, 2  # RETURN, from LEVEL; how many of its tokens do not return
# GO_HOME: one of the following; the next in timing order; a side + 1 if only its tokens return.
WHOSE, NEXT_UP, ONLY_SIDE = 0, 1, 2
ALL, ALLIES, NAMED = 0, 1, 2  # NAMED: the allies in the frame's `seats`
PLANET, LANDED = 0, 1  # LAND

# R111, the point TOKEN_PICK: `about` is one of the options of D_TOKENS, with BEYOND_LIMIT added if
# the limit is reached. Its value is the power that is used, with QUIET added if not announced.
TOKEN_PICKS = 3
BEYOND_LIMIT = 8
QUIET = 1000


# -- moving -----------------------------------------------------------------------------------


@kernel
def may_leave(s: State, box: Box, p: int, place: int) -> bool:
    """Whether a player may move a token away from a base of his (R140)."""
    return apply_rules(s, box, HELD_FAST, p, place, FREE) == FREE


@kernel
def has_movable(s: State, box: Box, p: int) -> bool:
    """Whether a player has a token on a base that he may move away."""
    if not has_rule(s, HELD_FAST):
        return has_base(s, p)
    for place in range(s.seats * SLOTS):
        if s.tokens[p, place] > 0 and may_leave(s, box, p, place):
            return True
    return False


@kernel
def count_movable(s: State, box: Box, p: int) -> int:
    """Count the tokens of a player on bases from which he may move them away."""
    count = int(count_on_bases(s, p))
    if has_rule(s, HELD_FAST):
        for place in range(s.seats * SLOTS):
            if s.tokens[p, place] > 0 and not may_leave(s, box, p, place):
                count -= s.tokens[p, place]
    return count


@kernel
def allow_loose(s: State, box: Box, p: int, besides: int, hold: int) -> None:
    """Make every base of a player but one a legal answer if its tokens are not held so fast."""
    allow_bases(s, p, besides)
    if has_rule(s, HELD_FAST):
        for place in range(s.seats * SLOTS):
            is_base = s.mask[LOC + place] != 0
            if is_base and apply_rules(s, box, HELD_FAST, p, place, FREE) >= hold:
                s.mask[LOC + place] = 0
                s.choices -= 1


@kernel
def allow_movable(s: State, box: Box, p: int, besides: int) -> None:
    """Make every base of a player but one from which he may move a token a legal answer."""
    allow_loose(s, box, p, besides, UNMOVED)


# -- committing -------------------------------------------------------------------------------


@kernel
def commit_token(s: State, p: int, origin: int) -> None:
    """Put a token on the cone or its ring; it remembers its base (-1: the Warp)."""
    c = s.challenge
    if origin >= 0:
        carry_with_last(s, p, origin, cone_place(s))
    first_on_ring = int(c.commit_count[p]) - int(c.on_ring[p])
    for i in range(int(c.commit_count[p]), first_on_ring, -1):
        c.commit_origin[p, i] = c.commit_origin[p, i - 1]
    c.commit_origin[p, first_on_ring] = origin
    c.commit_count[p] += 1


@kernel
def commit_to_ring(s: State, p: int, origin: int) -> None:
    """The same for an ally of both sides, who puts a token on the ring (R116)."""
    c = s.challenge
    if origin >= 0:
        carry_with_last(s, p, origin, cone_place(s))
    c.commit_origin[p, c.commit_count[p]] = origin
    c.commit_count[p] += 1
    c.on_ring[p] += 1


@kernel
def take_last(s: State, p: int) -> None:
    """The token committed last leaves the cone; of an ally of both sides not from the ring."""
    c = s.challenge
    c.commit_count[p] -= 1
    for i in range(int(c.commit_count[p]) - int(c.on_ring[p]), int(c.commit_count[p])):
        c.commit_origin[p, i] = c.commit_origin[p, i + 1]


@kernel
def take_back_last(s: State, p: int, place: int) -> None:
    """The same token goes to a base, as the last one of all with the captives there (R109)."""
    take_last(s, p)
    s.tokens[p, place] += 1
    if s.challenge.commit_count[p] == 0:
        carry(s, p, cone_place(s), place)


@kernel
def find_limit(s: State, box: Box, p: int) -> int:
    """Return how many tokens a player may commit; fixed when D_TOKENS begins (R87)."""
    c = s.challenge
    limit = int(c.limit[p])
    if limit == 0:
        usual = apply_moons(s, box, COMMIT_LIMIT, p, 0, USUAL_LIMIT)  # R205
        limit = apply_moons(s, box, ALLY_LIMIT, p, 0, usual_limit(s, p, usual))
        limit = apply_rules(s, box, TOKEN_LIMIT, p, 0, limit)
    return min(limit, MOST_COMMITTED) if is_cursed(s, p, SMALL_FORCES) else limit


@kernel
def has_token_to_commit(s: State, box: Box, p: int) -> bool:
    """Whether a player has a token on a base, or one that a power lets him take (R10, R17)."""
    if has_movable(s, box, p):
        return True
    if s.ghosts[p] > 0:
        return True
    for option in range(TOKEN_PICKS):
        if may_pick(s, p, apply_rules(s, box, TOKEN_PICK, p, option, NOBODY)):
            return True
    return False


@kernel
def may_pick(s: State, p: int, play: int) -> bool:
    """Whether a player may take tokens by a power, or by none (-1); a Force may forbid it."""
    return play >= QUIET or (play >= 0 and not is_bound(s, p, TO_NO_POWER))


@kernel
def count_committable(s: State, box: Box, p: int) -> int:
    """Count the tokens that a player could commit: ghosts and those of a Ghost too (R111)."""
    count = count_movable(s, box, p) + int(s.ghosts[p])
    play = apply_rules(s, box, TOKEN_PICK, p, FROM_THE_WARP, NOBODY)
    is_ghost = play % QUIET == GHOST and may_pick(s, p, play)
    return count + int(s.warp[p]) if is_ghost else count


@kernel
def run_commit(s: State, box: Box, f: Frame) -> None:
    """D_TOKENS: who commits tokens up to the limit, one by one."""
    c = s.challenge
    p = f.who
    if f.at == 1:
        f.at = 0
        if s.answer == PASS:
            end_commit(s)
            return
        if s.answer == OPT + FROM_STAR:
            take_ghost(s, f)
        elif s.answer >= OPT:
            pick_by_power(s, box, f, s.answer - OPT)
            return
        else:
            place = answered_place(s)
            s.tokens[p, place] -= 1
            commit_for(s, f, place)
    elif f.at == 2:
        f.at = 0
        if s.result != 0:
            f.seats = with_seat(f.seats, f.notes[OPTION])
            f.notes[LIMIT] += f.notes[IS_FREE]
    open_question(s)
    committed = c.commit_count[p] - f.notes[BEFORE_RING]
    if committed < f.notes[LIMIT]:
        allow_movable(s, box, p, NOBODY)
        allow_picks(s, box, p, 0)
        if s.ghosts[p] > 0:
            allow(s, OPT + FROM_STAR)
    else:
        allow_picks(s, box, p, BEYOND_LIMIT)
        if s.choices == 0 and s.asked_again == 0:
            end_commit(s)
            return
    if committed > 0:
        allow(s, PASS)
    ask(s, f, D_TOKENS, p)


@kernel
def allow_picks(s: State, box: Box, p: int, beyond: int) -> None:
    """Make the tokens that powers let a player take legal answers (R111)."""
    for option in range(TOKEN_PICKS):
        if may_pick(s, p, apply_rules(s, box, TOKEN_PICK, p, option + beyond, NOBODY)):
            allow(s, OPT + option)


@kernel
def commit_for(s: State, f: Frame, origin: int) -> None:
    """Put a token where this D_TOKENS says: on the cone, or an ally of both sides on its ring."""
    if f.notes[BEFORE_RING] > 0:
        commit_to_ring(s, f.who, origin)
    else:
        commit_token(s, f.who, origin)


@kernel
def commit_picked(s: State, origin: int) -> None:
    """The same for a power that lets a player take a token in the middle of D_TOKENS."""
    i = s.depth - 1
    while s.stack[i].kind != COMMIT:
        i -= 1
    commit_for(s, s.stack[i], origin)


@kernel
def take_ghost(s: State, f: Frame) -> None:
    """A ghost is taken from the star; it is an ordinary token for good (Phantom, R111)."""
    s.ghosts[f.who] -= 1
    s.away[f.who] -= 1
    commit_for(s, f, NOBODY)


@kernel
def pick_by_power(s: State, box: Box, f: Frame, option: int) -> None:
    """A power lets who take a token; announced at the first such token of a D_TOKENS (R111)."""
    play = apply_rules(s, box, TOKEN_PICK, f.who, option, NOBODY)
    is_free = apply_rules(s, box, TOKEN_PICK, f.who, option + BEYOND_LIMIT, NOBODY) >= 0
    f.notes[OPTION] = option
    f.notes[IS_FREE] = 1 if is_free else 0
    f.at = 2
    s.result = 1
    if play >= QUIET or has_seat(f.seats, option):
        begin_effect(s, f.who, play % QUIET, H_LAUNCH)
    else:
        use_play(s, f.who, play, H_LAUNCH)


@kernel
def end_commit(s: State) -> None:
    """The tokens are committed."""
    s.challenge.commits += 1
    end(s)


@kernel
def land_tokens(s: State, p: int) -> None:
    """All committed tokens of a player land on the target; the H_LAND window.

    On a moon that another player is still on they are refused and return (R215); a new occupation
    follows the window.
    """
    c = s.challenge
    count = c.commit_count[p]
    if is_occupied_by_other(s, p, c.target):
        call(s, RETURN, p, FROM_CONE)
        return
    place = find_landing(s, p, c.target)
    if place < 0:
        call(s, RETURN, p, FROM_CONE)  # R49: there is no room
        return
    had_base = s.tokens[p, place] > 0
    s.tokens[p, place] += count
    c.landed[p] += count
    c.landed_at[p] = place
    c.commit_count[p] = 0
    c.on_ring[p] = 0
    if count > 0:
        carry(s, p, cone_place(s), place)
        occupy(s, p, place, had_base)
        open_landing(s, p, place, had_base)


@kernel
def occupy(s: State, p: int, place: int, had_base: bool) -> None:
    """If a player has just got a base on a moon, what that starts comes next."""
    if is_moon(place) and not had_base:
        was_here = enter(s, p, moon_at(place))
        call(s, START_MOON, p, moon_at(place))
        s.stack[s.depth - 1].notes[WAS_HERE] = 1 if was_here else 0


# -- landing ----------------------------------------------------------------------------------


@kernel
def open_landing(s: State, p: int, place: int, had_base: bool) -> None:
    """The H_LAND window, once for a player whose tokens have landed on a place (R156)."""
    is_new = 0 if had_base else 1
    open_window_for(s, NOBODY, H_LAND, (is_new * MAX_PLAYERS + int(p)) * LOCATIONS + int(place))


@kernel
def landing_player(about: int) -> int:
    """Return who has landed."""
    return int(about) // LOCATIONS % MAX_PLAYERS


@kernel
def landing_place(about: int) -> int:
    """Return where he has landed."""
    return int(about) % LOCATIONS


@kernel
def is_new_base(about: int) -> bool:
    """Whether he had no token there before."""
    return int(about) >= MAX_PLAYERS * LOCATIONS


# -- losing -----------------------------------------------------------------------------------


@kernel
def open_loss(s: State, p: int) -> int:
    """Begin a loss event of a player; returns its number."""
    level = s.losses
    s.loss_owner[level] = p
    s.loss_count[level] = 0
    s.loss_saved[level] = 0
    s.loss_by_defeat[level] = 0
    s.losses += 1
    return level


@kernel
def add_to_loss(s: State, level: int, origin: int) -> None:
    """Add a token to a loss event; it has been taken off, before the H_LOSS window (R97)."""
    s.loss_origin[level, s.loss_count[level]] = origin
    s.loss_count[level] += 1


@kernel
def keep_nailed(s: State, box: Box, level: int) -> None:
    """Tokens of an event that cannot leave their planets in any way stand there again (R108).

    All tokens that are in the event must have come from planets.
    """
    if not has_rule(s, HELD_FAST):
        return
    p = s.loss_owner[level]
    left = 0
    for i in range(s.loss_count[level]):
        place = s.loss_origin[level, i]
        if apply_rules(s, box, HELD_FAST, p, place, FREE) == NAILED:
            s.tokens[p, place] += 1
        else:
            s.loss_origin[level, left] = place
            left += 1
    s.loss_count[level] = left


@kernel
def lose_from_planets(s: State, box: Box, p: int, level: int) -> None:
    """LOSE an event whose tokens have come from planets."""
    keep_nailed(s, box, level)
    call(s, LOSE, p, level)


@kernel
def lose_all_on(s: State, box: Box, q: int, place: int) -> None:
    """LOSE all tokens of a player on a planet."""
    level = open_loss(s, q)
    while s.tokens[q, place] > 0:
        s.tokens[q, place] -= 1
        add_to_loss(s, level, place)
    lose_from_planets(s, box, q, level)


@kernel
def begin_defeat(s: State, box: Box, p: int, side: int) -> int:
    """Take a loser's tokens on this side out of the challenge into a loss event (6.5 step 1)."""
    c = s.challenge
    level = open_loss(s, p)
    s.loss_by_defeat[level] = 1
    if defends_planet(s, p):
        for _ in range(count_defending(s, p) if c.target >= 0 else 0):
            s.tokens[p, c.target] -= 1
            add_to_loss(s, level, c.target)  # R81: what is saved returns from there
        keep_nailed(s, box, level)
    ring = int(c.on_ring[p])
    cone = int(c.commit_count[p]) - ring
    if ring > 0 and side == DEFENCE:  # R116: the tokens on the cone stay
        for i in range(ring):
            add_to_loss(s, level, c.commit_origin[p, cone + i])
        c.commit_count[p] = cone
        c.on_ring[p] = 0
    else:
        for i in range(cone):
            add_to_loss(s, level, c.commit_origin[p, i])
        for i in range(ring):
            c.commit_origin[p, i] = c.commit_origin[p, cone + i]
        c.commit_count[p] = ring
    if is_main(s, p) and c.winner != side:
        spare_tokens(s, p, level, count_spared(s, s.loss_count[level]))
    return level


@kernel
def spare_tokens(s: State, p: int, level: int, count: int) -> None:
    """Mercy War: the tokens committed last are not lost, they return after the event (R208)."""
    for i in range(count):
        s.loss_count[level] -= 1
        s.challenge.commit_origin[p, count - 1 - i] = s.loss_origin[level, s.loss_count[level]]
    if count > 0:
        s.challenge.commit_count[p] = count


@kernel
def lose_from_challenge(s: State, box: Box, p: int, side: int) -> None:
    """LOSE all tokens of a loser on this side of the challenge, as one event."""
    call(s, LOSE, p, begin_defeat(s, box, p, side))


@kernel
def lose_one_from_challenge(s: State, box: Box, p: int) -> None:
    """LOSE one token of a main player in the challenge; of the OFF the last one (R150)."""
    c = s.challenge
    level = open_loss(s, p)
    if c.commit_count[p] == 0:
        s.tokens[p, c.target] -= 1
        take_off_standing(s, p, -1)
        add_to_loss(s, level, c.target)
        keep_nailed(s, box, level)
    else:
        c.commit_count[p] -= 1
        add_to_loss(s, level, c.commit_origin[p, c.commit_count[p]])
    call(s, LOSE, p, level)


@kernel
def run_lose(s: State, box: Box, f: Frame) -> None:
    """LOSE (6.1, R108): a Fungus, the H_LOSS window, insurance; what is left goes to the Warp.

    Returns the tokens that count as lost: all but those saved by Zombie (R24).
    """
    level = f.notes[LEVEL]
    if f.at == CURSED:
        s.result = f.notes[COUNTED]
        end(s)
        return
    if f.at == 0:
        f.notes[BEFORE] = s.loss_count[level]
        f.at = 1
        apply_rules(s, box, LOSS_BEGINS, f.who, level, 0)
        captor = apply_rules(s, box, CAPTOR, f.who, level, NOBODY)
        if captor >= 0:
            use_play(s, captor, FUNGUS, H_LOSS)
            return
    if f.at == 1:
        f.at = 5
        if f.notes[BEFORE] > 0 and box.moons != 0:
            call(s, ASK_MOON, NOBODY, 0)  # an Escape Moon
            s.stack[s.depth - 1].hook = H_LOSS
            s.stack[s.depth - 1].notes[ABOUT_LOSS] = level
            return
    if f.at == 5:
        f.at = 2
        if f.notes[BEFORE] > 0 and (box.moons == 0 or s.loss_count[level] > 0):
            open_window_for(s, NOBODY, H_LOSS, level)
            return
    if f.at == 2:
        f.at = 4
        if s.loss_count[level] > 0 and apply_rules(s, box, INSURED, f.who, level, 0) != 0:
            s.loss_saved[level] += s.loss_count[level]  # without a base too (R16)
            call(s, RETURN, f.who, level)
            return
    put_into_warp(s, box, f.who, s.loss_count[level])
    s.loss_count[level] = 0
    s.losses -= 1
    s.result = f.notes[BEFORE] - s.loss_saved[level]
    is_followed = f.notes[BEFORE] > 0 and f.seats == 0
    if is_followed and is_cursed(s, f.who, LOSES_MORE) and has_base(s, f.who):
        f.notes[COUNTED] = s.result
        f.at = CURSED
        choose_loss(s, f.who, 1, f.who, 0)
        s.stack[s.depth - 1].seats = 1  # without a further one (6.12)
        return
    end(s)


@kernel
def is_won_from(s: State, level: int, p: int) -> bool:
    """Whether an event holds tokens of the losers of a challenge that a player's side has won."""
    winner = s.challenge.winner
    is_winner = winner >= 0 and winner == side_of(s, p)
    return s.loss_by_defeat[level] != 0 and s.loss_count[level] > 0 and is_winner


@kernel
def is_own_defeat(s: State, level: int, p: int) -> bool:
    """Whether an event holds tokens that a player loses by a lost challenge (6.5 step 1)."""
    is_his = s.loss_owner[level] == p
    return is_his and s.loss_by_defeat[level] != 0 and s.loss_count[level] > 0


@kernel
def count_losable(s: State, p: int, place: int, spared: int) -> int:
    """Count the tokens on a base that may be chosen."""
    c = s.challenge
    if spared == SPARES_CHALLENGE and place == c.target and defends_planet(s, p):
        return 0
    if spared == SPARES_NEW and place == c.landed_at[p]:
        return int(s.tokens[p, place]) - count_new(s, p)
    return s.tokens[p, place]


@kernel
def count_new(s: State, p: int) -> int:
    """Count the tokens of a player that have landed in this challenge and are still there."""
    c = s.challenge
    return min(int(c.landed[p]), int(s.tokens[p, c.landed_at[p]])) if c.landed_at[p] >= 0 else 0


@kernel
def has_losable(s: State, p: int, spared: int) -> bool:
    """Whether a player has a token on a base that may be chosen."""
    c = s.challenge
    kept = count_new(s, p) if spared == SPARES_NEW else 0
    if spared == SPARES_CHALLENGE and c.target >= 0 and defends_planet(s, p):
        kept = s.tokens[p, c.target]
    return count_on_bases(s, p) > kept


@kernel
def choose_loss(s: State, p: int, count: int, decider: int, spared: int) -> None:
    """A player loses tokens that the decider chooses, as one event."""
    call(s, CHOOSE_LOSS, p, count)
    f = s.stack[s.depth - 1]
    f.notes[SPARED] = spared
    f.notes[DECIDER] = decider


@kernel
def run_choose_loss(s: State, box: Box, f: Frame) -> None:
    """D_LOSE: the decider chooses tokens of who; then one loss event."""
    p = f.who
    if f.at == 0:
        f.notes[EVENT] = open_loss(s, p)
        f.at = 2
    if f.at == 3:
        f.at = 2
        place = answered_place(s)
        s.tokens[p, place] -= 1
        add_to_loss(s, f.notes[EVENT], place)
        f.notes[COUNT] -= 1
    if f.notes[COUNT] <= 0 or not has_losable(s, p, f.notes[SPARED]):
        level = f.notes[EVENT]
        is_last = f.seats
        end(s)
        lose_from_planets(s, box, p, level)
        s.stack[s.depth - 1].seats = is_last
        return
    open_question(s)
    for place in range(s.seats * SLOTS):
        if count_losable(s, p, place, f.notes[SPARED]) > 0:
            allow(s, LOC + place)
    ask(s, f, D_LOSE, f.notes[DECIDER])


# -- returning --------------------------------------------------------------------------------


@kernel
def count_returning(s: State, p: int, level: int) -> int:
    """Count the tokens that still wait to return."""
    return s.challenge.commit_count[p] if level == FROM_CONE else s.loss_count[level]


@kernel
def find_origin(s: State, p: int, level: int) -> int:
    """Return where the next returning token came from."""
    return s.challenge.commit_origin[p, 0] if level == FROM_CONE else s.loss_origin[level, 0]


@kernel
def take_first(s: State, p: int, level: int) -> None:
    """Remove the next returning token from its list."""
    c = s.challenge
    if level == FROM_CONE:
        c.commit_count[p] -= 1
        c.on_ring[p] = min(c.on_ring[p], c.commit_count[p])
        for i in range(c.commit_count[p]):
            c.commit_origin[p, i] = c.commit_origin[p, i + 1]
    else:
        s.loss_count[level] -= 1
        for i in range(s.loss_count[level]):
            s.loss_origin[level, i] = s.loss_origin[level, i + 1]


@kernel
def return_to(s: State, f: Frame, place: int) -> None:
    """A token reaches a base; from the cone with the captives there (R109)."""
    s.tokens[f.who, place] += 1
    f.notes[RETURNED] += 1
    if f.notes[LEVEL] == FROM_CONE:
        carry(s, f.who, cone_place(s), place)


@kernel
def run_return(s: State, box: Box, f: Frame) -> None:
    """RETURN (6.1): each token of who goes back to its base, or to one he chooses (R15, R16).

    Returns how many reached a base.
    """
    p = f.who
    if f.at == 1:
        f.at = 0
        return_to(s, f, answered_place(s))
        take_first(s, p, f.notes[LEVEL])
    while count_returning(s, p, f.notes[LEVEL]) > f.notes[STAYING]:
        origin = find_origin(s, p, f.notes[LEVEL])
        if box.free_return == 0 and origin >= 0 and s.tokens[p, origin] > 0:
            return_to(s, f, origin)
        elif box.free_return == 0 and origin == FROM_RESERVE and has_reserve(s, p):
            put_into_reserve(s, p, 1)
            f.notes[RETURNED] += 1
        elif has_base(s, p):
            open_question(s)
            allow_bases(s, p, NOBODY)
            ask(s, f, D_RETURN, p)
            return
        else:
            s.warp[p] += 1  # R16
        take_first(s, p, f.notes[LEVEL])
    s.result = f.notes[RETURNED]
    end(s)


@kernel
def has_reserve(s: State, p: int) -> bool:
    """Whether tokens can lie in a player's reserve: he has the Wraith's power, lost or not."""
    return find_held(s, p, WRAITH) >= 0


@kernel
def put_into_reserve(s: State, p: int, count: int) -> None:
    """Tokens of a Wraith go to his reserve."""
    memory_of(s, p, WRAITH)[p] += count
    s.away[p] += count


@kernel
def return_last(s: State, p: int, last: int, count: int) -> None:
    """The `count` committed tokens of a player before place `last` of his list return."""
    c = s.challenge
    for k in range(count):  # they come first in the list, in their order
        origin = c.commit_origin[p, last - count + k]
        for i in range(last - count + k, k, -1):
            c.commit_origin[p, i] = c.commit_origin[p, i - 1]
        c.commit_origin[p, k] = origin
    staying = int(c.commit_count[p]) - count
    call(s, RETURN, p, FROM_CONE)
    s.stack[s.depth - 1].notes[STAYING] = staying


@kernel
def return_some(s: State, level: int, count: int) -> None:
    """The first tokens of a loss event return, the others stay in it."""
    staying = s.loss_count[level] - count
    call(s, RETURN, s.loss_owner[level], level)
    s.stack[s.depth - 1].notes[STAYING] = staying


@kernel
def run_from_warp(s: State, box: Box, f: Frame) -> None:
    """Tokens of who leave the Warp for bases of his choice (D_RETURN)."""
    p = f.who
    if f.at == 1:
        f.at = 0
        s.warp[p] -= 1
        s.tokens[p, answered_place(s)] += 1
        f.notes[COUNT] -= 1
    if f.notes[COUNT] <= 0 or s.warp[p] == 0 or not has_base(s, p):
        end(s)
        return
    open_question(s)
    allow_bases(s, p, NOBODY)
    ask(s, f, D_RETURN, p)


@kernel
def run_go_home(s: State, box: Box, f: Frame) -> None:
    """Committed tokens return: allies in timing order, then OFF (R90).

    All of them, or those of the allies only, or of the allies named.
    """
    c = s.challenge
    while f.notes[NEXT_UP] < s.seats:
        p = c.order[f.notes[NEXT_UP]]
        f.notes[NEXT_UP] += 1
        if f.notes[WHOSE] != ALL and is_main(s, p):
            continue
        if f.notes[WHOSE] == NAMED and not has_seat(f.seats, p):
            continue
        count = int(c.commit_count[p])
        side = f.notes[ONLY_SIDE] - 1
        if side >= 0:
            count = min(count, count_on_side(s, p, side))
        if count > 0:
            return_last(s, p, count if side == OFFENCE else int(c.commit_count[p]), count)
            if side == DEFENCE:
                c.on_ring[p] = 0
            return
    end(s)


@kernel
def send_home(s: State, seats: int) -> None:
    """The tokens of these allies return to bases."""
    call(s, GO_HOME, NOBODY, NAMED)
    s.stack[s.depth - 1].seats = seats


@kernel
def send_side_home(s: State, seats: int, side: int) -> None:
    """Of an ally of both sides only the tokens on this one return (R116)."""
    send_home(s, seats)
    s.stack[s.depth - 1].notes[ONLY_SIDE] = side + 1


# -- bases ------------------------------------------------------------------------------------


@kernel
def run_land(s: State, box: Box, f: Frame) -> None:
    """D_LAND: who moves 1-4 tokens from his bases to the planet that he gains; H_LAND."""
    p = f.who
    if f.at == 0:
        f.notes[PLANET] = find_new_base(s, p, f.notes[PLANET])
        f.at = 2
        if f.notes[PLANET] < 0:
            end(s)  # R222: the item lapses
            return
    if f.at == 3:
        f.at = 2
        if s.answer == PASS:
            end_land(s, f)
            return
        s.tokens[p, answered_place(s)] -= 1
        s.tokens[p, f.notes[PLANET]] += 1
        carry_with_last(s, p, answered_place(s), f.notes[PLANET])
        f.notes[LANDED] += 1
    if f.notes[LANDED] >= USUAL_LIMIT:
        end_land(s, f)
        return
    open_question(s)
    if f.notes[LANDED] > 0:
        allow(s, PASS)
    allow_movable(s, box, p, f.notes[PLANET])
    if f.notes[LANDED] == 0 and s.choices == 0:
        end_land(s, f)  # 6.8: without a token on a base the item lapses
        return
    ask(s, f, D_LAND, p)


@kernel
def end_land(s: State, f: Frame) -> None:
    """D_LAND is over: the H_LAND window after the last token (R156)."""
    p, place, count = f.who, f.notes[PLANET], f.notes[LANDED]
    end(s)
    if count > 0:
        open_landing(s, p, place, s.tokens[p, place] > count)


@kernel
def run_bases(s: State, box: Box, f: Frame) -> None:
    """Look at an H_BASES point who has dropped below 3 home bases (R76)."""
    c = s.challenge
    end(s)
    apply_rules(s, box, BASES_POINT, NOBODY, 0, 0)
    anybody = False
    for p in range(s.seats):
        has_enough = 1 if count_home_bases(s, p) >= BASES_FOR_POWER else 0
        c.dropped[p] = 1 if s.had_bases[p] > has_enough else 0
        anybody = anybody or c.dropped[p] != 0
        s.had_bases[p] = has_enough
    if anybody:
        open_window(s, H_BASES)


@kernel
def has_tokens_at_all(s: State, box: Box, p: int) -> bool:
    """Whether a player has a token that he can commit, or one in the Warp (R10, R111)."""
    return s.warp[p] > 0 or has_token_to_commit(s, box, p)


@kernel
def find_loss(s: State) -> int:
    """Return the loss event whose window is open: the innermost one."""
    return s.losses - 1
