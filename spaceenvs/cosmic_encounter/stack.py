"""Pending procedures and questions: how play is interrupted and goes on.

A *procedure* (a phase, a window, the use of a power, a loss of tokens) is a frame on a short
fixed stack in the record: which procedure, where it goes on, a few notes (each procedure names
its own). It runs until it
calls another one (`call`), asks a player (`ask`) or ends (`end`). The bottom frame is the phase
of the turn (`go_to` changes it). `rules.py` runs the top frame again and again until somebody
is asked or the game is over.

A question stands at an even place of its own: a procedure that asks at place k fills the mask,
changes nothing else, and gets the answer at place k + 1. So a redeal can ask it anew.
"""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rows import count_not_zero, read_word
from spaceenvs.cosmic_encounter.actions import CARD, LOC, PASS, PLAYER
from spaceenvs.cosmic_encounter.components import (
    ACTION_OF_KIND,
    BASES_FOR_POWER,
    FIRST_MOON,
    GAS_GIANT,
    KIND_OF_ACTION,
    NUM_ACTIONS,
    SITES,
    SLOTS,
    SPACE_DUST,
)
from spaceenvs.cosmic_encounter.hooks import ARTS_AT, HAS_MANDATORY, MANDATORY_AT, OPTIONAL_AT
from spaceenvs.cosmic_encounter.moons.omega import omega_system
from spaceenvs.cosmic_encounter.satellites import is_moon, moon_at
from spaceenvs.cosmic_encounter.sets import meets
from spaceenvs.cosmic_encounter.state import (
    DEFENCE,
    NOBODY,
    NONE_STANDING,
    NOTES,
    OFFENCE,
    ON_BOTH_SIDES,
)

Frame = Any
"""A record of dtype `state.FRAME`."""
Challenge = Any
"""A record of dtype `state.CHALLENGE_RECORD`."""

# Phases: the bottom frame.
(
    TURN,
    CHALLENGE,
    REGROUP,
    DESTINY,
    LAUNCH,
    INVITE,
    ALLIANCE,
    PLAN,
    SELECT,
    REVEAL,
    RESOLVE,
    OUTCOME,
    DEAL,
    DISCARD,
    END,
    NEXT,
    PREPARE,
    # Procedures: the frames above it.
    WINDOW,
    USE,
    CANCEL,
    EFFECT,
    BASES,
    NEW_HAND,
    DRAW,
    LOSE,
    CHOOSE_LOSS,
    RETURN,
    FROM_WARP,
    GO_HOME,
    COMMIT,
    DEFENDER,
    TARGET,
    PICK_KICKER,
    PICK_CARD,
    REWARD,
    CONSOLE,
    LAND,
    PROPOSE,
    CONSEQUENCES,
    SPEND,
    PLACE,
    BOUND,
    REINFORCE,
    TAKEN,
    SUBSTITUTE,
    CAST,
    START_MOON,
    RUN_MOON,
    ASK_MOON,
    DROP_MOONS,
    REFUSE,
    MESMERISE,
) = range(52)

GONE, NO_PLANET = 1, 2  # what `gone` says of a place
AA, AC, CC = 0, 1, 2  # what was revealed
WON_BY_OFFENCE, WON_BY_DEFENCE, DEALT, DEAL_FAILED, ALL_LOST, OCCUPIED, VOID = 1, 2, 3, 4, 5, 6, 7
NO_JUMP, TIME_TRAVEL, CALLED_OFF, NO_CHALLENGE, GIVEN_IN = 0, 1, 2, 3, 4
# Notes of WINDOW: no power is used in it; whom it asks, by timing order; whether somebody played
# this round; what it is about.
IS_FOR_CARDS, ASKED_NEXT, IS_PLAYED, ABOUT = 0, 1, 2, 3


@kernel
def call(s: State, kind: int, who: int, note: int) -> None:
    """Put a procedure on the stack with its first note; it runs next."""
    f = s.stack[s.depth]
    f.kind = kind
    f.at = 0
    f.who = who
    f.hook = 0
    f.seats = 0
    f.play = 0
    f.notes[0] = note
    for i in range(1, NOTES):
        f.notes[i] = 0
    s.depth += 1


@kernel
def end(s: State) -> None:
    """Take the running procedure off the stack."""
    s.depth -= 1


@kernel
def go_to(s: State, phase: int) -> None:
    """Let another phase begin (only the phase itself does this)."""
    s.depth = s.challenge.floor
    call(s, phase, s.challenge.off, 0)


@kernel
def open_question(s: State) -> None:
    """Begin to list the legal actions."""
    for a in range(NUM_ACTIONS):
        s.mask[a] = 0
    s.choices = 0


@kernel
def allow(s: State, action: int) -> None:
    """Make an action legal."""
    if s.mask[action] == 0:
        s.mask[action] = 1
        if action != PASS:
            s.choices += 1


@kernel
def allow_card(s: State, kind: int) -> None:
    """Make the card of this kind a legal answer."""
    allow(s, ACTION_OF_KIND[kind])


@kernel
def ask(s: State, f: Frame, decision: int, player: int) -> None:
    """Ask the player; the procedure goes on one place further with the answer."""
    s.decision = decision
    s.to_move = player
    s.asking = 1
    f.at += 1


@kernel
def answered_kind(s: State) -> int:
    """Return the kind of the card that was the answer."""
    return int(KIND_OF_ACTION[s.answer])


@kernel
def answered_place(s: State) -> int:
    """Return the location that was the answer."""
    return int(s.answer) - LOC


@kernel
def answered_player(s: State) -> int:
    """Return the seat that was the answer."""
    return int(s.answer) - PLAYER


@kernel
def is_card_answer(s: State) -> bool:
    """Whether the answer is a card."""
    return s.answer >= CARD and KIND_OF_ACTION[s.answer] >= 0


@kernel
def open_window(s: State, hook: int) -> None:
    """Open the window of a hook for all players (6.13)."""
    open_window_for(s, NOBODY, hook, 0)


@kernel
def open_window_for(s: State, who: int, hook: int, about: int) -> None:
    """Open the window of a hook for one player, or for all; about: see `blocks.py`."""
    if not is_anybody_concerned(s, who, hook):
        return  # nobody would be asked: the caller goes on
    call(s, WINDOW, who, 0)
    f = s.stack[s.depth - 1]
    f.hook = hook
    f.notes[ABOUT] = about
    s.window_has_used[s.windows] = 0
    s.windows += 1


@kernel
def open_window_for_cards(s: State, hook: int) -> None:
    """Open the window of a hook once more: no power fires or is used again in it (R35)."""
    depth = s.depth
    open_window(s, hook)
    if s.depth > depth:
        s.stack[depth].notes[IS_FOR_CARDS] = 1


@kernel
def may_answer(s: State, hook: int, p: int) -> bool:
    """Whether a player has a card or a power to be asked about in a window."""
    return meets(s.arts[p], ARTS_AT[hook]) or meets(s.powers[p], OPTIONAL_AT[hook])


@kernel
def is_anybody_concerned(s: State, who: int, hook: int) -> bool:
    """Whether a power fires in a window by itself, or somebody has something to be asked about."""
    for p in range(s.seats):
        if HAS_MANDATORY[hook] != 0 and meets(s.powers[p], MANDATORY_AT[hook]):
            return True
        if (who < 0 or who == p) and may_answer(s, hook, p):
            return True
    return False


@kernel
def find_index(s: State, kind: int) -> int:
    """Return the place on the stack of the innermost pending procedure of a kind."""
    i = int(s.depth) - 1
    while i > 0 and s.stack[i].kind != kind:
        i -= 1
    return i


@kernel
def find_frame(s: State, kind: int) -> Frame:
    """Return the innermost pending procedure of a kind; there is one."""
    return s.stack[find_index(s, kind)]


@kernel
def use_play(s: State, player: int, play: int, hook: int) -> None:
    """Let a player use a power or play a card: announcement, CANCEL, effect (6.13)."""
    begin_play(s, USE, player, play, hook)


@kernel
def begin_effect(s: State, player: int, play: int, hook: int) -> None:
    """Carry out a play without an announcement."""
    begin_play(s, EFFECT, player, play, hook)


@kernel
def begin_play(s: State, kind: int, player: int, play: int, hook: int) -> None:
    """Put a procedure about a play on the stack."""
    call(s, kind, player, 0)
    f = s.stack[s.depth - 1]
    f.play = play
    f.hook = hook


@kernel
def allow_others(s: State, p: int) -> None:
    """Make every other player a legal answer."""
    for q in range(s.seats):
        if q != p:
            allow(s, PLAYER + q)


@kernel
def with_seat(seats: int, p: int) -> int:
    """Return a set of seats with one more."""
    return int(seats) | (1 << int(p))


@kernel
def has_seat(seats: int, p: int) -> bool:
    """Whether a seat is in a set of seats."""
    return (int(seats) >> int(p)) & 1 != 0


@kernel
def is_silenced(s: State, p: int) -> bool:
    """Whether a player is silenced until the end of the challenge (6.11)."""
    return s.challenge.silenced != 0 and has_seat(s.challenge.silenced, p)


# -- who is who --------------------------------------------------------------------------


@kernel
def seat_after(s: State, p: int, i: int) -> int:
    """Return the seat i places to the left of a player (fewer than there are seats)."""
    q = int(p) + int(i)
    return q - int(s.seats) if q >= s.seats else q


@kernel
def set_order(s: State) -> None:
    """Write the timing order: the others clockwise from OFF's left, OFF, DEF."""
    c = s.challenge
    k = 0
    for i in range(1, s.seats):
        p = seat_after(s, c.off, i)
        if p != c.defender:
            c.order[k] = p
            k += 1
    c.order[k] = c.off
    if c.defender >= 0:
        c.order[k + 1] = c.defender


@kernel
def begin_rounds_anew(s: State) -> None:
    """R320: the main players have changed; open windows begin a round in the new timing order."""
    for i in range(s.challenge.floor, s.depth):
        f = s.stack[i]
        if f.kind == WINDOW:
            f.notes[ASKED_NEXT] = 0
            f.notes[IS_PLAYED] = 0


@kernel
def is_main(s: State, p: int) -> bool:
    """Whether the player is a main player of this challenge."""
    c = s.challenge
    return p == c.off or p == c.defender


@kernel
def side_of(s: State, p: int) -> int:
    """Return the side of a main player or ally, -1 if he is not involved."""
    c = s.challenge
    if p == c.off:
        return OFFENCE
    if p == c.defender:
        return DEFENCE
    return OFFENCE if c.ally[p] == ON_BOTH_SIDES else c.ally[p] - 1  # R116


@kernel
def is_ally(s: State, p: int, side: int) -> bool:
    """Whether a player is an ally of this side, perhaps of the other one too (R116)."""
    return (int(s.challenge.ally[p]) >> int(side)) & 1 != 0


@kernel
def main_of(s: State, side: int) -> int:
    """Return the main player of a side."""
    c = s.challenge
    return c.off if side == OFFENCE else c.defender


@kernel
def opponent(s: State, p: int) -> int:
    """Return the other main player of a main player (OPP), -1 if he is not known."""
    c = s.challenge
    return c.defender if p == c.off else c.off


@kernel
def has_allies(s: State, side: int) -> bool:
    """Whether a side has an ally."""
    for p in range(s.seats):
        if is_ally(s, p, side):
            return True
    return False


@kernel
def defends_planet(s: State, p: int) -> bool:
    """Whether a player's tokens on the target planet take part: those of the DEF, as a rule."""
    c = s.challenge
    return p == c.defender if c.garrison == 0 else has_seat(c.garrison, p)


@kernel
def is_other_defender(s: State, p: int) -> bool:
    """Whether he defends with his tokens on the planet, neither DEF nor ally (Berserker)."""
    c = s.challenge
    return c.garrison != 0 and p != c.defender and c.ally[p] == 0 and has_seat(c.garrison, p)


@kernel
def is_phase_8(s: State) -> bool:
    """Whether play is between the reveal and the end of the outcome (R95)."""
    phase = s.stack[s.challenge.floor].kind
    return REVEAL <= phase <= DEAL


@kernel
def find_hex(s: State, hexagon: int) -> int:
    """Return the seat with this reverse hex, -1 if nobody has it: every hex is there once."""
    for p in range(s.seats):
        if s.hex[p] == hexagon:
            return p
    return NOBODY


# -- bases -------------------------------------------------------------------------------


@kernel
def count_own_moons(s: State, p: int) -> int:
    """Count the moons of his own system that a player is on."""
    count = 0
    for slot in range(FIRST_MOON, SLOTS):
        if s.tokens[p, p * SLOTS + slot] > 0:
            count += 1
    return count


@kernel
def count_home_bases(s: State, p: int) -> int:
    """Count the bases of a player in his own system, moons included."""
    if s.hex[p] == GAS_GIANT:  # R222
        return min(BASES_FOR_POWER, int(s.tokens[p, p * SLOTS])) + count_own_moons(s, p)
    if s.hex[p] == SPACE_DUST:
        return int(s.tokens[p, p * SLOTS]) + count_own_moons(s, p)
    return count_not_zero(read_word(s.tokens[p], p * SLOTS))  # all slots of a system at once


@kernel
def count_external_bases(s: State, p: int) -> int:
    """Count the bases of a player outside his own system (7.1); of moons Moon Base Omega alone."""
    has_omega = s.moons_up != 0 and omega_system(s, p) >= 0
    return count_external_planets(s, p) + (1 if has_omega else 0)


@kernel
def count_external_planets(s: State, p: int) -> int:
    """Count the planets outside his own system on which a player has a base."""
    count = 0
    for system in range(s.seats):
        if system != p:
            for slot in range(SITES):
                if s.tokens[p, system * SLOTS + slot] > 0:
                    count += 1
    return count


@kernel
def count_on_bases(s: State, p: int) -> int:
    """Count the tokens of a player on bases: all that are not elsewhere."""
    count = s.owned[p] - s.warp[p] - s.away[p] - s.challenge.commit_count[p]
    for level in range(s.losses):
        if s.loss_owner[level] == p:
            count -= s.loss_count[level]
    for i in range(s.interrupted):
        count -= s.waiting[i].commit_count[p]
    return count


@kernel
def has_base(s: State, p: int) -> bool:
    """Whether a player has a base anywhere."""
    return count_on_bases(s, p) > 0


@kernel
def has_base_besides(s: State, p: int, place: int) -> bool:
    """Whether a player has a base other than that one."""
    here = s.tokens[p, place] if place >= 0 else 0
    return count_on_bases(s, p) > here


@kernel
def is_empty(s: State, place: int) -> bool:
    """Whether nobody has a token on a planet or moon of the game."""
    if s.gone[place] != 0 or (is_moon(place) and s.moon[moon_at(place)] < 0):
        return False
    for p in range(s.seats):
        if s.tokens[p, place] > 0:
            return False
    return True


@kernel
def has_foreign_base(s: State, place: int) -> bool:
    """Whether somebody but the system's owner has a base there."""
    for p in range(s.seats):
        if p != place // SLOTS and s.tokens[p, place] > 0:
            return True
    return False


@kernel
def allow_bases(s: State, p: int, besides: int) -> None:
    """Make every base of a player but that one a legal answer."""
    count = 0
    for place in range(s.seats * SLOTS):  # without a branch: many places at once
        is_base = 1 if place != besides and s.tokens[p, place] > 0 else 0
        s.mask[LOC + place] = is_base
        count += is_base
    s.choices += count


@kernel
def count_in_challenge(s: State, p: int) -> int:
    """Count the tokens of a player in the challenge."""
    c = s.challenge
    if c.target >= 0 and defends_planet(s, p):
        return count_defending(s, p) + int(c.commit_count[p])
    return c.commit_count[p]


@kernel
def count_on_side(s: State, p: int, side: int) -> int:
    """Count the tokens that a player has in the challenge on this side (R116)."""
    c = s.challenge
    if c.ally[p] != ON_BOTH_SIDES:
        return count_in_challenge(s, p)
    ring = int(c.on_ring[p])
    return ring if side == DEFENCE else int(c.commit_count[p]) - ring


@kernel
def count_defending(s: State, p: int) -> int:
    """Count the tokens on the target planet with which a player defends.

    All of them (R18), but of Space Dust one mote, of a Gas Giant those not withdrawn (11.6).
    """
    c = s.challenge
    count = int(s.tokens[p, c.target])
    if c.target != p * SLOTS:
        return count
    if s.hex[p] == SPACE_DUST:
        return min(1, count)
    if c.standing == NONE_STANDING:
        return 0
    return min(count, int(c.standing)) if c.standing > 0 else count


@kernel
def has_stacks(s: State, system: int) -> bool:
    """Whether the owner's tokens lie in slot 0 and each foreign base in a slot of its own (R49)."""
    return s.hex[system] == GAS_GIANT or s.hex[system] == SPACE_DUST


@kernel
def is_stack(s: State, place: int) -> bool:
    """Whether a place is one for a foreign base of such a system."""
    return has_stacks(s, place // SLOTS) and 0 < place % SLOTS < SITES
